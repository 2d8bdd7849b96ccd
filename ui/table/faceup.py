"""Which cards lie open on the screen, and where the name of one stands: both out of what is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pygame

from game.engine.cards import HIDDEN, Card
from ui import theme
from ui.backdrop import rounded
from ui.table.places import Spot
from ui.table.pose import Pose, corners, covers


class Seen(NamedTuple):
    """A card that lies open, and its ground."""

    card: Card
    rect: pygame.Rect


def seen_at(sprites: Mapping[str, Pose], point: tuple[int, int]) -> Seen | None:
    """The card under a point, if the uppermost picture there shows its face."""
    under = [pose for pose in sprites.values() if covers(pose, point)]
    return seen(max(under, key=lambda pose: pose.z)) if under else None


def seen(pose: Pose) -> Seen | None:
    """What a picture shows, if it shows a face."""
    return None if pose.card is HIDDEN else Seen(pose.card, ground(pose))


def ground(pose: Pose) -> pygame.Rect:
    """The least rectangle around a picture."""
    across, down = zip(*corners(pose), strict=True)
    left, top = round(min(across)), round(min(down))
    return pygame.Rect(left, top, round(max(across)) - left, round(max(down)) - top)


def draw_name(surface: pygame.Surface, spot: Spot, words: str, card: pygame.Rect, taken: Iterable[pygame.Rect]) -> None:
    """The name of a card beside it, on nothing that is ``taken``."""
    px = spot.px
    shown = theme.fitted(words, "bold", px(theme.SMALL), theme.CREAM, spot.size[0] // 2)
    rect = name_place(shown.get_size(), card, spot, tuple(taken))
    surface.blit(rounded(rect.size, rect.height // 2, theme.PANEL, 250, theme.GOLD, max(1, px(1))), rect)
    surface.blit(shown, shown.get_rect(center=rect.center))


def name_place(size: tuple[int, int], card: pygame.Rect, spot: Spot, taken: tuple[pygame.Rect, ...]) -> pygame.Rect:
    """Where a name of so many pixels stands: under its card, above it or beside it, else on its lower end."""
    px = spot.px
    window, gap = pygame.Rect((0, 0), spot.size), px(4)
    rect = pygame.Rect(0, 0, size[0] + px(22), size[1] + px(8))
    places = []
    for anchor, point in (
        ("midtop", (card.centerx, card.bottom + gap)), ("midbottom", (card.centerx, card.top - gap)),
        ("midleft", (card.right + gap, card.centery)), ("midright", (card.left - gap, card.centery)),
    ):  # fmt: skip
        place = rect.copy()
        setattr(place, anchor, point)
        places.append(place)
    free = (one for one in places if window.contains(one) and one.collidelist(taken) < 0)
    rect.midbottom = (card.centerx, min(card.bottom, window.bottom) - gap)
    return next(free, rect.clamp(window))
