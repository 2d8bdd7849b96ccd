"""The table as a picture: what is to be seen at a moment, as a value, and how it is painted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pygame

from game.i18n import _
from game.view import View
from ui import theme
from ui.backdrop import backdrop
from ui.scene import Stage
from ui.table import hud
from ui.table.cover import draw_cover
from ui.table.face import Face
from ui.table.layout import Pose, Spot, corners
from ui.table.panel import Panel


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
    would travel if anything did; ``panel``: the choices of the person on turn."""

    title: str
    names: tuple[str, ...]
    view: View
    spot: Spot
    hand_top: float
    sprites: Mapping[str, Pose]
    dimmed: frozenset[str]
    lit: frozenset[str]
    bubbles: tuple[Bubble, ...]
    prompt: Prompt | None
    panel: Panel | None


def paint(surface: pygame.Surface, stage: Stage, face: Face, shown: Picture) -> None:
    """The table with all that the person at the screen may see."""
    paint_public(surface, stage, face, shown)
    _cards(surface, stage, shown)
    hud.sayings(surface, stage, face, shown.view, shown.spot)
    hud.spare(surface, stage, face, shown.view, shown.spot)
    for bubble in shown.bubbles:
        hud.bubble(surface, stage, bubble.words, bubble.seat, shown.spot)
    if shown.panel is not None:
        shown.panel.draw(surface)
    if shown.prompt is not None:
        words, strong = shown.prompt
        hud.prompt(surface, stage, words, shown.spot, shown.hand_top, strong=strong)


def paint_public(surface: pygame.Surface, stage: Stage, face: Face, shown: Picture) -> None:
    """What anybody may see who passes by: the plates and the corner, no cards."""
    surface.blit(backdrop(stage.size, stage.settings.felt), (0, 0))
    hud.corner(surface, stage, face, shown.view, shown.title, shown.names)
    hud.plates(surface, stage, face, shown.view, shown.names, shown.spot)


def paint_cover(surface: pygame.Surface, stage: Stage, name: str) -> None:
    """Nothing but who is to take the screen."""
    surface.blit(backdrop(stage.size, stage.settings.felt), (0, 0))
    draw_cover(surface, stage, name)


def taking(name: str) -> Prompt:
    """Who takes the trick that lies there."""
    return Prompt(_("{name} takes the trick").format(name=name), False)


def _cards(surface: pygame.Surface, stage: Stage, shown: Picture) -> None:
    """The card pictures, the lowest first; those that are lit have a golden edge."""
    blits = []
    for key, pose in sorted(shown.sprites.items(), key=lambda item: item[1].z):
        picture = stage.art.posed(pose.card, round(pose.width), pose.angle, pose.open)
        if key in shown.dimmed:
            picture = stage.art.dimmed(pose.card, round(pose.width), pose.angle)
        where = picture.get_rect(center=(round(pose.x), round(pose.y)))
        blits.append((picture, where))
    surface.fblits(blits)
    for key in shown.lit & shown.sprites.keys():
        pygame.draw.polygon(surface, theme.GOLD, corners(shown.sprites[key]), max(2, stage.px(3)))
