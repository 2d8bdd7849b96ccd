"""The turn clock in a session, also over a restart of the program (docs/rules.md, "Table discipline")."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from game.core.actions import LeaveMatch, Play, Timeout, VoteToEnd
from game.core.messages import Reason
from game.match.record import replay_deal_results
from game.text.chat import CHAT_PHRASES, ChatMessage
from tests.helpers import PLAYER_NAMES
from tests.rows import check_rows
from tests.session_driver import (
    FREE_CHAT_SETUP,
    TURN_LIMIT_S,
    SessionDriver,
    confirm_ready,
    get_awaited_seat,
    is_card_play,
    is_phase_of_class,
    start_turn,
)

CLOCK: Final[dict[str, Any]] = {"turn_seconds": TURN_LIMIT_S}


def has_timeout(driver: SessionDriver) -> bool:
    return any("timeout" in text for text in driver.action_texts)


def wait_for_actions(driver: SessionDriver, count: int) -> None:
    driver.advance_until(lambda: driver.action_count >= count)


# -- the cost of a missed turn ---------------------------------------------------------------------


@check_rows(("game", "kinds", "name", "options", "minutes"), [
    ("chiamata", "you club club club club", "AuctionPhase", {}, 60),
    ("chiamata", "you you you you you", "NamingPhase", {}, 0),
    ("spades", "you club club", "BiddingPhase", {}, 1440),
    ("muscio", "you club club club", "DeclarationPhase", {}, 60),
    ("muscio", "you you you", "HandDealingPhase", {"hand_dealing": True}, 0),
    ("muscio", "you you you", "ExchangePhase", {}, 1440),
    ("muscio", "you you you", "ForfeitPhase", {}, 60),
])  # fmt: skip
def test_timeout_before_card_play_ends_match_and_blocks_that_player(
    tmp_path: Path, game: str, kinds: str, name: str, options: dict[str, Any], minutes: int
) -> None:
    driver = SessionDriver(tmp_path / name, kinds, game=game, **CLOCK, bar_minutes=minutes, **options)
    driver.play_until(is_phase_of_class(name))
    seat = driver.match.turn
    assert is_phase_of_class(name)(driver.match) and seat is not None and not driver.penalty_seconds
    driver.advance_frame(TURN_LIMIT_S - 0.5)
    assert not driver.observation.is_over and driver.turn_seconds_left == pytest.approx(0.5)
    driver.advance_until(lambda: driver.observation.is_over)
    assert driver.action_texts[-1] == str(Timeout(seat)) and driver.match.standing.winners == ()
    assert driver.penalty_seconds == ({PLAYER_NAMES[seat]: pytest.approx(minutes * 60, abs=1)} if minutes else {})
    assert not driver.unfinished_count
    assert replay_deal_results(driver.stored_record)[1][-1].state == "unfinished"


@check_rows(("game", "kinds"), [
    ("briscola", "you club"), ("chiamata", "you club club club club"), ("spades", "you club club"),
    ("muscio", "you you you"),
])  # fmt: skip
def test_timeout_in_card_play_forces_same_legal_card_also_after_restart(tmp_path: Path, game: str, kinds: str) -> None:
    forced_cards = list[list[str]]()
    for home in (tmp_path / game, tmp_path / f"{game} restarted"):
        driver = SessionDriver(home, kinds, game=game, **CLOCK)
        driver.play_until(is_card_play)
        seat, legal, count = driver.seat, driver.match.legal_actions(), driver.action_count
        driver.advance_frame(TURN_LIMIT_S)
        wait_for_actions(driver, count + 1)
        assert driver.match.auto_play_seat == seat
        assert all(driver.session.act(card) == Reason("forced_card", {"seat": seat}) for card in legal)
        if forced_cards:
            driver = driver.restart_program(3.0)
            assert driver.session.turn_seconds_left is None
        wait_for_actions(driver, count + 2)
        timeout, card = driver.record.deals[-1].actions[count - driver.action_count :][:2]
        assert timeout == Timeout(seat) and isinstance(card, Play) and card in legal and not driver.penalty_seconds
        forced_cards.append(driver.action_texts[: count + 2])
    assert forced_cards[0] == forced_cards[1]


def test_other_seed_forces_other_card_and_next_turn_has_full_time(tmp_path: Path) -> None:
    places = set()
    for seed in range(8):
        driver = start_turn(tmp_path / str(seed), seed=seed, **CLOCK)
        legal, count = driver.match.legal_actions(), driver.action_count
        driver.advance_frame(TURN_LIMIT_S)
        wait_for_actions(driver, count + 2)
        places.add(legal.index(driver.record.deals[-1].actions[count + 1]))
        driver.advance_to_shown_turn()
        assert driver.turn_seconds_left == TURN_LIMIT_S
    assert places == {0, 1, 2}


def test_match_with_all_players_absent_plays_itself_randomly(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=1)
    driver.advance_until(lambda: driver.session.status.is_between_deals and driver.action_count > 0, max_frames=2000)
    assert sum("timeout" in text for text in driver.action_texts) == 40


def test_computer_never_times_out(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "club " * 5, game="chiamata", turn_seconds=1)
    driver.worker.is_paused = True
    for _frame in range(50):
        driver.advance_frame(10.0)
        assert driver.session.turn_seconds_left is None
    driver.worker.is_paused = False
    driver.play_deal_at_random()
    assert not has_timeout(driver)


def test_without_turn_clock_no_time_counts_and_no_vote_is_offered(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you you")
    before, status = driver.match, driver.session.status
    assert 0 in status.leaving_seats and 0 not in status.voting_seats
    for current in (driver, driver.restart_program(1e7)):
        current.advance_frame(1e7)
        current.advance_frame()
        assert current.session.turn_seconds_left is None and current.session.status.penalty_reasons == ()
        assert current.match == before
    with_clock = start_turn(tmp_path / "clock", "you you", **CLOCK).session.status
    assert 0 in with_clock.leaving_seats and 0 in with_clock.voting_seats


# -- its start -------------------------------------------------------------------------------------


def test_turn_clock_starts_when_turn_is_shown(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you club club", **CLOCK)
    driver.play_random_action(Random(1))
    driver.advance_until(lambda: driver.match.turn == 0 and not driver.session.is_saving)
    for _frame in range(100):
        driver.advance_frame(is_screen_idle=False)
    assert not has_timeout(driver)
    driver.advance_frame()
    assert driver.turn_seconds_left == TURN_LIMIT_S


def test_hand_over_neither_stops_turn_clock_nor_gives_extra_time(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", **CLOCK)
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    driver.advance_frame(10.0)
    seat = get_awaited_seat(driver.session)
    assert driver.turn_seconds_left == TURN_LIMIT_S - 10.0 and seat is not None
    confirm_ready(driver.session)
    driver.advance_frame(0.0)
    assert driver.turn_seconds_left == TURN_LIMIT_S - 10.0
    driver.play_random_action(Random(1))
    driver.advance_until(lambda: get_awaited_seat(driver.session) == 1 - seat)
    driver.advance_until(lambda: driver.match.turn == seat)
    assert driver.action_texts[1] == str(Timeout(1 - seat)), "nobody has confirmed"


def test_turn_clock_is_paused_while_an_action_is_saved(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, **CLOCK)
    driver.advance_frame(TURN_LIMIT_S - 0.5)
    driver.storage.is_paused = True
    action = driver.play_random_action(Random(1))
    driver.advance_frames(5)
    driver.storage.finish_writes()
    driver.advance_frame()
    assert driver.action_texts[-1] == str(action) and not has_timeout(driver)


# -- chat, votes and leaving -----------------------------------------------------------------------


def act_beside_turn(driver: SessionDriver, act: str) -> None:
    seat = driver.seat
    if act == "ask":
        driver.session.request_leave(seat)
    else:
        assert (driver.session.act(VoteToEnd(seat)) if act == "vote" else driver.session.say("Momento.")) is None
    driver.advance_frames(2, 0.0)


@check_rows("acts", [("chat", "chat"), ("vote", "ask")])
@check_rows("game", ["chiamata", "spades", "muscio"])
def test_chat_votes_and_requests_do_not_stop_turn_clock_in_auction(
    tmp_path: Path, game: str, acts: tuple[str, ...]
) -> None:
    kinds = "you you club club club" if game == "chiamata" else "you you club"
    driver = SessionDriver(tmp_path / f"{game} {acts}", kinds, game=game, **CLOCK, exit_votes=6, talk="free")
    driver.play_until(lambda match: match.is_deal_in_progress and not is_card_play(match))
    seat = driver.seat
    for act in acts:
        driver.advance_frame(10.0)
        act_beside_turn(driver, act)
    assert driver.turn_seconds_left == TURN_LIMIT_S - 20.0 and driver.match.turn == seat
    driver.advance_frame(TURN_LIMIT_S)
    driver.advance_until(lambda: driver.observation.is_over)
    assert driver.action_texts[-1] == str(Timeout(seat))


@check_rows("acts", [("chat",) * 5, ("chat", "vote", "ask", "chat", "ask")])
def test_chat_restarts_turn_clock_three_times_per_turn_at_most(tmp_path: Path, acts: tuple[str, ...]) -> None:
    driver = SessionDriver(tmp_path / str(acts), "you you", **FREE_CHAT_SETUP, **CLOCK, exit_votes=2)
    driver.play_until(is_card_play)
    for _turn in range(2 if "vote" not in acts else 1):
        left = list[float]()
        for act in acts:
            driver.advance_frame(10.0)
            act_beside_turn(driver, act)
            left.append(driver.turn_seconds_left)
        assert left == [TURN_LIMIT_S] * 3 + [TURN_LIMIT_S - 10.0, TURN_LIMIT_S - 20.0]
        driver.play_turn()


def test_actions_out_of_turn_give_no_extra_time_even_after_restart(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you you club", **FREE_CHAT_SETUP, **CLOCK, exit_votes=4)
    driver.play_until(is_card_play)
    turn = driver.seat
    voter, leaver = (seat for seat in range(3) if seat != turn)
    driver.advance_frame(10.0)
    assert driver.session.say("Dai!", voter) is None
    driver.advance_frame(0.0)
    for action in (VoteToEnd(voter), LeaveMatch(leaver)):
        assert driver.session.act(action) is None
        driver.advance_frames(4, 0.0)
    assert len(driver.match.votes_to_end) >= 2 and driver.match.departed_seats == (leaver,)
    assert driver.session.chat_messages == (ChatMessage(voter, "Dai!"),)
    assert driver.match.turn == turn and driver.turn_seconds_left == TURN_LIMIT_S - 10.0
    driver = driver.restart_program()
    driver.advance_to_shown_turn()
    assert driver.match.turn == turn and driver.turn_seconds_left <= TURN_LIMIT_S - 10.0


def test_refused_chat_gives_a_reason_and_costs_no_time(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you you", **CLOCK)
    driver.play_turn()
    driver.advance_frame(5.0)
    texts = ("I hold the ace of trumps.", CHAT_PHRASES[0])
    assert [driver.session.say(text) for text in texts] == [Reason("signs_first_trick")] * 2
    driver.advance_frame(0.0)
    assert driver.turn_seconds_left == TURN_LIMIT_S - 5.0 and not driver.session.chat_messages
    driver.play_turn()
    assert [driver.session.say(text) for text in texts] == [Reason("talk_phrases"), None]


# -- restarts of the program -----------------------------------------------------------------------


def test_restart_of_program_keeps_count_of_turn_clock_restarts(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, **FREE_CHAT_SETUP, **CLOCK)
    driver.play_until(is_card_play)
    for time in range(5):
        driver.advance_frame(10.0)
        before = driver.turn_seconds_left
        act_beside_turn(driver, "chat")
        driver = driver.restart_program()
        driver.advance_to_shown_turn()
        assert (driver.turn_seconds_left > before) == (time < 3)


def test_turn_clock_keeps_running_while_program_is_closed(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, **CLOCK)
    driver.advance_frame(5.0)
    driver = driver.restart_program(12.0)
    driver.advance_to_shown_turn()
    left = driver.turn_seconds_left
    assert TURN_LIMIT_S - 19.0 <= left <= TURN_LIMIT_S - 17.0, "with the time that it took to show the turn"
    for _time in range(3):
        driver = driver.restart_program(left / 3)
        driver.advance_frame(0.0)
    driver.advance_frame(0.0)
    assert driver.action_texts[1] == str(Timeout(0)), "repeated restarts gain no time"


@check_rows("back_by", [1.0, 3600.0, 1e6])
def test_system_clock_set_back_gives_at_most_one_full_turn(tmp_path: Path, back_by: float) -> None:
    driver = start_turn(tmp_path / str(back_by), **CLOCK)
    driver.advance_frame(10.0)
    back = driver.restart_program(-back_by)
    back.advance_to_shown_turn()
    assert 0 < back.turn_seconds_left <= TURN_LIMIT_S
