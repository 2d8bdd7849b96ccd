"""Fonts for the signs that the program's own faces lack: those that come in packages, then the system's."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from typing import Final

import font_source_sans_pro

from ui.fonts import coverage
from ui.fonts.coverage import Coverage

PACKAGES: Final = (("manimgx_fonts", ""), ("pygame_gui", "data"))
"""Packages with fonts in a folder: Noto for the scripts of the world, and what the widgets bring with them."""
ENDINGS: Final = (".ttf", ".otf", ".ttc", ".otc")
PLAIN: Final = ("symbols", "emoji", "sansregular", "notosans")
"""Packaged fonts that are asked first for what is no letter of a script."""
BROAD: Final = (
    "arialunicode", "dejavusans", "droidsansfallback", "freesans", "unifont", "symbola", "segoeui", "seguisym",
    "seguiemj", "notosansmath", "notosanssymbols", "notoemoji", "applesymbols", "lucidagrande", "sylfaen", "nirmala",
    "ebrima", "gadugi", "leelawui", "mmrtext", "himalaya", "javatext", "tahoma",
)  # fmt: skip
"""What in the name of a system's font says that it has signs of many kinds."""
HINTS: Final[dict[str, tuple[str, ...]]] = {
    "ja": ("notosansjp", "cjkjp", "hiragino", "yugoth", "meiryo", "msgothic", "takao", "ipag", "vlgothic"),
    "ko": ("notosanskr", "cjkkr", "applesdgothic", "malgun", "nanum", "gulim"),
    "zh": ("notosanssc", "pingfang", "msyh", "simsun", "hiraginosansgb", "stheiti", "wqy", "sourcehansans"),
}
"""What in the name of a font says that it has the signs of a language of East Asia."""
CJK: Final = (*HINTS["zh"], *HINTS["ja"], *HINTS["ko"], "cjk", "sourcehan", "droidsansfallback", "unifont")
EAST: Final = ("CJK", "IDEOGRAPHIC", "KANGXI", "BOPOMOFO", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL")
TRIES: Final = 40
"""Of so many of the system's fonts the character map is read for a sign, no more."""


def is_usable(name: str) -> bool:
    """Whether the file of this name is a font of one upright weight."""
    low = name.lower()
    return low.endswith(ENDINGS) and not any(word in low for word in ("bold", "italic", "oblique", "mono", "fira"))


def _plain_name(path: Path) -> str:
    return "".join(sign for sign in path.stem.lower() if sign.isalnum())


@cache
def packaged() -> tuple[Path, ...]:
    """The fonts in packages, as far as these are installed."""
    found = [Path(font_source_sans_pro.SourceSansPro)]
    for package, below in PACKAGES:
        spec = find_spec(package)
        if spec is not None and spec.origin:
            folder = Path(spec.origin).parent / below
            found += sorted(path for path in folder.glob("*.?t?") if is_usable(path.name))
    return tuple(found)


# -- the system's ----------------------------------------------------------------------------------


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without a home has no fonts there
        return Path("~")


def folders() -> tuple[Path, ...]:
    """Where this system keeps fonts."""
    home = _home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        windows = Path(os.environ.get("WINDIR") or "C:\\Windows")
        return (windows / "Fonts", local / "Microsoft" / "Windows" / "Fonts")
    if sys.platform == "darwin":
        return (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts")
    return (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts")


def find(places: Iterable[Path]) -> tuple[Path, ...]:
    """The usable fonts below folders; those that cannot be read are passed over."""
    return tuple(
        Path(folder) / name
        for place in places
        for folder, _folders, names in os.walk(place)
        for name in sorted(names)
        if is_usable(name)
    )


_search: Future[tuple[Path, ...]] | None = None
_starting = Lock()


def look() -> Future[tuple[Path, ...]]:
    """Begin to look for the system's fonts, once, on a thread of its own: no frame waits for the disk."""
    global _search
    with _starting:
        if _search is None:
            _search = Future()
            Thread(target=_look, args=(_search,), name="fonts", daemon=True).start()
        return _search


def _look(search: Future[tuple[Path, ...]]) -> None:
    try:
        search.set_result(find(folders()))
    except Exception:  # without the system's fonts the program still has its own
        search.set_result(())


# -- which one -------------------------------------------------------------------------------------


@cache
def coverage_of(path: Path) -> Coverage:
    """What the font has; nothing if it cannot be read."""
    try:
        with path.open("rb") as stream:
            return coverage.read(stream)
    except OSError:
        return Coverage([])


def language_of(text: str) -> str:
    """Whose shapes the Chinese signs of a text want: ``ja`` beside kana, ``ko`` beside hangul, else ``zh``."""
    words = {unicodedata.name(sign, "").partition(" ")[0] for sign in text if ord(sign) > 0x1100}
    if words & {"HIRAGANA", "KATAKANA"}:
        return "ja"
    return "ko" if "HANGUL" in words else "zh"


@lru_cache(maxsize=2048)
def font_for(letter: str, language: str) -> Path | None:
    """The font that has a letter and all that combines with it; None if none has it.

    ``language``: as `language_of` gives it.
    """
    for path in _candidates(letter[0], language):
        if all(sign in coverage_of(path) for sign in letter):
            return path
    return None


def _candidates(sign: str, language: str) -> Iterator[Path]:
    """The fonts to ask, the likeliest first."""
    word = unicodedata.name(sign, "").partition(" ")[0]
    east = word in EAST
    hints = (*HINTS[language], *CJK) if east else (f"notosans{word.lower()}", word.lower(), *PLAIN)
    yield from _by_hint(packaged(), hints, rest=True)
    likely = hints if east else (f"notosans{word.lower()}", word.lower(), *BROAD)
    for tries, path in enumerate(_by_hint(look().result(), likely, rest=False)):
        if tries >= TRIES:
            return
        yield path


def _by_hint(paths: Iterable[Path], hints: Iterable[str], *, rest: bool) -> Iterator[Path]:
    """The paths in the order of the hints that their names hold; ``rest``: after them the others."""
    left = {path: _plain_name(path) for path in paths}
    for hint in hints:
        for path in [one for one, name in left.items() if hint in name]:
            del left[path]
            yield path
    if rest:
        yield from left
