"""Reading of msgspec's validation errors: the place in the data, and the fault."""

from __future__ import annotations

import re
from typing import Final

from game.core.messages import Reason

_EXPECTED_PATTERN: Final = re.compile(r"Expected `(?P<wanted>[^`]*)`(?: (?P<bound>[^,]*))?(?:, got `(?P<got>[^`]*)`)?")
_FIELD_PATTERN: Final = re.compile(r"Object (?P<how>missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL)
_ENUM_PATTERN: Final = re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL)
_BOUND_PATTERN: Final = re.compile(r"(?P<length>of length )?(?P<sign>>=|<=|>|<|==) ?(?P<most>-?[0-9.]+)")
_PATH_PATTERN: Final = re.compile(r" - at (?:`key` in )?`(?P<path>[^`]*)`$")
KINDS: Final = frozenset({"int", "float", "str", "bool", "array", "object", "null"})
"""The names of types that msgspec writes; an error with another one is described as a value that is not valid."""
MAX_QUOTED_CHARACTERS: Final = 40
"""Characters of a wrong value that are shown."""


def read_validation_error(error: Exception) -> tuple[Reason, tuple[Reason, ...]]:
    """Return the fault that msgspec reports, and its place such as ``options.speed`` or ``seats[1]``.

    ``error``: an exception of msgspec's decoding or conversion. The place is () if the fault concerns the data as a
    whole, else a tuple of one `Reason`.
    """
    text = str(error)
    path = _PATH_PATTERN.search(text)
    place = path["path"].removeprefix("$").strip(".") if path else ""
    complaint = text[: path.start()] if path else text
    field = _FIELD_PATTERN.fullmatch(complaint)
    if field:
        name = field["name"] if field["name"].isidentifier() else _quote(field["name"])
        place = f"{place}.{name}".strip(".")
        reason = Reason("value_missing" if field["how"] == "missing required" else "value_not_known")
    else:
        reason = _read_complaint(complaint)
    return reason, (Reason("field", {"path": place}),) if place else ()


def _read_complaint(text: str) -> Reason:
    expected, value = _EXPECTED_PATTERN.fullmatch(text), _ENUM_PATTERN.fullmatch(text)
    kinds = tuple(expected["wanted"].split(" | ")) if expected else ()
    if expected and {*kinds, expected["got"] or "null"} <= KINDS:
        if expected["bound"]:
            return _read_bound(kinds, expected["bound"])
        if expected["got"] is None:
            return Reason("must_be_kind", {"kind": kinds})
        return Reason("must_be_other_kind", {"kind": kinds, "other": (expected["got"],)})
    if value:
        return Reason("value_not_offered", {"value": _quote(value["value"].strip("'"))})
    if "out of range" in text:
        return Reason("number_too_large")
    if "JSON" in text or "truncated" in text or "utf-8" in text.lower() or "codec" in text:
        return Reason("not_json")
    return Reason("nested_too_deeply" if "recursion" in text.lower() else "value_not_valid")


def _read_bound(kinds: tuple[str, ...], bound: str) -> Reason:
    bound_match = _BOUND_PATTERN.fullmatch(bound)
    if not bound_match:
        return Reason("value_not_valid")
    limit, sign = bound_match["most"].removesuffix(".0"), bound_match["sign"]
    if bound_match["length"]:
        length_codes = {">=": "too_few_signs", "<=": "too_many_signs"}
        return Reason(length_codes.get(sign, "other_sign_count"), {"n": limit})
    codes = {">=": "must_be_from", "<=": "must_be_up_to", ">": "must_be_above", "<": "must_be_below"}
    return Reason(codes.get(sign, "must_be_exactly"), {"kind": kinds, "n": limit})


def _quote(text: str) -> str:
    return repr(text[:MAX_QUOTED_CHARACTERS])
