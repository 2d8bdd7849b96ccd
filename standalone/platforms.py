"""The differences between Linux, Windows and macOS: file names, icons, and the metadata that the system shows."""

from __future__ import annotations

import io
import os
import platform
import shutil
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from assets import ASSETS_FOLDER
from game.version import LINK_SCHEME, VERSION
from game.version import PROGRAM_NAME as APP_NAME

PROGRAM_NAME: Final = "tavoloverde"
APP_IDENTIFIER: Final = "io.github.tavoloverde.TavoloVerde"
RECORD_MIME_TYPE: Final = "application/x-tavoloverde-record"
LICENSE_NAME: Final = "MIT licence"
EXECUTABLE_SUFFIX: Final = ".exe" if sys.platform == "win32" else ""

# -- names -----------------------------------------------------------------------------------------


def get_program_folder(dist: Path) -> Path:
    """Return the folder of the one-folder program below ``dist``: on macOS the application."""
    return dist / (f"{APP_NAME}.app" if sys.platform == "darwin" else PROGRAM_NAME)


def get_program_path(dist: Path) -> Path:
    """Return the executable of the one-folder program below ``dist``."""
    folder = get_program_folder(dist)
    return (folder / "Contents" / "MacOS" if sys.platform == "darwin" else folder) / (PROGRAM_NAME + EXECUTABLE_SUFFIX)


def get_full_name() -> str:
    """Return the name of the archive and the one-file program, such as ``tavoloverde-0.1.0-linux-x86_64``."""
    system = {"linux": "linux", "win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"{PROGRAM_NAME}-{VERSION}-{system}-{platform.machine().lower()}"


# -- icons: PNG pictures behind a table of contents --------------------------------------------------

LOCAL_NETWORK_REASON: Final = "Tavolo Verde connects to a table that friends have opened in your network."
"""The text of the question that macOS asks before the program may use the local network."""
ICON_SIZES_PX: Final = (16, 24, 32, 48, 64, 128, 256)
ICNS_SIZES_PX: Final[Mapping[bytes, int]] = {
    b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
    b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512,
}  # fmt: skip
"""Width and height of each picture by Apple's name; ic10 to ic14 are the same icons for dense screens."""


def write_icon(folder: Path, system: str = sys.platform) -> Path:
    """Write the icon of the program for ``system`` into ``folder`` and return its path.

    ``system``: as `sys.platform`; an .ico file for "win32", .icns for "darwin", else .png.
    """
    if system == "win32":
        name, data = "tavoloverde.ico", encode_ico({size: make_png(size) for size in ICON_SIZES_PX})
    elif system == "darwin":
        name, data = "tavoloverde.icns", encode_icns({kind: make_png(size) for kind, size in ICNS_SIZES_PX.items()})
    else:
        name, data = "tavoloverde.png", make_png(256)
    path = folder / name
    path.write_bytes(data)
    return path


def make_png(size: int) -> bytes:
    """Return the icon as a square PNG of ``size`` pixels: the picture in ``assets``, else the SVG in that size."""
    path = ASSETS_FOLDER / f"icon-{size}.png"
    if path.exists():
        return path.read_bytes()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    stream = io.BytesIO()
    pygame.image.save(pygame.image.load_sized_svg(ASSETS_FOLDER / "icon.svg", (size, size)), stream, "icon.png")
    return stream.getvalue()


def encode_ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return an .ico file of PNG pictures; the keys are their sizes in pixels, at most 256."""
    header = struct.pack("<HHH", 0, 1, len(pictures))
    offset = len(header) + 16 * len(pictures)
    table, data = b"", b""
    for size, picture in pictures.items():
        side = size % 256  # 256 is written as 0
        table += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), offset + len(data))
        data += picture
    return header + table + data


def encode_icns(pictures: Mapping[bytes, bytes]) -> bytes:
    """Return an .icns file of PNG pictures; the keys are Apple's names."""
    parts = b"".join(name + struct.pack(">I", len(picture) + 8) + picture for name, picture in pictures.items())
    return b"icns" + struct.pack(">I", len(parts) + 8) + parts


# -- Linux -----------------------------------------------------------------------------------------

LINUX_FOLDER: Final = Path(__file__).resolve().parent / "linux"
MENU_SCRIPT: Final = "add-to-menu.sh"


def install_desktop_files(folder: Path) -> None:
    """Copy the desktop files below ``folder``/share, and beside it the script that adds the program to the menu."""
    for path, place in _list_desktop_files():
        target = folder / "share" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    shutil.copy(LINUX_FOLDER / MENU_SCRIPT, folder)


def _list_desktop_files() -> Iterator[tuple[Path, str]]:
    """Yield each file with its place below ``share``, as the freedesktop.org standards name it."""
    yield LINUX_FOLDER / f"{APP_IDENTIFIER}.desktop", f"applications/{APP_IDENTIFIER}.desktop"
    yield LINUX_FOLDER / f"{APP_IDENTIFIER}.link.desktop", f"applications/{APP_IDENTIFIER}.link.desktop"
    yield LINUX_FOLDER / f"{APP_IDENTIFIER}.metainfo.xml", f"metainfo/{APP_IDENTIFIER}.metainfo.xml"
    yield LINUX_FOLDER / f"{APP_IDENTIFIER}.mime.xml", f"mime/packages/{APP_IDENTIFIER}.xml"
    yield ASSETS_FOLDER / "icon.svg", f"icons/hicolor/scalable/apps/{APP_IDENTIFIER}.svg"
    for size in ICON_SIZES_PX:
        yield ASSETS_FOLDER / f"icon-{size}.png", f"icons/hicolor/{size}x{size}/apps/{APP_IDENTIFIER}.png"


# -- Windows ---------------------------------------------------------------------------------------

LINKS_SCRIPT: Final = Path(__file__).resolve().parent / "windows" / "open-links.cmd"
"""The script with which a person lets the links of tables open the program."""

VERSION_LANGUAGE_CODE: Final = "040904B0"
"""US English in Unicode, which tools expect by default."""


def parse_version(version: str) -> tuple[int, int, int, int]:
    """Return a version as four numbers: ``0.1.0`` is (0, 1, 0, 0). Raise ValueError if it has other parts."""
    first, second, third, fourth, *_more = (*map(int, version.split(".")), 0, 0, 0, 0)
    return first, second, third, fourth


def build_version_text(version: str = VERSION) -> str:
    """Return the version resource, which Windows shows in the properties of the file, as PyInstaller reads it."""
    strings = {
        "CompanyName": APP_NAME,
        "FileDescription": APP_NAME,
        "FileVersion": version,
        "InternalName": PROGRAM_NAME,
        "LegalCopyright": LICENSE_NAME,
        "OriginalFilename": f"{PROGRAM_NAME}.exe",
        "ProductName": APP_NAME,
        "ProductVersion": version,
    }
    structs = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in strings.items())
    numbers = parse_version(version)
    fixed = (
        f"FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, "
        "OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0))"
    )
    table = f"StringFileInfo([StringTable({VERSION_LANGUAGE_CODE!r}, [{structs}])])"
    return f"VSVersionInfo(ffi={fixed}, kids=[{table}, VarFileInfo([VarStruct('Translation', [0x0409, 1200])])])\n"


def write_version_file(folder: Path) -> str:
    """Write the version resource into ``folder`` and return its path."""
    path = folder / "version.txt"
    path.write_text(build_version_text(), encoding="utf-8")
    return str(path)


# -- macOS -----------------------------------------------------------------------------------------

RECORD_TYPE: Final = f"{APP_IDENTIFIER}.record"


def build_info() -> dict[str, Any]:
    """Return the entries of Info.plist that PyInstaller does not write.

    A record that is opened in the Finder, or a link, comes as SDL's event DROPFILE, not as an argument: PyInstaller's
    `argv_emulation` would take it from SDL before the window is open.
    """
    return {
        "CFBundleDisplayName": APP_NAME,
        "CFBundleShortVersionString": VERSION,
        "CFBundleVersion": VERSION,
        "LSApplicationCategoryType": "public.app-category.card-games",
        "LSMinimumSystemVersion": "11.0",
        "NSHighResolutionCapable": True,
        "NSLocalNetworkUsageDescription": LOCAL_NETWORK_REASON,
        "NSHumanReadableCopyright": LICENSE_NAME,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Tavolo Verde record",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [RECORD_TYPE],
            }
        ],
        "CFBundleURLTypes": [{"CFBundleURLName": APP_IDENTIFIER, "CFBundleURLSchemes": [LINK_SCHEME]}],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": RECORD_TYPE,
                "UTTypeDescription": "Tavolo Verde record",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["tvr"],
                    "public.mime-type": [RECORD_MIME_TYPE],
                },
            }
        ],
    }
