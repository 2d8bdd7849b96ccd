"""The ways to play with friends: open a table, join one, go back to one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.network.continue_table import continue_table
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.network.stored_tables import KnownTableReader, describe_known_table
from ui.scenes.option_card import describe_option_card, make_option_picture
from ui.scenes.page import Page
from ui.widgets.fields import Action, Field
from ui.widgets.layout import Alternatives, Column, Grid, Panel, Sized
from ui.widgets.nodes import Node, Scroll, Space

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

CARD_HEIGHT: Final = 128
CARD_MIN_WIDTH: Final = 360
TILE_HEIGHT: Final = 400
"""The height of a card, its least width beside the other, and the most height with a picture, in design pixels."""
TABLES_SHARE: Final = 1.4
"""The height of the tables to go back to, as a multiple of that of a card."""
PICTURE_SYMBOLS: Final = ("cards", "people")
"""The symbols for hosting and joining a table."""


class FriendsScene(Page):
    """A card for each way to a new table over the network, and a row for each table to go back to."""

    title = N_("Play with friends")
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

    def describe(self) -> Node:
        push = self.context.scenes.push
        hint = _("Invite friends on the same home network or Wi-Fi.")
        host = Action("host-table", _("Host"), lambda: push(HostTableScene(self.context)))
        join = Action("join-table", _("Join"), lambda: push(JoinTableScene(self.context)))
        cards = [
            describe_option_card(host, _("Host a table"), hint, grow=1),
            describe_option_card(join, _("Join a table"), _("You have an invitation."), grow=1),
        ]
        gap = theme.SECTION_GAP
        if self.tables:
            return Column(*cards, self._describe_tables(), gap=theme.GAP)
        tiles = (
            Column(make_option_picture(symbol), Sized(card, height=CARD_HEIGHT))
            for symbol, card in zip(PICTURE_SYMBOLS, cards, strict=True)
        )
        limited = (Sized(card, height=CARD_HEIGHT) for card in cards)
        pictured = Column(Sized(Grid(list(tiles), CARD_MIN_WIDTH, gap, grow=1), height=TILE_HEIGHT, grow=1))
        return Alternatives(pictured, Column(*limited, Space(grow=1), gap=gap), Column(*cards, gap=gap))

    def _describe_tables(self) -> Node:
        """Return the tables to go back to, the latest first."""
        rows = []
        for number, table in enumerate(self.tables, 1):
            go_back = partial(continue_table, self.context, table)
            button = Action(f"continue-table-{number}", _("Continue"), go_back, label=table.name)
            rows.append(Field(table.name, button, describe_known_table(table)))
        return Panel(Scroll("tables", Column(*rows, gap=theme.SMALL_GAP)), top=2, grow=TABLES_SHARE)
