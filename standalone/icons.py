"""The program's icon as Windows and macOS want it, made of ``assets/icon*``: ``python -m standalone.icons FOLDER``.

Both kinds of file are PNG pictures behind a table of contents, so nothing but the table is written here.
"""

from __future__ import annotations

import io
import os
import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from assets import ASSETS_FOLDER

ICO_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)
ICNS_SIZES: Final[Mapping[bytes, int]] = {
    b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
    b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512,
}  # fmt: skip
"""Apple's names of the pictures -> pixels; ic10 to ic14 are the same icons for dense screens."""


def make_png(size: int) -> bytes:
    """The icon, ``size`` pixels square, as PNG: the drawn picture if there is one, else the SVG in that size."""
    drawn_file = ASSETS_FOLDER / f"icon-{size}.png"
    if drawn_file.exists():
        return drawn_file.read_bytes()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    stream = io.BytesIO()
    pygame.image.save(pygame.image.load_sized_svg(ASSETS_FOLDER / "icon.svg", (size, size)), stream, "icon.png")
    return stream.getvalue()


def encode_ico(pictures: Mapping[int, bytes]) -> bytes:
    """An .ico file of PNG pictures, by their size in pixels, at most 256."""
    header = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(header) + 16 * len(pictures)
    table, data = b"", b""
    for size, picture in pictures.items():
        side = size % 256  # 256 is written as 0
        table += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), offset + len(data))
        data += picture
    return header + table + data


def encode_icns(pictures: Mapping[bytes, bytes]) -> bytes:
    """An .icns file of PNG pictures, by Apple's names."""
    parts = b"".join(name + struct.pack(">I", len(picture) + 8) + picture for name, picture in pictures.items())
    return b"icns" + struct.pack(">I", len(parts) + 8) + parts


def write_icon(folder: Path, system: str = sys.platform) -> Path:
    """Write the icon that ``system`` wants into ``folder`` and give its path; Linux takes a PNG."""
    if system == "win32":
        name, data = "tavoloverde.ico", encode_ico({size: make_png(size) for size in ICO_SIZES})
    elif system == "darwin":
        name, data = "tavoloverde.icns", encode_icns({kind: make_png(size) for kind, size in ICNS_SIZES.items()})
    else:
        name, data = "tavoloverde.png", make_png(256)
    path = folder / name
    path.write_bytes(data)
    return path


if __name__ == "__main__":
    for each in ("win32", "darwin", "linux"):
        print(write_icon(Path(sys.argv[1]), each))
