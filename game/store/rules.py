"""House rules on the disk: those that are kept, and the small files in which they travel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from game.house_rules import ENDING, FILE_LIMIT, NAME_LENGTH, RuleBook, RulesError, RuleSet, dump, load, replace
from game.store.files import Folders, Notice, StorageError, expanded, new_file, read_file, shown, write_file
from game.store.jsonfile import change_json, load_json
from game.text import clean
from game.words import preset_words

FILE: Final = "rules.json"
Change = Callable[[RuleBook], RuleBook]


def load_rules(folders: Folders) -> tuple[RuleBook, Notice | None]:
    """The house rules that are kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.config / FILE, RuleBook, RuleBook())


def change_rules(folders: Folders, change: Change) -> tuple[RuleBook, Notice | None]:
    """Keep other house rules, and give all of them. StorageError if they cannot be kept; the old ones then stand."""
    return change_json(folders.config / FILE, RuleBook, RuleBook(), change)


def file_name(rules: RuleSet) -> str:
    """What a file of these rules is called, unless a person calls it otherwise."""
    words = rules.name or f"{rules.game} {rules.preset}"
    return "".join(sign if sign.isalnum() or sign in " -'" else "_" for sign in words) + ENDING


def export_rules(rules: RuleSet, path: Path) -> Path:
    """Write the rules into a file of their own, and give its path. StorageError; no file is ever written over."""
    path = new_file(path, ENDING)
    write_file(path, dump(rules))
    return path


def import_rules(path: Path) -> RuleSet:
    """Return the rules in such a file. StorageError, ``FILE: place: fault``.

    Rules without a name get the name of the file, or of their preset if nothing of the file's name can be seen.
    """
    path = expanded(path)
    try:
        rules = load(read_file(path, FILE_LIMIT), otherwise=path.stem)
    except RulesError as error:
        raise StorageError(f"{shown(path)}: {error}") from None
    return rules if rules.name else replace(rules, name=clean(preset_words(rules.preset), NAME_LENGTH))
