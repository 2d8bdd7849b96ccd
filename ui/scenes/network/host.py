"""Open a table over the network: its game, its rules, its name and that of the host."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.network.host_launcher import HostLaunch
from game.network.invitation import parse_endpoint
from game.network.names import DEFAULT_RELAY_PORT, MAX_TABLE_NAME_CHARACTERS
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.settings import MAX_RELAY_CHARACTERS
from ui.graphics import theme
from ui.scenes.network.connect import ConnectDialog
from ui.scenes.network.person_form import FIELD_WIDTH, ErrorField, PersonForm, list_launched_ways
from ui.scenes.network.stored_tables import read_known_tables
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_page import MatchFormPage
from ui.widgets.controls import Switch
from ui.widgets.fields import Action, Field, Widget, make_choice
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Node, Space, Text

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable


RELAY_EXPLANATION: Final = N_(
    "A server that connects players when their routers can't. Ask its owner for its address and its word."
)
TWO_COLUMNS_MIN_WIDTH: Final = 1000
NARROW_FIELD_WIDTH: Final = 330
"""In design pixels: the page from which the form has two columns, and a field in one of them."""


class HostTableScene(MatchFormPage):
    """The page of a new table over the network; ``has_phones``: whether browsers in this network are served.

    At first it asks for the game and the names only. ``shows_more``: whether it also shows the ways by which others can
    come in.
    """

    title = N_("Host a table")
    has_only_rules = True

    def __init__(self, context: AppContext, *, has_phones: bool = False) -> None:
        super().__init__(context)
        self.has_phones, self.shows_more = has_phones, False
        self.person = PersonForm(context)
        self.relay = ErrorField(MAX_RELAY_CHARACTERS)
        self.relay.text = context.settings.relay
        self.table_name = ErrorField(MAX_TABLE_NAME_CHARACTERS)
        name = context.settings.name
        own_table = _("{name}'s table").format(name=name)[:MAX_TABLE_NAME_CHARACTERS]
        self.table_name.text = own_table if name else _("Our table")
        self._known_tables: tuple[KnownTable, ...] = ()
        reading = context.storage.submit(read_known_tables, context.folders)
        context.tasks.submit(reading, self._keep_known_tables, owner=self)

    def _keep_known_tables(self, tables: tuple[KnownTable, ...]) -> None:
        """Propose a name that no other table of this machine has."""
        self._known_tables = tables
        number, name = 1, self.table_name.text
        while self._is_taken(name):
            number += 1
            name = f"{self.table_name.text} {number}"
        self.table_name.set_text(name)

    def _is_taken(self, name: str) -> bool:
        return any(table.is_hosted and table.name == name for table in self._known_tables)

    # -- what is on the page

    def list_players(self) -> Sequence[Node]:
        has_two_columns = self.body.width >= self.context.px(TWO_COLUMNS_MIN_WIDTH)
        for field in (self.person.field, self.table_name, self.relay):
            field.width = NARROW_FIELD_WIDTH if has_two_columns else FIELD_WIDTH
        person, name = self.person.describe(self), self.table_name.describe(self, "table-name", _("Name of the table"))
        first, second = [person], [name]
        if self.shows_more or self.has_phones:
            first, second = [person, name], [*self._list_phone_fields()]
        if self.shows_more:
            first.append(self.relay.describe(self, "relay", _("Relay (optional)"), explanation=_(RELAY_EXPLANATION)))
            second += self._list_way_fields()
        hint = _("If your computer asks about incoming connections, allow them.")
        second.append(Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED))
        columns = (Column(*nodes, gap=theme.SMALL_GAP, grow=1) for nodes in (first, second))
        rows = Row(*columns, gap=theme.COLUMN_GAP) if has_two_columns else Column(*first, *second, gap=theme.GAP)
        return (self.describe_counts(), rows)

    def _list_phone_fields(self) -> Sequence[Node]:
        """Return the switch of phones, and the choice of what this screen is beside them."""
        phones = Widget(Switch, (self.has_phones,), id="phones", on_change=self._set_phones)
        phones_field = Field(_("Phones"), phones, _("People in this room scan a code and play in their browser."))
        if not self.has_phones:
            return (phones_field,)
        screen = make_choice(
            {False: _("A seat"), True: _("The table")}, self.context.settings.is_screen_table, id="screen"
        )
        screen.on_change = partial(self._set_setting, "is_screen_table")
        return phones_field, Field(
            _("This screen"), screen, _("Choose “The table” and it shows only what everyone may see.")
        )

    def _set_phones(self, has_phones: bool) -> None:
        self.has_phones = has_phones
        self.recompose("body")

    def _list_way_fields(self) -> Sequence[Node]:
        """Return the switches of the ways by which people can reach the table."""
        settings = self.context.settings
        nearby, router = (
            Widget(Switch, (settings.nearby,), id="nearby"),
            Widget(Switch, (settings.router,), id="router"),
        )
        for switch in (nearby, router):
            switch.on_change = partial(self._set_setting, switch.id)
        nearby_hint = _("People on this network can see your table and join with the number on your screen.")
        router_hint = _("Your router keeps a port open while the table is open.")
        return Field(_("This network"), nearby, nearby_hint), Field(_("Other homes"), router, router_hint)

    def _set_setting(self, name: str, value: Any) -> None:
        self.context.apply_settings(msgspec.structs.replace(self.context.settings, **{name: value}))

    def list_footer(self) -> Sequence[Node]:
        open_table = Action("open-table", _("Open table"), self.open_table, style="#primary", symbol="play")
        text = _("Fewer options") if self.shows_more else _("More options")
        show_more = partial(self._show_more, shows_more=not self.shows_more)
        more = Action("more-ways", text, show_more, style="#menu", min_width=192)
        return (self.make_back(), Space(grow=1), more, open_table)

    def _show_more(self, *, shows_more: bool) -> None:
        self.shows_more = shows_more
        self.recompose("body", "foot")
        if shows_more:
            self.focus.scroll_to("phones")

    # -- opening

    def _store_relay(self) -> bool:
        """Keep the relay and its word in the settings; return False after showing what is wrong with its address."""
        relay = " ".join(self.relay.text.split())
        try:
            if relay:
                parse_endpoint(relay.split()[0], DEFAULT_RELAY_PORT)
        except ValueError:
            text = _("Enter the address of the relay, such as relay.example.org or 192.0.2.7:7470, then its word.")
            self._show_more(shows_more=True)
            self.relay.set_error(text)
            return False
        if relay != self.context.settings.relay:
            self._set_setting("relay", relay)
        return True

    def open_table(self) -> None:
        """Start the host of the table, and enter its lobby."""
        name = sanitize_line(self.table_name.text, MAX_TABLE_NAME_CHARACTERS)
        if not name or self._is_taken(name):
            self.table_name.set_error(
                _("You already have a table with this name. Choose another.")
                if name
                else _("Enter a name for the table.")
            )
        person = self.person.read()  # of several wrong fields the first has the focus
        if person is None or self.table_name.error or not self._store_relay():
            return
        rules = forms.get_current_rule_set(self.form)
        ways = list_launched_ways(self.context)._replace(phones=self.has_phones)
        launch = HostLaunch(name, rules, self.form.seats, ways, self.find_fitting_level())
        self.context.scenes.push(
            ConnectDialog(
                self.context,
                self,
                person,
                on_failed=self._show_failure,
                launch=launch,
                is_screen_table=self.has_phones and self.context.settings.is_screen_table,
            )
        )

    def _show_failure(self, code: str, text: str) -> None:
        """Show why the table could not be opened, at the field to which it belongs."""
        field = self.person.field if code.startswith("name_") else self.table_name
        field.set_error(text)
