"""Narrow Unicode's list of confusable characters to single letters that look like one Latin letter.

The list is confusables.txt, from https://www.unicode.org/Public/security/latest/. The program writes the module
`game.core.look_alikes`, which the keys of names use.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import ascii_letters
from typing import Final

MODULE_PATH: Final = Path(__file__).resolve().parent.parent / "game" / "core" / "look_alikes.py"
DOT_ABOVE: Final = "\u0307"
LIVING_STRUCK_LETTERS: Final = frozenset("đħłøŧǥ")
"""The letters with a stroke that languages of Europe use as letters of their own; they are not other spellings."""
OTHER_LATIN_LETTERS: Final = "æçəħ"
"""The Latin letters beyond A to Z for which look-alikes of other scripts are known too."""
LIVING_LATIN_LETTERS: Final = frozenset("þ")
"""The Latin letters that Unicode counts as look-alikes although a language of Europe has both."""
ADDITIONS: Final[Mapping[str, str]] = {"ȷ": "j", "ĸ": "k", "ʍ": "m"}
"""Latin look-alikes that are missing in Unicode's list, or that it names as the letter that others look like."""
SMALL_CAPITAL_NAME: Final = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])")
WHITE_LETTER_NAME: Final = re.compile(r"(?:CROSSED )?NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER ([A-Z])")
STRUCK_LETTER_NAME: Final = re.compile(
    r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) (?:WITH )?(?:LONG |DIAGONAL |OBLIQUE )?(?:STROKE|BAR)(?: OVERLAY)?"
)
CATEGORIES: Final = frozenset({"Lu", "Ll", "Lo", "Nd", "Nl", "No", "Sm", "So", "Cn"})
"""The categories of letters, numbers and symbols, and of what a later version of Unicode than Python's adds."""
_LINE: Final = re.compile(r"([0-9A-F]{4,6})\s*;\s*([0-9A-F ]+?)\s*;\s*MA\b")
_HEADER: Final = '''"""Letters and symbols that look like one Latin letter.

Written by `python -m tools.look_alikes` from Unicode's confusables.txt (version {version}); LICENSE-UNICODE is its
license. The module has no letter that NFKC already turns into the Latin one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# fmt: off
'''


def read_confusables(text: str) -> dict[str, str]:
    """Return the character -> the text that it looks like, from the text of confusables.txt."""
    return {
        chr(int(match[1], 16)): "".join(chr(int(code, 16)) for code in match[2].split())
        for match in map(_LINE.match, text.splitlines())
        if match
    }


def find_look_alikes(confusables: Mapping[str, str]) -> dict[str, str]:
    """Return the character -> the small Latin letter that it looks like."""
    small_capitals = {**ADDITIONS, **_find_by_name(SMALL_CAPITAL_NAME)}
    look_alikes = {**small_capitals, **_find_by_name(WHITE_LETTER_NAME), **_find_by_name(STRUCK_LETTER_NAME)}
    targets = {**{letter: letter.lower() for letter in ascii_letters}, **small_capitals}
    for letter in OTHER_LATIN_LETTERS:
        for cased in (letter, letter.upper()):
            targets[_get_skeleton(cased, confusables)] = letter
    for character, looks_like in confusables.items():
        letter = targets.get(looks_like, "")
        if not letter or not _is_candidate(character, letter):
            continue
        partners = (character.lower(), character.upper())
        if looks_like == "l" and "i" in (confusables.get(partner) for partner in partners):
            letter = "i"  # Unicode's list has one shape for l and the capital I
        look_alikes[character] = letter
    for character, letter in list(look_alikes.items()):
        for partner in (character.lower(), character.upper()):
            if _is_latin(character) and len(partner) == 1 and not partner.isascii():
                look_alikes.setdefault(partner, letter)
    return look_alikes


def _find_by_name(pattern: re.Pattern[str]) -> dict[str, str]:
    """Return the character -> the Latin letter in its Unicode name, for the names that match ``pattern``."""
    matches = {character: pattern.fullmatch(unicodedata.name(character, "")) for character in map(chr, range(0x20000))}
    return {
        character: match[1].lower()
        for character, match in matches.items()
        if match and character.lower() not in LIVING_STRUCK_LETTERS and _is_composed(character)
    }


def _is_candidate(character: str, letter: str) -> bool:
    """Return whether a character is a letter or symbol that may stand for a Latin letter."""
    category = unicodedata.category(character)
    if category not in CATEGORIES or (letter == "l" and category[0] == "S"):  # no vertical lines
        return False
    if character.isascii() or not _is_composed(character):
        return False
    return not _is_latin(character) or (letter.isascii() and character.lower() not in LIVING_LATIN_LETTERS)


def _is_composed(character: str) -> bool:
    return unicodedata.normalize("NFKD", character) == character


def _is_latin(character: str) -> bool:
    return unicodedata.name(character, "").startswith("LATIN")


def _get_skeleton(text: str, confusables: Mapping[str, str]) -> str:
    """Return ``text`` with each character as the one that it looks like (UTS #39, without its last steps)."""
    characters = (confusables.get(character, character) for character in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", "".join(characters))


def find_dot_marks(confusables: Mapping[str, str]) -> list[str]:
    """Return the combining marks that look like a dot above a letter."""
    return [DOT_ABOVE, *(mark for mark, looks_like in confusables.items() if looks_like == DOT_ABOVE)]


def make_module(text: str) -> str:
    """Return the code of `game.core.look_alikes`, from the text of confusables.txt."""
    confusables = read_confusables(text)
    characters = defaultdict(list)
    for character, letter in sorted(find_look_alikes(confusables).items()):
        characters[letter].append(character)
    version = re.search(r"^# Version: (\S+)", text, re.MULTILINE)
    lines = [_HEADER.format(version=version[1] if version else "unknown")]
    lines.append("LOOK_ALIKES: Final[Mapping[str, str]] = {\n")
    for letter in sorted(characters):
        lines += [f"    {_quote(letter)}: (\n", *_wrap(characters[letter]), "    ),\n"]
    lines.append('}\n"""Small Latin letter -> the characters that look like it, or like its capital."""\n')
    lines += ["DOT_MARKS: Final = (\n", *_wrap(sorted(find_dot_marks(confusables)), indent=4), ")\n"]
    lines.append('"""The combining marks that look like a dot above a letter."""\n')
    return "".join(lines)


def _wrap(characters: Sequence[str], indent: int = 8, per_line: int = 10) -> Iterable[str]:
    for start in range(0, len(characters), per_line):
        yield f"{' ' * indent}{_quote(''.join(characters[start : start + per_line]))}\n"


def _quote(text: str) -> str:
    return f'"{text.encode("unicode_escape").decode()}"'


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the module, or check it."""
    parser = argparse.ArgumentParser(prog="python -m tools.look_alikes", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("path", metavar="CONFUSABLES.TXT", type=Path, help="Unicode's list, or the part of it in tests")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the module is not current")
    parser.add_argument("--excerpt", metavar="PATH", type=Path, help="also write the lines that matter, for the tests")
    options = parser.parse_args(arguments)
    text = options.path.read_text(encoding="utf-8-sig")
    if options.excerpt:
        options.excerpt.write_text(make_excerpt(text), encoding="utf-8")
    code = make_module(text)
    if options.check:
        return int(code != MODULE_PATH.read_text(encoding="utf-8"))
    MODULE_PATH.write_text(code, encoding="utf-8", newline="\n")
    return 0


def make_excerpt(text: str) -> str:
    """Return the head of confusables.txt, and the lines from which the module follows, without their comments."""
    confusables = read_confusables(text)
    letters = {*ascii_letters, *find_look_alikes(confusables)}
    others = {
        part
        for letter in OTHER_LATIN_LETTERS
        for cased in (letter, letter.upper())
        for form in (cased, _get_skeleton(cased, confusables))
        for part in unicodedata.normalize("NFD", form)
    }
    head = [line for line in text.splitlines() if line.startswith("# ")][:7]
    lines = [
        f"{ord(character):04X} ; {' '.join(f'{ord(part):04X}' for part in looks_like)} ; MA"
        for character, looks_like in confusables.items()
        if looks_like == DOT_ABOVE or not {character, looks_like}.isdisjoint(letters) or character in others
    ]
    return "\n".join([*head, *lines, ""])


if __name__ == "__main__":
    raise SystemExit(main())
