"""The comparison of one deal with the log: it is replayed, and what was shown is compared with what a fair host shows.

docs/fairness.md says what a host may do. Everything that comes from it is as from a stranger's file.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from game.core.actions import Action, Deal, LeaveMatch, Timeout, VoteToEnd
from game.core.events import Event, ShuffleCommitted
from game.core.messages import InputError
from game.core.phase import IllegalActionError
from game.match.match import Match
from game.match.observation import find_dealt_cards, observe
from game.match.record import FAIRNESS_KEY, DealRecord, Record
from game.network.seen_match import ACCEPTED, EntryKind, SeenMatch, SeenShuffle, SentAction, is_round_open, make_digest
from game.session.host_connection import derive_status
from game.session.match_info import MatchInfo
from game.session.messages import SeatView, Turn
from game.shuffling.commitments import DealProof, derive_dealer_draw, get_commitment, prove_deal, verify_next_deal
from game.shuffling.joint_shuffle import find_round_fault
from game.shuffling.shuffle import SeatWord, ShuffleCommitment, ShuffleContext, WordRound, compute_word_commitment

HONEST_REFUSALS: Final = frozenset({"being_saved", "out_of_date", "match_over"})
"""The refusals of a legal action that can be true: the host was busy, or the action came too late."""
replace = msgspec.structs.replace


class HostFault(Exception):
    """A fault of the host: the reason or its code, and the deal, None for the present one."""


def expect(is_fair: object, code: str, deal: int | None = None) -> None:
    """Raise HostFault if something is not as a fair host shows it."""
    if not is_fair:
        raise HostFault(code, deal)


class Moment(NamedTuple):
    """The match after the deal of the cards or an ``action``.

    ``events``: of the deal so far, masked for the seat.
    """

    match: Match
    turn: Turn
    events: tuple[Event, ...] = ()
    action: Action | None = None


class DealReplay(NamedTuple):
    """A deal and its moments. ``record``: of the match, with the deals before it; ``before``: the match without it."""

    record: Record
    before: Match
    deal: DealRecord
    moments: tuple[Moment, ...]

    @property
    def number(self) -> int:
        """The number of the deal, from 1."""
        return len(self.record.deals) + 1

    @property
    def last(self) -> Moment:
        """The moment after the last action."""
        return self.moments[-1]


def verify_deal(seen: SeenMatch, record: Record, match: Match, deal: DealRecord, info: MatchInfo) -> DealReplay:
    """Compare the deal after those of ``record``, which leads on from ``match``, with its proof and all that was seen.

    A fault that its file shows by itself comes first. Raise HostFault.
    """
    number, seat = len(record.deals) + 1, info.own_seat
    try:
        fault = verify_next_deal(record, match, deal)
        replay = _replay_deal(record, match, deal, seat)
    except (InputError, IllegalActionError):
        raise HostFault("host_other_cards", number) from None
    if fault is not None:
        raise HostFault(fault, number)
    expect(deal.dealer == match.dealer, "host_other_record", number)
    commitment = msgspec.convert(deal.extra[FAIRNESS_KEY], ShuffleCommitment)
    check_shuffle(seen, info, ShuffleContext(info.game_id, number, match_uid=seen.match), commitment)
    _check_entries(seen, replay, info)
    check_actions(seen, replay, seat)
    return replay


def _replay_deal(record: Record, match: Match, deal: DealRecord, seat: int | None) -> DealReplay:
    """Return the deal that follows those of ``record`` and leads on from ``match``, as ``seat`` sees it.

    Raise IllegalActionError if the pack or an action is illegal.
    """
    before, number, turn_count, moments = match, len(record.deals) + 1, 0, list[Moment]()
    events: tuple[Event, ...] = (ShuffleCommitted(number, get_commitment(deal) or ""),)
    actions: tuple[Action | None, ...] = (None, *deal.actions)
    for action in actions:
        step = match.apply(action or Deal(deal.pack))
        match, events = step.match, (*events, *(event.seen_by(seat) for event in step.events))
        turn_count += action is not None and not isinstance(action, (LeaveMatch, VoteToEnd))
        moments.append(Moment(match, (number, turn_count), events, action))
    return DealReplay(record, before, deal, tuple(moments))


# -- what was shown


def _check_entries(seen: SeenMatch, replay: DealReplay, info: MatchInfo) -> None:
    """Compare what was shown in a deal, or before the first one."""
    moments = {replay.number: replay.moments}
    if replay.number == 1:
        moments[0] = _list_moments_before_cards(replay)
    for entry in seen.entries:
        fair_digests = (
            make_digest(shown)
            for moment in moments.get(entry.deal, ())
            if len(moment.events) == entry.event_count
            for shown in _list_fair_values(entry.kind, moment, replay, info)
        )
        code = "host_other_view" if entry.kind in ("status", "proof") else "host_other_cards"
        expect(entry.deal not in moments or entry.digest in fair_digests, code, replay.number)


def _list_moments_before_cards(first_deal: DealReplay) -> tuple[Moment, ...]:
    """Return the moments before the first deal: before the draw of the dealer, at the draw, and after it."""
    match, draw = first_deal.before, derive_dealer_draw(first_deal.record, first_deal.deal)
    if draw is None:
        return (Moment(match, (0, 0)),)
    return Moment(replace(match, first_dealer=0), (0, 0)), Moment(match, (0, 0), (draw,)), Moment(match, (0, 0))


def _list_fair_values(kind: EntryKind, moment: Moment, replay: DealReplay, info: MatchInfo) -> list[Any]:
    """Return what a fair host may show, without what does not follow from the match."""
    match, seat = moment.match, info.own_seat
    if kind == "status":
        people = tuple(number for number, player in enumerate(info.players) if player.is_person)
        status = derive_status(match, people, info.assistance)
        return [status, replace(status, is_between_deals=match.needs_deal)]
    if kind == "proof":
        proof = prove_deal(replay.record, replay.before, replay.deal, replay.number)
        if match.is_deal_in_progress:
            commitment = proof.commitment.without_secrets
            proof = DealProof(deal_number=replay.number, is_in_progress=True, commitment=commitment)
        return [proof]
    dealt = find_dealt_cards(match.phase, moment.events, replay.deal.pack, seat)
    view = SeatView(seat, replace(observe(match, seat), results=()), moment.events, dealt)
    return [(moment.turn, view, match.results)]


# -- the own actions


def check_actions(seen: SeenMatch, replay: DealReplay, seat: int | None) -> None:
    """Compare the actions of ``seat`` in a deal with those that this program has sent.

    The host may have a reason for others: the time was up, the person has left, or the program was away at a table
    without a turn timer, where the owner may let a computer play. Of those from before the log, and of verified ones,
    only the answers are looked at.
    """
    number, known, played = replay.number, seen.deals.get(replay.number), list[tuple[Turn, str]]()
    verified_count = known.action_count if known is not None and known.is_verified else 0
    live_counts = {entry.event_count for entry in seen.entries if entry.deal == number and entry.kind == "step"}
    for place, (before, moment) in enumerate(pairwise(replay.moments), 1):
        match, action, turn = before.match, moment.action, before.turn
        if action is None or action.seat != seat or isinstance(action, Timeout):
            continue
        played.append((turn, str(action)))
        sent_for_it = [sent for sent in seen.sent if sent.is_action(turn, str(action))]
        is_away = not match.options.has_turn_clock and len(moment.events) not in live_counts
        is_of_host = is_away or seat in (match.auto_play_seat, *match.departed_seats)
        is_excused = is_of_host and not isinstance(action, (LeaveMatch, VoteToEnd))
        is_new = place > verified_count and (number, len(before.events)) >= seen.begins_at
        is_asked = not is_excused if is_new else bool(sent_for_it)
        is_fair = not is_asked or any(sent.can_be_taken for sent in sent_for_it)
        expect(is_fair, "host_acted_for_you", number)
    for sent in seen.sent:
        if sent.turn[0] == number and not sent.is_beside_turn:
            is_played, is_refused = (sent.turn, sent.text) in played, not sent.can_be_taken
            expect(is_played or sent.answer != ACCEPTED, "host_lost_action", number)
            is_false = is_refused and sent.answer not in HONEST_REFUSALS and _was_legal(replay, sent, seat)
            expect(not is_false, "host_refused_action", number)


def _was_legal(replay: DealReplay, sent: SentAction, seat: int | None) -> bool:
    """Return whether an action was legal at all moments of the turn it was meant for, and the seat played by itself."""
    matches = [moment.match for moment in replay.moments if moment.turn == sent.turn]
    return bool(matches) and all(
        match.turn == seat
        and seat not in (*match.departed_seats, match.auto_play_seat)
        and sent.text in [str(action) for action in match.legal_actions()]
        for match in matches
    )


# -- the shuffle


def check_shuffle(seen: SeenMatch, info: MatchInfo, context: ShuffleContext, commitment: ShuffleCommitment) -> None:
    """Compare the seal and the rounds of a shuffle with those that were shown before, and with its rules."""
    seal, rounds, number, own_seat = commitment.seal, commitment.rounds, context.deal_number, info.own_seat
    shuffle = seen.shuffles.get(number, SeenShuffle(seal))
    expect(seal == shuffle.seal, "host_second_seal", number)
    expect(rounds, "words_missing", number)
    shown = rounds[: len(shuffle.rounds)]
    is_kept = [*map(_hide_words, shown)] == [*map(_hide_words, shuffle.rounds)]
    is_kept = is_kept and (not shuffle.is_complete or rounds == shuffle.rounds)
    expect(is_kept and len(rounds) >= len(shuffle.own_words), "host_other_words", number)
    for place, words in enumerate(rounds):
        seats = [word.seat for word in words]
        expect(seats == sorted({*seats} & {*range(len(info.players))}), "host_other_words", number)
        own_word = seen.find_own_word(number, place)
        own_commitment = next((word.commitment for word in words if word.seat == own_seat), "")
        # another program can have contributed for the seat if the log begins in the middle of the shuffle
        was_asked = len(shuffle.rounds) <= place < len(shuffle.own_words) or seen.begins_at[0] < number - 1
        is_own = not was_asked
        if own_word and own_seat is not None:
            is_own = own_commitment == compute_word_commitment(context, seal, own_seat, own_word)
        expect(is_own or not own_commitment, "host_other_words", number)
    if is_round_open(rounds[-1]):
        code = find_round_fault(context, seal, rounds)
        expect(not code, code, number)


def _hide_words(words: WordRound) -> WordRound:
    return tuple(SeatWord(word.seat, word.commitment) for word in words)
