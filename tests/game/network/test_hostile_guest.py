"""A hostile guest sends valid messages in any order, and bytes that are none; the others play on undisturbed.

The slow tests have a host in a process; their long forms are ``python -m tools.network_trials.hostile_guest``, with
figures, and ``python -m tools.network_trials``. Silent sockets and pings are in test_server.py.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.network import messages
from game.network.messages import MAX_GUEST_MESSAGE_BYTES
from game.rules import GAMES
from game.session.encoding import MessageDecoder, MessageError, encode_message
from game.session.messages import SessionMessage
from tests.lanes import choose_count
from tests.network.host import ONE_DEAL, TWO_DEALS, Host
from tests.network.hostile_guest import MESSAGES_PER_TURN, make_message, play_beside_hostile_guest
from tests.network.processes import play_match
from tests.rows import check_rows

MAX_GROWTH_BYTES = 24 * 1024**2


@pytest.mark.nightly
@pytest.mark.parametrize(("seed", "language"), [(0, "it"), *((seed, "") for seed in range(choose_count(1, 4)))])
def test_others_finish_their_match_beside_a_hostile_guest(tmp_path: Path, seed: int, language: str) -> None:
    """Let Bob send any messages at every turn, and come back after each refusal."""
    rng = Random(seed)
    host = Host(tmp_path, ONE_DEAL, seats=2)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob", language=language)
    bob.be_ready()
    ann.start_match()
    host.update(count=20)
    host.settle([ann, bob])
    key, refused_count, played_count = bob.key, 0, 0
    for turn in range(200):
        if ann.observation.is_over:
            break
        for _message in range(MESSAGES_PER_TURN):
            try:
                bob.send(make_message(rng, bob))
            except MessageError:
                refused_count += 1
                host.leave(bob)  # as the server does with a guest that breaks the protocol
                bob = host.join("Bob", token=key, run=f"{turn:x}", language=language)
        for guest in (ann, bob):
            if guest.is_on_turn:
                played_count += guest is ann
                guest.act(guest.observation.legal_actions[0], number=1_000 + turn)
                break
        host.update(0.5)
        host.settle([ann, bob])
    assert ann.observation.is_over and played_count == 20
    assert refused_count
    assert not [answer for answer in ann.answers if answer.reason is not None], "no action of the other is refused"


@check_rows("seed", range(4))
def test_bytes_that_are_no_message_are_refused_with_one_error(seed: int) -> None:
    rng = Random(seed)
    valid = encode_message(messages.CommitWord(deal=1, round=1, commitment="0" * 64))
    decoder = MessageDecoder(GAMES["briscola"], refuses_unknown=True)
    for _attempt in range(3_000):
        size = rng.choice((0, 1, 2, 16, MAX_GUEST_MESSAGE_BYTES))
        data = bytearray(rng.choice((rng.randbytes(size), valid, b"[" * size, b'{"type":' * size)))
        if data and rng.random() < 0.9:
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            decoder.decode(bytes(data), SessionMessage)
        except MessageError:
            continue


@pytest.mark.slow
def test_hostile_guest_does_not_disturb_the_host_or_the_match_of_the_others(tmp_path: Path) -> None:
    played = play_beside_hostile_guest(tmp_path, ONE_DEAL, Random("attacks"), timeout_s=120.0)
    assert played.latencies_ms
    assert len(played.attack_counts) >= 10
    assert played.memory[-1] < played.memory[0] + MAX_GROWTH_BYTES


# -- a line that delays, splits, stalls and cuts


@pytest.mark.slow
def test_match_survives_cuts_and_kills_of_host_and_guests(tmp_path: Path) -> None:
    match = play_match(
        tmp_path, TWO_DEALS, ["Ann", "Bob"], rng=Random(1), cut_interval_s=0.5, kill_interval_s=2.0, timeout_s=90.0
    )
    assert len(match.record.deals) >= 2
    assert match.cut_count and match.kill_count
