"""The archive: all matches with their outcomes, cached tallies, export and import."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import msgspec
import pytest

from game.core.options import change_options
from game.exchange.record_files import ExportResult, export_match, export_matches, import_files, read_match_file
from game.match.accuracies import MatchAccuracies, PlayerAccuracy
from game.match.archived_match import IMPORTED_FLAG, ArchivedMatch, encode_archived_match
from game.match.record import MOST_BYTES, MOST_DEALS, NESTING, Record, RecordError, decode_record, encode_record
from game.match.setup import PERSON_KIND
from game.match.tallies import tally_record
from game.rules import GAMES
from game.statistics.played_matches import is_counted, list_played_matches
from game.statistics.statistics import compute_statistics
from game.storage.archive import Archive, MatchListEntry
from game.storage.database import transaction
from game.storage.files import StorageError
from game.storage.match_rows import ANALYSIS_NOTE_KEY
from game.storage.matches import MatchRepository
from tests.fakes import FakeClock, add_profile, make_folders
from tests.game.match.nested_records import make_nested_value, make_void_deals
from tests.helpers import make_match, make_record, play_random_actions
from tests.rows import check_rows
from tests.stored_matches import play_record

NOW_TIMESTAMP = 1_700_000_000.0


def open_repository(home: Path) -> MatchRepository:
    repository = MatchRepository(make_folders(home), FakeClock(NOW_TIMESTAMP))
    repository.database.execute("PRAGMA synchronous = OFF")
    return repository


@pytest.fixture
def repository(tmp_path: Path) -> MatchRepository:
    return open_repository(tmp_path)


def play_match(game: str = "briscola", seed: int = 1, deals: int = 60) -> Record:
    """Return a random match, to its end if that needs no more than ``deals`` deals."""
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    return make_record(match, list(play_random_actions(match, seed, deal_count=deals)))


def write_match_file(folder: Path, data: Record | bytes, name: str = "one.tvr") -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else encode_record(data))
    return path


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


def test_undo_clears_stored_outcome(repository: MatchRepository) -> None:
    number = store_match(repository, play_match())
    repository.finish_match(number)
    repository.truncate_match(number, remove_last_actions(play_match(), 1))
    entry = get_entry(repository.archive, number)
    assert entry.tally is None and entry.is_unfinished and not is_counted(entry)


def test_unfinished_and_left_matches_are_listed_with_finished_ones(repository: MatchRepository) -> None:
    record = play_match()
    over, open_ = store_finished_match(repository, record), store_match(repository, remove_last_actions(record, 3))
    given_up = store_match(repository, remove_last_actions(record, 5))
    repository.give_up_match(given_up)
    assert repository.archive.update_tallies(9.0) == (2, 0)
    assert repository.archive.update_tallies(9.0) == (0, 0)
    entries = {entry.id: entry for entry in repository.archive.list_entries()}
    assert is_counted(entries[over])
    assert entries[open_].is_unfinished
    assert not entries[given_up].is_unfinished
    for match_id in (over, open_, given_up):
        tally = entries[match_id].tally
        assert tally is not None and tally.over == (match_id == over)
        assert is_counted(entries[match_id]) == (tally.deals > 0)
    assert [entry.id for entry in repository.archive.list_entries()] == [given_up, open_, over]


def test_damaged_match_is_listed_with_its_error_and_not_counted(repository: MatchRepository) -> None:
    number = store_finished_match(repository, play_match())
    change = "UPDATE deals SET actions = replace(actions, '0 play', '1 play') WHERE match = ? AND number = 1"
    repository.database.execute(change, (number,))
    delete_cached_tallies(repository)
    repository.archive.update_tallies(9.0)
    entry = get_entry(repository.archive, number)
    assert entry.error and not is_counted(entry)
    assert list_played_matches(repository.archive, add_profile(repository, "Anna"), "briscola") == ()


def test_own_matches_are_counted_assisted_ones_apart_and_side_lines_not_at_all(repository: MatchRepository) -> None:
    for mark in ("assisted", "side_line"):
        number = store_finished_match(repository, play_match(), **{mark: True})
        assert get_entry(repository.archive, number).flags == {mark}
    store_finished_match(repository, play_match())

    def list_counted(name: str, game: str) -> list[bool]:
        matches = list_played_matches(repository.archive, add_profile(repository, name), game)
        return [match.is_assisted for match in matches]

    assert list_counted("ANNA", "briscola") == [False, True]
    assert list_counted("Bruno", "briscola") == list_counted("Anna", "chiamata") == []


def test_finished_deals_of_a_match_that_goes_on_are_counted(repository: MatchRepository) -> None:
    store_match(repository, remove_last_actions(play_match("spades"), 1))
    repository.archive.update_tallies(9.0)
    (match,) = list_played_matches(repository.archive, add_profile(repository, "Anna"), "spades")
    statistics = compute_statistics("spades", [match])
    assert not match.tally.over and statistics.matches.total == 0
    assert statistics.deals.win_rate.total == match.tally.seats[0].deals.deals > 0


# -- accuracies -------------------------------------------------------------------------------------


def make_accuracies(accuracy: float | None, judge: int = 1) -> MatchAccuracies:
    anna = PlayerAccuracy(seat=0, name="Anna", accuracy=accuracy, loss=0.25, choices=30, tasks=((1, 4), (2, 7)))
    return MatchAccuracies(judge, (anna,))


def test_last_accuracies_of_each_match_are_listed_and_deleted_with_it(repository: MatchRepository) -> None:
    first, second = store_match(repository, play_record(12)), store_match(repository, play_record(12))
    for match, accuracies in ((second, make_accuracies(0.5)), (first, make_accuracies(0.5)),
                              (first, make_accuracies(None, judge=2))):  # fmt: skip
        repository.store_accuracies(match, accuracies)
    assert repository.archive.read_accuracies() == {
        first: make_accuracies(None, judge=2), second: make_accuracies(0.5)
    }  # fmt: skip
    saved = repository.load_match(first)
    assert msgspec.convert(saved.notes[ANALYSIS_NOTE_KEY], MatchAccuracies) == make_accuracies(None, judge=2)
    assert saved.record == play_record(12)
    repository.release_match(first)
    repository.delete_match(first)
    assert list(repository.archive.read_accuracies()) == [second]
    with pytest.raises(StorageError):
        repository.store_accuracies(first, make_accuracies(0.5))


@check_rows("value", ['{"judge": 1', '{"judge": "one", "seats": []}', "[]", '{"judge": 1, "seats": [7]}'])
def test_damaged_accuracies_are_ignored(repository: MatchRepository, value: str) -> None:
    good, bad = store_match(repository, play_record(12)), store_match(repository, play_record(12))
    for match in (good, bad):
        repository.store_accuracies(match, make_accuracies(0.5))
    with transaction(repository.database):
        repository.database.execute("UPDATE notes SET value = ? WHERE match = ?", (value, bad))
    listed = list(repository.archive.read_accuracies())
    assert good in listed and bad not in listed


# -- export and import ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_exported_match_is_imported_unchanged(repository: MatchRepository, tmp_path: Path, game: str) -> None:
    record = play_match(game)
    number = store_finished_match(repository, record, assisted=True)
    path = export_match(repository.archive, number, tmp_path / "one")
    elsewhere = open_repository(tmp_path / "elsewhere").archive
    (there_number,) = import_files(elsewhere, [path], NOW_TIMESTAMP).match_ids
    there, here = elsewhere.load_match(there_number), repository.archive.load_match(number)
    assert (there.record, there.player_kinds, there.flags, there.played_at) == (
        record, here.player_kinds, frozenset({"assisted", IMPORTED_FLAG}), NOW_TIMESTAMP,
    )  # fmt: skip
    assert get_entry(elsewhere, there_number).tally == tally_record(record)


def test_archive_export_contains_no_card_of_open_deal(repository: MatchRepository) -> None:
    """Compare the files of two deals in progress that differ."""
    match = make_match("briscola", seats=2)
    first = [step for step in play_random_actions(match, 3, deal_count=2) if step.match.phase is not None]
    record = make_record(match, first)
    packs = record.deals[1].pack, record.deals[1].pack[::-1]
    files = []
    for pack in packs:
        deal = msgspec.structs.replace(record.deals[1], pack=pack, actions=())
        number = store_match(repository, msgspec.structs.replace(record, deals=(record.deals[0], deal)))
        files.append(encode_record(encode_archived_match(repository.archive.load_match(number))))
    assert len(repository.archive.load_match(1).record.deals) == 1
    assert files[0] == files[1]


def test_matches_are_exported_to_a_folder_and_each_is_imported_once(
    repository: MatchRepository, tmp_path: Path
) -> None:
    numbers = [store_finished_match(repository, play_match(seed=seed)) for seed in range(3)]
    folder = tmp_path / "out" / "matches"
    assert export_matches(repository.archive, numbers, folder) == ExportResult(folder, 3)
    repository.delete_match(numbers[0])
    other = write_match_file(tmp_path, play_match(seed=9))
    import_results = import_files(repository.archive, [folder, other, other], NOW_TIMESTAMP)
    assert (len(import_results.match_ids), import_results.known_count, import_results.refusals) == (2, 3, ())
    assert len(repository.archive.list_entries()) == 4


@check_rows("change", [
    lambda record: msgspec.structs.replace(record, names=("Zoë", *record.names[1:])),
    lambda record: remove_last_actions(record, 1),
    lambda record: msgspec.structs.replace(record, options=change_options(record.options, {"turn_seconds": 60})),
])  # fmt: skip
def test_match_with_any_difference_is_imported_as_another(
    repository: MatchRepository, tmp_path: Path, change: Callable[[Record], Record]
) -> None:
    store_finished_match(repository, play_match())
    path = write_match_file(tmp_path, change(play_match()))
    assert len(import_files(repository.archive, [path], NOW_TIMESTAMP).match_ids) == 1


def test_match_with_other_fairness_data_is_listed_with_its_names(repository: MatchRepository) -> None:
    data = {**msgspec.json.decode(encode_record(play_record(3))), "fairness": "mine"}
    record = decode_record(msgspec.json.encode(data))
    number = repository.archive.import_match(ArchivedMatch(record, ("you", "club"), 5.0, frozenset()))
    entry = get_entry(repository.archive, number)
    assert (entry.game_id, entry.names, entry.is_networked) == ("briscola", record.names, False)


def test_nesting_within_the_limit_is_imported_and_exported(repository: MatchRepository, tmp_path: Path) -> None:
    document = json.loads(encode_record(play_match()))
    document["other"] = document["deals"][0]["other"] = make_nested_value(NESTING - 3)
    path = write_match_file(tmp_path, json.dumps(document).encode())
    (number,) = import_files(repository.archive, [path], NOW_TIMESTAMP).match_ids
    out = json.loads(export_match(repository.archive, number, tmp_path / "out").read_bytes())
    assert out["other"] == out["deals"][0]["other"] == make_nested_value(NESTING - 3)


GOOD_FILE: Final = encode_record(play_match())
REFUSED_FILES: Final = [
    (b"", "not valid JSON"),
    (b"\x00\xff" * 40, "JSON"),
    (GOOD_FILE[: len(GOOD_FILE) // 2], "not valid JSON"),
    (b"[" * 400_000 + b"]" * 400_000, "nested levels"),
    (GOOD_FILE.rstrip()[:-1] + b',"x":' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested levels"),
    (GOOD_FILE.replace(b'"version": 1', b'"version": 99'), "version 99"),
    (GOOD_FILE.replace(b"0 play", b"1 play", 1), "deal 1, action 2"),
    (GOOD_FILE + b" " * MOST_BYTES, "larger than 8 MB"),
    (b"\x80\x04cos\nsystem\n(S'true'\ntR.", "JSON"),
    (GOOD_FILE.replace(b"Anna", b"An\\u202ena"), "name"),
    (encode_record(make_void_deals(MOST_DEALS + 1)), f"at most {MOST_DEALS}"),
    *((encode_record(msgspec.structs.replace(play_match(), extra={"players": [PERSON_KIND, level]})),
       f"players[1]: {level[:40]!r} is not one of you, random, beginner, novice, club, expert, master")
      for level in ("wizard", "club2", "Master", "", "x" * 500, "a\nb\u202e")),
]  # fmt: skip
"""Files that are not matches, each in its own way, and a part of the line."""


@check_rows(("data", "words"), REFUSED_FILES)
def test_invalid_match_file_is_refused_in_one_line_and_changes_nothing(
    repository: MatchRepository, tmp_path: Path, data: bytes, words: str
) -> None:
    path = write_match_file(tmp_path, data)
    line = import_and_get_refusal(repository, path)
    assert line.startswith(str(path)) and words in line and len(line) < 400


def import_and_get_refusal(repository: MatchRepository, path: Path) -> str:
    """Return the line that refuses the only file."""
    import_results = import_files(repository.archive, [path], NOW_TIMESTAMP)
    assert (import_results.match_ids, import_results.known_count, repository.archive.list_entries()) == ((), 0, ())
    (line,) = import_results.refusals
    assert line.isprintable()
    return line


@check_rows("path", ["nowhere.tvr", "a\0b.tvr", "~nobody-of-this-name/x.tvr", "empty"])
def test_path_that_is_no_file_is_refused_in_one_line(repository: MatchRepository, tmp_path: Path, path: str) -> None:
    (tmp_path / "empty").mkdir(exist_ok=True)
    assert import_and_get_refusal(repository, Path(path) if path[0] == "~" else tmp_path / path)


@check_rows("fault", [RecursionError("too deep"), MemoryError(), ValueError("a\nb"), KeyError("x")])
def test_exception_during_import_refuses_that_file_only(tmp_path: Path, fault: Exception) -> None:
    archive = open_repository(tmp_path / type(fault).__name__).archive
    bad, good = (write_match_file(tmp_path, play_match(seed=seed), f"{seed}.tvr") for seed in (1, 2))
    with patch.object(archive, "has_match", side_effect=[fault, False]):
        import_results = import_files(archive, [bad, good], NOW_TIMESTAMP)
    assert len(import_results.match_ids) == len(archive.list_entries()) == 1
    (line,) = import_results.refusals
    assert line.startswith(str(bad)) and line.isprintable()


def test_record_that_cannot_be_decoded_again_is_not_stored(repository: MatchRepository) -> None:
    record = msgspec.structs.replace(play_match(), extra={"other": make_nested_value(NESTING)})
    with pytest.raises(RecordError, match="too many nested levels"):
        repository.archive.import_match(ArchivedMatch(record, (PERSON_KIND, PERSON_KIND), NOW_TIMESTAMP))
    assert repository.archive.list_entries() == ()


INVALID_EXTRAS = (
    {"players": [1, 2]}, {"players": ["you"]}, {"players": "you"}, {"played": "soon"}, {"played": "9999-01-01"},
    {"played": 5}, {"assisted": "yes"},
)  # fmt: skip


@check_rows("extra", INVALID_EXTRAS)
def test_extra_data_in_file_is_used_only_if_valid(tmp_path: Path, extra: dict[str, Any]) -> None:
    path = write_match_file(tmp_path, msgspec.structs.replace(play_match(), extra=extra))
    match = read_match_file(path, NOW_TIMESTAMP)
    assert (match.player_kinds, match.played_at, match.flags) == (
        (PERSON_KIND,) * 2,
        NOW_TIMESTAMP,
        frozenset({IMPORTED_FLAG}),
    )
