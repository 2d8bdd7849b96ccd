"""Scores of the trainer: right answers of each kind, and how many in a row."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

MAX_STORED_SCORES: Final = 10_000
NonNegativeInt: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class TrainerScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of one person in one kind of task of a game.

    ``profile``: the id of the person's profile; ``streak``: right answers in a row up to now; ``best``: the longest
    streak.
    """

    profile: str
    game: str
    kind: str
    tried: NonNegativeInt = 0
    right: NonNegativeInt = 0
    streak: NonNegativeInt = 0
    best: NonNegativeInt = 0

    def is_score_of(self, profile_id: str, game_id: str, kind: str) -> bool:
        """Return whether it is the score of this person in this kind of task."""
        return (self.profile, self.game, self.kind) == (profile_id, game_id, kind)

    def with_answer(self, *, is_right: bool) -> TrainerScore:
        """Return the score with one more answer; a wrong one ends the row of right ones."""
        streak = self.streak + 1 if is_right else 0
        return msgspec.structs.replace(
            self, tried=self.tried + 1, right=self.right + is_right, streak=streak, best=max(self.best, streak)
        )  # fmt: skip


class TrainerScores(msgspec.Struct, frozen=True):
    """The stored scores of the trainer; the one that changed last comes last."""

    practices: tuple[TrainerScore, ...] = ()

    def get_score(self, profile_id: str, game_id: str, kind: str) -> TrainerScore:
        """Return the score of a person in a kind of task; zeros if they have not tried it."""
        scores = (score for score in self.practices if score.is_score_of(profile_id, game_id, kind))
        return next(scores, TrainerScore(profile=profile_id, game=game_id, kind=kind))

    def with_answer(self, profile_id: str, game_id: str, kind: str, *, is_right: bool) -> TrainerScores:
        """Return the scores with one more answer of a person; their score comes last.

        The oldest is dropped if there are more than `MAX_STORED_SCORES`.
        """
        other_scores = tuple(score for score in self.practices if not score.is_score_of(profile_id, game_id, kind))
        new_score = self.get_score(profile_id, game_id, kind).with_answer(is_right=is_right)
        return TrainerScores((*other_scores, new_score)[-MAX_STORED_SCORES:])


def open_trainer_scores(folders: Folders) -> JsonDocument[TrainerScores]:
    """Return the JSON document with the trainer's scores; nothing is read yet."""
    return JsonDocument(folders.data / "practice.json", TrainerScores, TrainerScores())


def store_trainer_answer(
    folders: Folders, profile_id: str, game_id: str, kind: str, *, is_right: bool
) -> TrainerScores:
    """Store one more answer of a person and return all scores. Raise StorageError if that fails."""
    document = open_trainer_scores(folders)
    return document.update(lambda scores: scores.with_answer(profile_id, game_id, kind, is_right=is_right))[0]
