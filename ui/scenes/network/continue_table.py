"""Going back to a table over the network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.network.table_files import forget_seat
from game.text.gettext import _
from ui.app.context import AppContext
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.person_form import make_guest_name

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable


def continue_table(context: AppContext, table: KnownTable) -> None:
    """Connect to a table again; if this machine is its host and it does not run, start it."""
    person = make_guest_name(context, table.person or context.settings.display_name)

    def forget() -> None:
        removing = context.storage.submit(forget_seat, context.folders, table.invitation)
        context.tasks.submit(
            removing, lambda _result: context.notify(_("{name} was forgotten.").format(name=table.name))
        )

    context.scenes.push(
        ConnectDialog(
            context, context.scenes.top, person, on_failed=lambda _code, text: context.notify(text), known_table=table,
            on_forget=None if table.is_hosted else forget,
        )
    )  # fmt: skip
