"""Storing a match that was played at a table over the network among the matches of this machine."""

from __future__ import annotations

from game.match.archived_match import IMPORTED_FLAG, REVIEWED_FLAG, WATCHED_FLAG, ArchivedMatch
from game.match.record import decode_playable_record, is_same_match
from game.match.setup import LEVELS, PERSON_KIND
from game.session.match_info import MatchInfo
from game.storage.archive import Archive


def store_finished_match(archive: Archive, data: bytes, info: MatchInfo, profile_id: str, now: float) -> int:
    """Store the match of the record ``data``, unless it is stored already. Return its id.

    ``info``: of the session; ``profile_id``: of the person at this machine, whose statistics count the match unless
    they watched it. Raise RecordError if the record is invalid, StorageError if it cannot be saved.
    """
    record = decode_playable_record(data)
    for match_id, match in archive.find_matches_with_same_packs(record):
        if is_same_match(record, match.record):
            return match_id
    kinds = tuple(player.kind if player.kind in LEVELS else PERSON_KIND for player in info.players)
    profiles = tuple(profile_id if seat in info.seats else None for seat in range(len(kinds)))
    flags = frozenset[str]() if info.seats else frozenset({IMPORTED_FLAG, REVIEWED_FLAG, WATCHED_FLAG})
    return archive.import_match(ArchivedMatch(record, kinds, now, flags), profiles)
