"""Arguments of ``analyse``; `game.cli.analysis_report` runs the command.

The module does not import the libraries of the judge, because every start of the program imports it.
"""

from __future__ import annotations

import argparse

from game.text.gettext import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; `analysis_report.run` checks their values."""
    parser.add_argument("file", metavar=_("FILE"), help=_("match file; - reads standard input"))
    parser.add_argument(
        "--seat", metavar="N", action="append", default=[],
        help=_("seat to judge, counting from 0; may be repeated (default: all)"),
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", default="0", help=_("random seed for the analysis (default: 0)"))
    parser.add_argument("--json", action="store_true", help=_("print the result as JSON"))
