"""A record passes the same checks if it is built in code, begun at a table or loaded; its size is bounded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.messages import InputError
from game.core.options import Options
from game.match.match import create_match
from game.match.observation import observe
from game.match.record import (
    MOST_ACTIONS,
    MOST_BYTES,
    MOST_DEALS,
    NESTING,
    Record,
    RecordError,
    decode_record,
    encode_record,
)
from game.match.setup import PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES
from game.rules.game import ScoreSum, sum_scores
from game.session.local import LocalSession
from game.text.errors import describe_error
from tests.fakes import make_match_setup
from tests.game.match.nested_records import make_nested_value, make_void_deals
from tests.helpers import make_match, play_random_actions
from tests.rows import check_rows
from tests.session_driver import SessionDriver

CLASSIC_OPTIONS = GAMES["briscola"].presets["classic"]
SPADES_OPTIONS = GAMES["spades"].presets["individual"]
replace = msgspec.structs.replace


def make_invalid_options(options: Options, **changes: Any) -> Options:
    """Return options with a value that the rule does not have."""
    return replace(options, **changes)


# -- one check for all -----------------------------------------------------------------------------


@check_rows(("changes", "line"), [
    ({"game_id": "bridge"}, "game: 'bridge' is not one of briscola"),
    ({"options": SPADES_OPTIONS}, "options: must be those of Briscola"),
    ({"options": Options()}, "options: must be those of Briscola"),
    ({"options": None}, "options: must be those of Briscola"),
    ({"options": make_invalid_options(CLASSIC_OPTIONS, deals_to_win=99)}, "option deals_to_win: must be "),
    ({"options": make_invalid_options(CLASSIC_OPTIONS, deals_to_win=True)}, "option deals_to_win: must be "),
    *(({"seats": seats}, "seats: must be one of 2, 3, 4, 5, 6 in Briscola, not ")
      for seats in (0, 1, 7, -2, 2.0, True, "2", None)),
    *(({"first_dealer": seat}, "first_dealer: must be from 0 to 1, not ")
      for seat in (-1, 2, 99, 10**30, True, False, 0.0, 1.5, "x", None)),
])  # fmt: skip
def test_invalid_match_field_is_refused_by_name(changes: dict[str, Any], line: str) -> None:
    right: dict[str, Any] = {"game_id": "briscola", "options": CLASSIC_OPTIONS, "seats": 2, "first_dealer": 0}
    assert create_match(**right).needs_deal
    with pytest.raises(InputError) as caught:
        create_match(**right | changes)
    assert describe_error(caught.value).startswith(line)
    assert describe_error(caught.value).isprintable()


@check_rows(("changes", "line"), [
    ({"game_id": "bridge"}, "game: 'bridge' is not one of briscola"),
    ({"preset": "mine"}, "preset: 'mine' is not one of classic"),
    ({"options": SPADES_OPTIONS}, "options: must be those of Briscola"),
    ({"options": make_invalid_options(CLASSIC_OPTIONS, deals_to_win=99)}, "option deals_to_win: must be "),
    ({"names": ("Anna",)}, "seats: must be one of 2, 3, 4, 5, 6 in Briscola, not 1"),
    ({"names": ("Anna", "")}, "seats[1]: a name has 1 to 80 printable characters"),
    ({"names": (" ", "Bruno")}, "seats[0]: a name has 1 to 80 printable characters"),
    ({"names": ("Anna", None)}, "seats[1]: a name has 1 to 80 printable characters"),
    ({"first_dealer": 7}, "first_dealer: must be from 0 to 1, not 7"),
    ({"first_dealer": True}, "first_dealer: must be from 0 to 1, not True"),
])  # fmt: skip
def test_record_built_in_code_is_checked_like_a_decoded_one(changes: dict[str, Any], line: str) -> None:
    right: dict[str, Any] = {
        "game_id": "briscola",
        "preset": "classic",
        "options": CLASSIC_OPTIONS,
        "names": ("Anna", "Bruno"),
        "first_dealer": 0,
    }
    assert decode_record(encode_record(Record(**right))) == Record(**right)
    with pytest.raises(RecordError) as caught:
        Record(**right | changes)
    assert describe_error(caught.value).startswith(line)
    with pytest.raises(RecordError):
        replace(Record(**right), **changes)


@check_rows(("changes", "line"), [
    ({"options": SPADES_OPTIONS}, "options: must be those of Briscola"),
    ({"preset": "mine"}, "preset: 'mine' is not one of "),
    ({"first_dealer": 7}, "first_dealer: must be from 0 to 1, not 7"),
    ({"players": (PlayerInfo("Anna", PERSON_KIND), PlayerInfo("", "club"))}, r"seats\[1\]: a name has 1 to 80 "),
])  # fmt: skip
def test_setup_that_no_record_can_hold_is_refused(changes: dict[str, Any], line: str) -> None:
    right = MatchSetup(
        "briscola", "classic", CLASSIC_OPTIONS, (PlayerInfo("Anna", PERSON_KIND), PlayerInfo("Bruno", "club"))
    )
    wrong = replace(right, **changes)
    with pytest.raises(RecordError, match=line):
        wrong.create_record(wrong.first_dealer or 0)


def test_session_of_invalid_match_is_not_started(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path)
    right = make_match_setup("you club")
    before = house.storage.get_repository().archive.list_entries()
    for changes in ({"first_dealer": -1}, {"first_dealer": 2}, {"first_dealer": True},
                    {"options": SPADES_OPTIONS}, {"preset": "mine"},
                    {"players": (PlayerInfo("", PERSON_KIND), right.players[1])}):  # fmt: skip
        with pytest.raises(InputError):
            LocalSession.start(
                replace(right, **changes), 1, storage=house.storage, ai_client=house.ai_client, clock=house.clock
            )
    assert house.storage.get_repository().archive.list_entries() == before


# -- bounds ----------------------------------------------------------------------------------------


def test_record_with_maximum_deals_is_decoded() -> None:
    record = make_void_deals(MOST_DEALS)
    assert decode_record(encode_record(record)) == record


def test_record_with_too_many_deals_is_refused_in_one_line() -> None:
    with pytest.raises(RecordError) as caught:
        decode_record(encode_record(make_void_deals(MOST_DEALS + 1)))
    assert describe_error(caught.value) == f"deals: a match file has at most {MOST_DEALS} deals, not {MOST_DEALS + 1}"


def test_record_with_too_many_actions_is_refused_in_one_line() -> None:
    document = json.loads(encode_record(make_void_deals(3)))
    document["deals"][1]["actions"] = ["0 pass"] * MOST_ACTIONS
    with pytest.raises(RecordError) as caught:
        decode_record(json.dumps(document).encode())
    assert (
        describe_error(caught.value)
        == f"deals: a match file has at most {MOST_ACTIONS} actions, not {MOST_ACTIONS + 10}"
    )


def test_record_longer_than_maximum_is_not_parsed() -> None:
    """Check by the error: parsing would refuse it as invalid JSON."""
    with pytest.raises(RecordError, match=r"not a match file \(the file is too large\)"):
        decode_record(b"[]," * (MOST_BYTES // 3 + 1))


def test_replay_adds_every_deal_result_once(monkeypatch: pytest.MonkeyPatch) -> None:
    added, add = [], ScoreSum.add

    def count_and_add(self: ScoreSum, result: Any) -> ScoreSum:
        added.append(result)
        return add(self, result)

    monkeypatch.setattr(ScoreSum, "add", count_and_add)
    match = make_void_deals(40).replay()
    assert len(match.results) == len(added) == 40
    assert observe(match, 0).totals == (0,) * 5
    assert len(added) == 40


@check_rows("game", GAMES)
def test_match_totals_equal_sum_of_deal_results_at_every_moment(game: str) -> None:
    for moment in play_random_actions(make_match(game, seats=GAMES[game].proposed_seat_count), "added", deal_count=4):
        match = moment.match
        assert match.standing.totals == replace(match, added=sum_scores(match.seats, match.results)).standing.totals


# -- nesting ---------------------------------------------------------------------------------------


def make_document_with_key(place: str, value: Any) -> bytes:
    """Return a record with a value at a place that may have a key of another program."""
    document = json.loads(encode_record(make_void_deals(2)))
    if place == "top":
        document["other"] = value
    elif place == "deal":
        document["deals"][1]["other"] = value
    elif place == "options":
        document["options"]["other"] = value
    else:
        document["deals"][1]["actions"][0] = value
    return json.dumps(document).encode()


@check_rows(("place", "depth"), [("top", 1), ("deal", 3)])
def test_unknown_key_nested_to_the_limit_is_kept(place: str, depth: int) -> None:
    record = decode_record(make_document_with_key(place, make_nested_value(NESTING - depth)))
    assert decode_record(encode_record(record)) == record


@check_rows(("place", "depth"), [("top", 1), ("deal", 3), ("options", 2), ("action", 4)])
@check_rows("more", [1, 10, 100, 500, 800])
def test_key_nested_deeper_is_refused_anywhere(place: str, depth: int, more: int) -> None:
    with pytest.raises(RecordError, match="too many nested levels"):
        decode_record(make_document_with_key(place, make_nested_value(NESTING - depth + more)))
