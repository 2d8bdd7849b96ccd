"""The players of Muscio: legal choices from the observation alone, and rising strength."""

from __future__ import annotations

from random import Random

from game.ai.muscio.players import predict_tricks
from game.core.actions import Deal, Swap
from game.core.cards import parse_cards
from game.match.match import Match, create_match
from game.match.observation import observe
from game.rules import GAMES
from game.rules.muscio.actions import Forfeit, KeepTurnedCard, LayBlinde
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import QUICK_LEVELS, choose_without_time_limit
from tests.pairwise_tables import make_pairwise_tables
from tests.twin_deals import replace_cards


def choose_phrase(match: Match, level: str = "club") -> str:
    return choose_without_time_limit(level, observe(match, match.turn), Random(1)).text_without_seat


def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(make_pairwise_tables("muscio")):
        match, rng = table.create_match(number % table.seats), derive_random(number, "legal")
        for _deal in range(6):
            match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
            while match.turn is not None:
                view = observe(match, match.turn)
                chosen = [choose_without_time_limit(level, view, rng) for level in QUICK_LEVELS]
                assert set(chosen) <= set(view.legal_actions)
                match = match.apply(chosen[match.turn % len(QUICK_LEVELS)]).match
            if match.is_over:
                break


def test_hidden_cards_do_not_change_a_choice() -> None:
    for seed in range(30):
        match = create_match("muscio", GAMES["muscio"].presets["gattorna"], 4, seed % 4)
        pack = shuffle_pack(match.pack, derive_random(seed, "twin"))
        first = match.apply(Deal(pack)).match
        seat = first.turn
        assert seat is not None
        hidden = [card for index, card in enumerate(pack) if index not in (0, 1, 2, 3, 4, 25)]
        other = dict(zip(hidden, shuffle_pack(tuple(hidden), derive_random(seed, "other")), strict=True))
        twin = match.apply(Deal(replace_cards(pack, other))).match
        for level in QUICK_LEVELS:
            assert choose_without_time_limit(level, observe(first, seat), Random(2)) == choose_without_time_limit(
                level, observe(twin, seat), Random(2)
            )


def test_computer_dealer_always_lays_the_blinde_first() -> None:
    match = deal_muscio("2c", "", "", "", hand_dealing=True)
    for level in QUICK_LEVELS:
        for seed in range(10):
            assert isinstance(choose_without_time_limit(level, observe(match, match.turn), Random(seed)), LayBlinde)


def test_strong_hands_and_gatte_are_played_and_weak_hands_are_not() -> None:
    assert choose_phrase(deal_muscio("2c", "Ac Kc Qc Ad Ah", "", "", "")) == "in"
    assert choose_phrase(deal_muscio("2c", "7d 6d 5d 4d 3d", "", "", "")) == "in"
    assert choose_phrase(deal_muscio("2c", "2d 3d 4h 5h 6s", "", "", "")) == "pass"


def test_last_player_who_would_be_alone_plays_any_hand() -> None:
    match = apply_phrases(deal_muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), "pass", "pass", "pass")
    assert choose_phrase(match) == choose_phrase(match, "novice") == "in"


def test_exchange_gives_lowest_card_beside_the_trumps() -> None:
    match = apply_phrases(deal_muscio("7c", "", "", "Ac Ad 3h Qs Kd"), "in", "in", "in")
    assert match.turn == 2
    action = choose_without_time_limit("club", observe(match, match.turn), Random(0))
    assert action == Swap(2, parse_cards("3h")[0])
    assert not isinstance(action, KeepTurnedCard)


def test_hopeless_hand_forfeits_and_good_hand_stays() -> None:
    weak = apply_phrases(deal_muscio("2c", "2d 3d 3h 2h 4s", "", "", ""), "in", "in", "pass", "pass")
    assert choose_phrase(weak) == "forfeit"
    assert choose_phrase(weak, "novice") == "stand"
    assert (
        choose_phrase(apply_phrases(deal_muscio("2c", "Ac Kc Ad Ah 4s", "", "", ""), "in", "in", "pass", "pass"))
        == "stand"
    )
    assert Forfeit(0) in weak.legal_actions()


def test_expected_tricks_rise_with_trumps_and_high_cards() -> None:
    values = [
        predict_tricks(parse_cards(hand), "c", 2) for hand in ("2d 3d 4h 5h 6s", "2c 3d 4h 5h 6s", "Ac Kc Ad Ah As")
    ]
    assert values == sorted(values)
    assert predict_tricks(parse_cards("Ac Kc Ad Ah As"), "c", 1) > predict_tricks(parse_cards("Ac Kc Ad Ah As"), "c", 4)


def test_first_trick_is_taken_with_cheapest_certain_trump() -> None:
    match = apply_phrases(
        deal_muscio("2c", "3c 4d 5d 6d 7h", "4c 4h 5h 6h 7s", "Ac 7c 2d 3h Ks"), "in", "in", "in", "keep"
    )
    match = apply_phrases(match, "play 3c", "play 4c")
    assert choose_phrase(match) == "play 7c"


def test_novice_wastes_high_cards_but_never_plays_at_random() -> None:
    match = deal_muscio("2d", "4d 5h 6h 4s 5s", "5d 7h Jh 6s 7s", "6d 2h 3h 2s 3s", "Ad 7d Kd Ac Kc")
    match = apply_phrases(match, "in", "in", "in", "in", "keep", "play 4d", "play 5d", "play 6d")
    view = observe(match, match.turn)
    assert {choose_without_time_limit("club", view, Random(seed)).text_without_seat for seed in range(20)} == {
        "play 7d"
    }
    assert {choose_without_time_limit("novice", view, Random(seed)).text_without_seat for seed in range(20)} == {
        "play Ad",
        "play Kd",
        "play 7d",
    }
