"""Switch, disclosure, stepper and slider: controls that a person changes by mouse and by keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import PRESS_KEYS, CustomWidget, Draggable, Place, PressedWidget
from ui.widgets.described import DescribedWidget
from ui.widgets.layout import Row
from ui.widgets.nodes import Frame, Line, Node, Painter

STEP_BY_KEY: Final = {pygame.K_LEFT: -1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1,
                pygame.K_RIGHT: 1, pygame.K_PLUS: 1, pygame.K_KP_PLUS: 1}  # fmt: skip
"""The keys that decrease or increase a value, with the direction."""

CONTROL_HEIGHT: Final = 36
"""The height of all controls, in design pixels."""
SUPERSAMPLING: Final = 4
"""The factor by which round shapes are drawn larger and then scaled down, for smooth edges."""
STEPPER_WIDTH: Final = 168
STEPPER_ARROW_WIDTH: Final = 46
SWITCH_WIDTH: Final = 66
SLIDER_WIDTH: Final = 280
KNOB_RADIUS: Final = 13
"""The radius of the knob of a slider with the space around it, in design pixels."""


def make_arrow(direction: int, color: theme.Color = theme.CREAM) -> Painter:
    """Return a triangle that points left (-1) or right (1)."""

    def paint(_frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        arrow = _render_arrow(rect.height, direction, color)
        canvas.blit(arrow, arrow.get_rect(center=rect.center))

    return Painter(paint)


@lru_cache(maxsize=32)
def _render_arrow(height: int, direction: int, color: theme.Color) -> pygame.Surface:
    """Return the triangle for a control ``height`` pixels high, on a square with that side."""
    large_image = pygame.Surface((height * SUPERSAMPLING, height * SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(color)[:3], 0))
    half_size, (x, y) = height * SUPERSAMPLING * 0.17, large_image.get_rect().center
    points = [
        (x - direction * half_size, y - half_size * 1.3),
        (x - direction * half_size, y + half_size * 1.3),
        (x + direction * half_size, y),
    ]
    pygame.draw.polygon(large_image, color, points)
    return pygame.transform.smoothscale(large_image, (height, height))


class Switch(PressedWidget):
    """A switch; ``value`` is whether it is on."""

    natural_size = (SWITCH_WIDTH, theme.CONTROL_HEIGHT)

    def __init__(self, value: bool, rect: pygame.Rect, place: Place) -> None:
        self.value = value
        super().__init__(rect, place)

    @property
    def value_text(self) -> str:
        return _("on") if self.value else _("off")

    @property
    def key_help(self) -> str:
        return _("Switch: press Space to change it")

    def paint(self, canvas: Canvas) -> None:
        large_image = pygame.Surface((canvas.width * SUPERSAMPLING, canvas.height * SUPERSAMPLING), pygame.SRCALPHA)
        rect, ui_scale = large_image.get_rect(), self.ui_scale * SUPERSAMPLING
        line_color = theme.GOLD if self.hovered_part is not None else self.theme.panel_line_color
        is_lit = self.value and self.is_enabled
        fill_color = theme.GOLD if is_lit else self.theme.disabled_button_color
        knob_color = theme.INK if is_lit else theme.MUTED if self.is_enabled else self.theme.panel_line_color
        radius = rect.height // 2
        pygame.draw.rect(large_image, line_color, rect, 0, radius)
        pygame.draw.rect(large_image, fill_color, rect.inflate(-3 * ui_scale, -3 * ui_scale), 0, radius)
        x = rect.right - radius if self.value else radius
        pygame.draw.circle(large_image, knob_color, (x, rect.centery), radius - 6 * ui_scale)
        canvas.blit(pygame.transform.smoothscale(large_image, canvas.size), (0, 0))

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.choose(not self.value)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Toggle the switch by Enter or Space, or set it off or on by the arrows; return whether the key is used."""
        if event.key in PRESS_KEYS:
            self.choose(not self.value)
        elif event.key in STEP_BY_KEY:
            self.choose(STEP_BY_KEY[event.key] > 0)
        else:
            return False
        return True


class Stepper(DescribedWidget):
    """A number from ``bounds``, both included, with an arrow on either side.

    The arrows move through ``proposed_values``, or by ones if there are none. Typed digits are accepted while they form
    a number within the bounds. ``labels``: the words that are shown instead of single numbers.
    """

    natural_size = (STEPPER_WIDTH, theme.CONTROL_HEIGHT)

    def __init__(
        self,
        value: int,
        bounds: tuple[int, int],
        proposed_values: Sequence[int],
        rect: pygame.Rect,
        place: Place,
        labels: Mapping[Any, str] = MappingProxyType({}),
    ) -> None:
        self.value = value
        self.bounds = bounds
        self._labels = labels
        self.proposed_values = tuple(proposed_values) or tuple(range(bounds[0], bounds[1] + 1))
        self._typed_digits = ""
        super().__init__(rect, place)

    @property
    def value_text(self) -> str:
        return self._labels.get(self.value, str(self.value))

    @property
    def key_help(self) -> str:
        min_value, max_value = self.bounds
        return _("Number from {low} to {high}: press Left or Right, or type it").format(low=min_value, high=max_value)

    def describe(self) -> Node:
        value = Line(self._shown_text, face="bold", align="centre", grow=1)
        return Row(self._describe_arrow(-1), value, self._describe_arrow(1))

    def _describe_arrow(self, direction: int) -> Node:
        is_available = self._find_next_value(direction) is not None
        color = theme.CREAM if is_available else self.theme.panel_line_color
        return self.make_box(
            direction, make_arrow(direction, color), is_available=is_available, width=STEPPER_ARROW_WIDTH
        )

    @property
    def _shown_text(self) -> str:
        return self._typed_digits or self.value_text

    def _find_next_value(self, direction: int) -> int | None:
        candidates = (proposed for proposed in self.proposed_values if (proposed - self.value) * direction > 0)
        return min(candidates, key=lambda proposed: abs(proposed - self.value), default=None)

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._step_value(part)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Change the number by a key; return whether the key is used.

        Arrows, plus and minus step; digits enter a number, Backspace removes the last digit.
        """
        digit = event.unicode if event.unicode.isdecimal() and event.unicode.isascii() else ""
        if event.key in STEP_BY_KEY:
            self._step_value(STEP_BY_KEY[event.key])
        elif digit:
            self._type_digits((self._typed_digits + digit).lstrip("0") or "0")
        elif event.key == pygame.K_BACKSPACE:
            self._type_digits((self._typed_digits or str(self.value))[:-1])
        else:
            return False
        return True

    def _step_value(self, direction: int) -> None:
        self._typed_digits = ""
        value = self._find_next_value(direction)
        if value is not None:
            self.choose(value)
        else:
            self.repaint()

    def _type_digits(self, digits: str) -> None:
        min_value, max_value = self.bounds
        if not digits or int(digits) > max_value:
            digits = digits[-1:]
        self._typed_digits = digits
        if digits and min_value <= int(digits) <= max_value:
            self.choose(int(digits))
        self.repaint()

    def set_value(self, value: int) -> None:
        if value != self.value:
            self._typed_digits = ""
        super().set_value(value)


class Track(Draggable):
    """A number from 0 to ``maximum`` on a track, which is dragged, with its text at the end.

    ``marked_values`` stand out on the track.
    """

    text_width = 52
    """The space for the text, in design pixels."""
    marked_values: Sequence[int] = ()

    def __init__(self, value: int, maximum: int, rect: pygame.Rect, place: Place) -> None:
        self.value, self.maximum = value, maximum
        super().__init__(rect, place)

    @property
    def _ends(self) -> tuple[int, int]:
        """The x coordinates of the ends of the track within the widget, in pixels."""
        return self.px(KNOB_RADIUS), self.rect.width - self.px(KNOB_RADIUS + self.text_width)

    def compute_x(self, value: int) -> int:
        """Return the x coordinate of a value within the widget, in pixels."""
        left, right = self._ends
        return left + round((right - left) * value / max(1, self.maximum))

    def paint(self, canvas: Canvas) -> None:
        (left, right), (y, x), thickness = self._ends, (canvas.height // 2, self.compute_x(self.value)), self.px(5)
        color = theme.GOLD if self.is_enabled else theme.DISABLED_TEXT
        top = y - thickness // 2
        canvas.draw_rect(self.theme.panel_line_color, (left, top, right - left, thickness), 0, thickness)
        canvas.draw_rect(color, (left, top, x - left, thickness), 0, thickness)
        for value in self.marked_values:
            mark_color = theme.GOLD if value <= self.value else theme.MUTED
            height = canvas.height * 2 // 5
            canvas.fill(mark_color, (self.compute_x(value), y - height // 2, max(1, thickness // 2), height))
        canvas.draw_aacircle(theme.CREAM if self.is_highlighted else color, (x, y), self.px(KNOB_RADIUS - 2))
        text_color, width = theme.CREAM if self.is_enabled else theme.DISABLED_TEXT, self.px(self.text_width - 8)
        text = theme.render_fitted_text(self.value_text, "bold", self.px(theme.BODY_TEXT_SIZE), text_color, width)
        canvas.blit(text, text.get_rect(midright=(canvas.width - self.px(4), y)))

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0 if position[0] <= sum(self._ends) else None

    def drag(self, where: tuple[int, int]) -> None:
        left, right = self._ends
        self.choose(round((where[0] - left) * self.maximum / max(1, right - left)))

    def choose(self, value: int) -> None:
        super().choose(min(self.maximum, max(0, value)))


class Slider(Track):
    """A number from 0 to 100. ``held_part`` is not None while it is dragged.

    It posts `VALUE_CHANGED` at each step of a drag, and again at the release.
    """

    natural_size = (SLIDER_WIDTH, theme.CONTROL_HEIGHT)
    KEY_STEP: Final = 10

    def __init__(self, value: int, rect: pygame.Rect, place: Place) -> None:
        super().__init__(value, 100, rect, place)

    @property
    def value_text(self) -> str:
        return str(self.value)

    @property
    def key_help(self) -> str:
        return _("Slider from 0 to 100: press Left or Right to change it")

    def handle_release(self, part: int, pos: tuple[int, int]) -> None:
        self.notify_changed()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Change the value by a key; return whether the key is used.

        The arrows change it by 10, Home and End set it to the ends.
        """
        ends = {pygame.K_HOME: 0, pygame.K_END: 100}
        if event.key in STEP_BY_KEY:
            self.choose(self.value + self.KEY_STEP * STEP_BY_KEY[event.key])
        elif event.key in ends:
            self.choose(ends[event.key])
        else:
            return False
        return True


class ProgressBar(CustomWidget):
    """A bar filled up to ``share``, 0 to 1, with a color."""

    def __init__(self, share: float, rect: pygame.Rect, place: Place, *, color: theme.Color = theme.GOLD) -> None:
        self.share, self._color = share, color
        super().__init__(rect, place)

    def set_share(self, share: float) -> None:
        """Show another share."""
        if round(share * self.rect.width) != round(self.share * self.rect.width):
            self.share = share
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        rect = canvas.rect
        canvas.draw_rect(self.theme.disabled_button_color, rect, 0, rect.height // 2)
        done_rect = pygame.Rect(0, 0, max(rect.height, round(rect.width * self.share)), rect.height)
        canvas.draw_rect(self._color, done_rect, 0, rect.height // 2)
        canvas.draw_rect(self.theme.panel_line_color, rect, max(1, self.px(1)), rect.height // 2)
