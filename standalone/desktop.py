"""What a Linux desktop wants to know of the program: its entry, its description, its kind of file and its icons."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

IDENTIFIER: Final = "io.github.tavoloverde.TavoloVerde"
LINUX: Final = Path(__file__).resolve().parent / "linux"
ASSETS: Final = Path(__file__).resolve().parent.parent / "assets"
ICON_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)
SCRIPT: Final = "add-to-menu.sh"


def files() -> Iterator[tuple[Path, str]]:
    """Each file and its place below ``share``, as the freedesktop.org standards name it."""
    yield LINUX / f"{IDENTIFIER}.desktop", f"applications/{IDENTIFIER}.desktop"
    yield LINUX / f"{IDENTIFIER}.metainfo.xml", f"metainfo/{IDENTIFIER}.metainfo.xml"
    yield LINUX / f"{IDENTIFIER}.mime.xml", f"mime/packages/{IDENTIFIER}.xml"
    yield ASSETS / "icon.svg", f"icons/hicolor/scalable/apps/{IDENTIFIER}.svg"
    for size in ICON_SIZES:
        yield ASSETS / f"icon-{size}.png", f"icons/hicolor/{size}x{size}/apps/{IDENTIFIER}.png"


def furnish(folder: Path) -> None:
    """Put them beside the program in ``folder``, with the script that takes them to a person's own menu."""
    for file, place in files():
        target = folder / "share" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    shutil.copy(LINUX / SCRIPT, folder)
