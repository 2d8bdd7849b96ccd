"""The size of the program by part."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

BYTES_PER_MB: Final = 1_000_000
PART_PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
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
"""The path patterns of each part, below the folder of the libraries; the first match counts."""
INNER_FOLDERS: Final = ("_internal/", "Contents/Frameworks/", "Contents/Resources/", "Contents/")


class FileSize(NamedTuple):
    """The number of bytes on disk and in the archive."""

    unpacked: int = 0
    packed: int = 0

    def add(self, other: FileSize) -> FileSize:
        """Return the sum of two sizes."""
        return FileSize(self.unpacked + other.unpacked, self.packed + other.packed)


def find_part(place: str) -> str:
    """Return the name of the part to which a file of the archive belongs, by its path there."""
    inner = place.partition("/")[2]
    for folder in INNER_FOLDERS:
        inner = inner.removeprefix(folder)
    return next(
        part for part, patterns in PART_PATTERNS.items() if any(fnmatch(inner, pattern) for pattern in patterns)
    )


def measure_parts(archive: Path) -> dict[str, FileSize]:
    """Return the size of each part in a zip archive by name; empty parts are left out."""
    sizes: dict[str, FileSize] = dict.fromkeys(PART_PATTERNS, FileSize())
    with zipfile.ZipFile(archive) as zip_file:
        for entry in zip_file.infolist():
            part = find_part(entry.filename)
            sizes[part] = sizes[part].add(FileSize(entry.file_size, entry.compress_size))
    return {part: size for part, size in sizes.items() if size.unpacked}


def sum_sizes(sizes: Iterable[FileSize]) -> FileSize:
    """Return the sum of sizes; 0 bytes for none."""
    total = FileSize()
    for size in sizes:
        total = total.add(size)
    return total


def format_table(sizes: Mapping[str, FileSize]) -> str:
    """Return the sizes as a Markdown table in megabytes, the largest first, with the sum as the last row."""
    rows = sorted(sizes.items(), key=lambda row: -row[1].unpacked)
    rows.append(("together", sum_sizes(sizes.values())))
    width = max(len(part) for part, _size in rows)
    lines = [f"| {'MB':{width}} | unpacked | zipped |", f"|{'-' * (width + 2)}|---------:|-------:|"]
    lines += [
        f"| {part:{width}} | {size.unpacked / BYTES_PER_MB:8.1f} | {size.packed / BYTES_PER_MB:6.1f} |"
        for part, size in rows
    ]
    return "\n".join(lines)


def largest(sizes: Mapping[str, FileSize], most: int = 5) -> str:
    """Return the largest parts in one line, by their size unpacked: ``numpy 20.1 MB; fonts 9.8 MB``."""
    rows = sorted(sizes.items(), key=lambda row: -row[1].unpacked)[:most]
    return "; ".join(f"{part} {size.unpacked / BYTES_PER_MB:.1f} MB" for part, size in rows)
