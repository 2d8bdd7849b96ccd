"""A table whose host is a process at another machine, its owner there with a program, and people with phones."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from game.match.house_rules import RuleSet
from game.match.record import Record, decode_playable_record
from game.network.messages import LetWatch, Reach, StartMatch
from tests.browsers.pages import GoneError
from tests.browsers.phone import Choice, Phone, View
from tests.namespaces.networks import at_machine
from tests.network.clients import wait_until
from tests.network.people import NetworkPerson, PeopleArguments, read_log
from tests.network.processes import HostProcess

AnyValue = TypeVar("AnyValue")
OWNER: Final = "Rosa"
NAMES: Final = ("Ada", "Bruno", "Carla", "Dino")
ONE_BRISCOLA: Final = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1})
TALKATIVE: Final = RuleSet(game="spades", preset="individual", changes={"talk": "free"})
ONE_CHIAMATA: Final = RuleSet(game="chiamata", preset="regolamento", changes={"match_deals": 1})
SHORT_MATCHES: Final = {
    "briscola": (ONE_BRISCOLA, 4),
    "chiamata": (ONE_CHIAMATA, 5),
    "spades": (RuleSet(game="spades", preset="partners", changes={"nil": True}), 4),
    "muscio": (RuleSet(game="muscio", preset="gattorna", changes={}), 4),
}
"""Rules and seats for a deal of each game."""
MATCH_STEPS: Final = 20_000
"""More frames than a match needs."""
PRIVATE_REQUESTS: Final = {"sit", "chat"}


class BrowserTable:
    """A table with its owner, `OWNER`, who plays by chance, and ``link``, which phones open.

    ``home``: a folder of the test. ``machine``: the namespace of the host. The owner starts the match once each of the
    ``seats`` has its person.
    """

    def __init__(
        self, home: Path, machine: str, rules: RuleSet, seats: int, program: Sequence[str]
    ) -> None:  # fmt: skip
        self.home = home
        self._machine = machine
        with at_machine(machine):
            self.host = HostProcess(home / "host", rules, seats, ways=["--phones"], program=program)
        self._arguments = PeopleArguments(self.host.invitation, self.host.owner_key, seats, chat_probability=0.0)
        self.owner = self._open_program(OWNER, is_owner=True)
        self._programs = [self.owner]
        wait_until(lambda: bool(self.reach.phones), 20)
        self.link = self.reach.phones

    @property
    def reach(self) -> Reach:
        """The ways to the table, as the owner is told of them."""
        return self.owner.client.reach or Reach()

    def _open_program(self, name: str, *, is_owner: bool = False) -> NetworkPerson:
        with at_machine(self._machine):
            return NetworkPerson(self.home, name, self._arguments, is_owner=is_owner)

    def add_programs(self, *names: str) -> None:
        """Let people with programs join, who play by chance."""
        self._programs += [self._open_program(name) for name in names]

    def close(self) -> None:
        """Close the programs of the people."""
        for person in {self.owner, *self._programs}:
            person.close()

    def become_table(self) -> None:
        """Let the owner leave their seat in the lobby: their screen shows the table."""
        self._programs.remove(self.owner)
        self.owner.client.send(LetWatch(name=OWNER))

    def start(self, *names: str) -> None:
        """Start the match once these people are in the lobby and ready."""
        client = self.owner.client

        def are_ready() -> bool:
            seats = () if client.lobby is None else client.lobby.seats
            return {seat.name for seat in seats if seat.is_ready} >= {*names}

        wait_until(are_ready, 20)
        client.send(StartMatch(people=names))

    def play(self, phones: Sequence[Phone[Any]], is_done: Callable[[list[View]], AnyValue], seed: int = 1) -> AnyValue:
        """Let programs and phones play by chance until ``is_done`` is true of what the phones show.

        Return its value.
        """
        rng = Random(seed)
        for _step in range(MATCH_STEPS):
            for person in self._programs:
                person.live()
            views = [phone.look() for phone in phones]
            if value := is_done(views):
                return value
            if not any(map(list_choices, views)):
                time.sleep(0.03)  # a browser that is asked without a pause takes a whole core
            for phone, view in zip(phones, views, strict=True):
                if choices := list_choices(view):
                    try:
                        phone.choose(rng.choice(choices))
                    except GoneError:  # the view has changed meanwhile
                        assert phone.look().number != view.number
        raise AssertionError("the match did not end")

    def read_record(self) -> Record:
        """Return the record of the match, which the owner got at its end."""
        (entry,) = (entry for entry in read_log(self.home, [OWNER]) if entry.record)
        return decode_playable_record(entry.record.encode())


def list_choices(view: View) -> list[Choice]:
    """Return the choices of a person who plays on: cards, numbers, buttons, and to be ready."""
    requests = [(choice, json.loads(choice.request)) for choice in view.playable]
    return [
        choice for choice, request in requests
        if request["type"] not in PRIVATE_REQUESTS and request.get("is_ready", True)
    ]  # fmt: skip


def is_on_turn(view: View) -> bool:
    """Return whether it is the turn of the phone's owner."""
    return any(seat.is_you and seat.is_turn for seat in view.seats) and bool(list_choices(view))


def has_card_choice(view: View) -> bool:
    """Return whether it is the turn of the phone's owner to play a card."""
    return any(choice.kind == "card" for choice in list_choices(view))


@contextmanager
def open_table(
    home: Path, machine: str, rules: RuleSet, seats: int, program: Sequence[str] = ("main.py",)
) -> Iterator[BrowserTable]:  # fmt: skip
    """Run a table for the block; its host must end without a complaint."""
    with ExitStack() as stack:
        table = BrowserTable(home, machine, rules, seats, program)
        stack.callback(table.host.stop)
        stack.callback(table.close)
        yield table
    complaints = table.host.read_errors()
    assert not complaints, complaints
