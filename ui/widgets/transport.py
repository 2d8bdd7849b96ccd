"""To go through something step by step: a line with a knob, and the buttons of a player of films."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import pygame

from game.i18n import _
from ui import theme
from ui.widgets.controls import box
from ui.widgets.drawn import Container, Draggable, Drawn

Step = Literal["first", "trick back", "back", "play", "on", "trick on", "last"]
STEPS: Final[tuple[Step, ...]] = ("first", "trick back", "back", "play", "on", "trick on", "last")
LABEL: Final = 92
"""Design pixels for the number at the end of the line."""


class Timeline(Draggable):
    """A moment of ``most``, from 0 on; ``marks``: those that stand out, such as the end of a trick."""

    def __init__(
        self, value: int, most: int, marks: Sequence[int], rect: pygame.Rect, manager: Any, unit: float,
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.value, self.most, self.marks = value, most, tuple(marks)
        super().__init__(rect, manager, unit, container)

    @property
    def said(self) -> str:
        return _("{number} of {count}").format(number=self.value, count=self.most)

    @property
    def how(self) -> str:
        return _("Timeline: Left and Right go through it")

    @property
    def _track(self) -> pygame.Rect:
        knob = self.px(13)
        return pygame.Rect(knob, 0, self.rect.width - 2 * knob - self.px(LABEL), self.rect.height)

    def x_at(self, at: int) -> int:
        track = self._track
        return track.left + round(track.width * at / max(1, self.most))

    def paint(self, surface: pygame.Surface) -> None:
        track, thick = self._track, max(3, self.px(5))
        bar = pygame.Rect(track.left, track.centery - thick // 2, track.width, thick)
        pygame.draw.rect(surface, theme.PANEL_LINE, bar, 0, thick)
        pygame.draw.rect(surface, theme.GOLD, (bar.left, bar.top, self.x_at(self.value) - bar.left, thick), 0, thick)
        for mark in self.marks:
            colour = theme.GOLD if mark <= self.value else theme.MUTED
            line = pygame.Rect(0, 0, max(1, self.px(2)), self.px(16))
            line.center = (self.x_at(mark), track.centery)
            surface.fill(colour, line)
        knob = theme.CREAM if self.hot is not None or self.held_part is not None else theme.GOLD
        pygame.draw.aacircle(surface, knob, (self.x_at(self.value), track.centery), self.px(10))
        words = theme.text(f"{self.value} / {self.most}", "bold", self.px(theme.BODY), theme.CREAM)
        surface.blit(words, words.get_rect(midright=(self.rect.width - self.px(4), track.centery)))

    def go(self, value: int) -> None:
        """Show another moment."""
        if value != self.value:
            self.value = value
            self.repaint()

    def part_at(self, where: tuple[int, int]) -> int | None:
        return 0 if where[0] <= self._track.right + self.px(13) else None

    def drag(self, where: tuple[int, int]) -> None:
        track = self._track
        value = min(self.most, max(0, round((where[0] - track.left) * self.most / max(1, track.width))))
        if value != self.value:
            self.value = value
            self.changed()


class Transport(Drawn):
    """Seven buttons: to the ends, a trick or a step back or on, and to let it run (``playing``)."""

    def __init__(
        self, act: Callable[[Step], object], rect: pygame.Rect, manager: Any, unit: float,
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.playing = False
        self._act = act
        super().__init__(rect, manager, unit, container)

    def run(self, playing: bool) -> None:
        """Show whether it runs."""
        if playing != self.playing:
            self.playing = playing
            self.repaint()

    def parts(self) -> list[pygame.Rect]:
        """The buttons, from the left."""
        wide, gap = self.rect.width / len(STEPS), self.px(4)
        return [pygame.Rect(round(at * wide), 0, round(wide) - gap, self.rect.height) for at in range(len(STEPS))]

    def paint(self, surface: pygame.Surface) -> None:
        for at, (step, rect) in enumerate(zip(STEPS, self.parts(), strict=True)):
            hot = at == self.hot
            box(surface, rect, theme.BUTTON_HOVER if hot else theme.BUTTON, theme.GOLD if hot else theme.PANEL_LINE,
                self.unit)  # fmt: skip
            self._sign(surface, step, rect)

    def _sign(self, surface: pygame.Surface, step: Step, rect: pygame.Rect) -> None:
        half, (x, y) = self.px(7), rect.center
        way = -1 if step in ("first", "trick back", "back") else 1
        if step == "play" and self.playing:
            for side in (-1, 1):
                bar = pygame.Rect(0, 0, self.px(4), half * 2)
                bar.center = (x + side * self.px(5), y)
                surface.fill(theme.CREAM, bar)
            return
        heads = {"trick back": (-half, half), "trick on": (-half, half)}.get(step, (0,))
        colour = theme.GOLD if step == "play" else theme.CREAM
        for shift in heads:
            tip, back = x + shift + way * half, x + shift - way * half
            pygame.draw.polygon(surface, colour, [(back, y - half), (back, y + half), (tip, y)])
        if step in ("first", "last"):
            bar = pygame.Rect(0, 0, self.px(3), half * 2)
            bar.center = (x + way * (half + self.px(3)), y)
            surface.fill(theme.CREAM, bar)

    def part_at(self, where: tuple[int, int]) -> int | None:
        return next((at for at, rect in enumerate(self.parts()) if rect.collidepoint(where)), None)

    def click(self, part: int, where: tuple[int, int]) -> None:
        self._act(STEPS[part])
