"""No foolish card: of cards that come to the same, whoever plays with sense plays the natural one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.ai.explain import explain
from game.ai.levels import levels_for
from game.ai.natural import distinct, natural
from game.ai.players import MINDS
from game.ai.room import ERRING
from game.engine.actions import Action, Play
from game.engine.cards import Card, cards
from game.engine.tricks import Taken, Trick, Tricks, replace, winner_of
from game.fairness import stream
from game.match import Match
from game.rules import GAMES
from game.rules.chiamata.play import ChiamataTricks
from game.view import View, look
from tests.game.ai.test_spades import ending
from tests.game.rules.muscio_tables import muscio
from tests.game.rules.muscio_tables import say as declared
from tests.helpers import UNHURRIED, Table, briscola, chiamata, choose, fresh, play, playout, tables

PLAIN_TABLES = [
    Table(game.name, preset, base, seats)
    for game in GAMES.values() for preset, base in game.presets.items() for seats in game.seats
]  # fmt: skip


def sensible(match: Match) -> set[str]:
    """The cards that are left to who is on turn, once the foolish ones are out."""
    view = look(match, match.to_act)
    left = natural(view, MINDS[match.name].habits).choices
    return {one.card.name for one in left if isinstance(one, Play)}


# -- cards that touch ------------------------------------------------------------------------------


def moments(match: Match, seed: object, deals: int = 1) -> Iterator[Match]:
    """Every turn in the trick play of random deals."""
    for moment in playout(match, seed, deals):
        if isinstance(moment.match.phase, Tricks) and moment.match.deal_open:
            yield moment.match


def mirrored(match: Match, one: Play, other: Play, rng: Random) -> tuple[Match, Match]:
    """The deal played on at random after ``one``; and after ``other``, these two cards having changed places."""
    swapped: dict[Action, Action] = {one: other, other: one}
    left, right = match.apply(one).match, match.apply(other).match
    while left.deal_open:
        action = rng.choice(left.legal())
        twin = swapped.get(action, action)
        assert twin in right.legal()
        left, right = left.apply(action).match, right.apply(twin).match
    return left, right


@pytest.mark.slow
@pytest.mark.parametrize("table", [*tables()], ids=str)
def test_cards_that_touch_come_to_the_same_whatever_is_held_and_played(table: Table) -> None:
    for match in moments(table.match(), ("touch", str(table))):
        view = look(match, match.to_act)
        _view, same = distinct(view, MINDS[match.name].habits)
        for other, one in same.items():
            left, right = mirrored(match, one, other, stream(1, str(one), str(other)))
            assert left.deal_result().scores == right.deal_result().scores
            assert left.deal_result().points == right.deal_result().points


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_advice_thinks_as_much_of_cards_that_touch(game: str) -> None:
    told = 0
    for match in moments(fresh(game, seats=GAMES[game].proposed_seats), "advice", 6):
        view = look(match, match.to_act)
        _view, same = distinct(view, MINDS[game].habits)
        if same and told < 4:
            told += 1
            worth = {one.action: one.estimate.worth for one in explain(view, UNHURRIED)}
            assert set(worth) >= {one for one in view.choices if isinstance(one, Play)}
            assert all(worth[other] == worth[one] for other, one in same.items())
    assert told


# -- what nobody with sense plays ------------------------------------------------------------------


def takes(phase: Tricks, card: Card) -> bool:
    """Whether the trick would be this card's, if nobody played after it."""
    if phase.falls_face_down(card):
        return False
    trick = phase.trick.seen_by(None)
    so_far = Trick(trick.seats[: len(trick.cards) + 1], (*trick.cards, card))
    return winner_of(so_far, phase.ranking, phase.trump) == phase.trick.to_play


def others_may_hold(view: View, phase: Tricks) -> set[Card]:
    """All cards of the pack that the seat neither holds nor has seen fall."""
    fallen = {card for taken in phase.done for card in taken.trick.cards}
    assert view.seat is not None
    return set(GAMES[view.game].pack_for(view.options, view.seats)) - fallen - {*phase.hands[view.seat]}


def is_foolish(view: View, chosen: Play) -> bool:
    """Whether a lower card of the suit was there, with the same points, that comes to the same: nothing lies between
    them but what the seat holds or what has fallen; or this trick is lost with both, or surely taken with both."""
    phase, card = view.phase, chosen.card
    assert isinstance(phase, Tricks)
    called = phase.called if isinstance(phase, ChiamataTricks) else None
    lower = [
        one.card for one in view.choices
        if isinstance(one, Play) and one.card.suit == card.suit and called not in (one.card, card)
        and phase.ranking.index(one.card.rank) > phase.ranking.index(card.rank)
        and phase.values.get(one.card.rank) == phase.values.get(card.rank)
    ]  # fmt: skip
    last = len(phase.trick.cards) + 1 == len(phase.trick.seats)
    out = others_may_hold(view, phase)
    for one in lower:
        between = phase.ranking[phase.ranking.index(card.rank) + 1 : phase.ranking.index(one.rank)]
        if not any(held.suit == card.suit and held.rank in between for held in (*out, *phase.trick.cards)):
            return True
        if not takes(phase, card) or (last and takes(phase, one)):
            return True
    return False


def is_plain(view: View) -> bool:
    """Whether it is plain that the higher of two cards is worth keeping and that a card is no more than its rank: not
    where both of two know all the cards, not for the called card, not before trump is named."""
    phase = view.phase
    if not isinstance(phase, Tricks) or (view.game == "briscola" and view.seats == 2 and not phase.to_draw):
        return False
    return view.game != "chiamata" or bool(phase.done)


@pytest.mark.slow
@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def test_no_level_from_club_up_plays_a_foolish_card(table: Table) -> None:
    levels = [level for level in levels_for(table.game) if level not in ERRING]
    rng, asked = stream(7, str(table)), 0
    for number, match in enumerate(moments(table.match(), ("foolish", str(table)), 6)):
        view = look(match, match.to_act)
        plays = [one for one in view.choices if isinstance(one, Play)]
        if not is_plain(view) or not any(is_foolish(view, one) for one in plays):
            continue
        asked += 1
        if asked > 24:
            return
        chosen = choose(levels[number % len(levels)], view, rng)
        assert not isinstance(chosen, Play) or not is_foolish(view, chosen)
    assert asked


def test_a_beginner_errs_as_people_do() -> None:
    foolish = 0
    for match in moments(fresh("spades", seats=4), "beginner", 3):
        view = look(match, match.to_act)
        chosen = choose("novice", view, Random(1))
        foolish += isinstance(chosen, Play) and is_foolish(view, chosen)
    assert foolish


def test_no_king_goes_under_a_joker() -> None:
    match = ending("BJ 3d", "Ks 4s", "As 3s", "Qs 6s", bids=(1, 1, 1, 1))
    assert sensible(play(match, "0 play BJ")) == {"4s"}


def test_the_cheapest_card_that_wins_takes_the_trick_of_the_last() -> None:
    match = ending("9d 3d", "Td 4h", "2d 3s", "Ad Qd", bids=(1, 1, 1, 1))
    assert sensible(play(match, "0 play 9d", "1 play Td", "2 play 2d")) == {"Qd"}


def test_no_ace_goes_to_a_trick_that_must_be_trumped() -> None:
    match = play(ending("2d 9d", "Ad 5d", "3s 4s", bids=(1, 1, 1)), "0 play 2d")
    assert sensible(match) == {"Ad", "5d"}
    phase = match.phase
    assert isinstance(phase, Tricks)
    ruffed = Taken(Trick((0, 1, 2), cards("3d 4d 6s")), 2, 1)
    shown = replace(match, phase=replace(phase, done=(*phase.done, ruffed)))
    assert sensible(shown) == {"5d"}, "the last has shown no diamonds, and nothing but spades is left for him"


def test_who_bid_nil_throws_his_highest_losing_card() -> None:
    match = ending("Ad 3d", "Kd 4d", "9d 5h", "Qd 6h", bids=(1, 0, 1, 1), nil=True)
    assert sensible(play(match, "0 play Ad")) == {"Kd"}


def test_beside_anothers_nil_it_depends() -> None:
    match = ending("Ad 3d", "Kd 4d", "9d 5h", "Qd 6h", bids=(1, 1, 0, 1), nil=True)
    assert sensible(play(match, "0 play Ad")) == {"Kd", "4d"}


def test_the_trump_that_may_be_exchanged_is_not_like_the_others() -> None:
    hands = ("7d 6d 4c", "2h 4h 5s")
    assert sensible(briscola("Ad", *hands)) == {"6d", "4c"}
    assert sensible(briscola("Ad", *hands, trump_exchange="seven")) == {"7d", "6d", "4c"}


def test_the_called_card_is_not_like_the_others() -> None:
    match = chiamata("Ad 3d Kd Qd Jd As 3s Ks", "6d 5d Kh Qh Jh Kc Qc Jc", annul_poor_hand="off")
    match = play(match, "0 call 6", *(f"{seat} pass" for seat in (1, 2, 3, 4)), "0 name d", "0 play Ad")
    assert {"6d", "5d"} <= sensible(match)


def test_a_card_that_falls_face_down_is_the_lowest_of_its_suit() -> None:
    match = declared(muscio("Ad", "Kh 3h 4s 5s 6s", "Kd 3d 4c 5c 6c", "Qd 4d 7s 7c Js"), "in", "in", "in", "keep")
    assert sensible(match) == {"3h", "4s"}
