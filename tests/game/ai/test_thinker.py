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

from game.ai import players
from game.ai.characters import PLAIN, Character, character_of
from game.ai.limit import Limit
from game.ai.weighed import Weighed
from game.ai.worker import Thinker
from game.engine.actions import Action, Play
from game.engine.cards import Card
from game.hints import Hints
from game.minds import Minds
from game.seating import Player
from game.view import View, look
from tests.helpers import briscola, choose, play

posix = pytest.mark.skipif(os.name != "posix", reason="signals and /proc are POSIX")
LIMIT_S = 120.0
"""How long a test waits for what should come at once."""


# -- odd players, found by the process under their names ---------------------------------------------


def hang(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    while True:
        time.sleep(0.01)


def ponder(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    time.sleep(0.8)
    return players.choose(level, view, rng, limit, character)


def crash(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    raise ZeroDivisionError("lost count")


def read_missing_model(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    Path("strong-model.npz").read_bytes()
    return view.choices[0]


def refuse_to_be_read() -> None:
    raise ValueError("this cannot be read")


class Unreadable:
    """An answer that can be sent, and that raises an error where it is received."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return refuse_to_be_read, ()


def answer_that_cannot_be_read(*_question: object) -> Unreadable:
    return Unreadable()


def vanish(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    os._exit(3)


def cheat(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    return Play(view.choices[0].seat, Card("7d"))


def number_of_limit(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    return view.choices[limit.ms]


def bold_goes_last(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    return view.choices[-1 if character.boldness > 0 else 0]


def until_the_end(level: str, view: View, rng: Random, limit: Limit, character: Character) -> Action:
    deadline = limit.begin()
    while deadline.left_ms():
        time.sleep(0.001)
    return view.choices[0]


# -- helpers -----------------------------------------------------------------------------------------


@contextmanager
def thinker(
    chooser: Callable[..., object] = players.choose, limit_ms: int = 100, hard_limit_s: float = 10
) -> Iterator[Thinker]:
    """A started thinker that leaves no process behind."""
    one = Thinker(limit_ms, hard_limit_s=hard_limit_s, chooser=f"{chooser.__module__}:{chooser.__qualname__}")
    one.start()
    try:
        yield one
    finally:
        one.close()
        assert one.join(LIMIT_S)
        assert one.pid is None


def until(true: Callable[[], object]) -> None:
    due = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < due, "it never came"
        time.sleep(0.005)


def answers(one: Thinker, *tickets: int) -> dict[int, Action]:
    came: dict[int, Action] = {}

    def have_all_come() -> bool:
        for ticket in tickets:
            action = one.poll(ticket)
            if action is not None:
                came[ticket] = action
        return len(came) == len(tickets)

    until(have_all_come)
    return came


def weights(one: Thinker, ticket: int) -> tuple[Weighed, ...]:
    came: list[tuple[Weighed, ...]] = []

    def has_come() -> bool:
        weighed = one.poll_weighed(ticket)
        if weighed is not None:
            came.append(weighed)
        return weighed is not None

    until(has_come)
    return came[0]


def view() -> View:
    match = play(briscola("7d", "Jh 4c 5c", "2d 4s 5s"), "0 play Jh")
    return look(match, match.to_act)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def by_chance(seed: int) -> Action:
    return choose("random", view(), Random(seed))


# -- the promises ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_process_answers_as_the_player_himself_would() -> None:
    with thinker() as one:
        wanted = [(level, seed) for level in ("random", "club") for seed in range(10)]
        asked = {one.ask(view(), level, PLAIN, seed): (level, seed) for level, seed in wanted}
        for ticket, action in answers(one, *asked).items():
            level, seed = asked[ticket]
            assert action == choose(level, view(), Random(seed))


@pytest.mark.slow
def test_the_process_weighs_the_choices_and_a_failing_one_leaves_none() -> None:
    with thinker(limit_ms=50) as one:
        ticket, forgotten = one.weigh(view(), 5), one.weigh(view(), 6)
        one.forget(forgotten)
        assert {each.action for each in weights(one, ticket)} == set(view().choices)
        assert one.poll(ticket) is None
        assert weights(one, one.weigh(msgspec.structs.replace(view(), phase=None), 5)) == ()
        assert one.poll_weighed(forgotten) is None


@pytest.mark.slow
def test_the_limit_reaches_the_player() -> None:
    with thinker(number_of_limit, limit_ms=2) as one:
        ticket = one.ask(view(), "club", PLAIN, 1)
        assert answers(one, ticket) == {ticket: view().choices[2]}


@pytest.mark.slow
def test_the_character_reaches_the_player() -> None:
    with thinker(bold_goes_last) as one:
        bold, plain = one.ask(view(), "club", character_of("Zio Gino"), 1), one.ask(view(), "club", PLAIN, 1)
        assert answers(one, bold, plain) == {bold: view().choices[-1], plain: view().choices[0]}


@pytest.mark.slow
def test_the_limit_goes_by_a_clock_that_runs() -> None:
    with thinker(until_the_end, limit_ms=30) as one:
        ticket = one.ask(view(), "club", PLAIN, 1)
        assert answers(one, ticket) == {ticket: view().choices[0]}


def test_nothing_that_the_window_calls_waits() -> None:
    """Who waited once for the process would wait as long as it may hang."""
    with thinker(hang, hard_limit_s=LIMIT_S) as one:
        before = time.monotonic()
        for _frame in range(100):
            ticket = one.ask(view(), "club", PLAIN, 1)
            assert one.poll(ticket) is None
            one.forget(ticket)
            time.sleep(0.001)
        one.close()
        assert time.monotonic() - before < LIMIT_S


@pytest.mark.slow
def test_a_stale_ticket_is_dropped() -> None:
    with thinker(ponder) as one:
        stale = one.ask(view(), "club", PLAIN, 1)
        kept = one.ask(view(), "club", PLAIN, 2)
        until(lambda: one.pid)
        one.forget(stale)
        assert set(answers(one, kept)) == {kept}
        assert one.poll(stale) is None and one.poll(kept) is None
        one.forget(kept)


@pytest.mark.slow
@posix
def test_a_killed_process_is_replaced_and_asked_again() -> None:
    with thinker(ponder) as one:
        until(lambda: one.pid)
        first = one.pid
        assert first is not None
        asked = {one.ask(view(), "club", PLAIN, 1), one.ask(view(), "club", PLAIN, 2)}
        time.sleep(0.2)
        os.kill(first, signal.SIGKILL)
        came = answers(one, *asked)
        assert set(came) == asked
        assert set(came.values()) <= {choose("club", view(), Random(seed)) for seed in (1, 2)}
        assert one.pid not in (None, first)
        assert not lives(first)


@pytest.mark.slow
@posix
def test_a_process_that_died_between_questions_is_replaced() -> None:
    with thinker() as one:
        until(lambda: one.pid)
        first = one.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        ticket = one.ask(view(), "club", PLAIN, 1)
        assert answers(one, ticket) == {ticket: choose("club", view(), Random(1))}


@pytest.mark.slow
@pytest.mark.parametrize("chooser", [vanish, cheat])
def test_a_question_that_fails_twice_is_answered_by_chance(
    chooser: Callable[..., Action], caplog: pytest.LogCaptureFixture
) -> None:
    with thinker(chooser) as one:
        ticket = one.ask(view(), "club", PLAIN, 7)
        assert answers(one, ticket) == {ticket: by_chance(7)}
    assert len(caplog.records) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chooser", "level", "fault"),
    [
        (crash, "club", "ZeroDivisionError: lost count"),
        (read_missing_model, "club", "FileNotFoundError: [Errno 2] No such file or directory: 'strong-model.npz'"),
        (players.choose, "genius", "ValueError: briscola has no player 'genius'"),
    ],
    ids=["error", "missing file", "unknown level"],
)
def test_error_of_player_is_reported_once_and_process_goes_on(
    chooser: Callable[..., Action], level: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    with thinker(chooser) as one:
        until(lambda: one.pid)
        first = one.pid
        assert one.fault == ""
        for seed in (7, 8):
            ticket = one.ask(view(), level, PLAIN, seed)
            assert answers(one, ticket) == {ticket: by_chance(seed)}
        assert one.fault == fault
        assert one.pid == first
    assert [fault in record.getMessage() for record in caplog.records] == [True, True]


@pytest.mark.slow
def test_clients_of_one_thinker_get_their_own_answers() -> None:
    with thinker() as one:
        table = (Player("Anna", "club"),) * 2
        first, second, hints = Minds(one, table), Minds(one, table), Hints(one)
        first.ask(view(), 0, Random(1))
        hints.ask(view(), Random(3))
        other = one.weigh(view(), 4)
        second.ask(view(), 0, Random(2))
        assert weights(one, other)

        def have_all_come() -> bool:
            for client in (first, second, hints):
                client.poll()
            return None not in (first.answer, second.answer, hints.found)

        until(have_all_come)


@pytest.mark.slow
def test_unreadable_answer_does_not_end_the_thread() -> None:
    with thinker(answer_that_cannot_be_read) as one:
        for seed in (7, 8):
            ticket = one.ask(view(), "club", PLAIN, seed)
            assert answers(one, ticket) == {ticket: by_chance(seed)}
        assert "cannot be read" in one.fault


@pytest.mark.slow
def test_a_process_that_hangs_is_ended_and_the_match_goes_on() -> None:
    with thinker(hang, hard_limit_s=0.2) as one:
        tickets = [one.ask(view(), "club", PLAIN, seed) for seed in (4, 5)]
        assert answers(one, *tickets) == {ticket: by_chance(seed) for ticket, seed in zip(tickets, (4, 5), strict=True)}


@pytest.mark.slow
def test_a_process_that_cannot_start_does_not_stop_the_match() -> None:
    one = Thinker(100, chooser="game.ai.nowhere:nothing")
    one.start()
    ticket = one.ask(view(), "club", PLAIN, 6)
    assert answers(one, ticket) == {ticket: by_chance(6)}
    assert one.fault == "ModuleNotFoundError: No module named 'game.ai.nowhere'"
    one.close()
    assert one.join(LIMIT_S)


@pytest.mark.slow
def test_closing_ends_a_process_that_hangs() -> None:
    with thinker(hang) as one:
        until(lambda: one.pid)
        ticket = one.ask(view(), "club", PLAIN, 1)
        time.sleep(0.1)
        one.close()
        one.close()
        assert one.join(LIMIT_S)
        assert one.poll(ticket) is None


def test_a_view_without_choices_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        Thinker(100).ask(look(briscola("7d", "Jh 4c 5c", "2d 4s 5s"), None), "club", PLAIN, 1)


@pytest.mark.slow
@posix
def test_an_interrupt_at_the_keyboard_does_not_end_the_process() -> None:
    with thinker() as one:
        until(lambda: one.pid)
        pid = one.pid
        assert pid is not None
        os.kill(pid, signal.SIGINT)
        answers(one, one.ask(view(), "club", PLAIN, 1))
        assert one.pid == pid


PARENT = """
import os, signal, sys, time
from game.ai.characters import PLAIN
from tests.game.ai.test_thinker import hang, thinker, until, view

if __name__ == "__main__":
    with thinker(hang) as one:
        until(lambda: one.pid)
        one.ask(view(), "club", PLAIN, 1)
        time.sleep(0.3)
        print(one.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@posix
def test_the_process_ends_with_its_parent_even_while_it_hangs() -> None:
    done = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == -signal.SIGKILL, done.stderr
    pid = int(done.stdout)
    until(lambda: not lives(pid))
