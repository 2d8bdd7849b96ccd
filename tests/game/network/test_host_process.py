"""The command ``host`` as a player's program starts it, and what it refuses."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.match.record import decode_playable_record
from game.network.guest_client import ConnectionState
from game.network.host_faults import describe_fault, find_fault
from game.network.host_launcher import HostLaunch
from game.network.host_process import TableInvitation, run_table
from game.network.invitation import decode_invitation
from game.network.match_table import MAX_RETURN_S
from game.network.messages import Chat, Shown, TakeTurn
from game.network.remote_session import RemoteSession
from game.network.table import HostTable
from game.network.table_files import StoredTable, get_host_folders, open_seat_keys, open_tables
from game.session.messages import Answer, ChatLine, HostMessage, TransitionMessage
from game.shuffling.commitments import verify_record
from game.storage.files import StorageError, get_default_folders
from game.storage.matches import MatchRepository
from game.storage.network_files import NETWORK_FOLDER
from standalone.contents import PROJECT_FOLDER
from tests.fakes import make_folders
from tests.network.clients import Client, end_table, has_lobby, open_client, start_match, wait_until
from tests.network.example_clients import play_match
from tests.network.host import ONE_DEAL
from tests.network.processes import HostProcess
from tests.rows import check_rows

M = TypeVar("M")
STREAMS_HOOK = PROJECT_FOLDER / "standalone" / "streams.py"


def launch_table(seats: int) -> Client:
    """Return the client of the owner, in the lobby of a table that this program has launched."""
    launch = HostLaunch("Bar Sport", ONE_DEAL, seats)
    wait_until(lambda: launch.is_done)
    assert not launch.error
    client = open_client(launch.invitation, owner_key=launch.owner_key)
    wait_until(lambda: has_lobby(client))
    return client


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def press_ctrl_c_twice() -> None:
    press_ctrl_c()
    press_ctrl_c()


@pytest.mark.parametrize("press", [press_ctrl_c, press_ctrl_c_twice])
def test_ctrl_c_closes_the_table_where_the_loop_has_no_signal_handlers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, press: Callable[[], None]
) -> None:  # fmt: skip
    is_closed, closed = list[bool](), HostTable.close

    def refuse_handler(*_arguments: object) -> NoReturn:
        raise NotImplementedError  # as on Windows

    def note_close(table: HostTable) -> None:
        is_closed.append(True)
        closed(table)

    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", refuse_handler)
    monkeypatch.setattr(HostTable, "close", note_close)

    def open_table(rules: RuleSet | None) -> TableInvitation:
        opened = list[TableInvitation]()

        def stop(table: TableInvitation) -> None:
            opened.append(table)
            asyncio.get_running_loop().call_soon(press)

        run_table(
            make_folders(tmp_path), "Bar Sport", rules, 2, port=0, addresses=("127.0.0.1",), on_open=stop
        )  # fmt: skip
        return opened[0]

    first = open_table(ONE_DEAL)
    assert is_closed == [True]
    again = open_table(None)
    assert again.is_reopened and again.invitation == first.invitation


def test_error_while_the_table_is_open_closes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_closed = list[bool]()
    monkeypatch.setattr(HostTable, "close", lambda _table: is_closed.append(True))

    def fail(_table: TableInvitation) -> NoReturn:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_table(
            make_folders(tmp_path), "Bar Sport", ONE_DEAL, 2, port=0, addresses=("127.0.0.1",), on_open=fail
        )  # fmt: skip
    assert is_closed == [True]


@pytest.mark.slow
def test_launched_host_keeps_its_table_until_the_owner_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    client = launch_table(3)
    assert client.welcome is not None and client.welcome.is_owner and client.welcome.table == "Bar Sport"
    end_table(client)
    assert client.refusal == "ended"
    again = HostLaunch("Bar Sport", None, 0)
    wait_until(lambda: again.is_done)
    assert again.fault == "no_table", "an ended table cannot be opened again"
    assert again.error == "The table Bar Sport has ended."


@pytest.mark.slow
def test_launched_host_gives_the_reason_of_its_failure_without_words_of_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    folders = get_host_folders(get_default_folders())
    folders.prepare()
    with socket.socket() as listener:
        listener.bind(("0.0.0.0", 0))
        listener.listen()
        table = StoredTable(
            name="Bar Sport", rules=ONE_DEAL, seat_count=2, port=listener.getsockname()[1], secret="5e" * 16,
            owner_key="0f" * 32,
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


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_launched_host_does_not_wait_for_a_reader_of_its_warnings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    program, done = tmp_path / "host", tmp_path / "done"
    program.write_text(
        f"#!{sys.executable}\nimport pathlib, sys\nprint('invitation: tv1.AA\\nowner key: 0f', flush=True)\n"
        f"sys.stderr.write('a warning\\n' * 100_000)\npathlib.Path({str(done)!r}).touch()\n"
    )
    program.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(program))
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    assert launch.owner_key == "0f"
    wait_until(done.exists)


def make_frozen(monkeypatch: pytest.MonkeyPatch, program: Path, system: str = sys.platform) -> None:
    """Let this process be the standalone ``program``, a script, on ``system``."""
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    monkeypatch.setattr("sys.platform", system)


def write_script(path: Path, code: str) -> Path:
    path.write_text(f"#!{sys.executable}\nimport os, pathlib, sys\n{code}")
    path.chmod(0o700)
    return path


ANSWER = "print('invitation: tv1.AA\\nowner key: ' + {key}, flush=True)\n"
"""The answer of a host, with an expression for the key."""


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
@pytest.mark.parametrize("is_frozen", [True, False])
def test_launched_host_unpacks_its_own_files_where_there_are_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_frozen: bool
) -> None:
    key = "os.environ.get('PYINSTALLER_RESET_ENVIRONMENT', 'none')"
    program = write_script(tmp_path / "tavoloverde", ANSWER.format(key=key))
    monkeypatch.setattr("sys.executable", str(program))
    if is_frozen:
        make_frozen(monkeypatch, program)
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    assert launch.owner_key == ("1" if is_frozen else "none")
    assert "PYINSTALLER_RESET_ENVIRONMENT" not in os.environ


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
@pytest.mark.parametrize("has_console_program", [True, False])
def test_host_starts_on_windows_with_and_without_console_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_console_program: bool
) -> None:
    answer = ANSWER.format(key="pathlib.Path(sys.argv[0]).name + ' ' + str(len(sys.stdin.buffer.read()) > 10)")
    program = write_script(tmp_path / "tavoloverde.exe", answer)
    if has_console_program:
        write_script(tmp_path / "tavoloverde-console.exe", answer)
    make_frozen(monkeypatch, program, "win32")
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    name = "tavoloverde-console.exe" if has_console_program else "tavoloverde.exe"
    assert launch.owner_key == f"{name} True", "it has read the rules"


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_host_without_standard_streams_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"sys.stdin = sys.stdout = sys.stderr = None\nexec(pathlib.Path({str(STREAMS_HOOK)!r}).read_text())\n"
    code += "sys.stderr.write('a warning')\n"
    key = "str(len(sys.stdin.buffer.read()) > 10) + os.environ.get('TAVOLOVERDE_STREAMS', '')"
    make_frozen(monkeypatch, write_script(tmp_path / "tavoloverde", code + ANSWER.format(key=key)))
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    assert (launch.invitation, launch.owner_key) == ("tv1.AA", "True")


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_host_that_never_answers_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.network.host_launcher.START_TIMEOUT_S", 0.2)
    make_frozen(monkeypatch, write_script(tmp_path / "tavoloverde", "import threading\nthreading.Event().wait()\n"))
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    assert launch.error and not launch.owner_key


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_launch_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    make_frozen(monkeypatch, write_script(tmp_path / "tavoloverde", ANSWER.format(key="'0f'")))
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    assert launch.owner_key == "0f" and not list(folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("pause_s", [0.0, 0.02, 0.1])
def test_table_that_ends_at_the_start_leaves_nothing_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause_s: float
) -> None:
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    client = launch_table(2)
    client.start_match()
    time.sleep(pause_s)
    end_table(client)
    folders = get_host_folders(get_default_folders())
    document = open_tables(folders.data)
    wait_until(lambda: not document.read()[0].tables)
    repository = MatchRepository(folders, time.time)
    wait_until(lambda: not repository.list_unfinished_matches())
    repository.close()


@pytest.mark.slow
def test_repeated_commands_have_one_effect_after_the_host_was_killed(tmp_path: Path) -> None:
    host = HostProcess(tmp_path, RuleSet(game="spades", preset="individual", changes={"target": 200}), 2)
    client, bob = start_match(host.invitation, host.owner_key)
    news = list[HostMessage]()

    def read_news(kind: type[M]) -> list[M]:
        news.extend(client.news.popleft() for _number in range(len(client.news)))
        return [message for message in news if isinstance(message, kind)]

    def has_cards() -> bool:
        for person in (client, bob):
            person.send(Shown(revision=99))
        return any(message.dealt[0] for message in read_news(TransitionMessage))

    try:
        wait_until(has_cards)
        own_seat = client.lobby.your_seat if client.lobby is not None else None
        leave_text = f"{own_seat} leave"
        chat, leave = Chat(number=1, text="Good luck!"), TakeTurn(number=2, turn=(0, 0), action=leave_text)
        client.send(chat)
        client.send(leave)
        wait_until(lambda: len(read_news(Answer)) == 2)
        host.kill()
        wait_until(lambda: client.state is ConnectionState.LOST)
        host.start()
        wait_until(lambda: client.is_connected)
        client.send(chat)
        client.send(leave)
        client.send(TakeTurn(number=3, turn=(0, 0), action=leave_text))
        wait_until(lambda: 3 in [answer.number for answer in read_news(Answer)])
        answers = read_news(Answer)
        for number in (1, 2):
            reasons = [answer.reason for answer in answers if answer.number == number]
            assert reasons[1:] and not any(reasons), reasons
        assert all(answer.reason is not None for answer in answers if answer.number == 3), "a new command to leave"
        assert len(read_news(ChatLine)) == 1
    finally:
        bob.close()
        client.close()
        host.stop()


@pytest.mark.slow
def test_named_game_opens_a_new_table_once_the_match_is_over(tmp_path: Path) -> None:
    first = HostProcess(tmp_path, ONE_DEAL, 2)
    try:
        play_match(first, "Ann", "Bob")
    finally:
        first.stop()
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


@pytest.mark.slow
def test_person_who_was_away_gets_the_open_deal_of_a_host_that_was_killed_at_the_end(
    tmp_path: Path,
) -> None:
    host = HostProcess(tmp_path, ONE_DEAL, 2)
    keys = open_seat_keys(make_folders(tmp_path / "Bob"))
    ann, bob = start_match(host.invitation, host.owner_key, seat_keys=keys)
    sessions = [RemoteSession(client, time.monotonic) for client in (ann, bob)]

    def has_cards() -> bool:
        for session in sessions:
            session.update(is_idle=True)
        return all(session.observation.deal_number for session in sessions)

    wait_until(has_cards)
    bob.close()
    wait_until(lambda: bool(ann.away_seconds))
    ann.end_table()
    wait_until(lambda: bool(ann.finished_matches))
    ann.confirm_record(ann.finished_matches[0].data)
    wait_until(lambda: ann.state is ConnectionState.ENDED)
    assert ann.refusal == "ended" and host.is_alive
    host.kill()
    host.start()
    back = open_client(host.invitation, "Bob", seat_keys=keys)
    wait_until(lambda: bool(back.finished_matches))
    back.confirm_record(back.finished_matches[0].data)
    wait_until(lambda: back.state is ConnectionState.ENDED)
    assert back.refusal == "ended" and back.record == ann.record
    assert all(client.host_fault is None and not client.is_deal_unopened for client in (ann, back))
    proof = verify_record(decode_playable_record(back.record or b""))
    assert proof.problem is None and proof.verified_deal_count == 1
    wait_until(lambda: not host.is_alive, timeout_s=MAX_RETURN_S + 10.0)
    assert not open_tables(tmp_path / "data" / NETWORK_FOLDER).read()[0].tables
    assert not host.read_errors()


@pytest.mark.slow
def test_record_waits_for_a_person_who_was_away_while_the_host_is_killed_after_a_rematch(tmp_path: Path) -> None:
    host = HostProcess(tmp_path, ONE_DEAL, 2)
    keys = open_seat_keys(make_folders(tmp_path / "Bob"))
    ann, bob = start_match(host.invitation, host.owner_key, seat_keys=keys)
    bob.close()
    session = RemoteSession(ann, time.monotonic)
    wait_until(lambda: bool(ann.away_seconds))
    ann.let_computer_play(next(iter(ann.away_seconds)))

    def play_on() -> bool:
        session.update(is_idle=True)
        if session.is_your_turn:
            session.act(session.observation.legal_actions[0])
        elif session.course.is_between_deals:
            session.course.start_next_deal()
        return ann.record is not None

    wait_until(play_on, timeout_s=90.0)
    ann.confirm_record(ann.finished_matches[0].data)
    ann.play_again()
    wait_until(lambda: ann.welcome is not None and ann.welcome.match == 2)
    host.kill()
    host.start()
    back = open_client(host.invitation, "Bob", seat_keys=keys)
    wait_until(lambda: bool(back.finished_matches))
    back.confirm_record(back.finished_matches[0].data)
    wait_until(lambda: back.welcome is not None and back.welcome.match == 2)
    assert [match.data for match in back.finished_matches] == [match.data for match in ann.finished_matches]
    assert len(back.finished_matches) == 1 and back.host_fault is None
    for client in (ann, back):
        client.close()
    host.kill()
    assert not host.read_errors()
