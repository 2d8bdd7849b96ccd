"""The statistics of a person in a game: at a glance, as tables and as a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core.messages import N_
from game.rules import GAMES
from game.statistics.level_suggestions import LevelOutlook, find_outlook
from game.statistics.played_matches import find_latest_game, list_accuracies, list_played_matches
from game.statistics.statistics import PlayerStatistics, compute_statistics
from game.statistics.wins import describe_wins
from game.storage.profiles import Profile
from game.text.formatting import format_number
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.scenes.dialogs.prompts import open_export_prompt
from ui.scenes.page import Page
from ui.scenes.statistics.csv_export import FILE_SUFFIX, export_csv
from ui.scenes.statistics.overview import describe_overview
from ui.scenes.statistics.tables import (
    StatisticsTable,
    has_shared_wins,
    make_cells,
    make_csv_rows,
    make_tables,
    narrate_table,
)
from ui.services.background_count import BackgroundCount
from ui.widgets.fields import Action, make_choice
from ui.widgets.layout import Column, Flow, Panel, Row, describe_table, make_titled
from ui.widgets.nodes import Node, Scroll, Sheet, Space, Text


class StatisticsScene(Page):
    """The statistics of a person in a game, at a glance or as tables."""

    title = N_("Statistics")
    max_scale = 1.6
    help_topic = HelpTopic("playing", section="levels")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.profiles = context.profiles
        self.profile = self.profiles[0]
        self.game = next(iter(GAMES))
        self.is_shown_as_tables = False
        self.statistics: PlayerStatistics | None = None
        self.outlook: LevelOutlook | None = None
        self.tables: tuple[StatisticsTable, ...] = ()
        self._background_count = BackgroundCount(context, self, self._request_statistics)
        self._background_count.start()
        finding = context.storage.submit_to_archive(partial(find_latest_game, profile_id=self.profile.id))
        self._loading = context.tasks.submit(finding, self._show_latest_game, owner=self)

    @property
    def narration(self) -> tuple[str, ...]:
        name, game = self.profile.display_name, _(GAMES[self.game].title)
        wins = describe_wins(self.statistics) if self.statistics is not None and self.tables else ()
        return (
            _("{title}: {name}, {game}").format(title=_(self.title), name=name, game=game),
            *wins,
            *map(narrate_table, self.tables),
        )

    # -- what is on the page

    def describe(self) -> Node:
        people = {profile: profile.display_name for profile in self.profiles}
        games = {name: _(game.title) for name, game in GAMES.items()}
        ways = {False: _("Overview"), True: _("Tables")}
        way = make_choice(ways, self.is_shown_as_tables, id="shown-as", label=_("View"), on_change=self.set_tables)
        choices = Flow(
            make_choice(people, self.profile, id="person", label=_("Player"), on_change=self.set_person),
            make_choice(games, self.game, id="game", label=_("Game"), on_change=self.set_game),
            *([way] if self.tables else []),
        )
        page: Node = Panel(Sheet("figures", self._describe_figures()), top=2, grow=1)
        if not self.tables:
            page = Panel(Scroll("figures", self._describe_figures()), grow=1)
        elif not self.is_shown_as_tables:
            page = Scroll("figures", self._describe_figures(), padding=0, is_page=True)
        return Column(choices, page, gap=theme.GAP)

    def list_footer(self) -> Sequence[Node]:
        export = Action("export-csv", _("Export as CSV…"), self._export, style="#menu")
        medals = Action("medals", _("Medals"), self.context.router.open_medals, style="#menu")
        return (self.make_back(), Space(grow=1), *((export,) if self.tables else ()), medals)

    def _describe_figures(self) -> Node:
        if not self.tables:
            remaining = self._background_count.remaining_count
            waiting_text = self._background_count.status_text if remaining else _("Loading matches…")
            return Text(waiting_text) if self.is_busy else self._describe_promise()
        if self.is_shown_as_tables:
            blocks = [make_titled(table.title, self._describe_table(table)) for table in self.tables]
            notes = [get_sharing_note()] if has_shared_wins(self.tables) else []
            return Column(*blocks, *map(make_note, (*notes, get_counting_note())), gap=theme.LARGE_GAP)
        assert self.statistics is not None
        return describe_overview(self.context, self.statistics, self.outlook)

    def _describe_promise(self) -> Node:
        """Return what will be shown after the first deals, with the way to a match."""
        promise = _(
            "Here you'll see how many matches you win, and how many you'd win by luck alone. You'll "
            "also see your level, what you do best, and the choices that cost you the most."
        )
        play = Action("play-match", _("Play a match"), self.context.router.open_new_match, style="#primary")
        play.symbol = "play"
        title = Text(self.nothing, face="serif", size=theme.TITLE_TEXT_SIZE)
        button = Row(play, Space(grow=1))
        return Column(title, Text(promise), make_note(get_counting_note()), button, gap=theme.LARGE_GAP)

    def _describe_table(self, table: StatisticsTable) -> Node:
        total_rows = frozenset(index for index, row in enumerate(table.rows) if row.is_total)
        header, *rows = make_cells(table)
        return describe_table(header, rows, total_rows)

    @property
    def nothing(self) -> str:
        """The sentence for a person without matches that count."""
        if not self.profile.name:
            return _("You haven't finished a deal of this game yet.")
        return _("{name} hasn't finished a deal of this game yet.").format(name=self.profile.name)

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
        """Show tables instead of the overview, or the overview again."""
        self.is_shown_as_tables = tables
        self.recompose("body", "foot")

    def _show_latest_game(self, game: str | None) -> None:
        self.game = game or self.game
        self._request_statistics()

    def _request_statistics(self) -> None:
        profile_id, game = self.profile.id, self.game
        self._loading.cancel()
        loading = self.context.storage.submit_to_archive(
            lambda archive: (
                compute_statistics(
                    game, list_played_matches(archive, profile_id, game), list_accuracies(archive, profile_id, game)
                ),
                find_outlook(archive, profile_id, game),
            )
        )
        self._loading = self.context.tasks.submit(loading, self._show_statistics, owner=self)

    def _show_statistics(self, loaded: tuple[PlayerStatistics, LevelOutlook | None]) -> None:
        statistics, self.outlook = loaded
        self.statistics = statistics
        self.tables = make_tables(statistics)
        self.narrate_change()
        self.recompose("body", "foot")

    def _export(self) -> None:
        context, csv_rows = self.context, make_csv_rows(self.tables)
        game = _(GAMES[self.game].title)
        title = _("Statistics for {name}, {game}").format(name=self.profile.display_name, game=game)
        file_name = "".join(character if character.isalnum() or character in " -," else "_" for character in title)
        open_export_prompt(
            context,
            _("Export statistics to a file"),
            file_name + FILE_SUFFIX,
            lambda path: context.storage.submit(export_csv, csv_rows, path),
            _("Statistics exported to {file}."),
        )


def make_note(text: str) -> Node:
    """Return a paragraph of small text."""
    return Text(text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)


def get_counting_note() -> str:
    """Return the note that says what counts."""
    return _(
        "Every finished deal counts. Assisted matches are listed separately. Practice and imported matches don't count."
    )


def get_sharing_note() -> str:
    """Return the note on shared wins, which explains halves."""
    return _("A win shared by two players counts as {half}.").format(half=format_number(0.5, 1))
