"""The command line of the tournament."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Final, NamedTuple

import msgspec

from game.commands.progress import progress
from game.commands.simulate import MOST, MOST_JOBS, BadArgument, add_cluster, whole
from game.commands.simulation import half_width, print_to
from game.commands.workers import workers
from tools.tournament import figures
from tools.tournament.contests import CONTESTS, LADDER, Contest, Goal
from tools.tournament.playing import Outcome, play_pack
from tools.tournament.studies import STUDIES, Study

replace = msgspec.structs.replace

BATCH: Final = 4
"""How many packs a process fetches at a time."""


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    found = argparse.ArgumentParser(
        prog="python -m tools.tournament",
        description="How strong the computer's players are, against what is asked of them. The cards and the players'"
        " chances follow from the seed, the contest and the number of the pack alone. A measurement: its exit status"
        " is 0 whatever it finds.",
    )
    found.add_argument(
        "--only", metavar="NAME", nargs="+", help="contests and studies whose names begin so; default: all contests"
    )
    found.add_argument("--list", action="store_true", help="list the contests and play nothing")
    found.add_argument("--seed", metavar="S", default="0", help="default 0")
    found.add_argument("--jobs", metavar="J", default="1", help="processes at work, one core each (default 1)")
    add_cluster(found)
    found.add_argument("--limit", metavar="MS", help="thinking time for a move, in ms; default: the contest's own")
    many = found.add_mutually_exclusive_group()
    many.add_argument("--deals", metavar="N", help="packs (or matches) of each contest; default: its own number")
    many.add_argument("--scale", metavar="X", type=float, default=1.0, help="so many times each one's own number")
    found.add_argument(
        "--players", metavar="OURS,THEIRS", help="play the contests with these levels; nothing is asked of them then"
    )
    found.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    return found


class Wanted(NamedTuple):
    """What the command line asks for."""

    contests: tuple[Contest, ...]
    studies: tuple[Study, ...]
    seed: int
    jobs: int
    cluster: str | None

    @property
    def playable(self) -> tuple[Contest, ...]:
        """The contests whose players exist."""
        return tuple(one for one in self.contests if not one.missing)


def wanted(args: argparse.Namespace, studies: Sequence[Study] = STUDIES) -> Wanted:
    """Return the contests and studies asked for. BadArgument, a line that says what makes no sense."""
    named = [one for one in CONTESTS if args.only is None or one.name.startswith(tuple(args.only))]
    for name in args.only or ():
        if not any(one.startswith(name) for one in names(CONTESTS, studies)):
            raise BadArgument(f"--only: no contest and no study begins with {name!r} (see --list)")
    asked = () if args.only is None else tuple(one for one in studies if one.name.startswith(tuple(args.only)))
    return Wanted(
        contests=tuple(_chosen(one, args) for one in named),
        studies=tuple(Study(one.name, one.about, _many(one.deals, args), one.run) for one in asked),
        seed=whole("--seed", args.seed, 0, 2**63 - 1),
        jobs=whole("--jobs", args.jobs, 1, MOST_JOBS),
        cluster=args.cluster,
    )


def _chosen(contest: Contest, args: argparse.Namespace) -> Contest:
    if args.players is not None:
        players = args.players.split(",")
        if len(players) != 2 or not set(players) <= set(LADDER):
            raise BadArgument(f"--players: two levels of {', '.join(LADDER)}, not {args.players!r}")
        goals = tuple(Goal(measure=goal.measure, least=None) for goal in contest.goals)
        contest = replace(contest, ours=players[0], theirs=players[1], goals=goals)
    return replace(
        contest,
        deals=_many(contest.deals, args),
        limit_ms=contest.limit_ms if args.limit is None else whole("--limit", args.limit, 1, MOST),
    )


def _many(own: int, args: argparse.Namespace) -> int:
    """How many packs are asked for of what takes ``own`` if nothing is said."""
    if not 0 < args.scale <= MOST:
        raise BadArgument(f"--scale: must be more than 0 and at most {MOST}")
    scaled = max(1, round(own * args.scale))
    return scaled if args.deals is None else whole("--deals", args.deals, 1, MOST)


def outcomes(
    contest: Contest, seed: int, pool: Executor | None, play: Callable[[Contest, int, int], Outcome] = play_pack
) -> Iterator[Outcome]:
    """The outcome of every pack of a contest, in order."""
    play_number, numbers = partial(play, contest, seed), range(1, contest.deals + 1)
    return map(play_number, numbers) if pool is None else pool.map(play_number, numbers, chunksize=BATCH)


def _stand(contest: Contest, done: Sequence[Outcome]) -> str:
    """How a contest stands so far, by its first goal."""
    first = [outcome.values[0] for outcome in done]
    half = half_width(first)
    figure = f"{sum(first) / len(first):.2f}" + ("" if half is None else f" ± {half:.2f}")
    return f"{figure} {contest.unit(contest.goals[0].measure)}"


def measure(
    asked: Wanted, others: bool, play: Callable[[Contest, int, int], Outcome] = play_pack
) -> list[figures.Row]:
    """Play and count; an interrupt ends it with what has been played.

    ``others``: not the declared players. ``play`` gives the outcome of a contest for a seed and the number of a pack.
    """
    found: list[figures.Row] = []
    done: list[Outcome] = []
    contest = None
    try:
        with workers(asked.jobs, asked.cluster) as pool:
            for at, contest in enumerate(asked.playable, 1):
                done = []
                title = f"[{at}/{len(asked.playable)}] {contest.name}"
                played = outcomes(contest, asked.seed, pool, play)
                with progress(played, title, whole=contest.deals, stays=False) as bar:
                    for outcome in bar:
                        done.append(outcome)
                        if not bar.disable:
                            bar.set_postfix_str(_stand(contest, done), refresh=False)
                found += _rows(contest, done, asked.seed, others)
    except KeyboardInterrupt:
        if contest is not None and len(done) < contest.deals:
            found += _rows(contest, done, asked.seed, others)
    return found


def _rows(contest: Contest, done: Sequence[Outcome], seed: int, others: bool) -> list[figures.Row]:
    return figures.rows(contest, done, figures.command(contest, seed, len(done), others)) if done else []


def names(contests: Sequence[Contest], studies: Sequence[Study]) -> tuple[str, ...]:
    """By what they are asked for."""
    return (*(one.name for one in contests), *(one.name for one in studies))


def listing(contests: Sequence[Contest], studies: Sequence[Study]) -> str:
    """The contests, a line each: packs, what is asked, which players are lacking; and the studies."""
    width = max(map(len, names(contests, studies)))
    lines = (
        f"{one.name:<{width}}  {one.deals:>6}  "
        + ", ".join(f"{goal} {one.unit(goal.measure)}" for goal in one.goals)
        + (f"  (lacks {', '.join(one.missing)})" if one.missing else "")
        for one in contests
    )
    also = (f"{one.name:<{width}}  {one.deals:>6}  {one.about}" for one in studies)
    return "\n".join((*lines, *also))


def main(arguments: Sequence[str], studies: Sequence[Study] = STUDIES) -> int:
    """Run the tournament and return the exit status, 0. SystemExit 2 for arguments that make no sense."""
    asks = parser()
    args = asks.parse_args(arguments)
    try:
        asked = wanted(args, studies)
    except BadArgument as error:
        asks.error(str(error))
    if args.list:
        print_to(listing(asked.contests, studies if args.only is None else asked.studies), sys.stdout)
        return 0
    studied = {one.name: one.run(asked.seed, one.deals) for one in asked.studies}
    try:
        found = measure(asked, args.players is not None)
    except BadArgument as error:
        asks.error(str(error))
    without = [one.name for one in asked.contests if one.missing]
    if args.json:
        tables = {name: [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
                  for name, lines in studied.items()}  # fmt: skip
        report = {"seed": asked.seed, "contests": found, "without_players": without, "studies": tables}
        print_to(msgspec.json.format(msgspec.json.encode(report), indent=1).decode(), sys.stdout)
        return 0
    for name, lines in studied.items():
        print_to("\n".join([name.upper(), *figures.aligned(lines)]), sys.stdout)
    if found:
        print_to(figures.table(found), sys.stdout)
    if without:
        print_to(f"NOT PLAYED, a player is not there yet: {len(without)}\n  " + "\n  ".join(without), sys.stdout)
    return 0
