"""The pause menu: resume, help for the match, and the ways to leave it.

The clock of the match goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from game.core.actions import LeaveMatch, VoteToEnd
from game.match.archived_match import ArchivedMatch
from game.text.formatting import join_with_commas
from game.text.gettext import _, pgettext
from game.text.leaving import format_leave_question, format_vote_count, format_vote_question
from ui.graphics import theme
from ui.table.overlays.base import Overlay, pad_sides
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay
from ui.table.screen_seats import get_active_seat, get_human_seats, get_screen_seats
from ui.table.watchers import list_other_watchers
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Node, Rule, Text
from ui.widgets.popup_menu import MenuEntry

if TYPE_CHECKING:
    from ui.table.network import TableNetwork
    from ui.table.scene import TableScene

MIN_ROW_WIDTH: Final = 320
MAX_LINES: Final = 10
PAIRED_IDS: Final = ("help", "settings")
"""The least width of a row in design pixels, the most lines of rows at their full height at 1280x720, and the rows that
share a line if there are more."""


class PauseOverlay(Overlay):
    """The pause menu over the table.

    Where several people share the screen, each row says whom it concerns. ``seat``: the player who speaks, votes or
    leaves. It is the person at the screen, or the person chosen by a button if there are several.
    """

    is_for_all = True
    max_scale = 1.25
    panel_width = 0

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.seat: int | None = None
        self._update_seat()
        self._rows: list[Action] = []

    def _list_rows(self) -> list[Action]:
        """Return the rows, of which the last ones, from ``to-menu``, leave the table."""
        router = self.context.router
        return [
            _make_row("resume", _("Resume"), self.context.scenes.pop, "play", style="#primary_row"),
            *self._iter_person_rows(),
            *self._iter_owner_rows(),
            _make_row("help", _("Rules"), router.toggle_help, "book"),
            self._make_proof_row(),
            *([_make_row("export", _("Export match"), self._export, "export")] if self._can_export() else []),
            _make_row("settings", _("Settings"), router.open_settings, "gear"),
            self._make_menu_row(),
            *self._iter_leave_rows(),
        ]

    @property
    def title_text(self) -> str:
        """The title: a table over the network goes on while a person is here."""
        return _("Pause") if self.table.network is None else _("Menu")

    def _make_proof_row(self) -> Action:
        """Return the row about the shuffle, which can be verified after the deal, with what that is for."""
        observation = self.table.session.observation
        is_open = observation.deal_number and observation.result is None
        text = _("Show shuffle seal") if is_open else _("Verify shuffle")
        note = _("proof that nobody changes the cards")
        return _make_row("proof", text, partial(self.table.open_overlay, ShuffleProofOverlay), "shield", note)

    def _make_menu_row(self) -> Action:
        """Return the row that leaves the table for the main menu, with what that means at a table over the network."""
        table, is_over = self.table, self.table.session.observation.is_over
        symbol, note = "back", ""
        if table.network is None:
            symbol = "save" if is_over or table.is_saved else "back"
            if not is_over:
                note = _("you can resume the match later") if table.is_saved else _("the match isn't saved")
        elif table.network.is_watching:
            symbol = "leave"
        elif not is_over and not table.network.is_ended:
            note = _("you can come back")
        return _make_row("to-menu", table.leave_label, table.leave, symbol, note)

    def _update_seat(self) -> None:
        active_seat, people = get_active_seat(self.table.session), get_screen_seats(self.table.session)
        if active_seat is not None:
            self.seat = active_seat
        elif self.seat not in people:
            self.seat = (*people, None)[0]

    def _can_export(self) -> bool:
        """Return whether saving has failed and there are finished deals to export."""
        session = self.table.session
        record = session.export_record() if session.error and not session.has_computer_failed else None
        return record is not None and bool(record.deals)

    def _export(self) -> None:
        """Ask for a file, and write the finished deals of the match to it."""
        record = self.table.session.export_record()
        if record is not None:
            kinds = tuple(player.kind for player in self.table.session.info.players)
            self.context.router.export_match(ArchivedMatch(record, kinds, self.context.now()))

    def _iter_person_rows(self) -> Iterator[Action]:
        """Yield the rows for the person: choice of the person, undo and chat."""
        session = self.table.session
        if self.seat is None or not self._is_connected:
            return
        if len(get_screen_seats(session)) > 1 and get_active_seat(session) is None:
            text = _("For {name}").format(name=self.names[self.seat])
            yield _make_row("speaker", text, self._select_next_person, "people")
        if session.status.undo_refusal_reason is None:
            yield _make_row("undo", _("Undo"), self._undo, "undo")
        if session.observation.options.talk != "none":
            yield _make_row("talk", pgettext("button", "Chat"), self._open_chat, "chat")

    @property
    def _is_connected(self) -> bool:
        """Whether the host takes requests."""
        return self.table.network is None or self.table.network.is_connected

    def _iter_owner_rows(self) -> Iterator[Action]:
        """Yield the rows for the owner of a table over the network: the code for phones, and help for who is away."""
        network, names = self.table.network, self.names
        if network is None:
            return
        if network.phones_link:
            yield _make_row("phone-code", _("Code for phones"), network.open_code, "phone")
        seat, readmission = network.replaceable_seat, network.readmission
        if seat is not None:
            replace = partial(self._ask_host, partial(network.substitute, seat))
            note = _("for {name}").format(name=names[seat])
            yield _make_row("substitute", _("Let the computer play"), replace, "people", note)
        if readmission is not None:
            readmit = partial(self._ask_host, partial(network.ask_readmission, *readmission))
            note = _("{name} is waiting").format(name=readmission[1])
            yield _make_row("readmit", _("Let in"), readmit, "people", note)
        if network.removable_seats:
            open_menu = partial(self._open_remove_menu, network)
            note = "" if self.table.session.status.is_between_deals else _("only between deals")
            yield _make_row("remove", _("Remove a player"), open_menu, "trash", note, is_enabled=not note)
        if network.is_owner and (network.client.waiting_names or list_other_watchers(network.client)):
            note = join_with_commas(network.client.waiting_names)
            yield _make_row("watchers", _("Watchers"), partial(self._open_watchers_menu, network), "people", note)
        if network.is_owner:
            copy = partial(self._ask_host, network.copy_invitation)
            yield _make_row("copy-invitation", _("Copy link"), copy, "copy")

    def _open_watchers_menu(self, network: TableNetwork) -> None:
        """Open the menu of the people who can watch, or are sent away."""
        self.open_menu("watchers", network.list_watcher_entries())

    def _open_remove_menu(self, network: TableNetwork) -> None:
        """Open the menu of the people that can be removed."""
        entries = [
            MenuEntry(f"remove-{seat}", self.names[seat], partial(self._confirm_remove, network, seat), "trash", True)
            for seat in network.removable_seats
        ]
        self.open_menu("remove", entries)

    def _confirm_remove(self, network: TableNetwork, seat: int) -> None:
        question = _("Remove {name}? The computer takes over, and they can't come back to this match.")
        remove = partial(self._ask_host, partial(network.remove, seat))
        _ask(self.table, question.format(name=self.names[seat]), _("Remove"), remove, _("Stay"))

    def _ask_host(self, send_request: Callable[[], None]) -> None:
        self.context.scenes.pop()
        send_request()

    def _iter_leave_rows(self) -> Iterator[Action]:
        """Yield the rows that end the match: vote, leave, give up.

        With a turn timer a player who leaves gets a penalty; without a timer the match can be given up.
        """
        session, seat, network = self.table.session, self.seat, self.table.network
        if network is not None and network.is_owner:
            note = self._penalty_note if network.end_warning else _("for everybody, no result")
            note = "" if session.observation.is_over else note
            yield _make_row("end-table", _("Close table"), partial(self._confirm_end, network), "flag", note, "#danger")
        if session.observation.is_over or seat is None or not self._is_connected:
            return
        if seat in session.status.voting_seats:
            text, vote = self._prefix_name(_("Vote to end")), partial(confirm_vote, self.table, seat)
            note = format_vote_count(session.observation, session.info.votes_needed)
            yield _make_row("vote", text, vote, "vote", note)
        has_turn_clock = session.observation.options.has_turn_clock
        is_alone = len(get_human_seats(session)) < 2 and not has_turn_clock
        if seat in session.status.leaving_seats and not is_alone:
            text = self._prefix_name(_("Leave match"))
            yield _make_row("leave", text, partial(self._confirm_leave, seat), "leave", self._penalty_note, "#danger")
        if not has_turn_clock and network is None:
            note = _("the match ends without a result")
            yield _make_row("give-up", _("Give up"), self._confirm_giving_up, "flag", note, "#danger")

    @property
    def _penalty_note(self) -> str:
        """The penalty for leaving, in words; it begins when the match is over, at once without other people."""
        minutes = self.table.observation.options.penalty_minutes
        if not minutes:
            is_owner = self.table.network is not None and self.table.network.is_owner
            return _("no way back; the others play on") if is_owner else _("no way back; the computer takes over")
        if len(get_human_seats(self.table.session)) > 1:
            return _("you'll be blocked for {minutes} min").format(minutes=minutes)
        end = time.localtime(self.context.now() + 60 * minutes)
        return _("you'll be blocked until {time}").format(time=time.strftime("%H:%M", end))

    def _prefix_name(self, text: str) -> str:
        """Return a text with the name of the person, if there are several."""
        session = self.table.session
        if self.seat is None or len(get_screen_seats(session)) < 2:
            return text
        return _("{name}: {words}").format(name=self.names[self.seat], words=text)

    def list_corner_actions(self) -> tuple[Action, ...]:
        return ()

    def describe(self) -> Node:
        self._rows = self._list_rows()
        lines = _arrange_lines(self._rows)
        leave = next(index for index, line in enumerate(lines) if line[0].id == "to-menu")
        nodes: list[Node] = [Row(*line, gap=theme.SMALL_GAP, grow=1) for line in lines]
        nodes.insert(leave, Rule(theme.SMALL_GAP))
        if len(get_human_seats(self.table.session)) > 1 and not self.table.session.is_watching:
            note = _("Undo and hints work only when one person plays against the computer.")
            nodes.append(Text(note, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre"))
        return self.arrange(pad_sides(Column(*nodes, gap=theme.SMALL_GAP), grow=1))

    def update(self, seconds: float) -> None:
        self._update_seat()
        if [(row.text, row.note) for row in self._rows] != [(row.text, row.note) for row in self._list_rows()]:
            self.recompose("panel")

    def _select_next_person(self) -> None:
        persons = get_screen_seats(self.table.session)
        if self.seat in persons:
            self.seat = persons[(persons.index(self.seat) + 1) % len(persons)]
        self.recompose("panel")

    def _open_chat(self) -> None:
        self.table.open_overlay(ChatOverlay, self.seat)

    def _undo(self) -> None:
        self.context.scenes.pop()
        self.table.assistance.undo()

    def _confirm_leave(self, seat: int) -> None:
        self.table.session.request_leave(seat)
        network, text = self.table.network, format_leave_question(self.table.observation)
        if network is not None and network.is_hosted_here:
            text += " " + _("The others need this computer: leave it on.")
        question = self._prefix_name(text)
        act = partial(perform_action, self.table, LeaveMatch(seat))
        _ask(self.table, question, _("Leave match"), act, _("Stay"))

    def _confirm_end(self, network: TableNetwork) -> None:
        question = _("Close the table for everybody?")
        if not self.table.session.observation.is_over:
            question += " " + _("The match ends without a result.")
        if network.end_warning:
            question += " " + network.end_warning
        _ask(self.table, question, _("Close table"), network.end_table, _("Stay"))

    def _confirm_giving_up(self) -> None:
        question = _("Give up this match? It ends without a result and can't be resumed.")
        _ask(self.table, question, _("Give up"), self.table.session.give_up, _("Keep playing"))


def _arrange_lines(rows: Sequence[Action]) -> list[tuple[Action, ...]]:
    """Return the lines of the menu: each row, or two short ones side by side where there are many."""
    if len(rows) <= MAX_LINES:
        return [(row,) for row in rows]
    pair = tuple(row for row in rows if row.id in PAIRED_IDS)
    return [pair if row is pair[-1] else (row,) for row in rows if row is not pair[0]]


def _make_row(
    widget_id: str,
    text: str,
    on_press: Callable[[], object],
    symbol: str,
    note: str = "",
    style: str = "#small",
    *,
    is_enabled: bool = True,
) -> Action:
    """Return a row; ``note``: what follows from it, or why it is disabled, shown at its right end."""
    return Action(
        widget_id,
        text,
        on_press,
        style=style,
        symbol=symbol,
        note=note,
        label=join_with_commas([text, note]) if note else "",
        align="left",
        min_width=MIN_ROW_WIDTH,
        height=theme.LARGE_CONTROL_HEIGHT,
        grow=1,
        is_enabled=is_enabled,
    )


def confirm_vote(table: TableScene, seat: int) -> None:
    """Ask whether the person at ``seat`` votes to end the match."""
    _ask(table, format_vote_question(), _("Vote to end"), partial(perform_action, table, VoteToEnd(seat)))


def perform_action(table: TableScene, action: LeaveMatch | VoteToEnd) -> None:
    """Close the pause if it is open, and do the action at the table."""
    _close_pause(table)
    table.act(action)


def _ask(table: TableScene, question: str, yes_label: str, on_yes: Callable[[], None], no_label: str = "") -> None:
    """Ask a question over the table or its pause; the answer no leads back to the play."""
    table.context.router.confirm(question, yes_label, on_yes, no_label, on_no=partial(_close_pause, table))


def _close_pause(table: TableScene) -> None:
    scenes = table.context.scenes
    if isinstance(scenes.top, PauseOverlay):
        scenes.pop()
