"""Tavolo Verde: the command line. Without a command it opens the window."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Sequence

from game.text.gettext import _, set_terminal_language
from game.version import LINK_SCHEME


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    ``arguments``: those after the program's name, or None for those of the process. The status is that of the command;
    130 after Ctrl+C and 1 if the reader of the output has closed it. Raise SystemExit after ``--help`` and
    ``--version`` (0), and after one line on standard error for a wrong argument (2).
    """
    multiprocessing.freeze_support()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")  # the proposals of an input method, as for Chinese
    try:
        set_terminal_language(os.environ)
        args = make_parser().parse_args(_expand_single_argument(sys.argv[1:] if arguments is None else arguments))
        status: int = args.run(args)
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _expand_single_argument(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments; a desktop opens a match file, or a link, as a single one, which gets its command."""
    argument = arguments[0].lower() if len(arguments) == 1 else ""
    if argument.startswith(f"{LINK_SCHEME}:"):
        return ["join", *arguments]
    return ["look", *arguments] if argument.endswith(".tvr") and not argument.startswith("-") else arguments


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line.

    ``run`` in its result is the function to call with the result, and returns the exit status. Parsing raises
    SystemExit for a wrong argument.
    """
    from game.cli import analyse, host, house_rules, relay, replay, simulate, verify
    from game.cli.parser import CommandLineParser, add_command
    from game.version import PROGRAM_NAME, VERSION

    about = _("{program}: Italian card games.").format(program=PROGRAM_NAME)
    parser = CommandLineParser(prog="tavoloverde", description=about)
    parser.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM_NAME} {VERSION}",
        help=_("show the program's version and exit"),
    )
    parser.add_argument(
        "--smoke-test", action="store_true", help=_("test the whole program without a display and report the result")
    )
    _add_narrate_argument(parser, None)
    parser.set_defaults(run=_run_window)
    commands = parser.add_subparsers(metavar=_("COMMAND"))
    play = add_command(commands, "play", _("start a match in the window"))
    _add_play_arguments(play)
    play.set_defaults(run=_run_play)
    look = add_command(commands, "look", _("replay a match file in the window"))
    look.add_argument("file", metavar=_("FILE"))
    _add_narrate_argument(look, argparse.SUPPRESS)
    look.set_defaults(run=_run_look)
    for name, summary, arguments, run in (
        (
            "simulate",
            _("let computer players play many deals and measure their strength"),
            simulate.add_arguments,
            _run_simulate,
        ),
        ("replay", _("check a match file against the rules and print it"), replay.add_arguments, replay.run),
        ("verify", _("check that the shuffles in a match file were fair"), verify.add_arguments, verify.run),
        (
            "analyse",
            _("judge each choice in a match by what the player could know"),
            analyse.add_arguments,
            _run_analyse,
        ),
        (
            "rules",
            _("list, export and import house rules"),
            house_rules.add_arguments,
            house_rules.run,
        ),
        ("host", _("open a network table, without a window"), host.add_arguments, host.run),
        ("relay", _("run a relay on a public server, to connect hosts and guests"), relay.add_arguments, relay.run),
        ("join", _("join a network table, in the window"), _add_join_arguments, _run_join),
    ):
        command = add_command(commands, name, summary)
        arguments(command)
        command.set_defaults(run=run)
    return parser


def _add_play_arguments(parser: argparse.ArgumentParser) -> None:
    from game.rules import GAMES
    from game.text.formatting import join_with_commas

    game_help = _("{games}; omit with --code").format(games=join_with_commas(tuple(GAMES)))
    parser.add_argument("game", metavar=_("GAME"), nargs="?", help=game_help)
    code_help = _("deal code of the first deal; sets game, rules and seats")
    parser.add_argument("--code", metavar=_("CODE"), help=code_help)
    parser.add_argument("--preset", metavar="P", help=_("preset to start from (default: the game's first)"))
    parser.add_argument("--seats", metavar="N", type=int, help=_("number of seats"))
    parser.add_argument(
        "--players",
        metavar="a,b,…",
        help=_('"you" or computer levels, assigned to the seats in turn (default: you against the computer)'),
    )
    parser.add_argument("--seed", metavar="S", type=int, help=_("random seed; the same seed gives the same match"))
    autoplay_help = _("let the computer play every seat, then quit")
    parser.add_argument("--autoplay", action="store_true", help=autoplay_help)
    parser.add_argument(
        "--deals", metavar="N", type=int, default=1, help=_("with --autoplay: stop after this many deals")
    )
    parser.add_argument("--no-save", action="store_true", help=_("play without saving the match"))
    parser.add_argument("--shot", metavar=_("FILE.png"), help=_("save the last frame as a picture"))
    _add_narrate_argument(parser, argparse.SUPPRESS)


def _add_join_arguments(parser: argparse.ArgumentParser) -> None:
    from game.network.names import OWNER_KEY_VARIABLE

    parser.add_argument("invitation", metavar=_("LINK"), help=_("link of the table; - reads it from standard input"))
    parser.add_argument("--name", metavar=_("NAME"), default="", help=_("your name at the table"))
    parser.epilog = _("If you own the table, set {variable} to the owner's key.").format(variable=OWNER_KEY_VARIABLE)
    _add_narrate_argument(parser, argparse.SUPPRESS)


def _add_narrate_argument(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--narrate", nargs="?", const="-", default=default, metavar=_("FILE"),
        help=_("print a log of everything that happens, or append it to FILE"),
    )  # fmt: skip


def _run_window(args: argparse.Namespace) -> int:
    if args.smoke_test:
        from ui.app import self_check

        return self_check.run_self_check()
    from ui.app import launch

    return launch.open_menu(args.narrate)


def _run_look(args: argparse.Namespace) -> int:
    from ui.app import launch

    return launch.open_replay_file(args.file, args.narrate)


def _run_simulate(args: argparse.Namespace) -> int:
    from game.cli import simulation_report

    return simulation_report.run(args)


def _run_analyse(args: argparse.Namespace) -> int:
    from game.cli import analysis_report

    return analysis_report.run(args)


def _run_join(args: argparse.Namespace) -> int:
    from ui.app import launch

    return launch.run_join_command(args)


def _run_play(args: argparse.Namespace) -> int:
    from ui.app import launch

    return launch.run_play_command(args)


if __name__ == "__main__":
    sys.exit(main())
