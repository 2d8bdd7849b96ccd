"""Tables that were learned from playouts, one file a game: made by ``python -m tests.tools.train``, never by hand."""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray


@cache
def learned(name: str) -> NDArray[np.float32]:
    """The table ``name``, flat. FileNotFoundError if there is none, ValueError if the file is damaged."""
    with resources.files(__name__).joinpath(f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        table: NDArray[np.float32] = arrays["table"].astype(np.float32)
    table.setflags(write=False)
    return table
