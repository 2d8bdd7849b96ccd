"""Choosing a card by playouts: the same worlds for every card, each played on to its end.

Guess the hidden cards in many worlds; weigh the worlds by how likely what was played is in each of them; keep the
likely ones; try every card in all of them. What a game must say for that is its `Craft`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks
from game.ai.batch.endgame import solved, ways
from game.ai.batch.playout import MOST_TRICKS, Batch, Places, Policy, Start
from game.ai.batch.policy import Scores, Sight, by_table, in_time, spread
from game.ai.batch.worlds import NEVER, Weights, Worlds, tempered
from game.ai.estimate import Estimate
from game.ai.limit import Check, Deadline, Limit, TimeUp, unhurried
from game.engine.actions import Action, Play
from game.view import View


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a level thinks. ``worlds``: how many every card is tried in; ``guesses``: out of how many times as
    many they are picked; ``ways``: the end is played exactly where it has at most so many ways to go; ``tricks``: so
    many are played to their end, this one too, and the craft says what is promised then; ``trust``: what a unit of
    the learned table counts beside what the playouts found; ``close``: how many of the guesses are looked at closely,
    where a game knows how (`Regard`); ``enough``: so many times the worlds that are tried are to count at least
    when they are picked, see `tempered`; ``part``: so many columns are played together, and between two such parts
    the clock is looked at."""

    worlds: int
    guesses: int
    ways: int
    tricks: int = MOST_TRICKS
    trust: float = 0.0
    close: int = 0
    enough: float = 0.0
    part: int = 2000

    def within(self, ms: int) -> Effort:
        """What of it can be made in so many milliseconds: all, or as great a part as the time has in `WHOLE_MS`, and in
        less than `HASTY_MS` nothing is made of what was played.
        TimeUp if that is nothing."""
        if ms < LEAST_MS:
            raise TimeUp
        if ms >= WHOLE_MS:
            return self
        guesses = 1 if ms < HASTY_MS else self.guesses
        worlds, part = (max(1, whole * ms // WHOLE_MS) for whole in (self.worlds, self.part))
        return msgspec.structs.replace(self, worlds=worlds, guesses=guesses, part=part)


class Dealing(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Guessed worlds. ``start``: the moment; ``hands`` (players, worlds) and ``stock`` (cards, worlds) now;
    ``weights``: how likely each is by all but the cards that were played.

    ``first``: the moment before the first card, ``first_hands`` and ``first_stock`` then; ``plays``: all cards since,
    (cards, worlds), in order.
    """

    start: Start
    hands: Masks
    stock: Masks
    weights: Weights
    first: Start
    first_hands: Masks
    first_stock: Masks
    plays: Masks


class Craft(Protocol):
    """What a player must know of a game beside its rules."""

    def deal(self, view: View, rng: np.random.Generator, count: int) -> Dealing:
        """At most ``count`` worlds that agree with ``view``, a turn in the trick play."""
        ...

    def table(self, view: View) -> Scores:
        """The learned table of the playouts."""
        ...

    def sight(self, view: View, batch: Batch, first_hands: Masks) -> Sight:
        """What the players of ``batch`` see, if they began with ``first_hands``."""
        ...

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        """What the ended ``batch`` is worth to each player, (players, worlds), in the game's own unit."""
        ...

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        """How far each player has won the ended ``batch``, (players, worlds), 0 to 1."""
        ...

    def points(self, view: View, batch: Batch, sight: Sight) -> Scores:
        """The card points that the side of each player has in the end, or its tricks, (players, worlds)."""
        ...


class Regard(Protocol):
    """How a thought takes the others: which worlds it believes in for what they played, and how all play on."""

    def likely(
        self, view: View, craft: Craft, dealing: Dealing, effort: Effort, rng: np.random.Generator, check: Check
    ) -> Places:
        """Of the worlds of ``dealing`` those that are tried."""
        ...

    def goes_on(self, craft: Craft, view: View, sight: Sight, worlds: Places) -> Policy:
        """How the cards are played that come after the one that is tried; ``worlds``: which of the dealing each is."""
        ...


Before: TypeAlias = Callable[[Dealing], tuple[Action, Dealing]]
"""What may be done before the card is played, and the same worlds when it is done."""


HEAT: Final = 4.0
"""How much less a card may promise, in the table's unit, and still be played nearly as often."""
FREAK: Final = 0.1
"""How often a card is played for reasons that no table knows."""
EXACT: Final = 30
"""So many ways that are tried out exactly take as long as a column that is played to its end."""
LEAST_MS: Final = 3
"""In less time no playout comes to its end."""
HASTY_MS: Final = 10
"""In less time it is not asked how likely what was played is in each world."""
WHOLE_MS: Final = 25
"""So much time is enough for every effort, on an ordinary machine."""


class ByTable:
    """The `Regard` of all games: the others play by the learned table."""

    def likely(
        self, view: View, craft: Craft, dealing: Dealing, effort: Effort, rng: np.random.Generator, check: Check
    ) -> Places:
        weights = dealing.weights
        if effort.guesses > 1:
            weights = weights + suspicion(view, craft, dealing, check)
        flat = tempered(weights, effort.enough * effort.worlds)
        return Worlds(dealing.hands, flat).pick(rng, min(effort.worlds, len(weights)))

    def goes_on(self, craft: Craft, view: View, sight: Sight, _worlds: Places) -> Policy:
        return by_table(sight, craft.table(view))


BY_TABLE: Final = ByTable()


def estimates(
    view: View, craft: Craft, effort: Effort, rng: np.random.Generator, deadline: Deadline,
    before: Before | None = None, regard: Regard = BY_TABLE,
) -> list[Estimate]:
    """What each card that may be played is worth, in the order of the view's choices; and at last what may be done
    ``before``, which is worth as much as the best card then. TimeUp if not even the first part came to its end."""
    dealing = craft.deal(view, rng, effort.worlds * effort.guesses)
    picked = regard.likely(view, craft, dealing, effort, rng, deadline.check)
    return judged(view, dealing, [Taken(craft, picked, partial(regard.goes_on, craft))], effort, deadline.check, before)


class Taken(NamedTuple):
    """Worlds of a dealing, and how the others are taken in them: what is worth what, how all play on, and, where the
    end is played exactly, how often each player goes ``astray`` in it (nobody, if nothing is said)."""

    craft: Craft
    worlds: Places
    goes_on: Callable[[View, Sight, Places], Policy]
    astray: Sequence[float] = ()


def judged(
    view: View, dealing: Dealing, taken: Sequence[Taken], effort: Effort, check: Check, before: Before | None = None
) -> list[Estimate]:
    """`estimates`, in these worlds.

    The cards are tried in one part of the worlds after the other, always the same ones; the clock says no more than
    how many parts there are.
    """
    plays = [choice for choice in view.choices if isinstance(choice, Play)]
    numbers = dealing.start.tables.bits.numbers
    cards = ONE << np.array([numbers[play.card] for play in plays], np.uint64)
    found = _in_all(view, dealing, taken, cards, effort, check)
    actions: list[Action] = [*plays]
    if before is not None:
        action, then = before(dealing)
        held = int(then.hands[dealing.start.turn, 0])
        after = ONE << np.array([bit for bit in range(64) if held >> bit & 1], np.uint64)
        one = _in_all(view, then, taken, after, effort, check).best()
        found, actions = found.joined(one), [*actions, action]
    best = found.best().worth[0]
    errors = (found.worth - best).std(axis=1) / found.worth.shape[1] ** 0.5
    return [
        Estimate(
            action=action, worth=float(found.worth[at].mean()), error=float(errors[at]),
            points=float(found.points[at].mean()), win=float(found.win[at].mean()),
        )
        for at, action in enumerate(actions)
    ]  # fmt: skip


class _Found(NamedTuple):
    """What was found of some choices, each (choices, worlds)."""

    worth: Scores
    points: Scores
    win: Scores

    def best(self) -> _Found:
        """The one that is worth most."""
        at = int(self.worth.mean(axis=1).argmax())
        return _Found(*(part[at : at + 1] for part in self))

    def joined(self, other: _Found) -> _Found:
        """All of both, in the worlds that both were tried in."""
        width = min(self.worth.shape[1], other.worth.shape[1])
        return _Found(*(np.concatenate([one[:, :width], two[:, :width]]) for one, two in zip(self, other, strict=True)))


def _in_all(
    view: View, dealing: Dealing, taken: Sequence[Taken], cards: Masks, effort: Effort, check: Check
) -> _Found:
    """What each of ``cards`` is worth in all these worlds, or in the first of them if the time is over before. TimeUp
    if not even one part came to its end."""
    found = list[_Found]()
    with suppress(TimeUp):
        for one in taken:
            for part in _parts(dealing, one.worlds, len(cards), effort):
                found.append(_tried(view, dealing, one._replace(worlds=part), cards, effort, check))
    if not found:
        raise TimeUp
    worth, points, win = (np.concatenate(part, axis=1) for part in zip(*found, strict=True))
    if effort.trust and not _exact(dealing, effort):
        worth = worth + effort.trust * habit(view, taken[0].craft, dealing, cards)
    return _Found(worth, points, win)


def _exact(dealing: Dealing, effort: Effort) -> bool:
    """Whether every way to go on can be tried."""
    return ways(dealing.start.sizes, dealing.start.stock) <= effort.ways


def _parts(dealing: Dealing, worlds: Places, cards: int, effort: Effort) -> Iterator[Places]:
    """The worlds in parts that so many cards are tried in at a time."""
    many = ways(dealing.start.sizes, dealing.start.stock)
    size = max(1, (EXACT * effort.part // many if _exact(dealing, effort) else effort.part) // cards)
    for at in range(0, len(worlds), size):
        yield worlds[at : at + size]


def habit(view: View, craft: Craft, dealing: Dealing, cards: Masks) -> Scores:
    """What the learned table says of each of these ``cards``, (cards, 1)."""
    batch = Batch(dealing.start, dealing.hands[:, :1], dealing.stock[:, :1])
    sight = craft.sight(view, batch, dealing.first_hands[:, :1])
    return craft.table(view).take(sight.cells(batch, cards[:, None]))


def by_heart(view: View, craft: Craft, rng: np.random.Generator, limit: Limit) -> Play:
    """The card that the learned table finds best, without a playout. TimeUp if there is no time even for that."""
    if limit.ms < LEAST_MS:
        raise TimeUp
    plays = [choice for choice in view.choices if isinstance(choice, Play)]
    dealing = craft.deal(view, rng, 1)
    numbers = dealing.start.tables.bits.numbers
    cards = ONE << np.array([numbers[play.card] for play in plays], np.uint64)
    return plays[int(habit(view, craft, dealing, cards).argmax())]


def _tried(view: View, dealing: Dealing, taken: Taken, cards: Masks, effort: Effort, check: Check) -> _Found:
    """What the player on turn gets of each card."""
    me, craft, worlds = dealing.start.turn, taken.craft, taken.worlds
    columns = np.tile(worlds, len(cards))
    batch = Batch(dealing.start, dealing.hands[:, columns], dealing.stock[:, columns])
    sight = craft.sight(view, batch, dealing.first_hands[:, columns])
    batch.play(np.repeat(cards, len(worlds)))
    if _exact(dealing, effort):
        def ends(ended: Batch, at: Places) -> Scores:
            seen = sight.select(ended, at)
            also = [craft.points(view, ended, seen)[me][None], craft.won(view, ended, seen)[me][None]]
            return np.concatenate([craft.worth(view, ended, seen), *also])

        values = solved(batch, ends, check, taken.astray)
        parts = values[me], values[batch.players], values[batch.players + 1]
    else:
        batch.finish(in_time(taken.goes_on(view, sight, columns), check), dealing.start.done + effort.tricks)
        parts = tuple(ask(view, batch, sight)[me] for ask in (craft.worth, craft.points, craft.won))
    return _Found(*(part.reshape(len(cards), -1) for part in parts))


def suspicion(view: View, craft: Craft, dealing: Dealing, check: Check = unhurried) -> Weights:
    """How likely the others play what they have played, in each world: logarithms."""
    table = craft.table(view)
    batch = Batch(dealing.first, dealing.first_hands, dealing.first_stock)
    sight = craft.sight(view, batch, dealing.first_hands)
    weights = np.zeros(batch.width)
    me = dealing.start.turn
    for bits in dealing.plays:
        check()
        others = batch.turns() != me
        if others.any():
            cards = spread(batch.legal())
            weights += np.where(others, chance(cards, table.take(sight.cells(batch, cards)), bits), 0.0)
        batch.play(bits)
    return weights


def chance(
    cards: Masks, scores: NDArray[np.floating], played: Masks, doubt: float = HEAT, freak: float = FREAK
) -> Weights:
    """How likely a player who sees these scores of his ``cards`` plays this one: logarithms, `NEVER` if he may not.
    ``doubt``: how much less a card may promise and still be played nearly as often; ``freak``: how often one is played
    for reasons that no score knows."""
    there = cards != 0
    scores = np.where(there, scores, -np.inf)
    shares = np.exp((scores - scores.max(axis=0)) / doubt)
    share = (shares * (cards == played)).sum(axis=0) / shares.sum(axis=0)
    legal = (cards == played).any(axis=0)
    found: Weights = np.where(legal, np.log((1 - freak) * share + freak / there.sum(axis=0)), NEVER)
    return found
