"""Choices after a replay: play on from a moment, play a deal again, compare, or copy its code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from pygame_gui.core.utility import clipboard_copy

from game.ai.levels import get_default_level, list_offered_levels
from game.core.cards import DeckStyle
from game.core.messages import N_
from game.match.archived_match import SIDE_LINE_FLAG
from game.match.replay import MatchContinuation, Replay
from game.statistics.match_previews import find_deal_code
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import Page
from ui.scenes.replay.cursor import ReplayCursor
from ui.services.tasks import Task
from ui.widgets.fields import Action, Field, make_choice
from ui.widgets.layout import Column, Panel, Row, Sized
from ui.widgets.nodes import Node, Scroll, Space

PANEL_WIDTH: Final = 860
"""The largest width of the panel, in design pixels."""


class PlayAgainDialog(Page):
    """The choice of seat, level and what to play; the replayed match does not change."""

    title = N_("Play again")
    max_scale = 1.6

    def __init__(self, context: AppContext, cursor: ReplayCursor, open_comparison: Callable[[], None] | None) -> None:
        """Make the dialog.

        ``open_comparison``: opens the comparison of the match; None if it is not stored.
        """
        super().__init__(context)
        self._open_comparison = open_comparison
        self.cursor = cursor
        self.seat = cursor.seat
        self.level = _find_level(cursor.replay)
        self._deal_code = find_deal_code(cursor.replay, cursor.deal)
        self._opening: Task | None = None

    @property
    def deck(self) -> DeckStyle:
        return self.context.get_deck(self.cursor.replay.game.deck)

    # -- widgets

    def describe(self) -> Node:
        replay, deal = self.cursor.replay, self.cursor.deal
        can_continue, comparison = replay.can_continue_from(deal, self.cursor.moment), self._open_comparison
        levels = {level: format_player_kind(level) for level in list_offered_levels(replay.game.id)}
        seat = make_choice(dict(enumerate(self.cursor.names)), self.seat, id="seat", on_change=self.set_seat)
        level = make_choice(levels, self.level, id="level", on_change=self._set_level)
        here_text = _("Deal {number} from this point. It doesn't count in the statistics.").format(number=deal + 1)
        deal_text = _("Deal {number} from the start. It doesn't count in the statistics.").format(number=deal + 1)
        scores_text = _(
            "See how you, the computer and friends score with the same cards. Import your friends' "
            "matches in “History”."
        )
        code_text = _("To play deal {number}, friends enter the code under “New match”, “More options”.").format(
            number=deal + 1
        )
        continue_button = _make_button("play-on", _("Continue"), self._continue_from_here)
        deal_button = _make_button("same-deal", _("Play"), self._replay_deal)
        code_button = _make_button("copy-code", _("Copy code"), self._copy_deal_code)
        fields = Column(
            Field(_("Your seat"), seat),
            Field(_("Computer level"), level) if sum(player.is_person for player in replay.players) > 1 else None,
            Field(_("Continue this deal"), continue_button, here_text) if can_continue else None,
            Field(_("Play this deal"), deal_button, deal_text),
            None
            if comparison is None
            else Field(_("Compare scores"), _make_button("compare", _("Compare…"), comparison), scores_text),
            Field(_("Deal code"), code_button, code_text) if self._deal_code else None,
            gap=theme.LARGE_GAP,
        )
        panel = Sized(Panel(Scroll("again", fields), top=0), width=PANEL_WIDTH)
        return Row(Space(grow=1), panel, Space(grow=1), align="top")

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


def _find_level(replay: Replay) -> str:
    """Return the level of the computer players in place of other people: that of the match if it has one."""
    levels = {player.kind for player in replay.players if not player.is_person}
    return levels.pop() if len(levels) == 1 else get_default_level(replay.game.id)


def _make_button(widget_id: str, text: str, on_press: Callable[[], object]) -> Action:
    return Action(widget_id, text, on_press, style="#menu", height=theme.LARGE_CONTROL_HEIGHT)
