"""The command ``rules``: which house rules are kept, and the small files in which they travel."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from game.console import complain, put_out
from game.engine.options import shown as worded
from game.house_rules import Addition, RuleBook, RuleSet
from game.i18n import _
from game.rules import GAMES
from game.store.files import StorageError, default_folders, shown, why
from game.store.rules import change_rules, export_rules, import_rules, load_rules
from game.text import reads_as


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parts = parser.add_subparsers(metavar=_("WHAT"), required=True)
    listing = parts.add_parser("list", help=_("print the house rules that are kept"))
    listing.set_defaults(part=_list)
    export = parts.add_parser("export", help=_("write house rules into a file"))
    export.add_argument(
        "name", metavar=_("NAME"), help=_("a game, for the rules of the house, or the name of a table's set")
    )
    export.add_argument("file", metavar=_("FILE"))
    export.add_argument("--game", metavar=_("GAME"), help=_("which game's, where several sets have the name"))
    export.set_defaults(part=_export)
    coming = parts.add_parser("import", help=_("keep the house rules that are in a file"))
    coming.add_argument("file", metavar=_("FILE"))
    coming.set_defaults(part=_import)


def run(args: argparse.Namespace) -> int:
    """Do it; gives the exit status. What is in the way is one line on standard error."""
    try:
        folders = default_folders()
        folders.prepare()
        book, notice = load_rules(folders)
        if notice is not None:
            complain(f"tavoloverde rules: {notice.text}")
        said: str = args.part(args, book)
    except (StorageError, RuntimeError) as error:
        complain(f"tavoloverde rules: {error}")
        return 2
    fault = put_out(said) if said else None
    if fault is not None:
        complain(f"tavoloverde rules: {why(fault)}")
    return 1 if fault is not None else 0


def _list(_args: argparse.Namespace, book: RuleBook) -> str:
    sets = [*(book.house_of(game) for game in GAMES), *book.tables]
    return "\n".join(line for one in sets for line in _told(one))


def _told(rules: RuleSet) -> Iterator[str]:
    yield f"{rules.name or _('Our rules')}: {rules.game}/{rules.preset}"
    yield from (f"  {name} = {worded(value)}" for name, value in rules.changes.items())


def _export(args: argparse.Namespace, book: RuleBook) -> str:
    path = export_rules(_named(args.name, args.game, book), Path(args.file))
    return _("The rules are in {file}.").format(file=shown(path))


def _named(name: str, game: str | None, book: RuleBook) -> RuleSet:
    """The set that is meant. StorageError if there is none, or more than one."""
    if name in GAMES:
        return book.house_of(name)
    found = [one for one in book.tables if reads_as(one.name) == reads_as(name) and game in (None, one.game)]
    if not found:
        known = ", ".join([*GAMES, *(one.name for one in book.tables)])
        raise StorageError(_("NAME: {name!r} is not one of {known}").format(name=name, known=known))
    if len(found) > 1:
        games = ", ".join(one.game for one in found)
        raise StorageError(
            _("NAME: {name!r} is there for {games}; say which with --game").format(name=name, games=games)
        )
    return found[0]


def _import(args: argparse.Namespace, _book: RuleBook) -> str:
    addition = Addition(import_rules(Path(args.file)))
    change_rules(default_folders(), addition)
    words = _("{name} ({game}) is among the house rules now.")
    return words.format(name=addition.named.name, game=_(GAMES[addition.named.game].title))
