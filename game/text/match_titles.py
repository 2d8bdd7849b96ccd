"""Titles of matches in messages, and what lists show of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from game.rules import GAMES
from game.text.file_errors import make_display_text
from game.text.formatting import format_date_and_time, join_with_commas
from game.text.gettext import _
from game.text.player_names import format_player_names


class RecordLabels(msgspec.Struct, frozen=True, rename={"game_id": "game", "names": "seats"}):
    """The values of a record that a list of matches has; each is empty if it cannot be read."""

    game_id: str = ""
    names: tuple[str, ...] = ()
    fairness: Any = None

    @property
    def is_networked(self) -> bool:
        """Whether the match was played at a table over the network."""
        return isinstance(self.fairness, dict) and bool(self.fairness.get("match"))


def read_record_labels(record: bytes | msgspec.Raw) -> RecordLabels:
    """Return the labels of an encoded record, in characters that a list can show."""
    try:
        labels = msgspec.json.decode(record, type=RecordLabels)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return RecordLabels()
    game_id, names = make_display_text(labels.game_id), tuple(map(make_display_text, labels.names))
    return RecordLabels(game_id, names, labels.fairness)


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
