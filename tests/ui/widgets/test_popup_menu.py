"""Menus over a page: below their button, above it only without room below."""

from __future__ import annotations

import pygame
import pytest

from tests.fakes import make_match_setup
from tests.pairwise_rows import list_pairwise_rows
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, open_table
from tests.ui.match_driver import play_until
from tests.ui.table_driver import is_result_shown
from ui.widgets.base import Place
from ui.widgets.focus import Focus
from ui.widgets.nodes import Frame
from ui.widgets.part import Part
from ui.widgets.popup_menu import MenuEntry, MenuPanel, PopupMenu

ENTRIES = tuple(MenuEntry(f"entry-{number}", f"Entry {number}", lambda: None) for number in range(4))


@check_rows(("x", "y", "scale"), list_pairwise_rows([10, 640, 1220], range(0, 680, 60), [1.0, 1.5, 2.0]))
def test_menu_is_below_its_button_or_above_it_without_room_below(app: AppDriver, x: int, y: int, scale: float) -> None:
    anchor = pygame.Rect(x, y, 48, 40)
    menu, manager = PopupMenu(anchor, ENTRIES, lambda _entry: None), app.context.ui_manager
    part = Part("", manager, Focus(), lambda: None)
    window = app.context.window_rect
    menu.build(Frame(part, Place(manager, scale)), window)
    assert window.contains(menu.rect)
    has_room_below = anchor.bottom + menu.rect.height + 16 * scale <= window.bottom
    has_room_above = anchor.top - menu.rect.height - 16 * scale >= 0
    if has_room_below:
        assert menu.rect.top >= anchor.bottom
    elif has_room_above:
        assert menu.rect.bottom <= anchor.top


def check_menu(app: AppDriver, button_id: str) -> None:
    button_rect = pygame.Rect(app.get_button(button_id).get_abs_rect())
    app.click_button(button_id)
    (panel,) = [widget for widget in app.list_widgets() if isinstance(widget, MenuPanel)]
    rect = pygame.Rect(panel.get_abs_rect())
    window_bottom = app.context.size[1]
    assert rect.top >= button_rect.bottom or button_rect.bottom + rect.height > window_bottom - 32
    assert rect.left <= button_rect.centerx <= rect.right
    app.press_key(pygame.K_ESCAPE)


@pytest.mark.slow
def test_menus_of_results_and_of_the_history_are_below_their_buttons(app: AppDriver) -> None:
    open_table(app, make_match_setup("you club", deals_to_win=1))
    app.skips_painting = True
    play_until(app, lambda _table: is_result_shown(app))
    check_menu(app, "more")
    app.context.router.open_history(lambda: None)
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    app.advance_frame()
    for button_id in ("match-menu", "page-menu"):
        check_menu(app, button_id)
