"""The bounds and defaults of all data that is stored or sent, and the options of the games."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec

import game

BOUNDS: Final = ("gt", "ge", "lt", "le", "min_length", "max_length", "pattern")


def format_data_forms() -> str:
    """Return the fields of each structure that have a bound or a default, apart from those of computer players."""
    for module in pkgutil.walk_packages(game.__path__, "game."):
        importlib.import_module(module.name)
    kinds = {f"{kind.__module__}.{kind.__name__}": kind for kind in _iter_subclasses(msgspec.Struct)}
    lines = (line for name in sorted(kinds) if _is_data(name) for line in _iter_form_lines(name, kinds[name]))
    return "\n".join(lines) + "\n"


def _is_data(name: str) -> bool:
    return name.startswith("game.") and not name.startswith("game.ai.")


def _iter_subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _iter_subclasses(subclass)


def _iter_form_lines(name: str, kind: type[msgspec.Struct]) -> Iterator[str]:
    lines = list[str]()
    for field in msgspec.structs.fields(kind):
        bounds, default = " ".join(_iter_bounds(field.type)), field.default
        has_default = isinstance(default, bool | int | float | str)
        if bounds or has_default:
            lines.append(f"  {field.name}: {bounds}" + (f" = {default!r}" if has_default else ""))
    if lines:
        yield name
        yield from lines


def _iter_bounds(declared: Any) -> Iterator[str]:
    """Yield the bounds in a type, those of its parts after its own."""
    if get_origin(declared) is Annotated:
        for bound in declared.__metadata__:
            yield from (f"{name}={value}" for name in BOUNDS if (value := getattr(bound, name, None)) is not None)
        yield from _iter_bounds(declared.__origin__)
    elif get_args(declared):
        for part in get_args(declared):
            yield from (repr(part),) if isinstance(part, int | str) else _iter_bounds(part)
