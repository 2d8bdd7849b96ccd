"""Count choices that look foolish to a person at the table, from what the seat could know.

Each rule names an occasion and a fault. A fault is excused if the analysis of the program agrees with the choice.

``python -m tools.tournament.foolish_plays LEVEL TABLE``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from game.ai.advice import compute_advice
from game.ai.estimates import is_tied_with_best
from game.ai.game_ai_info import ERROR_PRONE_LEVELS
from game.ai.levels import list_levels
from game.ai.muscio.players import predict_declaration_points
from game.ai.registry import GAME_AIS, choose_action
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Deal, Play
from game.core.cards import HIDDEN_CARD, Card
from game.core.trick_taking import TrickPhase, find_trick_winner, get_card_strengths
from game.match.match import create_match
from game.match.observation import Observation, find_outstanding_cards, observe
from game.rules import GAMES
from game.rules.briscola_family import CARICHI
from game.rules.chiamata.actions import Call
from game.rules.chiamata.trick_play import ChiamataTrickPhase
from game.rules.muscio.actions import TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase
from game.rules.spades.phases import SpadesTrickPhase
from game.rules.spades.scoring import SpadesResult
from game.shuffling.shuffle import derive_random, shuffle_pack
from game.simulation.progress import show_progress
from tools.tournament.contests import BRISCOLA_TABLE, CHIAMATA_ONLINE_TABLE, STUDY_TABLES, format_table_name
from tools.tournament.figures import align_columns

HEADINGS: Final = ("table", "level", "deals", "choice", "occasions", "faults", "% of occasions", "not excused", "kept")
PLAYER_TIME_LIMIT: Final = TimeLimit(50, lambda: 0.0)
ANALYSIS_TIME_LIMIT: Final = TimeLimit(1000, lambda: 0.0)
"""Limits by a clock that never advances, so that the results are equal on every machine."""
MAX_FAULT_SHARE: Final = 0.002
MAX_EXCUSED_LOSS: Final = 1.0
"""The loss against the best action that is excused, in the unit of the game's estimates."""
MIN_CALL_PROBABILITY: Final = 0.15
MAX_BID_DISTANCE: Final = 3
"""The greatest difference of a bid and the tricks taken that does not look foolish."""
FOUR_PLAYER_BRISCOLA_TABLE: Final = (BRISCOLA_TABLE[0], BRISCOLA_TABLE[1], 4)
TABLES_BY_NAME: Final = {
    format_table_name(table): table for table in (*STUDY_TABLES, FOUR_PLAYER_BRISCOLA_TABLE, CHIAMATA_ONLINE_TABLE)
}

Verdict: TypeAlias = bool | None
"""Whether a choice is a fault; None if there was no occasion for it."""


class CardChoice:
    """A card that a seat chose, and what it knew of the trick."""

    def __init__(self, view: Observation, phase: TrickPhase, play: Play) -> None:
        self.view, self.phase, self.seat, self.card = view, phase, play.seat, play.card
        self.legal_cards = [action.card for action in view.legal_actions if isinstance(action, Play)]

    @cached_property
    def is_last(self) -> bool:
        return len(self.phase.trick.cards) + 1 == len(self.phase.trick.seats)

    @cached_property
    def winner(self) -> int | None:
        """The seat that wins the trick so far; None for a lead, or if a card is hidden."""
        trick, phase = self.phase.trick, self.phase
        is_open = trick.cards and HIDDEN_CARD not in trick.cards and not phase.is_trump_awaited
        return find_trick_winner(trick, phase.ranking, phase.trump) if is_open else None

    @cached_property
    def known_partners(self) -> tuple[int, ...]:
        return GAME_AIS[self.view.game_id].list_known_partners(self.view)

    @cached_property
    def is_opponent_winning(self) -> bool:
        """Whether the seat that wins the trick so far is surely an opponent."""
        if self.winner is None or self.winner in self.known_partners:
            return False
        if not isinstance(self.phase, ChiamataTrickPhase) or self.known_partners:
            return True
        return self.winner == self.phase.contract.caller

    @cached_property
    def is_winner_sure(self) -> bool:
        """Whether no card that another seat may still play beats the trick so far."""
        return self.is_last or not self.list_winning(find_outstanding_cards(self.view))

    def list_winning(self, cards: Iterable[Card]) -> list[Card]:
        """Return those of the cards that would win the trick so far; () for a lead."""
        trick, phase = self.phase.trick, self.phase
        if self.winner is None:
            return []
        strengths = get_card_strengths(phase.ranking, phase.trump, trick.cards[0].suit)
        best = max(strengths[card] for card in trick.cards)
        return [card for card in cards if strengths[card] > best]

    @property
    def winning_cards(self) -> list[Card]:
        return self.list_winning(self.legal_cards)

    def is_higher(self, card: Card, other_card: Card) -> bool:
        """Return whether a card is of the same suit as another one, and higher."""
        ranks = self.phase.ranking
        return card.suit == other_card.suit and ranks.index(card.rank) < ranks.index(other_card.rank)


class SpadesGoal(NamedTuple):
    """The tricks that the side of a seat of Spades still needs, and the seats whose nil is unbroken."""

    needed_tricks: int
    live_nils: frozenset[int]


def _get_goal(choice: CardChoice) -> SpadesGoal | None:
    phase = choice.phase
    if not isinstance(phase, SpadesTrickPhase):
        return None
    side_bid = next(side_bid for side_bid in phase.side_bids if choice.seat in side_bid.seats)
    tricks_taken = phase.count_points()
    live_nils = frozenset(seat for seat in range(phase.seats) if phase.bids[seat] == 0 == tricks_taken[seat])
    return SpadesGoal(phase.count_needed_tricks(side_bid), live_nils)


# -- the rules -------------------------------------------------------------------------------------


def beats_partners_trick(choice: CardChoice) -> Verdict:
    """Judge a card that beats a sure trick of a partner; in games with card points only a trump does harm."""
    goal, winning = _get_goal(choice), choice.winning_cards
    if choice.winner not in choice.known_partners or not choice.is_winner_sure:
        return None
    if goal is not None and goal.live_nils:
        return None
    if choice.phase.card_points:
        winning = [card for card in winning if card.suit == choice.phase.trump]
    return choice.card in winning if 0 < len(winning) < len(choice.legal_cards) else None


def gives_up_open_contract(choice: CardChoice) -> Verdict:
    """Judge a trick that the last player leaves to an opponent, with a winning card that may win no later trick."""
    goal, phase = _get_goal(choice), choice.phase
    if goal is None or goal.needed_tricks <= 0 or goal.live_nils:
        return None
    if not choice.is_last or not choice.is_opponent_winning or not phase.hands[choice.seat]:
        return None
    outstanding = find_outstanding_cards(choice.view)
    unsure = [
        card for card in choice.winning_cards if any(choice.is_higher(other_card, card) for other_card in outstanding)
    ]
    return choice.card not in choice.winning_cards if unsure else None


def leads_low_into_nil(choice: CardChoice) -> Verdict:
    """Judge a lead to a partner whose nil is live: a 9 or lower with a queen or higher at hand."""
    goal, ranks = _get_goal(choice), choice.phase.ranking
    if goal is None or choice.phase.trick.cards or choice.seat in goal.live_nils:
        return None
    if not goal.live_nils.intersection(choice.known_partners):
        return None
    has_high = any(ranks.index(card.rank) <= ranks.index("Q") for card in choice.legal_cards)
    return ranks.index(choice.card.rank) >= ranks.index("9") if has_high else None


def throws_honor_away(choice: CardChoice) -> Verdict:
    """Judge a jack or higher under a card that it cannot beat, with a lower card of its suit at hand."""
    goal, ranks = _get_goal(choice), choice.phase.ranking
    if goal is None or goal.needed_tricks <= 0 or goal.live_nils or choice.winner is None:
        return None

    def is_wasted(card: Card) -> bool:
        is_honor = ranks.index(card.rank) <= ranks.index("J") and card not in choice.winning_cards
        return is_honor and any(choice.is_higher(card, lower_card) for lower_card in choice.legal_cards)

    return is_wasted(choice.card) if any(map(is_wasted, choice.legal_cards)) else None


def breaks_own_nil(choice: CardChoice) -> Verdict:
    """Judge a card that wins the trick and breaks the own nil, with a card at hand that does not win."""
    goal = _get_goal(choice)
    if goal is None or choice.seat not in goal.live_nils:
        return None
    is_open = 0 < len(choice.winning_cards) < len(choice.legal_cards)
    return choice.card in choice.winning_cards if is_open else None


def gives_carico_to_opponent(choice: CardChoice) -> Verdict:
    """Judge an ace or three on a sure trick of an opponent, with another card than carichi and trumps at hand."""
    if not choice.phase.card_points or not choice.is_opponent_winning or not choice.is_winner_sure:
        return None
    lost_carichi = [card for card in choice.legal_cards if card.rank in CARICHI and card not in choice.winning_cards]
    has_other = any(card.rank not in CARICHI and card.suit != choice.phase.trump for card in choice.legal_cards)
    return choice.card in lost_carichi if lost_carichi and has_other else None


def leads_carico_early(choice: CardChoice) -> Verdict:
    """Judge a lead of an ace or three in Briscola for four while there is a stock, with a card without points."""
    phase = choice.phase
    if choice.view.game_id != "briscola" or choice.view.seats != 4 or phase.trick.cards or not phase.cards_to_draw:
        return None
    plain = [card for card in choice.legal_cards if card.suit != phase.trump]
    carichi = [card for card in plain if card.rank in CARICHI]
    has_other = any(card.rank not in phase.card_points for card in plain)
    return choice.card in carichi if carichi and has_other else None


def calls_without_hope(view: Observation, action: Action) -> Verdict:
    """Judge a call in chiamata by the estimated probability to make it."""
    if not any(isinstance(other_action, Call) for other_action in view.legal_actions):
        return None
    if not isinstance(action, Call):
        return False
    advice = compute_advice(view, ANALYSIS_TIME_LIMIT, extra_action=action)
    probability = next(estimate.win_probability for estimate in advice if estimate.action == action)
    return probability is not None and probability < MIN_CALL_PROBABILITY


def takes_blinde_with_better_hand(view: Observation, action: Action) -> Verdict:
    """Judge the blinde with a hand that is worth more by the expected tricks."""
    if not isinstance(view.phase, DeclarationPhase) or view.seat is None:
        return None
    if not any(isinstance(other_action, TakeBlinde) for other_action in view.legal_actions):
        return None
    points = predict_declaration_points(view.phase, view.seat)
    return isinstance(action, TakeBlinde) if points.hand > points.blinde else None


CARD_RULES: Final[Mapping[str, Callable[[CardChoice], Verdict]]] = {
    "beats the partner's sure trick": beats_partners_trick,
    "gives up an open contract": gives_up_open_contract,
    "low lead into the partner's nil": leads_low_into_nil,
    "honor thrown away": throws_honor_away,
    "own nil beats the table": breaks_own_nil,
    "carico on an opponent's trick": gives_carico_to_opponent,
    "carico led early": leads_carico_early,
}
OTHER_RULES: Final[Mapping[str, Callable[[Observation, Action], Verdict]]] = {
    "call below 15 %": calls_without_hope,
    "blinde with a better hand": takes_blinde_with_better_hand,
}
BID_RULE: Final = "bid and tricks four or more apart"


def judge_choice(view: Observation, action: Action) -> dict[str, bool]:
    """Return the rules for which a choice was an occasion, and whether it is a fault."""
    if len(view.legal_actions) < 2:
        return {}
    verdicts: dict[str, Verdict] = {name: rule(view, action) for name, rule in OTHER_RULES.items()}
    if isinstance(view.phase, TrickPhase) and isinstance(action, Play):
        choice = CardChoice(view, view.phase, action)
        verdicts |= {name: rule(choice) for name, rule in CARD_RULES.items()}
    return {name: verdict for name, verdict in verdicts.items() if verdict is not None}


def is_excused(view: Observation, action: Action) -> bool:
    """Return whether the analysis finds the choice at most insignificantly or one point worse than the best."""
    advice = compute_advice(view, ANALYSIS_TIME_LIMIT, extra_action=action)
    estimate = next(estimate for estimate in advice if estimate.action == action)
    return is_tied_with_best(estimate, advice[0]) or advice[0].value - estimate.value <= MAX_EXCUSED_LOSS


# -- counting --------------------------------------------------------------------------------------


class FoolishCounts(NamedTuple):
    """Counts by rule: the occasions, the faults, and the faults that are not excused."""

    occasions: Counter[str]
    faults: Counter[str]
    unexcused: Counter[str]

    def add(self, view: Observation, action: Action) -> None:
        """Count a choice."""
        verdicts = judge_choice(view, action)
        self.occasions.update(list(verdicts))
        faults = [name for name, is_fault in verdicts.items() if is_fault]
        self.faults.update(faults)
        if faults and not is_excused(view, action):
            self.unexcused.update(faults)

    def add_result(self, result: object) -> None:
        """Count the bids of a deal of Spades."""
        if isinstance(result, SpadesResult):
            self.occasions[BID_RULE] += len(result.bids)
            distances = [abs(bid - tricks) for bid, tricks in zip(result.bids, result.points, strict=True)]
            for counter in (self.faults, self.unexcused):
                counter[BID_RULE] += sum(distance > MAX_BID_DISTANCE for distance in distances)


def count_foolish_choices(table: tuple[str, str, int], level: str, seed: int, numbers: Iterable[int]) -> FoolishCounts:
    """Return the counts of deals in which ``level`` plays all seats. ``numbers``: those of the deals."""
    (game, preset, seats), counts = table, FoolishCounts(Counter(), Counter(), Counter())
    for number in numbers:
        rng = derive_random(seed, "foolish choices", *table, number)
        match = create_match(game, GAMES[game].presets[preset], seats, number % seats)
        match = match.apply(Deal(shuffle_pack(match.pack, rng))).match
        while (seat := match.turn) is not None:
            view = observe(match, seat)
            action = choose_action(level, view, rng, PLAYER_TIME_LIMIT)
            counts.add(view, action)
            match = match.apply(action).match
        counts.add_result(match.get_deal_result())
    return counts


def make_rows(table: tuple[str, str, int], level: str, seed: int, deals: int) -> list[tuple[str, ...]]:
    """Return a row for each rule that had an occasion."""
    name = f"{format_table_name(table)} {level}"
    occasions, faults, unexcused = count_foolish_choices(table, level, seed, show_progress(range(deals), name))
    return [
        (
            format_table_name(table), level, str(deals), rule, str(occasions[rule]), str(faults[rule]),
            f"{100 * faults[rule] / occasions[rule]:.2f}", str(unexcused[rule]),
            "yes" if not unexcused[rule] or faults[rule] <= MAX_FAULT_SHARE * occasions[rule] else "NO",
        )
        for rule in (*CARD_RULES, *OTHER_RULES, BID_RULE) if occasions[rule]
    ]  # fmt: skip


def measure_foolish_plays(seed: int, deals: int) -> list[tuple[str, ...]]:
    """Return a table, the headings first: each table, each level from `club` up, and each rule."""
    return [
        HEADINGS,
        *(
            row
            for table in TABLES_BY_NAME.values()
            for level in list_levels(table[0])
            if level not in ERROR_PRONE_LEVELS
            for row in make_rows(table, level, seed, deals)
        ),
    ]


def main(arguments: Sequence[str]) -> int:
    """Print the table of one level at one table."""
    parser = argparse.ArgumentParser(prog="python -m tools.tournament.foolish_plays", description=__doc__)
    parser.add_argument("level")
    parser.add_argument("table", choices=TABLES_BY_NAME)
    parser.add_argument("--deals", type=int, default=20, help="deals; default 20")
    parser.add_argument("--seed", type=int, default=0, help="seed of the deals; default 0")
    args = parser.parse_args(arguments)
    rows = make_rows(TABLES_BY_NAME[args.table], args.level, args.seed, args.deals)
    print(*align_columns([HEADINGS, *rows]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
