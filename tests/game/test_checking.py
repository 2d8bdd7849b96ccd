"""What a validator complains of reaches a person in words, never in the validator's."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from game.checking import in_words


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


CASES = [
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


def said(data: bytes, kind: Any = Outer) -> str:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError, RecursionError)) as refusal:
        msgspec.json.decode(data, type=kind)
    return ": ".join(part for part in in_words(refusal.value) if part)


@pytest.mark.parametrize(("value", "words"), CASES)
def test_a_wrong_value_is_named_by_its_place_and_what_it_must_be(value: Any, words: str) -> None:
    assert said(msgspec.json.encode({"inner": value})) == words


def test_a_missing_value_is_named() -> None:
    assert said(b"{}") == "inner: it is missing"


@pytest.mark.parametrize("data", [b"", b"{", b"{]", b"\xff", b"nul", b'{"inner": NaN}'])
def test_what_is_no_json_is_said_without_a_parser_s_words(data: bytes) -> None:
    assert said(data) == "it is cut short or is no JSON text"


def test_a_deep_nest_is_said() -> None:
    assert "nested" in said(b"[" * 100_000, Any)


@pytest.mark.parametrize("words", ["Unexpected 7", "Expected `weird` - at `$.a`", ""])
def test_words_that_are_new_are_not_handed_on(words: str) -> None:
    place, what = in_words(msgspec.ValidationError(words))
    assert "Expected" not in what and "`" not in place + what and what
