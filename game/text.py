"""The one gate for text that people give: names, what they say, names of files, arguments.

Whatever comes from a keyboard, a file or a command line passes here before it is kept, compared, shown or printed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

MARKS: Final = 4
"""So many combining signs may stand on one letter; no script needs more, and heaps of them cover other lines."""
UNBROKEN: Final = "\u00a0\u202f"
"""Blanks that keep what is beside them on one line."""
LONGEST_LINE: Final = 5000
"""A line of error is no longer than this; the longest path of a file has room in it."""
BLANKS: Final = frozenset("\u2800")
"""Signs that show nothing though they are no white space to Unicode."""
_IGNORABLE: Final = (
    range(0x34F, 0x350), range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x3164, 0x3165),
    range(0xFE00, 0xFE10), range(0xFFA0, 0xFFA1), range(0xFFFC, 0xFFFD), range(0xE0000, 0xE1000),
)  # fmt: skip
"""Signs without width that are neither control nor format signs: joiners, fillers, variation selectors, tags.
(Default_Ignorable_Code_Point in the Unicode Character Database; and the stand-in for an object.)"""
_NOTHING: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of what cannot be seen: control and format signs, surrogates, private use, unassigned."""


@lru_cache(maxsize=4096)
def is_seen(sign: str) -> bool:
    """Whether a sign shows something by itself or on the letter before it; a blank does."""
    return unicodedata.category(sign) not in _NOTHING and not any(ord(sign) in span for span in _IGNORABLE)


def is_mark(sign: str) -> bool:
    """Whether a sign stands on the letter before it."""
    return unicodedata.category(sign)[0] == "M"


def typed(text: str) -> str:
    """What of ``text`` may be typed or pasted into a line: white space as blanks, and only signs that are seen.

    Nothing is composed or put together: it may be a part of a text. `clean` makes the whole of it.
    """
    blanks = (" " if sign.isspace() or sign in BLANKS else sign for sign in text)
    return "".join(sign for sign in blanks if is_seen(sign))


def drawable(text: str) -> str:
    """``text`` as a font gets it: `typed`, composed, and no letter under more than `MARKS` combining signs.

    A combining sign that no letter carries is gone. Blanks stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(letters(unicodedata.normalize("NFC", typed(text))))


def letters(text: str) -> Iterator[str]:
    """The letters of a text, each with the combining signs on it, at most `MARKS`; signs on no letter are left out.

    ``text``: composed. Gives strings that are never cut further.
    """
    held = ""
    for sign in text:
        if not is_mark(sign):
            if held:
                yield held
            held = sign
        elif held not in ("", " ") and len(held) <= MARKS:
            held += sign
    if held:
        yield held


def clean(text: str, most: int) -> str:
    """``text`` as it is kept: one line of at most ``most`` signs, composed (NFC), all of them seen.

    White space is one blank between words and none at the ends. Longer text is cut between two letters, never
    between a letter and what combines with it. Empty if nothing is left. ``clean(clean(x, n), n) == clean(x, n)``.
    """
    kept, length = list[str](), 0
    for letter in letters(" ".join(drawable(text).split())):
        if length + len(letter) > most:
            break
        kept.append(letter)
        length += len(letter)
    return "".join(kept).rstrip()


def capital(words: str) -> str:
    """``words`` with a capital letter at the beginning, the rest as it is."""
    return words[:1].upper() + words[1:]


def reads_as(name: str) -> str:
    """What all names have in common that read the same: "Zoë", "ZOË " and "Ｚｏｅ̈" are one person.

    Case, width (NFKC), composition, signs without width and the number of blanks make no difference.
    """
    folded, before = name, ""
    while folded != before:
        before = folded
        folded = " ".join(typed(unicodedata.normalize("NFKC", before).casefold()).split())
    return folded


def is_name(text: str, most: int) -> bool:
    """Whether ``text`` is 1 to ``most`` printable characters with something to be seen among them."""
    return len(text) <= most and text.isprintable() and bool(clean(text, most))


def one_line(text: str, most: int = LONGEST_LINE) -> str:
    """``text`` for a line of error: signs that are not seen, and ends of lines, are written as ``\\n`` or ``\\u202e``.

    What is longer than ``most`` signs has an ellipsis in its middle.
    """
    line = "".join(map(_on_a_line, text[: 2 * most]))
    if len(line) <= most and len(text) <= 2 * most:
        return line
    half = (most - 1) // 2
    end = "".join(map(_on_a_line, text[-most:]))
    return f"{line[:half]}…{end[-half:]}"


def _on_a_line(sign: str) -> str:
    """A sign as a line of error shows it; a blank that does not break, as French has it, is one like any other."""
    if sign in UNBROKEN:
        return " "
    if sign.isprintable() and is_seen(sign):
        return sign
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")
