"""Undo, hints and claims at a table: on the disk before on the screen, marked for good, nothing remembered or told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.aids import Aids
from game.claim import claim_of
from game.fairness import stream
from game.known import sealed
from game.match import Match
from game.undo import choices_of
from game.view import look
from tests.fakes import Clock, StorageByHand, folders_in, seating
from tests.helpers import Moment, fresh, playout, recorded
from tests.house import House
from tests.twins import twins_of

GAMES = {"briscola": "you club", "chiamata": "you club club club club", "spades": "you club club",
         "muscio": "you club club club"}  # fmt: skip


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    one = House(tmp_path)
    yield one
    one.storage.close()


def code(reason: object) -> str | None:
    return getattr(reason, "code", None)


# -- undo ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_undo_leads_back_to_the_last_choice_and_the_same_match_follows(game: str, tmp_path: Path) -> None:
    """What the computers did since is taken back too; the same choice once more leads to the same again."""
    clock: dict[str, Any] = {"turn_seconds": 0} if game == "chiamata" else {}
    house = House(tmp_path, GAMES[game], game=game, **clock)
    rng = Random(5)
    for _turn in range(3):
        house.your_turn()
        match, record, story = house.table.match, house.record, house.table.story
        action = house.play(rng)
        house.until(lambda before=record: house.record != before)  # type: ignore[misc]
        if house.table.between_deals or len(match.legal()) < 2:
            continue
        for _frame in range(4):
            house.frame()
        house.until(lambda: not house.table.saving)
        after = house.record
        assert house.table.undo() is None
        house.until(lambda: not house.table.saving)
        assert (house.table.match, house.record, house.table.story) == (match, record, story)
        assert house.saved == record
        assert house.table.your_turn
        assert house.table.act(action) is None
        house.until(lambda: len(house.record.deals[-1].actions) >= len(after.deals[-1].actions))  # noqa: B023
        assert house.record.deals[-1].actions[: len(after.deals[-1].actions)] == after.deals[-1].actions
    assert house.table.assisted
    house.storage.close()


def test_undo_goes_back_choice_by_choice_to_the_first_of_the_deal(house: House) -> None:
    rng, turns = Random(2), list[Match]()
    for _turn in range(4):
        house.your_turn()
        turns.append(house.table.match)
        house.play(rng)
        house.frame()
    house.your_turn()
    while turns:
        assert house.table.undo() is None
        house.until(lambda: not house.table.saving)
        assert house.table.match == turns.pop()
    assert code(house.table.undo()) == "undo_nothing"


def test_what_is_taken_back_is_off_the_disk_before_it_is_off_the_screen(house: House) -> None:
    house.your_turn()
    before = house.record
    house.play(Random(1))
    house.your_turn()
    shown, count = house.table.view, len(house.seen)
    house.storage.holding = True
    assert house.table.undo() is None
    for _frame in range(3):
        house.frame()
    assert (house.table.view, len(house.seen), house.table.assisted) == (shown, count, False)
    house.storage.let()
    assert house.saved == before
    house.frame()
    assert house.record == before
    assert [one.back for one in house.seen[count:]] == [True]


def test_an_undo_that_cannot_be_saved_changes_nothing_until_it_can(house: House) -> None:
    house.your_turn()
    before = house.record
    house.play(Random(1))
    house.your_turn()
    house.storage.fault = "no"
    longer = house.record
    assert house.table.undo() is None
    house.frame()
    assert house.record == longer
    assert house.table.fault
    house.storage.fault = ""
    house.table.retry()
    house.frame()
    assert house.record == before == house.saved


def test_a_match_with_an_undo_is_assisted_for_good_and_says_so_where_it_goes(house: House) -> None:
    house.your_turn()
    assert "assisted" not in house.table.export().extra
    house.play(Random(1))
    house.your_turn()
    house.table.undo()
    house.frame()
    saved = house.load()
    assert saved.extra["assisted"] is True
    again = House(Path(), saved=saved, storage=house.storage)
    assert again.table.assisted
    assert again.table.export().extra["assisted"] is True
    assert again.table.why_not_undo == house.table.why_not_undo


def test_a_match_that_is_opened_again_knows_the_choices_of_its_deal(house: House) -> None:
    rng = Random(4)
    for _turn in range(3):
        house.your_turn()
        house.play(rng)
        house.frame()
    house.your_turn()
    choices = [choice.match for choice in choices_of(house.record, (0,), len(sealed(house.record)))]
    house.table.close()
    again = House(Path(), saved=house.load(), storage=house.storage)
    for match in reversed(choices):
        assert again.table.undo() is None
        again.until(lambda: not again.table.saving)
        assert again.table.match == match
    assert choices and code(again.table.undo()) == "undo_nothing"


def test_a_deal_that_is_over_stays_as_it_is(house: House) -> None:
    house.play_deal()
    assert code(house.table.undo()) == "undo_over"


def test_thoughts_about_what_was_taken_back_are_forgotten(tmp_path: Path) -> None:
    house = House(tmp_path, "you club club")
    house.your_turn()
    house.mind.thinking = True
    house.play(Random(1))
    house.until(lambda: bool(house.mind.open))
    assert house.table.undo() is None
    house.frame()
    assert not house.mind.open
    assert house.table.your_turn
    house.storage.close()


@pytest.mark.parametrize(
    ("kinds", "options", "why"),
    [("you you", {}, "undo_people"), ("you club", {"turn_seconds": 60}, "undo_clock")],
)
def test_where_it_would_not_be_fair_nothing_is_taken_back(
    kinds: str, options: dict[str, Any], why: str, tmp_path: Path
) -> None:
    house = House(tmp_path, kinds, **options)
    house.your_turn()
    house.play(Random(1))
    house.your_turn()
    before = house.record
    assert code(house.table.undo()) == why
    house.frame()
    assert house.record == before
    assert not house.table.assisted
    house.storage.close()


@pytest.mark.parametrize(("off", "why"), [("undo", "undo_off"), ("hints", "hints_off")])
def test_a_table_may_agree_to_do_without(off: str, why: str, house: House) -> None:
    """It stands beside the record, so that it holds after a restart too."""
    aids = msgspec.structs.replace(Aids(), **{off: False})
    journal = house.storage.journal()
    seats = msgspec.structs.replace(seating("you club"), aids=aids)
    match_id = journal.create(seats.record(1), ("you", "club"), 1, {})
    fair = House(Path(), saved=journal.load(match_id), storage=house.storage)
    fair.your_turn()
    fair.play(Random(1))
    fair.your_turn()
    assert code(fair.table.undo() if off == "undo" else fair.table.ask_hint()) == why
    assert code(fair.table.ask_hint() if off == "undo" else fair.table.undo()) is None


# -- hints -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_weighs_what_may_be_done_best_first_and_marks_the_match(game: str, tmp_path: Path) -> None:
    house = House(tmp_path, GAMES[game], game=game)
    house.your_turn()
    house.frame()
    choices = house.table.view.choices
    assert house.table.ask_hint() is None
    assert house.table.hint is None
    house.until(lambda: house.table.hint is not None)
    hint = house.table.hint
    assert hint
    assert {one.action for one in hint} <= set(choices)
    assert all(one.reasons for one in hint)
    assert [one.worth for one in hint] == sorted((one.worth for one in hint), reverse=True)
    assert house.load().extra["assisted"] is True
    assert house.table.assisted
    house.storage.close()


def test_a_hint_is_gone_when_something_is_played_or_it_is_not_wanted(house: House) -> None:
    house.your_turn()
    house.mind.thinking = True
    house.table.ask_hint()
    house.frame()
    assert house.table.hinting
    house.table.forget_hint()
    assert not house.table.hinting
    house.mind.thinking = False
    house.frame()
    assert house.table.hint is None
    house.table.ask_hint()
    house.until(lambda: house.table.hint is not None)
    house.play(Random(1))
    house.frame()
    assert house.table.hint is None


def test_a_hint_is_for_who_is_on_turn_and_alone(tmp_path: Path) -> None:
    two = House(tmp_path / "two", "you you")
    two.your_turn()
    assert code(two.table.ask_hint()) == "hints_people"
    two.storage.close()
    house = House(tmp_path / "one", "you club club")
    house.your_turn()
    house.mind.thinking = True
    house.play(Random(1))
    house.frame()
    assert code(house.table.ask_hint()) == "not_your_turn"
    house.storage.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_mind_is_asked_for_a_hint_with_the_view_of_the_seat_and_nothing_else(game: str, tmp_path: Path) -> None:
    house = House(tmp_path, GAMES[game], game=game)
    house.your_turn()
    house.mind.thinking = True
    house.table.ask_hint()
    house.frame()
    assert house.mind.weighing is not None
    assert house.mind.weighing.view == look(house.table.match, 0) == house.table.view
    house.storage.close()


# -- claims ----------------------------------------------------------------------------------------


def claimable(tmp_path: Path) -> House:
    """A table of Spades at which the person, at seat 0, may claim the rest of the deal."""
    start = fresh("spades", seats=3)
    for seed in range(200):
        moments = list[Moment]()
        for moment in playout(start, seed, 1):
            moments.append(moment)
            if moment.match.to_act == 0 and claim_of(look(moment.match, 0)) is not None:
                storage = StorageByHand(folders_in(tmp_path), Clock())
                journal = storage.journal()
                number = journal.create(recorded(start, moments), ("you", "club", "club"), 1, {})
                house = House(tmp_path, saved=journal.load(number), storage=storage)
                house.your_turn()
                return house
    raise AssertionError("nothing was ever certain")


def test_who_claims_has_his_cards_played_as_ordinary_actions(tmp_path: Path) -> None:
    house = claimable(tmp_path)
    found = claim_of(house.table.view)
    assert found is not None
    before, taken = house.actions, house.table.view.points[0]
    assert house.table.claim() is None
    assert house.table.claimed
    assert not house.table.your_turn
    house.until(lambda: house.table.between_deals and not house.table.saving)
    assert not house.table.claimed
    assert house.actions - before >= len(found.order)
    won = 0 if found.why.code == "claim_none" else len(found.order)
    assert house.table.view.points[0] - taken == won
    assert house.saved == house.record
    assert not house.table.assisted
    house.storage.close()


def test_a_claim_that_was_a_mistake_is_taken_back_as_one_choice(tmp_path: Path) -> None:
    house = claimable(tmp_path)
    record = house.record
    house.table.claim()
    house.until(lambda: house.actions > len(record.deals[-1].actions) + 3 or house.table.between_deals)
    if house.table.undo() is None:
        house.frame()
        assert house.record == record
        assert house.table.your_turn
    house.storage.close()


def test_nothing_is_claimed_that_is_not_certain(house: House) -> None:
    house.your_turn()
    assert code(house.table.claim()) == "claim_not"
    assert house.table.your_turn


# -- twin deals ------------------------------------------------------------------------------------


def test_a_hint_tells_nothing_of_the_hidden_cards() -> None:
    """The question to the mind, all that a hint comes from, is the same in twin deals: the view, and chance."""
    asked = 0
    for game in GAMES:
        rng = stream(6, "twin hints", game)
        seats = len(GAMES[game].split())
        ours = list(playout(fresh(game, seats=seats), "hints", 1))
        seat = rng.randrange(seats)
        theirs = twins_of(ours, seat, len(ours) * 2 // 3, rng)
        for mine, other in zip(ours, theirs, strict=False):
            if mine.match.to_act == seat:
                assert look(mine.match, seat) == look(other.match, seat)
                asked += 1
    assert asked > 10
