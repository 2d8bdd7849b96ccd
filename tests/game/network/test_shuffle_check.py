"""A guest's program checks its host: silently if all is right, and it names what a false host has done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.actions import Action, LeaveMatch, VoteToEnd
from game.core.phase import DealResult
from game.match.house_rules import RuleSet
from game.match.observation import Observation, Transition
from game.match.record import decode_record, encode_record
from game.network.host_check import HostCheck
from game.network.messages import (
    CommitWord,
    EndTable,
    FillSeat,
    FinishedDeal,
    HostNetworkMessage,
    MatchNews,
    OpenWord,
    Ready,
    RecordPart,
    Results,
    Shuffle,
    StartMatch,
    Step,
)
from game.network.seen_match import SeenMatch
from game.rules import GAMES
from game.session.messages import (
    DeadlineMessage,
    FirstMessage,
    HostMessage,
    MatchStatus,
    ProofMessage,
    TransitionMessage,
)
from game.session.wire import WireError, from_plain
from game.shuffling.shuffle import SeatWord
from game.text.errors import describe_problem
from tests.network.host import Guest, Host

replace = msgspec.structs.replace
Change = Callable[[Any], Any]
TWO_DEALS = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2})
SEAT_COUNTS = {"briscola": 3, "chiamata": 5, "spades": 4, "muscio": 4}


class CheckingGuest:
    """A guest that checks its host. ``changes``: what a false host changes in its messages, by their class.

    ``first_dealer``: the one that is due in another match, None if the guest does not know it.
    """

    def __init__(
        self, guest: Guest, seen: SeenMatch | None = None, *, first_dealer: int | None = None
    ) -> None:  # fmt: skip
        self.guest = guest
        guest.commits = guest.opens = False
        words = count(1)
        self.check = HostCheck(
            seen or SeenMatch(), self._store, lambda: f"{next(words):064x}", first_dealer=first_dealer
        )  # fmt: skip
        self.changes: dict[type[Any], Change] = {}
        self.contributions: list[CommitWord | OpenWord] = []
        self.stored_count = 0
        self._record = b""
        self._numbers = count(1)
        self._results: list[DealResult] = []
        self._observation: Observation | None = None

    def _store(self, _seen: SeenMatch) -> None:
        self.stored_count += 1

    def receive(self) -> None:
        """Take what the host has sent, as a `GuestClient` does."""
        for message in self.guest.read():
            self._take(self._change(message))

    def _change(self, value: Any) -> Any:
        change = self.changes.get(type(value))
        return value if change is None else change(value)

    def _take(self, message: HostNetworkMessage) -> None:
        match message:
            case Shuffle():
                contribution = self.check.take_shuffle(message)
                if contribution is not None:
                    self.contributions.append(contribution)
                    self.guest.send(contribution)
            case FinishedDeal(number=number, data=data):
                self.check.take_finished_deal(number, data)
            case RecordPart(data=data, is_last=is_last):
                self._record += data
                if is_last:
                    self.check.take_record(self._record)
            case Results(first=first, results=results):
                self._results[first:] = [from_plain(result, DealResult) for result in results]
                for index, result in enumerate(self._results[first:], first):
                    self.check.take_result(index, result)
            case Step():
                self._take_step(message)
            case MatchNews(message=plain):
                self._take_news(self._change(from_plain(plain, HostMessage)))

    def _complete(self, observation: Observation) -> Observation:
        return replace(observation, results=tuple(self._results))

    def _take_step(self, step: Step) -> None:
        assert self._observation is not None
        before, self._observation = self._observation, self._complete(from_plain(step.observation, Observation))
        transition = Transition(before, self._observation, from_plain(step.events, tuple))
        self.check.take_step(
            TransitionMessage(
                revision=step.revision, turn=step.turn, transitions=(transition,),
                dealt=(from_plain(step.dealt, tuple),), event_count=step.event_count,
            )
        )  # fmt: skip

    def act(self, action: Action) -> None:
        """Send an action as a `GuestClient` does."""
        turn = self.guest.turn
        number = self.guest.act(action, number=next(self._numbers))
        self.check.note_sent(number, turn, str(action))

    def _take_news(self, message: HostMessage) -> None:
        if isinstance(message, FirstMessage):
            (view,) = message.views
            self._observation = self._complete(view.observation)
            self.check.take_first(replace(message, views=(replace(view, observation=self._observation),)))
        elif isinstance(message, MatchStatus):
            self.check.take_status(message)
        elif isinstance(message, DeadlineMessage):
            self.check.take_deadline(message.seconds_left)
        elif isinstance(message, ProofMessage):
            self.check.take_proof(message.proof)

    @property
    def fault(self) -> str:
        """The text of the fault, without the number of its deal."""
        return "" if self.check.fault is None else describe_problem(self.check.fault.values["fault"])


class CheckedTable:
    """A table whose last person, Bob, checks the host."""

    def __init__(
        self, home: Path, rules: RuleSet = TWO_DEALS, seats: int = 2, *,
        changes: dict[type[Any], Change] | None = None, first_dealer: int | None = None,
    ) -> None:  # fmt: skip
        self.host = Host(home, rules, seats=seats)
        self.ann = self.host.join("Ann", is_owner=True)
        self.bob = CheckingGuest(self.host.join("Bob"), first_dealer=first_dealer)
        self.bob.changes = changes or {}
        for seat in range(2, seats):
            self.ann.send(FillSeat(seat=seat, level="random"))
        self.bob.guest.send(Ready())
        self.ann.send(StartMatch())
        self.advance()

    def advance(self, rounds: int = 12) -> None:
        """Let things happen until they need a person."""
        for _round in range(rounds):
            self.host.update(0.3, count=2)
            self.bob.receive()
            for guest in (self.ann, self.bob.guest):
                if guest.key:
                    guest.report_shown()

    def act(self, guest: Guest, action: Action) -> None:
        """Send an action of Ann or Bob."""
        if guest is self.bob.guest:
            self.bob.act(action)
        else:
            guest.act(action)

    def play_deal(self) -> None:
        """Play the deal, and report both as ready for the next one."""
        for _turn in range(300):
            position = next((p for p in (self.ann, self.bob.guest) if p.is_on_turn), None)
            if position is not None:
                self.act(position, position.observation.legal_actions[0])
            self.advance(2)
            observation = self.ann.observation
            if observation.is_over or observation.result is not None:
                break
        for guest in (self.ann, self.bob.guest):
            guest.send(Ready())
        self.advance()


def list_types(bob: CheckingGuest) -> list[str]:
    """Return the names of the classes of a guest's contributions."""
    return [type(contribution).__name__ for contribution in bob.contributions]


# -- an honest host


@pytest.mark.parametrize("game", SEAT_COUNTS)
def test_honest_host_is_never_reported(tmp_path: Path, game: str) -> None:
    preset = next(iter(GAMES[game].presets))
    table = CheckedTable(tmp_path, RuleSet(game=game, preset=preset, changes={}), SEAT_COUNTS[game])
    for _deal in range(2):
        table.play_deal()
    assert table.bob.fault == ""
    assert table.host.deal_count >= 2
    assert list_types(table.bob)[:2] == ["CommitWord", "OpenWord"]
    assert table.bob.stored_count >= 2, "stored before it was sent"


def test_whole_match_with_a_lost_connection_is_verified(tmp_path: Path) -> None:
    table = CheckedTable(tmp_path)
    table.play_deal()
    key, run = table.bob.guest.key, "77"
    table.host.leave(table.bob.guest)
    table.bob.guest = table.host.join("Bob", token=key, run=run, contributes=False)
    table.bob.check.begin_connection()
    table.bob.receive()
    for _deal in range(6):
        table.play_deal()
    assert table.ann.observation.is_over
    assert table.bob.fault == ""


def test_program_that_was_started_again_keeps_its_word_and_the_seal(tmp_path: Path) -> None:
    table = CheckedTable(tmp_path)
    seen = table.bob.check.log.seen
    again = CheckingGuest(table.bob.guest, seen)
    first = next(message for message in table.bob.guest.messages if isinstance(message, MatchNews))
    shuffles = [message for message in table.bob.guest.messages if isinstance(message, Shuffle)]
    again._take(first)
    commit = again.check.take_shuffle(shuffles[0])
    assert commit is None, "the list was shown before, so the host went back"
    assert again.fault == "the host changed the players' words"
    again = CheckingGuest(table.bob.guest, seen)
    again._take(first)
    assert again.check.take_shuffle(shuffles[1]) == table.bob.contributions[1]
    assert again.fault == ""
    again.check.take_shuffle(replace(shuffles[1], seal="0" * 64))
    assert again.fault == "the host showed a second seal"


# -- a false host


def find_fault(home: Path, changes: dict[type[Any], Change], deal_count: int = 1) -> CheckingGuest:
    """Return the guest of a host that changes messages from the first seal on."""
    table = CheckedTable(home)
    table.bob.changes = changes
    for _deal in range(deal_count):
        table.play_deal()
    return table.bob


def start_with(home: Path, change: Change) -> CheckingGuest:
    """Return the guest of a host that changes the words for the first deal, after it has shown them."""
    table = CheckedTable(home)
    first = next(message for message in table.bob.guest.messages if isinstance(message, MatchNews))
    shuffles = [message for message in table.bob.guest.messages if isinstance(message, Shuffle)]
    bob = CheckingGuest(table.bob.guest)
    bob._take(first)
    bob.contributions += filter(None, [bob.check.take_shuffle(shuffles[0])])
    bob.contributions += filter(None, [bob.check.take_shuffle(change(shuffles[1]))])
    return bob


def change_words(shuffle: Shuffle, change: Callable[[SeatWord], SeatWord]) -> Shuffle:
    return replace(shuffle, rounds=(*shuffle.rounds[:-1], tuple(map(change, shuffle.rounds[-1]))))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda shuffle: replace(shuffle, seal="0" * 64), "the host showed a second seal"),
        (lambda shuffle: replace(shuffle, match="0" * 32), "the host withdrew what it had shown"),
        (
            lambda shuffle: change_words(
                shuffle, lambda word: replace(word, commitment="0" * 64) if word.seat == 1 else word
            ),
            "the host changed the players' words",
        ),
    ],
)
def test_changed_seal_or_commitment_is_reported_and_no_word_is_opened(
    tmp_path: Path, change: Change, fault: str
) -> None:
    bob = start_with(tmp_path, change)
    assert bob.fault == fault
    assert list_types(bob) == ["CommitWord"]


def test_word_is_opened_to_one_list_only(tmp_path: Path) -> None:
    bob = start_with(tmp_path, lambda shuffle: shuffle)
    shuffles = [message for message in bob.guest.messages if isinstance(message, Shuffle)]
    assert list_types(bob) == ["CommitWord", "OpenWord"]
    other = change_words(shuffles[1], lambda word: replace(word, commitment="0" * 64) if word.seat == 0 else word)
    assert bob.check.take_shuffle(other) is None
    assert bob.fault == "the host changed the players' words"


def change_deal(change: Change) -> dict[type[Any], Change]:
    """Return the change of the deal in a `FinishedDeal`."""

    def change_message(message: FinishedDeal) -> FinishedDeal:
        record = decode_record(message.data)
        return replace(message, data=encode_record(replace(record, deals=(change(record.deals[0]),))))

    return {FinishedDeal: change_message}


def swap_cards(deal: Any) -> Any:
    return replace(deal, pack=(*deal.pack[:-2], deal.pack[-1], deal.pack[-2]))


def change_fairness(deal: Any, **values: Any) -> Any:
    return replace(deal, extra={**deal.extra, "fairness": {**deal.extra["fairness"], **values}})


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            change_deal(lambda deal: change_fairness(deal, seal="0" * 64)),
            "the seal does not match the seed, salt and shuffle text",
        ),
        (change_deal(lambda deal: change_fairness(deal, rounds=[[]])), "the pack does not match its seed"),
        (
            change_deal(lambda deal: change_fairness(deal, seed="0" * 64)),
            "the seal does not match the seed, salt and shuffle text",
        ),
        (change_deal(lambda deal: replace(deal, actions=deal.actions[:-1])), ""),
        (change_deal(lambda deal: replace(deal, actions=deal.actions[::-1])), "the cards are not those that you saw"),
        ({FinishedDeal: lambda message: replace(message, data=b"{}")}, "the cards are not those that you saw"),
    ],
)
def test_changed_deal_is_reported(tmp_path: Path, changes: dict[type[Any], Change], fault: str) -> None:
    bob = find_fault(tmp_path, changes)
    assert bob.fault == (fault or "the cards are not those that you saw")
    assert bob.check.fault is not None and bob.check.fault.values["number"] == 1


def test_pack_that_does_not_follow_from_the_words_is_reported(tmp_path: Path) -> None:
    bob = find_fault(tmp_path, change_deal(swap_cards))
    assert bob.fault in ("the pack does not match its seed", "the cards are not those that you saw")


def test_card_that_was_shown_but_is_not_of_the_pack_is_reported(tmp_path: Path) -> None:
    table = CheckedTable(tmp_path)
    is_changed = False

    def change_event(step: Step) -> Step:
        nonlocal is_changed
        for index, event in enumerate(step.events):
            if isinstance(event, list) and event[:2] == ["CardPlayed", 0] and not is_changed:
                is_changed = True
                card = [1, "Ad" if event[2] != [1, "Ad"] else "Ah"]
                return replace(
                    step, events=[*step.events[:index], [*event[:2], card, *event[3:]], *step.events[index + 1 :]]
                )
        return step

    table.bob.changes = {Step: change_event}
    table.play_deal()
    assert is_changed
    assert table.bob.fault == "the cards are not those that you saw"


def test_drawn_card_that_does_not_follow_from_the_words_is_reported(tmp_path: Path) -> None:
    """Show Bob another card of the draw, with which the same dealer could have been drawn."""
    changed_steps = list[Step]()

    def change_draw(step: Step) -> Step:
        match step.events:
            case [0, ["DealerDrawn", [0, first_round, *rounds], dealer]]:
                _kind, *drawn = first_round
                other_round = [0, *([0, seat, [1, "2c"]] for _list, seat, _card in drawn)]
                step = replace(step, events=[0, ["DealerDrawn", [0, other_round, *rounds], dealer]])
                changed_steps.append(step)
        return step

    table = CheckedTable(tmp_path, changes={Step: change_draw})
    table.play_deal()
    assert changed_steps
    assert table.bob.fault == "the cards are not those that you saw"


def test_dealer_other_than_the_next_one_is_reported_at_the_first_card(tmp_path: Path) -> None:
    faults = {dealer: CheckedTable(tmp_path / str(dealer), first_dealer=dealer) for dealer in (0, 1)}
    dealer = faults[0].ann.observation.dealer
    assert faults[dealer].bob.fault == ""
    assert faults[1 - dealer].bob.fault == "it was another player's turn to deal"
    faults[dealer].play_deal()
    assert faults[dealer].bob.fault == ""


def test_host_that_shuffles_without_the_words_is_reported(tmp_path: Path) -> None:
    def remove_words(message: ProofMessage) -> ProofMessage:
        proof = message.proof
        return ProofMessage(replace(proof, commitment=replace(proof.commitment, rounds=())))

    assert find_fault(tmp_path, {ProofMessage: remove_words}).fault == "the players' words are missing"


def test_host_that_goes_back_after_a_lost_connection_is_reported(tmp_path: Path) -> None:
    table = CheckedTable(tmp_path)
    actor = next(guest for guest in (table.ann, table.bob.guest) if guest.is_on_turn)
    table.act(actor, actor.observation.legal_actions[0])
    table.advance()
    first = next(
        message
        for message in (from_plain(news.message, HostMessage) for news in list_news(table.bob.guest))
        if isinstance(message, FirstMessage)
    )
    table.bob.check.begin_connection()
    table.bob.check.take_first(replace(first, turn=(1, 0)))
    assert table.bob.fault == "the host withdrew what it had shown"


def end_table(table: CheckedTable) -> None:
    table.ann.send(EndTable())


def vote_to_end(table: CheckedTable) -> None:
    for guest in (table.ann, table.bob.guest):
        table.act(guest, VoteToEnd(guest.seat))
        table.advance(2)


def leave_all(table: CheckedTable) -> None:
    for guest in (table.ann, table.bob.guest):
        table.act(guest, LeaveMatch(guest.seat))
        table.advance(2)


@pytest.mark.parametrize("end", [end_table, vote_to_end, leave_all])
def test_deal_that_was_broken_off_is_verified(tmp_path: Path, end: Callable[[CheckedTable], None]) -> None:
    """End the match in the middle of a deal; then show Bob another order of the cards that nobody has seen."""
    for change, fault in ((lambda deal: deal, ""), (swap_cards, "the pack does not match its seed")):
        table = CheckedTable(tmp_path / fault)
        table.bob.changes = {**change_deal(change), RecordPart: change_last_deal(change)}
        assert table.bob.check.is_deal_open
        end(table)
        table.advance()
        assert table.bob.fault == fault and not table.bob.check.is_deal_open


def change_last_deal(change: Change) -> Change:
    """Return the change of the last deal in a `RecordPart`."""

    def change_message(part: RecordPart) -> RecordPart:
        record = decode_record(part.data)
        deals = (*record.deals[:-1], change(record.deals[-1]))
        return replace(part, data=encode_record(replace(record, deals=deals)))

    return change_message


def test_host_that_plays_on_after_it_opened_the_deal_is_reported(tmp_path: Path) -> None:
    table = CheckedTable(tmp_path)
    turn, event_count = (1, 0), len(table.bob.check.log.seen.shuffles)
    assert table.bob.check.is_deal_open
    table.ann.send(EndTable())
    table.advance()
    assert table.bob.fault == "" and not table.bob.check.is_deal_open
    observation, revision = table.bob.guest.observation, table.bob.guest.revision
    table.bob.check.take_step(
        TransitionMessage(
            revision=revision + 1, turn=turn, transitions=(Transition(observation, observation, ()),), dealt=((),),
            event_count=event_count,
        )
    )  # fmt: skip
    assert table.bob.fault == "the host withdrew what it had shown"


def list_news(guest: Guest) -> Sequence[MatchNews]:
    return [message for message in guest.messages if isinstance(message, MatchNews)]


@pytest.mark.parametrize(
    "change",
    [
        lambda record: replace(record, names=("Ann", "Eve")),
        lambda record: replace(record, deals=record.deals[:-1]),
        lambda record: replace(record, deals=(swap_cards(record.deals[0]), *record.deals[1:])),
        lambda record: replace(record, extra={}),
    ],
)
def test_changed_record_of_the_match_is_reported(tmp_path: Path, change: Change) -> None:
    table = CheckedTable(tmp_path, RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1}))
    table.bob.changes = {
        RecordPart: lambda part: replace(part, data=encode_record(change(decode_record(part.data)))),
    }
    table.play_deal()
    assert table.ann.observation.is_over
    assert table.bob.fault in ("the match file is not of the match that you saw", "the players' words are missing")


@pytest.mark.parametrize(
    "rounds",
    [(), ((SeatWord(9),),), ((SeatWord(0), SeatWord(0)),), ((SeatWord(0),),) * 9],
)
def test_rounds_that_make_no_sense_end_the_connection(tmp_path: Path, rounds: Any) -> None:
    table = CheckedTable(tmp_path)
    with pytest.raises(WireError):
        table.bob.check.take_shuffle(Shuffle(match="0" * 32, deal=2, seal="0" * 64, rounds=rounds))


def test_shuffle_before_the_match_ends_the_connection() -> None:
    check = HostCheck(SeenMatch(), lambda _seen: None, lambda: "0" * 64)
    with pytest.raises(WireError):
        check.take_shuffle(Shuffle(match="0" * 32, deal=1, seal="0" * 64, rounds=((SeatWord(0),),)))


def test_late_word_is_noted_with_its_seat(tmp_path: Path) -> None:
    bob = start_with(tmp_path, lambda shuffle: shuffle)
    shuffles = [message for message in bob.guest.messages if isinstance(message, Shuffle)]
    words = shuffles[1].rounds[-1]
    closed = (words[0], replace(words[1], word="5" * 64))
    bob.check.take_shuffle(replace(shuffles[1], rounds=(closed, (SeatWord(1),))))
    assert bob.check.words.late_words == ((1, 0),)
    assert bob.fault == ""


def skip_question(shuffle: Shuffle) -> Shuffle:
    """Return the words as if nobody had asked Bob for his."""
    words = shuffle.rounds[-1]
    return shuffle if all(word.commitment for word in words) else replace(shuffle, rounds=((SeatWord(0),),))


def test_guest_that_missed_two_shuffles_knows_that_it_contributes_no_more_and_reports_nobody(tmp_path: Path) -> None:
    table = CheckedTable(tmp_path, RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 7}))
    table.bob.changes = {Shuffle: skip_question}
    for deal in range(1, 5):
        table.play_deal()
        assert table.bob.check.words.is_excluded == (deal > 2)
        table.advance(40)
    table.bob.changes = {}
    table.play_deal()
    assert table.bob.check.words.is_excluded and table.bob.fault == ""
    assert list_types(table.bob) == ["CommitWord", "OpenWord"], "in the first deal"
    assert table.bob.check.words.deals_without_word == tuple(range(2, table.host.deal_count + 1))


def test_program_that_was_started_again_learns_that_it_contributes_no_more(tmp_path: Path) -> None:
    table = CheckedTable(tmp_path)
    shuffle = next(message for message in table.bob.guest.messages if isinstance(message, Shuffle))
    again = CheckingGuest(table.bob.guest)
    again._take(next(message for message in table.bob.guest.messages if isinstance(message, MatchNews)))
    again._take(replace(shuffle, rounds=((SeatWord(0),),), excluded_seats=(1,)))
    assert again.check.words.is_excluded and again.fault == "" and not again.contributions
