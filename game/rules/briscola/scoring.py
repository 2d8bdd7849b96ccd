"""Winner of a deal of Briscola, and the trick that decided it (source 002)."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.messages import Reason
from game.core.phase import DecisiveTrick
from game.core.trick_taking import CompletedTrick, find_trick_reaching
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola_family import HALF_PACK_POINTS

PointsBySide = Mapping[tuple[int, ...], int]


def find_winning_side(
    sums: PointsBySide, options: BriscolaOptions
) -> tuple[tuple[int, ...] | None, tuple[Reason, ...]]:
    """Return the side that wins the deal, None without a winner, and the reasons.

    ``sums``: card points by side. The reasons are the points of each side, then the decision. Source: docs/rules.md,
    "Briscola".
    """
    lines = tuple(Reason("side_points", {"seats": side, "points": sums[side]}) for side in sums)
    best = max(sums, key=sums.__getitem__)
    top = sums[best]
    if len(sums) == 2 or options.deal_winner == "over_60":
        if top > HALF_PACK_POINTS:
            return best, (*lines, Reason("over_60", {"seats": best, "points": top}))
        drawn = len(sums) == 2
        return None, (*lines, Reason("sixty_all" if drawn else "nobody_over_60", {"points": top}))
    if sum(points == top for points in sums.values()) > 1:
        return None, (*lines, Reason("tie_at_top", {"points": top}))
    return best, (*lines, Reason("most_points", {"seats": best, "points": top}))


def find_decisive_trick(
    options: BriscolaOptions,
    completed_tricks: tuple[CompletedTrick, ...],
    side_points: PointsBySide,
    winning_side: tuple[int, ...],
) -> tuple[DecisiveTrick, ...]:
    """Return the trick that decided the deal, as a tuple of at most one.

    With it the winning side had more than 60 points, or, where most points win, more than any other side has at the
    end; the reason has its points then. ``completed_tricks``: the oldest first.
    """
    needs_majority = len(side_points) == 2 or options.deal_winner == "over_60"
    points_to_exceed = (
        HALF_PACK_POINTS
        if needs_majority
        else max(points for side, points in side_points.items() if side != winning_side)
    )
    index = find_trick_reaching(completed_tricks, winning_side, points_to_exceed + 1)
    if index is None:
        return ()
    points = sum(trick.points for trick in completed_tricks[: index + 1] if trick.winner in winning_side)
    values = {"number": index + 1, "seats": winning_side, "points": points}
    return (DecisiveTrick("turned_60" if needs_majority else "turned_most", values, trick_index=index),)
