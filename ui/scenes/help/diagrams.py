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

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec
import pygame

from game.core.cards import HIDDEN_CARD, Card, DeckStyle, Hand, Suit, parse_cards, parse_suit
from game.text.card_names import format_suit_name
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.symbols import make_tick_or_cross
from ui.widgets.layout import Column, Flow, Row, Sized
from ui.widgets.nodes import Frame, Ground, Image, Line, Node, Painter, Space

ImagesGetter: TypeAlias = Callable[[], CardImages | None]
"""A function that returns the images of the cards in examples, None while they are not ready."""
MAX_CARD_WIDTH: Final = 62
"""The largest width of a card, in design pixels."""
MARK_SIZE: Final = 20
"""The height of a tick, a cross or a text below a card, in design pixels."""


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
        "values": lambda text: tuple(text.split()),
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


def list_hands(example: HelpExample) -> tuple[Hand, ...]:
    """Return the groups of cards that an example shows, from the left."""
    return tuple(filter(None, (example.order, example.called, example.trick, example.hand)))


def list_shown_cards(examples: Sequence[HelpExample]) -> Hand:
    """Return each card of the examples once."""
    return tuple(dict.fromkeys(card for example in examples for cards in list_hands(example) for card in cards))


def compute_card_width(examples: Sequence[HelpExample], width: int, ui_scale: float) -> int:
    """Return the card width, in pixels, at which the groups of each example of a page fit side by side."""

    def compute_width(groups: Sequence[Hand]) -> int:
        count = sum(map(len, groups))
        gaps = (count - len(groups)) * theme.SMALL_GAP + (len(groups) - 1) * theme.COLUMN_GAP
        return (width - round(gaps * ui_scale)) // count

    return min((round(MAX_CARD_WIDTH * ui_scale), *map(compute_width, map(list_hands, examples))))


def make_card(card: Card, width: float, get_images: ImagesGetter) -> Painter:
    """Return a card of a width in design pixels, or its outline while ``get_images`` returns None."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        images = get_images()
        if images is None:
            Ground(radius=theme.TINY_GAP, alpha=0).paint(frame, canvas, rect)
        else:
            canvas.blit(images.get_card(card, rect.width), rect)

    return Painter(paint, width=width, height=width * CARD_ASPECT_RATIO)


def describe_card(card: Node, caption: str, *, is_good: bool | None) -> Node:
    """Return a card with a text below it, or a tick or a cross; ``is_good``: None for neither."""
    if not caption and is_good is None:
        return Column(card)
    below: Node = Line(caption, face="bold", size=theme.SMALL_TEXT_SIZE, color=theme.GOLD, align="centre")
    if is_good is not None:
        below = Image(lambda size: make_tick_or_cross(size, is_good), MARK_SIZE - theme.TINY_GAP)
    return Column(card, Sized(Column(Sized(below, height=MARK_SIZE + theme.TINY_GAP)), width=0))


def describe_example(example: HelpExample, card_width: float, get_images: ImagesGetter, deck: DeckStyle) -> Node:
    """Return the groups of cards of an example, each below its name; ``card_width``: in design pixels."""

    def make_line(text: str, color: theme.Color, face: theme.FontFace = "sans") -> Line:
        return Line(text, face=face, size=theme.SMALL_TEXT_SIZE, color=color)

    captions = dict(zip(example.order, example.values, strict=False))

    def describe_group(name: str, cards: Hand, marks: Mapping[Card | None, bool]) -> Node | None:
        pictures = (
            describe_card(make_card(card, card_width, get_images), captions.get(card, ""), is_good=marks.get(card))
            for card in cards
        )
        return Column(make_line(name, theme.MUTED), Row(*pictures, gap=theme.SMALL_GAP)) if cards else None

    hand_name = _("Possible calls") if example.called else _("The hand")
    groups = (
        describe_group(_("From high to low"), example.order, {}),
        describe_group(_("Called"), example.called, {}),
        describe_group(_("The trick"), example.trick, {example.takes: True}),
        describe_group(hand_name, example.hand, {card: card in example.may for card in example.hand}),
    )
    trump = None
    if example.trump:
        text = _("Trump: {suit}").format(suit=format_suit_name(example.trump, deck))
        trump = make_line(text, theme.GOLD, "bold")
    flow = Flow(*(group for group in groups if group is not None), gap=theme.COLUMN_GAP)
    return Column(trump, flow, Space(theme.GAP), gap=theme.TINY_GAP)
