"""A table that shows one observation and asks the person for their choice."""

from __future__ import annotations

from game.core.actions import Action
from game.match.observation import Observation
from game.session.session import Session
from game.session.single_position import SinglePosition
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.table.scene import TableScene


class FrozenTableScene(TableScene):
    """The table of an ``observation``, with a single choice for the person.

    `handle_choice` gets the chosen action. Esc goes back.
    """

    has_pause = False

    def __init__(
        self,
        context: AppContext,
        observation: Observation,
        presentation: GamePresentation,
        names: tuple[str, ...],
        question: str,
    ) -> None:
        self.position = SinglePosition(observation, names)
        super().__init__(context, Session(self.position, context.clock), presentation)
        self.question = question

    def act(self, action: Action) -> None:
        super().act(action)
        if self.position.chosen_action is not None and self.context.scenes.top is self:
            self.handle_choice(self.position.chosen_action)

    def handle_choice(self, action: Action) -> None:
        """Handle the choice of the person, which is legal."""
        raise NotImplementedError
