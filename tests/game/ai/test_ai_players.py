"""What holds for every player of every level: legal choices, from the view alone, and rising strength."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from game.ai.headless import play_deal
from game.ai.levels import ROOMS, levels_for
from game.ai.players import MINDS
from game.engine.actions import Deal, Play
from game.engine.cards import HIDDEN
from game.engine.options import Options, adapt
from game.fairness import shuffled, stream
from game.match import Match, new_match, replace
from game.rules import GAMES
from game.rules.briscola.options import BriscolaOptions
from game.rules.briscola.play import BriscolaTricks
from game.view import View, look
from tests.helpers import QUICK_LEVELS, choose
from tests.pairs import paired_tables

CLASSIC = GAMES["briscola"].presets["classic"]
RICH = (CLASSIC, adapt(CLASSIC, {"trump_exchange": "seven", "show_partner_hand": True}))


def states(seats: int, options: Options, seed: int) -> Iterator[Match]:
    """Every state of a deal that players of all levels play, from the first card to the last."""
    match = new_match("briscola", options, seats, seed % seats)
    match = match.apply(Deal(shuffled(match.pack, stream(seed, "pack")))).match
    rng = stream(seed, "players")
    while match.to_act is not None:
        yield match
        match = match.apply(choose(QUICK_LEVELS[match.to_act % 3], look(match, match.to_act), rng)).match


def twin(match: Match, seat: int, rng: Random) -> Match:
    """``match`` with the cards that ``seat`` cannot see dealt anew."""
    phase = match.phase
    assert isinstance(phase, BriscolaTricks)
    seen = phase.seen_by(seat)
    true = (*phase.hands, phase.stock)
    masked = (*seen.hands, seen.stock)
    covered = [
        one for row, backs in zip(true, masked, strict=True)
        for one, back in zip(row, backs, strict=True) if back is HIDDEN
    ]  # fmt: skip
    anew = iter(shuffled(tuple(covered), rng))
    rows = [tuple(next(anew) if back is HIDDEN else back for back in backs) for backs in masked]
    return replace(match, phase=replace(phase, hands=tuple(rows[:-1]), stock=rows[-1]))


@pytest.mark.slow
def test_every_level_makes_legal_choices_under_every_house_rule() -> None:
    for number, table in enumerate(paired_tables("briscola")):
        for match in states(table.seats, table.options, number):
            assert match.to_act is not None
            view = look(match, match.to_act)
            for level in QUICK_LEVELS:
                assert choose(level, view, Random(number)) in view.choices


@pytest.mark.parametrize("seats", GAMES["briscola"].seats)
def test_what_a_player_cannot_see_does_not_change_his_choice(seats: int) -> None:
    rng = Random(seats)
    for options in RICH:
        for match in states(seats, options, 17 * seats):
            seat = match.to_act
            assert seat is not None
            view, other = look(match, seat), look(twin(match, seat, rng), seat)
            assert view == other
            for level in QUICK_LEVELS:
                assert choose(level, view, Random(3)) == choose(level, other, Random(3))


def test_a_choice_is_the_same_for_an_equal_view_and_seed_anywhere() -> None:
    for match in states(4, CLASSIC, 5):
        view = look(match, match.to_act)
        sent: View = pickle.loads(pickle.dumps(view))
        for level in QUICK_LEVELS:
            assert choose(level, sent, Random(9)) == choose(level, view, Random(9))


def test_random_plays_every_legal_card_alike_and_never_signs_or_swaps() -> None:
    for match in states(4, RICH[1], 2):
        view = look(match, match.to_act)
        rng = Random(1)
        chosen = {choose("random", view, rng) for _ in range(60)}
        assert chosen == {one for one in view.choices if isinstance(one, Play)}


def test_a_player_whose_clock_ran_out_gets_a_card_played() -> None:
    options = adapt(CLASSIC, {"turn_seconds": 30})
    for match in states(4, options, 8):
        assert match.to_act is not None
        forced = replace(match, forced=match.to_act)
        for level in QUICK_LEVELS:
            assert isinstance(choose(level, look(forced, match.to_act), Random(0)), Play)


def test_an_unknown_level_and_a_view_without_choices_are_refused() -> None:
    match = next(states(2, CLASSIC, 1))
    assert match.to_act is not None
    with pytest.raises(ValueError, match="no player 'grandmaster'"):
        choose("grandmaster", look(match, match.to_act), Random(0))
    with pytest.raises(ValueError, match="nothing to choose"):
        choose("club", look(match, 1 - match.to_act), Random(0))


def share_won(strong: str, weak: str, packs: int) -> float:
    """How many deals ``strong`` wins at two seats, every pack played from both; 60-60 is half a win."""
    won = 0.0
    for number in range(packs):
        match = new_match("briscola", BriscolaOptions(), 2, number % 2)
        pack = shuffled(match.pack, stream(4, "pack", number))
        for seat in (0, 1):
            choosers = [partial(choose, strong if at == seat else weak, rng=stream(4, number, at)) for at in (0, 1)]
            points = play_deal(match, pack, choosers).match.deal_result().points[seat]
            won += (points > 60) + (points == 60) / 2
    return won / (2 * packs)


@pytest.mark.slow
def test_club_beats_random_in_four_deals_of_five() -> None:
    assert share_won("club", "random", 120) > 0.85


@pytest.mark.slow
def test_novice_beats_random_and_club_beats_novice() -> None:
    assert share_won("novice", "random", 100) > 0.7
    assert share_won("club", "novice", 150) > 0.6


@pytest.mark.slow
def test_the_players_know_no_window() -> None:
    code = "import sys, game.ai.worker, game.commands.simulation; print({'pygame'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.slow
def test_the_window_does_without_the_libraries_that_players_think_with() -> None:
    code = "import sys, main, ui.app, ui.front; main.make_parser(); print({'numpy', 'tqdm'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize("game", GAMES)
def test_every_level_that_is_offered_has_its_player(game: str) -> None:
    assert ROOMS[game].game == MINDS[game].game == game
    assert levels_for(game) == ("random", *MINDS[game].players)
    assert levels_for("scopa") == ("random",)
