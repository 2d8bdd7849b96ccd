"""Small JSON files, checked when they are read: settings, lessons, scores, what a person chose last.

A damaged one is set aside and named, never overwritten.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Generic, Literal, Protocol, Self, TypeVar

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


class PlayerData(Protocol):
    """A value that names players."""

    def with_renamed_player(self, name: str, new_name: str) -> Self:
        """Return it with all that one player has under another name."""
        ...


PlayerDataT = TypeVar("PlayerDataT", bound=PlayerData)


def load_json(path: Path, value_type: type[T], default: T, clock: Clock = time.time) -> tuple[T, StorageNotice | None]:
    """Return the value in a JSON file, ``default`` if there is no file.

    A file that does not hold a ``value_type`` is set aside and a notice names it and the reason; one that cannot be
    read at all stays where it is, and a notice says why.
    """
    try:
        with suppress(_DamagedFileError):
            return _decode(path, value_type, default), None
        # Another copy of the program may have set the file aside and written a good one: look again, alone.
        with _lock_file(path):
            return _decode_or_set_aside(path, value_type, default, clock)
    except StorageError as error:
        return default, StorageNotice(str(error), path)


def save_json(path: Path, value: object, clock: Clock = time.time) -> StorageNotice | None:
    """Write a JSON file, whole or not at all, as `change_json` does."""
    return change_json(path, object, None, lambda _old: value, clock)[1]


def change_json(
    path: Path, value_type: type[T], default: T, change: Callable[[T], T], clock: Clock = time.time
) -> tuple[T, StorageNotice | None]:
    """Read a value, change it and write it, so that no other copy of the program writes in between.

    Return the new value. StorageError if that fails; the old file then stays. Keys of the old file that a struct does
    not know (a newer program's) are kept. A damaged file is set aside as `load_json` does.
    """
    with _lock_file(path):
        old, notice = _decode_or_set_aside(path, value_type, default, clock)
        new = change(old)
        _write(path, new)
        return new, notice


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


def _decode_or_set_aside(path: Path, value_type: type[T], default: T, clock: Clock) -> tuple[T, StorageNotice | None]:
    try:
        return _decode(path, value_type, default), None
    except _DamagedFileError as fault:
        new_path = set_aside(path, clock)
        text = _("The file {name} was damaged ({fault}). It is kept as {aside}.").format(
            name=make_printable(path), fault=describe_error(fault), aside=make_printable(new_path.name)
        )
        return default, StorageNotice(text, new_path)


@contextmanager
def _lock_file(path: Path) -> Iterator[None]:
    """Keep others from writing the file meanwhile; what goes wrong is a StorageError."""
    try:
        with FileLock.hold(path.with_name(".lock"), LOCK_TIMEOUT_S):
            yield
    except UnicodeEncodeError:
        raise StorageError(
            f"{make_printable(path)}: " + _("a text in it has characters that cannot be saved")
        ) from None
    except OSError as error:
        raise StorageError(f"{make_printable(path)}: {describe_os_error(error)}") from error


def _write(path: Path, value: object) -> None:
    new = msgspec.to_builtins(value)
    old = _decode(path, object, None) if isinstance(value, msgspec.Struct) else None
    if isinstance(value, msgspec.Struct) and isinstance(old, dict):
        known_keys = set(value.__struct_encode_fields__)
        new = {**{key: old_value for key, old_value in old.items() if key not in known_keys}, **new}
    write_file(path, msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n", is_private=True)


class JsonDocument(Generic[T]):
    """One JSON file in the folder of the data or of the settings, and the value of a missing one."""

    def __init__(self, file_name: str, default: T, folder: Literal["data", "config"] = "data") -> None:
        self.file_name = file_name
        self._default = default
        self._folder = folder

    def get_path(self, folders: Folders) -> Path:
        """Return where the file is."""
        path: Path = getattr(folders, self._folder) / self.file_name
        return path

    def load(self, folders: Folders) -> tuple[T, StorageNotice | None]:
        """Return the value, and a notice if a damaged file was set aside, as `load_json` does."""
        return load_json(self.get_path(folders), type(self._default), self._default)

    def change(self, folders: Folders, change: Callable[[T], T]) -> tuple[T, StorageNotice | None]:
        """Change the value under a lock, as `change_json` does. Raise StorageError if it cannot be stored."""
        return change_json(self.get_path(folders), type(self._default), self._default, change)

    def rename_player(self: JsonDocument[PlayerDataT], folders: Folders, name: str, new_name: str) -> None:
        """Store all that one player has under another name. Raise StorageError if it cannot be stored."""
        self.change(folders, lambda value: value.with_renamed_player(name, new_name))
