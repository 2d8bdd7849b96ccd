"""The images of cards, portraits and icons: SVG drawings, rasterized in the size that is needed and cached."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Final

import pygame

from assets import ASSETS_FOLDER
from game.core.cards import HIDDEN_CARD, Card
from ui.graphics.canvas import ByteBoundedLRUCache, count_surface_bytes
from ui.graphics.shapes import BITS_PER_PIXEL

CARD_ASPECT_RATIO: Final = 360 / 220
"""The height of a card as a multiple of its width."""
CARD_MARGIN_PX: Final = 2
"""The transparent margin around a card before it is rotated, in pixels."""
UPRIGHT_CACHE_BYTES: Final = 64_000_000
"""The size of the cache of upright cards: more than a table shows at once in the largest window."""
ROTATED_CACHE_BYTES: Final = 24_000_000
"""The size of the cache of rotated cards, which pass through many poses that do not return."""
MAX_EARLIER_IMAGES: Final = 200
"""The number of compressed images that are kept for pages and tables shown before: about those of a table."""

DIMMED_TINT: Final = (150, 160, 155, 255)
"""The channels of a card that may not be played now are multiplied by these, of 255."""
SHADOW_TINT: Final = (0, 0, 0, 72)


def rasterise(path: Path, width: int) -> pygame.Surface:
    """Return the drawing ``width`` pixels wide, with a transparent margin in its edge color.

    The margin keeps the edges smooth when the image is rotated. The function may run in any thread.
    """
    picture = pygame.image.load_sized_svg(path, (width, round(width * CARD_ASPECT_RATIO)))
    wide, high = picture.get_size()
    surface = pygame.Surface((wide + 2 * CARD_MARGIN_PX, high + 2 * CARD_MARGIN_PX), pygame.SRCALPHA, BITS_PER_PIXEL)
    surface.fill((*picture.get_at((0, high // 2))[:3], 0))
    picture.set_alpha(None)  # its pixels are copied, because blending takes five times as long
    surface.blit(picture, (CARD_MARGIN_PX, CARD_MARGIN_PX))
    return surface


def compress_image(image: pygame.Surface) -> tuple[tuple[int, int], bytes]:
    """Return the size of an image made by `rasterise`, and its pixels in about a tenth of their bytes."""
    return image.get_size(), zlib.compress(image.get_buffer().raw, level=1)


def decompress_image(size: tuple[int, int], pixels: bytes) -> pygame.Surface:
    """Return the image of `compress_image` again, in about a tenth of the time of `rasterise`."""
    image = pygame.Surface(size, pygame.SRCALPHA, BITS_PER_PIXEL)
    image.get_buffer().write(zlib.decompress(pixels), 0)
    return image


class CardImages:
    """The images of the cards of a deck, made when they are first needed; sizes are card widths in pixels.

    ``shared``: the images of another deck, whose caches are used, or None for new caches. Their keys begin with the
    drawing, such as ``napoletane/Kd`` or ``backs/classic``, and the width in pixels.
    """

    def __init__(self, deck: str, back: str = "classic", shared: CardImages | None = None) -> None:
        self.deck = deck
        self.back = back
        self._prepared: dict[tuple[str, int], tuple[tuple[int, int], bytes]] = {}
        """The images of cards that a thread has made, compressed."""
        self._portraits: dict[tuple[str, int], pygame.Surface] = {}
        """The portraits that a thread has made and that were not used yet."""
        self._upright = ByteBoundedLRUCache[tuple[str, int], tuple[pygame.Surface, pygame.Surface]](
            UPRIGHT_CACHE_BYTES, lambda images: count_surface_bytes(images[0])
        )
        """The images with and without their margin."""
        self._rotated = ByteBoundedLRUCache[tuple[str, int, int, object, int], pygame.Surface](
            ROTATED_CACHE_BYTES, count_surface_bytes
        )
        """The images in poses."""
        if shared is not None:
            self._prepared, self._portraits = shared._prepared, shared._portraits
            self._upright, self._rotated = shared._upright, shared._rotated
        self._thread: Thread | None = None
        self._widths: tuple[int, ...] = ()
        self._pending_cards: list[tuple[Card, int]] = []
        self._urgent_work: set[object] = set()
        self._icons: dict[tuple[str, int], pygame.Surface] = {}

    def get_card(self, card: Card, width: int) -> pygame.Surface:
        """Return the upright face of a card, or the back for `HIDDEN_CARD`, ``width`` pixels wide.

        It is rasterized now if it is not cached, which may take longer than a frame.
        """
        return self._get_card_with_margin(card, width)[1]

    def _get_card_with_margin(self, card: Card, width: int) -> tuple[pygame.Surface, pygame.Surface]:
        """Return the image with its margin, and the part without the margin."""
        key = (self._get_drawing(card), width)
        if key not in self._upright:
            prepared = self._prepared.get(key)
            image = decompress_image(*prepared) if prepared else rasterise(_get_path(key[0]), width)
            self._upright[key] = (
                image,
                image.subsurface(image.get_rect().inflate(-2 * CARD_MARGIN_PX, -2 * CARD_MARGIN_PX)),
            )
        return self._upright[key]

    def is_ready(self, card: Card, width: int) -> bool:
        """Return whether the card can be shown in this width without rasterizing it first."""
        key = (self._get_drawing(card), width)
        return key in self._upright or key in self._prepared

    def can_show(self, card: Card) -> bool:
        """Return whether a card can be shown without waiting for the thread that rasterizes it in several widths."""
        return not self.is_busy or any(self.is_ready(card, width) for width in self._widths)

    def prepare(
        self, cards: Iterable[Card], widths: Iterable[int], first_jobs: Iterable[Callable[[], object]] = ()
    ) -> None:
        """Rasterize cards in a thread, so that no frame waits when they are first shown; return at once.

        ``first_jobs`` are called first, in the thread; then come the backs, then the cards in the first width, and so
        on. A later call replaces an earlier call that is not done. ``first_jobs`` must not convert surfaces or read the
        display.
        """
        ordered_widths, pack = tuple(dict.fromkeys(widths)), tuple(cards)
        self._widths = tuple(sorted(ordered_widths))
        pairs = [(HIDDEN_CARD, width) for width in ordered_widths] + [
            (card, width) for width in ordered_widths for card in pack
        ]
        keys = {(self._get_drawing(card), width) for card, width in pairs}
        for key in [key for key in list(self._prepared) if key not in keys][:-MAX_EARLIER_IMAGES]:
            self._prepared.pop(key, None)
        pending_cards = [(card, width) for card, width in pairs if not self.is_ready(card, width)]
        self._pending_cards = pending_cards
        urgent = set[object](pairs[: len(ordered_widths) + len(pack)]) & set(pending_cards)
        jobs = tuple(first_jobs)
        urgent.update(jobs)
        self._urgent_work = urgent

        def run() -> None:
            for job in jobs:
                job()
                urgent.discard(job)
            for card, width in pending_cards:
                if self._pending_cards is not pending_cards:
                    return
                drawing = self._get_drawing(card)
                self._prepared[drawing, width] = compress_image(rasterise(_get_path(drawing), width))
                urgent.discard((card, width))

        if pending_cards or jobs:
            self._thread = Thread(target=run, name="cards", daemon=True)
            self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether a thread rasterizes cards."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def has_urgent_work(self) -> bool:
        """Whether images are missing that a deal shows first: backs, cards in the first width, and the first jobs."""
        return self.is_busy and bool(self._urgent_work)

    def wait(self) -> bool:
        """Wait for the thread; return whether there was a thread since the last call.

        Used before a screenshot is saved.
        """
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        return thread is not None

    def stop(self) -> None:
        """Stop rasterizing and wait for the card that is in work."""
        self.cancel()
        self.wait()

    def cancel(self) -> None:
        """Stop rasterizing after the card that is in work, without waiting for it."""
        self._pending_cards = []

    def _get_drawing(self, card: Card) -> str:
        return f"backs/{self.back}" if card is HIDDEN_CARD else f"{self.deck}/{card.name}"

    def _choose_source_width(self, card: Card, width: int) -> int:
        """Return the width of the image from which a card ``width`` pixels wide is scaled.

        A moving card is scaled from the image of its final size. While a thread rasterizes that image, an image of
        another size is used if there is one, so that no frame waits.
        """
        resting_width = next((prepared_width for prepared_width in self._widths if prepared_width >= width), width)
        if self.is_busy and not self.is_ready(card, resting_width):
            return max(
                (prepared_width for prepared_width in self._widths if self.is_ready(card, prepared_width)),
                default=resting_width,
            )
        return resting_width

    def get_posed_card(self, card: Card, width: int, angle: float, flip: float) -> pygame.Surface:
        """Return a card rotated by ``angle`` degrees; ``flip`` is its visible width while it turns over, 0 to 1."""
        angle_step, flip_step = round(angle * 2) % 720, max(1, round(flip * 24))
        source_width = self._choose_source_width(card, width)
        if angle_step == 0 and flip_step == 24 and source_width == width:
            return self.get_card(card, width)
        key = (self._get_drawing(card), width, angle_step, flip_step, source_width)
        if key not in self._rotated:
            image = self._get_card_with_margin(card, source_width)[0]
            visible_width = image.get_width()
            if flip_step < 24:
                visible_width = max(2, source_width * flip_step // 24) + 2 * CARD_MARGIN_PX
            self._rotated[key] = _transform(image, visible_width, angle_step / 2, width / source_width)
        return self._rotated[key]

    def get_dimmed_card(self, card: Card, width: int, angle: float = 0.0) -> pygame.Surface:
        """Return a darkened card, which may not be played now."""
        return self._get_tinted_card(card, width, angle, DIMMED_TINT)

    def get_shadow(self, card: Card, width: int, angle: float = 0.0) -> pygame.Surface:
        """Return the hard shadow of a card."""
        return self._get_tinted_card(card, width, angle, SHADOW_TINT)

    def _get_tinted_card(self, card: Card, width: int, angle: float, tint: tuple[int, int, int, int]) -> pygame.Surface:
        """Return a card whose channels are multiplied by ``tint``, 0 to 255."""
        source_width = self._choose_source_width(card, width)
        key = (self._get_drawing(card), width, round(angle * 2) % 720, tint, source_width)
        if key not in self._rotated:
            image = self.get_posed_card(card, width, angle, 1.0).copy()
            image.fill(tint, special_flags=pygame.BLEND_RGBA_MULT)
            self._rotated[key] = image
        return self._rotated[key]

    def get_portrait(self, number: int, size: int) -> pygame.Surface:
        """Return a portrait by its number from 1, ``size`` pixels wide and high."""
        return self._get_square_image(f"portraits/{number:02d}", size)

    def is_portrait_ready(self, number: int, size: int) -> bool:
        """Return whether the portrait can be shown in this size without rasterizing it first."""
        key = (f"portraits/{number:02d}", size)
        return key in self._icons or key in self._portraits

    def paint_portrait(self, number: int, size: int) -> None:
        """Rasterize the image for a later `get_portrait`. The function may run in a thread."""
        key = (f"portraits/{number:02d}", size)
        if key not in self._icons:
            self._portraits[key] = load_square_image(*key)

    def get_icon(self, name: str, size: int) -> pygame.Surface:
        """Return an icon of ``assets/icons``, such as ``italian_d``, ``size`` pixels wide and high."""
        return self._get_square_image(f"icons/{name}", size)

    def _get_square_image(self, name: str, size: int) -> pygame.Surface:
        key = (name, size)
        if key not in self._icons:
            drawn = self._portraits.pop(key, None) or load_square_image(name, size)
            self._icons[key] = drawn.convert_alpha()
        return self._icons[key]


def _transform(image: pygame.Surface, narrow_width: int, angle: float, scale: float) -> pygame.Surface:
    """Return ``image`` narrowed to a width, rotated by ``angle`` degrees and scaled, with smooth edges.

    Quarter turns, which most moving cards have, take a fifth of the time of other angles.
    """
    height = image.get_height()
    if angle % 90 == 0:
        size = max(1, round(narrow_width * scale)), max(1, round(height * scale))
        return pygame.transform.rotate(pygame.transform.smoothscale(image, size), angle)
    if narrow_width != image.get_width():
        image = pygame.transform.smoothscale(image, (narrow_width, height))
    return pygame.transform.rotozoom(image, angle, scale)


def _get_path(drawing: str) -> Path:
    return ASSETS_FOLDER / "cards" / f"{drawing}.svg"


def load_square_image(name: str, size: int) -> pygame.Surface:
    return pygame.image.load_sized_svg(ASSETS_FOLDER / f"{name}.svg", (size, size))
