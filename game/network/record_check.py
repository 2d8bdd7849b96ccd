"""The comparison of the log with the deals that are over and the record of the match, by replay."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from game.core.actions import LeaveMatch, VoteToEnd
from game.core.events import Event, PlayerLeft, VoteToEndCast
from game.core.messages import InputError, Reason
from game.core.phase import IllegalActionError
from game.match.assistance import ASSISTANCE_KEY
from game.match.match import Match
from game.match.record import FAIRNESS_KEY, DealRecord, Record, RecordError, decode_record
from game.network.deal_replay import (
    DealReplay,
    Moment,
    list_fair_messages,
    list_moments_before_cards,
    replay_deal,
)
from game.network.own_actions import OwnActions
from game.network.seen_match import Entry, SeenLog, digest_deal, make_digest
from game.network.shuffle_check import ShuffleCheck
from game.session.encoding import MessageError
from game.session.match_info import MatchInfo
from game.shuffling.commitments import MatchFairness, get_match_uid, verify_next_deal, verify_record

replace = msgspec.structs.replace


class RecordCheck:
    """The check of the deals that are over, each by itself, and of the whole record at the end of the match.

    ``report``: is called with the number of a deal and what the host did against the rules. ``is_dealer_drawn``,
    ``first_dealer``: see `HostCheck`. ``deals``: those that the host has shown as a whole, by number; ``data``: the
    record, once it is verified. ``replay``: of the last verified deal. ``misses_deals``: whether this guest came in the
    middle of the match, so that nothing is verified before the record has come.
    """

    def __init__(
        self, log: SeenLog, words: ShuffleCheck, actions: OwnActions, report: Callable[[int, Reason], None], *,
        is_dealer_drawn: bool, first_dealer: int | None,
    ) -> None:  # fmt: skip
        self.deals: dict[int, DealRecord] = {}
        self.data = b""
        self.replay: DealReplay | None = None
        self.misses_deals = False
        self._log = log
        self._words = words
        self._actions = actions
        self._report = report
        self._is_dealer_drawn = is_dealer_drawn
        self._first_dealer = first_dealer

    def take_deal(self, info: MatchInfo, number: int, data: bytes, later_events: tuple[Event, ...]) -> None:
        """Verify a deal that is over, if all deals before it are known; else the record of the match is awaited.

        ``later_events``: those that were seen of the last verified deal after it was over.
        """
        try:
            record = decode_record(data)
        except RecordError:
            self._report(number, Reason("host_other_cards"))
            return
        if len(record.deals) != 1:
            raise MessageError("not one deal")
        (deal,) = record.deals
        known = self.deals.setdefault(number, deal)
        if not _extends_deal(known, deal):
            self._report(number, Reason("host_other_cards"))
        elif self._check_header(info, record, number) and known is deal and not self.misses_deals:
            self._add_departures(info, later_events)
            self._verify_next_deal(info, deal)

    def take_record(self, info: MatchInfo, number: int, data: bytes) -> None:
        """Compare the record of the match, whose last deal is ``number``, with all that was seen.

        Verify it as `verify_record` does.
        """
        try:
            record = decode_record(data)
            problem = verify_record(record).problem
        except RecordError:
            self._report(number, Reason("host_other_record"))
            return
        is_same = self.data in (b"", data) and len(record.deals) == number
        known_deals = [self.deals.get(place, deal) for place, deal in enumerate(record.deals, 1)]
        if not is_same or not all(map(_extends_deal, known_deals, record.deals)):
            self._report(number, Reason("host_other_record"))
            return
        if not self._check_header(info, record, number):
            return
        if problem is not None and problem.code == "problem_of_deal":
            self._report(problem.values["number"], problem.values["fault"])
        elif problem is not None and problem.code != "nothing_to_prove":
            self._report(number, problem)
        self.replay = None
        if all(self._verify_next_deal(info, deal) for deal in record.deals):
            if self._actions.has_lost_departure([action for deal in record.deals for action in deal.actions]):
                self._report(number, Reason("host_lost_action"))
            self.data = data

    def _check_header(self, info: MatchInfo, record: Record, number: int) -> bool:
        """Compare all of a record but its deals with the data of the match. Return whether it is of this match.

        ``number``: of the last deal.
        """
        match, known_match = get_match_uid(record), self._log.seen.match
        if not match or known_match not in ("", match):
            self._report(number, Reason("host_other_record" if match else "words_missing"))
            return False
        self._log.change(match=match)
        first_deals = [self.deals[1]] if 1 in self.deals else record.deals[: number == 1]
        is_dealer_wrong = any(deal.dealer != record.first_dealer for deal in first_deals)
        if is_dealer_wrong or replace(record, deals=()) != self._make_record(info, record.first_dealer):
            self._report(number, Reason("host_other_record"))
        return True

    def _make_record(self, info: MatchInfo, first_dealer: int) -> Record:
        """Return the record of the match before its first deal, as this guest knows it."""
        fairness = MatchFairness(match=self._log.seen.match, is_dealer_drawn=self._is_dealer_drawn)
        assistance = msgspec.to_builtins(info.assistance)
        return Record(
            game_id=info.game_id, preset=info.preset, options=info.options,
            names=tuple(player.name for player in info.players), first_dealer=first_dealer,
            extra={ASSISTANCE_KEY: assistance, FAIRNESS_KEY: msgspec.to_builtins(fairness)},
        )  # fmt: skip

    def _verify_next_deal(self, info: MatchInfo, deal: DealRecord) -> bool:
        """Verify the deal after the last verified one; return whether it can be played."""
        if self.replay is not None:
            return self._verify_deal(info, self.replay.whole_record, self.replay.after, deal)
        try:
            record = self._make_record(info, deal.dealer)
            return self._verify_deal(info, record, record.create_match(), deal)
        except InputError:
            self._report(1, Reason("host_other_cards"))
            return False

    def _verify_deal(self, info: MatchInfo, record: Record, match: Match, deal: DealRecord) -> bool:
        """Verify a deal against its seal, its words and all that was shown; return whether it can be played.

        A fault that its file shows by itself comes first.
        """
        number, (own_seat,) = len(record.deals) + 1, info.seats
        try:
            fault = verify_next_deal(record, match, deal) or self._words.find_deal_fault(info, number, deal)
            self.replay = replay = replay_deal(record, match, deal, own_seat)
        except (InputError, IllegalActionError):
            self._report(number, Reason("host_other_cards"))
            return False
        if number == 1 and self._first_dealer not in (None, deal.dealer):
            fault = fault or Reason("host_other_dealer")
        fault = fault or self._find_false_entry(info, replay) or self._actions.find_fault(replay, own_seat)
        if fault is not None:
            self._report(number, fault)
        self._log.note_verified(number, deal)
        return True

    def _find_false_entry(self, info: MatchInfo, replay: DealReplay) -> Reason | None:
        """Return what was shown of a deal but is not true, or None."""
        number, deal, verified = replay.number, replay.deal, self._log.seen.verified.get(replay.number)
        actions = deal.actions if verified is None else deal.actions[: verified.action_count]
        if verified is not None and verified.digest != digest_deal(replace(deal, actions=actions)):
            return Reason("host_other_record")
        moments = {0: list_moments_before_cards(replay)} if number == 1 else {}
        moments[number] = replay.moments
        for entry in self._log.seen.entries:
            if entry.deal in moments and not _is_true(entry, moments[entry.deal], replay, info):
                return Reason("host_other_view" if entry.kind in ("status", "proof") else "host_other_cards")
        return None

    def _add_departures(self, info: MatchInfo, events: tuple[Event, ...]) -> None:
        """Verify the last verified deal once more, with the departures and votes that came after it."""
        if self.replay is not None:
            record, before, deal, _moments = self.replay
            actions = [
                LeaveMatch(event.seat) if isinstance(event, PlayerLeft) else VoteToEnd(event.seat)
                for event in events
                if isinstance(event, (PlayerLeft, VoteToEndCast))
            ]
            self._verify_deal(info, record, before, replace(deal, actions=(*deal.actions, *actions)))


def _is_true(entry: Entry, moments: Collection[Moment], replay: DealReplay, info: MatchInfo) -> bool:
    """Return whether a fair host shows this at a moment of its place; all before the first cards have one place."""
    return any(
        entry.digest == make_digest(message)
        for moment in moments
        if not entry.deal or len(moment.events) == entry.event_count
        for message in list_fair_messages(entry.kind, moment, replay, info)
    )


def _extends_deal(known: DealRecord, deal: DealRecord) -> bool:
    """Return whether ``deal`` is ``known``, perhaps with departures and votes that came after it."""
    count = len(known.actions)
    is_same = replace(deal, actions=deal.actions[:count]) == known
    return is_same and all(isinstance(action, (LeaveMatch, VoteToEnd)) for action in deal.actions[count:])
