"""Make the fonts of the page for browsers (`assets/web/fonts`) from the fonts of the program.

They keep the letters of the three languages and of names in Latin, without hinting, and are packed as WOFF2. Their
license reserves the name "Source" for unchanged fonts, so they have other names.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

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
FEATURES: Final = ("kern", "mark", "mkmk", "ccmp", "liga", "locl", "lnum", "tnum")
KEPT_NAMES: Final = (0, 13, 14)
"""The copyright and the license."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the fonts anew."""
    argparse.ArgumentParser(prog="python -m tools.web_fonts", description=__doc__).parse_args(arguments)
    FONTS_FOLDER.mkdir(parents=True, exist_ok=True)
    for name, package, source_name in SOURCES:
        folder = files(package) / "files"
        with (folder / f"{source_name}.ttf").open("rb") as source, TTFont(source) as font:
            subsetter = Subsetter(Options(hinting=False, layout_features=FEATURES, name_IDs=KEPT_NAMES))
            subsetter.populate(unicodes=CHARACTERS)
            subsetter.subset(font)
            font.flavor = "woff2"
            path = FONTS_FOLDER / f"{name}.woff2"
            font.save(path)
        license_text = (folder / "LICENSE.txt").read_text(encoding="utf-8")
        (FONTS_FOLDER / f"LICENSE-{name.partition('-')[0]}").write_text(license_text, encoding="utf-8")
        print(f"{name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
