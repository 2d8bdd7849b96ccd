"""A hint as it is seen: a bar for each choice, over its card or on its button, and the reason in a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.ai.weighed import Weighed
from game.conventions import clauses, percent
from game.engine.actions import Action
from game.engine.cards import Card, Deck
from game.i18n import _
from game.text import capital
from game.words import say
from ui import theme
from ui.backdrop import FINE, rounded
from ui.table.places import Spot
from ui.table.pose import RATIO, Pose

HIGH: Final = 7
"""Of a bar, in design pixels."""
FIGURE: Final = 50
"""So many design pixels of a card must be seen for a figure on it."""
UNDER: Final = 0.33
"""Of a card's height, from its upper edge to the middle of the figure."""
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
    """A bar for each choice: how often it wins, where that is known of all of them and differs, else where it is
    between the least and the best."""
    if not hint:
        return {}
    worths = [one.worth for one in hint]
    low, span = min(worths), max(worths) - min(worths)
    known = len({-1 if one.win is None else round(100 * one.win) for one in hint}) > 1
    known = known and all(one.win is not None for one in hint)
    made = dict[Action, Bar]()
    for one in hint:
        share = one.win if known and one.win is not None else (one.worth - low) / span if span else 1.0
        words = percent(share) if known else ""
        made[one.action] = Bar(max(LEAST, min(1.0, share)), words, one is hint[0])
    return made


def sentences(one: Weighed, words: str, names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """Why a choice, in ``words``, is worth so much: with all its reasons, with fewer, with none at last."""
    whys = [say(reason, names, deck) for reason in one.reasons]
    fewer = (*(whys[:most] for most in range(len(whys), 0, -1)), whys[-1:])
    said = (_("{choice}: {why}.").format(choice=capital(words), why=clauses(some)) for some in fewer if some)
    return (*said, _("{choice}.").format(choice=capital(words)))


def told(hint: Sequence[Weighed], words: Callable[[Action], str], names: Sequence[str], deck: Deck) -> tuple[str, ...]:
    """The best choices in lines of text, with their figures."""
    if not hint:
        return (_("Nobody can tell here"),)
    lines, figures = [_("A hint, the best first:")], bars(hint)
    for one in hint[:TOLD]:
        line, figure = sentences(one, words(one.action), names, deck)[0], figures[one.action].words
        lines.append(f"{line} {figure}" if figure else line)
    return tuple(lines)


# -- where the bars are ----------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a choice is marked: its ``bar``; the middle of its ``figure``, None where there is no room for that; the
    middle of the ``star`` that it has if it is the best."""

    bar: pygame.Rect
    figure: tuple[int, int] | None
    star: tuple[int, int]


def on_cards(shown: Sequence[tuple[Card, Pose]], spot: Spot) -> dict[Card, Place]:
    """The places of a hand's cards, which are given as they are seen from left to right: the bar over what is seen of
    a card, figure and star under its index."""
    px, places = spot.px, dict[Card, Place]()
    after = (*(pose for _card, pose in shown[1:]), None)
    strips = [_seen(pose, beside) for (_card, pose), beside in zip(shown, after, strict=True)]
    roomy = min((right - left for left, right in strips), default=0) >= px(FIGURE)
    for (card, pose), (left, right) in zip(shown, strips, strict=True):
        high = round(pose.width * RATIO)
        middle, top = round((left + right) / 2), round(pose.y - high / 2)
        bar = pygame.Rect(round(left) + px(2), top - px(HIGH + 1), round(right - left) - px(4), px(HIGH))
        below = top + round(high * UNDER)
        figure = (middle, below) if roomy else None
        places[card] = Place(bar, figure, (middle, below - px(STAR + 2) * roomy))
    return places


def _seen(pose: Pose, after: Pose | None) -> tuple[float, float]:
    """From where to where a card is seen that another lies over."""
    left, right = pose.x - pose.width / 2, pose.x + pose.width / 2
    return left, min(right, after.x - after.width / 2) if after is not None and after.x > pose.x else right


def on_button(button: UIButton, spot: Spot) -> Place:
    """The place of a choice that has a button: the bar along its lower edge, the star at a corner."""
    rect, px = button.get_abs_rect(), spot.px
    bar = pygame.Rect(rect.x + px(8), rect.bottom - px(HIGH), rect.width - px(16), px(HIGH - 3))
    return Place(bar, None, (round(rect.right) - px(5), round(rect.top) + px(4)))


# -- painting --------------------------------------------------------------------------------------


def paint_bar(surface: pygame.Surface, spot: Spot, place: Place, bar: Bar) -> None:
    """A bar with its figure, where there is room; the best is golden and has a star."""
    px, colour, where = spot.px, theme.GOLD if bar.best else theme.CREAM, place.bar
    surface.blit(rounded(where.size, where.height // 2, theme.PANEL, 240, colour, 1), where)
    full = pygame.Rect(where.x, where.y, max(where.height, round(where.width * bar.share)), where.height)
    surface.blit(rounded(full.size, full.height // 2, colour), full)
    if bar.words and place.figure is not None:
        words = theme.text(bar.words, "bold", px(14.5), colour)
        _on_ground(surface, words, words.get_rect(center=place.figure).inflate(px(10), px(2)))
    if bar.best:
        size = px(STAR)
        ground = pygame.Rect(0, 0, size + px(4), size + px(4))
        ground.center = place.star
        _on_ground(surface, star(size), ground)


def _on_ground(surface: pygame.Surface, picture: pygame.Surface, ground: pygame.Rect) -> None:
    surface.blit(rounded(ground.size, ground.height // 2, theme.PANEL, 240), ground)
    surface.blit(picture, picture.get_rect(center=ground.center))


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
