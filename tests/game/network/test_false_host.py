"""A false host deceives guests whose programs are connected to it: their programs name what the host has done."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.record import DealRecord, decode_record, encode_record
from game.network.certificate import load_server_context
from game.network.guest import Guest as Connection
from game.network.invitation import Invitation, encode_invitation
from game.network.messages import (
    FinishedDeal,
    MatchNews,
    NetworkMessage,
    RecordPart,
    Shuffle,
    Step,
    WaitingGuests,
)
from game.session import steps
from game.session.messages import FirstMessage, HostMessage, ProofMessage
from game.session.wire import from_plain, to_plain
from game.shuffling.commitments import create_next_deal
from game.shuffling.shuffle import SeatWord
from game.text.errors import describe_problem
from tests.game.network.test_server import serve
from tests.network.host import OWNER_KEY, SECRET, Host
from tests.network.people import NetworkPerson, PeopleArguments

replace = msgspec.structs.replace
NAMES = ["Ann", "Bob"]
LYING_REVISION = 6
FRAME_S = 0.001


class FalseHost:
    """A host that sends Bob what `change_message` returns in place of a message; this one is honest."""

    is_cut = False
    """Whether the host cuts Bob's connection now."""
    ends_table = False
    """Whether the table ends in the middle of the first deal."""

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, MatchNews):
            return MatchNews(message=to_plain(self.change_news(from_plain(message.message, HostMessage))))
        return message

    def change_news(self, news: HostMessage) -> HostMessage:
        return news


class SecondSealHost(FalseHost):
    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, Shuffle) and all(word.commitment for word in message.rounds[-1]):
            return replace(message, seal="0" * 64)
        return super().change_message(message)


class OtherWordsHost(FalseHost):
    """A host that replaces the word of the other guest once it knows Bob's."""

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, Shuffle) and all(word.word for word in message.rounds[-1]):
            first, *others = message.rounds[-1]
            return replace(message, rounds=((SeatWord(first.seat, "0" * 64, "1" * 64), *others),))
        return super().change_message(message)


class MissingWordsHost(FalseHost):
    def change_news(self, news: HostMessage) -> HostMessage:
        if isinstance(news, ProofMessage):
            return ProofMessage(replace(news.proof, commitment=replace(news.proof.commitment, rounds=())))
        return news


class OtherPackHost(FalseHost):
    """A host that shows at the end another pack than that of the seed and the words."""

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, FinishedDeal):
            record = decode_record(message.data)
            (deal,) = record.deals
            deal = replace(deal, pack=deal.pack[::-1])  # so that nobody held the cards that they played
            return replace(message, data=encode_record(replace(record, deals=(deal,))))
        return super().change_message(message)


class OtherCardHost(FalseHost):
    """A host that shows another card than the one that was played."""

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        match message:
            case Step(events=[kind, ["CardPlayed", 0, card, is_face_down], *events]):
                other_card = [1, "Ad" if card != [1, "Ad"] else "Ah"]
                return replace(message, events=[kind, ["CardPlayed", 0, other_card, is_face_down], *events])
        return super().change_message(message)


class WithdrawingHost(FalseHost):
    """A host that goes back to the first card after it has cut the connection."""

    first: FirstMessage | None = None

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, Step) and message.revision == LYING_REVISION:
            self.is_cut = True
        return super().change_message(message)

    def change_news(self, news: HostMessage) -> HostMessage:
        if isinstance(news, FirstMessage):
            self.first = self.first or news
            return self.first
        return news


class EndingHost(FalseHost):
    """A host that ends the table in the middle of a deal, like an honest one."""

    ends_table = True


class ClosedDealHost(EndingHost):
    """A host that ends the table in the middle of a deal and sends no record of it."""

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        return WaitingGuests(names=()) if isinstance(message, RecordPart) else super().change_message(message)


class RemovedDealHost(EndingHost):
    """A host that ends the table in the middle of a deal and sends a record without it."""

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, RecordPart):
            record = decode_record(message.data)
            return replace(message, data=encode_record(replace(record, deals=())))
        return super().change_message(message)


class SecretDealHost(EndingHost):
    """A host that ends the table in the middle of a deal and keeps its seed."""

    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, RecordPart):
            record = decode_record(message.data)
            (deal,) = record.deals
            fairness = {key: value for key, value in deal.extra["fairness"].items() if key != "seed"}
            deal = replace(deal, extra={"fairness": fairness})
            return replace(message, data=encode_record(replace(record, deals=(deal,))))
        return super().change_message(message)


class OtherRecordHost(FalseHost):
    def change_message(self, message: NetworkMessage) -> NetworkMessage:
        if isinstance(message, RecordPart):
            record = decode_record(message.data)
            return replace(message, data=encode_record(replace(record, names=("Eve", "Bob"))))
        return super().change_message(message)


def play(home: Path, monkeypatch: pytest.MonkeyPatch, false_host: FalseHost) -> tuple[NetworkPerson, NetworkPerson]:
    """Play a deal, at most until Bob's program names what the host has done; return Ann and Bob."""
    people = list[NetworkPerson]()
    send: Callable[[Connection, NetworkMessage], None] = Connection.send

    async def talk(port: int, host: Host) -> None:
        def find_bob() -> Connection | None:
            match = host.table.match
            return None if match is None else match.seats[1].guest

        def send_changed(guest: Connection, message: NetworkMessage) -> None:
            send(guest, false_host.change_message(message) if guest is find_bob() else message)

        monkeypatch.setattr(Connection, "send", send_changed)
        invitation = Invitation(("127.0.0.1",), port, load_server_context(home)[1], bytes.fromhex(SECRET))
        arguments = PeopleArguments(encode_invitation(invitation), OWNER_KEY, NAMES, len(NAMES))
        ann = NetworkPerson(home, "Ann", arguments, is_owner=True)
        people.append(ann)
        while ann.client.lobby is None:  # so that Ann has the first seat
            await asyncio.sleep(FRAME_S)
        bob = NetworkPerson(home, "Bob", arguments, is_owner=False)
        people.append(bob)
        while bob.client.host_fault is None and not all(person.is_done for person in people):
            for person in people:
                person.live()
            guest = find_bob()
            if false_host.is_cut and guest is not None:
                false_host.is_cut = False
                guest.refuse("too_many_messages")
            match = host.table.match
            if false_host.ends_table and match is not None and match.host.revision >= LYING_REVISION:
                host.table.end()
            host.clock.advance(0.01)
            await asyncio.sleep(FRAME_S)

    try:
        serve(home, talk, seats=len(NAMES))
    finally:
        for person in people:
            person.close()
    ann, bob = people
    return ann, bob


def test_honest_host_is_not_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = play(tmp_path, monkeypatch, FalseHost())
    assert all(person.is_done and person.client.host_fault is None for person in people)
    assert len({person.client.record for person in people}) == 1


@pytest.mark.parametrize(
    ("false_host", "line"),
    [
        (SecondSealHost(), "deal 1: the host showed a second seal"),
        (OtherWordsHost(), "deal 1: the host changed the players' words"),
        (MissingWordsHost(), "deal 1: the players' words are missing"),
        (OtherPackHost(), "deal 1: the (cards are not those that you saw|pack does not match its seed)"),
        (OtherCardHost(), "deal 1: the cards are not those that you saw"),
        (WithdrawingHost(), "deal 1: the host withdrew what it had shown"),
        (RemovedDealHost(), "deal 1: the match file is not of the match that you saw"),
        (SecretDealHost(), "deal 1: the seed and salt have not been revealed"),
        (OtherRecordHost(), r"deal \d+: the match file is not of the match that you saw"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, FalseHost) else "",
)
def test_false_host_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, false_host: FalseHost, line: str
) -> None:  # fmt: skip
    ann, bob = play(tmp_path, monkeypatch, false_host)
    assert bob.client.host_fault is not None
    assert re.fullmatch(line, describe_problem(bob.client.host_fault))
    assert ann.client.host_fault is None, "the host did not lie to Ann"


def test_deal_that_an_honest_host_gave_up_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = play(tmp_path, monkeypatch, EndingHost())
    for person in people:
        client = person.client
        assert client.refusal == "ended" and client.record is not None
        assert client.host_fault is None and not client.is_deal_unopened
    assert len({person.client.record for person in people}) == 1


def test_guest_knows_that_a_host_ended_the_table_without_opening_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = play(tmp_path, monkeypatch, ClosedDealHost())
    assert bob.client.refusal == "ended" and bob.client.is_deal_unopened
    assert not ann.client.is_deal_unopened


def test_host_that_deals_another_pack_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def create_false_deal(*args: Any) -> DealRecord:
        deal = create_next_deal(*args)
        return replace(deal, pack=deal.pack[::-1])

    monkeypatch.setattr(steps, "create_next_deal", create_false_deal)
    _ann, bob = play(tmp_path, monkeypatch, FalseHost())
    assert bob.client.host_fault is not None
    assert describe_problem(bob.client.host_fault) == "deal 1: the pack does not match its seed"
