"""The command ``verify``: whether the shuffles of a record were fixed beforehand and are what their seeds give."""

from __future__ import annotations

import argparse

from game.commands.files import record_in, refuse
from game.console import put_out
from game.conventions import clauses
from game.i18n import _, ngettext
from game.proof import Verdict, verify
from game.record import RecordError
from game.store.files import StorageError, why


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar=_("FILE"), help=_("the record; - reads standard input"))


def run(args: argparse.Namespace) -> int:
    """Print one line. The exit status: 0 if all holds, 1 if not, 2 if the file cannot be read or played."""
    try:
        found = verify(record_in(args.file))
    except StorageError as error:
        return refuse(str(error))
    except RecordError as error:
        return refuse(f"{args.file}: {error}")
    trouble = put_out(f"{args.file}: {in_words(found)}")
    if trouble is None or isinstance(trouble, BrokenPipeError):
        return 1 if trouble or found.fault else 0
    return refuse(_("standard output: {fault}").format(fault=why(trouble)))


def in_words(found: Verdict) -> str:
    """What was proved, or what does not hold, in one line."""
    if found.fault:
        return found.fault
    said = []
    if found.sealed:
        words = ngettext(
            "{count} deal proved: its pack is the one that its seed gives, and the seed is the one that was sealed",
            "{count} deals proved: each pack is the one that its seed gives, and each seed the one that was sealed",
            found.sealed,
        )
        said.append(words.format(count=found.sealed))
    if found.draw:
        said.append(_("so is the draw for the first deal"))
    if found.coded:
        words = ngettext(
            "{count} deal is the one of its deal code", "{count} deals are those of their deal codes", found.coded
        )
        said.append(words.format(count=found.coded))
    if found.open:
        said.append(_("the last deal is not over and stays sealed"))
    return clauses(said)
