"""The ways to play with friends: open a table, join one, go back to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.scenes.network.continue_table import continue_table
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.network.stored_tables import read_known_tables
from ui.scenes.option_card import OptionCard, add_option_card
from ui.scenes.page import Page

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

CARD_HEIGHT: Final = 128
CARD_GAP: Final = 24
MAX_TABLES: Final = 1
"""The tables that the page offers to go back to."""


class FriendsScene(Page):
    """A card for each way to a table over the network."""

    title = N_("Play with friends")
    max_scale = 1.5

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.tables: tuple[KnownTable, ...] = ()
        self._is_stale = True

    def update_in_background(self, seconds: float) -> None:
        self._is_stale = True

    def update(self, seconds: float) -> None:
        if self._is_stale:
            self._is_stale = False
            reading = self.context.storage.submit(read_known_tables, self.context.folders)
            self.context.tasks.submit(reading, self._show_tables, owner=self)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._is_stale

    def _show_tables(self, tables: tuple[KnownTable, ...]) -> None:
        if tables != self.tables:
            self.tables = tables
            self.recompose("cards")

    def compose(self) -> None:
        self.compose_part("cards", self._compose_cards)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _compose_cards(self) -> None:
        context, body = self.context, self.body
        options = [
            OptionCard(
                "host-table", _("Host a table"), _("You choose game and rules, and invite the others."), _("Host"),
                lambda: context.scenes.push(HostTableScene(context)),
            ),
            OptionCard(
                "join-table", _("Join a table"), _("You have an invitation."), _("Join"),
                lambda: context.scenes.push(JoinTableScene(context)),
            ),
            *(self._make_table_card(table) for table in self.tables[:MAX_TABLES]),
        ]  # fmt: skip
        gap = round(CARD_GAP * context.window_scale)
        height = min(context.px(CARD_HEIGHT), (body.height + gap) // len(options) - gap)
        for index, option in enumerate(options):
            rect = pygame.Rect(body.left, body.top + index * (height + gap), body.width, height)
            add_option_card(self, option, rect)

    def _make_table_card(self, table: KnownTable) -> OptionCard:
        hint = _("Your table.") if table.is_hosted else _("You have a seat.")
        return OptionCard(
            "continue-table", table.name, hint, _("Continue"), lambda: continue_table(self.context, table)
        )
