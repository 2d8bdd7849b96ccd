"""The table as a picture: what is to be seen at a moment, as a value, and how it is painted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.i18n import _
from game.view import View
from ui import theme
from ui.backdrop import backdrop, rounded, table_top
from ui.looks import Looks
from ui.scene import Stage
from ui.table import hud
from ui.table.corner import corner, stock_count
from ui.table.cover import draw_cover
from ui.table.face import Face
from ui.table.layout import RATIO, Pose, Spot, corners
from ui.table.panel import Panel

SEAL_SEEN: Final = 12
"""So many signs of a seal are shown above the hand."""


class Prompt(NamedTuple):
    """The line above the hand; ``strong``: something is to be done."""

    words: str
    strong: bool


class Bubble(NamedTuple):
    """Something that a seat says."""

    seat: int
    words: str


class Picture(NamedTuple):
    """All that a moment shows. ``sprites``: the cards; ``dimmed``: those that may not be played, ``lit``: those that
    would travel if anything did; ``winning``: the card that takes the trick; ``panel``: the
    choices of the person on turn."""

    title: str
    names: tuple[str, ...]
    looks: Looks
    view: View
    spot: Spot
    sprites: Mapping[str, Pose]
    dimmed: frozenset[str]
    lit: frozenset[str]
    winning: str | None
    bubbles: tuple[Bubble, ...]
    prompt: Prompt | None
    panel: Panel | None


def paint(surface: pygame.Surface, stage: Stage, face: Face, shown: Picture) -> None:
    """The table with all that the person at the screen may see."""
    talking = frozenset(bubble.seat for bubble in shown.bubbles)
    _ground(surface, stage, face, shown, talking)
    hud.spare(surface, stage, face, shown.view, shown.spot)
    hud.sayings(surface, stage, face, shown.view, shown.spot, talking)
    _cards(surface, stage, shown)
    stock_count(surface, shown.view, shown.spot)
    for bubble in shown.bubbles:
        hud.bubble(surface, stage, bubble.words, bubble.seat, shown.spot)
    if shown.panel is not None:
        shown.panel.draw(surface)
    if shown.prompt is not None:
        hud.prompt(surface, shown.spot, shown.prompt.words, strong=shown.prompt.strong)


def paint_public(surface: pygame.Surface, stage: Stage, face: Face, shown: Picture) -> None:
    """What anybody may see who passes by: the plates and the corner, no cards."""
    _ground(surface, stage, face, shown, frozenset())


def _ground(surface: pygame.Surface, stage: Stage, face: Face, shown: Picture, talking: frozenset[int]) -> None:
    surface.blit(table_top(stage.size, stage.settings.felt, tuple(shown.spot.ring)), (0, 0))
    corner(surface, stage, face, shown.view, shown.title, shown.names, shown.spot)
    hud.plates(surface, stage, face, shown.view, shown.names, shown.looks, shown.spot, talking)


def paint_cover(surface: pygame.Surface, stage: Stage, name: str) -> None:
    """Nothing but who is to take the screen."""
    surface.blit(backdrop(stage.size, stage.settings.felt), (0, 0))
    draw_cover(surface, stage, name)


def taking(name: str) -> Prompt:
    """Who takes the trick that lies there."""
    return Prompt(_("{name} takes the trick").format(name=name), False)


def drawing(dealer: str) -> Prompt:
    """What the draw for the deal is about; once it is known, whom it has made dealer."""
    if not dealer:
        return Prompt(_("Each draws a card: the highest deals first"), False)
    return Prompt(_("{name} drew the highest card and deals first").format(name=dealer), False)


def sealing(seal: str) -> Prompt:
    """That the pack of the deal that begins is fixed: the seal begins so, all of it stands in the log."""
    if not seal:
        return Prompt(_("The pack comes from a deal code"), False)
    return Prompt(_("The pack is sealed: {seal}…").format(seal=seal[:SEAL_SEEN]), False)


def _cards(surface: pygame.Surface, stage: Stage, shown: Picture) -> None:
    """The card pictures, the lowest first; the winning one has a light under it, those that are lit a golden edge."""
    blits = []
    for key, pose in sorted(shown.sprites.items(), key=lambda item: item[1].z):
        picture = stage.art.posed(pose.card, round(pose.width), pose.angle, pose.open)
        if key in shown.dimmed:
            picture = stage.art.dimmed(pose.card, round(pose.width), pose.angle)
        middle = (round(pose.x), round(pose.y))
        if key == shown.winning:
            light = glow(round(pose.width), round(pose.angle * 2) / 2)
            blits.append((light, light.get_rect(center=middle)))
        blits.append((picture, picture.get_rect(center=middle)))
    surface.fblits(blits)
    for key in shown.lit & shown.sprites.keys():
        pygame.draw.polygon(surface, theme.GOLD, corners(shown.sprites[key]), max(2, stage.px(3)))


@lru_cache(maxsize=32)
def glow(width: int, angle: float) -> pygame.Surface:
    """A golden ground that looks out all round under a card."""
    out = max(3, round(width * 0.055))
    size = (width + 2 * out, round(width * RATIO) + 2 * out)
    padded = pygame.Surface((size[0] + 4, size[1] + 4), pygame.SRCALPHA)
    padded.fill((*pygame.Color(theme.GOLD)[:3], 0))
    padded.blit(rounded(size, round(width * 0.06) + out, theme.GOLD), (2, 2))
    return pygame.transform.rotozoom(padded, angle, 1.0)
