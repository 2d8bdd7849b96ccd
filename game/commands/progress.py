"""How far a long run is: a bar on standard error, where that is a terminal; elsewhere nothing."""

from __future__ import annotations

import sys
from typing import NoReturn

from tqdm import tqdm


def progress(whole: int, title: str = "", *, stays: bool = True) -> tqdm[NoReturn]:
    """A bar of so many steps, to be entered with ``with`` and moved on by its ``update()``.

    ``title`` stands before it; unless it ``stays`` it is wiped away in the end.
    """
    stream = sys.stderr  # a windowed program has none
    return tqdm(
        total=whole, desc=title or None, leave=stays, miniters=1, dynamic_ncols=True,
        disable=stream is None or not stream.isatty(),
    )  # fmt: skip


tqdm.monitor_interval = 0  # every step looks at the clock: no thread need watch the bar
