"""Choices of the computer players, and the values that the strongest one gives each action, as text for people.

``python -m tools.transcripts decisions/`` writes it. In the deals at the tables of `tests.pairwise_tables` all seats
play as "club"; a line has the choices of "novice" as well. Some positions of these deals are searched with short time
limits by a clock that never advances.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from random import Random
from typing import Final

from game.ai.advice import compute_advice
from game.ai.estimates import ActionEstimate
from game.ai.personas import NEUTRAL_PERSONA, PERSONAS, Persona
from game.ai.registry import GAME_AIS, choose_action
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal, Play
from game.core.cards import format_cards
from game.core.trick_taking import TrickPhase
from game.match.observation import Observation, observe
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.text.messages import format_reason
from tests.helpers import PLAYER_NAMES, TableSetup
from tests.pairwise_tables import make_pairwise_tables

DECISION_FOLDER: Final = Path(__file__).parent / "decisions"
TEMPERAMENTS: Final = ("Zio Gino", "Nonna Pia")
"""A daring and a careful player, whose bids and declarations differ."""
DEAL_NUMBERS: Final = {"spades": (0, 6), "muscio": (0, 1, 2, 3, 7, 8, 9, 10)}
"""The deals to show, by number in the order of play; for the other games the first one."""
MAX_DEALS: Final = 30
"""The deals that are tried; in some of them nobody plays."""
MASTER_INTERVAL: Final = 4
"""The positions of a table from one that the master decides to the next."""
EXPERT_TIME_MS: Final = 12
SEARCH_TIMES_MS: Final = ((50, 25, 9), (49, 24, 10), (40, 39, 3))
"""The time limits of successive searches: those from which a search does more, and just below them."""
FULL_TIME_MS: Final = 1000


def get_deals_path(game: str) -> Path:
    return DECISION_FOLDER / f"{game}-deals.txt"


def get_searches_path(game: str) -> Path:
    return DECISION_FOLDER / f"{game}-searches.txt"


def format_deals(game: str, interval: int = 1) -> str:
    """Return a deal of every table in words, played by players without a search; ``interval``: use every nth table."""
    tables = make_pairwise_tables(game)[::interval]
    return "".join(f"{line}\n" for table in tables for line in _iter_deal_lines(table))


def format_searches(game: str, interval: int = 1) -> str:
    """Return estimates of positions: many at each table of a preset, a few at every sixth other table.

    ``interval``: use every nth of these tables.
    """
    tables = [table for number, table in enumerate(make_pairwise_tables(game)) if number % 6 == 0 or not table.changes]
    return "".join(f"{line}\n" for table in tables[::interval] for line in _iter_search_lines(table))


def choose_tables(text: str, tables: str) -> str:
    """Return the parts of a golden text whose tables are in ``tables``; each part begins with its table."""
    parts = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    titles = set(re.findall(r"^\S.*", tables, re.MULTILINE))
    return "".join(part for part in parts if part.partition("\n")[0] in titles)


def _play_deals(table: TableSetup) -> Iterator[list[tuple[Observation, Action]]]:
    """Yield the choices of some deals in which cards are played, each an observation and an action."""
    numbers = DEAL_NUMBERS.get(table.game, (0,))
    for number, choices in enumerate(islice(_iter_played_deals(table), numbers[-1] + 1)):
        if number in numbers:
            yield choices


def _iter_played_deals(table: TableSetup) -> Iterator[list[tuple[Observation, Action]]]:
    """Yield the choices of each deal in which cards are played, in one match after the other."""
    match, rng = table.create_match(), derive_random(1, "decisions", str(table))
    for _deal in range(MAX_DEALS):
        if match.is_over:
            match = table.create_match(match.dealer)
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        choices = list[tuple[Observation, Action]]()
        while match.is_deal_in_progress and match.turn is not None:
            observation = observe(match, match.turn)
            choices.append((observation, _choose("club", observation, rng)))
            match = match.apply(choices[-1][1]).match
        if any(isinstance(action, Play) for _observation, action in choices):
            yield choices


def _choose(
    level: str, observation: Observation, rng: Random, ms: int = FULL_TIME_MS, persona: Persona = NEUTRAL_PERSONA
) -> Action:
    return choose_action(level, observation, rng, TimeLimit(ms, lambda: 0.0), persona)


def _iter_deal_lines(table: TableSetup) -> Iterator[str]:
    for choices in _play_deals(table):
        yield f"{table}"
        for _trick, row in groupby(choices, lambda choice: _count_tricks(choice[0])):
            yield "  " + ", ".join(_format_choice(observation, action) for observation, action in row)


def _count_tricks(observation: Observation) -> int:
    """Return the number of finished tricks, -1 before the first card may be played."""
    return len(observation.phase.completed_tricks) if isinstance(observation.phase, TrickPhase) else -1


def _format_choice(observation: Observation, action: Action) -> str:
    """Return the choice of "club", and those of others where they differ."""
    others = {"novice": _choose("novice", observation, Random(2))} if len(observation.legal_actions) > 1 else {}
    if others and not isinstance(action, Play):
        others |= {name: _choose("club", observation, Random(1), persona=PERSONAS[name]) for name in TEMPERAMENTS}
    different = [f"{who} {other.text_without_seat}" for who, other in others.items() if other != action]
    suffix = f" ({', '.join(different)})" if different else ""
    return f"{PLAYER_NAMES[observation.turn or 0]} {action.text_without_seat}{suffix}"


def _iter_search_lines(table: TableSetup) -> Iterator[str]:
    play_count, other_count, search_count = (2, 1, 1) if table.changes else (3, 2, 2)
    yield f"{table}"
    for number, observation in enumerate(_select_positions(table, play_count, other_count)):
        yield from ("", *_iter_position_lines(observation))
        if number % MASTER_INTERVAL == 1:
            yield f"    master: {_choose('master', observation, Random(3)).text_without_seat}"
        times_ms = SEARCH_TIMES_MS[number % len(SEARCH_TIMES_MS)][:search_count]
        for ms in times_ms:
            yield from _iter_advice_lines(observation, ms, has_reasons=ms == times_ms[0])


def _select_positions(table: TableSetup, play_count: int, other_count: int) -> list[Observation]:
    """Return ``play_count`` choices of cards, and the last ``other_count`` of each kind before them."""
    choices = [
        observation
        for deal in _play_deals(table)
        for observation, _action in deal
        if len(observation.legal_actions) > 1
    ]
    plays = [observation for observation in choices if isinstance(observation.legal_actions[-1], Play)]
    chosen = [plays[len(plays) * (2 * part + 1) // (2 * play_count)] for part in range(play_count)]
    others = [observation for observation in choices if observation not in plays]
    for verbs in dict.fromkeys(map(_list_verbs, others)):
        chosen += [observation for observation in others if _list_verbs(observation) == verbs][-other_count:]
    return chosen


def _list_verbs(observation: Observation) -> tuple[str, ...]:
    return tuple(sorted({action.verb for action in observation.legal_actions}))


def _iter_position_lines(observation: Observation) -> Iterator[str]:
    assert observation.seat is not None
    board = observation.board
    trick = " ".join(str(card) for card in getattr(getattr(observation.phase, "trick", None), "cards", ()))
    yield f"  {PLAYER_NAMES[observation.seat]}: {format_cards(board.hands[observation.seat])}; trick: {trick or '-'}"
    yield f"    expert: {_choose('expert', observation, Random(3), EXPERT_TIME_MS).text_without_seat}"
    time_limit = TimeLimit(FULL_TIME_MS, lambda: 0.0)
    suspects = GAME_AIS[observation.game_id].estimate_secret_partners(observation, Random(4), time_limit)
    if suspects:
        yield f"    secret partner: {' '.join(f'{probability:.2f}' for probability in suspects)}"


def _iter_advice_lines(observation: Observation, ms: int, *, has_reasons: bool) -> Iterator[str]:
    for advice in compute_advice(observation, TimeLimit(ms, lambda: 0.0), Random(5)):
        reasons = "".join(f"; {format_reason(reason, PLAYER_NAMES)}" for reason in advice.reasons * has_reasons)
        yield f"    {ms} ms: {advice.action.text_without_seat}: {_format_estimate(advice)}{reasons}"


def _format_estimate(estimate: ActionEstimate) -> str:
    points = "" if estimate.expected_points is None else f", {estimate.expected_points:.1f} points"
    wins = "" if estimate.win_probability is None else f", wins {estimate.win_probability:.3f}"
    return f"{estimate.value:.3f} ± {estimate.standard_error:.3f}{points}{wins}"
