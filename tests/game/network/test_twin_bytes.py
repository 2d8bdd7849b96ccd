"""No byte that a guest's machine gets depends on cards that its seat may not know.

A table is continued with the cards of a deal or of its twin (`tests.twin_deals`). The guest at one seat sees what the
others play, asks for what it may not, loses its connection and returns; the host must send the same bytes.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import pytest

from game.core.actions import Deal
from game.core.messages import Reason
from game.match.setup import PERSON_KIND
from game.network.match_table import MatchTable, PersonSeat, hash_key
from game.network.messages import Chat, RecordPart, Shown
from game.session.messages import Answer
from game.shuffling.shuffle import derive_random
from game.storage.match_rows import SavedMatch
from tests.helpers import PlayoutMoment, list_conceivable_actions, make_match, make_record, play_random_actions
from tests.network_driver import TableDriver
from tests.twin_deals import make_twin_moments

SEAT_COUNTS: Final = {"briscola": 4, "chiamata": 5, "spades": 4, "muscio": 4}
DEAL_COUNT: Final = 3


def make_key(seat: int) -> str:
    return f"{seat:064x}"


def list_bytes(home: Path, moments: Sequence[PlayoutMoment], seat: int) -> list[bytes]:
    """Return the bytes for the guest at ``seat`` while all people play ``moments``."""
    first, *rest = moments
    seats = range(first.match.seats)
    record = make_record(first.match_before, [first])
    shutil.rmtree(home, ignore_errors=True)
    driver = TableDriver(home, seats=len(seats))
    names = tuple(f"P{number}" for number in seats)
    record = msgspec.structs.replace(record, names=names)
    kinds = (PERSON_KIND,) * len(seats)
    match_id = driver.storage.create_match(record, kinds, 7, {}).result()
    driver.table.stored = msgspec.structs.replace(
        driver.stored, match_id=match_id, key_hashes={number: hash_key(make_key(number)) for number in seats}
    )
    driver.table.resume(SavedMatch(id=match_id, record=record, player_kinds=kinds, seed=7, notes={}, idle_seconds=0.0))
    guests = [driver.join(names[number], token=make_key(number)) for number in seats]
    received = list[bytes]()
    for index, moment in enumerate(rest):
        assert not isinstance(moment.action, Deal)
        guest = guests[seat]
        if index == len(rest) // 2:
            guest.read()
            received += guest.received_bytes
            driver.leave(guest)
            guest = guests[seat] = driver.join("back", token=make_key(seat), run=f"{seat + 100:x}")
        for action in list_conceivable_actions(first.match.game_id, seat)[:6]:
            if driver.table.match is not None and driver.table.match.host.match.illegal_reason(action):
                guest.act(action)
        guest.send(Chat(number=10_000 + index, text="Good luck!"))
        for other in guests:
            other.send(Shown(revision=other.position[1]))
        driver.update(0.2)
        guests[moment.action.seat].act(moment.action)
        driver.update(0.2)
    guests[seat].read()
    received += guests[seat].received_bytes
    assert len(rest) < 3 or len(received) > len(rest)
    return [data for data in received if not is_record(data)]


def is_record(data: bytes) -> bool:
    """Return whether a message is part of the record of a finished match, which is public as a whole."""
    return bytes(msgspec.msgpack.decode(data)["type"], "ascii") == bytes(str(RecordPart.__struct_config__.tag), "ascii")


def compare_twins(home: Path, game: str) -> int:
    """Compare the bytes for twin deals, and return the number of equal messages."""
    count = 0
    for number in range(DEAL_COUNT):
        rng = derive_random(8, "twin tables over the network", game, number)
        moments = list(play_random_actions(make_match(game, seats=SEAT_COUNTS[game]), f"network {number}", 1))
        seat = rng.randrange(SEAT_COUNTS[game])
        twins = make_twin_moments(moments, seat, rng.randrange(len(moments) * 2 // 3), rng)
        own, other = (list_bytes(home, some[: len(twins)], seat) for some in (moments, twins))
        assert own == other, f"{game}, deal {number}: seat {seat} is told the hidden cards"
        count += len(own)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_bytes_are_equal_in_twin_deals(tmp_path: Path, game: str) -> None:
    assert compare_twins(tmp_path / "home", game) > 40


@pytest.mark.slow
def test_refusal_depending_on_hidden_cards_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_answer = MatchTable._keep_answer

    def leak(table: MatchTable, seat: PersonSeat, answer: Answer) -> None:
        phase = table.host.match.phase
        hands = phase.board().hands if phase is not None else ()
        names = [card.name for hand in hands[seat.seat + 1 :] for card in hand]
        keep_answer(table, seat, Answer(answer.number, Reason("not_here", {"cards": " ".join(names)})))

    monkeypatch.setattr(MatchTable, "_keep_answer", leak)
    with pytest.raises(AssertionError, match="is told the hidden cards"):
        compare_twins(tmp_path / "home", "spades")
