"""Options of short matches at a network table."""

from __future__ import annotations

from game.match.house_rules import RuleSet

ONE_DEAL = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1})
