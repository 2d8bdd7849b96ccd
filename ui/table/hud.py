"""What stands at the seats besides cards: medallions, what was said, marks; and the lines above the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from game.engine.cards import HIDDEN, Card
from game.engine.phases import Board, Phase
from game.engine.tricks import Trick, Tricks, winner_of
from game.i18n import _, ngettext
from game.seating import is_nameless
from game.view import View
from ui import theme
from ui.backdrop import FINE, panel, pill, rounded
from ui.looks import Looks, portraits, rings
from ui.scene import Stage
from ui.table.face import Face
from ui.table.layout import spare_pose
from ui.table.places import Spot
from ui.table.pose import RATIO
from ui.table.signs import side_sign, turn_sign

ORDINARY: Final = 74
"""On a ground so many design pixels high text has its ordinary size; on a higher one it is a little larger."""
LINE: Final = 0.86
"""From line to line on a plate, in heights of a line."""
MESSAGE_LINES: Final = 2
OUT: Final = 110
"""How bright a seat is that sits the deal out, 0 to 255."""


def plates(
    surface: pygame.Surface, stage: Stage, face: Face, view: View, names: Sequence[str], looks: Looks, spot: Spot,
    talking: frozenset[int],
) -> None:  # fmt: skip
    """Every seat's medallion: its portrait, name, where it stands; those who are ``talking`` have a bubble there."""
    out, people = face.sits_out(view), portraits(names, looks)
    colours = rings(view.sides, names, looks)
    for seat in range(view.seats):
        if seat not in talking:
            standing = face.standing(view, seat)
            _strip(surface, spot, seat, names[seat], standing, turn=view.to_act == seat, out=seat in out)
        ring = theme.GOLD if view.to_act == seat else colours[seat]
        _portrait(surface, stage, view, seat, people[seat], ring, spot, out=seat in out)


def _strip(surface: pygame.Surface, spot: Spot, seat: int, name: str, standing: str, *, turn: bool, out: bool) -> None:
    """The name and the standing, in as many lines as they need, right of the portrait."""
    px, place = spot.px, spot.place(seat)
    strip = place.plate.inflate(0, -px(8))
    mirrored = place.portrait.x > place.plate.x
    strip.width, strip.left = strip.width - px(30), strip.left + (0 if mirrored else px(30))
    line = theme.GOLD if turn else theme.PANEL_LINE
    surface.blit(
        rounded(strip.size, px(12), theme.PANEL, theme.THIN if out else 232, line, theme.outline(px(2 if turn else 1))),
        strip,
    )
    if turn:
        sign = turn_sign(px(15))
        surface.blit(sign, sign.get_rect(midtop=(strip.left + px(22) if mirrored else strip.right - px(22), strip.top)))
    left, room = place.portrait.right + px(5), place.plate.width - place.portrait.width - px(14)
    if mirrored:
        left = place.plate.left + px(11)
    lines = plate_lines(name, standing, (room, strip.height), spot.unit, theme.MUTED if out else theme.CREAM)
    step = [round(one.get_height() * LINE) for one in lines]
    y = place.plate.centery - sum(step) // 2 - px(1)
    for one, high in zip(lines, step, strict=True):
        surface.blit(one, one.get_rect(midleft=(left, y + high // 2)))
        y += high


def plate_lines(
    name: str, standing: str, room: tuple[int, int], unit: float, colour: theme.Colour
) -> list[pygame.Surface]:
    """A name and where its seat stands, as lines that fit ``room``, its width and height in pixels.

    The name is in one line if it can be read so, else in two smaller ones; of the standing as much as there is room
    for, the first of it at least.
    """
    wide, high = room
    ease = min(max(high / unit / ORDINARY, 1.0), 1.15)
    large, size, small = round(19 * ease * unit), round(14.5 * ease * unit), round(14.5 * unit)
    if theme.font("serif", round(large * 0.8)).size(name)[0] <= wide:
        lines = [theme.fitted(name, "serif", large, colour, wide)]
    else:
        first = theme.wrapped(name, "serif", small, wide)[0]
        rest = name[len(first) :].strip()
        lines = [theme.fitted(row, "serif", small, colour, wide) for row in (first, rest) if row]
    parts = standing.split("\n")
    rows = [row for part in parts for row in theme.wrapped(part, "sans", size, wide)]
    free = int((high - sum(one.get_height() for one in lines) * LINE) / (theme.font("sans", size).size("A")[1] * LINE))
    if len(rows) > free:
        rows = parts[: max(free, 1)]
    return [*lines, *(theme.fitted(row, "sans", size, theme.MUTED, wide) for row in rows if row)]


def _portrait(
    surface: pygame.Surface, stage: Stage, view: View, seat: int, number: int, ring: str, spot: Spot, *, out: bool
) -> None:
    px, rect = spot.px, spot.place(seat).portrait
    surface.blit(disc(rect.width, ring), rect)
    inner = face_of(spot, seat)
    face = stage.art.portrait(number, inner.width)
    if out:
        face = face.copy()
        face.fill((OUT, OUT, OUT), special_flags=pygame.BLEND_RGB_MULT)
    surface.blit(face, inner)
    if view.dealer == seat:
        mark = pygame.Rect(0, 0, px(24), px(24))
        mark.bottomright = rect.bottomright
        surface.blit(disc(mark.width, theme.CREAM), mark)
        letter = theme.text(_("D"), "bold", px(15), theme.INK)
        surface.blit(letter, letter.get_rect(center=mark.center))
    side = next((at for at, one in enumerate(view.sides) if seat in one and len(one) > 1), None)
    if side is not None:
        partners = side_sign(side, px(24))
        surface.blit(partners, partners.get_rect(bottomleft=rect.bottomleft))


def face_of(spot: Spot, seat: int) -> pygame.Rect:
    """Where a seat's portrait is painted, within its ring."""
    return spot.place(seat).portrait.inflate(-spot.px(8), -spot.px(8))


@lru_cache(maxsize=64)
def disc(size: int, colour: theme.Colour) -> pygame.Surface:
    """A round ground with a smooth edge, ``size`` pixels across."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    large.fill((*pygame.Color(colour)[:3], 0))
    pygame.draw.circle(large, colour, large.get_rect().center, size * FINE // 2)
    return pygame.transform.smoothscale(large, (size, size))


def sayings(surface: pygame.Surface, stage: Stage, face: Face, view: View, spot: Spot, talking: frozenset[int]) -> None:
    """What every seat has said before the play, or what the viewer knows of his own part, as a chip at its plate."""
    said = face.sayings(view, stage.scene.deck)
    for seat, one in said.items():
        if seat not in talking:
            _chip(surface, spot, seat, one.words, out=one.out)
    secret = face.secret(view, stage.scene.deck)
    if secret and view.seat is not None and view.seat == spot.bottom and view.seat not in said:
        _chip(surface, spot, view.seat, secret, picture=_small_card(stage, face.asked(view), spot))


def _small_card(stage: Stage, card: Card | None, spot: Spot) -> pygame.Surface | None:
    """A card as high as a chip may be."""
    return None if card is None else stage.art.card(card, round((spot.place(spot.bottom).row.height - 2) / RATIO))


def _chip(
    surface: pygame.Surface, spot: Spot, seat: int, words: str, *, out: bool = False,
    picture: pygame.Surface | None = None,
) -> None:  # fmt: skip
    """Words at a seat's plate; the picture that they speak of stands before them."""
    px, row = spot.px, spot.place(seat).row
    if picture is not None:
        surface.blit(picture, picture.get_rect(midleft=row.midleft))
        row = row.move(picture.get_width() + px(5), 0)
        row.width -= picture.get_width() + px(5)
    shown = theme.fitted(words, "bold", px(16.5), theme.MUTED if out else theme.INK, row.width - px(16))
    rect = pygame.Rect(0, 0, min(row.width, shown.get_width() + px(22)), px(28))
    outward = spot.place(seat).pile[0] > row.centerx or row.right <= spot.place(seat).plate.left
    if outward:
        rect.midright = row.midright
    else:
        rect.midleft = row.midleft
    if out:
        surface.blit(rounded(rect.size, rect.height // 2, theme.PANEL, 190), rect)
    else:
        pill(surface, rect, theme.GOLD)
    surface.blit(shown, shown.get_rect(center=rect.center))


def bubble(surface: pygame.Surface, stage: Stage, words: str, seat: int, spot: Spot) -> None:
    """Something that a seat says or signs, on its own ground; what is too long for it ends with an ellipsis."""
    px, place = spot.px, spot.place(seat)
    ground, mirrored = place.speech, place.portrait.x > place.plate.x
    near = place.plate.width - place.portrait.width - px(4)
    for size, width in ((px(16.5), near), (px(16.5), ground.width), (px(13.5), ground.width)):
        lines, step = theme.wrapped(words, "bold", size, width - px(18)), round(size * 1.14)
        most = max(1, (ground.height - px(8)) // step)
        if len(lines) <= most:
            break
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1] + "…"]
    shown = [theme.fitted(line, "bold", size, theme.INK, width - px(16)) for line in lines]
    rect = pygame.Rect(0, 0, width, max(px(44), min(ground.height, step * len(shown) + px(12))))
    rect.midright = ground.midright
    if not mirrored:
        rect.midleft = ground.midleft
    surface.blit(rounded(rect.size, px(12), theme.CREAM), rect)
    y = rect.centery - step * len(shown) // 2
    for row, line in enumerate(shown):
        surface.blit(line, line.get_rect(center=(rect.centerx, y + row * step + step // 2)))


def spare(surface: pygame.Surface, stage: Stage, face: Face, view: View, spot: Spot) -> None:
    """The ground of the cards that belong to nobody, and their name."""
    if view.board.spare:
        panel(surface, spot.spare)
        left, under = spot.spare.left + spot.px(12), spare_pose(spot, 0)
        room = round(under.x - under.width / 2) - left - spot.px(6)
        words = theme.fitted(face.spare(), "bold", spot.px(17), theme.CREAM, room)
        surface.blit(words, words.get_rect(midleft=(left, spot.spare.centery)))


# -- the lines above the hand


def winning(board: Board, phase: Phase | None) -> int | None:
    """The seat whose card takes the trick as it lies; None before a card lies, or where that is not known."""
    tricks = phase if isinstance(phase, Tricks) else getattr(phase, "tricks", None)
    open_ = [(seat, card) for seat, card in board.trick if seat not in board.face_down and card is not HIDDEN]
    if not isinstance(tricks, Tricks) or not open_ or board.trick[0] != open_[0]:
        return None
    seats, cards = zip(*open_, strict=True)
    return winner_of(Trick(seats, cards), tricks.ranking, board.trump)


def stands(view: View, names: Sequence[str]) -> str:
    """How the trick stands: who is winning it and what lies in it, or who leads to it; else empty."""
    seat, turn = winning(view.board, view.phase), view.to_act
    if seat is None:
        if view.phase is None or not view.phase.in_play or view.board.trick or turn is None:
            return ""
        if turn == view.seat:
            return _("you lead")
        words = _("to lead: {name}") if is_nameless(names[turn]) else _("{name} leads")
        return words.format(name=names[turn])
    phase, yours = view.phase, seat == view.seat
    values = phase.values if isinstance(phase, Tricks) else {}
    points = sum(values.get(card.rank, 0) for _seat, card in view.board.trick)
    if values and points:
        words = ngettext("{name} is winning {count} point", "{name} is winning {count} points", points)
        if yours:
            words = ngettext("you are winning {count} point", "you are winning {count} points", points)
        elif is_nameless(names[seat]):
            words = ngettext("ahead so far: {name}, {count} point", "ahead so far: {name}, {count} points", points)
        return words.format(name=names[seat], count=points)
    if yours:
        return _("you are winning")
    words = _("ahead so far: {name}") if is_nameless(names[seat]) else _("{name} is winning")
    return words.format(name=names[seat])


def prompt(surface: pygame.Surface, spot: Spot, words: str, *, strong: bool) -> None:
    """The line above the viewer's hand: what is to be done, or who is waited for."""
    px, room = spot.px, spot.prompt
    colour = theme.INK if strong else theme.CREAM
    shown = theme.fitted(words, "bold" if strong else "sans", px(theme.BODY), colour, room.width - px(28))
    rect = pygame.Rect(0, 0, shown.get_width() + px(30), px(32))
    rect.center = room.center
    if strong:
        pill(surface, rect, theme.GOLD)
    else:
        surface.blit(rounded(rect.size, rect.height // 2, theme.PANEL, 190), rect)
    surface.blit(shown, shown.get_rect(center=rect.center))


def has_room(spot: Spot, words: str) -> bool:
    """Whether a message can be read to its end."""
    return len(theme.wrapped(words, "bold", spot.px(theme.SMALL), spot.prompt.width - spot.px(40))) <= MESSAGE_LINES


def message(surface: pygame.Surface, spot: Spot, words: str) -> None:
    """A line to the person, in the prompt's place: it covers neither cards nor buttons."""
    px, room = spot.px, spot.prompt
    size = px(theme.BODY)
    lines = theme.wrapped(words, "bold", size, room.width - px(40))
    if len(lines) > 1:
        size = px(theme.SMALL)
        lines = theme.wrapped(words, "bold", size, room.width - px(40))[:MESSAGE_LINES]
    shown = [theme.fitted(line, "bold", size, theme.CREAM, room.width - px(36)) for line in lines]
    step = round(size * 1.2)
    rect = pygame.Rect(
        0, 0, max(one.get_width() for one in shown) + px(34), min(room.height, step * len(shown) + px(10))
    )
    rect.center = room.center
    surface.blit(rounded(rect.size, px(12), theme.PANEL, 250, theme.GOLD, max(1, px(2))), rect)
    for row, one in enumerate(shown):
        y = rect.centery + round((row - (len(shown) - 1) / 2) * step)
        surface.blit(one, one.get_rect(center=(rect.centerx, y)))
