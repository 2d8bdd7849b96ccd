"""The words of people for the shuffles of a table over the network: between the host and its guests, over restarts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.match.record import decode_playable_record
from game.network.messages import CommitWord, FinishedDeal, OpenWord, Shuffle, StartMatch
from game.session.encoding import MessageError
from game.shuffling.commitments import VerificationResult, verify_record
from game.shuffling.joint_shuffle import MAX_WORD_S
from tests.lanes import choose_sample
from tests.network.host import DECLARED, SEVEN_DEALS, TWO_DEALS, Guest, Host


def gather(home: Path, *names: str, rules: RuleSet = TWO_DEALS, seed: int = 5) -> tuple[Host, list[Guest]]:
    """Return a table before the first shuffle, whose first person is its owner."""
    host = Host(home, rules, len(names), seed)
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
    """Return the rounds in the host's record; each is a list of seats and whether they opened their word."""
    rounds = host.match.record.deals[deal - 1].extra["fairness"]["rounds"]
    return [[(word["seat"], "word" in word) for word in words] for words in rounds]


# -- a shuffle


def test_match_with_words_of_all_is_verified(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    start(host, guests)
    host.play_deal(guests)
    while not guests[0].observation.is_over:
        start_next_deal(host, guests)
        host.play_deal(guests)
    record = decode_playable_record(guests[1].records[0])
    expected = VerificationResult(verified_deal_count=len(record.deals), is_dealer_draw_verified=True)
    assert verify_record(record) == expected
    assert get_rounds(host, 1) == [[(0, True), (1, True)]]
    deals = [message for message in guests[0].messages if isinstance(message, FinishedDeal)]
    assert [deal.number for deal in deals] == list(range(1, len(record.deals) + 1))
    assert decode_playable_record(deals[0].data.encode()).deals == record.deals[:1]


def let_time_run_out(host: Host, _guests: list[Guest]) -> None:
    host.let_time_run_out()


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


@pytest.mark.parametrize("is_host_away", [False, True])
def test_guest_that_was_cut_off_and_returns_in_time_opens_its_word(tmp_path: Path, *, is_host_away: bool) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[1].opens = False
    start(host, guests)
    if is_host_away:
        host.clock.advance(60.0)  # the machine was asleep
        guests[1].opens = True
    else:
        host.leave(guests[1])
        host.update(MAX_WORD_S - 1.0)
        guests[1] = guests[1].connect_again()
    advance(host, guests)
    assert get_rounds(host, 1) == [[(0, True), (1, True)]]


def test_second_commitment_and_false_word_break_the_protocol(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    ann, bob = guests
    bob.commits = bob.opens = False
    start(host, guests)
    with pytest.raises(MessageError):
        ann.send(CommitWord(deal=1, round=1, commitment="0" * 64))
    for deal, number in ((2, 1), (1, 2), (0, 0)):
        bob.send(CommitWord(deal=deal, round=number, commitment="0" * 64))
    bob.send(OpenWord(deal=1, round=1, word="0" * 64))
    assert not any(word.commitment for word in list_shuffles(bob)[-1].rounds[-1]), "nothing has happened"
    bob.commits = True
    advance(host, guests)
    with pytest.raises(MessageError):
        bob.send(OpenWord(deal=1, round=1, word="0" * 64))


# -- people whose words are missing again and again


def play_deals(host: Host, guests: list[Guest], *ways: str) -> None:
    """Play deals in whose shuffles Bob does what ``ways`` say; "restart" is one of the host between two deals."""
    for way in ways:
        ann, bob = guests
        if way == "restart":
            host.restart()
            guests[:] = [guest.connect_again() for guest in guests]
            continue
        bob.commits = way not in ("missing", "committed late", "goes away")
        bob.opens = way not in ("opened late", "opens nothing and goes away")
        if way == "away":
            host.leave(bob)
        deal_count = host.deal_count
        if deal_count:
            host.make_ready([*host.guests])
        else:
            ann.send(StartMatch())
        advance(host, host.guests)
        if way.endswith("goes away"):
            host.leave(bob)
        if host.deal_count == deal_count:
            assert way not in ("there", "away"), "nobody waits for the word"
            advance(host, host.guests, MAX_WORD_S + (-1.0 if "late" in way else 0.1))
        bob.commits = bob.opens = True
        advance(host, host.guests)
        if "away" in way:
            guests[1] = bob.connect_again()
        host.play_deal(guests)


def list_contributors(host: Host) -> list[list[int]]:
    """Return the seats in the last round of each deal."""
    return [[seat for seat, _is_open in get_rounds(host, deal)[-1]] for deal in range(1, host.deal_count + 1)]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("ways", "contributes"),
    choose_sample([
        ("missing, missing, there", "0 0 0"),
        ("missing, there, missing, there", "0 1 0 1"),
        ("missing, away, missing, there", "0 0 0 0"),
        ("there, away, away, there", "1 0 0 1"),
        ("there, goes away, goes away, there", "1 0 0 0"),
        ("there, opens nothing and goes away, there", "1 0 0"),
        ("committed late, committed late, there", "1 1 0"),
        ("opened late, opened late, there", "1 1 0"),
        ("missing, restart, missing, restart, there", "0 0 0"),
    ], 3, 2),
)  # fmt: skip
def test_guest_that_misses_two_shuffles_in_a_row_contributes_no_more(
    tmp_path: Path, ways: str, contributes: str
) -> None:
    """A shuffle is missed by a word that never comes or for which the others waited, not by an absence before it."""
    host, guests = gather(tmp_path, "Ann", "Bob", rules=SEVEN_DEALS)
    play_deals(host, guests, *ways.split(", "))
    assert list_contributors(host) == [[0, 1] if word == "1" else [0] for word in contributes.split()]
    is_excluded = contributes.endswith("0")
    assert list_shuffles(guests[0])[-1].excluded_seats == ((1,) if is_excluded else ())


def test_rematch_asks_for_the_words_of_all_again(tmp_path: Path) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    play_deals(host, guests, "missing")
    while not guests[0].observation.is_over:
        play_deals(host, guests, "missing")
    guests[0].play_again()
    guests[1].be_ready()
    advance(host, guests)
    assert host.deal_count == 1 and list_contributors(host) == [[0, 1]]


# -- restarts and failures


@pytest.mark.nightly
@pytest.mark.parametrize("updates", choose_sample(range(1, 12), 3))
def test_restart_at_any_moment_goes_on_with_the_same_seal(tmp_path: Path, updates: int) -> None:
    host, guests = gather(tmp_path, "Ann", "Bob")
    guests[0].send(StartMatch())
    host.update(count=updates)
    shown = [message for guest in guests for message in list_shuffles(guest)]
    if not all(guest.key for guest in guests):
        return  # the match was not stored yet
    host.restart()
    guests = [guest.connect_again() for guest in guests]
    advance(host, guests)
    shown += [message for guest in guests for message in list_shuffles(guest)]
    assert host.deal_count == 1
    assert len({shuffle.seal for shuffle in shown}) <= 1
    lists = {word for shuffle in shown for word in shuffle.rounds[-1] if word.commitment and not word.word}
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
            host.restart()
            guests = [guest.connect_again() for guest in guests]
        advance(host, guests)
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


# -- what leaves the host


def test_no_byte_depends_on_the_seed_of_an_open_deal_but_its_seal(tmp_path: Path, monkeypatch: Any) -> None:
    """Compare the words that a guest is shown in two matches with other seeds, whose seals are made equal."""
    monkeypatch.setattr("game.shuffling.shuffle.compute_seal", lambda *_arguments: "c" * 64)
    monkeypatch.setattr("game.shuffling.commitments.derive_match_uid", lambda _seed: "d" * 32)
    shown = []
    for seed in (5, 6):
        host, guests = gather(tmp_path / str(seed), "Ann", "Bob", seed=seed)
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
        shown.append([shuffle.rounds for shuffle in list_shuffles(guests[1])])
        guests[1].commits = True
        advance(host, guests)
        assert not any(word.word for shuffle in list_shuffles(guests[1]) for word in shuffle.rounds[-1])
    assert shown[0] == shown[1]
