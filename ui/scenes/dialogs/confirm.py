"""The dialog that asks for confirmation before something is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.box import DialogBox
from ui.widgets.fields import Action
from ui.widgets.nodes import Node


class ConfirmDialog(DialogBox):
    """A question over ``scene_below`` with two answers.

    If the person confirms, the dialog closes and calls ``on_yes``; Esc and Enter cancel. ``yes_label``: the action;
    ``no_label``: leaving things as they are, which is the default. ``is_dangerous``: the button of the action is red.
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
        is_dangerous: bool = False,
        is_recommended: bool = False,
    ) -> None:
        super().__init__(context, scene_below, question)
        self.button_labels = (yes_label, no_label or _("No"))
        self._on_yes = on_yes
        self.first_focus_id = "confirm" if is_recommended else "cancel"
        self._yes_style = "#danger" if is_dangerous else "#primary" if is_recommended else "#menu"
        self._no_style = "#menu" if is_recommended else "#primary"

    def list_answers(self) -> Sequence[Node]:
        yes, no = self.button_labels
        return (
            Action("cancel", no, self.context.scenes.pop, style=self._no_style, grow=1),
            Action("confirm", yes, self._confirm, style=self._yes_style, grow=1),
        )

    def _confirm(self) -> None:
        self.context.scenes.pop()
        self._on_yes()
