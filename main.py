"""Tavolo Verde: the command line. Without a command it opens the window."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; gives the exit status. Anything wrong with the call is one line on standard error."""
    multiprocessing.freeze_support()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        _speak()
        args = _parser().parse_args(_opened(sys.argv[1:] if arguments is None else arguments))
        status: int = args.run(args)
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _speak() -> None:
    """On the command line the language of the terminal is spoken."""
    from game.i18n import SOURCE, language_in, set_language

    set_language(language_in(os.environ) or SOURCE)


def _opened(arguments: Sequence[str]) -> Sequence[str]:
    """A record alone, as a desktop opens it, is shown in the window."""
    alone = len(arguments) == 1 and arguments[0].lower().endswith(".tvr") and not arguments[0].startswith("-")
    return ["look", *arguments] if alone else arguments


def _parser() -> argparse.ArgumentParser:
    from game.commands import analyse, replay, rules, simulate, verify
    from game.version import NAME, VERSION

    parser = _OneLine(prog="tavoloverde", description=f"{NAME}: the card games of the Italian table.")
    parser.add_argument("--version", action="version", version=f"{NAME} {VERSION}")
    parser.add_argument(
        "--smoke-test", action="store_true", help="try everything once, without a screen, and say whether it works"
    )
    _narrate_argument(parser, None)
    parser.set_defaults(run=_window)
    commands = parser.add_subparsers(metavar="COMMAND")
    play = commands.add_parser("play", help="go straight to a table")
    _play_arguments(play)
    play.set_defaults(run=_play)
    look = commands.add_parser("look", help="open a record in the window, to be gone through again")
    look.add_argument("file", metavar="FILE")
    _narrate_argument(look, argparse.SUPPRESS)
    look.set_defaults(run=_look)
    for name, words, arguments, run in (
        ("simulate", "let the computer play, without a window", simulate.add_arguments, _simulate),
        ("replay", "play a record through the rules and print it", replay.add_arguments, replay.run),
        ("verify", "whether the shuffles of a record are fair", verify.add_arguments, verify.run),
        ("analyse", "judge every choice of a record by what the player could know", analyse.add_arguments, _analyse),
        ("rules", "the house rules that are kept, and the files they travel in", rules.add_arguments, rules.run),
    ):
        command = commands.add_parser(name, help=words)
        arguments(command)
        command.set_defaults(run=run)
    return parser


class _OneLine(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        from game.console import complain

        complain(f"{self.prog}: {message}")
        self.exit(2)


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    from game.rules import GAMES

    parser.add_argument("game", metavar="GAME", nargs="?", help=", ".join(GAMES) + "; none with --code")
    parser.add_argument("--code", help="the deal code of the first deal, which brings its game, rules and seats")
    parser.add_argument("--preset", help="the house rules to begin with")
    parser.add_argument("--seats", type=int, help="how many play")
    parser.add_argument(
        "--players",
        help="you and levels of the computer, dealt to the seats in turn; left out: you against the computer",
    )
    parser.add_argument("--seed", type=int, help="the same seed gives the same match")
    parser.add_argument("--autoplay", action="store_true", help="the computer plays every seat, then the program ends")
    parser.add_argument("--deals", type=int, default=1, help="with --autoplay: end after so many deals")
    parser.add_argument("--shot", metavar="FILE.png", help="write the last frame as a picture")
    _narrate_argument(parser, argparse.SUPPRESS)


def _narrate_argument(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--narrate", nargs="?", const="-", default=default, metavar="FILE",
        help="say in lines of text all that happens, on the terminal or at the end of FILE",
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
