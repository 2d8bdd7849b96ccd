"""Sanitizing of text that people give: names, chat, file names, arguments.

All text from a keyboard, a file or a command line passes through this module before it is stored, compared, shown or
printed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from game.core.look_alikes import DOT_MARKS, LOOK_ALIKES

MAX_COMBINING_MARKS: Final = 4
"""Combining marks kept on one letter; no script needs more, and stacks of them cover other lines."""
NON_BREAKING_SPACES: Final = "\u00a0\u202f"
"""Spaces at which a line is not broken."""
MAX_ERROR_LINE_CHARACTERS: Final = 5000
"""The length of an error line; enough for the longest path of a file."""
BLANK_CHARACTERS: Final = frozenset("\u2800")
"""Characters that show nothing although Unicode does not count them as white space."""
_IGNORABLE_RANGES: Final = (
    range(0x34F, 0x350), range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x3164, 0x3165),
    range(0xFE00, 0xFE10), range(0xFFA0, 0xFFA1), range(0xFFFC, 0xFFFD), range(0xE0000, 0xE1000),
)  # fmt: skip
"""Characters without width that are neither control nor format characters.

They are joiners, fillers, variation selectors and tags (Default_Ignorable_Code_Point in the Unicode Character
Database), and the object replacement character.
"""
_NAME_MARKS: Final = re.compile(r"(?<![^\W_])[^\W\d_]\.|(?<=\S)-|-(?=\S)|['’_&@#*]")
"""The punctuation that a name may have although it is shown within sentences; full stops only after an initial."""
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of invisible characters: control, format, surrogates, private use, unassigned."""
_LOOK_ALIKE_LETTERS: Final = {
    ord(character): letter for letter, characters in LOOK_ALIKES.items() for character in characters
}
_LUNATE_SIGMAS: Final = {ord(sigma): "c" for sigma in "\u03f2\u03f9"}
"""Greek letters that look like c; NFKC replaces them by a sigma of another shape."""
_DOTTED_LETTERS: Final = frozenset("ij\u0456\u0458")
"""Small letters with a dot, Latin and Cyrillic; another one above it is not seen."""
_OVERLAY_CLASS: Final = 1
"""The combining class of marks that strike a letter through."""


@lru_cache(maxsize=4096)
def is_visible_character(character: str) -> bool:
    """Return whether a character shows something, alone or on the letter before it.

    A blank counts as visible.
    """
    return unicodedata.category(character) not in _INVISIBLE_CATEGORIES and not any(
        ord(character) in span for span in _IGNORABLE_RANGES
    )


def is_combining_mark(character: str) -> bool:
    """Return whether a character combines with the letter before it."""
    return unicodedata.category(character)[0] == "M"


def sanitize_typed_text(text: str) -> str:
    """Return the part of ``text`` that may be typed or pasted into a line.

    White space becomes blanks, invisible characters are dropped. Nothing is composed, because ``text`` may be part of
    a longer text; `sanitize_line` cleans a whole line.
    """
    characters = (" " if character.isspace() or character in BLANK_CHARACTERS else character for character in text)
    return "".join(character for character in characters if is_visible_character(character))


def sanitize_for_drawing(text: str) -> str:
    """Return ``text`` as a font gets it: visible, composed (NFC), with few combining marks.

    A letter keeps at most `MAX_COMBINING_MARKS`; a mark without a letter is dropped. Blanks stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(iter_letters(unicodedata.normalize("NFC", sanitize_typed_text(text))))


def iter_letters(text: str) -> Iterator[str]:
    """Yield the letters of a composed text, each with its combining marks.

    A letter keeps at most `MAX_COMBINING_MARKS`; marks without a letter are dropped. A string that is yielded must not
    be cut.
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
    """Return ``text`` as it is stored: one line of at most ``max_characters`` visible characters.

    The text is composed (NFC), with one blank between words and none at the ends. A longer text is cut between two
    letters, never between a letter and its combining marks. Return an empty text if nothing is left. The function is
    idempotent.
    """
    kept_letters, length = list[str](), 0
    for letter in iter_letters(" ".join(sanitize_for_drawing(text).split())):
        if length + len(letter) > max_characters:
            break
        kept_letters.append(letter)
        length += len(letter)
    return "".join(kept_letters).rstrip()


def capitalize_first(text: str) -> str:
    """Return ``text`` with a capital letter at the beginning, the rest unchanged."""
    return text[:1].upper() + text[1:]


def fold_text(text: str) -> str:
    """Return ``text`` for a search: "zoë" for "Zoë", "ZOË " and "Ｚｏｅ̈".

    It has no capitals and no width (NFKC), is composed, without invisible characters and with single blanks.
    """
    if _is_plain(text):
        return " ".join(text.lower().split())
    folded, previous = text, ""
    while folded != previous:
        previous = folded
        folded = " ".join(sanitize_typed_text(unicodedata.normalize("NFKC", previous).casefold()).split())
    return folded


@lru_cache(maxsize=256)
def name_key(name: str) -> str:
    """Return a key that is equal for names that read the same: "Anna", "ANNA " and "Аnnа" with Cyrillic letters.

    It ignores what `fold_text` ignores, and the difference between a Latin letter and a letter of another script that
    looks like it, one that is struck through, or an i or j with an extra dot. Accents count.
    """
    if _is_plain(name):
        return fold_text(name)
    key, previous = name, ""
    while key != previous:
        previous = key
        text = previous.translate(_LUNATE_SIGMAS)
        words = sanitize_typed_text(unicodedata.normalize("NFKD", text)).split()
        key = unicodedata.normalize("NFKC", " ".join(map(_fold_word, words)))
    return key


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _fold_word(word: str) -> str:
    """Return a decomposed word in small letters, Latin ones if it reads as Latin.

    A word of another script stays as it is, so that its letters keep words apart, unless all of its letters look
    Latin, as they are or as capitals.
    """
    if word.isascii():
        return word.lower()
    for form in (word, word.upper()):
        if _reads_as_latin(form):
            word = form.translate(_LOOK_ALIKE_LETTERS)
            break
    return "".join(_iter_seen_characters(unicodedata.normalize("NFD", word.casefold())))


def _reads_as_latin(word: str) -> bool:
    """Return whether a word has Latin letters, or only letters and symbols that look like them."""
    if min(filter(str.isalpha, word), default="\u0250") < "\u0250":
        return True
    letters = [character for character in word if character.isalpha() or ord(character) in _LOOK_ALIKE_LETTERS]
    return not all(map(str.isnumeric, letters)) and all(ord(letter) in _LOOK_ALIKE_LETTERS for letter in letters)


def _iter_seen_characters(word: str) -> Iterator[str]:
    """Yield the characters of a decomposed word, without overlays, enclosing marks and dots above an i or j."""
    letter = ""
    for character in word:
        if character.isalnum() or not is_combining_mark(character):
            letter = character
        elif _is_overlay(character) or (character in DOT_MARKS and letter in _DOTTED_LETTERS):
            continue
        yield character


def _is_overlay(mark: str) -> bool:
    """Return whether a combining mark strikes its letter through or encloses it."""
    return unicodedata.combining(mark) == _OVERLAY_CLASS or unicodedata.category(mark) == "Me"


def has_sentence_marks(name: str) -> bool:
    """Return whether ``name`` has punctuation with which it could read like a sentence, as "Bob is back. Ann" does.

    Hyphens and apostrophes of a word and the full stops of "J. R. Ewing" are not such marks.
    """
    return any(unicodedata.category(character)[0] == "P" or character == "|" for character in _NAME_MARKS.sub("", name))


def is_visible_line(text: str, max_characters: int) -> bool:
    """Return whether ``text`` is 1 to ``max_characters`` printable characters, some of them visible."""
    return len(text) <= max_characters and text.isprintable() and bool(sanitize_line(text, max_characters))


def escape_to_one_line(text: str, max_characters: int = MAX_ERROR_LINE_CHARACTERS) -> str:
    r"""Return ``text`` as one line of an error message.

    Line ends and invisible characters are written as escapes such as ``\\n`` or ``\\u202e``. A text of more than
    ``max_characters`` characters has an ellipsis in its middle.
    """
    line = "".join(map(_escape_character, text[: 2 * max_characters]))
    if len(line) <= max_characters and len(text) <= 2 * max_characters:
        return line
    half = (max_characters - 1) // 2
    end = "".join(map(_escape_character, text[-max_characters:]))
    return f"{line[:half]}…{end[-half:]}"


def _escape_character(character: str) -> str:
    """Return a character as an error line shows it; a non-breaking space becomes a blank."""
    if character in NON_BREAKING_SPACES:
        return " "
    if character.isprintable() and is_visible_character(character):
        return character
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
