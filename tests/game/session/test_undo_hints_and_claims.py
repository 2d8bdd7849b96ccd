"""Undo, hints and claims in a session: on disk before shown, marked permanently, and without leaks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.match.assistance import AssistanceOptions
from game.match.claims import find_claim
from game.match.match import Match
from game.match.observation import observe
from game.session.hosted_match import build_commitment_events
from game.session.undo import find_undo_points
from game.shuffling.shuffle import derive_random
from tests.fakes import FakeClock, FakeStorageThread, make_folders, make_match_setup
from tests.helpers import PlayoutMoment, make_match, make_record, play_random_actions
from tests.session_driver import SessionDriver
from tests.twin_deals import make_twin_moments

PLAYER_KINDS_BY_GAME = {"briscola": "you club", "chiamata": "you club club club club", "spades": "you club club",
         "muscio": "you club club club"}  # fmt: skip


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[SessionDriver]:
    driver = SessionDriver(tmp_path)
    yield driver
    driver.storage.close()


def get_code(reason: object) -> str | None:
    return getattr(reason, "code", None)


# -- undo ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYER_KINDS_BY_GAME)
def test_undo_restores_last_choice_and_same_match_follows(game: str, tmp_path: Path) -> None:
    """Check that the plays of computer players are undone too, and are the same after the same choice."""
    clock: dict[str, Any] = {"turn_seconds": 0} if game == "chiamata" else {}
    driver = SessionDriver(tmp_path, PLAYER_KINDS_BY_GAME[game], game=game, **clock)
    rng = Random(5)
    for _turn in range(3):
        driver.advance_to_person()
        match, record, story = driver.session.host.match, driver.record, driver.session.events
        action = driver.play_random_action(rng)
        driver.advance_until(lambda before=record: driver.record != before)  # type: ignore[misc]
        if driver.session.course.is_between_deals or len(match.legal_actions()) < 2:
            continue
        for _frame in range(4):
            driver.advance_frame()
        driver.advance_until(lambda: not driver.session.is_saving)
        after = driver.record
        assert driver.session.assistance.undo() is None
        driver.advance_until(lambda: not driver.session.is_saving)
        assert (driver.session.host.match, driver.record, driver.session.events) == (match, record, story)
        assert driver.stored_record == record
        assert driver.session.is_your_turn
        assert driver.session.act(action) is None
        driver.advance_until(lambda: len(driver.record.deals[-1].actions) >= len(after.deals[-1].actions))  # noqa: B023
        assert driver.record.deals[-1].actions[: len(after.deals[-1].actions)] == after.deals[-1].actions
    assert driver.session.assistance.is_assisted
    driver.storage.close()


def test_undo_goes_back_choice_by_choice_to_first_of_the_deal(driver: SessionDriver) -> None:
    rng, turns = Random(2), list[Match]()
    for _turn in range(4):
        driver.advance_to_person()
        turns.append(driver.session.host.match)
        driver.play_random_action(rng)
        driver.advance_frame()
    driver.advance_to_person()
    while turns:
        assert driver.session.assistance.undo() is None
        driver.advance_until(lambda: not driver.session.is_saving)
        assert driver.session.host.match == turns.pop()
    assert get_code(driver.session.assistance.undo()) == "undo_nothing"


def test_undone_actions_leave_the_disk_before_the_screen(driver: SessionDriver) -> None:
    driver.advance_to_person()
    before = driver.record
    driver.play_random_action(Random(1))
    driver.advance_to_person()
    shown, count = driver.observation, len(driver.transitions)
    driver.storage.is_paused = True
    assert driver.session.assistance.undo() is None
    for _frame in range(3):
        driver.advance_frame()
    assert (driver.observation, len(driver.transitions), driver.session.assistance.is_assisted) == (
        shown,
        count,
        False,
    )
    driver.storage.run_waiting_calls()
    assert driver.stored_record == before
    driver.advance_frame()
    assert driver.record == before
    assert [transition.is_undo for transition in driver.transitions[count:]] == [True]


def test_failed_undo_changes_nothing_until_it_is_saved(driver: SessionDriver) -> None:
    driver.advance_to_person()
    before = driver.record
    driver.play_random_action(Random(1))
    driver.advance_to_person()
    driver.storage.failure_message = "no"
    longer = driver.record
    assert driver.session.assistance.undo() is None
    driver.advance_frame()
    assert driver.record == longer
    assert driver.session.error
    driver.storage.failure_message = ""
    driver.session.retry()
    driver.advance_frame()
    assert driver.record == before == driver.stored_record


def test_match_with_undo_is_marked_assisted_permanently_and_in_export(driver: SessionDriver) -> None:
    driver.advance_to_person()
    assert "assisted" not in driver.session.host.export_record().extra
    driver.play_random_action(Random(1))
    driver.advance_to_person()
    driver.session.assistance.undo()
    driver.advance_frame()
    saved = driver.load_match()
    assert saved.notes["assisted"] is True
    again = SessionDriver(Path(), saved=saved, storage=driver.storage)
    assert again.session.assistance.is_assisted
    assert again.session.host.export_record().extra["assisted"] is True
    assert again.session.assistance.undo_refusal_reason == driver.session.assistance.undo_refusal_reason


def test_resumed_match_can_undo_choices_of_its_deal(driver: SessionDriver) -> None:
    rng = Random(4)
    for _turn in range(3):
        driver.advance_to_person()
        driver.play_random_action(rng)
        driver.advance_frame()
    driver.advance_to_person()
    choices = [
        choice.match for choice in find_undo_points(driver.record, (0,), len(build_commitment_events(driver.record)))
    ]
    driver.session.close()
    again = SessionDriver(Path(), saved=driver.load_match(), storage=driver.storage)
    for match in reversed(choices):
        assert again.session.assistance.undo() is None
        again.advance_until(lambda: not again.session.is_saving)
        assert again.session.host.match == match
    assert choices and get_code(again.session.assistance.undo()) == "undo_nothing"


def test_finished_deal_cannot_be_undone(driver: SessionDriver) -> None:
    driver.play_deal_at_random()
    assert get_code(driver.session.assistance.undo()) == "undo_over"


def test_undo_discards_pending_computer_choices(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club club")
    driver.advance_to_person()
    driver.worker.is_paused = True
    driver.play_random_action(Random(1))
    driver.advance_until(lambda: bool(driver.worker.open_tasks))
    assert driver.session.assistance.undo() is None
    driver.advance_frame()
    assert not driver.worker.open_tasks
    assert driver.session.is_your_turn
    driver.storage.close()


@pytest.mark.parametrize(
    ("kinds", "options", "why"),
    [("you you", {}, "undo_people"), ("you club", {"turn_seconds": 60}, "undo_clock")],
)
def test_undo_is_refused_where_it_would_be_unfair(
    kinds: str, options: dict[str, Any], why: str, tmp_path: Path
) -> None:
    driver = SessionDriver(tmp_path, kinds, **options)
    driver.advance_to_person()
    driver.play_random_action(Random(1))
    driver.advance_to_person()
    before = driver.record
    assert get_code(driver.session.assistance.undo()) == why
    driver.advance_frame()
    assert driver.record == before
    assert not driver.session.assistance.is_assisted
    driver.storage.close()


@pytest.mark.parametrize(("off", "why"), [("undo", "undo_off"), ("hints", "hints_off")])
def test_table_may_disable_assistance_permanently(off: str, why: str, driver: SessionDriver) -> None:
    """Check that this is stored beside the record, so that it holds after a restart."""
    aids = msgspec.structs.replace(AssistanceOptions(), **{off: False})
    journal = driver.storage.get_repository()
    seats = msgspec.structs.replace(make_match_setup("you club"), assistance=aids)
    match_id = journal.create_match(seats.create_record(1), ("you", "club"), 1, {})
    fair = SessionDriver(Path(), saved=journal.load_match(match_id), storage=driver.storage)
    fair.advance_to_person()
    fair.play_random_action(Random(1))
    fair.advance_to_person()
    assert get_code(fair.session.assistance.undo() if off == "undo" else fair.session.assistance.request_hint()) == why
    assert get_code(fair.session.assistance.request_hint() if off == "undo" else fair.session.assistance.undo()) is None


# -- hints -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYER_KINDS_BY_GAME)
def test_hint_ranks_actions_and_marks_match_as_assisted(game: str, tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, PLAYER_KINDS_BY_GAME[game], game=game)
    driver.advance_to_person()
    driver.advance_frame()
    choices = driver.observation.legal_actions
    assert driver.session.assistance.request_hint() is None
    assert driver.session.assistance.hint is None
    driver.advance_until(lambda: driver.session.assistance.hint is not None)
    hint = driver.session.assistance.hint
    assert hint
    assert {advised.action for advised in hint} <= set(choices)
    assert all(advised.reasons for advised in hint)
    assert [advised.value for advised in hint] == sorted((advised.value for advised in hint), reverse=True)
    assert driver.load_match().notes["assisted"] is True
    assert driver.session.assistance.is_assisted
    driver.storage.close()


def test_hint_is_discarded_after_an_action_or_on_request(driver: SessionDriver) -> None:
    driver.advance_to_person()
    driver.worker.is_paused = True
    driver.session.assistance.request_hint()
    driver.advance_frame()
    assert driver.session.assistance.is_hint_pending
    driver.session.assistance.discard_hint()
    assert not driver.session.assistance.is_hint_pending
    driver.worker.is_paused = False
    driver.advance_frame()
    assert driver.session.assistance.hint is None
    driver.session.assistance.request_hint()
    driver.advance_until(lambda: driver.session.assistance.hint is not None)
    driver.play_random_action(Random(1))
    driver.advance_frame()
    assert driver.session.assistance.hint is None


def test_hint_is_for_single_person_on_turn_only(tmp_path: Path) -> None:
    two = SessionDriver(tmp_path / "two", "you you")
    two.advance_to_person()
    assert get_code(two.session.assistance.request_hint()) == "hints_people"
    two.storage.close()
    driver = SessionDriver(tmp_path / "one", "you club club")
    driver.advance_to_person()
    driver.worker.is_paused = True
    driver.play_random_action(Random(1))
    driver.advance_frame()
    assert get_code(driver.session.assistance.request_hint()) == "not_your_turn"
    driver.storage.close()


@pytest.mark.parametrize("game", PLAYER_KINDS_BY_GAME)
def test_hint_request_has_only_the_seats_observation(game: str, tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, PLAYER_KINDS_BY_GAME[game], game=game)
    driver.advance_to_person()
    driver.worker.is_paused = True
    driver.session.assistance.request_hint()
    driver.advance_frame()
    (question,) = driver.worker.open_tasks
    assert question.observation == observe(driver.session.host.match, 0) == driver.observation
    driver.storage.close()


# -- claims ----------------------------------------------------------------------------------------


def play_to_claim(tmp_path: Path) -> SessionDriver:
    """Return a session of Spades in which the person at seat 0 can claim the remaining tricks.

    Raise AssertionError if no random deal of 200 has such a moment.
    """
    start = make_match("spades", seats=3)
    for seed in range(200):
        moments = list[PlayoutMoment]()
        for moment in play_random_actions(start, seed, 1):
            moments.append(moment)
            if moment.match.turn == 0 and find_claim(observe(moment.match, 0)) is not None:
                storage = FakeStorageThread(make_folders(tmp_path), FakeClock())
                journal = storage.get_repository()
                number = journal.create_match(make_record(start, moments), ("you", "club", "club"), 1, {})
                driver = SessionDriver(tmp_path, saved=journal.load_match(number), storage=storage)
                driver.advance_to_person()
                return driver
    raise AssertionError("nothing was ever certain")


def test_claimed_cards_are_played_as_normal_actions(tmp_path: Path) -> None:
    driver = play_to_claim(tmp_path)
    claim = find_claim(driver.observation)
    assert claim is not None
    before, taken = driver.action_count, driver.observation.points[0]
    assert driver.session.assistance.claim() is None
    assert driver.session.assistance.has_claimed
    assert not driver.session.is_your_turn
    driver.advance_until(lambda: driver.session.course.is_between_deals and not driver.session.is_saving)
    assert not driver.session.assistance.has_claimed
    assert driver.action_count - before >= len(claim.card_order)
    won = 0 if claim.reason.code == "claim_none" else len(claim.card_order)
    assert driver.observation.points[0] - taken == won
    assert driver.stored_record == driver.record
    assert not driver.session.assistance.is_assisted
    driver.storage.close()


def test_claim_is_undone_as_one_choice(tmp_path: Path) -> None:
    driver = play_to_claim(tmp_path)
    record = driver.record
    driver.session.assistance.claim()
    driver.advance_until(
        lambda: driver.action_count > len(record.deals[-1].actions) + 3 or driver.session.course.is_between_deals
    )
    if driver.session.assistance.undo() is None:
        driver.advance_frame()
        assert driver.record == record
        assert driver.session.is_your_turn
    driver.storage.close()


def test_uncertain_tricks_cannot_be_claimed(driver: SessionDriver) -> None:
    driver.advance_to_person()
    assert get_code(driver.session.assistance.claim()) == "claim_not"
    assert driver.session.is_your_turn


# -- twin deals ------------------------------------------------------------------------------------


def test_hint_request_is_equal_in_twin_deals() -> None:
    """Compare the request to the worker process, from which the hint follows: observation and seed."""
    checked_count = 0
    for game in PLAYER_KINDS_BY_GAME:
        rng = derive_random(6, "twin hints", game)
        seats = len(PLAYER_KINDS_BY_GAME[game].split())
        moments = list(play_random_actions(make_match(game, seats=seats), "hints", 1))
        seat = rng.randrange(seats)
        twins = make_twin_moments(moments, seat, len(moments) * 2 // 3, rng)
        for own_moment, other in zip(moments, twins, strict=False):
            if own_moment.match.turn == seat:
                assert observe(own_moment.match, seat) == observe(other.match, seat)
                checked_count += 1
    assert checked_count > 10
