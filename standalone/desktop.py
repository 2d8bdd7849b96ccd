"""What a Linux desktop wants to know of the program: its entry, its description, its kind of file and its icons."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from assets import ASSETS_FOLDER

APP_IDENTIFIER: Final = "io.github.tavoloverde.TavoloVerde"
LINUX_FOLDER: Final = Path(__file__).resolve().parent / "linux"
ICON_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)
MENU_SCRIPT: Final = "add-to-menu.sh"


def list_files() -> Iterator[tuple[Path, str]]:
    """Each file and its place below ``share``, as the freedesktop.org standards name it."""
    yield LINUX_FOLDER / f"{APP_IDENTIFIER}.desktop", f"applications/{APP_IDENTIFIER}.desktop"
    yield LINUX_FOLDER / f"{APP_IDENTIFIER}.metainfo.xml", f"metainfo/{APP_IDENTIFIER}.metainfo.xml"
    yield LINUX_FOLDER / f"{APP_IDENTIFIER}.mime.xml", f"mime/packages/{APP_IDENTIFIER}.xml"
    yield ASSETS_FOLDER / "icon.svg", f"icons/hicolor/scalable/apps/{APP_IDENTIFIER}.svg"
    for size in ICON_SIZES:
        yield ASSETS_FOLDER / f"icon-{size}.png", f"icons/hicolor/{size}x{size}/apps/{APP_IDENTIFIER}.png"


def install_desktop_files(folder: Path) -> None:
    """Put them beside the program in ``folder``, with the script that takes them to a person's own menu."""
    for file, place in list_files():
        target = folder / "share" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    shutil.copy(LINUX_FOLDER / MENU_SCRIPT, folder)
