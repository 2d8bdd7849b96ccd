"""Texts of a match for lists and messages, even if its rows are damaged."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from game.match.record import MAX_PLAYER_NAME_CHARACTERS
from game.rules import GAMES
from game.storage.program_clock import sanitize_timestamp
from game.text.file_errors import make_printable
from game.text.formatting import format_date_and_time, join_with_commas
from game.text.gettext import _
from game.text.player_names import format_player_names


def decode_or_default(text: str, value_type: Any, default: Any) -> Any:
    """Return the JSON text as ``value_type``; ``default`` if it is invalid."""
    try:
        return msgspec.json.decode(text, type=value_type)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return default


def make_display_text(value: object) -> str:
    """Return a printable text for any value, so that a list can show it, cut to the length of a player's name."""
    return make_printable(str(value))[:MAX_PLAYER_NAME_CHARACTERS]


def _make_display_texts(value: object) -> tuple[str, ...]:
    return tuple(map(make_display_text, value)) if isinstance(value, list) else ()


class MatchLabels(NamedTuple):
    """The texts of a match that a list shows, even if they are damaged.

    ``is_networked``: whether the match was played at a table over the network.
    """

    game_id: str
    names: tuple[str, ...]
    player_kinds: tuple[str, ...]
    is_networked: bool = False


class _LenientHeader(msgspec.Struct, frozen=True):
    game: Any = ""
    seats: Any = None
    fairness: Any = None


def decode_labels(header: str, players: str = "") -> MatchLabels:
    """Return the texts that can be read from these two values of a header row."""
    lenient_header = decode_or_default(header, _LenientHeader, _LenientHeader())
    player_kinds = _make_display_texts(decode_or_default(players, Any, None))
    fairness = lenient_header.fairness
    return MatchLabels(
        game_id=make_display_text(lenient_header.game),
        names=_make_display_texts(lenient_header.seats),
        player_kinds=player_kinds,
        is_networked=isinstance(fairness, dict) and bool(fairness.get("match")),
    )


def describe_match(match_id: object, header: object, updated: object) -> str:
    """Return game, players and date of a match in one line, as the history shows them; its number if it has no names.

    The arguments are those of a header row, which may be damaged.
    """
    labels = decode_labels(str(header))
    game = GAMES.get(labels.game_id)
    title = _(game.title) if game is not None else labels.game_id
    names = join_with_commas(format_player_names(labels.names)) if labels.names else ""
    moment = sanitize_timestamp(updated)
    date = format_date_and_time(moment) if moment and (title or names) else ""
    if not names:
        title, details = _("match {n}").format(n=make_display_text(match_id)), (title, date)
    else:
        details = (names, date)
    known = " · ".join(filter(None, details))
    return f"{title} ({known})" if title and known else title or known
