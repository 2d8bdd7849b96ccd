"""The results of the trainer's tasks are counted correctly and stored over a restart."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from game.trainer.scores import TrainerScores, open_trainer_scores, store_trainer_answer
from tests.fakes import make_folders

ANSWERS_STRATEGY = st.lists(
    st.tuples(st.sampled_from(("Anna", "Bruno")), st.sampled_from(("trick", "out")), st.booleans())
)


@given(ANSWERS_STRATEGY)
def test_answers_are_counted_by_person_and_task_kind(answers: list[tuple[str, str, bool]]) -> None:
    book = TrainerScores()
    for name, kind, right in answers:
        book = book.with_answer(name, "briscola", kind, is_right=right)
    for name in ("Anna", "Bruno"):
        for kind in ("trick", "out"):
            own = [right for person, other, right in answers if (person, other) == (name, kind)]
            score = book.get_score(name, "briscola", kind)
            rows = "".join("x" if right else " " for right in own).split(" ")
            assert (score.tried, score.right) == (len(own), sum(own))
            assert score.streak == len(rows[-1])
            assert score.best == max(map(len, rows))
            assert book.get_score(name, "muscio", kind).tried == 0


def test_trainer_scores_are_kept_over_restart(tmp_path: Path) -> None:
    folders = make_folders(tmp_path)
    answer_notice = store_trainer_answer(folders, "Anna", "spades", "call", is_right=True)
    book, notice = open_trainer_scores(folders).read()
    assert (book, notice) == (answer_notice, None)
    assert book.get_score("Anna", "spades", "call").best == 1
