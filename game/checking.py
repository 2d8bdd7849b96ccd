"""What a validator complains of, in a person's words: the place, and what must stand there."""

from __future__ import annotations

import re
from typing import Final

from game.i18n import _

_EXPECTED: Final = re.compile(r"Expected `(?P<wanted>[^`]*)`(?: (?P<bound>[^,]*))?(?:, got `(?P<got>[^`]*)`)?")
_FIELD: Final = re.compile(r"Object (?P<how>missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL)
_ENUM: Final = re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL)
_BOUND: Final = re.compile(r"(?P<length>of length )?(?P<sign>>=|<=|>|<|==) ?(?P<most>.+)")
_PATH: Final = re.compile(r" - at (?:`key` in )?`(?P<path>[^`]*)`$")
MOST: Final = 40
"""Letters of a wrong value that are shown."""


def in_words(error: Exception) -> tuple[str, str]:
    """The place in the data, as ``options.speed`` or ``seats[1]`` and empty for the whole, and what is wrong there."""
    text = str(error)
    path = _PATH.search(text)
    place = path["path"].removeprefix("$").strip(".") if path else ""
    complaint = text[: path.start()] if path else text
    field = _FIELD.fullmatch(complaint)
    if field:
        name = field["name"] if field["name"].isidentifier() else _quoted(field["name"])
        fault = _("it is missing") if field["how"] == "missing required" else _("it is not known")
        return f"{place}.{name}".strip("."), fault
    return place, _complaint(complaint)


def _complaint(text: str) -> str:
    expected, value = _EXPECTED.fullmatch(text), _ENUM.fullmatch(text)
    if expected and expected["bound"]:
        return _bounded(expected["wanted"], expected["bound"])
    if expected:
        return _other_kind(expected["wanted"], expected["got"])
    if value:
        return _("{value} is none of the values that may stand there").format(value=_quoted(value["value"].strip("'")))
    if "out of range" in text:
        return _("the number is too large")
    if "JSON" in text or "truncated" in text or "utf-8" in text.lower() or "codec" in text:
        return _("it is cut short or is no JSON text")
    if "recursion" in text.lower():
        return _("it is nested too deeply")
    return _("it is not what should stand there")


def _kinds() -> dict[str, str]:
    return {
        "int": _("a whole number"), "float": _("a number"), "str": _("a text"), "bool": _("true or false"),
        "array": _("a list"), "object": _("a group of values"), "null": _("nothing"),
    }  # fmt: skip


def _other_kind(wanted: str, got: str | None) -> str:
    kinds = _kinds()
    must = _(" or ").join(kinds.get(one, one) for one in wanted.split(" | "))
    if got is None:
        return _("it must be {kind}").format(kind=must)
    return _("it must be {kind}, not {other}").format(kind=must, other=kinds.get(got, got))


def _bounded(wanted: str, bound: str) -> str:
    found = _BOUND.fullmatch(bound)
    kind = _kinds().get(wanted, wanted)
    if not found:
        return _("it is not what should stand there")
    most = found["most"].removesuffix(".0")
    if found["length"]:
        words = {">=": _("it must have at least {n} signs"), "<=": _("it must have at most {n} signs")}
        return words.get(found["sign"], _("it must have {n} signs")).format(n=most)
    words = {
        ">=": _("it must be {kind} from {n}"), "<=": _("it must be {kind} up to {n}"),
        ">": _("it must be {kind} above {n}"), "<": _("it must be {kind} below {n}"),
    }  # fmt: skip
    return words.get(found["sign"], _("it must be {kind}, {n}")).format(kind=kind, n=most)


def _quoted(text: str) -> str:
    return repr(text[:MOST])
