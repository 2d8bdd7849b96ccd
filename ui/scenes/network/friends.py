"""The ways to play with friends: open a table, join one, go back to one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics.canvas import Canvas
from ui.scenes.network.continue_table import continue_table
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinTableScene
from ui.scenes.network.stored_tables import KnownTableReader, describe_known_table
from ui.scenes.option_card import OptionCard, add_option_card, draw_option_picture
from ui.scenes.page import Page
from ui.widgets.button import Button
from ui.widgets.form_layout import FormLayout

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

CARD_HEIGHT: Final = 128
CARD_GAP: Final = 24
MIN_PICTURE_HEIGHT: Final = 160
TILE_HEIGHT_RATIO: Final = 0.7
"""The height of a tile, as a share of its width."""
PICTURE_SYMBOLS: Final = ("cards", "people")
"""The symbols for hosting and joining a table."""
BOARD_PADDING: Final = 14


class FriendsScene(Page):
    """A card for each way to a new table over the network, and a row for each table to go back to."""

    title = N_("Play with friends")
    max_scale = 1.5

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.tables: tuple[KnownTable, ...] = ()
        self._reader = KnownTableReader(self, self._show_tables)
        self._pictures: tuple[tuple[str, pygame.Rect], ...] = ()
        """The pictures of the tiles with their places."""

    def update_in_background(self, seconds: float) -> None:
        self._reader.mark_stale()

    def update(self, seconds: float) -> None:
        self._reader.update()

    @property
    def seconds_until_next_update(self) -> float:
        return min(super().seconds_until_next_update, self._reader.seconds_until_next_update)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._reader.is_stale

    def _show_tables(self, tables: tuple[KnownTable, ...]) -> None:
        self.tables = tables
        self.recompose("cards")

    def compose(self) -> None:
        self.compose_part("cards", self._compose_cards)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _compose_cards(self) -> None:
        context, body = self.context, self.body
        options = [
            OptionCard(
                "host-table", _("Host a table"), _("Invite friends on the same home network or Wi-Fi."), _("Host"),
                lambda: context.scenes.push(HostTableScene(context)),
            ),
            OptionCard(
                "join-table", _("Join a table"), _("You have an invitation."), _("Join"),
                lambda: context.scenes.push(JoinTableScene(context)),
            ),
        ]  # fmt: skip
        gap, self._pictures = round(CARD_GAP * context.window_scale), ()
        tile = pygame.Rect(body.left, body.top, (body.width - gap) // 2, 0)
        tile.height = min(body.height, round(tile.width * TILE_HEIGHT_RATIO))
        if not self.tables and tile.height >= context.px(CARD_HEIGHT + MIN_PICTURE_HEIGHT):
            self._compose_tiles(options, (tile, tile.move(tile.width + gap, 0)))
            return
        height = min(context.px(CARD_HEIGHT), (body.height + gap) // (len(options) + bool(self.tables)) - gap)
        top = body.top
        for option in options:
            add_option_card(self, option, pygame.Rect(body.left, top, body.width, height))
            top += height + gap
        if self.tables:
            self._add_tables(pygame.Rect(body.left, top, body.width, body.bottom - top))

    def _compose_tiles(self, options: Sequence[OptionCard], tiles: Sequence[pygame.Rect]) -> None:
        """Add a tile with a picture for each option."""
        card_height = self.context.px(CARD_HEIGHT)
        for option, tile in zip(options, tiles, strict=True):
            add_option_card(self, option, tile.move_to(top=tile.bottom - card_height, height=card_height))
        pictures = [tile.move_to(height=tile.height - card_height) for tile in tiles]
        self._pictures = tuple(zip(PICTURE_SYMBOLS, pictures, strict=True))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        for symbol, rect in self._pictures:
            draw_option_picture(canvas, self.context, symbol, rect)

    def _add_tables(self, rect: pygame.Rect) -> None:
        """Add the tables to go back to, the latest first."""
        column = FormLayout(self.begin_scroll_area("tables", rect))
        width = self.measure_button_width(_("Continue"))
        for number, table in enumerate(self.tables, 1):
            add_button = partial(self._add_continue_button, column, number, table)
            column.add_row(table.name, describe_known_table(table), width, add_button)
        self.end_scroll_area("tables", column.next_y)
        self.add_board(rect.move_to(height=min(rect.height, column.next_y + self.context.px(BOARD_PADDING))))

    def _add_continue_button(self, column: FormLayout, number: int, table: KnownTable, rect: pygame.Rect) -> Button:
        return self.add_button(
            f"continue-table-{number}", _("Continue"), rect, partial(continue_table, self.context, table),
            label=table.name, scroll_area=column.scroll_area,
        )  # fmt: skip
