"""Learned tables and coefficients, one file for each game and purpose.

``tools/training`` makes the files from rollouts; they are never edited by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray


@cache
def load_model(name: str) -> Mapping[str, NDArray[np.float32]]:
    """Return the read-only arrays of the file ``name``.

    Raises FileNotFoundError if the file is missing, ValueError if it is damaged.
    """
    with resources.files(__name__).joinpath(f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        arrays_by_name = {key: arrays[key].astype(np.float32) for key in arrays.files}
    for array in arrays_by_name.values():
        array.setflags(write=False)
    return arrays_by_name


def load_policy_table(name: str) -> NDArray[np.float32]:
    """Return the policy table ``name``, flat."""
    return load_model(name)["table"]
