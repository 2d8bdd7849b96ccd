"""Reading the tables of this machine without loading the network where there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.storage.files import Folders
from game.storage.network_files import has_network_tables
from game.text.formatting import join_with_and
from game.text.gettext import _

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable


def read_known_tables(folders: Folders) -> tuple[KnownTable, ...]:
    """Return the tables over the network of this machine, the latest first. Raise StorageError."""
    if not has_network_tables(folders):
        return ()
    from game.network.known_tables import list_known_tables

    return list_known_tables(folders)


def describe_known_table(table: KnownTable) -> str:
    """Return a line on the person's part in a table, and the other people."""
    if table.others:
        return _("With {names}").format(names=join_with_and(table.others))
    return _("Your table.") if table.is_hosted else _("You have a seat.")
