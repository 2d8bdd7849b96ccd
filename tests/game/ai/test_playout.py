"""The playout engine plays by the readable rules: at every table, in many worlds side by side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from game.ai.batch.bits import ONE, Masks, bits_of, lowest, nth, topped
from game.ai.batch.endgame import solved, ways
from game.ai.batch.playout import Batch, Places, start_of
from game.ai.batch.policy import Scores, spread, uniform
from game.ai.batch.tables import compile_tables, tables_for
from game.ai.batch.worlds import Hidden, guess
from game.engine.cards import SUITS, Card
from game.engine.phases import Phase
from game.engine.tricks import Tricks, replace
from game.fairness import stream
from game.match import Match
from game.rules import GAMES
from game.rules.briscola.play import BriscolaTricks
from game.rules.chiamata.play import ChiamataTricks
from tests.helpers import Table, briscola, chiamata, play, playout
from tests.pairs import PAIRED

WORLDS = 5


def first_cards(table: Table, count: int) -> Iterator[Tricks]:
    """The first moments of trick play at this table; a blind first trick is over by then."""
    for seed in range(40):
        for moment in playout(table.match(seed % table.seats), seed):
            phase = moment.match.phase
            if isinstance(phase, Tricks) and not (isinstance(phase, ChiamataTricks) and named_later(phase)):
                yield phase
                count -= 1
                break
        if not count:
            return


def named_later(phase: ChiamataTricks) -> bool:
    return phase.called is None and phase.contract.rank is not None


def redealt(phase: Tricks, rng: Random) -> Tricks:
    """The same public moment with other cards in the hands and the stock."""
    stock = phase.stock if isinstance(phase, BriscolaTricks) else ()
    seats = sorted(phase.trick.seats)
    cards = [card for seat in seats for card in phase.hands[seat]] + list(stock[:-1])
    rng.shuffle(cards)
    rest = iter(cards)
    hands = tuple(
        tuple(next(rest) for _card in hand) if seat in seats else hand for seat, hand in enumerate(phase.hands)
    )
    other = replace(phase, hands=hands)
    if isinstance(other, BriscolaTricks) and stock:
        return replace(other, stock=(*rest, stock[-1]))
    return other


def bit(phase: Tricks, card: Card) -> int:
    return 1 << bits_of(phase.ranking).numbers[card]


def columns(phases: list[Tricks]) -> Batch:
    """A batch whose worlds are these phases, all of one public moment."""
    start = start_of(phases[0])
    hands = [[start.tables.bits.mask(phase.hands[seat]) for phase in phases] for seat in start.players]
    stocks = [[bit(phase, card) for card in getattr(phase, "stock", ())] for phase in phases]
    stock = np.array(stocks, np.uint64).reshape(len(phases), -1).T
    return Batch(start, np.array(hands, np.uint64), stock)


@pytest.mark.slow
@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_side_by_side_with_the_readable_rules(table: Table) -> None:
    """design.md, point 9: legal cards, whose turn, who takes a trick, what has been taken, at every state."""
    compared = 0
    for number, phase in enumerate(first_cards(table, 2)):
        rng = Random(f"{table}-{number}")
        worlds: list[Phase] = [redealt(phase, rng) for _world in range(WORLDS)]
        batch = columns([world for world in worlds if isinstance(world, Tricks)])
        players = batch.start.players
        while batch.left:
            legal, turns, points = batch.legal(), batch.turns(), batch.points()
            chosen = []
            for at, world in enumerate(worlds):
                assert isinstance(world, Tricks)
                assert players[int(turns[at])] == world.to_act
                plays = [action for action in world.legal() if action.verb == "play"]
                cards = [action.card for action in plays]  # type: ignore[attr-defined]
                assert set(batch.tables.bits.listed(int(legal[at]))) == set(cards)
                taken = world.points()
                assert [int(one) for one in points[:, at]] == [taken[seat] for seat in players]
                one = rng.randrange(len(plays))
                chosen.append(bit(phase, cards[one]))
                worlds[at] = world.do(plays[one]).state
            batch.play(np.array(chosen, np.uint64))
            compared += 1
        for at, world in enumerate(worlds):
            assert world.result is not None
            assert [int(one) for one in batch.points()[:, at]] == [world.points()[seat] for seat in players]
    assert compared > 5


DUTIES = {
    "briscola": (False, False, False, 0, 0),
    "chiamata": (False, False, False, 0, 0),
    "spades": (True, False, True, 0, 0),
    "muscio of two": (True, True, False, 0, 2),
    "muscio": (True, True, False, 2, 0),
}
"""Suit followed, trump where it cannot be, trumps not led before one fell, tricks of trumps, of high leads."""


def test_the_tables_ask_the_rules_for_their_duties() -> None:
    found = set()
    for table in PAIRED:
        for phase in first_cards(table, 2):
            name = table.game + (" of two" if table.game == "muscio" and len(phase.trick.seats) == 2 else "")
            asked = tables_for(phase)
            duties = asked.follows, asked.trumps, asked.breaks, asked.trump_tricks, asked.high_tricks
            assert duties == DUTIES[name]
            found.add(name)
    assert found == set(DUTIES)


@pytest.mark.slow
def test_a_deal_that_is_gone_on_with_has_the_duties_of_its_first_card() -> None:
    """The process may be new in the middle of a deal: what it then finds out must not be of fewer tricks."""
    asked = 0
    for table in PAIRED:
        name = table.game
        for moment in playout(table.match(0), 3, deals=1):
            phase = moment.match.phase
            if not isinstance(phase, Tricks):
                continue
            found = compile_tables(phase)
            duties = found.follows, found.trumps, found.breaks, found.trump_tricks, found.high_tricks
            two = " of two" if name == "muscio" and len(phase.trick.seats) == 2 else ""
            assert duties == DUTIES[name + two]
            asked += 1
    assert asked > 500


def test_a_copy_of_some_columns_goes_on_alone() -> None:
    first, *_more = PAIRED
    batch = columns([redealt(phase, Random(at)) for at, phase in enumerate(first_cards(first, 1)) for _ in range(3)])
    before = batch.hands.copy()
    other = batch.copy(np.array([2, 0, 0]))
    other.finish(uniform(np.random.default_rng(1)))
    assert not other.left and batch.left
    assert (batch.hands == before).all()
    assert (other.points().sum(axis=0) == 120).all()


def test_cards_are_picked_and_spread_from_the_lowest_up() -> None:
    rng = np.random.default_rng(2)
    masks: Masks = rng.integers(1, 2**60, 300).astype(np.uint64)
    listed = spread(masks)
    count = np.bitwise_count(masks)
    assert (np.bitwise_or.reduce(listed, axis=0) == masks).all()
    assert (listed[0] == lowest(masks)).all()
    for number in range(int(count.max())):
        there = count > number
        assert (nth(masks, np.full(300, number, np.uint8))[there] == listed[number][there]).all()


def test_topped_cards_have_a_higher_one_of_their_suit() -> None:
    ranking = GAMES["briscola"].draw_ranking
    bits = bits_of(ranking)
    mask = bits.mask(Card(name) for name in ("Ad", "2d", "Kh", "4s", "5s"))
    below = set(bits.listed(mask & int(topped(np.array([mask], np.uint64))[0])))
    assert below == {Card("2d"), Card("4s")}
    assert {bits.cards[1 << 0].suit} <= set(SUITS)


@pytest.mark.parametrize("seed", range(6))
def test_the_exact_end_is_what_perfect_play_by_the_rules_brings(seed: int) -> None:
    """Five players, the last two tricks, each for his side."""
    match = play(chiamata(annul_poor_hand="off"), "0 call A", "1 pass", "2 pass", "3 pass", "4 pass", "0 name d")
    phase = nearly_over(match, seed)
    side = {phase.contract.caller, phase.partner()}

    def worth(ended: Batch, _worlds: Places) -> Scores:
        ours = sum(ended.points()[seat] for seat in range(5) if seat in side)
        return np.stack([ours if seat in side else -ours for seat in range(5)]).astype(np.float32)

    found = solved(columns([phase]), worth)
    assert found[0, 0] == (1 if 0 in side else -1) * perfect(phase, side)
    assert ways((2, 2), 0) == 4


def nearly_over(match: Match, seed: int) -> ChiamataTricks:
    rng = stream(seed, "end")
    phase: Phase | None = match.phase
    while isinstance(phase, ChiamataTricks) and len(phase.done) < 6:
        phase = phase.do(rng.choice(phase.legal())).state
    assert isinstance(phase, ChiamataTricks)
    return phase


def perfect(phase: Phase, side: set[int | None]) -> int:
    """The points of the caller's side if all play perfectly, with all cards open."""
    if not isinstance(phase, ChiamataTricks):
        return sum(points for seat, points in enumerate(phase.points()) if seat in side)
    found = [perfect(phase.do(action).state, side) for action in phase.legal()]
    return max(found) if phase.to_act in side else min(found)


def test_guessed_worlds_hold_every_card_once_and_only_where_it_may_be() -> None:
    may = np.ones((3, 9))
    may[0, :4] = 0
    hidden = Hidden(cards=tuple(range(9)), rooms=(3, 4, 2), may=may)
    worlds = guess(hidden, np.random.default_rng(3), 200)
    held = worlds.held
    assert (np.bitwise_or.reduce(held, axis=0) == (1 << 9) - 1).all()
    assert (np.bitwise_count(held) == np.array([[3], [4], [2]])).all()
    assert not (held[0] & np.uint64(0b1111)).any()


def test_guessed_worlds_are_as_likely_as_the_deal_makes_them() -> None:
    """A place that may hold few of the cards: by weight, each world that agrees is equally likely."""
    may = np.array([[1, 1, 0, 0], [1, 1, 1, 1]], float)
    worlds = guess(Hidden(cards=(0, 1, 2, 3), rooms=(1, 3), may=may), np.random.default_rng(4), 4000)
    picked = worlds.held[0, worlds.pick(np.random.default_rng(5), 4000)]
    assert abs((picked == ONE).mean() - 0.5) < 0.03


def test_cards_that_fit_nowhere_are_said_so() -> None:
    hidden = Hidden(cards=(0, 1), rooms=(1, 1), may=np.array([[1.0, 1.0], [0.0, 0.0]]))
    with pytest.raises(ValueError, match="no world"):
        guess(hidden, np.random.default_rng(6), 10)


def test_a_trump_ends_what_can_be_overtaken() -> None:
    """rules.md, Briscola 7: led 7h, then Kh, 2d, Ah: the third seat takes it."""
    match = play(briscola("7d", "7h 4c 5c", "Kh 4s 5s", "2d 3c 5h", "Ah 6s 6h"), "0 play 7h", "1 play Kh", "2 play 2d")
    phase = match.phase
    assert isinstance(phase, Tricks)
    batch = columns([phase])
    assert not int(batch.over[0]) & bit(phase, Card("Ah"))
    batch.play(np.array([bit(phase, Card("Ah"))], np.uint64))
    assert int(batch.turns()[0]) == 2


def test_the_tables_are_the_same_whenever_the_rules_are_asked_first() -> None:
    """A process that first sees a deal of Spades when a spade has fallen knows all the same that one had to."""
    table = next(table for table in PAIRED if table.game == "spades")
    phases = [moment.match.phase for moment in playout(table.match(), 3)]
    seen = [phase for phase in phases if isinstance(phase, Tricks)]
    broken = next(phase for phase in seen if start_of(phase).broken)
    late = compile_tables(broken)
    assert late == compile_tables(seen[0]) and late.breaks
