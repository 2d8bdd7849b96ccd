"""The archive: every match is listed with what became of it; the note of that is a cache; files go out and come in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.engine.options import adapt
from game.record import Record, dump
from game.rules import GAMES
from game.seating import PERSON
from game.store.archive import IMPORTED, Archive, Entry
from game.store.files import StorageError
from game.store.journal import Journal
from game.store.tvr import FILE_LIMIT, Exported, export_file, export_folder, file_name, import_files, read, written
from game.tallies import tallied
from tests.fakes import Clock, folders_in
from tests.helpers import fresh, playout, recorded

NOW = 1_700_000_000.0


def journal_in(home: Path) -> Journal:
    journal = Journal(folders_in(home), Clock(NOW))
    journal.database.execute("PRAGMA synchronous = OFF")
    return journal


def whole(game: str, seed: int = 1, deals: int = 60) -> Record:
    """A match played by chance, to its end where it comes to one in so many deals."""
    match = fresh(game, seats=GAMES[game].proposed_seats)
    return recorded(match, list(playout(match, seed, deals=deals)))


def cut(record: Record, actions: int) -> Record:
    """The record without its last actions."""
    for _action in range(actions):
        record = record.undo()
    return record


def saved(journal: Journal, record: Record, kinds: tuple[str, ...] = (), **extra: Any) -> int:
    """The match, created and played on action by action to where the record ends."""
    kinds = kinds or (PERSON, *["club"] * (len(record.names) - 1))
    return journal.create(record, kinds, 1, extra)


def finished(journal: Journal, record: Record, **extra: Any) -> int:
    number = saved(journal, record, **extra)
    journal.finish(number)
    journal.release(number)
    return number


def one(archive: Archive, number: int) -> Entry:
    return next(entry for entry in archive.entries() if entry.id == number)


def without_tallies(journal: Journal) -> None:
    """As a program left it that knew of no tallies."""
    journal.database.execute("DELETE FROM notes WHERE key = 'tally'")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_became_of_a_match_is_kept_with_its_last_action_and_is_what_counting_it_again_gives(
    tmp_path: Path, game: str
) -> None:
    journal, record = journal_in(tmp_path), whole(game)
    number = finished(journal, record)
    kept = one(journal.archive, number).tally
    assert kept == tallied(record)
    without_tallies(journal)
    assert one(journal.archive, number).tally is None
    assert journal.archive.count(9.0) == (1, 0)
    assert one(journal.archive, number).tally == kept


def test_an_undone_action_makes_the_note_say_nothing(tmp_path: Path) -> None:
    journal, record = journal_in(tmp_path), whole("briscola")
    number = saved(journal, record)
    journal.finish(number)
    journal.cut(number, cut(record, 1))
    entry = one(journal.archive, number)
    assert entry.tally is None
    assert entry.open is not None
    assert not entry.counts


def test_open_matches_and_those_given_up_stand_beside_the_finished_ones(tmp_path: Path) -> None:
    journal, record = journal_in(tmp_path), whole("briscola")
    over, open_ = finished(journal, record), saved(journal, cut(record, 3))
    given_up = saved(journal, cut(record, 5))
    journal.give_up(given_up)
    journal.archive.count(9.0)
    entries = {entry.id: entry for entry in journal.archive.entries()}
    assert entries[over].counts
    assert entries[open_].open is not None
    assert entries[given_up].open is None
    assert not entries[given_up].counts
    assert [entry.id for entry in journal.archive.entries()] == [given_up, open_, over]


def test_a_damaged_match_is_listed_with_what_is_wrong_and_counts_for_nobody(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    number = finished(journal, whole("briscola"))
    change = "UPDATE actions SET text = '0 play 2c' WHERE match = ? AND deal = 1 AND number = 2"
    journal.database.execute(change, (number,))
    without_tallies(journal)
    journal.archive.count(9.0)
    entry = one(journal.archive, number)
    assert entry.fault
    assert not entry.counts
    assert journal.archive.played("Anna", "briscola") == ()


@pytest.mark.parametrize("mark", ["assisted", "side_line"])
def test_helped_matches_and_side_lines_are_marked_and_not_counted(tmp_path: Path, mark: str) -> None:
    journal = journal_in(tmp_path)
    number = finished(journal, whole("briscola"), **{mark: True})
    finished(journal, whole("briscola"))
    assert one(journal.archive, number).marks == {mark}
    assert len(journal.archive.played("ANNA", "briscola")) == 1


def test_only_the_persons_own_matches_are_his(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    finished(journal, whole("briscola"))
    assert journal.archive.played("Bruno", "briscola") == ()
    assert journal.archive.played("Anna", "chiamata") == ()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_out_and_comes_in_as_it_was(tmp_path: Path, game: str) -> None:
    journal, record = journal_in(tmp_path), whole(game)
    number = finished(journal, record, assisted=True)
    path = export_file(journal.archive, number, tmp_path / "one")
    elsewhere = journal_in(tmp_path / "elsewhere").archive
    came = import_files(elsewhere, [path], NOW)
    assert came.refused == ()
    there = elsewhere.take(came.matches[0])
    assert there.record == record
    assert there.players == journal.archive.take(number).players
    assert there.marks == {"assisted", IMPORTED}
    assert there.when == NOW
    assert one(elsewhere, came.matches[0]).tally == tallied(record)


def test_keys_that_nobody_knows_go_in_and_out(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    record = msgspec.structs.replace(whole("briscola"), extra={"fairness": {"salt": "ab"}})
    path = export_file(journal.archive, finished(journal, record), tmp_path / "one.tvr")
    elsewhere = journal_in(tmp_path / "elsewhere").archive
    number = import_files(elsewhere, [path], NOW).matches[0]
    assert elsewhere.take(number).record.extra == record.extra


def test_no_card_of_the_deal_that_is_played_leaves_the_archive(tmp_path: Path) -> None:
    """Twin deals: two open deals that differ give the same file."""
    journal, match = journal_in(tmp_path), fresh("briscola", seats=2)
    first = [one for one in playout(match, 3, deals=2) if one.match.phase is not None]
    record = recorded(match, first)
    packs = record.deals[1].pack, record.deals[1].pack[::-1]
    files = []
    for pack in packs:
        deal = msgspec.structs.replace(record.deals[1], pack=pack, actions=())
        number = saved(journal, msgspec.structs.replace(record, deals=(record.deals[0], deal)))
        files.append(written(journal.archive.take(number)))
    assert len(journal.archive.take(1).record.deals) == 1
    assert files[0] == files[1]


def test_many_go_into_a_folder_and_come_back_from_it(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    numbers = [finished(journal, whole("briscola", seed)) for seed in range(3)]
    folder = tmp_path / "out" / "matches"
    assert export_folder(journal.archive, numbers, folder) == Exported(3)
    elsewhere = journal_in(tmp_path / "elsewhere").archive
    assert len(import_files(elsewhere, [folder], NOW).matches) == 3


def test_a_match_that_is_kept_already_is_not_kept_twice(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    number = finished(journal, whole("briscola"))
    path = export_file(journal.archive, number, tmp_path / "one.tvr")
    other = tmp_path / "other.tvr"
    other.write_bytes(dump(whole("briscola", 2)))
    came = import_files(journal.archive, [path, other, other], NOW)
    assert (len(came.matches), came.known, came.refused) == (1, 2, ())
    assert len(journal.archive.entries()) == 2
    journal.delete(number)
    assert len(import_files(journal.archive, [path], NOW).matches) == 1


@pytest.mark.parametrize("change", [
    lambda record: msgspec.structs.replace(record, names=("Zoë", *record.names[1:])),
    lambda record: cut(record, 1),
    lambda record: msgspec.structs.replace(record, options=adapt(record.options, {"turn_seconds": 60})),
])  # fmt: skip
def test_a_match_that_differs_in_anything_is_another_one(tmp_path: Path, change: Callable[[Record], Record]) -> None:
    journal, record = journal_in(tmp_path), whole("briscola")
    finished(journal, record)
    (tmp_path / "one.tvr").write_bytes(dump(change(record)))
    assert len(import_files(journal.archive, [tmp_path / "one.tvr"], NOW).matches) == 1


def test_no_file_is_written_over(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    number = finished(journal, whole("briscola"))
    path = export_file(journal.archive, number, tmp_path / "one.tvr")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="there already"):
        export_file(journal.archive, number, path)
    assert path.read_bytes() == before


def damaged(record: Record) -> dict[str, bytes]:
    """Files that are no matches, each in its own way."""
    good = dump(record)
    return {
        "nothing": b"",
        "no JSON": b"\x00\xff" * 40,
        "cut": good[: len(good) // 2],
        "nested": b"[" * 400_000 + b"]" * 400_000,
        "nested in a key": good.rstrip()[:-1] + b',"x":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        "newer": good.replace(b'"version": 1', b'"version": 99'),
        "another format": good.replace(b"tavoloverde-record", b"something-else"),
        "by hand": good.replace(b"0 play", b"1 play", 1),
        "huge": good + b" " * FILE_LIMIT,
        "a number for a game": good.replace(b'"briscola"', b"7"),
        "no such game": good.replace(b'"briscola"', b'"../../x"'),
        "a pickle": b"\x80\x04cos\nsystem\n(S'true'\ntR.",
        "names that lie": good.replace(b"Anna", b"An\\u202ena"),
    }


def test_what_is_no_match_is_refused_in_one_line_and_changes_nothing(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    for name, data in damaged(whole("briscola")).items():
        path = tmp_path / f"{name}.tvr"
        path.write_bytes(data)
        came = import_files(journal.archive, [path], NOW)
        assert came.matches == (), name
        (line,) = came.refused
        assert line.startswith(str(path)), name
        assert line.isprintable(), name
        assert len(line) < 400, name
    assert journal.archive.entries() == ()


@pytest.mark.parametrize("path", ["nowhere.tvr", "a\0b.tvr", "~nobody-of-this-name/x.tvr", "empty"])
def test_what_is_no_file_is_refused_in_one_line(tmp_path: Path, path: str) -> None:
    (tmp_path / "empty").mkdir()
    came = import_files(journal_in(tmp_path / "home").archive, [Path(path) if path[0] == "~" else tmp_path / path], NOW)
    (line,) = came.refused
    assert line.isprintable()


NONSENSE = (
    {"players": [1, 2]}, {"players": ["you"]}, {"players": "you"}, {"played": "soon"}, {"played": "9999-01-01"},
    {"played": 5}, {"assisted": "yes"},
)  # fmt: skip


@pytest.mark.parametrize("extra", NONSENSE)
def test_what_a_file_says_besides_is_believed_only_where_it_makes_sense(tmp_path: Path, extra: dict[str, Any]) -> None:
    record = msgspec.structs.replace(whole("briscola"), extra=extra)
    path = tmp_path / "one.tvr"
    path.write_bytes(dump(record))
    kept = read(path, NOW)
    assert kept.players == (PERSON,) * len(record.names)
    assert kept.when == NOW
    assert kept.marks == {IMPORTED}


def test_a_file_is_named_after_what_is_in_it() -> None:
    name = file_name("briscola", 0.0, ("A/B", "..\\c"))
    assert name.startswith("briscola 19")
    assert name.endswith(" A_B, ___c.tvr")
    assert not set(name) & set("/\\:")
