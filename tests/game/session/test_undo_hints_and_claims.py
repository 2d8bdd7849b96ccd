"""Undo, hints, checks of plays and claims in a session: on disk before shown, marked permanently, and without leaks."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.ai.client import JUDGE_FUNCTION
from game.analysis.model import Finding
from game.core.actions import Action
from game.core.messages import Reason
from game.match.assistance import AssistanceOptions
from game.match.claims import find_claim
from game.match.match import Match
from game.match.observation import Observation, observe
from game.session.stored_findings import parse_findings
from tests.fakes import FakeClock, FakeStorageThread, judge_as_costly, make_folders, make_match_setup
from tests.helpers import PlayoutMoment, make_match, make_record, play_random_actions
from tests.rows import check_rows
from tests.session_driver import SessionDriver

PLAYER_KINDS_BY_GAME = {"briscola": "you club", "chiamata": "you club club club club", "spades": "you club club",
         "muscio": "you club club club"}  # fmt: skip


def undo(driver: SessionDriver) -> None:
    assert driver.session.undo() is None
    driver.advance_until(lambda: not driver.session.is_saving)


def play_choices(driver: SessionDriver, count: int, seed: int = 1) -> list[Match]:
    """Play random choices of the person, advance to the next one, and return the match before each."""
    rng, matches = Random(seed), list[Match]()
    for _choice in range(count):
        driver.advance_to_person()
        matches.append(driver.match)
        driver.play_random_action(rng)
        driver.advance_frame()
    driver.advance_to_person()
    return matches


# -- undo ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYER_KINDS_BY_GAME)
def test_undo_restores_last_choice_and_same_match_follows(game: str, tmp_path: Path) -> None:
    """Check that the plays of computer players are undone too, and are the same after the same choice."""
    clock: dict[str, Any] = {"turn_seconds": 0} if game == "chiamata" else {}
    driver = SessionDriver(tmp_path, PLAYER_KINDS_BY_GAME[game], game=game, **clock)
    rng = Random(5)
    for _turn in range(3):
        driver.advance_to_person()
        match, record, story = driver.session.host.match, driver.record, driver.session.view.events
        action = driver.play_random_action(rng)
        driver.advance_until(lambda before=record: driver.record != before)  # type: ignore[misc]
        if driver.session.status.is_between_deals or len(match.legal_actions()) < 2:
            continue
        driver.advance_frames(4)
        driver.advance_until(lambda: not driver.session.is_saving)
        after = driver.record
        undo(driver)
        assert (driver.session.host.match, driver.record, driver.session.view.events) == (match, record, story)
        assert driver.stored_record == record
        assert driver.session.is_your_turn
        assert driver.session.act(action) is None
        driver.advance_until(lambda: len(driver.record.deals[-1].actions) >= len(after.deals[-1].actions))  # noqa: B023
        assert driver.record.deals[-1].actions[: len(after.deals[-1].actions)] == after.deals[-1].actions
    assert driver.session.status.is_assisted


@pytest.mark.parametrize("is_continued", [False, True])
def test_undo_goes_back_choice_by_choice_to_first_of_the_deal(driver: SessionDriver, is_continued: bool) -> None:
    matches = play_choices(driver, 4, seed=2)
    if is_continued:
        driver.continue_match()
    for match in reversed(matches):
        undo(driver)
        assert driver.match == match
    assert driver.session.undo() == Reason("undo_nothing")


@pytest.mark.parametrize("fault", ["pause", "failure"])
def test_undone_actions_leave_the_disk_before_the_screen(driver: SessionDriver, fault: str) -> None:
    driver.advance_to_person()
    before = driver.record
    play_choices(driver, 1)
    shown, longer, count = driver.observation, driver.record, len(driver.transitions)
    driver.storage.is_paused, driver.storage.failure_message = fault == "pause", "no" if fault == "failure" else ""
    assert driver.session.undo() is None
    driver.advance_frames(3)
    assert (driver.observation, driver.record, len(driver.transitions)) == (shown, longer, count)
    assert not driver.session.status.is_assisted and bool(driver.session.error) == (fault == "failure")
    driver.storage.failure_message = ""
    driver.storage.finish_writes()
    driver.session.retry()
    assert driver.stored_record == before
    driver.advance_frame()
    assert driver.record == before
    assert [transition.is_undo for transition in driver.transitions[count:]] == [True]


def test_match_with_undo_is_marked_assisted_permanently_and_in_export(driver: SessionDriver) -> None:
    assert "assisted" not in driver.session.host.export_record().extra
    play_choices(driver, 1)
    undo(driver)
    assert driver.load_match().notes["assisted"] is True
    driver.continue_match()
    assert driver.session.status.is_assisted
    assert driver.session.host.export_record().extra["assisted"] is True


def test_undo_discards_pending_computer_choices(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club club")
    driver.advance_to_person()
    driver.worker.is_paused = True
    driver.play_random_action(Random(1))
    driver.advance_until(lambda: bool(driver.worker.open_tasks))
    assert driver.session.request_hint() == Reason("not_your_turn", {"seat": driver.match.turn})
    undo(driver)
    assert not driver.worker.open_tasks and driver.session.is_your_turn


@check_rows(("kinds", "options", "undo_refusal", "hint_refusal"), [
    ("you you", {}, "undo_people", "hints_people"), ("you club", {"turn_seconds": 60}, "undo_clock", None),
])  # fmt: skip
def test_undo_and_hints_are_refused_where_they_would_be_unfair(
    tmp_path: Path, kinds: str, options: dict[str, Any], undo_refusal: str, hint_refusal: str | None
) -> None:
    driver = SessionDriver(tmp_path / kinds, kinds, **options)
    play_choices(driver, 1)
    before, session = driver.record, driver.session
    assert session.undo() == Reason(undo_refusal) and session.claim() == Reason("claim_not")
    driver.advance_frame()
    assert driver.record == before and not session.status.is_assisted
    assert session.request_hint() == (Reason(hint_refusal) if hint_refusal else None)


@check_rows(("off", "undo_refusal", "hint_refusal"), [("undo", "undo_off", None), ("hints", None, "hints_off")])
def test_table_may_disable_assistance_permanently(
    tmp_path: Path, off: str, undo_refusal: str | None, hint_refusal: str | None
) -> None:
    """Check that this is stored beside the record, so that it holds after a restart."""
    driver = SessionDriver(tmp_path / off)
    assistance = msgspec.structs.replace(AssistanceOptions(), **{off: False})
    driver.start_match(msgspec.structs.replace(make_match_setup("you club"), assistance=assistance))
    driver.continue_match(2)
    play_choices(driver, 1)
    reasons = driver.session.status.undo_refusal_reason, driver.session.status.hint_refusal_reason
    assert reasons == (undo_refusal and Reason(undo_refusal), hint_refusal and Reason(hint_refusal))
    assert driver.session.request_hint() == reasons[1] and driver.session.undo() == reasons[0]


# -- hints -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYER_KINDS_BY_GAME)
def test_hint_ranks_actions_and_marks_match_as_assisted(game: str, tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, PLAYER_KINDS_BY_GAME[game], game=game)
    driver.advance_to_person()
    driver.advance_frame()
    choices = driver.observation.legal_actions
    assert driver.session.request_hint() is None
    driver.advance_until(lambda: driver.session.hint.estimates is not None)
    hint = driver.session.hint.estimates
    assert hint and {advised.action for advised in hint} <= set(choices) and all(advised.reasons for advised in hint)
    assert [advised.value for advised in hint] == sorted((advised.value for advised in hint), reverse=True)
    assert driver.load_match().notes["assisted"] is True and driver.session.status.is_assisted


def test_hint_is_discarded_after_an_action_or_on_request(driver: SessionDriver) -> None:
    driver.advance_to_person()
    driver.worker.is_paused = True
    driver.session.request_hint()
    driver.advance_frame()
    assert driver.session.hint.is_pending
    (question,) = driver.worker.open_tasks
    assert question.observation == observe(driver.match, 0) == driver.observation, "it asks with nothing else"
    driver.session.discard_hint()
    assert not driver.session.hint.is_pending
    driver.worker.is_paused = False
    driver.advance_frame()
    assert driver.session.hint.estimates is None
    driver.session.request_hint()
    driver.advance_until(lambda: driver.session.hint.estimates is not None)
    driver.play_random_action(Random(1))
    driver.advance_frame()
    assert driver.session.hint.estimates is None


# -- checks of plays -------------------------------------------------------------------------------


def check_plays(driver: SessionDriver, loss: float = 10.0, *, is_late: bool = False) -> None:
    """Have the plays of the person checked by a judge that finds each choice worse than another by ``loss``.

    ``is_late``: the worker can stop before the judgment.
    """
    judge = partial(judge_as_costly, loss=loss)

    def judge_late(*args: Any) -> Generator[tuple[int, int], None, dict[Action, Finding]]:
        yield 0, 1
        return judge(*args)

    driver.worker.replacements[JUDGE_FUNCTION] = judge_late if is_late else judge
    driver.session.set_computer_play(0.0, is_chat_enabled=False, checks_plays=True)


def test_clear_mistake_is_told_once_it_is_saved_as_help_and_goes_with_the_undo(driver: SessionDriver) -> None:
    check_plays(driver)
    driver.advance_to_person()
    driver.advance_frame()
    known = driver.observation
    (asked,) = (task for task in driver.worker.tasks if task.function == JUDGE_FUNCTION)
    assert asked.args[0] == known, "it is judged while the person thinks, by what they know"
    action = driver.play_random_action(Random(1))
    driver.advance_until(lambda: driver.session.check.judgment is not None)
    judgment = driver.session.check.judgment
    assert judgment is not None and judgment.chosen_action == action != judgment.best_option.action
    saved = driver.load_match()
    assert saved.notes["assisted"] is True and driver.session.status.is_assisted
    (finding,) = parse_findings(saved.notes["told_findings"], "briscola")
    assert finding.judgment == judgment and finding.location.action == len(saved.record.deals[-1].actions)
    undo(driver)
    assert driver.session.check.judgment is None and driver.observation == known


def test_choice_is_judged_after_the_person_has_come_back_at_their_turn(driver: SessionDriver) -> None:
    check_plays(driver)
    driver.advance_to_person()
    driver.advance_frame()
    driver.session.host.substitute(())
    driver.advance_frame()
    driver.play_random_action(Random(1))
    driver.advance_until(lambda: driver.session.check.judgment is not None)


def test_choice_that_was_not_judged_beforehand_is_judged_after_it(driver: SessionDriver) -> None:
    def judge(observation: Observation, *args: Any) -> dict[Action, Finding]:
        asked = observation.legal_actions[0], args[-1]
        return {action: found for action, found in judge_as_costly(observation).items() if action in asked}

    check_plays(driver)
    driver.worker.replacements[JUDGE_FUNCTION] = judge
    driver.advance_to_person()
    action = driver.observation.legal_actions[1]
    assert driver.session.act(action) is None
    driver.advance_until(lambda: driver.session.check.judgment is not None)
    judgment = driver.session.check.judgment
    assert judgment is not None and judgment.chosen_action == action


@pytest.mark.parametrize(("is_leader", "seed"), [(True, 1), (False, 5)])
def test_others_wait_for_the_answer_to_a_check_also_after_the_trick(
    driver: SessionDriver, is_leader: bool, seed: int
) -> None:
    rng = Random(seed)
    driver.advance_to_person()
    while bool(driver.observation.board.trick) == is_leader:
        driver.play_random_action(rng)
        driver.advance_to_person()
    check_plays(driver)
    driver.play_random_action(rng)
    driver.advance_until(lambda: driver.session.check.judgment is not None)
    known = driver.observation
    assert driver.session.check.is_in_time and known.turn != known.seat
    driver.advance_frames(20)
    assert driver.observation == known
    driver.session.leave_choice()
    driver.advance_to_person()
    assert driver.session.check.judgment is None


def test_others_play_on_if_a_check_is_late(driver: SessionDriver) -> None:
    check_plays(driver, is_late=True)
    driver.advance_to_person()
    driver.worker.stop_at = 1
    driver.play_random_action(Random(5))
    driver.advance_to_person()
    driver.worker.stop_at = None
    driver.advance_until(lambda: driver.session.check.judgment is not None)
    assert not driver.session.check.is_in_time
    driver.play_random_action(Random(2))
    driver.advance_until(lambda: driver.session.check.judgment is None)


@check_rows(("kinds", "options", "loss"), [
    ("you club", {}, 7.4), ("you you", {}, 10.0), ("you club", {"turn_seconds": 60}, 10.0),
])  # fmt: skip
def test_small_losses_are_not_told_and_nothing_is_checked_where_undo_is_refused(
    tmp_path: Path, kinds: str, options: dict[str, Any], loss: float
) -> None:
    driver = SessionDriver(tmp_path / f"{kinds}{options}", kinds, **options)
    check_plays(driver, loss)
    play_choices(driver, 3)
    assert driver.session.check.judgment is None and not driver.session.status.is_assisted


def test_choice_that_ends_the_deal_is_not_told_since_it_cannot_be_taken_back(tmp_path: Path) -> None:
    def find_ending(match: Match) -> Action | None:
        actions = match.legal_actions()
        endings = (action for action in actions if not match.apply(action).match.is_deal_in_progress)
        return next(endings, None) if len(actions) > 1 else None

    driver = SessionDriver(tmp_path, "you club club", game="muscio")
    driver.play_until(lambda match: find_ending(match) is not None)
    ending = find_ending(driver.match)
    assert ending is not None
    check_plays(driver)
    driver.advance_frame()
    assert driver.session.act(ending) is None
    driver.advance_frames(20)
    assert not driver.session.status.is_assisted and "told_findings" not in driver.load_match().notes


def test_nothing_is_checked_unless_the_person_wants_it(driver: SessionDriver) -> None:
    play_choices(driver, 3)
    assert not [task for task in driver.worker.tasks if task.function == JUDGE_FUNCTION]


# -- claims ----------------------------------------------------------------------------------------


def play_to_claim(tmp_path: Path) -> SessionDriver:
    """Return a session of Spades in which the person at seat 0 can claim the remaining tricks."""
    start = make_match("spades", seats=3)
    for seed in count():
        moments = list[PlayoutMoment]()
        for moment in play_random_actions(start, seed, 1):
            moments.append(moment)
            claim = find_claim(observe(moment.match, 0)) if moment.match.turn == 0 else None
            if claim is not None and len(claim.card_order) > 2:
                storage = FakeStorageThread(make_folders(tmp_path), FakeClock())
                repository = storage.get_repository()
                number = repository.create_match(make_record(start, moments), ("you", "club", "club"), 1, {})
                driver = SessionDriver(tmp_path, saved=repository.load_match(number), storage=storage)
                driver.advance_to_person()
                return driver
    raise AssertionError("nothing was ever certain")


def test_claimed_cards_are_played_as_normal_actions_and_undone_as_one_choice(tmp_path: Path) -> None:
    driver = play_to_claim(tmp_path)
    claim, record = find_claim(driver.observation), driver.record
    assert claim is not None
    before, taken = driver.action_count, driver.observation.points[0]
    assert driver.session.claim() is None
    driver.advance_until(lambda: driver.action_count > before + 3)
    undo(driver)
    assert driver.record == record and driver.session.is_your_turn
    driver = play_to_claim(tmp_path / "again")
    assert driver.session.claim() is None
    assert driver.session.has_claimed and not driver.session.is_your_turn
    driver.advance_until(lambda: driver.session.status.is_between_deals and not driver.session.is_saving)
    assert not driver.session.has_claimed and not driver.session.status.is_assisted
    assert driver.session.undo() == Reason("undo_over")
    assert driver.action_count - before >= len(claim.card_order)
    won = 0 if claim.reason.code == "claim_none" else len(claim.card_order)
    assert driver.observation.points[0] - taken == won and driver.stored_record == driver.record
