"""The command ``host`` as a player's program starts it, and what it refuses."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, NoReturn

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.network.host_faults import describe_fault, find_fault
from game.network.host_launcher import HostLaunch
from game.network.host_process import TableInvitation, run_table
from game.network.invitation import decode_invitation
from game.network.known_tables import list_known_tables
from game.network.table import HostTable
from game.network.table_files import StoredTable, get_host_folders, open_tables
from game.storage.files import StorageError, get_default_folders
from standalone.contents import PROJECT_FOLDER
from tests.fakes import make_folders
from tests.network.clients import end_table, has_lobby, open_client, wait_until
from tests.network.host import ONE_DEAL, OWNER_KEY, SECRET, TWO_DEALS
from tests.network.processes import HostProcess, play_example_match
from tests.rows import check_rows

STREAMS_HOOK = PROJECT_FOLDER / "standalone" / "streams.py"


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def press_ctrl_c_twice() -> None:
    press_ctrl_c()
    press_ctrl_c()


@pytest.mark.parametrize("press", [press_ctrl_c, press_ctrl_c_twice])
def test_ctrl_c_closes_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, press: Callable[[], None]
) -> None:  # fmt: skip
    is_closed, closed = list[bool](), HostTable.close

    def note_close(table: HostTable) -> None:
        is_closed.append(True)
        closed(table)

    monkeypatch.setattr(HostTable, "close", note_close)

    def open_table(rules: RuleSet | None) -> TableInvitation:
        opened = list[TableInvitation]()

        def stop(table: TableInvitation) -> None:
            opened.append(table)
            assert [known.is_running for known in list_known_tables(make_folders(tmp_path))] == [True]
            asyncio.get_running_loop().call_soon(press)

        run_table(make_folders(tmp_path), "Bar Sport", rules, 2, port=0, addresses=("127.0.0.1",), on_open=stop)
        return opened[0]

    first = open_table(ONE_DEAL)
    assert is_closed == [True]
    again = open_table(None)
    assert again.is_reopened and again.invitation == first.invitation


@pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows gets no signals")
def test_table_that_ends_is_not_kept_by_a_process_that_is_told_to_stop_meanwhile(tmp_path: Path) -> None:
    host = HostProcess(tmp_path, ONE_DEAL, 2)
    owner = open_client(host.invitation, owner_key=host.owner_key)
    wait_until(lambda: has_lobby(owner))
    end_table(owner)
    while host.is_alive:
        os.kill(host.pid, signal.SIGTERM)
    assert host.stop() in (0, -signal.SIGTERM) and not host.read_errors()
    tables, _notice = open_tables(get_host_folders(make_folders(tmp_path)).data).read()
    assert not tables.tables


def test_error_while_the_table_is_open_closes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_closed = list[bool]()
    monkeypatch.setattr(HostTable, "close", lambda _table: is_closed.append(True))

    def fail(_table: TableInvitation) -> NoReturn:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_table(make_folders(tmp_path), "Bar Sport", ONE_DEAL, 2, port=0, addresses=("127.0.0.1",), on_open=fail)
    assert is_closed == [True]


@pytest.mark.slow
def test_launched_host_gives_the_reason_of_its_failure_without_words_of_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    folders = get_host_folders(get_default_folders())
    folders.prepare()
    assert launch_and_fail() == "no_table"
    with socket.socket() as listener:
        listener.bind(("0.0.0.0", 0))
        listener.listen()
        table = StoredTable(
            name="Bar Sport", rules=ONE_DEAL, seat_count=2, port=listener.getsockname()[1], secret=SECRET,
            owner_key=OWNER_KEY,
        )  # fmt: skip
        open_tables(folders.data).update(lambda tables: tables.with_table(table))
        assert launch_and_fail() == "port_taken"
    lost_match = msgspec.structs.replace(table, match_id=77)
    open_tables(folders.data).update(lambda tables: tables.with_table(lost_match))
    assert launch_and_fail() == "no_match"
    open_tables(folders.data).path.write_text("[", encoding="utf-8")
    assert launch_and_fail() == "damaged"


def launch_and_fail() -> str:
    """Continue the table and return the code of the fault; its line is one of the window."""
    launch = HostLaunch("Bar Sport", None, 0)
    wait_until(lambda: launch.is_done)
    assert not launch.owner_key and not launch.invitation
    assert launch.error == describe_fault(launch.fault, "Bar Sport") and "tavoloverde" not in launch.error
    return launch.fault


@check_rows(
    ("cause", "fault"),
    [
        (OSError(errno.ENOSPC, ""), "disk_full"), (OSError(errno.EROFS, ""), "not_permitted"),
        (TimeoutError(), "in_use"), (OSError(errno.EIO, ""), "unknown"), (ValueError(), "unknown"),
    ],
)  # fmt: skip
def test_fault_of_a_host_follows_from_the_error_of_the_system(cause: Exception, fault: str) -> None:
    error = StorageError("a file: a reason")
    error.__cause__ = cause
    assert find_fault(error) == fault


# -- how the program starts a host

ANSWER = "print('invitation: tv2.AA\\nowner key: ' + {key}, flush=True)\n"
"""The answer of a host, with an expression for the key."""
RULES_ARE_READ = "str(len(sys.stdin.buffer.read()) > 10)"
NO_STREAMS = (
    f"sys.stdin = sys.stdout = sys.stderr = None\nexec(pathlib.Path({str(STREAMS_HOOK)!r}).read_text())\n"
    "sys.stderr.write('a warning')\n"
)
RESET = "os.environ.get('PYINSTALLER_RESET_ENVIRONMENT', 'none')"
NAME_AND_RULES = f"pathlib.Path(sys.argv[0]).name + ' ' + {RULES_ARE_READ}"
CONSOLE = "tavoloverde-console.exe"


class Launched(NamedTuple):
    """A standalone program on a system, "" for none: its name, other programs beside it, and what a host does."""

    system: str
    code: str
    name: str = "tavoloverde"
    others: tuple[str, ...] = ()


def launch_script(home: Path, monkeypatch: pytest.MonkeyPatch, launched: Launched) -> HostLaunch:
    """Return the launch of a host by a program that is a script, and check that it leaves no file behind."""
    for name in (launched.name, *launched.others):
        (home / name).write_text(f"#!{sys.executable}\nimport os, pathlib, sys, threading\n{launched.code}")
        (home / name).chmod(0o700)
    (home / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(home / "temporary"))
    monkeypatch.setattr("sys.executable", str(home / launched.name))
    if launched.system:
        monkeypatch.setattr("sys.frozen", True, raising=False)
        monkeypatch.setattr("sys.platform", launched.system)
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    assert not list((home / "temporary").iterdir())
    return launch


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
@pytest.mark.parametrize(
    ("launched", "owner_key"),
    [
        (Launched("win32", ANSWER.format(key=NAME_AND_RULES), "tavoloverde.exe"), "tavoloverde.exe True"),
        (Launched("win32", ANSWER.format(key=NAME_AND_RULES), "tavoloverde.exe", (CONSOLE,)), f"{CONSOLE} True"),
        (Launched("", ANSWER.format(key=RESET)), "none"),
        (Launched(sys.platform, ANSWER.format(key=RESET)), "1"),
        (Launched(sys.platform, NO_STREAMS + ANSWER.format(key=RULES_ARE_READ)), "True"),
    ],
    ids=["Windows", "Windows with a console program", "sources", "files of its own", "no streams"],
)
def test_launched_host_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, launched: Launched, owner_key: str
) -> None:
    launch = launch_script(tmp_path, monkeypatch, launched)
    assert (launch.invitation, launch.owner_key) == ("tv2.AA", owner_key)
    assert "PYINSTALLER_RESET_ENVIRONMENT" not in os.environ


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_launched_host_does_not_wait_for_a_reader_of_its_warnings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = tmp_path / "done"
    code = f"sys.stderr.write('a warning\\n' * 100_000)\npathlib.Path({str(done)!r}).touch()\n"
    assert launch_script(tmp_path, monkeypatch, Launched("", ANSWER.format(key="'0f'") + code)).owner_key == "0f"
    wait_until(done.exists)


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_host_that_never_answers_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.network.host_launcher.START_TIMEOUT_S", 0.2)
    launch = launch_script(tmp_path, monkeypatch, Launched(sys.platform, "threading.Event().wait()\n"))
    assert launch.error and not launch.owner_key


@pytest.mark.slow
def test_named_game_opens_a_new_table_once_the_match_is_over(tmp_path: Path) -> None:
    """Two programs written from the protocol play the first match."""
    first = HostProcess(tmp_path, TWO_DEALS, 2)
    try:
        ends = play_example_match(first, "Ann", "Zoe")
    finally:
        first.stop()
    assert ends[0] == ends[1] and re.fullmatch(r"totals: (2 \d|\d 2)", ends[0])
    again = HostProcess(tmp_path, None, 2)
    again.stop()
    assert again.invitation == first.invitation, "the finished table"
    other = HostProcess(tmp_path, ONE_DEAL, 2)
    try:
        old, new = decode_invitation(first.invitation), decode_invitation(other.invitation)
        assert old.secret != new.secret and other.owner_key != first.owner_key
        assert (old.port, old.fingerprint) == (new.port, new.fingerprint)
        client = open_client(new)
        wait_until(lambda: has_lobby(client))
        client.close()
    finally:
        other.stop()
