"""The base of the results of a deal and of a match: their words, and the actions that follow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame_gui.core.utility import clipboard_copy

from game.session.avatars import choose_portraits
from game.text.card_names import format_card_names
from game.text.formatting import format_number
from game.text.gettext import _, ngettext, pgettext
from game.text.messages import format_reason
from game.text.narration import narrate_deal_end
from game.text.results import (
    SideResult,
    format_payout,
    list_decisive_tricks,
    list_notes,
    list_penalty_lines,
    list_shown_hands,
)
from ui.graphics import theme
from ui.graphics.timings import PRESSES_IGNORED_S
from ui.table.hud.status_text import format_title
from ui.table.overlays.base import Overlay
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.score_table import format_score_narration
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay
from ui.table.result.captured_cards import format_side_narration
from ui.table.result.medal_toast import MedalToast
from ui.table.screen_seats import get_screen_seats, get_your_seat
from ui.widgets.fields import Action
from ui.widgets.popup_menu import MenuEntry

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class ResultOverlay(Overlay):
    """The result of a deal or of a match.

    Subclasses describe what differs: its pages, the button to go on, and entries of the menu besides those of all.
    """

    max_scale = 1.5
    button_widths: tuple[float, float]
    """The least widths of the buttons to the main menu and to go on, in design pixels."""
    go_on_id: str
    """The id of the button to go on."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self._seconds_shown = 0.0
        self.medal_toast = MedalToast(self, lambda: self.is_moving, self.list_taken_rects)

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self.medal_toast.is_busy or self.ignores_presses

    @property
    def ignores_presses(self) -> bool:
        return self._seconds_shown < PRESSES_IGNORED_S

    @property
    def is_moving(self) -> bool:
        """Whether the result is not yet as it stays."""
        return False

    def list_taken_rects(self) -> list[pygame.Rect]:
        """Return the places that the toast with new medals leaves free."""
        return [self.panel_rect]

    def compose(self) -> None:
        super().compose()
        self.compose_part("medal-toast", self.medal_toast.compose)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._seconds_shown += seconds
        self.medal_toast.update(seconds)

    @property
    def portrait_numbers(self) -> list[int]:
        """The portraits of the players, by seat."""
        return choose_portraits(self.table.session.info.names, self.table.avatars)

    # -- what is said

    @property
    def subtitle(self) -> str:
        """The number of the deal or of all deals, or the winners' share of the payout."""
        observation, game = self.table.observation, format_title(self.table)
        if not observation.is_over:
            return _("{game} · deal {number}").format(game=game, number=observation.deal_number)
        text = ngettext("{game} · {count} deal", "{game} · {count} deals", len(observation.results))
        payout = format_payout(observation, get_your_seat(self.table.session))
        return payout or text.format(game=game, count=len(observation.results))

    @property
    def notes(self) -> tuple[str, ...]:
        """The reasons of the result that are not scores or decisive tricks, in words."""
        return list_notes(self.table.observation, self.names, self.deck)

    @property
    def penalty_lines(self) -> tuple[str, ...]:
        """Lines about players who are barred from tables, and what follows for this one, once the match is over."""
        session, network = self.table.session, self.table.network
        if not session.observation.is_over:
            return ()
        rematch_line = "" if network is None else network.rematch_refusal
        lines = list_penalty_lines(session.status.penalty_reasons, session.observation, self.names)
        return (*lines, *([rematch_line] if rematch_line else []))

    @property
    def narration(self) -> tuple[str, ...]:
        observation, names = self.table.observation, self.names
        side_lines = (format_side_narration(item, names, self.deck) for item in self.side_results)
        hand_lines = (_("Shown by {name}: {cards}").format(name=names[seat], cards=format_card_names(hand, self.deck))
                 for seat, hand in list_shown_hands(observation))  # fmt: skip
        trick_lines = (
            format_reason(item, names, self.deck, get_your_seat(self.table.session))
            for item in (list_decisive_tricks(observation.result) if observation.result else ())
        )
        return (
            self.title_text,
            self.subtitle,
            *side_lines,
            *hand_lines,
            *trick_lines,
            *narrate_deal_end(observation, names, self.deck),
            *format_score_narration(self.presentation, observation, names),
            *self.penalty_lines,
            *self.deal_code_lines,
        )

    @property
    def deal_code(self) -> str:
        """The code of the finished deal, or "" if it has none."""
        number = self.table.observation.deal_number
        return self.table.session.get_proof(number).deal_code if number else ""

    @property
    def deal_code_lines(self) -> tuple[str, ...]:
        """The line with the code of the finished deal; empty if the deal has no code."""
        code = self.deal_code
        return (_("Deal code: {code}").format(code=code),) if code else ()

    @property
    def side_results(self) -> Sequence[SideResult]:
        """The results of the sides: that of the viewer first, then the successful ones."""
        return self.presentation.list_sides_from(self.table.observation, get_your_seat(self.table.session))

    def get_side_totals(self, sides: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
        """Return the totals of two sides that stay together for the whole match, () if they do not."""
        observation = self.table.observation
        if len(sides) != 2 or any(side not in observation.sides for side in sides):
            return ()
        return tuple(format_number(observation.totals[side[0]]) for side in sides)

    # -- the actions

    def list_menu_entries(self) -> list[MenuEntry]:
        """Return the entries of the menu behind the three dots."""
        entries = list[MenuEntry]()
        match_id = self.table.match_id
        if match_id is not None and self.table.observation.results:
            open_replay = partial(self.context.router.open_replay, match_id)
            entries.append(MenuEntry("replay", _("Watch replay"), open_replay, "play"))
        if self.deal_code:
            entries.append(MenuEntry("copy-code", _("Copy deal code"), self.copy_deal_code, "copy"))
        return [
            *entries,
            MenuEntry("proof", _("Verify shuffle"), partial(self.table.open_overlay, ShuffleProofOverlay), "shield"),
            MenuEntry("log", _("Log"), partial(self.table.open_overlay, LogOverlay), "rules"),
            *self._list_table_entries(),
        ]

    def _list_table_entries(self) -> list[MenuEntry]:
        """Return the entry for the pause between deals, which has chat, votes and leaving, and then for the chat."""
        session = self.table.session
        if not session.observation.is_over:
            text, symbol = (_("Pause"), "pause") if self.table.network is None else (_("Menu"), "dots")
            return [MenuEntry("pause", text, self.table.open_pause, symbol)]
        if session.observation.options.talk == "none" or not get_screen_seats(session):
            return []
        return [MenuEntry("talk", pgettext("button", "Chat"), self._open_chat, "chat")]

    def _open_chat(self) -> None:
        seat = (*get_screen_seats(self.table.session), None)[0]
        self.table.open_overlay(ChatOverlay, seat)

    def open_more_menu(self) -> None:
        """Open the menu behind the three dots."""
        self.open_menu("more", self.list_menu_entries())

    def copy_deal_code(self) -> None:
        """Copy the code of the finished deal to the clipboard."""
        clipboard_copy(self.deal_code)
        self.context.notify(_("Deal code copied."))

    def on_escape(self) -> None:
        """Ask whether to leave the table."""
        table, network = self.table, self.table.network
        has_no_way_back = network is not None and (network.is_ended or network.is_watching)
        if table.session.observation.is_over or has_no_way_back:
            question = _("Return to the main menu?")
        elif network is not None:
            question = _("Leave the table? You can come back.")
        elif table.is_saved:
            question = _("Leave the table? The match is saved.")
        else:
            question = _("Leave the table? The match isn't saved: it'll be lost when you quit.")
        self.context.router.confirm(question, table.leave_label, table.leave, _("Stay"))

    def go_on(self) -> None:
        """Start the next deal or, after a match, another one at the same seats with the next dealer."""
        raise NotImplementedError

    def make_buttons(self, text: str, *, is_waiting: bool) -> tuple[Action, Action | None, Action]:
        """Return the buttons at the foot: that to the main menu, that of the analysis or None, and that to go on.

        ``text``: of the last, "" where it is missing; ``is_waiting``: whether it waits for other people.
        """
        match_id, style = self.table.match_id, "#menu" if text else "#primary"
        leave_width, go_on_width = self.button_widths
        leave = Action("to-menu", self.table.leave_label, self._leave, style=style, min_width=leave_width)
        go_on = Action(self.go_on_id, text, self.go_on, height=theme.BUTTON_HEIGHT, min_width=go_on_width)
        go_on.style = "#off" if is_waiting else "#primary"
        analyze: Action | None = None
        if match_id is not None and self.table.observation.results:
            open_analysis = partial(self.context.router.open_analysis, match_id)
            analyze = Action("analyze", _("Analyze"), open_analysis, style="#menu", symbol="analysis")
        return leave, analyze, go_on

    def _leave(self) -> None:
        """Leave the table; at a table for all, which somebody in the room may do by mistake, ask first."""
        if self.table.is_television:
            self.on_escape()
        else:
            self.table.leave()
