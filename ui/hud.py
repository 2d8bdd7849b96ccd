"""What stands on the table besides cards: the seats' plates, the trump, whose turn, bubbles and lines of text."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.actions import Call, Pass, Solo
from game.cards import Suit
from game.i18n import _, ngettext
from game.view import Auction, ChiamataTricks, Naming, View
from game.words import RANK_NAMES, SUIT_NAMES, card_name
from ui import captions, theme
from ui.layout import Spot
from ui.scene import Stage


def panel(
    surface: pygame.Surface, rect: pygame.Rect, line: theme.Colour = theme.PANEL_LINE, strength: int = 225
) -> None:
    """A dark ground for text, with a thin line around it."""
    ground = pygame.Surface(rect.size, pygame.SRCALPHA)
    ground.fill((*pygame.Color(theme.PANEL)[:3], strength))
    surface.blit(ground, rect)
    pygame.draw.rect(surface, line, rect, max(1, rect.height // 40 if rect.height < 90 else 2))


def plates(surface: pygame.Surface, stage: Stage, view: View, names: Sequence[str], spot: Spot) -> None:
    """Every seat's plate: its name, what it has won, dealer's mark, points if the table counts aloud."""
    for seat in range(view.seats):
        _plate(surface, stage, view, names[seat], seat, spot.place(seat).plate)


def _plate(surface: pygame.Surface, stage: Stage, view: View, name: str, seat: int, rect: pygame.Rect) -> None:
    high = rect.height
    turn = view.to_act == seat
    panel(surface, rect, theme.GOLD if turn else theme.PANEL_LINE)
    if turn:
        pygame.draw.rect(surface, theme.GOLD, (rect.x, rect.y, max(3, high // 14), high))
    side = next(at for at, one in enumerate(view.sides) if seat in one)
    radius = round(high * 0.32)
    middle = (rect.x + round(high * 0.5), rect.centery)
    pygame.draw.circle(surface, SIDE_COLOURS[side], middle, radius)
    initial = theme.text(name[:1].upper(), "serif", round(radius * 1.25), theme.CREAM)
    surface.blit(initial, initial.get_rect(center=middle))
    left, right = rect.x + high, rect.right - round(high * 0.16)
    if view.dealer == seat:
        right -= dealer_mark(surface, (right, rect.y + round(high * 0.3)), round(high * 0.19))
    room = right - left
    shown = theme.fitted(name, "serif", round(high * 0.33), theme.CREAM, room)
    surface.blit(shown, (left, rect.y + round(high * 0.1)))
    note = theme.fitted(_standing(view, seat), "sans", round(high * 0.25), theme.MUTED, rect.right - left - 6)
    surface.blit(note, (left, rect.y + round(high * 0.56)))


SIDE_COLOURS = ("#a3361f", "#2c5f9e", "#7a5a12", "#6b3f7d", "#3a6b35", "#4a4a55")


def _standing(view: View, seat: int) -> str:
    words = captions.total(view, seat)
    if getattr(view.options, "count_aloud", False):
        side = next(one for one in view.sides if seat in one)
        points = sum(view.points[one] for one in side)
        words += "  ·  " + ngettext("{count} point", "{count} points", points).format(count=points)
    return words


def dealer_mark(surface: pygame.Surface, right_middle: tuple[int, int], radius: int) -> int:
    """The dealer's button, its right edge at the point; gives the width it takes."""
    x, y = right_middle[0] - radius, right_middle[1]
    pygame.draw.circle(surface, theme.CREAM, (x, y), radius)
    letter = theme.text(_("D"), "bold", round(radius * 1.35), theme.INK)
    surface.blit(letter, letter.get_rect(center=(x, y)))
    return radius * 2 + 4


def corner(surface: pygame.Surface, stage: Stage, view: View, title: str, names: Sequence[str]) -> None:
    """The upper left corner: the game, the deal, the contract, the trump."""
    px = stage.px
    trump = view.board.trump
    deal = _("Deal {number} · {goal}").format(number=max(view.deal_number, 1), goal=captions.goal(view))
    notes = [deal, *_contract(view, names)]
    rect = pygame.Rect(px(22), px(20), px(214), px(38 + 22 * len(notes) + (36 if trump else 4)))
    panel(surface, rect)
    name = theme.fitted(title, "serif", px(theme.LARGE), theme.CREAM, rect.width - px(24))
    surface.blit(name, (rect.x + px(12), rect.y + px(5)))
    for row, note in enumerate(notes):
        line = theme.fitted(note, "sans", px(theme.SMALL), theme.CREAM if row else theme.MUTED, rect.width - px(24))
        surface.blit(line, (rect.x + px(12), rect.y + px(35 + 22 * row)))
    if trump:
        _trump(surface, stage, trump, rect)


def _contract(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Caller, called card and points asked, as far as they are known yet."""
    phase = view.phase.tricks if isinstance(view.phase, Naming) else view.phase
    if not isinstance(phase, ChiamataTricks):
        return ()
    contract = phase.contract
    what = _("solo, no trump")
    if phase.called is not None:
        what = card_name(phase.called)
    elif contract.rank is not None:
        what = _("a {rank}").format(rank=_(RANK_NAMES[contract.rank]))
    return (
        _("Caller: {name}").format(name=names[contract.caller]),
        _("{card} · {points} points").format(card=what, points=contract.asked),
    )


def calls(surface: pygame.Surface, stage: Stage, view: View, spot: Spot) -> None:
    """Every seat's last call beside its plate, while the auction is on and until the suit is named."""
    phase = view.phase.tricks if isinstance(view.phase, Naming) else view.phase
    if not isinstance(phase, Auction) and not isinstance(view.phase, Naming):
        return
    last = {said.seat: said for said in phase.calls} if isinstance(phase, (Auction, ChiamataTricks)) else {}
    for seat, said in last.items():
        out = isinstance(said, Pass)
        shown = theme.text(_call_words(said), "bold", stage.px(theme.BODY), theme.MUTED if out else theme.INK)
        rect = shown.get_rect().inflate(stage.px(18), stage.px(6))
        plate = spot.place(seat).plate
        if plate.centerx < spot.size[0] * 0.5:
            rect.midleft = (plate.right + stage.px(6), plate.centery)
        else:
            rect.midright = (plate.left - stage.px(6), plate.centery)
        if out:
            panel(surface, rect)
        else:
            pygame.draw.rect(surface, theme.GOLD, rect)
        surface.blit(shown, shown.get_rect(center=rect.center))


def _call_words(said: Call | Pass | Solo) -> str:
    if isinstance(said, Pass):
        return _("pass")
    if isinstance(said, Solo):
        return _("solo")
    return said.rank if said.points is None else _("{rank} · {points}").format(rank=said.rank, points=said.points)


def _trump(surface: pygame.Surface, stage: Stage, trump: Suit, rect: pygame.Rect) -> None:
    px = stage.px
    icon = stage.art.icon(f"italian_{trump}", px(30))
    at = (rect.x + px(12), rect.bottom - px(38))
    surface.blit(icon, at)
    words = theme.text(_("Trump: {suit}").format(suit=_(SUIT_NAMES[trump])), "bold", px(theme.BODY), theme.GOLD)
    surface.blit(words, words.get_rect(midleft=(at[0] + px(38), at[1] + px(15))))


def prompt(surface: pygame.Surface, stage: Stage, words: str, spot: Spot, *, strong: bool) -> None:
    """The line above the viewer's hand: what is to be done, or who is waited for."""
    place = spot.place(spot.bottom)
    y = place.hand[1] - spot.hand_width * 0.82 - 23 * spot.size[1] / 720
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
    shown = theme.text(words, "bold", stage.px(theme.BODY), theme.INK)
    rect = shown.get_rect().inflate(stage.px(24), stage.px(14))
    rect.midtop = (plate.centerx, plate.bottom + stage.px(8))
    if plate.bottom > spot.size[1] * 0.6:
        rect.midbottom = (plate.centerx, plate.top - stage.px(8))
    rect.clamp_ip(pygame.Rect((0, 0), spot.size).inflate(-stage.px(24), -stage.px(24)))
    pygame.draw.rect(surface, theme.CREAM, rect, 0, stage.px(6))
    surface.blit(shown, shown.get_rect(center=rect.center))


def message(surface: pygame.Surface, stage: Stage, words: str) -> None:
    """A line over everything, near the lower edge of the table's middle."""
    wide, high = stage.size
    lines = theme.wrapped(words, "sans", stage.px(theme.BODY), round(wide * 0.6))
    pictures = [theme.text(line, "sans", stage.px(theme.BODY), theme.CREAM) for line in lines]
    step = stage.px(24)
    rect = pygame.Rect(0, 0, max(p.get_width() for p in pictures) + stage.px(36), step * len(lines) + stage.px(18))
    rect.center = (wide // 2, round(high * 0.60))
    panel(surface, rect, theme.GOLD, 245)
    for row, picture in enumerate(pictures):
        middle = (rect.centerx, rect.y + stage.px(9) + row * step + step // 2)
        surface.blit(picture, picture.get_rect(center=middle))
