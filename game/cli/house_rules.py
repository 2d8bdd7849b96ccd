"""The command ``rules``: list, export and import rule sets."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from game.cli.parser import CommandLineParser, add_command
from game.core.options import format_option_value as worded
from game.core.sanitizer import name_key
from game.exchange.rule_files import export_rule_set, import_rule_set
from game.match.house_rules import Addition, HouseRules, RuleSet
from game.rules import GAMES
from game.storage.files import StorageError, get_default_folders
from game.storage.rule_sets import open_house_rules
from game.text.file_errors import describe_os_error, make_printable
from game.text.gettext import _
from game.text.output import print_error, print_output


def add_arguments(parser: CommandLineParser) -> None:
    """Declare the command's arguments."""
    parts = parser.add_subparsers(metavar=_("COMMAND"), required=True)
    listing = add_command(parts, "list", _("list the saved house rules"))
    listing.set_defaults(part=_list)
    export = add_command(parts, "export", _("export house rules to a file"))
    export.add_argument("name", metavar=_("NAME"), help=_("a game (its default rules) or the name of a saved rule set"))
    export.add_argument("file", metavar=_("FILE"))
    export.add_argument("--game", metavar=_("GAME"), help=_("the game, if several rule sets share the name"))
    export.set_defaults(part=_export)
    import_ = add_command(parts, "import", _("import house rules from a file"))
    import_.add_argument("file", metavar=_("FILE"))
    import_.set_defaults(part=_import)


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 0, 1 if the output failed, 2 after another fault.

    A fault is one line on standard error.
    """
    try:
        folders = get_default_folders()
        folders.prepare()
        book, notice = open_house_rules(folders).read()
        if notice is not None:
            print_error(f"tavoloverde rules: {notice.text}")
        text: str = args.part(args, book)
    except (StorageError, RuntimeError) as error:
        print_error(f"tavoloverde rules: {error}")
        return 2
    fault = print_output(text) if text else None
    if fault is not None:
        print_error(f"tavoloverde rules: {describe_os_error(fault)}")
    return 1 if fault is not None else 0


def _list(_args: argparse.Namespace, book: HouseRules) -> str:
    rule_sets = [*(book.get_default_rule_set(game) for game in GAMES), *book.tables]
    return "\n".join(line for rule_set in rule_sets for line in _format_rule_set(rule_set))


def _format_rule_set(rule_set: RuleSet) -> Iterator[str]:
    name, rules = rule_set.name or _("Default rules"), f"{rule_set.game}/{rule_set.preset}"
    yield _("{name}: {rules}").format(name=name, rules=rules)
    yield from (f"  {name} = {worded(value)}" for name, value in rule_set.changes.items())


def _export(args: argparse.Namespace, book: HouseRules) -> str:
    path = export_rule_set(_find_rule_set(args.name, args.game, book), Path(args.file))
    return _("Rules exported to {file}.").format(file=make_printable(path))


def _find_rule_set(name: str, game: str | None, book: HouseRules) -> RuleSet:
    """Return the rule set of this name, or the default rules of the game of this name.

    Raise StorageError if there is none, or more than one; ``game``: the only game to search, None for all.
    """
    if name in GAMES:
        return book.get_default_rule_set(name)
    matches = [
        rule_set
        for rule_set in book.tables
        if name_key(rule_set.name) == name_key(name) and game in (None, rule_set.game)
    ]
    if not matches:
        known = ", ".join([*GAMES, *(rule_set.name for rule_set in book.tables)])
        raise StorageError(_("NAME: {name!r} does not exist; choose from {known}").format(name=name, known=known))
    if len(matches) > 1:
        games = ", ".join(rule_set.game for rule_set in matches)
        raise StorageError(
            _("NAME: {name!r} exists for {games}; choose the game with --game").format(name=name, games=games)
        )
    return matches[0]


def _import(args: argparse.Namespace, _book: HouseRules) -> str:
    addition = Addition(import_rule_set(Path(args.file)))
    open_house_rules(get_default_folders()).update(addition)
    text = _("Rules imported: {name} ({game}).")
    return text.format(name=addition.named.name, game=_(GAMES[addition.named.game].title))
