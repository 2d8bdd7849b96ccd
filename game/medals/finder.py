"""The search for medals in finished matches, lessons, daily deals and analyses, and the medals that people have.

It is done on the storage thread, a few matches at a time. The medals are kept in a small file of their own, so that
they stay when a match is deleted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from typing import NamedTuple

import msgspec

from game.lessons import LESSONS
from game.lessons.progress import LessonProgressList, open_lesson_progress
from game.match.accuracies import MatchAccuracies
from game.match.archived_match import ASSISTED_FLAG
from game.match.pauses import make_periodic_pause
from game.medals.medals import MEDALS, MatchFacts, PersonFacts, Step
from game.statistics.daily_deals import DailyResults, get_daily_date, open_daily_results
from game.statistics.played_matches import is_counted
from game.storage.archive import Archive, MatchListEntry
from game.storage.files import Folders, StorageError, StorageNotice
from game.storage.json_documents import JsonDocument
from game.storage.matches import MatchRepository

replace = msgspec.structs.replace


class EarnedMedal(msgspec.Struct, frozen=True, kw_only=True):
    """A medal of a person.

    ``profile``: id of their profile; ``date``: as in 2026-11-22; ``match``: number of the match that gave it, or 0.
    """

    profile: str
    medal: str
    date: str
    match: int = 0


class StoredMedals(msgspec.Struct, frozen=True, kw_only=True):
    """The medals of all people.

    ``examined``: the time at which each examined match began, by its number. A match in another file can have the same
    number, but not the same time.
    """

    earned: tuple[EarnedMedal, ...] = ()
    examined: dict[int, float] = {}

    def find_medals(self, profile_id: str) -> dict[str, EarnedMedal]:
        """Return the medals of a person by their ids."""
        return {medal.medal: medal for medal in self.earned if medal.profile == profile_id}

    def list_new(self, found: Iterable[EarnedMedal]) -> tuple[EarnedMedal, ...]:
        """Return those of the ``found`` medals that the person does not have, each once."""
        known = {(medal.profile, medal.medal) for medal in self.earned}
        unique = {(medal.profile, medal.medal): medal for medal in reversed([*found])}
        return tuple(medal for key, medal in reversed(unique.items()) if key not in known)

    def with_medals(self, found: Iterable[EarnedMedal]) -> StoredMedals:
        """Return the medals with the ``found`` ones; a medal that a person has stays as it is."""
        return replace(self, earned=(*self.earned, *self.list_new(found)))


class MedalSearchStep(NamedTuple):
    """A step of a search: the new medals, and the number of matches that are still to be examined."""

    new: tuple[EarnedMedal, ...] = ()
    remaining_count: int = 0


class MedalOverview(NamedTuple):
    """The medals of a person by their ids, how often what counts for the others was done, and the matches by number."""

    earned: Mapping[str, EarnedMedal] = {}
    counts: Mapping[str, int] = {}
    matches: Mapping[int, MatchListEntry] = {}


# -- what is found


def is_finished(entry: MatchListEntry) -> bool:
    """Return whether a match was played here to its end."""
    return is_counted(entry) and not entry.is_unfinished and entry.tally is not None and entry.tally.over


def find_match_medals(facts: MatchFacts) -> tuple[str, ...]:
    """Return the ids of the medals that a finished match gives to the person at a seat."""
    if facts.seat in facts.tally.departed_seats:
        return ()
    is_assisted = ASSISTED_FLAG in facts.entry.flags
    return tuple(
        medal.id
        for medal in MEDALS.values()
        if medal.is_earned_in is not None and not (is_assisted and medal.needs_skill) and medal.is_earned_in(facts)
    )


def find_person_medals(facts: PersonFacts) -> dict[str, Step]:
    """Return the medals for more than one match, with the last step to each."""
    steps = {medal.id: (medal.list_steps(facts), medal.goal) for medal in MEDALS.values()}
    return {medal_id: done[goal - 1] for medal_id, (done, goal) in steps.items() if len(done) >= goal}


def list_single_seats(entry: MatchListEntry) -> tuple[tuple[int, str], ...]:
    """Return the seats with a person's profile; a person who plays several seats does not play against others."""
    profiles = entry.seat_profiles
    return tuple((seat, profile) for seat, profile in enumerate(profiles) if profile and profiles.count(profile) == 1)


def collect_person_facts(
    profile_id: str,
    today: str,
    entries: Sequence[MatchListEntry],
    accuracies: Mapping[int, MatchAccuracies],
    lessons: LessonProgressList,
    daily_results: DailyResults,
    zone: tzinfo | None = None,
) -> PersonFacts:
    """Return what a person has done; ``entries``: the finished matches, the oldest first, without assisted ones."""
    games_won, flawless_matches, finished_lessons = dict[str, Step](), list[Step](), dict[str, tuple[Step, ...]]()
    for entry in entries:
        step = Step(get_daily_date(entry.updated_at, zone), entry.id)
        for seat, profile in list_single_seats(entry):
            if profile != profile_id or entry.tally is None:
                continue
            if seat in entry.tally.winners:
                games_won.setdefault(entry.game_id, step)
            judged = accuracies[entry.id].seats if entry.id in accuracies else ()
            if any(item.seat == seat and item.choices and not item.loss for item in judged):
                flawless_matches.append(step)
    for lesson_id, lesson in LESSONS.items():
        if lessons.find_progress(profile_id, lesson_id).done:
            finished_lessons[lesson.game_id] = (*finished_lessons.get(lesson.game_id, ()), Step(today))
    finished = (result for result in daily_results.results if result.profile == profile_id and result.is_over)
    daily_deals = tuple(Step(result.date, result.match) for result in sorted(finished, key=lambda each: each.date))
    daily_days = {step.date: step for step in reversed(daily_deals)}
    return PersonFacts(
        lessons=finished_lessons, games_won=tuple(games_won.values()), daily_deals=daily_deals,
        daily_days=tuple(reversed(daily_days.values())), flawless_matches=tuple(flawless_matches),
    )  # fmt: skip


# -- on the disk


def open_medals(folders: Folders) -> JsonDocument[StoredMedals]:
    """Return the JSON document with the medals; nothing is read yet."""
    return JsonDocument(folders.data / "medals.json", StoredMedals, StoredMedals())


def search_medals(
    repository: MatchRepository, now: float, zone: tzinfo | None, seconds: float
) -> tuple[MedalSearchStep, StorageNotice | None]:
    """Examine new finished matches for about ``seconds``, at least one, and then all that people have done.

    Store the medals. Matches that are not saved give none. Raise StorageError if the matches cannot be read or the
    medals cannot be saved.
    """
    archive, document = repository.archive, open_medals(repository.folders)
    deadline = time.monotonic() + seconds
    uncounted_count = archive.update_tallies(seconds)[1] if repository.has_file else 0
    if uncounted_count or not repository.has_file:
        return MedalSearchStep(remaining_count=uncounted_count), None
    entries = _list_finished(archive.list_entries())
    stored, notice = document.read()
    waiting = [entry for entry in entries if stored.examined.get(entry.id) != entry.started_at]
    examined, found = dict[int, float](), list[EarnedMedal]()
    while waiting and (not examined or time.monotonic() < deadline):
        entry = waiting.pop(0)
        with suppress(StorageError):  # a match with a deal that is in progress here is examined later
            found += _examine_match(archive, entry, get_daily_date(entry.updated_at, zone))
            examined[entry.id] = entry.started_at
    if not waiting:
        found += _find_medals_of_people(repository, entries, now, zone)
    new = stored.list_new(found)
    if new or examined:
        document.update(lambda medals: _add_found(medals, new, examined, entries))
    return MedalSearchStep(new, len(waiting)), notice


def store_second_try(repository: MatchRepository, match_id: int, seat: int, date: str) -> tuple[EarnedMedal, ...]:
    """Store that the person at a seat of a match found a better choice than there; not for an imported match.

    Return the medal if it is new. Raise StorageError if that fails.
    """
    entry = next((entry for entry in repository.archive.list_entries() if entry.id == match_id), None)
    profile = dict(list_single_seats(entry)).get(seat) if entry is not None and is_counted(entry) else None
    if not profile or not repository.has_file:
        return ()
    found = (EarnedMedal(profile=profile, medal="second-try", date=date, match=match_id),)
    stored, _notice = open_medals(repository.folders).read()
    open_medals(repository.folders).update(lambda medals: medals.with_medals(found))
    return stored.list_new(found)


def read_medals(
    repository: MatchRepository, profile_id: str, now: float, zone: tzinfo | None
) -> tuple[MedalOverview, StorageNotice | None]:
    """Return the medals of a person, as far as they have been searched. Raise StorageError if that fails."""
    stored, notice = open_medals(repository.folders).read()
    entries = repository.archive.list_entries()
    facts = _collect_facts(repository, _list_finished(entries), [profile_id], now, zone)[profile_id]
    counts = {medal.id: len(medal.list_steps(facts)) for medal in MEDALS.values()}
    return MedalOverview(stored.find_medals(profile_id), counts, {entry.id: entry for entry in entries}), notice


def _list_finished(entries: Iterable[MatchListEntry]) -> list[MatchListEntry]:
    return sorted(filter(is_finished, entries), key=lambda entry: (entry.updated_at, entry.id))


def _examine_match(archive: Archive, entry: MatchListEntry, date: str) -> Iterator[EarnedMedal]:
    seats = list_single_seats(entry)
    if seats and entry.tally is not None:
        match = archive.load_match(entry.id).record.replay(make_periodic_pause())
        for seat, profile in seats:
            facts = MatchFacts(entry=entry, seat=seat, tally=entry.tally, results=match.results, sides=match.sides)
            for medal_id in find_match_medals(facts):
                yield EarnedMedal(profile=profile, medal=medal_id, date=date, match=entry.id)


def _find_medals_of_people(
    repository: MatchRepository, entries: Sequence[MatchListEntry], now: float, zone: tzinfo | None
) -> Iterator[EarnedMedal]:
    profile_ids = [profile.id for profile in repository.list_profiles()]
    for profile_id, facts in _collect_facts(repository, entries, profile_ids, now, zone).items():
        for medal_id, step in find_person_medals(facts).items():
            yield EarnedMedal(profile=profile_id, medal=medal_id, date=step.date, match=step.match)


def _collect_facts(
    repository: MatchRepository,
    entries: Sequence[MatchListEntry],
    profile_ids: Sequence[str],
    now: float,
    zone: tzinfo | None,
) -> dict[str, PersonFacts]:
    lessons = open_lesson_progress(repository.folders).read()[0]
    daily_results = open_daily_results(repository.folders).read()[0]
    accuracies, today = repository.archive.read_accuracies(), get_daily_date(now, zone)
    unassisted = [entry for entry in entries if ASSISTED_FLAG not in entry.flags]
    return {
        profile_id: collect_person_facts(profile_id, today, unassisted, accuracies, lessons, daily_results, zone)
        for profile_id in profile_ids
    }


def _add_found(
    stored: StoredMedals,
    found: Sequence[EarnedMedal],
    examined: Mapping[int, float],
    entries: Iterable[MatchListEntry],
) -> StoredMedals:
    """Return the medals after a step of a search, without what is known of matches that were deleted."""
    known = {**stored.examined, **examined}
    kept = {entry.id: known[entry.id] for entry in entries if entry.id in known}
    return replace(stored.with_medals(found), examined=kept)
