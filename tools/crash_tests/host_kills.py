"""A host of a table over the network that is killed while people play: what they saw accepted must be stored."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from game.core.messages import InputError
from game.match.house_rules import RuleSet
from game.network.table_files import get_host_folders
from game.storage.matches import MatchRepository
from tests.network.people import LogLine, NetworkPerson, PeopleArguments, read_log
from tests.network.processes import HostProcess, let_live
from tests.stored_matches import make_folders_below
from tools.crash_tests.counts import OutcomeCounts
from tools.crash_tests.kills import ALL_PRESENT, DAMAGED, FAILED, LOST, ONE_MORE, OUTCOMES

RULES: Final = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 7})
"""The rules of a long match."""
NAMES: Final = ("Ann", "Bob")
MAX_ACTIONS_BEFORE_KILL: Final = 12
MAX_DELAY_S: Final = 0.1
ACTION_TIMEOUT_S: Final = 60.0
"""The seconds without an accepted action after which a try counts as failed."""


def run_host_kills(home: Path, rng: Random, tries: int) -> OutcomeCounts:
    """Kill the host of a table at random moments, ``tries`` times, while two people play; return the outcomes.

    Each next host continues the same match, and the people come back. Another match follows one that is over.
    """
    counts, number = OutcomeCounts("killed host of a table", OUTCOMES), 0
    while sum(counts.count_by_outcome.values()) < tries:
        number += 1
        _play_one_match(home / str(number), rng, tries, counts)
    return counts


def _play_one_match(home: Path, rng: Random, tries: int, counts: OutcomeCounts) -> None:
    host = HostProcess(home / "host", RULES, len(NAMES))
    arguments = PeopleArguments(host.invitation, host.owner_key, len(NAMES))
    people = _start_people(home, arguments)
    try:
        while sum(counts.count_by_outcome.values()) < tries:
            is_accepted = _play_some_actions(home, people, rng)
            if any(person.is_done for person in people):
                return
            host.kill()
            if not is_accepted:
                counts.add(FAILED, f"no action was accepted: {host.read_errors()[-200:]}")
                return
            try:
                host.start()
            except InputError:  # the host has given no invitation
                counts.add(FAILED, host.read_errors()[-200:])
                return
            counts.add(*_judge_stored_match(home))
            # A person says once that the next deal can begin, and a killed host forgets it and waits for a minute.
            for person in people:
                person.close()
            people = _start_people(home, arguments)
    finally:
        for person in people:
            person.close()
        if host.is_alive:
            host.stop()


def _start_people(home: Path, arguments: PeopleArguments) -> list[NetworkPerson]:
    return [NetworkPerson(home, name, arguments, is_owner=name == NAMES[0]) for name in NAMES]


def _play_some_actions(home: Path, people: Sequence[NetworkPerson], rng: Random) -> bool:
    """Let people play some actions, and a part of the next one. Return whether any was accepted."""
    count, deadline = len(_list_accepted(home)), time.monotonic() + ACTION_TIMEOUT_S
    wanted_count = count + rng.randrange(1, MAX_ACTIONS_BEFORE_KILL)
    while len(_list_accepted(home)) < wanted_count and not any(person.is_done for person in people):
        if time.monotonic() > deadline:
            break
        let_live(people)
    let_live(people, rng.random() * MAX_DELAY_S)
    return len(_list_accepted(home)) > count


def _list_accepted(home: Path) -> list[LogLine]:
    return [line for line in read_log(home, NAMES) if line.accepted]


def _judge_stored_match(home: Path) -> tuple[str, str]:
    """Return the outcome, and its description: whether the restarted host has every action that people saw accepted."""
    repository = MatchRepository(get_host_folders(make_folders_below(home / "host")), time.time)
    try:
        unfinished = repository.archive.list_unfinished_matches()
        if repository.notices or len(unfinished) != 1 or unfinished[0].error:
            return DAMAGED, str((repository.notices, unfinished))
        deals = repository.load_match(unfinished[0].id).record.deals
    finally:
        repository.close()
    stored = {
        (deal, number): str(action)
        for deal, dealt in enumerate(deals, 1)
        for number, action in enumerate(dealt.actions)
    }
    accepted = _list_accepted(home)
    for line in accepted:
        if stored.get(line.turn) != line.accepted:
            return LOST, f"{line.turn}: {line.accepted}, not {stored.get(line.turn)}"
    return (ALL_PRESENT if max(stored) in {line.turn for line in accepted} else ONE_MORE), ""
