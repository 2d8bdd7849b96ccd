"""The result: the shares of winners, and the hands that decided a deal."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.ui.app_driver import open_test_app
from tests.ui.match_conditions import has_gatta, is_last_bid, is_over_as
from tests.ui.match_driver import find_match, resume_at
from ui.table.choice_panel import MAX_BUTTONS_PER_ROW, ChoicePanel
from ui.table.result.model import list_shown_hands
from ui.table.result.overlay import ResultOverlay, format_fraction


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(("seats", "rows"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_bids_are_laid_out_in_even_rows(tmp_path: Path, seats: int, rows: int) -> None:
    with open_test_app(tmp_path) as app:
        table = resume_at(app, find_match("spades", seats, is_last_bid, nil=True))
        panel = table.controls.panel
        assert isinstance(panel, ChoicePanel)
        tops = [button.get_abs_rect().y for button in panel.actions_by_button]
        assert len(set(tops)) == rows and max(map(tops.count, tops)) <= MAX_BUTTONS_PER_ROW
        assert max(map(tops.count, tops)) - min(map(tops.count, tops)) <= 1
        assert all(panel.rect.contains(button.get_abs_rect()) for button in panel.actions_by_button)
