"""No byte that a guest's machine gets depends on cards that its seat may not know.

A table is continued with the cards of a deal or of its twin (`tests.twin_deals`). The guest at one seat, or a watcher,
sees what other people and computer players play, asks for what it may not, chats, loses its connection and returns; the
host must send the same bytes. Before the first card the bytes must not depend on the seed of the match either.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from itertools import count, product
from pathlib import Path
from typing import Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ai.personas import PERSONAS
from game.core.actions import Deal
from game.core.messages import Reason
from game.match.setup import PERSON_KIND
from game.network.messages import FinishedDeal, RecordPart
from game.network.table_people import hash_key
from game.rules import GAMES
from game.session.host_connection import HostConnection
from game.session.messages import Answer, Command, HostMessage, ReportShown, Say
from game.shuffling.shuffle import derive_random
from game.text.chat import CHAT_PHRASES
from tests.helpers import PlayoutMoment, list_conceivable_actions, make_match, make_record, play_random_actions
from tests.lanes import choose_count, choose_sample, long_test
from tests.network.host import Guest, Host, make_key
from tests.scripted_worker import ScriptedWorker
from tests.twin_deals import make_twin_moments, play_blind_nil_match

SEEDS: Final = st.integers(0, 2**32)
SHORT: Final = settings(max_examples=choose_count(3, 12))
SHORTER: Final = settings(max_examples=choose_count(2, 6))
WATCHER: Final = "Zoe"
ROUNDS_FOR_A_MOVE: Final = 5
"""The updates of 0.2 seconds in which a computer player has made its move."""


def list_bytes(
    home: Path,
    played: Sequence[PlayoutMoment],
    seat: int | None,
    computer_seats: Collection[int],
    language: str = "",
    *,
    is_owner: bool = False,
) -> list[bytes]:
    """Return the bytes for the guest at ``seat`` while people, and computers at some seats, play the last deal.

    They are those for a watcher if ``seat`` is None; ``is_owner``: for the owner, whose screen is the table.
    ``language``: in which the guest gets the table in words.
    """
    start = max(index for index, moment in enumerate(played) if isinstance(moment.action, Deal)) + 1
    seats, rest = range(played[0].match.seats), played[start:]
    people = [number for number in seats if number not in computer_seats]
    names = tuple(PERSONAS)[: len(seats)]
    record = msgspec.structs.replace(make_record(played[0].match_before, [*played[:start]]), names=names)
    kinds = tuple(PERSON_KIND if number in people else "random" for number in seats)
    shutil.rmtree(home, ignore_errors=True)
    worker = ScriptedWorker()
    host = Host(home, seats=len(seats), worker=worker)
    if is_owner:
        run_hash = hash_key(WATCHER.encode().hex())
        host.stored = msgspec.structs.replace(host.stored, watchers={run_hash: WATCHER}, owner_run=run_hash)
    host.resume(record, kinds)
    guests: dict[int | None, Guest] = {
        number: host.join(
            names[number], token=make_key(number), is_owner=number == people[0] and not is_owner,
            language=language if number == seat else "",
        )
        for number in people
    }  # fmt: skip
    if seat is None:
        guests[None] = host.join(WATCHER, is_owner=is_owner, language=language)
        if not is_owner:
            guests[people[0]].let_watch(WATCHER)
    received = list[bytes]()
    for index, moment in enumerate(rest):
        assert not isinstance(moment.action, Deal)
        if index == len(rest) // 2:
            guests[seat].read()
            received += guests[seat].received_bytes
            host.leave(guests[seat])
            guests[seat] = (
                host.join(WATCHER, is_owner=is_owner, language=language)
                if seat is None
                else host.join("back", token=make_key(seat), run=f"{seat + 100:x}", language=language)
            )
        try_everything(host, guests[seat], moment, index)
        if moment.action.seat in guests:
            host.update(0.2)
            guests[moment.action.seat].act(moment.action)
        else:
            worker.scripted_actions.append(moment.action)
        for _round in range(ROUNDS_FOR_A_MOVE):
            for guest in guests.values():
                guest.send(Command(ReportShown(guest.revision)))
            host.update(0.2)
    guests[seat].read()
    received += guests[seat].received_bytes
    assert len(rest) < 3 or len(received) > len(rest)
    host.storage.close()
    return [data for data in received if not is_record(data)]


def try_everything(host: Host, guest: Guest, moment: PlayoutMoment, index: int) -> None:
    """Let a guest try what it may not do at this moment, and chat."""
    observation, turn = guest.observation, guest.turn
    rng = derive_random(8, "what a guest tries", observation.seat, index)
    for other in range(observation.seats):
        actions = list_conceivable_actions(observation.game_id, other)
        for action in rng.sample(actions, min(4, len(actions))):
            if other != observation.seat or moment.match_before.illegal_reason(action) is not None:
                guest.act(action)
    assert not isinstance(moment.action, Deal)
    guest.act(moment.action, turn=(turn[0], turn[1] + 1))
    guest.ask(Command(Say(rng.choice((*CHAT_PHRASES, "My ace!"))), 10_000 + index))


def is_record(data: bytes) -> bool:
    """Return whether a message is a deal that is over or part of a finished match, which are public as a whole."""
    public_types = {str(kind.__struct_config__.tag) for kind in (FinishedDeal, RecordPart)}
    return str(msgspec.json.decode(data)["type"]) in public_types


def compare_twins(
    home: Path, game: str, seed: int, language: str = "", *, is_watching: bool = False, is_owner: bool = False
) -> int:
    """Compare the bytes for twin deals, and return the number of equal messages.

    ``is_watching``: whether they are for a watcher; ``language``, ``is_owner``: see `list_bytes`. ``seed``:
    determines preset and seats, deal, twin, the seat of the guest, the computer seats, and whether there is a turn
    clock or blind nil.
    """
    rng, rules = derive_random(8, "twin tables over the network", game, seed), GAMES[game]
    preset = rng.choice([*rules.presets])
    seats, earlier = rng.choice(rules.get_seat_counts(preset)), list[PlayoutMoment]()
    if game == "spades" and rng.random() < 0.3:
        earlier, moments = play_blind_nil_match(preset, seats, seed)
    else:
        moments = list(play_random_actions(make_match(game, preset, seats, turn_seconds=rng.choice((0, 60))), seed))
    seat = None if is_watching else rng.randrange(seats)
    computer_seats = rng.sample([number for number in range(seats) if number != seat], rng.randrange(seats))
    twins = make_twin_moments(moments, seat, rng.randrange(len(moments) * 2 // 3), rng)
    own, other = (
        list_bytes(home, [*earlier, *some[: len(twins)]], seat, computer_seats, language, is_owner=is_owner)
        for some in (moments, twins)
    )
    assert own == other, f"{game}, seed {seed}: seat {seat} is told the hidden cards"
    return len(own)


@long_test
@pytest.mark.parametrize(("game", "language"), choose_sample([*product(GAMES, ("", "it"))], 3, 1))
def test_bytes_are_equal_in_twin_deals(tmp_path_factory: pytest.TempPathFactory, game: str, language: str) -> None:
    home = tmp_path_factory.mktemp(game)
    counts = list[int]()

    @SHORT
    @given(SEEDS)
    def compare(seed: int) -> None:
        counts.append(compare_twins(home, game, seed, language))

    compare()
    assert sum(counts) > 100


@long_test
@pytest.mark.parametrize(
    ("game", "language", "is_owner"),
    choose_sample([(game, *row) for row in (("", False), ("", True), ("fr", False)) for game in GAMES], 5),
)
def test_bytes_for_a_watcher_are_equal_in_twin_deals(
    tmp_path_factory: pytest.TempPathFactory, game: str, language: str, is_owner: bool
) -> None:
    """Let a person watch, the owner whose screen is the table, or a phone."""
    home = tmp_path_factory.mktemp(game)
    counts = list[int]()

    @SHORTER
    @given(SEEDS)
    def compare(seed: int) -> None:
        counts.append(compare_twins(home, game, seed, language, is_watching=True, is_owner=is_owner))

    compare()
    assert sum(counts) > 50


# -- the lobby


def list_lobby_bytes(home: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[list[bytes]]:
    """Return the bytes for each guest from the first message to the first one of the match."""
    numbers = count()
    monkeypatch.setattr("game.network.table.secrets.token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    host = Host(home, seats=4, seed=seed)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    refused = [host.join("ann", run="cc"), host.join("Cleo", token="00" * 16), host.join("x" * 25, run="dd")]
    ann.fill_seat(2, "random")
    ann.arrange_seats(1, 2, 0, 3)
    ann.start_match()
    bob.be_ready()
    ann.start_match()
    for _round in range(3):
        host.update(1.0)
    refused.append(host.join("Dan"))
    sent = list[list[bytes]]()
    for guest in (ann, bob, *refused):
        guest.read()
        types = [str(message.__struct_config__.tag) for message in guest.messages]
        sent.append(guest.received_bytes[: types.index("first") if "first" in types else len(types)])
    assert ann.key and bob.key and len(sent[0]) > 8
    return sent


@pytest.mark.parametrize("seed", range(3))
def test_bytes_of_the_lobby_do_not_depend_on_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    own, other = (list_lobby_bytes(tmp_path / str(number), number, monkeypatch) for number in (100, seed))
    assert own == other


# -- planted leaks


@pytest.mark.slow
def test_refusal_depending_on_hidden_cards_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = HostConnection.tell

    def leak(connection: HostConnection, message: HostMessage) -> None:
        phase = connection.host.moment.match.phase
        hands = phase.board().hands if phase is not None else ()
        names = [card.name for hand in hands[(*connection.seats, -1)[0] + 1 :] for card in hand]
        if isinstance(message, Answer):
            message = Answer(message.number, Reason("not_here", {"cards": " ".join(names)}))
        tell(connection, message)

    monkeypatch.setattr(HostConnection, "tell", leak)
    with pytest.raises(AssertionError, match="is told the hidden cards"):
        for seed in range(6):
            compare_twins(tmp_path / "home", "spades", seed)
