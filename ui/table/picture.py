"""The table as a picture: what is to be seen at a moment, as a value, and how it is painted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import pygame

from game.i18n import _
from game.view import View
from ui import theme
from ui.backdrop import table_top
from ui.looks import Looks
from ui.scene import Stage
from ui.table import hud
from ui.table.corner import corner, stock_count
from ui.table.cover import draw_cover
from ui.table.face import Face
from ui.table.panel import Panel
from ui.table.places import Spot
from ui.table.pose import Pose, corners
from ui.table.signs import grounds, on_card

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
    choices of the person on turn; ``meant``: cards that are spoken of."""

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
    meant: frozenset[str] = frozenset()


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


def paint_cover(surface: pygame.Surface, stage: Stage, face: Face, shown: Picture, name: str) -> None:
    """The table as everybody may see it, all hands face down, and who is to take the screen."""
    paint(surface, stage, face, shown)
    draw_cover(surface, name, shown.spot)


def taking(name: str, *, yours: bool) -> Prompt:
    """Who takes the trick that lies there; ``yours``: who is spoken to."""
    return Prompt(_("You take the trick") if yours else _("{name} takes the trick").format(name=name), False)


def drawing(dealer: str, *, yours: bool) -> Prompt:
    """What the draw for the deal is about; once it is known, whom it has made dealer (``yours``: who is spoken to)."""
    if not dealer:
        return Prompt(_("Each draws a card: the highest deals first"), False)
    if yours:
        return Prompt(_("You drew the highest card and deal first"), False)
    return Prompt(_("{name} drew the highest card and deals first").format(name=dealer), False)


def sealing(seal: str) -> Prompt:
    """That the pack of the deal that begins is fixed: the seal begins so, all of it stands in the log."""
    if not seal:
        return Prompt(_("The pack comes from a deal code"), False)
    return Prompt(_("The pack is sealed: {seal}…").format(seal=seal[:SEAL_SEEN]), False)


def _cards(surface: pygame.Surface, stage: Stage, shown: Picture) -> None:
    """The card pictures, the lowest first, with what lies under and over each; those lit have a golden edge."""
    blits = []
    for key, pose in sorted(shown.sprites.items(), key=lambda item: item[1].z):
        wins, refused = key == shown.winning, key in shown.dimmed
        picture = stage.art.posed(pose.card, round(pose.width), pose.angle, pose.open)
        if refused:
            picture = stage.art.dimmed(pose.card, round(pose.width), pose.angle)
        blits += grounds(pose, wins=wins or key in shown.meant)
        blits.append((picture, picture.get_rect(center=(round(pose.x), round(pose.y)))))
        blits += on_card(pose, wins=wins, refused=refused)
    surface.fblits(blits)
    for key in shown.lit & shown.sprites.keys():
        pygame.draw.polygon(surface, theme.GOLD, corners(shown.sprites[key]), max(2, stage.px(3)))
