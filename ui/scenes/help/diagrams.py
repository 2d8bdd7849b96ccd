"""Drawn examples of the help: a small table of real cards, and what may be played or who takes the trick.

In a help page an example is a fenced block, a line each for what there is of it::

    ```example
    trump d
    trick 7h Kh 2d Ah
    takes 2d
    points 15
    ```

``trump`` a suit; ``trick`` the cards that were played, ``??`` one face down; ``takes`` the card that takes it,
``points`` what it counts; ``hand`` what somebody on turn holds, ``may`` what of it may be played; ``called`` what
was called, ``hand`` then what might be. ``number`` says which trick it is, ``players`` how many play. The tests ask the
rules whether each of them is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
import pygame

from game.core.cards import HIDDEN_CARD, Card, DeckStyle, Hand, Suit, parse_cards, parse_suit
from game.core.messages import N_
from game.text.card_names import format_suit_name
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.table.overlays.content_layout import draw_fitted_text, make_tick_or_cross
from ui.widgets.label import LINE_HEIGHT_RATIO

MAX_CARD_WIDTH: Final = 62
"""The width of a card, in design pixels, where there is room."""
CARD_GAP: Final = 8
GROUP_GAP: Final = 40
"""Design pixels between the trick and the hand."""
MARK_SIZE: Final = 20
BOTTOM_MARGIN: Final = 12


class HelpExample(msgspec.Struct, frozen=True):
    """What one example claims; see the notation above."""

    trump: Suit | None = None
    trick: Hand = ()
    takes: Card | None = None
    points: int | None = None
    hand: Hand = ()
    may: Hand = ()
    called: Hand = ()
    number: int = 1
    players: int | None = None


class CardGroup(msgspec.Struct, frozen=True):
    """Cards side by side under their name; ``ticked_cards``: which are marked with a tick, ``crossed_cards``: which
    with a cross.
    """

    name: str
    cards: Hand
    ticked_cards: Hand
    crossed_cards: Hand = ()


def parse_example(lines: Iterable[str]) -> HelpExample:
    """The example that the lines of a block say. ValueError names the line that is none of the notation."""
    readers: dict[str, Callable[[str], object]] = {
        "trump": parse_suit,
        "trick": _parse_trick,
        "takes": _parse_card,
        "points": int,
        "hand": parse_cards,
        "may": parse_cards,
        "called": parse_cards,
        "number": int,
        "players": int,
    }
    values = dict[str, object]()
    for line in lines:
        keyword, _blank, rest = line.strip().partition(" ")
        if keyword not in readers:
            raise ValueError(f"{line!r} is not a line of an example")
        values[keyword] = readers[keyword](rest)
    return msgspec.structs.replace(HelpExample(), **values)


def _parse_card(text: str) -> Card:
    (card,) = parse_cards(text)
    return card


def _parse_trick(text: str) -> Hand:
    return tuple(HIDDEN_CARD if card_text == HIDDEN_CARD.name else _parse_card(card_text) for card_text in text.split())


def list_card_groups(example: HelpExample) -> tuple[CardGroup, ...]:
    """What is drawn, from the left."""
    refused = tuple(card for card in example.hand if card not in example.may)
    candidates = (
        CardGroup(N_("Called"), example.called, ()),
        CardGroup(N_("The trick"), example.trick, (example.takes,) if example.takes else ()),
        CardGroup(N_("What may be called") if example.called else N_("The hand"), example.hand, example.may, refused),
    )
    return tuple(group for group in candidates if group.cards)


def list_shown_cards(examples: Sequence[HelpExample]) -> Hand:
    """Every card that they show, each once."""
    return tuple(
        dict.fromkeys(card for example in examples for group in list_card_groups(example) for card in group.cards)
    )


def compute_card_width(examples: Sequence[HelpExample], width: int, ui_scale: float) -> int:
    """How wide the cards of a page are, so that the longest row of them fits into ``width``."""
    max_count = max((len(group.cards) for example in examples for group in list_card_groups(example)), default=1)
    return min(round(MAX_CARD_WIDTH * ui_scale), (width - (max_count - 1) * round(CARD_GAP * ui_scale)) // max_count)


class ExampleDrawing(msgspec.Struct, frozen=True):
    """An example set to ``width`` pixels with cards ``card`` wide."""

    example: HelpExample
    width: int
    card_width: int
    ui_scale: float

    def _px(self, design: float) -> int:
        return round(design * self.ui_scale)

    @property
    def _line_height(self) -> int:
        """The height of a line of words."""
        return round(self._px(theme.SMALL_TEXT_SIZE) * LINE_HEIGHT_RATIO)

    @property
    def _group_height(self) -> int:
        return self._line_height + round(self.card_width * CARD_ASPECT_RATIO) + self._px(4 + MARK_SIZE)

    def _compute_group_width(self, group: CardGroup) -> int:
        return len(group.cards) * (self.card_width + self._px(CARD_GAP)) - self._px(CARD_GAP)

    def list_group_positions(self) -> tuple[tuple[CardGroup, int, int], ...]:
        """Each group with its left and top, from the top left of the drawing."""
        positions = list[tuple[CardGroup, int, int]]()
        left, top = 0, self._line_height if self.example.trump else 0
        for group in list_card_groups(self.example):
            if left and left + self._compute_group_width(group) > self.width:
                left, top = 0, top + self._group_height
            positions.append((group, left, top))
            left += self._compute_group_width(group) + self._px(GROUP_GAP)
        return tuple(positions)

    @property
    def height(self) -> int:
        """The pixels that it takes."""
        return self.list_group_positions()[-1][2] + self._group_height + self._px(BOTTOM_MARGIN)

    def paint(
        self,
        canvas: Canvas,
        table_theme: theme.Theme,
        position: tuple[int, int],
        card_images: CardImages | None,
        deck: DeckStyle,
    ) -> None:
        """Draw it with its top left corner at ``position``; without ``card_images``, while there are no cards yet,
        their places."""
        size, (x, y) = self._px(theme.SMALL_TEXT_SIZE), position
        if self.example.trump:
            trump_text = _("Trump: {suit}").format(suit=format_suit_name(self.example.trump, deck))
            draw_fitted_text(
                canvas, trump_text, "bold", size, theme.GOLD, pygame.Rect(x, y, self.width, self._line_height)
            )
        for group, left, top in self.list_group_positions():
            label_rect = pygame.Rect(x + left, y + top, self.width - left, self._line_height)
            draw_fitted_text(canvas, _(group.name), "sans", size, theme.MUTED, label_rect)
            for index, card in enumerate(group.cards):
                corner = label_rect.left + index * (self.card_width + self._px(CARD_GAP)), label_rect.bottom
                self._paint_card(
                    canvas,
                    table_theme,
                    card,
                    pygame.Rect(corner, (self.card_width, round(self.card_width * CARD_ASPECT_RATIO))),
                    card_images,
                    group,
                )

    def _paint_card(
        self,
        canvas: Canvas,
        table_theme: theme.Theme,
        card: Card,
        rect: pygame.Rect,
        card_images: CardImages | None,
        group: CardGroup,
    ) -> None:
        if card_images is None:
            canvas.draw_rect(table_theme.panel_line_color, rect, max(1, self._px(1)), self._px(4))
        else:
            canvas.blit(card_images.get_card(card, rect.width), rect)
        if card in group.ticked_cards or card in group.crossed_cards:
            mark_image = make_tick_or_cross(self._px(MARK_SIZE - 4), card in group.ticked_cards)
            canvas.blit(mark_image, mark_image.get_rect(midtop=(rect.centerx, rect.bottom + self._px(4))))
