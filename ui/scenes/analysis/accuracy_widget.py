"""The accuracy of each player: that of the shown player large, those of the others beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.text.formatting import format_percent
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import CustomWidget, Place

ACCURACY_HEIGHT: Final = 72
"""The height of the widget, in design pixels."""
PORTRAIT_SIZE: Final = 64
SMALL_PORTRAIT_SIZE: Final = 44
NO_ACCURACY: Final = "–"
PENDING_ACCURACY: Final = "…"


class PlayerAccuracy(NamedTuple):
    """The name, the portrait and the accuracy of a player; None if it is not known.

    ``is_pending``: it is being computed.
    """

    name: str
    portrait_number: int
    accuracy: float | None
    is_pending: bool = False

    @property
    def accuracy_text(self) -> str:
        """The accuracy as a percentage, an ellipsis or a dash."""
        if self.accuracy is None:
            return PENDING_ACCURACY if self.is_pending else NO_ACCURACY
        return format_percent(self.accuracy)


class AccuracyWidget(CustomWidget):
    """The accuracies of ``players``, of which the first is shown large."""

    def __init__(self, context: AppContext, players: Sequence[PlayerAccuracy], rect: pygame.Rect, place: Place) -> None:
        self.players = tuple(players)
        self._context = context
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        own, *others = self.players
        own_width = canvas.width // 2 if len(others) < 3 else canvas.width * 2 // 5
        self._paint_player(canvas, own, pygame.Rect(0, 0, own_width, canvas.height), theme.GOLD)
        width = (canvas.width - own_width) // max(1, len(others))
        for index, player in enumerate(others):
            place = pygame.Rect(own_width + index * width, 0, width, canvas.height)
            if len(others) == 1:
                self._paint_player(canvas, player, place, theme.CREAM)
            else:
                self._paint_small_player(canvas, player, place)

    def _paint_player(self, canvas: Canvas, player: PlayerAccuracy, place: pygame.Rect, color: theme.Color) -> None:
        size, gap = self.px(PORTRAIT_SIZE), self.px(16)
        portrait = self._context.scene_card_images.get_portrait(player.portrait_number, size)
        canvas.blit(portrait, portrait.get_rect(midleft=place.midleft))
        left, width = place.left + size + gap, place.width - size - 2 * gap
        name = theme.render_fitted_text(player.name, "sans", self.px(16), theme.CREAM, width)
        canvas.blit(name, name.get_rect(midleft=(left, self.px(12))))
        figure = theme.render_fitted_text(
            player.accuracy_text, "serif", self.px(theme.OUTCOME_TEXT_SIZE - 4), color, width
        )
        canvas.blit(figure, figure.get_rect(midleft=(left, self.px(47))))

    def _paint_small_player(self, canvas: Canvas, player: PlayerAccuracy, place: pygame.Rect) -> None:
        """Paint the portrait above the figure."""
        size = min(self.px(SMALL_PORTRAIT_SIZE), place.width - self.px(4))
        portrait = self._context.scene_card_images.get_portrait(player.portrait_number, size)
        canvas.blit(portrait, portrait.get_rect(midtop=place.midtop))
        figure = theme.render_fitted_text(
            player.accuracy_text, "serif", self.px(theme.ROW_TITLE_TEXT_SIZE), theme.CREAM, place.width - self.px(4)
        )
        canvas.blit(figure, figure.get_rect(midbottom=(place.centerx, place.bottom + self.px(2))))
