"""What goes into the standalone program, and what its libraries bring along that it never uses."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path
from typing import Final, TypeAlias

PyInstallerEntry: TypeAlias = tuple[str, str, str]
"""A file as PyInstaller lists it: its place in the program, where it comes from, what kind it is."""

PROJECT_FOLDER: Final = Path(__file__).resolve().parent.parent
SOURCE_SUFFIXES: Final = (".py", ".pyc")
"""Code, which PyInstaller collects itself."""

EXCLUDED_MODULES: Final = (
    # Read by machines that build, test or debug programs, never by this one.
    "setuptools", "pkg_resources", "distutils", "packaging", "unittest", "doctest", "pdb", "bdb", "pydoc", "pydoc_data",
    "lib2to3", "tkinter", "curses", "readline", "test", "numpy.f2py", "numpy.testing", "numpy.distutils",
    # The program never talks to a network; a random number comes without OpenSSL (5 MB) as well.
    "ssl", "_ssl", "_hashlib", "asyncio", "http", "ftplib", "smtplib", "xmlrpc", "urllib.request",
    # Archives, and the Python that stands in for compiled modules.
    "tarfile", "bz2", "lzma", "_pydecimal", "_pyio",
    # What libraries would use if it were there, and what they use for things that are not done here.
    "OpenGL", "PIL", "yaml", "xml", "pyexpat", "numpy.fft", "pygame.ftfont", "pygame.surfarray", "pygame.sndarray",
)  # fmt: skip
"""Modules that other modules mention and that are never needed.

The encodings of East Asia stay: where they are the system's, Python does not start without them.
"""

EXCLUDED_FILES: Final = (
    "pygame_gui/data/*.otf",
    "pygame_gui/data/*.ttf",
    "font_source_*/files/*",
    "*.dist-info/*",
    "numpy/*/tests/*",
)
"""Files, by their place in the program, that hooks collect whole: fonts of every script, papers, tests."""

INCLUDED_FILES: Final = (
    # pygame-gui draws nothing here with its own fonts, but it loads these two when it starts.
    "pygame_gui/data/NotoSans-Regular.ttf",
    "pygame_gui/data/FiraCode-Regular.ttf",
)

SCRIPT_FONTS_PACKAGE: Final = "manimgx_fonts"
"""The package with the fonts of the other scripts."""
LIBRARIES: Final = (
    "pygame-ce", "pygame-gui", "python-i18n", "platformdirs", "msgspec", "numpy", "tqdm", "font-source-sans-pro",
    "font-source-serif-pro", "manimgx-fonts", "filelock",
)  # fmt: skip
"""What others have written and the program brings along; their licences want to be brought along too."""
LICENSE_PATTERNS: Final = ("*LICEN[CS]E*", "*COPYING*", "*NOTICE*", "*AUTHORS*", "LGPL*")

STRIPPED_FILES: Final = ("libpython*", "python3*/lib-dynload/*", "libsqlite3*", "libffi*")
"""What comes from this machine's Python, with what a debugger wants to know in it. Wheels come without."""


def list_data_files() -> list[tuple[str, str]]:
    """Every file of the program that is no code, as (file, folder in the program)."""
    files = [
        path for folder in ("assets", "game") for path in sorted((PROJECT_FOLDER / folder).rglob("*")) if path.is_file()
    ]
    shipped = [path for path in files if path.suffix not in SOURCE_SUFFIXES and "__pycache__" not in path.parts]
    return [
        (str(path), str(path.parent.relative_to(PROJECT_FOLDER))) for path in [*shipped, PROJECT_FOLDER / "LICENSE"]
    ]


def list_font_files() -> list[tuple[str, str]]:
    """The faces that the theme names, and the licences they come under, as (file, folder in the program)."""
    from ui.graphics.theme import FONT_FILES

    faces = {Path(face) for face in FONT_FILES.values()}
    licenses = {license_ for face in faces for license_ in face.parent.glob("LICENSE*")}
    return [
        (str(path), f"{path.parent.parent.name}/files") for path in sorted(faces | licenses)
    ] + list_script_font_files()


def list_script_font_files() -> list[tuple[str, str]]:
    """The fonts of the other scripts, those of East Asia aside, which are too large: there the system's are used."""
    from ui.graphics.fonts.system_fonts import list_packaged_fonts

    return [
        (str(path), SCRIPT_FONTS_PACKAGE) for path in list_packaged_fonts() if path.parent.name == SCRIPT_FONTS_PACKAGE
    ]


def list_license_files() -> list[tuple[str, str]]:
    """The licences of everything that is brought along, Python's too, as (file, folder in the program)."""
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    licenses = [(str(python), "licences/python")] if python.is_file() else []
    for library in LIBRARIES:
        files = metadata.files(library) or []
        license_files = [
            file for file in files if any(fnmatch(file.name.upper(), pattern) for pattern in LICENSE_PATTERNS)
        ]
        # Where a wheel says which papers are its own, copies of them lie beside its code as well.
        declared_files = [file for file in license_files if file.parts[0].endswith(".dist-info")]
        for file in declared_files or license_files:
            licenses.append((str(file.locate()), "/".join(("licences", library, *file.parts[1:-1]))))
    return licenses


def is_excluded(place: str, included: Iterable[str] = INCLUDED_FILES) -> bool:
    """Whether a file is not wanted at this place of the program."""
    name = place.replace("\\", "/")
    return name not in included and any(fnmatch(name, pattern) for pattern in EXCLUDED_FILES)


def filter_entries(entries: Iterable[PyInstallerEntry], stripped: Path) -> list[PyInstallerEntry]:
    """The entries that are wanted. On Linux Python's libraries are stripped into the folder ``stripped``."""
    is_linux = sys.platform == "linux"
    fonts = {f"{folder}/{Path(path).name}" for path, folder in list_font_files()}
    wanted = [entry for entry in entries if not is_excluded(entry[0], (*INCLUDED_FILES, *fonts))]
    if not is_linux:
        return wanted
    # The links stand for libraries that know by themselves where the others lie; many an unpacker would break them.
    return [_strip_entry(entry, stripped) for entry in wanted if entry[2] != "SYMLINK"]


def _strip_entry(entry: PyInstallerEntry, folder: Path) -> PyInstallerEntry:
    place, source, kind = entry
    if not any(fnmatch(place, pattern) for pattern in STRIPPED_FILES) or shutil.which("strip") is None:
        return entry
    target = folder / place
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)
    subprocess.run(["strip", "--strip-unneeded", str(target)], check=True)
    return place, str(target), kind
