"""The characters that a font file covers, read from its character map without loading the font."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from os import SEEK_END
from typing import BinaryIO, Final

CodeSpans = list[tuple[int, int]]

UNICODE_ENCODINGS: Final = {(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)}
"""Platform and encoding identifiers of Unicode character maps."""
REQUIRED_TABLES: Final = {b"cmap", b"head", b"hhea", b"hmtx", b"maxp"}
OUTLINE_TABLES: Final = {b"glyf", b"CFF ", b"CFF2"}
MAX_CMAP_BYTES: Final = 4_000_000
"""The most bytes of a character map that are read."""


class FontCoverage:
    """The set of characters of a font: ``"a" in coverage``."""

    def __init__(self, spans: CodeSpans) -> None:
        """Create the coverage from pairs of first and last code point, in any order."""
        ordered = sorted(spans)
        self._firsts = [first for first, _last in ordered]
        self._lasts = [last for _first, last in ordered]

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        index = bisect_right(self._firsts, code) - 1
        return index >= 0 and code <= self._lasts[index]

    def __iter__(self) -> Iterator[str]:
        for first, last in zip(self._firsts, self._lasts, strict=True):
            yield from map(chr, range(first, last + 1))


def read_coverage(stream: BinaryIO) -> FontCoverage:
    """Return the coverage of the font in ``stream``, the first font if it is a collection.

    The coverage is empty if the file is not a complete outline font: pygame opens a damaged font without an error, and
    drawing with it ends the program.
    """
    try:
        return FontCoverage(_parse_cmap(_read_cmap(stream)))
    except (OSError, struct.error, ValueError, IndexError, OverflowError):
        return FontCoverage([])


def _read_cmap(stream: BinaryIO) -> bytes:
    """Return the table ``cmap`` of the font. Raise ValueError if a required table is missing."""
    file_size, start = stream.seek(0, SEEK_END), 0
    stream.seek(0)
    if stream.read(4) == b"ttcf":
        stream.seek(12)
        (start,) = struct.unpack(">I", stream.read(4))
    stream.seek(start + 4)
    (table_count,) = struct.unpack(">H", stream.read(2))
    stream.seek(start + 12)
    rows = struct.iter_unpack(">4sIII", stream.read(16 * table_count))
    table_places = {tag: (offset, length) for tag, _sum, offset, length in rows if offset + length <= file_size}
    if (
        len(table_places) < table_count
        or not table_places.keys() >= REQUIRED_TABLES
        or not OUTLINE_TABLES & table_places.keys()
    ):
        raise ValueError("no whole font")
    offset, length = table_places[b"cmap"]
    stream.seek(offset)
    return stream.read(min(length, MAX_CMAP_BYTES))


def _parse_cmap(table: bytes) -> CodeSpans:
    """Return the code points of the largest Unicode subtable. Raise an exception if the table is damaged."""
    (count,) = struct.unpack_from(">H", table, 2)
    offsets: dict[int, int] = {}
    for index in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", table, 4 + 8 * index)
        if (platform, encoding) in UNICODE_ENCODINGS:
            offsets[struct.unpack_from(">H", table, offset)[0]] = offset
    if 12 in offsets:
        return _parse_format_12(table, offsets[12])
    return _parse_format_4(table, offsets[4]) if 4 in offsets else []


def _parse_format_12(table: bytes, offset: int) -> CodeSpans:
    """Return the code points of a format 12 subtable, which lists groups of successive codes.

    Groups that are cut off are left out; raise struct.error if one is cut in its middle.
    """
    (count,) = struct.unpack_from(">I", table, offset + 12)
    body = table[offset + 16 : offset + 16 + 12 * count]
    return [(first, min(last, 0x10FFFF)) for first, last, _glyph in struct.iter_unpack(">III", body) if first <= last]


def _parse_format_4(table: bytes, offset: int) -> CodeSpans:
    """Return the code points of a format 4 subtable: segments up to U+FFFF, in which single codes may have no glyph."""
    (double_count,) = struct.unpack_from(">H", table, offset + 6)
    count, ends = double_count // 2, offset + 14
    starts, ranges = ends + double_count + 2, ends + 3 * double_count + 2
    spans: CodeSpans = []
    for index in range(count):
        last, first, range_offset = (
            struct.unpack_from(">H", table, base + 2 * index)[0] for base in (ends, starts, ranges)
        )
        if first > last or first == 0xFFFF:
            continue
        if not range_offset:
            spans.append((first, last))
            continue
        glyphs = ranges + 2 * index + range_offset
        spans.extend(
            (code, code)
            for code in range(first, last + 1)
            if struct.unpack_from(">H", table, glyphs + 2 * (code - first))[0]
        )
    return spans
