"""``simulate`` on the command line: what is asked for. The playing is done by `simulation`.

Nothing here needs the libraries that players think with: every start of the program reads this.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

import msgspec

from game.ai.levels import levels_for
from game.ai.limit import LIMIT_MS
from game.engine.options import OptionError, Options, adapt, declared, parse_value
from game.i18n import _
from game.rules import GAMES, Game

MOST: Final = 10**6
"""The highest number of deals and of milliseconds: more is a slip of the finger."""

MOST_JOBS: Final = 61
"""What a pool of processes can hold on every system."""

class BadArgument(ValueError):
    """An argument of the command line that makes no sense; ``str(error)`` is one line that names it."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A simulation: who plays what, how often. ``deals`` counts packs; ``folder``: where records go."""

    game: str
    preset: str
    options: Options
    seats: int
    players: tuple[str, ...]
    deals: int
    duplicate: bool
    seed: int
    limit_ms: int
    folder: str | None

    @property
    def rotations(self) -> int:
        """How often each pack is played."""
        return len(self.players) if self.duplicate else 1

    def player_at(self, seat: int, rotation: int) -> int:
        """Which of the players sits at ``seat``."""
        return (seat + rotation) % len(self.players)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``simulate``. Their values are checked by `plan`, which says what is wrong in one line."""
    parser.description = _("Computer players play many deals without a window; their strength is measured.")
    parser.add_argument("game", metavar=_("GAME"), help=", ".join(GAMES))
    parser.add_argument("--preset", metavar="P", help=_("the house rules to start from (default: the game's first)"))
    parser.add_argument(
        "--option", metavar=_("NAME=VALUE"), action="append", default=[], help=_("one house rule; may be repeated")
    )
    parser.add_argument(
        "--seats", metavar="N", help=_("default: as many as there are players, or the fewest that the game allows")
    )
    parser.add_argument(
        "--players", metavar="a,b,…", required=True,
        help=_("levels of strength, dealt to the seats in turn: a,b at four seats sit a,b,a,b"),
    )  # fmt: skip
    parser.add_argument("--deals", metavar="N", required=True, help=_("how many packs are dealt"))
    parser.add_argument(
        "--duplicate", action="store_true",
        help=_(
            "play every pack once for each rotation of the players over the seats: N packs and two players make"
            " 2 N played deals. The deals of one pack count as one observation for the intervals"
        ),
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", default="0", help=_("the packs and the players' chances (default 0)"))
    parser.add_argument("--jobs", metavar="J", default="1", help=_("processes at work (0 or 1: one)"))
    add_cluster(parser)
    parser.add_argument(
        "--limit", metavar="MS", default=str(LIMIT_MS),
        help=_("thinking time for a move, in ms; of no effect on players that never think long (random, novice, club)"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("print one JSON object instead of a table"))
    parser.add_argument(
        "--save", metavar=_("DIR"), help=_("write each played deal to a record, DIR/deal-000001.tvr and on")
    )


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """The argument that names who works instead of processes of this machine."""
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help=_("the workers of a Dask cluster do it, such as tcp://10.0.0.1:8786")
    )


def plan(args: argparse.Namespace) -> Plan:
    """The simulation that the command line asks for. BadArgument if it makes no sense."""
    game = GAMES.get(args.game)
    if game is None:
        raise _bad(_("GAME"), _("{value} is not one of {known}"), value=args.game, known=", ".join(GAMES))
    preset = next(iter(game.presets)) if args.preset is None else args.preset
    if preset not in game.presets:
        raise _bad("--preset", _("{value} is not one of {known}"), value=preset, known=", ".join(game.presets))
    players = tuple(args.players.split(","))
    for player in players:
        if player not in levels_for(game.name):
            known = ", ".join(levels_for(game.name))
            raise _bad("--players", _("{value} is not one of {known}"), value=repr(player), known=known)
    if args.cluster is not None and args.save is not None:
        raise _bad("--save", _("the workers of a cluster have disks of their own"))
    return Plan(
        game=game.name, preset=preset, options=_options(game.presets[preset], args.option),
        seats=_seats(game, args.seats, len(players)), players=players, duplicate=args.duplicate,
        deals=whole("--deals", args.deals, 1, MOST), seed=whole("--seed", args.seed, 0, 2**63 - 1),
        limit_ms=whole("--limit", args.limit, 1, MOST), folder=args.save,
    )  # fmt: skip


def _bad(argument: str, text: str, **values: object) -> BadArgument:
    return BadArgument(f"{argument}: {text.format(**values)}")


def whole(argument: str, text: str, least: int, most: int) -> int:
    """The number that ``text`` writes. BadArgument, which names the argument, if it is none or out of bounds."""
    if text.isdecimal() and text.isascii() and len(text) <= 20 and least <= int(text) <= most:
        return int(text)
    fault = _("must be a whole number from {least} to {most}, not {value}")
    raise _bad(argument, fault, least=least, most=most, value=text)


def _seats(game: Game, text: str | None, players: int) -> int:
    allowed = ", ".join(map(str, game.seats))
    if text is None:
        seats = min((count for count in game.seats if count >= players), default=0)
        if not seats:
            fault = _("{count} players are too many: the game is played by {allowed}")
            raise _bad("--players", fault, count=players, allowed=allowed)
        return seats
    if text not in map(str, game.seats):
        raise _bad("--seats", _("the game is played by {allowed}, not by {value}"), allowed=allowed, value=text)
    if int(text) < players:
        raise _bad("--players", _("{count} players for {seats} seats"), count=players, seats=text)
    return int(text)


def _options(base: Options, changes: Sequence[str]) -> Options:
    rules = {rule.name: rule for rule in declared(type(base))}
    options = base
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise _bad("--option", _("{value} is not of the form NAME=VALUE"), value=change)
        try:
            options = adapt(options, {name: parse_value(rules[name], text) if name in rules else text})
        except OptionError as error:
            raise BadArgument(f"--{error}") from None
    return options
