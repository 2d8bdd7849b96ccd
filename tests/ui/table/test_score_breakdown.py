"""The result: the shares of winners, and the hands that decided a deal."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.rows import check_rows
from tests.ui.app_driver import open_test_app
from tests.ui.match_conditions import has_gatta, is_over_as
from tests.ui.match_driver import find_match, resume_at
from ui.table.result.model import list_shown_hands
from ui.table.result.overlay import ResultOverlay, format_fraction


@check_rows(
    ("share", "words"), [((52, 1), "52"), ((35, 2), "17 1/2"), ((1, 3), "1/3"), ((0, 1), "0"), ((-7, 2), "−3 1/2")]
)
def test_share_is_written_exactly(share: tuple[int, int], words: str) -> None:
    assert format_fraction(Fraction(*share)) == words


@pytest.mark.slow
def test_annulling_hand_and_gatta_are_shown_with_the_result(tmp_path: Path) -> None:
    records = (
        find_match("chiamata", 5, is_over_as("annulled"), annul_poor_hand="up_to_6"),
        find_match("muscio", 4, has_gatta, deals=3),
        find_match("chiamata", 5, is_over_as("scored")),
    )
    with open_test_app(tmp_path) as app:
        hands = []
        for record in records:
            resume_at(app, record)
            assert isinstance(app.context.scenes.top, ResultOverlay)
            app.repaint()
            hands.append([len(hand) for _seat, hand in list_shown_hands(app.context.scenes.top.table.observation)])
        assert hands == [[8], [5], []]
