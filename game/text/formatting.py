"""Numbers, short dates and lists in the format of the player's language; `game.text.dates` has dates in words.

They are for people only; output for machines (``--json``, CSV) has plain numbers. The formats follow the Unicode CLDR;
``tests/game/text/test_formatting.py`` compares them with it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import reduce
from typing import Final, NamedTuple

from game.text.gettext import _, get_language, pgettext

NARROW_NO_BREAK_SPACE: Final = "\u202f"
"""The space before a percent sign and between groups of digits in French."""
MINUS_SIGN: Final = "−"
SEAL_DIGITS_SHOWN: Final = 8


class _LocaleFormat(NamedTuple):
    """The formats of a language; ``percent_suffix`` follows the number, ``month_names`` are short."""

    decimal_separator: str
    thousands_separator: str
    percent_suffix: str
    month_names: tuple[str, ...]


_LOCALE_FORMATS: Final = {
    "en": _LocaleFormat(
        ".", ",", "%", ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"),
    ),
    "it": _LocaleFormat(
        ",", ".", "%", ("gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"),
    ),
    "fr": _LocaleFormat(
        ",", NARROW_NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE + "%",
        ("janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."),
    ),
}  # fmt: skip


# -- numbers ---------------------------------------------------------------------------------------


def format_decimal(value: float, decimals: int) -> str:
    """Return a number with exactly ``decimals`` decimals: "1,234.50"."""
    locale_format = _LOCALE_FORMATS[get_language()]
    whole, point, fraction = f"{abs(value):,.{decimals}f}".partition(".")
    sign = MINUS_SIGN if value < 0 and any(digit in whole + fraction for digit in "123456789") else ""
    return (
        sign
        + whole.replace(",", locale_format.thousands_separator)
        + (locale_format.decimal_separator if point else "")
        + fraction
    )


def format_score_pair(first: str, second: str) -> str:
    """Return the scores of two sides, such as "3 – 1", or with a colon beside a sign, such as "244 : −34"."""
    has_sign = any(score.startswith((MINUS_SIGN, "+")) for score in (first, second))
    text = _("{first} : {second}") if has_sign else _("{first} – {second}")
    return text.format(first=first, second=second)


def format_number(value: float, max_decimals: int = 2) -> str:
    """Return a number with as many decimals as it needs, up to ``max_decimals``: "1,234.5", "3"."""
    decimals = next(
        count
        for count in range(max_decimals + 1)
        if count == max_decimals or round(value, count) == round(value, max_decimals)
    )
    return format_decimal(value, decimals)


def format_change(value: float, max_decimals: int = 1) -> str:
    """Return a change with its sign and at most ``max_decimals`` decimals: "+3", "−2.5", "0"."""
    text = format_number(value, max_decimals)
    return "+" + text if value > 0 and any(digit in text for digit in "123456789") else text


def format_percent(fraction: float, decimals: int = 0) -> str:
    """Return a share from 0 to 1 as a percentage with ``decimals`` decimals: "42%"."""
    return format_decimal(100 * fraction, decimals) + _LOCALE_FORMATS[get_language()].percent_suffix


# -- dates -----------------------------------------------------------------------------------------


def format_date(timestamp: float) -> str:
    """Return the local date of a moment (seconds since 1970): "3 Sept 2026"."""
    day = time.localtime(timestamp)
    return f"{day.tm_mday} {_LOCALE_FORMATS[get_language()].month_names[day.tm_mon - 1]} {day.tm_year}"


def format_time_of_day(timestamp: float) -> str:
    """Return the local time of a moment (seconds since 1970): "09:05"."""
    return time.strftime("%H:%M", time.localtime(timestamp))


def format_date_and_time(timestamp: float) -> str:
    """Return the local date and time of a moment: "3 Sept 2026, 09:05"."""
    return f"{format_date(timestamp)}, {format_time_of_day(timestamp)}"


def format_iso_date(timestamp: float) -> str:
    """Return the local date of a moment in ISO format: "2026-09-03"."""
    return time.strftime("%Y-%m-%d", time.localtime(timestamp))


# -- lists -----------------------------------------------------------------------------------------


def shorten_seal(seal: str) -> str:
    """Return the first digits of the seal of a shuffle, by which a person recognizes it."""
    return f"{seal[:SEAL_DIGITS_SHOWN]}…"


def join_with_and(parts: Sequence[str]) -> str:
    """Return a list of things that belong together: "Anna, Bruno and Carla"; "" for no parts."""
    if len(parts) < 2:
        return "".join(parts)
    template = pgettext("the end of a list", "{some} and {last}")
    return template.format(some=join_with_commas(parts[:-1]), last=parts[-1])


def join_with_commas(parts: Sequence[str]) -> str:
    """Return an enumeration: "Anna 3, Bruno 2, Carla 1"; "" for no parts."""
    return _join_with_template(pgettext("things of a list", "{some}, {next}"), parts)


def join_with_semicolons(parts: Sequence[str]) -> str:
    """Return clauses in one line: "Anna deals; Bruno gets the ace of coins, the two of cups"; "" for no parts."""
    return _join_with_template(pgettext("clauses", "{some}; {next}"), parts)


def _join_with_template(template: str, parts: Sequence[str]) -> str:
    return reduce(lambda joined, part: template.format(some=joined, next=part), parts) if parts else ""


def format_duration(seconds: float) -> str:
    """Return how long something has lasted, in seconds or whole minutes: digits alone could be a countdown."""
    minutes = int(seconds) // 60
    return _("{minutes} min").format(minutes=minutes) if minutes else f"{int(seconds)} s"
