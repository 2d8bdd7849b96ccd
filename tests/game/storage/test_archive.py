"""The archive: all matches with their outcomes, cached tallies, export and import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.options import change_options
from game.match.record import MOST_BYTES, Record, encode_record
from game.match.setup import PERSON_KIND
from game.match.tallies import tally_record
from game.rules import GAMES
from game.statistics.played_matches import is_counted, list_played_matches
from game.statistics.statistics import compute_statistics
from game.storage.archive import IMPORTED_FLAG, Archive, MatchListEntry
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from game.storage.record_files import (
    ExportResult,
    export_match,
    export_matches,
    import_files,
    make_file_name,
    make_file_record,
    read_match_file,
)
from tests.fakes import FakeClock, add_profile, make_folders
from tests.helpers import make_match, make_record, play_random_actions

NOW_TIMESTAMP = 1_700_000_000.0


def open_repository(home: Path) -> MatchRepository:
    repository = MatchRepository(make_folders(home), FakeClock(NOW_TIMESTAMP))
    repository.database.execute("PRAGMA synchronous = OFF")
    return repository


def play_match(game: str, seed: int = 1, deals: int = 60) -> Record:
    """Return a random match, to its end if that needs no more than ``deals`` deals."""
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    return make_record(match, list(play_random_actions(match, seed, deal_count=deals)))


def remove_last_actions(record: Record, actions: int) -> Record:
    """Return the record without its last ``actions`` actions."""
    for _action in range(actions):
        record = record.without_last_action()
    return record


def store_match(repository: MatchRepository, record: Record, player_kinds: tuple[str, ...] = (), **extra: Any) -> int:
    """Create the match and store it action by action."""
    player_kinds = player_kinds or (PERSON_KIND, *["club"] * (len(record.names) - 1))
    return repository.create_match(record, player_kinds, 1, extra)


def store_finished_match(repository: MatchRepository, record: Record, **extra: Any) -> int:
    number = store_match(repository, record, **extra)
    repository.finish_match(number)
    repository.release_match(number)
    return number


def get_entry(archive: Archive, number: int) -> MatchListEntry:
    return next(entry for entry in archive.list_entries() if entry.id == number)


def delete_cached_tallies(repository: MatchRepository) -> None:
    """Delete the tallies, as a program without them leaves a database."""
    repository.database.execute("DELETE FROM notes WHERE key = 'tally'")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_match_outcome_is_stored_with_last_action_and_equals_recount(tmp_path: Path, game: str) -> None:
    repository, record = open_repository(tmp_path), play_match(game)
    number = store_finished_match(repository, record)
    stored_tally = get_entry(repository.archive, number).tally
    assert stored_tally == tally_record(record)
    delete_cached_tallies(repository)
    assert get_entry(repository.archive, number).tally is None
    assert repository.archive.update_tallies(9.0) == (1, 0)
    assert get_entry(repository.archive, number).tally == stored_tally


def test_undo_clears_stored_outcome(tmp_path: Path) -> None:
    repository, record = open_repository(tmp_path), play_match("briscola")
    number = store_match(repository, record)
    repository.finish_match(number)
    repository.truncate_match(number, remove_last_actions(record, 1))
    entry = get_entry(repository.archive, number)
    assert entry.tally is None
    assert entry.unfinished_match is not None
    assert not is_counted(entry)


def test_unfinished_and_abandoned_matches_are_listed_with_finished_ones(tmp_path: Path) -> None:
    repository, record = open_repository(tmp_path), play_match("briscola")
    over, open_ = store_finished_match(repository, record), store_match(repository, remove_last_actions(record, 3))
    given_up = store_match(repository, remove_last_actions(record, 5))
    repository.abandon_match(given_up)
    assert repository.archive.update_tallies(9.0) == (2, 0)
    assert repository.archive.update_tallies(9.0) == (0, 0)
    entries = {entry.id: entry for entry in repository.archive.list_entries()}
    assert is_counted(entries[over])
    assert entries[open_].unfinished_match is not None
    assert entries[given_up].unfinished_match is None
    for match_id in (over, open_, given_up):
        tally = entries[match_id].tally
        assert tally is not None and tally.over == (match_id == over)
        assert is_counted(entries[match_id]) == (tally.deals > 0)
    assert [entry.id for entry in repository.archive.list_entries()] == [given_up, open_, over]


def test_damaged_match_is_listed_with_its_error_and_not_counted(tmp_path: Path) -> None:
    repository = open_repository(tmp_path)
    number = store_finished_match(repository, play_match("briscola"))
    change = "UPDATE deals SET actions = replace(actions, '0 play', '1 play') WHERE match = ? AND number = 1"
    repository.database.execute(change, (number,))
    delete_cached_tallies(repository)
    repository.archive.update_tallies(9.0)
    entry = get_entry(repository.archive, number)
    assert entry.error
    assert not is_counted(entry)
    assert list_played_matches(repository.archive, add_profile(repository, "Anna"), "briscola") == ()


@pytest.mark.parametrize("mark", ["assisted", "side_line"])
def test_assisted_matches_are_flagged_and_counted_apart_and_side_lines_not_at_all(tmp_path: Path, mark: str) -> None:
    repository = open_repository(tmp_path)
    number = store_finished_match(repository, play_match("briscola"), **{mark: True})
    store_finished_match(repository, play_match("briscola"))
    assert get_entry(repository.archive, number).flags == {mark}
    matches = list_played_matches(repository.archive, add_profile(repository, "ANNA"), "briscola")
    assert [match.is_assisted for match in matches] == ([False, True] if mark == "assisted" else [False])


def test_finished_deals_of_a_match_that_goes_on_are_counted(tmp_path: Path) -> None:
    repository, record = open_repository(tmp_path), play_match("spades")
    store_match(repository, remove_last_actions(record, 1))
    repository.archive.update_tallies(9.0)
    (match,) = list_played_matches(repository.archive, add_profile(repository, "Anna"), "spades")
    statistics = compute_statistics("spades", [match])
    assert not match.tally.over and statistics.matches.total == 0
    assert statistics.deals.win_rate.total == match.tally.seats[0].deals.deals > 0


def test_only_persons_own_matches_are_counted(tmp_path: Path) -> None:
    repository = open_repository(tmp_path)
    store_finished_match(repository, play_match("briscola"))
    assert list_played_matches(repository.archive, add_profile(repository, "Bruno"), "briscola") == ()
    assert list_played_matches(repository.archive, add_profile(repository, "Anna"), "chiamata") == ()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_exported_match_is_imported_unchanged(tmp_path: Path, game: str) -> None:
    repository, record = open_repository(tmp_path), play_match(game)
    number = store_finished_match(repository, record, assisted=True)
    path = export_match(repository.archive, number, tmp_path / "one")
    elsewhere = open_repository(tmp_path / "elsewhere").archive
    import_results = import_files(elsewhere, [path], NOW_TIMESTAMP)
    assert import_results.refusals == ()
    there = elsewhere.load_match(import_results.match_ids[0])
    assert there.record == record
    assert there.player_kinds == repository.archive.load_match(number).player_kinds
    assert there.flags == {"assisted", IMPORTED_FLAG}
    assert there.played_at == NOW_TIMESTAMP
    assert get_entry(elsewhere, import_results.match_ids[0]).tally == tally_record(record)


def test_unknown_keys_are_exported_and_imported(tmp_path: Path) -> None:
    repository = open_repository(tmp_path)
    record = msgspec.structs.replace(play_match("briscola"), extra={"fairness": {"salt": "ab"}})
    path = export_match(repository.archive, store_finished_match(repository, record), tmp_path / "one.tvr")
    elsewhere = open_repository(tmp_path / "elsewhere").archive
    number = import_files(elsewhere, [path], NOW_TIMESTAMP).match_ids[0]
    assert elsewhere.load_match(number).record.extra == record.extra


def test_archive_export_contains_no_card_of_open_deal(tmp_path: Path) -> None:
    """Compare the files of two deals in progress that differ."""
    repository, match = open_repository(tmp_path), make_match("briscola", seats=2)
    first = [step for step in play_random_actions(match, 3, deal_count=2) if step.match.phase is not None]
    record = make_record(match, first)
    packs = record.deals[1].pack, record.deals[1].pack[::-1]
    files = []
    for pack in packs:
        deal = msgspec.structs.replace(record.deals[1], pack=pack, actions=())
        number = store_match(repository, msgspec.structs.replace(record, deals=(record.deals[0], deal)))
        files.append(encode_record(make_file_record(repository.archive.load_match(number))))
    assert len(repository.archive.load_match(1).record.deals) == 1
    assert files[0] == files[1]


def test_many_matches_are_exported_to_a_folder_and_imported(tmp_path: Path) -> None:
    repository = open_repository(tmp_path)
    numbers = [store_finished_match(repository, play_match("briscola", seed)) for seed in range(3)]
    folder = tmp_path / "out" / "matches"
    assert export_matches(repository.archive, numbers, folder) == ExportResult(folder, 3)
    elsewhere = open_repository(tmp_path / "elsewhere").archive
    assert len(import_files(elsewhere, [folder], NOW_TIMESTAMP).match_ids) == 3


def test_already_stored_match_is_not_imported_twice(tmp_path: Path) -> None:
    repository = open_repository(tmp_path)
    number = store_finished_match(repository, play_match("briscola"))
    path = export_match(repository.archive, number, tmp_path / "one.tvr")
    other = tmp_path / "other.tvr"
    other.write_bytes(encode_record(play_match("briscola", 2)))
    import_results = import_files(repository.archive, [path, other, other], NOW_TIMESTAMP)
    assert (len(import_results.match_ids), import_results.known_count, import_results.refusals) == (1, 2, ())
    assert len(repository.archive.list_entries()) == 2
    repository.delete_match(number)
    assert len(import_files(repository.archive, [path], NOW_TIMESTAMP).match_ids) == 1


@pytest.mark.parametrize("change", [
    lambda record: msgspec.structs.replace(record, names=("Zoë", *record.names[1:])),
    lambda record: remove_last_actions(record, 1),
    lambda record: msgspec.structs.replace(record, options=change_options(record.options, {"turn_seconds": 60})),
])  # fmt: skip
def test_match_with_any_difference_is_imported_as_another(tmp_path: Path, change: Callable[[Record], Record]) -> None:
    repository, record = open_repository(tmp_path), play_match("briscola")
    store_finished_match(repository, record)
    (tmp_path / "one.tvr").write_bytes(encode_record(change(record)))
    assert len(import_files(repository.archive, [tmp_path / "one.tvr"], NOW_TIMESTAMP).match_ids) == 1


def test_export_overwrites_no_file(tmp_path: Path) -> None:
    repository = open_repository(tmp_path)
    number = store_finished_match(repository, play_match("briscola"))
    path = export_match(repository.archive, number, tmp_path / "one.tvr")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="already exists"):
        export_match(repository.archive, number, path)
    assert path.read_bytes() == before


def make_damaged_files(record: Record) -> dict[str, bytes]:
    """Return files that are not matches, each in its own way."""
    good = encode_record(record)
    return {
        "nothing": b"",
        "no JSON": b"\x00\xff" * 40,
        "cut": good[: len(good) // 2],
        "nested": b"[" * 400_000 + b"]" * 400_000,
        "nested in a key": good.rstrip()[:-1] + b',"x":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        "newer": good.replace(b'"version": 1', b'"version": 99'),
        "another format": good.replace(b"tavoloverde-record", b"something-else"),
        "by hand": good.replace(b"0 play", b"1 play", 1),
        "huge": good + b" " * MOST_BYTES,
        "a number for a game": good.replace(b'"briscola"', b"7"),
        "no such game": good.replace(b'"briscola"', b'"../../x"'),
        "a pickle": b"\x80\x04cos\nsystem\n(S'true'\ntR.",
        "names that lie": good.replace(b"Anna", b"An\\u202ena"),
    }


def test_invalid_match_file_is_refused_in_one_line_and_changes_nothing(tmp_path: Path) -> None:
    repository = open_repository(tmp_path)
    for name, data in make_damaged_files(play_match("briscola")).items():
        path = tmp_path / f"{name}.tvr"
        path.write_bytes(data)
        import_results = import_files(repository.archive, [path], NOW_TIMESTAMP)
        assert import_results.match_ids == (), name
        (line,) = import_results.refusals
        assert line.startswith(str(path)), name
        assert line.isprintable(), name
        assert len(line) < 400, name
    assert repository.archive.list_entries() == ()


@pytest.mark.parametrize("path", ["nowhere.tvr", "a\0b.tvr", "~nobody-of-this-name/x.tvr", "empty"])
def test_path_that_is_no_file_is_refused_in_one_line(tmp_path: Path, path: str) -> None:
    (tmp_path / "empty").mkdir()
    import_results = import_files(
        open_repository(tmp_path / "home").archive, [Path(path) if path[0] == "~" else tmp_path / path], NOW_TIMESTAMP
    )
    (line,) = import_results.refusals
    assert line.isprintable()


INVALID_EXTRAS = (
    {"players": [1, 2]}, {"players": ["you"]}, {"players": "you"}, {"played": "soon"}, {"played": "9999-01-01"},
    {"played": 5}, {"assisted": "yes"},
)  # fmt: skip


@pytest.mark.parametrize("extra", INVALID_EXTRAS)
def test_extra_data_in_file_is_used_only_if_valid(tmp_path: Path, extra: dict[str, Any]) -> None:
    record = msgspec.structs.replace(play_match("briscola"), extra=extra)
    path = tmp_path / "one.tvr"
    path.write_bytes(encode_record(record))
    archived_match = read_match_file(path, NOW_TIMESTAMP)
    assert archived_match.player_kinds == (PERSON_KIND,) * len(record.names)
    assert archived_match.played_at == NOW_TIMESTAMP
    assert archived_match.flags == {IMPORTED_FLAG}


def test_exported_file_is_named_after_its_content() -> None:
    name = make_file_name("briscola", 0.0, ("A/B", "..\\c"))
    assert name.startswith("briscola 19")
    assert name.endswith(" A_B, ___c.tvr")
    assert not set(name) & set("/\\:")
