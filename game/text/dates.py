"""Dates in words, in the current language."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from game.text.gettext import _, get_language


class _DateNames(NamedTuple):
    """The names of the months from January and of the days from Monday; ``first_day`` is the first of a month."""

    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    short_weekdays: tuple[str, ...]
    first_day: str = "1"


_NAMES: Final = {
    "en": _DateNames(
        ("January", "February", "March", "April", "May", "June",
         "July", "August", "September", "October", "November", "December"),
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    ),
    "it": _DateNames(
        ("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno",
         "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"),
        ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
        ("lun", "mar", "mer", "gio", "ven", "sab", "dom"),
    ),
    "fr": _DateNames(
        ("janvier", "février", "mars", "avril", "mai", "juin",
         "juillet", "août", "septembre", "octobre", "novembre", "décembre"),
        ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
        ("lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."),
        "1er",
    ),
}  # fmt: skip


def format_day(day: date) -> str:
    """Return the day and the month: "24 November"."""
    names = _NAMES[get_language()]
    number = names.first_day if day.day == 1 else str(day.day)
    return f"{number} {names.months[day.month - 1]}"


def format_recent_day(timestamp: float, now: float) -> str:
    """Return the local day of a moment as people say it at the moment ``now``; both are seconds since 1970.

    "Today", "Yesterday", "Sunday" within a week, else "13 November" or, in another year, "13 November 2025".
    """
    day, today = date.fromtimestamp(timestamp), date.fromtimestamp(now)
    days_ago = (today - day).days
    if days_ago in (0, 1):
        return _("Yesterday") if days_ago else _("Today")
    if 1 < days_ago < 7:
        return format_weekday(day)
    return format_day(day) if day.year == today.year else f"{format_day(day)} {day.year}"


def format_weekday(day: date) -> str:
    """Return the day of the week with a capital letter: "Tuesday"."""
    return _NAMES[get_language()].weekdays[day.weekday()].capitalize()


def format_month(day: date) -> str:
    """Return the month with a capital letter, and the year: "November 2026"."""
    return f"{_NAMES[get_language()].months[day.month - 1].capitalize()} {day.year}"


def list_short_weekdays() -> tuple[str, ...]:
    """Return the abbreviations of the days of the week, from Monday."""
    return _NAMES[get_language()].short_weekdays
