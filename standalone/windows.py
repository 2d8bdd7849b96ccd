"""What Windows shows in the properties of the program's file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.version import NAME, VERSION

LANGUAGE: Final = "040904B0"
"""US English in Unicode: what tools expect where a program says nothing else."""


def numbers(version: str) -> tuple[int, int, int, int]:
    """A version as the four numbers that Windows wants: ``0.1.0`` is (0, 1, 0, 0). ValueError if it is none."""
    one, two, three, four, *_more = (*map(int, version.split(".")), 0, 0, 0, 0)
    return one, two, three, four


def version_text(version: str = VERSION) -> str:
    """The version resource as PyInstaller reads it."""
    strings = {
        "CompanyName": NAME,
        "FileDescription": NAME,
        "FileVersion": version,
        "InternalName": "tavoloverde",
        "LegalCopyright": "MIT licence",
        "OriginalFilename": "tavoloverde.exe",
        "ProductName": NAME,
        "ProductVersion": version,
    }
    structs = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in strings.items())
    fixed = f"FixedFileInfo(filevers={numbers(version)}, prodvers={numbers(version)}, mask=0x3f, flags=0x0, "
    fixed += "OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0))"
    table = f"StringFileInfo([StringTable({LANGUAGE!r}, [{structs}])])"
    return f"VSVersionInfo(ffi={fixed}, kids=[{table}, VarFileInfo([VarStruct('Translation', [0x0409, 1200])])])\n"


def version_file(folder: Path) -> str:
    """Write the version resource into ``folder``; its path."""
    path = folder / "version.txt"
    path.write_text(version_text(), encoding="utf-8")
    return str(path)
