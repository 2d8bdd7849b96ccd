"""Every scene of the program, declared once in `scenes`: screenshots, golden texts and the tests of scenes use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

ViewNames: TypeAlias = Iterator[str]
"""The names of the views of a scene; each is yielded while the window shows that view."""
