"""The process that thinks beside the window: nobody waits for it, and the match goes on whatever happens to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.ai import registry
from game.ai.client import AIClient
from game.ai.client_protocol import ExplainedEstimate
from game.ai.personas import NEUTRAL_PERSONA, Persona, get_persona
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Play
from game.core.cards import Card
from game.match.observation import Observation, observe
from game.match.setup import PlayerInfo
from game.session.computer_seats import ComputerSeats
from game.session.hints import HintRequest
from tests.helpers import choose_without_time_limit, deal_briscola, play

needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and /proc are POSIX")
WAIT_LIMIT_S = 120.0
"""How long a test waits for what should come at once."""


# -- odd players, found by the process under their names ---------------------------------------------


def choose_never(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    while True:
        time.sleep(0.01)


def choose_slowly(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    time.sleep(0.8)
    return registry.choose_action(level, view, rng, limit, character)


def choose_with_error(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    raise ZeroDivisionError("lost count")


def choose_with_missing_model(
    level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona
) -> Action:
    Path("strong-model.npz").read_bytes()
    return view.legal_actions[0]


def raise_on_unpickling() -> None:
    raise ValueError("this cannot be read")


class UnpicklingFails:
    """An answer that can be sent, and that raises an error where it is received."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return raise_on_unpickling, ()


def choose_unreadable(*_question: object) -> UnpicklingFails:
    return UnpicklingFails()


def choose_by_exiting(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    os._exit(3)


def choose_illegal_action(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    return Play(view.legal_actions[0].seat, Card("7d"))


def choose_by_time_limit(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    return view.legal_actions[limit.ms]


def choose_by_boldness(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    return view.legal_actions[-1 if character.boldness > 0 else 0]


def choose_at_deadline(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    deadline = limit.start()
    while deadline.remaining_ms():
        time.sleep(0.001)
    return view.legal_actions[0]


# -- helpers -----------------------------------------------------------------------------------------


@contextmanager
def start_client(
    chooser: Callable[..., object] = registry.choose_action, limit_ms: int = 100, hard_limit_s: float = 10
) -> Iterator[AIClient]:
    """A started thinker that leaves no process behind."""
    client = AIClient(
        limit_ms, hard_timeout_s=hard_limit_s, choose_function=f"{chooser.__module__}:{chooser.__qualname__}"
    )
    client.start()
    try:
        yield client
    finally:
        client.close()
        assert client.join(WAIT_LIMIT_S)
        assert client.pid is None


def wait_until(condition: Callable[[], object]) -> None:
    due = time.monotonic() + WAIT_LIMIT_S
    while not condition():
        assert time.monotonic() < due, "it never came"
        time.sleep(0.005)


def wait_for_actions(client: AIClient, *tickets: int) -> dict[int, Action]:
    actions: dict[int, Action] = {}

    def have_all_arrived() -> bool:
        for ticket in tickets:
            action = client.poll_actions(ticket)
            if action is not None:
                actions[ticket] = action
        return len(actions) == len(tickets)

    wait_until(have_all_arrived)
    return actions


def wait_for_advice(client: AIClient, ticket: int) -> tuple[ExplainedEstimate, ...]:
    advice_received: list[tuple[ExplainedEstimate, ...]] = []

    def has_arrived() -> bool:
        weighed = client.poll_advice(ticket)
        if weighed is not None:
            advice_received.append(weighed)
        return weighed is not None

    wait_until(has_arrived)
    return advice_received[0]


def make_observation() -> Observation:
    match = play(deal_briscola("7d", "Jh 4c 5c", "2d 4s 5s"), "0 play Jh")
    return observe(match, match.turn)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def choose_random_action(seed: int) -> Action:
    return choose_without_time_limit("random", make_observation(), Random(seed))


# -- the promises ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_worker_chooses_like_player_in_same_process() -> None:
    with start_client() as client:
        wanted = [(level, seed) for level in ("random", "club") for seed in range(10)]
        requests = {
            client.request_action(make_observation(), level, NEUTRAL_PERSONA, seed): (level, seed)
            for level, seed in wanted
        }
        for ticket, action in wait_for_actions(client, *requests).items():
            level, seed = requests[ticket]
            assert action == choose_without_time_limit(level, make_observation(), Random(seed))


@pytest.mark.slow
def test_worker_estimates_actions_and_failed_request_gives_none() -> None:
    with start_client(limit_ms=50) as client:
        ticket, forgotten = client.request_advice(make_observation(), 5), client.request_advice(make_observation(), 6)
        client.cancel(forgotten)
        assert {each.action for each in wait_for_advice(client, ticket)} == set(make_observation().legal_actions)
        assert client.poll_actions(ticket) is None
        assert (
            wait_for_advice(client, client.request_advice(msgspec.structs.replace(make_observation(), phase=None), 5))
            == ()
        )
        assert client.poll_advice(forgotten) is None


@pytest.mark.slow
def test_time_limit_is_passed_to_player() -> None:
    with start_client(choose_by_time_limit, limit_ms=2) as client:
        ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1)
        assert wait_for_actions(client, ticket) == {ticket: make_observation().legal_actions[2]}


@pytest.mark.slow
def test_persona_is_passed_to_player() -> None:
    with start_client(choose_by_boldness) as client:
        bold, plain = (
            client.request_action(make_observation(), "club", get_persona("Zio Gino"), 1),
            client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1),
        )
        assert wait_for_actions(client, bold, plain) == {
            bold: make_observation().legal_actions[-1],
            plain: make_observation().legal_actions[0],
        }


@pytest.mark.slow
def test_time_limit_uses_a_running_clock() -> None:
    with start_client(choose_at_deadline, limit_ms=30) as client:
        ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1)
        assert wait_for_actions(client, ticket) == {ticket: make_observation().legal_actions[0]}


def test_client_calls_never_block() -> None:
    """Who waited once for the process would wait as long as it may hang."""
    with start_client(choose_never, hard_limit_s=WAIT_LIMIT_S) as client:
        before = time.monotonic()
        for _frame in range(100):
            ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1)
            assert client.poll_actions(ticket) is None
            client.cancel(ticket)
            time.sleep(0.001)
        client.close()
        assert time.monotonic() - before < WAIT_LIMIT_S


@pytest.mark.slow
def test_stale_ticket_is_dropped() -> None:
    with start_client(choose_slowly) as client:
        stale = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1)
        kept_ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 2)
        wait_until(lambda: client.pid)
        client.cancel(stale)
        assert set(wait_for_actions(client, kept_ticket)) == {kept_ticket}
        assert client.poll_actions(stale) is None and client.poll_actions(kept_ticket) is None
        client.cancel(kept_ticket)


@pytest.mark.slow
@needs_posix
def test_killed_worker_is_replaced_and_request_repeated() -> None:
    with start_client(choose_slowly) as client:
        wait_until(lambda: client.pid)
        first = client.pid
        assert first is not None
        tickets = {
            client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1),
            client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 2),
        }
        time.sleep(0.2)
        os.kill(first, signal.SIGKILL)
        actions = wait_for_actions(client, *tickets)
        assert set(actions) == tickets
        assert set(actions.values()) <= {
            choose_without_time_limit("club", make_observation(), Random(seed)) for seed in (1, 2)
        }
        assert client.pid not in (None, first)
        assert not is_running(first)


@pytest.mark.slow
@needs_posix
def test_worker_that_died_while_idle_is_replaced() -> None:
    with start_client() as client:
        wait_until(lambda: client.pid)
        first = client.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1)
        assert wait_for_actions(client, ticket) == {
            ticket: choose_without_time_limit("club", make_observation(), Random(1))
        }


@pytest.mark.slow
@pytest.mark.parametrize("chooser", [choose_by_exiting, choose_illegal_action])
def test_request_that_fails_twice_is_answered_randomly(
    chooser: Callable[..., Action], caplog: pytest.LogCaptureFixture
) -> None:
    with start_client(chooser) as client:
        ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 7)
        assert wait_for_actions(client, ticket) == {ticket: choose_random_action(7)}
    assert len(caplog.records) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chooser", "level", "fault"),
    [
        (choose_with_error, "club", "ZeroDivisionError: lost count"),
        (
            choose_with_missing_model,
            "club",
            "FileNotFoundError: [Errno 2] No such file or directory: 'strong-model.npz'",
        ),
        (registry.choose_action, "genius", "ValueError: briscola has no player 'genius'"),
    ],
    ids=["error", "missing file", "unknown level"],
)
def test_error_of_player_is_reported_once_and_worker_continues(
    chooser: Callable[..., Action], level: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    with start_client(chooser) as client:
        wait_until(lambda: client.pid)
        first = client.pid
        assert client.fault == ""
        for seed in (7, 8):
            ticket = client.request_action(make_observation(), level, NEUTRAL_PERSONA, seed)
            assert wait_for_actions(client, ticket) == {ticket: choose_random_action(seed)}
        assert client.fault == fault
        assert client.pid == first
    assert [fault in record.getMessage() for record in caplog.records] == [True, True]


@pytest.mark.slow
def test_clients_sharing_a_worker_get_their_own_answers() -> None:
    with start_client() as shared_client:
        table = (PlayerInfo("Anna", "club"),) * 2
        first, second, hints = (
            ComputerSeats(shared_client, table),
            ComputerSeats(shared_client, table),
            HintRequest(shared_client),
        )
        first.request_action(make_observation(), 0, Random(1))
        hints.request(make_observation(), Random(3))
        other = shared_client.request_advice(make_observation(), 4)
        second.request_action(make_observation(), 0, Random(2))
        assert wait_for_advice(shared_client, other)

        def have_all_arrived() -> bool:
            for client in (first, second, hints):
                client.poll()
            return None not in (first.action, second.action, hints.advice)

        wait_until(have_all_arrived)


@pytest.mark.slow
def test_unreadable_answer_does_not_end_listening_thread() -> None:
    with start_client(choose_unreadable) as client:
        for seed in (7, 8):
            ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, seed)
            assert wait_for_actions(client, ticket) == {ticket: choose_random_action(seed)}
        assert "cannot be read" in client.fault


@pytest.mark.slow
def test_hanging_worker_is_killed_and_match_continues() -> None:
    with start_client(choose_never, hard_limit_s=0.2) as client:
        tickets = [client.request_action(make_observation(), "club", NEUTRAL_PERSONA, seed) for seed in (4, 5)]
        assert wait_for_actions(client, *tickets) == {
            ticket: choose_random_action(seed) for ticket, seed in zip(tickets, (4, 5), strict=True)
        }


@pytest.mark.slow
def test_worker_that_cannot_start_does_not_stop_match() -> None:
    client = AIClient(100, choose_function="game.ai.nowhere:nothing")
    client.start()
    ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 6)
    assert wait_for_actions(client, ticket) == {ticket: choose_random_action(6)}
    assert client.fault == "ModuleNotFoundError: No module named 'game.ai.nowhere'"
    client.close()
    assert client.join(WAIT_LIMIT_S)


@pytest.mark.slow
def test_closing_kills_hanging_worker() -> None:
    with start_client(choose_never) as client:
        wait_until(lambda: client.pid)
        ticket = client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1)
        time.sleep(0.1)
        client.close()
        client.close()
        assert client.join(WAIT_LIMIT_S)
        assert client.poll_actions(ticket) is None


def test_observation_without_legal_actions_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        AIClient(100).request_action(
            observe(deal_briscola("7d", "Jh 4c 5c", "2d 4s 5s"), None), "club", NEUTRAL_PERSONA, 1
        )


@pytest.mark.slow
@needs_posix
def test_keyboard_interrupt_does_not_end_worker() -> None:
    with start_client() as client:
        wait_until(lambda: client.pid)
        pid = client.pid
        assert pid is not None
        os.kill(pid, signal.SIGINT)
        wait_for_actions(client, client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1))
        assert client.pid == pid


PARENT_SCRIPT = """
import os, signal, sys, time
from game.ai.personas import NEUTRAL_PERSONA
from tests.game.ai.test_client import choose_never, make_observation, start_client, wait_until

if __name__ == "__main__":
    with start_client(choose_never) as client:
        wait_until(lambda: client.pid)
        client.request_action(make_observation(), "club", NEUTRAL_PERSONA, 1)
        time.sleep(0.3)
        print(client.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@needs_posix
def test_worker_ends_with_its_parent_even_while_hanging() -> None:
    done = subprocess.run([sys.executable, "-c", PARENT_SCRIPT], capture_output=True, text=True, timeout=WAIT_LIMIT_S)
    assert done.returncode == -signal.SIGKILL, done.stderr
    pid = int(done.stdout)
    wait_until(lambda: not is_running(pid))
