"""Drawn examples of the help: cards, and which may be played or win the trick.

In a help page an example is a fenced block of lines::

    ```example
    trump d
    trick 7h Kh 2d Ah
    takes 2d
    points 15
    ```

``trump``: a suit; ``trick``: the played cards, ``??`` for a card that is face down; ``takes``: the card that wins the
trick; ``points``: its points; ``hand``: the hand of the player on turn; ``may``: the cards of it that may be played;
``called``: the called card, with ``hand`` then the cards that may be called; ``number``: the number of the trick;
``players``: the number of players. ``order``: the cards of a suit from high to low, with ``values``, their points; such
an example has no other lines. The tests compare each example with the rules.
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
from ui.graphics.symbols import make_tick_or_cross
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.widgets.label import draw_fitted_text

MAX_CARD_WIDTH: Final = 62
"""The largest width of a card, in design pixels."""
CARD_GAP: Final = 8
GROUP_GAP: Final = 40
"""The distance between the trick and the hand, in design pixels."""
MARK_SIZE: Final = 20
BOTTOM_MARGIN: Final = 12


class HelpExample(msgspec.Struct, frozen=True):
    """The contents of an example, in the notation of this module."""

    trump: Suit | None = None
    trick: Hand = ()
    takes: Card | None = None
    points: int | None = None
    hand: Hand = ()
    may: Hand = ()
    called: Hand = ()
    order: Hand = ()
    values: tuple[str, ...] = ()
    number: int = 1
    players: int | None = None


class CardGroup(msgspec.Struct, frozen=True):
    """Cards side by side below their name.

    ``ticked_cards``: the cards marked with a tick; ``crossed_cards``: those marked with a cross; ``captions``: a text
    below each card, empty for none.
    """

    name: str
    cards: Hand
    ticked_cards: Hand
    crossed_cards: Hand = ()
    captions: tuple[str, ...] = ()


def parse_example(lines: Iterable[str]) -> HelpExample:
    """Return the example in the lines of a block.

    Raise ValueError for an invalid line.
    """
    readers: dict[str, Callable[[str], object]] = {
        "trump": parse_suit,
        "trick": _parse_trick,
        "takes": _parse_card,
        "points": int,
        "hand": parse_cards,
        "may": parse_cards,
        "called": parse_cards,
        "order": parse_cards,
        "values": _parse_values,
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


def _parse_values(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _parse_trick(text: str) -> Hand:
    return tuple(HIDDEN_CARD if card_text == HIDDEN_CARD.name else _parse_card(card_text) for card_text in text.split())


def list_card_groups(example: HelpExample) -> tuple[CardGroup, ...]:
    """Return the groups of cards to draw, from the left."""
    refused = tuple(card for card in example.hand if card not in example.may)
    candidates = (
        CardGroup(N_("From high to low"), example.order, (), captions=example.values),
        CardGroup(N_("Called"), example.called, ()),
        CardGroup(N_("The trick"), example.trick, (example.takes,) if example.takes else ()),
        CardGroup(N_("Possible calls") if example.called else N_("The hand"), example.hand, example.may, refused),
    )
    return tuple(group for group in candidates if group.cards)


def list_shown_cards(examples: Sequence[HelpExample]) -> Hand:
    """Return each card of the examples once."""
    return tuple(
        dict.fromkeys(card for example in examples for group in list_card_groups(example) for card in group.cards)
    )


def compute_card_width(examples: Sequence[HelpExample], width: int, ui_scale: float) -> int:
    """Return the card width, in pixels, at which the longest row of a page fits."""
    max_count = max((len(group.cards) for example in examples for group in list_card_groups(example)), default=1)
    return min(round(MAX_CARD_WIDTH * ui_scale), (width - (max_count - 1) * round(CARD_GAP * ui_scale)) // max_count)


class ExampleDrawing(msgspec.Struct, frozen=True):
    """An example in a layout. ``width``: of the drawing; ``card_width``: pixels too."""

    example: HelpExample
    width: int
    card_width: int
    ui_scale: float

    def _px(self, design: float) -> int:
        return round(design * self.ui_scale)

    @property
    def _line_height(self) -> int:
        """The height of a line of text with the gap below it, in pixels."""
        return round(self._px(theme.SMALL_TEXT_SIZE) * LINE_HEIGHT_RATIO) + self._px(4)

    @property
    def _group_height(self) -> int:
        return self._line_height + round(self.card_width * CARD_ASPECT_RATIO) + self._px(4 + MARK_SIZE)

    def _compute_group_width(self, group: CardGroup) -> int:
        return len(group.cards) * (self.card_width + self._px(CARD_GAP)) - self._px(CARD_GAP)

    def list_group_positions(self) -> tuple[tuple[CardGroup, int, int], ...]:
        """Return each group with its left and top in the drawing, in pixels."""
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
        """The height of the drawing, in pixels."""
        return self.list_group_positions()[-1][2] + self._group_height + self._px(BOTTOM_MARGIN)

    def paint(
        self,
        canvas: Canvas,
        table_theme: theme.Theme,
        position: tuple[int, int],
        card_images: CardImages | None,
        deck: DeckStyle,
    ) -> None:
        """Draw the example with its upper left corner at ``position``.

        ``card_images``: None while the cards are not ready; outlines are drawn then.
        """
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
            for index, caption in enumerate(group.captions):
                caption_rect = pygame.Rect(
                    label_rect.left + index * (self.card_width + self._px(CARD_GAP)),
                    label_rect.bottom + round(self.card_width * CARD_ASPECT_RATIO),
                    self.card_width,
                    self._px(4 + MARK_SIZE),
                )
                draw_fitted_text(canvas, caption, "bold", size, theme.GOLD, caption_rect, "centre")

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
