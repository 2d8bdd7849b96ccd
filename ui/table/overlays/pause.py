"""The pause menu: continue, chat, settings, and the ways to leave a match.

The match is always saved, and its clock goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.core.actions import LeaveMatch, VoteToEnd
from game.session.session_parts import MatchCourse, SessionChat
from game.storage.archive import ArchivedMatch
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics.canvas import Canvas
from ui.table.context import TableContext, get_active_seat, get_human_seats
from ui.table.overlays.base import Overlay
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay

BUTTON_STEP = 56
"""The distance from a button to the next if there is room, in design pixels."""


class PauseOverlay(Overlay):
    """The pause menu over the table, which hides all cards.

    ``seat``: the player who speaks, votes or leaves. It is the person at the screen, or the person chosen by a button
    if there are several.
    """

    max_scale = 1.25
    dim_alpha = 150

    def __init__(self, context: AppContext, table: TableContext, course: MatchCourse) -> None:
        super().__init__(context, table)
        self.course = course
        self.seat: int | None = None
        self._update_seat()
        self._button_texts: list[str] = []

    @property
    def narration(self) -> tuple[str, ...]:
        return (_("Pause"),)

    def _list_buttons(self) -> list[tuple[str, str, Callable[[], None]]]:
        router, session = self.context.router, self.table.session
        return [
            ("resume", _("Go on"), self.context.scenes.pop),
            ("log", _("Log of the deal"), self._open_log),
            ("proof", _("Prove the shuffle"), self._open_shuffle_proof),
            *self._list_person_buttons(),
            *([("export", _("Export match"), self._export)] if self._can_export() else []),
            ("settings", _("Settings"), router.open_settings),
            ("help", _("Help"), router.toggle_help),
            *self._list_leave_buttons(),
            (
                "to-menu",
                _("Back to the menu") if session.observation.is_over else _("Save and leave the table"),
                router.open_main_menu,
            ),
        ]

    def _update_seat(self) -> None:
        active_seat, people = get_active_seat(self.table.session), get_human_seats(self.table.session)
        if active_seat is not None:
            self.seat = active_seat
        elif self.seat not in people:
            self.seat = (*people, None)[0]

    def _can_export(self) -> bool:
        """Return whether saving has failed and there are finished deals to export."""
        record = self.course.export_record() if self.table.session.error else None
        return record is not None and bool(record.deals)

    def _export(self) -> None:
        """Ask for a file, and write the finished deals of the match to it."""
        record = self.course.export_record()
        if record is not None:
            kinds = tuple(player.kind for player in self.table.session.info.players)
            self.context.router.export_match(ArchivedMatch(record, kinds, self.context.now()))

    def _list_person_buttons(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the buttons for the person: choice of the person, chat and undo."""
        session, buttons = self.table.session, list[tuple[str, str, Callable[[], None]]]()
        if self.seat is None:
            return buttons
        if len(get_human_seats(session)) > 1 and get_active_seat(session) is None:
            buttons.append(
                (
                    "speaker",
                    _("For {name} (another…)").format(name=session.info.names[self.seat]),
                    self._select_next_person,
                )
            )
        if session.chat is not None and session.observation.options.talk != "none":
            buttons.append(("talk", _("Talk to the table"), partial(self._open_chat, session.chat)))
        if session.assistance is not None and session.assistance.undo_refusal_reason is None:
            buttons.append(("undo", _("Take my last choice back"), self._undo))
        return buttons

    def _list_leave_buttons(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the buttons to end the match: vote, leave, abandon.

        With a turn clock a player who leaves gets a penalty; without a clock the match can be abandoned.
        """
        session, seat, buttons = self.table.session, self.seat, list[tuple[str, str, Callable[[], None]]]()
        penalties = session.penalties
        if session.observation.is_over or seat is None or penalties is None:
            return buttons
        if penalties.can_leave(VoteToEnd, seat):
            votes, votes_needed = penalties.vote_counts
            text = _("Vote to end the match ({votes} of {needed})").format(votes=votes, needed=votes_needed)
            buttons.append(("vote", self._prefix_name(text), partial(self._confirm_vote, seat)))
        has_turn_clock = session.observation.options.has_turn_clock
        is_alone = len(get_human_seats(session)) < 2 and not has_turn_clock
        if penalties.can_leave(LeaveMatch, seat) and not is_alone:
            buttons.append(
                ("leave", self._prefix_name(_("Leave the match for good")), partial(self._confirm_leave, seat))
            )
        if not has_turn_clock:
            buttons.append(("abandon", _("Give the match up"), self._confirm_abandon))
        return buttons

    def _prefix_name(self, text: str) -> str:
        """Return a text with the name of the person, if there are several."""
        session = self.table.session
        if self.seat is None or len(get_human_seats(session)) < 2:
            return text
        return _("{name}: {words}").format(name=session.info.names[self.seat], words=text)

    def compose(self) -> None:
        self.compose_part("buttons", self._compose_buttons)

    def _compose_buttons(self) -> None:
        px, buttons = self.context.px, self._list_buttons()
        self._button_texts = [text for _id, text, _on_press in buttons]
        button_step = min(px(BUTTON_STEP), (self.context.size[1] - px(92 + 16)) // len(buttons))
        self.place_panel(px(480), px(92) + button_step * len(buttons))
        for index, (widget_id, text, on_press) in enumerate(buttons):
            rect = pygame.Rect(
                self.panel_rect.x + px(36),
                self.panel_rect.y + px(74) + button_step * index,
                self.panel_rect.width - px(72),
                button_step - px(10),
            )
            self.add_button(widget_id, text, rect, on_press, style="#primary" if index == 0 else "#menu")

    def update(self, seconds: float) -> None:
        self._update_seat()
        if self._button_texts != [text for _id, text, _on_press in self._list_buttons()]:
            self.recompose("buttons")

    def _select_next_person(self) -> None:
        persons = get_human_seats(self.table.session)
        if self.seat in persons:
            self.seat = persons[(persons.index(self.seat) + 1) % len(persons)]
        self.recompose("buttons")

    def _open_log(self) -> None:
        self.context.scenes.push(LogOverlay(self.context, self.table))

    def _open_shuffle_proof(self) -> None:
        self.context.scenes.push(ShuffleProofOverlay(self.context, self.table, self.course))

    def _open_chat(self, chat: SessionChat) -> None:
        self.context.scenes.push(ChatOverlay(self.context, self.table, chat, self.seat))

    def _undo(self) -> None:
        self.context.scenes.pop()
        self.table.undo()

    def _confirm_vote(self, seat: int) -> None:
        question = _("Vote to end the match for everybody, without a result?")
        self.context.router.confirm(question, _("Vote"), partial(self._perform_action, VoteToEnd(seat)))

    def _confirm_leave(self, seat: int) -> None:
        minutes, penalties = self.table.observation.options.penalty_minutes, self.table.session.penalties
        if penalties is not None:
            penalties.request_leave(seat)
        text = _("The computer will play on in your place.")
        if minutes:
            penalty_text = _("When the match is over you may not sit down at any table for {minutes} minutes.")
            text += " " + penalty_text.format(minutes=minutes)
        question = self._prefix_name(_("Leave the match for good?")) + " " + text
        self.context.router.confirm(question, _("Leave"), partial(self._perform_action, LeaveMatch(seat)), _("Stay"))

    def _confirm_abandon(self) -> None:
        question = _("Give this match up? Nobody can go on with it then.")
        self.context.router.confirm(question, _("Give up"), self.course.abandon, _("Play on"))

    def _perform_action(self, action: LeaveMatch | VoteToEnd) -> None:
        self.context.scenes.pop()
        self.table.act(action)

    def draw_background(self, canvas: Canvas) -> None:
        self.table.draw_table(canvas, show_cards=False)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.draw_title(canvas, _("Pause"), 18)
