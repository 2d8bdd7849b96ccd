"""The drawn cards: SVG rasterised at the exact size, kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Final

import pygame

from game.engine.cards import HIDDEN, Card
from ui.backdrop import DEPTH
from ui.kept import Kept, weight

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets"
RATIO: Final = 360 / 220
"""Height of a card over its width."""
PORTRAITS: Final = 14
MARGIN: Final = 2
"""Transparent pixels around a card before it is turned."""
FLAT: Final = 160_000_000
"""Bytes of upright cards that are kept: in the largest window the longest pack in two sizes."""
TURNED: Final = 64_000_000
"""Bytes of turned cards that are kept: on their way cards pass through many poses that do not come again."""


def rasterise(path: Path, width: int) -> pygame.Surface:
    """The drawing with a transparent margin in the colour of its edge: so its edges are smooth when it is turned."""
    picture = pygame.image.load_sized_svg(path, (width, round(width * RATIO)))
    wide, high = picture.get_size()
    surface = pygame.Surface((wide + 2 * MARGIN, high + 2 * MARGIN), pygame.SRCALPHA, DEPTH)
    surface.fill((*picture.get_at((0, high // 2))[:3], 0))
    surface.blit(picture, (MARGIN, MARGIN))
    return surface


class Shelves:
    """The cards that are kept, of all decks of the program: ``flat`` with their margin and without, ``turned``."""

    def __init__(self) -> None:
        self.flat = Kept[tuple[str, str, int], tuple[pygame.Surface, pygame.Surface]](FLAT, lambda two: weight(two[0]))
        self.turned = Kept[tuple[str, str, int, int, int, int], pygame.Surface](TURNED, weight)


class Art:
    """Card pictures of one deck. Sizes are card widths in pixels; pictures are drawn when first asked for.

    ``shelves``: where they are kept, together with those of other decks; its own if there are none.
    """

    def __init__(self, deck: str, back: str = "classic", shelves: Shelves | None = None) -> None:
        self.deck = deck
        self.back = back
        shelves = shelves or Shelves()
        self._flat, self._turned = shelves.flat, shelves.turned
        self._drawn: dict[tuple[str, int], pygame.Surface] = {}
        self._thread: Thread | None = None
        self._widths: tuple[int, ...] = ()
        self._wanted: list[tuple[Card, int]] = []
        self._urgent: set[object] = set()
        self._icons: dict[tuple[str, int], pygame.Surface] = {}

    def card(self, card: Card, width: int) -> pygame.Surface:
        """The face of a card, or the back of a hidden one, upright."""
        return self._card(card, width)[1]

    def _card(self, card: Card, width: int) -> tuple[pygame.Surface, pygame.Surface]:
        """The picture with its margin, and the part of it within the margin."""
        key = (self.deck, card.name, width)
        if key not in self._flat:
            drawn = self._drawn.pop(key[1:], None) or rasterise(self._path(card), width)
            self._flat[key] = drawn, drawn.subsurface(drawn.get_rect().inflate(-2 * MARGIN, -2 * MARGIN))
        return self._flat[key]

    def is_ready(self, card: Card, width: int) -> bool:
        """Whether the card can be shown in this size without drawing it first."""
        return (self.deck, card.name, width) in self._flat or (card.name, width) in self._drawn

    def prepare(
        self, cards: Iterable[Card], widths: Iterable[int], before: Iterable[Callable[[], object]] = ()
    ) -> None:
        """Draw these cards on a thread, so that no frame waits for them when they are first shown.

        What ``before`` paints comes first, and the backs, then the cards in the first of the widths, and so on. A
        later call takes the place of an earlier one that is not done. The thread only rasterises: ``before`` may not
        convert surfaces, read the display or read what `theme.lay` sets.
        """
        in_turn, pack = tuple(dict.fromkeys(widths)), tuple(cards)
        self._drawn = {key: drawn for key, drawn in tuple(self._drawn.items()) if key[1] in in_turn}
        self._widths = tuple(sorted(in_turn))
        pairs = [(HIDDEN, width) for width in in_turn] + [(card, width) for width in in_turn for card in pack]
        wanted = [(card, width) for card, width in pairs if (self.deck, card.name, width) not in self._flat]
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
                self._drawn.setdefault((card.name, width), rasterise(self._path(card), width))
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

    def wait(self) -> bool:
        """Wait until all is drawn that is being drawn ahead of need; return whether there has been any since last time.

        For a picture that is to be kept.
        """
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        return thread is not None

    def stop(self) -> None:
        """Draw no more cards: the window closes. Waits for the one that is being drawn."""
        self._wanted = []
        self.wait()

    def _path(self, card: Card) -> Path:
        return FOLDER / "cards" / (f"backs/{self.back}.svg" if card is HIDDEN else f"{self.deck}/{card.name}.svg")

    def _source(self, card: Card, width: int) -> int:
        """The width of the picture that a card is made of which is shown ``width`` wide.

        On its way it is scaled from where it rests. While that is being drawn on the thread, one of another width
        that is there serves for the moment, so that no frame waits.
        """
        resting = next((wide for wide in self._widths if wide >= width), width)
        if self.busy and not self.is_ready(card, resting):
            return max((wide for wide in self._widths if self.is_ready(card, wide)), default=resting)
        return resting

    def posed(self, card: Card, width: int, angle: float, flip: float) -> pygame.Surface:
        """The card turned by ``angle`` degrees; ``flip`` 0..1 narrows it (1: full width) while it turns over."""
        angle_step, flip_step = round(angle * 2) % 720, max(1, round(flip * 24))
        source = self._source(card, width)
        if angle_step == 0 and flip_step == 24 and source == width:
            return self.card(card, width)
        key = (self.deck, card.name, width, angle_step, flip_step, source)
        if key not in self._turned:
            picture = self._card(card, source)[0]
            if flip_step < 24:
                narrow = max(2, source * flip_step // 24) + 2 * MARGIN
                picture = pygame.transform.smoothscale(picture, (narrow, picture.get_height()))
            self._turned[key] = pygame.transform.rotozoom(picture, angle_step / 2, width / source)
        return self._turned[key]

    def dimmed(self, card: Card, width: int, angle: float = 0.0) -> pygame.Surface:
        """The card darkened: it may not be played now."""
        key = (self.deck, card.name, width, round(angle * 2) % 720, -1, self._source(card, width))
        if key not in self._turned:
            picture = self.posed(card, width, angle, 1.0).copy()
            picture.fill((150, 160, 155), special_flags=pygame.BLEND_RGB_MULT)
            self._turned[key] = picture
        return self._turned[key]

    def portrait(self, number: int, size: int) -> pygame.Surface:
        """One of the people of ``assets/portraits``, by number from 1, ``size`` pixels square."""
        return self._square(f"portraits/{number:02d}", size)

    def paint_portrait(self, number: int, size: int) -> None:
        """Rasterise what `portrait` gives later. The thread may call it."""
        key = (f"portraits/{number:02d}", size)
        if key not in self._icons:
            self._drawn[key] = _square(*key)

    def icon(self, name: str, size: int) -> pygame.Surface:
        """A picture of ``assets/icons`` (``italian_d`` and the like), ``size`` pixels square."""
        return self._square(f"icons/{name}", size)

    def _square(self, name: str, size: int) -> pygame.Surface:
        key = (name, size)
        if key not in self._icons:
            drawn = self._drawn.pop(key, None) or _square(name, size)
            self._icons[key] = drawn.convert_alpha()
        return self._icons[key]


def _square(name: str, size: int) -> pygame.Surface:
    return pygame.image.load_sized_svg(FOLDER / f"{name}.svg", (size, size))
