"""The title screen: go on with a match, begin one, settings, help."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Final

import pygame

from game.engine.cards import Card, cards
from game.i18n import _
from game.store.lessons import is_new, offer_lessons
from game.store.reading import Summary
from game.version import NAME
from ui import theme
from ui.art import RATIO
from ui.doors import Topic
from ui.page import Page
from ui.scene import Stage
from ui.scenes.opening import Opening, caption, title_of

FAN: Final[tuple[Card, ...]] = cards("3s Qh Kd Ac Ad")
"""The cards on the title screen, from the left."""
SPREAD: Final = 13.0
"""Degrees between two of them."""
BUTTON: Final = (330, 52)
GAP: Final = 12
BORDER: Final = 28
CAPTION: Final = 30
TITLE_ROOM: Final = 84
"""Design pixels that the title needs above the buttons."""
SIDE_BY_SIDE: Final = 900
"""Design pixels of width from which the cards have room beside the buttons."""


class Menu(Page):
    """The scene that the program begins with."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._fan_asked: tuple[object, int] | None = None
        self.saved: tuple[Summary, ...] = ()
        self._asked: Future[tuple[Summary, ...]] | None = None
        self._glimpse = None if stage.storage.opened.done() else stage.storage.glimpse
        self.is_new = False
        stage.recognise()
        self._greeting: Future[bool] | None = stage.storage.archive(
            lambda archive: is_new(stage.folders, archive, stage.settings.called)
        )
        self._opening: Opening | None = None
        self._box = pygame.Rect(0, 0, 0, 0)
        self._caption_at: pygame.Rect | None = None
        self.read_matches()

    @property
    def busy(self) -> bool:
        return self._asked is not None or self._greeting is not None or self._opening is not None

    @property
    def latest(self) -> Summary | None:
        """The match that Continue goes on with."""
        return next((one for one in self.saved if not one.fault and not one.elsewhere), None)

    @property
    def greets(self) -> bool:
        """Whether the lessons are offered: to who is new here, where no match is to be gone on with."""
        return self.is_new and self.latest is None

    @property
    def note(self) -> str:
        """What Continue goes on with; empty where there is nothing."""
        return f"{title_of(self.latest)} · {caption(self.latest)}" if self.latest else ""

    # -- widgets

    def compose(self) -> None:
        px, entries = self.stage.px, self._entries()
        columns = 1 if self._is_wide else 2
        rows = -(-len(entries) // columns)
        border, gap, note = px(BORDER / columns), px(GAP / columns), px(CAPTION) if self.note else 0
        wide = min(px(BUTTON[0]), (self.area.width - 2 * border - gap) // columns)
        room = self.area.height - (0 if self._is_wide else px(TITLE_ROOM))
        high = min(px(BUTTON[1]), (room - 2 * border - note) // rows - gap)
        self._place_box(columns * (wide + gap) - gap + 2 * border, rows * (high + gap) - gap + note + 2 * border)
        x, y = self._box.left + border, self._box.top + border
        self._caption_at = pygame.Rect(x, y + high, wide, note) if note else None
        for at, (widget_id, words, act) in enumerate(entries):
            column, row = divmod(at, rows)
            top = y + row * (high + gap) + (note if row else 0)
            rect = pygame.Rect(x + column * (wide + gap), top, wide, high)
            style = "#primary" if at == self._golden else "#menu"
            self.button(widget_id, words, rect, partial(self._enter, act), style=style)

    def _place_box(self, wide: int, high: int) -> None:
        """The board of the buttons: at the right of the cards, or below the title where there is no room beside."""
        area = self.area
        self._box = pygame.Rect(0, 0, wide, high)
        if self._is_wide:
            self._box.center = (area.left + round(area.width * 0.76), area.centery)
        else:
            self._box.midbottom = (area.centerx, area.bottom)
        self.board(self._box)

    @property
    def _is_wide(self) -> bool:
        return self.stage.size[0] >= SIDE_BY_SIDE * self.stage.unit

    def _entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        doors = self.stage.doors
        learn = _("New here? Learn by playing") if self.greets else _("Learn by playing")
        return [
            *([("continue", _("Continue"), self._go_on)] if self.latest else []),
            ("new-match", _("New match"), doors.new_match), ("learn", learn, doors.lessons),
            ("daily-deal", _("Daily deal"), doors.daily),
            ("history", _("History"), partial(doors.history, self.read_matches)),
            ("settings", _("Settings"), doors.settings), ("help", _("Help"), partial(doors.help, Topic())),
            ("quit", _("Quit"), self._quit),
        ]  # fmt: skip

    @property
    def _golden(self) -> int:
        """The place of the golden button: the lessons for who is new here, else the first; none until that is known."""
        if self._greeting is not None and self.latest is None:
            return -1
        return 1 if self.greets else 0

    # -- what the buttons do

    def _enter(self, act: Callable[[], None]) -> None:
        """Something was chosen: who has seen the lessons offered is not offered them again."""
        if self.greets:
            self.is_new = False
            self.stage.storage.run(offer_lessons, self.stage.folders, self.stage.settings.called)
        act()

    def _go_on(self) -> None:
        if self._opening is None and self.latest:
            self._opening = Opening(self.stage, self.latest)

    def _quit(self) -> None:
        self.stage.running = False

    def escape(self) -> None:
        """There is nothing to go back to."""

    # -- saved matches

    def read_matches(self) -> None:
        """Ask the storage anew; the answer comes with a later frame."""
        self._asked = self.stage.storage.unfinished()

    def update(self, seconds: float) -> None:
        if self._asked is not None and self._asked.done():
            answer, self._asked, self._glimpse = self._asked, None, None
            self._answered(answer)
        elif self._glimpse is not None and self._glimpse.done():
            glimpse, self._glimpse = self._glimpse, None
            self._answered(glimpse)
        if self._greeting is not None and self._greeting.done():
            greeting, self._greeting = self._greeting, None
            self.is_new = greeting.exception() is None and greeting.result()
            self.stage.rebuild()
        if self._opening is not None and self._opening.update():
            self._opening = None

    def _answered(self, answer: Future[tuple[Summary, ...]]) -> None:
        error = answer.exception()
        if error is not None:
            self.stage.notify(str(error))
        else:
            self.saved = tuple(one for one in answer.result() if not one.deserted)
            self.stage.rebuild()

    # -- the picture

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self._is_wide:
            centre = self.area.left + round(self.area.width * 0.325)
            self._draw_fan(surface, (centre, self.area.top + round(self.area.height * 0.63)))
            self._draw_title(surface, centre, self.area.top + round(self.area.height * 0.06), theme.DISPLAY * 1.3)
        else:
            room = self._box.top - self.area.top
            size = min(theme.DISPLAY, room / self.stage.unit / 1.9)
            top = self.area.top + (room - self.stage.px(size * 1.85)) // 2
            self._draw_title(surface, self.area.centerx, max(self.area.top, top), size)
        self._draw_caption(surface)

    def _draw_title(self, surface: pygame.Surface, centre: int, top: int, size: float) -> None:
        """The name with a line of ornament, and below it what this is."""
        px = self.stage.px
        name = theme.text(NAME, "serif", px(size), theme.CREAM)
        shade = theme.text(NAME, "serif", px(size), theme.WOOD_DARK)
        spot = name.get_rect(midtop=(centre, top))
        surface.blit(shade, spot.move(0, px(3)))
        surface.blit(name, spot)
        words = theme.text(_("Card games of the Italian table"), "sans", px(max(size * 0.3, theme.SMALL)), theme.CREAM)
        under = words.get_rect(midtop=(centre, spot.bottom + px(2)))
        surface.blit(words, under)

    def _draw_fan(self, surface: pygame.Surface, centre: tuple[int, int]) -> None:
        """The cards as a hand holds them: turned around a point far below."""
        width = round(self.area.height * 0.27)
        reach = width * RATIO * 1.35
        pivot = pygame.Vector2(centre[0], centre[1] + reach)
        art = self.stage.art
        if not all(art.is_ready(card, width) for card in FAN):
            self._prepare_fan(width)
            return
        for at, card in enumerate(FAN):
            turn = (at - (len(FAN) - 1) / 2) * SPREAD
            place = pivot + pygame.Vector2(0, -reach).rotate(turn)
            picture = art.posed(card, width, -turn, 1.0)
            surface.blit(picture, picture.get_rect(center=(round(place.x), round(place.y))))

    def _prepare_fan(self, width: int) -> None:
        """Have the fan drawn beside the loop: the first frame does not wait for it."""
        if self._fan_asked != (self.stage.art, width):
            self._fan_asked = (self.stage.art, width)
            self.stage.art.prepare(FAN, [width])

    def _draw_caption(self, surface: pygame.Surface) -> None:
        """What Continue goes on with, under its button."""
        if self._caption_at is None:
            return
        px, room = self.stage.px, self._caption_at
        line = theme.fitted(self.note, "sans", px(theme.SMALL), theme.MUTED, room.width)
        surface.blit(line, line.get_rect(midtop=(room.centerx, room.top + px(4))))
