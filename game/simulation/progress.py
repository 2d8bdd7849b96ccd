"""Progress of a long run: a bar on standard error if that is a terminal, else nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TypeVar

from tqdm import tqdm

Step = TypeVar("Step")


def show_progress(
    items: Iterable[Step], title: str = "", *, total: int | None = None, keeps_bar: bool = True
) -> tqdm[Step]:
    """Return the same ``items``, with a progress bar while they are iterated.

    ``total``: number of items, if ``items`` has no length; ``title``: shown before the bar; ``keeps_bar``: whether the
    bar stays on the screen at the end. ``write()`` of the result prints a line without breaking the bar.
    """
    stream = sys.stderr  # a windowed program has none
    return tqdm(
        items,
        total=total,
        desc=title or None,
        leave=keeps_bar,
        miniters=1,
        dynamic_ncols=True,
        disable=stream is None or not stream.isatty(),
    )


def hide_progress() -> AbstractContextManager[None]:
    """Return a context manager that hides the bar while something else is written to standard error."""
    return tqdm.external_write_mode(file=sys.stderr)


tqdm.monitor_interval = 0  # every step reads the clock, so the bar needs no thread
