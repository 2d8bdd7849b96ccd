"""Another match at a table over the network, from the result in the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.match.setup import MatchSetup
from game.network.table_files import open_seat_keys
from game.session.match_info import make_rematch_setup
from game.text.errors import describe_problem
from tests.fakes import FakeTextLog, make_folders
from tests.network.host import INVITATION, ONE_DEAL, Host
from tests.network.programs import GuestProgram
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import expect_match_result
from tests.ui.network_window import NetworkWindow
from ui.scenes.dialogs.box import ConfirmDialog


def finish_match(window: NetworkWindow) -> None:
    window.play_deal()
    window.frames()
    expect_match_result(window.app)


def test_owner_plays_again_with_the_same_people(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path)
    seat = window.table.session.observation.seat
    finish_match(window)
    app.click_button("play-again")
    window.frames()
    assert app.get_button_text("play-again") == "Waiting for Bob…"
    window.bob.be_ready()
    window.frames(10)
    assert app.table_scene is not window.table and not app.toast_text
    window.table = app.table_scene
    observation = window.table.session.observation
    assert (observation.seat, observation.deal_number, observation.is_over) == (seat, 1, False)
    assert window.client.is_connected and window.client.check.fault is None
    finish_match(window)
    assert window.client.check.fault is None, "the second match is verified too"
    assert window.client.record is not None


def test_guest_is_asked_by_the_owner(app: AppDriver, tmp_path: Path, narration_log: FakeTextLog) -> None:
    keys = open_seat_keys(app.context.folders)
    window = NetworkWindow(app, tmp_path, is_owner=False, seat_keys=keys)
    window.advance_to_own_turn()
    finish_match(window)
    assert "play-again" not in app.widget_ids
    window.bob.play_again()
    window.frames()
    assert "Bob wants to play again." in app.toast_text
    app.click_button("play-again")
    window.frames(10)
    assert app.table_scene is not window.table
    stored = keys.read()[0].find_seat(INVITATION)
    assert stored is not None and stored.match_number == 2 and not stored.notes


def make_false_setup(*arguments: Any) -> MatchSetup:
    """Return the setup of a rematch in which another player deals first than the one whose turn it is."""
    setup = make_rematch_setup(*arguments)
    assert setup.first_dealer is not None
    return msgspec.structs.replace(setup, first_dealer=1 - setup.first_dealer)


def test_host_that_lets_another_player_deal_first_is_named(
    app: AppDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.session.host.make_rematch_setup", make_false_setup)
    keys = open_seat_keys(app.context.folders)
    window = NetworkWindow(app, tmp_path, seat_keys=keys)
    finish_match(window)
    app.click_button("play-again")
    window.frames()
    window.bob.be_ready()
    window.frames(10)
    assert "isn't playing fair" in app.expect_scene(ConfirmDialog).question
    seat = keys.read()[0].find_seat(INVITATION)
    assert seat is not None
    started_again = GuestProgram(window.host, "Ann", token=seat.key, seat_keys=keys)
    started_again.receive()
    for client in (window.client, started_again):
        assert client.check.fault is not None
        assert describe_problem(client.check.fault) == "deal 1: it was another player's turn to deal"


def test_second_match_that_replaces_an_open_one_is_a_fault_of_the_host(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path)
    window.advance_to_own_turn()
    assert window.client.welcome is not None
    welcome = window.client.welcome
    window.client.receive_message(msgspec.structs.replace(welcome, state="match", match=2))
    fault = window.client.check.fault
    assert fault is not None and fault.values["fault"].code == "host_went_back"


def test_match_that_ended_without_the_person_is_stored_and_told(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, is_owner=False, seat_keys=open_seat_keys(app.context.folders))
    window.advance_to_own_turn()
    window.play_first_card()
    bob, seat = window.bob, window.table.session.observation.seat
    assert seat is not None
    window.client.lose_connection()
    bob.let_computer_play(seat)
    window.host.play_match([bob])
    bob.play_again()
    window.host.update()
    window.host.settle([bob])
    window.client.connect_again(run="cc")
    window.frames(10)
    assert app.toast_text.count("The previous one is in your history.") == 1
    assert not app.table_scene.session.observation.is_over and window.client.is_connected
    assert len(app.storage.submit_to_archive(lambda archive: archive.list_entries()).result()) == 1


@pytest.mark.parametrize("has_record", [False, True])
@pytest.mark.parametrize("is_host_honest", [False, True])
def test_program_that_was_killed_before_a_rematch_checks_its_first_dealer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_record: bool, is_host_honest: bool
) -> None:
    """Kill Bob's program before it has the record of the first match, or after it has got it."""
    if not is_host_honest:
        monkeypatch.setattr("game.session.host.make_rematch_setup", make_false_setup)
    host, keys = Host(tmp_path, ONE_DEAL), open_seat_keys(make_folders(tmp_path / "Bob"))
    ann, bob = host.join("Ann", is_owner=True), GuestProgram(host, "Bob", seat_keys=keys)
    bob.be_ready()
    ann.start_match()
    bob.receive()
    bob.lose_connection()
    ann.let_computer_play(1)
    host.play_match([ann])
    seat = keys.read()[0].find_seat(INVITATION)
    assert seat is not None

    def start_again() -> GuestProgram:
        client = GuestProgram(host, "Bob", token=seat.key, seat_keys=keys)
        for _round in range(5):
            host.update()
            client.receive()
        return client

    if has_record:
        start_again().lose_connection()
    ann.play_again()
    host.settle([ann])
    client = start_again()
    assert client.welcome is not None and client.welcome.match == 2
    assert (client.check.fault is None) == is_host_honest
    assert (start_again().check.fault is None) == is_host_honest, "also after another restart"


@pytest.mark.parametrize("seed", [9, 12])
def test_person_who_is_let_in_to_a_later_match_verifies_it(tmp_path: Path, seed: int) -> None:
    host = Host(tmp_path, ONE_DEAL, seed=seed)
    ann, bob = host.start("Ann", "Bob")
    host.leave(bob)
    ann.let_computer_play(1)
    host.play_match([ann])
    ann.play_again()
    client = GuestProgram(host, "Bob")
    client.receive()
    ann.let_in(1, "Bob")
    client.receive()
    client.lose_connection()
    ann.let_computer_play(1)
    host.play_match([ann])
    client.connect_again()
    client.receive()
    assert client.record is not None and client.check.fault is None
