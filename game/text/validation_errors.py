"""What a validator complains of, in a person's words: the place, and what must stand there."""

from __future__ import annotations

import re
from typing import Final

from game.text.gettext import _

_EXPECTED_PATTERN: Final = re.compile(r"Expected `(?P<wanted>[^`]*)`(?: (?P<bound>[^,]*))?(?:, got `(?P<got>[^`]*)`)?")
_FIELD_PATTERN: Final = re.compile(r"Object (?P<how>missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL)
_ENUM_PATTERN: Final = re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL)
_BOUND_PATTERN: Final = re.compile(r"(?P<length>of length )?(?P<sign>>=|<=|>|<|==) ?(?P<most>.+)")
_PATH_PATTERN: Final = re.compile(r" - at (?:`key` in )?`(?P<path>[^`]*)`$")
MAX_QUOTED_CHARACTERS: Final = 40
"""Letters of a wrong value that are shown."""


def describe_validation_error(error: Exception) -> tuple[str, str]:
    """The place in the data, as ``options.speed`` or ``seats[1]`` and empty for the whole, and what is wrong there."""
    text = str(error)
    path = _PATH_PATTERN.search(text)
    place = path["path"].removeprefix("$").strip(".") if path else ""
    complaint = text[: path.start()] if path else text
    field = _FIELD_PATTERN.fullmatch(complaint)
    if field:
        name = field["name"] if field["name"].isidentifier() else _quote(field["name"])
        problem = _("it is missing") if field["how"] == "missing required" else _("it is not known")
        return f"{place}.{name}".strip("."), problem
    return place, _describe_complaint(complaint)


def _describe_complaint(text: str) -> str:
    expected, value = _EXPECTED_PATTERN.fullmatch(text), _ENUM_PATTERN.fullmatch(text)
    if expected and expected["bound"]:
        return _describe_broken_bound(expected["wanted"], expected["bound"])
    if expected:
        return _describe_wrong_type(expected["wanted"], expected["got"])
    if value:
        return _("{value} is none of the values that may stand there").format(value=_quote(value["value"].strip("'")))
    if "out of range" in text:
        return _("the number is too large")
    if "JSON" in text or "truncated" in text or "utf-8" in text.lower() or "codec" in text:
        return _("it is cut short or is no JSON text")
    if "recursion" in text.lower():
        return _("it is nested too deeply")
    return _("it is not what should stand there")


def _get_type_names() -> dict[str, str]:
    return {
        "int": _("a whole number"), "float": _("a number"), "str": _("a text"), "bool": _("true or false"),
        "array": _("a list"), "object": _("a group of values"), "null": _("nothing"),
    }  # fmt: skip


def _describe_wrong_type(expected: str, actual: str | None) -> str:
    type_names = _get_type_names()
    expected_names = _(" or ").join(type_names.get(type_name, type_name) for type_name in expected.split(" | "))
    if actual is None:
        return _("it must be {kind}").format(kind=expected_names)
    return _("it must be {kind}, not {other}").format(kind=expected_names, other=type_names.get(actual, actual))


def _describe_broken_bound(expected: str, bound: str) -> str:
    bound_match = _BOUND_PATTERN.fullmatch(bound)
    type_name = _get_type_names().get(expected, expected)
    if not bound_match:
        return _("it is not what should stand there")
    limit = bound_match["most"].removesuffix(".0")
    if bound_match["length"]:
        templates = {">=": _("it must have at least {n} signs"), "<=": _("it must have at most {n} signs")}
        return templates.get(bound_match["sign"], _("it must have {n} signs")).format(n=limit)
    templates = {
        ">=": _("it must be {kind} from {n}"), "<=": _("it must be {kind} up to {n}"),
        ">": _("it must be {kind} above {n}"), "<": _("it must be {kind} below {n}"),
    }  # fmt: skip
    return templates.get(bound_match["sign"], _("it must be {kind}, {n}")).format(kind=type_name, n=limit)


def _quote(text: str) -> str:
    return repr(text[:MAX_QUOTED_CHARACTERS])
