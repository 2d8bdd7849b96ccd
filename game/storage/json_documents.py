"""Small JSON files, checked when they are read: settings, lessons, scores, last choices.

A damaged file is set aside with a notice, never overwritten.
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
from game.storage.files import Clock, StorageError, StorageNotice, read_file, set_aside, write_file
from game.storage.locks import hold_lock
from game.text.errors import describe_error
from game.text.file_errors import describe_os_error, make_printable
from game.text.gettext import _

LOCK_TIMEOUT_S: Final = 5.0
T = TypeVar("T")


class _DamagedFileError(InputError):
    """A file whose content is not valid."""


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


@contextmanager
def _lock_file(path: Path) -> Iterator[None]:
    """Return a context manager that locks the file against other windows. Raise StorageError.

    Where files cannot be locked, two windows may write at once: each writes the whole file, and the last one stays. An
    OSError of the block, or a text that cannot be encoded, is turned into StorageError too.
    """
    try:
        with hold_lock(path.with_name(".lock"), LOCK_TIMEOUT_S, is_required=False):
            yield
    except OSError as error:
        raise StorageError(f"{make_printable(path)}: {describe_os_error(error)}") from error
    except UnicodeEncodeError:
        raise StorageError(f"{make_printable(path)}: " + _("it contains characters that can't be saved")) from None


def _write(path: Path, value: Any) -> None:
    old, new = _decode(path, object, None), msgspec.to_builtins(value)
    if isinstance(value, msgspec.Struct) and isinstance(old, dict):
        known_keys = set(value.__struct_encode_fields__)
        new = {**{key: old_value for key, old_value in old.items() if key not in known_keys}, **new}
    write_file(path, msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n", is_private=True)


class JsonDocument(Generic[T]):
    """A JSON file that holds a value of type ``value_type``, checked when it is read, or ``default``."""

    def __init__(self, path: Path, value_type: type[T], default: T, clock: Clock = time.time) -> None:
        self.path = path
        self._value_type = value_type
        self._default = default
        self._clock = clock

    def read(self) -> tuple[T, StorageNotice | None]:
        """Return the value, or the default if there is no file, and a notice or None.

        A file with an invalid value is set aside, and the notice names it and the reason. A file that cannot be read
        stays in its place, and the notice names the reason.
        """
        try:
            try:
                return _decode(self.path, self._value_type, self._default), None
            except _DamagedFileError:
                with _lock_file(self.path):  # another window may have replaced the damaged file already
                    return self._read_or_set_aside()
        except StorageError as error:
            return self._default, StorageNotice(str(error), self.path)

    def update(self, change: Callable[[T], T]) -> tuple[T, StorageNotice | None]:
        """Read the value, change it and write it, while other windows are locked out.

        Return the new value, and a notice or None. The file is written as a whole or not at all: if that fails, the
        old one stays and StorageError is raised. A damaged file is set aside as in `read`. Keys that a struct does not
        know, from a newer program, are kept.
        """
        with _lock_file(self.path):
            old_value, notice = self._read_or_set_aside()
            value = change(old_value)
            _write(self.path, value)
        return value, notice

    def _read_or_set_aside(self) -> tuple[T, StorageNotice | None]:
        try:
            return _decode(self.path, self._value_type, self._default), None
        except _DamagedFileError as fault:
            aside = set_aside(self.path, self._clock)
            text = _("The file {name} was damaged ({fault}). It is now called {aside}.").format(
                name=make_printable(self.path), fault=describe_error(fault), aside=make_printable(aside.name)
            )
            return self._default, StorageNotice(text, aside)
