"""The score pad: each deal of the match, with running totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.text.gettext import _
from game.text.narration import narrate_totals
from ui.graphics import theme
from ui.table.overlays.base import Overlay, pad_scroll, pad_sides
from ui.table.overlays.score_table import format_score_narration, make_score_table
from ui.widgets.nodes import Node, Sheet

if TYPE_CHECKING:
    from ui.table.scene import TableScene

SIDE_WIDTH: Final = 190
SIDE_ROWS_WIDTH: Final = 800
"""The width for each side and the number of the deal, and that with a row for each side, in design pixels."""


class ScorePadOverlay(Overlay):
    """The score pad over the table; it begins at the latest deals."""

    max_scale = 1.5

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        has_side_rows = len(table.presentation.list_pad_headings(table.observation)) > 1
        side_count = len(table.observation.sides)
        self.panel_width = SIDE_ROWS_WIDTH if has_side_rows else SIDE_WIDTH * (side_count + 1)

    @property
    def narration(self) -> tuple[str, ...]:
        observation = self.table.observation
        lines = format_score_narration(self.presentation, observation, self.names)
        return (_("Score"), *lines, narrate_totals(observation, self.names))

    @property
    def title_text(self) -> str:
        return _("Score · assisted match") if self.table.session.status.is_assisted else _("Score")

    def describe(self) -> Node:
        headings, rows = make_score_table(self.presentation, self.table.observation, self.names)
        return self.arrange(
            pad_sides(headings), pad_scroll(Sheet("scores", rows, padding=theme.TINY_GAP, is_at_end=True))
        )
