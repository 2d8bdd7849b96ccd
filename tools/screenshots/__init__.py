"""Draw every scene at four sizes: ``python -m tools.screenshots OUT [--size 1280x720] [--only table]``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

ShotNames: TypeAlias = Iterator[str]
"""The names of the pictures of a scene; each is yielded while the window shows that picture."""
