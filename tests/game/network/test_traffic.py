"""The messages that a host need not send: deadlines without a turn timer, and a status that a guest knows."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from game.match.house_rules import RuleSet
from game.network.messages import MatchNews, Step
from game.session.messages import DeadlineMessage, FirstMessage, MatchStatus
from tests.network.host import CLOCKED, TWO_DEALS, Guest, start_match

CLOCKED_DEALS = RuleSet(
    game="briscola", preset="classic", changes={"deals_to_win": 2, "turn_seconds": 60, "bar_minutes": 10}
)


def list_values(guest: Guest, kind: str) -> list[object]:
    """Return the values of class ``kind`` that the guest got since its last connection, as they were sent."""
    guest.read()
    return [news.message for news in guest.messages if isinstance(news, MatchNews) and news.message[0] == kind]


@pytest.mark.parametrize("rules", [TWO_DEALS, CLOCKED_DEALS])
def test_no_guest_gets_the_same_status_twice_in_a_row(tmp_path: Path, rules: RuleSet) -> None:
    host, guests = start_match(tmp_path, rules)
    host.play_deals_on_slow_disk(guests)
    for guest in guests:
        statuses = list_values(guest, MatchStatus.__name__)
        assert all(status != following for status, following in pairwise(statuses))
        assert len(statuses) < sum(1 for message in guest.messages if isinstance(message, Step))


def test_table_without_a_turn_timer_has_no_deadlines(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, TWO_DEALS)
    host.play_deals_on_slow_disk(guests)
    assert not any(list_values(guest, DeadlineMessage.__name__) for guest in guests)


def test_deadline_is_told_when_the_turn_changes_and_only_then(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    before = [len(list_values(guest, DeadlineMessage.__name__)) for guest in guests]
    host.update(1.0)
    assert [len(list_values(guest, DeadlineMessage.__name__)) for guest in guests] == before
    host.play_on(guests)
    assert all(list_values(guest, DeadlineMessage.__name__)[-1] == ["DeadlineMessage", 60.0] for guest in guests)


@pytest.mark.parametrize("rules", [TWO_DEALS, CLOCKED])
def test_every_connection_begins_with_the_whole_state(tmp_path: Path, rules: RuleSet) -> None:
    host, guests = start_match(tmp_path, rules)
    host.play_on(guests)
    bob = guests[1]
    known = list_values(bob, MatchStatus.__name__)[-1]
    host.leave(bob)
    back = host.join("Bob", token=bob.key)
    kinds = [type(message) for message in back.list_match_messages()]
    assert kinds.index(FirstMessage) < kinds.index(MatchStatus)
    assert list_values(back, MatchStatus.__name__)[0] == known
    assert (DeadlineMessage in kinds) == rules.options.has_turn_clock
