"""A single position as a seat saw it, to choose an action again.

Nothing is saved and no other seat acts. Only the observation is known.
"""

from __future__ import annotations

from game.core.actions import Action, Play
from game.core.messages import Reason
from game.match.observation import Observation
from game.session.match_info import make_solo_info
from game.session.messages import (
    NO_HELP_STATUS,
    Answer,
    Command,
    FirstMessage,
    HostMessage,
    SeatView,
    TakeAction,
)
from game.session.transport import Transport


class SinglePosition(Transport):
    """The host of one position. ``chosen_action``: the person's choice, None before."""

    def __init__(self, observation: Observation, names: tuple[str, ...]) -> None:
        """Raise ValueError unless the seat of ``observation`` is on turn.

        ``names``: the names of all seats.
        """
        if observation.seat is None or not observation.legal_actions:
            raise ValueError(f"seat {observation.seat} has nothing to choose")
        self.chosen_action: Action | None = None
        self._observation = observation
        view = SeatView(observation.seat, observation, (), ())
        info, results = make_solo_info(observation, names), observation.results
        self._messages: list[HostMessage] = [
            FirstMessage(info=info, revision=0, turn=(0, 0), views=(view,), results=results, chat_messages=()),
            NO_HELP_STATUS,
        ]

    @property
    def refusal_reason(self) -> Reason | None:
        return None if self.chosen_action is None else Reason("being_saved")

    def send(self, command: Command) -> None:
        reason = None
        if isinstance(command.request, TakeAction):
            reason = self._find_refusal(command.request.action)
            self.chosen_action = command.request.action if reason is None else None
        self._messages.append(Answer(command.number, reason))

    def _find_refusal(self, action: Action) -> Reason | None:
        observation = self._observation
        if action in observation.legal_actions:
            return None
        reason = observation.phase.illegal_reason(action) if observation.phase is not None else None
        card_reason = dict(observation.illegal_cards).get(action.card) if isinstance(action, Play) else None
        return card_reason or reason or Reason("not_now")

    def receive(self) -> list[HostMessage]:
        messages, self._messages = self._messages, []
        return messages

    def reset(self) -> None:
        """Forget the chosen action, so that the person can choose again."""
        self.chosen_action = None
