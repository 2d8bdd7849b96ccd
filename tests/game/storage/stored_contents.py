"""The contents that must be stored, and their comparison with those that are found after damage."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from game.match.record import Record
from game.storage.matches import MatchRepository
from game.storage.profiles import Profile
from tests.game.storage.file_damage import DATABASE, SEED, make_other_files
from tests.stored_matches import make_folders_below

replace = msgspec.structs.replace


class NoteTexts(dict[str, Any]):
    """Notes, the long ones of which are cut where a found fault is printed."""

    def __repr__(self) -> str:
        return repr({key: value if len(str(value)) < 20 else "long" for key, value in self.items()})


class StoredMatch(msgspec.Struct, frozen=True):
    """A match as it must be stored. ``status``: "open", "finished" or "given up"."""

    record: Record
    notes: dict[str, Any]
    status: str = "open"


class Contents(msgspec.Struct, frozen=True):
    """All that must be stored."""

    matches: dict[int, StoredMatch] = {}
    profiles: dict[str, Profile] = {}

    def with_match(self, match_id: int, match: StoredMatch | None) -> Contents:
        """Return the contents with a match, or without it if it is None."""
        others = {number: other for number, other in self.matches.items() if number != match_id}
        return replace(self, matches=others if match is None else {**others, match_id: match})


def read_contents(repository: MatchRepository) -> Contents:
    """Return all that is stored, every match of which can be read."""
    open_ids, matches = {entry.id for entry in repository.archive.list_unfinished_matches() if not entry.error}, {}
    for entry in repository.archive.list_entries():
        assert not entry.error
        saved = repository.load_match(entry.id)
        assert (saved.id, saved.player_kinds, saved.seed) == (entry.id, ("you", "club"), SEED)
        status = "open" if saved.id in open_ids else "given up" if saved.is_given_up else "finished"
        matches[saved.id] = StoredMatch(saved.record, saved.notes, status)
    return Contents(matches, {profile.id: profile for profile in repository.list_profiles()})


@cache
def read_other_contents() -> Contents:
    """Return the contents of the other file, pages of which come into the database."""
    with tempfile.TemporaryDirectory() as home:
        folders = make_folders_below(Path(home))
        folders.prepare()
        (folders.data / DATABASE).write_bytes(make_other_files()[DATABASE])
        with closing(MatchRepository(folders, lambda: 1.0)) as repository:
            return read_contents(repository)


def check_losses(notice: str, found: Contents, accepted: Iterable[Contents], past: Iterable[Contents]) -> None:
    """Check that the notice names what differs from the accepted contents, and that nothing was ever otherwise."""
    losses = notice.partition("Missing or damaged: ")[2]
    # The clock's row has the inventory, without which nobody knows what else was there.
    unknown = ("recovered: 0", "missing or old", "the program's clock", "latest changes", "possibly some matches")
    is_unknown = any(words in notice for words in unknown)
    match_ids = {number for contents in (found, *accepted) for number in contents.matches}
    for match_id in match_ids:
        states = [contents.matches.get(match_id) for contents in accepted]
        found_match = found.matches.get(match_id)
        if found_match in states:
            continue
        words = [match.record.names[1] for match in (*states, found_match) if match] + [
            f"match {match_id}",
            "other match",
        ]
        is_named = is_unknown or any(has_word(losses, word) for word in words)
        assert is_named or not any(states), (match_id, notice)  # one that was deleted may come back
        if found_match is not None:
            older = [contents.matches[match_id] for contents in past if match_id in contents.matches]
            assert any(is_part(found_match.record, match.record) for match in older), (match_id, found_match, notice)
            assert all(any(item in match.notes.items() for match in older) for item in found_match.notes.items())
    for profile_id in {number for contents in (found, *accepted) for number in contents.profiles}:
        profiles = [contents.profiles.get(profile_id) for contents in accepted]
        if found.profiles.get(profile_id) not in profiles:
            words = [profile.name for profile in profiles if profile] + ["other profile"]
            is_named = is_unknown or any(has_word(losses, word) for word in words)
            assert is_named or not any(profiles), (profile_id, notice)
            older_profiles = [contents.profiles.get(profile_id) for contents in past]
            assert found.profiles.get(profile_id) in (None, *older_profiles)


def has_word(text: str, word: str) -> bool:
    """Return whether a text has a word; one letter may differ, because the damage may be in a name."""
    places = range(len(text) - len(word) + 1)
    return any(sum(a != b for a, b in zip(text[place:], word, strict=False)) < 2 for place in places)


def is_part(found: Record, record: Record) -> bool:
    """Return whether a record is another one without its last actions."""
    deals = record.deals[: len(found.deals)]
    if deals:
        deals = (*deals[:-1], replace(deals[-1], actions=deals[-1].actions[: len(found.deals[-1].actions)]))
    return found == replace(record, deals=deals)
