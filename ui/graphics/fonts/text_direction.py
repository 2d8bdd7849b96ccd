"""In what order the signs of a line stand: words from right to left among words from left to right.

The Unicode Bidirectional Algorithm as far as single lines of a program that runs from left to right need it:
no nesting, and a number keeps to the script before it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

RIGHT_TO_LEFT_CLASSES: Final = ("R", "AL")
MIRRORED_BRACKETS: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")

SCRIPT_TAGS: Final = {
    "ARABIC": "Arab", "ARMENIAN": "Armn", "BALINESE": "Bali", "BENGALI": "Beng", "DEVANAGARI": "Deva",
    "ETHIOPIC": "Ethi", "GEORGIAN": "Geor", "GUJARATI": "Gujr", "GURMUKHI": "Guru", "HANGUL": "Hang",
    "HEBREW": "Hebr", "JAVANESE": "Java", "KANNADA": "Knda", "KHMER": "Khmr", "LAO": "Laoo", "MALAYALAM": "Mlym",
    "MONGOLIAN": "Mong", "MYANMAR": "Mymr", "NKO": "Nkoo", "ORIYA": "Orya", "SINHALA": "Sinh", "SYRIAC": "Syrc",
    "TAMIL": "Taml", "TELUGU": "Telu", "THAANA": "Thaa", "THAI": "Thai", "TIBETAN": "Tibt",
}  # fmt: skip
"""The scripts whose letters change with their neighbours or have a side of their own, by the first word of a sign's
name, and the tag under which fonts know them (ISO 15924)."""


class DirectedLetter(NamedTuple):
    """A letter with what combines with it. ``is_right_to_left``: it is part of words from right to left."""

    text: str
    script: str
    is_right_to_left: bool


def get_script_tag(character: str) -> str:
    """The tag of the script, if it is one that must be told; else empty."""
    return SCRIPT_TAGS.get(unicodedata.name(character, "").partition(" ")[0], "")


def is_right_to_left(character: str) -> bool:
    """Whether a sign is of a script that runs from right to left."""
    return unicodedata.bidirectional(character) in RIGHT_TO_LEFT_CLASSES


def order_visually(letters: Sequence[str]) -> list[DirectedLetter]:
    """The letters from left to right as they are seen, except that within a word from right to left they are
    in reading order: a font that is told the direction turns these round by itself.
    """
    visual_order: list[DirectedLetter] = []
    for is_reversed, group in groupby(
        zip(letters, _find_right_to_left(letters), strict=True), key=lambda pair: pair[1]
    ):
        stretch = [text for text, _side in group]
        visual_order.extend(
            _reverse_stretch(stretch)
            if is_reversed
            else (DirectedLetter(letter, get_script_tag(letter[0]), False) for letter in stretch)
        )
    return visual_order


def _get_direction_class(letter: str) -> str:
    """Left to right (L), right to left (R), a digit (D), or neither (N)."""
    kind = unicodedata.bidirectional(letter[0])
    if kind in RIGHT_TO_LEFT_CLASSES:
        return "R"
    return {"L": "L", "EN": "D", "AN": "D"}.get(kind, "N")


def _find_right_to_left(letters: Sequence[str]) -> list[bool]:
    """For each letter whether it belongs to a stretch from right to left."""
    kinds = [_get_direction_class(letter) for letter in letters]
    if "R" not in kinds:
        return [False] * len(kinds)
    directions: list[str] = []
    last_strong = "L"
    for kind in kinds:
        last_strong = kind if kind in "LR" else last_strong
        directions.append("N" if kind == "N" else last_strong)
    following = "L"
    for index in range(len(directions) - 1, -1, -1):
        preceding = (
            next((direction for direction in reversed(directions[:index]) if direction != "N"), "L")
            if directions[index] == "N"
            else ""
        )
        directions[index] = (
            ("R" if preceding == following == "R" else "L") if directions[index] == "N" else directions[index]
        )
        following = directions[index]
    return [direction == "R" for direction in directions]


def _reverse_stretch(stretch: Iterable[str]) -> list[DirectedLetter]:
    """A stretch from right to left: its words and numbers in reverse, each of them in reading order."""
    tokens: list[list[DirectedLetter]] = []
    for kind, group in groupby(stretch, key=_get_direction_class):
        for character in group:
            text = character.translate(MIRRORED_BRACKETS) if kind == "N" else character
            letter = DirectedLetter(text, get_script_tag(character[0]), kind == "R")
            if (
                tokens
                and kind != "N"
                and tokens[-1][-1].is_right_to_left == letter.is_right_to_left
                and kind == _get_token_class(tokens[-1])
            ):
                tokens[-1].append(letter)
            else:
                tokens.append([letter])
    return [letter for token in reversed(tokens) for letter in token]


def _get_token_class(token: Sequence[DirectedLetter]) -> str:
    return _get_direction_class(token[-1].text)
