"""Titles of matches in messages."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules import GAMES
from game.text.formatting import format_date_and_time, join_with_commas
from game.text.gettext import _
from game.text.player_names import format_player_names


def format_match_title(match_id: object, game_id: str, names: Sequence[str], played_at: float) -> str:
    """Return game, players and date of a match in one line, as the history shows them; its number if it has no names.

    ``game_id``, ``names``: empty if they cannot be read; ``played_at``: 0 if it is unknown.
    """
    game = GAMES.get(game_id)
    title = _(game.title) if game is not None else game_id
    date = format_date_and_time(played_at) if played_at and (title or names) else ""
    if names:
        details = (join_with_commas(format_player_names(names)), date)
    else:
        title, details = _("match {n}").format(n=match_id), (title, date)
    known = " · ".join(filter(None, details))
    return f"{title} ({known})" if title and known else title or known
