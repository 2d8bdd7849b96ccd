"""Widgets to step through a replay: a timeline with a knob, and the buttons of a media player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

import pygame

from game.core.messages import N_
from game.text.gettext import _, pgettext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import render_symbol
from ui.widgets.base import Place
from ui.widgets.controls import Track
from ui.widgets.described import DescribedWidget
from ui.widgets.layout import Column, Row, Sized
from ui.widgets.nodes import Frame, Line, Node, Painter, Space

PlaybackStep = Literal["first", "trick back", "back", "play", "on", "trick on", "last"]
PLAYBACK_STEPS: Final[tuple[PlaybackStep, ...]] = ("first", "trick back", "back", "play", "on", "trick on", "last")
STEP_TEXTS: Final[Mapping[PlaybackStep, str]] = {
    "first": N_("Start of the deal"), "trick back": N_("Previous trick"), "back": N_("Previous move"),
    "play": N_("Play"), "on": N_("Next move"), "trick on": N_("Next trick"), "last": N_("End of the deal"),
}  # fmt: skip
"""The effect of each button."""
BUTTON_WIDTH: Final = 44
SYMBOL_HEIGHT: Final = 16
"""The width of a button and the height of its symbol, in design pixels."""
STEP_SYMBOL_SIZE: Final = 24
"""The size of the arrow of a single move, in design pixels, which differs from that of the playback."""
PLAY_SYMBOL_WIDTH: Final = 28
"""The space of the symbol before the word of the playback, in design pixels."""
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
        return _("Timeline: press Left or Right to move along it")

    def set_range(self, maximum: int, marked_values: Sequence[int]) -> None:
        """Show another range of positions, at position 0."""
        self.value, self.maximum, self.marked_values = 0, maximum, tuple(marked_values)
        self.repaint()


class PlaybackControls(DescribedWidget):
    """Seven buttons: first, a trick back or on, a step back or on, play or pause (``is_playing``), and last.

    The word between a back and a forward button names their step: trick or move.
    """

    natural_size = (0, theme.LARGE_CONTROL_HEIGHT)

    def __init__(self, on_step: Callable[[PlaybackStep], object], rect: pygame.Rect, place: Place) -> None:
        self.is_playing = False
        self._on_step = on_step
        super().__init__(rect, place)

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        play_width = max(_measure_text(place, text) for text in _list_play_texts())
        words_width = sum(_measure_text(place, text) for text in (_get_trick_text(), _get_move_text()))
        gaps = 4 * theme.TINY_GAP + 4 * theme.GAP + 2 * theme.SMALL_GAP
        return play_width + words_width + place.px(6 * BUTTON_WIDTH + PLAY_SYMBOL_WIDTH + gaps)

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
        make_word = partial(Line, face="bold", align="centre")
        make_group = partial(Row, gap=theme.TINY_GAP)
        trick = make_group(
            self._describe_button("trick back"), make_word(_get_trick_text()), self._describe_button("trick on")
        )
        move = make_group(self._describe_button("back"), make_word(_get_move_text()), self._describe_button("on"))
        first, last = self._describe_button("first"), self._describe_button("last")
        return Row(first, trick, move, self._describe_play(), last, gap=theme.GAP)

    def _describe_button(self, step: PlaybackStep) -> Node:
        return self._make_part(step, self._describe_symbol(step, theme.CREAM), width=BUTTON_WIDTH)

    def _describe_play(self) -> Node:
        play, pause = _list_play_texts()
        word = Line(pause if self.is_playing else play, face="bold", color=theme.INK, align="centre", grow=1)
        symbol = Sized(self._describe_symbol("play", theme.INK), width=PLAY_SYMBOL_WIDTH)
        content = Row(Space(theme.SMALL_GAP), symbol, word, Space(theme.SMALL_GAP))
        return self._make_part("play", content, fill_color=theme.GOLD, grow=1)

    def _make_part(self, step: PlaybackStep, content: Node, **options: Any) -> Node:
        return self.make_box(PLAYBACK_STEPS.index(step), content, **options)

    def _describe_symbol(self, step: PlaybackStep, color: theme.Color) -> Node:
        symbol = Painter(partial(self._paint_symbol, step, color), height=SYMBOL_HEIGHT)
        return Column(Space(grow=1), symbol, Space(grow=1))

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


def _list_play_texts() -> tuple[str, str]:
    """Return the words to begin and to stop the playback."""
    return pgettext("replay", "Play"), pgettext("replay", "Pause")


def _get_trick_text() -> str:
    return pgettext("replay", "Trick")


def _get_move_text() -> str:
    return pgettext("replay", "Move")


def _measure_text(place: Place, text: str) -> int:
    return theme.load_font("bold", place.px(theme.BODY_TEXT_SIZE)).size(text)[0]


def draw_arrows(canvas: Canvas, rect: pygame.Rect, color: theme.Color, *, is_back: bool, count: int) -> None:
    """Draw triangles side by side in the middle of a rectangle, as high as it is."""
    half = -rect.height // 2 if is_back else rect.height // 2
    for number in range(count):
        x = rect.centerx + (2 * number + 1 - count) * abs(half)
        canvas.draw_polygon(color, [(x - half, rect.top), (x - half, rect.bottom), (x + half, rect.centery)])
