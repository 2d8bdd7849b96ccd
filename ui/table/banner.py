"""A moment of the match, shown large over the table for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from ui import theme, timings
from ui.backdrop import rounded
from ui.scene import Stage
from ui.table.outcome import Moment
from ui.table.places import Spot
from ui.table.pose import RATIO
from ui.table.sheet import hue, mark, put
from ui.table.taken import fan

WIDE: Final = 700
FACE: Final = 64
TITLE: Final = 76
CARD: Final = 74
MOST_FACES: Final = 4


def banner(
    surface: pygame.Surface, stage: Stage, spot: Spot, moment: Moment, people: Sequence[int], elapsed: float
) -> None:
    """Who it is about, the word, what it means and the cards; it comes softly, or at once with reduced motion.

    ``people``: the portrait of each seat.
    """
    room = surface.get_rect()
    ground = ground_of(room, stage, spot, moment)
    picture = pygame.Surface(ground.size, pygame.SRCALPHA)
    _compose(picture, stage, moment, people, _lines(room, stage, moment))
    if not stage.settings.reduced_motion:
        picture.set_alpha(round(255 * min(1.0, elapsed / timings.MOMENT_COMES)))
    surface.blit(picture, ground)


def ground_of(room: pygame.Rect, stage: Stage, spot: Spot, moment: Moment) -> pygame.Rect:
    """Where it lies: about the middle, above the line of the prompt for as long as there is room."""
    px = stage.px
    cards = round(px(CARD) * RATIO) + px(16) if moment.cards else 0
    faces = px(FACE) if moment.seats else 0
    high = faces + px(18 + TITLE + 26) + px(30) * len(_lines(room, stage, moment)) + cards
    ground = pygame.Rect(0, 0, _width(room, stage), min(high, room.height - px(16)))
    ground.center = (room.centerx, round(room.height * 0.44))
    ground.bottom = min(ground.bottom, spot.prompt.top - px(6))
    return ground.clamp(room)


def _width(room: pygame.Rect, stage: Stage) -> int:
    return min(stage.px(WIDE), room.width - stage.px(32))


def _lines(room: pygame.Rect, stage: Stage, moment: Moment) -> list[str]:
    px = stage.px
    return theme.wrapped(moment.words, "sans", px(theme.LARGE), _width(room, stage) - px(60))


def _compose(
    surface: pygame.Surface, stage: Stage, moment: Moment, people: Sequence[int], lines: Sequence[str]
) -> None:
    px, rect = stage.px, surface.get_rect()
    line = theme.PANEL_LINE if moment.good is None else hue(moment.good)
    surface.blit(rounded(rect.size, px(16), theme.PANEL, 248, line, max(1, px(2))), rect)
    shown = moment.seats[:MOST_FACES]
    left = rect.centerx - px(FACE + 6) * len(shown) // 2
    for at, seat in enumerate(shown):
        surface.blit(stage.art.portrait(people[seat], px(FACE)), (left + at * px(FACE + 6), px(16)))
    y = px(16 + (FACE if shown else 0))
    title = pygame.Rect(px(60), y, rect.width - px(120), px(TITLE))
    where = put(surface, moment.title, "serif", px(theme.DISPLAY), hue(moment.good), title, "centre")
    if moment.good is not None:
        sign = mark(px(30), moment.good)
        surface.blit(sign, sign.get_rect(midright=(where.left - px(14), where.centery)))
    y += px(TITLE + 4)
    for line in lines:
        row = pygame.Rect(px(30), y, rect.width - px(60), px(30))
        put(surface, line, "sans", px(theme.LARGE), theme.CREAM, row, "centre")
        y += px(30)
    if moment.cards:
        wide = min(rect.width - px(60), round(px(CARD) * (1 + 0.62 * (len(moment.cards) - 1))))
        fan(surface, stage, moment.cards, pygame.Rect(rect.centerx - wide // 2, y + px(8), wide, 0), px(CARD))
