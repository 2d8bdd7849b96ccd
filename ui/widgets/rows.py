"""A list of any length: only the rows that are seen are painted, each once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from game.i18n import _
from ui import theme
from ui.backdrop import rounded
from ui.widgets.drawn import Drawn
from ui.widgets.focus import ENTER
from ui.widgets.scroll import BAR, WHEEL, Bar

KEPT: Final = 200
"""So many pictures of rows are kept."""
PAGE: Final = 0.85
"""Of the list's height, a page is."""


class Rows(Drawn):
    """One row of ``count`` is chosen, `at`. The scene paints the list with `draw`, under the widgets.

    ``say(at)`` says a row in a line, ``paint(at, surface)`` paints it on a ground of its size: only those that are
    needed. ``chosen`` is called when Enter is pressed on one, with ``at_once`` by a click too.
    """

    def __init__(
        self, rect: pygame.Rect, manager: Any, unit: float, *, high: int, count: int,
        say: Callable[[int], str], paint: Callable[[int, pygame.Surface], None],
        chosen: Callable[[], object], at: int = 0, offset: int = 0, at_once: bool = False,
    ) -> None:  # fmt: skip
        self.count = count
        self.at = min(max(0, at), max(0, count - 1))
        self.offset = 0
        self.row_height = high
        self.width = rect.width - round((BAR + 10) * unit)
        self._say, self._paint_row, self._chosen, self._at_once = say, paint, chosen, at_once
        self._pictures: dict[tuple[int, bool, bool], pygame.Surface] = {}
        self._bar: Bar | None = None
        super().__init__(rect, manager, unit)
        self._place_bar()
        self.move_to(offset)

    @property
    def value(self) -> int:
        """The row that is chosen."""
        return self.at

    @property
    def said(self) -> str:
        return self._say(self.at) if self.count else _("nothing")

    @property
    def how(self) -> str:
        number, count = (self.at + 1 if self.count else 0), self.count
        return _("Row {number} of {count}: Up and Down go to the others").format(number=number, count=count)

    @property
    def window(self) -> pygame.Rect:
        """Where the list is."""
        return pygame.Rect(self.get_abs_rect())

    @property
    def height(self) -> int:
        """How high all the rows are."""
        return self.row_height * self.count

    @property
    def most(self) -> int:
        """The largest offset."""
        return max(0, self.height - self.window.height)

    def move_to(self, offset: int) -> None:
        """Show what lies ``offset`` pixels below the first row, as far as there is something."""
        self.offset = min(max(0, offset), self.most)
        if self._bar is not None and self.most:
            self._bar.repaint()

    def fill(self, count: int) -> None:
        """Other rows, so many: the first is chosen."""
        self.count, self.at = count, 0
        self._pictures.clear()
        self._place_bar()
        self.move_to(0)

    def _place_bar(self) -> None:
        """The bar is there where there is something to scroll."""
        if self.most and self._bar is None:
            wide, window = round(BAR * self.unit), self.window
            rect = pygame.Rect(window.right - wide, window.top, wide, window.height)
            self._bar = Bar(self, rect, self.ui_manager, self.unit)
        if self._bar is not None:
            self._bar.visible = bool(self.most)

    # -- pictures

    def repaint(self) -> None:
        """The rows are painted by `draw`: a picture of the whole list would be made anew each time it moves."""
        self._set_image(pygame.Surface((1, 1), pygame.SRCALPHA))

    def draw(self, surface: pygame.Surface) -> None:
        """The rows that are seen."""
        window = self.window
        first = self.offset // self.row_height
        last = min(self.count, -(-(self.offset + window.height) // self.row_height))
        before = surface.get_clip()
        surface.set_clip(window)
        for at in range(first, last):
            surface.blit(self._picture(at), (window.left, window.top + at * self.row_height - self.offset))
        surface.set_clip(before)

    def _picture(self, at: int) -> pygame.Surface:
        look = (at, at == self.at, at == self.hot)
        if look not in self._pictures:
            if len(self._pictures) >= KEPT:
                self._pictures.clear()
            self._pictures[look] = self._painted(*look)
        return self._pictures[look]

    def _painted(self, at: int, chosen: bool, hot: bool) -> pygame.Surface:
        size = (self.width, self.row_height)
        picture = pygame.Surface(size, pygame.SRCALPHA)
        if chosen or hot:
            ground = (size[0], size[1] - self.px(4))
            line = theme.GOLD if chosen else theme.PANEL_LINE
            picture.blit(rounded(ground, self.px(8), theme.BUTTON_DOWN, 255, line, max(1, self.px(1))), (0, self.px(2)))
        self._paint_row(at, picture)
        return picture

    # -- what is done

    def part_at(self, where: tuple[int, int]) -> int | None:
        at = (where[1] + self.offset) // self.row_height
        return at if at < self.count and where[0] < self.width else None

    def click(self, part: int, where: tuple[int, int]) -> None:
        self.choose(part)
        if self._at_once:
            self._chosen()

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.window.collidepoint(pygame.mouse.get_pos()):
            self.move_to(self.offset - round(event.y * WHEEL * self.unit))
            return True
        return super().process_event(event)

    def take_key(self, event: pygame.event.Event) -> bool:
        """The arrows, the paging keys, Home and End choose a row, Enter is for the one chosen.

        At the first and the last row the arrows lead out of the list.
        """
        page = max(1, int(self.rect.height * PAGE) // self.row_height)
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        ends = {pygame.K_HOME: 0, pygame.K_END: self.count - 1}
        if event.key in ENTER and self.count:
            self._chosen()
        elif event.key in ends:
            self.choose(ends[event.key])
        elif event.key in steps and 0 <= self.at + (1 if steps[event.key] > 0 else -1) < self.count:
            self.choose(self.at + steps[event.key])
        else:
            return False
        return True

    def choose(self, at: int) -> None:
        """Choose a row and bring it into sight."""
        at = min(max(0, at), self.count - 1)
        if at < 0:
            return
        top = at * self.row_height
        self.move_to(min(max(self.offset, top + self.row_height - int(self.rect.height)), top))
        if at != self.at:
            self.at = at
            self.changed()
