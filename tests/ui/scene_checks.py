"""The conditions that every view of a scene meets, whatever it shows; each function returns the faults as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame

from tests.ui import network_window
from tests.ui.app_driver import AppDriver
from tests.ui.scene_registry.long_pages import LONG_NAMES
from tests.ui.scene_registry.long_tables import LONG_SPEECH
from tests.ui.scene_transcript import NARRATION_MARK, SceneRecorder, read_narration
from tests.ui.text_recorder import TextRecorder, find_cut_texts, find_overlapping_texts, find_texts_outside
from tests.ui.widgets.toast_examples import LONG_TEXT, SHORT_TEXT, list_covered
from ui.app.settings import MAX_NAME_CHARACTERS
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.page import Page
from ui.scenes.shortcuts.scene import ShortcutsScene
from ui.table.overlays.base import Overlay
from ui.widgets.base import CustomWidget
from ui.widgets.button import Button
from ui.widgets.nodes import LineLabel, TextLabel
from ui.widgets.segmented import SegmentedControl


def has_long_name(text: str) -> bool:
    """Return whether a text has one of the `LONG_NAMES`, which may be cut, or as much of it as can be typed.

    It is also one if it is the first words of a name: a plate without room for more shows only them.
    """
    names, beginning = (*LONG_NAMES, *network_window.LONG_NAMES), f"{text.rstrip('…')} "
    return any(name[:MAX_NAME_CHARACTERS].strip() in text or f"{name} ".startswith(beginning) for name in names)


def is_spoken(text: str) -> bool:
    """Return whether a text is part of a speech, whose bubble may cover a plate."""
    return text.rstrip("…") in LONG_SPEECH


def find_text_faults(app: AppDriver, recorder: TextRecorder) -> list[str]:
    """Return the texts without enough space in the top scene; ``recorder``: of all texts since the last call."""
    scene, texts = app.context.scenes.top, recorder.list_texts(app)
    is_alone = not isinstance(scene, DialogBox | Overlay)  # else the texts of the scene below show through
    cut_texts = [*recorder.cut_texts, *(find_cut_texts(app, scene) if isinstance(scene, Page) else ())]
    recorder.cut_texts.clear()
    pairs = [pair for pair in find_overlapping_texts(texts) if is_alone and not any(map(is_spoken, pair))]
    return [
        *(f"cut: {text}" for text in cut_texts if not has_long_name(text)),
        *(f"outside: {text}" for text in find_texts_outside(texts)),
        *(f"overlap: {pair}" for pair in pairs),
        *([] if texts or app.list_widgets() else ["no text"]),
    ]


def find_scroll_area(page: Page, widget: Any) -> Any:
    return next(
        (scroll_area for scroll_area in page.scroll_areas.values() if widget.ui_container is scroll_area.content), None
    )


def find_place_faults(app: AppDriver, page: Page) -> Iterator[str]:
    """Yield the widgets outside the window or their scroll area, and those that cover another."""
    window = pygame.Rect((0, 0), app.context.size)
    yield from (f"{name} outside" for name, area in page.scroll_areas.items() if not window.contains(area.viewport))
    focus_widgets = page.focus.widgets
    for widget in app.list_widgets():
        if not isinstance(widget, Button | TextLabel | LineLabel | SegmentedControl) and widget not in focus_widgets:
            continue
        rect, scroll = pygame.Rect(widget.get_abs_rect()), find_scroll_area(page, widget)
        area = window
        if scroll is not None:
            height = scroll.height - 2 * scroll.padding
            area = pygame.Rect(scroll.viewport.left, scroll.content_top, scroll.width, height)
        if not area.contains(rect):
            yield f"outside: {type(widget).__name__} {rect}"
    labels = (widget for widget in app.list_widgets() if isinstance(widget, TextLabel | LineLabel))
    shown = [*focus_widgets, *(() if isinstance(page, ShortcutsScene) else labels)]  # its rows are drawn over labels
    for scroll in (None, *page.scroll_areas.values()):
        rects = [pygame.Rect(widget.get_abs_rect()) for widget in shown if find_scroll_area(page, widget) is scroll]
        for index, rect in enumerate(rects):
            if rect.collidelist(rects[index + 1 :]) >= 0:
                yield f"widgets overlap at {rect}"
    free = [pygame.Rect(widget.get_abs_rect()) for widget in focus_widgets if find_scroll_area(page, widget) is None]
    for name, scroll_area in page.scroll_areas.items():
        if scroll_area.viewport.collidelist(free) >= 0:
            yield f"a widget covers the scroll area {name}"


def find_tab_faults(app: AppDriver) -> Iterator[str]:
    """Press Tab once for each widget; yield those that it does not reach in their order, in view and narrated.

    Nothing is painted meanwhile.
    """
    scene, app.skips_painting = app.context.scenes.top, True
    focus, window = scene.focus, app.surface.get_rect()
    reachable = [widget for widget in focus.widgets if widget.is_enabled and widget.visible]
    reached: list[Any] = []
    for _press in reachable:
        app.press_key(pygame.K_TAB)
        widget: Any = focus.focused_widget
        description = focus.description
        reached.append(widget)
        if description is None or not description.text:
            yield f"not narrated: {focus.get_widget_id(widget)}"
            continue
        area = find_scroll_area(scene, widget) if isinstance(scene, Page) else None
        if not (area.viewport if area else window).contains(widget.get_abs_rect()):
            yield f"not in view: {description.widget_id}"
    start = reachable.index(reached[0]) if reached and reached[0] in reachable else 0
    if reached != reachable[start:] + reachable[:start]:
        yield f"Tab reaches {[focus.get_widget_id(widget) for widget in reached]}"
    for widget in app.list_widgets():
        is_usable = isinstance(widget, Button) or (isinstance(widget, CustomWidget) and widget.key_help)
        if is_usable and widget.visible and widget not in focus.widgets:
            yield f"not in the order of Tab: {type(widget).__name__} {widget.rect}"
    app.skips_painting = False


def find_toast_faults(app: AppDriver) -> Iterator[str]:
    """Yield what a short and a long toast would cover on the page on top."""
    for text in (SHORT_TEXT, LONG_TEXT):
        yield from (f"below a toast: {covered}" for covered in list_covered(app, text))


def find_narration_faults(app: AppDriver) -> list[str]:
    """Return a fault if a listener hears nothing when a page opens; a table narrates its events instead."""
    if not isinstance(app.context.scenes.top, Page):
        return []
    return [] if any(line.strip() for line in read_narration(app)) else ["no narration"]


def find_rebuild_faults(app: AppDriver, recorder: SceneRecorder) -> list[str]:
    """Return a fault if the top scene looks different after a rebuild without any change."""
    before = recorder.describe_view(app)
    app.context.scenes.rebuild()
    app.advance_until(lambda: app.context.scenes.top.is_ready)
    app.wait_for_card_images()
    app.advance_frame(0.0)
    after = recorder.describe_view(app)
    changed = set(before.splitlines()) ^ set(after.splitlines())
    return [f"rebuilt: {line}" for line in sorted(changed) if not line.startswith(NARRATION_MARK)]
