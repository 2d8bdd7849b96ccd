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
from tests.session_driver import (
    FREE_CHAT_SETUP,
    TURN_LIMIT_S,
    SessionDriver,
    confirm_ready,
    get_awaited_seat,
    is_phase_of_class,
)

TIMEOUT_PENALTIES = [
    ("chiamata", "you club club club club", "AuctionPhase", {}, 60),
    ("chiamata", "you you you you you", "NamingPhase", {}, 0),
    ("spades", "you club club", "BiddingPhase", {}, 1440),
    ("muscio", "you club club club", "DeclarationPhase", {}, 60),
    ("muscio", "you you you", "HandDealingPhase", {"hand_dealing": True}, 0),
    ("muscio", "you you you", "ExchangePhase", {}, 1440),
    ("muscio", "you you you", "ForfeitPhase", {}, 60),
]
"""Tables at which a person is on turn in a phase before the play; the minutes for which they are blocked."""


@pytest.mark.parametrize(("game", "kinds", "name", "options", "minutes"), TIMEOUT_PENALTIES)
def test_timeout_before_card_play_ends_match_and_blocks_that_player(
    tmp_path: Path, game: str, kinds: str, name: str, options: dict[str, Any], minutes: int
) -> None:
    driver = SessionDriver(
        tmp_path, kinds, game=game, turn_seconds=TURN_LIMIT_S, bar_minutes=minutes, exit_votes=1, **options
    )
    driver.play_until(is_phase_of_class(name))
    assert is_phase_of_class(name)(driver.match), "the phase never came"
    seat = driver.match.turn
    assert seat is not None and not driver.penalty_seconds
    driver.advance_frame(TURN_LIMIT_S - 0.5)
    assert not driver.observation.is_over and driver.turn_seconds_left == pytest.approx(0.5)
    driver.advance_until(lambda: driver.observation.is_over)
    assert driver.action_texts[-1] == str(Timeout(seat))
    assert driver.match.standing.winners == () and driver.observation.is_over
    assert driver.penalty_seconds == ({PLAYER_NAMES[seat]: pytest.approx(minutes * 60, abs=1)} if minutes else {})
    assert not driver.storage.get_repository().list_unfinished_matches()
    assert replay_deal_results(driver.stored_record)[1][-1].state == "unfinished"


SETUPS_WITH_CARD_PLAY = [("briscola", "you club"), ("chiamata", "you club club club club"), ("spades", "you club club"),
          ("muscio", "you you you")]  # fmt: skip


@pytest.mark.parametrize(("game", "kinds"), SETUPS_WITH_CARD_PLAY)
def test_timeout_in_card_play_forces_same_random_legal_card_for_same_seed(
    tmp_path: Path, game: str, kinds: str
) -> None:
    forced_cards = []
    for name in ("one", "two"):
        driver = SessionDriver(tmp_path / name, kinds, game=game, turn_seconds=TURN_LIMIT_S)
        driver.play_until(lambda match: match.phase is not None and match.phase.is_card_play)
        seat, legal, count = driver.match.turn, driver.match.legal_actions(), driver.action_count
        assert seat is not None
        driver.advance_frame(TURN_LIMIT_S)
        driver.advance_until(lambda driver=driver, count=count: driver.action_count >= count + 2)  # type: ignore[misc]
        timeout, card = driver.record.deals[-1].actions[count - driver.action_count :][:2]
        assert timeout == Timeout(seat)
        assert isinstance(card, Play) and card in legal
        assert not driver.penalty_seconds
        forced_cards.append(driver.action_texts[: count + 2])
    assert forced_cards[0] == forced_cards[1]


@pytest.mark.slow
def test_other_seed_forces_other_card(tmp_path: Path) -> None:
    """Check that it is not always the first card of the hand."""
    places = set()
    for seed in range(12):
        driver = SessionDriver(tmp_path / str(seed), seed=seed, turn_seconds=TURN_LIMIT_S)
        driver.advance_to_shown_turn()
        legal, count = driver.match.legal_actions(), driver.action_count
        driver.advance_frame(TURN_LIMIT_S)
        driver.advance_until(lambda driver=driver, count=count: driver.action_count >= count + 2)  # type: ignore[misc]
        card = driver.record.deals[-1].actions[count + 1]
        places.add(legal.index(card))
    assert places == {0, 1, 2}


def test_next_turn_has_full_time(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    for _round in range(3):
        count = driver.action_count
        driver.advance_frame(TURN_LIMIT_S)
        driver.advance_until(lambda count=count: driver.action_count > count + 1)  # type: ignore[misc]
        driver.advance_to_shown_turn()
        assert driver.turn_seconds_left == TURN_LIMIT_S


def test_player_cannot_choose_a_card_after_timeout(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.advance_frame(TURN_LIMIT_S)
    driver.advance_until(lambda: driver.match.auto_play_seat is not None)
    for card in driver.match.legal_actions():
        reason = driver.session.act(card)
        assert reason is not None and reason.code == "forced_card"


def test_forced_card_is_the_same_after_restart(tmp_path: Path) -> None:
    uninterrupted, driver = (SessionDriver(tmp_path / name, turn_seconds=TURN_LIMIT_S) for name in ("whole", "cut"))
    for current_driver in (uninterrupted, driver):
        current_driver.advance_to_shown_turn()
        current_driver.advance_frame(TURN_LIMIT_S)
        current_driver.advance_until(
            lambda current_driver=current_driver: current_driver.match.auto_play_seat is not None  # type: ignore[misc]
        )
    count = uninterrupted.action_count
    uninterrupted.advance_until(lambda: uninterrupted.action_count > count)
    back = driver.restart_program(3.0)
    assert back.session.penalties.turn_seconds_left is None
    back.advance_until(lambda: back.action_count > count)
    assert back.action_texts[: count + 1] == uninterrupted.action_texts[: count + 1]


@pytest.mark.parametrize(("game", "kinds"), [("briscola", "club club"), ("chiamata", "club " * 5)])
def test_computer_never_times_out(tmp_path: Path, game: str, kinds: str) -> None:
    driver = SessionDriver(tmp_path, kinds, game=game, turn_seconds=1)
    driver.worker.is_paused = True
    for _frame in range(50):
        driver.advance_frame(10.0)
        assert driver.session.penalties.turn_seconds_left is None
    driver.worker.is_paused = False
    driver.play_deal_at_random()
    assert not any("timeout" in text for text in driver.action_texts)


def test_without_turn_clock_nobody_times_out(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=0)
    driver.advance_to_shown_turn()
    count = driver.action_count
    driver.advance_frame(1e7)
    driver.advance_frame()
    assert driver.session.penalties.turn_seconds_left is None and driver.action_count == count
    assert driver.restart_program(1e7).session.penalties.turn_seconds_left is None


def test_turn_clock_starts_when_turn_is_shown(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club club", turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.play_random_action(Random(1))
    driver.advance_until(lambda: driver.match.turn == 0 and not driver.session.is_saving)
    for _frame in range(100):
        driver.advance_frame(is_screen_idle=False)
    assert not any("timeout" in text for text in driver.action_texts)
    driver.advance_frame()
    assert driver.turn_seconds_left == TURN_LIMIT_S


def test_unanswered_hand_over_does_not_stop_turn_clock(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S)
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    seat = get_awaited_seat(driver.session)
    assert driver.turn_seconds_left == TURN_LIMIT_S
    driver.advance_frame(TURN_LIMIT_S - 1.0)
    assert driver.turn_seconds_left == 1.0 and get_awaited_seat(driver.session) == seat
    driver.advance_until(lambda: driver.match.turn != seat)
    assert driver.action_texts[:1] == [str(Timeout(seat or 0))]


def test_match_with_all_players_absent_plays_itself_randomly(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=1)
    driver.advance_until(
        lambda: driver.session.course.is_between_deals and not driver.session.is_saving and driver.action_count > 0,
        max_frames=2000,
    )
    assert sum("timeout" in text for text in driver.action_texts) == 40


def test_confirming_hand_over_gives_no_extra_time(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S)
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    driver.advance_frame(10.0)
    confirm_ready(driver.session)
    driver.advance_frame(0.0)
    assert driver.turn_seconds_left == TURN_LIMIT_S - 10.0


def test_leaving_passes_turn_to_computer_regardless_of_turn_clock(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.advance_frame(TURN_LIMIT_S - 0.5)
    seat = driver.leave_match()
    driver.advance_until(lambda: driver.match.turn != seat)
    assert "timeout" not in " ".join(driver.action_texts)


def test_actions_out_of_turn_give_no_extra_time(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you you club", **FREE_CHAT_SETUP, turn_seconds=TURN_LIMIT_S, exit_votes=4)
    driver.advance_to_shown_turn()
    turn = driver.observation.seat
    others = [seat for seat in range(3) if seat != turn]
    driver.advance_frame(10.0)
    assert driver.session.chat.say("Dai!", others[0]) is None
    driver.advance_frame(0.0)
    assert driver.session.act(VoteToEnd(others[0])) is None
    for _frame in range(4):  # the computer answers the vote
        driver.advance_frame(0.0)
    assert driver.session.act(LeaveMatch(others[1])) is None
    for _frame in range(4):
        driver.advance_frame(0.0)
    assert len(driver.match.votes_to_end) >= 2 and driver.match.departed_seats == (others[1],)
    assert driver.match.turn == turn
    assert driver.turn_seconds_left == TURN_LIMIT_S - 10.0
    assert driver.session.chat.messages == (ChatMessage(others[0], "Dai!"),)


def test_turn_clock_is_paused_while_an_action_is_saved(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.advance_frame(TURN_LIMIT_S - 0.5)
    driver.storage.is_paused = True
    action = driver.play_random_action(Random(1))
    for _frame in range(5):
        driver.advance_frame()
    driver.storage.finish_writes()
    driver.advance_frame()
    assert driver.action_texts[-1] == str(action) and "timeout" not in " ".join(driver.action_texts)


def test_restarts_belong_to_one_turn() -> None:
    match = make_match(seats=3)
    record = make_record(match, list(play_random_actions(match, "restarts"))[:4])
    stored_notes = ([1, 3, 2], [1, 2, 2], [2, 3, 2], [1, 3], [1, 3, True], None)
    assert [read_restart_count(stored, record) for stored in stored_notes] == [2, 0, 0, 0, 0, 0]
    assert read_restart_count([1, 3, 2], record.with_action(LeaveMatch(0)).with_action(VoteToEnd(1))) == 2
    assert identify_turn(make_record(match, [])) == (0, 0)
