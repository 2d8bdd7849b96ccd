"""The seats of a session as its screen sees them: people, the person at the screen, the person asked to it."""

from __future__ import annotations

from game.session.match_info import find_active_seat, list_human_seats, list_own_seats
from game.session.session import Session


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
