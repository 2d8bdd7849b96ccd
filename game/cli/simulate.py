"""Arguments of ``simulate``; `game.cli.simulation_report` runs the command.

The module does not import the libraries of the computer players, because every start of the program imports it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Final

from game.ai.levels import list_levels
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS
from game.core.messages import InputError
from game.core.options import Options, change_options, list_option_specs, parse_option_value
from game.rules import GAMES
from game.simulation.bots import parse_bot_file
from game.simulation.plan import BadArgumentError, SimulationPlan
from game.text.errors import describe_error
from game.text.gettext import _

MAX_ARGUMENT_VALUE: Final = 10**6
"""The highest number of deals and of milliseconds; a higher one is a typing error."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; `parse_plan` checks their values."""
    parser.add_argument("game", metavar=_("GAME"), help=", ".join(GAMES))
    parser.add_argument("--preset", metavar="P", help=_("preset to start from (default: the game's first)"))
    parser.add_argument(
        "--option", metavar=_("NAME=VALUE"), action="append", default=[], help=_("change a house rule; may be repeated")
    )
    parser.add_argument("--seats", metavar="N", help=_("number of seats (default: the fewest that fit the players)"))
    parser.add_argument(
        "--players", metavar="a,b,…", required=True,
        help=_(
            "levels, assigned to the seats in turn (a,b with four seats: a,b,a,b), or your own FILE.py:CLASS or "
            "FOLDER/PROGRAM (docs/bots.md)"
        ),
    )  # fmt: skip
    parser.add_argument("--deals", metavar="N", required=True, help=_("number of packs to deal"))
    parser.add_argument(
        "--duplicate", action="store_true",
        help=_(
            "play each pack once per rotation of the players (N packs, 2 players: 2 N deals);"
            " a pack counts as one observation"
        ),
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", default="0", help=_("random seed for packs and players (default: 0)"))
    parser.add_argument("--jobs", metavar="J", default="1", help=_("number of processes (0 counts as 1)"))
    add_cluster_argument(parser)
    parser.add_argument(
        "--limit", metavar="MS", default=str(DEFAULT_TIME_LIMIT_MS),
        help=_("thinking time per move in milliseconds; no effect at the club level or below"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("print the result as JSON"))
    parser.add_argument("--save", metavar=_("DIR"), help=_("save each deal as a match file: DIR/deal-000001.tvr, …"))


def add_cluster_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the argument ``--cluster``, also for the maintainers' programs."""
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help=_("use the workers of a Dask cluster, such as tcp://10.0.0.1:8786")
    )


def parse_plan(args: argparse.Namespace) -> SimulationPlan:
    """Return the simulation that the command line asks for. Raise BadArgumentError if it is invalid."""
    game = GAMES.get(args.game)
    if game is None:
        raise _make_choice_error(_("GAME"), args.game, GAMES)
    preset = next(iter(game.presets)) if args.preset is None else args.preset
    if preset not in game.presets:
        raise _make_choice_error("--preset", preset, game.presets)
    players = tuple(args.players.split(","))
    bots = {player: bot for player in players if (bot := parse_bot_file(player)) is not None}
    for player in players:
        if player not in bots and player not in list_levels(game.id):
            raise _make_choice_error("--players", player, list_levels(game.id))
    if args.cluster is not None and args.save is not None:
        raise _make_error("--save", _("not possible with --cluster: its workers save to their own disks"))
    return SimulationPlan(
        game_id=game.id,
        preset=preset,
        options=_parse_options(game.presets[preset], args.option),
        seats=_parse_seats(game.get_seat_counts(preset), args.seats, len(players)),
        players=players,
        is_duplicate=args.duplicate,
        pack_count=parse_integer("--deals", args.deals, 1, MAX_ARGUMENT_VALUE),
        seed=parse_integer("--seed", args.seed, 0, 2**63 - 1),
        time_limit_ms=parse_integer("--limit", args.limit, 1, MAX_ARGUMENT_VALUE),
        record_folder=args.save,
        bots=bots,
    )


def _make_error(argument: str, text: str, **values: object) -> BadArgumentError:
    return BadArgumentError(f"{argument}: {text.format(**values)}")


def _make_choice_error(argument: str, value: str, known: Iterable[str]) -> BadArgumentError:
    return _make_error(
        argument, _("{value!r} does not exist; choose from {known}"), value=value, known=", ".join(known)
    )


def parse_integer(argument: str, text: str, minimum: int, maximum: int) -> int:
    """Return the number that ``text`` writes.

    Raise BadArgumentError, which names the argument, if it is not a number from ``minimum`` to ``maximum``.
    """
    if text.isdecimal() and text.isascii() and len(text) <= 20 and minimum <= int(text) <= maximum:
        return int(text)
    fault = _("must be a whole number from {least} to {most}, not {value}")
    raise _make_error(argument, fault, least=minimum, most=maximum, value=text)


def _parse_seats(seat_counts: tuple[int, ...], text: str | None, player_count: int) -> int:
    allowed = ", ".join(map(str, seat_counts))
    if text is None:
        seats = min((count for count in seat_counts if count >= player_count), default=0)
        if not seats:
            fault = _("too many players ({count}); this game allows {allowed}")
            raise _make_error("--players", fault, count=player_count, allowed=allowed)
        return seats
    if text not in map(str, seat_counts):
        raise _make_error("--seats", _("must be one of {allowed}, not {value}"), allowed=allowed, value=text)
    if int(text) < player_count:
        raise _make_error(
            "--players", _("too many players ({count}) for {seats} seats"), count=player_count, seats=text
        )
    return int(text)


def _parse_options(base: Options, changes: Sequence[str]) -> Options:
    rules = {rule.name: rule for rule in list_option_specs(type(base))}
    options = base
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise _make_error("--option", _("must have the form NAME=VALUE, not {value}"), value=change)
        try:
            options = change_options(options, {name: parse_option_value(rules[name], text) if name in rules else text})
        except InputError as error:
            raise BadArgumentError(f"--{describe_error(error)}") from None
    return options
