"""Switch, stepper and slider: one value each, changed by mouse and by keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import pygame

from game.i18n import _
from ui import theme
from ui.backdrop import Ends, rounded
from ui.widgets.drawn import Container, Draggable, Drawn
from ui.widgets.focus import PRESSING

STEPS: Final = {pygame.K_LEFT: -1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1,
                pygame.K_RIGHT: 1, pygame.K_PLUS: 1, pygame.K_KP_PLUS: 1}  # fmt: skip
"""Keys that lower or raise a value."""

HEIGHT: Final = 36
"""Of every control, in design pixels."""
SMOOTH: Final = 4
"""Round shapes are drawn so many times larger and made smaller, for smooth edges."""
STEPPER_WIDTH: Final = 168
SWITCH_WIDTH: Final = 66
SLIDER_WIDTH: Final = 280


def box(
    surface: pygame.Surface, rect: pygame.Rect, fill: theme.Colour, line: theme.Colour, unit: float,
    ends: Ends = (True, True),
) -> None:  # fmt: skip
    """The ground of a button with a line around it; its corners are round at the left and right ``ends``."""
    ground = rounded(rect.size, round(theme.ROUND * unit), fill, 255, line, theme.outline(unit), ends)
    surface.blit(ground, rect)


def arrow(surface: pygame.Surface, rect: pygame.Rect, way: int, colour: theme.Colour) -> None:
    """A triangle in the middle of ``rect`` that points left (-1) or right (1)."""
    middle(surface, _arrow(rect.height, way, colour), rect)


@lru_cache(maxsize=32)
def _arrow(height: int, way: int, colour: theme.Colour) -> pygame.Surface:
    """The triangle for a control so high, on a square as wide."""
    large = pygame.Surface((height * SMOOTH, height * SMOOTH), pygame.SRCALPHA)
    large.fill((*pygame.Color(colour)[:3], 0))
    half, (x, y) = height * SMOOTH * 0.17, large.get_rect().center
    points = [(x - way * half, y - half * 1.3), (x - way * half, y + half * 1.3), (x + way * half, y)]
    pygame.draw.polygon(large, colour, points)
    return pygame.transform.smoothscale(large, (height, height))


def middle(surface: pygame.Surface, picture: pygame.Surface, rect: pygame.Rect) -> None:
    """Put a picture in the middle of ``rect``."""
    surface.blit(picture, picture.get_rect(center=rect.center))


class Switch(Drawn):
    """On or off."""

    def __init__(self, value: bool, rect: pygame.Rect, manager: Any, unit: float,
                 container: Container | None = None) -> None:  # fmt: skip
        self.value = value
        super().__init__(rect, manager, unit, container)

    @property
    def said(self) -> str:
        return _("on") if self.value else _("off")

    @property
    def how(self) -> str:
        return _("Switch: Space turns it over")

    def paint(self, surface: pygame.Surface) -> None:
        large = pygame.Surface((surface.get_width() * SMOOTH, surface.get_height() * SMOOTH), pygame.SRCALPHA)
        rect, unit = large.get_rect(), self.unit * SMOOTH
        line = theme.GOLD if self.hot is not None else theme.PANEL_LINE
        ground = theme.GOLD if self.value else theme.BUTTON_OFF
        knob = theme.INK if self.value else theme.MUTED
        round_off = rect.height // 2
        pygame.draw.rect(large, line, rect, 0, round_off)
        pygame.draw.rect(large, ground, rect.inflate(-3 * unit, -3 * unit), 0, round_off)
        x = rect.right - round_off if self.value else round_off
        pygame.draw.circle(large, knob, (x, rect.centery), round_off - 6 * unit)
        surface.blit(pygame.transform.smoothscale(large, surface.get_size()), (0, 0))

    def part_at(self, where: tuple[int, int]) -> int | None:
        return 0

    def click(self, part: int, where: tuple[int, int]) -> None:
        self._set(not self.value)

    def take_key(self, event: pygame.event.Event) -> bool:
        """Enter and Space turn it over, the arrows turn it off and on."""
        if event.key in PRESSING:
            self._set(not self.value)
        elif event.key in STEPS:
            self._set(STEPS[event.key] > 0)
        else:
            return False
        return True

    def _set(self, value: bool) -> None:
        if value != self.value:
            self.value = value
            self.changed()


class Fold(Switch):
    """A heading that shows or hides what belongs to it; ``value`` is whether that is shown."""

    def __init__(self, words: str, value: bool, rect: pygame.Rect, manager: Any, unit: float,
                 container: Container | None = None) -> None:  # fmt: skip
        self.words = words
        super().__init__(value, rect, manager, unit, container)

    @property
    def said(self) -> str:
        return _("shown") if self.value else _("hidden")

    @property
    def how(self) -> str:
        return _("Heading: Space shows and hides what belongs to it")

    def paint(self, surface: pygame.Surface) -> None:
        colour = theme.GOLD if self.hot is not None else theme.CREAM
        side, half = self.rect.height, self.px(6)
        x, y = self.px(8), side // 2
        down = [(x - half * 1.3, y - half / 2), (x + half * 1.3, y - half / 2), (x, y + half)]
        right = [(x - half / 2, y - half * 1.3), (x - half / 2, y + half * 1.3), (x + half, y)]
        pygame.draw.polygon(surface, theme.GOLD, down if self.value else right)
        picture = theme.fitted(self.words, "serif", self.px(theme.LARGE), colour, self.rect.width - side)
        surface.blit(picture, picture.get_rect(midleft=(self.px(24), y)))


class Stepper(Drawn):
    """A number, moved through proposed values or, where none are proposed, by ones between its bounds.

    Digits may be typed: they are taken as far as they make a number within the bounds.
    """

    def __init__(
        self, value: int, bounds: tuple[int, int], proposed: Sequence[int], rect: pygame.Rect, manager: Any,
        unit: float, container: Container | None = None,
    ) -> None:  # fmt: skip
        self.value = value
        self.bounds = bounds
        self.proposed = tuple(proposed) or tuple(range(bounds[0], bounds[1] + 1))
        self._typed = ""
        super().__init__(rect, manager, unit, container)

    @property
    def said(self) -> str:
        return str(self.value)

    @property
    def how(self) -> str:
        low, high = self.bounds
        return _("Number from {low} to {high}: Left and Right change it, or digits").format(low=low, high=high)

    def paint(self, surface: pygame.Surface) -> None:
        for way in (-1, 1):
            rect, open_ = self._end(way), self._next(way) is not None
            hot = open_ and self.hot == way
            line = theme.GOLD if hot else theme.PANEL_LINE
            ground = (theme.BUTTON_HOVER if hot else theme.BUTTON) if open_ else theme.BUTTON_OFF
            box(surface, rect, ground, line, self.unit)
            arrow(surface, rect, way, theme.CREAM if open_ else theme.PANEL_LINE)
        between = surface.get_rect().inflate(-2 * self._end(1).width, 0)
        middle(surface, theme.fitted(self._shown, "bold", self.px(theme.BODY), theme.CREAM, between.width), between)

    @property
    def _shown(self) -> str:
        return self._typed or str(self.value)

    def _end(self, way: int) -> pygame.Rect:
        rect = self.rect
        wide = min(round(rect.height * 1.15), int(rect.width * 0.3))
        return pygame.Rect(0 if way < 0 else rect.width - wide, 0, wide, rect.height)

    def _next(self, way: int) -> int | None:
        beyond = [one for one in self.proposed if (one - self.value) * way > 0]
        if not beyond:
            return None
        return min(beyond, key=lambda one: abs(one - self.value))

    def part_at(self, where: tuple[int, int]) -> int | None:
        return next((way for way in (-1, 1) if self._end(way).collidepoint(where)), None)

    def click(self, part: int, where: tuple[int, int]) -> None:
        self._step(part)

    def take_key(self, event: pygame.event.Event) -> bool:
        """The arrows, plus and minus step; digits write a number, Backspace takes one away."""
        digit = event.unicode if event.unicode.isdecimal() and event.unicode.isascii() else ""
        if event.key in STEPS:
            self._step(STEPS[event.key])
        elif digit:
            self._type((self._typed + digit).lstrip("0") or "0")
        elif event.key == pygame.K_BACKSPACE:
            self._type((self._typed or str(self.value))[:-1])
        else:
            return False
        return True

    def _step(self, way: int) -> None:
        self._typed = ""
        value = self._next(way)
        if value is not None:
            self._set(value)
        else:
            self.repaint()

    def _type(self, digits: str) -> None:
        low, high = self.bounds
        if not digits or int(digits) > high:
            digits = digits[-1:]
        self._typed = digits
        if digits and low <= int(digits) <= high:
            self._set(int(digits))
        self.repaint()

    def _set(self, value: int) -> None:
        if value != self.value:
            self.value = value
            self.changed()


class Slider(Draggable):
    """A number from 0 to 100, by tens with the keys. While it is dragged ``held_part`` is not None.

    It tells that it has changed at each step of a drag, and once more when it is let go.
    """

    BY: Final = 10

    def __init__(self, value: int, rect: pygame.Rect, manager: Any, unit: float,
                 container: Container | None = None) -> None:  # fmt: skip
        self.value = value
        super().__init__(rect, manager, unit, container)

    @property
    def said(self) -> str:
        return str(self.value)

    @property
    def how(self) -> str:
        return _("Slider from 0 to 100: Left and Right change it")

    @property
    def _track(self) -> pygame.Rect:
        knob = self.rect.height // 2
        return pygame.Rect(knob, 0, self.rect.width - 2 * knob - self.px(52), self.rect.height)

    def paint(self, surface: pygame.Surface) -> None:
        track, thick = self._track, max(3, self.px(5))
        bar = pygame.Rect(track.left, track.centery - thick // 2, track.width, thick)
        at = track.left + round(track.width * self.value / 100)
        pygame.draw.rect(surface, theme.PANEL_LINE, bar, 0, thick)
        pygame.draw.rect(surface, theme.GOLD, (bar.left, bar.top, at - bar.left, thick), 0, thick)
        hot = self.hot is not None or self.held_part is not None
        pygame.draw.aacircle(surface, theme.CREAM if hot else theme.GOLD, (at, track.centery), self.px(11))
        words = theme.text(str(self.value), "bold", self.px(theme.BODY), theme.CREAM)
        surface.blit(words, words.get_rect(midright=(self.rect.width - self.px(4), track.centery)))

    def part_at(self, where: tuple[int, int]) -> int | None:
        return 0 if where[0] <= self._track.right + self._track.left else None

    def drag(self, where: tuple[int, int]) -> None:
        self._set(round((where[0] - self._track.left) * 100 / self._track.width))

    def let_go(self, part: int, pos: tuple[int, int]) -> None:
        self.changed()

    def take_key(self, event: pygame.event.Event) -> bool:
        """The arrows go by ten, Home and End to the ends."""
        ends = {pygame.K_HOME: 0, pygame.K_END: 100}
        if event.key in STEPS:
            self._set(self.value + self.BY * STEPS[event.key])
        elif event.key in ends:
            self._set(ends[event.key])
        else:
            return False
        return True

    def _set(self, value: int) -> None:
        value = min(100, max(0, value))
        if value != self.value:
            self.value = value
            self.changed()
