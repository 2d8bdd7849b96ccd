"""A match at a table over the network between two programs of guests, without sockets, whose host may lie to one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from game.core.actions import Action
from game.match.house_rules import RuleSet
from game.match.observation import Observation
from game.network.table_files import SeatKeys
from game.session.messages import Command, HostMessage, ReportShown, TakeAction
from game.storage.json_documents import JsonDocument
from tests.network.host import ONE_DEAL, Guest, Host
from tests.network.programs import GuestProgram

Entry: TypeAlias = HostMessage | Command | None
"""A message of the host, an action that the guest has sent, or None for a new connection."""
Lie: TypeAlias = Callable[[HostMessage], Sequence[HostMessage]]
"""Returns what a host sends in place of a message."""
MAX_ROUNDS = 4000


def tell_truth(message: HostMessage) -> Sequence[HostMessage]:
    return (message,)


class CheckedMatch:
    """A match of Ann, who is the owner, and Bob, with computer players at the other seats.

    ``are_ready``: whether both are ready for the next deal as soon as one is over.
    ``lie``: returns what Bob gets in place of each message. ``heard``: what he got and sent. ``watcher``: the program
    of a person who watches, if they have a name; ``watched``: what they got.
    """

    def __init__(
        self, home: Path, rules: RuleSet = ONE_DEAL, seats: int = 2, lie: Lie = tell_truth, watcher: str = ""
    ) -> None:  # fmt: skip
        self.host = Host(home / "host", rules, seats=seats)
        self.lie = lie
        self.are_ready = True
        self.heard: list[Entry] = []
        self.watched: list[Entry] = []
        self._keys = {name: JsonDocument(home / f"{name}.json", SeatKeys, SeatKeys()) for name in ("Ann", "Bob")}
        self._number = 0
        self._open_numbers: dict[str, set[int]] = {"Ann": set(), "Bob": set()}
        self._read_counts: dict[Guest, int] = {}
        self._bobs_key = ""
        self.ann = GuestProgram(self.host, "Ann", is_owner=True, seat_keys=self._keys["Ann"])
        self.bob = GuestProgram(self.host, "Bob", seat_keys=self._keys["Bob"])
        for seat in range(2, seats):
            self.ann.fill_seat(seat, "random")
        self.watcher = GuestProgram(self.host, watcher) if watcher else None
        if watcher:
            self.ann.let_watch(watcher)
        self.bob.be_ready()
        self.advance()
        self.ann.start_match()

    @property
    def fault(self) -> str:
        """The code of what Bob's program names, or what it still waits for; "" if it finds nothing."""
        assert self.ann.check.fault is None, self.ann.check.fault
        if self.bob.check.fault is not None:
            return str(self.bob.check.fault.values["fault"].code)
        return "" if self.bob.check.due is None else f"no {self.bob.check.due[0]}"

    def advance(self, seconds: float = 0.3, count: int = 1) -> None:
        """Let time pass, and let both take what the host has sent, ``count`` times."""
        for _round in range(count):
            self._advance_once(seconds)

    def _advance_once(self, seconds: float) -> None:
        self.host.update(seconds, count=2)
        for message in self._read(self.ann):
            self.ann.receive_message(message)
        if self.watcher is not None:
            for message in self._read(self.watcher):
                self.watched.append(message)
                self.watcher.receive_message(message)
        for message in self._read(self.bob):
            for told in self.lie(message):
                self.heard.append(told)
                try:
                    self.bob.receive_message(told)
                except (ValueError, LookupError):
                    self.bob.check.report("host_nonsense")
                    return

    def _read(self, client: GuestProgram) -> list[HostMessage]:
        """Return what the host has sent to a client since the last call."""
        guest = client.guest
        if guest is None:
            return []
        guest.read()
        count = self._read_counts.get(guest, 0)
        self._read_counts[guest] = len(guest.messages)
        return guest.messages[count:]

    def play_on(self) -> None:
        """Let time pass, and let everybody be ready and the person on turn play."""
        self.advance()
        for client in (self.ann, self.bob):
            guest = client.guest
            if guest is None or not guest.list_match_messages():
                continue
            observation = guest.observation
            client.send(Command(ReportShown(guest.revision)))
            client.be_ready(is_ready=self.are_ready)
            open_numbers = self._open_numbers[client.person.name]
            open_numbers.difference_update(answer.number for answer in guest.answers)
            if observation.legal_actions and not open_numbers:
                self.act(client, self.choose(observation))

    def choose(self, observation: Observation) -> Action:
        """Return what a person plays."""
        return observation.legal_actions[0]

    def act(self, client: GuestProgram, action: Action) -> None:
        """Let a person play; a program that was started again counts on."""
        assert client.guest is not None
        self._number += 1
        self._open_numbers[client.person.name].add(self._number)
        message = Command(TakeAction(action), self._number, turn=client.guest.turn)
        if client is self.bob:
            self.heard.append(message)
        client.send(message)

    def take(self, *actions: Action) -> None:
        """Let the people of these actions take them, one after the other."""
        for action in actions:
            self.act((self.ann, self.bob)[action.seat], action)
            self.advance()

    def play_until(self, is_reached: Callable[[], bool]) -> None:
        for _round in range(MAX_ROUNDS):
            if is_reached():
                return
            self.play_on()
        raise AssertionError("it never came")

    def play_out(self) -> str:
        """Play the match to its end, or until Bob's program names the host; return the code of that."""
        self.play_until(lambda: self.bob.check.fault is not None or self.is_over)
        self.advance(count=5)
        return self.fault

    def begin_another_match(self) -> None:
        """Begin another match after the end of one."""
        number = self.host.stored.match_number
        self.ann.play_again()
        for _round in range(40):
            self.advance()
            if self.host.stored.match_number > number:
                break
            for client in (self.ann, self.bob):
                client.be_ready()
        assert self.host.stored.match_number == number + 1
        self.advance(count=4)

    def play_another_match(self) -> None:
        """Play another match to its end after the end of one."""
        self.advance(count=5)
        self.begin_another_match()
        self.play_until(lambda: self.is_over)

    def end(self) -> None:
        """Let the owner end the table."""
        self.ann.end_table()
        self.advance(count=8)

    def has_reached(self, deal_count: int) -> bool:
        """Return whether a deal after some others is in the middle."""
        return self.host.deal_count >= deal_count and self.host.action_count > 5

    def has_seen_actions(self, count: int) -> bool:
        """Return whether Bob has played some times."""
        return sum(isinstance(entry, Command) for entry in self.heard) >= count

    @property
    def is_between_deals(self) -> bool:
        match = self.host.table.match
        return match is not None and match.host.is_between_deals and self.bob.check.due is None

    @property
    def is_over(self) -> bool:
        match = self.host.table.match
        return match is not None and match.is_finished

    def start_again(self) -> None:
        """Start Bob's program again, with what it has stored."""
        self.lose_connection()
        run = f"{self._number + 1:04x}"
        self.bob = GuestProgram(self.host, "Bob", token=self._bobs_key, run=run, seat_keys=self._keys["Bob"])

    def connect_again(self) -> None:
        """Let Bob's program connect again."""
        self.heard.append(None)
        self.bob.connect_again()

    def lose_watcher(self) -> None:
        """Cut the connection of the watcher, who can begin a new one."""
        assert self.watcher is not None
        self.watcher.lose_connection()
        self.watched.append(None)

    def lose_connection(self) -> None:
        """Cut Bob's connection."""
        if self.bob.guest is not None and self.bob.guest.key:
            self._bobs_key = self.bob.guest.key
        self._open_numbers["Bob"].clear()
        self.bob.lose_connection()
