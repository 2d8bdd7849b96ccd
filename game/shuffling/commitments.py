"""Commitments to shuffles in a record, under the key "fairness", and their verification (docs/fairness.md).

The seal of a deal is written with the deal. Its seed and salt stay secret until the deal is over; `reveal_secrets`
adds them to a record that leaves the program. In a joint match (version 2 of the seal) all people contribute words to
each shuffle, see `game.shuffling.joint_shuffle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from game.core.actions import Action, Deal, LeaveMatch, Play, VoteToEnd
from game.core.cards import Card
from game.core.events import DealerDrawn
from game.core.messages import Reason
from game.core.sanitizer import sanitize_line
from game.match.match import Match
from game.match.record import FAIRNESS_KEY, DealRecord, Record
from game.match.setup import MAX_SHUFFLE_WORD_CHARACTERS
from game.shuffling.deal_codes import DealSpec, encode_deal
from game.shuffling.joint_shuffle import find_round_fault
from game.shuffling.shuffle import (
    DEALER_DRAW_NUMBER,
    MATCH_UID_HEX_DIGITS,
    HashRandom,
    ShuffleCommitment,
    ShuffleContext,
    WordRound,
    commit_shuffle,
    compute_seal,
    derive_dealer_key,
    derive_match_uid,
    derive_timeout_key,
    draw_dealer,
    shuffle_pack,
)

replace = msgspec.structs.replace
T = TypeVar("T")
MatchUid = Annotated[str, msgspec.Meta(pattern=rf"\A([0-9a-f]{{{MATCH_UID_HEX_DIGITS}}})?\Z")]


class MatchFairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a record for the whole match: the players' ``word``, and the ``draw`` of the first dealer.

    ``match``: the id of a match with version 2 of the seal, "" with version 1; ``is_dealer_drawn``: in version 2,
    whether the first dealer follows from the key of the first deal.
    """

    word: str = ""
    draw: ShuffleCommitment | None = None
    match: MatchUid = ""
    is_dealer_drawn: bool = False


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
    return _draw_dealer(match, commit_shuffle(context, match_seed).derive_key(context))


def _draw_dealer(match: Match, key: str) -> DealerDrawn:
    return draw_dealer(match.pack, match.seats, match.game.ranking, HashRandom(key))


def add_match_fairness(record: Record, match_seed: int, shuffle_word: str, *, is_dealer_drawn: bool) -> Record:
    """Return the record of a match before its first deal, with the players' word.

    With the seal, seed and salt of the draw too if there was one: a draw is over when it is seen.
    """
    context = ShuffleContext(record.game_id, DEALER_DRAW_NUMBER, shuffle_word)
    draw = commit_shuffle(context, match_seed) if is_dealer_drawn else None
    fairness = MatchFairness(shuffle_word, draw)
    return record if fairness == MatchFairness() else _add_fairness(record, fairness)


def add_joint_fairness(record: Record, match_seed: int, *, is_dealer_drawn: bool) -> Record:
    """Return the record of a match before its first deal, to whose shuffles all people contribute."""
    return _add_fairness(record, MatchFairness(match=derive_match_uid(match_seed), is_dealer_drawn=is_dealer_drawn))


def _add_fairness(record: Record, fairness: MatchFairness) -> Record:
    return replace(record, extra={**record.extra, FAIRNESS_KEY: msgspec.to_builtins(fairness)})


def get_match_uid(record: Record) -> str:
    """Return the id of a match with version 2 of the seal; "" if it has version 1, or if it is damaged."""
    return _get_context(record, 0).match_uid


def get_shuffle_word(record: Record) -> str:
    """Return the players' word; empty if it is damaged."""
    return _get_context(record, 0).shuffle_word


def seal_next_deal(record: Record, match_seed: int) -> tuple[ShuffleContext, str]:
    """Return the context of the next deal of a joint match, and the host's seal; always the same for a deal."""
    context = _get_context(record, len(record.deals) + 1)
    return context, commit_shuffle(context, match_seed).seal


def list_late_seats(record: Record) -> set[int]:
    """Return the seats that did not open a word in an earlier deal; they contribute no more words in this match."""
    return {seat for deal in record.deals for seat in _list_late_seats(deal)}


def _list_late_seats(deal: DealRecord) -> set[int]:
    return {*(_read_commitment(deal) or ShuffleCommitment()).late_seats}


def draw_joint_dealer(record: Record, match: Match, match_seed: int, words: WordRound) -> DealerDrawn | None:
    """Return the draw of the first dealer that follows from the words for the first deal of a joint match.

    None if the players agreed on the dealer, or have dealt already. ``match``: the state after ``record``.
    """
    context = _get_context(record, 1)
    commitment = replace(commit_shuffle(context, match_seed), rounds=(words,))
    return None if record.deals else _draw_joint_dealer(record, match, commitment.derive_key(context))


def derive_dealer_draw(record: Record, first_deal: DealRecord) -> DealerDrawn | None:
    """Return the draw of the first dealer that follows from the first deal of a joint match, with its secrets.

    None if the players agreed on the dealer. ``record``: of the match.
    """
    return _draw_joint_dealer(record, record.create_match(), _derive_key(record, first_deal, 1))


def _draw_joint_dealer(record: Record, match: Match, key: str) -> DealerDrawn | None:
    fairness = _read_match_fairness(record)
    is_drawn = fairness is not None and fairness.is_dealer_drawn
    return _draw_dealer(match, derive_dealer_key(key)) if is_drawn else None


def create_next_deal(
    record: Record, match: Match, match_seed: int, key: str = "", rounds: tuple[WordRound, ...] = ()
) -> DealRecord:
    """Return the next deal without actions; its pack follows from ``match_seed`` and the players' words.

    ``key``: that of a deal code, from which the pack follows instead; "" for none. ``rounds``: the words for this deal
    of a joint match. ``match``: the state after ``record``.
    """
    deal_number = len(record.deals) + 1
    if key:
        commitment = ShuffleCommitment(key=key)
    else:
        context = _get_context(record, deal_number)
        commitment = replace(commit_shuffle(context, match_seed), rounds=rounds)
        key, commitment = commitment.derive_key(context), commitment.without_secrets
    pack = shuffle_pack(match.pack, HashRandom(key))
    # As if it were read again, with lists: a stored deal is equal to the one that was made.
    fairness = msgspec.json.decode(msgspec.json.encode(commitment))
    return DealRecord(match.dealer, pack, extra={FAIRNESS_KEY: fairness})


def choose_timeout_play(record: Record, match: Match, match_seed: int) -> Play:
    """Return the random card after a timeout in a joint match; it follows from the key of the deal.

    ``match``: the state after ``record``.
    """
    deal_number = len(record.deals)
    deal = _reveal_deal(record, match_seed, deal_number)
    return _choose_play_with_key(match, _derive_key(record, deal, deal_number), deal.actions)


def _choose_play_with_key(match: Match, key: str, earlier_actions: Sequence[Action]) -> Play:
    """Return the card that the key gives; leaving and votes do not count, so that nobody can change it by them."""
    turn_number = sum(1 for action in earlier_actions if not isinstance(action, (LeaveMatch, VoteToEnd)))
    order = {card: place for place, card in enumerate(match.pack)}
    plays = [action for action in match.legal_actions() if isinstance(action, Play)]
    plays.sort(key=lambda play: order[play.card])
    return plays[HashRandom(derive_timeout_key(key, turn_number)).randrange(len(plays))]


def get_commitment(deal: DealRecord) -> str | None:
    """Return the seal of a deal; "" if a deal code gave the pack, None if there is neither or it is damaged."""
    commitment = _read_commitment(deal)
    return commitment.seal if commitment is not None and (commitment.seal or commitment.key) else None


def remove_secret_deal(record: Record) -> Record:
    """Return the record without a last deal that is in progress, unless its secrets are public: it was given up.

    Raise RecordError as `Record.replay`.
    """
    return record if record.deals and _is_revealed(record.deals[-1]) else record.without_deal_in_progress()


def _is_revealed(deal: DealRecord) -> bool:
    commitment = _read_commitment(deal)
    return commitment is not None and bool(commitment.seed and commitment.salt)


def reveal_secrets(record: Record, match_seed: int) -> Record:
    """Return the record with the seeds and salts of its deals, which must all be over.

    Deals that do not come from ``match_seed`` stay as they are.
    """
    numbers = range(1, len(record.deals) + 1)
    return replace(record, deals=tuple(_reveal_deal(record, match_seed, number) for number in numbers))


def reveal_deal(record: Record, match_seed: int, deal_number: int) -> Record:
    """Return the record with only deal ``deal_number``, from 1, which must be over, with its seed and salt."""
    return replace(record, deals=(_reveal_deal(record, match_seed, deal_number),))


def _get_context(record: Record, deal_number: int) -> ShuffleContext:
    fairness = _read_match_fairness(record) or MatchFairness()
    return ShuffleContext(record.game_id, deal_number, fairness.word, fairness.match)


def _derive_key(record: Record, deal: DealRecord, deal_number: int) -> str:
    """Return the key of the shuffle of a deal with its secrets."""
    return (_read_commitment(deal) or ShuffleCommitment()).derive_key(_get_context(record, deal_number))


def _reveal_deal(record: Record, match_seed: int, deal_number: int) -> DealRecord:
    deal, secret = record.deals[deal_number - 1], commit_shuffle(_get_context(record, deal_number), match_seed)
    # In a match that continues another record, the earlier deals do not come from this seed.
    if secret.seal != get_commitment(deal):
        return deal
    revealed = {**deal.extra[FAIRNESS_KEY], "seed": secret.seed, "salt": secret.salt}
    return replace(deal, extra={**deal.extra, FAIRNESS_KEY: revealed})


def build_deal_proof(record: Record, match: Match, match_seed: int, deal_number: int) -> DealProof:
    """Return what may be shown of deal ``deal_number``, from 1, of a match that is played here.

    ``match``: the state after ``record``. For a deal in progress it is only the seal. Raise IndexError if there is no
    such deal.
    """
    deal = _reveal_deal(record, match_seed, deal_number)
    if match.is_deal_in_progress and deal_number == len(record.deals):
        commitment = _read_commitment(deal) or ShuffleCommitment()
        return DealProof(
            deal_number=deal_number, is_in_progress=True, commitment=commitment.without_secrets,
            shuffle_word=get_shuffle_word(record),
        )  # fmt: skip
    return prove_deal(record, match, deal, deal_number)


def get_deal_code(record: Record, deal_number: int) -> str:
    """Return the deal code of a deal, from 1, of a record with its secrets; empty if they do not give its pack."""
    return prove_deal(record, record.create_match(), record.deals[deal_number - 1], deal_number).deal_code


def prove_deal(record: Record, match: Match, deal: DealRecord, deal_number: int) -> DealProof:
    """Return the proof of a deal that is over, with its secrets. ``match``: any state of the match."""
    context, commitment = _get_context(record, deal_number), _read_commitment(deal) or ShuffleCommitment()
    problem = _find_deal_problem(record, match.pack, deal, deal_number)
    deal_spec = DealSpec(
        game_id=record.game_id,
        preset=record.preset,
        options=record.options,
        seats=len(record.names),
        dealer=deal.dealer,
        key=commitment.key or commitment.derive_key(context),
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

    A deal in progress is not verified, unless it was given up and is public. A record without another deal has a fault.
    """
    matches = _list_matches(record)
    has_deal_in_progress = matches[-1].is_deal_in_progress and not _is_revealed(record.deals[-1])
    finished_deals = record.deals[:-1] if has_deal_in_progress else record.deals
    problem = next(_iter_problems(record, matches, finished_deals), None)
    if problem is not None:
        return VerificationResult(problem=problem)
    coded_deal_count = sum(1 for deal in finished_deals if not get_commitment(deal))
    fairness = _read_match_fairness(record) or MatchFairness()
    return VerificationResult(
        verified_deal_count=len(finished_deals) - coded_deal_count,
        coded_deal_count=coded_deal_count,
        has_deal_in_progress=has_deal_in_progress,
        is_dealer_draw_verified=fairness.is_dealer_drawn if fairness.match else fairness.draw is not None,
    )


def verify_next_deal(record: Record, match: Match, deal: DealRecord) -> Reason | None:
    """Return the fault of a finished deal that follows those of ``record``, or None; both with their secrets.

    ``match``: the state after ``record``. Raise IllegalActionError if the deal cannot be played.
    """
    problem = _find_deal_problem(record, match.pack, deal, len(record.deals) + 1)
    return problem or _find_joint_problem(record, match, deal, len(record.deals) + 1, list_late_seats(record))


def _list_matches(record: Record) -> list[Match]:
    """Return the match before each deal, and after the last action."""
    matches = [record.create_match()]
    for action, step in record.iter_steps():
        if isinstance(action, Deal):
            matches.append(matches[-1])
        matches[-1] = step.match
    return matches


def _iter_problems(record: Record, matches: list[Match], finished_deals: tuple[DealRecord, ...]) -> Iterator[Reason]:
    """Yield each fault with its place. ``matches``: before each deal."""
    fairness = _read_match_fairness(record)
    if fairness is None:
        yield Reason("match_fairness_damaged")
    elif not fairness.match and fairness.draw is not None:
        problem = _find_draw_problem(record, record.create_match(), fairness.draw)
        if problem is not None:
            yield Reason("problem_of_draw", {"fault": problem})
    late_seats = set[int]()
    for deal_number, (match, deal) in enumerate(zip(matches, finished_deals, strict=False), 1):
        problem = _find_deal_problem(record, match.pack, deal, deal_number)
        problem = problem or _find_joint_problem(record, match, deal, deal_number, late_seats)
        if problem is not None:
            yield Reason("problem_of_deal", {"number": deal_number, "fault": problem})
        late_seats |= _list_late_seats(deal)
    if not finished_deals:
        yield Reason("nothing_to_prove")


def _find_draw_problem(record: Record, match: Match, draw: ShuffleCommitment) -> Reason | None:
    context = _get_context(record, DEALER_DRAW_NUMBER)
    problem = _find_commitment_problem(context, draw)
    if problem:
        return problem
    drawn = _draw_dealer(match, draw.derive_key(context))
    return None if drawn.dealer == record.first_dealer else Reason("other_dealer_drawn")


def _find_deal_problem(record: Record, pack: tuple[Card, ...], deal: DealRecord, deal_number: int) -> Reason | None:
    """Return the fault of a finished deal, or None."""
    commitment = _read_commitment(deal)
    if commitment is None:
        return Reason("deal_fairness_damaged")
    context = _get_context(record, deal_number)
    if commitment.key and not context.match_uid:
        is_same_pack = shuffle_pack(pack, HashRandom(commitment.key)) == deal.pack
        return None if is_same_pack else Reason("pack_not_of_code")
    problem = _find_commitment_problem(context, commitment)
    if problem:
        return problem
    if context.match_uid and (fault := find_round_fault(context, commitment.seal, commitment.rounds)):
        return Reason(fault)
    is_same_pack = shuffle_pack(pack, HashRandom(commitment.derive_key(context))) == deal.pack
    return None if is_same_pack else Reason("pack_not_of_seed")


def _find_joint_problem(
    record: Record, match: Match, deal: DealRecord, deal_number: int, late_seats: set[int]
) -> Reason | None:  # fmt: skip
    """Return the fault of what a joint match has besides its packs: contributors, first dealer, random cards.

    ``match``: the state before the deal. ``late_seats``: those that may not contribute any more.
    """
    if not get_match_uid(record):
        return None
    commitment = _read_commitment(deal) or ShuffleCommitment()
    first_round = commitment.rounds[0] if commitment.rounds else ()
    seats = {word.seat for word in first_round}
    if not seats <= set(range(len(record.names))) or seats & late_seats:
        return Reason("rounds_not_allowed")
    drawn = derive_dealer_draw(record, deal) if deal_number == 1 else None
    if drawn is not None and drawn.dealer != record.first_dealer:
        return Reason("other_dealer_drawn")
    key = _derive_key(record, deal, deal_number)
    match = match.apply(Deal(deal.pack)).match
    for place, action in enumerate(deal.actions):
        is_forced = match.auto_play_seat is not None and isinstance(action, Play)
        if is_forced and action != _choose_play_with_key(match, key, deal.actions[:place]):
            return Reason("timeout_card_not_of_key", {"action": place + 1})
        match = match.apply(action).match
    return None


def _find_commitment_problem(context: ShuffleContext, commitment: ShuffleCommitment) -> Reason | None:
    if not commitment.seal:
        return Reason("not_sealed")
    if not commitment.seed or not commitment.salt:
        return Reason("not_revealed")
    expected_seal = compute_seal(context, commitment.seed, commitment.salt)
    return None if commitment.seal == expected_seal else Reason("seal_does_not_fit")


# -- what a record says ----------------------------------------------------------------------------


def _read_match_fairness(record: Record) -> MatchFairness | None:
    """Return the part for the whole match; None if it is damaged, an empty one if it is missing.

    A word is damaged if `sanitize_line` would change it.
    """
    fairness = _read_fairness(record.extra, MatchFairness)
    is_word_valid = fairness is None or sanitize_line(fairness.word, MAX_SHUFFLE_WORD_CHARACTERS) == fairness.word
    return fairness if is_word_valid else None


def _read_commitment(deal: DealRecord) -> ShuffleCommitment | None:
    """Return the commitment of a deal; None if it is damaged, an empty one if it is missing."""
    return _read_fairness(deal.extra, ShuffleCommitment)


def _read_fairness(extra: dict[str, Any], fairness_type: type[T]) -> T | None:
    try:
        return msgspec.convert(extra.get(FAIRNESS_KEY, {}), fairness_type)
    except msgspec.ValidationError:
        return None
