"""The drawn cards: SVG rasterised at the exact size, kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Final

import pygame

from game.engine.cards import HIDDEN, Card

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets"
RATIO: Final = 360 / 220
"""Height of a card over its width."""
PORTRAITS: Final = 14
MARGIN: Final = 2
"""Transparent pixels around a card before it is turned."""


def _rasterised(path: Path, width: int) -> pygame.Surface:
    return pygame.image.load_sized_svg(path, (width, round(width * RATIO)))


def _padded(picture: pygame.Surface) -> pygame.Surface:
    """The picture with a transparent margin in the colour of its edge: so its edges are smooth when it is turned."""
    wide, high = picture.get_size()
    surface = pygame.Surface((wide + 2 * MARGIN, high + 2 * MARGIN), pygame.SRCALPHA)
    surface.fill((*picture.get_at((0, high // 2))[:3], 0))
    surface.blit(picture, (MARGIN, MARGIN))
    return surface


class Art:
    """Card pictures of one deck. Sizes are card widths in pixels; pictures are drawn when first asked for."""

    def __init__(self, deck: str, back: str = "classic") -> None:
        self.deck = deck
        self.back = back
        self._drawn: dict[tuple[str, int], pygame.Surface] = {}
        self._thread: Thread | None = None
        self._widths: tuple[int, ...] = ()
        self._wanted: list[tuple[Card, int]] = []
        self._urgent: set[object] = set()
        self._flat: dict[tuple[str, int], pygame.Surface] = {}
        self._turned: dict[tuple[str, int, int, int], pygame.Surface] = {}
        self._icons: dict[tuple[str, int], pygame.Surface] = {}

    def card(self, card: Card, width: int) -> pygame.Surface:
        """The face of a card, or the back of a hidden one, upright."""
        key = (card.name, width)
        if key not in self._flat:
            if len(self._flat) > 400:
                self._flat.clear()
            drawn = self._drawn.pop(key, None) or _rasterised(self._path(card), width)
            self._flat[key] = drawn.convert_alpha()
        return self._flat[key]

    def is_ready(self, card: Card, width: int) -> bool:
        """Whether the card can be shown in this size without drawing it first."""
        return (card.name, width) in self._flat or (card.name, width) in self._drawn

    def prepare(
        self, cards: Iterable[Card], widths: Iterable[int], before: Iterable[Callable[[], object]] = ()
    ) -> None:
        """Draw these cards on a thread, so that no frame waits for them when they are first shown.

        What ``before`` paints into caches of its own comes first, and the backs, then the cards in the first of the
        widths, and so on. A later call takes the place of an earlier one that is not done.
        """
        in_turn, pack = tuple(dict.fromkeys(widths)), tuple(cards)
        self._widths = tuple(sorted(in_turn))
        pairs = [(HIDDEN, width) for width in in_turn] + [(card, width) for width in in_turn for card in pack]
        wanted = [(card, width) for card, width in pairs if (card.name, width) not in self._flat]
        self._wanted = wanted
        urgent = set[object](pairs[: len(in_turn) + len(pack)]) & set(wanted)
        first = tuple(before)
        urgent.update(first)
        self._urgent = urgent

        def draw() -> None:
            for work in first:
                work()
                urgent.discard(work)
            for card, width in wanted:
                if self._wanted is not wanted:
                    return
                self._drawn.setdefault((card.name, width), _rasterised(self._path(card), width))
                urgent.discard((card, width))

        if wanted or first:
            self._thread = Thread(target=draw, name="cards", daemon=True)
            self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether cards are being drawn ahead of need."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def late(self) -> bool:
        """Whether something is still to be drawn that a deal shows first: cards in the first of the widths, backs."""
        return self.busy and bool(self._urgent)

    def stop(self) -> None:
        """Draw no more cards: the window closes. Waits for the one that is being drawn."""
        self._wanted = []
        if self._thread is not None:
            self._thread.join()

    def _path(self, card: Card) -> Path:
        return FOLDER / "cards" / (f"backs/{self.back}.svg" if card is HIDDEN else f"{self.deck}/{card.name}.svg")

    def _resting(self, width: int) -> int:
        """The width to draw a card at that is shown ``width`` wide: on its way it is scaled from where it rests."""
        return next((wide for wide in self._widths if wide >= width), width)

    def posed(self, card: Card, width: int, angle: float, flip: float) -> pygame.Surface:
        """The card turned by ``angle`` degrees; ``flip`` 0..1 narrows it (1: full width) while it turns over."""
        angle_step, flip_step = round(angle * 2) % 720, max(1, round(flip * 24))
        drawn = self._resting(width)
        if angle_step == 0 and flip_step == 24 and drawn == width:
            return self.card(card, width)
        key = (card.name, width, angle_step, flip_step)
        if key not in self._turned:
            if len(self._turned) > 1500:
                self._turned.clear()
            picture = self.card(card, drawn)
            if flip_step < 24:
                high = picture.get_height()
                picture = pygame.transform.smoothscale(picture, (max(2, drawn * flip_step // 24), high))
            self._turned[key] = pygame.transform.rotozoom(_padded(picture), angle_step / 2, width / drawn)
        return self._turned[key]

    def dimmed(self, card: Card, width: int, angle: float = 0.0) -> pygame.Surface:
        """The card darkened: it may not be played now."""
        key = (card.name, width, round(angle * 2) % 720, -1)
        if key not in self._turned:
            picture = self.posed(card, width, angle, 1.0).copy()
            picture.fill((150, 160, 155), special_flags=pygame.BLEND_RGB_MULT)
            self._turned[key] = picture
        return self._turned[key]

    def portrait(self, number: int, size: int) -> pygame.Surface:
        """One of the people of ``assets/portraits``, by number from 1, ``size`` pixels square."""
        name = f"{number:02d}"
        key = (f"portrait {name}", size)
        if key not in self._icons:
            path = FOLDER / "portraits" / f"{name}.svg"
            self._icons[key] = pygame.image.load_sized_svg(path, (size, size)).convert_alpha()
        return self._icons[key]

    def icon(self, name: str, size: int) -> pygame.Surface:
        """A picture of ``assets/icons`` (``italian_d`` and the like), ``size`` pixels square."""
        key = (name, size)
        if key not in self._icons:
            path = FOLDER / "icons" / f"{name}.svg"
            self._icons[key] = pygame.image.load_sized_svg(path, (size, size)).convert_alpha()
        return self._icons[key]
