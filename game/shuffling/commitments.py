"""Commitments to shuffles in a record, under the key "fairness", and their verification (docs/fairness.md).

The seal of a deal is written with the deal. Its seed and salt stay secret until the deal is over; `reveal_secrets`
adds them to a record that leaves the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from game.core.cards import Card
from game.core.events import DealerDrawn
from game.core.messages import Reason
from game.core.sanitizer import sanitize_line
from game.match.match import Match
from game.match.record import FAIRNESS_KEY, DealRecord, Record
from game.match.setup import MAX_SHUFFLE_WORD_CHARACTERS
from game.shuffling.deal_codes import DealSpec, encode_deal
from game.shuffling.shuffle import (
    DEALER_DRAW_NUMBER,
    HashRandom,
    ShuffleCommitment,
    ShuffleContext,
    commit_shuffle,
    derive_shuffle_key,
    draw_dealer,
    shuffle_pack,
)

replace = msgspec.structs.replace
T = TypeVar("T")


class MatchFairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a record for the whole match: the players' ``word``, and the ``draw`` of the first dealer."""

    word: str = ""
    draw: ShuffleCommitment | None = None


class DealProof(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of one deal; for a deal in progress only its ``commitment``, without secrets.

    ``deal_code``: the code that starts the same deal elsewhere, empty if there is a problem; ``problem``: the fault
    that was found, or None.
    """

    deal_number: int
    is_in_progress: bool
    commitment: ShuffleCommitment = ShuffleCommitment()
    shuffle_word: str = ""
    deal_code: str = ""
    problem: Reason | None = None


class VerificationResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of verifying a record.

    ``verified_deal_count``: number of deals whose commitment holds; ``coded_deal_count``: number of deals from a deal
    code; ``has_deal_in_progress``: one deal is not over; ``problem``: the first fault with its deal, or None.
    """

    verified_deal_count: int = 0
    coded_deal_count: int = 0
    has_deal_in_progress: bool = False
    is_dealer_draw_verified: bool = False
    problem: Reason | None = None


# -- a match that is played ------------------------------------------------------------------------


def draw_first_dealer(match: Match, match_seed: int, shuffle_word: str) -> DealerDrawn:
    """Return the draw of the first dealer; the first dealer of ``match`` itself is ignored."""
    context = ShuffleContext(match.game_id, DEALER_DRAW_NUMBER, shuffle_word)
    return _draw_dealer_from_seed(match, context, commit_shuffle(context, match_seed).seed)


def _draw_dealer_from_seed(match: Match, context: ShuffleContext, seed: str) -> DealerDrawn:
    return draw_dealer(match.pack, match.seats, match.game.ranking, HashRandom(derive_shuffle_key(context, seed)))


def add_match_fairness(record: Record, match_seed: int, shuffle_word: str, *, is_dealer_drawn: bool) -> Record:
    """Return the record of a match before its first deal, with the players' word.

    With the seal, seed and salt of the draw too if there was one: a draw is over when it is seen.
    """
    context = ShuffleContext(record.game_id, DEALER_DRAW_NUMBER, shuffle_word)
    draw = commit_shuffle(context, match_seed) if is_dealer_drawn else None
    fairness = msgspec.to_builtins(MatchFairness(shuffle_word, draw))
    return replace(record, extra={**record.extra, FAIRNESS_KEY: fairness}) if fairness else record


def get_shuffle_word(record: Record) -> str:
    """Return the players' word; empty if it is damaged."""
    fairness = _read_match_fairness(record)
    return fairness.word if fairness is not None else ""


def create_next_deal(record: Record, match: Match, match_seed: int, key: str = "") -> DealRecord:
    """Return the next deal without actions; its pack follows from ``match_seed`` and the players' word.

    ``key``: that of a deal code, from which the pack follows instead; "" for none. ``match``: the state after
    ``record``.
    """
    deal_number = len(record.deals) + 1
    if key:
        commitment = ShuffleCommitment(key=key)
    else:
        context = _get_context(record, deal_number)
        commitment = commit_shuffle(context, match_seed)
        key, commitment = derive_shuffle_key(context, commitment.seed), commitment.without_secrets
    pack = shuffle_pack(match.pack, HashRandom(key))
    return DealRecord(match.dealer, pack, extra={FAIRNESS_KEY: msgspec.to_builtins(commitment)})


def get_commitment(deal: DealRecord) -> str | None:
    """Return the seal of a deal; "" if a deal code gave the pack, None if there is neither or it is damaged."""
    commitment = _read_commitment(deal)
    return commitment.seal if commitment is not None and (commitment.seal or commitment.key) else None


def reveal_secrets(record: Record, match_seed: int) -> Record:
    """Return the record with the seeds and salts of its deals, which must all be over.

    Deals that do not come from ``match_seed`` stay as they are.
    """
    deals = tuple(
        _reveal_deal(deal, commit_shuffle(_get_context(record, deal_number), match_seed))
        for deal_number, deal in enumerate(record.deals, 1)
    )
    return replace(record, deals=deals)


def _get_context(record: Record, deal_number: int) -> ShuffleContext:
    return ShuffleContext(record.game_id, deal_number, get_shuffle_word(record))


def _reveal_deal(deal: DealRecord, commitment: ShuffleCommitment) -> DealRecord:
    # In a match that continues another record, the earlier deals do not come from this seed.
    if commitment.seal != get_commitment(deal):
        return deal
    revealed = {**deal.extra[FAIRNESS_KEY], "seed": commitment.seed, "salt": commitment.salt}
    return replace(deal, extra={**deal.extra, FAIRNESS_KEY: revealed})


def build_deal_proof(record: Record, match: Match, match_seed: int, deal_number: int) -> DealProof:
    """Return what may be shown of deal ``deal_number``, from 1, of a match that is played here.

    ``match``: the state after ``record``. For a deal in progress it is only the seal. Raise IndexError if there is no
    such deal.
    """
    context = _get_context(record, deal_number)
    deal = _reveal_deal(record.deals[deal_number - 1], commit_shuffle(context, match_seed))
    commitment = _read_commitment(deal) or ShuffleCommitment()
    if match.is_deal_in_progress and deal_number == len(record.deals):
        return DealProof(
            deal_number=deal_number, is_in_progress=True, commitment=commitment.without_secrets,
            shuffle_word=context.shuffle_word,
        )  # fmt: skip
    return _prove_deal(record, match, deal, deal_number)


def get_deal_code(record: Record, deal_number: int) -> str:
    """Return the deal code of a deal, from 1, of a record with its secrets; empty if they do not give its pack."""
    return _prove_deal(record, record.create_match(), record.deals[deal_number - 1], deal_number).deal_code


def _prove_deal(record: Record, match: Match, deal: DealRecord, deal_number: int) -> DealProof:
    context, commitment = _get_context(record, deal_number), _read_commitment(deal) or ShuffleCommitment()
    problem = _find_deal_problem(record, match.pack, deal, deal_number)
    deal_spec = DealSpec(
        game_id=record.game_id,
        preset=record.preset,
        options=record.options,
        seats=len(record.names),
        dealer=deal.dealer,
        key=commitment.key or derive_shuffle_key(context, commitment.seed),
    )
    return DealProof(
        deal_number=deal_number,
        is_in_progress=False,
        commitment=commitment,
        shuffle_word=context.shuffle_word,
        deal_code="" if problem else encode_deal(deal_spec),
        problem=problem,
    )


# -- a record --------------------------------------------------------------------------------------


def verify_record(record: Record) -> VerificationResult:
    """Return what the record proves, or its first fault. Raise RecordError if it cannot be played.

    A deal in progress is not verified. A record without a finished deal has a fault.
    """
    match = record.replay()
    finished_deals = record.deals[:-1] if match.is_deal_in_progress else record.deals
    problem = next(_iter_problems(record, match, finished_deals), None)
    if problem is not None:
        return VerificationResult(problem=problem)
    coded_deal_count, fairness = (
        sum(1 for deal in finished_deals if not get_commitment(deal)),
        _read_match_fairness(record),
    )
    is_dealer_draw_verified = fairness is not None and fairness.draw is not None
    return VerificationResult(
        verified_deal_count=len(finished_deals) - coded_deal_count,
        coded_deal_count=coded_deal_count,
        has_deal_in_progress=match.is_deal_in_progress,
        is_dealer_draw_verified=is_dealer_draw_verified,
    )


def _iter_problems(record: Record, match: Match, finished_deals: tuple[DealRecord, ...]) -> Iterator[Reason]:
    """Yield each fault with its place."""
    fairness = _read_match_fairness(record)
    if fairness is None:
        yield Reason("match_fairness_damaged")
    elif fairness.draw is not None and (problem := _find_draw_problem(record, match, fairness.draw)):
        yield Reason("problem_of_draw", {"fault": problem})
    for deal_number, deal in enumerate(finished_deals, 1):
        if problem := _find_deal_problem(record, match.pack, deal, deal_number):
            yield Reason("problem_of_deal", {"number": deal_number, "fault": problem})
    if not finished_deals:
        yield Reason("nothing_to_prove")


def _find_draw_problem(record: Record, match: Match, draw: ShuffleCommitment) -> Reason | None:
    context = _get_context(record, DEALER_DRAW_NUMBER)
    problem = _find_commitment_problem(context, draw)
    if problem:
        return problem
    drawn = _draw_dealer_from_seed(match, context, draw.seed)
    return None if drawn.dealer == record.first_dealer else Reason("other_dealer_drawn")


def _find_deal_problem(record: Record, pack: tuple[Card, ...], deal: DealRecord, deal_number: int) -> Reason | None:
    """Return the fault of a finished deal, or None."""
    commitment = _read_commitment(deal)
    if commitment is None:
        return Reason("deal_fairness_damaged")
    if commitment.key:
        is_same_pack = shuffle_pack(pack, HashRandom(commitment.key)) == deal.pack
        return None if is_same_pack else Reason("pack_not_of_code")
    context = _get_context(record, deal_number)
    problem = _find_commitment_problem(context, commitment)
    if problem:
        return problem
    is_same_pack = shuffle_pack(pack, HashRandom(derive_shuffle_key(context, commitment.seed))) == deal.pack
    return None if is_same_pack else Reason("pack_not_of_seed")


def _find_commitment_problem(context: ShuffleContext, commitment: ShuffleCommitment) -> Reason | None:
    if not commitment.seal:
        return Reason("not_sealed")
    if not commitment.seed or not commitment.salt:
        return Reason("not_revealed")
    return None if commitment.is_seal_of(context) else Reason("seal_does_not_fit")


# -- what a record says ----------------------------------------------------------------------------


def _read_match_fairness(record: Record) -> MatchFairness | None:
    """Return the part for the whole match; None if it is damaged, an empty one if it is missing.

    A word is damaged if `sanitize_line` would change it.
    """
    fairness = _read_fairness(record.extra, MatchFairness)
    return (
        fairness
        if fairness is not None and sanitize_line(fairness.word, MAX_SHUFFLE_WORD_CHARACTERS) == fairness.word
        else None
    )


def _read_commitment(deal: DealRecord) -> ShuffleCommitment | None:
    """Return the commitment of a deal; None if it is damaged, an empty one if it is missing."""
    return _read_fairness(deal.extra, ShuffleCommitment)


def _read_fairness(extra: dict[str, Any], fairness_type: type[T]) -> T | None:
    try:
        return msgspec.convert(extra.get(FAIRNESS_KEY, {}), fairness_type)
    except msgspec.ValidationError:
        return None
