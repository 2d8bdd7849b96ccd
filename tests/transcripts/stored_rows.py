"""The rows that a series of writes stores, and those that are left after damage."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from game.match.accuracies import MatchAccuracies, PlayerAccuracy
from game.match.archived_match import ArchivedMatch
from game.match.table_discipline import MatchEnding, Penalty
from game.storage.matches import MatchRepository
from game.storage.tables import KEY_COLUMN_COUNTS, TABLE_COLUMNS, select_rows
from tests.stored_matches import make_folders_below, play_record, replace, shorten_record, store_match

PLAYED: Final = play_record(43)
"""A match in its second deal."""
START: Final = shorten_record(PLAYED, 38)
OTHER: Final = replace(play_record(5, 2), names=("Carla", "Dino"))
Rows = dict[str, tuple[Any, ...]]
Step = Callable[[MatchRepository], object]


def play_rest(repository: MatchRepository) -> None:
    """Store the last actions of the first deal, and the second deal."""
    for number, deal in enumerate(PLAYED.deals):
        done = len(START.deals[number].actions) if number < len(START.deals) else 0
        if not done:
            repository.add_deal(1, number + 1, replace(deal, actions=()))
        for place, action in enumerate(deal.actions[done:], done + 1):
            repository.add_action(1, number + 1, place, action, notes={"clock": [place, None]} if place == 40 else {})


STEPS: Final[Mapping[str, Step]] = {
    "a match is created": lambda repository: store_match(repository, START),
    "it is played on": play_rest,
    "two actions are taken back": lambda repository: repository.truncate_match(
        1, shorten_record(PLAYED, 41), {"undone": 2}
    ),
    "the deal is taken back": lambda repository: repository.truncate_match(1, shorten_record(PLAYED, 39)),
    "notes are stored": lambda repository: repository.store_notes(1, {"chat": [[0, "ciao"]], "clock": None}),
    "accuracies are stored": lambda repository: repository.store_accuracies(
        1,
        MatchAccuracies(
            judge=3, seats=(PlayerAccuracy(seat=0, name="Anna", accuracy=0.5, loss=0.25, choices=7, tasks=((1, 2),)),)
        ),
    ),
    "another match is created": lambda repository: store_match(repository, OTHER),
    "it is given up": lambda repository: repository.give_up_match(2, MatchEnding((Penalty(0, "left"),), 3600.0)),
    "Gina begins a match": lambda repository: store_match(repository, replace(START, names=("Gina", "Hugo"))),
    "the first match is finished": lambda repository: repository.finish_match(1),
    "tallies are cached": lambda repository: repository.archive.update_tallies(9.0),
    "a match is imported": lambda repository: repository.archive.import_match(
        ArchivedMatch(replace(OTHER, names=("Elsa", "Fede")), ("you", "master"), 77.0, frozenset({"assisted"}))
    ),
    "Anna is renamed": lambda repository: repository.rename_profile(find_profile(repository, "Anna"), "Änne"),
    "she gets a portrait": lambda repository: repository.save_avatar(find_profile(repository, "Änne"), "red", 4),
    "she is told of the help": lambda repository: repository.mark_told(find_profile(repository, "Änne"), "assistance"),
    "she is blocked": lambda repository: repository.block_profile(find_profile(repository, "Änne"), 600.0),
    "Gina is removed": lambda repository: repository.remove_profile(find_profile(repository, "Gina")),
    "the second match is deleted": lambda repository: repository.delete_match(2),
}
DAMAGES: Final = (
    "UPDATE deals SET actions = replace(actions, '\"', '!') || ' ' WHERE match = 3",
    "UPDATE deals SET crc = crc + 1 WHERE match = 1",
    "DELETE FROM deals WHERE match = 1",
    "UPDATE deals SET number = number + 1 WHERE match = 4",
    "UPDATE actions SET action = '0 play As' WHERE match = 3 AND number = 9",
    "DELETE FROM actions WHERE match = 3 AND number = 38",
    "UPDATE matches SET actions = actions + 1 WHERE id = 1",
    "UPDATE matches SET header = substr(header, 2) WHERE id = 4",
    "UPDATE matches SET header = json_set(header, '$.players', json('[]')) WHERE id = 4",
    "DELETE FROM matches WHERE id = 4",
    "UPDATE notes SET value = '7'",
    "DELETE FROM notes WHERE key = 'chat'",
    "UPDATE profiles SET profile = replace(profile, 'Änne', 'Zoe')",
    "DELETE FROM profiles",
    "UPDATE clock SET total = 1",
    "DELETE FROM clock",
    "DROP TABLE notes",
    "INSERT INTO notes VALUES (99, 'x', '1', 0, 0)",
)
"""Changes that are no writes of the program."""


def find_profile(repository: MatchRepository, name: str) -> str:
    """Return the id of the profile with this name."""
    return next(profile.id for profile in repository.list_profiles() if profile.name == name)


def format_stored_rows() -> str:
    """Return the rows that each step changes. Then, for each damage: the messages and changes of the next start."""
    return "\n".join(_iter_lines()) + "\n"


def _iter_lines() -> Iterator[str]:
    first_number = patch("secrets.randbelow", return_value=0)
    with tempfile.TemporaryDirectory() as home, first_number:
        with closing(_open(home)) as repository:
            rows = Rows()
            for name, step in STEPS.items():
                step(repository)
                yield from (f"# {name}", *_iter_changes(rows, rows := _read_rows(repository)))
            yield from _iter_loaded(repository)
        path = Path(home, "data", "matches.db")
        data = path.read_bytes()
        for damage in DAMAGES:
            path.write_bytes(data)
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute(damage)
            with closing(_open(home)) as repository:
                yield f"# {damage}"
                yield from (f"says: {mask_local_parts(notice.text, home)}" for notice in repository.notices)
                yield from _iter_changes(rows, _read_rows(repository))
                yield f"lists: matches {', '.join(str(entry.id) for entry in repository.archive.list_entries())}"


def _open(home: str) -> MatchRepository:
    ids, ticks = count(1), map(float, count(1_000_000))
    return MatchRepository(make_folders_below(Path(home)), lambda: next(ticks), make_id=lambda: f"profile-{next(ids)}")


def mask_local_parts(text: str, home: str) -> str:
    """Replace the folder and the local times in a text."""
    return re.sub(r"\d{8}-\d{6}", "TIME", re.sub(r"\d+ \w+ 1970, \d\d:\d\d", "DATE", text.replace(home, "HOME")))


def _iter_loaded(repository: MatchRepository) -> Iterator[str]:
    """Yield the matches as the program lists them."""
    yield from (f"lists: {entry}" for entry in repository.archive.list_entries())


def _read_rows(repository: MatchRepository) -> Rows:
    """Return all rows by table and key."""
    return {
        f"{table} {' '.join(map(str, row[: KEY_COLUMN_COUNTS[table]]))}": tuple(row)
        for table in TABLE_COLUMNS
        for row in select_rows(repository.database, table)
    }


def _iter_changes(before: Rows, after: Rows) -> Iterator[str]:
    """Yield a line for each row that is gone or has come, and for each value that has changed."""
    yield from (f"- {key}" for key in before if key not in after)
    for key, row in after.items():
        columns = TABLE_COLUMNS[key.split()[0]]
        old_row = before.get(key, (None,) * len(row))
        changes = [
            f"{column}={' / '.join(str(value).split(chr(10)))}"
            for column, old_value, value in zip(columns, old_row, row, strict=True)
            if value != old_value
        ]
        if changes:
            yield f"{'~' if key in before else '+'} {key}: {'; '.join(changes)}"
