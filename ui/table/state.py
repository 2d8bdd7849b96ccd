"""The state of a table: what its window shows and which input it takes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.core.cards import DeckStyle
from game.core.phase import Board
from game.match.observation import Observation
from game.session.avatars import AvatarMap
from game.session.session import Session
from ui.table.layout.pose import CardPose
from ui.table.layout.seats import TableLayout

if TYPE_CHECKING:
    from ui.games.presentation import GamePresentation
    from ui.table.action_panel import ActionPanel


class AbsenceNotice(NamedTuple):
    """A line on a person who is away; ``button_text``: of the owner's button, "" for the others."""

    text: str
    button_text: str = ""


class TableState(Enum):
    """The states of a table; it is in exactly one of them."""

    ANIMATING = auto()
    """Something that happened is being shown."""
    ERROR = auto()
    """A write or a computer player has failed; the match waits until that is tried again with success."""
    HAND_OVER = auto()
    """A person is asked to the screen; nobody's cards are shown."""
    DEAL_OVER = auto()
    """The deal or the match is over."""
    YOUR_TURN = auto()
    """The viewer must act."""
    WAITING = auto()
    """Another player is on turn, or something is being saved."""


def compute_table_state(
    *, has_pending_steps: bool, error: str, awaited_seat: int | None, is_deal_over: bool, is_your_turn: bool
) -> TableState:
    """Return the state of a table from the facts of its session and its playback.

    While steps are pending the cards of the viewer who saw them are on the screen, so nobody else is asked to it.
    """
    if has_pending_steps:
        return TableState.ANIMATING
    if error:
        return TableState.ERROR
    if awaited_seat is not None:
        return TableState.HAND_OVER
    if is_deal_over:
        return TableState.DEAL_OVER
    return TableState.YOUR_TURN if is_your_turn else TableState.WAITING


def is_deal_over(session: Session) -> bool:
    """Return whether the deal or the match is over, so that a result can be shown."""
    return session.is_match and (session.status.is_between_deals or session.observation.is_over)


class PromptLine(NamedTuple):
    """The line above the hand; ``is_emphasized``: the person has to do something.

    ``detail``: the line below it on a screen for all.
    """

    text: str
    is_emphasized: bool
    detail: str = ""


class SpeechBubble(NamedTuple):
    """The speech of a seat."""

    seat: int
    text: str


class TableViewModel(NamedTuple):
    """Everything that the table shows at a moment.

    ``card_poses``: the cards by key; ``dimmed_keys``: cards that may not be played; ``highlighted_keys``: with reduced
    motion, the cards that would move; ``winning_key``: the card that wins the trick so far; ``panel``: the choices of
    the person on turn; ``marked_keys``: cards to point out; ``board``: the cards as they are shown; ``tray_rect``: the
    ground of the buttons at the hand, None if there are none; ``levels``: the level of each seat in words, "" for a
    person; () if no levels are shown; ``plate_notes``: lines that replace those at plates, by seat;
    ``absence_notice``: what happens while one of them is away; ``turn``: the seat in the frame of the turn, None if
    there is none; ``short_title``: shown where the title does not fit, "" for the game's; ``dealer``: None until the
    draw for the first dealer is seen; ``taken_rects``: what speech bubbles leave free besides the parts of the table.
    """

    presentation: GamePresentation
    deck: DeckStyle
    title: str
    names: tuple[str, ...]
    avatars: AvatarMap
    observation: Observation
    board: Board
    layout: TableLayout
    card_poses: Mapping[str, CardPose]
    dealer: int | None
    turn: int | None = None
    dimmed_keys: frozenset[str] = frozenset()
    highlighted_keys: frozenset[str] = frozenset()
    winning_key: str | None = None
    bubbles: tuple[SpeechBubble, ...] = ()
    prompt: PromptLine | None = None
    panel: ActionPanel | None = None
    marked_keys: frozenset[str] = frozenset()
    tray_rect: pygame.Rect | None = None
    short_title: str = ""
    levels: tuple[str, ...] = ()
    plate_notes: Mapping[int, str] = MappingProxyType({})
    absence_notice: AbsenceNotice | None = None
    taken_rects: tuple[pygame.Rect, ...] = ()

    @property
    def without_cards(self) -> TableViewModel:
        """The parts that change seldom: all but the cards, the speech and the choices of the person on turn."""
        return self._replace(
            card_poses=MappingProxyType({}),
            dimmed_keys=frozenset(),
            highlighted_keys=frozenset(),
            winning_key=None,
            marked_keys=frozenset(),
            bubbles=(),
            prompt=None,
            panel=None,
            taken_rects=(),
        )
