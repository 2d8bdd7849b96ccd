"""The ways to play with others: at this screen, on this network, in other homes, and back to a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame_gui.core.utility import clipboard_paste

from game.core.messages import N_, InputError
from game.core.sanitizer import capitalize_first
from game.network.invitation import MAX_INVITATION_CHARACTERS, decode_invitation
from game.session.avatars import get_avatar
from game.text.errors import describe_error
from game.text.gettext import _, ngettext
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.environment import NearbySearch
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.network.continue_table import continue_table
from ui.scenes.network.host import HostTableScene
from ui.scenes.network.join import JoinDialog
from ui.scenes.network.person_form import ErrorField
from ui.scenes.network.stored_tables import KnownTablesPage
from ui.scenes.page import FOOTER_BUTTON_WIDTH
from ui.services.wake_up import wake_window
from ui.table.hud.markers import make_dashed_rect
from ui.widgets.fields import Action, Field
from ui.widgets.layout import Column, Layers, Padded, Row, Sized, make_panel
from ui.widgets.nodes import Frame, Ground, Line, Node, Painter, Scroll, Space, Text, make_disc, make_symbol
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import paint_felt

if TYPE_CHECKING:
    from game.network.nearby import NearbyTable

WAY_WIDTH: Final = 440
"""The least width of a way beside the other, in design pixels."""
PICTURE_SIZE: Final = (216, 124)
FACE_SIZE: Final = 62
MARK_SIZE: Final = 48
SEAT_SIZE: Final = 26
"""In design pixels: the picture of people at one screen, a face in it, the mark at a title, and a seat of a table."""
OTHER_FACES: Final = (2, 4)
"""The portraits that somebody else can have in the picture."""


class FriendsScene(KnownTablesPage):
    """A panel for each way to play with others, and a row for each table to go back to.

    As long as it is open, it searches for tables on this network.
    """

    title = N_("With friends")
    max_scale = 1.5
    help_topic = HelpTopic("friends")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.nearby_tables: tuple[NearbyTable, ...] = ()
        self.invitation = ErrorField(MAX_INVITATION_CHARACTERS)
        make_search = context.environment.make_search
        self._search: NearbySearch | None = None
        if make_search is not None and context.settings.nearby:
            self._search = make_search(wake_window)
            self._search.open()

    def on_exit(self) -> None:
        if self._search is not None:
            self._search.close()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._search is not None:
            self.show_nearby_tables(self._search.tables)

    def show_nearby_tables(self, tables: tuple[NearbyTable, ...]) -> None:
        """Show the tables on this network, without those that this machine hosts, and narrate the new ones."""
        tables = tuple(table for table in tables if not self._is_hosted_here(table))
        if tables == self.nearby_tables:
            return
        known_ids = {table.id for table in self.nearby_tables}
        self.nearby_tables = tables
        self.recompose("body")
        narrate = self.context.narrate or (lambda _line: None)
        for table in tables:
            if table.id not in known_ids:
                narrate(f"{table.name}. {table.describe()}")

    def _is_hosted_here(self, nearby: NearbyTable) -> bool:
        """Return whether a table nearby is one of those to go back to."""
        invitations = [table.invitation for table in self.known_tables if table.is_hosted]
        return any(
            invitation.port == nearby.port and {*invitation.addresses} & {*nearby.addresses}
            for invitation in invitations
        )

    # -- what is on the page

    def list_header(self) -> list[Node]:
        own = self.context.own_profile.name
        if not self.context.settings.name:
            return []
        portrait = get_avatar(self.context.avatars, own).portrait_number
        return [
            Row(
                Line(_("Playing as"), color=theme.CREAM),
                PortraitRow(self.context.card_images["italian"], [portrait], 40, has_rings=True, waits=True),
                Line(self.context.settings.display_name, face="bold"),
                gap=theme.GAP,
                align="middle",
            )
        ]

    def list_footer(self) -> list[Node]:
        table = Action("host-table", _("Open a table"), self._open_table, style="#primary", symbol="plus")
        table.min_width = FOOTER_BUTTON_WIDTH
        return [self.make_back(), Space(grow=1), table]

    def describe(self) -> Node:
        here, network, homes = self._describe_screen(), self._describe_network(), self._describe_homes()
        phones = self._describe_phones()
        ways: Node = Column(here, phones, network, homes, gap=theme.LARGE_GAP)
        if self.body.width >= self.context.px(2 * WAY_WIDTH):
            homes.grow = network.grow = 1
            left, right = ((here, homes), (phones, network))
            columns = (Column(*panels, gap=theme.LARGE_GAP, grow=1) for panels in (left, right))
            ways = Row(*columns, gap=theme.LARGE_GAP, grow=1)
        tables = self._describe_tables() if self.known_tables else None
        return Scroll("ways", Column(ways, tables, gap=theme.LARGE_GAP), padding=theme.SMALL_GAP, is_page=True)

    def _describe_screen(self) -> Node:
        router = self.context.router
        start = partial(router.open_new_match, is_of_people=True)
        here = Action("play-here", _("Play here"), start, symbol="play")
        person = Action("add-person", _("Add a person"), partial(router.open_settings, "profiles"), symbol="plus")
        hint = Text(_("Take turns at one screen. Your cards stay hidden between turns."))
        words = Column(hint, Space(grow=1), Row(here), Row(person), gap=theme.GAP, grow=1)
        picture = Sized(self._describe_picture(), width=PICTURE_SIZE[0], height=PICTURE_SIZE[1])
        return make_way("computer", _("At this screen"), Row(picture, words, gap=theme.MARGIN))

    def _describe_picture(self) -> Node:
        """Return the picture of two people who take turns at one screen."""
        images = self.context.card_images["italian"]
        own = get_avatar(self.context.avatars, self.context.own_profile.name).portrait_number
        faces = (own, next(number for number in OTHER_FACES if number != own))
        first, second = (PortraitRow(images, [face], FACE_SIZE, has_rings=True, waits=True) for face in faces)
        spaces = [Space(grow=1) for _space in range(4)]
        arrow = make_symbol("arrow", 24, theme.CREAM)
        row = Row(spaces[0], first, spaces[1], arrow, spaces[2], second, spaces[3], align="middle")
        return Layers(Painter(paint_felt), row)

    def _describe_phones(self) -> Node:
        hint = Text(
            _("Everyone in the room scans a code and sees their own cards on their phone. There's nothing to install."),
            grow=1,
        )
        button = Action("host-phones", _("Use phones"), partial(self._open_table, has_phones=True), symbol="phone")
        return make_way("phone", _("Phones"), Row(hint, button, gap=theme.LARGE_GAP, align="middle"))

    def _describe_network(self) -> Node:
        count = len(self.nearby_tables)
        found = ngettext("{count} table", "{count} tables", count).format(count=count) if count else ""
        rows = [self._describe_nearby(number, table) for number, table in enumerate(self.nearby_tables, 1)]
        if self._search is None:
            empty = _("Tables on this network aren't listed here. You can join one with its link.")
        else:
            empty = _("No table is open on this network yet. Open one here, or ask a friend to open one.")
        listed = Column(*rows, gap=theme.SMALL_GAP) if rows else Text(empty, color=theme.MUTED)
        return make_way("wifi", _("On this network"), listed, found)

    def _describe_nearby(self, number: int, table: NearbyTable) -> Node:
        """Return the row of a table nearby: its name and game, its seats, and the way in."""
        taken = table.seats - table.free_seats
        seats = Row(*(make_seat(is_taken=seat < taken) for seat in range(table.seats)), gap=4, align="middle")
        button = Action(f"join-{number}", _("Join") if table.free_seats else _("Full"), partial(self._join, table))
        button.is_enabled, button.label = bool(table.free_seats), table.name
        words = Column(
            Text(table.name, face="serif", size=theme.ROW_TITLE_TEXT_SIZE),
            Text(table.describe(), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
            grow=1,
        )
        row = Row(words, seats, button, gap=theme.GAP, align="middle")
        ground = Ground(self.context.theme.button_color, line_width=1.5, radius=theme.GAP)
        return Layers(ground, Padded(row, padding=theme.GAP, top=theme.SMALL_GAP))

    def _describe_homes(self) -> Node:
        join = Action("join", _("Join"), self.join)
        paste = Action("paste", "", self._paste, symbol="import", label=_("Paste"))
        field = self.invitation.describe_wide(self, "invitation", _("Link"), _("Paste here"), paste, join)
        hint = Text(_("Paste the link a friend sent you. The whole message is fine."))
        note = _("To invite others, open a table and send them its link.")
        line = Row(
            make_symbol("info", 18, theme.MUTED), Text(note, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, grow=1),
            gap=theme.SMALL_GAP, align="middle",
        )  # fmt: skip
        return make_way("globe", _("In other homes"), Column(hint, field, line, gap=theme.GAP))

    def _describe_tables(self) -> Node:
        """Return the tables to go back to, the latest first."""
        rows = []
        for number, table in enumerate(self.known_tables, 1):
            go_back = partial(continue_table, self.context, table)
            button = Action(f"continue-table-{number}", _("Continue"), go_back, label=table.name)
            rows.append(Field(table.name, button, table.describe()))
        return make_panel(Column(*rows, gap=theme.SMALL_GAP))

    # -- what the buttons do

    def _open_table(self, *, has_phones: bool = False) -> None:
        self.context.scenes.push(HostTableScene(self.context, has_phones=has_phones))

    def _join(self, table: NearbyTable) -> None:
        self.context.scenes.push(JoinDialog(self.context, self, nearby=table))

    def _paste(self) -> None:
        self.invitation.set_text(" ".join((clipboard_paste() or "").split()))
        self.invitation.set_error("")

    def join(self) -> None:
        """Ask who joins the table of the invitation, or show what is wrong with it."""
        if not self.invitation.text.strip():
            self.invitation.set_error(_("Paste the table's link."))
            return
        try:
            invitation = decode_invitation(self.invitation.text)
        except InputError as error:
            self.invitation.set_error(capitalize_first(f"{describe_error(error).rstrip('.')}."))
            return
        self.context.scenes.push(JoinDialog(self.context, self, invitation=invitation))


def make_way(symbol: str, title: str, contents: Node, note: str = "") -> Node:
    """Return the panel of a way to play with others; ``note``: at the right of its title, or ""."""
    head = Row(
        make_disc(MARK_SIZE, symbol=symbol, symbol_color=theme.CREAM),
        Text(title, face="serif", size=theme.SECTION_TEXT_SIZE, grow=1),
        Line(note, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if note else None,
        gap=theme.LARGE_GAP,
        align="middle",
    )
    return make_panel(Column(head, contents, gap=theme.GAP))


def make_seat(*, is_taken: bool) -> Node:
    """Return a seat of a table: a disc, with a dashed edge if nobody has it."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        size, line_width = min(rect.size), max(1, frame.px(2))
        colors = frame.place.manager.theme
        image = make_dashed_rect((size, size), size // 2, colors.panel_color, 255, theme.MUTED, line_width)
        canvas.blit(image, image.get_rect(center=rect.center))

    if is_taken:
        return make_disc(SEAT_SIZE, fill_color=theme.CREAM, symbol="people", symbol_color=theme.INK)
    return Painter(paint, width=SEAT_SIZE, height=SEAT_SIZE)
