"""How far people have come in the lessons, and which of them have been shown that there are any.

It is stored in a small file of its own, because no match is needed to read it.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from game.storage.archive import Archive
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

MAX_STORED_PROGRESS: Final = 2_000
MAX_STORED_ANSWERS: Final = 500
StoredAnswers = Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_STORED_ANSWERS)]


class LessonProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a person in a lesson: their ``answers`` (`game.lessons.runner.LessonState`); ``done``: finished
    at least once. ``profile``: the id of the person's profile.
    """

    profile: str
    game: str
    answers: StoredAnswers = ()
    done: bool = False

    def is_progress_of(self, profile_id: str, game_id: str) -> bool:
        """Whether it is what this person did in the lesson of this game."""
        return (self.profile, self.game) == (profile_id, game_id)


class LessonProgressList(msgspec.Struct, frozen=True, kw_only=True):
    """The stored progress in lessons, the oldest first. ``offered``: the people that were offered them, so that it
    happens only once.
    """

    learnt: tuple[LessonProgress, ...] = ()
    offered: tuple[str, ...] = ()

    def find_progress(self, profile_id: str, game_id: str) -> LessonProgress:
        """What this person has done in the lesson of a game."""
        return next(
            (progress for progress in self.learnt if progress.is_progress_of(profile_id, game_id)),
            LessonProgress(profile=profile_id, game=game_id),
        )

    def has_been_offered(self, profile_id: str) -> bool:
        """Whether this person has been shown the lessons, or has begun one."""
        return profile_id in self.offered or any(progress.profile == profile_id for progress in self.learnt)

    def with_progress(self, progress: LessonProgress) -> LessonProgressList:
        """With where somebody stands in a lesson; what was done once stays done."""
        previous = self.find_progress(progress.profile, progress.game)
        progress = msgspec.structs.replace(progress, done=progress.done or previous.done)
        key = (progress.profile, progress.game)
        other_entries = tuple(other for other in self.learnt if not other.is_progress_of(*key))
        return msgspec.structs.replace(self, learnt=(*other_entries, progress)[-MAX_STORED_PROGRESS:])

    def with_offer(self, profile_id: str) -> LessonProgressList:
        """With somebody who has been shown the lessons."""
        if self.has_been_offered(profile_id):
            return self
        return msgspec.structs.replace(self, offered=(*self.offered, profile_id)[-MAX_STORED_PROGRESS:])


def open_lesson_progress(folders: Folders) -> JsonDocument[LessonProgressList]:
    """Return the file of the progress in lessons."""
    return JsonDocument(folders.data / "lessons.json", LessonProgressList, LessonProgressList())


def store_lesson_progress(folders: Folders, progress: LessonProgress) -> None:
    """Store how far somebody has come in a lesson. Raise StorageError if it cannot be stored."""
    open_lesson_progress(folders).update(lambda stored: stored.with_progress(progress))


def store_lessons_offered(folders: Folders, profile_id: str) -> None:
    """Store that somebody has been shown the lessons. Raise StorageError if it cannot be stored."""
    open_lesson_progress(folders).update(lambda stored: stored.with_offer(profile_id))


def is_new_player(folders: Folders, archive: Archive, profile_id: str) -> bool:
    """Return whether somebody has neither played here nor been shown the lessons. StorageError as of the archive."""
    if open_lesson_progress(folders).read()[0].has_been_offered(profile_id):
        return False
    if not archive.has_played(profile_id):
        return True
    store_lessons_offered(folders, profile_id)  # the next call need not look through all matches again
    return False
