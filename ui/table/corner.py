"""The upper left corner, the table's memory: what is played, the contract, trump, the stock and the called card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.engine.cards import Card, Deck, Suit
from game.i18n import _
from game.names import card_name, suit_name
from game.rules import GAMES
from game.view import View
from ui import theme
from ui.backdrop import panel, pill
from ui.scene import Stage
from ui.table.face import Face
from ui.table.places import Spot
from ui.table.pose import RATIO

HEAD: Final = 38
LINE: Final = 21
CALLED: Final = 112
"""The ground of the called card's picture, where there is so much room."""


def corner(
    surface: pygame.Surface, stage: Stage, face: Face, view: View, title: str, names: Sequence[str], spot: Spot
) -> None:
    """The game, the deal, the contract; below them trump, and the cards that it has to do with."""
    px, board = spot.px, view.board
    notes, called, rect, rest = _memory(face, view, names, stage.scene.deck, spot)
    panel(surface, rect)
    room = rect.width - px(24)
    fits = theme.font("serif", int(px(21) * 0.7)).size(title)[0] <= room
    name = theme.fitted(title if fits else _(GAMES[view.game].title), "serif", px(21), theme.CREAM, room)
    surface.blit(name, (rect.x + px(12), rect.y + px(5)))
    for row, note in enumerate(notes):
        line = theme.fitted(note, "sans", px(16), theme.CREAM if row else theme.MUTED, room)
        surface.blit(line, (rect.x + px(12), rect.y + px(HEAD - 3 + LINE * row)))
    if board.stock or board.turned:
        _stock(surface, stage, board.trump, board.turned, board.stock, spot)
    elif called is not None:
        _called(surface, stage, called, rest, spot)
    elif board.trump is not None:
        _trump(surface, stage, board.trump, rest, spot)


def called_card(
    face: Face, view: View, names: Sequence[str], deck: Deck, spot: Spot
) -> tuple[Card, pygame.Rect] | None:
    """The called card, where its picture is shown, and the ground of that."""
    memory = _memory(face, view, names, deck, spot)
    if memory.called is None or view.board.stock or view.board.turned:
        return None
    return memory.called, pygame.Rect(memory.rest.topleft, (_called_width(memory.rest), memory.rest.height))


class _Memory(NamedTuple):
    """What the corner says below the game's name, the called card that it shows, its ground, and what is left of it."""

    notes: tuple[str, ...]
    called: Card | None
    rect: pygame.Rect
    rest: pygame.Rect


def _memory(face: Face, view: View, names: Sequence[str], deck: Deck, spot: Spot) -> _Memory:
    px, board = spot.px, view.board
    goal = face.goal(view)
    deal = (_("Deal {number} · {goal}") if goal else _("Deal {number}")).format(
        number=max(view.deal_number, 1), goal=goal
    )
    notes = (deal, *face.contract(view, tuple(names), deck))
    called = face.asked(view)
    lying = bool(board.stock or board.turned)
    rect = spot.corner.copy()
    top = px(HEAD + LINE * len(notes) + 2)
    if not lying:
        under = px(CALLED) if called is not None else px(42) if board.trump else px(6)
        rect.height = min(rect.height, top + under)
    rest = pygame.Rect(rect.x + px(12), rect.y + top, rect.width - px(24), rect.height - top - px(10))
    return _Memory(notes, called if board.trump is not None else None, rect, rest)


def _trump(surface: pygame.Surface, stage: Stage, trump: Suit, rect: pygame.Rect, spot: Spot) -> None:
    """The suit as a sign and in words."""
    deck, side = stage.scene.deck, spot.px(30)
    surface.blit(stage.art.icon(f"{deck}_{trump}", side), rect)
    words = _("Trump: {suit}").format(suit=suit_name(trump, deck))
    shown = theme.fitted(words, "bold", spot.px(17), theme.GOLD, rect.width - side - spot.px(8))
    surface.blit(shown, shown.get_rect(midleft=(rect.x + side + spot.px(8), rect.y + side // 2)))


def _called_width(rest: pygame.Rect) -> int:
    return round(rest.height / RATIO)


def _called(surface: pygame.Surface, stage: Stage, called: Card, rect: pygame.Rect, spot: Spot) -> None:
    """The called card's picture, and trump, which follows from it."""
    width = _called_width(rect)
    surface.blit(stage.art.card(called, width), rect)
    left = rect.x + width + spot.px(12)
    words = theme.fitted(_("called"), "sans", spot.px(15), theme.MUTED, rect.right - left)
    surface.blit(words, words.get_rect(bottomleft=(left, rect.centery - spot.px(4))))
    beside = pygame.Rect(left, rect.centery, rect.right - left, spot.px(32))
    _trump(surface, stage, called.suit, beside, spot)


def _stock(
    surface: pygame.Surface, stage: Stage, trump: Suit | None, turned: Card | None, count: int, spot: Spot
) -> None:
    """Under and beside the stock: how many cards it has, trump in words."""
    px, deck = spot.px, stage.scene.deck
    if trump is None:
        return
    x, y = round(spot.turned[0]), round(spot.turned[1])
    high = round(spot.stock_width / 2)
    label = theme.fitted(_("Trump"), "sans", px(14), theme.MUTED, px(90))
    surface.blit(label, label.get_rect(midbottom=(x, y - high - px(1))))
    words = card_name(turned, deck) if turned is not None else suit_name(trump, deck)
    room = spot.corner.right - px(8) - round(spot.stock[0] + spot.stock_width / 2 + px(6))
    shown = theme.fitted(words, "bold", px(15), theme.GOLD, room)
    surface.blit(shown, shown.get_rect(midtop=(x, y + high + px(1))))
    if turned is None:
        sign = stage.art.icon(f"{deck}_{trump}", px(40))
        surface.blit(sign, sign.get_rect(center=(x, y)))


def stock_count(surface: pygame.Surface, view: View, spot: Spot) -> None:
    """On the stock: how many cards are left, the turned one with them."""
    if view.board.stock > 1:
        px = spot.px
        shown = theme.text(str(view.board.stock), "bold", px(16), theme.INK)
        rect = pygame.Rect(0, 0, max(px(30), shown.get_width() + px(14)), px(22))
        rect.center = (round(spot.stock[0]), round(spot.stock[1] + spot.stock_width * RATIO * 0.36))
        pill(surface, rect, theme.CREAM)
        surface.blit(shown, shown.get_rect(center=rect.center))
