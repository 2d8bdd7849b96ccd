"""What stands on the table besides cards: the seats' plates, the trump, whose turn, bubbles and lines of text."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ai.characters import character_of
from game.engine.cards import Card, Suit
from game.i18n import _
from game.view import View
from game.words import card_name, suit_name
from ui import theme
from ui.art import PORTRAITS
from ui.backdrop import panel, veil
from ui.scene import Stage
from ui.table.face import Face
from ui.table.layout import RATIO, Spot, spare_pose


def plates(
    surface: pygame.Surface, stage: Stage, face: Face, view: View, names: Sequence[str], spot: Spot
) -> None:
    """Every seat's plate: its name, where it stands, the dealer's mark; dull if it sits the deal out."""
    out, people = face.sits_out(view), portraits(names)
    for seat in range(view.seats):
        plate = spot.place(seat).plate
        _plate(surface, stage, view, names[seat], seat, plate, people[seat], face.standing(view, seat))
        if seat in out:
            surface.blit(veil(plate.size, 150), plate)


def portraits(names: Sequence[str]) -> list[int]:
    """A portrait for each seat, from 1: a character's own; else the same for the same names, no two alike."""
    chosen = [character_of(name).face for name in names]
    for seat, name in enumerate(names):
        face = chosen[seat] or sum(map(ord, name)) % PORTRAITS + 1
        while face in chosen[:seat] or (face in chosen and not chosen[seat]):
            face = face % PORTRAITS + 1
        chosen[seat] = face
    return chosen


def _plate(
    surface: pygame.Surface, stage: Stage, view: View, name: str, seat: int, rect: pygame.Rect, portrait: int,
    standing: str,
) -> None:  # fmt: skip
    high = rect.height
    turn = view.to_act == seat
    panel(surface, rect, theme.GOLD if turn else theme.PANEL_LINE)
    if turn:
        pygame.draw.rect(surface, theme.GOLD, (rect.x, rect.y, max(3, high // 14), high))
    side = next(at for at, one in enumerate(view.sides) if seat in one)
    radius = round(high * 0.4)
    middle = (rect.x + round(high * 0.5), rect.centery)
    pygame.draw.circle(surface, SIDE_COLOURS[side], middle, radius)
    face = stage.art.portrait(portrait, 2 * radius - 4)
    surface.blit(face, face.get_rect(center=middle))
    left, right = rect.x + high, rect.right - round(high * 0.16)
    if view.dealer == seat:
        right -= dealer_mark(surface, (right, rect.y + round(high * 0.3)), round(high * 0.19))
    room = right - left
    shown = theme.fitted(name, "serif", round(high * 0.33), theme.CREAM, room)
    surface.blit(shown, (left, rect.y + round(high * 0.1)))
    note = theme.fitted(standing, "sans", round(high * 0.25), theme.MUTED, rect.right - left - 6)
    surface.blit(note, (left, rect.y + round(high * 0.56)))


SIDE_COLOURS = ("#a3361f", "#2c5f9e", "#7a5a12", "#6b3f7d", "#3a6b35", "#4a4a55")


def dealer_mark(surface: pygame.Surface, right_middle: tuple[int, int], radius: int) -> int:
    """The dealer's button, its right edge at the point; gives the width it takes."""
    x, y = right_middle[0] - radius, right_middle[1]
    pygame.draw.circle(surface, theme.CREAM, (x, y), radius)
    letter = theme.text(_("D"), "bold", round(radius * 1.35), theme.INK)
    surface.blit(letter, letter.get_rect(center=(x, y)))
    return radius * 2 + 4


def corner(
    surface: pygame.Surface, stage: Stage, face: Face, view: View, title: str, names: Sequence[str]
) -> None:
    """The upper left corner: the game, the deal, the contract, the trump."""
    px = stage.px
    trump = view.board.trump
    goal = face.goal(view)
    deal = (_("Deal {number} · {goal}") if goal else _("Deal {number}")).format(
        number=max(view.deal_number, 1), goal=goal
    )
    notes = [deal, *face.contract(view, tuple(names), stage.scene.deck)]
    rect = pygame.Rect(px(22), px(20), px(214), px(38 + 22 * len(notes) + (36 if trump else 4)))
    panel(surface, rect)
    name = theme.fitted(title, "serif", px(theme.LARGE), theme.CREAM, rect.width - px(24))
    surface.blit(name, (rect.x + px(12), rect.y + px(5)))
    for row, note in enumerate(notes):
        line = theme.fitted(note, "sans", px(theme.SMALL), theme.CREAM if row else theme.MUTED, rect.width - px(24))
        surface.blit(line, (rect.x + px(12), rect.y + px(35 + 22 * row)))
    if trump:
        _trump(surface, stage, trump, view.board.turned, rect)


def spare(surface: pygame.Surface, stage: Stage, face: Face, view: View, spot: Spot) -> None:
    """The name over the cards that belong to nobody."""
    if view.board.spare:
        under = spare_pose(spot, 2)
        words = theme.text(face.spare(), "bold", stage.px(theme.SMALL), theme.CREAM)
        edge = round(under.y - under.width * RATIO / 2 - stage.px(8))
        surface.blit(words, words.get_rect(midbottom=(round(under.x), edge)))


def beside(spot: Spot, seat: int, size: tuple[int, int], gap: int) -> pygame.Rect:
    """A place of ``size`` beside a seat's plate, towards the middle of the table, clear of its cards."""
    plate, rect = spot.place(seat).plate, pygame.Rect((0, 0), size)
    at_top = plate.bottom < spot.size[1] * 0.12
    if plate.centerx < spot.size[0] * 0.5 and not at_top:
        rect.midleft = (plate.right + gap, plate.centery)
    else:
        rect.midright = (plate.left - gap, plate.centery)
    return rect


def sayings(surface: pygame.Surface, stage: Stage, face: Face, view: View, spot: Spot) -> None:
    """What every seat has said before the play, as a chip beside its plate."""
    for seat, said in face.sayings(view).items():
        shown = theme.text(said.words, "bold", stage.px(theme.BODY), theme.MUTED if said.out else theme.INK)
        size = shown.get_rect().inflate(stage.px(18), stage.px(6)).size
        rect = beside(spot, seat, size, stage.px(6))
        if said.out:
            panel(surface, rect)
        else:
            pygame.draw.rect(surface, theme.GOLD, rect)
        surface.blit(shown, shown.get_rect(center=rect.center))


def _trump(surface: pygame.Surface, stage: Stage, trump: Suit, turned: Card | None, rect: pygame.Rect) -> None:
    px = stage.px
    deck = stage.scene.deck
    icon = stage.art.icon(f"{deck}_{trump}", px(30))
    at = (rect.x + px(12), rect.bottom - px(38))
    surface.blit(icon, at)
    name = card_name(turned, deck) if turned is not None else suit_name(trump, deck)
    room = rect.width - px(64)
    words = theme.fitted(_("Trump: {suit}").format(suit=name), "bold", px(theme.BODY), theme.GOLD, room)
    surface.blit(words, words.get_rect(midleft=(at[0] + px(38), at[1] + px(15))))


def prompt(surface: pygame.Surface, stage: Stage, words: str, spot: Spot, above: float, *, strong: bool) -> None:
    """The line above the viewer's hand (whose upper edge is ``above``): what is to be done, or who is waited for."""
    y = above - 23 * spot.size[1] / 720
    colour = theme.INK if strong else theme.CREAM
    shown = theme.text(words, "bold" if strong else "sans", stage.px(theme.BODY), colour)
    rect = shown.get_rect(center=(spot.size[0] // 2, round(y))).inflate(stage.px(26), stage.px(8))
    if strong:
        pygame.draw.rect(surface, theme.GOLD, rect)
    else:
        panel(surface, rect, strength=150)
    surface.blit(shown, shown.get_rect(center=rect.center))


def bubble(surface: pygame.Surface, stage: Stage, words: str, seat: int, spot: Spot) -> None:
    """Something that a seat says or signs, beside its plate."""
    plate = spot.place(seat).plate
    lines = theme.wrapped(words, "bold", stage.px(theme.BODY), round(spot.size[0] * 0.32))
    shown = [theme.text(line, "bold", stage.px(theme.BODY), theme.INK) for line in lines]
    step = shown[0].get_height()
    rect = pygame.Rect(0, 0, max(line.get_width() for line in shown), step * len(shown))
    rect.inflate_ip(stage.px(24), stage.px(14))
    rect.midtop = (plate.centerx, plate.bottom + stage.px(8))
    if plate.bottom > spot.size[1] * 0.6:
        rect.midbottom = (plate.centerx, plate.top - stage.px(8))
    rect.clamp_ip(pygame.Rect((0, 0), spot.size).inflate(-stage.px(24), -stage.px(24)))
    pygame.draw.rect(surface, theme.CREAM, rect, 0, stage.px(6))
    for row, line in enumerate(shown):
        surface.blit(line, line.get_rect(midtop=(rect.centerx, rect.y + stage.px(7) + row * step)))
