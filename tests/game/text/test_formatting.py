"""Numbers, dates and lists are written as in each language, by the Unicode CLDR of Babel."""

from __future__ import annotations

import time
from datetime import date, datetime

import pytest
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from game.text import dates, formatting, gettext
from tests.rows import check_rows

BABEL_LOCALES = {"en": "en_GB", "it": "it", "fr": "fr"}
numbers_strategy = st.floats(-1e6, 1e6).map(lambda value: round(value, 2))
timestamps_strategy = st.integers(0, 2**31).map(float)


for_each_language = pytest.mark.parametrize("code", gettext.LANGUAGE_NAMES)


@for_each_language
@given(value=numbers_strategy, places=st.integers(0, 3))
def test_numbers_follow_the_language(code: str, value: float, places: int) -> None:
    with gettext.use_language(code):
        form = "#,##0" + ("." + "0" * places if places else "")
        rounded = float(f"{value:.{places}f}") or 0.0
        wanted = format_decimal(rounded, form, locale=BABEL_LOCALES[code], decimal_quantization=False)
        assert formatting.format_decimal(value, places) == wanted.replace("-", formatting.MINUS_SIGN)


@for_each_language
@given(value=numbers_strategy)
def test_signed_number_has_its_sign_and_no_more_decimals_than_needed_and_zero_has_none(code: str, value: float) -> None:
    with gettext.use_language(code):
        signed_text, bare = formatting.format_change(value, 2), formatting.format_number(abs(value))
        assert bare == format_decimal(abs(value), "#,##0.##", locale=BABEL_LOCALES[code]), "only decimals it needs"
        assert signed_text == (f"+{bare}" if value > 0 else f"{formatting.MINUS_SIGN}{bare}" if value < 0 else "0")


@for_each_language
def test_only_french_has_a_non_breaking_space_before_percent_sign(code: str) -> None:
    with gettext.use_language(code):
        assert formatting.format_percent(0.425, 1) == {
            "en": "42.5%", "it": "42,5%", "fr": f"42,5{formatting.NARROW_NO_BREAK_SPACE}%",
        }[code]  # fmt: skip


@for_each_language
@given(when=timestamps_strategy)
def test_dates_and_times_follow_the_language(code: str, when: float) -> None:
    with gettext.use_language(code):
        there = datetime.fromtimestamp(when)
        assert formatting.format_date(when) == format_date(there, "medium", locale=BABEL_LOCALES[code])
        assert formatting.format_time_of_day(when) == format_time(there, "short", locale=BABEL_LOCALES[code])
        assert formatting.format_iso_date(when) == time.strftime("%Y-%m-%d", there.timetuple())


@for_each_language
@given(parts=st.lists(st.sampled_from(["Anna", "Bruno", "Carla"]), min_size=1, max_size=5))
def test_last_list_item_is_joined_by_and(code: str, parts: list[str]) -> None:
    with gettext.use_language(code):
        assert formatting.join_with_and(parts) == format_list(parts, locale=BABEL_LOCALES[code])
        assert formatting.join_with_and([]) == ""


@for_each_language
@given(moment=timestamps_strategy, days=st.integers(0, 400))
def test_days_follow_the_language(code: str, moment: float, days: int) -> None:
    now = moment + days * 86_400
    day, today = date.fromtimestamp(moment), date.fromtimestamp(now)
    locale, days_ago = BABEL_LOCALES[code], (today - day).days
    pattern = "EEEE" if days_ago < 7 else "d MMMM" if day.year == today.year else "d MMMM y"
    wanted = format_date(day, pattern, locale=locale)
    if code == "fr" and day.day == 1 and days_ago >= 7:
        wanted = wanted.replace("1", "1er", 1)
    with gettext.use_language(code):
        text = dates.format_recent_day(moment, now)
        recent = {0: gettext._("Today"), 1: gettext._("Yesterday")}
        assert text == recent.get(days_ago, wanted.capitalize() if days_ago < 7 else wanted)


@for_each_language
def test_today_and_yesterday_are_named(code: str) -> None:
    noon = datetime(2026, 11, 29, 12).timestamp()
    words = {"en": ("Today", "Yesterday"), "it": ("Oggi", "Ieri"), "fr": ("Aujourd'hui", "Hier")}
    with gettext.use_language(code):
        assert tuple(dates.format_recent_day(noon - days * 86_400, noon) for days in (0, 1)) == words[code]


@check_rows(
    ("code", "months", "texts"),
    [
        ("en", ("1 November", "30 October"), ("Sunday", "Friday", "November 2026")),
        ("it", ("1 novembre", "30 ottobre"), ("Domenica", "Venerdì", "Novembre 2026")),
        ("fr", ("1er novembre", "30 octobre"), ("Dimanche", "Vendredi", "Novembre 2026")),
    ],
)
def test_first_day_of_a_month_is_written_as_people_do(
    code: str, months: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    first, last = date(2026, 11, 1), date(2026, 10, 30)
    with gettext.use_language(code):
        assert (dates.format_day(first), dates.format_day(last)) == months
        assert (dates.format_weekday(first), dates.format_weekday(last), dates.format_month(first)) == texts


@for_each_language
def test_short_weekdays_follow_the_language(code: str) -> None:
    days = [date(2026, 11, 2 + number) for number in range(7)]
    with gettext.use_language(code):
        assert dates.list_short_weekdays() == tuple(format_date(day, "EEE", locale=BABEL_LOCALES[code]) for day in days)


@check_rows(
    ("first", "second", "text"),
    [("3", "1", "3 – 1"), ("244", "−34", "244 : −34"), ("−210", "−99", "−210 : −99"), ("+90", "0", "+90 : 0")],
)
def test_dash_between_scores_never_meets_a_sign(first: str, second: str, text: str) -> None:
    assert formatting.format_score_pair(first, second) == text
