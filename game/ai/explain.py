"""Advice: what each choice is expected to bring, how sure that is, and why, as reasons that `words.say` puts in words.

What is said follows from the view alone, as the choice itself does: advice never tells what the seat may not know.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from game.ai.chances import BEFORE, told
from game.ai.characters import PLAIN
from game.ai.estimate import SURE, Estimate, is_even, pooled
from game.ai.limit import Limit, TimeUp
from game.ai.natural import distinct
from game.ai.players import MINDS
from game.ai.search import LEAST_MS
from game.ai.weighed import Weighed
from game.engine.actions import Action, Pass, Play
from game.engine.cards import HIDDEN, Card
from game.engine.phases import Reason
from game.engine.tricks import Tricks, powers, replace
from game.rules import GAMES
from game.unseen import unseen_cards
from game.view import View

HIGH_TRUMPS: Final = 2
"""So many of the highest trumps are worth keeping others for."""


GLANCE: Final = Limit(LEAST_MS, lambda: 0.0)
"""As little as can be thought of, to its end."""


class Advice(NamedTuple):
    """A choice, what it is expected to bring, and why."""

    action: Action
    estimate: Estimate
    reasons: tuple[Reason, ...]


def explain(
    view: View, limit: Limit, rng: Random | None = None, *, also: Action | None = None, looks: int = 1
) -> list[Advice]:
    """What a master thinks of each choice, the best first. The same view, limit and ``rng`` give the same advice.

    A master does not think of every bid that could be made; ``also`` is one that he is to think of too. He looks
    ``looks`` times, each time in other worlds, and what he says is the mean.
    ValueError if it is not the view's turn, or if its game has nobody who could advise. Whoever has no time gives the
    advice of a `GLANCE`.
    """
    if view.game not in MINDS:
        raise ValueError(f"nobody advises on {view.game}")
    if not view.choices:
        raise ValueError(f"seat {view.seat} has nothing to choose")
    chance = rng if rng is not None else Random(0)
    seeds = [chance.getrandbits(64) for _look in range(looks)]
    try:
        found = pooled([_weighed(view, limit, seed, also) for seed in seeds])
    except TimeUp:
        found = _weighed(view, GLANCE, seeds[0], also)
    ordered = sorted(found, key=lambda one: -one.worth)
    return [Advice(one.action, one, (*_why(view, one), *_beside(one, ordered))) for one in ordered]


def _weighed(view: View, limit: Limit, seed: int, also: Action | None) -> list[Estimate]:
    """What each choice is worth; ``also``, which may be none of those, is weighed in the same worlds.

    Of cards that touch one is weighed for all; it comes first.
    """
    mind = MINDS[view.game]
    weighed = mind.weighed
    thought_of, same = distinct(view, mind.habits)
    found = weighed(thought_of, Random(seed), limit, PLAIN)
    by_action = {one.action: one for one in found}
    found += [replace(by_action[one], action=other) for other, one in same.items() if one in by_action]
    if also is not None and found and all(one.action != also for one in found):
        narrow = replace(view, choices=(also,))
        found += [one for one in weighed(narrow, Random(seed), limit, PLAIN) if one.action == also]
    name = view.game if view.phase is not None and view.phase.in_play else view.game + BEFORE
    return [one if one.win is None else replace(one, win=told(name, one.win)) for one in found]


def weigh(view: View, limit: Limit, rng: Random) -> tuple[Weighed, ...]:
    """`explain`, as the window hears it; nothing where nobody could advise. ValueError if it is not the view's turn."""
    if view.game not in MINDS:
        return ()
    return tuple(
        Weighed(
            action=one.action, worth=one.estimate.worth, error=one.estimate.error, points=one.estimate.points,
            win=one.estimate.win, reasons=one.reasons,
        )
        for one in explain(view, limit, rng)
    )  # fmt: skip


def _why(view: View, estimate: Estimate) -> tuple[Reason, ...]:
    action = estimate.action
    return _why_card(view, action.card) if isinstance(action, Play) else MINDS[view.game].why(view, estimate)


def _beside(one: Estimate, ordered: list[Estimate]) -> tuple[Reason, ...]:
    """How the choice stands beside the best, or the best beside the next."""
    if len(ordered) == 1:
        return (Reason("why_only"),)
    best = ordered[0]
    if one is best:
        rest = [other for other in ordered if other.worth != best.worth]
        clear = bool(rest) and best.worth - rest[0].worth > SURE * rest[0].error
        return (Reason("why_best" if clear else "why_close"),)
    if is_even(one, best):
        return (Reason("why_even"),)
    if one.win is not None and best.win is not None and isinstance(one.action, Pass) == isinstance(best.action, Pass):
        less = round(100 * (best.win - one.win))
        if less > 0:
            return (Reason("why_less_often", {"percent": less}),)
    return (Reason("why_worse", {"worth": round(best.worth - one.worth, 2)}),)


# -- cards -----------------------------------------------------------------------------------------


def _why_card(view: View, card: Card) -> tuple[Reason, ...]:
    phase = view.phase
    assert isinstance(phase, Tricks) and view.seat is not None
    trick, deck = phase.trick, GAMES[view.game].deck
    if phase.falls_face_down(card):
        return (Reason("why_face_down"),)
    fallen = tuple(one for one in trick.cards if one is not HIDDEN)
    power = powers(phase.ranking, phase.trump, (fallen[0] if fallen else card).suit)
    top = max((power[one] for one in fallen), default=-1)
    points = sum(phase.values.get(one.rank, 0) for one in (*fallen, card))
    after = len(trick.seats) - len(trick.cards) - 1
    unseen = unseen_cards(view)
    reasons: list[Reason] = []
    if power[card] > top:
        reasons += _takes(phase, card, points, after, [one for one in unseen if power[one] > power[card]])
    else:
        reasons += _leaves(view, phase, card, power)
    kept = _kept(phase, view.seat, card, unseen)
    if kept is not None:
        reasons.append(Reason("why_keeps", {"kept": kept[0].rank, "out": kept[1].rank, "deck": deck}))
    return tuple(reasons)


def _takes(phase: Tricks, card: Card, points: int, after: int, over: list[Card]) -> list[Reason]:
    if after and over:
        if not phase.trick.cards:
            return []
        return [Reason("why_may_be_taken", {"count": len(over)})]
    if points:
        return [Reason("why_takes_points", {"points": points})]
    return [Reason("why_takes")] if not after else [Reason("why_nobody_beats", {"card": card})]


def _leaves(view: View, phase: Tricks, card: Card, power: object) -> list[Reason]:
    points = phase.values.get(card.rank, 0)
    holder = _holder(phase)
    if holder is not None and holder in MINDS[view.game].friends(view):
        return [Reason("why_for_partner", {"seat": holder, "points": points})] if points else []
    return [Reason("why_costs", {"points": points})] if points else [Reason("why_gives_nothing")]


def _holder(phase: Tricks) -> int | None:
    """Who has the trick now; None while nobody has played an open card."""
    open_plays = [play for play in phase.trick.plays() if play[1] is not HIDDEN]
    if not open_plays:
        return None
    power = powers(phase.ranking, phase.trump, open_plays[0][1].suit)
    return max(open_plays, key=lambda play: power[play[1]])[0]


def _kept(phase: Tricks, seat: int, card: Card, unseen: tuple[Card, ...]) -> tuple[Card, Card] | None:
    """The trump that is kept back and the higher one that is still out, if that is what playing ``card`` means.

    Not where jokers are the highest trumps: nobody waits for those.
    """
    if card.suit == phase.trump or phase.trump is None or phase.ranking[0] != "A":
        return None
    height = phase.ranking.index
    mine = sorted((one for one in phase.hands[seat] if one.suit == phase.trump), key=lambda one: height(one.rank))
    high = [one for one in unseen if one.suit == phase.trump and height(one.rank) < HIGH_TRUMPS]
    if not mine or not high or height(high[0].rank) > height(mine[0].rank):
        return None
    return mine[0], min(high, key=lambda one: height(one.rank))
