"""The way between a session and its host, in the same process or not."""

from __future__ import annotations

from math import inf

from game.core.messages import Reason
from game.match.observation import Observation
from game.match.record import Record
from game.session.messages import Command, HostMessage


class Transport:
    """A way to a host. Its other methods answer as for a host without a stored match, such as that of a lesson.

    ``is_match``: whether the host has a match that is stored, with chat and votes. ``is_remote``: whether it is at
    another machine: then it speaks English, and no claims are made.
    """

    is_match = False
    is_remote = False

    def send(self, command: Command) -> None:
        """Send a command to the host."""
        raise NotImplementedError

    def receive(self) -> list[HostMessage]:
        """Return the messages since the last call, the oldest first, [] if there are none. Never wait.

        The first one is a `FirstMessage`.
        """
        raise NotImplementedError

    def update(self) -> None:
        """Let a host in this process go on; called in each frame."""

    @property
    def refusal_reason(self) -> Reason | None:
        """The reason for which the host takes no actions and messages of people now; None if it does."""
        return None

    @property
    def chat_wait_seconds(self) -> float:
        """The seconds after which the person may write again; 0.0 if they may now."""
        return 0.0

    @property
    def seconds_until_news(self) -> float:
        """The seconds until the host in this process says something by itself; infinite if it does not."""
        return inf

    def export_record(self) -> Record | None:
        """Return the record without the deal in progress, as a player may have it; None without a record."""
        return None

    def close(self, observation: Observation) -> None:
        """End the connection; ``observation``: the last one of the session."""
