"""Tavolo Verde: the command line. Without a command it opens the window."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Sequence

from game.i18n import _, speak_to_terminal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit status. Anything wrong with the call is one line on standard error."""
    multiprocessing.freeze_support()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        speak_to_terminal(os.environ)
        args = make_parser().parse_args(_opened(sys.argv[1:] if arguments is None else arguments))
        status: int = args.run(args)
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _opened(arguments: Sequence[str]) -> Sequence[str]:
    """A record alone, as a desktop opens it, is shown in the window."""
    alone = len(arguments) == 1 and arguments[0].lower().endswith(".tvr") and not arguments[0].startswith("-")
    return ["look", *arguments] if alone else arguments


def make_parser() -> argparse.ArgumentParser:
    from game.commands import analyse, replay, rules, simulate, verify
    from game.commands.parsing import Parser
    from game.version import NAME, VERSION

    about = _("{program}: the card games of the Italian table.").format(program=NAME)
    parser = Parser(prog="tavoloverde", description=about)
    parser.add_argument(
        "--version", action="version", version=f"{NAME} {VERSION}", help=_("show the program's version and exit")
    )
    parser.add_argument(
        "--smoke-test", action="store_true", help=_("try everything once, without a screen, and say whether it works")
    )
    _narrate_argument(parser, None)
    parser.set_defaults(run=_window)
    commands = parser.add_subparsers(metavar=_("COMMAND"))
    play = commands.add_parser("play", help=_("go straight to a table"))
    _play_arguments(play)
    play.set_defaults(run=_play)
    look = commands.add_parser("look", help=_("open a record in the window, to be gone through again"))
    look.add_argument("file", metavar=_("FILE"))
    _narrate_argument(look, argparse.SUPPRESS)
    look.set_defaults(run=_look)
    for name, words, arguments, run in (
        ("simulate", _("let the computer play, without a window"), simulate.add_arguments, _simulate),
        ("replay", _("play a record through the rules and print it"), replay.add_arguments, replay.run),
        ("verify", _("whether the shuffles of a record are fair"), verify.add_arguments, verify.run),
        ("analyse", _("judge every choice of a record by what the player could know"), analyse.add_arguments, _analyse),
        ("rules", _("the house rules that are kept, and the files they travel in"), rules.add_arguments, rules.run),
    ):
        command = commands.add_parser(name, help=words)
        arguments(command)
        command.set_defaults(run=run)
    return parser


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    from game.conventions import series
    from game.rules import GAMES

    games = _("{games}; none with --code").format(games=series(tuple(GAMES)))
    parser.add_argument("game", metavar=_("GAME"), nargs="?", help=games)
    code = _("the deal code of the first deal, which brings its game, rules and seats")
    parser.add_argument("--code", metavar=_("CODE"), help=code)
    parser.add_argument("--preset", metavar="P", help=_("the house rules to begin with"))
    parser.add_argument("--seats", metavar="N", type=int, help=_("how many play"))
    parser.add_argument(
        "--players", metavar="a,b,…",
        help=_("you and levels of the computer, dealt to the seats in turn; left out: you against the computer"),
    )
    parser.add_argument("--seed", metavar="S", type=int, help=_("the same seed gives the same match"))
    autoplay = _("the computer plays every seat, then the program ends")
    parser.add_argument("--autoplay", action="store_true", help=autoplay)
    parser.add_argument("--deals", metavar="N", type=int, default=1, help=_("with --autoplay: end after so many deals"))
    parser.add_argument("--shot", metavar=_("FILE.png"), help=_("write the last frame as a picture"))
    _narrate_argument(parser, argparse.SUPPRESS)


def _narrate_argument(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--narrate", nargs="?", const="-", default=default, metavar=_("FILE"),
        help=_("say in lines of text all that happens, on the terminal or at the end of FILE"),
    )  # fmt: skip


def _window(args: argparse.Namespace) -> int:
    if args.smoke_test:
        from ui import smoke

        return smoke.smoke_test()
    from ui import front

    return front.open_menu(args.narrate)


def _look(args: argparse.Namespace) -> int:
    from ui import front

    return front.open_file(args.file, args.narrate)


def _simulate(args: argparse.Namespace) -> int:
    from game.commands import simulation

    return simulation.run(args)


def _analyse(args: argparse.Namespace) -> int:
    from game.commands import analysing

    return analysing.run(args)


def _play(args: argparse.Namespace) -> int:
    from ui import front

    return front.play(args)


if __name__ == "__main__":
    sys.exit(main())
