"""The interface of the table for its parts, panels and overlays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.core.actions import Action
from game.core.cards import HIDDEN_CARD, Card, DeckStyle
from game.core.events import Event
from game.core.messages import Reason
from game.core.phase import Board
from game.match.observation import Observation
from game.session.match_info import find_active_seat, list_human_seats, list_own_seats
from game.session.session import Session
from game.text.messages import format_reason
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics.avatars import AvatarMap, filter_human_avatars
from ui.graphics.canvas import Canvas
from ui.table.layout.hand_order import CardOrder, sort_for_display
from ui.table.layout.pose import CardPose
from ui.table.layout.seats import PanelSizes, TableLayout, compute_max_scale, compute_table_layout, find_public_sides
from ui.table.state import AbsenceNotice, TableState

if TYPE_CHECKING:
    from ui.table.network import TableNetwork


class TableContext(Scene):
    """The scene of one `Session`, as its parts use it.

    `TableScene` puts the parts together.
    """

    def __init__(self, context: AppContext, session: Session) -> None:
        super().__init__(context)
        self.session = session
        self.observation: Observation = session.observation
        """The match as it is shown: the observation of the session whenever nothing moves."""
        self.offered_actions: tuple[Action, ...] = ()
        """The actions of the person at the screen besides playing a card."""
        self.question = ""
        """The line over the hand on the turn of the viewer, where it is not "Your turn"."""
        self.message = ""
        self.message_seconds_left = 0.0
        self.is_playing_on = False
        """Whether everything is shown quickly until a person has to act or to read."""
        self.min_thinking_s = 0.0
        """Seconds that computer players take at least."""
        self._bottom_seat = 0

    @property
    def viewer(self) -> int | None:
        return self.session.observation.seat

    @property
    def deck(self) -> DeckStyle:
        return self.context.get_deck(self.session.info.game.deck)

    network: TableNetwork | None = None
    """The table over the network; None if the host is in this process."""

    @property
    def match_id(self) -> int | None:
        """The id of the stored match, None until it is stored; a table over the network has it at the end."""
        return self.session.status.match_id if self.network is None else self.network.match_id

    has_pause = True
    """Whether the table has a pause menu; where it has none, its button leaves the table."""
    can_skip_choice = False

    @property
    def named_card(self) -> Card | None:
        """The card whose digit the screen names now, and which that digit plays at once; None without one."""
        return None

    # -- the match as it is shown

    @property
    def board(self) -> Board:
        """The cards on the table and in the hands, as they are shown."""
        raise NotImplementedError

    @property
    def shown_events(self) -> tuple[Event, ...]:
        """The events of this deal that have been shown, as the viewer saw them.

        The oldest is first.
        """
        raise NotImplementedError

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand from left to right; empty if nobody may see one."""
        seat = self.session.observation.seat
        cards = () if seat is None else self.board.hands[seat]
        return () if HIDDEN_CARD in cards else sort_for_display(cards, self.layout.card_order)

    @property
    def avatars(self) -> AvatarMap:
        """The avatars of the people at the table; over the network as they come from each person's machine."""
        avatars = self.context.avatars if self.network is None else self.network.avatars
        return filter_human_avatars(self.session.info.players, avatars)

    @property
    def absence_notice(self) -> AbsenceNotice | None:
        """The notice of a person who is away; None without one, and while its place is needed for the viewer's choice.

        The match does not wait for that person then.
        """
        notice = None if self.network is None else self.network.absence_notice
        if notice is None:
            return None
        rect, prompt_rect = self.layout.notice_rect, self.layout.prompt_rect
        has_choice = bool(self.offered_actions) and rect.collidelist([self.layout.free_rect, prompt_rect]) >= 0
        return None if has_choice or (self.can_play_on and rect.colliderect(prompt_rect)) else notice

    @property
    def state(self) -> TableState:
        """The state of the table, computed from the session and the pending events."""
        raise NotImplementedError

    @property
    def is_idle(self) -> bool:
        """Whether nothing moves, and no overlay or hand-over screen is over the table."""
        raise NotImplementedError

    @property
    def can_play_on(self) -> bool:
        """Whether the viewer may let the others play quickly until their next turn."""
        raise NotImplementedError

    @property
    def is_top_scene(self) -> bool:
        """Whether no other scene is over the table."""
        return self.context.scenes.top is self

    # -- places in the window

    @property
    def size(self) -> tuple[int, int]:
        """The size of the table, which begins at the upper left corner of the window."""
        return self.context.size

    @property
    def scale(self) -> float:
        """The wanted scale of text and buttons."""
        return self.context.settings.scale

    @property
    def max_scale(self) -> float:
        return compute_max_scale(self.size, self.observation.seats, self.hand_size)

    @property
    def card_order(self) -> CardOrder:
        """The order of the cards in the viewer's hand."""
        raise NotImplementedError

    @property
    def hand_size(self) -> int:
        """The number of cards of the largest hand of a deal."""
        raise NotImplementedError

    @property
    def panel_sizes(self) -> PanelSizes:
        """The sizes of the panel below the trick; () if no panel keeps clear of a trick."""
        raise NotImplementedError

    @property
    def layout(self) -> TableLayout:
        """The layout of the table, with the viewer or the awaited person at the bottom."""
        viewer = self.session.observation.seat
        bottom_seat = viewer if viewer is not None else get_awaited_seat(self.session)
        self._bottom_seat = self._bottom_seat if bottom_seat is None else bottom_seat
        return compute_table_layout(
            self.size,
            self.observation.seats,
            self._bottom_seat,
            self.session.info.game.is_clockwise,
            self.scale,
            self.card_order,
            self.hand_size,
            find_public_sides(self.observation),
            panel_sizes=self.panel_sizes,
        )

    @property
    def card_poses(self) -> Mapping[str, CardPose]:
        """The pose of every card picture, as it is drawn now."""
        raise NotImplementedError

    def find_card_at(self, point: tuple[int, int]) -> Card | None:
        """Return the card of the viewer's hand at a point of the window."""
        raise NotImplementedError

    # -- what the parts ask for

    def act(self, action: Action) -> None:
        """Do an action of the person at the screen, or show why it is refused."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take back the person's last choice, or show why that is refused."""
        raise NotImplementedError

    def skip_animations(self) -> bool:
        """Jump to the end of everything that moves. Return whether anything did."""
        raise NotImplementedError

    def play_on(self) -> bool:
        """Show everything quickly until a person has to act or to read.

        Return whether there is anything to show.
        """
        raise NotImplementedError

    def confirm_hand_over(self) -> None:
        """Show the awaited person their cards."""
        raise NotImplementedError

    def skip_choice(self) -> None:
        """Go on without a choice, at a table that permits it."""
        raise NotImplementedError

    def open_pause(self) -> None:
        """Open the pause, or leave a table that has none."""
        raise NotImplementedError

    def show_message(self, text: str) -> None:
        """Show a line to the person at the screen, and narrate it."""
        raise NotImplementedError

    def narrate(self, *lines: str) -> None:
        """Narrate these lines, without the empty ones."""
        narrate_line = self.context.narrate
        if narrate_line is not None:
            for line in filter(None, lines):
                narrate_line(make_sentence(line))

    def leave(self) -> None:
        """Open the main menu; the match stays stored, here or at the host of a table over the network."""
        if self.network is None:
            self.context.router.open_main_menu()
        else:
            self.network.leave()

    def recompose_choices(self) -> None:
        """Make the widgets of the panel and of the marks anew; the others stay."""
        raise NotImplementedError

    def draw_table(self, canvas: Canvas, *, show_cards: bool = True) -> None:
        """Draw the table; without cards, only what everybody may see."""
        raise NotImplementedError


def format_refusal(table: TableContext, reason: Reason) -> str:
    """Return the sentence that says why something is refused at a table."""
    return make_sentence(format_reason(reason, table.session.info.names, table.deck))


def get_your_seat(session: Session) -> int | None:
    """Return the seat that is called "you".

    It is the viewer's seat; None if several people share the screen.
    """
    return session.observation.seat if len(get_screen_seats(session)) < 2 else None


def get_human_seats(session: Session) -> tuple[int, ...]:
    """Return the seats that people play now."""
    return list_human_seats(session.info, session.observation)


def get_screen_seats(session: Session) -> tuple[int, ...]:
    """Return the seats of the people at this screen, who have not left."""
    return list_own_seats(session.info, session.observation)


def get_active_seat(session: Session) -> int | None:
    """Return the seat of the person at the screen, who leaves, votes and talks there."""
    return find_active_seat(session.info, session.observation, session.hot_seat)


def get_awaited_seat(session: Session) -> int | None:
    """Return the seat of the person who must confirm before their cards are shown."""
    return None if session.hot_seat is None else session.hot_seat.awaited_seat


def is_deal_over(session: Session) -> bool:
    """Return whether the deal or the match is over, so that a result can be shown."""
    return session.is_match and (session.status.is_between_deals or session.observation.is_over)


def is_saved(table: TableContext) -> bool:
    """Return whether the match is on the disk, or at a host over the network; a lesson or a task is no match."""
    is_match_here = table.network is None and table.session.is_match
    return table.context.storage.has_file or not is_match_here
