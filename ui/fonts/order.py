"""In what order the signs of a line stand: words from right to left among words from left to right.

The Unicode Bidirectional Algorithm as far as single lines of a program that runs from left to right need it:
no nesting, and a number keeps to the script before it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

RIGHT_TO_LEFT: Final = ("R", "AL")
MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")

SCRIPTS: Final = {
    "ARABIC": "Arab", "ARMENIAN": "Armn", "BALINESE": "Bali", "BENGALI": "Beng", "DEVANAGARI": "Deva",
    "ETHIOPIC": "Ethi", "GEORGIAN": "Geor", "GUJARATI": "Gujr", "GURMUKHI": "Guru", "HANGUL": "Hang",
    "HEBREW": "Hebr", "JAVANESE": "Java", "KANNADA": "Knda", "KHMER": "Khmr", "LAO": "Laoo", "MALAYALAM": "Mlym",
    "MONGOLIAN": "Mong", "MYANMAR": "Mymr", "NKO": "Nkoo", "ORIYA": "Orya", "SINHALA": "Sinh", "SYRIAC": "Syrc",
    "TAMIL": "Taml", "TELUGU": "Telu", "THAANA": "Thaa", "THAI": "Thai", "TIBETAN": "Tibt",
}  # fmt: skip
"""The scripts whose letters change with their neighbours or have a side of their own, by the first word of a sign's
name, and the tag under which fonts know them (ISO 15924)."""


class Letter(NamedTuple):
    """A letter with what combines with it. ``backwards``: it is part of words from right to left."""

    text: str
    script: str
    backwards: bool


def script_of(sign: str) -> str:
    """The tag of the script, if it is one that must be told; else empty."""
    return SCRIPTS.get(unicodedata.name(sign, "").partition(" ")[0], "")


def is_backwards(sign: str) -> bool:
    """Whether a sign is of a script that runs from right to left."""
    return unicodedata.bidirectional(sign) in RIGHT_TO_LEFT


def ordered(letters: Sequence[str]) -> list[Letter]:
    """The letters from left to right as they are seen, except that within a word from right to left they are
    in reading order: a font that is told the direction turns these round by itself.
    """
    seen: list[Letter] = []
    for backwards, group in groupby(zip(letters, _sides(letters), strict=True), key=lambda pair: pair[1]):
        stretch = [text for text, _side in group]
        seen.extend(_turned(stretch) if backwards else (Letter(one, script_of(one[0]), False) for one in stretch))
    return seen


def _kind(letter: str) -> str:
    """Left to right (L), right to left (R), a digit (D), or neither (N)."""
    kind = unicodedata.bidirectional(letter[0])
    if kind in RIGHT_TO_LEFT:
        return "R"
    return {"L": "L", "EN": "D", "AN": "D"}.get(kind, "N")


def _sides(letters: Sequence[str]) -> list[bool]:
    """For each letter whether it belongs to a stretch from right to left."""
    kinds = [_kind(one) for one in letters]
    if "R" not in kinds:
        return [False] * len(kinds)
    sides: list[str] = []
    strong = "L"
    for kind in kinds:
        strong = kind if kind in "LR" else strong
        sides.append("N" if kind == "N" else strong)
    following = "L"
    for at in range(len(sides) - 1, -1, -1):
        before = next((side for side in reversed(sides[:at]) if side != "N"), "L") if sides[at] == "N" else ""
        sides[at] = ("R" if before == following == "R" else "L") if sides[at] == "N" else sides[at]
        following = sides[at]
    return [side == "R" for side in sides]


def _turned(stretch: Iterable[str]) -> list[Letter]:
    """A stretch from right to left: its words and numbers in reverse, each of them in reading order."""
    tokens: list[list[Letter]] = []
    for kind, group in groupby(stretch, key=_kind):
        for one in group:
            text = one.translate(MIRRORED) if kind == "N" else one
            letter = Letter(text, script_of(one[0]), kind == "R")
            if tokens and kind != "N" and tokens[-1][-1].backwards == letter.backwards and kind == _kind_of(tokens[-1]):
                tokens[-1].append(letter)
            else:
                tokens.append([letter])
    return [letter for token in reversed(tokens) for letter in token]


def _kind_of(token: Sequence[Letter]) -> str:
    return _kind(token[-1].text)
