"""The score pad: each deal of the match, with running totals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.text.gettext import _
from game.text.narration import narrate_totals
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics.canvas import Canvas
from ui.table.overlays.base import HEADER_HEIGHT, PANEL_PADDING, Overlay
from ui.table.overlays.score_table import SideRowTable, format_score_narration, make_score_table

if TYPE_CHECKING:
    from ui.table.scene import TableScene

FRAME_SPACE: Final = 32
"""The least space above and below the panel together, which leaves the frame of the table free, in design pixels."""
SIDE_ROWS_WIDTH: Final = 800
MIN_CONTENT_HEIGHT: Final = 124
"""The width of the panel with a row for each seat of a deal, and the least height of a table, in design pixels."""


class ScorePadOverlay(Overlay):
    """The score pad over the table; it begins at the latest deals."""

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableScene, presentation: GamePresentation) -> None:
        super().__init__(context, table)
        self.presentation = presentation
        self._was_opened = False
        self._side_rows: SideRowTable | None = None

    @property
    def narration(self) -> tuple[str, ...]:
        observation, names = self.table.observation, self.table.session.info.names
        return (
            _("Score"),
            *format_score_narration(self.presentation, observation, names),
            narrate_totals(observation, names),
        )

    def compose(self) -> None:
        px, observation = self.context.px, self.table.observation
        content = make_score_table(self.context, self.presentation, observation, self.table.session.info.names)
        panel_width, header_height, footer_height = px(190 + 190 * len(observation.sides)), px(HEADER_HEIGHT), px(24)
        self._side_rows = content if isinstance(content, SideRowTable) else None
        if self._side_rows is not None:
            self._side_rows.has_headings = False
            panel_width, header_height = px(SIDE_ROWS_WIDTH), header_height + self._side_rows.heading_height
        panel_width = min(panel_width, self.context.size[0] - px(FRAME_SPACE))
        content_height = max(px(MIN_CONTENT_HEIGHT), self.compute_content_height(content, panel_width))
        max_height = self.context.size[1] - px(FRAME_SPACE)
        self.place_panel(panel_width, min(header_height + footer_height + content_height, max_height))
        self.add_close_button()
        scroll = self.place_content("scores", content, header_height, footer_height)
        if not self._was_opened:
            self._was_opened = True
            scroll.move_to(scroll.max_offset)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.draw_title(canvas, _("Score · assisted match") if self.table.session.status.is_assisted else _("Score"))
        if self._side_rows is not None:
            px, box = self.context.px, self.panel_rect
            rect = pygame.Rect(
                box.x + px(PANEL_PADDING), box.y + px(HEADER_HEIGHT), box.width - 2 * px(PANEL_PADDING), 0
            )
            self._side_rows.draw_headings(canvas, rect)
