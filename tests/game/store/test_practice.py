"""What somebody has made of the trainer's tasks is counted rightly, and is there after a restart."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from game.practice import PracticeBook
from game.store.journal import Journal
from game.store.practice import FILE, load_practice, note_answer
from tests.fakes import Clock, folders_in

ANSWERS = st.lists(st.tuples(st.sampled_from(("Anna", "Bruno")), st.sampled_from(("trick", "out")), st.booleans()))


@given(ANSWERS)
def test_answers_are_counted_for_each_person_and_kind(answers: list[tuple[str, str, bool]]) -> None:
    book = PracticeBook()
    for name, kind, right in answers:
        book = book.answered(name, "briscola", kind, right=right)
    for name in ("Anna", "Bruno"):
        for kind in ("trick", "out"):
            own = [right for one, other, right in answers if (one, other) == (name, kind)]
            found = book.of(name, "briscola", kind)
            rows = "".join("x" if right else " " for right in own).split(" ")
            assert (found.tried, found.right) == (len(own), sum(own))
            assert found.streak == len(rows[-1])
            assert found.best == max(map(len, rows))
            assert book.of(name, "muscio", kind).tried == 0


def test_it_is_there_after_a_restart(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    told = note_answer(folders, "Anna", "spades", "call", right=True)
    book, notice = load_practice(folders)
    assert (book, notice) == (told, None)
    assert book.of("ANNA", "spades", "call").best == 1, "names that read the same are one person"


def test_it_goes_with_a_person_to_another_name(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    note_answer(folders, "Anna", "spades", "call", right=True)
    journal = Journal(folders, Clock())
    journal.put_profile("Anna", "#a3361f")
    journal.rename_profile("Anna", "Annina")
    journal.close()
    book, _notice = load_practice(folders)
    assert book.of("Annina", "spades", "call").right == 1
    assert book.of("Anna", "spades", "call").tried == 0


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    (folders.data / FILE).write_text('{"practices": [{"name": "Anna", "game": "x", "kind": "y", "tried": -1}]}')
    book, notice = load_practice(folders)
    assert book == PracticeBook()
    assert notice is not None and "practices" in notice.text
