"""A person of a test at a real host, whose other seats the computer plays."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from game.match.observation import Observation
from game.network.guest_client import ConnectionState, GuestClient, Person
from game.network.invitation import decode_invitation
from game.network.messages import EndTable, StartMatch
from game.network.remote_session import RemoteSession

WAIT_LIMIT_S = 120.0


def wait_until(is_done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_LIMIT_S
    while not is_done():
        assert time.monotonic() < deadline, f"{is_done} never came"
        time.sleep(0.01)


def play_with_computers(invitation: str, owner_key: str, own_action_count: int) -> Observation:
    """Start the match of a table as its owner, take ``own_action_count`` first legal actions, and end the table.

    Return the last observation. It stops early at the end of the deal. Raise AssertionError if a computer player fails
    or an action takes too long.
    """
    client = GuestClient(
        decode_invitation(invitation), Person("Ann"), clock=time.monotonic, rng=Random(1), owner_key=owner_key
    )
    client.start()
    try:
        wait_until(lambda: client.lobby is not None)
        client.send(StartMatch())
        wait_until(lambda: client.has_match)
        session = RemoteSession(client, time.monotonic)

        def can_act() -> bool:
            session.update(is_idle=True)
            assert not session.error
            return session.is_your_turn or bool(session.observation.results)

        for _action in range(own_action_count):
            wait_until(can_act)
            if session.is_your_turn:
                session.act(session.observation.legal_actions[0])
        wait_until(can_act)
        client.send(EndTable())
        wait_until(lambda: client.state is ConnectionState.ENDED)
        return session.observation
    finally:
        client.close()
