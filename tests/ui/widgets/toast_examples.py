"""Toasts of some lengths, and what they cover."""

from __future__ import annotations

import pygame
from pygame_gui.core import UIElement

from tests.ui.app_driver import AppDriver
from ui.app.scene import Scene
from ui.scenes.page import Page
from ui.table.scene import TableScene
from ui.widgets.toasts import layout_toasts

SHORT_TEXT = "The profile Anna was removed."
LONG_TEXT = "The computer finished the Briscola match you left. Winners: Nonna Pia, Zio Gino"
"""A text more than twice as long as most."""
SIZES_AND_SCALES = [
    ((960, 540), 0.75), ((960, 540), 2.0), ((1024, 768), 2.0), ((1280, 720), 1.5), ((3840, 2160), 2.0),
]  # fmt: skip


def find_visible_part(scene: Scene, widget: UIElement) -> pygame.Rect:
    """Return the part of a widget that its scroll area shows, in window coordinates; all of it if it has none."""
    rect = pygame.Rect(widget.get_abs_rect())
    areas = scene.scroll_areas.values() if isinstance(scene, Page) else ()
    viewports = [area.viewport for area in areas if area.content is widget.ui_container]
    return rect.clip(viewports[0]) if viewports else rect


def list_covered(app: AppDriver, *texts: str) -> list[object]:
    """Return the ids of the widgets, and the rectangles of the viewer's hand and its prompt, that toasts cover."""
    scene = app.context.scenes.top
    rects = [toast.rect for toast in layout_toasts(app.context, texts)]
    assert all(pygame.Rect((0, 0), app.context.size).contains(rect) for rect in rects)
    covered: list[object] = [
        widget_id
        for widget_id, widget in zip(scene.focus.ids, scene.focus.widgets, strict=True)
        if widget.visible and find_visible_part(scene, widget).collidelist(rects) >= 0
    ]
    table_rects = (scene.layout.hand_rect, scene.layout.prompt_rect) if isinstance(scene, TableScene) else ()
    return covered + [rect for rect in table_rects if rect.collidelist(rects) >= 0]
