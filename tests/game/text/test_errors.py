"""Every refused input has a text in the language of the user, never that of a validation library."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.core.cards import format_cards
from game.core.messages import InputError, Reason
from game.core.validation import KINDS, read_validation_error
from game.match.record import RecordError, decode_playable_record
from game.text.errors import ERROR_MESSAGES, KIND_NAMES, PLACE_MESSAGES, describe_error
from game.text.gettext import use_language
from game.text.messages import build_message_catalog
from tests.helpers import make_match
from tests.rows import check_rows
from tests.source import files, nodes


class Suit(Enum):
    CUPS = "cups"


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    speed: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 1.0
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=3)] = "a"
    felt: Literal["green", "blue"] = "green"
    suit: Suit = Suit.CUPS
    sound: bool = True
    many: list[int] = []
    by_name: dict[str, int] = {}
    maybe: int | None = None


class Outer(msgspec.Struct):
    inner: Inner


WRONG_VALUES = [
    ({"speed": "fast"}, "inner.speed: must be a number, not text"),
    ({"speed": 3.0}, "inner.speed: must be a number, at most 2"),
    ({"speed": -1.0}, "inner.speed: must be a number, at least 0"),
    ({"name": ""}, "inner.name: too short: the minimum length is 1"),
    ({"name": "long"}, "inner.name: too long: the maximum length is 3"),
    ({"felt": "pink"}, "inner.felt: 'pink' isn't allowed here"),
    ({"felt": 3}, "inner.felt: must be text, not a whole number"),
    ({"suit": "swords"}, "inner.suit: 'swords' isn't allowed here"),
    ({"sound": 1}, "inner.sound: must be true or false, not a whole number"),
    ({"many": [1, "2"]}, "inner.many[1]: must be a whole number, not text"),
    ({"many": {}}, "inner.many: must be a list, not a group of values"),
    ({"by_name": {"a": None}}, "inner.by_name[...]: must be a whole number, not nothing"),
    ({"maybe": []}, "inner.maybe: must be a whole number or nothing, not a list"),
    ({"shoe": 4}, "inner.shoe: unknown name"),
    ([], "inner: must be a group of values, not a list"),
]


def make_input_error(error: Exception) -> InputError:
    reason, places = read_validation_error(error)
    return InputError(reason, *places)


def get_line(data: bytes, kind: Any = Outer) -> str:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError, RecursionError)) as refusal:
        msgspec.json.decode(data, type=kind)
    return describe_error(make_input_error(refusal.value))


@check_rows(("data", "words"), [
    *((msgspec.json.encode({"inner": value}), words) for value, words in WRONG_VALUES),
    (b"{}", "inner: missing value"),
    *((data, "the text is incomplete or not valid JSON") for data in (b"", b"{]", b"\xff", b"nul", b'{"inner": NaN}')),
])  # fmt: skip
def test_wrong_value_error_has_its_place_and_expected_type_and_no_parser_terms(data: bytes, words: str) -> None:
    assert get_line(data) == words


def test_deeply_nested_json_is_reported() -> None:
    assert "nested" in get_line(b"[" * 100_000, Any)


VALIDATOR_TEXTS = st.text(max_size=20)
UNKNOWN_COMPLAINTS = st.one_of(
    VALIDATOR_TEXTS,
    st.builds("Expected `{}`".format, VALIDATOR_TEXTS),
    st.builds("Expected `{} | null`, got `{}`".format, VALIDATOR_TEXTS, VALIDATOR_TEXTS),
    st.builds("Expected `int` {}".format, VALIDATOR_TEXTS),
    st.builds("Invalid enum value {}".format, VALIDATOR_TEXTS),
    st.builds("Object contains unknown field `{}`".format, VALIDATOR_TEXTS),
)


@given(UNKNOWN_COMPLAINTS)
@example("Unexpected 7")
@example("Expected `weird`")
@example("")
def test_other_wording_of_a_newer_msgspec_is_a_message_with_its_place(complaint: str) -> None:
    line = describe_error(make_input_error(msgspec.ValidationError(f"{complaint} - at `$.inner.speed`")))
    assert line.startswith("inner.speed") and line.isprintable()
    assert "Expected `" not in line and not line.endswith(": ")


def test_every_type_of_the_validator_has_a_name() -> None:
    assert KIND_NAMES.keys() == KINDS


@check_rows("bound", [
    "of length >= 1", "of length <= 3", "of length == 2", ">= 0", "<= 2", "> 0", "< 2.0", "== 5", "strange",
])  # fmt: skip
def test_every_bound_is_told(bound: str) -> None:
    error = make_input_error(msgspec.ValidationError(f"Expected `int` {bound} - at `$.a`"))
    assert error.reason.code in ERROR_MESSAGES
    line, limit = describe_error(error), bound.split()[-1].removesuffix(".0")
    assert line.startswith("a: ") and (bound == "strange" or line.endswith(limit))


# -- codes -----------------------------------------------------------------------------------------


GAME_FILES = files("game")


@cache
def list_input_error_types() -> tuple[str, ...]:
    """Return the names of `InputError` and of its subclasses."""
    kinds = [node for path in GAME_FILES for node in nodes(path) if isinstance(node, ast.ClassDef)]
    return "InputError", *(kind.name for kind in kinds if "InputError" in [getattr(b, "id", "") for b in kind.bases])


def iter_input_errors() -> Iterator[tuple[str, set[str]]]:
    """Yield each code with which an error is raised in game/, and the names of its values."""
    error_types = list_input_error_types()
    for path in GAME_FILES:
        for node in nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in error_types and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    yield str(code.value), {keyword.arg for keyword in node.keywords if keyword.arg}


def list_fields(template: str) -> set[str]:
    return {name for _text, name, _spec, _how in string.Formatter().parse(template) if name}


def test_every_code_of_an_input_error_has_words_with_its_values() -> None:
    assert {"RecordError", "DealCodeError"} <= set(list_input_error_types())
    errors = list(iter_input_errors())
    assert {"too_many_deals", "option_out_of_range", "code_mistyped", "refused_action"} <= {code for code, _ in errors}
    for code, names in errors:
        if code != "refused_action":  # worded by `format_refusal`
            assert list_fields(ERROR_MESSAGES[code]) == names, code


def test_every_error_message_belongs_to_a_code() -> None:
    texts = {
        node.value
        for path in GAME_FILES
        if path.name != "errors.py"
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(ERROR_MESSAGES) | set(PLACE_MESSAGES) <= texts
    assert not (set(ERROR_MESSAGES) | set(PLACE_MESSAGES)) & set(build_message_catalog())


# -- languages -------------------------------------------------------------------------------------


def make_record_document(action: str, *, skipped_cards: int = 0) -> bytes:
    match = make_match()
    deal = {"dealer": match.dealer, "pack": format_cards(match.pack[skipped_cards:]), "actions": [action]}
    document = {
        "format": "tavoloverde-record", "version": 1, "game": "briscola", "seats": ["Anna", "Bruno"],
        "first_dealer": match.dealer, "deals": [deal],
    }  # fmt: skip
    return msgspec.json.encode(document)


def test_refused_action_of_record_names_place_and_player_in_the_spoken_language() -> None:
    with pytest.raises(RecordError) as caught:
        decode_playable_record(make_record_document("0 play Kd"))
    error = caught.value
    assert (error.reason.code, error.reason.values["why"].code) == ("refused_action", "not_your_turn")
    assert error.places[0].values == {"deal": 1, "action": 1}
    assert describe_error(error) == "deal 1, action 1: Anna may not play Kd: it's Bruno's turn"
    with use_language("it"):
        assert describe_error(error) == "mano 1, azione 1: mossa non valida di Anna (play Kd): è il turno di Bruno"


def test_refused_action_of_a_missing_seat_names_the_seat() -> None:
    with pytest.raises(RecordError) as caught:
        decode_playable_record(make_record_document("2 play Kd"))
    assert describe_error(caught.value) == "deal 1, action 1: seat 2 may not play Kd: seat numbers are 0 to 1"


def test_values_of_an_error_are_translated() -> None:
    error = InputError("must_be_other_kind", Reason("field", {"path": "seats"}), kind=("array", "null"), other=("str",))
    nested = InputError("no_record", fault=Reason("not_json"))
    seats = InputError("other_seat_count", game="briscola", counts="2, 3", count="9")
    assert describe_error(error) == "seats: must be a list or nothing, not text"
    assert describe_error(nested) == "not a match file (the text is incomplete or not valid JSON)"
    assert describe_error(seats) == "seats: must be one of 2, 3 in Briscola, not 9"
    with use_language("it"):
        assert describe_error(error) == "seats: dev'essere una lista o niente, non un testo"
        assert describe_error(nested) == "non è un file di partita (il testo è incompleto o non è JSON)"


def test_refused_deal_of_record_is_told_in_the_words_of_the_rules() -> None:
    with pytest.raises(RecordError) as caught:
        decode_playable_record(make_record_document("1 play Ad", skipped_cards=1))
    assert caught.value.reason.code == "pack_lacks"
    assert describe_error(caught.value).endswith(" is missing from the pack")


@check_rows(("error", "line"), [
    (ValueError("as it is"), "as it is"), (ValueError(), "ValueError"), (KeyError("x"), "'x'"),
])  # fmt: skip
def test_other_exceptions_keep_their_text(error: Exception, line: str) -> None:
    assert describe_error(error) == line
