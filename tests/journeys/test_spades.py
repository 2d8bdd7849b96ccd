"""Spades in a real window: a bid by button, a deal by clicks, and a click on an illegal card."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Play
from game.match.observation import observe
from game.rules.spades.scoring import SpadesResult
from tests.journeys.window_people import WindowPeople, move_pointer_away, open_window_and_reference, wait_until_shown

pytestmark = pytest.mark.window

PLAYER_KINDS = ("you", "club", "novice", "random")


def list_buttons_to_bid(person: WindowPeople, tricks: int) -> list[str]:
    """Return the buttons that change the bid that is offered to ``tricks``, and the one that makes it."""
    person.show_scene()
    app, buttons = person.reference.app, list[str]()
    while (wanted := f"bid-{tricks}") not in app.widget_ids:
        offered = next(widget_id for widget_id in app.widget_ids if widget_id.startswith("bid-"))
        buttons.append("add-1" if int(offered.removeprefix("bid-")) < tricks else "subtract-1")
        app.click_button(buttons[-1])
    return [*buttons, wanted]


@pytest.mark.slow
def test_deal_of_spades_is_played(tmp_path: Path) -> None:
    with open_window_and_reference(tmp_path) as (window, eye, mirror):
        window.start("play", "spades", "--seed", "11", "--players", ",".join(PLAYER_KINDS))
        me = WindowPeople(window, eye, mirror, PLAYER_KINDS)
        me.wait_for_turn()
        me.click_buttons(*list_buttons_to_bid(me, 3))
        refused = 0
        while me.wait_for_turn().is_deal_in_progress:
            view = observe(me.match, 0)
            if view.illegal_cards and refused < 2:
                me.click_refused_card(view.illegal_cards[0][0])
                refused += 1
            me.play_action(next(action for action in view.legal_actions if isinstance(action, Play)))
        assert refused == 2, "no click was ever illegal"
        result = me.match.results[0]
        assert isinstance(result, SpadesResult) and result.state == "scored"
        assert result.bids[0] == 3 and sum(result.points) == 13
        mirror.show(me.record, PLAYER_KINDS, viewer=0)
        move_pointer_away(window)
        wait_until_shown(window, mirror.get_picture())
