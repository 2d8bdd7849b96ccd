"""A finished match as the archive keeps it, and as a record file has it (docs/record.md).

A file also has the kinds of the players (``players``), the time of play, and whether the match was assisted or a side
line. A match from a file is marked as imported, because statistics only count matches played here.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from game.match.house_rules import make_unknown_value_error
from game.match.record import Record
from game.match.setup import LEVELS, PERSON_KIND

replace = msgspec.structs.replace
RECORD_FILE_SUFFIX: Final = ".tvr"
ASSISTED_FLAG: Final = "assisted"
SIDE_LINE_FLAG: Final = "side_line"
IMPORTED_FLAG: Final = "imported"
REVIEWED_FLAG: Final = "looked_at"
WATCHED_FLAG: Final = "watched"
MATCH_FLAGS: Final = (ASSISTED_FLAG, SIDE_LINE_FLAG, IMPORTED_FLAG, REVIEWED_FLAG, WATCHED_FLAG)
"""Notes that mark a match as assisted, continued from another, imported, replayed before its end, or watched."""
_PROGRAM_KEYS: Final = ("players", "played", ASSISTED_FLAG, SIDE_LINE_FLAG)
"""The keys of a file besides those of the record."""


class ArchivedMatch(msgspec.Struct, frozen=True):
    """The finished deals of a match, "you" or a level for each seat, and the time of play."""

    record: Record
    player_kinds: tuple[str, ...]
    played_at: float
    flags: frozenset[str] = frozenset()


def encode_archived_match(match: ArchivedMatch) -> Record:
    """Return the record as it is written to a file, with the program's keys."""
    played = datetime.fromtimestamp(int(match.played_at), UTC).isoformat()
    flags = dict.fromkeys(sorted(match.flags - {IMPORTED_FLAG, REVIEWED_FLAG, WATCHED_FLAG}), True)
    extra = {**match.record.extra, "players": list(match.player_kinds), "played": played, **flags}
    return replace(match.record, extra=extra)


def decode_archived_match(record: Record, now: float) -> ArchivedMatch:
    """Return the match of a file with this record. Raise InputError if a player's level is unknown.

    Its date is ``now`` if the file has no valid one.
    """
    players = _parse_player_kinds(record.extra.get("players"), record)
    other_values = {key: value for key, value in record.extra.items() if key not in _PROGRAM_KEYS}
    flags = {IMPORTED_FLAG, *(key for key in (ASSISTED_FLAG, SIDE_LINE_FLAG) if record.extra.get(key) is True)}
    played_at = _parse_played_at(record.extra.get("played"), now)
    return ArchivedMatch(replace(record, extra=other_values), players, played_at, frozenset(flags))


def _parse_player_kinds(value: Any, record: Record) -> tuple[str, ...]:
    """Return the kind of each player from the file. Raise InputError for an unknown level.

    If the file does not have one text for each seat, all players are people.
    """
    is_complete = isinstance(value, list) and len(value) == len(record.names)
    if not is_complete or not all(isinstance(kind, str) for kind in value):
        return (PERSON_KIND,) * len(record.names)
    for seat, kind in enumerate(value):
        if kind not in (PERSON_KIND, *LEVELS):
            raise make_unknown_value_error(f"players[{seat}]", kind, (PERSON_KIND, *LEVELS))
    return tuple(value)


def _parse_played_at(value: Any, now: float) -> float:
    """Return the time of play from the file; ``now`` if it is invalid or in the future."""
    try:
        played_at = datetime.fromisoformat(value).timestamp()
    except (TypeError, ValueError, OverflowError, OSError):
        return now
    return played_at if 0 <= played_at <= now else now
