"""Matches and accuracies of a person in the archive, for statistics."""

from __future__ import annotations

from game.match.archived_match import ASSISTED_FLAG
from game.statistics.statistics import AccuracySummary, PlayedMatch
from game.storage.archive import Archive, MatchListEntry


def is_counted(entry: MatchListEntry) -> bool:
    """Return whether statistics count the finished deals of a match: it was played here, and is not a side line."""
    has_deals = entry.tally is not None and entry.tally.deals > 0
    return has_deals and not entry.error and entry.flags <= {ASSISTED_FLAG}


def find_latest_game(archive: Archive, profile_id: str) -> str | None:
    """Return the game of the latest match of a person that statistics count, None if there is none.

    Raise StorageError if the archive cannot be read.
    """
    entries = (entry for entry in archive.list_entries() if is_counted(entry) and profile_id in entry.seat_profiles)
    return next((entry.game_id for entry in entries), None)


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
    accuracies = archive.read_accuracies()
    entries = [
        entry
        for entry in sorted(archive.list_entries(), key=lambda each: (each.updated_at, each.id))
        if entry.id in accuracies and entry.game_id == game_id and is_counted(entry)
        and not entry.is_unfinished and not entry.flags
    ]  # fmt: skip
    judge_version = max((accuracies[entry.id].judge for entry in entries), default=0)
    return tuple(
        AccuracySummary(entry.updated_at, seat.choices, seat.accuracy, seat.loss, seat.costs)
        for entry in entries
        if accuracies[entry.id].judge == judge_version
        for seat in accuracies[entry.id].seats
        if seat.choices
        and seat.accuracy is not None
        and entry.seat_profiles[seat.seat : seat.seat + 1] == (profile_id,)
    )
