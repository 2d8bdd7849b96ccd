"""The main menu: the match that waits, the four games, and the ways to all pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pygame

from game.lessons.progress import is_new_player, store_lessons_offered
from game.rules import GAMES
from game.statistics.daily_deals import open_daily_results
from game.storage.archive import Archive, MatchListEntry
from game.storage.files import StorageNotice
from game.storage.matches import MatchRepository
from game.text.formatting import join_with_commas
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_names
from game.version import PROGRAM_NAME
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.graphics.symbols import render_symbol
from ui.scenes.game_tile import GameTile
from ui.scenes.main_menu.continue_card import ContinueCard, format_game_title
from ui.scenes.main_menu.network_card import NetworkTableCard
from ui.scenes.network.stored_tables import KnownTableReader, describe_known_table
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices, start_match
from ui.scenes.page import Page
from ui.services.tasks import Task
from ui.widgets.tile import CAPTION_TEXT_SIZE, PictureWidget

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

LIST_WIDTH: Final = 272
MAX_LIST_WIDTH_RATIO: Final = 0.4
"""The width of the list in design pixels, and at most as a share of the page."""
LIST_ROW_HEIGHT: Final = 56
LIST_PADDING: Final = 8
TITLE_GAP: Final = 16
COLUMN_GAP: Final = 48
"""Between the list and the games, in design pixels of the window."""
TOP_GAP: Final = 16
BOTTOM_GAP: Final = 8
"""Design pixels of the window that the menu leaves free at the top and at the bottom of the page."""
CARD_HEIGHT_RATIO: Final = 0.574
"""The height of the card of the saved match, as a share of the height of card and tiles."""
LOW_CARD_HEIGHT: Final = 96
TILE_GAP: Final = 16
"""Between tiles, in design pixels of the window."""
MAX_NAME_SIZE: Final = 54
MAX_SUBTITLE_SIZE: Final = 24
"""The largest size of the name of the program and of the line below it, in design pixels of the window."""
ROW_TILE_MIN_WIDTH: Final = 172
"""Design pixels of a tile's width from which all tiles are in a row."""
HEADING_HEIGHT: Final = 64
LOW_HEADING_HEIGHT: Final = 40
"""Design pixels between a toast and the button beside it."""
MIN_STREAK: Final = 2
"""The number of days from which a streak is shown."""


class MainMenuScene(Page):
    """The first scene of the program."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.saved_matches: tuple[MatchListEntry, ...] = ()
        self.network_tables: tuple[KnownTable, ...] = ()
        self.last_choices = LastChoices()
        self.streak = 0
        self._streak_date = ""
        self.is_new_player = False
        self._opening: Task | None = None
        context.reload_profiles()
        name, profile_id = context.settings.name, context.settings.profile

        def check_new_player() -> bool:
            repository = context.storage.get_repository()
            own_id = repository.load_profiles(name, profile_id)[0].id
            return is_new_player(context.folders, repository.archive, own_id)

        self._read_streak()
        self._new_player_check = context.tasks.submit(
            context.storage.submit(check_new_player),
            self._set_new_player,
            lambda _error: self._set_new_player(False),
            owner=self,
        )
        self._table_reader = KnownTableReader(self, self._show_tables)
        self._list_rect = pygame.Rect(0, 0, 0, 0)
        self._list_rows: dict[str, pygame.Rect] = {}
        self._heading_position = (0, 0)
        context.tasks.submit(
            context.storage.submit_document(open_last_choices(context.folders).read), self._set_last_choices, owner=self
        )
        self.read_matches()

    @property
    def latest_match(self) -> MatchListEntry | None:
        """The match that Continue resumes, or None."""
        return next((match for match in self.saved_matches if not match.error and not match.is_open_elsewhere), None)

    @property
    def latest_table(self) -> KnownTable | None:
        """The table over the network that Continue goes back to, None if a match at this screen is newer."""
        match, table = self.latest_match, next(iter(self.network_tables), None)
        return table if table is not None and (match is None or table.updated_at > match.updated_at) else None

    @property
    def continue_text(self) -> str:
        """The match that Continue resumes, in words; "" if there is none."""
        match, table = self.latest_match, self.latest_table
        if table is not None:
            return table.name
        return f"{format_game_title(match)} · {join_with_commas(format_player_names(match.names))}" if match else ""

    @property
    def can_offer_lessons(self) -> bool:
        """Whether the lessons are offered: the player is new, and no match waits."""
        return self.is_new_player and not self.continue_text

    @property
    def seconds_until_next_update(self) -> float:
        return min(super().seconds_until_next_update, self._table_reader.seconds_until_next_update)

    # -- widgets

    def compose(self) -> None:
        self.compose_part("buttons", self._compose_page)

    def _compose_page(self) -> None:
        context, area = self.context, self.area
        top, bottom, gap = (round(design * context.window_scale) for design in (TOP_GAP, BOTTOM_GAP, COLUMN_GAP))
        width = min(context.px(LIST_WIDTH), round(area.width * MAX_LIST_WIDTH_RATIO))
        left = pygame.Rect(area.left, area.top + top, width, area.height - top - bottom)
        right = pygame.Rect(left.right + gap, left.top, area.right - left.right - gap, left.height)

        match, table = self.latest_match, self.latest_table
        heading_height = context.px(HEADING_HEIGHT)
        columns = 2
        if match is not None or table is not None:
            tile_gap = round(TILE_GAP * context.window_scale)
            columns = 4 if (right.width + tile_gap) // 4 - tile_gap >= context.px(ROW_TILE_MIN_WIDTH) else 2
            card_height = round((right.height - heading_height) * CARD_HEIGHT_RATIO)
            if columns == 2:
                heading_height, card_height = context.px(LOW_HEADING_HEIGHT), context.px(LOW_CARD_HEIGHT)
            card_rect = pygame.Rect(right.topleft, (right.width, card_height))
            if table is not None:
                self._add_network_card(table, card_rect)
            elif match is not None:
                self._add_continue_card(match, card_rect)
            right.top, right.height = right.top + card_height, right.height - card_height
            self._heading_position = (right.left, right.top + heading_height * 3 // 8)
        else:
            heading_height = context.px(LOW_HEADING_HEIGHT)
            self._heading_position = right.topleft
        tile_rect = pygame.Rect(right.left, right.top + heading_height, right.width, right.height - heading_height)
        self._add_tiles(tile_rect, columns)
        self._compose_list(left)

    def _add_continue_card(self, match: MatchListEntry, rect: pygame.Rect) -> ContinueCard:
        context = self.context
        game = GAMES.get(match.game_id)
        images = context.card_images[game.deck if game is not None else "italian"]
        card = ContinueCard(match, context.avatars, context.now(), images, rect, context.place)
        self.add_button(
            "continue", _("Continue"), card.button_rect, partial(self._run_choice, self._continue_match),
            style="#primary", symbol="play", label=self.continue_text,
        )  # fmt: skip
        return card

    def _add_network_card(self, table: KnownTable, rect: pygame.Rect) -> None:
        context = self.context
        text = describe_known_table(table)
        card = NetworkTableCard(table.name, text, rect, context.place)
        self.add_button(
            "continue", _("Continue"), card.button_rect,
            partial(self._run_choice, partial(context.router.continue_network_table, table)),
            style="#primary", symbol="play", label=self.continue_text,
        )  # fmt: skip

    def _compose_list(self, left: pygame.Rect) -> None:
        px, entries, window_scale = self.context.px, self._list_entries(), self.context.window_scale
        padding, title_gap = round(LIST_PADDING * window_scale), round(TITLE_GAP * window_scale)
        max_height = left.height - self._measure_title_height(left.width) - title_gap - 2 * padding
        row_height = min(px(LIST_ROW_HEIGHT), max_height // len(entries))
        board = pygame.Rect(0, 0, left.width, row_height * len(entries) + 2 * padding)
        board.bottomleft = left.bottomleft
        self._list_rect, self._list_rows = board, {}
        for index, (widget_id, text, on_press) in enumerate(entries):
            top = board.top + padding + index * row_height
            rect = pygame.Rect(board.left + padding, top, board.width - 2 * padding, row_height)
            self._list_rows[widget_id] = rect
            is_default = widget_id == self._default_id
            self.add_button(
                widget_id, text, rect.inflate(0, -2),
                partial(self._run_choice, on_press), style="#primary" if is_default else "#list_entry", align="left",
            )  # fmt: skip

    def _list_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        router = self.context.router
        return [
            ("new-match", _("Play"), router.open_new_match),
            ("learn", _("Learn to play") if self.can_offer_lessons else _("Learn"), router.open_lessons),
            ("daily-deal", _("Daily deal"), router.open_daily_deal),
            ("history", _("History"), partial(router.open_history, self.read_matches)),
            ("settings", _("Settings"), router.open_settings),
            ("help", _("Help"), partial(router.open_help, HelpTopic())),
            ("quit", _("Quit"), router.quit),
        ]

    @property
    def _default_id(self) -> str:
        """The id of the golden entry: Learn for a new player, else Play; "" while a match waits or may wait."""
        if self.continue_text or self._new_player_check.is_pending:
            return ""
        return "learn" if self.can_offer_lessons else "new-match"

    def _add_tiles(self, rect: pygame.Rect, columns: int) -> list[PictureWidget]:
        context, games = self.context, list(GAMES)
        gap, rows = round(TILE_GAP * context.window_scale), -(-len(games) // columns)
        tiles: list[PictureWidget] = []
        for index, game in enumerate(games):
            row, column = divmod(index, columns)
            left, right = (rect.left + (rect.width + gap) * edge // columns for edge in (column, column + 1))
            top, bottom = (rect.top + (rect.height + gap) * edge // rows for edge in (row, row + 1))
            caption = forms.summarize_players(self.last_choices.get_form(game, context))
            tile = GameTile(
                game,
                caption,
                context.card_images[GAMES[game].deck],
                pygame.Rect(left, top, right - gap - left, bottom - gap - top),
                context.place,
            )
            self.bind_value(f"start-{game}", tile, self._press_tile, tile.title)
            tiles.append(tile)
        return tiles

    # -- what the buttons do

    def _run_choice(self, on_press: Callable[[], None]) -> None:
        """Run a choice. A player who has seen the offer of the lessons does not get it again."""
        if self.can_offer_lessons:
            self.is_new_player = False
            self.context.storage.submit(store_lessons_offered, self.context.folders, self.context.own_profile.id)
        if self._opening is not None:
            self._opening.cancel()
        on_press()

    def _continue_match(self) -> None:
        if self.latest_match:
            opening = self.context.storage.call(MatchRepository.open_match, self.latest_match.id)
            self._opening = self.context.router.open_match(opening, self)

    def _press_tile(self, game: str) -> None:
        self._run_choice(partial(self._start_match, game))

    def _start_match(self, game: str) -> None:
        """Start a match as it was last played, with the choices that are stored now."""

        def start(choices: LastChoices) -> None:
            start_match(self.context, choices.get_form(game, self.context), self.context.notify)

        reading = self.context.storage.submit_document(open_last_choices(self.context.folders).read)
        self._opening = self.context.tasks.submit(reading, start, owner=self)

    def on_escape(self) -> None:
        """Do nothing: there is no page to go back to."""

    # -- what is stored

    def read_matches(self) -> None:
        """Load the saved matches again; they are shown in a later frame."""
        self.context.tasks.submit(
            self.context.storage.submit_to_archive(Archive.list_unfinished_matches), self._show_matches, owner=self
        )

    def _show_tables(self, tables: tuple[KnownTable, ...]) -> None:
        self.network_tables = tables
        self.recompose("buttons")

    def _show_matches(self, matches: tuple[MatchListEntry, ...]) -> None:
        self.saved_matches = tuple(match for match in matches if not match.is_left_by_all)
        self.recompose("buttons")

    def _set_new_player(self, is_new_player: bool) -> None:
        self.is_new_player = is_new_player
        self.recompose("buttons")

    def _set_last_choices(self, choices: LastChoices) -> None:
        if choices != self.last_choices:
            self.last_choices = choices
            self.recompose("buttons")

    def _read_streak(self) -> None:
        """Read the streak of today from disk."""
        context, self._streak_date = self.context, self.context.daily_date
        name, profile_id, today = context.settings.name, context.settings.profile, self._streak_date

        def count_streak() -> tuple[int, StorageNotice | None]:
            own_id = context.storage.get_repository().load_profiles(name, profile_id)[0].id
            results, notice = open_daily_results(context.folders).read()
            return results.count_streak(today, own_id), notice

        context.tasks.submit(context.storage.submit_document(count_streak), self._set_streak, owner=self)

    def _set_streak(self, streak: int) -> None:
        self.streak = streak

    # -- the picture

    @property
    def _heading(self) -> str:
        """The line above the games."""
        return _("Play as last time") if self.last_choices.game else _("Play right away")

    def update_in_background(self, seconds: float) -> None:
        self._table_reader.mark_stale()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._table_reader.update()
        if self._streak_date != self.context.daily_date:
            self._read_streak()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if not self._list_rows:
            return
        context, area = self.context, self.area
        top = area.top + round(TOP_GAP * context.window_scale) - context.px(4)
        draw_panel(canvas, context.theme, self._list_rect, alpha=255)
        self._draw_title(canvas, area.left, top, self._list_rect.width)
        heading = theme.render_fitted_text(
            self._heading, "bold", context.px(theme.BODY_TEXT_SIZE), theme.CREAM,
            area.right - self._heading_position[0],
        )  # fmt: skip
        canvas.blit(heading, self._heading_position)

    def draw_over_widgets(self, canvas: Canvas) -> None:
        px, line_color = self.context.px, self.context.theme.panel_line_color
        rows = list(self._list_rows.items())
        for (upper_id, _upper), (lower_id, row) in pairwise(rows):
            if self._default_id not in (upper_id, lower_id):
                canvas.fill(line_color, (row.left, row.top, row.width, max(1, px(0.8))))
        if self.streak >= MIN_STREAK and "daily-deal" in self._list_rows:
            self._draw_streak(canvas, self._list_rows["daily-deal"])

    def _draw_streak(self, canvas: Canvas, row: pygame.Rect) -> None:
        px = self.context.px
        text = ngettext("{count} day", "{count} days", self.streak).format(count=self.streak)
        image = theme.render_text(text, "bold", px(CAPTION_TEXT_SIZE), theme.GOLD)
        rect = image.get_rect(midright=(row.right - px(16), row.centery))
        flame = render_symbol("flame", px(20), theme.GOLD)
        canvas.blit(image, rect)
        canvas.blit(flame, flame.get_rect(midright=(rect.left - px(6), row.centery)))

    def _render_title(self, width: int) -> tuple[pygame.Surface, pygame.Surface]:
        subtitle_size = min(
            self.context.px(theme.ROW_TITLE_TEXT_SIZE), round(MAX_SUBTITLE_SIZE * self.context.window_scale)
        )
        return (
            self._render_name(theme.CREAM, width),
            theme.render_fitted_text(_("Italian card games"), "sans", subtitle_size, theme.CREAM, width),
        )

    def _render_name(self, color: theme.Color, width: int) -> pygame.Surface:
        context = self.context
        size = min(context.px(theme.OUTCOME_TEXT_SIZE), round(MAX_NAME_SIZE * context.window_scale))
        return theme.render_fitted_text(PROGRAM_NAME, "serif", size, color, width + context.px(12))

    def _measure_title_height(self, width: int) -> int:
        return sum(image.get_height() for image in self._render_title(width))

    def _draw_title(self, canvas: Canvas, left: int, top: int, width: int) -> None:
        """Draw the name of the program and below it what it is."""
        name, subtitle = self._render_title(width)
        canvas.blit(self._render_name(theme.DIM_COLOR, width), (left, top + round(3 * self.context.window_scale)))
        canvas.blit(name, (left, top))
        canvas.blit(subtitle, (left, top + name.get_height()))
