"""The stored house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.match.house_rules import HouseRules
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

HOUSE_RULES_FILE_NAME: Final = "rules.json"
HouseRulesChange = Callable[[HouseRules], HouseRules]


def open_house_rules(folders: Folders) -> JsonDocument[HouseRules]:
    """Return the document of the stored house rules."""
    return JsonDocument(folders.config / HOUSE_RULES_FILE_NAME, HouseRules, HouseRules())
