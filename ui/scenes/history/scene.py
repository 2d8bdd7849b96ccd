"""The history: stored matches to search, replay, continue, export and delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.storage.archive import IMPORTED_FLAG, REVIEWED_FLAG
from game.text.gettext import _, ngettext
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_pill
from ui.scenes.history.import_export import MatchImportExport
from ui.scenes.history.list_model import HistoryRow, HistorySearch, list_rows
from ui.scenes.page import Page
from ui.services.background_count import BackgroundCount
from ui.services.tasks import Task
from ui.widgets.base import set_enabled
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.segmented import SegmentedControl, compute_row_width
from ui.widgets.text_input import TextInput
from ui.widgets.virtual_list import VirtualList

ROW_HEIGHT: Final = 60
"""The height of a row, in design pixels."""
BUTTON_ROW_HEIGHT: Final = 54
"""The distance from a row of buttons to the next, in design pixels."""
MAX_QUERY_CHARACTERS: Final = 80
STATE_FILTERS: Final = ("all", "saved", "finished")


class _ButtonSpec(NamedTuple):
    """A button of the footer; ``width``: pixels."""

    widget_id: str
    text: str
    on_press: Callable[[], object]
    width: int


def _is_open_elsewhere(row: HistoryRow) -> bool:
    return row.entry.unfinished_match is not None and row.entry.unfinished_match.is_open_elsewhere


class HistoryScene(Page):
    """The list of matches, the latest first.

    Typing narrows the list; Enter opens the replay of the selected match.
    """

    max_scale = 1.6

    def __init__(self, context: AppContext, on_change: Callable[[], None]) -> None:
        """Make the scene; ``on_change`` is called when a match was deleted or imported."""
        super().__init__(context)
        self._on_change = on_change
        self.title = N_("History")
        self.all_rows: tuple[HistoryRow, ...] = ()
        self.rows: Sequence[HistoryRow] = ()
        self.query, self.state_filter = "", STATE_FILTERS[0]
        self._row_list: VirtualList | None = None
        self._selected_index, self._scroll_offset_rows = 0, 0.0
        self._running_search: HistorySearch | None = None
        self._revealed_ids = set[int]()
        self._background_count = BackgroundCount(context, self, self._request_rows)
        self._opening: Task | None = None
        self._import_export = MatchImportExport(context, self, self._reload)
        self._is_loaded = False
        self._buttons: dict[str, UIButton] = {}
        self._search_entry: TextInput | None = None
        self._request_rows()

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._running_search is not None or self._import_export.has_dropped_files

    @property
    def narration(self) -> tuple[str, ...]:
        return _(self.title), self._summary_text

    @property
    def selected_row(self) -> HistoryRow | None:
        """The selected match, None if there is none."""
        return self.rows[self._row_list.selected_index] if self._row_list is not None and self.rows else None

    @property
    def _is_list_ready(self) -> bool:
        """Whether the rows to list are known."""
        return self._is_loaded and (self._running_search is None or bool(self.rows))

    @property
    def _summary_text(self) -> str:
        """The number of listed matches, or the work in progress."""
        if not self._is_list_ready:
            return _("The matches are read…")
        if self._background_count.remaining_count:
            return self._background_count.status_text
        return ngettext("{count} match", "{count} matches", len(self.rows)).format(count=len(self.rows))

    # -- widgets

    def compose(self) -> None:
        px, body = self.context.px, self.body
        if self._row_list is not None:
            self._selected_index, self._scroll_offset_rows = (
                self._row_list.selected_index,
                self._row_list.offset / self._row_list.row_height,
            )
        width = min(body.width, px(1100))
        left = body.centerx - width // 2
        top, filter_choice = self._add_search_row(left, body.top, width)
        buttons = self._layout_footer(width)
        footer_top = body.bottom + px(12 + 52) - len(buttons) * px(BUTTON_ROW_HEIGHT)
        board = pygame.Rect(left, top, width, footer_top - px(2) - top)
        self.add_board(board)
        self._row_list = VirtualList(
            board.inflate(-px(20), -px(16)),
            self.context.ui_manager,
            self.context.ui_scale,
            row_height=px(ROW_HEIGHT),
            row_count=len(self.rows),
            describe_row=lambda index: self.rows[index].narration,
            paint_row=self._paint_row,
            on_chosen=self._open_replay,
            selected_index=self._selected_index,
            offset=round(self._scroll_offset_rows * px(ROW_HEIGHT)),
        )
        self.bind_value("matches", self._row_list, lambda _index: self._update_buttons(), _("Matches"))
        self.bind_value("which-matches", filter_choice, self.show_state, _("Which matches"))
        self._add_buttons(buttons, left, footer_top, width)
        if not self.focus.focused_id and self._search_entry is not None:
            self.focus.focus_widget(self._search_entry)
            self.focus.is_ring_shown = False  # so that typing goes to the search
        self._update_buttons()

    def _add_search_row(self, left: int, top: int, available_width: int) -> tuple[int, SegmentedControl]:
        """Add the search and the filter; return the top of the list, and the filter."""
        px, manager, ui_scale = self.context.px, self.context.ui_manager, self.context.ui_scale
        labels = [_("All"), _("Saved"), _("Finished")]
        choice_width = compute_row_width(labels, ui_scale)
        row_height = px(CONTROL_HEIGHT)
        entry_rect = pygame.Rect(left, top, max(px(200), available_width - choice_width - px(14)), row_height)
        hint = _("Search: game, name, date")
        self._search_entry = TextInput(
            self.query, entry_rect, manager, max_length=MAX_QUERY_CHARACTERS, placeholder=hint
        )
        self.bind_text("search", self._search_entry, self.search, _("Search"))
        choice_rect = pygame.Rect(left + available_width - choice_width, top, choice_width, row_height)
        if choice_rect.left < entry_rect.right:
            choice_rect.topleft = (left, entry_rect.bottom + px(8))
        return choice_rect.bottom + px(10), SegmentedControl(
            STATE_FILTERS, labels, self.state_filter, choice_rect, manager, ui_scale
        )

    def _layout_footer(self, width: int) -> list[list[_ButtonSpec]]:
        """Return the buttons in as few rows as needed, of similar length."""
        buttons = [
            _ButtonSpec(widget_id, text, on_press, self.measure_button_width(text) - self.context.px(20))
            for widget_id, text, on_press in (
                ("back", _("Back"), self.on_escape),
                ("statistics", _("Statistics"), self.context.router.open_statistics),
                ("import", _("Import…"), self._import_export.import_matches),
                ("export-all", _("Export all…"), self._export_all),
                ("export", _("Export…"), self._export),
                ("delete", _("Delete…"), self._confirm_delete),
                ("continue", _("Continue"), self._continue_match),
                ("same-cards", _("Same cards…"), self._open_comparison),
                ("analyze", _("Analyse"), self._open_analysis),
                ("replay", _("Replay"), self._open_replay),
            )
        ]
        min_rows = len(self._wrap_buttons(buttons, width))
        widths = (width * twentieths // 20 for twentieths in range(8, 20))
        return next((rows for row_width in widths if len(rows := self._wrap_buttons(buttons, row_width)) == min_rows),
                    self._wrap_buttons(buttons, width))  # fmt: skip

    def _wrap_buttons(self, buttons: list[_ButtonSpec], width: int) -> list[list[_ButtonSpec]]:
        """Return the buttons, one after the other, in rows of ``width`` pixels."""
        gap = self.context.px(10)
        rows: list[list[_ButtonSpec]] = [[]]
        for button in buttons:
            if rows[-1] and sum(placed.width + gap for placed in rows[-1]) + button.width > width:
                rows.append([])
            rows[-1].append(button)
        return rows

    def _add_buttons(self, rows: list[list[_ButtonSpec]], left: int, top: int, width: int) -> None:
        """Add the buttons from the left; the last one is the default, at the right."""
        px, self._buttons = self.context.px, {}
        last = rows[-1][-1]
        for row_index, row in enumerate(rows):
            x = left
            for button in row:
                rect = pygame.Rect(
                    x, top + row_index * px(BUTTON_ROW_HEIGHT) + px(8), button.width, px(BUTTON_ROW_HEIGHT - 8)
                )
                if button is last:
                    rect.right = left + width
                style = "#primary" if button is last else "#menu"
                self._buttons[button.widget_id] = self.add_button(
                    button.widget_id, button.text, rect, button.on_press, style=style
                )
                x = rect.right + px(10)

    def _update_buttons(self) -> None:
        """Enable only the buttons that apply to the selected match."""
        row = self.selected_row
        enabled_by_text = {
            "export-all": bool(self.rows), "export": row is not None and not row.entry.error,
            "delete": row is not None and not _is_open_elsewhere(row),
            "continue": row is not None and row.is_in_progress and not _is_open_elsewhere(row),
            "same-cards": row is not None and not row.entry.error,
            "analyze": row is not None and not row.entry.error,
            "replay": row is not None and not row.entry.error,
        }  # fmt: skip
        for widget_id, is_enabled in enabled_by_text.items():
            set_enabled(self._buttons[widget_id], is_enabled=is_enabled)

    # -- the list

    def _request_rows(self) -> None:
        """Request all matches from the storage; they arrive in a later frame."""
        self.context.tasks.submit(self.context.storage.submit_to_archive(list_rows), self._show_rows, owner=self)

    def _reload(self) -> None:
        """Request the matches again after a change, and report the change."""
        self._request_rows()
        self._on_change()

    def search(self, words: str) -> None:
        """Show only rows that contain all of these words."""
        self.query = words
        self._start_search()

    def show_state(self, state: str) -> None:
        """Show only matches in this state, one of `STATE_FILTERS`."""
        self.state_filter = state
        self._start_search()

    def _start_search(self) -> None:
        """Search the rows again; the selected match stays selected if it is found."""
        selected = self.selected_row
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
        if self.context.narrate is not None and self._is_list_ready:
            self.context.narrate(make_sentence(self._summary_text))
        if self._row_list is not None:
            self._row_list.set_count(len(self.rows))
            self._row_list.select(search.selected_index)
            self._update_buttons()

    def update(self, seconds: float) -> None:
        self._continue_search()
        self._import_export.update()

    def _show_rows(self, rows: tuple[HistoryRow, ...]) -> None:
        self.all_rows, is_first, self._is_loaded = rows, not self._is_loaded, True
        self._start_search()
        if is_first:
            self._background_count.start()

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
        match_id, marks = row.entry.id, row.entry.flags
        if IMPORTED_FLAG not in marks or REVIEWED_FLAG in marks or match_id in self._revealed_ids:
            open_scene(match_id)
            return

        def reveal() -> None:
            self._revealed_ids.add(match_id)
            self.context.storage.store_note(match_id, REVIEWED_FLAG, True, restarts_turn_clock=False)
            open_scene(match_id)

        text = _("Somebody else played this match. Who goes through it sees its cards; who wants to play them without"
                  " knowing them chooses “Same cards…” first.")  # fmt: skip
        self.context.router.confirm(text, _("Look at it"), reveal, _("Back"))

    def _continue_match(self) -> None:
        row = self.selected_row
        is_opening = self._opening is not None and self._opening.is_pending
        if not is_opening and row is not None and row.entry.unfinished_match is not None:
            self._opening = self.context.router.open_match(self.context.storage.open_match(row.entry.id), self)

    def _confirm_delete(self) -> None:
        row = self.selected_row
        if row is None:
            return
        match_text = " · ".join((row.title, row.players_text, row.date_text))
        text = _("Delete this match for good?\n{match}").format(match=match_text)
        saved = row.entry.unfinished_match
        if saved is not None and saved.penalty_minutes and not saved.error:
            penalty_template = _(
                "It has a clock: whoever plays it is then barred from every table for {minutes} minutes."
            )
            text += "\n" + penalty_template.format(minutes=saved.penalty_minutes)
        self.context.router.confirm(text, _("Delete"), partial(self._delete, row), _("Keep"))

    def _delete(self, row: HistoryRow) -> None:
        saved = row.entry.unfinished_match
        if saved is not None and saved.penalty_minutes and not saved.error:
            self.context.router.finish_and_delete_match(saved, self._reload)
        else:
            deleting = self.context.storage.delete_match(row.entry.id)
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
            self._import_export.export(self.selected_row.entry)

    def _export_all(self) -> None:
        self._import_export.export_all([row.entry.id for row in self.rows if not row.entry.error])

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self._import_export.add_dropped_file(Path(event.file))
        else:
            super().handle_event(event)

    # -- the picture

    def _paint_row(self, index: int, canvas: Canvas) -> None:
        """Paint a row: game and date, below them players and outcome."""
        px, row = self.context.px, self.rows[index]
        width, side_padding = canvas.width, px(14)
        time_image = theme.render_text(row.date_text, "sans", px(theme.SMALL_TEXT_SIZE), theme.MUTED)
        canvas.blit(time_image, time_image.get_rect(topright=(width - side_padding, px(9))))
        right = width - side_padding - time_image.get_width() - px(14)
        for badge in reversed(row.badges):
            right = self._draw_badge(canvas, badge, right) - px(6)
        title_image = theme.render_fitted_text(
            row.title, "serif", px(theme.LARGE_TEXT_SIZE - 2), theme.CREAM, max(px(60), right - side_padding)
        )
        canvas.blit(title_image, (side_padding, px(4)))
        color = theme.RED_LIGHT if row.entry.error else theme.GOLD
        outcome_image = theme.render_fitted_text(
            row.outcome_text, "sans", px(theme.SMALL_TEXT_SIZE), color, (width - 2 * side_padding) * 55 // 100
        )
        outcome_rect = outcome_image.get_rect(bottomright=(width - side_padding, canvas.height - px(8)))
        canvas.blit(outcome_image, outcome_rect)
        people_image = theme.render_fitted_text(
            row.players_text,
            "sans",
            px(theme.SMALL_TEXT_SIZE),
            theme.MUTED,
            max(1, outcome_rect.left - px(14) - side_padding),
        )
        canvas.blit(people_image, people_image.get_rect(bottomleft=(side_padding, outcome_rect.bottom)))

    def _draw_badge(self, canvas: Canvas, text: str, right: int) -> int:
        """Draw a badge that ends at ``right``, and return its left end."""
        px = self.context.px
        text_image = theme.render_text(text, "bold", px(13), theme.INK)
        rect = pygame.Rect(0, 0, text_image.get_width() + px(16), px(20))
        rect.topright = (right, px(8))
        draw_pill(canvas, rect, theme.GOLD if text == _("saved") else theme.MUTED)
        canvas.blit(text_image, text_image.get_rect(center=rect.center))
        return rect.left

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px, area = self.context.px, self.area
        summary_image = theme.render_text(self._summary_text, "sans", px(theme.BODY_TEXT_SIZE), theme.CREAM)
        canvas.blit(summary_image, summary_image.get_rect(topright=(area.right, area.top + px(10))))
        if self._row_list is not None:
            self._row_list.draw(canvas)
            if self._is_list_ready and not self.rows:
                empty_text = _("No match is like that.") if self.all_rows else _("No match has been played yet.")
                empty_image = theme.render_text(empty_text, "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED)
                canvas.blit(empty_image, empty_image.get_rect(center=self._row_list.viewport.center))
