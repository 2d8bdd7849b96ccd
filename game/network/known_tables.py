"""The tables over the network to which this machine can go back: those that it hosts, and those with a seat of it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.core.messages import InputError
from game.core.sanitizer import sanitize_line
from game.network.addresses import list_own_addresses
from game.network.certificate import load_server_context
from game.network.invitation import Invitation, decode_invitation
from game.network.messages import MAX_NAME_CHARACTERS, LobbySeat
from game.network.names import get_seat_keys_path, get_tables_path
from game.network.table_files import (
    GuestSeat,
    LastView,
    get_host_folders,
    get_place,
    get_running_lock_path,
    open_seat_keys,
    open_tables,
)
from game.rules import GAMES
from game.session.encoding import MessageDecoder, MessageError
from game.storage.archive import MatchListEntry
from game.storage.files import Folders
from game.storage.locks import is_locked
from game.text.formatting import join_with_and
from game.text.gettext import _


class KnownTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of this machine.

    ``id``: see `get_place`. ``name``: of the table; ``game``: its id, "" if it is not known; ``person``: the name at
    the seat, "" without one; ``people``: all people of the match; ``view``: the match as it was last shown, None
    before it is known. ``owner_key``: of a table that this machine hosts, else "". ``has_phones``: whether that table
    serves browsers; ``is_running``: whether its host runs. ``updated_at``: when its match was last shown,
    or else the file that names it was written, in seconds since 1970.
    """

    id: str
    name: str
    invitation: Invitation
    game: str = ""
    person: str = ""
    people: tuple[LobbySeat, ...] = ()
    view: LastView | None = None
    owner_key: str = ""
    has_phones: bool = False
    is_running: bool = False
    updated_at: float = 0.0

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the other people."""
        names = (sanitize_line(person.name, MAX_NAME_CHARACTERS) for person in self.people)
        return tuple(name for name in names if name != self.person)

    @property
    def is_hosted(self) -> bool:
        """Whether this machine is the host."""
        return bool(self.owner_key)

    def describe(self) -> str:
        """Return a line: the game, and the other people or else the person's part, as far as they are known."""
        text = _("Your table.") if self.is_hosted else _("You have a seat.")
        if self.others:
            text = _("With {names}").format(names=join_with_and(self.others))
        game = GAMES.get(self.game)
        return text if game is None else f"{_(game.title)} · {text}"

    def make_entry(self, number: int = 0) -> MatchListEntry | None:
        """Return the match as it was last shown, with ``number`` as its id; None if it is not known."""
        if self.view is None:
            return None
        players, observation = self.view.players, self.view.observation
        return MatchListEntry(
            id=number, game_id=observation.game_id, names=tuple(player.name for player in players),
            player_kinds=tuple(player.kind for player in players), started_at=0.0, updated_at=self.updated_at,
            is_networked=True, is_unfinished=True, totals=observation.totals, observation=observation,
            finished_deals=max(0, observation.deal_number - (observation.result is None)),
        )  # fmt: skip


def list_known_tables(folders: Folders) -> tuple[KnownTable, ...]:
    """Return the tables that have not ended, as far as is known, the latest first.

    A seat at a table of this machine that is no longer stored is left out: that table has ended. Raise StorageError if
    a file cannot be read.
    """
    hosted_tables, fingerprint = _list_hosted_tables(folders)
    tables = {table.id: table for table in hosted_tables}
    path = get_seat_keys_path(folders)
    for seat in open_seat_keys(folders).read()[0].seats.values() if path.exists() else ():
        try:
            invitation = decode_invitation(seat.invitation)
        except InputError:
            continue
        table_id = get_place(invitation)
        if invitation.fingerprint == fingerprint and table_id not in tables:
            continue
        hosted = tables.pop(table_id, None)
        tables[table_id] = KnownTable(
            id=table_id, name=seat.table, game=seat.game,
            invitation=invitation if hosted is None else hosted.invitation,
            person=seat.name, people=seat.people, view=_decode_view(seat),
            owner_key="" if hosted is None else hosted.owner_key,
            has_phones=hosted is not None and hosted.has_phones,
            is_running=hosted is not None and hosted.is_running, updated_at=seat.updated_at or path.stat().st_mtime,
        )  # fmt: skip
    latest_first = list(reversed(tables.values()))
    return tuple(sorted(latest_first, key=lambda table: table.updated_at, reverse=True))


def _decode_view(seat: GuestSeat) -> LastView | None:
    """Return the match of a seat as it was last shown, None if it is not known or of another version."""
    game = GAMES.get(seat.game)
    if game is None or seat.view is None:
        return None
    try:
        return MessageDecoder(game).decode(msgspec.json.encode(seat.view), LastView)
    except MessageError:
        return None


def _list_hosted_tables(folders: Folders) -> tuple[list[KnownTable], bytes]:
    """Return the tables that this machine hosts, and the fingerprint of its host.

    The fingerprint is b"" if the tables are unknown.
    """
    path, host_data = get_tables_path(folders), get_host_folders(folders).data
    if not path.exists():
        return [], b""
    stored, notice = open_tables(host_data).read()
    if notice is not None:
        return [], b""
    opened = [table for table in stored.tables.values() if table.port and not table.is_ended]
    _context, fingerprint = load_server_context(host_data)
    addresses = list_own_addresses()
    tables = []
    for table in opened:
        invitation = Invitation(addresses, table.port, fingerprint, bytes.fromhex(table.secret))
        tables.append(
            KnownTable(
                id=get_place(invitation), name=table.name, game=table.rules.game, invitation=invitation,
                owner_key=table.owner_key, has_phones=bool(table.browser_port),
                is_running=_is_running(host_data, table.port), updated_at=path.stat().st_mtime,
            )
        )  # fmt: skip
    return tables, fingerprint


def _is_running(host_data: Path, port: int) -> bool:
    """Return whether the host of the table at a port runs; False where files cannot be locked."""
    try:
        return is_locked(get_running_lock_path(host_data, port))
    except OSError:
        return False
