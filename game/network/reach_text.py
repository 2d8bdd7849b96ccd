"""Words for the owner of a table: the people who can reach it, and help for those who cannot."""

from __future__ import annotations

from typing import Final

from game.core.messages import N_
from game.network.messages import Reach
from game.text.gettext import _

ROUTER_HINTS: Final = {
    "": N_("To invite friends in other homes, open a table with “Other homes” on, which is under “More options”."),
    "private_address": N_("Your router is behind another router. A relay can help (see Help)."),
    "carrier_address": N_("Your provider shares one address among many homes. A relay can help (see Help)."),
    "no_router": N_("The router didn't open a port. Allow UPnP in its settings, or use a relay (see Help)."),
    "refused": N_("The router refuses to open a port. A relay can help (see Help)."),
}
"""The reasons for which nobody from another home can come in, with what helps, by `Reach.router`."""
RELAY_HINTS: Final = {
    "no": N_("The relay isn't answering. Check its address and your connection."),
    "no_place": N_("The relay has no room for another table. Try again later."),
    "too_often": N_("The relay asks you to wait. The program will try again."),
    "word_wrong": N_("That's the wrong word for the relay. Ask its owner."),
}
"""The same for a relay, by `Reach.relay`."""


def format_digits(digits: str) -> str:
    """Return six digits as they are read aloud, in two parts."""
    return f"{digits[:3]}\u00a0{digits[3:]}"


def list_reach_lines(reach: Reach) -> tuple[str, ...]:
    """Return who can reach the table, and how, as lines to narrate."""
    digits = _("Number for this network: {digits}").format(digits=format_digits(reach.nearby_code))
    _symbol, word, hint = find_outer_reach(reach)
    others = _("Other homes: {answer}").format(answer=word)
    phones = [_("Phones can scan the code on this screen.")] if reach.phones else []
    return (*phones, *([digits] if reach.nearby_code else []), f"{others}. {hint}".rstrip())


def find_outer_reach(reach: Reach) -> tuple[str, str, str]:
    """Return whether people in other homes can reach the table: a symbol, a word, and what helps or ""."""
    if reach.relay == "yes" or reach.probe == "yes" or reach.is_reached:
        return "check", _("Yes"), ""
    if reach.router == "asking" or reach.relay == "connecting":
        return "info", _("Checking…"), ""
    if reach.router == "probably" and reach.probe != "no":
        return "info", _("Probably"), _("The router has opened a port. You'll know it works when a friend joins.")
    hint = RELAY_HINTS.get(reach.relay) or ROUTER_HINTS.get(reach.router, ROUTER_HINTS["refused"])
    return "close", _("No"), _(hint)
