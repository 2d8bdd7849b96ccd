"""Parser of command lines: errors in one line, the library's own texts translated."""

from __future__ import annotations

import argparse
from typing import Final, NoReturn

from game.core.messages import N_
from game.text.output import print_error

ARGPARSE_MESSAGES: Final = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
)
"""The texts of `argparse` that the program may show.

`argparse` looks them up with gettext, in the domain that `game.text.gettext.set_terminal_language` sets.
"""


def add_command(commands: argparse._SubParsersAction[CommandLineParser], name: str, summary: str) -> CommandLineParser:
    """Return the parser of a new command; ``summary`` is its line in the list and the beginning of its own help."""
    return commands.add_parser(name, help=summary, description=summary)


class CommandLineParser(argparse.ArgumentParser):
    """A parser that prints an error in one line and ends the program with status 2."""

    def error(self, message: str) -> NoReturn:
        print_error(f"{self.prog}: {message}")
        self.exit(2)
