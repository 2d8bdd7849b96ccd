"""The ways by which people can reach a table that this window opens, which the settings keep."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from game.network.host_launcher import LaunchedWays
from game.network.invitation import parse_endpoint
from game.network.names import DEFAULT_RELAY_PORT
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.settings import MAX_RELAY_CHARACTERS
from ui.scenes.network.person_form import ErrorField
from ui.scenes.page import Page
from ui.widgets.controls import Switch
from ui.widgets.fields import Field, Widget
from ui.widgets.nodes import Node


def list_launched_ways(context: AppContext) -> LaunchedWays:
    """Return the ways of the settings; none where the window sends nothing by itself."""
    settings = context.settings
    if context.environment.make_search is None:
        return LaunchedWays()
    address, _blank, word = settings.relay.partition(" ")
    return LaunchedWays(settings.nearby, settings.router, address, word)


class HostWaysForm:
    """The switches of the ways, and the field of a relay."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self.relay = ErrorField(MAX_RELAY_CHARACTERS)
        self.relay.text = context.settings.relay

    def describe_relay(self, page: Page) -> Node:
        """Return the field of the relay for a page."""
        text = _("A server that connects homes whose routers don't. Its owner gives you its address and a word.")
        return self.relay.describe(page, "relay", _("Relay (optional)"), explanation=text)

    def list_switches(self) -> Sequence[Node]:
        nearby = Widget(Switch, (self._context.settings.nearby,), id="nearby")
        router = Widget(Switch, (self._context.settings.router,), id="router")
        for switch in (nearby, router):
            switch.on_change = partial(self._set, switch.id)
        return (
            Field(
                _("This network"),
                nearby,
                _("People on it see the table and join with the number on your screen."),
            ),
            Field(_("Other homes"), router, _("The router opens a port while the table is open.")),
        )

    def _set(self, name: str, value: Any) -> None:
        context = self._context
        context.apply_settings(msgspec.structs.replace(context.settings, **{name: value}))

    def store_relay(self) -> bool:
        """Keep the relay and its word in the settings; return False after showing what is wrong with its address."""
        relay = " ".join(self.relay.text.split())
        try:
            if relay:
                parse_endpoint(relay.split()[0], DEFAULT_RELAY_PORT)
        except ValueError:
            text = _("Enter the address of the relay, as in relay.example.org or 192.0.2.7:7470, and then its word.")
            self.relay.set_error(text)
            return False
        if relay != self._context.settings.relay:
            self._set("relay", relay)
        return True
