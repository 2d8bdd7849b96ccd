"""What a record may be: the same checks whether it is built in code, begun at a table or loaded; bounds on its size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.engine.actions import Pass
from game.engine.options import Options
from game.fairness import shuffled, stream
from game.local_table import LocalTable
from game.match import new_match
from game.record import MOST_ACTIONS, MOST_BYTES, MOST_DEALS, NESTING, DealRecord, Record, RecordError, dump, load
from game.rules import GAMES
from game.rules.game import ScoreSum, sum_scores
from game.seating import PERSON, Player, Seating
from game.view import look
from tests.fakes import seating
from tests.helpers import fresh, playout
from tests.house import House

CLASSIC = GAMES["briscola"].presets["classic"]
SPADES = GAMES["spades"].presets["individual"]
NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa")
replace = msgspec.structs.replace


def unchecked(options: Options, **changes: Any) -> Options:
    """Options with a value that the rule does not have."""
    return replace(options, **changes)


def void_deals(count: int) -> Record:
    """A match of chiamata in which everybody passed in so many deals."""
    match = fresh("chiamata", seats=5, all_pass="same_dealer")
    passes = tuple(Pass(seat) for seat in (1, 2, 3, 4, 0))
    packs = (shuffled(match.pack, stream(1, "void", number)) for number in range(count))
    deals = tuple(DealRecord(0, one, passes) for one in packs)
    return Record(
        game="chiamata", preset="regolamento", options=match.options, names=NAMES, first_dealer=0, deals=deals
    )


# -- one check for all -----------------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "line"), [
    ({"name": "bridge"}, "game: 'bridge' is not one of briscola"),
    ({"options": SPADES}, "options: must be those of Briscola"),
    ({"options": Options()}, "options: must be those of Briscola"),
    ({"options": None}, "options: must be those of Briscola"),
    ({"options": unchecked(CLASSIC, deals_to_win=99)}, "option deals_to_win: must be "),
    ({"options": unchecked(CLASSIC, deals_to_win=True)}, "option deals_to_win: must be "),
    *(({"seats": seats}, "seats: Briscola is played by 2, 3, 4, 5, 6, not by ")
      for seats in (0, 1, 7, -2, 2.0, True, "2", None)),
    *(({"first_dealer": seat}, "first_dealer: must be from 0 to 1, not ")
      for seat in (-1, 2, 99, 10**30, True, False, 0.0, 1.5, "x", None)),
])  # fmt: skip
def test_match_with_a_wrong_field_is_refused_by_its_name(changes: dict[str, Any], line: str) -> None:
    right: dict[str, Any] = {"name": "briscola", "options": CLASSIC, "seats": 2, "first_dealer": 0}
    assert new_match(**right).awaits_deal
    with pytest.raises(ValueError) as caught:
        new_match(**right | changes)
    assert str(caught.value).startswith(line)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(("changes", "line"), [
    ({"game": "bridge"}, "game: 'bridge' is not one of briscola"),
    ({"preset": "mine"}, "preset: 'mine' is not one of classic"),
    ({"options": SPADES}, "options: must be those of Briscola"),
    ({"options": unchecked(CLASSIC, deals_to_win=99)}, "option deals_to_win: must be "),
    ({"names": ("Anna",)}, "seats: Briscola is played by 2, 3, 4, 5, 6, not by 1"),
    ({"names": ("Anna", "")}, "seats[1]: a name is 1 to 80 printable characters"),
    ({"names": (" ", "Bruno")}, "seats[0]: a name is 1 to 80 printable characters"),
    ({"names": ("Anna", None)}, "seats[1]: a name is 1 to 80 printable characters"),
    ({"first_dealer": 7}, "first_dealer: must be from 0 to 1, not 7"),
    ({"first_dealer": True}, "first_dealer: must be from 0 to 1, not True"),
])  # fmt: skip
def test_record_built_in_code_is_checked_as_a_loaded_one(changes: dict[str, Any], line: str) -> None:
    right: dict[str, Any] = {
        "game": "briscola", "preset": "classic", "options": CLASSIC, "names": ("Anna", "Bruno"), "first_dealer": 0,
    }  # fmt: skip
    assert load(dump(Record(**right))) == Record(**right)
    with pytest.raises(RecordError) as caught:
        Record(**right | changes)
    assert str(caught.value).startswith(line)
    with pytest.raises(RecordError):
        replace(Record(**right), **changes)


@pytest.mark.parametrize(("changes", "line"), [
    ({"options": SPADES}, "options: "), ({"preset": "mine"}, "preset: "), ({"dealer": 7}, "first_dealer: "),
    ({"players": (Player("Anna", PERSON), Player("", "club"))}, r"seats\[1\]: "),
])  # fmt: skip
def test_seating_that_no_record_can_hold_is_refused(changes: dict[str, Any], line: str) -> None:
    right = Seating("briscola", "classic", CLASSIC, (Player("Anna", PERSON), Player("Bruno", "club")))
    wrong = replace(right, **changes)
    with pytest.raises(RecordError, match=line):
        wrong.record(wrong.dealer or 0)


def test_table_of_a_match_that_cannot_be_is_not_begun(tmp_path: Path) -> None:
    house = House(tmp_path)
    right = seating("you club")
    before = house.storage.journal().archive.entries()
    for changes in ({"dealer": -1}, {"dealer": 2}, {"dealer": True}, {"options": SPADES}, {"preset": "mine"},
                    {"players": (Player("", PERSON), right.players[1])}):  # fmt: skip
        with pytest.raises(ValueError):
            LocalTable.begin(
                replace(right, **changes), 1, storage=house.storage, thinker=house.mind, clock=house.clock
            )
    assert house.storage.journal().archive.entries() == before


# -- bounds ----------------------------------------------------------------------------------------


def test_record_of_as_many_deals_as_are_allowed_is_loaded() -> None:
    record = void_deals(MOST_DEALS)
    assert load(dump(record)) == record


def test_record_of_too_many_deals_is_refused_in_one_line() -> None:
    with pytest.raises(RecordError) as caught:
        load(dump(void_deals(MOST_DEALS + 1)))
    assert str(caught.value) == f"deals: a record has at most {MOST_DEALS} of them, not {MOST_DEALS + 1}"


def test_record_of_too_many_actions_is_refused_in_one_line() -> None:
    whole = json.loads(dump(void_deals(3)))
    whole["deals"][1]["actions"] = ["0 pass"] * MOST_ACTIONS
    with pytest.raises(RecordError) as caught:
        load(json.dumps(whole).encode())
    assert str(caught.value) == f"deals: a record has at most {MOST_ACTIONS} actions, not {MOST_ACTIONS + 10}"


def test_record_that_is_longer_than_a_record_can_be_is_not_parsed() -> None:
    """If it were parsed, it would be refused as no JSON."""
    with pytest.raises(RecordError, match="the file is too large"):
        load(b"[]," * (MOST_BYTES // 3 + 1))


def test_replay_adds_up_every_deal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    added, add = [], ScoreSum.add

    def counted(self: ScoreSum, result: Any) -> ScoreSum:
        added.append(result)
        return add(self, result)

    monkeypatch.setattr(ScoreSum, "add", counted)
    match = void_deals(40).replay()
    assert len(match.results) == len(added) == 40
    assert look(match, 0).totals == (0,) * 5
    assert len(added) == 40


@pytest.mark.parametrize("game", GAMES)
def test_what_the_deals_add_up_to_is_kept_at_every_moment(game: str) -> None:
    for moment in playout(fresh(game, seats=GAMES[game].proposed_seats), "added", deals=4):
        match = moment.match
        assert match.standing.totals == replace(match, added=sum_scores(match.seats, match.results)).standing.totals


# -- nesting ---------------------------------------------------------------------------------------


def nested(levels: int) -> Any:
    """So many lists and groups in each other."""
    value: Any = []
    for level in range(levels - 1):
        value = [value] if level % 2 else {"in": value}
    return value


def with_key(place: str, value: Any) -> bytes:
    """A record with a value at a place where a key of another program may stand."""
    whole = json.loads(dump(void_deals(2)))
    if place == "top":
        whole["other"] = value
    elif place == "deal":
        whole["deals"][1]["other"] = value
    elif place == "options":
        whole["options"]["other"] = value
    else:
        whole["deals"][1]["actions"][0] = value
    return json.dumps(whole).encode()


@pytest.mark.parametrize(("place", "depth"), [("top", 1), ("deal", 3)])
def test_unknown_key_nested_to_the_limit_is_kept(place: str, depth: int) -> None:
    record = load(with_key(place, nested(NESTING - depth)))
    assert load(dump(record)) == record


@pytest.mark.parametrize(("place", "depth"), [("top", 1), ("deal", 3), ("options", 2), ("action", 4)])
@pytest.mark.parametrize("more", [1, 10, 100, 500, 900])
def test_key_nested_deeper_is_refused_wherever_it_is(place: str, depth: int, more: int) -> None:
    with pytest.raises(RecordError, match="nested too deeply"):
        load(with_key(place, nested(NESTING - depth + more)))
