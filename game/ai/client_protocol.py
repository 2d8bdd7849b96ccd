"""What a match asks of the process that chooses for computer players, and the estimates that it answers with."""

from __future__ import annotations

from typing import Protocol

import msgspec

from game.ai.personas import Persona
from game.core.actions import Action
from game.core.messages import Reason
from game.match.observation import Observation


class ExplainedEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """The value of a choice, and the reasons for it.

    ``value``: in the game's unit, ``standard_error``: relative to the best choice; ``expected_points``: in the unit of
    the deal's points; ``win_probability``: of winning the deal (in some games the match), or of making the call or bid;
    both None where they have no meaning.
    """

    action: Action
    value: float
    standard_error: float
    win_probability: float | None
    reasons: tuple[Reason, ...]
    expected_points: float | None = None


class AIClientProtocol(Protocol):
    """The requests of a match to the process of the computer players; implemented by `game.ai.client.AIClient`."""

    def request_action(self, observation: Observation, level: str, persona: Persona, seed: int) -> int:
        """Begin to choose an action; return the number of the request at once."""
        ...

    def poll_actions(self, request_id: int) -> Action | None:
        """Return the answer to a request, once; None if it has not come. Never waits."""
        ...

    def request_advice(self, observation: Observation, seed: int) -> int:
        """Begin to estimate what each choice is worth; return the number of the request at once."""
        ...

    def poll_advice(self, request_id: int) -> tuple[ExplainedEstimate, ...] | None:
        """Return the estimates as `poll_actions` returns an action, the best choice first."""
        ...

    def cancel(self, request_id: int) -> None:
        """Drop a request, the answer to which is not wanted any more."""
        ...
