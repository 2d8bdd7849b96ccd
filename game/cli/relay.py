"""The command ``relay``: join hosts of tables and their guests, on a public machine (docs/relay.md)."""

from __future__ import annotations

import argparse
import os
from typing import Final

from game.network.names import DEFAULT_RELAY_PORT, MAX_RELAYED_TABLES, WORD_VARIABLE
from game.text.file_errors import describe_os_error
from game.text.gettext import _
from game.text.output import print_error

DEFAULT_MAX_TABLES: Final = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--port", metavar="N", type=int, default=DEFAULT_RELAY_PORT,
        help=_("port to listen on (default: {port})").format(port=DEFAULT_RELAY_PORT),
    )  # fmt: skip
    parser.add_argument(
        "--max-tables", metavar="N", type=int, default=DEFAULT_MAX_TABLES,
        help=_("maximum number of tables at once (default: {most})").format(most=DEFAULT_MAX_TABLES),
    )  # fmt: skip
    parser.epilog = _("If hosts need a word to use this relay, it is read from the variable {variable}.").format(
        variable=WORD_VARIABLE
    )


def run(args: argparse.Namespace) -> int:
    """Join hosts and guests until Ctrl+C, and return the exit status: 0, or 2 after a fault in one line."""
    from game.network.relay import run_relay

    if not 0 <= args.port <= 65535:
        return _refuse(_("--port: must be a number from 0 to 65535"))
    if not 1 <= args.max_tables <= MAX_RELAYED_TABLES:
        return _refuse(_("--max-tables: must be a number from 1 to {most}").format(most=MAX_RELAYED_TABLES))
    try:
        run_relay(args.port, os.environ.get(WORD_VARIABLE, ""), args.max_tables, on_open=_print_port)
    except OSError as error:
        return _refuse(_("Port {port}: {why}.").format(port=args.port, why=describe_os_error(error)))
    return 0


def _print_port(port: int) -> None:
    print(f"port: {port}", flush=True)


def _refuse(fault: str) -> int:
    print_error(f"tavoloverde relay: {fault}")
    return 2
