"""Copying the links to a table over the network."""

from __future__ import annotations

from pygame_gui.core.utility import clipboard_copy

from game.network.invitation import Invitation, format_invitation_link
from game.text.gettext import _
from ui.app.context import AppContext


def copy_invitation(context: AppContext, invitation: Invitation) -> None:
    """Copy the link of an invitation."""
    clipboard_copy(format_invitation_link(invitation))
    context.notify(_("Link copied. Send it to your friends."))


def copy_phones_link(context: AppContext, link: str) -> None:
    """Copy the link for browsers on this network."""
    clipboard_copy(link)
    context.notify(_("Link copied. Open it in a browser on this network."))
