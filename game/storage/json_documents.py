"""Small JSON files, checked when they are read: settings, lessons, scores, what a person chose last.

A damaged one is set aside and named, never overwritten.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from game.core.messages import InputError
from game.core.validation import read_validation_error
from game.storage.files import (
    Clock,
    Folders,
    StorageError,
    StorageNotice,
    describe_os_error,
    make_printable,
    read_file,
    set_aside,
    write_file,
)
from game.storage.locks import FileLock
from game.text.errors import describe_error
from game.text.gettext import _

LOCK_TIMEOUT_S: Final = 5.0
T = TypeVar("T")


def load_json(path: Path, value_type: type[T], default: T, clock: Clock = time.time) -> tuple[T, StorageNotice | None]:
    """The value in a JSON file, checked against ``kind``; ``default`` if there is no file.

    A file that does not hold a ``kind`` is set aside and a notice names it and the reason; one that
    cannot be read at all stays where it is, and a notice says why.
    """
    try:
        return _decode(path, value_type, default), None
    except StorageError as error:
        return default, StorageNotice(str(error), path)
    except _DamagedFileError:
        return _load_again_locked(path, value_type, default, clock)


class _DamagedFileError(InputError):
    """The file does not hold what it should."""


def _decode(path: Path, value_type: type[T], default: T) -> T:
    try:
        return msgspec.json.decode(read_file(path), type=value_type)
    except StorageError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return default
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason, places = read_validation_error(error)
        raise _DamagedFileError(reason, *places) from None


def _load_again_locked(path: Path, value_type: type[T], default: T, clock: Clock) -> tuple[T, StorageNotice | None]:
    """Another copy of the program may have set the file aside and written a good one: look again, alone."""
    try:
        with FileLock.hold(path.with_name(".lock"), LOCK_TIMEOUT_S):
            try:
                return _decode(path, value_type, default), None
            except _DamagedFileError as fault:
                return default, _set_aside_damaged(path, fault, clock)
    except StorageError as error:
        return default, StorageNotice(str(error), path)
    except OSError as error:
        return default, StorageNotice(f"{make_printable(path)}: {describe_os_error(error)}", path)


def _set_aside_damaged(path: Path, fault: _DamagedFileError, clock: Clock) -> StorageNotice:
    new_path = set_aside(path, clock)
    text = _("The file {name} was damaged ({fault}). It is kept as {aside}.")
    return StorageNotice(
        text.format(name=make_printable(path), fault=describe_error(fault), aside=make_printable(new_path.name)),
        new_path,
    )


def save_json(path: Path, value: Any, clock: Clock = time.time) -> StorageNotice | None:
    """Write ``value`` as a JSON file, whole or not at all. StorageError if that fails; the old file then stands.

    Keys of the old file that a struct ``value`` does not know (a newer program's) are kept. An old file
    that is no JSON is set aside; the notice names it.
    """
    with _lock_file(path):
        return _write(path, value, clock)


def change_json(
    path: Path, value_type: type[T], default: T, change: Callable[[T], T], clock: Clock = time.time
) -> tuple[T, StorageNotice | None]:
    """Read a value, change it and write it, so that no other copy of the program writes in between.

    Gives the new value. A damaged file is set aside as `load_json` does, and StorageError comes as from `save_json`.
    """
    with _lock_file(path):
        try:
            old, notice = _decode(path, value_type, default), None
        except _DamagedFileError as fault:
            old, notice = default, _set_aside_damaged(path, fault, clock)
        new = change(old)
        return new, _write(path, new, clock) or notice


@contextmanager
def _lock_file(path: Path) -> Iterator[None]:
    """Nobody else writes the file meanwhile; what goes wrong is a StorageError."""
    try:
        with FileLock.hold(path.with_name(".lock"), LOCK_TIMEOUT_S):
            yield
    except OSError as error:
        raise StorageError(f"{make_printable(path)}: {describe_os_error(error)}") from error
    except UnicodeEncodeError:
        raise StorageError(
            f"{make_printable(path)}: " + _("a text in it has characters that cannot be saved")
        ) from None


def _write(path: Path, value: Any, clock: Clock) -> StorageNotice | None:
    notice = None
    old: Any = None
    try:
        old = _decode(path, object, None)
    except _DamagedFileError as fault:
        notice = _set_aside_damaged(path, fault, clock)
    new = msgspec.to_builtins(value)
    if isinstance(value, msgspec.Struct) and isinstance(old, dict):
        known_keys = set(value.__struct_encode_fields__)
        new = {**{key: old_value for key, old_value in old.items() if key not in known_keys}, **new}
    write_file(path, msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n", is_private=True)
    return notice


class JsonDocument(Generic[T]):
    """One JSON file in the folder of the data, and the value that stands for a missing one."""

    def __init__(self, file_name: str, default: T) -> None:
        self.file_name = file_name
        self._default = default

    def load(self, folders: Folders) -> tuple[T, StorageNotice | None]:
        """Return the value. A damaged file is set aside, and the notice names it."""
        return load_json(folders.data / self.file_name, type(self._default), self._default)

    def change(self, folders: Folders, change: Callable[[T], T]) -> T:
        """Change the value and return the new one. Raise StorageError if it cannot be stored."""
        value, _notice = change_json(folders.data / self.file_name, type(self._default), self._default, change)
        return value
