"""How fast the rules and the playouts are beside others': OpenSpiel, RLCard, and a plain C loop, the limit.

``pip install 'tavoloverde[bench]'`` brings the libraries; what is not there is left out, and said.
"""

from __future__ import annotations

import importlib
import importlib.util
import resource
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from game.ai.batch.playout import Batch
from game.ai.levels import levels_for
from game.commands.simulate import Plan
from game.commands.simulation import figures, play_pack
from game.match import Match
from game.rules import GAMES
from tests.helpers import fresh
from tools.c_code import compiled, compiler
from tools.text_tables import head, row

LOOP: Final = Path(__file__).with_name("spades.c")
"""Deals of Spades at random, counted and nothing else."""
ROLLOUTS: Final = 20_000
SHORT: Final = 100
"""So many deals are played in Python at a time; the figure is the median of several such rows."""
LIMIT_MS: Final = 1000
PACKS: Final = 3
"""So many deals are played for the time of a move."""


class Speed(NamedTuple):
    """Deals a second of processor time; ``rate`` is 0 and ``why`` says so where it could not be measured."""

    name: str
    rate: float
    why: str = ""


def compare(runs: int, phases: Callable[[Match, Random], int], batch: Callable[[int], Batch]) -> None:
    """Print our speeds beside others'.

    ``phases`` plays one deal through the readable rules, ``batch`` so many over arrays, both any legal card.
    """
    spades = fresh("spades", seats=4, jokers=False)
    ours = Speed("ours, the readable rules", of_python(runs, lambda rng: phases(spades, rng)))
    others = (openspiel(runs), rlcard(runs))
    table("random deals a second, one core, in Python", ours, others)
    arrays = Speed("ours, over arrays", most_of(runs, 8192, lambda: batch(8192)))
    table("random deals of Spades a second, one core, in batches", arrays, (rollouts(runs), loop(runs)))


def table(title: str, ours: Speed, others: tuple[Speed, ...]) -> None:
    """Others' speeds, and ours as a part of them: the ratio first, for it depends least on the machine."""
    head(title, "ours / theirs", "deals/s cpu")
    row(ours.name, "1.00", f"{ours.rate:.0f}")
    for one in others:
        if one.why:
            row(one.name, "-", one.why)
        else:
            row(one.name, f"{ours.rate / one.rate:.3g}", f"{one.rate:.0f}")


def moves() -> None:
    """What a move takes at each level of each game, with all the time of the program."""
    head("milliseconds of a move", "mean", "p99", "moves")
    for game in GAMES:
        for level in levels_for(game):
            seats = GAMES[game].seats[-1] if game == "chiamata" else GAMES[game].seats[0]
            preset, options = next(iter(GAMES[game].presets.items()))
            wanted = Plan(
                game=game, preset=preset, options=options, seats=seats, players=(level,), deals=PACKS,
                duplicate=False, seed=1, limit_ms=LIMIT_MS, folder=None,
            )  # fmt: skip
            outcomes = [play_pack(wanted, number) for number in range(1, PACKS + 1)]
            found = figures(wanted, outcomes).players[0]
            made = sum(len(times) for outcome in outcomes for times in outcome.times)
            row(f"{game}, {seats} seats, {level}", f"{found.ms_per_move:.2f}", f"{found.ms_p99:.1f}", str(made))


# -- measuring ----------------------------------------------------------------------------------------


def of_python(runs: int, play: Callable[[Random], object]) -> float:
    """Deals a second: `SHORT` at a time, the first time only to warm up."""

    def several() -> None:
        rng = Random(1)
        for _deal in range(SHORT):
            play(rng)

    several()
    return most_of(runs, SHORT, several)


def most_of(runs: int, deals: int, work: Callable[[], object]) -> float:
    """Deals a second of processor time where ``work`` plays so many: the median of the runs."""
    spent = []
    for _run in range(runs):
        begun = time.process_time()
        work()
        spent.append(time.process_time() - begun)
    return deals / statistics.median(spent)


def installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


# -- the others ---------------------------------------------------------------------------------------


def openspiel(runs: int) -> Speed:
    """Its Spades (partners, 52 cards, bids), every action chosen in Python."""
    name = "OpenSpiel's spades from Python"
    if not installed("pyspiel"):
        return Speed(name, 0.0, "not installed")
    pyspiel = importlib.import_module("pyspiel")
    spades = pyspiel.load_game("spades")

    def play(rng: Random) -> None:
        state = spades.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(choices(state)))

    return Speed(name, of_python(runs, play))


def choices(state: Any) -> list[int]:
    """What may come next: cards dealt are equally likely."""
    return [one for one, _chance in state.chance_outcomes()] if state.is_chance_node() else list(state.legal_actions())


def rollouts(runs: int) -> Speed:
    """Its own rollouts in C++ from a deal of Spades: one simulation of its tree search, which is `ROLLOUTS` of them."""
    name = "OpenSpiel's rollouts in C++"
    if not installed("pyspiel"):
        return Speed(name, 0.0, "not installed")
    pyspiel = importlib.import_module("pyspiel")
    spades, rng = pyspiel.load_game("spades"), Random(1)
    state = spades.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(choices(state)))
    bot = pyspiel.MCTSBot(spades, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 1.0, 1, 1000, False, 1, False)
    return Speed(name, most_of(runs, ROLLOUTS, lambda: bot.mcts_search(state.clone())))


def rlcard(runs: int) -> Speed:
    """Its bridge (52 cards, an auction, thirteen tricks) by its own random players."""
    name = "RLCard's bridge"
    if not installed("rlcard"):
        return Speed(name, 0.0, "not installed")
    library, agents = importlib.import_module("rlcard"), importlib.import_module("rlcard.agents")
    bridge = library.make("bridge")
    bridge.set_agents([agents.RandomAgent(num_actions=bridge.num_actions) for _seat in range(bridge.num_players)])
    return Speed(name, of_python(runs, lambda _rng: bridge.run(is_training=False)))


def loop(runs: int) -> Speed:
    """The plain C loop, compiled on the spot: the limit of what one core can do."""
    name = "a plain loop in C"
    if compiler() is None:
        return Speed(name, 0.0, "no compiler")
    with compiled(LOOP) as program:
        deals = 50 * ROLLOUTS
        spent = []
        for run in range(runs):
            begun = of_children()
            tricks_of(program, deals, run)
            spent.append(of_children() - begun)
    return Speed(name, deals / statistics.median(spent))


def of_children() -> float:
    """Seconds of processor time of the programs that were started and have ended."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def tricks_of(program: Path, deals: int, seed: int) -> tuple[int, ...]:
    """In how many of the deals forehand took no trick, one, and so on, in the loop."""
    done = subprocess.run([program, str(deals), str(seed)], check=True, capture_output=True, text=True)
    return tuple(map(int, done.stdout.split()))
