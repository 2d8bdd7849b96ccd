"""The places that `ui.app.routes.Router` opens in the help and in the settings."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from game.match.house_rules import RuleSet

GameSection: TypeAlias = Literal["", "speak", "play", "score", "rules"]
HelpSection: TypeAlias = GameSection | Literal["names", "levels", "lessons", "trainer", "codes"]
"""A part of a help page: of a game auction or declarations, play, scoring, house rules; "" is its top."""


class HelpTopic(NamedTuple):
    """A place in the help: a page, or "" for the first; the rules in force, to be marked there; a part of the page."""

    page: str = ""
    rule_set: RuleSet | None = None
    section: HelpSection = ""


SettingsTab = Literal["general", "cards", "sound", "accessibility", "house-rules", "profiles"]
"""A tab of the settings."""
