"""All that a guest has been told about its table, beside the match."""

from __future__ import annotations

import msgspec

from game.core.messages import Reason
from game.network.messages import Lobby, LobbySeat, Presence


class TableNews(msgspec.Struct, frozen=True, kw_only=True):
    """The newest messages for a guest about its table.

    ``table``: its name; ``lobby``: the last one, None if the guest did not see it; ``seats_at_start``: those of the
    lobby when the match began, () before; ``chat_moments``: for the last chat messages of the session, how many events
    of the deal came before each; ``is_shuffling``: words for the next deal are collected; ``refusal``: the answer to
    the guest's last request, None if it was accepted or something has happened since.
    """

    table: str
    is_owner: bool = False
    lobby: Lobby | None = None
    seats_at_start: tuple[LobbySeat, ...] = ()
    presence: Presence | None = None
    watcher_names: tuple[str, ...] = ()
    watching_owner: str = ""
    chat_moments: tuple[int, ...] = ()
    is_shuffling: bool = False
    refusal: Reason | None = None

    @property
    def people(self) -> tuple[LobbySeat, ...]:
        """The seats as the lobby had them."""
        return self.seats_at_start if self.lobby is None else self.lobby.seats

    @property
    def away_seats(self) -> tuple[int, ...]:
        """The seats of people whose connection is lost."""
        people = () if self.presence is None else self.presence.people
        return tuple(person.seat for person in people if person.away_seconds is not None)

    @property
    def substituted_seats(self) -> tuple[int, ...]:
        """The seats of absent people that a computer plays."""
        people = () if self.presence is None else self.presence.people
        return tuple(person.seat for person in people if person.is_substituted or person.is_removed)

    @property
    def removed_seats(self) -> tuple[int, ...]:
        """The seats of people whom the owner has removed."""
        people = () if self.presence is None else self.presence.people
        return tuple(person.seat for person in people if person.is_removed)

    @property
    def is_rematch_asked(self) -> bool:
        """Whether the owner has asked for another match, also one who watches."""
        return self.presence is not None and (self.presence.is_rematch_asked or bool(self.presence.ready_seats))

    @property
    def ready_seats(self) -> tuple[int, ...]:
        """The seats of people who are ready for the next deal or match."""
        return () if self.presence is None else self.presence.ready_seats
