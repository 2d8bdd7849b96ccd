"""Going back to a table over the network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.network.table_files import forget_seat, forget_table
from game.text.gettext import _
from ui.app.context import AppContext
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.person_form import make_guest_name

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable


def continue_table(context: AppContext, table: KnownTable) -> None:
    """Connect to a table again; if this machine is its host and it does not run, start it."""
    person = make_guest_name(context, table.person or context.settings.display_name)

    def fail(_code: str, text: str) -> None:
        """Tell that the table has ended, or that the person has no seat there; then nothing leads back to it."""
        context.storage.submit(forget_seat, context.folders, table.invitation)
        context.notify(text)

    def forget() -> None:
        removing = context.storage.submit(forget_table, context.folders, table.invitation)
        context.tasks.submit(
            removing, lambda _result: context.notify(_("Table forgotten: {name}").format(name=table.name))
        )

    context.scenes.push(
        ConnectDialog(
            context, context.scenes.top, person, on_failed=fail, known_table=table, on_forget=forget,
        )
    )  # fmt: skip
