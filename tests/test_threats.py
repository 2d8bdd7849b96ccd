"""What docs/threats.md promises: text is text, files stay where they are put, nothing is fetched or run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.console import complain
from game.house_rules import NAME_LENGTH as RULES_LENGTH
from game.house_rules import RuleSet
from game.house_rules import dump as dump_rules
from game.record import NAME_LENGTH, RecordError, dump, load
from game.store.database import TABLES
from game.store.files import StorageError
from game.store.journal import Journal
from game.store.rules import file_name as rules_file
from game.store.rules import import_rules
from game.store.transcript import Transcript
from game.store.tvr import file_name as record_file
from game.store.tvr import import_files
from game.text import clean, is_name
from tests.game.store.test_storage import folders_below, played
from tests.game.test_text import ANY
from tests.source import PROGRAM, calls, each, files, imports, tree, within

NOON: Final = 1_700_000_000.0
NET: Final = (
    "socket", "socketserver", "ssl", "urllib", "http", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc",
    "asyncio", "webbrowser", "requests", "httpx", "aiohttp",
)  # fmt: skip
PROCESSES: Final = {"ui/dialogs.py"}
"""Where programs of the system are started."""
READS_MARKUP: Final = ("UITextBox", "UITextEntryBox", "UIMessageWindow", "UIConfirmationDialog", "UITooltip", "HTML")
"""What of pygame-gui takes its text for HTML."""
HOSTILE: Final = (
    "'; DROP TABLE matches;--", "x' OR '1'='1", "../../outside", "..\\..\\outside", "/etc/outside", "C:outside", "..",
    "<b>fat</b>", "<a href=x>", "&lt;", "%s %(x)s", "{0.__class__}", "{name}", "$(outside)", "`outside`", "=1+1",
    "CON", "~", "a/../b", "pygame-gui.Cancel",
)  # fmt: skip
TEXTS: Final = st.one_of(st.sampled_from(HOSTILE), ANY)
NAMES: Final = TEXTS.map(lambda text: clean(text, NAME_LENGTH)).filter(lambda text: is_name(text, NAME_LENGTH))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("threats")


@pytest.fixture(scope="module")
def journal(home: Path) -> Iterator[Journal]:
    """One journal for all: whatever one text does to it, the next would find."""
    one = Journal(folders_below(home / "within"), lambda: NOON)
    one.database.execute("PRAGMA synchronous = OFF")
    yield one
    one.close()


def outside(home: Path) -> set[Path]:
    """All that lies beside the program's own folder."""
    return {path for path in home.rglob("*") if not path.is_relative_to(home / "within")}


# -- nothing is fetched, run or unpickled ----------------------------------------------------------


@each(PROGRAM)
def test_nothing_is_fetched(path: Path) -> None:
    assert not [name for name in imports(path) if within(name, *NET)]


@each(PROGRAM)
def test_no_shell_is_started_and_programs_only_where_files_are_chosen(path: Path) -> None:
    if path.relative_to(PROGRAM[-1].parent).as_posix() not in PROCESSES:
        assert not [name for name in imports(path) if within(name, "subprocess", "pty")]
    assert not [call for on, call, _node in calls(path) if on == "os" and re.match("system|popen|exec|spawn", call)]
    assert not [node for _on, _call, node in calls(path) if any(one.arg == "shell" for one in node.keywords)]


@each([*files("game", "ui", "assets", "tools")])
def test_arrays_are_read_without_pickles(path: Path) -> None:
    """That numpy unpickles nothing is what it does unless it is told otherwise."""
    assert not [node for _on, _call, node in calls(path) if any(one.arg == "allow_pickle" for one in node.keywords)]


# -- the database ----------------------------------------------------------------------------------


@pytest.mark.slow
@given(NAMES, st.dictionaries(TEXTS.filter(lambda key: key.isprintable()), TEXTS.filter(str.isprintable), max_size=2))
def test_the_database_gives_back_any_text_as_it_was(journal: Journal, name: str, kept: dict[str, str]) -> None:
    before = len(journal.unfinished())
    record = msgspec.structs.replace(played(3), names=(name, "Bruno"))
    match_id = journal.create(record, ("you", "club"), 1, kept)
    journal.sit_down(((name, "red"),))
    held = journal.load(match_id)
    assert (held.record.names, held.extra) == (record.names, kept)
    assert len(journal.unfinished()) == before + 1
    tables = journal.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    assert {row[0] for row in tables} >= set(TABLES)
    journal.delete(match_id)


# -- the window and the lines ----------------------------------------------------------------------


@pytest.mark.slow
@each(files("ui"))
def test_no_widget_that_reads_markup_is_used(path: Path) -> None:
    """A name with <b> in it is a name with <b> in it."""
    words = {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}
    words |= {name.split(".")[-1] for name in imports(path)}
    words |= {alias.name for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not [word for word in words if word.startswith(READS_MARKUP)]
    keywords = {one.arg for _on, _call, node in calls(path) for one in node.keywords}
    assert not keywords & {"tool_tip_text", "html_text"}


@given(TEXTS)
def test_whatever_is_said_is_one_line_of_seen_signs(text: str) -> None:
    """Neither the terminal nor a reader is sent a sign that does something."""
    lines: list[str] = []

    def put(line: str) -> OSError | None:
        lines.append(line)
        return None

    one = Transcript(put, "said")
    one.say(text)
    one.close()
    assert len(lines) == 1 and lines[0].isprintable()


def test_what_the_terminal_is_told_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\x1b[2Jb\rc\nd")
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and told.strip().isprintable()


# -- files from elsewhere --------------------------------------------------------------------------


@given(NAMES, NAMES)
def test_a_file_is_called_by_a_name_and_never_by_a_way(one: str, other: str) -> None:
    """Whoever is called ../../x is in a file that lies where it was to lie."""
    rules = RuleSet(game="spades", preset="individual", name=clean(one, RULES_LENGTH))
    for name in (record_file("briscola", NOON, (one, other)), rules_file(rules)):
        assert Path("folder", name).parent == Path("folder")
        assert not set(name) & set('/\\:*?"<>|\0') and not name.startswith((".", "~"))


@pytest.mark.slow
@given(NAMES, st.dictionaries(st.sampled_from(["players", "played", "path", "../x", "id"]), TEXTS, max_size=3))
def test_a_match_from_elsewhere_stays_in_the_data_folder(
    home: Path, journal: Journal, name: str, extra: dict[str, str]
) -> None:
    file = home / "given.tvr"
    record = msgspec.structs.replace(played(3), names=(name, "Bruno"), extra=extra)
    try:
        file.write_bytes(dump(record))
    except (msgspec.EncodeError, UnicodeEncodeError):  # what no file can hold
        return
    before = outside(home)
    found = import_files(journal.archive, [file], NOON)
    assert outside(home) == before
    for match_id in found.matches:
        assert journal.load(match_id).record.names == record.names
        journal.delete(match_id)


@pytest.mark.slow
@given(st.binary(max_size=200) | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_file_does_more_than_be_refused(home: Path, data: bytes) -> None:
    file = home / "given.tvrules"
    file.write_bytes(data)
    before = outside(home)
    with pytest.raises(RecordError) as fault:
        load(data)
    assert str(fault.value).isprintable()
    with pytest.raises(StorageError) as refused:
        import_rules(file)
    assert str(refused.value).isprintable()
    assert outside(home) == before


def test_a_link_among_the_files_is_read_and_never_written_through(home: Path) -> None:
    secret, link = home / "secret.txt", home / "link.tvrules"
    secret.write_bytes(dump_rules(RuleSet(game="spades", preset="individual", name="Bar Sport")))
    link.symlink_to(secret)
    before = secret.read_bytes()
    assert import_rules(link).name == "Bar Sport"
    assert secret.read_bytes() == before
