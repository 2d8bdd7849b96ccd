"""Files and folders of the program; files are read and written as a whole, on the storage thread."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
import platformdirs

from game.text import file_errors
from game.text.file_errors import make_printable
from game.text.file_names import DEVICE_NAME
from game.text.gettext import _

PRIVATE_FOLDER_MODE: Final = 0o700
PRIVATE_FILE_MODE: Final = 0o600
APP_NAME: Final = "tavoloverde"
MAX_FILE_BYTES: Final = 20_000_000
TEMPORARY: Final = re.compile(r"\.[0-9a-f]{16}\.tmp(-journal)?")
"""The names of temporary files: those of `write_file`, and copies of a database with its journal."""
RENAME_PAUSES_S: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
"""The pauses between attempts to rename a file that another program has open; all are under a second."""
ACCESS_DENIED: Final = 5
Clock = Callable[[], float]


class StorageError(Exception):
    """A failure to read or save; its text is one line for the user."""


class StorageNotice(msgspec.Struct, frozen=True):
    """A line for the user about the file ``path``, although the program continues."""

    text: str
    path: Path


class Folders(msgspec.Struct, frozen=True):
    """The folders of matches, settings and logs."""

    data: Path
    config: Path
    log: Path

    def prepare(self) -> None:
        """Create the folders, for this user only. Raise StorageError if one cannot be created or written to."""
        for folder in (self.data, self.config, self.log):
            try:
                make_private_folder(folder)
                for file in folder.iterdir():
                    if file.is_file():
                        make_file_private(file)
                probe = make_temporary_path(folder / "probe")
                probe.touch(exist_ok=False)
                _remove_temporary_file(probe)
            except OSError as error:
                fault = _("Couldn't write to the folder {folder}: {why}.")
                why = file_errors.describe_os_error(error)
                raise StorageError(fault.format(folder=make_printable(folder), why=why)) from error

    def remove_leftovers(self) -> None:
        """Remove temporary files of killed writes; no other window may be open, because it may be writing."""
        for folder in (self.data, self.config, self.log):
            with suppress(OSError):  # the next start tries again
                for file in folder.iterdir():
                    if TEMPORARY.fullmatch(file.name) is not None and file.is_file():
                        _remove_temporary_file(file)


def get_default_folders(environment: Mapping[str, str] = os.environ) -> Folders:
    """Return the folders of this user, or those below ``TAVOLOVERDE_HOME`` if that is set.

    Raise StorageError if the home folder is unknown. Nothing is created.
    """
    home = environment.get(file_errors.HOME_VARIABLE)
    if home:
        try:
            root = Path(home).expanduser().absolute()
        except (RuntimeError, OSError):
            fault = _("{variable} is set to {home}, but that user or folder doesn't exist.")
            raise StorageError(fault.format(variable=file_errors.HOME_VARIABLE, home=make_printable(home))) from None
        return Folders(root / "data", root / "config", root / "log")
    try:
        paths = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
        return Folders(paths.user_data_path, paths.user_config_path, paths.user_log_path)
    except (RuntimeError, OSError):
        fault = _("No home folder was found for your matches. Set HOME or {variable} to a folder.")
        raise StorageError(fault.format(variable=file_errors.HOME_VARIABLE)) from None


def make_private_folder(folder: Path) -> None:
    """Create a folder and its parents, for this user only, since it holds hidden cards.

    An existing folder is restricted to this user. Raise OSError; FileExistsError if the path is a file.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=PRIVATE_FOLDER_MODE, exist_ok=True)
    if not folder.is_dir():
        raise FileExistsError(errno.EEXIST, "")
    _restrict_mode(folder, PRIVATE_FOLDER_MODE)


@contextmanager
def open_temporary_folder() -> Iterator[Path]:
    """Return a context manager that gives its block a folder for this user only, and deletes it afterwards.

    Files that another program still has open can stay on Windows. Raise OSError.
    """
    from tempfile import TemporaryDirectory  # most starts of the program need none

    with TemporaryDirectory(prefix=f"{APP_NAME}-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def make_file_private(path: Path, *, create: bool = False) -> None:
    """Let only this user read a file, if it exists. Raise OSError.

    ``create``: create an empty file if there is none.
    """
    if create:
        with suppress(FileExistsError):
            path.touch(PRIVATE_FILE_MODE, exist_ok=False)
    with suppress(FileNotFoundError):  # another window may have removed it just now
        _restrict_mode(path, PRIVATE_FILE_MODE)


def _restrict_mode(path: Path, mode: int) -> None:
    if os.name == "nt" or not stat.S_IMODE(path.stat().st_mode) & ~mode:
        return
    # The mode of another user's file, or on a disk without modes, cannot be changed; the program works without.
    with suppress(PermissionError, NotImplementedError):
        path.chmod(mode)


# -- whole files -----------------------------------------------------------------------------------


@contextmanager
def refuse_os_errors(name: Path | str) -> Iterator[None]:
    """Return a context manager that turns an OSError of its block into StorageError, ``NAME: reason``.

    An impossible path (ValueError) and an unknown home folder (RuntimeError) are turned into it too.
    """
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        reason = file_errors.describe_os_error(error) if isinstance(error, OSError) else str(error)
        reason = _("the file name isn't valid; choose another") if isinstance(error, ValueError) else reason
        raise StorageError(f"{make_printable(name)}: {reason}") from error


def expand_home(path: Path) -> Path:
    """Return the path with ``~`` replaced by the home folder. Raise StorageError if there is none."""
    with refuse_os_errors(path):
        return path.expanduser()


def make_folder(path: Path) -> Path:
    """Create a folder and its parents, unless it exists, and return it. Raise StorageError.

    ``~`` is replaced by the home folder.
    """
    folder = expand_home(path)
    with refuse_os_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def read_file(path: Path, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a file of at most ``max_bytes``. Raise StorageError, ``FILE: reason``.

    A pipe or a device is refused.
    """
    with refuse_os_errors(path), open_regular_file(path) as stream:
        return read_limited(stream, make_printable(path), max_bytes)


def open_regular_file(path: Path) -> BinaryIO:
    """Open a file for reading, without blocking on a pipe.

    Raise OSError: IsADirectoryError for a folder, NotARegularFileError for a pipe or a device.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    stream = open(path, "rb", opener=_open_at_once)  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise file_errors.NotARegularFileError
    return stream


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_file(path: Path, data: bytes, *, is_private: bool = False) -> None:
    """Write a whole file to the disk, or nothing. Raise StorageError, ``FILE: reason``.

    ``is_private``: only this user may read it.
    """
    with refuse_os_errors(path):
        _replace_file(path.resolve(), data, PRIVATE_FILE_MODE if is_private else 0o666)


def write_new_file(path: Path, suffix: str, data: bytes) -> Path:
    """Write a new file and return its path, which ends in ``suffix``.

    ``~`` is replaced by the home folder, and ``suffix`` is added if it is missing. An existing file is never
    overwritten. Raise StorageError if the file exists, the path has no file name, or the file cannot be written.
    """
    file = expand_home(path)
    if not file.name:
        raise StorageError(f"{make_printable(path)}: " + _("it's a folder, not a file"))
    file = file if file.name.lower().endswith(suffix) else file.with_name(file.name + suffix)
    if os.name == "nt" and DEVICE_NAME.fullmatch(file.name):
        raise StorageError(f"{make_printable(path)}: " + _("the file name isn't valid; choose another"))
    with suppress(OSError, ValueError):  # the write reports the fault
        if file.exists():
            raise StorageError(_("{file} already exists. Choose another name.").format(file=make_printable(file)))
    write_file(file, data)
    return file


def read_limited(stream: BinaryIO, name: str, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a stream. Raise StorageError that begins with ``name`` above ``max_bytes``.

    Raise OSError if the stream cannot be read.
    """
    data = stream.read(max_bytes + 1)
    if len(data) > max_bytes:
        size = f"{max_bytes // 1_000_000} MB" if max_bytes >= 1_000_000 else f"{max_bytes // 1000} kB"
        raise StorageError(f"{name}: " + _("the file is larger than {limit}").format(limit=size))
    return data


def make_temporary_path(path: Path) -> Path:
    """Return a free path beside ``path``, which `Folders.remove_leftovers` removes after a kill."""
    return path.with_name(f".{secrets.token_hex(8)}.tmp")


def _remove_temporary_file(path: Path) -> None:
    """Remove a temporary file. One that another program has open is removed at a later start."""
    with suppress(OSError):
        path.unlink()


def rename_file(source: Path, target: Path) -> None:
    """Rename a file, also over an existing one. Raise OSError; FileInUseError if another program has one of them open.

    Windows refuses to rename a file while a virus scanner or an indexer reads it, so the file is tried again.
    """
    for pause_s in (*RENAME_PAUSES_S, None):
        try:
            source.replace(target)
        except PermissionError as error:
            if not _is_in_use(error, target):
                raise
            if pause_s is None:
                raise file_errors.FileInUseError(errno.EACCES, "") from error
            time.sleep(pause_s)
        else:
            return


def _is_in_use(error: PermissionError, target: Path) -> bool:
    """Return whether a rename failed because another program has a file open.

    Windows denies the access to a file that is open as it does to one that may not be written.
    """
    code = file_errors.get_windows_code(error)
    is_protected = target.exists() and not os.access(target, os.W_OK)
    return code in file_errors.SHARING_VIOLATIONS or (code == ACCESS_DENIED and not is_protected)


def _replace_file(path: Path, data: bytes, mode: int) -> None:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    if path.exists() and not path.is_file():
        if not path.is_char_device():
            raise file_errors.NotARegularFileError
        path.write_bytes(data)
        return
    temporary_path = make_temporary_path(path)
    try:
        handle = os.open(temporary_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        rename_file(temporary_path, path)
    except BaseException:
        _remove_temporary_file(temporary_path)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Write a folder to the disk, since only then a rename in it survives a power failure.

    Windows has no call for that.
    """
    if os.name == "nt":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def set_aside(path: Path, clock: Clock, companion_suffixes: tuple[str, ...] = ()) -> Path:
    """Rename a damaged file and its companions to ``NAME.damaged-DATE-TIME``. Return its path. Raise OSError.

    ``companion_suffixes``: the ends of the companions' names after the file's, such as "-journal".
    """
    stem = f"{path.name}.damaged-" + time.strftime("%Y%m%d-%H%M%S", time.localtime(clock()))
    suffixes = (*companion_suffixes, "")
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    free_name = next(name for name in names if not any(path.with_name(name + suffix).exists() for suffix in suffixes))
    for suffix in suffixes:
        with suppress(FileNotFoundError):
            make_file_private(path.with_name(path.name + suffix))
            rename_file(path.with_name(path.name + suffix), path.with_name(free_name + suffix))
    _sync_folder(path.parent)
    return path.with_name(free_name)
