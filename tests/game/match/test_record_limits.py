"""A record passes the same checks if it is built in code, begun at a table or loaded; its size is bounded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec
import pytest

from game.core.messages import InputError
from game.core.options import Options
from game.match.match import create_match
from game.match.observation import observe
from game.match.record import NESTING, Record, RecordError, decode_record, encode_record
from game.match.setup import PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES
from game.rules.game import ScoreSum, sum_scores
from game.text.errors import describe_error
from tests.game.match.nested_records import make_nested_value, make_void_deals
from tests.helpers import make_match, play_random_actions
from tests.rows import check_rows

CLASSIC_OPTIONS = GAMES["briscola"].presets["classic"]
SPADES_OPTIONS = GAMES["spades"].presets["individual"]
replace = msgspec.structs.replace


# -- one check for all -----------------------------------------------------------------------------


MATCH_FIELDS: dict[str, Any] = {"game_id": "briscola", "options": CLASSIC_OPTIONS, "seats": 2, "first_dealer": 0}
RECORD = Record(game_id="briscola", preset="classic", options=CLASSIC_OPTIONS, names=("Anna", "Bruno"), first_dealer=0)
SETUP = MatchSetup(
    "briscola", "classic", CLASSIC_OPTIONS, (PlayerInfo("Anna", PERSON_KIND), PlayerInfo("Bruno", "club"))
)


def create_record(**changes: Any) -> Record:
    setup = replace(SETUP, **changes)
    return setup.create_record(setup.first_dealer or 0)


BUILDERS: dict[str, Callable[..., object]] = {
    "match": lambda **changes: create_match(**MATCH_FIELDS | changes),
    "record": lambda **changes: Record(**msgspec.structs.asdict(RECORD) | changes),
    "replaced record": partial(replace, RECORD),
    "setup": create_record,
}
ALL_BUILDERS = tuple(BUILDERS)
RECORD_BUILDERS = ALL_BUILDERS[1:3]


@check_rows(("names", "changes", "line"), [
    (ALL_BUILDERS[:3], {"game_id": "bridge"}, "game: 'bridge' is not one of briscola"),
    (ALL_BUILDERS, {"options": SPADES_OPTIONS}, "options: must be those of Briscola"),
    (ALL_BUILDERS, {"options": Options()}, "options: must be those of Briscola"),
    (ALL_BUILDERS, {"options": None}, "options: must be those of Briscola"),
    *((ALL_BUILDERS, {"options": replace(CLASSIC_OPTIONS, deals_to_win=value)}, "option deals_to_win: must be ")
      for value in (99, True)),
    (ALL_BUILDERS[1:], {"preset": "mine"}, "preset: 'mine' is not one of classic"),
    *((("match",), {"seats": seats}, "seats: must be one of 2, 3, 4, 5, 6 in Briscola, not ")
      for seats in (0, 1, 7, -2, 2.0, True, "2", None)),
    (RECORD_BUILDERS, {"names": ("Anna",)}, "seats: must be one of 2, 3, 4, 5, 6 in Briscola, not 1"),
    (RECORD_BUILDERS, {"names": ("Anna", "")}, "seats[1]: a name must have 1 to 80 printable characters"),
    (RECORD_BUILDERS, {"names": (" ", "Bruno")}, "seats[0]: a name must have 1 to 80 printable characters"),
    (RECORD_BUILDERS, {"names": ("Anna", None)}, "seats[1]: a name must have 1 to 80 printable characters"),
    (("setup",), {"players": (SETUP.players[0], PlayerInfo("", "club"))}, "seats[1]: a name must have 1 to 80 "),
    *((ALL_BUILDERS, {"first_dealer": seat}, "first_dealer: must be from 0 to 1, not ")
      for seat in (-1, 2, 10**30, True)),
    *((ALL_BUILDERS[:3], {"first_dealer": seat}, "first_dealer: must be from 0 to 1, not ")
      for seat in (False, 0.0, 1.5, "x", None)),
])  # fmt: skip
def test_invalid_field_is_refused_by_name_wherever_a_match_is_built(
    names: Iterable[str], changes: dict[str, Any], line: str
) -> None:
    for name in names:
        BUILDERS[name]()
        with pytest.raises(InputError) as caught:
            BUILDERS[name](**changes)
        assert describe_error(caught.value).startswith(line) and describe_error(caught.value).isprintable()


# -- sums and nesting ------------------------------------------------------------------------------


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


@check_rows(("place", "depth"), [("top", 1), ("deal", 3), ("options", 2), ("action", 4)])
def test_key_nested_deeper_is_refused_anywhere(place: str, depth: int) -> None:
    """Check also that an unknown key nested to the limit is kept."""
    if place in ("top", "deal"):
        record = decode_record(make_document_with_key(place, make_nested_value(NESTING - depth)))
        assert decode_record(encode_record(record)) == record
    for more in (1, 10, 800):
        with pytest.raises(RecordError, match="too many nested levels"):
            decode_record(make_document_with_key(place, make_nested_value(NESTING - depth + more)))
