"""The gate for text that people give: what passes it can be kept, compared, shown and printed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.text import MARKS, clean, drawable, is_name, letters, one_line, reads_as, typed

ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
"""Every sign there is: unassigned ones and surrogates too."""
NASTY = ["\u200b", "\u00ad", "\u202e", "\0", "\ufeff", "\u2060", "\u034f", "\u3164", "\ufe0f", "\ud800", "\ue000",
         "\U000e0041", "\U0010ffff", "\u0378", "\x7f", "\u2028", "\u115f", "\ufffc", "\u061c"]  # fmt: skip


@pytest.mark.parametrize("sign", NASTY, ids=ascii)
def test_signs_without_width_and_control_signs_are_gone(sign: str) -> None:
    blank = sign == "\u2028"
    assert clean(f"An{sign}na", 24) == ("An na" if blank else "Anna")
    assert clean(sign * 3, 24) == ""
    assert not is_name(sign, 24)


@pytest.mark.parametrize("text, left", [
    ("  Nonna \t\n Pia ", "Nonna Pia"),
    ("Zoe\u0308", "Zoë"),
    ("\u0301Anna", "Anna"),
    ("a \u0301b", "a b"),
    ("\u2800", ""),
    ("A\u00a0B", "A B"),
    ("王小明", "王小明"),
    ("😀", "😀"),
])  # fmt: skip
def test_text_is_composed_and_its_blanks_are_folded(text: str, left: str) -> None:
    assert clean(text, 24) == left


def test_what_is_too_long_is_cut_between_letters() -> None:
    assert clean("abc", 2) == "ab"
    assert clean("ax\u0323\u0307\u0301", 3) == "a"
    assert clean("ab cd", 3) == "ab"


def test_a_letter_carries_only_so_many_signs() -> None:
    heap = clean("a" + "\u0316" * 50, 200)
    assert heap == "a" + "\u0316" * MARKS


@given(ANY, st.integers(0, 30))
def test_clean_text_is_short_printable_composed_and_clean(text: str, most: int) -> None:
    kept = clean(text, most)
    assert len(kept) <= most and kept.isprintable() and kept == kept.strip() and "  " not in kept
    assert unicodedata.is_normalized("NFC", kept)
    assert clean(kept, most) == kept
    assert not kept or is_name(kept, most)


@given(ANY)
def test_what_is_drawn_is_in_letters_that_fit_together(text: str) -> None:
    shown = drawable(text)
    assert "".join(letters(shown)) == shown == drawable(shown)
    assert shown.isprintable()
    assert typed(typed(text)) == typed(text)


@pytest.mark.parametrize("name", ["Zoe\u0308", " ZOË ", "zoë", "\uff3aoë", "Zo\u200bë", "Z\u00ado\u0065\u0308"])
def test_names_that_read_the_same_are_the_same(name: str) -> None:
    assert reads_as(name) == reads_as("Zoë")


@pytest.mark.parametrize("name", ["Zoe", "Zoë 2", "Z oë"])
def test_names_that_read_otherwise_are_others(name: str) -> None:
    assert reads_as(name) != reads_as("Zoë")


@given(ANY)
def test_cleaning_a_name_does_not_change_how_it_reads(text: str) -> None:
    assert reads_as(reads_as(text)) == reads_as(text)
    assert reads_as(typed(text)) == reads_as(text)


@given(ANY, st.sampled_from([20, 1000]))
def test_a_line_of_error_is_one_line_without_control_signs(text: str, most: int) -> None:
    line = one_line(text, most)
    assert line.isprintable() and len(line) <= most
    line.encode()


def test_a_line_of_error_still_names_what_was_typed() -> None:
    assert one_line("a\nb\u202ec\udcff") == "a\\nb\\u202ec\\udcff"
    assert one_line("C:\\tmp è qui") == "C:\\tmp è qui"
    assert one_line("x" * 5000, 11) == "xxxxx…xxxxx"
