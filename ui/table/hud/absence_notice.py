"""The notice of a person who is away from a table over the network: what happens, and what its owner can do."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.table.layout.seats import MAX_NOTICE_SIZE, MIN_TOAST_SIZES, TableLayout
from ui.table.state import AbsenceNotice

BUTTON_HEIGHT: Final = 44
"""The height of the button, in design pixels."""
GAP: Final = 6
"""The distance between text and button, and between the notice and a toast, in design pixels."""
SIDE_PADDING: Final = 12
VERTICAL_PADDING: Final = 4
"""Design pixels between the edge of the notice and its text."""
MIN_TEXT_SIZE: Final = 10
"""The smallest text size, in design pixels."""


class NoticeLayout(NamedTuple):
    """The places of a notice in pixels.

    ``lines``: of the text, in the text size ``size``; () where only the button has room. ``toast_rect``: the part of
    the area of toasts below the notice, or all of it if that part is too small.
    """

    text_rect: pygame.Rect
    lines: tuple[str, ...]
    size: int
    button_rect: pygame.Rect
    toast_rect: pygame.Rect


def layout_notice(layout: TableLayout, notice: AbsenceNotice) -> NoticeLayout:
    """Return the places of a notice."""
    px, area = layout.px, layout.notice_rect
    is_low = area.height < px(MAX_NOTICE_SIZE[1])
    rect = pygame.Rect(0, area.top, area.width if is_low else min(area.width, px(MAX_NOTICE_SIZE[0])), area.height)
    rect.centerx = area.centerx
    button_height = min(px(BUTTON_HEIGHT), rect.height) if notice.button_text else 0
    space = button_height + px(GAP) if button_height else 0
    room = rect.height - space - 2 * px(VERTICAL_PADDING)
    sizes = [px(size) for size in range(theme.BODY_TEXT_SIZE, MIN_TEXT_SIZE - 1, -1)]
    size, lines = theme.wrap_to_height(
        notice.text, "sans", sizes, rect.width - 2 * px(SIDE_PADDING), room, LINE_HEIGHT_RATIO
    )
    line_height = round(size * LINE_HEIGHT_RATIO)
    if len(lines) * line_height > room:
        count = 0 if button_height else max(1, room // line_height)
        lines = [*lines[: count - 1], " ".join(lines[count - 1 :])] if count else []
    height = len(lines) * line_height
    text_rect = rect.move_to(height=min(height + 2 * px(VERTICAL_PADDING), rect.height) if lines else 0)
    button_top = text_rect.bottom + px(GAP) if lines else rect.top
    button_rect = rect.move_to(top=button_top, height=button_height)
    notice_rect = text_rect.union(button_rect) if button_height else text_rect
    return NoticeLayout(text_rect, tuple(lines), size, button_rect, _find_toast_rect(layout, notice_rect))


def shrink_prompt_for_notice(layout: TableLayout) -> TableLayout:
    """Return the layout with a prompt that ends before a notice in the prompt line."""
    prompt_rect = layout.prompt_rect
    if not layout.notice_rect.colliderect(prompt_rect):
        return layout
    width = layout.notice_rect.left - layout.px(GAP) - prompt_rect.left
    return layout._replace(prompt_rect=prompt_rect.move_to(width=width))


def _find_toast_rect(layout: TableLayout, notice_rect: pygame.Rect) -> pygame.Rect:
    """Return the area of toasts below a notice, or all of it if the notice leaves it free or leaves too little."""
    area, top = layout.toast_rect, notice_rect.bottom + layout.px(GAP)
    rest = pygame.Rect(area.left, top, area.width, area.bottom - top)
    has_room = any(
        rest.width >= layout.px(width) and rest.height >= layout.px(height) for width, height in MIN_TOAST_SIZES
    )
    return rest if has_room and notice_rect.colliderect(area) else area


def draw_absence_notice(canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, notice: AbsenceNotice) -> None:
    """Draw the text of a notice; its button is a widget of the table."""
    places = layout_notice(layout, notice)
    if not places.lines:
        return
    rect, px = places.text_rect, layout.px
    canvas.blit(make_rounded_rect(rect.size, px(10), table_theme.panel_color, 235, theme.MUTED, max(1, px(1))), rect)
    step = round(places.size * LINE_HEIGHT_RATIO)
    top = rect.centery - step * len(places.lines) // 2
    for row, line in enumerate(places.lines):
        image = theme.render_fitted_text(line, "sans", places.size, theme.CREAM, rect.width - 2 * px(SIDE_PADDING))
        canvas.blit(image, image.get_rect(center=(rect.centerx, top + row * step + step // 2)))
