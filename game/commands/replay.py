"""The command ``replay``: a record played through the rules and printed, readably or as JSON (record.md)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from game.commands.files import printed, record_in, refuse
from game.conventions import clauses, series
from game.engine.actions import Deal
from game.engine.cards import notation
from game.engine.options import deviations, shown
from game.engine.phases import DealResult
from game.i18n import N_, SOURCE, _, speaking
from game.match import Match
from game.record import Record, RecordError, results
from game.rules import GAMES
from game.store.files import StorageError
from game.words import each, outcome, say, tell

STATES: Final = {
    "scored": N_("scored"),
    "annulled": N_("annulled"),
    "void": N_("void"),
    "unfinished": N_("unfinished"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar=_("FILE"), help=_("the record; - reads standard input"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))


def run(args: argparse.Namespace) -> int:
    """Print the record; the exit status. A fault is one line on standard error and status 2."""
    try:
        record = record_in(args.file)
        match, deals = results(record)
        text = _as_json(record, match, deals) if args.json else "\n".join(lines(record, match, deals))
    except StorageError as error:
        return refuse(str(error))
    except RecordError as error:
        return refuse(f"{args.file}: {error}")
    return printed(text)


# -- JSON ------------------------------------------------------------------------------------------


def _as_json(record: Record, match: Match, deals: Sequence[DealResult]) -> str:
    """What a machine reads is the same in every language."""
    with speaking(SOURCE):
        return json.dumps(summary(record, match, deals))


def summary(record: Record, match: Match, deals: Sequence[DealResult]) -> dict[str, Any]:
    """The match as ``--json`` prints it."""
    standing = match.standing
    whole: dict[str, Any] = {
        "game": record.game,
        "seats": list(record.names),
        "deals": [_deal(deal, record.names) for deal in deals],
        "totals": list(standing.totals),
        "over": match.over,
        "winners": list(standing.winners),
    }
    if standing.payout is not None:
        whole["payout"] = [exact(share) for share in standing.payout]
    return whole


def _deal(deal: DealResult, names: Sequence[str]) -> dict[str, Any]:
    why = clauses([say(reason, names) for reason in deal.why])
    return {"state": deal.state, "scores": list(deal.scores), "points": list(deal.points), "why": why}


def exact(share: Fraction) -> int | float | str:
    """A number where JSON holds it exactly, else text such as ``"35/3"``."""
    if share.denominator == 1:
        return int(share)
    return float(share) if Fraction(float(share)) == share else str(share)


# -- text ------------------------------------------------------------------------------------------


def lines(record: Record, match: Match, deals: Sequence[DealResult]) -> Iterator[str]:
    """The match in words, line by line."""
    names = record.names
    title = _(GAMES[record.game].title)
    yield _("{game} ({preset}): {names}").format(game=title, preset=record.preset, names=series(names))
    for name, value in deviations(record.options, GAMES[record.game].presets[record.preset]).items():
        yield f"  {name} = {shown(value)}"
    number = at = 0
    for action, step in record.steps():
        told = [tell(event, names) for event in step.events]
        if isinstance(action, Deal):
            if number:
                yield from _ended(deals[number - 1], names)
            number += 1
            at = 0
            yield ""
            yield _("Deal {number}").format(number=number)
            yield _("  pack: {pack}").format(pack=notation(action.pack))
            yield from (f"  {line}" for line in told)
        else:
            at += 1
            first, *rest = told or [f"{names[action.seat]}: {action.phrase}"]
            yield f"  {at:3}. {first}"
            yield from (f"       {line}" for line in rest)
    if number:
        yield from _ended(deals[number - 1], names)
    yield ""
    yield from _end(match, names)


def _ended(deal: DealResult, names: Sequence[str]) -> Iterator[str]:
    yield _("  Result: {state}").format(state=_(STATES[deal.state]))
    yield from (f"    {say(reason, names)}" for reason in deal.why)
    yield _("    points: {points}").format(points=each(deal.points, names))
    yield _("    scores: {scores}").format(scores=each(deal.scores, names))


def _end(match: Match, names: Sequence[str]) -> Iterator[str]:
    yield _("Totals: {totals}").format(totals=each(match.standing.totals, names))
    yield from outcome(match.standing, names)
