"""Widgets to step through a replay: a timeline with a knob, and the buttons of a media player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal

import pygame

from game.core.messages import N_
from game.text.gettext import _, pgettext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import render_symbol
from ui.widgets.base import Place
from ui.widgets.controls import Track
from ui.widgets.described import DescribedWidget
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Frame, Line, Node, Painter, Space

PlaybackStep = Literal["first", "trick back", "back", "play", "on", "trick on", "last"]
PLAYBACK_STEPS: Final[tuple[PlaybackStep, ...]] = ("first", "trick back", "back", "play", "on", "trick on", "last")
STEP_TEXTS: Final[Mapping[PlaybackStep, str]] = {
    "first": N_("Start of the deal"), "trick back": N_("Previous trick"), "back": N_("Previous move"),
    "play": N_("Play"), "on": N_("Next move"), "trick on": N_("Next trick"), "last": N_("End of the deal"),
}  # fmt: skip
"""The effect of each button."""
SYMBOL_TOP: Final = 9
SYMBOL_HEIGHT: Final = 12
"""The space above the symbol of a button and the height of the symbol, in design pixels."""
STEP_SYMBOL_SIZE: Final = 20
"""The size of the arrow of a single move, in design pixels, which differs from that of the playback."""
LABEL_WIDTH: Final = 150
"""The space for the position at the end of the timeline, in design pixels."""


class Timeline(Track):
    """A position from 0 to ``maximum``; ``marked_values`` stand out, such as the end of a trick."""

    text_width = LABEL_WIDTH

    def __init__(self, value: int, maximum: int, marked_values: Sequence[int], rect: pygame.Rect, place: Place) -> None:
        self.marked_values = tuple(marked_values)
        super().__init__(value, maximum, rect, place)

    @property
    def value_text(self) -> str:
        return _("Move {number} of {count}").format(number=self.value, count=self.maximum)

    @property
    def key_help(self) -> str:
        return _("Timeline: Left and Right move along it")

    def set_range(self, maximum: int, marked_values: Sequence[int]) -> None:
        """Show another range of positions, at position 0."""
        self.value, self.maximum, self.marked_values = 0, maximum, tuple(marked_values)
        self.repaint()

    def show_position(self, value: int) -> None:
        """Show another position, without an event."""
        if value != self.value:
            self.value = value
            self.repaint()


class PlaybackControls(DescribedWidget):
    """Seven buttons: first, last, a trick or a step back or on, and play or pause (``is_playing``)."""

    natural_size = (322, theme.LARGE_CONTROL_HEIGHT)

    def __init__(self, on_step: Callable[[PlaybackStep], object], rect: pygame.Rect, place: Place) -> None:
        self.is_playing = False
        self._on_step = on_step
        super().__init__(rect, place)

    def set_playing(self, is_playing: bool) -> None:
        """Show whether the playback runs."""
        if is_playing != self.is_playing:
            self.is_playing = is_playing
            self.repaint()

    @property
    def hovered_text(self) -> str:
        """The effect of the button below the mouse pointer; "" if there is none."""
        if self.hovered_part is None:
            return ""
        step = PLAYBACK_STEPS[self.hovered_part]
        return _("Pause") if step == "play" and self.is_playing else _(STEP_TEXTS[step])

    def describe(self) -> Node:
        return Row(*map(self._describe_button, PLAYBACK_STEPS), gap=theme.TINY_GAP)

    def _describe_button(self, step: PlaybackStep) -> Node:
        is_play, part = step == "play", PLAYBACK_STEPS.index(step)
        color = theme.INK if is_play else theme.CREAM
        symbol = Painter(partial(self._paint_symbol, step, color), height=SYMBOL_HEIGHT)
        caption = Line(self._get_caption(step), size=theme.SMALL_TEXT_SIZE, color=color, align="centre")
        content, fill_color = Column(Space(SYMBOL_TOP), symbol, caption), theme.GOLD if is_play else None
        return self.make_box(part, content, fill_color=fill_color, grow=1)

    def _get_caption(self, step: PlaybackStep) -> str:
        """Return the word below the symbol of a button."""
        if step == "play":
            return pgettext("replay", "Pause") if self.is_playing else pgettext("replay", "Play")
        if step in ("first", "last"):
            return pgettext("replay", "Start") if step == "first" else pgettext("replay", "End")
        return pgettext("replay", "Move") if step in ("back", "on") else pgettext("replay", "Trick")

    def _paint_symbol(
        self, step: PlaybackStep, color: theme.Color, frame: Frame, canvas: Canvas, rect: pygame.Rect
    ) -> None:
        is_back, x, half = step in ("first", "trick back", "back"), rect.centerx, rect.height // 2
        if step in ("back", "on"):
            symbol = render_symbol("back" if is_back else "next", frame.px(STEP_SYMBOL_SIZE), color)
            canvas.blit(symbol, symbol.get_rect(center=rect.center))
        elif step == "play" and self.is_playing:
            for left in (x - half * 7 // 6, x + half // 2):
                canvas.fill(color, (left, rect.top, half * 2 // 3, rect.height))
        else:
            draw_arrows(canvas, rect, color, is_back=is_back, count=2 if step.startswith("trick") else 1)
            if step in ("first", "last"):
                left = x - half * 7 // 4 if is_back else x + half * 5 // 4
                canvas.fill(color, (left, rect.top, half // 2, rect.height))

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._on_step(PLAYBACK_STEPS[part])


def draw_arrows(canvas: Canvas, rect: pygame.Rect, color: theme.Color, *, is_back: bool, count: int) -> None:
    """Draw triangles side by side in the middle of a rectangle, as high as it is."""
    half = -rect.height // 2 if is_back else rect.height // 2
    for number in range(count):
        x = rect.centerx + (2 * number + 1 - count) * abs(half)
        canvas.draw_polygon(color, [(x - half, rect.top), (x - half, rect.bottom), (x + half, rect.centery)])
