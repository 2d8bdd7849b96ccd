"""The state of a table: what its window shows and which input it takes."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from game.session.session import Session


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
