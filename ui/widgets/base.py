"""The base of the program's own widgets: each has one image, which is painted again when it changes.

A widget is painted when it becomes visible, not when it is made: a few in each frame, within the frame's time budget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.core.interfaces import IContainerLikeInterface

from game.text.gettext import _
from ui.graphics.canvas import Canvas, PictureCache
from ui.graphics.gui_manager import GuiManager
from ui.graphics.theme import CONTROL_HEIGHT
from ui.input.key_map import ACTIVATE

VALUE_CHANGED: Final = pygame.event.custom_type()
"""The event after a person changed the ``value`` of a widget or pressed it; ``ui_element`` is the widget."""
PRESS_KEYS: Final = ACTIVATE.default_keys


class Place(NamedTuple):
    """The place of a widget, its last argument: the manager, the pixels per design pixel, and the container or None."""

    manager: GuiManager
    scale: float = 1.0
    container: IContainerLikeInterface | None = None

    def px(self, design: float) -> int:
        """Return a length in design pixels as pixels of this window."""
        return round(design * self.scale)


class VisibleWidgets(NamedTuple):
    """The visible widgets of a scene and their pictures, the lowest first; they remain when the widgets are removed.

    A picture has an image, its position in the window, the part of it that is seen or None, and flags for `blit`.
    """

    widgets: tuple[CustomWidget, ...] = ()
    pictures: tuple[list[Any], ...] = ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the widgets as they were."""
        for image, position, area, flags in self.pictures:
            canvas.blit(image, (int(position[0]), int(position[1])), area, flags=flags)

    def update_pictures(self) -> None:
        """Paint the pictures that have become ready since the widgets were painted without them."""
        for widget in self.widgets:
            if widget.has_new_pictures:
                widget.show_new_pictures()
                widget.needs_paint = False
                widget.paint_image()


def get_visible_widgets(manager: pygame_gui.UIManager) -> VisibleWidgets:
    """Paint the visible widgets that need it, and return all visible ones."""
    paint_visible(manager)
    group = manager.get_sprite_group()
    group.update(0.0)  # text fields paint their text in it
    group.update_visibility()
    widgets = (widget for widget in group.sprites() if isinstance(widget, CustomWidget) and widget.is_on_screen)
    return VisibleWidgets(tuple(widgets), tuple(group.visible))


class CustomWidget(UIElement):
    """The base of the program's own widgets, which are painted later; ``needs_paint`` is True until then.

    ``hovered_part``: the part below the mouse pointer, or None. ``held_part``:
    the part on which the mouse button went down, until it is released; a release over the same part is a click.
    """

    needs_paint = False
    natural_size: tuple[float, float] = (0, CONTROL_HEIGHT)
    """The usual size in design pixels; a width of 0 takes what there is."""
    value: Any = None
    """The value that a person changes, None where there is none."""
    inner_ring_radius = 0
    """Radius of a focus ring inside the widget, in design pixels; 0: the ring is around the widget."""

    def __init__(self, rect: pygame.Rect, place: Place) -> None:
        self.theme = place.manager.theme
        super().__init__(rect, place.manager, place.container, starting_height=1, layer_thickness=1)
        self.ui_scale = place.scale
        self.hovered_part: int | None = None
        self.held_part: int | None = None
        self.repaint()

    def set_anchors(self, anchors: object) -> None:
        """Anchor the widget at the upper left corner of its container.

        Nothing is anchored to another widget, so that it need not be looked for among all of them.
        """
        self.anchors = {"left": "left", "top": "top"}

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        """Return the natural width in pixels of a widget with these arguments, at most ``room`` if it can."""
        return place.px(cls.natural_size[0])

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        """Return the height in pixels of a widget with these arguments at a width."""
        return place.px(cls.natural_size[1])

    def px(self, design: float) -> int:
        """Return a length in design pixels as pixels of this window."""
        return round(design * self.ui_scale)

    @property
    def is_highlighted(self) -> bool:
        """Whether the widget can be used, and the mouse is over it or holds it."""
        return self.is_enabled and (self.hovered_part is not None or self.held_part is not None)

    @property
    def value_text(self) -> str:
        """The value in words, for a person who does not see it; "" if the widget has none."""
        return ""

    @property
    def key_help(self) -> str:
        """The keys that change the value, in words."""
        return ""

    def find_part(self, position: tuple[int, int]) -> int | None:
        """Return the number of the part at a point of the widget, or None where a click has no effect.

        By default there is no part.
        """
        return None

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        """Do what a click on a part does, at a point of the widget; by default nothing."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what a key does, by a KEYDOWN event; return whether the widget uses the key."""
        return False

    def hold(self, part: int) -> None:
        """Mark a part as held by the mouse button, which may have gone down on a widget that this one replaces."""
        self.held_part = part
        self.repaint()

    def press(self, part: int, where: tuple[int, int]) -> None:
        """Hold a part on which the mouse button went down, at a point of the widget."""
        self.hold(part)

    def handle_release(self, part: int, pos: tuple[int, int]) -> None:
        """Call `handle_click` if the mouse button was released over ``part``, on which it went down.

        ``pos``: where it was released, in the window. Nothing happens beside the part, or if the widget is disabled.
        """
        where = self._to_local(pos)
        if self.is_enabled and self.hover_point(*pos) and self.find_part(where) == part:
            self.handle_click(part, where)

    def repaint(self) -> None:
        """Schedule the painting of the widget; until then it shows its old image, or at first nothing."""
        self.needs_paint = True
        if self.image is None:
            self.image = self.ui_manager.get_universal_empty_surface()

    @property
    def is_on_screen(self) -> bool:
        """Whether the widget is visible and not scrolled out of sight."""
        clip = self.get_image_clipping_rect()
        return bool(self.visible) and (clip is None or bool(clip.width and clip.height))

    @property
    def has_new_pictures(self) -> bool:
        """Whether pictures that come from a thread have become ready since the widget was painted without them.

        It may be asked of a widget that is removed. By default a widget has no such pictures.
        """
        return False

    def show_new_pictures(self) -> None:
        """Schedule the painting of the pictures that have become ready."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the widget on ``canvas``, which has its size.

        Each widget overrides it; the base class raises NotImplementedError.
        """
        raise NotImplementedError

    def paint_image(self) -> None:
        """Paint the widget and set its image; pygame-gui draws images with premultiplied alpha."""
        manager: Any = self.ui_manager
        pictures: PictureCache = manager.pictures
        self._set_image(pictures.render_premultiplied(self.rect.size, self.paint))

    def notify_changed(self) -> None:
        """Repaint the widget and post `VALUE_CHANGED`, after a person changed the value."""
        self.repaint()
        pygame.event.post(pygame.event.Event(VALUE_CHANGED, ui_element=self))

    def set_value(self, value: Any) -> None:
        """Show a value that the program sets, without an event."""
        if value != self.value:
            self.value = value
            self.repaint()

    def choose(self, value: Any) -> None:
        """Take a value that a person chooses, and post `VALUE_CHANGED` if it is another one."""
        if value != self.value:
            self.value = value
            self.notify_changed()

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held_part is not None:
            part, self.held_part = self.held_part, None
            self.repaint()
            self.handle_release(part, event.pos)
            return True
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hover_point(*event.pos)
        part_here = self.find_part(self._to_local(event.pos)) if is_press else None
        if part_here is not None and self.is_enabled:
            self.press(part_here, self._to_local(event.pos))
        return part_here is not None

    def while_hovering(self, time_delta: float, mouse_pos: Any) -> None:
        super().while_hovering(time_delta, mouse_pos)
        self._set_hovered_part(self.find_part(self._to_local((int(mouse_pos[0]), int(mouse_pos[1])))))

    def on_unhovered(self) -> None:
        super().on_unhovered()  # type: ignore[no-untyped-call]
        self._set_hovered_part(None)

    def hide(self) -> None:
        """Hide the widget, which then is not told that the mouse leaves it or that its button is released."""
        super().hide()  # type: ignore[no-untyped-call]
        self.hovered_part = self.held_part = None
        self.repaint()

    def _set_hovered_part(self, part: int | None) -> None:
        if part != self.hovered_part:
            self.hovered_part = part
            self.repaint()

    def _to_local(self, position: tuple[int, int]) -> tuple[int, int]:
        return position[0] - int(self.rect.x), position[1] - int(self.rect.y)


class PressedWidget(CustomWidget):
    """A widget that is pressed as a whole; its handler gets ``value``."""

    @property
    def key_help(self) -> str:
        return _("Button: press Enter")

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.notify_changed()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key: Enter and Space press the widget."""
        if event.key not in PRESS_KEYS:
            return False
        self.notify_changed()
        return True


class Draggable(CustomWidget):
    """A widget that follows the mouse until its button is released, even outside the widget."""

    def drag(self, where: tuple[int, int]) -> None:
        """Follow a move of the mouse to a point of the widget, or beside it, while its button is down.

        Each widget overrides it; the base class raises NotImplementedError.
        """
        raise NotImplementedError

    def press(self, part: int, where: tuple[int, int]) -> None:
        super().press(part, where)
        self.drag(where)

    def handle_release(self, part: int, pos: tuple[int, int]) -> None:
        """Do nothing more: the widget followed the mouse."""

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION and self.held_part is not None:
            self.drag(self._to_local(event.pos))
            return True
        return super().process_event(event)


def get_window_rect(widget: UIElement) -> pygame.Rect:
    """Return the place of a widget in the window, in whole pixels."""
    return pygame.Rect(widget.get_abs_rect())


def set_visible(widget: UIElement, *, is_visible: bool) -> None:
    """Show or hide a widget."""
    if bool(widget.visible) == is_visible:
        return
    if is_visible:
        widget.show()
    else:
        widget.hide()


def place_widget(widget: UIElement, rect: pygame.Rect) -> None:
    """Give a widget another place and size in the window."""
    if widget.get_abs_rect() != rect:
        widget.set_dimensions(rect.size)
        widget.set_position(rect.topleft)


def set_enabled(widget: UIElement, *, is_enabled: bool) -> None:
    """Enable or disable a widget."""
    is_changed = is_enabled != widget.is_enabled
    if is_enabled:
        widget.enable()
    else:
        widget.disable()
    if is_changed and isinstance(widget, CustomWidget):
        widget.repaint()


def paint_visible(manager: pygame_gui.UIManager, is_over_budget: Callable[[], bool] = lambda: False) -> bool:
    """Paint the visible widgets that need it, at least one, until ``is_over_budget`` returns True.

    Return whether all of them are painted now.
    """
    sprites = manager.get_sprite_group().sprites()
    waiting = [
        widget for widget in sprites if isinstance(widget, CustomWidget) and widget.needs_paint and widget.is_on_screen
    ]
    for number, widget in enumerate(waiting):
        if number and is_over_budget():
            return False
        widget.needs_paint = False
        widget.paint_image()
    return True
