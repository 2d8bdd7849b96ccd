"""A part of a scene whose widgets are made again together, while all others stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

import pygame
from pygame_gui.core import UIElement
from pygame_gui.core.layered_gui_group import GUISprite

from ui.graphics import theme
from ui.graphics.canvas import Canvas, render_image
from ui.graphics.gui_manager import GuiManager
from ui.widgets.focus import Focus
from ui.widgets.scroll_area import Scrollable, ScrollArea, ScrollState

FADE_HEIGHT: Final = 30
"""The height of the faded edge where contents go on, in design pixels."""


class Part:
    """The widgets that ``make_widgets`` makes, at their own place in the tab order.

    ``paintings`` are called with the canvas of each frame, before its widgets are drawn.
    ``parts`` are nested parts, which are removed when this part is composed again. ``boards`` are the rectangles of the
    panels that a page paints below the widgets; ``lists`` are its lists of rows; ``sheets`` paint their contents below
    the widgets. ``named_widgets`` are those with an id that are not in the tab order. ``is_outgrown``: whether the part
    has another height than before, so that the part around it has to be composed.
    """

    def __init__(
        self,
        name: str,
        manager: GuiManager,
        focus: Focus,
        make_widgets: Callable[[], None],
        is_outgrown: Callable[[], bool] = lambda: False,
        scroll_states: dict[str, ScrollState] | None = None,
    ) -> None:
        self.name = name
        self.parts: list[Part] = []
        self.boards: list[pygame.Rect] = []
        self.paintings: list[Callable[[Canvas], None]] = []
        self.scroll_areas: dict[str, ScrollArea] = {}
        self.lists: dict[str, Scrollable] = {}
        self.sheets: list[PaintedContent] = []
        self.named_widgets: dict[str, UIElement] = {}
        self.focus = focus
        self.is_outgrown = is_outgrown
        self.scroll_states = {} if scroll_states is None else scroll_states
        """The offsets of scroll areas that were made again, shared by all parts of a scene."""
        self._manager = manager
        self._place = focus.take_place()
        self._make_widgets = make_widgets
        self._widgets: list[GUISprite] = []

    def add_part(
        self, name: str, make_widgets: Callable[[Part], None], is_outgrown: Callable[[], bool] = lambda: False
    ) -> Part:
        """Add a nested part and compose it; ``make_widgets`` gets it."""
        part = Part(name, self._manager, self.focus, lambda: make_widgets(part), is_outgrown, self.scroll_states)
        self.parts.append(part)
        part.compose()
        return part

    def name_widget(self, widget_id: str, widget: UIElement) -> None:
        """Let a widget that is not in the tab order be found by its id, if it has one."""
        if widget_id:
            self.named_widgets[widget_id] = widget

    def add_scroll_area(self, name: str, area: ScrollArea, height: int) -> None:
        """Add a scroll area whose contents get a height in pixels, and restore its offset before they are made."""
        self.scroll_areas[name] = area
        area.set_height(height)
        if name in self.scroll_states:
            area.restore(self.scroll_states[name])

    def save_scroll_states(self) -> None:
        """Keep the offsets of the scroll areas and lists of this part and all parts in it."""
        for part in self.iter_parts():
            self.scroll_states |= {name: area.state for name, area in part.scroll_areas.items()}
            self.scroll_states |= {name: row_list.state for name, row_list in part.lists.items()}

    def compose(self) -> None:
        """Make the widgets again, in the place of the old ones; the focus and a held mouse button stay on their ids."""
        with self.focus.preserve():
            self.save_scroll_states()
            self._kill()
            self.focus.remove_dead()
            sprites = set(self._manager.get_sprite_group().sprites())
            with self.focus.at_place(self._place):
                self._make_widgets()
            self._widgets = [sprite for sprite in self._manager.get_sprite_group().sprites() if sprite not in sprites]

    def clear(self) -> None:
        """Kill the widgets of the part and of the parts in it."""
        self._kill()
        self.focus.remove_dead()

    def _kill(self) -> None:
        for part in self.parts:
            part._kill()
        for widget in self._widgets:
            if widget.alive():
                widget.kill()
        self.parts, self.boards, self.paintings, self._widgets = [], [], [], []
        self.scroll_areas, self.lists, self.named_widgets, self.sheets = {}, {}, {}, []

    def iter_parts(self) -> Iterator[Part]:
        """Yield the part, then all parts nested in it, each before its own."""
        yield self
        for part in self.parts:
            yield from part.iter_parts()

    def list_widgets(self) -> list[GUISprite]:
        """Return the widgets of the part and of the parts in it."""
        return list(dict.fromkeys(widget for part in self.iter_parts() for widget in part._widgets if widget.alive()))

    def list_path(self, name: str) -> list[Part]:
        """Return the part of a name and the parts around it, the innermost first; [] if there is none."""
        if self.name == name:
            return [self]
        path = next(filter(None, (part.list_path(name) for part in self.parts)), [])
        return [*path, self] if path else []

    def find_widget(self, widget_id: str) -> Any:
        """Return the widget with an id, in the tab order or not, or None if there is none now."""
        named: list[Any] = [part.named_widgets.get(widget_id) for part in self.iter_parts()]
        widgets = (widget for widget in (self.focus.find(widget_id), *named) if widget is not None and widget.alive())
        return next(widgets, None)


class PaintedContent:
    """A picture ``height`` pixels high in a scroll area, painted again after each scroll by ``paint(canvas, rect)``."""

    def __init__(
        self, paint: Callable[[Canvas, pygame.Rect], None], height: int, scroll: ScrollArea, *, has_fades: bool = True
    ) -> None:
        self._paint, self._has_fades = paint, has_fades
        self._scroll = scroll
        self.height = height
        """The height of the whole picture, in pixels."""
        self._painted_at_offset: tuple[int, pygame.Surface] | None = None

    def invalidate(self) -> None:
        """Schedule the painting of what has changed."""
        self._painted_at_offset = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible part."""
        scroll = self._scroll
        if self._painted_at_offset is None or self._painted_at_offset[0] != scroll.offset:
            rect = pygame.Rect(0, scroll.content_top - scroll.viewport.top, scroll.width, self.height)
            image = render_image(scroll.viewport.size, lambda canvas: self._paint(canvas, rect))
            self._painted_at_offset = (scroll.offset, image)
        canvas.blit(self._painted_at_offset[1], scroll.viewport)
        if not self._has_fades:
            return
        fade = _make_fade(scroll.width, round(FADE_HEIGHT * scroll.ui_scale), self._scroll.theme.panel_color)
        if scroll.offset < scroll.max_offset:
            canvas.blit(fade, fade.get_rect(bottomleft=scroll.viewport.bottomleft))
        if scroll.offset > 0:
            canvas.blit(pygame.transform.flip(fade, False, True), scroll.viewport)


@lru_cache(maxsize=16)
def _make_fade(width: int, height: int, ground: theme.Color) -> pygame.Surface:
    """Return the lower edge of contents that go on: a fade with an arrow."""
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    colour = pygame.Color(ground)
    for y in range(height):
        picture.fill((colour.r, colour.g, colour.b, min(255, 320 * (y + 1) // height)), (0, y, width, 1))
    thick, reach = max(2, height // 14), height // 4
    tip = (width // 2, height - reach)
    for side in (-1, 1):
        pygame.draw.line(picture, theme.GOLD, tip, (tip[0] + side * 2 * reach, tip[1] - reach), thick)
    return picture
