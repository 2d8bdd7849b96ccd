"""What somebody has made of the trainer's tasks: how many of each kind were right, and how many in a row."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from game.core.sanitizer import name_key
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

MAX_STORED_SCORES: Final = 10_000
NonNegativeInt: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class TrainerScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of one person in one kind of task of a game. ``streak``: how many were right in a row up to now."""

    name: str
    game: str
    kind: str
    tried: NonNegativeInt = 0
    right: NonNegativeInt = 0
    streak: NonNegativeInt = 0
    best: NonNegativeInt = 0

    def is_score_of(self, name: str, game_id: str, kind: str) -> bool:
        """Whether it is what this person has made of this kind."""
        return (self.game, self.kind) == (game_id, kind) and name_key(self.name) == name_key(name)

    def with_answer(self, *, is_right: bool) -> TrainerScore:
        """With one more task, answered rightly or not."""
        streak = self.streak + 1 if is_right else 0
        return msgspec.structs.replace(
            self, tried=self.tried + 1, right=self.right + is_right, streak=streak, best=max(self.best, streak)
        )  # fmt: skip

    def merge(self, later: TrainerScore) -> TrainerScore:
        """With what the same person has made of it later under another name."""
        return msgspec.structs.replace(
            self, tried=self.tried + later.tried, right=self.right + later.right, streak=later.streak,
            best=max(self.best, later.best),
        )  # fmt: skip


class TrainerScores(msgspec.Struct, frozen=True):
    """The stored scores of the trainer; the last to practice comes last."""

    practices: tuple[TrainerScore, ...] = ()

    def get_score(self, name: str, game_id: str, kind: str) -> TrainerScore:
        """What this person has made of this kind; nothing yet, if he has not tried it."""
        scores = (score for score in self.practices if score.is_score_of(name, game_id, kind))
        return next(scores, TrainerScore(name=name, game=game_id, kind=kind))

    def with_answer(self, name: str, game_id: str, kind: str, *, is_right: bool) -> TrainerScores:
        """With one more answer of this person."""
        other_scores = tuple(score for score in self.practices if not score.is_score_of(name, game_id, kind))
        return TrainerScores(
            (*other_scores, self.get_score(name, game_id, kind).with_answer(is_right=is_right))[-MAX_STORED_SCORES:]
        )

    def with_renamed_player(self, name: str, new_name: str) -> TrainerScores:
        """With all that a person has made under another name, together with what was made under that already."""
        name_keys = {name_key(name), name_key(new_name)}
        own_scores: dict[tuple[str, str], TrainerScore] = {}
        for score in self.practices:
            if name_key(score.name) in name_keys:
                earlier_score = own_scores.get(
                    (score.game, score.kind), TrainerScore(name=new_name, game=score.game, kind=score.kind)
                )
                own_scores[score.game, score.kind] = earlier_score.merge(score)
        other_scores = (score for score in self.practices if name_key(score.name) not in name_keys)
        return TrainerScores((*other_scores, *own_scores.values()))


TRAINER_SCORES: Final = JsonDocument("practice.json", TrainerScores())


def store_trainer_answer(folders: Folders, name: str, game_id: str, kind: str, *, is_right: bool) -> TrainerScores:
    """Store one more answer of a person and return all scores. Raise StorageError if it cannot be stored."""
    scores, _notice = TRAINER_SCORES.change(
        folders, lambda scores: scores.with_answer(name, game_id, kind, is_right=is_right)
    )
    return scores
