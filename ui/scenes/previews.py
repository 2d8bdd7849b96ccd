"""What the chosen decks, back and cloth look like: a strip of the table with real cards on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pygame

from game.engine.cards import HIDDEN, Card, cards
from ui.art import RATIO, Art
from ui.backdrop import backdrop
from ui.settings import Settings
from ui.widgets.drawn import Container, Drawn

HEIGHT: Final = 158
"""Of the strip, in design pixels."""
PAD: Final = 14
"""Design pixels between the cards and the strip's edge."""
ITALIAN: Final[tuple[Card, ...]] = cards("7c Kd Qs")
FRENCH: Final[tuple[Card, ...]] = cards("9d Kh Ac")
"""The cards of the two fans, from the left: what the decks differ in can be seen on them."""
SPREAD: Final = 12.0
"""Degrees between two cards of a fan."""
REACH: Final = 1.35
"""From a fan's middle to the point that its cards turn around, in heights of a card."""
FAN_HEIGHT: Final = 1.86
FAN_WIDTH: Final = 2.28
"""Of a whole fan, in widths of a card."""
ALL_WIDE: Final = 2 * FAN_WIDTH + 1 + 4 * 0.3
"""Two fans, a back and the room between them and at the ends, in widths of a card."""


class Samples:
    """The cards of the previews, drawn beside the loop; what was drawn once stays while the page is open.

    They are not the stage's: what that draws for another scene is not put off by a look at a deck.
    """

    def __init__(self) -> None:
        self.arts: dict[tuple[str, str, tuple[Card, ...]], Art] = {}
        self._asked: dict[tuple[str, str, tuple[Card, ...]], int] = {}

    def ready(self, deck: str, back: str, wanted: tuple[Card, ...], width: int) -> Art | None:
        """The deck, if these cards and the back can be shown at once; else None, and they are being drawn."""
        key = deck, back, wanted
        art = self.arts.setdefault(key, Art(deck, back))
        if self._asked.get(key) != width:
            self._asked[key] = width
            art.prepare(wanted, [width])
        return art if all(art.is_ready(card, width) for card in (HIDDEN, *wanted)) else None

    def stop(self) -> None:
        """Draw no more cards: the page is left."""
        for art in self.arts.values():
            art.stop()


class Previews(Drawn):
    """A strip of cloth with a fan of the Italian games' deck, a back, and a fan of the French deck."""

    def __init__(
        self, samples: Samples, settings: Settings, rect: pygame.Rect, manager: Any, unit: float,
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.card_width = int(min((rect.height - 2 * unit * PAD) / FAN_HEIGHT, rect.width / ALL_WIDE))
        self.samples = samples
        self._shown: list[Art | None] = []
        super().__init__(rect, manager, unit, container)

    def refresh(self, settings: Settings) -> None:
        """Show these settings; also what has been drawn since the last call."""
        changed = settings != self.settings
        self.settings = settings
        if changed or (not self.complete and self._decks() != self._shown):
            self.repaint()

    @property
    def complete(self) -> bool:
        """Whether all cards are shown."""
        return None not in self._shown

    def fans(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """The places of the first fan, the back and the second fan on the strip."""
        wide, tall = round(self.card_width * FAN_WIDTH), round(self.card_width * FAN_HEIGHT)
        card = self.card_width, round(self.card_width * RATIO)
        room = (self.rect.width - 2 * wide - card[0]) / 4
        places = (room + wide / 2, self.rect.width / 2, self.rect.width - room - wide / 2)
        sizes = ((wide, tall), card, (wide, tall))
        first, back, second = (pygame.Rect((0, 0), size) for size in sizes)
        for rect, x in zip((first, back, second), places, strict=True):
            rect.center = round(x), self.rect.height // 2
        return first, back, second

    def paint(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(surface.get_size(), self.settings.felt), (0, 0))
        self._shown = self._decks()
        italian, french = self._shown
        first, back, second = self.fans()
        if italian:
            self._fan(surface, italian, ITALIAN, first)
            surface.blit(italian.card(HIDDEN, self.card_width), back)
        if french:
            self._fan(surface, french, FRENCH, second)

    def _decks(self) -> list[Art | None]:
        chosen, width = self.settings, self.card_width
        italian = self.samples.ready(chosen.deck, chosen.back, ITALIAN, width)
        return [italian, self.samples.ready(chosen.french_deck, chosen.back, FRENCH, width)]

    def _fan(self, surface: pygame.Surface, art: Art, fan: Sequence[Card], place: pygame.Rect) -> None:
        """The cards as a hand holds them, within ``place``."""
        width = self.card_width
        reach = width * RATIO * REACH
        pivot = pygame.Vector2(place.centerx, place.centery + reach - width * 0.05)
        for at, card in enumerate(fan):
            turn = (at - (len(fan) - 1) / 2) * SPREAD
            spot = pivot + pygame.Vector2(0, -reach).rotate(turn)
            picture = art.posed(card, width, -turn, 1.0)
            surface.blit(picture, picture.get_rect(center=(round(spot.x), round(spot.y))))
