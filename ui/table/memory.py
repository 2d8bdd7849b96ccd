"""The memory aid: the whole pack by suits, with what is gone of it, as far as the table has agreed (`game.recall`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from game.conventions import listed, series
from game.engine.cards import Card
from game.i18n import N_, _
from game.recall import Whereabouts, pack_told, rows_of, whereabouts
from ui import theme
from ui.scene import Stage
from ui.shortcuts import MEMORY
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.order import suits_of
from ui.table.overlay import EDGE, Overlay
from ui.table.pose import RATIO
from ui.table.sheet import mark, put

HEAD: Final = 58
TAKEN: Final = 26
LEGEND: Final = 38
FOOT: Final = 70
"""Design pixels: the title; what was taken; what the signs mean; the button."""
CARD: Final = 62
GAP: Final = 8
SIGN: Final = 24
BETWEEN: Final = 26
"""Of a card and from one to the next; of a sign in the legend, and from one to the next."""
KINDS: Final[Mapping[Whereabouts, str]] = {
    "held": N_("in your hand: {count}"), "seen": N_("in sight: {count}"), "gone": N_("gone: {count}"),
    "out": N_("not seen: {count}"),
}  # fmt: skip


class MemoryAid(Overlay):
    """Lies over the table for as long as the same person sees it, and follows what happens there."""

    largest_scale = 1.5

    def __init__(self, stage: Stage, desk: Desk, face: Face) -> None:
        super().__init__(stage, desk)
        self.face = face
        self._viewer = desk.table.viewer

    @property
    def cards(self) -> Mapping[Card, Whereabouts]:
        """Where every card of the pack is, as far as the viewer may be reminded of it."""
        desk, table = self.desk, self.desk.table
        return whereabouts(desk.view, desk.board, desk.story, table.aids.memory, table.pack)

    @property
    def rows(self) -> tuple[tuple[Card, ...], ...]:
        """The suits of the pack, in each the strongest card first."""
        table = self.desk.table
        return rows_of(table.pack, suits_of(self.desk.deck), table.game.draw_ranking)

    @property
    def told(self) -> tuple[str, ...]:
        return (self._title, *filter(None, (self._taken,)), *pack_told(self.cards, self.rows, self.desk.deck))

    @property
    def _title(self) -> str:
        mine = self.desk.table.aids.memory == "mine"
        return _("The cards of my tricks") if mine else _("The cards that are gone")

    @property
    def _taken(self) -> str:
        """What every side has taken so far, where the table counts aloud."""
        view, names = self.desk.view, self.desk.table.names
        if not self.face.counts(view):
            return ""
        words = _("{names} {points}")
        taken = [
            words.format(names=listed([names[seat] for seat in side]), points=sum(view.points[one] for one in side))
            for side in view.sides
        ]
        return _("Points taken: {sides}").format(sides=series(taken))

    # -- the scene

    def update(self, seconds: float) -> None:
        if self.desk.table.viewer != self._viewer:
            self.stage.back()

    def handle(self, event: pygame.event.Event) -> None:
        beside = event.type == pygame.MOUSEBUTTONDOWN and not self.box.collidepoint(event.pos)
        if beside or (event.type == pygame.KEYDOWN and event.key in MEMORY.keys):
            self.stage.back()
        else:
            super().handle(event)

    def compose(self) -> None:
        px, rows = self.stage.px, self.rows
        wide = max(px(CARD + GAP) * max(map(len, rows)), px(560)) + 2 * px(EDGE)
        self.place_box(wide, self._head + px(LEGEND + FOOT) + len(rows) * (round(px(CARD) * RATIO) + px(GAP)))
        rect = pygame.Rect(0, 0, px(200), px(46))
        rect.midbottom = (self.box.centerx, self.box.bottom - px(16))
        self.button("back", _("Back"), rect, self.stage.back, style="#primary")

    @property
    def _head(self) -> int:
        """The pixels above the cards."""
        return self.stage.px(HEAD + (TAKEN if self._taken else 0))

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px, box, found = self.stage.px, self.box, self.cards
        self.draw_title(surface, self._title, 8)
        line = pygame.Rect(box.x + px(EDGE), box.y + px(50), box.width - 2 * px(EDGE), px(24))
        put(surface, self._taken, "sans", px(theme.BODY), theme.MUTED, line, "centre")
        for card, rect in self.places().items():
            self._card(surface, card, found[card], rect)
        self._legend(surface, found)

    def places(self) -> dict[Card, pygame.Rect]:
        """Where each card of the pack lies in the box."""
        px, box, rows = self.stage.px, self.box, self.rows
        room = pygame.Rect(box.x + px(EDGE), box.y + self._head, box.width - 2 * px(EDGE), 0)
        room.height = box.height - self._head - px(LEGEND + FOOT)
        columns, gap = max(map(len, rows)), px(GAP)
        width = min(px(CARD), room.width // columns - gap, int((room.height // len(rows) - gap) / RATIO))
        high, step = round(width * RATIO), width + gap
        left = room.centerx - (step * columns - gap) // 2
        return {
            card: pygame.Rect(left + at * step, room.y + row * (high + gap), width, high)
            for row, cards in enumerate(rows)
            for at, card in enumerate(cards)
        }

    def _card(self, surface: pygame.Surface, card: Card, where: Whereabouts, rect: pygame.Rect) -> None:
        art = self.stage.art
        gone = where == "gone"
        surface.blit(art.dimmed(card, rect.width) if gone else art.posed(card, rect.width, 0.0, 1.0), rect)
        self._sign(surface, where, rect)

    def _sign(self, surface: pygame.Surface, where: Whereabouts, rect: pygame.Rect) -> None:
        """A card that is gone is crossed out, one in the hand has a golden frame, one in sight a dot."""
        px = self.stage.px
        if where == "gone":
            cross = mark(max(rect.width * 2 // 3, min(rect.width, px(18))), False)
            surface.blit(cross, cross.get_rect(center=rect.center))
        elif where == "held":
            pygame.draw.rect(surface, theme.GOLD, rect.inflate(px(4), px(4)), max(2, px(3)), px(5))
        elif where == "seen":
            radius = max(3, px(6))
            pygame.draw.circle(surface, theme.INK, (rect.right - radius, rect.top + radius), radius + max(1, px(1)))
            pygame.draw.circle(surface, theme.GOLD, (rect.right - radius, rect.top + radius), radius)

    def _legend(self, surface: pygame.Surface, found: Mapping[Card, Whereabouts]) -> None:
        """What the signs mean, and how many cards have each."""
        px, box, counts = self.stage.px, self.box, list(found.values())
        y, size = box.bottom - px(FOOT + LEGEND), px(theme.SMALL)
        words = [(kind, _(text).format(count=counts.count(kind))) for kind, text in KINDS.items() if kind in counts]
        widths = [px(SIGN * 0.8 + 8 + BETWEEN) + theme.font("sans", size).size(said)[0] for _kind, said in words]
        left = box.centerx - (sum(widths) - px(BETWEEN)) // 2
        for (kind, said), wide in zip(words, widths, strict=True):
            swatch = pygame.Rect(left, y + px(3), px(SIGN * 0.8), px(SIGN * 1.2))
            pygame.draw.rect(surface, theme.BUTTON_OFF if kind == "gone" else theme.CREAM, swatch, 0, px(2))
            self._sign(surface, kind, swatch)
            place = pygame.Rect(swatch.right + px(8), swatch.y, wide, swatch.height)
            put(surface, said, "sans", size, theme.CREAM, place)
            left += wide
