"""A claim is never wrong: whatever the others hold and play, who is offered the rest of a deal gets what it says."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import pytest

import game.claim as proof
from game.claim import Claim, claim_of
from game.engine.actions import Deal, Play
from game.fairness import shuffled, stream
from game.match import Match
from game.rules import GAMES
from game.view import look
from tests.helpers import briscola, choose, fresh, play, playout
from tests.twins import twins_of

DEALS: Final = 20
TABLES: Final = [(game, seats) for game in GAMES for seats in GAMES[game].seats]


def offered(match: Match) -> Claim | None:
    """What the seat on turn may claim."""
    return claim_of(look(match, match.to_act))


def tricks_of(match: Match, seat: int) -> int:
    """How many tricks a seat has taken in the deal."""
    done = getattr(match.phase, "done", ())
    return sum(taken.winner == seat for taken in done)


def claimed(match: Match, claim: Claim, rng: Random) -> tuple[int, int]:
    """Play the claim out while the others play at random: tricks taken since, and those there were."""
    seat = match.to_act
    assert seat is not None
    before, left = tricks_of(match, seat), sum(1 for _card in claim.order)
    while match.deal_open:
        turn = match.to_act
        assert turn is not None
        plays = [one for one in match.legal() if isinstance(one, Play)]
        action = claim.next(look(match, turn)) if turn == seat else rng.choice(plays)
        assert action is not None
        match = match.apply(action).match
    return tricks_of(match, seat) - before, left


@cache
def moments(game: str, seats: int) -> list[tuple[Match, Claim]]:
    """Every moment of many deals at which something may be claimed."""
    found, rng = list[tuple[Match, Claim]](), stream(3, "claims", game, seats)
    for _deal in range(DEALS):
        match = fresh(game, seats=seats)
        match = match.apply(Deal(shuffled(match.pack, rng))).match
        while match.deal_open:
            seat = match.to_act
            claim = offered(match)
            if claim is not None:
                found.append((match, claim))
            level = "club" if rng.random() < 0.7 else "random"
            match = match.apply(choose(level, look(match, seat), rng)).match
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_claimed_comes_true_whatever_the_others_play(game: str, seats: int) -> None:
    for match, claim in moments(game, seats):
        for attempt in range(4):
            won, left = claimed(match, claim, stream(attempt, "others"))
            assert won == (0 if claim.why.code == "claim_none" else left), (claim, look(match, match.to_act))


def test_there_is_something_to_claim_in_every_game() -> None:
    kinds = {(game, claim.why.code) for game, seats in TABLES for _match, claim in moments(game, seats)}
    assert {game for game, _code in kinds} == set(GAMES)
    assert {code for _game, code in kinds} == {"claim_all", "claim_drawing", "claim_none"}


@pytest.mark.slow
@pytest.mark.parametrize("weaker", ["_stands", "_takes", "_cannot_follow", "_cannot_take"])
def test_a_proof_that_looks_away_is_caught(weaker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, weaker, lambda *_asked: True)
    moments.cache_clear()
    wrong = 0
    for match, claim in moments("spades", 3):
        won, left = claimed(match, claim, stream(1, "others"))
        wrong += won != (0 if claim.why.code == "claim_none" else left)
    moments.cache_clear()
    assert wrong


# -- by hand ---------------------------------------------------------------------------------------


def test_nothing_is_claimed_while_cards_are_drawn() -> None:
    match = play(briscola("7d", "Ad 3d Kd", "4c 5c 6c", stock="Qd Jd"), "0 play Ad", "1 play 4c")
    assert offered(match) is None, "nobody knows what he draws"


@pytest.mark.slow
def test_trumps_that_draw_the_others_are_led_first() -> None:
    found = [claim for seats in GAMES["spades"].seats for _match, claim in moments("spades", seats)]
    drawing = [[card.suit for card in claim.order] for claim in found if claim.why.code == "claim_drawing"]
    assert drawing
    for suits in drawing:
        assert suits[1:] == sorted(suits[1:], key=lambda suit: suit != "s"), "after the trick that lies there"


def test_the_claim_follows_from_the_view_alone() -> None:
    """Twin deals: whatever the hidden cards are, the same is offered in the same words."""
    compared = 0
    for name, seats in (("briscola", 3), ("chiamata", 5), ("spades", 4), ("muscio", 4)):
        rng = stream(5, "twin claims", name)
        for deal in range(6):
            ours = list(playout(fresh(name, seats=seats), f"claims {deal}", 1))
            seat = rng.randrange(seats)
            theirs = twins_of(ours, seat, len(ours) - 3, rng)
            for mine, other in zip(ours, theirs, strict=False):
                assert claim_of(look(mine.match, seat)) == claim_of(look(other.match, seat))
                compared += claim_of(look(mine.match, seat)) is not None
    assert compared
