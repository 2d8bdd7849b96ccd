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

from game.engine.cards import HIDDEN, Card, Deck, Hand, Suit, as_suit, cards
from game.i18n import N_, _
from game.names import suit_name
from ui import theme
from ui.art import RATIO, Art
from ui.table.sheet import mark, put
from ui.widgets.words import LEADING

CARD: Final = 62
"""The width of a card, in design pixels, where there is room."""
GAP: Final = 8
BETWEEN: Final = 40
"""Design pixels between the trick and the hand."""
MARK: Final = 20
BELOW: Final = 12


class Example(msgspec.Struct, frozen=True):
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


class Group(msgspec.Struct, frozen=True):
    """Cards side by side under their name; ``good``: which are marked with a tick, ``bad``: which with a cross."""

    name: str
    cards: Hand
    good: Hand
    bad: Hand = ()


def example_of(lines: Iterable[str]) -> Example:
    """The example that the lines of a block say. ValueError names the line that is none of the notation."""
    readers: dict[str, Callable[[str], object]] = {
        "trump": as_suit, "trick": _trick, "takes": _one, "points": int, "hand": cards, "may": cards, "called": cards,
        "number": int, "players": int,
    }  # fmt: skip
    said = dict[str, object]()
    for line in lines:
        word, _blank, rest = line.strip().partition(" ")
        if word not in readers:
            raise ValueError(f"{line!r} is not a line of an example")
        said[word] = readers[word](rest)
    return msgspec.structs.replace(Example(), **said)


def _one(text: str) -> Card:
    (card,) = cards(text)
    return card


def _trick(text: str) -> Hand:
    return tuple(HIDDEN if word == HIDDEN.name else _one(word) for word in text.split())


def groups(example: Example) -> tuple[Group, ...]:
    """What is drawn, from the left."""
    refused = tuple(card for card in example.hand if card not in example.may)
    found = (
        Group(N_("Called"), example.called, ()),
        Group(N_("The trick"), example.trick, (example.takes,) if example.takes else ()),
        Group(N_("What may be called") if example.called else N_("The hand"), example.hand, example.may, refused),
    )
    return tuple(group for group in found if group.cards)


def shown_cards(examples: Sequence[Example]) -> Hand:
    """Every card that they show, each once."""
    return tuple(dict.fromkeys(card for one in examples for group in groups(one) for card in group.cards))


def card_width(examples: Sequence[Example], width: int, unit: float) -> int:
    """How wide the cards of a page are, so that the longest row of them fits into ``width``."""
    most = max((len(group.cards) for one in examples for group in groups(one)), default=1)
    return min(round(CARD * unit), (width - (most - 1) * round(GAP * unit)) // most)


class Drawing(msgspec.Struct, frozen=True):
    """An example set to ``width`` pixels with cards ``card`` wide."""

    example: Example
    width: int
    card: int
    unit: float

    def _px(self, design: float) -> int:
        return round(design * self.unit)

    @property
    def _line(self) -> int:
        """The height of a line of words."""
        return round(self._px(theme.SMALL) * LEADING)

    @property
    def _group_height(self) -> int:
        return self._line + round(self.card * RATIO) + self._px(4 + MARK)

    def _wide(self, group: Group) -> int:
        return len(group.cards) * (self.card + self._px(GAP)) - self._px(GAP)

    def places(self) -> tuple[tuple[Group, int, int], ...]:
        """Each group with its left and top, from the top left of the drawing."""
        found = list[tuple[Group, int, int]]()
        left, top = 0, self._line if self.example.trump else 0
        for group in groups(self.example):
            if left and left + self._wide(group) > self.width:
                left, top = 0, top + self._group_height
            found.append((group, left, top))
            left += self._wide(group) + self._px(BETWEEN)
        return tuple(found)

    @property
    def height(self) -> int:
        """The pixels that it takes."""
        return self.places()[-1][2] + self._group_height + self._px(BELOW)

    def paint(self, surface: pygame.Surface, at: tuple[int, int], art: Art | None, deck: Deck) -> None:
        """Draw it with its top left ``at`` that place; without ``art``, while there are no cards yet, their places."""
        size, (x, y) = self._px(theme.SMALL), at
        if self.example.trump:
            words = _("Trump: {suit}").format(suit=suit_name(self.example.trump, deck))
            put(surface, words, "bold", size, theme.GOLD, pygame.Rect(x, y, self.width, self._line))
        for group, left, top in self.places():
            room = pygame.Rect(x + left, y + top, self.width - left, self._line)
            put(surface, _(group.name), "sans", size, theme.MUTED, room)
            for place, card in enumerate(group.cards):
                corner = room.left + place * (self.card + self._px(GAP)), room.bottom
                self._paint_card(surface, card, pygame.Rect(corner, (self.card, round(self.card * RATIO))), art, group)

    def _paint_card(
        self, surface: pygame.Surface, card: Card, rect: pygame.Rect, art: Art | None, group: Group
    ) -> None:
        if art is None:
            pygame.draw.rect(surface, theme.PANEL_LINE, rect, max(1, self._px(1)), self._px(4))
        else:
            surface.blit(art.card(card, rect.width), rect)
        if card in group.good or card in group.bad:
            sign = mark(self._px(MARK - 4), card in group.good)
            surface.blit(sign, sign.get_rect(midtop=(rect.centerx, rect.bottom + self._px(4))))
