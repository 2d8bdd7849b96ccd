"""A question with two answers, over the scene that it is about."""

from __future__ import annotations

from collections.abc import Callable

from game.i18n import _
from ui.scene import Scene, Stage
from ui.scenes.boxed import Boxed


class Ask(Boxed):
    """Asks ``question`` over ``below``; on yes it goes back there and calls ``act``. Esc is no, and so is Enter.

    It is asked only where something is lost. ``yes`` and ``no`` are the words on the buttons: the deed itself, and
    leaving things as they are, which is the golden one.
    """

    centred = True

    def __init__(self, stage: Stage, below: Scene, question: str, yes: str, act: Callable[[], None], *,
                 no: str = "") -> None:  # fmt: skip
        super().__init__(stage, below, question)
        self.words = (yes, no or _("No"))
        self._act = act

    def compose(self) -> None:
        self.place_box(560, 28)
        buttons = ("cancel", self.words[1], self.stage.back), ("confirm", self.words[0], self._yes)
        for at, (widget_id, words, act) in enumerate(buttons):
            button = self.button(widget_id, words, self.half(at), act, style="#menu" if at else "#primary")
            if self.focus.at < 0:
                self.focus.go(button)

    def _yes(self) -> None:
        self.stage.back()
        self._act()
