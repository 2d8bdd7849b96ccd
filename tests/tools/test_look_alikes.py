"""The letters that look Latin follow from Unicode's list."""

from __future__ import annotations

from pathlib import Path

from tools import look_alikes

EXCERPT = Path(__file__).parent.parent / "game" / "core" / "confusables.txt"


def test_module_is_what_the_program_writes() -> None:
    assert look_alikes.main([str(EXCERPT), "--check"]) == 0


def test_excerpt_gives_itself() -> None:
    text = EXCERPT.read_text(encoding="utf-8")
    assert look_alikes.make_excerpt(text) == text


def test_changed_list_is_noticed(tmp_path: Path) -> None:
    changed = tmp_path / "confusables.txt"
    changed.write_text(EXCERPT.read_text(encoding="utf-8").replace("0430 ; 0061", "0430 ; 0062"), encoding="utf-8")
    assert look_alikes.main([str(changed), "--check"]) == 1
