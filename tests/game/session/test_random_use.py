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
from tests.session_driver import TURN_LIMIT_S, SessionDriver, confirm_ready, get_awaited_seat


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_random_use_loses_nothing_and_blocks_the_right_players(tmp_path: Path, game: str, seed: int) -> None:
    """Let people play, chat, leave, vote and sleep while the disk is sometimes full and the program is killed."""
    rng = Random(f"{game} {seed}")
    seats = 5 if game == "chiamata" else 4
    kinds = " ".join(["you", "you", *(rng.choice(["you", "club", "random"]) for _seat in range(seats - 2))])
    options: dict[str, Any] = {"hand_dealing": True} if game == "muscio" else {}
    driver = SessionDriver(
        tmp_path, kinds, game=game, seed=seed, turn_seconds=TURN_LIMIT_S, exit_votes=seats, talk="free", **options
    )
    texts = 0
    for _moment in range(1500):
        if driver.observation.is_over and not driver.session.is_saving:
            break
        driver.advance_frame(rng.choice([0.1, 1.0, 2.0]), is_screen_idle=rng.random() < 0.9)
        if driver.session.status.is_between_deals and not driver.session.is_saving:
            driver.session.start_next_deal()
        dice = rng.random()
        speaker = find_active_seat(driver.session.info, driver.observation, driver.session.hot_seat)
        if dice < 0.02 and not driver.storage.is_paused:
            before, talk = driver.record, driver.session.chat_messages
            driver = driver.restart_program(rng.choice([0.0, 5.0, -5.0]))
            assert [deal.actions for deal in driver.record.deals][: len(before.deals) - 1] == [
                deal.actions for deal in before.deals
            ][:-1], "what had happened is still there"
            assert driver.action_count >= sum(len(deal.actions) for deal in before.deals)
            assert driver.session.chat_messages[: len(talk)] == talk
        elif dice < 0.04:
            driver.storage.failure_message = "The disk is full."
        elif dice < 0.1:
            driver.storage.failure_message = ""
            driver.session.retry()
        elif dice < 0.13:
            if driver.storage.is_paused:
                driver.storage.finish_writes()
            else:
                driver.storage.is_paused = True
        elif dice < 0.15 and speaker is not None:
            texts += driver.session.say(f"text {texts}") is None
        elif dice < 0.155 and speaker is not None:
            driver.session.act(LeaveMatch(speaker))
        elif dice < 0.16 and speaker is not None:
            driver.session.act(VoteToEnd(speaker))
        elif dice < 0.17:
            driver.advance_frame(TURN_LIMIT_S)
        elif get_awaited_seat(driver.session) is not None:
            confirm_ready(driver.session)
        elif driver.session.is_your_turn:
            driver.session.act(rng.choice(driver.observation.legal_actions))
    driver.storage.failure_message = ""
    driver.storage.finish_writes()
    driver.session.retry()
    while driver.session.is_saving:
        driver.advance_frame(0.0, is_screen_idle=False)
    assert driver.stored_record.replay() == driver.match
    if driver.observation.is_over:
        players, seats_to_block = driver.session.info.players, find_penalized_seats(driver.match)
        assert driver.penalty_seconds.keys() == {
            players[seat].name for seat in seats_to_block if players[seat].is_person
        }
        assert not driver.unfinished_count
        assert decode_playable_record(encode_record(driver.stored_record)).replay() == driver.match
    else:
        assert not driver.penalty_seconds and driver.unfinished_count == 1
