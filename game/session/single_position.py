"""A session of one position as a seat saw it, to choose an action again.

Nothing is saved and no other seat acts. The session knows only the observation that it is made of.
"""

from __future__ import annotations

from game.core.actions import Action, Play
from game.core.events import Event
from game.core.messages import Reason
from game.match.observation import Observation, Transition
from game.session.match_info import make_solo_info
from game.session.session import MatchSession


class SinglePositionSession(MatchSession):
    """A session of one position. ``chosen_action``: the person's choice, None before."""

    def __init__(self, observation: Observation, names: tuple[str, ...]) -> None:
        """Raise ValueError unless the seat of ``observation`` is on turn.

        ``names``: the names of all seats.
        """
        if observation.seat is None or not observation.legal_actions:
            raise ValueError(f"seat {observation.seat} has nothing to choose")
        super().__init__(make_solo_info(observation, names))
        self._observation = observation
        self.chosen_action: Action | None = None

    @property
    def observation(self) -> Observation:
        return self._observation

    @property
    def events(self) -> tuple[Event, ...]:
        return ()

    @property
    def is_your_turn(self) -> bool:
        return self.chosen_action is None

    def act(self, action: Action) -> Reason | None:
        if self.chosen_action is not None:
            return Reason("being_saved")
        if action not in self.observation.legal_actions:
            return self._get_refusal_reason(action)
        self.chosen_action = action
        return None

    def _get_refusal_reason(self, action: Action) -> Reason:
        reason = self.observation.phase.illegal_reason(action) if self.observation.phase is not None else None
        card_reason = dict(self.observation.illegal_cards).get(action.card) if isinstance(action, Play) else None
        return card_reason or reason or Reason("not_now")

    def reset(self) -> None:
        """Forget the chosen action, so that the person can choose again."""
        self.chosen_action = None

    def update(self, is_idle: bool) -> list[Transition]:
        return []
