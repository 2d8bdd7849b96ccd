"""What an analysis finds. Nothing here needs the libraries that the judge thinks with: the window shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

import msgspec

from game.engine.actions import Action
from game.engine.phases import DealResult, Reason
from game.store.figures import Figure, Figures
from game.view import View

JUDGE: Final = 1
"""Goes up when choices are judged in another way, so that figures of before do not pass for figures of now."""
COSTLIEST: Final = 3
"""So many choices of each player are worth another try."""


class Place(msgspec.Struct, frozen=True, order=True):
    """A choice in a record: deal and action, counted from 1; ``trick`` from 1, 0 before the play."""

    deal: int
    action: int
    trick: int


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could be chosen. ``loss``: what it costs beside the best, 0 where it is as good as far as can be
    told; ``win``: what is hoped for (`game.ai.room.Room.hopes`), 0 to 1; ``why``: the reasons, for `game.words.say`."""

    action: Action
    loss: float
    win: float | None
    why: tuple[Reason, ...]

    @property
    def as_good(self) -> bool:
        """Whether it is the best, or as good as that as far as can be told."""
        return self.loss == 0


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A choice between several, judged. ``options``: the best first, the ``chosen`` one among them; ``stake``: the most
    that one choice is taken to decide on."""

    chosen: Action
    options: tuple[Option, ...]
    stake: float

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def made(self) -> Option:
        """What was chosen."""
        return next(one for one in self.options if one.action == self.chosen)

    @property
    def lost(self) -> float:
        """What of the stake the choice cost."""
        return min(self.made.loss, self.stake)

    @property
    def to_be_had(self) -> float:
        """What of the stake was to be lost: between the best and the worst."""
        return min(max(one.loss for one in self.options), self.stake)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What is found of one choice of a seat, from what the seat knew.

    ``judgement``: None where there was no choice, or nothing to judge it by; ``chance``: what was hoped for after it,
    None before the play; ``suspects``: whom the judge would have suspected then, by seat, empty if nobody.
    """

    place: Place
    seat: int
    judgement: Judgement | None = None
    chance: float | None = None
    suspects: tuple[float, ...] = ()


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A choice to try again: what the seat saw, and what was found of it."""

    view: View
    finding: Finding


class MatchAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """An analysis of the finished deals of a match. ``seats``: whose choices were judged; ``deals``: how each deal
    ended; ``tasks``: the costliest choices of each seat."""

    game: str
    names: tuple[str, ...]
    seats: tuple[int, ...]
    over: bool
    deals: tuple[DealResult, ...]
    findings: tuple[Finding, ...]
    tasks: tuple[Task, ...]

    def of(self, seat: int) -> tuple[Finding, ...]:
        """What was found of a seat, in the order it was played."""
        return tuple(one for one in self.findings if one.seat == seat)

    def tasks_of(self, seat: int) -> tuple[Task, ...]:
        """Its costliest choices, the costliest first."""
        return tuple(one for one in self.tasks if one.finding.seat == seat)


def judgements(findings: Iterable[Finding]) -> tuple[Judgement, ...]:
    """Those of the choices that were judged."""
    return tuple(one.judgement for one in findings if one.judgement is not None)


def accuracy(findings: Iterable[Finding]) -> float | None:
    """How much of what was to be had was got, 0 to 1; None where nothing was at stake."""
    judged = judgements(findings)
    whole = sum(one.to_be_had for one in judged)
    return 1 - sum(one.lost for one in judged) / whole if whole else None


def mean_loss(findings: Iterable[Finding]) -> float:
    """What a judged choice cost on average."""
    judged = judgements(findings)
    return fmean(one.lost for one in judged) if judged else 0.0


def costliest(findings: Iterable[Finding], count: int = COSTLIEST) -> tuple[Finding, ...]:
    """The choices that cost most, the costliest first; none that was as good as the best."""
    lossy = [one for one in findings if one.judgement is not None and one.judgement.lost]
    return tuple(sorted(lossy, key=lambda one: (-_lost(one), one.place))[:count])


def _lost(finding: Finding) -> float:
    return finding.judgement.made.loss if finding.judgement is not None else 0.0


def figures(analysis: MatchAnalysis) -> Figures:
    """The few numbers that are kept of an analysis."""
    return Figures(JUDGE, tuple(_figure(analysis, seat) for seat in analysis.seats))


def _figure(analysis: MatchAnalysis, seat: int) -> Figure:
    found = analysis.of(seat)
    share = accuracy(found)
    return Figure(
        seat=seat, name=analysis.names[seat], accuracy=None if share is None else round(share, 4),
        loss=round(mean_loss(found), 4), choices=len(judgements(found)),
        tasks=tuple((one.place.deal, one.place.action) for one in costliest(found)),
    )  # fmt: skip


def deals_of(findings: Sequence[Finding]) -> tuple[int, ...]:
    """The numbers of the deals that something was found of."""
    return tuple(sorted({one.place.deal for one in findings}))
