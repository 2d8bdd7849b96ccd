"""Phases whose choices are a few words: a question and its answers as buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from game.engine.actions import Action, Pass
from game.engine.cards import Card
from ui.shortcuts import PASS
from ui.table.desk import Desk
from ui.table.panel import Panel

IN_A_ROW: Final = 14
NARROW: Final = 43
NARROWEST: Final = 34
WIDE: Final = 214
"""Design pixels from one button to the next: for numbers, for numbers that then stand in one row, for words."""


class Offer(NamedTuple):
    """A choice as a button: its id, what it does, its words.

    The ``likely`` one stands out; ``key``: a digit that means it.
    """

    widget_id: str
    action: Action
    words: str
    likely: bool = False
    key: int | None = None


class Question(NamedTuple):
    """What is asked, and the answers, also those that the rules refuse now, so that they can say why.

    ``narrow``: the answers are numbers; ``card``: what a click on a card of the hand answers.
    """

    title: str
    offers: tuple[Offer, ...]
    narrow: bool = False
    card: Callable[[Card], Action] | None = None


class ChoicePanel(Panel):
    """A question over the viewer's hand."""

    def __init__(self, desk: Desk, question: Question) -> None:
        super().__init__(desk)
        self.question = question

    @property
    def _room(self) -> int:
        """How wide the buttons may stand, in pixels."""
        return self.desk.spot.room.width - self.desk.spot.px(28)

    @property
    def _step(self) -> int:
        """Pixels from one button to the next."""
        spot, count = self.desk.spot, len(self.question.offers)
        if not self.question.narrow:
            return min(spot.px(WIDE), self._room)
        one_row = self._room // count
        return min(spot.px(NARROW), one_row) if one_row >= spot.px(NARROWEST) else spot.px(NARROW)

    @property
    def _grid(self) -> tuple[int, int]:
        """Rows and columns of buttons, as many columns as there is room for, the rows as even as they come."""
        count = len(self.question.offers)
        most = max(1, min(IN_A_ROW, self._room // self._step))
        rows = -(-count // most)
        return rows, -(-count // rows)

    @property
    def rect(self) -> pygame.Rect:
        """The ground of the panel."""
        rows, columns = self._grid
        wide = self._step * columns / self.desk.spot.unit + (40 if self.question.narrow else 28)
        return self.ground(max(wide, 470), 48 + 52 * rows)

    @property
    def asks(self) -> str:
        return self.question.title

    def build(self) -> None:
        px, rect = self.desk.spot.px, self.rect
        self.actions = {}
        step, columns = self._step, self._grid[1]
        first = rect.centerx - step * columns // 2
        for at, offer in enumerate(self.question.offers):
            row, place = divmod(at, columns)
            where = pygame.Rect(first + place * step, rect.y + px(43 + 52 * row), step - px(6), px(46))
            self.offer(offer.widget_id, offer.action, offer.words, where, "#primary" if offer.likely else "#menu")

    def key(self, key: int) -> Action | None:
        digit, passes = key - pygame.K_0, key in PASS.keys
        actions = (
            offer.action
            for offer in self.question.offers
            if offer.key == digit or (passes and isinstance(offer.action, Pass))
        )
        wanted = next(actions, None)
        return wanted if wanted in self.desk.view.choices else None

    def card(self, card: Card) -> Action | None:
        return self.question.card(card) if self.question.card is not None else None

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_ground(surface, self.rect, self.asks, 6)
