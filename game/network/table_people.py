"""The people of a table over the network as its host knows them: those with a seat in the match, and watchers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from game.core.sanitizer import name_key
from game.network.guest import Budget, Guest
from game.network.messages import MAX_WATCHERS
from game.session.host_connection import HostConnection


class TablePerson:
    """A person who sees the match, and their connection while they are there.

    ``said_number``: of the last chat message of this run of the guest's program.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.guest: Guest | None = None
        self.connection: HostConnection | None = None
        self.budget = Budget(clock)
        self.said_number = -1
        self.is_record_sent = False


class PersonSeat(TablePerson):
    """The seat of a person: the hash of its key, and the connection if they are there.

    ``is_ready``: for the next deal. ``is_removed``: by the owner. ``slow_step_count``: the steps that the person's
    screens were slow to show; ``missed_pause_count``: the pauses between two deals, in a row, in which the person was
    there and did not get ready.
    """

    def __init__(self, seat: int, key_hash: str, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.seat = seat
        self.key_hash = key_hash
        self.away_since = clock()
        self.run = ""
        self.is_ready = False
        self.is_substituted = self.is_removed = False
        self.unshown_since: float | None = None
        self.slow_step_count = self.missed_pause_count = 0


class Watcher(TablePerson):
    """A person without a seat who may watch. They keep their name in all connections of a run."""

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.name = name


class Watchers:
    """The watchers of a table by the hash of their run, also those who are away. ``names``: as a table stores them.

    ``owner_run``: the hash of the owner while their screen is the table, "" if they play.
    """

    def __init__(self, names: dict[str, str], clock: Callable[[], float], owner_run: str = "") -> None:
        self.owner_run = owner_run
        self._clock = clock
        self._watchers = {run_hash: Watcher(name, clock) for run_hash, name in names.items()}

    @property
    def names(self) -> dict[str, str]:
        """The names of all watchers, by the hash of their run."""
        return {run_hash: watcher.name for run_hash, watcher in self._watchers.items()}

    @property
    def present_names(self) -> tuple[str, ...]:
        """The names of the watchers who are there."""
        return tuple(watcher.name for watcher in self if watcher.guest is not None)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(tuple(self._watchers.values()))

    def find(self, guest: Guest) -> Watcher | None:
        """Return the watcher whose connection is that of ``guest``, or None."""
        return next((watcher for watcher in self if watcher.guest is guest), None)

    def find_known(self, guest: Guest) -> Watcher | None:
        """Return the watcher that a guest was before: in the same run, or as the owner; or None."""
        run_hash = self.owner_run if guest.is_owner and self.owner_run else hash_key(guest.entry.run)
        return self._watchers.get(run_hash) if guest.entry.run else None

    @property
    def owner(self) -> Watcher | None:
        """The owner if their screen is the table, also while they are away; else None."""
        return self._watchers.get(self.owner_run)

    def add(self, guest: Guest) -> Watcher | None:
        """Return the watcher that a guest becomes, in place of one of the same name; None if there are too many.

        The ones who have been away the longest are forgotten for newer ones.
        """
        others = {run_hash: other for run_hash, other in self._watchers.items() if not _is_namesake(other, guest)}
        absent_hashes = [run_hash for run_hash, other in others.items() if other.guest is None]
        for run_hash in absent_hashes[: max(0, len(others) + 1 - MAX_WATCHERS)]:
            del others[run_hash]
        if len(others) >= MAX_WATCHERS or not guest.entry.run:
            return None
        for namesake in self:
            if _is_namesake(namesake, guest) and namesake.guest is not None:
                namesake.guest.displace(guest)
        watcher = Watcher(guest.entry.name, self._clock)
        self._watchers = {**others, hash_key(guest.entry.run): watcher}
        return watcher

    def remove(self, name: str) -> Watcher | None:
        """Remove and return the watcher of this name, or None."""
        for run_hash, watcher in self._watchers.items():
            if watcher.name == name:
                return self._watchers.pop(run_hash)
        return None


def _is_namesake(watcher: Watcher, guest: Guest) -> bool:
    return name_key(watcher.name) == name_key(guest.entry.name)


def hash_key(key: str) -> str:
    """Return the hash of a seat's key, or of another secret of a guest, which the host keeps in its place."""
    return hashlib.sha256(f"seat {key}".encode()).hexdigest()
