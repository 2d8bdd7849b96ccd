"""The check of a guest's program on its host: everything that it shows is compared with everything else.

What the host shows goes into one log (`game.network.seen_match`). A message is compared with what is known at once.
When a deal is over it is replayed, and all that was shown of it is compared with what a fair host shows
(`game.network.deal_check`). docs/fairness.md says what is checked, and what no program of a guest can know.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap

import msgspec

from game.core.events import Event, ShuffleCommitted
from game.core.messages import Reason
from game.match.assistance import ASSISTANCE_KEY
from game.match.match import Match
from game.match.record import FAIRNESS_KEY, DealRecord, Record, RecordError, decode_record
from game.network.deal_check import DealReplay, HostFault, check_actions, check_shuffle, expect, verify_deal
from game.network.lobby import is_match_of_lobby
from game.network.messages import (
    PROTOCOL_VERSION,
    CommitWord,
    FinishedDeal,
    Lobby,
    OpenWord,
    Presence,
    RecordPart,
    SeatKey,
    SeatPresence,
    Shuffle,
    Welcome,
    list_rules_versions,
)
from game.network.seen_match import (
    ACCEPTED,
    EntryKind,
    SeenLog,
    SeenMatch,
    SeenShuffle,
    SentAction,
    is_round_listed,
    is_round_open,
    make_digest,
)
from game.session.encoding import MessageError
from game.session.match_info import MatchInfo
from game.session.messages import (
    STORAGE_ERROR,
    Answer,
    DeadlineMessage,
    FirstMessage,
    HostMessage,
    MatchStatus,
    ProofMessage,
    TransitionMessage,
    Turn,
)
from game.shuffling.commitments import MatchFairness, get_match_uid
from game.shuffling.shuffle import ShuffleCommitment, ShuffleContext, compute_word_commitment

replace = msgspec.structs.replace


class HostCheck:
    """The check of the host of one match.

    ``seen``: what an earlier run of the program saw. ``store``: saves it on the disk; words and actions are sent only
    afterwards. ``make_word``: returns a new word, 64 random hexadecimal digits. ``is_dealer_drawn``: whether the first
    dealer is drawn by lot, as in the first match of a table. ``first_dealer``: in a later match, the expected one;
    None if it is not known.
    ``fault``: the first thing that the host did against the rules, or None; after it nothing more is checked.
    ``late_words``: the words that were missing in the shuffles, as deal number and seat, in the order of the rounds.
    ``deals_without_word``: the deals to whose shuffle this guest did not contribute.
    """

    def __init__(
        self, seen: SeenMatch, store: Callable[[SeenMatch], None], make_word: Callable[[], str], *,
        is_dealer_drawn: bool = True, first_dealer: int | None = None,
    ) -> None:  # fmt: skip
        self.fault: Reason | None = None
        self.log = SeenLog(seen, store)
        self.late_words: tuple[tuple[int, int], ...] = ()
        self.deals_without_word: tuple[int, ...] = ()
        self._make_word = make_word
        self._is_dealer_drawn = is_dealer_drawn
        self._first_dealer = first_dealer
        self._lobby: Lobby | None = None
        self._own_seat: int | None = None
        self._is_watching = False
        self._info: MatchInfo | None = None
        self._status: MatchStatus | None = None
        self._proof_of = self._whole_proof_of = 0
        self._open_actions = dict[int, SentAction]()
        self._replay: DealReplay | None = None
        self._is_told = self._is_joining = self._is_given_up = self._has_deadline = self._has_record = False

    @property
    def next_dealer(self) -> int | None:
        """The first dealer of another match, once the record of this one is known."""
        match = None if self._replay is None else self._replay.last.match
        return match.dealer if match is not None and match.is_over else None

    @property
    def due(self) -> tuple[str, int] | None:
        """The next thing that the host must send: a deal that is over, the record, an answer to an action; or None."""
        if self.fault is not None or self._status is None or self._status.error:
            return None
        if self.log.is_deal_due:
            return "deal", self.log.turn[0]
        if self._is_ended and not self._has_record:
            return "record", 0
        return ("answer", min(self._open_actions)) if self._open_actions else None

    @property
    def _is_ended(self) -> bool:
        """Whether a match with a deal is over or given up, so that it has a record."""
        return self.log.turn[0] > 0 and (self.log.is_over or self._is_given_up)

    # -- what the client does

    def note_sent(self, number: int, turn: Turn, text: str) -> None:
        """Note and store an action before it is sent; ``number``: of its message."""
        self._open_actions[number] = SentAction(turn, text)
        self.log.note_sent(self._open_actions[number])

    def settle(self, number: int) -> None:
        """Note that the match has gone on, so that no answer to an action is awaited any more."""
        self._open_actions.pop(number, None)

    def begin_connection(self) -> None:
        """Note that a new connection begins: the host shows in it a lobby, or the present state of the match."""
        self._lobby, self._is_told = None, False

    def finish(self) -> None:
        """Report a match that is not over, or of which something is missing, although the host says that it is past.

        A person who has left gets no record of it, nor does a watcher who was away at its end.
        """
        is_due = not self.log.has_left and (self._is_told or not self._is_watching)
        if self._info is not None and is_due and not self._has_record:
            ending = "host_no_record" if self._is_ended else "host_went_back"
            self.report("host_no_deal" if self.log.is_deal_due else ending)

    def take_end(self) -> None:
        """Process the end of the table: the host has shown a match that was over when it was here as a whole."""
        if self._is_told and self._is_ended and (self._status is None or not self._status.error):
            self.finish()

    def report(self, fault: Reason | str, deal: int | None = None) -> None:
        """Name the host for a fault in a deal, the present one if none is given."""
        if self.fault is None:
            reason = Reason(fault) if isinstance(fault, str) else fault
            number = self.log.turn[0] if deal is None else deal
            self.fault = Reason("problem_of_deal", {"number": number, "fault": reason})

    # -- what the host sends

    def take(self, message: HostMessage) -> CommitWord | OpenWord | None:
        """Process a message of the host, and return this guest's word for the next shuffle if it is due.

        The record comes as one part.
        """
        try:
            return self._take(message) if self.fault is None else None
        except HostFault as fault:
            self.report(*fault.args)
            return None

    def _take(self, message: HostMessage) -> CommitWord | OpenWord | None:
        match message:
            case Welcome(protocol=protocol, game=game, rules_version=version, state=state):
                self._is_watching = state == "watching"
                expect((protocol, version) == (PROTOCOL_VERSION, list_rules_versions().get(game)), "host_other_table")
            case Lobby():
                self._lobby = message
            case SeatKey(seat=seat):
                self._own_seat = seat
            case FirstMessage():
                self._take_first(message)
            case TransitionMessage():
                self._take_step(message, self._get_info())
            case MatchStatus():
                self._status, self._is_given_up = message, self._is_given_up or message.is_given_up
                self._note_status()
            case DeadlineMessage(seconds_left=seconds):
                options, self._has_deadline = self._get_info().options, seconds is not None
                is_possible = seconds is None or (options.has_turn_clock and 0 <= seconds <= options.turn_seconds)
                expect(is_possible, "host_other_view")
            case Presence(people=people):  # this guest is there, and no computer plays for it
                own_seats = () if self._info is None else self._info.seats
                own = [person for person in people if person.seat in own_seats]
                expect(all(person == SeatPresence(person.seat) for person in own), "host_other_view")
            case Shuffle():
                return self._take_shuffle(message, self._get_info())
            case ProofMessage():
                self._take_proof(message, self._get_info())
            case Answer(number=number, reason=reason):
                self._take_answer(number, reason)
            case FinishedDeal(number=number, data=data):
                self._take_deal(number, data, self._get_info())
            case RecordPart(data=data, is_last=True):
                self._take_record(data, self._get_info())
        return None

    def _get_info(self) -> MatchInfo:
        if self._info is None or not self._is_told:
            raise MessageError("a message of the match before the first message")
        return self._info

    def _take_first(self, message: FirstMessage) -> None:
        """Process the present state of the match after a connection: it must not go back behind what was shown."""
        (view,), info, number, digest = message.views, message.info, message.turn[0], make_digest(message.info)
        expect(not self._is_told, "host_nonsense")  # it comes once in a connection
        earlier_events = self.log.events if number == self.log.turn[0] > 0 else ()  # the draw belongs to no deal
        is_behind = message.turn < self.log.turn or view.events[: len(earlier_events)] != earlier_events
        expect(not is_behind and self.log.seen.info in ("", digest), "host_went_back")
        self._check_table(info)
        if not self.log.seen.info:
            self.log.change(info=digest, begins_at=(number, len(view.events)))
        if number > self.log.turn[0]:
            self._replay = None  # of the deals in between not all was seen
        self._info, self._status, self._proof_of, self._whole_proof_of = info, None, 0, 0
        self._is_told, self._is_joining, self._has_deadline = True, True, False
        self._note_match("first", message, ())

    def _check_table(self, info: MatchInfo) -> None:
        """Compare the data of a match with each other, and with the lobby that was shown before in this connection."""
        lobby, own_seat, seat_count, seat = self._lobby, self._own_seat, len(info.players), info.own_seat
        if len(info.seats) > 1 or not (seat is None or 0 <= seat < seat_count):
            raise MessageError("not one seat")
        votes_needed, pack = min(info.options.exit_votes, seat_count), info.game.make_pack(info.options, seat_count)
        due = replace(info, pack=pack, votes_needed=votes_needed, shuffle_word="", daily_date="")
        is_person = self._is_watching if seat is None else info.players[seat].is_person and not self._is_watching
        is_agreed = info == due and is_person and own_seat in (None, seat)
        if lobby is not None:
            is_agreed = is_agreed and own_seat == seat and is_match_of_lobby(info, lobby)
        expect(is_agreed, "host_other_table")
        self._lobby, self._own_seat = None, seat

    def _take_step(self, message: TransitionMessage, info: MatchInfo) -> None:
        """Process an action: its events, and what the screen shows after it."""
        (view,), (number, _count), is_new = message.views, message.turn, message.turn[0] > self.log.turn[0]
        if message.is_undo or view.seat != info.own_seat:
            raise MessageError("an undo, or the view of another seat")
        earlier_events = () if is_new else self.log.events
        counts = self.log.revision + 1, len(earlier_events), len(self.log.results)
        is_next = self.log.turn <= message.turn < (self.log.turn[0] + 2, 0)
        is_next = is_next and (message.revision, message.event_count, message.result_count) == counts
        expect(is_next and not self._has_record and not self._is_given_up, "host_went_back")
        expect(self._proof_of == self.log.turn[0], "words_missing")
        expect(self._is_joining or self._status is not None, "host_other_view")
        self._note_status()
        kind: EntryKind = "step"
        if is_new:
            self._begin_deal(number, view.events, info)
        elif not self.log.can_happen(view.events, info, is_timer_shown=self._has_deadline):
            # perhaps a computer's action for an absent person, which was under way when the person came back
            expect(self._is_joining and not info.options.has_turn_clock, "host_acted_for_you")
            kind = "joined"
        self._is_joining = False
        self._note_match(kind, message, earlier_events)

    def _note_match(
        self, kind: EntryKind, message: FirstMessage | TransitionMessage, earlier_events: tuple[Event, ...]
    ) -> None:
        """Note what the screen shows after a message; in the first deal, the dealer must be the expected one."""
        self.log.note_match(kind, message, earlier_events)
        dealer = message.views[0].observation.dealer
        expect(self.log.turn[0] != 1 or self._first_dealer in (None, dealer), "host_other_dealer")

    def _note_status(self) -> None:
        """Note the status that is shown now, without what does not follow from the match."""
        if self._status is not None:
            error = "" if self._status.error == STORAGE_ERROR else self._status.error
            is_given_up = self._status.is_given_up and self.log.is_over  # a match that is over was not given up
            self.log.note("status", replace(self._status, error=error, is_given_up=is_given_up))

    def _take_shuffle(self, message: Shuffle, info: MatchInfo) -> CommitWord | OpenWord | None:
        """Return this guest's contribution to a shuffle in which the host has changed nothing, if one is due."""
        number, seal, rounds, own_seat = message.deal, message.seal, message.rounds, info.own_seat
        context = ShuffleContext(info.game_id, number, match_uid=message.match)
        expect(not self.log.is_deal_due, "host_no_deal")
        self._note_status()
        check_shuffle(self.log.seen, info, context, ShuffleCommitment(seal, rounds=rounds))
        is_next = number == self.log.turn[0] + 1 and self.log.seen.match in ("", message.match)
        expect(is_next, "host_went_back", number)
        late_words = [(number, word.seat) for words in rounds[:-1] for word in words if not word.word]
        self.late_words = tuple(dict.fromkeys((*self.late_words, *late_words)))
        own_word, is_listed = self.log.seen.find_own_word(number, len(rounds) - 1), is_round_listed(rounds[-1])
        contributes = own_seat in [word.seat for word in rounds[-1]]
        if contributes and not is_listed and not own_word:
            own_word = self._make_word()
        self.log.note_shuffle(message.match, number, seal, rounds, own_word)
        if own_seat is None or not contributes or not own_word or is_round_open(rounds[-1]):
            return None
        if is_listed:
            return OpenWord(deal=number, round=len(rounds), word=own_word)
        commitment = compute_word_commitment(context, seal, own_seat, own_word)
        return CommitWord(deal=number, round=len(rounds), commitment=commitment)

    def _begin_deal(self, number: int, events: tuple[Event, ...], info: MatchInfo) -> None:
        """Refuse a deal at its first step if its seal and its words were not shown, or the last deal was not."""
        expect(not self.log.is_deal_due, "host_no_deal")
        if self._replay is not None:  # departures and votes have come after the last deal was verified
            record, match, deal, moments = self._replay
            actions = (*deal.actions, *self.log.list_later_actions(len(moments[-1].events)))
            self._verify_deal(record, match, replace(deal, actions=actions), info)
        seals = [event.seal for event in events if isinstance(event, ShuffleCommitted) and event.number == number]
        shuffle = self.log.seen.shuffles.get(number, SeenShuffle(""))
        expect(shuffle.is_complete, "words_missing", number)
        expect(seals[:1] == [shuffle.seal], "host_second_seal", number)

    def _take_proof(self, message: ProofMessage, info: MatchInfo) -> None:
        """Process the seal and the words of a deal that has begun, or its whole proof if it is over."""
        proof, self._proof_of = message.proof, message.proof.deal_number
        expect(self._proof_of == self.log.turn[0], "host_other_view")
        if not proof.is_in_progress:
            self._whole_proof_of = self._proof_of
        contributors = [word.seat for word in proof.commitment.last_round]
        if info.own_seat not in (None, *contributors) and self._proof_of not in self.deals_without_word:
            self.deals_without_word = (*self.deals_without_word, self._proof_of)
        self.log.note("proof", proof)

    def _take_answer(self, number: int, reason: Reason | None) -> None:
        """Process the answer to an action: the deal of the action can be verified already."""
        action = self._open_actions.pop(number, None)
        if action is not None:
            self.log.note_answer(action, ACCEPTED if reason is None else reason.code)
            if self._replay is not None and self._info is not None and action.turn[0] == self._replay.number:
                check_actions(self.log.seen, self._replay, self._info.own_seat)

    # -- deals and the record

    def _take_deal(self, number: int, data: str, info: MatchInfo) -> None:
        """Verify a deal that is over, if all deals before it are known; else the record of the match is awaited."""
        expect(number == self.log.turn[0], "host_other_cards", number)
        expect(self._whole_proof_of == number, "words_missing")
        record = self._read_record(data, info, "host_other_cards")
        if len(record.deals) != 1:
            raise MessageError("not one deal")
        (deal,) = record.deals
        expect(not self.log.seen.has_other_deal(number, deal), "host_other_cards")
        if number == (1 if self._replay is None else self._replay.number + 1):
            self._verify_next_deal(record, deal, info)
        elif number not in self.log.seen.deals:
            self.log.note_deal(number, deal, is_verified=False)

    def _take_record(self, data: str, info: MatchInfo) -> None:
        """Compare the record of the match with all that was seen."""
        self._note_status()
        expect(self._status is not None and (self.log.is_over or self._is_given_up), "host_other_view")
        expect((self._whole_proof_of if self.log.is_deal_over else self._proof_of) == self.log.turn[0], "words_missing")
        expect(not self.log.is_deal_due, "host_no_deal")
        record = self._read_record(data, info, "host_other_record")
        is_known = not any(starmap(self.log.seen.has_other_deal, enumerate(record.deals, 1)))
        expect(is_known and len(record.deals) == self.log.turn[0], "host_other_record")
        self._replay = None
        for deal in record.deals:
            self._verify_next_deal(record, deal, info)
        events = () if self._replay is None else self._replay.last.events
        expect(events == self.log.events, "host_other_cards")  # else a step is missing
        texts = {str(action) for deal in record.deals for action in deal.actions}
        accepted = (sent for sent in self.log.seen.sent if sent.is_beside_turn and sent.answer == ACCEPTED)
        expect(all(sent.text in texts for sent in accepted), "host_lost_action")
        self._has_record = True

    def _read_record(self, data: str, info: MatchInfo, code: str) -> Record:
        """Return a record, of which all but the deals is what this guest knows of the match."""
        try:
            record = decode_record(data.encode())
        except RecordError:
            raise HostFault(code, None) from None
        match = get_match_uid(record)
        expect(match, "words_missing")
        expect(self.log.seen.match in ("", match), "host_other_record")
        self.log.change(match=match)
        if self._first_dealer is None:
            self._first_dealer = record.first_dealer
        fairness = MatchFairness(match=match, is_dealer_drawn=self._is_dealer_drawn)
        due = Record(
            game_id=info.game_id, preset=info.preset, options=info.options,
            names=tuple(player.name for player in info.players), first_dealer=self._first_dealer,
            extra={ASSISTANCE_KEY: msgspec.to_builtins(info.assistance), FAIRNESS_KEY: msgspec.to_builtins(fairness)},
        )  # fmt: skip
        expect(replace(record, deals=()) == due, "host_other_record")
        return record

    def _verify_next_deal(self, header: Record, deal: DealRecord, info: MatchInfo) -> None:
        """Verify the deal after the last verified one of a match; ``header``: a record of it."""
        if self._replay is None:
            self._verify_deal(replace(header, deals=()), header.create_match(), deal, info)
        else:
            record = self._replay.record
            record = replace(record, deals=(*record.deals, self._replay.deal))
            self._verify_deal(record, self._replay.last.match, deal, info)

    def _verify_deal(self, record: Record, match: Match, deal: DealRecord, info: MatchInfo) -> None:
        self._replay = verify_deal(self.log.seen, record, match, deal, info)
        self.log.note_deal(self._replay.number, deal, is_verified=True)
