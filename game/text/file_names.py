"""Names of files that the program proposes, which every system allows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from game.match.archived_match import RECORD_FILE_SUFFIX
from game.match.house_rules import NO_HOUSE_RULES, RULES_FILE_SUFFIX, HouseRules, RuleSet
from game.rules import GAMES
from game.text.formatting import format_iso_date
from game.text.gettext import _
from game.text.rule_sets import format_rule_set

DEVICE_NAME: Final = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)
"""The file names that are devices on Windows, with any suffix."""
MAX_STEM_BYTES: Final = 200
"""The most bytes of a default file name without its number and suffix; systems allow 255 with them."""


def make_file_stem(text: str) -> str:
    """Return a file name without suffix from ``text`` that every system allows."""
    stem = "".join(character if character.isalnum() or character in " -,'" else "_" for character in text)
    stem = stem.encode()[:MAX_STEM_BYTES].decode(errors="ignore").strip()
    return f"{stem}_" if DEVICE_NAME.fullmatch(stem) else stem


def make_record_file_name(game_id: str, played_at: float, names: Iterable[str], number: int = 1) -> str:
    """Return the name of a match's file: ``briscola 2026-11-22 Anna, Bruno.tvr``.

    ``number``: shown at its end above 1, where files with this name exist.
    """
    stem = make_file_stem(f"{game_id} {format_iso_date(played_at)} {', '.join(names)}")
    return stem + (f" {number}" if number > 1 else "") + RECORD_FILE_SUFFIX


def make_rules_file_name(rules: RuleSet, house_rules: HouseRules = NO_HOUSE_RULES) -> str:
    """Return the name of a file with these rules, by their name in ``house_rules``."""
    name = rules.name or format_rule_set(rules, house_rules)
    is_saved = bool(rules.name) or bool(house_rules.find_base(rules).name)
    return make_file_stem(name if is_saved else f"{_(GAMES[rules.game].title)}, {name}") + RULES_FILE_SUFFIX
