"""The actions of a person at a table, whatever carries their messages."""

from __future__ import annotations

from abc import ABC, abstractmethod

from game.network import messages
from game.session.messages import Command, Ready, Say, SessionMessage


class Person(ABC):
    """A person at a table. The owner may do all that follows, other people may be ready and talk."""

    @abstractmethod
    def ask(self, message: SessionMessage) -> None:
        """Send a message, and let the host do what follows from it if it is in this process."""

    def be_ready(self, *, is_ready: bool = True) -> None:
        self.ask(Command(Ready(is_ready)))

    def say(self, text: str, number: int = 100) -> None:
        self.ask(Command(Say(text), number))

    def fill_seat(self, seat: int, level: str) -> None:
        """Put a computer player at a seat, nobody with the level ""."""
        self.ask(messages.FillSeat(seat=seat, level=level))

    def arrange_seats(self, *order: int) -> None:
        self.ask(messages.ArrangeSeats(order=order))

    def remove(self, seat: int) -> None:
        self.ask(messages.RemoveGuest(seat=seat))

    def start_match(self) -> None:
        self.ask(messages.StartMatch())

    def play_again(self) -> None:
        self.ask(messages.Rematch())

    def let_computer_play(self, seat: int) -> None:
        """Let the computer play for a person who is away."""
        self.ask(messages.Substitute(seat=seat))

    def let_in(self, seat: int, name: str) -> None:
        """Give a seat to somebody who waits."""
        self.ask(messages.Readmit(seat=seat, name=name))

    def let_watch(self, name: str, *, may_watch: bool = True) -> None:
        """Let somebody who waits watch, or send a watcher away."""
        self.ask(messages.LetWatch(name=name, may_watch=may_watch))

    def end_table(self) -> None:
        self.ask(messages.EndTable())
