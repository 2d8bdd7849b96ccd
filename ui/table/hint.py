"""A hint as it is seen: a bar for each choice, over its card or on its button, and the reason in a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.ai.weighed import Weighed
from game.engine.actions import Action
from game.engine.cards import Card, Deck
from game.i18n import _
from game.text import capital
from game.words import say
from ui import theme
from ui.backdrop import FINE, rounded
from ui.table.layout import RATIO, Pose, Spot

HIGH: Final = 7
"""Of a bar, in design pixels."""
GAP: Final = 4
LEAST: Final = 0.06
"""Of its bar the least choice has so much."""
STAR: Final = 20
TOLD: Final = 4
"""So many choices are told of to who follows without the picture."""


class Bar(NamedTuple):
    """What a choice is worth beside the others: ``share`` 0 to 1; ``words``: its figure, if it has one; ``best``."""

    share: float
    words: str
    best: bool


def bars(hint: Sequence[Weighed]) -> Mapping[Action, Bar]:
    """A bar for each choice: how often it wins where that is known of all of them, else where it is between the least
    and the best."""
    if not hint:
        return {}
    worths = [one.worth for one in hint]
    low, span = min(worths), max(worths) - min(worths)
    known = all(one.win is not None for one in hint)
    made = dict[Action, Bar]()
    for one in hint:
        share = one.win if known and one.win is not None else (one.worth - low) / span if span else 1.0
        words = _("{percent} %").format(percent=round(100 * share)) if known else ""
        made[one.action] = Bar(max(LEAST, min(1.0, share)), words, one is hint[0])
    return made


def sentence(one: Weighed, words: str, names: Sequence[str], deck: Deck) -> str:
    """Why a choice, in ``words``, is worth so much."""
    why = "; ".join(say(reason, names, deck) for reason in one.reasons)
    return _("{choice}: {why}").format(choice=capital(words), why=why)


def told(hint: Sequence[Weighed], words: Callable[[Action], str], names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """The best choices in lines of text, with their figures."""
    if not hint:
        return (_("Nobody can tell here"),)
    lines, figures = [_("A hint, the best first:")], bars(hint)
    for one in hint[:TOLD]:
        line, figure = sentence(one, words(one.action), names, deck), figures[one.action].words
        lines.append(f"{line} ({figure})" if figure else line)
    return tuple(lines)


# -- where the bars are ----------------------------------------------------------------------------


def over_cards(shown: Sequence[tuple[Card, Pose]], spot: Spot) -> dict[Card, pygame.Rect]:
    """Where the bar of each card of a hand is, seen from left to right: over what is seen of it."""
    px, places = spot.px, dict[Card, pygame.Rect]()
    for at, (card, pose) in enumerate(shown):
        left, top = pose.x - pose.width / 2, pose.y - pose.width * RATIO / 2
        after = shown[at + 1][1] if at + 1 < len(shown) else None
        beside = after is not None and after.x > pose.x
        seen = min(pose.width, after.x - pose.x) if after is not None and beside else pose.width
        places[card] = pygame.Rect(round(left) + px(2), round(top) - px(HIGH + GAP), round(seen) - px(4), px(HIGH))
    return places


def on_button(button: UIButton, spot: Spot) -> pygame.Rect:
    """Where the bar of a choice is that has a button: along the button's lower edge."""
    rect = button.get_abs_rect()
    edge = spot.px(8)
    return pygame.Rect(rect.x + edge, rect.bottom - spot.px(HIGH + 3), rect.width - 2 * edge, spot.px(HIGH - 2))


# -- painting --------------------------------------------------------------------------------------


def paint_bar(surface: pygame.Surface, spot: Spot, where: pygame.Rect, bar: Bar, *, figure: bool = True) -> None:
    """A bar with its figure over it, where there is room; the best is golden, under a star."""
    px, colour = spot.px, theme.GOLD if bar.best else theme.CREAM
    surface.blit(rounded(where.size, where.height // 2, theme.PANEL, 240, colour, 1), where)
    full = pygame.Rect(where.x, where.y, max(where.height, round(where.width * bar.share)), where.height)
    surface.blit(rounded(full.size, full.height // 2, colour), full)
    words = theme.text(bar.words, "bold", px(14), colour) if figure and bar.words else None
    top = where.top - px(2)
    if words is not None and words.get_width() + (px(STAR) if bar.best else 0) <= where.width:
        place = words.get_rect(midbottom=where.midtop)
        ground = place.inflate(px(8) + (2 * px(STAR) if bar.best else 0), 0)
        surface.blit(rounded(ground.size, ground.height // 2, theme.PANEL, 235), ground)
        surface.blit(words, place)
        if bar.best:
            surface.blit(star(px(STAR)), star(px(STAR)).get_rect(midright=(place.left, place.centery)))
    elif bar.best:
        ground = pygame.Rect(0, 0, px(STAR + 4), px(STAR + 4))
        ground.midbottom = (where.centerx, top) if figure else (where.right, where.centery)
        surface.blit(rounded(ground.size, ground.height // 2, theme.PANEL, 235), ground)
        surface.blit(star(px(STAR)), star(px(STAR)).get_rect(center=ground.center))


@lru_cache(maxsize=8)
def star(size: int) -> pygame.Surface:
    """A golden star, ``size`` pixels across."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    large.fill((*pygame.Color(theme.GOLD)[:3], 0))
    middle, points = size * FINE / 2, []
    for at in range(10):
        reach = middle * (0.95 if at % 2 == 0 else 0.42)
        points.append((middle + reach * sin(at * pi / 5), middle - reach * cos(at * pi / 5)))
    pygame.draw.polygon(large, theme.GOLD, points)
    return pygame.transform.smoothscale(large, (size, size))
