"""Make the fonts of the page for browsers (`assets/web/fonts`) from the fonts of the program.

They keep the letters of the three languages and of names in Latin, without hinting, and are packed as WOFF2. Their
license reserves the name "Source" for unchanged fonts, so they have other names. Needs the shared libraries
``libharfbuzz-subset`` and ``libbrotlienc`` of the system.
"""

from __future__ import annotations

import argparse
import ctypes
import struct
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

FONTS_FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "web" / "fonts"
SOURCES: Final = (
    ("TavoloSans-Regular", "font_source_sans_pro", "SourceSansPro-Regular"),
    ("TavoloSans-Semibold", "font_source_sans_pro", "SourceSansPro-Semibold"),
    ("TavoloSerif-Semibold", "font_source_serif_pro", "SourceSerifPro-Semibold"),
)
"""The names of the fonts of the page, with the package and the name of the font that each comes from."""
CHARACTERS: Final = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *map(ord, "ȘșȚțẞ–—‘’‚“”„•…‹›€−×·●"),
    0x2009,
    0x202F,
    0x2011,
)
FEATURES: Final = (b"kern", b"mark", b"mkmk", b"ccmp", b"liga", b"locl", b"lnum", b"tnum")
NO_HINTING: Final = 1
CHARACTERS_SET: Final = 1
NAMES_SET: Final = 4
FEATURES_SET: Final = 6
"""Values of HarfBuzz: a flag of a subset, and the sets of the characters, names and features that are kept."""
KEPT_NAMES: Final = (0, 13, 14)
"""The copyright and the license."""
KNOWN_TAGS: Final = (
    b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name", b"OS/2", b"post", b"cvt ", b"fpgm", b"glyf", b"loca", b"prep",
    b"CFF ", b"VORG", b"EBDT", b"EBLC", b"gasp", b"hdmx", b"kern", b"LTSH", b"PCLT", b"VDMX", b"vhea", b"vmtx", b"BASE",
    b"GDEF", b"GPOS", b"GSUB",
)  # fmt: skip
"""The tables of a font with a number of their own in WOFF2."""
OTHER_TAG: Final = 63
LOSSLESS_FLAG: Final = 1 << 11


def subset_font(data: bytes, characters: Iterable[int]) -> bytes:
    """Return an OpenType font with these characters only."""
    harfbuzz = ctypes.CDLL("libharfbuzz-subset.so.0")
    for name in (
        "hb_blob_create", "hb_face_create", "hb_subset_input_create_or_fail", "hb_subset_input_set",
        "hb_subset_or_fail", "hb_face_reference_blob",
    ):  # fmt: skip
        getattr(harfbuzz, name).restype = ctypes.c_void_p
    harfbuzz.hb_blob_get_data.restype = ctypes.POINTER(ctypes.c_char)
    blob = harfbuzz.hb_blob_create(data, len(data), 0, None, None)
    face = ctypes.c_void_p(harfbuzz.hb_face_create(ctypes.c_void_p(blob), 0))
    wanted = ctypes.c_void_p(harfbuzz.hb_subset_input_create_or_fail())
    features = [int.from_bytes(feature, "big") for feature in FEATURES]
    for number, values in ((CHARACTERS_SET, characters), (NAMES_SET, KEPT_NAMES), (FEATURES_SET, features)):
        kept = ctypes.c_void_p(harfbuzz.hb_subset_input_set(wanted, number))
        harfbuzz.hb_set_clear(kept)
        for value in values:
            harfbuzz.hb_set_add(kept, value)
    harfbuzz.hb_subset_input_set_flags(wanted, NO_HINTING)
    subset = harfbuzz.hb_subset_or_fail(face, wanted)
    if not subset:
        raise ValueError("the font has no subset")
    made = ctypes.c_void_p(harfbuzz.hb_face_reference_blob(ctypes.c_void_p(subset)))
    length = ctypes.c_uint()
    return bytes(harfbuzz.hb_blob_get_data(made, ctypes.byref(length))[: length.value])


def pack_font(data: bytes) -> bytes:
    """Return an OpenType font as WOFF2 (W3C Recommendation), with no table in another form."""
    flavor, table_count = data[:4], int.from_bytes(data[4:6], "big")
    directory, tables, font_size = b"", b"", 12 + 16 * table_count
    for index in range(table_count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        table = data[offset : offset + length]
        if tag == b"head":
            (flags,) = struct.unpack_from(">H", table, 16)
            table = table[:16] + struct.pack(">H", flags | LOSSLESS_FLAG) + table[18:]
        number = KNOWN_TAGS.index(tag) if tag in KNOWN_TAGS else OTHER_TAG
        form = 3 << 6 if tag in (b"glyf", b"loca") else 0
        directory += bytes([form | number]) + (tag if number == OTHER_TAG else b"") + _encode_number(length)
        tables += table
        font_size += (length + 3) // 4 * 4
    packed = _compress(tables)
    size = 48 + len(directory) + len(packed)
    padding = -size % 4
    sizes = struct.pack(">LHHLL", size + padding, table_count, 0, font_size, len(packed))
    header = b"wOF2" + flavor + sizes + struct.pack(">HH", 1, 0) + bytes(20)  # version, and no metadata
    return header + directory + packed + bytes(padding)


def _encode_number(number: int) -> bytes:
    """Return a number in groups of seven bits; all bytes but the last one have their highest bit set."""
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.append(number & 0x7F | 0x80)
    return bytes(reversed(groups))


def _compress(data: bytes) -> bytes:
    """Return data in the form of Brotli, for fonts, as small as it gets."""
    brotli = ctypes.CDLL("libbrotlienc.so.1")
    size = ctypes.c_size_t(len(data) + 1024)
    packed = ctypes.create_string_buffer(size.value)
    if not brotli.BrotliEncoderCompress(11, 24, 2, ctypes.c_size_t(len(data)), data, ctypes.byref(size), packed):
        raise ValueError("the font cannot be compressed")
    return bytes(packed.raw[: size.value])


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the fonts anew."""
    argparse.ArgumentParser(prog="python -m tools.web_fonts", description=__doc__).parse_args(arguments)
    FONTS_FOLDER.mkdir(parents=True, exist_ok=True)
    for name, package, source_name in SOURCES:
        source = files(package) / "files" / f"{source_name}.ttf"
        packed = pack_font(subset_font(source.read_bytes(), CHARACTERS))
        (FONTS_FOLDER / f"{name}.woff2").write_bytes(packed)
        license_text = (files(package) / "files" / "LICENSE.txt").read_text(encoding="utf-8")
        (FONTS_FOLDER / f"LICENSE-{name.partition('-')[0]}").write_text(license_text, encoding="utf-8")
        print(f"{name}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
