"""A state machine of the stored matches and profiles: writes, kills, full disks and damage in any order.

`StorageMachine` compares the repository with a model in memory. Whoever changes how matches are stored changes
`tests.game.storage.file_damage`, which knows the tables and the journal; this module knows the repository only.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from random import Random
from typing import Any, TypeAlias, TypeVar
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from game.core.actions import Deal
from game.core.options import change_options
from game.match.match import Match
from game.match.table_discipline import MatchEnding
from game.shuffling.shuffle import shuffle_pack
from game.storage.files import StorageError, StorageNotice
from game.storage.matches import MatchRepository
from game.storage.profiles import Profile
from tests.game.storage.file_damage import (
    DATABASE,
    JOURNAL,
    SECTOR_BYTES,
    SEED,
    FileHistory,
    Files,
    damage_bytes,
    damage_row,
    garble_action,
    lose_file,
    record_journals,
    take_other_part,
)
from tests.game.storage.stored_contents import (
    Contents,
    NoteTexts,
    StoredMatch,
    check_losses,
    read_contents,
    read_other_contents,
)
from tests.stored_matches import empty_record, make_folders_below, make_memory_folder

T = TypeVar("T")
replace = msgspec.structs.replace
NOON_TIMESTAMP = 1_700_000_000.0
MAX_MATCHES = 4
PEOPLE = ("Anna", "Carla", "Dario")
PICKS = st.integers(0, 99)
NOTE_VALUES = st.integers(0, 9) | st.text(max_size=9) | st.just("long ")
NOTES = st.dictionaries(st.sampled_from(("chat", "marks", "clock")), NOTE_VALUES, max_size=2).map(
    lambda notes: NoteTexts((key, value * 2000 if value == "long " else value) for key, value in notes.items())
)
STATUSES = ("open", "finished", "given up")
STEPS_AT_A_TIME = 20
RANDOMS = st.integers(0, 2**32 - 1).map(Random)


class Fault(msgspec.Struct, frozen=True):
    """A fault in a write: a full disk, an error of SQLite or the end of the process. ``rng`` decides the rest."""

    kind: str
    rng: Random

    @property
    def is_kill(self) -> bool:
        return self.kind.startswith("killed")


KILLED_BEFORE, KILLED_IN, KILLED_AFTER = "killed before the commit", "killed in the commit", "killed after the commit"
FAULTS = st.builds(
    Fault, st.sampled_from(("disk is full", "interrupted", KILLED_BEFORE, KILLED_IN, KILLED_AFTER)), RANDOMS
)
FileDamage: TypeAlias = Callable[[Files, FileHistory, Random], Files]
FILE_DAMAGES: tuple[FileDamage, ...] = (damage_bytes, damage_bytes, take_other_part, lose_file)


class StorageMachine(RuleBasedStateMachine):
    """The stored matches of one window, which is killed and opened again."""

    @initialize()
    def start(self) -> None:
        """Start the program with new folders."""
        self.home = make_memory_folder()
        self.now, self.starts, self.ids, self.created = NOON_TIMESTAMP, count(1), count(1), 0
        self.contents, self.past, self.history = Contents(), list[Contents](), FileHistory([], [])
        self.fault: Fault | None = None
        self.number_patch = patch("secrets.randbelow", lambda _limit: 1000 * next(self.ids))  # of the first transaction
        self.number_patch.start()
        self.open_copy({})
        assert self.repository.notices == ()

    def teardown(self) -> None:
        """Check that all is there after a last start."""
        try:
            if sys.exc_info()[0] is None:
                self.start_again()
            self.repository.close()
        finally:
            self.number_patch.stop()
            shutil.rmtree(self.home)

    # -- the program and its files

    def open_copy(self, files: Files) -> None:
        """Start the program with these files in folders of their own, as after the end of the process before it."""
        self.folders = make_folders_below(self.home / str(next(self.starts)))
        self.folders.prepare()
        for name, data in files.items():
            (self.folders.data / name).write_bytes(data)
        self.open()

    def open(self) -> None:
        self.repository = MatchRepository(self.folders, lambda: self.now, make_id=lambda: f"id {next(self.ids)}")
        self.repository.database.execute("PRAGMA synchronous = OFF")  # nothing here ends the power
        record_journals(self.repository, self.folders.data / JOURNAL, self.history.journals)
        self.claimed = set[int]()

    def read_files(self) -> Files:
        paths = (self.folders.data / name for name in (DATABASE, JOURNAL))
        return {path.name: path.read_bytes() for path in paths if path.exists()}

    def close(self) -> Files:
        """Close the program; return its files, and remember them."""
        self.repository.close()
        files = self.read_files()
        assert set(files) == {DATABASE}
        self.history.databases.append(files[DATABASE])
        return files

    @rule()
    def start_again(self) -> None:
        """Close the program and start it again: all is as it was."""
        self.close()
        self.open()
        self.check_contents()

    def check_contents(self) -> None:
        """Check that the program found no damage, and that all is stored."""
        assert self.repository.notices == ()
        assert read_contents(self.repository) == self.contents

    # -- writing

    @precondition(lambda self: self.fault is None)
    @rule(fault=FAULTS)
    def plan_fault(self, fault: Fault) -> None:
        """Let a fault come in the next write."""
        self.fault = fault

    def write(self, call: Callable[[], T], change: Callable[[Contents, T], Contents]) -> None:
        """Call the repository, with the fault that is due, and check that all of the change is stored or nothing."""
        self.now += 1.0
        before, fault, self.fault, journal_count = self.contents, self.fault, None, len(self.history.journals)
        event(f"write, {fault and fault.kind}")
        if fault is not None and fault.is_kill:
            self.write_until_killed(fault, call, change)
        else:
            try:
                with self.limit(fault):
                    result = call()
            except StorageError as error:
                assert re.fullmatch(r"Couldn't (save|delete) the (match|profile): [^:]+\.", str(error))
                assert fault is not None and fault.kind in str(error)
                assert read_contents(self.repository) == before
                del self.history.journals[journal_count:]
                result = call()
            self.contents = change(before, result)
        self.past.append(self.contents)
        listed = {entry.id for entry in self.repository.archive.list_unfinished_matches()}
        assert listed == {number for number, match in self.contents.matches.items() if match.status == "open"}

    @contextmanager
    def limit(self, fault: Fault | None) -> Iterator[None]:
        """Return a context manager in which the disk is full, or SQLite is interrupted."""
        database = self.repository.database
        if fault is not None and fault.kind == "disk is full":
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
        elif fault is not None:
            steps, last_step = count(1), fault.rng.randrange(1, 150)
            database.set_progress_handler(lambda: next(steps) == last_step, STEPS_AT_A_TIME)
        try:
            yield
        finally:
            database.set_progress_handler(None, 0)
            database.execute("PRAGMA max_page_count = 1000000")

    def write_until_killed(self, kill: Fault, call: Callable[[], T], change: Callable[[Contents, T], Contents]) -> None:
        """Call the repository and start the program again with the files of a moment of that write."""
        before, moments, database = self.contents, [self.read_files()], self.repository.database
        if kill.rng.random() < 0.5:  # pages of the transaction go to the file
            database.execute("PRAGMA cache_size = 1")
        database.set_progress_handler(lambda: moments.append(self.read_files()), STEPS_AT_A_TIME)
        journal_count = len(self.history.journals)
        result = call()
        database.set_progress_handler(None, 0)
        database.set_trace_callback(None)
        after, files = change(before, result), self.read_files()
        self.repository.close()
        assert not files[JOURNAL]  # an accepted write is in the only file
        if kill.kind == KILLED_AFTER:
            self.contents = after
        elif kill.kind == KILLED_IN:
            files = {
                DATABASE: tear(moments[0][DATABASE], files[DATABASE], kill.rng),
                JOURNAL: self.history.journals[-1],
            }
        else:
            files = moments[kill.rng.randrange(len(moments))]
        if kill.kind != KILLED_AFTER:  # its number is that of the next transaction
            del self.history.journals[journal_count:]
        if kill.rng.random() < 0.5:
            self.open_damaged(kill.rng.choice(FILE_DAMAGES)(files, self.history, kill.rng), after)
        else:
            self.open_copy(files)
            self.check_contents()

    def claim(self, match_id: int) -> StoredMatch:
        """Open a match that this window does not have yet. Return it."""
        expected = self.contents.matches[match_id]
        if match_id not in self.claimed:
            assert self.repository.open_match(match_id).record == expected.record
            self.claimed.add(match_id)
        return expected

    def pick(self, pick: int, *statuses: str) -> int:
        """Return the id of one of the matches with these statuses."""
        match_ids = [number for number, match in self.contents.matches.items() if match.status in statuses]
        return sorted(match_ids)[pick % len(match_ids)]

    def has(self, *statuses: str) -> bool:
        return any(match.status in statuses for match in self.contents.matches.values())

    # -- matches

    @precondition(lambda self: len(self.contents.matches) < MAX_MATCHES and self.created < 26)
    @rule(person=st.sampled_from(PEOPLE), deals_to_win=st.integers(1, 3), notes=NOTES)
    def create_match(self, person: str, deals_to_win: int, notes: dict[str, Any]) -> None:
        """Start a match whose computer player has a name of its own."""
        names = (person, "Bruno " + chr(ord("a") + self.created) * 3)
        self.created += 1
        record = empty_record()
        record = replace(record, names=names, options=change_options(record.options, {"deals_to_win": deals_to_win}))

        def change(before: Contents, match_id: int) -> Contents:
            self.claimed.add(match_id)
            profiles = self.read_new_profiles(before, (person,))
            return replace(before.with_match(match_id, StoredMatch(record, notes)), profiles=profiles)

        self.write(lambda: self.repository.create_match(record, ("you", "club"), SEED, notes), change)

    @precondition(lambda self: self.has("open"))
    @rule(pick=PICKS, choices=st.lists(st.integers(0, 39), min_size=1, max_size=50), notes=NOTES)
    def play(self, pick: int, choices: list[int], notes: dict[str, Any]) -> None:
        """Play actions, or deal where a deal is due, until the process is killed or the match is over."""
        match_id = self.pick(pick, "open")
        stored = self.claim(match_id)
        match = stored.record.replay()
        for choice in choices:
            if match.is_over:
                break
            match, stored = self.play_step(match_id, stored, match, choice, notes)
            if match_id not in self.claimed:
                break
            notes = {}

    def play_step(
        self, match_id: int, stored: StoredMatch, match: Match, choice: int, notes: dict[str, Any]
    ) -> tuple[Match, StoredMatch]:
        """Play the action of this number, or deal; return the match and what is stored of it."""
        if match.needs_deal:
            pack = shuffle_pack(match.pack, Random(choice))
            record, next_match = stored.record.with_deal(match.dealer, pack), match.apply(Deal(pack)).match
            stored = replace(stored, record=record)
            call = partial(self.repository.add_deal, match_id, len(record.deals), record.deals[-1])
        else:
            legal = match.legal_actions()
            action = legal[choice % len(legal)]
            next_match, record = match.apply(action).match, stored.record.with_action(action)
            ending = MatchEnding() if next_match.is_over else None
            status = "finished" if next_match.is_over else "open"
            stored = StoredMatch(record, {**stored.notes, **notes}, status)
            numbers = (len(record.deals), len(record.deals[-1].actions))
            call = partial(self.repository.add_action, match_id, *numbers, action, ending, notes=notes)
        self.write(call, lambda before, _result: before.with_match(match_id, stored))
        return next_match, stored

    @precondition(lambda self: self.has("open", "finished"))
    @rule(pick=PICKS, action_count=st.integers(1, 45), notes=NOTES)
    def undo(self, pick: int, action_count: int, notes: dict[str, Any]) -> None:
        """Take back actions, also those of earlier deals."""
        match_id = self.pick(pick, "open", "finished")
        stored = self.claim(match_id)
        record = stored.record
        for _action in range(action_count):
            record = record.without_last_action()
        self.change_match(
            match_id, StoredMatch(record, {**stored.notes, **notes}),
            partial(self.repository.truncate_match, match_id, record, notes),
        )  # fmt: skip

    def change_match(self, match_id: int, stored: StoredMatch | None, call: Callable[[], object]) -> None:
        """Change a match by ``call``, and check what is stored of it; None if it is deleted."""
        self.write(call, lambda before, _result: before.with_match(match_id, stored))

    @precondition(lambda self: self.contents.matches)
    @rule(pick=PICKS, notes=NOTES)
    def store_notes(self, pick: int, notes: dict[str, Any]) -> None:
        """Store notes of a match."""
        match_id = self.pick(pick, *STATUSES)
        stored = self.claim(match_id)
        stored = replace(stored, notes={**stored.notes, **notes})
        self.change_match(match_id, stored, partial(self.repository.store_notes, match_id, notes))

    @precondition(lambda self: self.has("open"))
    @rule(pick=PICKS, status=st.sampled_from(("finished", "given up", "deleted")))
    def end_match(self, pick: int, status: str) -> None:
        """Finish, give up or delete a match."""
        match_id = self.pick(pick, "open")
        stored = replace(self.claim(match_id), status=status)
        methods = {
            "finished": self.repository.finish_match, "given up": self.repository.give_up_match,
            "deleted": self.repository.delete_match,
        }  # fmt: skip
        self.change_match(match_id, None if status == "deleted" else stored, partial(methods[status], match_id))
        if match_id not in self.contents.matches:
            self.claimed.discard(match_id)

    @precondition(lambda self: self.contents.matches)
    @rule(pick=PICKS)
    def open_other_window(self, pick: int) -> None:
        """Open a second window, which shows the same and may change matches that the first has not opened."""
        match_id = self.pick(pick, *STATUSES)
        with closing(MatchRepository(self.folders, lambda: self.now)) as other:
            assert other.notices == () and read_contents(other) == self.contents
            if match_id in self.claimed:
                with pytest.raises(StorageError, match="open in another window"):
                    other.open_match(match_id)
                self.repository.release_match(match_id)
                self.claimed.discard(match_id)
            other.open_match(match_id)
            other.store_note(match_id, "chat", "other window")
        stored = self.contents.matches[match_id]
        stored = replace(stored, notes={**stored.notes, "chat": "other window"})
        self.contents = self.contents.with_match(match_id, stored)
        self.past.append(self.contents)
        self.claim(match_id)

    # -- profiles

    @rule(names=st.lists(st.sampled_from(PEOPLE), min_size=1, unique=True))
    def check_in(self, names: list[str]) -> None:
        """Let people sit down; those without a profile get one."""
        self.write(
            lambda: self.repository.check_in_players(names),
            lambda before, _penalties: replace(before, profiles=self.read_new_profiles(before, names)),
        )

    def read_new_profiles(self, before: Contents, names: Iterable[str]) -> dict[str, Profile]:
        """Return the profiles, after those of ``names`` were created where they were missing."""
        new = {profile.id: profile for profile in self.repository.list_profiles() if profile.id not in before.profiles}
        old_names = {profile.name for profile in before.profiles.values()}
        assert sorted(profile.name for profile in new.values()) == sorted({*names} - old_names)
        return {**before.profiles, **new}

    @precondition(lambda self: self.contents.profiles)
    @rule(pick=PICKS, seconds=st.none() | st.integers(1, 10**6), avatar=st.integers(1, 9))
    def change_profile(self, pick: int, seconds: int | None, avatar: int) -> None:
        """Change a portrait, or block a person, or remove one who is not blocked."""
        profile = sorted(self.contents.profiles.values(), key=lambda profile: profile.id)[
            pick % len(self.contents.profiles)
        ]
        others = {number: other for number, other in self.contents.profiles.items() if number != profile.id}
        if seconds is not None:
            changed = replace(profile, blocked_until=max(self.now + 1 + seconds, profile.blocked_until or 0.0))
            call = partial(self.repository.block_profile, profile.id, float(seconds))
        elif pick % 2:
            changed = replace(profile, color="red", avatar_number=avatar)
            call = partial(self.repository.save_avatar, profile.id, "red", avatar)
        elif (profile.blocked_until or 0.0) > self.now + 1:
            with pytest.raises(StorageError):
                self.repository.remove_profile(profile.id)
            return
        else:
            call, changed = partial(self.repository.remove_profile, profile.id), None
        profiles = others if changed is None else {**others, profile.id: changed}
        self.write(call, lambda before, _result: replace(before, profiles=profiles))

    # -- damage

    @rule(damage=st.sampled_from(FILE_DAMAGES), rng=RANDOMS)
    def damage_file(self, damage: FileDamage, rng: Random) -> None:
        """Damage the files of the closed program."""
        self.open_damaged(damage(self.close(), self.history, rng), self.contents)

    @precondition(lambda self: self.contents.matches)
    @rule(rng=RANDOMS)
    def damage_row(self, rng: Random) -> None:
        """Damage a row so that the file is a valid database: all other matches stay."""
        files = self.close()
        data, owner = damage_row(files[DATABASE], rng.choice(self.history.databases), rng)
        before = self.contents
        self.open_damaged({DATABASE: data}, before)
        for match_id, stored in before.matches.items():
            assert match_id == owner or self.contents.matches[match_id] == stored

    @precondition(lambda self: self.has_actions())
    @rule(pick=PICKS, place_pick=PICKS, rng=RANDOMS)
    def damage_action(self, pick: int, place_pick: int, rng: Random) -> None:
        """Damage one action: all before it, or before its deal if that is over, stay; the message names its place."""
        before = self.contents
        match_ids = [
            number for number, match in before.matches.items() if any(deal.actions for deal in match.record.deals)
        ]
        match_id = sorted(match_ids)[pick % len(match_ids)]
        stored = before.matches[match_id]
        places = [
            (deal, action)
            for deal, played in enumerate(stored.record.deals, 1)
            for action in range(1, len(played.actions) + 1)
        ]
        deal, action = places[-1 - place_pick % len(places)]
        files = self.close()
        garbled, is_over = garble_action(files[DATABASE], match_id, deal, action, rng)
        (notice,) = self.open_damaged({DATABASE: garbled}, before)
        place = f"deal {deal}" if is_over else f"deal {deal}, action {action}"
        assert f"{place} and everything after it" in notice.text
        deals = stored.record.deals
        kept = deals[: deal - 1]
        if not is_over:
            kept = (*kept, replace(deals[deal - 1], actions=deals[deal - 1].actions[: action - 1]))
        expected = replace(stored, record=replace(stored.record, deals=kept), status="open")
        assert self.contents == before.with_match(match_id, expected)

    def has_actions(self) -> bool:
        return any(deal.actions for match in self.contents.matches.values() for deal in match.record.deals)

    def open_damaged(self, files: Files, after: Contents) -> tuple[StorageNotice, ...]:
        """Start the program with these files. What is not as it was must be named, and only older states come back.

        ``after``: the state after a write that was not accepted. The contents are then what was found. Return the
        messages.
        """
        accepted = (self.contents, after)
        self.open_copy(files)
        found, notices = read_contents(self.repository), self.repository.notices
        if notices:
            (notice,) = notices
            assert notice.text.isprintable() and notice.path.name in notice.text and "None" not in notice.text
            if not files.get(JOURNAL):  # by a journal SQLite takes back what was not accepted
                assert notice.path.read_bytes() == files[DATABASE]
            check_losses(notice.text, found, accepted, (*self.past, *accepted, read_other_contents()))
        else:
            assert found in accepted
        event("damage, noticed" if notices else "damage, harmless")
        self.contents = found
        self.past.append(found)
        self.history.journals.clear()  # the transactions of a new file have other numbers
        self.start_again()
        return notices


def tear(old: bytes, new: bytes, rng: Random) -> bytes:
    """Return a file of which some sectors are written already."""
    data = old if rng.random() < 0.5 else old.ljust(len(new), b"\0")
    for offset in range(0, len(new), SECTOR_BYTES):
        if rng.random() < 0.5:
            data = data.ljust(offset, b"\0")
            data = data[:offset] + new[offset : offset + SECTOR_BYTES] + data[offset + SECTOR_BYTES :]
    return data
