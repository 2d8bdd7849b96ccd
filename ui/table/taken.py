"""What each side took in a deal, as cards or as tricks, and the tricks it turned on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.conventions import listed
from game.engine.cards import Card, Deck, Hand
from game.engine.phases import Turning
from game.engine.tricks import Taken
from game.i18n import _
from game.names import cards_named
from game.text import capital
from game.words import say
from ui import theme
from ui.scene import Stage
from ui.table.outcome import Party
from ui.table.pose import RATIO
from ui.table.sheet import hue, mark, put, small

PORTRAIT: Final = 34
CARD: Final = 46
STEP: Final = 0.62
"""From one card of a fan to the next, in card widths, where there is room."""
PIP: Final = 20
TRICK_CARD: Final = 58
NAME: Final = 18


def fan(surface: pygame.Surface, stage: Stage, cards: Sequence[Card], rect: pygame.Rect, width: int) -> None:
    """Cards in one row from the left, closer together where they are many."""
    step = min(round(width * STEP), (rect.width - width) // max(len(cards) - 1, 1))
    for at, card in enumerate(cards):
        surface.blit(stage.art.card(card, width), (rect.x + at * step, rect.y))


def told_party(party: Party, names: Sequence[str], deck: Deck) -> str:
    """A side in a line: who it is, what it has, and the cards it took that count."""
    seats = listed([names[seat] for seat in party.seats])
    words = _("{names}: {figure}")
    if party.role:
        words = _("{names}, {role}: {figure}")
    if party.cards:
        words = _("{names}: {figure}, with {cards}")
    if party.role and party.cards:
        words = _("{names}, {role}: {figure}, with {cards}")
    return words.format(names=seats, role=party.role, figure=party.figure, cards=cards_named(party.cards, deck))


class PartyRow:
    """A side: its people, what it has, and what it took below."""

    def __init__(self, stage: Stage, party: Party, names: Sequence[str], people: Sequence[int]) -> None:
        self._stage = stage
        self._party = party
        self._names = listed([names[seat] for seat in party.seats])
        self._people = tuple(people[seat] for seat in party.seats)

    def height(self, width: int) -> int:
        px, party = self._stage.px, self._party
        below = px(CARD) * RATIO + px(6) if party.cards else px(PIP + 8) if party.tricks else 0
        return px(PORTRAIT + 4) + round(below)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px, party = self._stage.px, self._party
        row = pygame.Rect(rect.x, rect.y, rect.width, px(PORTRAIT))
        if party.good is not None:
            sign = mark(px(20), party.good)
            surface.blit(sign, sign.get_rect(midleft=row.midleft))
        left = row.x + px(28)
        for number in self._people:
            face = self._stage.art.portrait(number, px(PORTRAIT - 2))
            surface.blit(face, face.get_rect(midleft=(left, row.centery)))
            left += px(PORTRAIT * (0.86 if len(self._people) > 1 else 1))
        figure = pygame.Rect(0, row.y, min(px(190), row.width // 2), row.height)
        figure.right = row.right
        has = put(surface, party.figure, "bold", px(theme.LARGE), hue(party.good), figure, "right")
        room = pygame.Rect(left + px(8), row.y, has.left - left - px(18), row.height)
        self._names_in(surface, room)
        below = pygame.Rect(rect.x + px(28), row.bottom + px(4), rect.width - px(28), rect.bottom - row.bottom)
        if party.cards:
            fan(surface, self._stage, party.cards, below, px(CARD))
        elif party.tricks is not None:
            self._pips(surface, below, *party.tricks)

    def _names_in(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        px = self._stage.px
        colour = hue(self._party.good)
        if not self._party.role:
            put(surface, self._names, "bold", px(theme.LARGE - 2), colour, room)
            return
        upper, lower = room.copy(), room.copy()
        size = min(small(self._stage, theme.SMALL - 1), px(16))  # two lines beside the portrait
        upper.height, lower.height = px(19), px(15)
        lower.bottom = room.bottom
        put(surface, self._names, "bold", px(theme.BODY), colour, upper)
        put(surface, self._party.role, "sans", size, theme.MUTED, lower)

    def _pips(self, surface: pygame.Surface, rect: pygame.Rect, took: int, wanted: int) -> None:
        """A filled box for each trick, an empty one for each that was wanted and not taken; those over are plain."""
        px, count = self._stage.px, max(took, wanted)
        if not count:
            return
        step = min(px(PIP), rect.width // count)
        for at in range(count):
            box = pygame.Rect(rect.x + at * step, rect.y, max(3, step - px(5)), px(PIP))
            colour = theme.GOLD if at < min(took, wanted) else theme.MUTED
            pygame.draw.rect(surface, colour, box, 0 if at < took else max(1, px(1.5)), px(3))


class Turned:
    """A trick that the deal turned on: what it did, and its cards, each over the name of who played it."""

    def __init__(self, stage: Stage, turning: Turning, taken: Taken, names: Sequence[str], deck: Deck) -> None:
        words = say(turning, names, deck)
        self._stage = stage
        self._words = capital(words)
        self._taken = taken
        self._names = names

    def _lines(self, width: int) -> list[str]:
        return theme.wrapped(self._words, "sans", self._stage.px(theme.BODY), width)

    def _step(self, width: int) -> int:
        """From one card to the next."""
        return min(self._stage.px(96), width // len(self._taken.trick.seats))

    def _rows(self, name: str, step: int) -> list[str]:
        """A name in one line if it can be read so, else in two."""
        size = small(self._stage, theme.SMALL - 1)
        room = step - self._stage.px(6)
        if theme.font("bold", round(size * 0.85)).size(name)[0] <= room:
            return [name]
        return theme.wrapped(name, "bold", size, room)[:2]

    def height(self, width: int) -> int:
        px = self._stage.px
        rows = max(len(self._rows(name, self._step(width))) for name in self._names)
        words = px(24) * len(self._lines(width)) + px(8)
        return words + round(px(TRICK_CARD) * RATIO) + px(6) + small(self._stage, NAME) * rows

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px, y = self._stage.px, rect.y
        for line in self._lines(rect.width):
            put(surface, line, "sans", px(theme.BODY), theme.MUTED, pygame.Rect(rect.x, y, rect.width, px(24)))
            y += px(24)
        y += px(8)
        plays, width = self._taken.trick.plays(), px(TRICK_CARD)
        step, size, row_height = self._step(rect.width), small(self._stage, theme.SMALL - 1), small(self._stage, NAME)
        for at, (seat, card) in enumerate(plays):
            picture = self._stage.art.card(card, min(width, step - px(4)))
            left = rect.x + at * step
            where = picture.get_rect(topleft=(left + (step - picture.get_width()) // 2, y))
            surface.blit(picture, where)
            won = seat == self._taken.winner
            if won:
                pygame.draw.rect(surface, theme.GOLD, where.inflate(px(4), px(4)), max(2, px(2)), px(5))
            name = pygame.Rect(left + px(3), y + round(width * RATIO) + px(3), step - px(6), row_height)
            for row in self._rows(self._names[seat], step):
                put(surface, row, "bold", size, hue(True if won else None), name, "centre")
                name.y += row_height


class Shown:
    """A hand that lies open because it decided the deal, under its owner's name."""

    def __init__(self, stage: Stage, seat: int, hand: Hand, names: Sequence[str]) -> None:
        self._stage = stage
        self._name = names[seat]
        self._hand = hand

    def height(self, width: int) -> int:
        px = self._stage.px
        return px(28) + round(px(TRICK_CARD) * RATIO)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px = self._stage.px
        head = pygame.Rect(rect.x, rect.y, rect.width, px(24))
        put(surface, self._name, "bold", px(theme.BODY), theme.CREAM, head)
        below = pygame.Rect(rect.x, rect.y + px(28), rect.width, rect.height - px(28))
        fan(surface, self._stage, self._hand, below, px(TRICK_CARD))
