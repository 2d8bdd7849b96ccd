"""The heuristics of Briscola: plays of a sound player that a beginner does not find."""

from __future__ import annotations

from random import Random

import pytest

from game.ai.briscola.card_counting import derive_card_knowledge
from game.ai.briscola.endgame import find_best_card
from game.core.actions import Play, Swap
from game.core.cards import Card, parse_cards
from game.match.match import Match
from game.match.observation import observe
from game.rules.briscola.actions import Sign
from game.rules.briscola.phases import BriscolaTrickPhase
from game.shuffling.shuffle import derive_random
from tests.game.ai.briscola.perfect_play import compute_perfect_play_value, list_play_actions
from tests.helpers import choose_without_time_limit, deal_briscola, parse_seat_action, play, play_random_actions
from tests.rows import check_rows


def choose_phrase(match: Match, level: str = "club") -> str:
    """Return the action of a player of ``level`` on turn, without the seat."""
    return choose_without_time_limit(level, observe(match, match.turn), Random(1)).text_without_seat


def test_a_low_trump_takes_an_opponents_three() -> None:
    assert choose_phrase(play(deal_briscola("7d", "3h 4c 5c", "2d 4s 5s"), "0 play 3h")) == "play 2d"


def test_no_trump_is_spent_on_an_empty_trick() -> None:
    assert choose_phrase(play(deal_briscola("7d", "4h 4c 5c", "2d 3d 5s"), "0 play 4h")) == "play 5s"


def test_the_last_to_play_takes_with_the_ace_of_the_suit_led() -> None:
    assert choose_phrase(play(deal_briscola("7d", "Kh 4c 5c", "Ah 2d 5s"), "0 play Kh")) == "play Ah"


def test_an_ace_is_not_led_into_trumps_that_are_out() -> None:
    assert choose_phrase(deal_briscola("7d", "Ah 4c 3s", "2d 4s 5s")) == "play 4c"


def test_points_are_thrown_on_partners_sure_trick_and_partner_is_not_overtaken() -> None:
    match = deal_briscola("7d", "4h 5c 6c", "Ah 5s 6s", "6h 2s 4s", "2d 3c 5h")
    assert choose_phrase(play(match, "0 play 4h", "1 play Ah", "2 play 6h")) == "play 3c"


def test_novice_trumps_a_trick_that_club_lets_go() -> None:
    match = play(deal_briscola("7d", "Jh 4c 5c", "4d 4s 5s"), "0 play Jh")
    assert choose_phrase(match, "novice") == "play 4d"
    assert choose_phrase(match) in ("play 4s", "play 5s")


def test_novice_forgets_played_cards() -> None:
    match = play(deal_briscola("7d", "3h 4c 5c", "2h 4s 5s"), "0 play 3h", "1 play 2h")
    phase = match.phase
    assert isinstance(phase, BriscolaTrickPhase)
    masked = phase.seen_by(0)
    fallen = set(parse_cards("3h 2h"))
    assert fallen <= set(derive_card_knowledge(masked, has_memory=False).unseen_cards)
    assert not fallen & set(derive_card_knowledge(masked).unseen_cards)


def test_player_with_trump_ace_signs_it_once() -> None:
    match = deal_briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h")
    assert choose_phrase(match) == "sign asso"
    assert choose_phrase(play(match, "0 sign asso")) != "sign asso"


def test_player_without_trump_signs_a_carico_or_nothing() -> None:
    match = deal_briscola("7d", "3h 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h")
    assert choose_phrase(match) == "sign carico"
    match = deal_briscola("7d", "4h 5c 6c", "Ah 5s 6s", "3h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")
    assert choose_phrase(match) == "sign niente"


def test_a_player_with_small_trumps_only_has_nothing_to_sign() -> None:
    match = deal_briscola("7d", "2d 5c 6c", "Ah 5s 6s", "3h 2s 4s", "4h 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")
    assert choose_phrase(match).startswith("play")


def test_partner_believes_a_sign_until_the_card_is_played() -> None:
    match = deal_briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4h", "3 play 5h", "0 sign asso")
    ace = Card("Ad")

    def get_ace_probability(after_match: Match) -> float:
        phase = after_match.phase
        assert isinstance(phase, BriscolaTrickPhase)
        return derive_card_knowledge(phase.seen_by(2)).compute_holding_probability(0, {ace})

    assert 0.8 < get_ace_probability(match) < 1
    assert get_ace_probability(play(match, "0 play Ad")) == 0


def test_signed_carico_is_expected_until_one_is_played() -> None:
    match = deal_briscola("7d", "3h 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h", stock="2c 4c 2h 4d")
    match = play(match, "0 play 6c", "1 play 6s", "2 play 4s", "3 play 5h")

    def is_carico_expected(after_match: Match, seat: int) -> bool:
        phase = after_match.phase
        assert isinstance(phase, BriscolaTrickPhase)
        return derive_card_knowledge(phase.seen_by(seat)).has_signed_carico[0]

    assert not is_carico_expected(match, 2)
    match = play(match, "0 sign carico")
    assert is_carico_expected(match, 2)
    assert not is_carico_expected(match, 1)
    assert not is_carico_expected(play(match, "0 play 3h"), 2)


def test_exchange_is_made_only_when_it_gains() -> None:
    taken = ("0 play Ah", "1 play 4h")
    gains = deal_briscola("3d", "Ah 7d 5c", "4h 5s 6s", stock="2c 4c", trump_exchange="seven")
    assert choose_phrase(play(gains, *taken)) == "swap"
    assert choose_phrase(play(gains, *taken), "novice") == "swap"
    loses = deal_briscola("4d", "Ah 7d 5c", "4h 5s 6s", stock="2c 4c", trump_exchange="seven")
    assert choose_phrase(play(loses, *taken)) != "swap"


def test_holder_of_drawn_turned_card_is_known() -> None:
    last = [
        moment.match.phase
        for moment in play_random_actions(deal_briscola("7d", "3h 4c 5c", "7h 4s 5s", "2c 5h 6h"), 3)
        if isinstance(moment.match.phase, BriscolaTrickPhase) and not moment.match.phase.stock
    ]
    assert last
    for phase in last:
        for seat in range(3):
            known = derive_card_knowledge(phase.seen_by(seat))
            for other in {0, 1, 2} - {seat}:
                assert known.known_cards[other] == tuple(
                    card for card in phase.hands[other] if card is phase.turned_card
                )
            assert sum(known.unknown_counts) == len(known.unseen_cards)
            everything = {*known.unseen_cards, *(card for hand in known.known_cards for card in hand)}
            assert everything == {card for hand in phase.hands for card in hand}


@pytest.mark.slow
@check_rows("seed", range(25))
def test_two_player_end_game_is_played_perfectly(seed: int) -> None:
    for moment in play_random_actions(deal_briscola("7d", "3h 4c 5c", "2h 4s 5s"), seed):
        phase = moment.match.phase
        if not isinstance(phase, BriscolaTrickPhase) or phase.stock:
            continue
        seat = phase.trick.next_seat
        points = phase.count_points()
        card = find_best_card(
            phase.hands[seat],
            phase.hands[1 - seat],
            phase.trick.led_card,
            phase.trump,
            (points[seat], points[1 - seat]),
            phase.hands[seat],
        )
        assert compute_perfect_play_value(phase, Play(seat, card), seat) == max(
            compute_perfect_play_value(phase, action, seat) for action in list_play_actions(phase)
        )
        chosen_action = parse_seat_action(moment.match, f"{seat} {choose_phrase(moment.match)}")
        assert compute_perfect_play_value(phase, chosen_action, seat) == compute_perfect_play_value(
            phase, Play(seat, card), seat
        )


def test_computer_signs_are_true() -> None:
    sign_count = 0
    for seed in range(12):
        match, rng = deal_briscola("7d", "Ad 5c 6c", "Ah 5s 6s", "4h 2s 4s", "2d 3c 5h"), derive_random(seed, "club")
        while match.turn is not None:
            seat = match.turn
            action = choose_without_time_limit("club" if rng.random() < 0.7 else "random", observe(match, seat), rng)
            assert not isinstance(action, Swap)
            if isinstance(action, Sign):
                phase = match.phase
                assert isinstance(phase, BriscolaTrickPhase)
                hand = phase.hands[seat]
                trumps = {card.rank for card in hand if card.suit == "d"}
                shown = {"asso": "A", "tre": "3", "re": "K", "cavallo": "Q", "fante": "J"}.get(action.sign)
                carichi = [card for card in hand if card.rank in ("A", "3")]
                assert shown in trumps if shown else bool(carichi) == (action.sign == "carico")
                sign_count += 1
            match = match.apply(action).match
    assert sign_count
