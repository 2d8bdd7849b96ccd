"""The statistics of a person in a game: charts, tables and CSV export."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Final

import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.rules import GAMES
from game.statistics.played_matches import list_accuracies, list_played_matches
from game.statistics.statistics import PlayerStatistics, compute_statistics
from game.storage.profiles import Profile
from game.text.formatting import format_number, join_with_semicolons
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.dialogs.export_report import report_export
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.scenes.header_choice_layout import HeaderChoiceLayout
from ui.scenes.page import Page
from ui.scenes.statistics.csv_export import FILE_SUFFIX, export_csv
from ui.scenes.statistics.tables import (
    StatisticsTable,
    describe_chart,
    has_shared_wins,
    make_bars,
    make_cells,
    make_csv_rows,
    make_header,
    make_tables,
    make_trend_chart,
)
from ui.services.background_count import BackgroundCount
from ui.services.file_dialogs import build_save_command, get_documents_folder
from ui.services.tasks import Task
from ui.table.overlays.content_layout import (
    ContentBlock,
    HorizontalFlow,
    ScrollableContent,
    TextBlock,
    TitledBlock,
    VerticalStack,
)
from ui.widgets.bar_chart import BarChart
from ui.widgets.base import set_visible
from ui.widgets.line_chart import LineChart
from ui.widgets.table_view import TableView

MIN_CHART_WIDTH: Final = 500
"""The width of a chart from which two are side by side, in design pixels."""


class StatisticsScene(Page):
    """The statistics of a person in a game, as charts or tables."""

    max_scale = 1.6

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.title = N_("Statistics")
        self.profiles = context.profiles
        self.profile = self.profiles[0]
        self.game = next(iter(GAMES))
        self.is_shown_as_tables = False
        self.tables: tuple[StatisticsTable, ...] = ()
        self._sheet: ScrollableContent | None = None
        self._export_button: UIButton | None = None
        self._loading: Task | None = None
        self._background_count = BackgroundCount(context, self, self._request_statistics)
        self._background_count.start()
        self._request_statistics()

    @property
    def narration(self) -> tuple[str, ...]:
        lines = (
            _("{title}: {figures}").format(
                title=table.title if table.is_over_time else f"{table.title}, {describe_chart(table)}",
                figures=join_with_semicolons([f"{bar.label} {bar.value_text}" for bar in make_bars(table)]),
            )
            for table in self.tables
        )
        name, game = self.profile.display_name, _(GAMES[self.game].title)
        return (_("{title}: {name}, {game}").format(title=_(self.title), name=name, game=game), *lines)

    # -- widgets

    def compose(self) -> None:
        body = self.body
        board_top = self._add_choices(body)
        board = pygame.Rect(body.left, board_top, body.width, body.bottom - board_top)
        self.add_board(board)
        self.compose_part("figures", partial(self._compose_figures, board))
        self.add_footer_button("back", _("Back"), self.on_escape)
        self._export_button = self.add_footer_button(
            "export-csv", _("Export as CSV…"), self._export, is_right=True, style="#menu"
        )
        set_visible(self._export_button, is_visible=bool(self.tables))

    def _compose_figures(self, board: pygame.Rect) -> None:
        scroll = self.begin_scroll_area("figures", board)
        self._sheet = ScrollableContent(self._make_block(), scroll)
        self.end_scroll_area("figures", self._sheet.height)

    def _show_figures(self) -> None:
        self.recompose("figures")
        if self._export_button is not None:
            set_visible(self._export_button, is_visible=bool(self.tables))

    def _add_choices(self, body: pygame.Rect) -> int:
        """Add the choices of person, game and view at the top of ``body``; return the top of the board."""
        choices = HeaderChoiceLayout(self, body.left, body.top, body.width)
        names = [profile.display_name for profile in self.profiles]
        choices.add("person", _("Player"), self.profiles, names, self.profile, self.set_person)
        game_labels = [_(game_definition.title) for game_definition in GAMES.values()]
        choices.add("game", _("Game"), tuple(GAMES), game_labels, self.game, self.set_game)
        ways = [_("Charts"), _("Tables")]
        choices.add("shown-as", _("View"), (False, True), ways, self.is_shown_as_tables, self.set_tables)
        return choices.bottom

    def _make_block(self) -> ContentBlock:
        context = self.context
        if not self.tables:
            waiting_text = (
                self._background_count.status_text if self._background_count.remaining_count else _("Loading matches…")
            )
            return TextBlock(
                context, (waiting_text if self.is_busy else self.nothing, "", get_counting_note()), color=theme.CREAM
            )
        note = TextBlock(context, (get_counting_note(),), size=theme.SMALL_TEXT_SIZE)
        if self.is_shown_as_tables:
            tables = [TitledBlock(context, table.title, self._make_table(table)) for table in self.tables]
            sharing_note = [get_sharing_note()] if has_shared_wins(self.tables) else []
            notes = [TextBlock(context, (text,), size=theme.SMALL_TEXT_SIZE) for text in sharing_note]
            return VerticalStack(context, [*tables, *notes, note])
        legend = TextBlock(context, (" ".join(list_legend_texts(self.tables)),), size=theme.SMALL_TEXT_SIZE)
        bars, trends = (
            [
                TitledBlock(context, table.title, self._make_chart(table))
                for table in self.tables
                if table.is_over_time == is_over_time
            ]
            for is_over_time in (False, True)
        )
        return VerticalStack(context, [legend, HorizontalFlow(context, bars, MIN_CHART_WIDTH), *trends, note])

    @property
    def nothing(self) -> str:
        """The sentence for a person without matches that count."""
        if not self.profile.name:
            return _("You have not finished a deal of this game yet.")
        return _("{name} has not finished a deal of this game yet.").format(name=self.profile.name)

    def _make_table(self, table: StatisticsTable) -> ContentBlock:
        total_rows = frozenset(index for index, row in enumerate(table.rows) if row.is_total)
        return TableView(
            self.context.ui_scale, self.context.theme, make_header(table), make_cells(table), total_rows=total_rows
        )

    def _make_chart(self, table: StatisticsTable) -> ContentBlock:
        context = self.context
        chart: BarChart | LineChart = (
            make_trend_chart(context.ui_scale, context.theme, table)
            if table.is_over_time
            else BarChart(context.ui_scale, context.theme, make_bars(table))
        )
        return VerticalStack(
            context, [TextBlock(context, (describe_chart(table),), size=theme.SMALL_TEXT_SIZE), chart], gap=4
        )

    # -- what is done

    def set_person(self, profile: Profile) -> None:
        """Show the statistics of another person."""
        self.profile = profile
        self._request_statistics()

    def set_game(self, game: str) -> None:
        """Show the statistics of another game."""
        self.game = game
        self._request_statistics()

    def set_tables(self, tables: bool) -> None:
        """Show tables instead of charts, or charts again."""
        self.is_shown_as_tables = tables
        self._show_figures()

    def _request_statistics(self) -> None:
        profile_id, game = self.profile.id, self.game
        if self._loading is not None:
            self._loading.cancel()
        loading = self.context.storage.submit_to_archive(
            lambda archive: compute_statistics(
                game, list_played_matches(archive, profile_id, game), list_accuracies(archive, profile_id, game)
            )
        )
        self._loading = self.context.tasks.submit(loading, self._show_statistics, owner=self)

    def _show_statistics(self, statistics: PlayerStatistics) -> None:
        self.tables = make_tables(statistics)
        self.narrate_change()
        self._show_figures()

    def _export(self) -> None:
        context, csv_rows = self.context, make_csv_rows(self.tables)
        game = _(GAMES[self.game].title)
        title = _("Statistics for {name}, {game}").format(name=self.profile.display_name, game=game)
        file_name = "".join(character if character.isalnum() or character in " -," else "_" for character in title)
        file, question = get_documents_folder() / (file_name + FILE_SUFFIX), _("Export statistics to file")

        def start_export(paths: tuple[Path, ...]) -> Future[Path]:
            return context.storage.submit(export_csv, csv_rows, paths[0])

        def notify_done(path: Path) -> None:
            report_export(context, _("Statistics exported to {file}."), path)

        command = build_save_command(question, file)
        context.scenes.push(
            FilePrompt(context, self, question, str(file), _("Export"), start_export, notify_done, command)
        )

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self._sheet is not None:
            self._sheet.draw(canvas)


def get_counting_note() -> str:
    """Return the note that says what counts."""
    return _(
        "Every finished deal counts. Matches with undo or hints are listed separately. Practice and imported matches "
        "do not count."
    )


def get_sharing_note() -> str:
    """Return the note on shared wins, which explains halves."""
    return _("A win shared by two counts as {half}.").format(half=format_number(0.5, 1))


def list_legend_texts(tables: Sequence[StatisticsTable]) -> list[str]:
    """Return the sentences that explain the marks of the charts, and only those that the charts show."""
    texts = []
    if any(bar.reference_share >= 0 for table in tables if not table.is_over_time for bar in make_bars(table)):
        texts.append(_("Red mark: matches you would win among equals."))
    if any(row.share.low < row.share.high for table in tables for row in table.rows):
        texts.append(_("White line: without luck, your share would probably lie within it."))
    return [*texts, get_sharing_note()] if has_shared_wins(tables) else texts
