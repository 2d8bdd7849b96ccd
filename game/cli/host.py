"""The command ``host``: open a table over the network, without a window (docs/protocol.md)."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from game.ai.levels import list_levels
from game.core.messages import InputError
from game.core.sanitizer import is_visible_line
from game.exchange.rule_files import import_rule_set
from game.match.house_rules import MAX_RULES_FILE_BYTES, RuleSet, decode_rule_set, make_preset_rule_set
from game.network.names import DEFAULT_RELAY_PORT, FAULT_NAME, MAX_TABLE_NAME_CHARACTERS, WORD_VARIABLE
from game.rules import GAMES
from game.storage.files import StorageError, get_default_folders
from game.text.errors import describe_error
from game.text.formatting import join_with_commas
from game.text.gettext import _
from game.text.output import print_error

if TYPE_CHECKING:
    from game.network.host_process import TableInvitation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    game_help = _("{games}; omit to continue a table").format(games=join_with_commas(tuple(GAMES)))
    parser.add_argument("game", metavar=_("GAME"), nargs="?", help=game_help)
    parser.add_argument("--name", metavar=_("NAME"), default="Tavolo Verde", help=_("name of the table"))
    parser.add_argument("--preset", metavar="P", help=_("rules preset (default: the game's first)"))
    parser.add_argument(
        "--rules",
        metavar=_("FILE"),
        type=Path,
        help=_("file with house rules, in place of a preset; - reads standard input"),
    )
    parser.add_argument("--seats", metavar="N", type=int, help=_("number of seats"))
    parser.add_argument("--level", metavar="L", default="", help=_("level of the computer players at empty seats"))
    parser.add_argument("--port", metavar="N", type=int, default=0, help=_("port to listen on (default: a free one)"))
    parser.add_argument(
        "--nearby", action="store_true",
        help=_("announce the table on this network; the owner's window shows the number needed to join"),
    )  # fmt: skip
    parser.add_argument(
        "--router", action="store_true", help=_("ask the router to open a port, for guests outside this network")
    )
    parser.add_argument(
        "--phones", action="store_true", help=_("let people on this network play in a browser, for example on a phone")
    )
    parser.add_argument("--launched", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--address", metavar=_("ADDRESS"), action="append", default=[],
        help=_("address for the invitation, such as your router's, with or without a port; may be repeated"),
    )  # fmt: skip
    parser.add_argument(
        "--relay", metavar=_("ADDRESS"), default="",
        help=_("relay for guests who cannot reach the host otherwise; put the relay's word, if any, "
"in {variable}").format(
            variable=WORD_VARIABLE
        ),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Serve the table until it ends or Ctrl+C, and return the exit status: 0, or 2 after a fault in one line."""
    from game.network.announced_lobby import AnnouncedLobby
    from game.network.browser_server import PREFERRED_PORT, BrowserWay
    from game.network.host_process import run_table
    from game.network.invitation import MAX_ADDRESSES, MAX_OUTER_ENDPOINTS, Endpoint, parse_endpoint
    from game.network.reach import HostWays
    from game.network.relay_client import RelayWay
    from game.network.router import RouterWay

    try:
        rules = None
        seats = 0
        if args.game is not None:
            if args.game not in GAMES:
                known = join_with_commas(tuple(GAMES))
                return _refuse(_("GAME: {name!r} is not one of {games}").format(name=args.game, games=known))
            game = GAMES[args.game]
            rules = _read_rules(args.game, args.preset, args.rules)
            if rules.game != args.game:
                return _refuse(_("--rules: these rules are for {game}").format(game=rules.game))
            seat_counts = game.get_seat_counts(rules.preset)
            proposed = game.proposed_seat_count if game.proposed_seat_count in seat_counts else seat_counts[0]
            seats = args.seats if args.seats is not None else proposed
            if seats not in seat_counts:
                counts = join_with_commas(tuple(map(str, seat_counts)))
                template = _("--seats: must be one of {counts} in {game}, not {seats}")
                return _refuse(template.format(game=args.game, counts=counts, seats=seats))
            levels = list_levels(args.game)
            if args.level and args.level not in levels:
                template = _("--level: {level!r} is not one of {levels}")
                return _refuse(template.format(level=args.level, levels=join_with_commas(levels)))
        if not is_visible_line(args.name, MAX_TABLE_NAME_CHARACTERS):
            most = MAX_TABLE_NAME_CHARACTERS
            return _refuse(_("--name: must be 1 to {most} printable characters").format(most=most))
        if not 0 <= args.port <= 65535:
            return _refuse(_("--port: must be a number from 0 to 65535"))
        if len(args.address) > MAX_ADDRESSES:
            return _refuse(_("--address: at most {most} addresses per invitation").format(most=MAX_ADDRESSES))
        endpoints = list[Endpoint]()
        for address in args.address:
            try:
                endpoints.append(parse_endpoint(address))
            except ValueError:
                return _refuse(_("--address: {address!r} is not an address").format(address=address))
        addresses = tuple(endpoint.address for endpoint in endpoints if not endpoint.port)
        outer = tuple(endpoint for endpoint in endpoints if endpoint.port)
        if len(outer) > MAX_OUTER_ENDPOINTS:
            most = MAX_OUTER_ENDPOINTS
            return _refuse(_("--address: at most {most} addresses with a port per invitation").format(most=most))
        relay = None
        if args.relay:
            try:
                endpoint = parse_endpoint(args.relay, DEFAULT_RELAY_PORT)
            except ValueError:
                return _refuse(_("--relay: {address!r} is not an address").format(address=args.relay))
            relay = RelayWay(endpoint, os.environ.get(WORD_VARIABLE, ""), Random())
        ways = HostWays(
            announcer=AnnouncedLobby() if args.nearby else None, router=RouterWay() if args.router else None,
            relay=relay, browser=BrowserWay(preferred_port=PREFERRED_PORT) if args.phones else None,
        )  # fmt: skip
        run_table(
            get_default_folders(), args.name, rules, seats, level=args.level, port=args.port, addresses=addresses,
            endpoints=outer, ways=ways, on_open=_print_invitation,
        )  # fmt: skip
    except InputError as error:
        return _refuse(describe_error(error))
    except StorageError as error:
        if args.launched:  # the window that has started this process has its own words
            from game.network.host_faults import find_fault

            print(f"{FAULT_NAME}: {find_fault(error)}", flush=True)
        return _refuse(str(error))
    return 0


def _read_rules(game: str, preset: str | None, path: Path | None) -> RuleSet:
    """Return the rules of a file, "-" is standard input, or those of a preset. Raise InputError or StorageError."""
    if path is None:
        return make_preset_rule_set(game, preset)
    return (
        decode_rule_set(sys.stdin.buffer.read(MAX_RULES_FILE_BYTES + 1)) if str(path) == "-" else import_rule_set(path)
    )


def _print_invitation(table: TableInvitation) -> None:
    print(f"invitation: {table.invitation}", flush=True)
    print(f"owner key: {table.owner_key}", flush=True)
    if table.phones:
        print(f"phones: {table.phones}", flush=True)


def _refuse(fault: str) -> int:
    print_error(f"tavoloverde host: {fault}")
    return 2
