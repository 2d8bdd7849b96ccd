"""The tabs of the settings, which several scenes share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import SettingsTab
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import PANEL_ALPHA, compute_panel_line_width, make_rounded_rect
from ui.widgets.base import Place
from ui.widgets.button import MIN_TEXT_SCALE, Button
from ui.widgets.layout import Column, Panel, Row
from ui.widgets.nodes import Frame, Node

TAB_TITLES: Final[Mapping[SettingsTab, str]] = {
    "general": N_("General"),
    "cards": N_("Table and cards"),
    "sound": N_("Sound and speed"),
    "accessibility": N_("Accessibility"),
    "house-rules": N_("House rules"),
    "profiles": N_("Profiles"),
}
MAX_TAB_HEIGHT: Final = 78
"""The largest height of a tab in design pixels of the window, whatever the scale of the text."""
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
        super().__init__(rect, text, place)

    def paint(self, canvas: Canvas) -> None:
        width, height = canvas.size
        if self._is_open:
            radius, line_width = round(TAB_RADIUS * self._ui_scale), self._line_width
            fill_color, line_color = self._theme.panel_color, self._theme.panel_line_color
            size = width, height + radius
            canvas.blit(make_rounded_rect(size, radius, fill_color, PANEL_ALPHA, line_color, line_width), (0, 0))
            canvas.fill(fill_color, (line_width, height - line_width, width - 2 * line_width, line_width))
        color = theme.GOLD if self._is_open or self.is_highlighted else theme.CREAM
        text_width = round(width - MIN_PADDING_RATIO * self.text_size)
        text_image = theme.render_fitted_text(self.text, "bold", self.text_size, color, text_width, MIN_TEXT_SCALE)
        canvas.blit(text_image, text_image.get_rect(center=(width // 2, height // 2)))


class TabBar(Node):
    """The titles of all tabs, spread over the width; they shrink together where they do not fit."""

    def __init__(self, context: AppContext, open_tab: SettingsTab) -> None:
        self._context, self._open_tab = context, open_tab

    def measure_height(self, frame: Frame, width: int) -> int:
        return min(frame.px(theme.BUTTON_HEIGHT), round(MAX_TAB_HEIGHT * self._context.window_scale))

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        room = rect.width - 2 * frame.px(TAB_RADIUS)
        text_size = frame.px(theme.BODY_TEXT_SIZE)
        while sum(_measure_titles(text_size)) + len(TAB_TITLES) * MIN_PADDING_RATIO * text_size > room:
            text_size -= 1
        widths = _measure_titles(text_size)
        padding = min(2 * frame.px(theme.MARGIN), (room - sum(widths)) / len(widths))
        gap = (room - sum(widths) - len(widths) * padding) / (len(widths) - 1)
        line_width = compute_panel_line_width(self._context.size[1], self._context.theme)
        left = float(rect.left + frame.px(TAB_RADIUS))
        for (tab, title), width in zip(TAB_TITLES.items(), widths, strict=True):
            is_open, tab_width = tab == self._open_tab, int(width + padding)
            place = pygame.Rect(round(left), rect.top, tab_width, rect.height + (line_width if is_open else 0))
            button = TabButton(
                place, _(title), frame.place, is_open=is_open, text_size=text_size, line_width=line_width
            )
            frame.part.focus.add(button, f"tab-{tab}", handler=partial(self._context.router.open_settings, tab))
            left += width + padding + gap


def describe_tab(context: AppContext, open_tab: SettingsTab, *nodes: Node) -> Node:
    """Return the tabs of the settings, with nodes side by side in the panel below them."""
    line_width = compute_panel_line_width(context.size[1], context.theme) / context.ui_scale
    return Column(TabBar(context, open_tab), Panel(Row(*nodes), padding=theme.MARGIN, top=max(2, line_width), grow=1))


def _measure_titles(text_size: int) -> list[int]:
    """Return the widths of the titles of all tabs in pixels."""
    measure = theme.load_font("bold", text_size).size
    return [measure(_(title))[0] for title in TAB_TITLES.values()]
