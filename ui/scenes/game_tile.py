"""A tile with the picture of a game."""

from __future__ import annotations

from typing import Any, Final

import pygame

from game.rules import GAMES
from game.text.gettext import _
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import make_rounded_rect, render_felt
from ui.graphics.symbols import render_symbol
from ui.widgets.base import Place
from ui.widgets.tile import CAPTION_TEXT_SIZE, TILE_RADIUS, PlacedCard, Tile

FAN_DEGREES: Final = 11.0
"""The angle between two cards."""
FAN_STEP_RATIO: Final = 0.52
"""The distance of the centers of two cards, as a share of a card's width."""
FAN_WIDTH_RATIO: Final = 2.6
FAN_HEIGHT_RATIO: Final = 2.06
"""The size of the fan with a margin, as multiples of a card's width."""
CAPTION_HEIGHT: Final = 70
MIN_CAPTION_HEIGHT: Final = 56
LOW_TILE_HEIGHT: Final = 48
MIN_PICTURE_HEIGHT: Final = 48
"""In design pixels: the least height of title and caption, of a tile with its title alone, and of a picture."""
CHECK_SIZE: Final = 32
BAR_HEIGHT: Final = 8


def compute_tile_card_width(size: tuple[int, int], ui_scale: float) -> int:
    """Return the width of a card on a tile of ``size`` pixels, 0 if the tile is too low for a picture."""
    height = size[1] - round(CAPTION_HEIGHT * ui_scale)
    if height < MIN_PICTURE_HEIGHT * ui_scale:
        return 0
    return round(min(height / FAN_HEIGHT_RATIO, size[0] / FAN_WIDTH_RATIO))


class GameTile(Tile):
    """A tile of the game ``value``: a fan of its cards, a title and a caption; ``is_selected`` marks it in gold.

    ``title``: "" for the title of the game. ``progress``: the share of a bar below the picture, 0 for no bar.
    """

    def __init__(
        self,
        game: str,
        caption: str,
        images: CardImages,
        rect: pygame.Rect,
        place: Place,
        *,
        title: str = "",
        is_selected: bool = False,
        progress: float = 0,
    ) -> None:
        self.value = game
        self.caption = caption
        self.title = title or _(GAMES[game].title)
        self.is_selected = is_selected
        self._progress = progress
        self.card_width = compute_tile_card_width(rect.size, place.scale)
        self.cards = (
            tuple((card, self.card_width) for card in get_presentation(game).tile_cards) if self.card_width else ()
        )
        super().__init__(images, rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return width

    @property
    def value_text(self) -> str:
        chosen_text = _("chosen")
        return f"{self.caption}, {chosen_text}" if self.is_selected else self.caption

    def paint(self, canvas: Canvas) -> None:
        radius, line_width = (
            self.px(TILE_RADIUS),
            self.theme.compute_line_width((4 if self.is_selected else 2) * self.ui_scale),
        )
        line_color = (
            theme.GOLD
            if self.is_selected
            else theme.CREAM
            if self.hovered_part is not None
            else self.theme.panel_line_color
        )
        canvas.blit(make_rounded_rect(canvas.size, radius, line_color), (0, 0))
        inner = canvas.rect.inflate(-2 * line_width, -2 * line_width)
        picture_height = canvas.height - self.px(CAPTION_HEIGHT) if self.card_width else 0
        inner_radius = radius - line_width
        if picture_height:
            canvas.blit(render_felt(inner.size, self.theme, inner_radius), inner)
            if self.has_pictures:
                self._draw_fan(canvas, pygame.Rect(0, 0, canvas.width, picture_height))
        caption_rect = pygame.Rect(inner.left, picture_height, inner.width, inner.bottom - picture_height)
        self._draw_caption(canvas, caption_rect if picture_height else inner, inner_radius)
        if self.is_selected and picture_height:
            self._draw_check(canvas)
        if self._progress and picture_height:
            height = self.px(BAR_HEIGHT)
            canvas.fill(self.theme.panel_color, (inner.left, picture_height - height, inner.width, height))
            width = round(inner.width * self._progress)
            canvas.fill(theme.CREAM, (inner.left, picture_height - height, width, height))

    def _draw_fan(self, canvas: Canvas, rect: pygame.Rect) -> None:
        width, cards = self.card_width, get_presentation(self.value).tile_cards
        center_y = rect.centery + width * 0.02
        middle = (len(cards) - 1) / 2
        with canvas.clipped_to(rect.inflate(-2 * self.px(4), 0)):
            self.draw_cards(
                canvas,
                [
                    PlacedCard(
                        card,
                        width,
                        (
                            rect.centerx + (index - middle) * width * FAN_STEP_RATIO,
                            center_y + abs(index - middle) * width * CARD_ASPECT_RATIO * 0.05,
                        ),
                        (middle - index) * FAN_DEGREES,
                    )
                    for index, card in enumerate(cards)
                ],
            )

    def _draw_caption(self, canvas: Canvas, rect: pygame.Rect, radius: int) -> None:
        panel = make_rounded_rect((rect.width, rect.height + 2 * radius), radius, self.theme.panel_color)
        is_low = rect.top > radius
        canvas.blit(panel if is_low else make_rounded_rect(rect.size, radius, self.theme.panel_color), rect.topleft,
                    pygame.Rect(0, 2 * radius, rect.width, rect.height) if is_low else None)  # fmt: skip
        px, color = self.px, theme.GOLD if self.is_selected else theme.CREAM
        # The texts keep their place when the line around the tile grows.
        bottom = canvas.height - self.theme.compute_line_width(2 * self.ui_scale)
        inner = pygame.Rect(px(16), rect.top, canvas.width - 2 * px(16), bottom - rect.top)
        is_title_only = rect.height < px(MIN_CAPTION_HEIGHT)
        title = theme.render_fitted_text(self.title, "serif", px(theme.ROW_TITLE_TEXT_SIZE), color, inner.width)
        caption = theme.render_fitted_text(self.caption, "sans", px(CAPTION_TEXT_SIZE), theme.MUTED, inner.width)
        height = title.get_height() + (0 if is_title_only else caption.get_height())
        top = inner.centery - height // 2
        canvas.blit(title, (inner.left, top))
        if not is_title_only:
            canvas.blit(caption, (inner.left, top + title.get_height()))

    def _draw_check(self, canvas: Canvas) -> None:
        px = self.px
        rect = pygame.Rect(0, 0, px(CHECK_SIZE), px(CHECK_SIZE))
        rect.topright = canvas.width - px(14), px(14)
        canvas.blit(make_rounded_rect(rect.size, rect.width // 2, theme.GOLD), rect)
        check = render_symbol("check", px(20), theme.INK)
        canvas.blit(check, check.get_rect(center=rect.center))
