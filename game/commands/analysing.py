"""What ``analyse`` does: a match is gone through, and what was found is printed, readably or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import msgspec

from game.ai.levels import room_of
from game.ai.players import MINDS
from game.analysis.judging import choices, gathered, judge, seats_judged
from game.analysis.telling import because, percent, promise, suspicion, verdict, where
from game.analysis.values import (
    Finding,
    Judgement,
    MatchAnalysis,
    accuracy,
    costliest,
    deals_of,
    judgements,
    mean_loss,
)
from game.commands.files import printed, record_in, refuse
from game.commands.progress import progress
from game.commands.simulate import BadArgument, whole
from game.conventions import series
from game.engine.phases import DealState
from game.i18n import SOURCE, _, ngettext, speaking
from game.record import Record, RecordError
from game.rules import GAMES
from game.store.files import StorageError
from game.words import say

MOST_SEED: Final = 2**63 - 1


def run(args: argparse.Namespace) -> int:
    """Print the analysis; the exit status. A fault is one line on standard error and status 2."""
    try:
        record = record_in(args.file)
        last = len(record.names) - 1
        seats = tuple(whole("--seat", one, 0, last) for one in args.seat)
        seed = whole("--seed", args.seed, 0, MOST_SEED)
        found = analysed(record, seats, seed)
    except StorageError as error:
        return refuse(str(error))
    except (RecordError, BadArgument) as error:
        return refuse(f"{args.file}: {error}")
    if args.json:
        with speaking(SOURCE):
            encoded = msgspec.json.encode(report(found, seed))
        return printed(msgspec.json.format(encoded, indent=1).decode())
    return printed("\n".join(lines(found)))


def analysed(record: Record, seats: tuple[int, ...], seed: int) -> MatchAnalysis:
    """The analysis of the deals that are over, a bar telling how far it is; of all seats if none is named.

    RecordError if the record cannot be played, or if there is nobody who could judge its game.
    """
    if record.game not in MINDS:
        raise RecordError(_("nobody can judge {game}").format(game=_(GAMES[record.game].title)))
    judged = seats_judged(record, seats)
    turns = choices(record, judged)
    return gathered(record, judged, [(turn, judge(turn, seed)) for turn in progress(turns, stays=False)])


# -- JSON ------------------------------------------------------------------------------------------


class OptionReport(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could be chosen: as the record writes it, what it costs beside the best, what is hoped for."""

    choice: str
    loss: float
    win: float | None


class ChoiceReport(msgspec.Struct, frozen=True, kw_only=True):
    """A choice, ``action`` and ``deal`` counted from 1, ``trick`` from 1, 0 before the play. ``chance`` after it."""

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
    """What was found of a seat. ``loss``: a choice on average; ``costliest``: places in ``choices``."""

    seat: int
    name: str
    accuracy: float | None
    loss: float
    judged: int
    costliest: tuple[int, ...]
    choices: tuple[ChoiceReport, ...]


class DealReport(msgspec.Struct, frozen=True, kw_only=True):
    """How a deal ended."""

    state: DealState
    scores: tuple[int, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis as ``--json`` prints it."""

    game: str
    seats: tuple[str, ...]
    over: bool
    seed: int
    judged_by: str
    deals: tuple[DealReport, ...]
    players: tuple[SeatReport, ...]


def report(found: MatchAnalysis, seed: int) -> Report:
    """The analysis with everything as text and numbers."""
    return Report(
        game=found.game, seats=found.names, over=found.over, seed=seed, judged_by=promise(),
        deals=tuple(DealReport(state=deal.state, scores=deal.scores) for deal in found.deals),
        players=tuple(_seat(found, seat) for seat in found.seats),
    )  # fmt: skip


def _seat(found: MatchAnalysis, seat: int) -> SeatReport:
    findings = found.of(seat)
    share = accuracy(findings)
    return SeatReport(
        seat=seat, name=found.names[seat], accuracy=None if share is None else round(share, 4),
        loss=round(mean_loss(findings), 4), judged=len(judgements(findings)),
        costliest=tuple(findings.index(one) for one in costliest(findings)),
        choices=tuple(_choice(one, found) for one in findings),
    )  # fmt: skip


def _choice(finding: Finding, found: MatchAnalysis) -> ChoiceReport:
    judged, place = finding.judgement, finding.place
    return ChoiceReport(
        deal=place.deal, action=place.action, trick=place.trick,
        chosen=judged.chosen.phrase if judged else None, best=judged.best.action.phrase if judged else None,
        loss=_round(judged.made.loss) if judged else 0.0, as_good=judged.made.as_good if judged else True,
        chance=None if finding.chance is None else _round(finding.chance),
        why=tuple(say(one, found.names) for one in judged.made.why) if judged else (),
        options=_options(judged) if judged else (), suspects=finding.suspects,
    )  # fmt: skip


def _options(judged: Judgement) -> tuple[OptionReport, ...]:
    return tuple(
        OptionReport(
            choice=one.action.phrase, loss=_round(one.loss), win=None if one.win is None else _round(one.win)
        )
        for one in judged.options
    )  # fmt: skip


def _round(value: float) -> float:
    return round(value, 4)


# -- text ------------------------------------------------------------------------------------------


def lines(found: MatchAnalysis) -> Iterator[str]:
    """The analysis in words, line by line."""
    yield _("{game}: {names}").format(game=_(GAMES[found.game].title), names=series(found.names))
    yield promise()
    if not found.deals:
        yield _("No deal of it is over yet: there is nothing to judge.")
    for seat in found.seats if found.deals else ():
        yield ""
        yield from _told(found, seat)


def _told(found: MatchAnalysis, seat: int) -> Iterator[str]:
    findings, names, deck = found.of(seat), found.names, GAMES[found.game].deck
    count = len(judgements(findings))
    words = ngettext("{name}: {accuracy} of what was to be had, in {count} choice",
                     "{name}: {accuracy} of what was to be had, in {count} choices", count)  # fmt: skip
    yield words.format(name=names[seat], accuracy=percent(accuracy(findings)), count=count)
    for number in deals_of(findings):
        yield from _deal([one for one in findings if one.place.deal == number], found)
    again = costliest(findings)
    if again:
        yield _("  What cost most:")
    for one in again:
        assert one.judgement is not None
        yield f"    {where(one.place)}: {verdict(found.game, one.judgement, deck)}"
        yield f"      {because(one.judgement.made, names, deck)}"
        yield f"      {because(one.judgement.best, names, deck)}"


def _deal(findings: list[Finding], found: MatchAnalysis) -> Iterator[str]:
    deck = GAMES[found.game].deck
    chances = series([percent(one.chance) for one in findings if one.chance is not None])
    words = _("  Deal {deal}. {hopes}, trick by trick: {chances}")
    number = findings[0].place.deal
    yield words.format(deal=number, hopes=_(room_of(found.game).hopes), chances=chances or "–")
    for one in findings:
        if one.judgement is not None:
            yield f"    {where(one.place)}: {verdict(found.game, one.judgement, deck)}"
        suspected = suspicion(one, found.names)
        if suspected:
            yield "      " + _("Suspected as partner: {names}").format(names=suspected)
