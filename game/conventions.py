"""Numbers, dates and lists as they are written in the language that is spoken.

For a person to read, and for nothing else: what a machine reads, ``--json`` and CSV, has the numbers themselves.
The conventions are those of the Unicode CLDR; ``tests/game/test_conventions.py`` asks it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import reduce
from typing import Final, NamedTuple

from game.i18n import language, pgettext

NARROW: Final = "\u202f"
"""A narrow blank that does not break."""
MINUS: Final = "−"


class _Convention(NamedTuple):
    """``point``: before the decimals; ``thousands``: between three digits and three; ``percent``: after the number."""

    point: str
    thousands: str
    percent: str
    months: tuple[str, ...]


_WRITTEN: Final = {
    "en": _Convention(
        ".", ",", "%", ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec")
    ),
    "it": _Convention(
        ",", ".", "%", ("gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic")
    ),
    "fr": _Convention(
        ",", NARROW, NARROW + "%",
        ("janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."),
    ),
}  # fmt: skip


# -- numbers ---------------------------------------------------------------------------------------


def decimal(value: float, places: int) -> str:
    """A number with just so many decimals: "1,234.50"."""
    written = _WRITTEN[language()]
    whole, point, part = f"{abs(value):,.{places}f}".partition(".")
    sign = MINUS if value < 0 and any(digit in whole + part for digit in "123456789") else ""
    return sign + whole.replace(",", written.thousands) + (written.point if point else "") + part


def number(value: float, places: int = 2) -> str:
    """A number with as many decimals as it needs, at most so many: "1,234.5", "3"."""
    needed = next(few for few in range(places + 1) if few == places or round(value, few) == round(value, places))
    return decimal(value, needed)


def change(value: float, places: int = 1) -> str:
    """What is added or taken off, with its sign: "+3", "−2.5", "0"."""
    said = number(value, places)
    return "+" + said if value > 0 and any(digit in said for digit in "123456789") else said


def percent(share: float, places: int = 0) -> str:
    """A share of 1 as a percentage: "42%"."""
    return decimal(100 * share, places) + _WRITTEN[language()].percent


# -- dates -----------------------------------------------------------------------------------------


def date(when: float) -> str:
    """The day of a moment (seconds since 1970), where the program runs: "3 Sept 2026"."""
    day = time.localtime(when)
    return f"{day.tm_mday} {_WRITTEN[language()].months[day.tm_mon - 1]} {day.tm_year}"


def clock(when: float) -> str:
    """The time of day of a moment, where the program runs: "09:05"."""
    return time.strftime("%H:%M", time.localtime(when))


def moment(when: float) -> str:
    """The day and the time of day: "3 Sept 2026, 09:05"."""
    return f"{date(when)}, {clock(when)}"


def plain_date(when: float) -> str:
    """The day of a moment as machines read it, and people of any language: "2026-09-03"."""
    return time.strftime("%Y-%m-%d", time.localtime(when))


# -- lists -----------------------------------------------------------------------------------------


def listed(parts: Sequence[str]) -> str:
    """Things that belong together: "Anna, Bruno and Carla"."""
    if len(parts) < 2:
        return "".join(parts)
    words = pgettext("the end of a list", "{some} and {last}")
    return words.format(some=series(parts[:-1]), last=parts[-1])


def series(parts: Sequence[str]) -> str:
    """Things one after the other: "Anna 3, Bruno 2, Carla 1"."""
    return _one_by_one(pgettext("things of a list", "{some}, {next}"), parts)


def clauses(parts: Sequence[str]) -> str:
    """Things that are said one after the other: "Anna deals; Bruno gets the ace of coins, the two of cups"."""
    return _one_by_one(pgettext("clauses", "{some}; {next}"), parts)


def _one_by_one(words: str, parts: Sequence[str]) -> str:
    return reduce(lambda some, one: words.format(some=some, next=one), parts) if parts else ""
