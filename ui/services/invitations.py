"""Copying the invitation to a table over the network."""

from __future__ import annotations

from functools import partial

import msgspec
from pygame_gui.core.utility import clipboard_copy

from game.network.addresses import list_own_addresses
from game.network.invitation import MAX_ADDRESSES, Invitation, encode_invitation
from game.text.gettext import _
from ui.app.context import AppContext


def copy_invitation(context: AppContext, invitation: Invitation, *, is_hosted_here: bool) -> None:
    """Copy an invitation; of a host at this machine, with the addresses that the machine has now."""
    if is_hosted_here:
        reading = context.storage.submit(list_own_addresses)
        context.tasks.submit(reading, partial(_copy, context, invitation))
    else:
        _copy(context, invitation, invitation.addresses)


def _copy(context: AppContext, invitation: Invitation, addresses: tuple[str, ...]) -> None:
    clipboard_copy(encode_invitation(msgspec.structs.replace(invitation, addresses=addresses[:MAX_ADDRESSES])))
    context.notify(_("Invitation copied."))
