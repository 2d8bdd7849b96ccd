"""What a record says about its shuffles under the key "fairness", and whether it is true (docs/fairness.md).

The seal of a deal is written with the deal. Its seed and salt stay with the match's own seed until the deal is
over; `reveal_secrets` puts them into what leaves the program.
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
    """What a record says for all its deals: the players' own ``word``, and the ``draw`` for the first deal."""

    word: str = ""
    draw: ShuffleCommitment | None = None


class DealProof(msgspec.Struct, frozen=True, kw_only=True):
    """What can be shown of one deal: of an open one its ``commitment`` without the secrets.

    ``problem``: what does not hold; ``deal_code``: what starts the same deal elsewhere.
    """

    deal_number: int
    is_in_progress: bool
    commitment: ShuffleCommitment = ShuffleCommitment()
    shuffle_word: str = ""
    deal_code: str = ""
    problem: Reason | None = None


class VerificationResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a record proves.

    ``verified_deal_count``: so many deals were committed to and hold; ``coded_deal_count``: so many come from a deal
    code; ``has_deal_in_progress``: one is still open.

    ``problem``: the first thing that does not hold, with its deal; None if all does.
    """

    verified_deal_count: int = 0
    coded_deal_count: int = 0
    has_deal_in_progress: bool = False
    is_dealer_draw_verified: bool = False
    problem: Reason | None = None


# -- a match that is played ------------------------------------------------------------------------


def draw_first_dealer(match: Match, match_seed: int, shuffle_word: str) -> DealerDrawn:
    """The draw for the first deal of a match; who deals first in ``match`` itself does not matter."""
    context = ShuffleContext(match.game_id, DEALER_DRAW_NUMBER, shuffle_word)
    return _draw_dealer_from_seed(match, context, commit_shuffle(context, match_seed).seed)


def _draw_dealer_from_seed(match: Match, context: ShuffleContext, seed: str) -> DealerDrawn:
    return draw_dealer(match.pack, match.seats, match.game.ranking, HashRandom(derive_shuffle_key(context, seed)))


def add_match_fairness(record: Record, match_seed: int, shuffle_word: str, *, is_dealer_drawn: bool) -> Record:
    """The record of a match before its first deal, with the players' word; with what the draw came from, if there was
    one: it is over when it is seen."""
    context = ShuffleContext(record.game_id, DEALER_DRAW_NUMBER, shuffle_word)
    draw = commit_shuffle(context, match_seed) if is_dealer_drawn else None
    fairness = msgspec.to_builtins(MatchFairness(shuffle_word, draw))
    return replace(record, extra={**record.extra, FAIRNESS_KEY: fairness}) if fairness else record


def get_shuffle_word(record: Record) -> str:
    """The players' own word; a damaged one is none."""
    fairness = _read_match_fairness(record)
    return fairness.word if fairness is not None else ""


def create_next_deal(record: Record, match: Match, match_seed: int, key: str = "") -> DealRecord:
    """The deal that comes next; its pack follows from the ``match_seed``, or from the ``key`` of a deal code."""
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
    """The seal of a deal: empty if a deal code gave the pack, None if it says nothing of that."""
    commitment = _read_commitment(deal)
    return commitment.seal if commitment is not None and (commitment.seal or commitment.key) else None


def reveal_secrets(record: Record, match_seed: int) -> Record:
    """The record with the seeds and salts of its deals, which must all be over: what may leave the program then."""
    deals = tuple(
        _reveal_deal(deal, commit_shuffle(_get_context(record, deal_number), match_seed))
        for deal_number, deal in enumerate(record.deals, 1)
    )
    return replace(record, deals=deals)


def _get_context(record: Record, deal_number: int) -> ShuffleContext:
    return ShuffleContext(record.game_id, deal_number, get_shuffle_word(record))


def _reveal_deal(deal: DealRecord, commitment: ShuffleCommitment) -> DealRecord:
    # Of a match that goes on from somebody else's record, the deals before are not this seed's.
    if commitment.seal != get_commitment(deal):
        return deal
    revealed = {**deal.extra[FAIRNESS_KEY], "seed": commitment.seed, "salt": commitment.salt}
    return replace(deal, extra={**deal.extra, FAIRNESS_KEY: revealed})


def build_deal_proof(record: Record, match: Match, match_seed: int, deal_number: int) -> DealProof:
    """What may be shown of deal ``deal_number`` of a match that is played here, from 1 to the last one."""
    context = _get_context(record, deal_number)
    deal = _reveal_deal(record.deals[deal_number - 1], commit_shuffle(context, match_seed))
    commitment = _read_commitment(deal) or ShuffleCommitment()
    if match.is_deal_in_progress and deal_number == len(record.deals):
        return DealProof(
            deal_number=deal_number, is_in_progress=True, commitment=commitment.without_secrets,
            shuffle_word=context.shuffle_word,
        )  # fmt: skip
    problem = _find_deal_problem(record, match.pack, deal, deal_number)
    key = commitment.key or derive_shuffle_key(context, commitment.seed)
    deal_spec = DealSpec(
        game_id=record.game_id,
        preset=record.preset,
        options=record.options,
        seats=len(record.names),
        dealer=deal.dealer,
        key=key,
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
    """What the record proves. RecordError if it cannot be played."""
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
    """What does not hold, one after the other, each with its place."""
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
    """What does not hold of a deal that is over; None if all does."""
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
    """What it says of all its deals, None if that is damaged; a word is one line that `sanitize_line` leaves as it
    is."""
    fairness = _read_fairness(record.extra, MatchFairness)
    return (
        fairness
        if fairness is not None and sanitize_line(fairness.word, MAX_SHUFFLE_WORD_CHARACTERS) == fairness.word
        else None
    )


def _read_commitment(deal: DealRecord) -> ShuffleCommitment | None:
    """What it says of a deal, None if that is damaged."""
    return _read_fairness(deal.extra, ShuffleCommitment)


def _read_fairness(extra: dict[str, Any], fairness_type: type[T]) -> T | None:
    try:
        return msgspec.convert(extra.get(FAIRNESS_KEY, {}), fairness_type)
    except msgspec.ValidationError:
        return None
