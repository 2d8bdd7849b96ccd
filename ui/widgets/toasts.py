"""Toasts: short messages in a stack at the top of the window, over any scene; each disappears after a time."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from ui.app.context import AppContext
from ui.graphics import theme, timings
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel

VERTICAL_PADDING: Final = 5
"""Design pixels above and below the lines of a toast."""
STACK_GAP: Final = 4
"""Design pixels between two toasts."""
TEXT_SIZES: Final = (theme.BODY_TEXT_SIZE, theme.SMALL_TEXT_SIZE, 14, 12)
"""Text sizes in design pixels; the first is used in which the lines of a toast fit into its place, else the last."""
MESSAGE_WIDTH_RATIO: Final = 0.6
"""The largest share of the window's width that the lines of a message take."""


class ToastLayout(NamedTuple):
    """The rectangle of a toast, its lines, and the size of their font in pixels."""

    rect: pygame.Rect
    lines: tuple[str, ...]
    font_size: int


class Toasts:
    """The messages that are shown, the newest last."""

    def __init__(self) -> None:
        self._seconds_left_by_text: dict[str, float] = {}

    @property
    def texts(self) -> tuple[str, ...]:
        """The messages that are shown, the newest last."""
        return tuple(self._seconds_left_by_text)

    @property
    def is_visible(self) -> bool:
        """Whether a message is shown."""
        return bool(self._seconds_left_by_text)

    def update(self, seconds: float, context: AppContext) -> None:
        """Remove toasts whose time is over, and show waiting notices of ``context`` as far as the stack has room.

        ``seconds``: the time since the last call.
        """
        self._seconds_left_by_text = {
            text: seconds_left - seconds
            for text, seconds_left in self._seconds_left_by_text.items()
            if seconds_left > seconds
        }
        while context.notices and _has_room(context, (*self.texts, context.notices[0])):
            self._seconds_left_by_text[context.notices.pop(0)] = timings.TOAST_SHOWN_S
        context.shown_notices = self.texts

    def draw(self, canvas: Canvas, context: AppContext) -> None:
        """Draw the messages that are shown."""
        for toast in layout_toasts(context, self.texts):
            _draw_toast(canvas, context.theme, toast)


def layout_toasts(context: AppContext, texts: tuple[str, ...]) -> list[ToastLayout]:
    """Return the layouts of ``texts``, in their order, stacked from the top of the scene's `toast_rect`.

    A text that is higher than this rectangle gets a smaller font.
    """
    area = context.scenes.top.toast_rect
    top, layouts = area.top, []
    for text in texts:
        for size in TEXT_SIZES:
            toast = _layout_text(text, context.ui_scale, size, area.width)
            if toast.rect.height <= area.height:
                break
        rect = toast.rect.move_to(midtop=(area.centerx, top))
        layouts.append(toast._replace(rect=rect))
        top = rect.bottom + context.px(STACK_GAP)
    return layouts


def draw_message(canvas: Canvas, context: AppContext, text: str, bottom: int) -> None:
    """Draw a text in the middle, for as long as the caller draws it; ``bottom``: its lower edge in pixels."""
    width = context.size[0]
    toast = _layout_text(text, context.ui_scale, theme.BODY_TEXT_SIZE, round(width * MESSAGE_WIDTH_RATIO))
    rect = toast.rect.move_to(midbottom=(width // 2, bottom))
    _draw_toast(canvas, context.theme, toast._replace(rect=rect))


def _has_room(context: AppContext, texts: tuple[str, ...]) -> bool:
    """Return whether the stack fits into its place, or has only one toast, which is always shown."""
    return len(texts) == 1 or layout_toasts(context, texts)[-1].rect.bottom <= context.scenes.top.toast_rect.bottom


@lru_cache(maxsize=16)
def _layout_text(text: str, ui_scale: float, font_size: int, max_width: int) -> ToastLayout:
    """Return a toast at (0, 0), at most ``max_width`` pixels wide; ``font_size`` in design pixels."""
    size = round(font_size * ui_scale)
    lines = theme.wrap_evenly(text, "sans", size, max_width - 2 * size)
    text_width = max(theme.load_font("sans", size).size(line)[0] for line in lines)
    height = _compute_line_height(size) * len(lines) + 2 * round(VERTICAL_PADDING * ui_scale)
    return ToastLayout(pygame.Rect(0, 0, text_width + 2 * size, height), tuple(lines), size)


def _compute_line_height(font_size: int) -> int:
    return round(font_size * 4 / 3)


def _draw_toast(canvas: Canvas, table_theme: theme.Theme, toast: ToastLayout) -> None:
    draw_panel(canvas, table_theme, toast.rect, theme.GOLD, 255)
    line_height = _compute_line_height(toast.font_size)
    top = toast.rect.centery - line_height * len(toast.lines) // 2
    for row, line in enumerate(toast.lines):
        image = theme.render_text(line, "sans", toast.font_size, theme.CREAM)
        canvas.blit(image, image.get_rect(center=(toast.rect.centerx, top + row * line_height + line_height // 2)))
