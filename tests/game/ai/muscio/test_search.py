"""Expert and master of Muscio: fair, repeatable, in time, legal, and with sound choices."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ai import registry
from game.ai.muscio.match_equity import compute_match_values, compute_win_probabilities
from game.ai.muscio.search_model import sample_exchanged_card, sample_trick_states
from game.ai.personas import Persona
from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal, Pass, Swap
from game.core.cards import parse_cards
from game.match.match import Match, create_match
from game.match.observation import list_unseen_cards, observe
from game.rules import GAMES
from game.rules.muscio.actions import Forfeit, LayBlinde, PlayDeal, Stand, TakeBlinde
from game.rules.muscio.scoring import RANKING
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase, MuscioTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tests.helpers import PlayoutMoment, TableSetup, choose_without_time_limit
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows
from tests.twin_deals import find_first_known_indexes, list_revelations, replace_cards

STRONG_LEVELS = ("expert", "master")
DECISION_PHASE_NAMES = {"DeclarationPhase", "ExchangePhase", "ForfeitPhase", "MuscioTrickPhase"}
"""The phases with a choice."""
COMPARISONS_PER_PHASE = 8
"""The number of choices that are compared in each phase."""


def play_deal_moments(seats: int, seed: int) -> list[PlayoutMoment]:
    """Return the moments of a deal of quick players."""
    match = create_match("muscio", GAMES["muscio"].presets["gattorna"], seats, seed % seats)
    rng, action = (
        derive_random(seed, "players", seats),
        Deal(shuffle_pack(match.pack, derive_random(seed, "pack", seats))),
    )
    moments = [PlayoutMoment(action, match, *match.apply(action))]
    while (seat := moments[-1].match.turn) is not None:
        before = moments[-1].match
        chosen = choose_without_time_limit(("random", "novice")[seed % 2], observe(before, seat), rng)
        moments.append(PlayoutMoment(chosen, before, *before.apply(chosen)))
    return moments


def make_twin_match(moments: list[PlayoutMoment], seat: int, rng: Random) -> Match | None:
    """Return a deal after the same actions that differs in cards that ``seat`` cannot see; None if none was found."""
    since = find_first_known_indexes(moments, seat)
    hidden = tuple(card for card in moments[0].match_before.pack if card not in since)
    for _try in range(30):
        other = dict(zip(hidden, shuffle_pack(hidden, rng), strict=True))
        match = moments[0].match_before
        for moment in moments:
            action = replace_cards(moment.action, other)
            if match.illegal_reason(action) is not None:
                break
            match, events = match.apply(action)
            if list_revelations(events) != list_revelations(moment.events):
                break
        else:
            return match
    return None


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAMES["muscio"].seat_counts)
def test_hidden_cards_do_not_change_a_choice(seats: int) -> None:
    compared: Counter[str] = Counter()
    for seed in range(40):
        if seed > 5 and len(compared) == len(DECISION_PHASE_NAMES):
            break
        moments = play_deal_moments(seats, seed)
        for index, moment in enumerate(moments[:-1]):
            match, seat = moment.match, moment.match.turn
            assert seat is not None
            if compared[type(match.phase).__name__] >= COMPARISONS_PER_PHASE:
                continue
            twin = make_twin_match(moments[: index + 1], seat, derive_random(seed, "twin", index))
            if twin is None or twin == match or len(observe(match, seat).legal_actions) == 1:
                continue
            compared[type(match.phase).__name__] += 1
            for level in STRONG_LEVELS:
                assert choose_without_time_limit(level, observe(twin, seat), Random(3)) == choose_without_time_limit(
                    level, observe(match, seat), Random(3)
                )
    assert set(compared) == DECISION_PHASE_NAMES


def test_expired_time_limit_still_gives_an_answer() -> None:
    ticks = count()
    rushed = TimeLimit(1, lambda: float(next(ticks)))
    for seed in range(4):
        for moment in play_deal_moments(4, seed)[:-1]:
            view = observe(moment.match, moment.match.turn)
            assert registry.choose_action("master", view, Random(1), rushed) in view.legal_actions


@pytest.mark.slow
@check_rows("table", make_pairwise_tables("muscio"))
def test_every_choice_is_legal_under_every_house_rule(table: TableSetup) -> None:
    match, rng = table.create_match(), derive_random(0, "legal", table)
    for _deal in range(2):
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while match.turn is not None:
            view = observe(match, match.turn)
            action = choose_without_time_limit(STRONG_LEVELS[match.turn % 2], view, rng)
            assert action in view.legal_actions
            match = match.apply(action).match
        if match.is_over:
            break


def test_computer_dealer_always_lays_the_blinde_first() -> None:
    match = deal_muscio("2c", "", "", "", hand_dealing=True)
    for level in STRONG_LEVELS:
        for seed in range(5):
            assert isinstance(choose_without_time_limit(level, observe(match, match.turn), Random(seed)), LayBlinde)


def choose_phrase(match: Match, level: str = "master", character: Persona | None = None) -> Action:
    view = observe(match, match.turn)
    return (
        choose_without_time_limit(level, view, Random(1))
        if character is None
        else choose_without_time_limit(level, view, Random(1), character)
    )


def test_gatte_and_strong_hands_are_played_and_weak_hands_are_not() -> None:
    assert isinstance(choose_phrase(deal_muscio("2c", "Ac Kc Qc Ad Ah", "", "", "")), PlayDeal)
    assert isinstance(choose_phrase(deal_muscio("2c", "7d 6d 5d 4d 3d", "", "", "")), PlayDeal)
    weak = apply_phrases(deal_muscio("2c", "", "", "2d 3d 4h 5h 6s", ""), "in", "in")
    assert not isinstance(choose_phrase(weak), PlayDeal)


def test_player_who_would_be_alone_plays_and_wins_five() -> None:
    match = apply_phrases(deal_muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), "pass", "pass", "pass")
    assert not isinstance(choose_phrase(match), Pass)


def test_only_good_hand_is_played_against_three() -> None:
    match = apply_phrases(deal_muscio("2c", "", "", "", "2d 3d 4h 5h 6s"), "in", "in", "in")
    assert isinstance(choose_phrase(match), Pass)
    assert isinstance(
        choose_phrase(apply_phrases(deal_muscio("2c", "", "", "", "Ac Kc 4h 5h As"), "in", "in", "in")), PlayDeal
    )


def test_dealer_exchanges_worst_card_for_trump_ace() -> None:
    match = apply_phrases(deal_muscio("Ac", "", "", "Kc Qc 3h As Kd"), "in", "in", "in")
    assert isinstance(match.phase, ExchangePhase)
    assert choose_phrase(match) == Swap(2, parse_cards("3h")[0])


def test_hopeless_hand_forfeits_and_good_hand_stays() -> None:
    weak = apply_phrases(deal_muscio("2c", "2d 3d 3h 2h 4s", "", "", ""), "in", "in", "pass", "pass")
    assert isinstance(weak.phase, ForfeitPhase)
    assert isinstance(choose_phrase(weak), Forfeit)
    assert isinstance(
        choose_phrase(apply_phrases(deal_muscio("2c", "Ac Kc Ad Ah 4s", "", "", ""), "in", "in", "pass", "pass")), Stand
    )


def test_first_trick_is_taken_with_cheapest_certain_trump() -> None:
    match = apply_phrases(
        deal_muscio("2c", "3c 4d 5d 6d 7h", "4c 4h 5h 6h 7s", "Ac 7c 2d 3h Ks"), "in", "in", "in", "keep"
    )
    assert choose_phrase(apply_phrases(match, "play 3c", "play 4c")).text_without_seat == "play 7c"


@pytest.mark.slow
def test_bold_persona_plays_hands_that_careful_persona_passes() -> None:
    seen = {}
    for boldness in (-1.0, 1.0):
        character = Persona(name="", boldness=boldness)
        rng = derive_random(0, "bold")
        openings = [deal_random_muscio(seed, rng) for seed in range(40)]
        seen[boldness] = sum(not isinstance(choose_phrase(actions, "master", character), Pass) for actions in openings)
    assert seen[1.0] > seen[-1.0]


def deal_random_muscio(seed: int, rng: Random) -> Match:
    match = create_match("muscio", GAMES["muscio"].presets["gattorna"], 4, seed % 4)
    return match.apply(Deal(shuffle_pack(match.pack, rng))).match


def test_trump_taken_by_dealer_is_known_to_all() -> None:
    match = apply_phrases(deal_muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTrickPhase)
    dealing = sample_trick_states(phase.seen_by(0), 0, np.random.default_rng(1), 50)
    assert find_states_with_card(dealing.hands[2], "Qc").all()
    assert np.isfinite(dealing.log_weights).all()


def find_states_with_card(hands: CardMasks, card: str) -> NDArray[np.bool_]:
    """Return in which states the hand has this card."""
    is_held: NDArray[np.bool_] = (hands & np.uint64(get_card_bits(RANKING).make_mask(parse_cards(card)))) != 0
    return is_held


def test_discarded_card_is_known_to_dealer_only() -> None:
    """Check that for the others it is as probable in each place as any card that they do not see."""
    match = apply_phrases(deal_muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTrickPhase)
    own = sample_trick_states(phase.seen_by(2), 2, np.random.default_rng(1), 200)
    assert not find_states_with_card(np.bitwise_or.reduce(own.hands, axis=0), "2d").any()
    dealer_states = sample_trick_states(phase.seen_by(0), 0, np.random.default_rng(1), 400)
    elsewhere = find_states_with_card(dealer_states.hands[1], "2d")
    assert 0.05 < elsewhere.mean() < 0.35, "one of 34 - 5 unseen cards, five of which seat 1 holds"


def test_discarded_card_is_sampled_by_dealers_preferences() -> None:
    """Check that it is a card that no participant has, and seldom another than the dealer's lowest."""
    bits, rng = get_card_bits(RANKING), np.random.default_rng(1)
    beside = np.full(4000, bits.make_mask(parse_cards("3h 4d 7s 2c")), np.uint64)
    trump = np.uint64(bits.make_mask(parse_cards("2c 3c 4c 5c 6c 7c Jc Qc Kc Ac")))
    low, high, bare = (np.full(4000, bits.make_mask(parse_cards(hand)), np.uint64)
                       for hand in ("Qc Kc 2h Ad As", "Qc Kc 6h Ad As", "Qc Kc Ac Jc 7c"))  # fmt: skip
    gifts = [sample_exchanged_card(beside, hand, trump, rng) for hand in (low, high, bare)]
    singles = [bits.make_mask(parse_cards(card)) for card in ("3h", "4d", "7s", "2c")]
    shares = [[float((gift == single).mean()) for single in singles] for gift, _likely in gifts]
    assert shares[0] == pytest.approx([0.25] * 4, abs=0.03), "none of them is usual: he held a lower one"
    assert shares[1] == pytest.approx([1 / 2.3, 1 / 2.3, 0.15 / 2.3, 0.15 / 2.3], abs=0.03)
    assert shares[2] == pytest.approx([1 / 3.15] * 3 + [0.15 / 3.15], abs=0.03), "never a trump"
    likely = [float(logs[0]) for _gift, logs in gifts]
    assert likely == sorted(likely) and np.exp(likely) == pytest.approx([0.6, 2.3, 3.15])


def test_advice_to_dealer_counts_discarded_card_as_gone() -> None:
    match = apply_phrases(deal_muscio("Qc", "", "", "Ac Kc 3h As 2d"), "in", "in", "in", "swap 2d")
    phase = match.phase
    assert isinstance(phase, MuscioTrickPhase)
    for seat, still in ((0, True), (1, True), (2, False)):
        assert (parse_cards("2d")[0] in list_unseen_cards(observe(match, seat))) == still


def test_match_score_matters_only_near_the_end() -> None:
    change = np.array([[-1, 0], [0, -1], [0, 0], [0, 0]])
    far = compute_match_values((30, 30, 30, 30), change)
    assert 0.7 < far[0, 0] < 1.4
    assert far[0, 1] < 0 < far[1, 1]
    near = compute_match_values((2, 30, 30, 30), np.array([[-2, -1], [0, 0], [0, 0], [0, 0]]))
    assert near[0, 0] > 1.5 * near[0, 1]


def test_player_at_zero_has_won_and_shares_the_win() -> None:
    assert compute_win_probabilities(np.array([[0], [-3], [12]]))[:, 0].tolist() == [0.5, 0.5, 0.0]


def test_blinde_is_never_taken_twice() -> None:
    match = apply_phrases(deal_muscio("2c", "2d 3d 4h 5h 6s", "2s 3s 4d 5d 6h", "", ""), "blinde")
    assert not isinstance(choose_phrase(match), TakeBlinde)
