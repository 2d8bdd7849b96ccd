"""Count of calls that make rectangles or scale numbers, by `tools.geometry`."""

from __future__ import annotations

from pathlib import Path

from tools.geometry import count_by_module


def test_rectangles_and_scaled_numbers_are_counted_outside_the_layout(tmp_path: Path) -> None:
    for path in map(tmp_path.joinpath, ("ui/widgets/layout.py", "ui/table/layout/seats.py", "ui/scenes/page.py")):
        path.parent.mkdir(parents=True)
        path.write_text("rect = pygame.Rect(0, px(4), self._px(5)).move(1).inflate(3)\nlist.move_to(5)\n")
    assert count_by_module(tmp_path) == {"ui/scenes/page.py": 5}
