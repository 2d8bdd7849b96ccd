"""The score pad: each deal of the match, with running totals."""

from __future__ import annotations

import pygame

from game.text.gettext import _
from game.text.narration import narrate_totals
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics.canvas import Canvas
from ui.table.context import TableContext, is_assisted
from ui.table.overlays.base import Overlay
from ui.table.overlays.score_table import ScoreTable, format_score_narration


class ScorePadOverlay(Overlay):
    """The score pad over the table; it begins at the latest deals."""

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableContext, presentation: GamePresentation) -> None:
        super().__init__(context, table)
        self.presentation = presentation
        self._was_opened = False

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
        content = ScoreTable(self.context, self.presentation, observation, self.table.session.info.names)
        panel_width, header_height, footer_height = px(190 + 190 * observation.seats), px(66), px(80)
        self.place_panel(panel_width, header_height + footer_height + self.compute_content_height(content, panel_width))
        scroll = self.place_content("scores", content, header_height, footer_height)
        if not self._was_opened:
            self._was_opened = True
            scroll.move_to(scroll.max_offset)
        rect = pygame.Rect(0, 0, px(200), px(46))
        rect.midbottom = (self.panel_rect.centerx, self.panel_rect.bottom - px(18))
        self.add_button("back", _("Back"), rect, self.context.scenes.pop, style="#primary")

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.draw_title(canvas, _("Score · assisted match") if is_assisted(self.table.session) else _("Score"), 12)
