"""What a game's figures are called on the screen."""

from __future__ import annotations

from game.i18n import _, ngettext
from game.view import View


def goal(view: View) -> str:
    """What ends the match, in a few words."""
    options = view.options
    if view.game == "briscola":
        deals = getattr(options, "deals_to_win", 0)
        return ngettext("{count} deal wins", "{count} deals win", deals).format(count=deals)
    if view.game == "chiamata":
        return _("of {count}").format(count=getattr(options, "match_deals", 0))
    if view.game == "spades":
        return _("to {count} points").format(count=getattr(options, "target", 0))
    return _("down to 0")


def total(view: View, seat: int) -> str:
    """Where a seat stands in the match, as its plate says it."""
    won = view.totals[seat]
    if view.game == "briscola":
        return ngettext("{count} deal won", "{count} deals won", won).format(count=won)
    if view.game == "chiamata":
        return _("{count:+d} in the match").format(count=won) if won else _("0 in the match")
    return ngettext("{count} point", "{count} points", won).format(count=won)


def columns(view: View) -> tuple[str, str, str]:
    """The heads of the result's columns: what was taken, what it changed, where it stands."""
    taken = _("points") if view.game in ("briscola", "chiamata") else _("tricks")
    sums = {"briscola": _("deals won"), "chiamata": _("match points")}
    return taken, _("this deal"), sums.get(view.game, _("score"))
