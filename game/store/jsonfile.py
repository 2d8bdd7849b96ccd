"""Small JSON files, checked when they are read: settings and what a person chose last.

A damaged one is set aside and named, never overwritten.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from game.checking import in_words
from game.i18n import _
from game.store.files import Clock, Notice, StorageError, read_file, set_aside, shown, why, write_file
from game.store.locks import FileLock

LOCK_PATIENCE: Final = 5.0
T = TypeVar("T")


def load_json(path: Path, kind: type[T], default: T, now: Clock = time.time) -> tuple[T, Notice | None]:
    """The value in a JSON file, checked against ``kind``; ``default`` if there is no file.

    A file that does not hold a ``kind`` is set aside and a notice names it and the reason; one that
    cannot be read at all stays where it is, and a notice says why.
    """
    try:
        return _decoded(path, kind, default), None
    except StorageError as error:
        return default, Notice(str(error), path)
    except _Damaged:
        return _second_look(path, kind, default, now)


class _Damaged(Exception):
    """The file does not hold what it should."""


def _decoded(path: Path, kind: type[T], default: T) -> T:
    try:
        return msgspec.json.decode(read_file(path), type=kind)
    except StorageError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return default
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        place, fault = in_words(error)
        raise _Damaged(f"{place}: {fault}" if place else fault) from None


def _second_look(path: Path, kind: type[T], default: T, now: Clock) -> tuple[T, Notice | None]:
    """Another copy of the program may have set the file aside and written a good one: look again, alone."""
    try:
        with FileLock.held(path.with_name(".lock"), LOCK_PATIENCE):
            try:
                return _decoded(path, kind, default), None
            except _Damaged as fault:
                return default, _aside(path, str(fault), now)
    except StorageError as error:
        return default, Notice(str(error), path)
    except OSError as error:
        return default, Notice(f"{shown(path)}: {why(error)}", path)


def _aside(path: Path, fault: str, now: Clock) -> Notice:
    new = set_aside(path, now)
    text = _("The file {name} was damaged ({fault}). It is kept as {aside}.")
    return Notice(text.format(name=shown(path), fault=fault, aside=shown(new.name)), new)


def save_json(path: Path, value: Any, now: Clock = time.time) -> Notice | None:
    """Write ``value`` as a JSON file, whole or not at all. StorageError if that fails; the old file then stands.

    Keys of the old file that a struct ``value`` does not know (a newer program's) are kept. An old file
    that is no JSON is set aside; the notice names it.
    """
    with _alone(path):
        return _save(path, value, now)


def change_json(
    path: Path, kind: type[T], default: T, change: Callable[[T], T], now: Clock = time.time
) -> tuple[T, Notice | None]:
    """Read a value, change it and write it, so that no other copy of the program writes in between.

    Gives the new value. A damaged file is set aside as `load_json` does, and StorageError comes as from `save_json`.
    """
    with _alone(path):
        try:
            old, notice = _decoded(path, kind, default), None
        except _Damaged as fault:
            old, notice = default, _aside(path, str(fault), now)
        new = change(old)
        return new, _save(path, new, now) or notice


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else writes the file meanwhile; what goes wrong is a StorageError."""
    try:
        with FileLock.held(path.with_name(".lock"), LOCK_PATIENCE):
            yield
    except OSError as error:
        raise StorageError(f"{shown(path)}: {why(error)}") from error
    except UnicodeEncodeError:
        raise StorageError(f"{shown(path)}: " + _("a text in it has characters that cannot be saved")) from None


def _save(path: Path, value: Any, now: Clock) -> Notice | None:
    notice = None
    old: Any = None
    try:
        old = _decoded(path, object, None)
    except _Damaged as fault:
        notice = _aside(path, str(fault), now)
    new = msgspec.to_builtins(value)
    if isinstance(value, msgspec.Struct) and isinstance(old, dict):
        known = set(value.__struct_encode_fields__)
        new = {**{key: kept for key, kept in old.items() if key not in known}, **new}
    write_file(path, msgspec.json.format(msgspec.json.encode(new), indent=1) + b"\n", private=True)
    return notice
