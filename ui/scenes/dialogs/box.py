"""The base class of dialogs, a question over a scene and its answers, and the dialog that asks whether to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.panel_page import PanelPage
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Padded, Row
from ui.widgets.nodes import Node, Text


class DialogBox(PanelPage):
    """A question over a scene; subclasses list the nodes below it, and the answers, which are in a row at the foot.

    Enter in its last text field presses the golden answer.
    """

    is_centered = False
    """Whether the lines of the question are centered."""
    question_face: theme.FontFace = "sans"

    def __init__(self, context: AppContext, scene_below: Scene, question: str) -> None:
        super().__init__(context, scene_below)
        self.question, self.focus.confirms_on_enter = question, True

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


class ConfirmDialog(DialogBox):
    """A question over ``scene_below`` with two answers.

    If the person confirms, the dialog closes and calls ``on_yes``; Esc and Enter cancel. ``yes_label``: the action;
    ``no_label``: leaving things as they are, which is the default; then the dialog closes and calls ``on_no``.
    ``is_dangerous``: the button of the action is red.
    ``is_recommended``: the action is the default in place of leaving things as they are.
    """

    is_centered = True

    def __init__(
        self,
        context: AppContext,
        scene_below: Scene,
        question: str,
        yes_label: str,
        on_yes: Callable[[], None],
        *,
        no_label: str = "",
        on_no: Callable[[], object] = lambda: None,
        is_dangerous: bool = False,
        is_recommended: bool = False,
    ) -> None:
        super().__init__(context, scene_below, question)
        self.button_labels = (yes_label, no_label or _("No"))
        self._on_yes, self._on_no = on_yes, on_no
        self.first_focus_id = "confirm" if is_recommended else "cancel"
        self._yes_style = "#danger" if is_dangerous else "#primary" if is_recommended else "#menu"
        self._no_style = "#menu" if is_recommended else "#primary"

    def list_answers(self) -> Sequence[Node]:
        yes, no = self.button_labels
        return (
            Action("cancel", no, self.on_escape, style=self._no_style, grow=1),
            Action("confirm", yes, self._confirm, style=self._yes_style, grow=1),
        )

    def on_escape(self) -> None:
        self.context.scenes.pop()
        self._on_no()

    def _confirm(self) -> None:
        self.context.scenes.pop()
        self._on_yes()
