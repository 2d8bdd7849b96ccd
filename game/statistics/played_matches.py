"""Matches and accuracies of a person in the archive, for statistics."""

from __future__ import annotations

from game.match.archived_match import ASSISTED_FLAG
from game.statistics.statistics import AccuracySummary, PlayedMatch
from game.storage.archive import (
    Archive,
    MatchListEntry,
)


def is_counted(entry: MatchListEntry) -> bool:
    """Return whether statistics count the finished deals of a match: it was played here, and is not a side line."""
    has_deals = entry.tally is not None and entry.tally.deals > 0
    return has_deals and not entry.error and entry.flags <= {ASSISTED_FLAG}


def list_played_matches(archive: Archive, profile_id: str, game_id: str) -> tuple[PlayedMatch, ...]:
    """Return the matches of a game in which a person has finished deals that statistics count.

    The latest comes first; a match is repeated if the person has several seats. Raise StorageError if the archive
    cannot be read.
    """
    return tuple(
        PlayedMatch(entry.updated_at, seat, entry.tally, ASSISTED_FLAG in entry.flags)
        for entry in archive.list_entries()
        if entry.game_id == game_id and is_counted(entry) and entry.tally is not None
        for seat, seat_profile in enumerate(entry.seat_profiles)
        if seat_profile == profile_id
    )


def list_accuracies(archive: Archive, profile_id: str, game_id: str) -> tuple[AccuracySummary, ...]:
    """Return a person's accuracies from the analyses of finished matches of a game, without assisted ones.

    Only those of the latest judge version are included, the oldest match first. Raise StorageError if the archive
    cannot be read.
    """
    entries = {
        entry.id: entry
        for entry in archive.list_entries()
        if entry.game_id == game_id and is_counted(entry) and entry.unfinished_match is None and not entry.flags
    }
    accuracies = [stored for stored in archive.list_accuracies() if stored.match_id in entries]
    judge_version = max((stored.accuracies.judge for stored in accuracies), default=0)
    return tuple(
        AccuracySummary(entries[stored.match_id].updated_at, seat.choices, seat.accuracy, seat.loss)
        for stored in accuracies
        if stored.accuracies.judge == judge_version
        for seat in stored.accuracies.seats
        if seat.choices
        and seat.accuracy is not None
        and entries[stored.match_id].seat_profiles[seat.seat : seat.seat + 1] == (profile_id,)
    )
