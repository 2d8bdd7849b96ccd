"""The base class of pages: scenes that consist of widgets, like menus and forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel, render_table_background
from ui.widgets.base import get_window_rect
from ui.widgets.fields import Action
from ui.widgets.focus import ENTER_KEYS, Focus
from ui.widgets.info_mark import InfoMark, draw_explanation
from ui.widgets.layout import Column, Row, Sized
from ui.widgets.nodes import Frame, Node, Section, Space
from ui.widgets.part import Part
from ui.widgets.popup_menu import MenuEntry, PopupMenu
from ui.widgets.scroll_area import ScrollArea
from ui.widgets.tile import PictureWidget, request_pictures

SIDE_MARGIN: Final = 56
TOP_MARGIN: Final = 40
BOTTOM_MARGIN: Final = 48
"""Design pixels between the edges of the window and the content of a page, whatever the scale of the text."""
TITLE_HEIGHT: Final = 64
"""Design pixels from the top of the title to the content below it."""
FOOTER_HEIGHT: Final = 56
"""Height of the row of buttons at the foot of a page, in design pixels."""
FOOTER_BUTTON_WIDTH: Final = 176
"""The least width of a button at the foot, in design pixels."""
TOAST_GAP: Final = 16
"""Design pixels between toasts and the words and widgets beside them."""
MIN_TOAST_WIDTH: Final = 200
"""The width from which there is room for toasts beside a sheet, in design pixels."""


def to_widget_id(name: str) -> str:
    """Return a name from the code as a widget id; ``table_talk`` is ``table-talk``."""
    return name.replace("_", "-")


class Page(Scene):
    """A scene that consists of widgets.

    Subclasses `describe` what is on it; Esc goes back. Text and values change in existing widgets. Widgets whose number
    or kind changes are a `Section`, which is described and made again (`recompose`) while all others stay. The offsets
    of scroll areas, the focus and a mouse press survive.
    """

    title = ""
    """The title in English, translated when it is shown."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.focus = Focus(has_vertical_arrows=True)
        self._part = self._whole = Part("", context.ui_manager, self.focus, self.compose)
        self._pictures: list[PictureWidget] = []
        self._menu: PopupMenu | None = None
        self._menu_opener_id = ""

    @property
    def is_busy(self) -> bool:
        has_new_pictures = any(picture.is_waiting and not picture.images.is_busy for picture in self._pictures)
        return super().is_busy or has_new_pictures

    @property
    def narration(self) -> tuple[str, ...]:
        return (_(self.title),) if self.title else ()

    @property
    def boards(self) -> tuple[pygame.Rect, ...]:
        """The places of the dark boards below the widgets, in pixels."""
        return tuple(board for part in self._whole.iter_parts() for board in part.boards)

    @property
    def frame(self) -> Frame:
        """Where nodes are made: in the part of the page that is composed now."""
        scale = self.context.settings.scale
        ratio = min(scale / min(scale, self.max_scale), theme.BODY_TEXT_SIZE / theme.SMALL_TEXT_SIZE)
        return Frame(self._part, self.context.place, small_text_ratio=ratio)

    @property
    def scroll_areas(self) -> dict[str, ScrollArea]:
        """The scroll areas by their names."""
        return {name: area for part in self._whole.iter_parts() for name, area in part.scroll_areas.items()}

    @property
    def title_rect(self) -> pygame.Rect:
        """The place of the title, in pixels."""
        width, height = theme.load_font("serif", self.context.px(theme.TITLE_TEXT_SIZE)).size(_(self.title))
        area = self.area
        return pygame.Rect(area.left, area.top, min(width, area.width), height)

    @property
    def toast_rect(self) -> pygame.Rect:
        """The top of the window; where the title or widgets beside it need a part of it, the area between them."""
        rect, title, gap = super().toast_rect, self.title_rect, self.context.px(TOAST_GAP)
        scrolled = [scroll_area.content for scroll_area in self.scroll_areas.values()]
        fixed_widgets = (widget for widget in self.focus.widgets if widget.ui_container not in scrolled)
        widget_rects = [get_window_rect(widget) for widget in fixed_widgets]
        lefts = [widget.left for widget in widget_rects if title.right < widget.left and widget.top < title.bottom]
        left, right = title.right + gap, min([self.area.right, *(left - gap for left in lefts)])
        if left <= rect.left and rect.right <= right:
            return rect
        if right - left < self.context.px(MIN_TOAST_WIDTH):
            return rect.move_to(top=title.bottom)
        return pygame.Rect(left, rect.top, right - left, rect.height)

    # -- for subclasses

    def find_toast_rect_beside(self, sheet: pygame.Rect, head: pygame.Rect) -> pygame.Rect:
        """Return the area of toasts that leaves the head of a sheet, which has its title, free.

        It is above the sheet or left of it; without room there it is right of the head or below it.
        """
        rect, min_width = super().toast_rect, self.context.px(MIN_TOAST_WIDTH)
        margin = rect.top
        if rect.bottom <= sheet.top:
            return rect
        if sheet.left - 2 * margin >= min_width:
            return pygame.Rect(margin, margin, sheet.left - 2 * margin, self.context.size[1] - 2 * margin)
        width = sheet.right - head.right - 2 * margin
        if width >= min_width:
            return pygame.Rect(head.right + margin, sheet.top + margin, width, head.bottom - sheet.top - margin)
        return rect.move_to(top=head.bottom)

    def describe(self) -> Node:
        """Return what is between the title and the buttons at the foot; `recompose` with "body" calls it again."""
        raise NotImplementedError

    def list_header(self) -> Sequence[Node]:
        """Return what is at the right of the title."""
        return ()

    def list_footer(self) -> Sequence[Node]:
        """Return what is at the foot of the page: the way back on the left, the primary action on the right.

        Without anything there the body reaches to the margin.
        """
        return (self.make_back(),)

    def compose(self) -> None:
        """Make the widgets for the current size of the window."""
        title = Sized(Space(), width=self.title_rect.width / self.context.ui_scale) if self.title else None
        header = Section("head", lambda: Row(Space(grow=1), *self.list_header(), gap=theme.LARGE_GAP), grow=1)
        head = Sized(Row(title, header, gap=theme.LARGE_GAP), height=theme.LARGE_CONTROL_HEIGHT)
        body, foot = self.body, self._split_area(Space(grow=1), Space(FOOTER_HEIGHT))[1]
        if not self.list_footer():
            body.height = self.area.bottom - body.top
        Section("body", self.describe, grow=1).make(self.frame, body)
        Section("foot", lambda: Row(*self.list_footer(), gap=theme.LARGE_GAP), grow=1).make(self.frame, foot)
        Column(head).make(self.frame, self.area)

    def make_back(self) -> Action:
        """Return the way back."""
        return Action("back", _("Back"), self.on_escape, style="#menu", symbol="back", min_width=FOOTER_BUTTON_WIDTH)

    def find(self, widget_id: str) -> Any:
        """Return the widget with an id, in the tab order or not, or None if there is none."""
        return self._whole.find_widget(widget_id)

    def on_escape(self) -> None:
        """Handle Esc; by default the page closes."""
        self.context.scenes.pop()

    def close_with_error(self, error: BaseException) -> None:
        """Close the page, which must be on top, and report why it cannot be shown."""
        self.context.scenes.pop()
        self.context.report(error)

    @property
    def area(self) -> pygame.Rect:
        """The window without the margin."""
        width, height = self.context.size
        left, top, bottom = (
            round(margin * self.context.window_scale) for margin in (SIDE_MARGIN, TOP_MARGIN, BOTTOM_MARGIN)
        )
        return pygame.Rect(left, top, width - 2 * left, height - top - bottom)

    @property
    def body(self) -> pygame.Rect:
        """The part of the area between the title and the row of buttons at the foot."""
        title_height = TITLE_HEIGHT if self.title else 0
        return self._split_area(Space(title_height), Space(grow=1), Space(FOOTER_HEIGHT + theme.LARGE_GAP))[1]

    def _split_area(self, *nodes: Node) -> list[pygame.Rect]:
        """Return the places of nodes one below the other in the area."""
        return [rect for _node, rect in Column(*nodes).arrange(self.frame, self.area)]

    def load(self, name: str, loading: Future[Any]) -> None:
        """Give an attribute the result of work in a later frame, and describe the body again if it has changed."""

        def show(value: object) -> None:
            if value != getattr(self, name):
                setattr(self, name, value)
                self.recompose("body")

        self.context.tasks.submit(loading, show, owner=self)

    # -- parts

    def compose_part(self, name: str, make_widgets: Callable[[], None]) -> None:
        """Make a part of the page, whose widgets `recompose` can make again."""
        self._part.add_part(name, lambda part: self._make_widgets(part, make_widgets))

    def recompose(self, *names: str) -> None:
        """Make the widgets of parts again.

        A page that is not on top does nothing; it makes all widgets when it is shown again.
        """
        if self.context.scenes.top is not self:
            return
        old_rect = self._focused_rect
        for name in names:
            next(part for part in self._whole.list_path(name) if not part.is_outgrown()).compose()
        self._request_pictures()
        if self._focused_rect != old_rect:
            self.focus.reveal()
        self.context.scenes.needs_first_paint = True

    @property
    def _focused_rect(self) -> pygame.Rect | None:
        widget = self.focus.find(self.focus.focused_id)
        return None if widget is None else get_window_rect(widget)

    def _make_widgets(self, part: Part, make_widgets: Callable[[], None]) -> None:
        outer_part, self._part = self._part, part
        make_widgets()
        self._part = outer_part

    # -- a menu over the page

    def open_menu(self, opener_id: str, entries: Sequence[MenuEntry]) -> None:
        """Open a menu of actions below the widget ``opener_id``. Esc, Tab and a click beside it close it."""
        self._close_menu()
        if entries:
            self._menu = PopupMenu(get_window_rect(self.find(opener_id)), entries, self._choose_entry)
            self._menu_opener_id = self.focus.focused_id
            self.compose_part("popup-menu", partial(self._compose_menu, self._menu))
            self.focus.focus_widget(self._menu.buttons[0])

    def _compose_menu(self, menu: PopupMenu) -> None:
        menu.build(self.frame, self.context.window_rect)

    def _choose_entry(self, entry: MenuEntry) -> None:
        self._close_menu()
        entry.on_press()

    def _close_menu(self) -> None:
        if self._menu is not None:
            self._menu = None
            part = next(part for part in self._whole.iter_parts() if part.name == "popup-menu")
            part.clear()
            self._whole.parts.remove(part)
            self.focus.focused_id = self._menu_opener_id

    def capture_event(self, event: pygame.event.Event) -> bool:
        return self._menu is not None and self._menu.handle_event(event, self.focus, self._close_menu)

    # -- the scene

    def build(self) -> None:
        self._whole.save_scroll_states()
        self._menu = None
        states = self._whole.scroll_states
        self._part = self._whole = Part("", self.context.ui_manager, self.focus, self.compose, scroll_states=states)
        self._whole.compose()
        self._request_pictures()
        self.focus.reveal()

    def _request_pictures(self) -> None:
        self._pictures = [widget for widget in self._whole.list_widgets() if isinstance(widget, PictureWidget)]
        request_pictures(self._pictures)
        self._update_pictures()

    def _update_pictures(self) -> None:
        for picture in self._pictures:
            picture.update_pictures()

    def update(self, seconds: float) -> None:
        self._update_pictures()

    def handle_event(self, event: pygame.event.Event) -> None:
        if self.focus.call_handler(event):
            return
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.on_escape()
        elif event.type == pygame.KEYDOWN and event.key in ENTER_KEYS and self.focus.default_button is not None:
            self.focus.default_button.notify_changed()
        else:
            any(scroll_area.handle_event(event) for scroll_area in self.scroll_areas.values())

    def draw(self, canvas: Canvas) -> None:
        canvas.blit(render_table_background(self.context.size, self.context.theme), (0, 0))
        for rect in self.boards:
            draw_panel(canvas, self.context.theme, rect)
        self.draw_painted_nodes(canvas)
        if self.title:
            title_image = theme.render_fitted_text(
                _(self.title), "serif", self.context.px(theme.TITLE_TEXT_SIZE), theme.CREAM, self.area.width
            )
            canvas.blit(title_image, self.title_rect)

    def draw_painted_nodes(self, canvas: Canvas) -> None:
        """Draw the sheets, the lists and the nodes that are painted in each frame."""
        for part in self._whole.iter_parts():
            for sheet in part.sheets:
                sheet.draw(canvas)
            for paint in part.paintings:
                paint(canvas)

    def draw_over_widgets(self, canvas: Canvas) -> None:
        marks = [widget for widget in self.focus.widgets if isinstance(widget, InfoMark)]
        shown = next((mark for mark in marks if mark.hovered_part is not None), None)
        if shown is None:
            shown = next((mark for mark in marks if self.focus.get_widget_id(mark) == self.focus.focused_id), None)
        if shown is not None:
            neighbors = [*self.focus.list_rects(shown), self.title_rect]
            draw_explanation(canvas, self.context.place, shown.text, get_window_rect(shown), neighbors)
