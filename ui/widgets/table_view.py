"""A table to read: a header row, text in the first column, figures in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ui.graphics import theme
from ui.widgets.layout import Column, Layers, Row, Sized
from ui.widgets.nodes import Line, Node, Rule, Space

ROW_HEIGHT: Final = 28
FIRST_COLUMN_SHARE: Final = 0.34
"""The share of the table's width that the first column takes; the others share the rest."""


def describe_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], total_rows: frozenset[int] = frozenset()
) -> Node:
    """Return a table; the rows with an index in ``total_rows`` sum up others, and are bold."""
    names = Layers(_describe_row(header, "sans", theme.MUTED), Column(Space(grow=1), Rule()))
    figures = [_describe_row(row, "bold" if index in total_rows else "sans") for index, row in enumerate(rows)]
    return Column(*(Sized(row, height=ROW_HEIGHT) for row in (names, *figures)))


def _describe_row(row: Sequence[str], face: theme.FontFace, color: theme.Color = theme.CREAM) -> Node:
    size, share = theme.SMALL_TEXT_SIZE, (1 - FIRST_COLUMN_SHARE) / max(1, len(row) - 1)
    figures = (Line(text, face=face, size=size, color=color, align="right", grow=share) for text in row[1:])
    return Row(Line(row[0], face=face, size=size, color=color, grow=FIRST_COLUMN_SHARE), *figures, gap=theme.SMALL_GAP)
