"""Results of an analysis. The module does not import the libraries of the judge, since the window uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Final

import msgspec

from game.core.actions import Action
from game.core.messages import Reason
from game.core.phase import DealResult
from game.match.accuracies import MatchAccuracies, PlayerAccuracy
from game.match.observation import Observation

JUDGE_VERSION: Final = 2
"""The version of the judging; it increases when figures are no longer comparable."""
RETRY_CHOICES_PER_SEAT: Final = 3
"""Choices of each player that are offered as tasks."""
CLEAR_MISTAKE_SHARE: Final = 0.25
"""The part of the greatest counted loss from which a choice is a clear mistake."""


class ChoiceLocation(msgspec.Struct, frozen=True, order=True):
    """A choice in a record: deal and action, from 1; ``trick`` from 1, 0 before cards are played."""

    deal: int
    action: int
    trick: int


class JudgedOption(msgspec.Struct, frozen=True, kw_only=True):
    """An action that could be chosen, and its value.

    ``loss``: its cost compared with the best action, 0 if the estimates show no difference; ``win_probability``: the
    probability that `game.ai.game_ai_info.GameAIInfo.win_probability_label` names, 0 to 1; ``reasons``: for
    `game.text.messages.format_reason`.
    """

    action: Action
    loss: float
    win_probability: float | None
    reasons: tuple[Reason, ...]

    @property
    def is_as_good_as_best(self) -> bool:
        """Whether it is the best action, or the estimates show no difference."""
        return self.loss == 0


class ChoiceJudgment(msgspec.Struct, frozen=True, kw_only=True):
    """The judgment of a choice between several actions.

    ``options``: the best first, with ``chosen_action``; ``max_loss``: upper bound of the loss that is counted for one
    choice.
    """

    chosen_action: Action
    options: tuple[JudgedOption, ...]
    max_loss: float

    @property
    def best_option(self) -> JudgedOption:
        return self.options[0]

    @property
    def chosen_option(self) -> JudgedOption:
        """The option that was chosen."""
        return next(option for option in self.options if option.action == self.chosen_action)

    @property
    def counted_loss(self) -> float:
        """The loss of the choice, at most ``max_loss``."""
        return min(self.chosen_option.loss, self.max_loss)

    @property
    def is_clear_mistake(self) -> bool:
        """Whether the choice loses so much that a player should hear of it."""
        return self.counted_loss >= CLEAR_MISTAKE_SHARE * self.max_loss

    @property
    def possible_loss(self) -> float:
        """The loss of the worst option, at most ``max_loss``."""
        return min(max(option.loss for option in self.options), self.max_loss)


class ExpectedResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result that could be expected before a choice, with the best option, and after it.

    It is the win probability, or `game.ai.game_ai_info.GameAIInfo.course_label`. Both are equal unless the choice cost
    something.
    """

    before: float
    after: float


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of one choice of a seat, from what the seat knew.

    ``judgment``: None if there was no choice, or no estimate; ``win_probability``: after the choice; ``expected``: for
    the course of the match; both None before cards are played; ``partner_probabilities``: by seat, the probability that
    it is the secret partner, () if there is none.
    """

    location: ChoiceLocation
    seat: int
    judgment: ChoiceJudgment | None = None
    win_probability: float | None = None
    expected: ExpectedResult | None = None
    partner_probabilities: tuple[float, ...] = ()

    @property
    def action(self) -> Action | None:
        """The action that was judged, None without a judgment."""
        return None if self.judgment is None else self.judgment.chosen_action


class RetryTask(msgspec.Struct, frozen=True, kw_only=True):
    """A choice to try again: the observation of the seat, and the finding."""

    observation: Observation
    finding: Finding


class MatchAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """An analysis of the finished deals of a match.

    ``seats``: the seats whose choices were judged; ``deal_results``: outcomes of the deals; ``retry_tasks``: the
    costliest choices of each seat.
    """

    game_id: str
    names: tuple[str, ...]
    seats: tuple[int, ...]
    is_over: bool
    deal_results: tuple[DealResult, ...]
    findings: tuple[Finding, ...]
    retry_tasks: tuple[RetryTask, ...]

    def get_findings(self, seat: int) -> tuple[Finding, ...]:
        """Return the findings on a seat, in the order of play."""
        return tuple(finding for finding in self.findings if finding.seat == seat)

    def get_retry_tasks(self, seat: int) -> tuple[RetryTask, ...]:
        """Return the costliest choices of a seat, the costliest first; () if no choice cost anything."""
        return tuple(task for task in self.retry_tasks if task.finding.seat == seat)


def leave_out_reasons(finding: Finding) -> Finding:
    """Return a finding with the losses alone: without the reasons for the options and the suspicions."""
    judgment = finding.judgment
    if judgment is not None:
        options = tuple(msgspec.structs.replace(option, reasons=()) for option in judgment.options)
        judgment = msgspec.structs.replace(judgment, options=options)
    return msgspec.structs.replace(finding, judgment=judgment, partner_probabilities=())


def list_judgments(findings: Iterable[Finding]) -> tuple[ChoiceJudgment, ...]:
    """Return the judgments of the findings that have one, in their order."""
    return tuple(finding.judgment for finding in findings if finding.judgment is not None)


def compute_accuracy(findings: Iterable[Finding]) -> float | None:
    """Return the share of the possible gain that was realized, 0 to 1; None if nothing could be lost."""
    judgments = list_judgments(findings)
    possible_loss = sum(judgment.possible_loss for judgment in judgments)
    return 1 - sum(judgment.counted_loss for judgment in judgments) / possible_loss if possible_loss else None


def compute_mean_loss(findings: Iterable[Finding]) -> float:
    """Return the mean loss of the judged choices, each at most its ``max_loss``; 0 without any."""
    judgments = list_judgments(findings)
    return fmean(judgment.counted_loss for judgment in judgments) if judgments else 0.0


def find_costliest(findings: Iterable[Finding], count: int = RETRY_CHOICES_PER_SEAT) -> tuple[Finding, ...]:
    """Return the choices with the highest losses, at most ``count``, the highest first.

    Choices without a loss are left out; equal losses are in the order of play.
    """
    findings_with_loss = [
        finding for finding in findings if finding.judgment is not None and finding.judgment.counted_loss
    ]
    return tuple(sorted(findings_with_loss, key=lambda finding: (-_get_loss(finding), finding.location))[:count])


def _get_loss(finding: Finding) -> float:
    return finding.judgment.chosen_option.loss if finding.judgment is not None else 0.0


def _get_counted_loss(finding: Finding) -> float:
    return finding.judgment.counted_loss if finding.judgment is not None else 0.0


def summarize_accuracies(analysis: MatchAnalysis, find_kind: Callable[[Observation], str]) -> MatchAccuracies:
    """Return the figures of an analysis that are stored, for each judged seat.

    ``find_kind``: returns the kind of a choice by which its loss is counted.
    """
    return MatchAccuracies(JUDGE_VERSION, tuple(_summarize_seat(analysis, seat, find_kind) for seat in analysis.seats))


def _summarize_seat(analysis: MatchAnalysis, seat: int, find_kind: Callable[[Observation], str]) -> PlayerAccuracy:
    findings, costs = analysis.get_findings(seat), dict[str, float]()
    for task in analysis.get_retry_tasks(seat):
        kind = find_kind(task.observation)
        costs[kind] = costs.get(kind, 0.0) + _get_counted_loss(task.finding)
    accuracy = compute_accuracy(findings)
    return PlayerAccuracy(
        seat=seat, name=analysis.names[seat], accuracy=None if accuracy is None else round(accuracy, 4),
        loss=round(compute_mean_loss(findings), 4), choices=len(list_judgments(findings)),
        tasks=tuple((finding.location.deal, finding.location.action) for finding in find_costliest(findings)),
        costs=tuple((kind, round(cost, 4)) for kind, cost in costs.items()),
    )  # fmt: skip


def list_deals(findings: Sequence[Finding]) -> tuple[int, ...]:
    """Return the numbers of the deals in the findings, each once, ascending."""
    return tuple(sorted({finding.location.deal for finding in findings}))
