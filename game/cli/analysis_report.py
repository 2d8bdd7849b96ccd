"""The command ``analyse``: judge the choices of a match and print the result as text or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from game.ai.levels import get_ai_info
from game.ai.registry import GAME_AIS
from game.analysis.judge import build_analysis, find_choices, judge_choice, select_seats
from game.analysis.model import (
    ChoiceJudgment,
    Finding,
    MatchAnalysis,
    compute_accuracy,
    compute_mean_loss,
    find_costliest,
    list_deals,
    list_judgments,
)
from game.analysis.report import (
    describe_judge,
    describe_judgment,
    describe_location,
    describe_suspicion,
    explain_judgment,
    format_percent,
    list_reasons,
)
from game.cli.record_input import load_record_file, print_result, refuse
from game.cli.simulate import parse_integer
from game.core.phase import DealState
from game.match.record import Record, RecordError
from game.rules import GAMES
from game.simulation.plan import BadArgumentError
from game.simulation.progress import show_progress
from game.storage.files import StorageError
from game.text.errors import describe_error
from game.text.formatting import join_with_commas
from game.text.gettext import SOURCE_LANGUAGE, _, ngettext, use_language
from game.text.messages import format_reason

MAX_SEED: Final = 2**63 - 1


def run(args: argparse.Namespace) -> int:
    """Print the analysis and return the exit status: 0, 1 if the reader closed the pipe, or 2.

    2 follows a fault in one line on standard error.
    """
    try:
        record = load_record_file(args.file)
        last_seat = len(record.names) - 1
        seats = tuple(parse_integer("--seat", text, 0, last_seat) for text in args.seat)
        seed = parse_integer("--seed", args.seed, 0, MAX_SEED)
        analysis = analyze_with_progress(record, seats, seed)
    except StorageError as error:
        return refuse(str(error))
    except (RecordError, BadArgumentError) as error:
        return refuse(f"{args.file}: {describe_error(error)}")
    if args.json:
        with use_language(SOURCE_LANGUAGE):
            encoded = msgspec.json.encode(build_report(analysis, seed))
        return print_result(msgspec.json.format(encoded, indent=1).decode())
    return print_result("\n".join(format_lines(analysis)))


def analyze_with_progress(record: Record, seats: tuple[int, ...], seed: int) -> MatchAnalysis:
    """Return the analysis of the finished deals, with a progress bar on standard error.

    ``seats``: the seats to judge, () for all. Raise RecordError if the record cannot be played, or if the game has no
    computer players.
    """
    if record.game_id not in GAME_AIS:
        raise RecordError("no_judge", game=record.game_id)
    judged_seats = select_seats(record, seats)
    choices = find_choices(record, judged_seats)
    return build_analysis(
        record, judged_seats, [(turn, judge_choice(turn, seed)) for turn in show_progress(choices, keeps_bar=False)]
    )


# -- JSON ------------------------------------------------------------------------------------------


class OptionReport(msgspec.Struct, frozen=True, kw_only=True):
    """A possible choice: as the record writes it, its cost compared with the best, and its win probability."""

    choice: str
    loss: float
    win: float | None


class ChoiceReport(msgspec.Struct, frozen=True, kw_only=True):
    """A choice: ``deal`` and ``action`` from 1, ``trick`` from 1, 0 before cards are played.

    ``chance``: the win probability after the choice.
    """

    deal: int
    action: int
    trick: int
    chosen: str | None
    best: str | None
    loss: float
    as_good: bool
    chance: float | None
    why: tuple[str, ...]
    options: tuple[OptionReport, ...]
    suspects: tuple[float, ...]


class SeatReport(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a seat. ``loss``: mean of a choice; ``costliest``: indices into ``choices``."""

    seat: int
    name: str
    accuracy: float | None
    loss: float
    judged: int
    costliest: tuple[int, ...]
    choices: tuple[ChoiceReport, ...]


class DealReport(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a deal."""

    state: DealState
    scores: tuple[int, ...]


class AnalysisReport(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis as ``--json`` prints it."""

    game: str
    seats: tuple[str, ...]
    over: bool
    seed: int
    judged_by: str
    deals: tuple[DealReport, ...]
    players: tuple[SeatReport, ...]


def build_report(analysis: MatchAnalysis, seed: int) -> AnalysisReport:
    """Return the analysis as texts, in the current language, and numbers, for ``--json``."""
    return AnalysisReport(
        game=analysis.game_id, seats=analysis.names, over=analysis.is_over, seed=seed, judged_by=describe_judge(),
        deals=tuple(DealReport(state=deal.state, scores=deal.scores) for deal in analysis.deal_results),
        players=tuple(_report_seat(analysis, seat) for seat in analysis.seats),
    )  # fmt: skip


def _report_seat(analysis: MatchAnalysis, seat: int) -> SeatReport:
    findings = analysis.get_findings(seat)
    share = compute_accuracy(findings)
    return SeatReport(
        seat=seat, name=analysis.names[seat], accuracy=None if share is None else round(share, 4),
        loss=round(compute_mean_loss(findings), 4), judged=len(list_judgments(findings)),
        costliest=tuple(findings.index(finding) for finding in find_costliest(findings)),
        choices=tuple(_report_choice(finding, analysis) for finding in findings),
    )  # fmt: skip


def _explain_chosen_option(judgment: ChoiceJudgment, names: Sequence[str]) -> tuple[str, ...]:
    """Return the reasons for the chosen option or against it, and how it compares with the others, in notation."""
    chosen, best = judgment.chosen_option, judgment.best_option
    comparison = tuple(format_reason(reason, names) for reason in chosen.reasons[-1:])
    return (*list_reasons(chosen, None if chosen is best else best, names, deck=None), *comparison)


def _report_choice(finding: Finding, analysis: MatchAnalysis) -> ChoiceReport:
    judgment, location = finding.judgment, finding.location
    return ChoiceReport(
        deal=location.deal,
        action=location.action,
        trick=location.trick,
        chosen=judgment.chosen_action.text_without_seat if judgment else None,
        best=judgment.best_option.action.text_without_seat if judgment else None,
        loss=_round_loss(judgment.chosen_option.loss) if judgment else 0.0,
        as_good=judgment.chosen_option.is_as_good_as_best if judgment else True,
        chance=None if finding.win_probability is None else _round(finding.win_probability),
        why=_explain_chosen_option(judgment, analysis.names) if judgment else (),
        options=_report_options(judgment) if judgment else (),
        suspects=finding.partner_probabilities,
    )


def _report_options(judgment: ChoiceJudgment) -> tuple[OptionReport, ...]:
    return tuple(
        OptionReport(
            choice=option.action.text_without_seat,
            loss=_round_loss(option.loss),
            win=None if option.win_probability is None else _round(option.win_probability),
        )
        for option in judgment.options
    )


def _round(probability: float) -> float:
    return round(probability, 4)


def _round_loss(loss: float) -> float:
    """Return a loss rounded so coarsely that the last digit is the same whatever the order of a sum."""
    return round(loss, 3)


# -- text ------------------------------------------------------------------------------------------


def format_lines(analysis: MatchAnalysis) -> Iterator[str]:
    """Yield the analysis in words, line by line."""
    yield _("{game}: {names}").format(game=_(GAMES[analysis.game_id].title), names=join_with_commas(analysis.names))
    yield describe_judge()
    if not analysis.deal_results:
        yield _("No deal is finished yet: finish one, then analyze it.")
    for seat in analysis.seats if analysis.deal_results else ():
        yield ""
        yield from _format_seat(analysis, seat)


def _format_seat(analysis: MatchAnalysis, seat: int) -> Iterator[str]:
    findings, names, deck = analysis.get_findings(seat), analysis.names, GAMES[analysis.game_id].deck
    count = len(list_judgments(findings))
    text = ngettext("{name}: accuracy {accuracy} ({count} choice)",
                     "{name}: accuracy {accuracy} ({count} choices)", count)  # fmt: skip
    yield text.format(name=names[seat], accuracy=format_percent(compute_accuracy(findings)), count=count)
    for number in list_deals(findings):
        yield from _format_deal([finding for finding in findings if finding.location.deal == number], analysis)
    costliest_findings = find_costliest(findings)
    if costliest_findings:
        yield _("  Costliest choices:")
    for finding in costliest_findings:
        assert finding.judgment is not None
        judgment = describe_judgment(analysis.game_id, finding.judgment, deck)
        yield f"    {describe_location(finding.location)}: {judgment}"
        for explanation in explain_judgment(finding.judgment, names, deck):
            yield f"      {explanation}"


def _format_deal(findings: list[Finding], analysis: MatchAnalysis) -> Iterator[str]:
    deck = GAMES[analysis.game_id].deck
    chances = join_with_commas(
        [format_percent(finding.win_probability) for finding in findings if finding.win_probability is not None]
    )
    text = _("  Deal {deal}. {hopes}, trick by trick: {chances}")
    number = findings[0].location.deal
    yield text.format(deal=number, hopes=_(get_ai_info(analysis.game_id).win_probability_label), chances=chances or "–")
    for finding in findings:
        if finding.judgment is not None:
            judgment = describe_judgment(analysis.game_id, finding.judgment, deck)
            yield f"    {describe_location(finding.location)}: {judgment}"
        suspected = describe_suspicion(finding, analysis.names)
        if suspected:
            yield "      " + _("Likely partner: {names}").format(names=suspected)
