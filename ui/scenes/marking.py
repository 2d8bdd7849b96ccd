"""Cards in rows, to look at or to mark some of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pygame

from game.engine.cards import Card
from game.i18n import _
from ui import theme
from ui.art import RATIO, Art
from ui.table.sheet import mark, put
from ui.widgets.drawn import Container, Drawn
from ui.widgets.focus import PRESSING

CARD: Final = 104
SMALLEST: Final = 46
"""Design pixels: the width of a card where there is room, and where there is so little that a second row begins."""
GAP: Final = 12
CAPTION: Final = 22
SIGN: Final = 20
"""Design pixels between two cards, of a line under a card, of the tick or the cross on it."""
FRAME: Final = 4
STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
DIGITS: Final = (*range(pygame.K_1, pygame.K_9 + 1), pygame.K_0)


class Shown(NamedTuple):
    """A card with its name, and what stands under it."""

    card: Card
    name: str
    caption: str = ""


def card_width(count: int, width: int, unit: float, most: int) -> int:
    """How wide each of so many cards is in rows of ``width`` pixels: in one row as long as that is not too small.

    ``most``: the pixels that they have where there is room.
    """
    gap = round(GAP * unit)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        wide = min(most, (width - (columns - 1) * gap) // columns)
        if wide >= min(most, round(SMALLEST * unit)):
            return wide
    return max(8, min(most, width))


class Cards(Drawn):
    """``value``: the places that are marked. Of cards of which only ``one`` is wanted the arrows mark another.

    ``art`` gives the pictures once they are drawn, None before; ``signs``: ticks and crosses by place, once it is known
    what is right: nothing can be marked any more then, nor where nothing is asked.
    """

    def __init__(
        self, cards: Sequence[Shown], art: Callable[[], Art | None], width: int, where: tuple[int, int], room: int,
        manager: Any, unit: float, container: Container | None = None, *, asked: bool = False, one: bool = False,
        value: frozenset[int] = frozenset(), signs: Mapping[int, bool] | None = None, at: int = 0,
    ) -> None:  # fmt: skip
        self.cards = tuple(cards)
        self.value = value
        self.card_width = width
        self.at = at
        self.asked = asked and signs is None
        self.one = one
        self._art = art
        self._signs = signs or {}
        self._moved = False
        self._step = width + round(GAP * unit)
        self._columns = max(1, (room + round(GAP * unit)) // self._step)
        caption = CAPTION if any(one.caption for one in self.cards) else 0
        self._high = round(width * RATIO) + round((caption + 2 * FRAME + GAP) * unit)
        rows = -(-len(self.cards) // self._columns)
        wide = min(len(self.cards), self._columns) * self._step
        high = rows * self._high - round(GAP * unit)
        super().__init__(pygame.Rect(where, (min(wide, room), high)), manager, unit, container)

    @property
    def said(self) -> str:
        if not self.cards:
            return _("nothing")
        words = _("{card}, marked") if self.at in self.value else "{card}"
        shown = self.cards[self.at]
        told = words.format(card=shown.name)
        return _("{name} {card}").format(name=shown.caption, card=told) if shown.caption else told

    @property
    def how(self) -> str:
        place = {"number": self.at + 1, "count": len(self.cards)}
        if self.one:
            return _("Card {number} of {count}: Left and Right mark another, or digits").format(**place)
        words = _("Card {number} of {count}: Left and Right go to the others, Enter marks it, or digits")
        return words.format(**place)

    def place(self, at: int) -> pygame.Rect:
        """Where a card lies in the widget."""
        row, column = divmod(at, self._columns)
        frame = self.px(FRAME)
        corner = frame + column * self._step, frame + row * self._high
        return pygame.Rect(corner, (self.card_width, round(self.card_width * RATIO)))

    def paint(self, surface: pygame.Surface) -> None:
        art = self._art()
        for at, shown in enumerate(self.cards):
            self._paint_card(surface, at, shown, art)

    def _paint_card(self, surface: pygame.Surface, at: int, shown: Shown, art: Art | None) -> None:
        rect, frame = self.place(at), self.px(FRAME)
        line = theme.GOLD if at in self.value else theme.CREAM if self._points_at(at) else None
        if line is not None:
            pygame.draw.rect(surface, line, rect.inflate(2 * frame, 2 * frame), 0, 2 * frame)
        if art is None:
            pygame.draw.rect(surface, theme.PANEL_LINE, rect, max(1, self.px(1)), self.px(4))
        else:
            surface.blit(art.card(shown.card, rect.width), rect)
        if at in self.value:
            self._paint_sign(surface, rect, self._signs.get(at, True), at in self._signs)
        elif at in self._signs:
            self._paint_sign(surface, rect, self._signs[at], True)
        under = pygame.Rect(rect.x - frame, rect.bottom + frame, rect.width + 2 * frame, self.px(CAPTION))
        if shown.caption:
            colour = theme.GOLD if at in self.value else theme.CREAM
            put(surface, shown.caption, "sans", self.px(theme.SMALL), colour, under, "centre")

    def _paint_sign(self, surface: pygame.Surface, rect: pygame.Rect, good: bool, known: bool) -> None:
        """A tick or a cross on a dark ground, once it is known which; before that a golden dot on what is marked."""
        size = self.px(SIGN)
        ground = pygame.Rect(0, 0, size + self.px(8), size + self.px(8))
        ground.midbottom = rect.centerx, rect.bottom - self.px(4)
        pygame.draw.aacircle(surface, theme.PANEL, ground.center, ground.width // 2)
        if known:
            sign = mark(size, good)
            surface.blit(sign, sign.get_rect(center=ground.center))
        else:
            pygame.draw.aacircle(surface, theme.GOLD, ground.center, size // 3)

    def _points_at(self, at: int) -> bool:
        return self.asked and (at == self.hot or (self._moved and at == self.at))

    # -- what is done

    def part_at(self, where: tuple[int, int]) -> int | None:
        if not self.asked:
            return None
        return next((at for at in range(len(self.cards)) if self.place(at).collidepoint(where)), None)

    def click(self, part: int, where: tuple[int, int]) -> None:
        self.at, self._moved = part, False
        self._turn(part)

    def take_key(self, event: pygame.event.Event) -> bool:
        """The arrows, Home and End go through the cards, Enter, Space and the digits mark.

        Where the arrows mark, Enter is left to the page.
        """
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self.cards) - 1}
        if event.key in STEPS:
            fresh = self.one and not self.value
            self._go(self.at if fresh else (self.at + STEPS[event.key]) % len(self.cards))
        elif event.key in ends:
            self._go(ends[event.key])
        elif event.key in PRESSING and not self.one:
            self._moved = True
            self._turn(self.at)
        elif event.key in DIGITS and DIGITS.index(event.key) < len(self.cards):
            self.at, self._moved = DIGITS.index(event.key), True
            self._turn(self.at)
        else:
            return False
        return True

    def _go(self, at: int) -> None:
        self.at, self._moved = at, True
        if self.one:
            self._turn(at)
        else:
            self.repaint()

    def _turn(self, at: int) -> None:
        """Mark a card, or no more; where one is wanted it alone is marked."""
        self.value = frozenset((at,)) if self.one else self.value ^ {at}
        self.changed()
