"""Accuracies of the players of a match, as an analysis finds them."""

from __future__ import annotations

import msgspec


class PlayerAccuracy(msgspec.Struct, frozen=True, kw_only=True):
    """The accuracy of a seat's choices in a match.

    ``accuracy``: the share of the possible gain, 0 to 1, None if nothing could be lost; ``loss``: the mean loss of a
    choice, in the game's unit; ``choices``: the number that were judged; ``tasks``: deal and action, from 1, of the
    choices that are offered as tasks; ``costs``: the losses of these together, by the kind of task that trains them.
    """

    seat: int
    name: str
    accuracy: float | None
    loss: float
    choices: int
    tasks: tuple[tuple[int, int], ...] = ()
    costs: tuple[tuple[str, float], ...] = ()


class MatchAccuracies(msgspec.Struct, frozen=True):
    """The figures of a match. ``judge``: version of the judge; figures of different versions are not comparable."""

    judge: int
    seats: tuple[PlayerAccuracy, ...]
