"""The base class of dialogs: a box over a scene, with a question and widgets."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.cards import DeckStyle
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel, draw_scrim
from ui.scenes.page import Page
from ui.widgets.toasts import wrap_evenly

BOX_SIDE_PADDING: Final = 32
BOX_TOP_PADDING: Final = 28
LINE_HEIGHT: Final = 30
BUTTON_GAP: Final = 16
BUTTON_HEIGHT: Final = 50
"""Sizes in design pixels: padding, distance of lines, gap and height of buttons."""


class DialogBox(Page):
    """A dialog over a scene.

    Subclasses place the box with `layout_box`, and buttons at its foot with `get_button_rect`.
    """

    is_centered = False
    """Whether the lines of the question are centered."""
    question_face: theme.FontFace = "sans"

    def __init__(self, context: AppContext, scene_below: Scene, question: str) -> None:
        super().__init__(context)
        self.question = question
        self.box_rect = pygame.Rect(0, 0, 0, 0)
        self._scene_below = scene_below
        self._lines: list[str] = []

    @property
    def deck(self) -> DeckStyle:
        return self._scene_below.deck

    @property
    def scene_below(self) -> Scene:
        return self._scene_below

    @property
    def narration(self) -> tuple[str, ...]:
        return (self.question,)

    @property
    def toast_rect(self) -> pygame.Rect:
        """The area of toasts beside the box."""
        font = theme.load_font(self.question_face, self.context.px(theme.LARGE_TEXT_SIZE))
        width = max((font.size(line)[0] for line in self._lines), default=0)
        width = self.inner_rect.width if self.is_centered else width
        head = pygame.Rect(self.inner_rect.left, self.box_rect.top, width, self._head_height)
        return self.find_toast_rect_beside(self.box_rect, head)

    @property
    def _head_height(self) -> int:
        """The height of the question with the padding above it, in pixels."""
        return self.context.px(BOX_TOP_PADDING) + len(self._lines) * self.context.px(LINE_HEIGHT)

    def layout_box(self, width: int, space_below: int) -> int:
        """Place the box, and return the bottom of the question in pixels.

        ``width``: of the box; ``space_below``: between the question and the buttons. Both are in design pixels.
        """
        px, (window_width, window_height) = self.context.px, self.context.size
        box_width = min(px(width), window_width - px(40))
        self._lines = wrap_evenly(
            self.question, px(theme.LARGE_TEXT_SIZE), box_width - 2 * px(BOX_SIDE_PADDING), self.question_face
        )
        head_height = self._head_height
        self.box_rect = pygame.Rect(0, 0, box_width, head_height + px(space_below + BUTTON_HEIGHT + BOX_TOP_PADDING))
        self.box_rect.center = (window_width // 2, window_height // 2)
        return self.box_rect.top + head_height

    @property
    def inner_rect(self) -> pygame.Rect:
        """The box without its side padding, in pixels."""
        return self.box_rect.inflate(-2 * self.context.px(BOX_SIDE_PADDING), 0)

    def get_button_rect(self, index: int, count: int = 2) -> pygame.Rect:
        """Return the place of a button, the leftmost is 0, of ``count`` in the row, in pixels."""
        px, inner = self.context.px, self.inner_rect
        button_width = (inner.width - px(BUTTON_GAP) * (count - 1)) // count
        return pygame.Rect(
            inner.left + index * (button_width + px(BUTTON_GAP)),
            inner.bottom - px(BOX_TOP_PADDING + BUTTON_HEIGHT),
            button_width,
            px(BUTTON_HEIGHT),
        )

    def draw_background(self, canvas: Canvas) -> None:
        """Draw the scene below with its widgets, under the scrim."""
        with self.context.scenes.as_current(self._scene_below):
            self._scene_below.draw_below(canvas)
        draw_scrim(canvas)

    def draw(self, canvas: Canvas) -> None:
        px, inner = self.context.px, self.inner_rect
        self.draw_background(canvas)
        draw_panel(canvas, self.context.theme, self.box_rect, theme.GOLD, 255)
        for index, line in enumerate(self._lines):
            text_image, top = (
                theme.render_text(line, self.question_face, px(theme.LARGE_TEXT_SIZE), theme.CREAM),
                inner.top + px(BOX_TOP_PADDING) + index * px(LINE_HEIGHT),
            )
            left = inner.centerx - text_image.get_width() // 2 if self.is_centered else inner.left
            canvas.blit(text_image, (left, top))
