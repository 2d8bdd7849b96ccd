"""The result: what winners share, and the hands that decided a deal."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.ui.driving import found, stand
from tests.ui.stage import opened
from tests.ui.states import has_gatta, is_last_bid, is_over_as
from ui.table.choices import IN_A_ROW, ChoicePanel
from ui.table.outcome import shown_hands
from ui.table.result import Result, fraction


@pytest.mark.parametrize(
    ("share", "words"), [((52, 1), "52"), ((35, 2), "17 1/2"), ((1, 3), "1/3"), ((0, 1), "0"), ((-7, 2), "−3 1/2")]
)
def test_a_share_is_written_exactly(share: tuple[int, int], words: str) -> None:
    assert fraction(Fraction(*share)) == words


@pytest.mark.slow
def test_a_hand_that_annuls_a_deal_and_a_gatta_are_shown_with_the_result(tmp_path: Path) -> None:
    records = (
        found("chiamata", 5, is_over_as("annulled"), annul_poor_hand="up_to_6"),
        found("muscio", 4, has_gatta, deals=3),
        found("chiamata", 5, is_over_as("scored")),
    )
    with opened(tmp_path) as app:
        hands = []
        for record in records:
            stand(app, record)
            assert isinstance(app.stage.scene, Result)
            app.draw()
            hands.append([len(hand) for _seat, hand in shown_hands(app.stage.scene.desk.view)])
        assert hands == [[8], [5], []]


@pytest.mark.parametrize(("seats", "rows"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_the_bids_stand_in_even_rows(tmp_path: Path, seats: int, rows: int) -> None:
    with opened(tmp_path) as app:
        table = stand(app, found("spades", seats, is_last_bid, nil=True))
        assert isinstance(table.panel, ChoicePanel)
        tops = [button.get_abs_rect().y for button in table.panel.actions]
        assert len(set(tops)) == rows and max(map(tops.count, tops)) <= IN_A_ROW
        assert max(map(tops.count, tops)) - min(map(tops.count, tops)) <= 1
        assert all(table.panel.rect.contains(button.get_abs_rect()) for button in table.panel.actions)
