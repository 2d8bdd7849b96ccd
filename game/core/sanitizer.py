"""The one gate for text that people give: names, what they say, names of files, arguments.

Whatever comes from a keyboard, a file or a command line passes here before it is kept, compared, shown or printed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

MAX_COMBINING_MARKS: Final = 4
"""So many combining signs may stand on one letter; no script needs more, and heaps of them cover other lines."""
NON_BREAKING_SPACES: Final = "\u00a0\u202f"
"""Blanks that keep what is beside them on one line."""
MAX_ERROR_LINE_CHARACTERS: Final = 5000
"""A line of error is no longer than this; the longest path of a file has room in it."""
BLANK_CHARACTERS: Final = frozenset("\u2800")
"""Signs that show nothing though they are no white space to Unicode."""
_IGNORABLE_RANGES: Final = (
    range(0x34F, 0x350), range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x3164, 0x3165),
    range(0xFE00, 0xFE10), range(0xFFA0, 0xFFA1), range(0xFFFC, 0xFFFD), range(0xE0000, 0xE1000),
)  # fmt: skip
"""Signs without width that are neither control nor format signs: joiners, fillers, variation selectors, tags.
(Default_Ignorable_Code_Point in the Unicode Character Database; and the stand-in for an object.)"""
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of what cannot be seen: control and format signs, surrogates, private use, unassigned."""


@lru_cache(maxsize=4096)
def is_visible_character(character: str) -> bool:
    """Whether a sign shows something by itself or on the letter before it; a blank does."""
    return unicodedata.category(character) not in _INVISIBLE_CATEGORIES and not any(
        ord(character) in span for span in _IGNORABLE_RANGES
    )


def is_combining_mark(character: str) -> bool:
    """Whether a sign stands on the letter before it."""
    return unicodedata.category(character)[0] == "M"


def sanitize_typed_text(text: str) -> str:
    """What of ``text`` may be typed or pasted into a line: white space as blanks, and only signs that are seen.

    Nothing is composed or put together: it may be a part of a text. `sanitize_line` makes the whole of it.
    """
    characters = (" " if character.isspace() or character in BLANK_CHARACTERS else character for character in text)
    return "".join(character for character in characters if is_visible_character(character))


def sanitize_for_drawing(text: str) -> str:
    """``text`` as a font gets it: `sanitize_typed_text`, composed, and no letter under more than `MAX_COMBINING_MARKS`
    combining signs.

    A combining sign that no letter carries is gone. Blanks stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(iter_letters(unicodedata.normalize("NFC", sanitize_typed_text(text))))


def iter_letters(text: str) -> Iterator[str]:
    """The letters of a text, each with the combining signs on it, at most `MAX_COMBINING_MARKS`; signs on no letter are
    left out.

    ``text``: composed. Gives strings that are never cut further.
    """
    letter = ""
    for character in text:
        if not is_combining_mark(character):
            if letter:
                yield letter
            letter = character
        elif letter not in ("", " ") and len(letter) <= MAX_COMBINING_MARKS:
            letter += character
    if letter:
        yield letter


def sanitize_line(text: str, max_characters: int) -> str:
    """``text`` as it is kept: one line of at most ``max_characters`` signs, composed (NFC), all of them seen.

    White space is one blank between words and none at the ends. Longer text is cut between two letters, never
    between a letter and what combines with it. Empty if nothing is left. ``clean(clean(x, n), n) == clean(x, n)``.
    """
    kept_letters, length = list[str](), 0
    for letter in iter_letters(" ".join(sanitize_for_drawing(text).split())):
        if length + len(letter) > max_characters:
            break
        kept_letters.append(letter)
        length += len(letter)
    return "".join(kept_letters).rstrip()


def capitalize_first(text: str) -> str:
    """``text`` with a capital letter at the beginning, the rest as it is."""
    return text[:1].upper() + text[1:]


def name_key(name: str) -> str:
    """What all names have in common that read the same: "Zoë", "ZOË " and "Ｚｏｅ̈" are one person.

    Case, width (NFKC), composition, signs without width and the number of blanks make no difference.
    """
    folded, previous = name, ""
    while folded != previous:
        previous = folded
        folded = " ".join(sanitize_typed_text(unicodedata.normalize("NFKC", previous).casefold()).split())
    return folded


def is_visible_line(text: str, max_characters: int) -> bool:
    """Whether ``text`` is 1 to ``max_characters`` printable characters with something to be seen among them."""
    return len(text) <= max_characters and text.isprintable() and bool(sanitize_line(text, max_characters))


def escape_to_one_line(text: str, max_characters: int = MAX_ERROR_LINE_CHARACTERS) -> str:
    """``text`` for a line of error: signs that are not seen, and ends of lines, are written as ``\\n`` or ``\\u202e``.

    What is longer than ``max_characters`` signs has an ellipsis in its middle.
    """
    line = "".join(map(_escape_character, text[: 2 * max_characters]))
    if len(line) <= max_characters and len(text) <= 2 * max_characters:
        return line
    half = (max_characters - 1) // 2
    end = "".join(map(_escape_character, text[-max_characters:]))
    return f"{line[:half]}…{end[-half:]}"


def _escape_character(character: str) -> str:
    """A sign as a line of error shows it; a blank that does not break, as French has it, is one like any other."""
    if character in NON_BREAKING_SPACES:
        return " "
    if character.isprintable() and is_visible_character(character):
        return character
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
