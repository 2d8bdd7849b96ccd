"""Rules for every player of every level: legal choices from the observation alone, and rising strength."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from game.ai.levels import AI_INFO, list_levels
from game.ai.registry import GAME_AIS
from game.core.actions import Deal, Play
from game.core.cards import HIDDEN_CARD
from game.core.messages import InputError
from game.core.options import Options, change_options
from game.match.match import Match, create_match, replace
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.phases import BriscolaTrickPhase
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.deal_playing import play_deal
from tests.helpers import QUICK_LEVELS, choose_without_time_limit
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows

CLASSIC_OPTIONS = GAMES["briscola"].presets["classic"]
RULE_VARIANTS = (
    CLASSIC_OPTIONS,
    change_options(CLASSIC_OPTIONS, {"trump_exchange": "seven", "show_partner_hand": True}),
)


def iter_states(seats: int, options: Options, seed: int) -> Iterator[Match]:
    """Yield each state of a deal that players of all levels play, from the first card to the last."""
    match = create_match("briscola", options, seats, seed % seats)
    match = match.apply(Deal(shuffle_pack(match.pack, derive_random(seed, "pack")))).match
    rng = derive_random(seed, "players")
    while match.turn is not None:
        yield match
        match = match.apply(
            choose_without_time_limit(QUICK_LEVELS[match.turn % 3], observe(match, match.turn), rng)
        ).match


def make_twin_match(match: Match, seat: int, rng: Random) -> Match:
    """Return the match with the cards dealt again that ``seat`` cannot see."""
    phase = match.phase
    assert isinstance(phase, BriscolaTrickPhase)
    seen = phase.seen_by(seat)
    true = (*phase.hands, phase.stock)
    masked = (*seen.hands, seen.stock)
    covered = [
        card for row, backs in zip(true, masked, strict=True)
        for card, back in zip(row, backs, strict=True) if back is HIDDEN_CARD
    ]  # fmt: skip
    anew = iter(shuffle_pack(tuple(covered), rng))
    rows = [tuple(next(anew) if back is HIDDEN_CARD else back for back in backs) for backs in masked]
    return replace(match, phase=replace(phase, hands=tuple(rows[:-1]), stock=rows[-1]))


@pytest.mark.slow
def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(make_pairwise_tables("briscola")):
        for match in iter_states(table.seats, table.options, number):
            assert match.turn is not None
            view = observe(match, match.turn)
            for level in QUICK_LEVELS:
                assert choose_without_time_limit(level, view, Random(number)) in view.legal_actions


@check_rows("seats", GAMES["briscola"].seat_counts)
def test_hidden_cards_do_not_change_a_choice(seats: int) -> None:
    rng = Random(seats)
    for options in RULE_VARIANTS:
        for match in iter_states(seats, options, 17 * seats):
            seat = match.turn
            assert seat is not None
            view, other = observe(match, seat), observe(make_twin_match(match, seat, rng), seat)
            assert view == other
            for level in QUICK_LEVELS:
                assert choose_without_time_limit(level, view, Random(3)) == choose_without_time_limit(
                    level, other, Random(3)
                )


def test_equal_observation_and_seed_give_same_choice_in_any_process() -> None:
    for match in iter_states(4, CLASSIC_OPTIONS, 5):
        view = observe(match, match.turn)
        sent: Observation = pickle.loads(pickle.dumps(view))
        for level in QUICK_LEVELS:
            assert choose_without_time_limit(level, sent, Random(9)) == choose_without_time_limit(
                level, view, Random(9)
            )


def test_random_level_plays_all_legal_cards_equally_and_never_signs_or_swaps() -> None:
    for match in iter_states(4, RULE_VARIANTS[1], 2):
        view = observe(match, match.turn)
        rng = Random(1)
        chosen = {choose_without_time_limit("random", view, rng) for _ in range(60)}
        assert chosen == {action for action in view.legal_actions if isinstance(action, Play)}


def test_timed_out_seat_gets_a_card_played() -> None:
    options = change_options(CLASSIC_OPTIONS, {"turn_seconds": 30})
    for match in iter_states(4, options, 8):
        assert match.turn is not None
        forced = replace(match, auto_play_seat=match.turn)
        for level in QUICK_LEVELS:
            assert isinstance(choose_without_time_limit(level, observe(forced, match.turn), Random(0)), Play)


def test_unknown_level_and_observation_without_actions_are_refused() -> None:
    match = next(iter_states(2, CLASSIC_OPTIONS, 1))
    assert match.turn is not None
    with pytest.raises(ValueError, match="no player 'grandmaster'"):
        choose_without_time_limit("grandmaster", observe(match, match.turn), Random(0))
    with pytest.raises(ValueError, match="nothing to choose"):
        choose_without_time_limit("club", observe(match, 1 - match.turn), Random(0))


def compute_win_share(strong: str, weak: str, packs: int) -> float:
    """Return how many deals ``strong`` wins with two seats; each pack is played from both, and 60-60 is half a win."""
    won = 0.0
    for number in range(packs):
        match = create_match("briscola", BriscolaOptions(), 2, number % 2)
        pack = shuffle_pack(match.pack, derive_random(4, "pack", number))
        for seat in (0, 1):
            choosers = [
                partial(
                    choose_without_time_limit,
                    strong if player_index == seat else weak,
                    rng=derive_random(4, number, player_index),
                )
                for player_index in (0, 1)
            ]
            points = play_deal(match, pack, choosers).match.get_deal_result().points[seat]
            won += (points > 60) + (points == 60) / 2
    return won / (2 * packs)


@pytest.mark.slow
def test_club_beats_random_in_four_deals_of_five() -> None:
    assert compute_win_share("club", "random", 120) > 0.85


@pytest.mark.slow
def test_novice_beats_random_and_club_beats_novice() -> None:
    assert compute_win_share("novice", "random", 100) > 0.7
    assert compute_win_share("club", "novice", 150) > 0.6


@pytest.mark.slow
def test_ai_imports_no_ui() -> None:
    code = "import sys, game.ai.client, game.simulation.simulation; print({'pygame'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.slow
def test_ui_starts_without_numeric_libraries() -> None:
    code = (
        "import sys, main, ui.app.app, ui.app.launch; main.make_parser(); print({'numpy', 'tqdm'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


@check_rows("game", GAMES)
def test_every_offered_level_has_a_player(game: str) -> None:
    assert AI_INFO[game].game == GAME_AIS[game].game == game
    assert list_levels(game) == ("random", *GAME_AIS[game].players)


def test_levels_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(InputError, match=r"^game: 'scopa' is not one of briscola, chiamata, spades, muscio$"):
        list_levels("scopa")
