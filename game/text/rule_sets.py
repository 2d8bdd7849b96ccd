"""Names of rule sets, which are the same wherever the rules are named."""

from __future__ import annotations

from game.match.house_rules import HouseRules, RuleSet
from game.text.gettext import ngettext
from game.text.messages import format_preset_name


def format_rule_set(rule_set: RuleSet, house_rules: HouseRules) -> str:
    """Return the name of a rule set by its content: "Bar Sport", "Classic" or "Bar Sport, 1 rule changed".

    The changes are counted from the most similar set of ``house_rules``, or from the preset if that is more similar.
    """
    base = house_rules.find_base(rule_set)
    count = len(rule_set.find_differences(base))
    base_name = base.name or format_preset_name(base.preset)
    if not count:
        return base_name
    text = ngettext("{preset}, {count} rule changed", "{preset}, {count} rules changed", count)
    return text.format(preset=base_name, count=count)
