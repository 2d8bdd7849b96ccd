"""The sanitizer of text from people: accepted text can be stored, compared, shown and printed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.sanitizer import (
    MAX_COMBINING_MARKS,
    escape_to_one_line,
    has_sentence_marks,
    is_visible_line,
    iter_letters,
    name_key,
    sanitize_for_drawing,
    sanitize_line,
    sanitize_typed_text,
)

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
"""All characters, also unassigned ones and surrogates."""
PROBLEM_CHARACTERS = [
    "\u200b",
    "\u00ad",
    "\u202e",
    "\0",
    "\ufeff",
    "\u2060",
    "\u034f",
    "\u3164",
    "\ufe0f",
    "\ud800",
    "\ue000",
    "\U000e0041",
    "\U0010ffff",
    "\u0378",
    "\x7f",
    "\u2028",
    "\u115f",
    "\ufffc",
    "\u061c",
]


@pytest.mark.parametrize("sign", PROBLEM_CHARACTERS, ids=ascii)
def test_invisible_and_control_characters_are_removed(sign: str) -> None:
    blank = sign == "\u2028"
    assert sanitize_line(f"An{sign}na", 24) == ("An na" if blank else "Anna")
    assert sanitize_line(sign * 3, 24) == ""
    assert not is_visible_line(sign, 24)


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
def test_text_is_composed_and_spaces_are_merged(text: str, left: str) -> None:
    assert sanitize_line(text, 24) == left


def test_long_text_is_cut_between_letters() -> None:
    assert sanitize_line("abc", 2) == "ab"
    assert sanitize_line("ax\u0323\u0307\u0301", 3) == "a"
    assert sanitize_line("ab cd", 3) == "ab"


def test_combining_marks_per_letter_are_limited() -> None:
    heap = sanitize_line("a" + "\u0316" * 50, 200)
    assert heap == "a" + "\u0316" * MAX_COMBINING_MARKS


@given(ANY_TEXT, st.integers(0, 30))
def test_clean_text_is_short_printable_and_composed(text: str, most: int) -> None:
    cleaned = sanitize_line(text, most)
    assert len(cleaned) <= most and cleaned.isprintable() and cleaned == cleaned.strip() and "  " not in cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert sanitize_line(cleaned, most) == cleaned
    assert not cleaned or is_visible_line(cleaned, most)


@given(ANY_TEXT)
def test_text_for_drawing_has_only_well_formed_letters(text: str) -> None:
    shown = sanitize_for_drawing(text)
    assert "".join(iter_letters(shown)) == shown == sanitize_for_drawing(shown)
    assert shown.isprintable()
    assert sanitize_typed_text(sanitize_typed_text(text)) == sanitize_typed_text(text)


@pytest.mark.parametrize("name", ["Zoe\u0308", " ZOË ", "zoë", "\uff3aoë", "Zo\u200bë", "Z\u00ado\u0065\u0308"])
def test_names_that_read_the_same_have_same_key(name: str) -> None:
    assert name_key(name) == name_key("Zoë")


@pytest.mark.parametrize("name", ["Zoe", "Zoë 2", "Z oë"])
def test_names_that_read_differently_have_different_keys(name: str) -> None:
    assert name_key(name) != name_key("Zoë")


@given(ANY_TEXT)
def test_cleaning_does_not_change_name_key(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)
    assert name_key(sanitize_typed_text(text)) == name_key(text)


@given(ANY_TEXT, st.sampled_from([20, 1000]))
def test_error_line_is_one_line_without_control_characters(text: str, most: int) -> None:
    line = escape_to_one_line(text, most)
    assert line.isprintable() and len(line) <= most
    line.encode()


def test_error_line_still_shows_typed_text() -> None:
    assert escape_to_one_line("a\nb\u202ec\udcff") == "a\\nb\\u202ec\\udcff"
    assert escape_to_one_line("C:\\tmp è qui") == "C:\\tmp è qui"
    assert escape_to_one_line("x" * 5000, 11) == "xxxxx…xxxxx"


@pytest.mark.parametrize("name", [
    "Anna", "Anna Maria", "Anna B.", "J. R. Ewing", "J.R.", "Jean-Luc", "Dell’Acqua", "De' Rossi", "anna_7", "王小明",
    "A&B 😀",
])  # fmt: skip
def test_names_of_people_have_no_sentence_marks(name: str) -> None:
    assert not has_sentence_marks(name)


@pytest.mark.parametrize("name", [
    "Bob is back. Ann", "Bob is back.Ann", "The host is back.", "Bob wins! Ann", "Bob? Ann", "Chat from Bob: hello",
    "Bob; Ann", "Bob, Ann", "Bob… Ann", "Bob。Ann", "Bob： Ann", "Bob․ Ann", "Bob – Ann", "Bob - Ann", "“Bob” Ann",
    "Bob | Ann", "Bob plays 7. Ann", "Bob (Ann)",
])  # fmt: skip
def test_punctuation_of_a_sentence_in_a_name_is_found(name: str) -> None:
    assert has_sentence_marks(name)
