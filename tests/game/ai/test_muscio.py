"""The players of Muscio: legal, from the view alone, of rising strength."""

from __future__ import annotations

from random import Random

from game.ai.muscio.player import expected_tricks
from game.engine.actions import Deal, Swap
from game.engine.cards import cards
from game.fairness import shuffled, stream
from game.match import Match, new_match
from game.rules import GAMES
from game.rules.muscio.actions import Forfeit, Keep, Lay
from game.view import look
from tests.game.rules.muscio_tables import muscio, say
from tests.helpers import QUICK_LEVELS, choose
from tests.pairs import paired_tables
from tests.twins import permuted


def does(match: Match, level: str = "club") -> str:
    return choose(level, look(match, match.to_act), Random(1)).phrase


def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(paired_tables("muscio")):
        match, rng = table.match(number % table.seats), stream(number, "legal")
        for _deal in range(6):
            match = match.apply(Deal(shuffled(match.pack, rng))).match
            while match.to_act is not None:
                view = look(match, match.to_act)
                chosen = [choose(level, view, rng) for level in QUICK_LEVELS]
                assert set(chosen) <= set(view.choices)
                match = match.apply(chosen[match.to_act % len(QUICK_LEVELS)]).match
            if match.over:
                break


def test_what_a_player_cannot_see_does_not_change_his_choice() -> None:
    for seed in range(30):
        match = new_match("muscio", GAMES["muscio"].presets["gattorna"], 4, seed % 4)
        pack = shuffled(match.pack, stream(seed, "twin"))
        first = match.apply(Deal(pack)).match
        seat = first.to_act
        assert seat is not None
        hidden = [card for at, card in enumerate(pack) if at not in (0, 1, 2, 3, 4, 25)]
        other = dict(zip(hidden, shuffled(tuple(hidden), stream(seed, "other")), strict=True))
        twin = match.apply(Deal(permuted(pack, other))).match
        for level in QUICK_LEVELS:
            assert choose(level, look(first, seat), Random(2)) == choose(level, look(twin, seat), Random(2))


def test_a_computer_dealer_always_deals_rightly() -> None:
    match = muscio("2c", "", "", "", hand_dealing=True)
    for level in QUICK_LEVELS:
        for seed in range(10):
            assert isinstance(choose(level, look(match, match.to_act), Random(seed)), Lay)


def test_strong_hands_and_gatte_are_played_weak_ones_are_not() -> None:
    assert does(muscio("2c", "Ac Kc Qc Ad Ah", "", "", "")) == "in"
    assert does(muscio("2c", "7d 6d 5d 4d 3d", "", "", "")) == "in"
    assert does(muscio("2c", "2d 3d 4h 5h 6s", "", "", "")) == "pass"


def test_the_last_who_could_be_alone_plays_whatever_he_holds() -> None:
    match = say(muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), "pass", "pass", "pass")
    assert does(match) == does(match, "novice") == "in"


def test_the_exchange_takes_the_trump_for_the_lowest_card_beside_the_trumps() -> None:
    match = say(muscio("7c", "", "", "Ac Ad 3h Qs Kd"), "in", "in", "in")
    assert match.to_act == 2
    action = choose("club", look(match, match.to_act), Random(0))
    assert action == Swap(2, cards("3h")[0])
    assert not isinstance(action, Keep)


def test_a_hopeless_hand_forfeits_and_a_good_one_stands() -> None:
    weak = say(muscio("2c", "2d 3d 3h 2h 4s", "", "", ""), "in", "in", "pass", "pass")
    assert does(weak) == "forfeit"
    assert does(weak, "novice") == "stand"
    assert does(say(muscio("2c", "Ac Kc Ad Ah 4s", "", "", ""), "in", "in", "pass", "pass")) == "stand"
    assert Forfeit(0) in weak.legal()


def test_trumps_and_high_cards_are_expected_to_take_tricks() -> None:
    values = [expected_tricks(cards(hand), "c", 2) for hand in ("2d 3d 4h 5h 6s", "2c 3d 4h 5h 6s", "Ac Kc Ad Ah As")]
    assert values == sorted(values)
    assert expected_tricks(cards("Ac Kc Ad Ah As"), "c", 1) > expected_tricks(cards("Ac Kc Ad Ah As"), "c", 4)


def test_the_first_trick_is_taken_with_the_cheapest_trump_that_surely_takes_it() -> None:
    match = say(muscio("2c", "3c 4d 5d 6d 7h", "4c 4h 5h 6h 7s", "Ac 7c 2d 3h Ks"), "in", "in", "in", "keep")
    match = say(match, "play 3c", "play 4c")
    assert does(match) == "play 7c"


def test_a_novice_spends_high_cards_where_a_low_one_would_do_but_plays_no_card_at_random() -> None:
    match = muscio("2d", "4d 5h 6h 4s 5s", "5d 7h Jh 6s 7s", "6d 2h 3h 2s 3s", "Ad 7d Kd Ac Kc")
    match = say(match, "in", "in", "in", "in", "keep", "play 4d", "play 5d", "play 6d")
    view = look(match, match.to_act)
    assert {choose("club", view, Random(seed)).phrase for seed in range(20)} == {"play 7d"}
    assert {choose("novice", view, Random(seed)).phrase for seed in range(20)} == {"play Ad", "play Kd", "play 7d"}
