"""``simulate``: computer players play many deals without a window, and the strength of each is measured.

The packs and the players' chances follow from the seed and the number of the deal alone, so the figures are
the same whatever the number of processes. (Times, of course, are not.)
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TextIO

import msgspec

from game.ai.headless import play_deal
from game.ai.levels import levels_for
from game.ai.limit import LIMIT_MS, Limit
from game.ai.players import choose
from game.console import complain, put_out
from game.engine.actions import Action
from game.engine.options import OptionError, Options, adapt, declared, parse_value
from game.fairness import shuffled, stream
from game.i18n import _
from game.match import Match, new_match
from game.record import DealRecord, Record, dump
from game.rules import GAMES, Game
from game.view import View

MOST: Final = 10**6
"""The highest number of deals and of milliseconds: more is a slip of the finger."""

MOST_JOBS: Final = 61
"""What a pool of processes can hold on every system."""

BATCH: Final = 25
"""How many packs a process plays between two reports."""


# -- what is asked ---------------------------------------------------------------------------------


class BadArgument(ValueError):
    """An argument of the command line that makes no sense; ``str(error)`` is one line that names it."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A simulation: who plays what, how often. ``deals`` counts packs; ``folder``: where records go."""

    game: str
    preset: str
    options: Options
    seats: int
    players: tuple[str, ...]
    deals: int
    duplicate: bool
    seed: int
    limit_ms: int
    folder: str | None

    @property
    def rotations(self) -> int:
        """How often each pack is played."""
        return len(self.players) if self.duplicate else 1

    def player_at(self, seat: int, rotation: int) -> int:
        """Which of the players sits at ``seat``."""
        return (seat + rotation) % len(self.players)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``simulate``. Their values are checked by `plan`, which says what is wrong in one line."""
    parser.description = _("Computer players play many deals without a window; their strength is measured.")
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--preset", metavar="P", help=_("the house rules to start from (default: the game's first)"))
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help=_("one house rule; may be repeated")
    )
    parser.add_argument(
        "--seats", metavar="N", help=_("default: as many as there are players, or the fewest that the game allows")
    )
    parser.add_argument(
        "--players", metavar="a,b,…", required=True,
        help=_("levels of strength, dealt to the seats in turn: a,b at four seats sit a,b,a,b"),
    )  # fmt: skip
    parser.add_argument("--deals", metavar="N", required=True, help=_("how many packs are dealt"))
    parser.add_argument(
        "--duplicate", action="store_true",
        help=_(
            "play every pack once for each rotation of the players over the seats: N packs and two players make"
            " 2 N played deals. The deals of one pack count as one observation for the intervals"
        ),
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", default="0", help=_("the packs and the players' chances (default 0)"))
    parser.add_argument("--jobs", metavar="J", default="1", help=_("processes at work (0 or 1: one)"))
    parser.add_argument(
        "--limit", metavar="MS", default=str(LIMIT_MS),
        help=_("thinking time for a move, in ms; of no effect on players that never think long (random, novice, club)"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("print one JSON object instead of a table"))
    parser.add_argument(
        "--save", metavar="DIR", help=_("write each played deal to a record, DIR/deal-000001.tvr and on")
    )


def plan(args: argparse.Namespace) -> Plan:
    """The simulation that the command line asks for. BadArgument if it makes no sense."""
    game = GAMES.get(args.game)
    if game is None:
        raise _bad("GAME", _("{value} is not one of {known}"), value=args.game, known=", ".join(GAMES))
    preset = next(iter(game.presets)) if args.preset is None else args.preset
    if preset not in game.presets:
        raise _bad("--preset", _("{value} is not one of {known}"), value=preset, known=", ".join(game.presets))
    players = tuple(args.players.split(","))
    for player in players:
        if player not in levels_for(game.name):
            known = ", ".join(levels_for(game.name))
            raise _bad("--players", _("{value} is not one of {known}"), value=repr(player), known=known)
    return Plan(
        game=game.name, preset=preset, options=_options(game.presets[preset], args.option),
        seats=_seats(game, args.seats, len(players)), players=players, duplicate=args.duplicate,
        deals=whole("--deals", args.deals, 1, MOST), seed=whole("--seed", args.seed, 0, 2**63 - 1),
        limit_ms=whole("--limit", args.limit, 1, MOST), folder=args.save,
    )  # fmt: skip


def _bad(argument: str, text: str, **values: object) -> BadArgument:
    return BadArgument(f"{argument}: {text.format(**values)}")


def whole(argument: str, text: str, least: int, most: int) -> int:
    """The number that ``text`` writes. BadArgument, which names the argument, if it is none or out of bounds."""
    if text.isdecimal() and text.isascii() and len(text) <= 20 and least <= int(text) <= most:
        return int(text)
    fault = _("must be a whole number from {least} to {most}, not {value}")
    raise _bad(argument, fault, least=least, most=most, value=text)


def _seats(game: Game, text: str | None, players: int) -> int:
    allowed = ", ".join(map(str, game.seats))
    if text is None:
        seats = min((count for count in game.seats if count >= players), default=0)
        if not seats:
            fault = _("{count} players are too many: the game is played by {allowed}")
            raise _bad("--players", fault, count=players, allowed=allowed)
        return seats
    if text not in map(str, game.seats):
        raise _bad("--seats", _("the game is played by {allowed}, not by {value}"), allowed=allowed, value=text)
    if int(text) < players:
        raise _bad("--players", _("{count} players for {seats} seats"), count=players, seats=text)
    return int(text)


def _options(base: Options, changes: Sequence[str]) -> Options:
    rules = {rule.name: rule for rule in declared(type(base))}
    options = base
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise _bad("--option", _("{value} is not of the form NAME=VALUE"), value=change)
        try:
            options = adapt(options, {name: parse_value(rules[name], text) if name in rules else text})
        except OptionError as error:
            raise BadArgument(f"--{error}") from None
    return options


# -- what is played --------------------------------------------------------------------------------


class Tally(NamedTuple):
    """What a deal brought each seat: its score in the game's unit, and its part of the win (all add up to 1 or 0)."""

    scores: tuple[float, ...]
    wins: tuple[float, ...]


def tally(match: Match) -> Tally:
    """The tally of the deal that ``match`` has just ended."""
    return TALLIES.get(match.name, by_score)(match)


def by_score(match: Match) -> Tally:
    """The score of the deal is the unit, and the highest wins."""
    result = match.deal_result()
    best = [seat for seat in range(match.seats) if result.scores[seat] == max(result.scores)]
    won = result.state == "scored"
    return Tally(tuple(map(float, result.scores)), _split(best if won else (), match.seats))


def by_points(match: Match) -> Tally:
    """The card points of the seat's side are the unit; a shared top, 60-60 too, is a shared win."""
    result = match.deal_result()
    sums = {seat: sum(result.points[mate] for mate in side) for side in match.sides for seat in side}
    best = [seat for seat in range(match.seats) if sums[seat] == max(sums.values())]
    won = result.why[-1].code != "nobody_over_60"
    return Tally(tuple(float(sums[seat]) for seat in range(match.seats)), _split(best if won else (), match.seats))


def by_taken_off(match: Match) -> Tally:
    """The points taken off are the unit, and the most win; nobody, if a deal takes none off."""
    scores = match.deal_result().scores
    low = min(scores)
    best = [seat for seat in range(match.seats) if scores[seat] == low < 0]
    return Tally(tuple(float(-score) for score in scores), _split(best, match.seats))


def _split(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


TALLIES: Final[Mapping[str, Callable[[Match], Tally]]] = {"briscola": by_points, "muscio": by_taken_off}
"""Games whose unit is not the score of a deal."""


class Outcome(NamedTuple):
    """What one pack brought each player: the means over its rotations, and how long each of his moves took (ms)."""

    scores: tuple[float, ...]
    wins: tuple[float, ...]
    times: tuple[tuple[float, ...], ...]


def play_pack(wanted: Plan, number: int) -> Outcome:
    """Play pack ``number`` (from 1) in all its rotations. OSError if a record cannot be written."""
    match = new_match(wanted.game, wanted.options, wanted.seats, (number - 1) % wanted.seats)
    pack = shuffled(match.pack, stream(wanted.seed, "pack", number))
    everyone = range(len(wanted.players))
    times: tuple[list[float], ...] = tuple([] for _player in everyone)
    scores: tuple[list[float], ...] = tuple([] for _player in everyone)
    wins = [0.0 for _player in everyone]
    for rotation in range(wanted.rotations):
        seated = [wanted.player_at(seat, rotation) for seat in range(wanted.seats)]
        choosers = [
            partial(_timed, times[player], wanted, player, stream(wanted.seed, "player", number, rotation, seat))
            for seat, player in enumerate(seated)
        ]
        ended, actions = play_deal(match, pack, choosers)
        brought = tally(ended)
        for seat, player in enumerate(seated):
            scores[player].append(brought.scores[seat])
            wins[player] += brought.wins[seat]
        if wanted.folder is not None:
            names = tuple(wanted.players[player] for player in seated)
            _save(wanted, number, rotation, names, DealRecord(match.dealer, pack, actions))
    return Outcome(
        scores=tuple(sum(each) / len(each) for each in scores),
        wins=tuple(won / wanted.rotations for won in wins),
        times=tuple(tuple(each) for each in times),
    )


def _timed(times: list[float], wanted: Plan, player: int, rng: Random, view: View) -> Action:
    before = time.perf_counter()
    action = choose(wanted.players[player], view, rng, Limit(wanted.limit_ms, time.perf_counter))
    times.append((time.perf_counter() - before) * 1000)
    return action


def _save(wanted: Plan, number: int, rotation: int, names: tuple[str, ...], deal: DealRecord) -> None:
    assert wanted.folder is not None
    record = Record(
        game=wanted.game, preset=wanted.preset, options=wanted.options, names=names, first_dealer=deal.dealer,
        deals=(deal,),
    )  # fmt: skip
    played = (number - 1) * wanted.rotations + rotation + 1
    Path(wanted.folder, f"deal-{played:06}.tvr").write_bytes(dump(record))


def _play_batch(wanted: Plan, numbers: range) -> list[Outcome]:
    return [play_pack(wanted, number) for number in numbers]


def play_all(wanted: Plan, jobs: int) -> Iterator[Outcome]:
    """The outcome of every pack in order, by so many processes. OSError if a record cannot be written."""
    if jobs <= 1:
        yield from (play_pack(wanted, number) for number in range(1, wanted.deals + 1))
        return
    starts = range(1, wanted.deals + 1, BATCH)
    batches = (range(first, min(first + BATCH, wanted.deals + 1)) for first in starts)
    context = multiprocessing.get_context("spawn")
    quiet = (signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to answer
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=signal.signal, initargs=quiet)
    try:
        for outcomes in pool.map(partial(_play_batch, wanted), batches):
            yield from outcomes
    finally:
        pool.shutdown(cancel_futures=True)


# -- what is said ----------------------------------------------------------------------------------


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How a player did. ``deals`` played; ``ci95``: half the width of the interval of ``mean``, None for one pack."""

    player: str
    deals: int
    mean: float
    ci95: float | None
    win_rate: float
    ms_per_move: float
    ms_p99: float


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation found. ``deals``: as many packs as were asked for."""

    game: str
    preset: str
    seats: int
    deals: int
    seed: int
    players: tuple[PlayerFigures, ...]


def half_width(values: Sequence[float]) -> float | None:
    """Half the width of the 95 % interval of the mean of independent ``values``; None for a single one."""
    count = len(values)
    if count < 2:
        return None
    mean = sum(values) / count
    return 1.96 * math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def percentile(ordered: Sequence[float], share: float) -> float:
    """The least of the ``ordered`` values that so large a share of them does not exceed; 0 if there are none."""
    return ordered[math.ceil(len(ordered) * share) - 1] if ordered else 0.0


def figures(wanted: Plan, outcomes: Sequence[Outcome]) -> Figures:
    """The figures of a simulation; a pack, in all its rotations, is one observation."""
    found = []
    for player, name in enumerate(wanted.players):
        scores = [outcome.scores[player] for outcome in outcomes]
        times = sorted(one for outcome in outcomes for one in outcome.times[player])
        found.append(
            PlayerFigures(
                player=name, deals=wanted.deals * wanted.rotations, mean=sum(scores) / len(scores),
                ci95=half_width(scores), win_rate=sum(outcome.wins[player] for outcome in outcomes) / len(outcomes),
                ms_per_move=sum(times) / max(1, len(times)), ms_p99=percentile(times, 0.99),
            )
        )  # fmt: skip
    return Figures(
        game=wanted.game, preset=wanted.preset, seats=wanted.seats, deals=wanted.deals, seed=wanted.seed,
        players=tuple(found),
    )  # fmt: skip


def table(found: Figures, wins_ci95: Sequence[float | None]) -> str:
    """The figures for a reader, in lines."""
    head = _("{game}/{preset} · seats: {seats} · packs: {deals} · seed: {seed}").format(
        game=found.game, preset=found.preset, seats=found.seats, deals=found.deals, seed=found.seed
    )
    titles = (_("player"), _("deals"), _("mean"), _("won"), _("ms a move"), _("ms 99 %"))
    rows = [titles]
    for one, wins in zip(found.players, wins_ci95, strict=True):
        mean = _with_interval(one.mean, one.ci95, "")
        won = _with_interval(100 * one.win_rate, None if wins is None else 100 * wins, " %")
        rows.append((one.player, str(one.deals), mean, won, f"{one.ms_per_move:.3f}", f"{one.ms_p99:.3f}"))
    widths = [max(len(row[at]) for row in rows) for at in range(len(titles))]
    lines = ("  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join((head, *lines))


def _with_interval(value: float, half: float | None, unit: str) -> str:
    return f"{value:.2f}{unit}" if half is None else f"{value:.2f} ± {half:.2f}{unit}"


def _bar(done: int, whole: int) -> None:
    """A progress bar on standard error, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    width = 40 * done // whole
    end = "\n" if done == whole else ""
    sys.stderr.write(f"\r[{'#' * width:<40}] {done}/{whole}{end}")
    sys.stderr.flush()


def print_to(text: str, stream: TextIO) -> None:
    """Print what may hold characters that the stream's encoding lacks."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)


def _fault(text: str) -> int:
    """One line on standard error, whatever was typed; the exit status."""
    complain(f"simulate: {text}")
    return 2


def _print(text: str) -> int:
    """The result on standard output; the exit status."""
    error = put_out(text)
    if error is None or isinstance(error, BrokenPipeError):
        return 1 if error else 0
    return _fault(_("standard output: {fault}").format(fault=error.strerror or error))


def run(args: argparse.Namespace) -> int:
    """Simulate as `add_arguments` describes. The exit status: 0, or 2 after one line on standard error."""
    outcomes = list[Outcome]()
    try:
        wanted, jobs = plan(args), whole("--jobs", args.jobs, 0, MOST_JOBS)
        if wanted.folder is not None:
            Path(wanted.folder).mkdir(parents=True, exist_ok=True)
        for outcome in play_all(wanted, jobs):
            outcomes.append(outcome)
            _bar(len(outcomes), wanted.deals)
    except BadArgument as error:
        return _fault(str(error))
    except OSError as error:
        fault = error.strerror or str(error)
        if args.save is None:
            return _fault(fault)
        return _fault(f"--save {args.save}: " + _("cannot write there: {fault}").format(fault=fault))
    except ValueError:
        if args.save is None:
            raise
        return _fault(f"--save {args.save}: " + _("this cannot be the name of a folder"))
    found = figures(wanted, outcomes)
    if args.json:
        return _print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    wins = [half_width([outcome.wins[player] for outcome in outcomes]) for player in range(len(wanted.players))]
    return _print(table(found, wins))
