"""Requests to the computer players in a worker process: a request that fails has no action."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from random import Random

import msgspec
import pytest

from game.ai import client as client_module
from game.ai.client import AIClient
from game.ai.personas import NEUTRAL_PERSONA, Persona, get_persona
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action, Play
from game.core.cards import Card
from game.match.observation import Observation, observe
from game.match.setup import PlayerInfo
from game.session.computer_seats import ComputerSeats
from game.workers.worker_process import WorkerError, WorkerFuture
from tests.fakes import FakeClock, FakeWorker
from tests.game.workers import worker_functions as functions
from tests.game.workers.worker_functions import WAIT_LIMIT_S, get_name, open_worker
from tests.helpers import deal_briscola, play

# -- faulty players, which the process finds by their names -------------------------------------------


def choose_illegal_action(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    return Play(view.legal_actions[0].seat, Card("7d"))


def choose_by_limit_and_boldness(
    level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona
) -> Action:
    return view.legal_actions[-1 if character.boldness > 0 else limit.ms]


def choose_at_deadline(level: str, view: Observation, rng: Random, limit: TimeLimit, character: Persona) -> Action:
    check_time = limit.start()
    with suppress(TimeUp):
        while True:
            check_time()
            time.sleep(0.001)
    return view.legal_actions[0]


# -- helpers -----------------------------------------------------------------------------------------


@pytest.fixture
def choose_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., object]], None]:
    """Let a function choose for the computer players."""
    return lambda function: monkeypatch.setattr(client_module, "CHOOSE_FUNCTION", get_name(function))


@contextmanager
def open_client(limit_ms: int = 100) -> Iterator[AIClient]:
    """Return a context manager that gives its block a client with a worker process of its own."""
    with open_worker() as worker:
        yield AIClient(worker, limit_ms)


def make_observation() -> Observation:
    match = play(deal_briscola("7d", "Jh 4c 5c", "2d 4s 5s"), "0 play Jh")
    return observe(match, match.turn)


def request_action(
    client: AIClient, seed: int, level: str = "club", persona: Persona = NEUTRAL_PERSONA
) -> WorkerFuture:
    return client.request_action(make_observation(), level, persona, seed)


def wait_for_action(client: AIClient, future: WorkerFuture) -> Action:
    wait([future], WAIT_LIMIT_S)
    return client.get_action(future, make_observation())


# -- the promises ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_worker_estimates_actions_and_failed_request_gives_none() -> None:
    with open_client(limit_ms=50) as client:
        future = client.request_advice(make_observation(), 5)
        wait([future], WAIT_LIMIT_S)
        assert {each.action for each in client.get_advice(future)} == set(make_observation().legal_actions)
        assert client.fault == ""
        failed = client.request_advice(msgspec.structs.replace(make_observation(), phase=None), 5)
        wait([failed], WAIT_LIMIT_S)
        assert client.get_advice(failed) == ()
        assert client.fault


@pytest.mark.slow
def test_time_limit_and_persona_are_passed_to_player(choose_by: Callable[[Callable[..., object]], None]) -> None:
    choose_by(choose_by_limit_and_boldness)
    with open_client(limit_ms=1) as client:
        bold = request_action(client, 1, persona=get_persona("Zio Gino"))
        plain = request_action(client, 1)
        actions = make_observation().legal_actions
        assert [wait_for_action(client, future) for future in (bold, plain)] == [actions[-1], actions[1]]


@pytest.mark.slow
def test_time_limit_uses_a_running_clock(choose_by: Callable[[Callable[..., object]], None]) -> None:
    choose_by(choose_at_deadline)
    with open_client(limit_ms=30) as client:
        assert wait_for_action(client, request_action(client, 1)) == make_observation().legal_actions[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "fault"),
    [
        (functions.lose_count, "ZeroDivisionError: lost count"),
        (choose_illegal_action, "an action that is not legal for seat 1"),
        (functions.get_pid, "TypeError"),
    ],
)
def test_failed_request_has_no_action_and_says_why(
    function: Callable[..., object], fault: str, choose_by: Callable[[Callable[..., object]], None]
) -> None:
    choose_by(function)
    with open_client() as client:
        for seed in (7, 8):
            with pytest.raises(WorkerError, match=re.escape(fault)):
                wait_for_action(client, request_action(client, seed))


def test_unknown_level_has_no_action() -> None:
    client = AIClient(FakeWorker(), 100)
    future = request_action(client, 6, "genius")
    assert future.done()
    with pytest.raises(WorkerError, match="briscola has no player 'genius'"):
        client.get_action(future, make_observation())


def test_request_of_a_closed_worker_has_no_action() -> None:
    worker = FakeWorker()
    worker.is_paused = True
    client = AIClient(worker, 100)
    future = request_action(client, 6)
    worker.close()
    with pytest.raises(WorkerError):
        client.get_action(future, make_observation())


def test_cancelled_request_is_asked_again_anew() -> None:
    worker = FakeWorker()
    seats = ComputerSeats(AIClient(worker, 100), (PlayerInfo("Anna", "club"),) * 2, FakeClock())
    for seed in (1, 2):
        seats.cancel()
        seats.request_action(make_observation(), 0, Random(seed))
    assert [task.cancelled() for task in worker.tasks] == [True, False]
    seats.poll()
    assert seats.action in make_observation().legal_actions


def test_observation_without_legal_actions_is_refused() -> None:
    observation = observe(deal_briscola("7d", "Jh 4c 5c", "2d 4s 5s"), None)
    client = AIClient(FakeWorker(), 100)
    with pytest.raises(ValueError, match="nothing to choose"):
        client.request_action(observation, "club", NEUTRAL_PERSONA, 1)
    with pytest.raises(ValueError, match="nothing to choose"):
        client.request_advice(observation, 1)
