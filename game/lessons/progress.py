"""How far people have come in the lessons, and which of them have been shown that there are any.

It is stored in a small file of its own, because no match is needed to read it.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from game.core.sanitizer import name_key
from game.storage.archive import Archive
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

MAX_STORED_PROGRESS: Final = 2_000
MAX_STORED_ANSWERS: Final = 500
StoredAnswers = Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_STORED_ANSWERS)]


class LessonProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a person in a lesson: their ``answers`` (`game.lessons.runner.LessonState`); ``done``: finished
    at least once.
    """

    name: str
    game: str
    answers: StoredAnswers = ()
    done: bool = False

    def is_progress_of(self, name: str, game_id: str) -> bool:
        """Whether it is what this person did in the lesson of this game."""
        return self.game == game_id and name_key(self.name) == name_key(name)


class LessonProgressList(msgspec.Struct, frozen=True, kw_only=True):
    """The stored progress in lessons, the oldest first. ``offered``: the people that were offered them, so that it
    happens only once.
    """

    learnt: tuple[LessonProgress, ...] = ()
    offered: tuple[str, ...] = ()

    def find_progress(self, name: str, game_id: str) -> LessonProgress:
        """What this person has done in the lesson of a game."""
        return next(
            (progress for progress in self.learnt if progress.is_progress_of(name, game_id)),
            LessonProgress(name=name, game=game_id),
        )

    def has_been_offered(self, name: str) -> bool:
        """Whether this person has been shown the lessons, or has begun one."""
        return any(
            name_key(entry) == name_key(name) for entry in (*self.offered, *(entry.name for entry in self.learnt))
        )

    def with_progress(self, progress: LessonProgress) -> LessonProgressList:
        """With where somebody stands in a lesson; what was done once stays done."""
        previous = self.find_progress(progress.name, progress.game)
        progress = msgspec.structs.replace(progress, done=progress.done or previous.done)
        other_entries = tuple(other for other in self.learnt if not other.is_progress_of(progress.name, progress.game))
        return msgspec.structs.replace(self, learnt=(*other_entries, progress)[-MAX_STORED_PROGRESS:])

    def with_offer(self, name: str) -> LessonProgressList:
        """With somebody who has been shown the lessons."""
        is_known = self.has_been_offered(name)
        return self if is_known else msgspec.structs.replace(self, offered=(*self.offered, name)[-MAX_STORED_PROGRESS:])

    def with_renamed_player(self, name: str, new_name: str) -> LessonProgressList:
        """With all of a person under another name; of two beginnings of a lesson the one that came further."""
        name_keys, progress_by_game = {name_key(name), name_key(new_name)}, dict[str, LessonProgress]()
        for entry in self.learnt:
            if name_key(entry.name) in name_keys:
                previous = progress_by_game.get(entry.game, entry)
                furthest = max(previous, entry, key=lambda progress: len(progress.answers))
                progress_by_game[entry.game] = msgspec.structs.replace(
                    furthest, name=new_name, done=previous.done or entry.done
                )
        other_entries = (entry for entry in self.learnt if name_key(entry.name) not in name_keys)
        offered = dict.fromkeys(new_name if name_key(entry) in name_keys else entry for entry in self.offered)
        return LessonProgressList(learnt=(*other_entries, *progress_by_game.values()), offered=tuple(offered))


LESSON_PROGRESS: Final = JsonDocument("lessons.json", LessonProgressList())


def store_lesson_progress(folders: Folders, progress: LessonProgress) -> None:
    """Store how far somebody has come in a lesson. Raise StorageError if it cannot be stored."""
    LESSON_PROGRESS.change(folders, lambda stored: stored.with_progress(progress))


def store_lessons_offered(folders: Folders, name: str) -> None:
    """Store that somebody has been shown the lessons. Raise StorageError if it cannot be stored."""
    LESSON_PROGRESS.change(folders, lambda stored: stored.with_offer(name))


def is_new_player(folders: Folders, archive: Archive, name: str) -> bool:
    """Return whether somebody has neither played here nor been shown the lessons. StorageError as of the archive."""
    if LESSON_PROGRESS.load(folders)[0].has_been_offered(name):
        return False
    if not archive.has_played(name):
        return True
    store_lessons_offered(folders, name)  # the next call need not look through all matches again
    return False
