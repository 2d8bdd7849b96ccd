"""What Windows shows in the properties of the program's file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.version import PROGRAM_NAME, VERSION

VERSION_LANGUAGE_CODE: Final = "040904B0"
"""US English in Unicode: what tools expect where a program says nothing else."""


def parse_version(version: str) -> tuple[int, int, int, int]:
    """A version as the four numbers that Windows wants: ``0.1.0`` is (0, 1, 0, 0). ValueError if it is none."""
    first, second, third, fourth, *_more = (*map(int, version.split(".")), 0, 0, 0, 0)
    return first, second, third, fourth


def build_version_text(version: str = VERSION) -> str:
    """The version resource as PyInstaller reads it."""
    strings = {
        "CompanyName": PROGRAM_NAME,
        "FileDescription": PROGRAM_NAME,
        "FileVersion": version,
        "InternalName": "tavoloverde",
        "LegalCopyright": "MIT licence",
        "OriginalFilename": "tavoloverde.exe",
        "ProductName": PROGRAM_NAME,
        "ProductVersion": version,
    }
    structs = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in strings.items())
    fixed = (
        f"FixedFileInfo(filevers={parse_version(version)}, prodvers={parse_version(version)}, mask=0x3f, flags=0x0, "
    )
    fixed += "OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0))"
    table = f"StringFileInfo([StringTable({VERSION_LANGUAGE_CODE!r}, [{structs}])])"
    return f"VSVersionInfo(ffi={fixed}, kids=[{table}, VarFileInfo([VarStruct('Translation', [0x0409, 1200])])])\n"


def write_version_file(folder: Path) -> str:
    """Write the version resource into ``folder``; its path."""
    path = folder / "version.txt"
    path.write_text(build_version_text(), encoding="utf-8")
    return str(path)
