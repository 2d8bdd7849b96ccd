"""Random simultaneous actions lose nothing, and the right people are blocked."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.core.actions import LeaveMatch, VoteToEnd
from game.match.record import decode_playable_record, encode_record
from game.rules import GAMES
from game.session.match_info import find_active_seat
from game.session.penalties import find_penalized_seats
from tests.helpers import PLAYER_NAMES
from tests.program_restarts import TURN_LIMIT_S, RestartableDriver
from tests.session_driver import confirm_ready, get_awaited_seat

pytestmark = pytest.mark.slow

GAMES_AND_SEEDS = [(name, seed) for name in GAMES for seed in range(4)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), GAMES_AND_SEEDS)
def test_random_use_loses_nothing_and_blocks_the_right_players(tmp_path: Path, game: str, seed: int) -> None:
    """Let people play, chat, leave, vote and sleep while the disk is sometimes full and the program is killed."""
    rng = Random(f"{game} {seed}")
    seats = 5 if game == "chiamata" else 4
    kinds = " ".join(["you", "you", *(rng.choice(["you", "club", "random"]) for _seat in range(seats - 2))])
    options: dict[str, Any] = {"hand_dealing": True} if game == "muscio" else {}
    room = RestartableDriver(
        tmp_path, kinds, game=game, seed=seed, turn_seconds=TURN_LIMIT_S, exit_votes=seats, talk="free", **options
    )
    texts = 0
    for _moment in range(1500):
        if room.session.observation.is_over and not room.session.is_saving:
            break
        room.advance_frame(rng.choice([0.1, 1.0, 2.0]), is_screen_idle=rng.random() < 0.9)
        if room.session.course.is_between_deals and not room.session.is_saving:
            room.session.course.start_next_deal()
        dice, speaker = (
            rng.random(),
            find_active_seat(room.session.info, room.session.observation, room.session.hot_seat),
        )
        if dice < 0.02 and not room.storage.is_paused:
            before, talk = room.record, room.session.chat.messages
            room = room.restart_program(rng.choice([0.0, 5.0, -5.0]))
            assert [deal.actions for deal in room.record.deals][: len(before.deals) - 1] == [
                deal.actions for deal in before.deals
            ][:-1], "what had happened is still there"
            assert room.action_count >= sum(len(deal.actions) for deal in before.deals)
            assert room.session.chat.messages[: len(talk)] == talk
        elif dice < 0.04:
            room.storage.failure_message = "The disk is full."
        elif dice < 0.1:
            room.storage.failure_message = ""
            room.session.retry()
        elif dice < 0.13:
            room.storage.is_paused = not room.storage.is_paused
            if not room.storage.is_paused:
                room.storage.run_waiting_calls()
        elif dice < 0.15 and speaker is not None:
            texts += room.session.chat.say(f"text {texts}") is None
        elif dice < 0.155 and speaker is not None:
            room.session.act(LeaveMatch(speaker))
        elif dice < 0.16 and speaker is not None:
            room.session.act(VoteToEnd(speaker))
        elif dice < 0.17:
            room.advance_frame(TURN_LIMIT_S)
        elif get_awaited_seat(room.session) is not None:
            confirm_ready(room.session)
        elif room.session.is_your_turn:
            room.session.act(rng.choice(room.session.observation.legal_actions))
    room.storage.is_paused, room.storage.failure_message = False, ""
    room.storage.run_waiting_calls()
    room.session.retry()
    while room.session.is_saving:
        room.advance_frame(0.0, is_screen_idle=False)
    assert room.stored_record.replay() == room.match
    if room.session.observation.is_over:
        names = {
            PLAYER_NAMES[seat] for seat in find_penalized_seats(room.match) if room.session.info.players[seat].is_person
        }
        assert room.penalty_seconds.keys() == names
        assert not room.storage.get_repository().list_unfinished_matches()
        assert decode_playable_record(encode_record(room.stored_record)).replay() == room.match
    else:
        assert not room.penalty_seconds and len(room.storage.get_repository().list_unfinished_matches()) == 1
