"""The command ``replay``: play a record through and print it as text or JSON (docs/record.md)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from game.cli.record_input import load_record_file, print_result, refuse
from game.core.actions import Deal
from game.core.cards import format_cards
from game.core.messages import N_
from game.core.options import find_changed_options, format_option_value
from game.core.phase import DealResult
from game.match.match import Match
from game.match.record import Record, RecordError, replay_deal_results
from game.rules import GAMES
from game.storage.files import StorageError
from game.text.errors import describe_error
from game.text.formatting import join_with_commas, join_with_semicolons
from game.text.gettext import SOURCE_LANGUAGE, _, use_language
from game.text.messages import format_by_seat, format_event, format_match_outcome, format_reason

DEAL_STATE_NAMES: Final = {
    "scored": N_("scored"),
    "annulled": N_("annulled"),
    "void": N_("passed out"),
    "unfinished": N_("unfinished"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar=_("FILE"), help=_("match file; - reads standard input"))
    parser.add_argument("--json", action="store_true", help=_("print the result as JSON"))


def run(args: argparse.Namespace) -> int:
    """Print the record and return the exit status: 0, 1 if the reader closed the pipe, or 2.

    2 follows a fault in one line on standard error.
    """
    try:
        record = load_record_file(args.file)
        match, deals = replay_deal_results(record)
        text = _format_json(record, match, deals) if args.json else "\n".join(format_lines(record, match, deals))
    except StorageError as error:
        return refuse(str(error))
    except RecordError as error:
        return refuse(f"{args.file}: {describe_error(error)}")
    return print_result(text)


# -- JSON ------------------------------------------------------------------------------------------


def _format_json(record: Record, match: Match, deals: Sequence[DealResult]) -> str:
    """Return the match as JSON, in English in every language."""
    with use_language(SOURCE_LANGUAGE):
        return json.dumps(build_summary(record, match, deals))


def build_summary(record: Record, match: Match, deals: Sequence[DealResult]) -> dict[str, Any]:
    """Return the match as ``--json`` prints it; ``match`` is the state at the record's end.

    ``deals``: the result of each deal, the oldest first.
    """
    standing = match.standing
    values: dict[str, Any] = {
        "game": record.game_id,
        "seats": list(record.names),
        "deals": [_summarize_deal(deal, record.names) for deal in deals],
        "totals": list(standing.totals),
        "over": match.is_over,
        "winners": list(standing.winners),
    }
    if standing.payout is not None:
        values["payout"] = [convert_to_exact_number(share) for share in standing.payout]
    return values


def _summarize_deal(deal: DealResult, names: Sequence[str]) -> dict[str, Any]:
    why = join_with_semicolons([format_reason(reason, names) for reason in deal.reasons])
    return {"state": deal.state, "scores": list(deal.scores), "points": list(deal.points), "why": why}


def convert_to_exact_number(share: Fraction) -> int | float | str:
    """Return a number if JSON can hold it exactly, else a text such as ``"35/3"``."""
    if share.denominator == 1:
        return int(share)
    return float(share) if Fraction(float(share)) == share else str(share)


# -- text ------------------------------------------------------------------------------------------


def format_lines(record: Record, match: Match, deals: Sequence[DealResult]) -> Iterator[str]:
    """Yield the match in words, line by line, in the player's language.

    ``match``: the state at the record's end; ``deals``: the result of each deal that has begun, the oldest first, as
    from `replay_deal_results`. Raise RecordError at an illegal action.
    """
    names = record.names
    title = _(GAMES[record.game_id].title)
    yield _("{game} ({preset}): {names}").format(game=title, preset=record.preset, names=join_with_commas(names))
    for name, value in find_changed_options(record.options, GAMES[record.game_id].presets[record.preset]).items():
        yield f"  {name} = {format_option_value(value)}"
    deal_number = action_number = 0
    for action, step in record.iter_steps():
        texts = [format_event(event, names) for event in step.events]
        if isinstance(action, Deal):
            if deal_number:
                yield from _format_deal_end(deals[deal_number - 1], names)
            deal_number += 1
            action_number = 0
            yield ""
            yield _("Deal {number}").format(number=deal_number)
            yield _("  pack: {pack}").format(pack=format_cards(action.pack))
            yield from (f"  {line}" for line in texts)
        else:
            action_number += 1
            first, *rest = texts or [f"{names[action.seat]}: {action.text_without_seat}"]
            yield f"  {action_number:3}. {first}"
            yield from (f"       {line}" for line in rest)
    if deal_number:
        yield from _format_deal_end(deals[deal_number - 1], names)
    yield ""
    yield from _format_match_end(match, names)


def _format_deal_end(deal: DealResult, names: Sequence[str]) -> Iterator[str]:
    yield _("  Result: {state}").format(state=_(DEAL_STATE_NAMES[deal.state]))
    yield from (f"    {format_reason(reason, names)}" for reason in deal.reasons)
    yield _("    points: {points}").format(points=format_by_seat(deal.points, names))
    yield _("    scores: {scores}").format(scores=format_by_seat(deal.scores, names))


def _format_match_end(match: Match, names: Sequence[str]) -> Iterator[str]:
    yield _("Totals: {totals}").format(totals=format_by_seat(match.standing.totals, names))
    yield from format_match_outcome(match.standing, names)
