"""What is read beside the table of a guided deal: the text, the answer to what was wrong, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame
from pygame_gui.elements import UIButton

from game.lessons.session import LessonSession
from ui.graphics import theme
from ui.table.context import TableContext
from ui.table.layout.sizes import compute_base_unit
from ui.widgets.button import Button
from ui.widgets.label import LINE_HEIGHT_RATIO, LineLabel, TextLabel
from ui.widgets.part import Part
from ui.widgets.progress_bar import ProgressBar

PANEL_MARGIN: Final = 10
"""Design pixels between the window's edge and the ground of the text."""
PANEL_PADDING: Final = 16
BUTTON_HEIGHT: Final = 48
BUTTON_GAP: Final = 10
HEADER_HEIGHT: Final = 46
"""What the title and the bar take."""
MAX_TEXT_SCALE: Final = 1.5
"""By so much it is enlarged at most."""
MIN_TEXT_SIZE: Final = theme.SMALL_TEXT_SIZE * 0.9
"""No smaller is the text, in design pixels at scale 1."""


class LessonTable(TableContext, Protocol):
    """The scene, as far as it is read."""

    lesson: LessonSession
    feedback_text: str

    @property
    def text_column(self) -> pygame.Rect:
        """The part of the window that is the text's."""
        ...

    @property
    def lesson_title(self) -> str:
        """Which lesson, and how far it is."""
        ...

    @property
    def lesson_text(self) -> str:
        """What is to be learned."""
        ...

    @property
    def is_step_readable(self) -> bool:
        """Whether the step can be read."""
        ...

    def list_buttons(self) -> tuple[tuple[str, str, Callable[[], None]], ...]:
        """The buttons: leave, back, and on, where that can be."""
        ...


class LessonPanel:
    """One of a scene. ``press_handlers``: what its buttons do."""

    def __init__(self, scene: LessonTable) -> None:
        self.scene = scene
        self.press_handlers: dict[UIButton, Callable[[], None]] = {}
        self._part: Part | None = None

    def px(self, design: float) -> int:
        """Design pixels as pixels of this window: the text may be enlarged further than the table beside it."""
        context = self.scene.context
        return round(design * compute_base_unit(context.size) * min(context.settings.scale, MAX_TEXT_SCALE))

    @property
    def panel_rect(self) -> pygame.Rect:
        """The ground of it all."""
        edge = self.px(PANEL_MARGIN)
        return self.scene.text_column.inflate(-2 * edge, -2 * edge).move(-edge // 2, 0)

    @property
    def text_rect(self) -> pygame.Rect:
        """What the text and the answer have of it."""
        px, panel_rect = self.px, self.panel_rect
        footer_height = 2 * px(BUTTON_HEIGHT) + 3 * px(BUTTON_GAP)
        return pygame.Rect(
            panel_rect.x + px(PANEL_PADDING),
            panel_rect.y + px(HEADER_HEIGHT + BUTTON_GAP),
            panel_rect.width - 2 * px(PANEL_PADDING),
            panel_rect.height - px(HEADER_HEIGHT + BUTTON_GAP) - footer_height,
        )

    def build(self) -> None:
        """Make the widgets, which `recompose` makes anew."""
        self._part = Part("lesson", self.scene.context.ui_manager, self.scene.focus, self._compose)
        self._part.compose()

    def recompose(self) -> None:
        """Make the widgets for the step of now."""
        if self._part is not None:
            self._part.compose()

    def _compose(self) -> None:
        scene, px, panel_rect, text_rect = self.scene, self.px, self.panel_rect, self.text_rect
        manager, state = scene.context.ui_manager, scene.lesson.lesson_state
        title_rect = pygame.Rect(text_rect.x, panel_rect.y + px(8), text_rect.width, px(24))
        LineLabel(scene.lesson_title, title_rect, manager, size=px(theme.BODY_TEXT_SIZE), color=theme.MUTED)
        progress_rect = pygame.Rect(text_rect.x, title_rect.bottom + px(4), text_rect.width, max(4, px(6)))
        ProgressBar((state.step_index + 1) / len(state.lesson.steps), progress_rect, manager, scene.context.ui_scale)
        size = find_fitting_size(
            (scene.lesson_text, scene.feedback_text),
            text_rect,
            px(theme.LARGE_TEXT_SIZE),
            px(MIN_TEXT_SIZE),
            px(2 * BUTTON_GAP),
        )
        color = theme.CREAM if scene.is_step_readable else theme.MUTED
        lesson_label = TextLabel(scene.lesson_text, text_rect.topleft, text_rect.width, manager, size=size, color=color)
        if scene.feedback_text:
            feedback_position = text_rect.x, text_rect.y + lesson_label.rect.height + px(2 * BUTTON_GAP)
            TextLabel(
                scene.feedback_text,
                feedback_position,
                text_rect.width,
                manager,
                face="bold",
                size=size,
                color=theme.GOLD,
            )
        self._build_buttons()

    def _build_buttons(self) -> None:
        """The way on above, the ways back below it, side by side."""
        scene, px, panel_rect = self.scene, self.px, self.panel_rect
        self.press_handlers = {}
        left, width, height = (
            panel_rect.x + px(PANEL_PADDING),
            panel_rect.width - 2 * px(PANEL_PADDING),
            px(BUTTON_HEIGHT),
        )
        top = panel_rect.bottom - 2 * (height + px(BUTTON_GAP))
        half = (width - px(BUTTON_GAP)) // 2
        button_rects = [
            pygame.Rect(left, top + height + px(BUTTON_GAP), half, height),
            pygame.Rect(left + width - half, top + height + px(BUTTON_GAP), half, height),
            pygame.Rect(left, top, width, height),
        ]
        last_back_index = 1 if scene.lesson.lesson_state.step_index else 0
        for index, (widget_id, text, on_press) in enumerate(scene.list_buttons()):
            is_next = index > last_back_index
            rect = button_rects[-1] if is_next else button_rects[index]
            button = Button(rect, text, scene.context.ui_manager, object_id="#primary" if is_next else "#menu")
            scene.focus.add(button, widget_id)
            self.press_handlers[button] = on_press


def find_fitting_size(texts: tuple[str, ...], rect: pygame.Rect, max_size: int, min_size: int, gap: int) -> int:
    """The size of letters, at most ``size`` and at least ``min_size``, at which the texts go into a room one below the
    other, ``gap`` pixels from each to the next."""
    sizes = range(max_size, min_size, -1)
    return next(
        (candidate for candidate in sizes if measure_height(texts, rect.width, candidate, gap) <= rect.height), min_size
    )


def measure_height(texts: tuple[str, ...], width: int, size: int, gap: int) -> int:
    """The pixels that texts one below the other take, empty ones none."""
    lines = [theme.wrap_text(text, "bold", size, width) for text in texts if text]
    return sum(map(len, lines)) * round(size * LINE_HEIGHT_RATIO) + gap * max(0, len(lines) - 1)
