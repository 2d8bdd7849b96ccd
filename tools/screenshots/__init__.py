"""Every scene as a picture, at four sizes: ``python -m tools.screenshots OUT [--size 1280x720] [--only table]``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

ShotNames: TypeAlias = Iterator[str]
"""A scene yields the name of each picture when the window shows it."""
