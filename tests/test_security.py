"""The promises of docs/threat-model.md: text is only text; `tests.test_source_rules` checks what code may do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.sanitizer import is_visible_line, sanitize_line
from game.exchange.record_files import import_files
from game.exchange.rule_files import import_rule_set
from game.match.house_rules import MAX_RULE_SET_NAME_CHARACTERS as RULES_LENGTH
from game.match.house_rules import RuleSet
from game.match.house_rules import encode_rule_set as dump_rules
from game.match.record import MAX_PLAYER_NAME_CHARACTERS, encode_record
from game.storage.matches import MatchRepository
from game.storage.tables import TABLE_COLUMNS
from game.text.file_names import make_record_file_name as record_file
from game.text.file_names import make_rules_file_name as rules_file
from game.text.output import print_error
from tests.stored_matches import make_folders_below, play_record
from tests.unusual_text import ANY_TEXT
from ui.services.text_log import TextLog

NOON_TIMESTAMP: Final = 1_700_000_000.0
HOSTILE_TEXTS: Final = (
    "'; DROP TABLE matches;--", "x' OR '1'='1", "../../outside", "..\\..\\outside", "/etc/outside", "C:outside", "..",
    "<b>fat</b>", "<a href=x>", "&lt;", "%s %(x)s", "{0.__class__}", "{name}", "$(outside)", "`outside`", "=1+1", "CON",
    "~", "a/../b", "pygame-gui.Cancel",
)  # fmt: skip
TEXTS_STRATEGY: Final = st.one_of(st.sampled_from(HOSTILE_TEXTS), ANY_TEXT)
VALID_NAMES_STRATEGY: Final = TEXTS_STRATEGY.map(lambda text: sanitize_line(text, MAX_PLAYER_NAME_CHARACTERS)).filter(
    lambda text: is_visible_line(text, MAX_PLAYER_NAME_CHARACTERS)
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("threats")


@pytest.fixture(scope="module")
def repository(home: Path) -> Iterator[MatchRepository]:
    """Open one repository for all texts, so that damage by one text shows with the next."""
    opened_repository = MatchRepository(make_folders_below(home / "within"), lambda: NOON_TIMESTAMP)
    opened_repository.database.execute("PRAGMA synchronous = OFF")
    yield opened_repository
    opened_repository.close()


def snapshot_outside_files(home: Path) -> set[Path]:
    """Return all files outside the program's own folder."""
    return {path for path in home.rglob("*") if not path.is_relative_to(home / "within")}


# -- the database ----------------------------------------------------------------------------------


@pytest.mark.slow
@given(
    VALID_NAMES_STRATEGY,
    st.dictionaries(
        TEXTS_STRATEGY.filter(lambda key: key.isprintable()), TEXTS_STRATEGY.filter(str.isprintable), max_size=2
    ),
)
def test_database_returns_any_text_unchanged(repository: MatchRepository, name: str, extra: dict[str, str]) -> None:
    before = len(repository.archive.list_unfinished_matches())
    record = msgspec.structs.replace(play_record(3), names=(name, "Bruno"))
    match_id = repository.create_match(record, ("you", "club"), 1, extra)
    repository.check_in_players((name,))
    held = repository.load_match(match_id)
    assert (held.record.names, held.notes) == (record.names, extra)
    assert len(repository.archive.list_unfinished_matches()) == before + 1
    tables = repository.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    assert {row[0] for row in tables} >= set(TABLE_COLUMNS)
    repository.delete_match(match_id)


# -- the window and the terminal -------------------------------------------------------------------


@given(TEXTS_STRATEGY)
def test_error_output_is_one_line_of_visible_characters(text: str) -> None:
    lines: list[str] = []
    text_log = TextLog(lines.append, "said")
    text_log.say(text)
    text_log.close()
    assert len(lines) == 1 and lines[0].isprintable()


def test_terminal_output_contains_no_cursor_controls(capsys: pytest.CaptureFixture[str]) -> None:
    print_error("a\x1b[2Jb\rc\nd")
    error_output = capsys.readouterr().err
    assert error_output.count("\n") == 1 and error_output.strip().isprintable()


# -- files from elsewhere --------------------------------------------------------------------------


@given(VALID_NAMES_STRATEGY, VALID_NAMES_STRATEGY)
def test_file_names_from_text_contain_no_path(first_name: str, other: str) -> None:
    rules = RuleSet(game="spades", preset="individual", name=sanitize_line(first_name, RULES_LENGTH))
    for name in (record_file("briscola", NOON_TIMESTAMP, (first_name, other)), rules_file(rules)):
        assert Path("folder", name).parent == Path("folder")
        assert not set(name) & set('/\\:*?"<>|\0') and not name.startswith((".", "~"))


@pytest.mark.slow
@given(
    VALID_NAMES_STRATEGY,
    st.dictionaries(st.sampled_from(["players", "played", "path", "../x", "id"]), TEXTS_STRATEGY, max_size=3),
)
def test_imported_match_stays_in_data_folder(
    home: Path, repository: MatchRepository, name: str, extra: dict[str, str]
) -> None:
    file = home / "given.tvr"
    record = msgspec.structs.replace(play_record(3), names=(name, "Bruno"), extra=extra)
    try:
        file.write_bytes(encode_record(record))
    except (msgspec.EncodeError, UnicodeEncodeError):  # no file can contain it
        return
    before = snapshot_outside_files(home)
    results = import_files(repository.archive, [file], NOON_TIMESTAMP)
    assert snapshot_outside_files(home) == before
    for match_id in results.match_ids:
        assert repository.load_match(match_id).record.names == record.names
        repository.delete_match(match_id)


def test_symbolic_link_is_read_and_never_written_through(home: Path) -> None:
    secret, link = home / "secret.txt", home / "link.tvrules"
    secret.write_bytes(dump_rules(RuleSet(game="spades", preset="individual", name="Bar Sport")))
    link.symlink_to(secret)
    before = secret.read_bytes()
    assert import_rule_set(link).name == "Bar Sport"
    assert secret.read_bytes() == before
