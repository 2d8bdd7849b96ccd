"""The history: stored matches to search, replay, continue, export and delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from game.core.cards import DeckStyle
from game.core.messages import N_
from game.exchange.record_files import ImportResult, import_files
from game.match.archived_match import IMPORTED_FLAG, RECORD_FILE_SUFFIX, REVIEWED_FLAG
from game.rules import GAMES
from game.statistics.match_previews import MatchPreview, load_preview
from game.storage.matches import MatchRepository
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.history.import_export import ask_for_export, ask_for_export_of_all, report_import
from ui.scenes.history.list_model import (
    HistoryRow,
    HistorySearch,
    find_own_seat,
    list_player_texts,
    list_rows,
    list_table_rows,
)
from ui.scenes.history.match_preview import choose_row_portraits, describe_preview
from ui.scenes.import_page import ImportPage
from ui.scenes.network.stored_tables import KnownTablesPage
from ui.services.background_count import BackgroundCount
from ui.services.tasks import Task
from ui.widgets.fields import Action, Input, RowList, make_choice
from ui.widgets.layout import Alternatives, Column, Padded, Panel, Rest, Row
from ui.widgets.nodes import Line, Node, Section, Space, Text
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.portraits import PortraitRow
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH

ROW_HEIGHT: Final = 72
"""The height of a row with the gap below it, in design pixels."""
LIST_SHARE: Final = 78
PREVIEW_SHARE: Final = 64
"""The shares of the list and the preview in the width of the page."""
ROW_PORTRAIT_SIZE: Final = 40
MIN_WIDTH_WITH_PORTRAITS: Final = 480
"""The width of a row with room for portraits, in design pixels."""
MIN_HEIGHT_WITH_PLAYER_LINES: Final = 500
"""The height of the window with room for a line for each player in a question, in design pixels."""
MAX_QUERY_CHARACTERS: Final = 80
TITLE_SHARE: Final = 0.44
"""The share of the width of a row in which its title is."""
STATE_FILTERS: Final = ("all", "saved", "finished")


class HistoryScene(KnownTablesPage, ImportPage):
    """The list of matches, the latest first.

    Typing narrows the list; Enter opens the replay of the selected match.
    """

    title = N_("History")
    max_scale = 1.6
    file_suffix = RECORD_FILE_SUFFIX

    def __init__(self, context: AppContext, on_change: Callable[[], None]) -> None:
        """Make the scene; ``on_change`` is called when a match was deleted or imported."""
        super().__init__(context)
        self._on_change = on_change
        self.all_rows: tuple[HistoryRow, ...] = ()
        self.rows: Sequence[HistoryRow] = ()
        self.query, self.state_filter = "", STATE_FILTERS[0]
        self._selected_index = 0
        self._running_search: HistorySearch | None = None
        self._is_search_asked = False
        """Whether a person has asked for the running search, and not an update of the rows."""
        self._revealed_ids = set[int]()
        self._background_count = BackgroundCount(context, self, self._request_rows)
        self._opening: Task | None = None
        self._is_loaded = False
        self._previews: dict[tuple[int, float], MatchPreview] = {}
        self._loading_preview: Task | None = None
        self._shown_row: HistoryRow | None = None
        self._match_rows: tuple[HistoryRow, ...] = ()
        self._request_rows()

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._running_search is not None

    @property
    def narration(self) -> tuple[str, ...]:
        return _(self.title), self._summary_text

    @property
    def deck(self) -> DeckStyle:
        row = self.selected_row
        game = None if row is None else GAMES.get(row.entry.game_id)
        return super().deck if game is None else self.context.get_deck(game.deck)

    @property
    def selected_row(self) -> HistoryRow | None:
        """The selected match, None if there is none."""
        return self.rows[self._selected_index] if self.rows else None

    @property
    def _is_list_ready(self) -> bool:
        """Whether the rows to list are known."""
        return self._is_loaded and (self._running_search is None or bool(self.rows))

    @property
    def _summary_text(self) -> str:
        """The number of listed matches, or the work in progress."""
        if not self._is_list_ready:
            return _("Loading matches…")
        if self._background_count.remaining_count:
            return self._background_count.status_text
        return ngettext("{count} match", "{count} matches", len(self.rows)).format(count=len(self.rows))

    @property
    def _status_text(self) -> str:
        """The reason why no match is listed."""
        if not self._is_list_ready:
            return _("Loading matches…")
        return _("No matches found") if self.all_rows else _("No matches yet")

    # -- what is on the page

    def compose(self) -> None:
        super().compose()
        self.focus.move_after("matches", "which-matches")  # Down leads from the search to the matches
        if not self.focus.focused_id:
            self.focus.focus_widget(self.find("search"))
            self.focus.is_ring_shown = False  # so that typing goes to the search

    def list_header(self) -> Sequence[Node]:
        height = theme.LARGE_CONTROL_HEIGHT
        open_statistics = self.context.router.open_statistics
        return (
            Action("statistics", _("Statistics"), open_statistics, symbol="analysis", min_width=192, height=height),
            Action("page-menu", "", self._open_page_menu, symbol="dots", label=_("More"), height=height),
        )

    def list_footer(self) -> Sequence[Node]:
        return ()

    def describe(self) -> Node:
        options = {
            "row_height": ROW_HEIGHT,
            "row_gap": theme.SMALL_GAP,
            "row_count": len(self.rows),
            "narrate_row": lambda index: self.rows[index].narration,
            "describe_row": self._describe_row,
            "on_chosen": self._open_main_action,
            "selected_index": self._selected_index,
            "describe_empty": lambda: self._status_text,
        }
        rows = RowList(id="matches", label=_("Matches"), on_change=self._select, options=options)
        search = Row(self._describe_search(), Space(BAR_WIDTH + BAR_GAP))
        foot = Row(self.make_back(), Space(grow=1))
        left = Column(search, rows, foot, gap=theme.LARGE_GAP, grow=LIST_SHARE)
        preview = Section("preview", self._describe_preview, grow=PREVIEW_SHARE)
        return Row(left, Space(theme.LARGE_GAP), preview)

    def _describe_search(self) -> Node:
        height = theme.LARGE_CONTROL_HEIGHT
        search = Input(
            self.query,
            self.search,
            MAX_QUERY_CHARACTERS,
            id="search",
            label=_("Search"),
            width=200,
            grow=1,
            height=height,
            options={"placeholder": _("Search game, player or date"), "symbol": "search"},
        )
        labels = dict(zip(STATE_FILTERS, (_("All"), _("Saved"), _("Finished")), strict=True))
        choice = make_choice(labels, self.state_filter, id="which-matches", label=_("Matches shown"), height=height)
        choice.on_change = self.show_state
        stacked = Column(Row(search), Row(choice, Space(grow=1)), gap=theme.SMALL_GAP)
        return Alternatives(Row(search, choice, gap=theme.SECTION_GAP), stacked, grow=1)

    def _describe_preview(self) -> Node:
        """Return the preview of the selected match, with its actions at the foot."""
        row = self._shown_row = self.selected_row
        if row is None:
            return Space() if self.all_rows or not self._is_list_ready else self._describe_promise()
        preview = self._previews.get((row.entry.id, row.entry.updated_at))
        nodes = describe_preview(self.context, row, preview), self._describe_actions(row)
        return Panel(Column(*nodes, gap=theme.SMALL_GAP))

    def _describe_promise(self) -> Node:
        """Return what the page is for, with the way to a first match."""
        text = _("Your matches are kept here, so you can continue them, watch them again and find your mistakes.")
        play = Action("play-match", _("Play a match"), self.context.router.open_new_match, style="#primary")
        play.symbol = "play"
        return Panel(Column(Text(text), Row(play, Space(grow=1)), gap=theme.LARGE_GAP))

    def _describe_actions(self, row: HistoryRow) -> Node:
        """Return the actions of a match in one row, or in two if it is narrow."""
        label = _("More options for this match")
        menu = Action("match-menu", "", self._open_match_menu, style="#menu", symbol="dots", label=label)
        main_action = self._get_main_action(row)
        main = None if main_action is None else Action(*main_action, style="#primary", symbol="play", grow=1)
        if row.table is not None:
            return Row(main)
        if not row.finished_deal_count:
            return Row(menu, main, gap=theme.GAP)
        others = [Action("analyze", _("Analysis"), self._open_analysis, style="#menu")]
        if row.is_in_progress:
            others.append(Action("replay", _("Watch replay"), self._open_replay, style="#menu"))
        second_row = Row(menu, *(replace(other, grow=1) for other in others), gap=theme.GAP)
        two_rows = Column(main, second_row, gap=theme.GAP)
        return Alternatives(Row(menu, *others, main, gap=theme.GAP), two_rows)

    def _get_main_action(self, row: HistoryRow) -> tuple[str, str, Callable[[], None]] | None:
        """Return the id, the text and the function of the main action of a match, None if it has none."""
        if row.is_in_progress:
            return None if row.is_open_elsewhere else ("continue", _("Continue"), self._continue_match)
        return ("replay", _("Watch replay"), self._open_replay) if row.finished_deal_count else None

    def _open_main_action(self) -> None:
        row = self.selected_row
        main_action = self._get_main_action(row) if row is not None else None
        if main_action is not None:
            main_action[2]()

    def _open_match_menu(self) -> None:
        row = self.selected_row
        if row is None:
            return
        entries = []
        if row.finished_deal_count:
            text = _("Play these cards") if IMPORTED_FLAG in row.entry.flags else _("Compare scores")
            entries.append(MenuEntry("same-cards", text, self._open_comparison, "cards"))
        if not row.entry.error:
            entries.append(MenuEntry("export", _("Export match…"), self._export, "save"))
        if not row.is_open_elsewhere:
            entries.append(MenuEntry("delete", _("Delete match…"), self._confirm_delete, "trash", is_dangerous=True))
        self.open_menu("match-menu", entries)

    def _open_page_menu(self) -> None:
        import_matches = partial(self.ask_for_files, _("Import matches from file or folder"))
        entries = [MenuEntry("import", _("Import matches…"), import_matches, "import")]
        if self._list_exportable_ids():
            entries.append(MenuEntry("export-all", _("Export all…"), self._export_all, "export"))
        self.open_menu("page-menu", entries)

    # -- the preview

    def _select(self, index: int) -> None:
        self._selected_index = index
        self._show_selected()

    def _show_selected(self) -> None:
        """Show the preview of the selected match, and request it if it is not known."""
        row = self.selected_row
        if row is not None and row is self._shown_row:
            return
        self._request_preview(row)
        self.recompose("preview")

    def _request_preview(self, row: HistoryRow | None) -> None:
        """Request the deals of a match, unless they would reveal cards that were not played here."""
        if self._loading_preview is not None:
            self._loading_preview.cancel()
        if row is None or not row.finished_deal_count or self._needs_warning(row):
            return
        key = row.entry.id, row.entry.updated_at
        if key not in self._previews:
            own_seat = find_own_seat(row.entry)
            loading = self.context.storage.submit_to_archive(
                lambda archive: load_preview(archive, row.entry.id, own_seat)
            )
            self._loading_preview = self.context.tasks.submit(
                loading, partial(self._show_preview, key), lambda _error: None, owner=self
            )

    def _show_preview(self, key: tuple[int, float], preview: MatchPreview) -> None:
        self._previews[key] = preview
        self.recompose("preview")

    # -- the list

    def _request_rows(self) -> None:
        """Request all matches from the storage; they arrive in a later frame."""
        loading = self.context.storage.submit_to_archive(partial(list_rows, now=self.context.now()))
        self.context.tasks.submit(loading, self._show_rows, owner=self)

    def _reload(self) -> None:
        """Request the matches again after a change, and report the change."""
        self._request_rows()
        self._on_change()

    def search(self, words: str) -> None:
        """Show only rows that contain all of these words."""
        self.query = words
        self._start_search(is_asked=True)

    def show_state(self, state: str) -> None:
        """Show only matches in this state, one of `STATE_FILTERS`."""
        self.state_filter = state
        self._start_search(is_asked=True)

    def _start_search(self, *, is_asked: bool = False) -> None:
        """Search the rows again; the selected match stays selected if it is found."""
        selected = self.selected_row
        self._is_search_asked = is_asked or (self._running_search is not None and self._is_search_asked)
        self._running_search = HistorySearch(
            self.all_rows, self.query, self.state_filter, selected.entry.id if selected is not None else None
        )
        self._continue_search()

    def _continue_search(self) -> None:
        """Continue the search; the previous results remain until it is complete."""
        search = self._running_search
        if search is None or not search.search_more():
            return
        self._running_search, self.rows = None, search.results
        if self._is_list_ready:
            self.narrate_change(1 if self._is_search_asked else None)
        self._selected_index = search.selected_index if self.rows else 0
        row_list = self.find("matches")
        if row_list is not None:
            row_list.set_count(len(self.rows))
            row_list.select(search.selected_index)
            self._show_selected()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._continue_search()

    def _show_rows(self, rows: tuple[HistoryRow, ...]) -> None:
        self._match_rows, is_first, self._is_loaded = rows, not self._is_loaded, True
        self.show_tables()
        if is_first:
            self._background_count.start()

    def show_tables(self) -> None:
        """List the matches that go on at tables over the network, then those of this machine, the latest first."""
        self.all_rows = (*list_table_rows(self.known_tables, self.context.now()), *self._match_rows)
        self._start_search()

    # -- what the buttons do

    def _open_replay(self) -> None:
        self._open_after_warning(self.context.router.open_replay)

    def _open_analysis(self) -> None:
        self._open_after_warning(self.context.router.open_analysis)

    def _open_comparison(self) -> None:
        if self.selected_row is not None:
            self.context.router.open_comparison(self.selected_row.entry.id)

    def _open_after_warning(self, open_scene: Callable[[int], None]) -> None:
        """Open a scene of the selected match; first warn if it would reveal its cards.

        The warning is shown once, for matches that others have played.
        """
        row = self.selected_row
        if row is None or row.entry.error:
            return
        match_id = row.entry.id
        if not self._needs_warning(row):
            open_scene(match_id)
            return

        def reveal() -> None:
            self._revealed_ids.add(match_id)
            self.context.storage.call(
                MatchRepository.store_note, match_id, REVIEWED_FLAG, True, restarts_turn_clock=False
            )
            open_scene(match_id)

        text = _("You haven't played these cards yet. To play them first, choose “Play these cards”.")
        self.context.router.confirm(text, _("Show cards"), reveal, _("Back"))

    def _needs_warning(self, row: HistoryRow) -> bool:
        """Return whether others played the match and its cards were not seen here."""
        marks = row.entry.flags
        return IMPORTED_FLAG in marks and REVIEWED_FLAG not in marks and row.entry.id not in self._revealed_ids

    def _continue_match(self) -> None:
        row = self.selected_row
        is_opening = self._opening is not None and self._opening.is_pending
        if row is not None and row.table is not None:
            self.context.router.continue_network_table(row.table)
        elif not is_opening and row is not None and row.entry.is_unfinished:
            self._opening = self.context.router.open_match(
                self.context.storage.call(MatchRepository.open_match, row.entry.id), self
            )

    def _confirm_delete(self) -> None:
        row = self.selected_row
        if row is None:
            return
        match_lines = [f"{row.title} · {row.date_text}", row.players_text]
        if self.context.size[1] >= self.context.px(MIN_HEIGHT_WITH_PLAYER_LINES):
            match_lines[1:] = list_player_texts(row.entry)
        text = _("Delete this match?\n{match}").format(match="\n".join(match_lines))
        saved = row.entry
        if saved.penalty_minutes and not saved.error:
            penalty_template = ngettext(
                "It has a turn timer: you'll be blocked for {minutes} minute.",
                "It has a turn timer: you'll be blocked for {minutes} minutes.",
                saved.penalty_minutes,
            )
            text += "\n" + penalty_template.format(minutes=saved.penalty_minutes)
        self.context.router.confirm(text, _("Delete"), partial(self._delete, row), _("Keep"), is_dangerous=True)

    def _delete(self, row: HistoryRow) -> None:
        saved = row.entry
        if saved.penalty_minutes and not saved.error:
            self.context.router.left_matches.finish_and_delete_match(saved.id, self._reload)
        else:
            deleting = self.context.storage.call(MatchRepository.delete_match, row.entry.id)
            self.context.tasks.submit(
                deleting,
                lambda _result: self._reload(),
                self._report_failed_deletion,
                owner=self,
                on_cancel=self._on_change,
            )

    def _report_failed_deletion(self, error: BaseException) -> None:
        self.context.report(error)
        self._reload()

    # -- out and in

    def _export(self) -> None:
        if self.selected_row is not None:
            ask_for_export(self.context, self.selected_row.entry)

    def _export_all(self) -> None:
        ask_for_export_of_all(self.context, self._list_exportable_ids())

    def _list_exportable_ids(self) -> list[int]:
        return [row.entry.id for row in self.rows if not row.entry.error and row.table is None]

    def start_import(self, paths: tuple[Path, ...]) -> Future[ImportResult]:
        now = self.context.now()
        return self.context.storage.submit_to_archive(lambda archive: import_files(archive, paths, now))

    def finish_import(self, imported: ImportResult) -> None:
        report_import(self.context, imported)
        self._reload()

    def _describe_row(self, index: int) -> Node:
        """Return a row: the game above the outcome, the portraits of the others, and the date."""
        row = self.rows[index]
        date = Line(row.short_date_text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        if index == self._selected_index:
            date.color = theme.CREAM
        title = Line(row.title, face="serif", size=theme.ROW_TITLE_TEXT_SIZE, grow=1)
        color = theme.RED_LIGHT if row.entry.error else theme.GOLD if row.is_in_progress else theme.CREAM
        outcome = Line(row.outcome_text, size=theme.SMALL_TEXT_SIZE, color=color)
        texts = Rest(_center_lines(Row(title), outcome), 0, grow=TITLE_SHARE)
        others = Row(self._describe_others(row), Space(grow=1), date, gap=theme.LARGE_GAP, grow=1 - TITLE_SHARE)
        others_width = others.measure_width(self.frame, self.context.size[0]) / self.context.ui_scale
        wide = Rest(Row(texts, others), max(MIN_WIDTH_WITH_PORTRAITS, others_width / (1 - TITLE_SHARE)))
        low = _center_lines(Row(title, date, gap=theme.GAP), outcome)
        return Padded(Column(Alternatives(wide, low, grow=1), Space(theme.SMALL_GAP)), padding=theme.LARGE_GAP, top=0)

    def _describe_others(self, row: HistoryRow) -> Node:
        """Return the portraits of all players but the person."""
        portraits, own_seat = choose_row_portraits(self.context, row), find_own_seat(row.entry)
        numbers = [portrait for seat, portrait in enumerate(portraits) if seat != own_seat]
        return PortraitRow(self.context.card_images["italian"], numbers, ROW_PORTRAIT_SIZE, 0.9)


def _center_lines(*lines: Node) -> Node:
    return Column(Space(grow=1), *lines, Space(grow=1))
