"""A claim is never wrong: it comes true whatever the others hold and play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from game.ai.levels import list_levels
from game.core.actions import Deal, Play
from game.match.claims import Claim, find_claim
from game.match.match import Match
from game.match.observation import observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.ai.spades.last_tricks import make_last_tricks
from tests.game.rules.spades.deals import replace_phase_fields
from tests.helpers import choose_without_time_limit, deal_briscola, make_match, play
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows

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


def iter_claimable_moments(game: str, seats: int) -> Iterator[tuple[Match, Claim]]:
    """Yield every state of many deals in which a claim is possible, with the claim."""
    rng = derive_random(3, "claims", game, seats)
    for _deal in range(DEAL_COUNT):
        match = make_match(game, seats=seats)
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while match.is_deal_in_progress:
            seat = match.turn
            claim = find_offered_claim(match)
            if claim is not None:
                yield match, claim
            level = "club" if rng.random() < 0.7 and "club" in list_levels(game) else "random"
            match = match.apply(choose_without_time_limit(level, observe(match, seat), rng)).match


@long_test
@pytest.mark.parametrize(("game", "seats"), choose_sample(GAMES_AND_SEATS, 2))
def test_claimed_tricks_are_won_whatever_others_play(game: str, seats: int) -> None:
    for match, claim in iter_claimable_moments(game, seats):
        for attempt in range(4):
            won, left = play_claim(match, claim, derive_random(attempt, "others"))
            assert won == (0 if claim.reason.code == "claim_none" else left), (claim, observe(match, match.turn))


def test_no_claim_while_cards_are_drawn() -> None:
    match = play(deal_briscola("7d", "Ad 3d Kd", "4c 5c 6c", stock="Qd Jd"), "0 play Ad", "1 play 4c")
    assert find_offered_claim(match) is None, "nobody knows what he draws"


@check_rows(("is_trump_broken", "code"), [(True, "claim_drawing"), (False, None)])
def test_trumps_are_drawn_only_if_they_may_be_led(is_trump_broken: bool, code: str | None) -> None:
    match = make_last_tricks("As Ks Ah", "2s 3d 4d", "5d 6d 7d", bids=(1, 1, 1))
    claim = find_offered_claim(replace_phase_fields(match, is_trump_broken=is_trump_broken))
    assert (claim and claim.reason.code) == code
