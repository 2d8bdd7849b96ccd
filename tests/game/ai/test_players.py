"""Rules for every player of every game and level: legal choices from the observation alone, and rising strength."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from game.ai.advice import compute_advice
from game.ai.chiamata import heuristic_bidding as chiamata
from game.ai.levels import AI_INFO, list_levels
from game.ai.muscio import players as muscio
from game.ai.personas import NEUTRAL_PERSONA, PERSONAS, Persona, get_persona
from game.ai.registry import GAME_AIS, choose_action
from game.ai.spades import heuristic as spades
from game.ai.time_limit import TimeLimit
from game.core.actions import Play
from game.core.messages import InputError
from game.core.trick_taking import replace
from game.match.match import Match
from game.match.observation import Observation, observe
from game.rules import GAMES
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.deal_playing import play_deal
from game.simulation.match_runner import MatchRunner
from game.simulation.simulation import tally_deal
from tests.helpers import QUICK_LEVELS, TableSetup, choose_without_time_limit, make_match
from tests.lanes import choose_count, choose_sample, long_test
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import play_deals
from tests.rows import check_rows
from tests.twin_deals import make_twin_moments, play_long_deal

SHORT_TIME_LIMIT: Final = TimeLimit(50, lambda: 0.0)
"""A limit with all that a master does in a short time, independent of the clock."""
SEARCH_INTERVAL: Final = 100
"""The interval of the turns at which the levels that search are asked, too; a multiple of ten."""
PACK_COUNT: Final = choose_count(16, 40)


def iter_turns(table: TableSetup) -> Iterator[Match]:
    """Yield each turn of random deals."""
    return (moment.match for moment in play_deals(table).moments if moment.match.turn is not None)


@long_test
@check_rows("table", choose_sample(PAIRWISE_TABLES[::4], 2))
def test_every_level_makes_legal_choices_under_every_house_rule(table: TableSetup) -> None:
    for number, match in enumerate(iter_turns(table)):
        view = observe(match, match.turn)
        if number % 10 == 0:
            for level in QUICK_LEVELS if number % SEARCH_INTERVAL else list_levels(table.game):
                assert choose_action(level, view, Random(number), SHORT_TIME_LIMIT) in view.legal_actions


@long_test
@check_rows("table", choose_sample(PAIRWISE_TABLES[::2], 7))
def test_hidden_cards_do_not_change_a_choice_or_advice(table: TableSetup) -> None:
    moments, rng, compared = play_long_deal(table), derive_random(2, "hidden", table), 0
    for number, moment in enumerate(moments[:-1]):
        twins = make_twin_moments(moments, moment.match.turn, number, rng)
        if number % 3 or len(twins) <= number or twins[number].match == moment.match:
            continue
        view, twin_view = (observe(match, match.turn) for match in (moment.match, twins[number].match))
        has_search = compared % 16 == len(moments) % 16
        for level in list_levels(table.game) if has_search else QUICK_LEVELS:
            choices = [choose_action(level, seen, Random(3), SHORT_TIME_LIMIT) for seen in (view, twin_view)]
            assert choices[0] == choices[1]
        if has_search:
            advice, twin_advice = (compute_advice(seen, SHORT_TIME_LIMIT, Random(5)) for seen in (view, twin_view))
            assert advice == twin_advice
        compared += 1
    assert compared or table.seats == 2, "two players of Spades know all cards"


@check_rows("game", GAMES)
def test_equal_observation_and_seed_give_same_choice_in_any_process(game: str) -> None:
    for number, match in enumerate(iter_turns(next(table for table in PAIRWISE_TABLES if table.game == game))):
        view = observe(match, match.turn)
        sent: Observation = pickle.loads(pickle.dumps(view))
        level = QUICK_LEVELS[number % len(QUICK_LEVELS)]
        assert choose_without_time_limit(level, sent, Random(9)) == choose_without_time_limit(level, view, Random(9))


PARTNERS_WITH_EXCHANGE: Final = next(
    table for table in PAIRWISE_TABLES if table.changes.get("trump_exchange") == "seven" and table.seats == 4
)


def test_random_level_plays_all_legal_cards_equally_and_never_signs_or_swaps() -> None:
    for match in list(iter_turns(PARTNERS_WITH_EXCHANGE))[:40]:
        view, rng = observe(match, match.turn), Random(1)
        chosen = {choose_without_time_limit("random", view, rng) for _choice in range(60)}
        assert chosen == {action for action in view.legal_actions if isinstance(action, Play)}


def test_timed_out_seat_gets_a_card_played() -> None:
    for match in list(iter_turns(PARTNERS_WITH_EXCHANGE))[:40]:
        forced = replace(match, auto_play_seat=match.turn)
        for level in QUICK_LEVELS:
            assert isinstance(choose_without_time_limit(level, observe(forced, match.turn), Random(0)), Play)


def test_unknown_level_and_observation_without_actions_are_refused() -> None:
    match = next(iter_turns(PAIRWISE_TABLES[0]))
    assert match.turn is not None
    with pytest.raises(ValueError, match="no player 'grandmaster'"):
        choose_without_time_limit("grandmaster", observe(match, match.turn), Random(0))
    with pytest.raises(ValueError, match="nothing to choose"):
        choose_without_time_limit("club", observe(match, 1 - match.turn), Random(0))


def compute_advantage(game: str, strong: str, weak: str) -> float:
    """Return the mean advantage in score of a seat of ``strong``; each pack is played both ways."""
    match, sums = make_match(game, seats=GAMES[game].proposed_seat_count), {strong: 0.0, weak: 0.0}
    for number in range(2 * PACK_COUNT):
        pack = shuffle_pack(match.pack, derive_random(6, "pack", number // 2))
        levels = [strong if (seat + number) % 2 else weak for seat in range(match.seats)]
        choosers = [
            partial(choose_without_time_limit, level, rng=derive_random(6, number, seat))
            for seat, level in enumerate(levels)
        ]
        for level, score in zip(levels, tally_deal(play_deal(match, pack, choosers).match).scores, strict=True):
            sums[level] += score / levels.count(level)
    return (sums[strong] - sums[weak]) / PACK_COUNT


@long_test
@check_rows(
    ("game", "strong", "weak"),
    choose_sample(
        [
            (game, *levels)
            for game in GAMES
            for levels in (("club", "novice"), ("novice", "beginner"), ("beginner", "random"))
        ],
        4,
    ),
)
def test_higher_level_scores_more(game: str, strong: str, weak: str) -> None:
    assert compute_advantage(game, strong, weak) > 0.2


@pytest.mark.nightly
@check_rows(("game", "preset"), choose_sample([
    (game.id, preset) for game in GAMES.values() for preset in game.presets if 4 in game.get_seat_counts(preset)
], 3, 1))  # fmt: skip
def test_match_of_four_beginners_ends_within_forty_deals(game: str, preset: str) -> None:
    match = MatchRunner(game, preset=preset, seats=4, seed=3)
    while not match.is_over:
        if match.turn is None:
            match.deal()
        else:
            match.push(choose_without_time_limit("beginner", match.observe(match.turn), match.rng(match.turn)))
    assert len(match.match.results) <= 40


@pytest.mark.slow
@check_rows(("modules", "library"), [
    ("game.ai.client, game.simulation.simulation", "pygame"), ("main, ui.app.app, ui.app.launch", "numpy"),
    ("main, ui.app.app, ui.app.launch", "tqdm"),
])  # fmt: skip
def test_players_import_no_window_and_window_no_numeric_library(modules: str, library: str) -> None:
    code = f"import sys, {modules}; 'main' in sys.modules and sys.modules['main'].make_parser()"
    code += f"; print({library!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@check_rows("game", GAMES)
def test_every_offered_level_has_a_player(game: str) -> None:
    assert AI_INFO[game].game == GAME_AIS[game].game == game
    assert list_levels(game) == ("random", *GAME_AIS[game].players)


def test_levels_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(InputError, match=r"^game: 'scopa' is not one of briscola, chiamata, spades, muscio$"):
        list_levels("scopa")


# -- personas --------------------------------------------------------------------------------------


def test_unknown_name_has_neutral_persona() -> None:
    assert get_persona("Zio Gino").boldness > 0
    assert get_persona("Nobody") is NEUTRAL_PERSONA
    assert (NEUTRAL_PERSONA.boldness, NEUTRAL_PERSONA.talkativeness) == (0.0, 0.0)


def test_every_persona_is_within_bounds_and_has_a_description_and_its_own_portrait() -> None:
    for name, persona in PERSONAS.items():
        assert persona.name == name
        assert -1 <= persona.boldness <= 1
        assert 0 <= persona.talkativeness <= 1
        assert 0 < len(persona.description) <= 45
        assert 1 <= persona.portrait_number <= 14
    assert len({persona.portrait_number for persona in PERSONAS.values()}) == len(PERSONAS)


@check_rows("weights", [
    chiamata.CLUB_BIDDING, chiamata.NOVICE_BIDDING, muscio.CLUB_WEIGHTS, muscio.NOVICE_WEIGHTS, spades.CLUB_WEIGHTS,
    spades.NOVICE_WEIGHTS,
])  # fmt: skip
def test_neutral_boldness_does_not_change_estimates(weights: Any) -> None:
    assert weights.adapt_to(Persona(name="Talker", talkativeness=1.0)) == weights
