"""The stored progress in the lessons, and the people who have seen their offer.

It is a small file of its own, so that reading it needs no match.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

import msgspec

from game.lessons import LESSONS
from game.storage.archive import Archive
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

MAX_STORED_PROGRESS: Final = 2_000
MAX_STORED_ANSWERS: Final = 500
StoredAnswers = Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_STORED_ANSWERS)]


class LessonProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a person in a lesson.

    ``profile``: the id of the person's profile. ``game``: the id of the lesson. ``answers``: see
    `game.lessons.runner.LessonState`. ``done``: the lesson was finished at least once.
    """

    profile: str
    game: str
    answers: StoredAnswers = ()
    done: bool = False

    def is_progress_of(self, profile_id: str, game_id: str) -> bool:
        """Return whether it is the progress of this profile in the lesson of this game."""
        return (self.profile, self.game) == (profile_id, game_id)


class LessonProgressList(msgspec.Struct, frozen=True, kw_only=True):
    """The stored progress in all lessons, the oldest first.

    ``played``: the ids of the profiles with a match; they are not offered the first lesson.
    """

    learnt: tuple[LessonProgress, ...] = ()
    played: tuple[str, ...] = ()

    def find_progress(self, profile_id: str, game_id: str) -> LessonProgress:
        """Return the progress of a profile in the lesson of a game; empty if not stored."""
        return next(
            (progress for progress in self.learnt if progress.is_progress_of(profile_id, game_id)),
            LessonProgress(profile=profile_id, game=game_id),
        )

    def find_next_lesson(self, profile_id: str) -> str:
        """Return the lesson that a profile began last, else the first that is not done; "" if all are done."""
        begun_lessons = (progress.game for progress in self._iter_latest(profile_id) if is_begun(progress))
        undone_lessons = (lesson for lesson in LESSONS if not self.find_progress(profile_id, lesson).done)
        return next(begun_lessons, next(undone_lessons, ""))

    def find_learnt_game(self, profile_id: str) -> str:
        """Return the game of the lesson that a profile finished or repeated last; "" if there is none."""
        games = (LESSONS[progress.game].game_id for progress in self._iter_latest(profile_id) if progress.done)
        return next(games, "")

    def _iter_latest(self, profile_id: str) -> Iterator[LessonProgress]:
        """Yield the progress of a profile in the lessons there are, the latest first."""
        return (
            progress
            for progress in reversed(self.learnt)
            if progress.profile == profile_id and progress.game in LESSONS
        )

    def has_begun(self, profile_id: str) -> bool:
        """Return whether this profile has played a match or begun a lesson."""
        return profile_id in self.played or any(progress.profile == profile_id for progress in self.learnt)

    def with_progress(self, progress: LessonProgress) -> LessonProgressList:
        """Return the list with ``progress`` as the latest, in place of earlier progress in that lesson.

        A lesson that was done before stays done. The oldest is dropped if there are more than `MAX_STORED_PROGRESS`.
        """
        previous = self.find_progress(progress.profile, progress.game)
        progress = msgspec.structs.replace(progress, done=progress.done or previous.done)
        key = (progress.profile, progress.game)
        other_entries = tuple(other for other in self.learnt if not other.is_progress_of(*key))
        return msgspec.structs.replace(self, learnt=(*other_entries, progress)[-MAX_STORED_PROGRESS:])

    def with_player(self, profile_id: str) -> LessonProgressList:
        """Return the list with a profile that has played; unchanged if it has begun already."""
        if self.has_begun(profile_id):
            return self
        return msgspec.structs.replace(self, played=(*self.played, profile_id)[-MAX_STORED_PROGRESS:])


def is_begun(progress: LessonProgress) -> bool:
    """Return whether a lesson was begun and has not reached its last step."""
    return bool(progress.answers) and len(progress.answers) + 1 < len(LESSONS[progress.game].steps)


def find_next_page(progress: LessonProgress) -> int:
    """Return the number of the page with which a lesson goes on."""
    return LESSONS[progress.game].count_pages(len(progress.answers)) + 1


def open_lesson_progress(folders: Folders) -> JsonDocument[LessonProgressList]:
    """Return the JSON document with the progress in lessons; nothing is read yet."""
    return JsonDocument(folders.data / "lessons.json", LessonProgressList, LessonProgressList())


def store_lesson_progress(folders: Folders, progress: LessonProgress) -> None:
    """Store the progress of a person in a lesson.

    Raise StorageError if that fails.
    """
    open_lesson_progress(folders).update(lambda stored: stored.with_progress(progress))


def store_has_played(folders: Folders, profile_id: str) -> None:
    """Store that a person has played a match.

    Raise StorageError if that fails.
    """
    open_lesson_progress(folders).update(lambda stored: stored.with_player(profile_id))


def is_new_player(folders: Folders, archive: Archive, profile_id: str) -> bool:
    """Return whether a person has neither played nor begun a lesson.

    If a match of theirs is found, this is stored. Raise StorageError if reading or storing fails.
    """
    if open_lesson_progress(folders).read()[0].has_begun(profile_id):
        return False
    if not any(profile_id in entry.seat_profiles for entry in archive.list_entries()):
        return True
    store_has_played(folders, profile_id)  # so that the next call does not search all matches again
    return False
