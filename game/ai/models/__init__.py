"""Learned tables and coefficients, one file for each game and purpose.

``python -m tools.training`` makes the files from nothing; they are never edited by hand. ``manifest.json`` says of each
with which command, seed, options and versions it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

MODEL_FOLDER: Final[ContextVar[Path | None]] = ContextVar("model_folder", default=None)
"""Another folder for the files: a program that makes models sets it before it loads a model."""


@cache
def load_model(name: str) -> Mapping[str, NDArray[np.float32]]:
    """Return the read-only arrays of the file ``name``.

    Raises FileNotFoundError if the file is missing, ValueError if it is damaged.
    """
    with _get_path(name).open("rb") as file, np.load(file) as arrays:
        arrays_by_name = {key: arrays[key].astype(np.float32) for key in arrays.files}
    for array in arrays_by_name.values():
        array.setflags(write=False)
    return arrays_by_name


@cache
def has_model(name: str) -> bool:
    """Return whether there is a file ``name``."""
    return _get_path(name).is_file()


def _get_path(name: str) -> Traversable:
    return (MODEL_FOLDER.get() or resources.files(__name__)).joinpath(f"{name}.npz")


def load_policy_table(name: str) -> NDArray[np.float32]:
    """Return the policy table ``name``, flat."""
    return load_model(name)["table"]
