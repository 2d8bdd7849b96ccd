"""How large the program is, part by part."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

MB: Final = 1_000_000
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "numpy's linear algebra (OpenBLAS)": ("numpy.libs/*", "*openblas*", "*gfortran*"),
    "numpy": ("numpy/*",),
    "SDL and its codecs": ("pygame*.libs/*", "SDL2*", "*/.dylibs/*", "*libSDL2*"),
    "pygame-ce": ("pygame/*",),
    "pygame-gui": ("pygame_gui/*",),
    "fonts": ("font_source_*", "manimgx_fonts/*"),
    "cards, sounds, help": ("assets/*",),
    "what the players learned": ("game/*",),
    "SQLite": ("*sqlite3*",),
    "Python": ("*libpython*", "python3*", "base_library.zip", "Python*"),
    "the program's code": ("tavoloverde", "tavoloverde.exe", "tavoloverde-console.exe", "MacOS/tavoloverde"),
    "other libraries": ("*",),
}
"""A part -> where its files lie below the folder of the libraries; the first that fits counts."""
INNER: Final = ("_internal/", "Contents/Frameworks/", "Contents/Resources/", "Contents/")


class Size(NamedTuple):
    """Bytes on the disk and in the archive."""

    unpacked: int = 0
    packed: int = 0

    def with_more(self, other: Size) -> Size:
        return Size(self.unpacked + other.unpacked, self.packed + other.packed)


def part_of(place: str) -> str:
    """The part that a file of the archive belongs to, by its path there."""
    inner = place.partition("/")[2]
    for folder in INNER:
        inner = inner.removeprefix(folder)
    return next(part for part, patterns in PARTS.items() if any(fnmatch(inner, pattern) for pattern in patterns))


def by_part(archive: Path) -> dict[str, Size]:
    """The sizes of all parts that an archive has."""
    found: dict[str, Size] = dict.fromkeys(PARTS, Size())
    with zipfile.ZipFile(archive) as opened:
        for one in opened.infolist():
            part = part_of(one.filename)
            found[part] = found[part].with_more(Size(one.file_size, one.compress_size))
    return {part: size for part, size in found.items() if size.unpacked}


def total(sizes: Iterable[Size]) -> Size:
    """All of them together."""
    whole = Size()
    for size in sizes:
        whole = whole.with_more(size)
    return whole


def table(sizes: Mapping[str, Size]) -> str:
    """The sizes as a Markdown table, the largest first, in millions of bytes."""
    rows = sorted(sizes.items(), key=lambda row: -row[1].unpacked)
    rows.append(("together", total(sizes.values())))
    width = max(len(part) for part, _size in rows)
    lines = [f"| {'MB':{width}} | unpacked | zipped |", f"|{'-' * (width + 2)}|---------:|-------:|"]
    lines += [f"| {part:{width}} | {size.unpacked / MB:8.1f} | {size.packed / MB:6.1f} |" for part, size in rows]
    return "\n".join(lines)


def largest(sizes: Mapping[str, Size], most: int = 5) -> str:
    """Return the largest parts in one line, by their size unpacked: ``numpy 20.1 MB; fonts 9.8 MB``."""
    rows = sorted(sizes.items(), key=lambda row: -row[1].unpacked)[:most]
    return "; ".join(f"{part} {size.unpacked / MB:.1f} MB" for part, size in rows)
