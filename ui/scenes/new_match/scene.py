"""A new match: the game, the players and the rules."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.messages import N_
from game.match.setup import PlayerInfo
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.graphics.avatars import choose_portraits, filter_human_avatars
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_page import LINE_GAP, PLAYERS_HEIGHT, SEAT_GAP, TILE_GAP, MatchFormPage
from ui.scenes.new_match.last_choices import start_match
from ui.scenes.new_match.seat_dialog import SeatDialog
from ui.scenes.new_match.tiles import CodeErrorTile, ErrorLine, SeatTile, SidesLine, measure_error, wrap_error
from ui.scenes.page import FOOTER_HEIGHT
from ui.widgets.base import CustomWidget, set_enabled
from ui.widgets.scroll_area import ScrollArea
from ui.widgets.tile import PictureWidget

SEAT_HEIGHT: Final = 104
SEAT_MIN_WIDTH: Final = 150
ROW_GAP: Final = 20
"""In design pixels: the gap below the number of players."""
SIDES_MIN_WIDTH: Final = 300
FRIENDS_HEIGHT: Final = 48
MIN_WIDTH_OF_FRIENDS_TEXT: Final = 760
"""In design pixels; a narrower page has the picture only, so that toasts fit beside it."""


class NewMatchScene(MatchFormPage):
    """The page of a match at this screen."""

    title = N_("New match")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._error_row: CustomWidget | None = None

    def build(self) -> None:
        super().build()
        if self._error_row is not None:  # it says why Play is disabled
            self.scroll_areas["match"].reveal(self._error_row)

    def _start_match(self) -> None:
        start_match(self.context, self.form, self.context.notify)

    def _open_seat(self, seat: int) -> None:
        self.context.scenes.push(SeatDialog(self.context, self, seat, self.form, self.people, self.set_form))

    # -- widgets

    def compose(self) -> None:
        super().compose()
        self._add_friends_button()

    def _count_seat_columns(self, area: ScrollArea) -> int:
        px = self.context.px
        return min(self.form.seats, max(1, (area.width + px(SEAT_GAP)) // px(SEAT_MIN_WIDTH + SEAT_GAP)))

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *filter(None, (forms.find_error(self.form),)))

    def _has_sides_row(self, area: ScrollArea) -> bool:
        """Return whether the sides are in a row below the number of players, and not beside it."""
        has_sides = bool(forms.list_public_sides(self.form))
        return has_sides and area.width - self.measure_counts() < self.context.px(SIDES_MIN_WIDTH)

    def measure_players(self, area: ScrollArea) -> int:
        px, rows = self.context.px, -(-self.form.seats // self._count_seat_columns(area))
        height = px(ROW_GAP) + rows * px(SEAT_HEIGHT + SEAT_GAP) - px(SEAT_GAP) + px(LINE_GAP)
        height += px(PLAYERS_HEIGHT) if self._has_sides_row(area) else 0
        return height + (self._measure_error(area) + px(LINE_GAP) if forms.find_error(self.form) else 0)

    def add_players(self, area: ScrollArea, top: int) -> tuple[list[PictureWidget], int]:
        px, sides, y = self.context.px, self._list_side_texts(), top
        if self._has_sides_row(area):
            self._add_sides(area, sides, pygame.Rect(0, y, area.width, px(PLAYERS_HEIGHT)))
            y += px(PLAYERS_HEIGHT)
        elif sides:
            left, height = self.measure_counts(), px(PLAYERS_HEIGHT)
            self._add_sides(area, sides, pygame.Rect(left, y - height, area.width - left, height))
        self._error_row = None
        y += px(ROW_GAP)
        columns = self._count_seat_columns(area)
        pictures = self._add_seats(area, y, columns)
        y += -(-self.form.seats // columns) * px(SEAT_HEIGHT + SEAT_GAP) - px(SEAT_GAP) + px(LINE_GAP)
        if forms.find_error(self.form):
            rect = pygame.Rect(0, y, area.width, self._measure_error(area))
            self._add_error(area, rect)
            y = rect.bottom + px(LINE_GAP)
        return pictures, y

    def _measure_error(self, area: ScrollArea) -> int:
        """Return the height of the row with the error, in pixels."""
        px, has_change = self.context.px, not forms.find_seats_error(self.form)
        return measure_error(wrap_error(forms.find_error(self.form), area.width, px, has_change=has_change), px)

    def _add_error(self, area: ScrollArea, rect: pygame.Rect) -> None:
        """Add the error of the form; that of the deal code leads to its field."""
        context, error = self.context, forms.find_error(self.form)
        if forms.find_seats_error(self.form):
            self._error_row = ErrorLine(error, rect, area.place)
            return
        images = context.card_images["italian"]
        tile = CodeErrorTile(error, images, rect, area.place)
        self.bind_value("code-error", tile, lambda _value: self._open_code(), error, area)
        self._error_row = tile

    def _open_code(self) -> None:
        """Open the sheet with the other choices at the field of the deal code."""
        self.open_more_options()
        sheet = self.context.scenes.top
        field = sheet.focus.find("code")
        if field is not None:
            sheet.focus.focus_widget(field)

    def _add_friends_button(self) -> None:
        """Add the way to tables over the network, in the row of the title."""
        px, area, text = self.context.px, self.area, _("With friends")
        is_wide = area.width >= px(MIN_WIDTH_OF_FRIENDS_TEXT)
        width = self.measure_button_width(text) + px(30) if is_wide else px(FRIENDS_HEIGHT)
        rect = pygame.Rect(area.right - width, area.top - px(2), width, px(FRIENDS_HEIGHT))
        self.add_button(
            "with-friends", text if is_wide else "", rect, self.context.router.open_friends, symbol="people", label=text
        )

    def _list_side_texts(self) -> list[str]:
        names = [player.name for player in self.form.players]
        return [join_with_and([names[seat] for seat in side]) for side in forms.list_public_sides(self.form)]

    def _add_sides(self, area: ScrollArea, texts: list[str], rect: pygame.Rect) -> None:
        SidesLine(texts, rect, area.place)

    def _add_seats(self, area: ScrollArea, top: int, columns: int) -> list[PictureWidget]:
        context, px, form = self.context, self.context.px, self.form
        players: tuple[PlayerInfo, ...] = form.players[: form.seats]
        numbers = choose_portraits([player.name for player in players], filter_human_avatars(players, context.avatars))
        side_by_seat = {seat: index for index, side in enumerate(forms.list_public_sides(form)) for seat in side}
        gap = round(TILE_GAP * context.window_scale) if columns == 4 else px(SEAT_GAP)
        tiles: list[PictureWidget] = []
        for seat, player in enumerate(players):
            row, column = divmod(seat, columns)
            left, right = ((area.width + gap) * edge // columns for edge in (column, column + 1))
            rect = pygame.Rect(left, top + row * px(SEAT_HEIGHT + SEAT_GAP), right - gap - left, px(SEAT_HEIGHT))
            tile = SeatTile(
                seat,
                player.name,
                format_player_kind(player.kind),
                numbers[seat],
                side_by_seat.get(seat),
                context.card_images["italian"],
                rect,
                area.place,
            )
            self.bind_value(
                f"seat-{seat}", tile, self._open_seat, player.name or _("Player {number}").format(number=seat + 1), area
            )
            tiles.append(tile)
        return tiles

    def add_footer(self) -> None:
        px, area = self.context.px, self.area
        back = self.add_footer_button("back", _("Back"), self.on_escape)
        place = self.focus.take_place()
        play = self.add_footer_button("play", _("Play"), self._start_match, is_right=True, symbol="play")
        gap = round(24 * self.context.window_scale)
        space = play.relative_rect.left - back.relative_rect.right - 2 * gap
        width = min(max(px(192), self.measure_button_width(_("More options"))), space)
        rect = pygame.Rect(
            play.relative_rect.left - gap - width, area.bottom - px(FOOTER_HEIGHT), width, px(FOOTER_HEIGHT)
        )
        with self.focus.at_place(place):  # before Play, as on the screen
            self.add_button("more-options", _("More options"), rect, self.open_more_options)
        set_enabled(play, is_enabled=not forms.find_error(self.form))
