"""Fonts for the characters that the program's own faces lack: first those in packages, then the system's."""

from __future__ import annotations

import os
import struct
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import BinaryIO, Final

import font_source_sans_pro
import pygame
from pygame import freetype

FONT_PACKAGES: Final = (("manimgx_fonts", ""), ("pygame_gui", "data"))
"""The packages with fonts, and the folder in each: Noto for many scripts, and the fonts of pygame-gui."""
FONT_SUFFIXES: Final = (".ttf", ".otf", ".ttc", ".otc")
SYMBOL_FONT_HINTS: Final = ("symbols", "emoji", "sansregular", "notosans")
"""The name parts of packaged fonts that are tried first for characters that are not letters."""
BROAD_FONT_HINTS: Final = (
    "arialunicode", "dejavusans", "droidsansfallback", "freesans", "unifont", "symbola", "segoeui", "seguisym",
    "seguiemj", "notosansmath", "notosanssymbols", "notoemoji", "applesymbols", "lucidagrande", "sylfaen", "nirmala",
    "ebrima", "gadugi", "leelawui", "mmrtext", "himalaya", "javatext", "tahoma",
)  # fmt: skip
"""The name parts of system fonts that cover characters of many kinds."""
LANGUAGE_FONT_HINTS: Final[dict[str, tuple[str, ...]]] = {
    "ja": ("notosansjp", "cjkjp", "hiragino", "yugoth", "meiryo", "msgothic", "takao", "ipag", "vlgothic"),
    "ko": ("notosanskr", "cjkkr", "applesdgothic", "malgun", "nanum", "gulim"),
    "zh": ("notosanssc", "pingfang", "msyh", "simsun", "hiraginosansgb", "stheiti", "wqy", "sourcehansans"),
}
"""The name parts of fonts that cover an East Asian language, by language code."""
CJK_FONT_HINTS: Final = (
    *LANGUAGE_FONT_HINTS["zh"],
    *LANGUAGE_FONT_HINTS["ja"],
    *LANGUAGE_FONT_HINTS["ko"],
    "cjk",
    "sourcehan",
    "droidsansfallback",
    "unifont",
)
EAST_ASIAN_NAME_WORDS: Final = (
    "CJK",
    "IDEOGRAPHIC",
    "KANGXI",
    "BOPOMOFO",
    "HIRAGANA",
    "KATAKANA",
    "KATAKANA-HIRAGANA",
    "HANGUL",
)
REQUIRED_TABLES: Final = {b"cmap", b"head", b"hhea", b"hmtx", b"maxp"}
OUTLINE_TABLES: Final = {b"glyf", b"CFF ", b"CFF2"}
MAX_FONTS_TRIED: Final = 40
"""The number of system fonts that are searched for a character."""


def is_usable_font(file_name: str) -> bool:
    """Return whether a file name is that of an upright font of regular weight."""
    lower_name = file_name.lower()
    return lower_name.endswith(FONT_SUFFIXES) and not any(
        word in lower_name for word in ("bold", "italic", "oblique", "mono", "fira")
    )


@cache
def list_packaged_fonts() -> tuple[Path, ...]:
    """Return the fonts in installed packages, first that of the program's texts."""
    fonts = [Path(font_source_sans_pro.SourceSansPro)]
    for package, subfolder in FONT_PACKAGES:
        spec = find_spec(package)
        if spec is not None and spec.origin:
            folder = Path(spec.origin).parent / subfolder
            fonts += sorted(path for path in folder.glob("*.?t?") if is_usable_font(path.name))
    return tuple(fonts)


# -- system fonts ----------------------------------------------------------------------------------


def _get_home_folder() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without a home has no font folder there
        return Path("~")


def list_font_folders() -> tuple[Path, ...]:
    """Return the folders in which this system keeps fonts; some may not exist."""
    home = _get_home_folder()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        windows = Path(os.environ.get("WINDIR") or "C:\\Windows")
        return (windows / "Fonts", local / "Microsoft" / "Windows" / "Fonts")
    if sys.platform == "darwin":
        return (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts")
    return (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts")


def find_fonts(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Return the usable fonts below folders, in the order of the folders; unreadable folders are skipped."""
    return tuple(
        Path(folder) / name
        for root in folders
        for folder, _folders, names in os.walk(root)
        for name in sorted(names)
        if is_usable_font(name)
    )


@cache
def list_system_fonts() -> tuple[Path, ...]:
    """Return the usable fonts of the system. It walks through their folders; see `start_font_search`."""
    try:
        return find_fonts(list_font_folders())
    except Exception:  # the program's own fonts suffice without those of the system
        return ()


def start_font_search() -> None:
    """List the system's fonts in a thread before a text needs them, so that no frame waits for the disk."""
    Thread(target=list_system_fonts, name="fonts", daemon=True).start()


# -- font search -----------------------------------------------------------------------------------


def has_characters(path: Path, text: str) -> bool:
    """Return whether a font has all characters of a text; False if it cannot be used."""
    face = open_face(path)
    return face is not None and None not in face.get_metrics(text)


@cache
def open_face(path: Path) -> freetype.Font | None:
    """Return a font that tells which characters it has; None if it cannot be used. It is valid until pygame ends."""
    try:
        with path.open("rb") as stream:
            if not is_whole_font(stream):
                return None
        freetype.init()
        return freetype.Font(path, 1)
    except (OSError, pygame.error):
        return None


def is_whole_font(stream: BinaryIO) -> bool:
    """Return whether a file is a complete outline font, or a collection whose first font is complete.

    pygame opens a damaged font without an error, and drawing with it ends the program.
    """
    try:
        file_size, start = stream.seek(0, os.SEEK_END), 0
        stream.seek(0)
        if stream.read(4) == b"ttcf":
            stream.seek(12)
            (start,) = struct.unpack(">I", stream.read(4))
        stream.seek(start + 4)
        (table_count,) = struct.unpack(">H", stream.read(2))
        stream.seek(start + 12)
        rows = struct.iter_unpack(">4sIII", stream.read(16 * table_count))
        tables = {tag for tag, _sum, offset, length in rows if offset + length <= file_size}
    except (OSError, struct.error, OverflowError):
        return False
    return len(tables) == table_count and tables >= REQUIRED_TABLES and bool(OUTLINE_TABLES & tables)


def detect_cjk_language(text: str) -> str:
    """Return the language whose Chinese glyphs a text needs: "ja" with kana, "ko" with hangul, else "zh"."""
    script_words = {unicodedata.name(character, "").partition(" ")[0] for character in text if ord(character) > 0x1100}
    if script_words & {"HIRAGANA", "KATAKANA"}:
        return "ja"
    return "ko" if "HANGUL" in script_words else "zh"


@lru_cache(maxsize=2048)
def find_font(letter: str, language: str) -> Path | None:
    """Return the likeliest font that has a letter with all its combining marks, or None if none has.

    ``language``: a result of `detect_cjk_language`.
    """
    for path in _iter_candidates(letter[0], language):
        if has_characters(path, letter):
            return path
    return None


def _iter_candidates(character: str, language: str) -> Iterator[Path]:
    """Yield the fonts to try, the most likely first."""
    script_word = unicodedata.name(character, "").partition(" ")[0]
    is_east_asian = script_word in EAST_ASIAN_NAME_WORDS
    hints = (
        (*LANGUAGE_FONT_HINTS[language], *CJK_FONT_HINTS)
        if is_east_asian
        else (f"notosans{script_word.lower()}", script_word.lower(), *SYMBOL_FONT_HINTS)
    )
    yield from _sort_by_hint(list_packaged_fonts(), hints, include_rest=True)
    system_hints = (
        hints if is_east_asian else (f"notosans{script_word.lower()}", script_word.lower(), *BROAD_FONT_HINTS)
    )
    for tries, path in enumerate(_sort_by_hint(list_system_fonts(), system_hints, include_rest=False)):
        if tries >= MAX_FONTS_TRIED:
            return
        yield path


def _sort_by_hint(paths: Iterable[Path], hints: Iterable[str], *, include_rest: bool) -> Iterator[Path]:
    """Yield the paths in the order of the hints in their names; with ``include_rest``, the others follow."""
    remaining = {path: "".join(filter(str.isalnum, path.stem.lower())) for path in paths}
    for hint in hints:
        for path in [candidate for candidate, name in remaining.items() if hint in name]:
            del remaining[path]
            yield path
    if include_rest:
        yield from remaining
