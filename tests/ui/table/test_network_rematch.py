"""Another match at a table over the network, from the result in the window."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.network.messages import Ready, Rematch
from game.network.table_files import open_seat_keys
from tests.fakes import FakeTextLog
from tests.ui.app_driver import AppDriver
from tests.ui.network_window import INVITATION, NetworkWindow
from ui.table.result.match import MatchResultOverlay


def finish_match(window: NetworkWindow) -> None:
    window.play_deal()
    window.frames()
    window.app.expect_scene(MatchResultOverlay)


def test_owner_plays_again_with_the_same_people(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path)
    seat = window.table.session.observation.seat
    finish_match(window)
    app.click_button("play-again")
    window.frames()
    assert app.get_button_text("play-again") == "Waiting for 1 player…"
    window.bob.send(Ready())
    window.frames(10)
    assert app.table_scene is not window.table
    window.table = app.table_scene
    observation = window.table.session.observation
    assert (observation.seat, observation.deal_number, observation.is_over) == (seat, 1, False)
    assert window.client.is_connected and window.client.host_fault is None
    finish_match(window)
    assert window.client.host_fault is None, "the second match is verified too"
    assert window.client.record is not None


def test_guest_is_asked_by_the_owner(app: AppDriver, tmp_path: Path, narration_log: FakeTextLog) -> None:
    keys = open_seat_keys(app.context.folders)
    window = NetworkWindow(app, tmp_path, is_owner=False, seat_keys=keys)
    window.advance_to_own_turn()
    finish_match(window)
    assert "play-again" not in app.widget_ids
    window.bob.send(Rematch())
    window.frames()
    assert "Bob wants to play again." in app.toast_text
    app.click_button("play-again")
    window.frames(10)
    assert app.table_scene is not window.table
    stored = keys.read()[0].find_seat(INVITATION)
    assert stored is not None and stored.match_number == 2 and not stored.marks


def test_second_match_that_replaces_an_open_one_is_a_fault_of_the_host(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path)
    window.advance_to_own_turn()
    assert window.client.welcome is not None
    welcome = window.client.welcome
    window.client.receive_message(msgspec.structs.replace(welcome, state="match", match=2))
    fault = window.client.host_fault
    assert fault is not None and fault.values["fault"].code == "host_went_back"
