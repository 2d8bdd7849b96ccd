"""Briscola for two: the ordinary player over arrays is `club`, and what is promised is what the player may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
import pytest

from game.ai.batch.bits import bits_of
from game.ai.batch.playout import Batch, start_of
from game.ai.briscola.close import by_sums, doubt
from game.ai.briscola.club import CLUB, evaluate_card
from game.ai.briscola.counting import count
from game.ai.briscola.craft import SURE, BriscolaCraft
from game.ai.briscola.endgame import best_card
from game.ai.briscola.for_two import ASTRAY, CraftForTwo, parts, told
from game.ai.briscola.ordinary import chosen, exchanged_card, weighed
from game.ai.briscola.replies import OTHER, SIZE, TAKEN, Other, promised, seen
from game.ai.learned import learned_file
from game.ai.limit import unhurried
from game.ai.search import suspicion
from game.engine.actions import Deal, Play
from game.engine.cards import SUITS, Card, Rank, card
from game.fairness import shuffled, stream
from game.match import Match, replace
from game.rules.briscola.play import HAND_SIZE, BriscolaTricks
from game.rules.family import ALL_POINTS, RANKING
from game.view import View, look
from tests.game.ai.test_briscola_strong import twin
from tests.helpers import choose, fresh, playout

BITS = bits_of(RANKING)
NET = learned_file("briscola2_replies")
ORDINARY = CraftForTwo(Other.ORDINARY, np.random.default_rng(1))
EXCHANGES = ("off", "seven", "two")


def turns(seed: int, exchange: str = "off") -> Iterator[tuple[Match, BriscolaTricks]]:
    """The turns of a random deal for two with a card to choose, as long as there is a stock."""
    for moment in playout(fresh(seats=2, trump_exchange=exchange), seed, curious=True):
        phase = moment.match.phase
        if isinstance(phase, BriscolaTricks) and phase.stock:
            yield moment.match, phase


def laid(phase: BriscolaTricks, worlds: int = 1) -> Batch:
    """The cards as they lie, so many times."""
    hands = np.array([[BITS.mask(hand)] for hand in phase.hands], np.uint64)
    stock = np.array([[BITS.mask((one,))] for one in phase.stock], np.uint64).reshape(-1, 1)
    return Batch(start_of(phase), hands.repeat(worlds, axis=1), stock.repeat(worlds, axis=1))


def seen_by_turn(match: Match, phase: BriscolaTricks) -> tuple[View, BriscolaTricks]:
    """What who is on turn sees of it."""
    view = look(match, phase.trick.to_play)
    assert isinstance(view.phase, BriscolaTricks)
    return view, view.phase


@pytest.mark.slow
@pytest.mark.parametrize("exchange", EXCHANGES)
def test_every_card_is_worth_to_the_ordinary_player_what_it_is_worth_to_club(exchange: str) -> None:
    exchanged = 0
    for seed in range(12):
        for match, phase in turns(seed, exchange):
            view, masked = seen_by_turn(match, phase)
            known, public = count(masked), exchanged_card(view)
            exchanged += bool(public)
            found = weighed(laid(phase), public)
            for bit, worth in zip(found.cards[:, 0].tolist(), found.worth[:, 0].tolist(), strict=True):
                (one,) = BITS.listed(bit)
                assert worth == pytest.approx(evaluate_card(masked, phase.trick.to_play, one, known, CLUB), abs=1e-9)
    assert bool(exchanged) == (exchange != "off")


def test_the_other_plays_by_his_own_sums_and_who_is_on_turn_as_he_is_told() -> None:
    for match, phase in turns(3):
        view, _masked = seen_by_turn(match, phase)
        play, batch = by_sums(view, lambda _batch, legal: legal & (~legal + np.uint64(1))), laid(phase)
        lowest = min(phase.hands[phase.trick.to_play], key=BITS.numbers.__getitem__)
        mine = play(batch, batch.legal())
        assert BITS.listed(int(mine[0])) == (lowest,)
        batch.play(mine)
        if batch.played and len(phase.stock) > 2:
            assert play(batch, batch.legal()) == chosen(weighed(batch))


def middle(number: int, level: str = "club") -> tuple[Match, BriscolaTricks]:
    """A deal of two of this level, ten cards before the stock is gone."""
    match, rng = fresh(seats=2), stream(4, "close", number)
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    while True:
        phase = match.phase
        assert isinstance(phase, BriscolaTricks)
        if len(phase.stock) == 10 and not phase.trick.cards:
            return match, phase
        match = match.apply(choose(level, look(match, match.to_act), rng)).match


@pytest.mark.slow
def test_the_hand_that_the_other_holds_fits_what_he_played_better_than_guesses_do() -> None:
    close, rough = list[float](), list[float]()
    for number in range(30):
        match, phase = middle(number)
        view, _masked = seen_by_turn(match, phase)
        dealing = BriscolaCraft().deal(view, np.random.default_rng(number), 400)
        true = dealing.hands[1 - dealing.start.turn] == BITS.mask(phase.hands[1 - dealing.start.turn])
        for kept, weights in (
            (close, doubt(view, dealing, unhurried)), (rough, suspicion(view, BriscolaCraft(), dealing)),
        ):  # fmt: skip
            shares = np.exp(weights - weights.max())
            kept.append(float(shares[true].sum() / shares.sum() / max(1, true.sum()) * len(shares)))
    assert np.mean(close) > 1.5
    assert np.mean(close) > np.mean(rough)


@pytest.mark.slow
def test_an_ordinary_player_is_soon_taken_for_one_and_another_is_not() -> None:
    """In how many of a hundred worlds, on average, after twelve tricks."""

    def taken(level: str) -> float:
        return float(np.mean([kinds(*middle(number, level))[Other.ORDINARY] for number in range(12)]))

    assert taken("club") > 85
    assert taken("novice") < 15


@pytest.mark.slow
def test_who_plays_anything_is_soon_taken_for_such_a_one() -> None:
    def taken(level: str) -> float:
        return float(np.mean([kinds(*middle(number, level))[Other.ANYHOW] for number in range(12)]))

    assert taken("random") > 60
    assert taken("club") < 5


def kinds(match: Match, phase: BriscolaTricks) -> list[int]:
    """In how many of a hundred worlds who is on turn takes the other for each `Other`."""
    view, _masked = seen_by_turn(match, phase)
    dealing = ORDINARY.deal(view, np.random.default_rng(1), 800)
    found = parts(told(view, dealing), 100)
    assert sum(found) == 100
    return found


def test_a_promise_hangs_on_nothing_that_the_player_cannot_see() -> None:
    rng, differed = Random(1), 0
    for match, phase in turns(5):
        other = twin(phase, phase.trick.to_play, rng)
        differed += other != phase
        one, two = (promised(laid(each), NET, Other.ORDINARY) for each in (phase, other))
        assert (one.won == two.won).all() and (one.points == two.points).all()
        assert look(match, phase.trick.to_play) == look(replace(match, phase=other), phase.trick.to_play)
    assert differed > 20


def test_the_network_sees_every_card_once_and_trumps_first() -> None:
    for _match, phase in turns(6):
        found = seen(laid(phase), Other.TAUGHT)
        assert found.shape == (1, SIZE)
        ace = 4 * (len(RANKING) - 1)
        held, unseen = found[0, ace], found[0, 40 + ace]
        assert held == (card("A", phase.trump) in phase.hands[phase.trick.to_play])
        fallen = [*phase.trick.cards, *(one for taken in phase.done for one in taken.trick.cards), phase.turned]
        assert unseen == (not held and card("A", phase.trump) not in fallen)
        assert found[0, :80].sum() == 40 - len(set(fallen))


def test_the_network_knows_who_the_other_is() -> None:
    _match, phase = next(turns(6))
    said = {other: seen(laid(phase), other)[0, OTHER:TAKEN].tolist() for other in Other}
    assert said == {Other.ORDINARY: [1, 0], Other.ANYHOW: [0, 1], Other.TAUGHT: [0, 0]}


def test_more_is_promised_against_one_who_plays_anything() -> None:
    against = {other: [promised(laid(phase), NET, other).won[0] for _, phase in turns(9)] for other in Other}
    assert np.mean(against[Other.ANYHOW]) > np.mean(against[Other.ORDINARY]) + 0.1


LOW: Final[tuple[Rank, ...]] = ("2", "4", "5")
HIGH: Final[tuple[Rank, ...]] = ("A", "3", "K")


def test_a_better_hand_promises_more() -> None:
    """The ace, three and king of trump instead of worthless cards, and twenty points more taken."""
    match, phase = next(turns(1))
    view, _masked = seen_by_turn(match, phase)
    plain = [one for one in SUITS if one != phase.trump]
    poor = tuple(card(rank, suit) for rank, suit in zip(LOW, plain, strict=True))
    rich = tuple(card(rank, phase.trump) for rank in HIGH)
    found = [promised(laid(with_hand(phase, view.seat or 0, hand)), NET, Other.ORDINARY) for hand in (poor, rich)]
    assert found[1].won[0] > found[0].won[0] + 0.2
    assert found[1].points[0] > found[0].points[0] + 10


def with_hand(phase: BriscolaTricks, seat: int, hand: tuple[Card, ...]) -> BriscolaTricks:
    """The same with this hand, what was in it and what it takes exchanged."""
    swapped = {**dict(zip(hand, phase.hands[seat], strict=True)), **dict(zip(phase.hands[seat], hand, strict=True))}
    hands = tuple(tuple(swapped.get(one, one) for one in held) for held in phase.hands)
    return replace(
        phase, hands=hands, stock=tuple(swapped.get(one, one) for one in phase.stock),
        turned=swapped.get(phase.turned, phase.turned),
    )  # fmt: skip


def test_what_both_get_is_the_whole() -> None:
    for match, phase in turns(8):
        view, _masked = seen_by_turn(match, phase)
        batch = laid(phase, 3)
        if batch.played:
            batch.play(batch.legal() & (~batch.legal() + np.uint64(1)))
        sight = ORDINARY.sight(view, batch, batch.hands.reshape(2, -1))
        assert ORDINARY.points(view, batch, sight).sum(axis=0) == pytest.approx(120)
        won = ORDINARY.won(view, batch, sight)
        assert won.sum(axis=0) == pytest.approx(1)
        assert ((won >= 0) & (won <= 1)).all()
        assert ORDINARY.worth(view, batch, sight).sum(axis=0) == pytest.approx(0, abs=1e-3)


def ends(seeds: int) -> Iterator[tuple[Match, BriscolaTricks]]:
    """The turns of random deals when the stock is gone and nothing is led."""
    for seed in range(seeds):
        for moment in playout(fresh(seats=2), seed):
            phase = moment.match.phase
            if isinstance(phase, BriscolaTricks) and not phase.stock and not phase.trick.cards:
                yield moment.match, phase


class Unerring(CraftForTwo):
    """A craft for which the other never goes astray."""

    def astray(self, _me: int) -> tuple[float, ...]:
        return 0.0, 0.0


def test_without_a_stock_the_end_is_what_both_make_of_it() -> None:
    craft = Unerring(Other.ORDINARY, np.random.default_rng(1))
    for match, phase in ends(20):
        view, batch = look(match, phase.trick.to_play), laid(phase)
        found = craft.points(view, batch, craft.sight(view, batch, batch.hands.reshape(2, -1)))[:, 0]
        assert found.tolist() == list(played_out(match))


@pytest.mark.parametrize("other", Other)
def test_the_other_goes_astray_in_the_end_as_often_as_such_a_one_does(other: Other) -> None:
    craft = CraftForTwo(other, np.random.default_rng(1))
    for match, phase in ends(8):
        seat, batch, view = phase.trick.to_play, laid(phase), look(match, phase.trick.to_play)
        points, won = (ask(view, batch, craft.sight(view, batch, batch.hands)) for ask in (craft.points, craft.won))
        found = 2 * points[seat, 0] - ALL_POINTS + SURE * won[seat, 0]
        assert found == pytest.approx(hoped(match, seat, ASTRAY[other]), rel=1e-4, abs=0.01)


def hoped(match: Match, seat: int, astray: float) -> float:
    """What the end is worth to ``seat``, who plays as well as he can against one who so often plays any card."""
    if not isinstance(match.phase, BriscolaTricks):
        points = match.deal_result().points
        lead = points[seat] - points[1 - seat]
        return float(lead + SURE * (1 + np.sign(lead)) / 2)
    found = [hoped(match.apply(one).match, seat, astray) for one in match.legal() if isinstance(one, Play)]
    if match.to_act == seat:
        return max(found)
    return (1 - astray) * min(found) + astray * sum(found) / len(found)


@pytest.mark.slow
def test_a_lost_deal_is_played_for_the_mistake_and_a_won_one_is_never_given_for_it() -> None:
    """Cards that are as good by the best play of both: that one is played after which the other may go wrong."""
    better = 0
    for match, phase in ends(60):
        seat = phase.trick.to_play
        if len(phase.hands[seat]) < HAND_SIZE:
            continue
        chosen = choose("master", look(match, seat), Random(1))
        after = {one: match.apply(one).match for one in match.legal()}
        sure, hope = ({one: hoped(then, seat, often) for one, then in after.items()} for often in (0.0, 0.03))
        won = {one: found > SURE / 3 for one, found in sure.items()}
        assert won[chosen] == any(won.values())
        assert hope[chosen] >= max(hope.values()) - 30
        better += hope[chosen] > hope[max(sure, key=sure.__getitem__)] + 1
    assert better


def played_out(match: Match) -> tuple[int, ...]:
    """The points in the end if both play as well as they can."""
    while isinstance(phase := match.phase, BriscolaTricks):
        seat, points, led = phase.trick.to_play, phase.points(), phase.trick.cards[:1]
        best = best_card(
            phase.hands[seat], phase.hands[1 - seat], led[0] if led else None, phase.trump,
            (points[seat], points[1 - seat]), phase.hands[seat],
        )  # fmt: skip
        match = match.apply(Play(seat, best)).match
    return match.deal_result().points


def test_a_card_taken_in_exchange_is_known_to_be_there() -> None:
    for seed in range(40):
        for match, phase in turns(seed, "seven"):
            if phase.exchange is not None:
                view, masked = seen_by_turn(match, phase)
                assert exchanged_card(view) == BITS.mask((phase.exchange[1],))
                other = 1 - phase.trick.to_play
                if phase.exchange[0] == other and phase.exchange[1] in phase.hands[other]:
                    assert count(masked).chance(other, [phase.exchange[1]]) == 1
                return
    raise AssertionError("nobody exchanged")
