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

BABELS = {"en": "en_GB", "it": "it", "fr": "fr"}
numbers = st.floats(-1e6, 1e6).map(lambda value: round(value, 2))
moments = st.integers(0, 2**31).map(float)


each_language = pytest.mark.parametrize("code", i18n.LANGUAGES)


@each_language
@given(value=numbers, places=st.integers(0, 3))
def test_numbers_are_written_as_the_language_writes_them(code: str, value: float, places: int) -> None:
    with i18n.speaking(code):
        form = "#,##0" + ("." + "0" * places if places else "")
        rounded = float(f"{value:.{places}f}") or 0.0
        wanted = format_decimal(rounded, form, locale=BABELS[code], decimal_quantization=False)
        assert conventions.decimal(value, places) == wanted.replace("-", conventions.MINUS)


@pytest.mark.slow
@each_language
@given(value=numbers)
def test_a_number_has_no_more_decimals_than_it_needs(code: str, value: float) -> None:
    with i18n.speaking(code):
        wanted = format_decimal(value + 0.0, "#,##0.##", locale=BABELS[code]).replace("-", conventions.MINUS)
        assert conventions.number(value + 0.0) == wanted


@each_language
@given(value=numbers)
def test_a_change_has_its_sign_and_nothing_has_none(code: str, value: float) -> None:
    with i18n.speaking(code):
        said, bare = conventions.change(value, 2), conventions.number(abs(value))
        assert said == (f"+{bare}" if value > 0 else f"{conventions.MINUS}{bare}" if value < 0 else "0")


@each_language
def test_only_french_has_a_blank_before_the_percent_sign_and_it_never_breaks(code: str) -> None:
    with i18n.speaking(code):
        assert conventions.percent(0.425, 1) == {
            "en": "42.5%", "it": "42,5%", "fr": f"42,5{conventions.NARROW}%",
        }[code]  # fmt: skip


@each_language
@given(when=moments)
def test_days_and_hours_are_written_as_the_language_writes_them(code: str, when: float) -> None:
    with i18n.speaking(code):
        there = datetime.fromtimestamp(when)
        assert conventions.date(when) == format_date(there, "medium", locale=BABELS[code])
        assert conventions.clock(when) == format_time(there, "short", locale=BABELS[code])
        assert conventions.plain_date(when) == time.strftime("%Y-%m-%d", there.timetuple())


@each_language
@given(parts=st.lists(st.sampled_from(["Anna", "Bruno", "Carla"]), min_size=1, max_size=5))
def test_the_last_of_a_list_is_joined_by_and(code: str, parts: list[str]) -> None:
    with i18n.speaking(code):
        assert conventions.listed(parts) == format_list(parts, locale=BABELS[code])
        assert conventions.listed([]) == ""
