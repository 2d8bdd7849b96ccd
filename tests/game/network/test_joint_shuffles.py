"""The words of people for the shuffles of a table over the network: between the host and its guests, over restarts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.match.record import decode_playable_record
from game.network.messages import CommitWord, FinishedDeal, OpenWord, Ready, Shuffle, StartMatch, Step
from game.session.messages import ProofMessage
from game.session.wire import WireError
from game.shuffling.commitments import VerificationResult, verify_record
from game.shuffling.joint_shuffle import MAX_WORD_S
from tests.network.host import DECLARED, SEVEN_DEALS, TWO_DEALS, Guest, Host


def gather(home: Path, *names: str, rules: RuleSet = TWO_DEALS) -> tuple[Host, list[Guest]]:
    """Return a table before the first shuffle, whose first person is its owner."""
    host = Host(home, rules, seats=len(names))
    guests = [host.join(name, is_owner=index == 0) for index, name in enumerate(names)]
    host.make_ready(guests)
    return host, guests


def start(host: Host, guests: list[Guest]) -> None:
    guests[0].send(StartMatch())
    advance(host, guests)


def advance(host: Host, guests: list[Guest], seconds: float = 0.0) -> None:
    """Go on until nothing happens without a person; the host is awake all the time."""
    for _quarter in range(4):
        host.update(seconds / 4, count=8)
    host.settle(guests)


def start_next_deal(host: Host, guests: list[Guest]) -> None:
    host.make_ready(guests)
    advance(host, guests)


def list_shuffles(guest: Guest) -> list[Shuffle]:
    guest.read()
    return [message for message in guest.messages if isinstance(message, Shuffle)]


def get_rounds(host: Host, deal: int) -> Any:
    """Return the rounds in the host's record as seats with whether each opened its word."""
    rounds = host.match.record.deals[deal - 1].extra["fairness"]["rounds"]
    return [[(word["seat"], "word" in word) for word in words] for words in rounds]


# -- a shuffle


def test_match_with_words_of_all_is_verified(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    start(host, guests)
    while True:
        host.play_deal(guests)
        if guests[0].observation.is_over:
            break
        start_next_deal(host, guests)
    record = decode_playable_record(guests[1].records[0])
    expected = VerificationResult(verified_deal_count=len(record.deals), is_dealer_draw_verified=True)
    assert verify_record(record) == expected
    assert get_rounds(host, 1) == [[(0, True), (1, True)]]
    deals = [message for message in guests[0].messages if isinstance(message, FinishedDeal)]
    assert [deal.number for deal in deals] == list(range(1, len(record.deals) + 1))
    assert decode_playable_record(deals[0].data).deals == record.deals[:1]


def let_time_run_out(host: Host, _guests: list[Guest]) -> None:
    for _time in range(20):
        host.update(4.0)


def vote_to_end(host: Host, guests: list[Guest]) -> None:
    for guest in guests:
        guest.vote_to_end()


@pytest.mark.parametrize("abort", [let_time_run_out, vote_to_end])
@pytest.mark.parametrize("is_word_missing", [False, True])
def test_deal_that_was_broken_off_is_public_as_a_whole_and_verified(
    tmp_path: Path, abort: Callable[[Host, list[Guest]], None], *, is_word_missing: bool
) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob", "Eva", rules=DECLARED)
    guests[1].opens = not is_word_missing
    start(host, guests)
    advance(host, guests, MAX_WORD_S + 0.1)
    abort(host, guests)
    assert all(guest.observation.is_over for guest in guests)
    for guest in guests:
        record = decode_playable_record(guest.records[0])
        (deal,) = record.deals
        fairness = deal.extra["fairness"]
        assert fairness["seal"] and fairness["seed"] and fairness["salt"]
        assert len(fairness["rounds"]) == 1 + is_word_missing
        assert verify_record(record) == VerificationResult(verified_deal_count=1, is_dealer_draw_verified=True)


def test_list_is_shown_only_once_all_have_committed_and_words_once_all_are_open(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    ann, bob = guests
    bob.commits = bob.opens = False
    start(host, guests)
    assert [word.commitment for word in list_shuffles(bob)[-1].rounds[-1]] == ["", ""]
    bob.commits = True
    advance(host, guests)
    words = list_shuffles(bob)[-1].rounds[-1]
    assert all(word.commitment for word in words) and not any(word.word for word in words)
    bob.opens = True
    advance(host, guests)
    assert all(word.word for word in list_shuffles(bob)[-1].rounds[-1])
    assert host.deal_count == 1
    assert {shuffle.seal for shuffle in list_shuffles(ann)} == {list_shuffles(bob)[0].seal}


def test_closed_word_makes_one_void_round_and_its_seat_contributes_no_more(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[1].opens = False
    start(host, guests)
    advance(host, guests, MAX_WORD_S + 0.1)
    assert host.deal_count == 1
    assert get_rounds(host, 1) == [[(0, True), (1, False)], [(0, True)]]
    shown = list_shuffles(guests[0])
    assert len({shuffle.seal for shuffle in shown}) == 1, "the same seal"
    host.settle(guests)
    host.play_deal(guests)
    start_next_deal(host, guests)
    assert get_rounds(host, 2) == [[(0, True)]]


def test_guest_that_does_not_commit_is_left_out_of_this_deal_only(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[1].commits = False
    start(host, guests)
    advance(host, guests, MAX_WORD_S + 0.1)
    assert get_rounds(host, 1) == [[(0, True)]]
    guests[1].commits = True
    host.settle(guests)
    host.play_deal(guests)
    start_next_deal(host, guests)
    assert get_rounds(host, 2) == [[(0, True), (1, True)]]


def test_guest_that_was_cut_off_and_returns_in_time_opens_its_word(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[1].opens = False
    start(host, guests)
    key = guests[1].key
    host.leave(guests[1])
    host.update(MAX_WORD_S - 1.0)
    guests[1] = host.join("Bob", token=key)
    advance(host, guests)
    assert get_rounds(host, 1) == [[(0, True), (1, True)]]


def test_person_who_is_away_at_the_start_of_a_shuffle_does_not_contribute(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    start(host, guests)
    host.play_deal(guests)
    host.leave(guests[1])
    guests[0].be_ready()
    advance(host, guests)
    assert get_rounds(host, 2) == [[(0, True)]]


def test_second_commitment_and_false_word_break_the_protocol(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    ann, bob = guests
    bob.commits = bob.opens = False
    start(host, guests)
    with pytest.raises(WireError):
        ann.send(CommitWord(deal=1, round=1, commitment="0" * 64))
    for deal, number in ((2, 1), (1, 2), (0, 0)):
        bob.send(CommitWord(deal=deal, round=number, commitment="0" * 64))
    bob.send(OpenWord(deal=1, round=1, word="0" * 64))
    assert not any(word.commitment for word in list_shuffles(bob)[-1].rounds[-1]), "nothing has happened"
    bob.commits = True
    advance(host, guests)
    with pytest.raises(WireError):
        bob.send(OpenWord(deal=1, round=1, word="0" * 64))


# -- people whose words are missing again and again


def play_next_deal(host: Host, guests: list[Guest], seconds: float = 0.0) -> None:
    """Begin the next deal; ``seconds``: how long its shuffle takes at most. Play it to its end."""
    if host.deal_count:
        start_next_deal(host, guests)
    else:
        start(host, guests)
    advance(host, guests, seconds)
    host.play_deal(guests)


def list_contributors(host: Host) -> list[list[int]]:
    """Return the seats in the last round of each deal."""
    return [[seat for seat, _is_open in get_rounds(host, deal)[-1]] for deal in range(1, host.deal_count + 1)]


def test_guest_that_misses_two_shuffles_in_a_row_contributes_no_more(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob", rules=SEVEN_DEALS)
    guests[1].commits = False
    for _deal in range(2):
        play_next_deal(host, guests, MAX_WORD_S + 0.1)
    assert not any(shuffle.excluded_seats for shuffle in list_shuffles(guests[0]))
    guests[1].commits = True
    for _deal in range(3):
        before = host.clock()
        play_next_deal(host, guests)
        assert host.clock() == before, "nobody waits for its word"
    assert list_contributors(host) == [[0]] * 5
    assert all(list_shuffles(guest)[-1].excluded_seats == (1,) for guest in guests)


@pytest.mark.parametrize("is_asked", [True, False])
def test_counter_of_missed_shuffles_begins_again_with_a_contribution_but_not_with_an_absence(
    tmp_path: Path, *, is_asked: bool
) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob", rules=SEVEN_DEALS)
    guests[1].commits = False
    play_next_deal(host, guests, MAX_WORD_S + 0.1)
    if is_asked:
        guests[1].commits = True
        play_next_deal(host, guests)
    else:
        key = guests[1].key
        host.leave(guests[1])
        guests[0].be_ready()
        advance(host, guests[:1])
        guests[1] = host.join("Bob", token=key)
        host.play_deal(guests)
    guests[1].commits = False
    play_next_deal(host, guests, MAX_WORD_S + 0.1)
    guests[1].commits = True
    play_next_deal(host, guests)
    contributes = [0, 1] if is_asked else [0]
    assert list_contributors(host) == [[0], contributes, [0], contributes]


def test_guest_that_is_always_away_contributes_as_soon_as_it_is_there(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob", rules=SEVEN_DEALS)
    play_next_deal(host, guests)
    key = guests[1].key
    for _deal in range(3):
        host.leave(guests[1])
        guests[0].be_ready()
        advance(host, guests[:1])
        guests[1] = host.join("Bob", token=key)
        host.play_deal(guests)
    play_next_deal(host, guests)
    assert list_contributors(host) == [[0, 1], [0], [0], [0], [0, 1]]


def test_guest_that_goes_away_after_it_was_asked_has_missed_the_shuffle(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob", rules=SEVEN_DEALS)
    play_next_deal(host, guests)
    key = guests[1].key
    for _deal in range(2):
        guests[1].commits = False
        for guest in guests:
            guest.be_ready()
        advance(host, guests)
        host.leave(guests[1])
        advance(host, guests[:1], MAX_WORD_S + 0.1)
        guests[1] = host.join("Bob", token=key)
        host.play_deal(guests)
    play_next_deal(host, guests)
    assert list_contributors(host) == [[0, 1], [0], [0], [0]]


@pytest.mark.parametrize("restart_before", range(1, 4))
def test_missed_shuffles_are_known_after_a_restart_of_the_host(tmp_path: Path, restart_before: int) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob", rules=SEVEN_DEALS)
    guests[1].commits = False
    keys: list[str] = []
    for deal in range(1, 5):
        if deal == restart_before + 1:
            host.restart()
            guests = [host.join(name, token=key) for name, key in zip(("Ann", "Bob"), keys, strict=True)]
            guests[1].commits = False
        play_next_deal(host, guests, MAX_WORD_S + 0.1 if deal <= 2 else 0.0)
        keys = keys or [guest.key for guest in guests]
    assert list_contributors(host) == [[0]] * 4
    assert list_shuffles(guests[0])[-1].excluded_seats == (1,)


@pytest.mark.parametrize("late_word", ["commits", "opens"])
def test_word_for_which_the_others_waited_is_used_but_two_in_a_row_are_the_last(tmp_path: Path, late_word: str) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob", rules=SEVEN_DEALS)
    guests[0].send(StartMatch())
    for _deal in range(4):
        setattr(guests[1], late_word, False)
        advance(host, guests)
        advance(host, guests, MAX_WORD_S - 1.0)
        setattr(guests[1], late_word, True)
        advance(host, guests)
        host.play_deal(guests)
        for guest in guests:
            guest.send(Ready())
    assert list_contributors(host) == [[0, 1], [0, 1], [0], [0]]


def test_rematch_asks_for_the_words_of_all_again(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[1].commits = False
    while not guests[0].find_last(Step) or not guests[0].observation.is_over:
        play_next_deal(host, guests, MAX_WORD_S + 0.1)
    guests[1].commits = True
    guests[0].play_again()
    guests[1].be_ready()
    advance(host, guests)
    assert host.deal_count == 1 and list_contributors(host) == [[0, 1]]


# -- restarts and failures


@pytest.mark.parametrize("updates", range(1, 12))
def test_restart_at_any_moment_goes_on_with_the_same_seal(tmp_path: Path, updates: int) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[0].send(StartMatch())
    host.update(count=updates)
    shown = [message for guest in guests for message in list_shuffles(guest)]
    keys = [guest.key for guest in guests]
    if not all(keys):
        return  # the match was not stored yet
    host.restart()
    guests = [host.join(name, token=key) for name, key in zip(("Ann", "Bob"), keys, strict=True)]
    advance(host, guests)
    shown += [message for guest in guests for message in list_shuffles(guest)]
    assert host.deal_count == 1
    assert len({shuffle.seal for shuffle in shown}) <= 1
    lists = {
        (word.seat, word.commitment) for shuffle in shown for word in shuffle.rounds[-1] if word.commitment
    }  # fmt: skip
    assert len(lists) <= 2, "no commitment is made again"
    assert get_rounds(host, 1) == [[(0, True), (1, True)]]
    host.play_deal(guests)


def test_restart_between_shuffle_and_deal_deals_the_same_pack(tmp_path: Path) -> None:
    packs = []
    for is_restarted in (False, True):
        host, guests = gather(tmp_path / str(is_restarted), "Ann", "Bob")
        guests[0].send(StartMatch())
        while not host.deal_count and not (host.stored.shuffle is not None and host.stored.shuffle.is_complete):
            host.update(count=1)
        if is_restarted:
            keys = [guest.key for guest in guests]
            host.restart()
            guests = [host.join(name, token=key) for name, key in zip(("Ann", "Bob"), keys, strict=True)]
        advance(host, guests)
        host.settle(guests)
        packs.append(host.match.record.deals[0].pack)
    assert packs[0] == packs[1]


def test_nothing_is_told_before_it_is_stored(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[1].commits = False
    start(host, guests)
    host.storage.is_paused = guests[1].commits = True
    advance(host, guests)
    assert not list_shuffles(guests[0])[-1].rounds[-1][0].commitment
    host.storage.finish_writes()
    advance(host, guests)
    assert host.deal_count == 1


def test_absence_of_the_host_takes_nobody_s_time(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[1].opens = False
    start(host, guests)
    host.clock.advance(60.0)  # the machine was asleep
    guests[1].opens = True
    advance(host, guests)
    assert get_rounds(host, 1) == [[(0, True), (1, True)]]


# -- what leaves the host


def test_no_byte_depends_on_the_seed_of_an_open_deal_but_its_seal(tmp_path: Path, monkeypatch: Any) -> None:
    """Compare the words that a guest is shown in two matches with other seeds, whose seals are made equal."""
    monkeypatch.setattr("game.shuffling.shuffle.compute_seal", lambda *_arguments: "c" * 64)
    monkeypatch.setattr("game.shuffling.commitments.derive_match_uid", lambda _seed: "d" * 32)
    shown = []
    for seed in (5, 6):
        host = Host(tmp_path / str(seed), TWO_DEALS, seats=2, seed=seed)
        guests = [host.join(name, is_owner=index == 0) for index, name in enumerate(("Ann", "Bob"))]
        for guest in guests:
            guest.be_ready()
        start(host, guests)
        shown.append([msgspec.msgpack.encode(shuffle) for shuffle in list_shuffles(guests[1])])
    assert shown[0] == shown[1] and len(shown[0]) == 3


def test_words_of_others_stay_in_the_host_until_all_are_open(tmp_path: Path) -> None:
    """Give one guest another word, and compare what the other is shown before the list and before the last word."""
    shown = []
    for name in ("Ann", "Eve"):
        host, guests = gather(tmp_path / name, name, "Bob")
        guests[1].commits = guests[1].opens = False
        start(host, guests)
        before_list = list_shuffles(guests[1])
        guests[1].commits = True
        advance(host, guests)
        shown.append(before_list)
        assert not any(word.word for shuffle in list_shuffles(guests[1]) for word in shuffle.rounds[-1])
    assert [[shuffle.rounds for shuffle in shuffles] for shuffles in shown[:1]] == [
        [shuffle.rounds for shuffle in shuffles] for shuffles in shown[1:]
    ]


def test_proof_of_a_deal_in_progress_has_its_words_but_no_secret(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    start(host, guests)
    (proof,) = (message.proof for message in guests[0].list_match_messages() if isinstance(message, ProofMessage))
    assert proof.is_in_progress and not proof.commitment.seed and not proof.commitment.salt and not proof.deal_code
    assert len(proof.commitment.last_round) == 2
    assert not any(isinstance(message, FinishedDeal) for message in guests[0].messages)
