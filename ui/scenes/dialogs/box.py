"""The base class of dialogs: a question over a scene and its answers."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.panel_page import PanelPage
from ui.widgets.layout import Column, Padded, Row
from ui.widgets.nodes import Node, Text


class DialogBox(PanelPage):
    """A question over a scene; subclasses list the nodes below it, and the answers, which are in a row at the foot."""

    is_centered = False
    """Whether the lines of the question are centered."""
    question_face: theme.FontFace = "sans"

    def __init__(self, context: AppContext, scene_below: Scene, question: str) -> None:
        super().__init__(context, scene_below)
        self.question = question

    @property
    def narration(self) -> tuple[str, ...]:
        return (self.question,)

    @property
    def toast_rect(self) -> pygame.Rect:
        """The area of toasts beside the question."""
        label = self.find("question")
        head = self.panel_rect.clip(label.get_abs_rect())
        head.width = head.width if self.is_centered else label.text_width
        return self.find_toast_rect_beside(self.panel_rect, head)

    def list_contents(self) -> Sequence[Node]:
        """Return what is between the question and the answers."""
        return ()

    def list_answers(self) -> Sequence[Node]:
        """Return the answers, which have the same width."""
        raise NotImplementedError

    def make_heading(self) -> Node:
        """Return the question."""
        return Text(
            self.question,
            id="question",
            size=theme.LARGE_TEXT_SIZE,
            face=self.question_face,
            align="centre" if self.is_centered else "left",
            is_even=True,
        )

    def describe(self) -> Node:
        answers = Row(*self.list_answers(), gap=theme.LARGE_GAP)
        contents = Column(self.make_heading(), *self.list_contents(), gap=theme.GAP)
        return Padded(Column(contents, answers, gap=theme.SECTION_GAP), padding=theme.LARGE_MARGIN)
