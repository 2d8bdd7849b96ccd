"""Drawing and narration of a scene as text: one line for each thing drawn, in order, with its place."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, wraps
from typing import Any, Final
from unittest.mock import patch

import pygame

from game.core.cards import Card
from tests.fakes import FakeTextLog
from tests.ui.app_driver import AppDriver
from ui.app.narrator import Narrator
from ui.app.scene import Scene
from ui.graphics import canvas as canvas_module
from ui.graphics.canvas import DrawCommand, PaintFunction, PictureCache, record_commands
from ui.widgets.base import CustomWidget
from ui.widgets.button import Button
from ui.widgets.text_input import TextInput

NARRATION_MARK: Final = "Narration: "
MAX_POINTS: Final = 16
"""The most corners of a polygon that are listed."""
SHAPES: Final = (
    "arrow", "badge", "card_background", "dashed_rect", "disc", "side_arcs", "side_badge", "swatch", "tick_or_cross",
    "turn_arrow",
)  # fmt: skip
"""Functions whose images are drawn point by point: their mean color is noted too."""
UNNAMED_MODULES: Final = ("ui.graphics.fonts", "ui.app", "ui.graphics.canvas")
"""Packages whose functions return surfaces that no scene draws."""


def format_number(value: float) -> str:
    """Return a number with at most one decimal, the same on every machine."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def format_point(point: Iterable[float]) -> str:
    return ",".join(map(format_number, point))


def format_rect(rect: Iterable[float]) -> str:
    """Return the position and the size of a rectangle."""
    left, top, width, height = map(format_number, rect)
    return f"{left},{top} {width}x{height}"


def format_argument(value: Any) -> str:
    """Return an argument of a function that makes an image; "" if it says nothing about the image."""
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, float | int):
        return format_number(value)
    if isinstance(value, Card):
        return value.name
    if isinstance(value, tuple) and all(isinstance(item, float | int) for item in value):
        return format_point(value)
    return ""


class SceneRecorder:
    """A recorder of the images that the program makes, by the functions that made them or the commands painted."""

    def __init__(self) -> None:
        self._images: dict[int, pygame.Surface] = {}  # they live, so that no other image gets the same id
        self._names: dict[int, str] = {}
        self._commands: dict[int, list[DrawCommand]] = {}
        self._last_commands: list[DrawCommand] = []
        self._widget_commands: dict[CustomWidget, list[DrawCommand]] = {}

    def wrap_function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that notes the name and the arguments of ``function`` for the image that it returns."""
        if hasattr(function, "cache_clear"):
            function.cache_clear()  # an image from an earlier recording has no name here
        name = function.__name__.lstrip("_").partition("_")[2] or function.__name__

        @wraps(function)
        def make_image(*args: Any, **kwargs: Any) -> Any:
            image = function(*args, **kwargs)
            is_text = self._names.get(id(image), "").startswith("text ")
            is_measured = name in SHAPES and id(image) in self._images
            if isinstance(image, pygame.Surface) and not is_text and not is_measured:
                self._images[id(image)] = image
                words = [format_argument(value) for value in args]
                if name == "text":
                    words[0] = repr(args[0])
                words += [f"{key}={format_argument(value)}" for key, value in kwargs.items()]
                if name in SHAPES:
                    words.append(f"mean {format_point(pygame.transform.average_color(image))}")
                self._names[id(image)] = " ".join([name, *filter(None, words)])
            return image

        return make_image

    def note_commands(
        self, image: pygame.Surface, commands: Iterable[DrawCommand], areas: Iterable[pygame.Rect]
    ) -> None:
        """Paint draw commands as `paint_commands`, and note them for the image."""
        self._images[id(image)], self._commands[id(image)] = image, list(commands)
        ORIGINAL_PAINT_COMMANDS(image, self._commands[id(image)], areas)

    def note_widget(self, widget: CustomWidget) -> None:
        """Paint a widget as `CustomWidget.paint_image`, and note its class for the image, which may outlive it."""
        ORIGINAL_PAINT_IMAGE(widget)
        if widget.image is not None:
            self._images[id(widget.image)], self._names[id(widget.image)] = widget.image, type(widget).__name__
            self._widget_commands[widget] = self._last_commands

    def render_picture(self, pictures: PictureCache, size: tuple[int, int], paint: PaintFunction) -> pygame.Surface:
        """Return the image of `PictureCache.render_premultiplied`, and note its draw commands."""
        self._last_commands = record_commands(size, paint)
        return ORIGINAL_RENDER(pictures, size, lambda canvas: canvas.commands.extend(self._last_commands))

    def describe_view(self, app: AppDriver) -> str:
        """Return what the window shows, the widgets in the order of Tab and the narration on entering the scene."""
        scene = app.context.scenes.top
        widget_ids = {id(widget): name for name, widget in zip(scene.focus.ids, scene.focus.widgets, strict=True)}
        widgets = {
            id(widget.image): (widget, widget_ids.get(id(widget), ""))
            for widget in app.list_widgets() if isinstance(widget, CustomWidget | TextInput)
        }  # fmt: skip
        lines = [f"{type(scene).__name__} {format_rect((0, 0, *app.context.size))}"]
        lines += self._list_lines(record_commands(app.context.size, app.paint), widgets, "")
        lines += describe_focus(scene)
        return "\n".join([*lines, *(f"{NARRATION_MARK}{line}" for line in read_narration(app))]) + "\n"

    def _list_lines(
        self, commands: Iterable[DrawCommand], widgets: dict[int, tuple[CustomWidget | TextInput, str]], indent: str
    ) -> Iterator[str]:
        for command in commands:
            if command.source is None:
                yield indent + _describe_shape(command)
                continue
            widget, widget_id = widgets.get(id(command.source), (None, ""))
            name = self._names.get(id(command.source), "image")
            if widget is not None:
                name = _describe_widget(widget, widget_id)
            yield f"{indent}{name} at {_describe_blit(command)}"
            nested = self._commands.get(id(command.source))
            if isinstance(widget, CustomWidget):
                nested = self._widget_commands.get(widget)
            yield from self._list_lines(nested or (), {}, indent + " ")


def _describe_widget(widget: CustomWidget | TextInput, widget_id: str) -> str:
    words = [type(widget).__name__, widget_id]
    if isinstance(widget, TextInput):
        words += [repr(widget.text), f"hint={widget.hint!r}", "invalid" * widget.is_invalid, widget.symbol]
    elif isinstance(widget, CustomWidget) and not isinstance(widget, Button) and widget.value_text:
        words.append(f"= {widget.value_text}")
    if not widget.is_enabled:
        words.append("disabled")
    return " ".join(filter(None, words))


def _describe_shape(command: DrawCommand) -> str:
    """Return a line for a command without an image."""
    key: Any = command.key
    kind, color, *values = key[0]
    words = [str(kind), str(color)]
    if kind in ("fill", "rect"):
        words += [format_rect(values[0]), *map(format_number, values[1:])]
    elif kind == "polygon":
        points, width = values
        words += [*map(format_point, points[:MAX_POINTS]), f"{len(points)} points", format_number(width)]
    else:
        words += [format_number(value) if isinstance(value, float | int) else format_point(value) for value in values]
    return " ".join(words) + _describe_clip(command, command.area)


def _describe_blit(command: DrawCommand) -> str:
    placement: Any = command.placement
    x, y, part, flags, alpha, _clip, size = placement
    words = format_rect((x, y, *size))
    words += f" part {format_rect(part)}" if part is not None and tuple(part) != (0, 0, *size) else ""
    words += f" flags {flags}" if flags not in (0, pygame.BLEND_PREMULTIPLIED) else ""
    words += f" alpha {alpha}" if alpha not in (None, 255) else ""
    return words + _describe_clip(command, pygame.Rect((x, y), size if part is None else part[2:]))


def _describe_clip(command: DrawCommand, area: pygame.Rect) -> str:
    return "" if command.clip.contains(area) else f" clip {format_rect(command.clip)}"


def describe_focus(scene: Scene) -> Iterator[str]:
    """Yield each widget in the order of Tab, with its place and what is narrated when it gets the focus."""
    focus = scene.focus
    focused_id, is_ring_shown = focus.focused_id, focus.is_ring_shown
    for widget_id, widget in zip(focus.ids, focus.widgets, strict=True):
        focus.focused_id, focus.is_ring_shown = widget_id, True
        if focus.description is not None:
            has_help = isinstance(widget, CustomWidget) and not isinstance(widget, Button)
            key_help = focus.description.key_help if has_help else ""
            words = "; ".join(filter(None, (focus.description.text, key_help)))
            yield f"Tab: {widget_id} at {format_rect(widget.get_abs_rect())} {words}".rstrip()
    focus.focused_id, focus.is_ring_shown = focused_id, is_ring_shown


ORIGINAL_PAINT_COMMANDS: Final = canvas_module.paint_commands
ORIGINAL_RENDER: Final = PictureCache.render_premultiplied
ORIGINAL_PAINT_IMAGE: Final = CustomWidget.paint_image


def read_narration(app: AppDriver) -> list[str]:
    """Return what a listener hears when the top scene opens, up to the moment from which it takes presses."""
    app.advance_until(lambda: not app.context.scenes.top.ignores_presses)
    log, narrate = FakeTextLog(), app.context.narrate
    Narrator(app.context, log).update()
    app.context.narrate = narrate
    return log.take_lines()


@contextmanager
def record_scene() -> Iterator[SceneRecorder]:
    """Return a context manager that gives its block a recorder of the images that the program makes in it."""
    recorder = SceneRecorder()
    with ExitStack() as stack:
        for owner, name, function in list_image_functions():
            stack.enter_context(patch.object(owner, name, recorder.wrap_function(function)))
        stack.enter_context(patch.object(canvas_module, "paint_commands", recorder.note_commands))
        stack.enter_context(patch.object(CustomWidget, "paint_image", lambda widget: recorder.note_widget(widget)))
        stack.enter_context(
            patch.object(PictureCache, "render_premultiplied", lambda *values: recorder.render_picture(*values))
        )
        yield recorder


@cache
def list_image_functions() -> list[tuple[Any, str, Callable[..., Any]]]:
    """Return every place that holds a function of the window that returns an image: its owner, name and value."""
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("ui.")]
    owners: list[Any] = [*modules]
    owners += [
        value for module in modules for value in vars(module).values()
        if inspect.isclass(value) and value.__module__ == module.__name__
    ]  # fmt: skip
    return [
        (owner, name, value)
        for owner in owners
        for name, value in vars(owner).items()
        if getattr(value, "__annotations__", {}).get("return") == "pygame.Surface"
        and not value.__module__.startswith(UNNAMED_MODULES)
    ]
