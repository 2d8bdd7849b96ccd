"""A claim is never wrong: it comes true whatever the others hold and play."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import pytest

import game.match.claims as proof
from game.ai.levels import list_levels
from game.core.actions import Deal, Play
from game.match.claims import Claim, find_claim
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import choose_without_time_limit, deal_briscola, make_match, play, play_random_actions
from tests.twin_deals import make_twin_moments

DEAL_COUNT: Final = 20
GAMES_AND_SEATS: Final = [(game, seats) for game in GAMES for seats in GAMES[game].seat_counts]


def find_offered_claim(match: Match) -> Claim | None:
    """Return the claim of the seat on turn, or None."""
    return find_claim(observe(match, match.turn))


def count_tricks(match: Match, seat: int) -> int:
    """Return the number of tricks that a seat has taken in the deal."""
    done = getattr(match.phase, "completed_tricks", ())
    return sum(taken.winner == seat for taken in done)


def play_claim(match: Match, claim: Claim, rng: Random) -> tuple[int, int]:
    """Play the claim while the others play at random. Return the tricks taken since, and those there were."""
    seat = match.turn
    assert seat is not None
    before, left = count_tricks(match, seat), sum(1 for _card in claim.card_order)
    while match.is_deal_in_progress:
        turn = match.turn
        assert turn is not None
        plays = [legal_action for legal_action in match.legal_actions() if isinstance(legal_action, Play)]
        action = claim.next_play(observe(match, turn)) if turn == seat else rng.choice(plays)
        assert action is not None
        match = match.apply(action).match
    return count_tricks(match, seat) - before, left


@cache
def iter_claimable_moments(game: str, seats: int) -> list[tuple[Match, Claim]]:
    """Return every state of many deals in which a claim is possible, with the claim."""
    claims, rng = list[tuple[Match, Claim]](), derive_random(3, "claims", game, seats)
    for _deal in range(DEAL_COUNT):
        match = make_match(game, seats=seats)
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while match.is_deal_in_progress:
            seat = match.turn
            claim = find_offered_claim(match)
            if claim is not None:
                claims.append((match, claim))
            level = "club" if rng.random() < 0.7 and "club" in list_levels(game) else "random"
            match = match.apply(choose_without_time_limit(level, observe(match, seat), rng)).match
    return claims


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_claimed_tricks_are_won_whatever_others_play(game: str, seats: int) -> None:
    for match, claim in iter_claimable_moments(game, seats):
        for attempt in range(4):
            won, left = play_claim(match, claim, derive_random(attempt, "others"))
            assert won == (0 if claim.reason.code == "claim_none" else left), (claim, observe(match, match.turn))


@pytest.mark.slow
def test_claims_occur_in_every_game() -> None:
    kinds = {
        (game, claim.reason.code)
        for game, seats in GAMES_AND_SEATS
        for _match, claim in iter_claimable_moments(game, seats)
    }
    assert {game for game, _code in kinds} == set(GAMES)
    assert {code for _game, code in kinds} == {"claim_all", "claim_drawing", "claim_none"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "weaker",
    ["_is_unbeatable_when_led", "_is_certain_to_win", "_cannot_win_when_following", "_cannot_win_current_trick"],
)
def test_weakened_claim_check_is_detected(weaker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, weaker, lambda *_asked: True)
    iter_claimable_moments.cache_clear()
    wrong = 0
    for match, claim in iter_claimable_moments("spades", 3):
        won, left = play_claim(match, claim, derive_random(1, "others"))
        wrong += won != (0 if claim.reason.code == "claim_none" else left)
    iter_claimable_moments.cache_clear()
    assert wrong


# -- examples --------------------------------------------------------------------------------------


def test_no_claim_while_cards_are_drawn() -> None:
    match = play(deal_briscola("7d", "Ad 3d Kd", "4c 5c 6c", stock="Qd Jd"), "0 play Ad", "1 play 4c")
    assert find_offered_claim(match) is None, "nobody knows what he draws"


@pytest.mark.slow
def test_trumps_that_draw_opponents_trumps_are_led_first() -> None:
    claims = [
        claim for seats in GAMES["spades"].seat_counts for _match, claim in iter_claimable_moments("spades", seats)
    ]
    drawing = [[card.suit for card in claim.card_order] for claim in claims if claim.reason.code == "claim_drawing"]
    assert drawing
    for suits in drawing:
        assert suits[1:] == sorted(suits[1:], key=lambda suit: suit != "s"), "after the trick that lies there"


def test_claim_is_equal_in_twin_deals() -> None:
    compared = 0
    for name, seats in (("briscola", 3), ("chiamata", 5), ("spades", 4), ("muscio", 4)):
        rng = derive_random(5, "twin claims", name)
        for deal in range(6):
            moments = list(play_random_actions(make_match(name, seats=seats), f"claims {deal}", 1))
            seat = rng.randrange(seats)
            twins = make_twin_moments(moments, seat, len(moments) - 3, rng)
            for own_moment, other in zip(moments, twins, strict=False):
                assert find_claim(observe(own_moment.match, seat)) == find_claim(observe(other.match, seat))
                compared += find_claim(observe(own_moment.match, seat)) is not None
    assert compared
