"""The turn clock: its time, its players and the cost of a missed turn (docs/rules.md, "Table discipline")."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.core.actions import LeaveMatch, Play, Timeout, VoteToEnd
from game.match.record import replay_deal_results
from game.session.penalties import ChatMessage
from game.session.turn_clock import identify_turn, read_restart_count
from tests.helpers import PLAYER_NAMES, make_match, make_record, play_random_actions
from tests.program_restarts import FREE_CHAT_SETUP, TURN_LIMIT_S, RestartableDriver, is_card_play, is_phase_of_class
from tests.session_driver import confirm_ready, get_awaited_seat

TIMEOUT_PENALTIES = [
    ("chiamata", "you club club club club", "AuctionPhase", {}),
    ("chiamata", "you you you you you", "NamingPhase", {}),
    ("spades", "you club club", "BiddingPhase", {}),
    ("muscio", "you club club club", "DeclarationPhase", {}),
    ("muscio", "you you you", "HandDealingPhase", {"hand_dealing": True}),
    ("muscio", "you you you", "ExchangePhase", {}),
    ("muscio", "you you you", "ForfeitPhase", {}),
]


@pytest.mark.parametrize(("game", "kinds", "name", "options"), TIMEOUT_PENALTIES)
@pytest.mark.parametrize("minutes", [60, 0, 1440])
def test_timeout_before_card_play_ends_match_and_blocks_that_player(
    tmp_path: Path, game: str, kinds: str, name: str, options: dict[str, Any], minutes: int
) -> None:
    room = RestartableDriver(
        tmp_path, kinds, game=game, turn_seconds=TURN_LIMIT_S, bar_minutes=minutes, exit_votes=1, **options
    )
    room.play_until(is_phase_of_class(name))
    assert is_phase_of_class(name)(room.match), "the phase never came"
    seat = room.match.turn
    assert seat is not None and not room.penalty_seconds
    room.advance_frame(TURN_LIMIT_S - 0.5)
    assert not room.session.observation.is_over and room.turn_seconds_left == pytest.approx(0.5)
    room.advance_until(lambda: room.session.observation.is_over)
    assert room.action_texts[-1] == str(Timeout(seat))
    assert room.match.standing.winners == () and room.session.observation.is_over
    assert room.penalty_seconds == ({PLAYER_NAMES[seat]: pytest.approx(minutes * 60, abs=1)} if minutes else {})
    assert not room.storage.get_repository().list_unfinished_matches()
    assert replay_deal_results(room.stored_record)[1][-1].state == "unfinished"


SETUPS_WITH_CARD_PLAY = [("briscola", "you club"), ("chiamata", "you club club club club"), ("spades", "you club club"),
          ("muscio", "you you you")]  # fmt: skip


@pytest.mark.parametrize(("game", "kinds"), SETUPS_WITH_CARD_PLAY)
def test_timeout_in_card_play_forces_same_random_legal_card_for_same_seed(
    tmp_path: Path, game: str, kinds: str
) -> None:
    forced_cards = []
    for name in ("one", "two"):
        room = RestartableDriver(tmp_path / name, kinds, game=game, turn_seconds=TURN_LIMIT_S)
        room.play_until(lambda match: match.phase is not None and match.phase.is_card_play)
        seat, legal, count = room.match.turn, room.match.legal_actions(), room.action_count
        assert seat is not None
        room.advance_frame(TURN_LIMIT_S)
        room.advance_until(lambda room=room, count=count: room.action_count >= count + 2)  # type: ignore[misc]
        timeout, card = room.record.deals[-1].actions[count - room.action_count :][:2]
        assert timeout == Timeout(seat)
        assert isinstance(card, Play) and card in legal
        assert not room.penalty_seconds
        forced_cards.append(room.action_texts[: count + 2])
    assert forced_cards[0] == forced_cards[1]


@pytest.mark.slow
def test_other_seed_forces_other_card(tmp_path: Path) -> None:
    """Check that it is not always the first card of the hand."""
    places = set()
    for seed in range(12):
        room = RestartableDriver(tmp_path / str(seed), seed=seed, turn_seconds=TURN_LIMIT_S)
        room.advance_to_shown_turn()
        legal, count = room.match.legal_actions(), room.action_count
        room.advance_frame(TURN_LIMIT_S)
        room.advance_until(lambda room=room, count=count: room.action_count >= count + 2)  # type: ignore[misc]
        card = room.record.deals[-1].actions[count + 1]
        places.add(legal.index(card))
    assert places == {0, 1, 2}


def test_next_turn_has_full_time(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    room.advance_to_shown_turn()
    for _round in range(3):
        count = room.action_count
        room.advance_frame(TURN_LIMIT_S)
        room.advance_until(lambda count=count: room.action_count > count + 1)  # type: ignore[misc]
        room.advance_to_shown_turn()
        assert room.turn_seconds_left == TURN_LIMIT_S


def test_player_cannot_choose_a_card_after_timeout(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    room.advance_to_shown_turn()
    room.advance_frame(TURN_LIMIT_S)
    room.advance_until(lambda: room.match.auto_play_seat is not None)
    for card in room.match.legal_actions():
        reason = room.session.act(card)
        assert reason is not None and reason.code == "forced_card"


def test_forced_card_is_the_same_after_restart(tmp_path: Path) -> None:
    uninterrupted, room = (RestartableDriver(tmp_path / name, turn_seconds=TURN_LIMIT_S) for name in ("whole", "cut"))
    for current_driver in (uninterrupted, room):
        current_driver.advance_to_shown_turn()
        current_driver.advance_frame(TURN_LIMIT_S)
        current_driver.advance_until(
            lambda current_driver=current_driver: current_driver.match.auto_play_seat is not None  # type: ignore[misc]
        )
    count = uninterrupted.action_count
    uninterrupted.advance_until(lambda: uninterrupted.action_count > count)
    back = room.restart_program(3.0)
    assert back.session.penalties.turn_seconds_left is None
    back.advance_until(lambda: back.action_count > count)
    assert back.action_texts[: count + 1] == uninterrupted.action_texts[: count + 1]


@pytest.mark.parametrize(("game", "kinds"), [("briscola", "club club"), ("chiamata", "club " * 5)])
def test_computer_never_times_out(tmp_path: Path, game: str, kinds: str) -> None:
    room = RestartableDriver(tmp_path, kinds, game=game, turn_seconds=1)
    room.worker.is_paused = True
    for _frame in range(50):
        room.advance_frame(10.0)
        assert room.session.penalties.turn_seconds_left is None
    room.worker.is_paused = False
    room.play_deal_at_random()
    assert not any("timeout" in text for text in room.action_texts)


def test_without_turn_clock_nobody_times_out(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, turn_seconds=0)
    room.advance_to_shown_turn()
    count = room.action_count
    room.advance_frame(1e7)
    room.advance_frame()
    assert room.session.penalties.turn_seconds_left is None and room.action_count == count
    assert room.restart_program(1e7).session.penalties.turn_seconds_left is None


def test_turn_clock_starts_when_turn_is_shown(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you club club", turn_seconds=TURN_LIMIT_S)
    room.advance_to_shown_turn()
    room.play_random_action(Random(1))
    room.advance_until(lambda: room.match.turn == 0 and not room.session.is_saving)
    for _frame in range(100):
        room.advance_frame(is_screen_idle=False)
    assert not any("timeout" in text for text in room.action_texts)
    room.advance_frame()
    assert room.turn_seconds_left == TURN_LIMIT_S


def test_unanswered_hand_over_does_not_stop_turn_clock(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S)
    room.advance_until(lambda: get_awaited_seat(room.session) is not None)
    seat = get_awaited_seat(room.session)
    assert room.turn_seconds_left == TURN_LIMIT_S
    room.advance_frame(TURN_LIMIT_S - 1.0)
    assert room.turn_seconds_left == 1.0 and get_awaited_seat(room.session) == seat
    room.advance_until(lambda: room.match.turn != seat)
    assert room.action_texts[:1] == [str(Timeout(seat or 0))]


def test_match_with_all_players_absent_plays_itself_randomly(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you", turn_seconds=1)
    room.advance_until(
        lambda: room.session.course.is_between_deals and not room.session.is_saving and room.action_count > 0,
        max_frames=2000,
    )
    assert sum("timeout" in text for text in room.action_texts) == 40


def test_confirming_hand_over_gives_no_extra_time(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S)
    room.advance_until(lambda: get_awaited_seat(room.session) is not None)
    room.advance_frame(10.0)
    confirm_ready(room.session)
    room.advance_frame(0.0)
    assert room.turn_seconds_left == TURN_LIMIT_S - 10.0


@pytest.mark.parametrize("deed", ["talk", "vote"])
def test_other_actions_during_card_play_restart_turn_clock(tmp_path: Path, deed: str) -> None:
    room = RestartableDriver(tmp_path, "you you", **FREE_CHAT_SETUP, turn_seconds=TURN_LIMIT_S, exit_votes=2)
    room.play_until(is_card_play)
    seat = room.session.observation.seat
    assert seat is not None
    room.advance_frame(TURN_LIMIT_S - 1.0)
    assert (room.session.chat.say("Momento.") if deed == "talk" else room.session.act(VoteToEnd(seat))) is None
    room.advance_frame(0.0)
    room.advance_frame(0.0)
    assert room.turn_seconds_left == TURN_LIMIT_S and room.match.turn == seat


def test_leaving_passes_turn_to_computer_regardless_of_turn_clock(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S)
    room.advance_to_shown_turn()
    room.advance_frame(TURN_LIMIT_S - 0.5)
    seat = room.session.observation.seat
    assert seat is not None and room.session.act(LeaveMatch(seat)) is None
    room.advance_until(lambda: room.match.turn != seat)
    assert "timeout" not in " ".join(room.action_texts)


def test_actions_out_of_turn_give_no_extra_time(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you you club", **FREE_CHAT_SETUP, turn_seconds=TURN_LIMIT_S, exit_votes=4)
    room.advance_to_shown_turn()
    turn = room.session.observation.seat
    others = [seat for seat in range(3) if seat != turn]
    room.advance_frame(10.0)
    assert room.session.chat.say("Dai!", others[0]) is None
    room.advance_frame(0.0)
    assert room.session.act(VoteToEnd(others[0])) is None
    for _frame in range(4):  # the computer answers the vote
        room.advance_frame(0.0)
    assert room.session.act(LeaveMatch(others[1])) is None
    for _frame in range(4):
        room.advance_frame(0.0)
    assert len(room.match.votes_to_end) >= 2 and room.match.departed_seats == (others[1],)
    assert room.match.turn == turn
    assert room.turn_seconds_left == TURN_LIMIT_S - 10.0
    assert room.session.chat.messages == (ChatMessage(others[0], "Dai!"),)


def test_turn_clock_is_paused_while_an_action_is_saved(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    room.advance_to_shown_turn()
    room.advance_frame(TURN_LIMIT_S - 0.5)
    room.storage.is_paused = True
    action = room.play_random_action(Random(1))
    for _frame in range(5):
        room.advance_frame()
    room.storage.run_waiting_calls()
    room.storage.is_paused = False
    room.advance_frame()
    assert room.action_texts[-1] == str(action) and "timeout" not in " ".join(room.action_texts)


def test_restarts_belong_to_one_turn() -> None:
    match = make_match(seats=3)
    record = make_record(match, list(play_random_actions(match, "restarts"))[:4])
    stored_notes = ([1, 3, 2], [1, 2, 2], [2, 3, 2], [1, 3], [1, 3, True], None)
    assert [read_restart_count(stored, record) for stored in stored_notes] == [2, 0, 0, 0, 0, 0]
    assert read_restart_count([1, 3, 2], record.with_action(LeaveMatch(0)).with_action(VoteToEnd(1))) == 2
    assert identify_turn(make_record(match, [])) == (0, 0)
