"""A tile with the picture of a game."""

from __future__ import annotations

from typing import Any, Final

import pygame

from game.rules import GAMES
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.scenes.level_mark import describe_level
from ui.widgets.base import Place
from ui.widgets.layout import Alternatives, Column, Padded, Row
from ui.widgets.nodes import Frame, Line, Node, Painter, Space, make_disc
from ui.widgets.tile import PlacedCard, Tile, paint_edged_felt

FAN_DEGREES: Final = 11.0
"""The angle between two cards."""
FAN_STEP_RATIO: Final = 0.52
"""The distance of the centers of two cards, as a share of a card's width."""
FAN_WIDTH_RATIO: Final = 2.6
FAN_HEIGHT_RATIO: Final = 2.06
"""The size of the fan with a margin, as multiples of a card's width."""
CAPTION_HEIGHT: Final = 70
LOW_TILE_HEIGHT: Final = 48
MIN_PICTURE_HEIGHT: Final = 48
"""In design pixels: the height of title and caption, of a tile without a picture, and the least of a picture."""
LINE_HEIGHT: Final = 22
"""The height that each further line adds to the caption, in design pixels."""
CHECK_SIZE: Final = 32
BAR_HEIGHT: Final = 8


class GameTile(Tile):
    """A tile of the game ``value``: a fan of its cards, a title and a caption; ``is_selected`` marks it in gold.

    ``title``: "" for the title of the game. ``progress``: the share of a bar below the picture, 0 for no bar.
    ``about``: what the game is, above the caption, or "". ``level``: of the computer players, "" to show none;
    ``note``: a line in its place, "" for none. ``is_done``: whether a mark says so.
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
        about: str = "",
        level: str = "",
        note: str = "",
        is_done: bool = False,
    ) -> None:
        self.value = game
        self.caption = caption
        self.title = title or _(GAMES[game].title)
        self.is_selected = is_selected
        self._progress, self._is_done = progress, is_done
        self.about, self.level, self.note = about, level, note
        line_count = sum(map(bool, (about, level or note)))
        self._caption_height = place.px(CAPTION_HEIGHT + line_count * LINE_HEIGHT)
        picture_height = rect.height - self._caption_height
        width = min(picture_height / FAN_HEIGHT_RATIO, rect.width / FAN_WIDTH_RATIO)
        self.card_width = round(width) if picture_height >= place.px(MIN_PICTURE_HEIGHT) else 0
        cards = get_presentation(game).tile_cards if self.card_width else ()
        self.cards = tuple((card, self.card_width) for card in cards)
        super().__init__(images, rect, place)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return width

    @property
    def value_text(self) -> str:
        chosen_text = _("chosen")
        level_text = format_player_kind(self.level) if self.level else self.note
        return ", ".join(filter(None, (self.about, self.caption, level_text, chosen_text if self.is_selected else "")))

    def paint(self, canvas: Canvas) -> None:
        line_width = self.theme.compute_line_width((4 if self.is_selected else 2) * self.ui_scale)
        plain_color = theme.CREAM if self.hovered_part is not None else self.theme.panel_line_color
        line_color = theme.GOLD if self.is_selected else plain_color
        picture = canvas.rect.copy()
        picture.height = canvas.height - self._caption_height if self.card_width else 0
        felt = canvas.width - 2 * line_width, picture.height - line_width
        inner = paint_edged_felt(self.frame, canvas, canvas.rect, line_color, line_width, felt)
        if picture.height:
            if self.has_pictures:
                self._draw_fan(canvas, picture)
            self._describe_marks().paint(self.frame, canvas, picture.clip(inner))
        caption = canvas.rect.copy()
        caption.top, caption.height = picture.bottom, canvas.height - picture.bottom
        self._describe_caption().paint(self.frame, canvas, caption)

    def _describe_caption(self) -> Node:
        """Return the title above the caption, or alone where the tile is low."""
        color = theme.GOLD if self.is_selected else theme.CREAM
        title = Line(self.title, face="serif", size=theme.ROW_TITLE_TEXT_SIZE, color=color)
        about = Line(self.about, size=theme.SMALL_TEXT_SIZE) if self.about else None
        caption = Line(self.caption, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        note = Line(self.note, size=theme.SMALL_TEXT_SIZE) if self.note else None
        level = describe_level(self.level) if self.level else note
        both = Column(Space(grow=1), title, about, caption, level, Space(grow=1))
        alone = Column(Space(grow=1), title, Space(grow=1))
        return Padded(Alternatives(both, alone), padding=theme.LARGE_GAP, top=0)

    def _describe_marks(self) -> Node:
        """Return the mark of a chosen or finished tile in the corner of its picture, and the progress at its foot."""
        color = theme.GOLD if self.is_selected else theme.CREAM
        disc = make_disc(CHECK_SIZE, fill_color=color, line_color=color, symbol="check")
        check = Padded(Row(Space(grow=1), disc), padding=theme.GAP) if self.is_selected or self._is_done else None
        return Column(check, Space(grow=1), make_progress_line(self._progress) if self._progress else None)

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


def make_progress_line(share: float) -> Node:
    """Return a bar with a share of its width in another color."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.fill(frame.place.manager.theme.panel_color, rect)
        canvas.fill(theme.CREAM, (*rect.topleft, round(rect.width * share), rect.height))

    return Painter(paint, height=BAR_HEIGHT)
