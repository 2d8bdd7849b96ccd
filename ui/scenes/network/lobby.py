"""The lobby of a table over the network: who is there, and who is ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec
import pygame

from game.ai.levels import list_offered_levels
from game.core.messages import N_, InputError
from game.match.house_rules import RuleSet, make_preset_rule_set
from game.match.setup import PERSON_KIND
from game.network.description.faces import make_lobby_avatars
from game.network.description.lobby import (
    describe_lobby_status,
    describe_seat_state,
    format_seat_name,
    get_seat_name,
    is_awaited,
)
from game.network.invitation import format_invitation_link
from game.network.messages import (
    ArrangeSeats,
    FillSeat,
    LetWatch,
    Lobby,
    LobbySeat,
    NewDigits,
    Reach,
    RemoveGuest,
    StartMatch,
)
from game.network.reach_text import list_reach_lines
from game.network.refusals import describe_refusal
from game.rules import GAMES
from game.session.avatars import choose_portraits
from game.text.formatting import join_with_commas
from game.text.gettext import _, pgettext
from game.text.player_names import format_player_kind
from game.text.rule_sets import format_rule_set
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.input.key_map import SHOW_CODE
from ui.scenes.network.close_table import CloseTableDialog, may_close_table
from ui.scenes.network.invite import (
    PHONES_QR_SIZES,
    describe_invite,
    describe_phones,
    describe_reach,
)
from ui.scenes.network.seats import SEAT_HEIGHT, arrange_seats
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.tiles import SeatTile
from ui.scenes.page import Page
from ui.services.invitations import copy_invitation, copy_phones_link
from ui.table.watchers import is_screen_table, list_other_watchers, list_watcher_entries
from ui.widgets.fields import Action, Bound, Widget
from ui.widgets.layout import Alternatives, Column, Grid, Row, Sized, make_panel
from ui.widgets.nodes import Node, Scroll, Space, Text
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.qr_code import Matrix, encode_qr_code

if TYPE_CHECKING:
    from game.network.guest_client import GuestClient

POLL_INTERVAL_S: Final = 1.0
"""The longest sleep; the news of the host wake the window before."""
SEAT_MIN_WIDTH: Final = 290
MAX_SEAT_RATIO: Final = 0.45
"""The width from which the longest names can be read, in design pixels, and at most as a share of the page."""
PANEL_WIDTH: Final = 368
"""The width of the panels beside the table, in design pixels."""


class LobbyScene(Page):
    """The lobby of the table of ``client``; ``is_hosted_here``: whether its host is at this machine.

    The scene closes the connection when it is left, and opens the table when the match starts.
    """

    title = N_("Lobby")

    def __init__(self, context: AppContext, client: GuestClient, *, is_hosted_here: bool = False) -> None:
        super().__init__(context)
        self.client = client
        self._is_hosted_here = is_hosted_here
        self._lobby = client.lobby
        self._reach = client.reach
        self._codes: dict[str, Matrix] = {}
        """The QR codes of links, () while one is being drawn."""
        self._shows_programs = self._shows_invite = False
        """Whether the owner has asked for the ways of other programs, and for the ways in while the table is full."""
        self._is_connected = True
        self._shown_people = self._people_without_seat
        self._has_left = False

    # -- the state

    @property
    def lobby(self) -> Lobby:
        """The lobby as it is shown."""
        assert self._lobby is not None
        return self._lobby

    @property
    def reach(self) -> Reach:
        """Who can reach the table, as far as its host knows."""
        return self._reach or Reach()

    @property
    def is_owner(self) -> bool:
        """Whether the person at this screen is the owner of the table."""
        return self.client.welcome is not None and self.client.welcome.is_owner

    @property
    def own_seat(self) -> LobbySeat | None:
        """The seat of the person at this screen; None for a watcher, and while they wait for a seat."""
        seat, welcome = self.lobby.your_seat, self.client.welcome
        is_waiting = welcome is not None and welcome.state == "waiting"
        return None if seat is None or is_waiting else self.lobby.seats[seat]

    @property
    def is_screen_table(self) -> bool:
        """Whether the owner has no seat, because this screen is the table."""
        return is_screen_table(self.client)

    @property
    def _has_free_seat(self) -> bool:
        return not all(seat.kind for seat in self.lobby.seats)

    @property
    def _nearest_seat(self) -> int:
        """The seat that is shown nearest to the person."""
        return self.lobby.your_seat or 0

    @property
    def _people_without_seat(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of those who wait and who watch."""
        return self.client.waiting_names, list_other_watchers(self.client)

    @property
    def _table_name(self) -> str:
        return "" if self.client.welcome is None else self.client.welcome.table

    @property
    def narration(self) -> tuple[str, ...]:
        seats = map(self._describe_seat, range(len(self.lobby.seats)))
        return (*super().narration, self._heading, *seats, *(list_reach_lines(self.reach) if self.is_owner else ()))

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic("friends")

    def _find_rules(self) -> RuleSet | None:
        """Return the rules of the table, None for a game or rules that this program does not know."""
        lobby = self.lobby
        try:
            return msgspec.structs.replace(make_preset_rule_set(lobby.game, lobby.preset), changes=lobby.changes)
        except (InputError, LookupError):
            return None

    def _map_sides(self) -> dict[int, int]:
        """Return the public side of each seat, 0 for your own; {} if everybody plays alone or sides are secret."""
        rules, count = self._find_rules(), len(self.lobby.seats)
        if rules is None or count not in GAMES[rules.game].seat_counts:
            return {}
        sides = forms.sort_public_sides(GAMES[rules.game].get_sides(rules.options, count), self._nearest_seat)
        return {seat: index for index, side in enumerate(sides) for seat in side}

    @property
    def seconds_until_next_update(self) -> float:
        return POLL_INTERVAL_S

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._follow_table()

    def update_in_background(self, seconds: float) -> None:
        """Follow the table while help, settings or a question cover the lobby."""
        if not self.client.has_match and not self.client.refusal:
            self._adopt_lobby()

    def _follow_table(self) -> None:
        client = self.client
        if client.has_match:
            from ui.scenes.network.open_table import open_network_table

            self._has_left = True  # the table has the connection now
            open_network_table(self.context, client, is_hosted_here=self._is_hosted_here)
        elif client.state.value == "ended":
            self.context.scenes.pop()
            self.context.notify(describe_refusal(client.refusal, client.refused_minutes, is_owner=self.is_owner))
        else:
            self._adopt_lobby()

    def _adopt_lobby(self) -> None:
        """Show what has changed since the last frame."""
        self._request_codes()
        old, new = self._lobby, self.client.lobby
        is_connected, reach, people = (
            self.client.state.value == "connected",
            self.client.reach,
            self._people_without_seat,
        )
        shown = self._is_connected, self._reach, self._shown_people
        if (new is old or new is None) and (is_connected, reach, people) == shown:
            return
        for name in self.client.waiting_names if self.is_owner else ():
            if name not in self._shown_people[0]:
                self.context.notify(_("{name} is waiting for a seat.").format(name=name))
        old_reach, self._reach = self.reach, reach
        self._is_connected, self._shown_people = is_connected, people
        self._narrate_reach(old_reach)
        if new is not None and old is not None and new is not old:
            self._lobby = new
            self._narrate_changes(old, new)
        if self.context.scenes.top is self:
            self._close_menu()
        self.recompose("body")
        self.recompose("foot")

    def _narrate_changes(self, old: Lobby, new: Lobby) -> None:
        if self.context.narrate is not None:
            for number, seat in enumerate(new.seats):
                if number >= len(old.seats) or seat != old.seats[number]:
                    self.context.narrate(self._describe_seat(number))

    def _narrate_reach(self, old: Reach) -> None:
        for line in list_reach_lines(self.reach) if self.is_owner else ():
            if self.context.narrate is not None and line not in list_reach_lines(old):
                self.context.narrate(line)

    def on_exit(self) -> None:
        if not self._has_left:
            self.client.close(0.0)

    # -- words

    @property
    def _heading(self) -> str:
        lobby, rules = self.lobby, self._find_rules()
        game = _(GAMES[lobby.game].title) if lobby.game in GAMES else lobby.game
        rules_name = "" if rules is None else format_rule_set(rules, self.context.house_rules)
        return " · ".join(part for part in (self._table_name, game, rules_name) if part)

    def _format_name(self, seat: LobbySeat) -> str:
        """Return the name of a seat, with a mark if it is that of the person at this screen."""
        return format_seat_name(seat, is_you=seat is self.own_seat)

    def _describe_place(self, seat: LobbySeat) -> str:
        """Return from where a seat is played, or who can take an empty one."""
        if not seat.kind:
            return _("Scan to sit here") if self.reach.phones else _("for a guest")
        if seat.kind != PERSON_KIND:
            return _("Computer")
        if seat is self.own_seat:
            return _("at this screen")
        return pgettext("a player", "here") if self.reach.phones else _("at another screen")

    def _describe_state(self, seat: LobbySeat) -> str:
        """Return the level of a computer player, also of one that may come, or whether a person is ready."""
        state = describe_seat_state(seat, self.lobby)
        return state if seat.kind else _("or a computer: {level}").format(level=state)

    def _describe_seat(self, number: int) -> str:
        seat = self.lobby.seats[number]
        parts = (self._format_name(seat), self._describe_place(seat), self._describe_state(seat))
        text = join_with_commas([part for part in parts if part])
        return _("Seat {number}: {player}").format(number=number + 1, player=text)

    @property
    def status(self) -> str:
        """Return a line on the people for whom the table waits, and on those who watch."""
        if not self._is_connected:
            return _("No connection to the host. Trying again…")
        watchers = list_other_watchers(self.client) if self.is_screen_table else self.client.watcher_names
        text = _("Watching: {names}").format(names=join_with_commas(watchers)) if watchers else ""
        return " ".join(filter(None, (self._match_status, text)))

    @property
    def _match_status(self) -> str:
        if self.own_seat is None and self.lobby.your_seat is not None:
            return _("Waiting for the host to let you in…")
        if self.is_screen_table and not self._has_people:
            return _("This screen is the table. Scan the code to sit down.")
        return describe_lobby_status(self.lobby, is_owner=self.is_owner)

    @property
    def _has_people(self) -> bool:
        return any(seat.kind == PERSON_KIND for seat in self.lobby.seats)

    @property
    def can_start(self) -> bool:
        """Whether the owner can start the match."""
        return self._is_connected and self._has_people and not any(map(is_awaited, self.lobby.seats))

    # -- what is on the page

    def list_footer(self) -> Sequence[Node]:
        leave = replace(self.make_back(), id="leave", text=_("Leave"))
        if self.is_owner:
            start = Action("start", _("Start match"), self._start, style="#primary", symbol="play")
            start.is_enabled = self.can_start
            watchers = Action("watchers", _("Watchers"), self._open_watchers_menu, style="#menu", symbol="people")
            invite = Action("invite", _("Invite"), self._toggle_invite, style="#menu", symbol="plus")
            others = (*([watchers] if any(self._people_without_seat) else []),)
            return leave, Space(grow=1), *others, *([] if self._has_free_seat else [invite]), start
        if self.own_seat is None:
            return leave, Space(grow=1)
        ready = Action("ready", _("I'm ready"), self._toggle_ready, style="#primary", symbol="check")
        if self.own_seat.is_ready:
            ready = replace(ready, text=_("Wait for me"), style="#menu", symbol="pause")
        ready.is_enabled = self._is_connected
        return leave, Space(grow=1), ready

    def describe(self) -> Node:
        rules = Action("rules", _("Rules"), self._open_rules, symbol="book")
        head = Row(Text(self._heading, face="bold", grow=1), rules, gap=theme.SECTION_GAP, align="middle")
        line = Text(self.status, color=theme.CREAM if self._is_connected else theme.RED_LIGHT, grow=1)
        status = Row(line, self._make_screen_action(), gap=theme.GAP, align="middle")
        tiles = self._list_tiles()
        sides, note = self._map_sides(), self._count_text
        seats = arrange_seats(tiles, self._nearest_seat, sides, note, is_clockwise=self._is_clockwise)
        table = make_panel(Column(head, seats, status, gap=theme.GAP), grow=1)
        seat_width = min(SEAT_MIN_WIDTH, MAX_SEAT_RATIO * self.body.width / self.context.ui_scale)
        listed = make_panel(Column(head, Grid(tiles, seat_width), status, gap=theme.LARGE_GAP))
        panels = self._list_panels() if self.is_owner and (self._has_free_seat or self._shows_invite) else [[]]
        low = Column(listed, *panels[-1], gap=theme.LARGE_GAP)
        wide = [
            Row(
                table,
                *([Sized(Column(*some, gap=theme.LARGE_GAP), width=PANEL_WIDTH)] if some else []),
                gap=theme.LARGE_GAP,
            )
            for some in panels
        ]
        return Scroll("lobby", *(Alternatives(row, low) for row in wide), low, padding=theme.SMALL_GAP, is_page=True)

    @property
    def _count_text(self) -> str:
        """How many of the players are there, in words."""
        seats = self.lobby.seats
        here = sum(bool(seat.kind) and not seat.is_away for seat in seats)
        return _("{here} of {count} here").format(here=here, count=len(seats))

    def _make_screen_action(self) -> Action | None:
        """Return the button by which the owner gives their seat up or takes one, None at a table without phones."""
        if not self.is_owner or not (self.reach.phones or self.is_screen_table):
            return None
        text, symbol = _("This screen is the table"), "computer"
        if self.is_screen_table:
            text, symbol = _("I'll play here"), "people"
        action = Action("screen", text, self._change_screen, symbol=symbol)
        action.is_enabled = self._is_connected and (self._has_free_seat or not self.is_screen_table)
        return action

    @property
    def _is_clockwise(self) -> bool:
        return self.lobby.game in GAMES and GAMES[self.lobby.game].is_clockwise

    def _list_tiles(self) -> list[Bound]:
        seats, side_by_seat, tiles = self.lobby.seats, self._map_sides(), list[Bound]()
        names = [get_seat_name(seat) for seat in seats]
        portraits = choose_portraits(names, make_lobby_avatars(seats, names))
        images = self.context.card_images["italian"]
        for number, seat in enumerate(seats):
            portrait = portraits[number] if seat.kind else 0
            place = self._describe_place(seat)
            arguments = (number, self._format_name(seat), place, portrait, side_by_seat.get(number), images)
            is_marked = (seat.is_ready or seat.is_owner) and not seat.is_away
            tile = Widget(SeatTile, arguments, id=f"seat-{number}", on_change=self._open_seat_menu)
            tile.options = {"has_menu": self.is_owner, "is_marked": is_marked, "note": self._describe_state(seat)}
            tile.label = _("Seat {number}: {player}").format(number=number + 1, player=names[number])
            tile.height = SEAT_HEIGHT
            tiles.append(tile)
        return tiles

    def _list_panels(self) -> list[list[Node]]:
        """Return the panels of the owner, how others come in and who can, in all sizes, the largest first."""
        phones = self.reach.phones
        if phones and not self._shows_programs:
            copy_phones = partial(copy_phones_link, self.context, phones)
            copy = Action("copy-phones-link", _("Copy link"), copy_phones, grow=1)
            others = Action("programs", _("Other computers"), self._toggle_programs, grow=1)
            code = self._codes.get(phones, ())
            sizes = [*((phones, size) for size in PHONES_QR_SIZES), ("", PHONES_QR_SIZES[-1])]
            return [[describe_phones(link, code, size, self._enlarge_code, copy, others)] for link, size in sizes]
        copy = Action("copy-invitation", _("Copy link"), self._copy_invitation, symbol="copy", grow=1)
        renew = partial(self.client.send, NewDigits())
        new_digits = Action("new-digits", _("New number"), renew, symbol="retry", grow=1)
        code = self._codes.get(format_invitation_link(self.client.invitation), ())
        back = Action("phones", _("Phones"), self._toggle_programs, symbol="phone", grow=1) if phones else None
        invite = describe_invite(self.reach, code, new_digits, copy, back)
        return [[invite, describe_reach(self.reach, is_low=is_low)] for is_low in (False, True)]

    def _request_codes(self) -> None:
        """Draw the codes of the present links, in the background."""
        links = (format_invitation_link(self.client.invitation), self.reach.phones) if self.is_owner else ()
        for link in filter(None, links):
            if link not in self._codes:
                self._codes[link] = ()
                drawing = self.context.storage.submit(encode_qr_code, link)
                self.context.tasks.submit(drawing, partial(self._show_code, link), owner=self)

    def _show_code(self, link: str, matrix: Matrix) -> None:
        self._codes[link] = matrix
        self.recompose("body")

    # -- what the buttons do

    def _toggle_programs(self) -> None:
        self._shows_programs = not self._shows_programs
        self.recompose("body")

    def _toggle_invite(self) -> None:
        self._shows_invite = not self._shows_invite
        self.recompose("body")

    def _enlarge_code(self) -> None:
        """Show the code for phones as high as the window, if there is one."""
        if self.is_owner and self.reach.phones:
            self.context.router.open_phone_code(self.reach.phones)

    def _change_screen(self) -> None:
        """Give the owner's seat up, so that this screen is the table, or take a seat again."""
        self.client.send(LetWatch(name=self.client.person.name, may_watch=not self.is_screen_table))

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key in self.context.key_map.keys(SHOW_CODE):
            self._enlarge_code()
        else:
            super().handle_event(event)

    def _open_rules(self) -> None:
        game = self.lobby.game if self.lobby.game in GAMES else ""
        self.context.router.open_help(HelpTopic(game, self._find_rules()))

    def _copy_invitation(self) -> None:
        copy_invitation(self.context, self.client.invitation)

    def _open_watchers_menu(self) -> None:
        """Open the menu of the owner for people who wait or watch."""
        people = (seat.name for seat in self.lobby.seats if seat.kind)
        self.open_menu("watchers", list_watcher_entries(self.client, people))

    def _toggle_ready(self) -> None:
        self.client.report_ready(is_ready=self.own_seat is not None and not self.own_seat.is_ready)

    def _start(self) -> None:
        people = tuple(seat.name for seat in self.lobby.seats if seat.kind == PERSON_KIND and not seat.is_away)
        self.client.send(StartMatch(people=people))

    def _open_seat_menu(self, number: int) -> None:
        """Open the menu of a seat for the owner: its place, its computer player, or the removal of its guest."""
        if not self.is_owner:
            return
        seat, count = self.lobby.seats[number], len(self.lobby.seats)
        neighbors = {"seat-before": (number - 1) % count, "seat-after": (number + 1) % count}
        entries = [
            MenuEntry(widget_id, self._format_swap(other), partial(self._swap_seats, number, other), symbol)
            for (widget_id, other), symbol in zip(neighbors.items(), ("back", "next"), strict=True)
        ][-min(2, count - 1) :]
        if seat.kind == PERSON_KIND:
            if not seat.is_owner:
                remove = partial(self.client.send, RemoveGuest(seat=number))
                entries.append(MenuEntry("remove-guest", _("Remove guest"), remove, "trash", True))
            self.open_menu(f"seat-{number}", entries)
            return
        entries += [
            MenuEntry(
                f"level-{level}", _("Computer: {level}").format(level=format_player_kind(level)),
                partial(self._fill_seat, number, level), "check" if level == seat.kind else "computer",
            )
            for level in list_offered_levels(self.lobby.game)
        ]  # fmt: skip
        if seat.kind:
            entries.append(MenuEntry("empty-seat", _("Empty the seat"), partial(self._fill_seat, number, ""), "close"))
        self.open_menu(f"seat-{number}", entries)

    def _format_swap(self, other: int) -> str:
        """Return the text of the entry that swaps a seat with ``other``."""
        seat = self.lobby.seats[other]
        if not seat.kind:
            return _("Move to the empty seat")
        return _("Swap with {name}").format(name=get_seat_name(seat))

    def _swap_seats(self, number: int, other: int) -> None:
        order = list(range(len(self.lobby.seats)))
        order[number], order[other] = order[other], order[number]
        self.client.send(ArrangeSeats(order=tuple(order)))

    def _fill_seat(self, number: int, level: str) -> None:
        self.client.send(FillSeat(seat=number, level=level))

    def on_escape(self) -> None:
        """Leave the table; its owner says first whether it stays open."""
        if self.is_owner and self.client.state.value != "ended":
            self.context.scenes.push(CloseTableDialog(self.context, self.client, self.context.scenes.pop))
        else:
            super().on_escape()

    def may_quit(self) -> bool:
        return may_close_table(self.context, self.client)
