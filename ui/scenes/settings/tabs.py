"""The tabs of the settings, which several scenes share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.text.gettext import _
from ui.app.router import SettingsTab
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import PANEL_ALPHA, compute_panel_line_width, make_rounded_rect
from ui.scenes.page import Page
from ui.widgets.base import Place
from ui.widgets.button import MIN_TEXT_SCALE, Button

TAB_TITLES: Final[Mapping[SettingsTab, str]] = {
    "general": N_("General"),
    "cards": N_("Table and cards"),
    "sound": N_("Sound and speed"),
    "accessibility": N_("Accessibility"),
    "house-rules": N_("House rules"),
    "profiles": N_("Profiles"),
}
TAB_HEIGHT: Final = 56
TAB_LIFT: Final = 8
"""The distance from the top of the tabs to the content below them, in design pixels."""
TAB_PADDING: Final = 24
"""The space on each side of the title of a tab, in design pixels."""
MIN_PADDING_RATIO: Final = 0.7
"""The least space on both sides of the title together, as a share of the text size; the titles shrink for it."""
TAB_RADIUS: Final = 12
"""The radius of the corners of the open tab, in design pixels."""


class TabButton(Button):
    """The title of a tab: the open tab is a part of the panel below it."""

    def __init__(
        self, rect: pygame.Rect, text: str, place: Place, *, is_open: bool, text_size: int, line_width: int
    ) -> None:
        self._is_open = is_open
        self.text_size = text_size
        self._line_width = line_width
        self._ui_scale = place.scale
        self._theme = place.manager.theme
        super().__init__(rect, text, place, object_id="#small")

    def paint(self, canvas: Canvas) -> None:
        width, height = canvas.size
        if self._is_open:
            radius, line_width = round(TAB_RADIUS * self._ui_scale), self._line_width
            fill_color, line_color = self._theme.panel_color, self._theme.panel_line_color
            size = width, height + radius
            canvas.blit(make_rounded_rect(size, radius, fill_color, PANEL_ALPHA, line_color, line_width), (0, 0))
            canvas.fill(fill_color, (line_width, height - line_width, width - 2 * line_width, line_width))
        assert self.drawable_shape is not None
        is_hovered = self.drawable_shape.active_state.state_id in ("hovered", "active")
        color = theme.GOLD if self._is_open or is_hovered else theme.CREAM
        text_width = round(width - MIN_PADDING_RATIO * self.text_size)
        text_image = theme.render_fitted_text(self.text, "bold", self.text_size, color, text_width, MIN_TEXT_SCALE)
        canvas.blit(text_image, text_image.get_rect(center=(width // 2, height // 2)))


def add_settings_tabs(page: Page, open_tab: SettingsTab) -> pygame.Rect:
    """Add the tabs and the panel below them to a page of the settings; return the place inside the panel."""
    context, body = page.context, page.body
    px, _ui_scale = context.px, context.ui_scale
    top, height = body.top - px(TAB_LIFT), min(px(TAB_HEIGHT), round(TAB_HEIGHT * 1.4 * context.window_scale))
    board = pygame.Rect(body.left, top + height, body.width, body.bottom - top - height)
    page.add_board(board)
    inset = px(TAB_RADIUS)
    free_width = body.width - 2 * inset
    text_size = px(theme.BODY_TEXT_SIZE)
    text_widths = _measure_titles(text_size)
    total_text_width = sum(text_widths)
    padding = min(float(px(TAB_PADDING)), max(0.0, (free_width - total_text_width) / (2 * len(text_widths))))
    scale = min(1.0, free_width / total_text_width)
    widths = [text_width * scale + 2 * padding for text_width in text_widths]
    while any(
        text_width + MIN_PADDING_RATIO * text_size > width
        for text_width, width in zip(_measure_titles(text_size), widths, strict=True)
    ):
        text_size -= 1
    gap = (free_width - sum(widths)) / (len(widths) - 1)
    line_width = compute_panel_line_width(context.size[1], context.theme)
    left = float(body.left + inset)
    for (tab, title), width in zip(TAB_TITLES.items(), widths, strict=True):
        rect = pygame.Rect(round(left), top, int(width), height + (line_width if tab == open_tab else 0))
        button = TabButton(
            rect, _(title), context.place, is_open=tab == open_tab, text_size=text_size, line_width=line_width
        )
        page.bind_button(f"tab-{tab}", button, partial(context.router.open_settings, tab))
        left += width + gap
    return board.inflate(0, -2 * line_width)


def _measure_titles(text_size: int) -> list[int]:
    """Return the widths of the titles of all tabs in pixels."""
    measure = theme.load_font("bold", text_size).size
    return [measure(_(title))[0] for title in TAB_TITLES.values()]
