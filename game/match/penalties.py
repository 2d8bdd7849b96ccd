"""Blocks of people who leave a match before its end."""

from __future__ import annotations

import msgspec


class ActivePenalty(msgspec.Struct, frozen=True):
    """A block of a person for ``seconds_left`` more. ``reason_code``: empty if no reason was stored."""

    name: str
    seconds_left: float
    reason_code: str = ""


class Penalty(msgspec.Struct, frozen=True):
    """A block at the end of a match, with a reason of `game.text.messages`.

    ``profile_id``: the blocked profile, which is created if it is missing; "" for that of the person at ``seat``.
    """

    seat: int
    reason_code: str = ""
    profile_id: str = ""


class MatchEnding(msgspec.Struct, frozen=True):
    """The penalties at the end of a match, and their length."""

    penalties: tuple[Penalty, ...] = ()
    penalty_seconds: float = 0.0
