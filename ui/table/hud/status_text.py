"""Lines about a match and its people: title, expired clock, votes, penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.events import Event, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.session.match_info import MatchInfo
from game.text.gettext import _
from game.text.player_names import format_player_kind

if TYPE_CHECKING:
    from ui.table.scene import TableScene


def format_title(table: TableScene) -> str:
    """Return the title of the game, marked if a person had help in the match, and if the match is not saved."""
    title = _(table.session.info.game.title)
    if table.session.status.is_assisted:
        title = _("{game} · assisted").format(game=title)
    return title if table.is_saved else _("{game} · not saved").format(game=title)


def format_levels(info: MatchInfo) -> tuple[str, ...]:
    """Return the level of each computer player in words, by seat; "" for people and players without a level."""
    kinds = ("" if player.is_person else player.kind for player in info.players)
    return tuple(format_player_kind(kind) if kind else "" for kind in kinds)


def describe_status_event(event: Event, names: Sequence[str], your_seat: int | None = None) -> str:
    """Return the line that is shown with an event, empty for most events.

    ``your_seat``: the seat that is addressed as "you", None if none is.
    """
    if not isinstance(event, (PlayerTimedOut, PlayerLeft, VoteToEndCast)):
        return ""
    name, is_you = names[event.seat], event.seat == your_seat
    if isinstance(event, PlayerTimedOut):
        return _("Your time ran out.") if is_you else _("{name} ran out of time.").format(name=name)
    if isinstance(event, PlayerLeft):
        text = _("You left. The computer plays for you.") if is_you else _("{name} left. The computer takes over.")
        return text.format(name=name)
    text = _("{name} votes to end the match: {votes} of {needed}.")
    if is_you:
        text = _("You vote to end the match: {votes} of {needed}.")
    return text.format(name=name, votes=event.votes, needed=event.needed)
