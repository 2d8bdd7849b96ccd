"""A host process: one table with its storage, its computer players and its server, until it ends."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import Final

import msgspec

from game.ai.client import AIClient
from game.core.struct_types import prepare_struct_types
from game.match.house_rules import RuleSet
from game.network.addresses import list_own_addresses
from game.network.certificate import load_server_context
from game.network.host_faults import HostStartError, find_fault
from game.network.invitation import SECRET_BYTES, Endpoint, encode_invitation
from game.network.messages import Ways
from game.network.reach import HostReach, HostWays
from game.network.server import TableServer
from game.network.sleep_inhibitor import SleepInhibitor, inhibit_sleep_while
from game.network.stop_signals import handling_stop_signals
from game.network.table import KEY_BYTES, HostTable
from game.network.table_files import (
    StoredTable,
    StoredTables,
    get_host_folders,
    get_running_lock_path,
    open_tables,
)
from game.session.awake_clock import read_awake_clock
from game.session.host import HostServices
from game.storage.archive import Archive
from game.storage.files import Folders, StorageError
from game.storage.json_documents import JsonDocument
from game.storage.locks import hold_lock
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from game.text.gettext import SOURCE_LANGUAGE, _, set_language
from game.workers.worker_process import WorkerProcess

MOVE_TIME_LIMIT_MS: Final = 1000
LOCK_TIMEOUT_S: Final = 1.0
"""The time in which a window that looks whether the host runs lets go of the lock, in seconds."""
WORKER_NAME: Final = "players of the host"

_log = logging.getLogger(__name__)


class TableInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """The invitation of an open table, for everybody, and the key that makes a guest its owner.

    ``phones``: the link for browsers on this network, "" if they are not served.
    """

    invitation: str
    phones: str
    owner_key: str
    is_reopened: bool


def run_table(
    folders: Folders,
    name: str,
    rules: RuleSet | None,
    seat_count: int,
    *,
    level: str = "",
    port: int,
    addresses: tuple[str, ...],
    endpoints: tuple[Endpoint, ...] = (),
    ways: HostWays | None = None,
    on_open: Callable[[TableInvitation], None],
) -> None:
    """Open the table called ``name``, or continue it, and serve it until it ends or the process is told to stop.

    ``rules``: None if the table must exist; with rules, a new table takes the place of one whose match is over.
    ``level``: of the computer players who take empty seats, "" for that of the game. ``port``: 0 chooses one, or the
    earlier one of the table. ``addresses``, ``endpoints``: at most `MAX_ADDRESSES` and `MAX_OUTER_ENDPOINTS`, in place
    of the addresses of this machine. ``ways``: the parts that open other ways to the table. Raise StorageError.
    """
    prepare_struct_types()
    host_folders = get_host_folders(folders)
    host_folders.prepare()
    document = open_tables(host_folders.data)
    tables, notice = document.read()
    earlier = tables.tables.get(name)
    if earlier is not None and earlier.is_ended and (rules is not None or earlier.match_id is None):
        earlier = None
    if earlier is None and rules is None:
        text = _("There's no table called {name}. Name a game to open one.").format(name=name)
        raise HostStartError("no_table", text) if notice is None else HostStartError("damaged", notice.text)
    table = earlier or _make_table(name, rules, seat_count, level)
    # The texts of computer players travel in English; each guest's program translates them.
    set_language(SOURCE_LANGUAGE)
    with closing(StorageThread(host_folders, time.time, read_awake_clock)) as storage:
        storage.opening.result()
        if notice is None:  # else the tables are unknown
            give_up_lost_matches(storage, document)
        worker = WorkerProcess(WORKER_NAME, niceness=0)
        try:
            services: HostServices = {
                "storage": storage, "ai_client": AIClient(worker, MOVE_TIME_LIMIT_MS), "clock": read_awake_clock,
            }  # fmt: skip

            def store(stored: StoredTable) -> Future[object]:
                return storage.submit(document.update, lambda old: old.with_table(stored))

            saved = None if table.match_id is None else _open_match(storage, table.match_id)
            if rules is not None and saved is not None and (saved.is_given_up or saved.record.replay().is_over):
                storage.call(MatchRepository.release_match, saved.id)
                table, saved = _make_table(name, rules, seat_count, level, table.port), None
            host_table = HostTable(table, services, store)
            if saved is not None:
                host_table.resume(saved, _open_earlier_matches(storage, table))
            context, fingerprint = load_server_context(host_folders.data)
            server = TableServer(host_table, context, read_awake_clock)

            async def serve() -> None:
                open_port = server.listen(port or table.port)
                with suppress(OSError):  # where files cannot be locked, no menu knows that the host runs
                    running.enter_context(
                        hold_lock(get_running_lock_path(host_folders.data, open_port), LOCK_TIMEOUT_S)
                    )
                host_table.stored = msgspec.structs.replace(host_table.stored, port=open_port)
                store(host_table.stored).result()
                has_fixed_addresses = bool(addresses or endpoints)
                reach = HostReach(addresses if has_fixed_addresses else list_own_addresses(), open_port)
                reach.endpoints = endpoints

                def encode_present_invitation() -> str:
                    return encode_invitation(reach.make_invitation(fingerprint, bytes.fromhex(table.secret)))

                def tell_ways() -> None:
                    host_table.tell_ways(Ways(invitation=encode_present_invitation()), reach.message)

                reach.on_change = tell_ways
                server.on_guest_from_outside = partial(reach.report, is_reached=True)
                courses = [inhibit_sleep_while(lambda: host_table.is_deal_played, SleepInhibitor())]
                courses += [way.run(host_table, server, reach) for way in ways or () if way is not None]
                if not has_fixed_addresses:
                    courses.append(reach.watch_addresses())
                tasks = [asyncio.create_task(course) for course in courses]
                # A relay has its place in the invitation from the start, and browsers have their link.
                await asyncio.sleep(0)
                tell_ways()
                invitation = encode_present_invitation()
                on_open(
                    TableInvitation(
                        invitation=invitation, phones=reach.message.phones, owner_key=table.owner_key,
                        is_reopened=table is earlier,
                    )
                )  # fmt: skip
                await server.run()
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)  # a second cancellation could keep a way from closing

            runner = asyncio.Runner()
            with handling_stop_signals(runner.get_loop(), server.stop):
                try:
                    with ExitStack() as running, runner:
                        runner.run(serve())
                    if host_table.is_ended:
                        # Afterwards a new match is stored for certain, so that `close` can give it up.
                        storage.submit(document.update, lambda old: old.without_table(host_table.stored)).result()
                finally:
                    host_table.close()
        finally:
            worker.close()
            worker.join(2.0)


def _open_match(storage: StorageThread, match_id: int) -> SavedMatch:
    try:
        return storage.call(MatchRepository.open_match, match_id).result()
    except StorageError as error:
        raise HostStartError(find_fault(error, "no_match"), str(error)) from error


def _open_earlier_matches(storage: StorageThread, table: StoredTable) -> list[SavedMatch]:
    """Return the matches whose records somebody has not received, without those that cannot be read."""
    matches = list[SavedMatch]()
    for earlier in table.earlier_matches:
        try:
            matches.append(storage.call(MatchRepository.open_match, earlier.match_id).result())
        except StorageError as error:
            _log.warning("match %d of a table cannot be read: %s", earlier.number, error)
    return matches


def _make_table(name: str, rules: RuleSet | None, seat_count: int, level: str, port: int = 0) -> StoredTable:
    assert rules is not None
    return StoredTable(
        name=name, rules=rules, seat_count=seat_count, port=port, secret=secrets.token_hex(SECRET_BYTES),
        owner_key=secrets.token_hex(KEY_BYTES), level=level,
    )  # fmt: skip


def give_up_lost_matches(storage: StorageThread, document: JsonDocument[StoredTables]) -> None:
    """Give up unfinished matches that belong to no stored table. Raise StorageError."""
    matches = storage.submit_to_archive(Archive.list_unfinished_matches).result()
    tables, _notice = document.read()  # later than the list: a host stores its table before it releases the match
    known_ids = {table.match_id for table in tables.tables.values()}
    for match in matches:
        if match.id not in known_ids and not match.is_open_elsewhere:
            storage.call(MatchRepository.give_up_match, match.id).result()
