"""Files with one rule set."""

from __future__ import annotations

from pathlib import Path

from game.core.messages import InputError
from game.core.sanitizer import sanitize_line
from game.match import house_rules
from game.match.house_rules import RuleSet
from game.storage.files import StorageError, expand_home, read_file, write_new_file
from game.text.errors import describe_error
from game.text.file_errors import make_printable
from game.text.messages import format_preset_name


def export_rule_set(rules: RuleSet, path: Path) -> Path:
    """Write the rules to a new file and return its path. Raise StorageError.

    An existing file is never overwritten.
    """
    return write_new_file(path, house_rules.RULES_FILE_SUFFIX, house_rules.encode_rule_set(rules))


def import_rule_set(path: Path) -> RuleSet:
    """Return the rules in a file. Raise StorageError, ``FILE: place: fault``.

    Rules without a name get that of the file, or of their preset if the file's name has no visible character.
    """
    path = expand_home(path)
    try:
        rules = house_rules.decode_rule_set(read_file(path, house_rules.MAX_RULES_FILE_BYTES), default_name=path.stem)
    except InputError as error:
        raise StorageError(f"{make_printable(path)}: {describe_error(error)}") from None
    name = rules.name or sanitize_line(format_preset_name(rules.preset), house_rules.MAX_RULE_SET_NAME_CHARACTERS)
    return house_rules.replace(rules, name=name)
