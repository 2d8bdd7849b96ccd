"""Records of deals that several people shuffled together."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec

from game.core.actions import Action, Deal, Play, Timeout
from game.core.cards import Card, format_cards
from game.match.record import Record
from game.shuffling.commitments import (
    add_joint_fairness,
    add_match_fairness,
    choose_timeout_play,
    create_next_deal,
    draw_joint_dealer,
    list_late_seats,
    reveal_secrets,
    seal_next_deal,
)
from game.shuffling.shuffle import SeatWord, ShuffleContext, compute_word_commitment
from tests.helpers import make_match, make_record, play_random_actions

Pack = tuple[Card, ...]
MASTER_SEED: Final = 2**255 + 12345
SEATS_AND_PLAYERS_BY_GAME: Final = {
    "briscola": (3, "you club random"),
    "chiamata": (5, "you random random random random"),
    "spades": (4, "you random random random"),
    "muscio": (4, "you random random random"),
}


def make_dealt_record(
    game: str = "briscola",
    finished_deal_count: int = 3,
    word: str = "",
    *,
    master: int = MASTER_SEED,
    open_deal_count: int = 0,
    manipulate_pack: Callable[[Pack], Pack] = lambda pack: pack,
) -> Record:
    """Return a match of finished deals, then of ``open_deal_count`` deals in progress, dealt as by a host.

    ``manipulate_pack``: a change of the pack that cheats.
    """
    match = make_match(game, seats=SEATS_AND_PLAYERS_BY_GAME[game][0])
    record = add_match_fairness(make_record(match, []), master, word, is_dealer_drawn=False)
    for number in range(finished_deal_count + open_deal_count):
        if match.is_over:
            break
        deal = create_next_deal(record, match, master)
        deal = msgspec.structs.replace(deal, pack=manipulate_pack(deal.pack))
        record = msgspec.structs.replace(record, deals=(*record.deals, deal))
        match = match.apply(Deal(deal.pack)).match
        for moment in play_random_actions(match, format_cards(deal.pack), 0) if number < finished_deal_count else ():
            assert not isinstance(moment.action, Deal)
            record, match = record.with_action(moment.action), moment.match
    return record


def make_revealed_record(*positional: Any, **changes: Any) -> Record:
    """Return such a match as it is exported, with its seeds."""
    return reveal_secrets(make_dealt_record(*positional, **changes), MASTER_SEED)


def make_words(context: ShuffleContext, seal: str, seats: tuple[int, ...], *, late_seats: tuple[int, ...] = ()) -> Any:
    """Return the rounds of a shuffle to which ``seats`` contribute; ``late_seats`` do not open their words."""

    def make_round(number: int, round_seats: tuple[int, ...], closed: tuple[int, ...]) -> tuple[SeatWord, ...]:
        words = {seat: f"{number}{seat}".ljust(64, "b") for seat in round_seats}
        return tuple(
            SeatWord(seat, compute_word_commitment(context, seal, seat, word), "" if seat in closed else word)
            for seat, word in words.items()
        )

    others = tuple(seat for seat in seats if seat not in late_seats)
    return (*((make_round(1, seats, late_seats),) if late_seats else ()), make_round(2, others, ()))


def make_joint_record(
    game: str = "briscola", deal_count: int = 2, *, late_seat: int | None = None, has_timeouts: bool = False
) -> Record:
    """Return a match of finished deals to whose shuffles all people contribute, as it is exported.

    ``late_seat``: does not open its word in the first deal. ``has_timeouts``: a seat runs out of time with a choice of
    cards.
    """
    options: dict[str, Any] = {"turn_seconds": 90} if has_timeouts else {}
    match = make_match(game, seats=SEATS_AND_PLAYERS_BY_GAME[game][0], **options)
    record = add_joint_fairness(make_record(match, []), MASTER_SEED, is_dealer_drawn=True)
    people, rng = tuple(range(match.seats)), Random(game)
    for number in range(deal_count):
        context, seal = seal_next_deal(record, MASTER_SEED)
        late_seats = (late_seat,) if late_seat is not None and not number else ()
        seats = tuple(seat for seat in people if seat not in list_late_seats(record))
        rounds = make_words(context, seal, seats, late_seats=late_seats)
        drawn = draw_joint_dealer(record, match, MASTER_SEED, rounds[-1])
        assert (drawn is not None) == (not number)
        if drawn is not None:
            record = msgspec.structs.replace(record, first_dealer=drawn.dealer)
            match = record.create_match()
        deal = create_next_deal(record, match, MASTER_SEED, rounds=rounds)
        record = msgspec.structs.replace(record, deals=(*record.deals, deal))
        match = match.apply(Deal(deal.pack)).match
        while match.is_deal_in_progress:
            if match.auto_play_seat is not None:
                action: Action = choose_timeout_play(record, match, MASTER_SEED)
            else:
                action = rng.choice(match.legal_actions())
                has_choice = isinstance(action, Play) and len(match.legal_actions()) > 1
                if has_timeouts and has_choice and rng.random() < 0.2:
                    action = Timeout(action.seat)
            record, match = record.with_action(action), match.apply(action).match
        if match.is_over:
            break
    return reveal_secrets(record, MASTER_SEED)
