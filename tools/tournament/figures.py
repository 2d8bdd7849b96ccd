"""What many packs of a contest say: a figure with its interval, a verdict, the rows of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from game.commands.simulation import half_width, percentile
from tools.tournament.contests import Contest, Goal
from tools.tournament.playing import Outcome

Verdict: TypeAlias = Literal["met", "missed", "undecided", "none asked"]

ENOUGH: Final = 20
"""With fewer packs nothing is decided: the interval of so few is too narrow."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A goal of a contest and what was found. ``command`` repeats it.

    ``asked`` is the goal in words; ``target`` and ``mean`` are in ``unit``, ``ci95`` is half the width of the mean's
    interval (None for one pack); the times are those of our player's moves, in ms.
    """

    contest: str
    command: str
    players: tuple[str, str]
    measure: str
    unit: str
    asked: str
    target: float | None
    mean: float
    ci95: float | None
    ms_per_move: float
    ms_p99: float
    packs: int
    verdict: Verdict


def verdict(target: float | None, mean: float, ci95: float | None, packs: int) -> Verdict:
    """Met or missed if the whole interval lies above the target or does not, undecided if it straddles it."""
    if target is None:
        return "none asked"
    if ci95 is None or packs < ENOUGH:
        return "undecided"
    if mean - ci95 > target:
        return "met"
    return "missed" if mean + ci95 <= target else "undecided"


def command(contest: Contest, seed: int, packs: int, players: bool) -> str:
    """The command line that repeats a contest; ``players``: whether other than the declared ones played."""
    chosen = f" --players {contest.ours},{contest.theirs}" if players else ""
    limit = f"--seed {seed} --deals {packs} --limit {contest.limit_ms}"
    return f"python -m tools.tournament --only {contest.name} {limit}{chosen}"


def rows(contest: Contest, outcomes: Sequence[Outcome], repeat: str) -> list[Row]:
    """The rows of a contest of which at least one pack was played; a pack is one observation."""
    times = sorted(one for outcome in outcomes for one in outcome.times)
    return [
        _row(contest, goal, [outcome.values[at] for outcome in outcomes], times, repeat)
        for at, goal in enumerate(contest.goals)
    ]


def _row(contest: Contest, goal: Goal, values: Sequence[float], times: Sequence[float], repeat: str) -> Row:
    mean, ci95 = sum(values) / len(values), half_width(values)
    return Row(
        contest=contest.name, command=repeat, players=(contest.ours, contest.theirs), measure=goal.measure,
        unit=contest.unit(goal.measure), asked=str(goal), target=goal.least, mean=mean, ci95=ci95,
        ms_per_move=sum(times) / max(1, len(times)), ms_p99=percentile(times, 0.99), packs=len(values),
        verdict=verdict(goal.least, mean, ci95, len(values)),
    )  # fmt: skip


TITLES: Final = ("contest", "target", "figure", "unit", "ms a move", "ms 99 %", "packs", "verdict", "again with")


def table(found: Sequence[Row]) -> str:
    """The rows for a reader, in lines; the misses once more below."""
    text = aligned([TITLES, *map(_cells, found)])
    for kind in ("missed", "undecided"):
        names = [f"  {row.contest}: {_figure(row)} {row.unit}, asked {row.asked}" for row in found
                 if row.verdict == kind]  # fmt: skip
        text += [f"{kind.upper()}: {len(names)} of {len(found)}", *names] if names else []
    return "\n".join(text)


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """The cells of each line below those of the first one."""
    widths = [max(len(cells[at]) for cells in lines) for at in range(len(lines[0]) - 1)]
    return [
        "  ".join((*(cell.ljust(width) for cell, width in zip(cells, widths, strict=False)), cells[-1]))
        for cells in lines
    ]


def _cells(row: Row) -> tuple[str, ...]:
    times = (f"{row.ms_per_move:.2f}", f"{row.ms_p99:.2f}")
    name = row.contest if row.contest.endswith("-".join(row.players)) else f"{row.contest} as {'-'.join(row.players)}"
    return (name, row.asked, _figure(row), row.unit, *times, str(row.packs), row.verdict, row.command)


def _figure(row: Row) -> str:
    return f"{row.mean:.2f}" if row.ci95 is None else f"{row.mean:.2f} ± {row.ci95:.2f}"
