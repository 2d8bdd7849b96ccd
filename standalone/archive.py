"""The zip file of the one-folder program."""

from __future__ import annotations

import stat
import time
import zipfile
from pathlib import Path


def zip_folder(folder: Path, archive: Path) -> None:
    """Write ``folder``, with its name, into a zip file; links stay links, and executable files stay executable.

    Empty folders are left out. Raise OSError if a file cannot be read or written.
    """
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zip_file:
        for path in sorted(folder.rglob("*")):
            place = path.relative_to(folder.parent).as_posix()
            if path.is_symlink():
                zip_file.writestr(_make_link_entry(path, place), str(path.readlink()))
            elif path.is_file():
                zip_file.write(path, place)


def _make_link_entry(path: Path, place: str) -> zipfile.ZipInfo:
    modified_at = path.lstat().st_mtime
    entry = zipfile.ZipInfo(place, time.localtime(modified_at)[:6])
    entry.create_system = 3  # Unix, without which the mode below does not mean a link
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry
