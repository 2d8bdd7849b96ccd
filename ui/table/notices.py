"""What becomes of the people at a table, in lines: a clock that ran out, who left, who votes, who is barred."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.events import Event, Left, TimedOut, Unlocked
from game.i18n import _
from game.table import Table
from game.text import capital
from game.words import say


def said_of(event: Event, names: Sequence[str], you: int | None = None) -> str:
    """The line that is shown with an event, empty for most; ``you``: the seat that is spoken to."""
    if not isinstance(event, (TimedOut, Left, Unlocked)):
        return ""
    name, yours = names[event.seat], event.seat == you
    if isinstance(event, TimedOut):
        return _("Your clock ran out.") if yours else _("The clock of {name} ran out.").format(name=name)
    if isinstance(event, Left):
        words = _("You have left; the computer plays on.") if yours else _("{name} has left; the computer plays on.")
        return words.format(name=name)
    words = _("{name} votes to end the match: {votes} of {needed}.")
    if yours:
        words = _("You vote to end the match: {votes} of {needed}.")
    return words.format(name=name, votes=event.votes, needed=event.needed)


def barred_lines(table: Table) -> tuple[str, ...]:
    """Who may not sit down at any table, or will not when the match is over, and why."""
    minutes = table.view.options.leaving_costs
    words = _("{why}, and may not sit down at any table for {minutes} minutes")
    said = (words.format(why=say(why, table.names), minutes=minutes) for _seat, why in table.barred)
    return tuple(capital(line) for line in said)
