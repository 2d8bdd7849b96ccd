"""Numbers, dates and lists are written as each language writes them: the Unicode CLDR, by Babel, says how."""

from __future__ import annotations

import time
from datetime import datetime

import pytest
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from game import conventions, i18n

BABEL_LOCALES = {"en": "en_GB", "it": "it", "fr": "fr"}
numbers_strategy = st.floats(-1e6, 1e6).map(lambda value: round(value, 2))
timestamps_strategy = st.integers(0, 2**31).map(float)


for_each_language = pytest.mark.parametrize("code", i18n.LANGUAGE_NAMES)


@for_each_language
@given(value=numbers_strategy, places=st.integers(0, 3))
def test_numbers_follow_the_language(code: str, value: float, places: int) -> None:
    with i18n.use_language(code):
        form = "#,##0" + ("." + "0" * places if places else "")
        rounded = float(f"{value:.{places}f}") or 0.0
        wanted = format_decimal(rounded, form, locale=BABEL_LOCALES[code], decimal_quantization=False)
        assert conventions.format_decimal(value, places) == wanted.replace("-", conventions.MINUS_SIGN)


@pytest.mark.slow
@for_each_language
@given(value=numbers_strategy)
def test_number_has_no_more_decimals_than_needed(code: str, value: float) -> None:
    with i18n.use_language(code):
        wanted = format_decimal(value + 0.0, "#,##0.##", locale=BABEL_LOCALES[code]).replace(
            "-", conventions.MINUS_SIGN
        )
        assert conventions.format_number(value + 0.0) == wanted


@for_each_language
@given(value=numbers_strategy)
def test_signed_number_has_its_sign_and_zero_has_none(code: str, value: float) -> None:
    with i18n.use_language(code):
        signed_text, bare = conventions.format_change(value, 2), conventions.format_number(abs(value))
        assert signed_text == (f"+{bare}" if value > 0 else f"{conventions.MINUS_SIGN}{bare}" if value < 0 else "0")


@for_each_language
def test_only_french_has_a_non_breaking_space_before_percent_sign(code: str) -> None:
    with i18n.use_language(code):
        assert conventions.format_percent(0.425, 1) == {
            "en": "42.5%", "it": "42,5%", "fr": f"42,5{conventions.NARROW_NO_BREAK_SPACE}%",
        }[code]  # fmt: skip


@for_each_language
@given(when=timestamps_strategy)
def test_dates_and_times_follow_the_language(code: str, when: float) -> None:
    with i18n.use_language(code):
        there = datetime.fromtimestamp(when)
        assert conventions.format_date(when) == format_date(there, "medium", locale=BABEL_LOCALES[code])
        assert conventions.format_time_of_day(when) == format_time(there, "short", locale=BABEL_LOCALES[code])
        assert conventions.format_iso_date(when) == time.strftime("%Y-%m-%d", there.timetuple())


@for_each_language
@given(parts=st.lists(st.sampled_from(["Anna", "Bruno", "Carla"]), min_size=1, max_size=5))
def test_last_list_item_is_joined_by_and(code: str, parts: list[str]) -> None:
    with i18n.use_language(code):
        assert conventions.join_with_and(parts) == format_list(parts, locale=BABEL_LOCALES[code])
        assert conventions.join_with_and([]) == ""
