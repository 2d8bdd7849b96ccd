"""The ways to play with others: at this screen, on this network, and back to a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.graphics.avatars import get_avatar
from ui.scenes.network.continue_table import continue_table
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.network.stored_tables import KnownTableReader, describe_known_table
from ui.scenes.network.way_tile import Way, WayTile, describe_one_screen, describe_two_screens
from ui.scenes.page import Page
from ui.widgets.fields import Action, Field, Widget
from ui.widgets.layout import Column, Grid, Row, make_panel
from ui.widgets.nodes import Node, Scroll

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

WAY_WIDTH: Final = 360
"""The least width of a way beside the other, in design pixels."""
OTHER_FACES: Final = (2, 4)
"""The portraits that somebody else can have in the pictures."""


class FriendsScene(Page):
    """A panel for each way to play with others, and a row for each table to go back to."""

    title = N_("With friends")
    max_scale = 1.5

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.tables: tuple[KnownTable, ...] = ()
        self._reader = KnownTableReader(self, self._show_tables)

    def update_in_background(self, seconds: float) -> None:
        self._reader.mark_stale()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._reader.update()

    @property
    def seconds_until_next_update(self) -> float:
        return min(super().seconds_until_next_update, self._reader.seconds_until_next_update)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._reader.is_stale

    def _show_tables(self, tables: tuple[KnownTable, ...]) -> None:
        self.tables = tables
        self.recompose("body")

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic("playing", section="friends")

    def list_ways(self) -> Sequence[Way]:
        """Return the ways that exist here, each with its picture and its actions."""
        router = self.context.router
        start = partial(router.open_new_match, is_of_people=True)
        host, join = (partial(self._open, page) for page in (HostTableScene, JoinTableScene))
        here = Action("play-here", _("Play here"), start, symbol="play")
        person = Action("add-person", _("Add a person"), partial(router.open_settings, "profiles"), symbol="plus")
        table = Action("host-table", _("Host a table"), host, symbol="plus", style="#primary")
        invitation = Action("join-table", _("Join a table"), join, symbol="import")
        here_hint = _("Take turns. Cards stay covered while you pass the screen on.")
        network_hint = _("Each at their own computer, on one home network or Wi-Fi.")
        return (
            Way("computer", _("At this screen"), here_hint, describe_one_screen, here, person),
            Way("people", _("On this network"), network_hint, describe_two_screens, table, invitation),
        )

    def _open(self, page: type[Page]) -> None:
        self.context.scenes.push(page(self.context))

    def describe(self) -> Node:
        ways = Grid([self._describe_way(way) for way in self.list_ways()], WAY_WIDTH, grow=1)
        tables = self._describe_tables() if self.tables else None
        return Scroll("ways", Column(ways, tables, gap=theme.LARGE_GAP), padding=theme.SMALL_GAP, is_page=True)

    def _describe_way(self, way: Way) -> Node:
        """Return the panel of a way, of which all but the other action is one button."""
        context = self.context
        own = get_avatar(context.avatars, context.own_profile.name).portrait_number
        faces = (own, next(number for number in OTHER_FACES if number != own))
        tile = Widget(
            WayTile, (way, faces, context.card_images["italian"]), id=way.start.id, label=way.start.text, grow=1
        )
        tile.on_change = lambda _value: way.start.on_press()
        other = replace(way.other, style="#menu", grow=1, height=theme.LARGE_CONTROL_HEIGHT)
        return make_panel(Column(tile, Row(other), gap=theme.GAP))

    def _describe_tables(self) -> Node:
        """Return the tables to go back to, the latest first."""
        rows = []
        for number, table in enumerate(self.tables, 1):
            go_back = partial(continue_table, self.context, table)
            button = Action(f"continue-table-{number}", _("Continue"), go_back, label=table.name)
            rows.append(Field(table.name, button, describe_known_table(table)))
        return make_panel(Column(*rows, gap=theme.SMALL_GAP))
