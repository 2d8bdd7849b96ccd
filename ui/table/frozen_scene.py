"""A table that shows one observation and asks the person for their choice."""

from __future__ import annotations

from typing import Protocol

from game.core.actions import Action
from game.match.observation import Observation
from game.session.single_position import SinglePositionSession
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.table.overlays.menu import OverlaysContext, TableOverlays
from ui.table.painting import PromptLine
from ui.table.scene import TableScene
from ui.table.view_model import PresenterContext, TablePresenter


class QuestionPresenter(TablePresenter):
    """The table with a question where it else says who is on turn."""

    def __init__(self, scene: PresenterContext, question: str) -> None:
        super().__init__(scene)
        self._question = question

    def _make_turn_prompt(self) -> PromptLine | None:
        return PromptLine(self._question, True) if self.scene.session.is_your_turn else None


class LeavableTable(OverlaysContext, Protocol):
    """A table's scene that has a way back instead of a pause."""

    def leave_table(self) -> None:
        """The person leaves the table."""
        ...


class ExitOnlyOverlays(TableOverlays):
    """Where the table has its pause, the way back."""

    def __init__(self, scene: LeavableTable) -> None:
        super().__init__(scene)
        self._scene_to_leave = scene

    def open_pause(self) -> None:
        self._scene_to_leave.leave_table()


class FrozenTableScene(TableScene):
    """The table of an ``observation``; `handle_choice` gets the action that the person chooses. Esc leads back."""

    def __init__(
        self,
        context: AppContext,
        observation: Observation,
        presentation: GamePresentation,
        names: tuple[str, ...],
        question: str,
    ) -> None:
        self.position_session = SinglePositionSession(observation, names)
        super().__init__(context, self.position_session, presentation)
        self.question = question
        self.presenter = QuestionPresenter(self, question)
        self.overlays = ExitOnlyOverlays(self)

    def act(self, action: Action) -> None:
        super().act(action)
        if self.position_session.chosen_action is not None and self.context.scenes.top is self:
            self.handle_choice(self.position_session.chosen_action)

    def handle_choice(self, action: Action) -> None:
        """The person has made his choice, one that the rules allow."""
        raise NotImplementedError

    def leave_table(self) -> None:
        """The person leaves the table."""
        self.context.scenes.pop()
