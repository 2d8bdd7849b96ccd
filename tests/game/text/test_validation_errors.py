"""What a validator complains of reaches a person in words, never in the validator's."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from game.text.validation_errors import describe_validation_error


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
    ({"speed": "fast"}, "inner.speed: it must be a number, not a text"),
    ({"speed": 3.0}, "inner.speed: it must be a number up to 2"),
    ({"speed": -1.0}, "inner.speed: it must be a number from 0"),
    ({"name": ""}, "inner.name: it must have at least 1 signs"),
    ({"name": "long"}, "inner.name: it must have at most 3 signs"),
    ({"felt": "pink"}, "inner.felt: 'pink' is none of the values that may stand there"),
    ({"felt": 3}, "inner.felt: it must be a text, not a whole number"),
    ({"suit": "swords"}, "inner.suit: 'swords' is none of the values that may stand there"),
    ({"sound": 1}, "inner.sound: it must be true or false, not a whole number"),
    ({"many": [1, "2"]}, "inner.many[1]: it must be a whole number, not a text"),
    ({"many": {}}, "inner.many: it must be a list, not a group of values"),
    ({"by_name": {"a": None}}, "inner.by_name[...]: it must be a whole number, not nothing"),
    ({"maybe": []}, "inner.maybe: it must be a whole number or nothing, not a list"),
    ({"shoe": 4}, "inner.shoe: it is not known"),
    ([], "inner: it must be a group of values, not a list"),
]


def describe_error(data: bytes, kind: Any = Outer) -> str:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError, RecursionError)) as refusal:
        msgspec.json.decode(data, type=kind)
    return ": ".join(part for part in describe_validation_error(refusal.value) if part)


@pytest.mark.parametrize(("value", "words"), WRONG_VALUES)
def test_wrong_value_error_has_its_place_and_expected_type(value: Any, words: str) -> None:
    assert describe_error(msgspec.json.encode({"inner": value})) == words


def test_missing_value_error_has_its_place() -> None:
    assert describe_error(b"{}") == "inner: it is missing"


@pytest.mark.parametrize("data", [b"", b"{", b"{]", b"\xff", b"nul", b'{"inner": NaN}'])
def test_invalid_json_error_has_no_parser_terms(data: bytes) -> None:
    assert describe_error(data) == "it is cut short or is no JSON text"


def test_deeply_nested_json_is_reported() -> None:
    assert "nested" in describe_error(b"[" * 100_000, Any)


@pytest.mark.parametrize("words", ["Unexpected 7", "Expected `weird` - at `$.a`", ""])
def test_unknown_validator_messages_are_not_shown(words: str) -> None:
    place, complaint = describe_validation_error(msgspec.ValidationError(words))
    assert "Expected" not in complaint and "`" not in place + complaint and complaint
