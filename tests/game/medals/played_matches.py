"""Short matches in which a player earns a medal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from game.core.actions import Action, Deal, Play
from game.match.match import Match
from game.match.record import Record
from game.shuffling.shuffle import shuffle_pack
from tests.helpers import PLAYER_NAMES, make_match, make_record, stack_pack

MAX_DEALS = 60


def play_match(
    game: str,
    seats: int,
    top_cards: str = "",
    phrases: Sequence[str] = (),
    card_order: str = "",
    *,
    seed: int = 0,
    names: Sequence[str] = (),
    **options: Any,
) -> Record:
    """Return a match to its end, whose first pack begins with ``top_cards``; seat 0 leads.

    ``names``: of the first seats, if they are not those of `PLAYER_NAMES`.

    The first of ``phrases`` that is legal is chosen, else the first card of ``card_order``, else any action.
    """
    match, rng = make_match(game, seats=seats, dealer=seats - 1, **options), Random(seed)
    record = make_record(match, [])
    record = replace(record, names=(*names, *(name for name in PLAYER_NAMES if name not in names))[:seats])
    while not match.is_over:
        if match.needs_deal:
            assert len(record.deals) < MAX_DEALS
            pack = shuffle_pack(match.pack, rng) if record.deals or not top_cards else stack_pack(match, top_cards)
            record, match = record.with_deal(match.dealer, pack), match.apply(Deal(pack)).match
        else:
            action = _choose(match, phrases, card_order.split(), rng)
            record, match = record.with_action(action), match.apply(action).match
    return record


def _choose(match: Match, phrases: Sequence[str], card_order: list[str], rng: Random) -> Action:
    actions = match.legal_actions()
    by_text = {str(action): action for action in actions}
    wanted = next((by_text[text] for text in phrases if text in by_text), None)
    plays = [action for action in actions if isinstance(action, Play) and action.card.name in card_order]
    first = min(plays, key=lambda play: card_order.index(play.card.name), default=None)
    return wanted or first or rng.choice(actions)


def find_match(is_wanted: Callable[[Match], bool], **table: Any) -> Record:
    """Return the first match with random actions at its end of which a condition is true."""
    return next(record for seed in range(2000) if is_wanted((record := play_match(**table, seed=seed)).replay()))


def interleave(*hands: str) -> str:
    """Return hands of equal size in the order in which single cards are dealt."""
    return " ".join(card for cards in zip(*map(str.split, hands), strict=True) for card in cards)


def spell(suit: str, ranks: str = "A3KQJ76542") -> str:
    return " ".join(rank + suit for rank in ranks)


ORDER_BY_RANK = [[f"{rank}{suit}" for suit in "dshc"] for rank in "A3KQJ76542"]
LOW_CARDS = "3c 4c 5c 3d 4d 5d 3h 4h 5h 6h 6c 6d 3s"
FIRST_CARDS = f"{spell('s')} Ac {spell('d', 'A3KQJ7654')}"
SECOND_CARDS = f"{spell('h')} {spell('c', '3KQJ76542')} 2d"


def make_sweep() -> Record:
    """Return a deal of two in which seat 0 takes all tricks."""
    first, second = FIRST_CARDS.split(), SECOND_CARDS.split()
    draws = [card for pair in zip(first[3:], second[3:], strict=True) for card in pair]
    top_cards = " ".join([interleave(" ".join(first[:3]), " ".join(second[:3])), second[-1], *draws[:-1]])
    return play_match("briscola", 2, top_cards, card_order=f"{FIRST_CARDS} {SECOND_CARDS}", deals_to_win=1)


def make_top_cards(game: str, seats: int, first_hand: str, **options: Any) -> str:
    """Return the cards in the order of dealing, in which seat 0 has a hand and the others have the rest by suits."""
    match, size = make_match(game, seats=seats, **options), len(first_hand.split())
    rest = [card.name for card in match.pack if card.name not in first_hand.split()]
    hands = (" ".join(rest[start : start + size]) for start in range(0, size * (seats - 1), size))
    return interleave(first_hand, *hands)


def play_called_deal(first_hand: str, *phrases: str, **options: Any) -> Record:
    """Return a deal of five, in which seat 0 calls with strong cards; the others pass."""
    passes = [f"{seat} pass" for seat in range(1, 5)]
    top_cards, order = make_top_cards("chiamata", 5, first_hand), " ".join(map(" ".join, ORDER_BY_RANK))
    return play_match("chiamata", 5, top_cards, (*phrases, *passes), order, match_deals=1, **options)


def make_nil() -> Record:
    """Return a match of Spades in which seat 0 makes its nil in the first deal."""
    bids, top_cards = ("0 bid 0", "1 bid 1", "2 bid 1", "3 bid 1"), make_top_cards("spades", 4, LOW_CARDS, nil=True)
    return play_match("spades", 4, top_cards, bids, LOW_CARDS, nil=True, target=200)


def make_gatta() -> Record:
    """Return a match of Muscio in which seat 0 has a gatta in the first deal."""
    return play_match("muscio", 4, "Ad Kd Qd Jd 7d", ("0 in", "1 pass", "2 pass", "3 pass"))
