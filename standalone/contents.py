"""The files of the standalone program, and the unused parts of its libraries that are left out."""

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
"""A file as PyInstaller lists it: its path in the program, its source and its kind."""

PROJECT_FOLDER: Final = Path(__file__).resolve().parent.parent
SOURCE_SUFFIXES: Final = (".py", ".pyc")
"""The suffixes of code, which PyInstaller collects itself."""

EXCLUDED_MODULES: Final = (
    # Tools to build, test or debug programs.
    "setuptools", "pkg_resources", "distutils", "packaging", "unittest", "doctest", "pdb", "bdb", "pydoc", "pydoc_data",
    "lib2to3", "tkinter", "curses", "readline", "test", "numpy.f2py", "numpy.testing", "numpy.distutils",
    # Network modules that a table over the network does not need.
    "ftplib", "smtplib", "xmlrpc",
    # What needs the extra `pettingzoo`.
    "game.pettingzoo", "pettingzoo", "gymnasium",
    # Archive formats, and Python versions of compiled modules.
    "tarfile", "bz2", "lzma", "_pydecimal", "_pyio",
    # Optional dependencies of libraries, and their unused parts.
    "OpenGL", "PIL", "yaml", "xml.dom", "xml.etree", "pyexpat", "numpy.fft", "pygame.ftfont", "pygame.surfarray",
    "pygame.sndarray",
)  # fmt: skip
"""The modules that other modules mention but the program does not need.

The encodings of East Asia are included: on a system that uses them, Python does not start without them.
"""

EXCLUDED_FILES: Final = (
    "pygame_gui/data/*.otf",
    "pygame_gui/data/*.ttf",
    "font_source_*/files/*",
    "*.dist-info/*",
    "numpy/*/tests/*",
)
"""The files to leave out, by their path in the program: fonts, package metadata and tests that hooks collect."""

INCLUDED_FILES: Final = (
    # Widgets use other fonts, but pygame-gui loads these two when it starts.
    "pygame_gui/data/NotoSans-Regular.ttf",
    "pygame_gui/data/FiraCode-Regular.ttf",
)

SCRIPT_FONTS_PACKAGE: Final = "manimgx_fonts"
"""The package with the fonts for scripts other than Latin."""
LIBRARIES: Final = (
    "pygame-ce", "pygame-gui", "python-i18n", "platformdirs", "msgspec", "numpy", "tqdm", "font-source-sans-pro",
    "font-source-serif-pro", "manimgx-fonts", "filelock", "websockets", "cryptography", "cffi", "pycparser",
    "psutil", "zeroconf", "ifaddr", "miniupnpc", "spake2", "segno",
)  # fmt: skip
"""The libraries in the program, whose licenses must be included."""
LICENSE_PATTERNS: Final = ("*LICEN[CS]E*", "*COPYING*", "*NOTICE*", "*AUTHORS*", "LGPL*")

STRIPPED_FILES: Final = ("libpython*", "python3*/lib-dynload/*", "libsqlite3*", "libffi*")
"""The files of this machine's Python that contain debug symbols; wheels have none."""


def list_data_files() -> list[tuple[str, str]]:
    """Return all data files of the program, as pairs of file and folder in the program."""
    files = [
        path for folder in ("assets", "game") for path in sorted((PROJECT_FOLDER / folder).rglob("*")) if path.is_file()
    ]
    shipped = [path for path in files if path.suffix not in SOURCE_SUFFIXES and "__pycache__" not in path.parts]
    licenses = sorted(PROJECT_FOLDER.glob("LICENSE*"))
    return [(str(path), str(path.parent.relative_to(PROJECT_FOLDER))) for path in [*shipped, *licenses]]


def list_font_files() -> list[tuple[str, str]]:
    """Return theme and script fonts with the licenses of the former, as pairs of file and folder in the program."""
    from ui.graphics.theme import FONT_FILES

    faces = {Path(face) for face in FONT_FILES.values()}
    licenses = {license_ for face in faces for license_ in face.parent.glob("LICENSE*")}
    return [
        (str(path), f"{path.parent.parent.name}/files") for path in sorted(faces | licenses)
    ] + list_script_font_files()


def list_script_font_files() -> list[tuple[str, str]]:
    """Return the fonts for other scripts, as pairs of file and folder in the program.

    Those of East Asia are too large; the system's fonts are used for them.
    """
    from ui.graphics.fonts.system_fonts import list_packaged_fonts

    return [
        (str(path), SCRIPT_FONTS_PACKAGE) for path in list_packaged_fonts() if path.parent.name == SCRIPT_FONTS_PACKAGE
    ]


def list_license_files() -> list[tuple[str, str]]:
    """Return the licenses of Python and all libraries, as pairs of file and folder in the program."""
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    licenses = [(str(python), "licences/python")] if python.is_file() else []
    for library in LIBRARIES:
        files = metadata.files(library) or []
        license_files = [
            file for file in files if any(fnmatch(file.name.upper(), pattern) for pattern in LICENSE_PATTERNS)
        ]
        # If a wheel declares its license files, those beside its code are copies.
        declared_files = [file for file in license_files if file.parts[0].endswith(".dist-info")]
        for file in declared_files or license_files:
            licenses.append((str(file.locate()), "/".join(("licences", library, *file.parts[1:-1]))))
    return licenses


def is_excluded(place: str, included: Iterable[str] = INCLUDED_FILES) -> bool:
    """Return whether the file at this path of the program is left out.

    ``included``: paths that are never left out.
    """
    name = place.replace("\\", "/")
    return name not in included and any(fnmatch(name, pattern) for pattern in EXCLUDED_FILES)


def filter_entries(entries: Iterable[PyInstallerEntry], stripped: Path) -> list[PyInstallerEntry]:
    """Return the entries to include, in their order.

    On Linux links are left out, and entries of Python's libraries point to stripped copies in the folder ``stripped``.
    Without the program ``strip`` they stay as they are; raise CalledProcessError if it fails.
    """
    is_linux = sys.platform == "linux"
    fonts = {f"{folder}/{Path(path).name}" for path, folder in list_font_files()}
    wanted = [entry for entry in entries if not is_excluded(entry[0], (*INCLUDED_FILES, *fonts))]
    if not is_linux:
        return wanted
    # Libraries find each other without these links, which some unzip programs would break.
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
