"""The visual order of the letters of a line that mixes left-to-right and right-to-left words.

This is the part of the Unicode Bidirectional Algorithm that single lines of a left-to-right program need: without
nesting, and a number has the direction of the script before it.
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
"""The ISO 15924 tags of scripts whose letters depend on their neighbors or run from right to left.

The keys are the first words of the Unicode names of their characters.
"""


class DirectedLetter(NamedTuple):
    """A letter with its combining marks; ``is_right_to_left``: whether it belongs to right-to-left words."""

    text: str
    script: str
    is_right_to_left: bool


def get_script_tag(character: str) -> str:
    """Return the ISO 15924 tag of the character's script if it is in `SCRIPT_TAGS`, else ""."""
    return SCRIPT_TAGS.get(unicodedata.name(character, "").partition(" ")[0], "")


def is_right_to_left(character: str) -> bool:
    """Return whether a character belongs to a right-to-left script."""
    return unicodedata.bidirectional(character) in RIGHT_TO_LEFT_CLASSES


def order_visually(letters: Sequence[str]) -> list[DirectedLetter]:
    """Return the letters in visual order, from left to right.

    The letters of a right-to-left word stay in reading order, because a font that knows the direction reverses them.
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
    """Return the direction of a letter: left to right (L), right to left (R), digit (D) or neutral (N)."""
    kind = unicodedata.bidirectional(letter[0])
    if kind in RIGHT_TO_LEFT_CLASSES:
        return "R"
    return {"L": "L", "EN": "D", "AN": "D"}.get(kind, "N")


def _find_right_to_left(letters: Sequence[str]) -> list[bool]:
    """Return for each letter whether it belongs to a right-to-left stretch."""
    kinds = [_get_direction_class(letter) for letter in letters]
    if "R" not in kinds:
        return [False] * len(kinds)
    last_strong, directions = "L", list[str]()
    for kind in kinds:
        last_strong = kind if kind in "LR" else last_strong
        directions.append("N" if kind == "N" else last_strong)
    runs = [(direction, len(list(group))) for direction, group in groupby(directions)]
    sides = ["L", *(direction for direction, _length in runs), "L"]
    is_in_stretch = list[bool]()
    for index, (direction, length) in enumerate(runs):
        is_between = direction == "N" and sides[index] == sides[index + 2] == "R"
        is_in_stretch += [direction == "R" or is_between] * length
    return is_in_stretch


def _reverse_stretch(stretch: Iterable[str]) -> list[DirectedLetter]:
    """Return a right-to-left stretch with its words and numbers reversed, each of them in reading order."""
    tokens: list[list[DirectedLetter]] = []
    for kind, group in groupby(stretch, key=_get_direction_class):
        texts = [text.translate(MIRRORED_BRACKETS) if kind == "N" else text for text in group]
        letters = [DirectedLetter(text, get_script_tag(text[0]), kind == "R") for text in texts]
        tokens += [[letter] for letter in letters] if kind == "N" else [letters]
    return [letter for token in reversed(tokens) for letter in token]
