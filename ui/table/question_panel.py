"""The base of panels that ask the viewer a question over the middle of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.table.action_panel import ActionPanel

PANEL_WIDTH: Final = 432
WIDE_PANEL_WIDTH: Final = 496
"""The width of a panel with up to two columns, and with more, in design pixels."""
PANEL_PADDING: Final = 24
"""The distance from the side of a panel to its contents, in design pixels."""
PANEL_PADDINGS: Final = (10, 24)
PANEL_GAPS: Final = (7, 18)
"""The least and the usual distance from the edges to the contents, and between rows, in design pixels."""
TITLE_LINE_HEIGHT_RATIO: Final = 1.3
HINT_LINE_HEIGHT: Final = 24
"""The distance of lines in text sizes, and that of the lines of an explanation in design pixels."""
BUTTON_GAP: Final = 12
GRID_GAP: Final = 8
BUTTON_SIDE_SPACE: Final = 44
SMALL_BUTTON_SIDE_SPACE: Final = 24
"""Design pixels between buttons side by side, between rows of a grid, and beside the text of a button."""


class PanelRow(NamedTuple):
    """A row of a panel, with its usual and its least height in design pixels.

    ``is_optional``: the row is left out if there is no room; it has no gap above it.
    """

    height: float
    min_height: float
    is_optional: bool = False


BUTTON_ROW: Final = PanelRow(56, 42)


class PanelArrangement(NamedTuple):
    """The places of a panel's parts in pixels; a row that was left out has the height 0."""

    rect: pygame.Rect
    title_size: int
    title_lines: tuple[str, ...]
    title_rect: pygame.Rect
    hint_rect: pygame.Rect
    row_rects: tuple[pygame.Rect, ...]


class QuestionPanel(ActionPanel):
    """A question, a short explanation below it, and rows of answers.

    Subclasses say which `rows` there are, make the buttons in them, and may draw more.
    """

    @property
    def width(self) -> float:
        """The wanted width in design pixels; the panel fits the free area."""
        return PANEL_WIDTH

    @property
    def hint_text(self) -> str:
        """A short explanation below the question, or ""."""
        return ""

    @property
    def rows(self) -> Sequence[PanelRow]:
        """The rows below the question and its explanation."""
        raise NotImplementedError

    @property
    def rect(self) -> pygame.Rect:
        """The place of the panel, in pixels."""
        return self.arrangement.rect

    @property
    def arrangement(self) -> PanelArrangement:
        """The places of the parts.

        An explanation that is too high shrinks to a line. Then optional rows are left out, the last first, until the
        rest fits with their least heights.
        """
        layout, px = self.table.layout, self.table.layout.px
        panel_width = min(px(self.width), layout.free_rect.width)
        has_title = not self.is_asked_in_prompt
        title_size, title_lines = _wrap_title(self.question_text, px, panel_width - 2 * px(PANEL_PADDING))
        title_lines = title_lines if has_title else []
        title_height = round(title_size * TITLE_LINE_HEIGHT_RATIO) * len(title_lines) / layout.ui_scale
        free_height = layout.free_rect.height / layout.ui_scale - title_height
        rows = (self._make_hint_row(can_shrink=False), *self.rows)
        shown = [True] * len(rows)
        if _sum_heights(rows, shown, 0.0, has_title=has_title) > free_height:
            rows = (self._make_hint_row(can_shrink=True), *self.rows)
        while _sum_heights(rows, shown, 0.0, has_title=has_title) > free_height and any(
            row.is_optional and is_shown for row, is_shown in zip(rows, shown, strict=True)
        ):
            last = max(index for index, row in enumerate(rows) if row.is_optional and shown[index])
            shown[last] = False
        least, usual = (_sum_heights(rows, shown, share, has_title=has_title) for share in (0.0, 1.0))
        share = 1.0 if usual <= free_height else max(0.0, (free_height - least) / (usual - least))
        rect = pygame.Rect(0, 0, panel_width, px(title_height + _sum_heights(rows, shown, share, has_title=has_title)))
        rect.height = min(rect.height, layout.free_rect.height)
        rect.center = layout.trick_ring_rect.center
        rect.clamp_ip(layout.free_rect)
        padding, gap = px(_interpolate(*PANEL_PADDINGS, share)), px(_interpolate(*PANEL_GAPS, share))
        title_rect = pygame.Rect(rect.x + px(PANEL_PADDING), rect.y + padding, 0, px(title_height))
        title_rect.width = rect.width - 2 * px(PANEL_PADDING)
        row_rects, top = [], title_rect.bottom - (0 if has_title else gap)
        for row, is_shown in zip(rows, shown, strict=True):
            height = px(_interpolate(row.min_height, row.height, share)) if is_shown else 0
            top += gap if is_shown and not row.is_optional else 0
            row_rects.append(pygame.Rect(title_rect.x, top, title_rect.width, height))
            top += height
        hint_rect, *row_rects = row_rects
        return PanelArrangement(rect, title_size, tuple(title_lines), title_rect, hint_rect, tuple(row_rects))

    def make_grid_row(self, height: float, min_height: float, row_count: int) -> PanelRow:
        """Return the row that holds a grid of ``row_count`` rows of buttons."""
        gaps = GRID_GAP * (row_count - 1)
        return PanelRow(height * row_count + gaps, min_height * row_count + gaps)

    def split_grid(self, area: pygame.Rect, count: int, weights: Sequence[float]) -> list[pygame.Rect]:
        """Return the places of ``count`` buttons in a grid, row by row; ``weights``: the widths of its columns."""
        gap, row_count = self.table.layout.px(GRID_GAP), -(-count // len(weights))
        height = (area.height - gap * (row_count - 1)) // row_count
        rows = [pygame.Rect(area.x, area.y + row * (height + gap), area.width, height) for row in range(row_count)]
        return [rect for row in rows for rect in self.split_row(row, weights)][:count]

    def split_row(self, row: pygame.Rect, weights: Sequence[float]) -> list[pygame.Rect]:
        """Return places side by side in a row, with widths in proportion to ``weights``."""
        gap = self.table.layout.px(BUTTON_GAP)
        free_width, left, rects = row.width - gap * (len(weights) - 1), row.left, []
        for index in range(len(weights)):
            right = row.left + round(free_width * sum(weights[: index + 1]) / sum(weights)) + index * gap
            rects.append(pygame.Rect(left, row.top, right - left, row.height))
            left = right + gap
        return rects

    def measure_button(self, text: str) -> float:
        """Return the width that a button with a text needs, in design pixels."""
        layout = self.table.layout
        width = theme.load_font(theme.BUTTON_FACE, layout.px(theme.LARGE_TEXT_SIZE)).size(text)[0]
        return width / layout.ui_scale + BUTTON_SIDE_SPACE

    def measure_small_button(self, text: str) -> float:
        """Return the width that a small button with a text needs, in design pixels."""
        layout = self.table.layout
        width = theme.load_font(theme.BUTTON_FACE, layout.px(theme.BODY_TEXT_SIZE)).size(text)[0]
        return width / layout.ui_scale + SMALL_BUTTON_SIDE_SPACE

    def draw(self, canvas: Canvas) -> None:
        arrangement = self.arrangement
        draw_panel(canvas, self.table.context.theme, arrangement.rect, alpha=250)
        title_rect, size = arrangement.title_rect, arrangement.title_size
        for index, line in enumerate(arrangement.title_lines):
            line_height = title_rect.height / len(arrangement.title_lines)
            image = theme.render_fitted_text(line, "serif", size, theme.CREAM, title_rect.width)
            center_y = round(title_rect.top + (index + 0.5) * line_height)
            canvas.blit(image, image.get_rect(center=(title_rect.centerx, center_y)))
        self.draw_muted_text(canvas, self.hint_text, arrangement.hint_rect)

    def _make_hint_row(self, *, can_shrink: bool) -> PanelRow:
        """Return the row of the explanation; ``can_shrink``: it may become a line of smaller text."""
        line_count = len(self._wrap_hint(self.hint_text)) if self.hint_text else 0
        min_line_count = 1 if can_shrink and self._fits_in_one_line(self.hint_text) else line_count
        return PanelRow(HINT_LINE_HEIGHT * line_count + 4, HINT_LINE_HEIGHT * min_line_count, is_optional=True)

    def _fits_in_one_line(self, text: str) -> bool:
        """Return whether a text is a single line in its smallest size."""
        size = int(self.table.layout.px(theme.BODY_TEXT_SIZE) * theme.MIN_TEXT_SIZE_RATIO)
        return bool(text) and theme.load_font("sans", size).size(text)[0] <= self._text_width

    @property
    def _text_width(self) -> int:
        layout = self.table.layout
        return min(layout.px(self.width), layout.free_rect.width) - 2 * layout.px(PANEL_PADDING)

    def draw_muted_text(self, canvas: Canvas, text: str, rect: pygame.Rect) -> None:
        """Draw a short explanation in a row, smaller if it is too long; nothing if the row was left out."""
        if not text or not rect.height:
            return
        px, lines = self.table.layout.px, self._wrap_hint(text)
        if len(lines) > round(rect.height / px(HINT_LINE_HEIGHT)):
            lines = [text]
        for index, line in enumerate(lines):
            image = theme.render_fitted_text(line, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED, rect.width)
            center_y = rect.centery + round((index - (len(lines) - 1) / 2) * px(HINT_LINE_HEIGHT))
            canvas.blit(image, image.get_rect(center=(rect.centerx, center_y)))

    def _wrap_hint(self, text: str) -> list[str]:
        return theme.wrap_text(text, "sans", self.table.layout.px(theme.BODY_TEXT_SIZE), self._text_width)


def _wrap_title(title: str, px: Callable[[float], int], max_width: int) -> tuple[int, list[str]]:
    """Return the text size of a title in pixels, and its lines: a long title has two smaller ones."""
    size = px(theme.SECTION_TEXT_SIZE)
    if theme.load_font("serif", int(size * theme.MIN_TEXT_SIZE_RATIO)).size(title)[0] <= max_width:
        return size, [title]
    size = px(theme.BODY_TEXT_SIZE)
    return size, theme.wrap_text(title, "serif", size, max_width)


def _interpolate(least: float, usual: float, share: float) -> float:
    return least + (usual - least) * share


def _sum_heights(rows: Sequence[PanelRow], shown: Sequence[bool], share: float, *, has_title: bool) -> float:
    """Return the height of the shown rows with their gaps and the padding of the panel, in design pixels.

    ``share``: 0 for the least heights, 1 for the usual ones; ``has_title``: there is a title above the first gap.
    """
    heights = sum(
        _interpolate(row.min_height, row.height, share) + (0 if row.is_optional else _interpolate(*PANEL_GAPS, share))
        for row, is_shown in zip(rows, shown, strict=True)
        if is_shown
    )
    return heights + 2 * _interpolate(*PANEL_PADDINGS, share) - (0 if has_title else _interpolate(*PANEL_GAPS, share))
