"""The command ``verify_record``: check that shuffles were committed to and follow from their seeds."""

from __future__ import annotations

import argparse

from game.cli.record_input import load_record_file, refuse
from game.match.record import RecordError
from game.shuffling.commitments import VerificationResult, verify_record
from game.storage.files import StorageError
from game.text.errors import describe_error, describe_problem
from game.text.file_errors import describe_os_error
from game.text.formatting import join_with_semicolons
from game.text.gettext import _, ngettext
from game.text.output import print_output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar=_("FILE"), help=_("match file; - reads standard input"))


def run(args: argparse.Namespace) -> int:
    """Print the result in one line and return the exit status.

    0 if everything holds, 1 if not or if the reader closed the pipe, 2 if the file cannot be read or played.
    """
    try:
        verdict = verify_record(load_record_file(args.file))
    except StorageError as error:
        return refuse(str(error))
    except RecordError as error:
        return refuse(f"{args.file}: {describe_error(error)}")
    output_error = print_output(f"{args.file}: {format_verdict(verdict)}")
    if output_error is None or isinstance(output_error, BrokenPipeError):
        return 1 if output_error or verdict.problem else 0
    return refuse(_("standard output: {fault}").format(fault=describe_os_error(output_error)))


def format_verdict(verdict: VerificationResult) -> str:
    """Return the result of the verification, or its first fault, in one line."""
    if verdict.problem is not None:
        return describe_problem(verdict.problem)
    parts = []
    if verdict.verified_deal_count:
        text = ngettext(
            "{count} deal verified: its pack matches its seed, and its seed matches its seal",
            "{count} deals verified: each pack matches its seed, and each seed matches its seal",
            verdict.verified_deal_count,
        )
        parts.append(text.format(count=verdict.verified_deal_count))
    if verdict.is_dealer_draw_verified:
        parts.append(_("the draw for the first dealer is verified too"))
    if verdict.coded_deal_count:
        text = ngettext(
            "{count} deal matches its deal code",
            "{count} deals match their deal codes",
            verdict.coded_deal_count,
        )
        parts.append(text.format(count=verdict.coded_deal_count))
    if verdict.has_deal_in_progress:
        parts.append(_("the last deal is unfinished and stays sealed"))
    return join_with_semicolons(parts)
