"""A state machine of a table over the network: cuts, kills, absences, removals, other matches and lies in any order.

Ann owns the table, Bob and Eva are guests; each has a program that checks its host. `TableMachine` compares what each
screen shows with the match of the host, and checks that a program accuses its host exactly if the host has lied.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from game.match.house_rules import RuleSet
from game.match.observation import observe
from game.network.table_files import SeatKeys
from game.session.messages import Command, HostMessage, ReportShown, TakeAction, TransitionMessage
from game.storage.files import StorageError
from game.storage.json_documents import JsonDocument
from tests.network.host import CLOCKED, SECRET, TWO_DEALS, Guest, Host
from tests.network.programs import GuestProgram
from tests.stored_matches import is_beginning, make_memory_folder

NAMES = ("Ann", "Bob", "Eva")
OWNER, LIED_TO = NAMES[0], NAMES[1]
PEOPLE = st.sampled_from(NAMES)
GUESTS = st.sampled_from(NAMES[1:])
TURN_COUNTS = st.sampled_from((1, 5, 20, 60))
RANDOMS = st.integers(0, 2**32 - 1).map(Random)
DISK_FULL = "The disk is full."


class TableMachine(RuleBasedStateMachine):
    """A table of three people whose connections, disk and clock the machine controls."""

    @initialize(rules=st.sampled_from((TWO_DEALS, CLOCKED)))
    def start(self, rules: RuleSet) -> None:
        """Start a match of all three."""
        self.home = make_memory_folder()
        self.host = Host(self.home / "host", rules, seats=len(NAMES))
        self.action_number, self.run_number = 0, 0
        self.omits_transition, self.has_omitted, self.has_lied, self.omitted_deal = False, False, False, 0
        self.open_actions = dict[str, int]()
        self.keys = dict[str, str]()
        self.read_counts = dict[Guest, int]()
        self.programs = {name: self.open_program(name, SECRET) for name in NAMES}
        for program in self.programs.values():
            program.be_ready()
        self.programs[OWNER].start_match()
        self.let_time_pass(0.3)
        assert self.host.table.match is not None

    def teardown(self) -> None:
        """Let everybody come back: nobody names the host, unless it has lied, and all see its match."""
        try:
            self.repair_disk()
            for name in NAMES:
                self.come_back(name)
            self.let_time_pass(1.0)
        finally:
            self.host.table.close()
            self.host.storage.close()
            shutil.rmtree(self.home)

    # -- what the machine knows and does by itself

    def open_program(self, name: str, token: str) -> GuestProgram:
        """Start the program of a person, with the seat that it has stored."""
        self.run_number += 1
        keys = JsonDocument(self.home / f"{name}.json", SeatKeys, SeatKeys())
        is_owner, run = name == OWNER, f"{self.run_number:04x}"
        return GuestProgram(self.host, name, is_owner=is_owner, token=token, run=run, seat_keys=keys)

    def find_guest(self, name: str) -> Guest | None:
        """Return the connection of a person who is at the table and has a match."""
        guest = self.programs[name].guest
        return guest if guest is not None and guest.has_match else None

    def can_come(self, name: str) -> bool:
        """Return whether a person is away and has a reason to come back."""
        program = self.programs[name]
        return program.guest is None and not program.refusal and program.check.fault is None

    def let_time_pass(self, seconds: float, count: int = 4) -> None:
        """Let the host work and the programs take what it sends, some times."""
        for _round in range(count):
            with self.restart_host_if_it_ends():
                self.host.update(seconds, count=2)
            for name, program in self.programs.items():
                self.take_messages(name, program)

    @contextmanager
    def restart_host_if_it_ends(self) -> Iterator[None]:
        """Return a context manager that starts the host again if its table cannot be stored, for which it ends."""
        try:
            yield
        except StorageError as error:
            assert str(error) == DISK_FULL
            self.restart_host()

    def take_messages(self, name: str, program: GuestProgram) -> None:
        """Let a program take what its connection has got since the last call."""
        guest = program.guest
        if guest is None:
            return
        guest.read()
        first = self.read_counts.get(guest, 0)
        self.read_counts[guest] = len(guest.messages)
        for message in guest.messages[first:]:
            if name != LIED_TO or not self.is_omitted(message):
                try:
                    program.receive_message(message)
                except (ValueError, LookupError):
                    program.check.report("host_nonsense")
                    return
        self.keys[name] = guest.key or self.keys.get(name, "")
        if program.refusal:
            program.guest = None

    def is_omitted(self, message: HostMessage) -> bool:
        """Return whether the host leaves out this message; note whether it goes on to the next deal after that."""
        if not isinstance(message, TransitionMessage):
            return False
        deal = message.views[0].observation.deal_number
        self.has_lied = self.has_lied or (self.has_omitted and deal > self.omitted_deal)
        if not self.omits_transition:
            return False
        self.omits_transition, self.has_omitted, self.omitted_deal = False, True, deal
        event("omitted")
        return True

    # -- time, disk and connections

    @rule(seconds=st.sampled_from((0.3, 2.0, 20.0)))
    def wait(self, seconds: float) -> None:
        """Let time pass without a person."""
        self.let_time_pass(seconds)

    @rule(is_full=st.booleans())
    def stop_disk(self, is_full: bool) -> None:
        """Let the host's disk be full, or too slow to answer."""
        self.host.storage.is_paused, self.host.storage.failure_message = not is_full, DISK_FULL if is_full else ""

    @rule()
    def repair_disk(self) -> None:
        """Let the host's disk work again."""
        self.host.storage.failure_message = ""
        self.host.storage.finish_writes()
        self.let_time_pass(0.3)

    @rule(name=PEOPLE)
    def cut(self, name: str) -> None:
        if self.programs[name].check.fault is not None:
            return  # that program has ended it
        with self.restart_host_if_it_ends():
            self.programs[name].lose_connection()
        self.open_actions.pop(name, None)
        self.has_omitted = self.has_omitted and name != LIED_TO

    @rule(name=PEOPLE)
    def come_back(self, name: str) -> None:
        """Let a person whose connection was cut connect again."""
        if self.can_come(name):
            with self.restart_host_if_it_ends():
                self.programs[name].connect_again(is_owner=name == OWNER)
            self.let_time_pass(0.3, 1)

    @rule(name=PEOPLE)
    def kill_program(self, name: str) -> None:
        """Kill the program of a person, and start it again with what it has stored."""
        self.cut(name)
        if self.keys.get(name) and self.can_come(name):
            with self.restart_host_if_it_ends():
                self.programs[name] = self.open_program(name, self.keys[name])
            self.let_time_pass(0.3, 1)

    @rule(really=st.integers(0, 3))
    def kill_host(self, really: int) -> None:
        """Kill the host's process; seldom, because everybody has to come back."""
        if really == 0:
            event("host killed")
            self.restart_host()

    def restart_host(self) -> None:
        """Start the host's process again, with a disk that works: all that anybody has seen is there."""
        storage, before = self.host.storage, None if self.host.table.match is None else self.host.match.record
        storage.failure_message = ""
        storage.waiting_calls.clear()
        storage.finish_writes()
        self.host.restart()
        for name in NAMES:
            self.cut(name)
        assert before is None or is_beginning(before, self.host.match.record)

    # -- what people do

    @rule(turns=TURN_COUNTS, rng=RANDOMS, absent=st.sampled_from(("", *NAMES)))
    def play_on(self, turns: int, rng: Random, absent: str) -> None:
        """Let all but one come back, be ready for the next deal, and act on their turn."""
        for name in NAMES:
            if name != absent:
                self.come_back(name)
        for _turn in range(turns):
            self.let_time_pass(0.3, 2)
            for name in NAMES:
                guest = self.find_guest(name)
                if guest is not None:
                    guest.send(Command(ReportShown(guest.revision)))
                    self.programs[name].be_ready()
                    self.act(name, guest, rng)

    def act(self, name: str, guest: Guest, rng: Random) -> None:
        """Let a person act who is on turn and whose last action was answered."""
        answered = {answer.number for answer in guest.answers}
        legal = guest.observation.legal_actions
        if legal and self.open_actions.get(name, 0) in {0, *answered}:
            self.action_number += 1
            self.open_actions[name] = self.action_number
            command = Command(TakeAction(rng.choice(legal)), self.action_number, turn=guest.turn)
            self.programs[name].send(command)

    @property
    def owner(self) -> GuestProgram | None:
        """The owner's program while it is connected."""
        return self.programs[OWNER] if self.programs[OWNER].guest is not None else None

    @rule(name=GUESTS)
    def let_computer_play(self, name: str) -> None:
        """Let the computer play for a person, as the owner asks; it does so only while they are away."""
        if self.owner is not None:
            self.owner.let_computer_play(NAMES.index(name))

    @rule(name=GUESTS, really=st.integers(0, 5))
    def remove(self, name: str, really: int) -> None:
        """Let the owner remove a person, which is possible between deals; seldom."""
        if really == 0 and self.owner is not None:
            self.owner.remove(NAMES.index(name))

    @rule(name=GUESTS)
    def come_back_without_key(self, name: str) -> None:
        """Let a person come with the invitation alone; the owner lets them in to their seat."""
        if self.can_come(name):
            with self.restart_host_if_it_ends():
                self.programs[name] = self.open_program(name, SECRET)
            self.let_time_pass(0.3, 1)
            if self.owner is not None:
                self.owner.let_in(NAMES.index(name), name)
                self.let_time_pass(0.3, 2)

    @rule()
    def play_again(self) -> None:
        """Let the owner ask for another match; there is one once all are ready, or a minute has passed."""
        if self.owner is not None:
            self.owner.play_again()
            self.let_time_pass(0.3)

    # -- lies

    @rule()
    def lie(self) -> None:
        """Let the host leave out what Bob should see next."""
        self.omits_transition = True

    # -- what always holds

    @invariant()
    def only_a_host_that_lied_is_named(self) -> None:
        """Check that nobody names a fair host, and that Bob names a lie before the next deal."""
        for name, program in self.programs.items():
            is_named = program.check.fault is not None
            assert is_named or not (self.has_lied and name == LIED_TO), "the host went on to the next deal after a lie"
            assert not is_named or (self.has_omitted and name == LIED_TO), (name, program.check.fault)

    @invariant()
    def nobody_sees_more_than_is_stored_or_other_than_the_rules_show(self) -> None:
        """Check that a guest sees what the match, at that moment, shows to their seat."""
        match = self.host.table.match
        for name in NAMES:
            guest = self.find_guest(name)
            if match is None or guest is None or guest.revision != match.host.revision:
                continue
            assert guest.observation == observe(match.host.match, guest.seat)
