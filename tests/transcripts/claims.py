"""Claims of a seat, and the tricks and cards that it may look back at, in deals of random choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from game.core.cards import format_cards
from game.core.events import Event
from game.match.card_memory import count_forgotten_cards, filter_reviewable_events, list_reviewable_tricks, locate_cards
from game.match.claims import find_claim
from game.match.observation import Observation, find_outstanding_cards, list_unseen_cards, observe
from game.rules import GAMES
from game.text.messages import format_reason
from tests.helpers import PLAYER_NAMES, play_random_actions
from tests.pairwise_tables import make_pairwise_tables

DEAL_COUNTS: Final = {"muscio": 200}
"""The deals at each table; there are few claims in Muscio."""
USUAL_DEAL_COUNT: Final = 12


def format_claims(game: str) -> str:
    """Return the claims of deals at each table without changes, and the card memory of the first claim of a deal."""
    tables = [table for table in make_pairwise_tables(game) if not table.changes]
    lines = list[str]()
    for table in tables:
        lines.append(f"{table}")
        for number in range(DEAL_COUNTS.get(game, USUAL_DEAL_COUNT)):
            events, claim_count = list[Event](), 0
            for moment in play_random_actions(table.create_match(number % table.seats), f"claims {table} {number}"):
                events += moment.events
                view = observe(moment.match, moment.match.turn)
                claim = find_claim(view)
                if claim is not None:
                    words = format_reason(claim.reason, PLAYER_NAMES)
                    lines.append(f"  {_format_table(view)}: {format_cards(claim.card_order)}; {words}")
                    if not claim_count:
                        lines += _iter_memory_lines(view, [event.seen_by(view.seat) for event in events])
                    claim_count += 1
    return "\n".join(lines) + "\n"


def _format_table(view: Observation) -> str:
    assert view.seat is not None
    trick = " ".join(card.name for _seat, card in view.board.trick)
    return f"{PLAYER_NAMES[view.seat]}, {format_cards(view.board.hands[view.seat])}, trick {trick or '-'}"


def _iter_memory_lines(view: Observation, events: Sequence[Event]) -> Iterator[str]:
    yield f"    unseen {len(list_unseen_cards(view))}, outstanding {len(find_outstanding_cards(view))}"
    pack = GAMES[view.game_id].make_pack(view.options, view.seats)
    for memory in ("off", "mine", "all"):
        places = list(locate_cards(view, view.board, events, memory, pack).values())
        counts = ", ".join(f"{place} {places.count(place)}" for place in ("held", "seen", "gone", "out"))
        numbers = [trick.number for trick in list_reviewable_tricks(view, events, memory)]
        forgotten, kept = count_forgotten_cards(view, events, memory), filter_reviewable_events(view, events, memory)
        yield f"    {memory}: {counts}; tricks {numbers}; {forgotten} cards forgotten, {len(kept)} events kept"
