"""Count of calls that make rectangles or scale numbers, by `tools.geometry`."""

from __future__ import annotations

from pathlib import Path

from tools.geometry import count_by_module, count_calls


def test_constructors_moves_and_scaled_numbers_are_counted_and_nothing_else() -> None:
    assert count_calls("rect = pygame.Rect(0, 0, px(4), self._px(5)).move(1, 2).inflate(3, 4)") == 5
    assert count_calls("px = context.px\nscroll.move_to(5)\nrect = row.make(frame, rect)") == 0


def test_modules_that_lay_out_are_left_out(tmp_path: Path) -> None:
    for name in ("ui/widgets/layout.py", "ui/table/layout/seats.py", "ui/scenes/page.py", "ui/scenes/scene.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Rect()\npx(1)\n" if path.name != "scene.py" else "Rect()\n")
    assert count_by_module(tmp_path) == {"ui/scenes/page.py": 2, "ui/scenes/scene.py": 1}
