"""The tricks of this deal once more, as far as the table has agreed that one may look back (`game.recall`)."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.cards import Card
from game.i18n import _, ngettext
from game.narration import sentence
from game.recall import Trick, trick_told, tricks
from ui import theme
from ui.backdrop import rounded
from ui.scene import Stage
from ui.shortcuts import LAST, MEMORY
from ui.table.desk import Desk
from ui.table.face import Face
from ui.table.memory import MemoryAid
from ui.table.overlay import EDGE, Overlay
from ui.table.pose import RATIO
from ui.table.sheet import put
from ui.widgets.focus import Focus

STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
ENDS: Final = {pygame.K_HOME: 0, pygame.K_END: 1}
HEAD: Final = 82
NAME: Final = 34
STRIP: Final = 92
FOOT: Final = 70
"""Design pixels: the title and who took it; a name under its card; the strip of all tricks; the buttons."""
STEP: Final = 150
CARD: Final = 112
"""From card to card, and a card's width, where there is room for them."""
SMALL: Final = 34
OVERLAP: Final = 0.44
"""A card's width in the strip, and from one to the next in widths of it."""
ARROW: Final = 22
LEAST: Final = 640
WITH_STRIP: Final = 880
"""The sign that there is more; the box is so wide at least, and with a strip."""


class LookBack(Overlay):
    """One trick large, all of them in a strip below. It begins at the last one and stays there while more are taken."""

    largest_scale = 1.5
    veil = 120

    def __init__(self, stage: Stage, desk: Desk, face: Face) -> None:
        super().__init__(stage, desk)
        self.face = face
        self.focus = Focus()  # the arrows walk through the tricks
        self._viewer = desk.table.viewer
        self._number: int | None = None
        """The number of the trick that one has walked to, None for the last."""
        self._pressed: int | None = None

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """What may be looked at, the oldest first."""
        return tricks(self.desk.view, self.desk.story, self.desk.table.aids.memory)

    @property
    def at(self) -> int:
        """The place of the trick that is shown, -1 where there is none."""
        numbers = [one.number for one in self.tricks]
        return numbers.index(self._number) if self._number in numbers else len(numbers) - 1

    @property
    def told(self) -> tuple[str, ...]:
        found, desk = self.tricks, self.desk
        if not found:
            return (_("No trick has been taken yet"),)
        counted = self.face.counts(desk.view)
        return (trick_told(found[self.at], desk.table.names, desk.deck, counted=counted),)

    @property
    def _aided(self) -> bool:
        """Whether one may look further back than to the last trick."""
        return self.desk.table.aids.memory != "off"

    # -- what is done

    def go(self, at: int) -> None:
        """Show the trick at this place, or the nearest that there is."""
        before, last = self.at, len(self.tricks) - 1
        at = min(max(at, 0), last)
        self._number = None if at == last else self.tricks[at].number
        if at != before and self.stage.narrate is not None:
            self.stage.narrate(sentence(self.told[0]))

    def update(self, seconds: float) -> None:
        if self.desk.table.viewer != self._viewer:
            self.stage.back()

    def handle(self, event: pygame.event.Event) -> None:
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in STEPS:
            self.go(self.at + STEPS[key])
        elif key in ENDS:
            self.go(len(self.tricks) * ENDS[key])
        elif key in LAST.keys:
            self.stage.back()
        elif key in MEMORY.keys and self._aided:
            self._remember()
        elif event.type == pygame.MOUSEWHEEL:
            self.go(self.at - event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)
        else:
            super().handle(event)

    def _press(self, event: pygame.event.Event) -> None:
        """Hold a trick of the strip; a press beside the box, or with the right button, closes it."""
        if event.button in (1, 3) and (event.button == 3 or not self.box.collidepoint(event.pos)):
            self.stage.back()
        elif event.button == 1:
            self._pressed = self._slot_at(event.pos)

    def _release(self, point: tuple[int, int]) -> None:
        """Show the trick that was held, if the mouse is let go over it."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self._slot_at(point):
            self.go(pressed)

    def _slot_at(self, point: tuple[int, int]) -> int | None:
        return next((at for at, rect in self.strip_places() if rect.collidepoint(point)), None)

    def _remember(self) -> None:
        self.stage.push(MemoryAid(self.stage, self.desk, self.face))

    # -- where things are

    def compose(self) -> None:
        px = self.stage.px
        cards = round(px(CARD) * RATIO) + px(NAME)
        least = WITH_STRIP if self._aided else LEAST
        self.place_box(px(max(least, STEP * self.desk.view.seats + 2 * EDGE)), px(HEAD + FOOT) + cards + self._strip)
        words = [("back", _("Back"), self.stage.back, "#primary")]
        if self._aided:
            words.append(("memory", _("Cards gone"), self._remember, "#menu"))
        wide, gap = px(200), px(16)
        left = self.box.centerx - (wide * len(words) + gap * (len(words) - 1)) // 2
        for at, (widget_id, said, act, style) in enumerate(words):
            rect = pygame.Rect(left + at * (wide + gap), self.box.bottom - px(FOOT - 8), wide, px(46))
            self.button(widget_id, said, rect, act, style=style)

    @property
    def _strip(self) -> int:
        """The height of the strip, in pixels."""
        return self.stage.px(STRIP) if self._aided else 0

    def strip_places(self) -> list[tuple[int, pygame.Rect]]:
        """The places of the tricks in the strip that there is room for, the one that is shown among them."""
        px, box, count = self.stage.px, self.box, len(self.tricks)
        if not self._aided or not count:
            return []
        most = max(len(one.taken.cards) for one in self.tricks)
        wide = round(px(SMALL) * (1 + OVERLAP * (most - 1))) + px(16)
        room = pygame.Rect(box.x + px(EDGE), box.bottom - px(FOOT) - self._strip, box.width - 2 * px(EDGE), self._strip)
        fit = max(1, min(count, (room.width - 2 * px(ARROW)) // wide))
        first = min(max(0, self.at - fit // 2), count - fit)
        left = room.centerx - wide * fit // 2
        return [(first + at, pygame.Rect(left + at * wide, room.y, wide, room.height)) for at in range(fit)]

    # -- the picture

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        found = self.tricks
        if not found:
            self.draw_title(surface, _("No trick has been taken yet"), 12)
            return
        shown = found[self.at]
        last = shown is found[-1]
        self.draw_title(surface, _("The last trick") if last else _("Trick {number}").format(number=shown.number), 8)
        self._outcome(surface, shown)
        self._cards(surface, shown)
        self._all(surface, found)

    def _outcome(self, surface: pygame.Surface, shown: Trick) -> None:
        px, names, taken = self.stage.px, self.desk.table.names, shown.taken
        words = _("{leader} led, {winner} took it").format(leader=names[taken.seats[0]], winner=names[taken.winner])
        if self.face.counts(self.desk.view) and taken.points is not None:
            count = ngettext("{words} · {count} point", "{words} · {count} points", taken.points)
            words = count.format(words=words, count=taken.points)
        rect = pygame.Rect(self.box.x + px(EDGE), self.box.y + px(50), self.box.width - 2 * px(EDGE), px(24))
        put(surface, words, "sans", px(theme.BODY), theme.MUTED, rect, "centre")

    def _cards(self, surface: pygame.Surface, shown: Trick) -> None:
        """Each card over the name of who played it, the winner's in gold."""
        px, box, taken = self.stage.px, self.box, shown.taken
        step = min(px(STEP), (box.width - 2 * px(EDGE)) // len(taken.cards))
        high = box.height - px(HEAD + FOOT + NAME) - self._strip
        width = min(px(CARD), step - px(8), int(high / RATIO))
        for at, (seat, card) in enumerate(zip(taken.seats, taken.cards, strict=True)):
            middle = box.centerx + round((at - (len(taken.cards) - 1) / 2) * step)
            picture = self.stage.art.posed(card, width, 0.0, 1.0)
            place = picture.get_rect(midtop=(middle, box.y + px(HEAD)))
            surface.blit(picture, place)
            name = pygame.Rect(0, place.bottom, step - px(8), px(NAME - 8))
            name.centerx = middle
            colour = theme.GOLD if seat == taken.winner else theme.CREAM
            put(surface, self.desk.table.names[seat], "bold", px(theme.SMALL), colour, name, "centre")

    def _all(self, surface: pygame.Surface, found: tuple[Trick, ...]) -> None:
        """The strip: every trick with its number and who took it, the one shown in a golden frame."""
        px, slots = self.stage.px, self.strip_places()
        for at, rect in slots:
            one = found[at]
            if at == self.at:
                surface.blit(rounded(rect.size, px(8), theme.PANEL, 255, theme.GOLD, max(1, px(2))), rect)
            inside = rect.inflate(-px(10), -px(8))
            self._fan(surface, one.taken.cards, inside)
            words = pygame.Rect(inside.x, inside.bottom - px(18), inside.width, px(18))
            taker = _("{number} {name}").format(number=one.number, name=self.desk.table.names[one.taken.winner])
            put(surface, taker, "sans", px(theme.SMALL - 2), theme.CREAM, words, "centre")
        if slots and slots[0][0] > 0:
            self._arrow(surface, "‹", slots[0][1].left - px(ARROW))
        if slots and slots[-1][0] < len(found) - 1:
            self._arrow(surface, "›", slots[-1][1].right)

    def _arrow(self, surface: pygame.Surface, sign: str, left: int) -> None:
        """There are more tricks than the strip shows."""
        px = self.stage.px
        rect = pygame.Rect(left, self.box.bottom - px(FOOT) - self._strip, px(ARROW), self._strip)
        put(surface, sign, "serif", px(theme.TITLE), theme.GOLD, rect, "centre")

    def _fan(self, surface: pygame.Surface, cards: tuple[Card, ...], rect: pygame.Rect) -> None:
        width = self.stage.px(SMALL)
        step = round(width * OVERLAP)
        left = rect.centerx - (width + step * (len(cards) - 1)) // 2
        for at, card in enumerate(cards):
            surface.blit(self.stage.art.posed(card, width, 0.0, 1.0), (left + at * step, rect.y))
