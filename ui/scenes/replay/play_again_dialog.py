"""Choices after a replay: play on from a moment, play a deal again, compare, or copy its code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

import pygame
from pygame_gui.core.utility import clipboard_copy

from game.ai.levels import get_default_level, list_levels
from game.core.cards import DeckStyle
from game.core.messages import N_
from game.match.archived_match import SIDE_LINE_FLAG
from game.match.replay import MatchContinuation
from game.statistics.match_previews import find_deal_code
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.scenes.page import Page
from ui.scenes.replay.cursor import ReplayCursor
from ui.services.tasks import Task
from ui.widgets.button import Button
from ui.widgets.form_layout import FormLayout
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width

T = TypeVar("T")
BOARD_WIDTH: Final = 860
ACTION_HEIGHT: Final = 48
BOARD_PADDING: Final = 40


class PlayAgainDialog(Page):
    """The choice of seat, level and what to play; the replayed match does not change."""

    max_scale = 1.6

    def __init__(self, context: AppContext, cursor: ReplayCursor, open_comparison: Callable[[], None] | None) -> None:
        """Make the dialog.

        ``open_comparison``: opens the comparison of the match; None if it is not stored.
        """
        super().__init__(context)
        self._open_comparison = open_comparison
        self.title = N_("Play again")
        self.cursor = cursor
        self.seat = cursor.seat
        self.level = get_default_level(cursor.replay.game.id)
        self._deal_code = find_deal_code(cursor.replay, cursor.deal)
        self._opening: Task | None = None

    @property
    def deck(self) -> DeckStyle:
        return self.context.get_deck(self.cursor.replay.game.deck)

    # -- widgets

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(BOARD_WIDTH)), body.height)
        board.centerx = body.centerx
        column = FormLayout(self.begin_scroll_area("again", board))
        replay = self.cursor.replay
        levels = list_levels(replay.game.id)
        seats, names = range(len(replay.names)), list(self.cursor.names)
        self._add_choice("seat", column, _("Your seat"), seats, names, self.seat, self.set_seat)
        self._add_choice(
            "level",
            column,
            _("Computer level"),
            levels,
            [format_player_kind(level) for level in levels],
            self.level,
            self._set_level,
        )
        column.add_gap(6)
        deal, moment = self.cursor.deal, self.cursor.moment
        if replay.can_continue_from(deal, moment):
            text = _("Deal {number} from this point. It does not count in the statistics.").format(number=deal + 1)
            self._add_action("play-on", column, _("Continue this deal"), _("Continue"), self._continue_from_here, text)
        text = _("Deal {number} from the start. It does not count in the statistics.").format(number=deal + 1)
        self._add_action("same-deal", column, _("Play this deal"), _("Play"), self._replay_deal, text)
        if self._open_comparison is not None:
            text = _("Your score, the computer's and friends' with the same cards. Import friends' matches in History.")
            self._add_action("compare", column, _("Compare scores"), _("Compare…"), self._open_comparison, text)
        if self._deal_code:
            text = _("A friend can play deal {number} with it: New match, More options.").format(number=deal + 1)
            self._add_action("copy-code", column, _("Deal code"), _("Copy code"), self._copy_deal_code, text)
        self.end_scroll_area("again", column.next_y)
        self.add_board(board.move_to(height=min(board.height, column.next_y + px(BOARD_PADDING))))
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_choice(
        self, widget_id: str, column: FormLayout, label: str, values: Sequence[T], labels: list[str], value: T,
        on_change: Callable[[T], None],
    ) -> None:  # fmt: skip
        ui_scale = self.context.ui_scale
        width = compute_row_width(labels, ui_scale)
        if width > column.width * 0.7:
            width = min(compute_cycle_width(labels, ui_scale), column.width)
        _label, widget = column.add_row(
            label,
            "",
            width,
            lambda rect: SegmentedControl(values, labels, value, rect, column.scroll_area.place),
        )
        self.bind_value(widget_id, widget, on_change, label, column.scroll_area)

    def _add_action(
        self, widget_id: str, column: FormLayout, title: str, text: str, on_press: Callable[[], None], description: str
    ) -> None:
        def make_button(rect: pygame.Rect) -> Button:
            return self.add_button(widget_id, text, rect, on_press, label=title, scroll_area=column.scroll_area)

        column.add_row(title, description, self.measure_button_width(text), make_button, height=ACTION_HEIGHT)

    # -- what is done

    def set_seat(self, seat: int) -> None:
        """Choose the person's seat."""
        self.seat = seat

    def _set_level(self, level: str) -> None:
        self.level = level

    def _continue_from_here(self) -> None:
        replay, cursor = self.cursor.replay, self.cursor
        self._start(partial(replay.create_continuation, cursor.deal, cursor.moment, self.seat, self.level))

    def _replay_deal(self) -> None:
        self._start(partial(self.cursor.replay.create_same_deal_match, self.cursor.deal, self.seat, self.level))

    def _start(self, make_continuation: Callable[[], MatchContinuation]) -> None:
        if self._opening is None or not self._opening.is_pending:
            notes = {SIDE_LINE_FLAG: True}
            self._opening = self.context.router.start_continuation(make_continuation(), notes, self)

    def _copy_deal_code(self) -> None:
        clipboard_copy(self._deal_code)
        self.context.notify(_("Deal code copied."))
