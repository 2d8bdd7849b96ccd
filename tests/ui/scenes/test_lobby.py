"""The lobby of a table over the network, without sockets: who is there, what the owner does, what is narrated."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import msgspec
import pygame
import pytest

from game.network.guest_client import ConnectionState
from game.network.invitation import decode_invitation
from game.text.gettext import use_language
from tests.fakes import FakeTextLog
from tests.network.host import Host
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import INVITATION, LobbyGuest
from tests.ui.match_driver import run_settling_frames
from ui.scenes.help.scene import HelpScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.close_table import CloseTableDialog
from ui.scenes.network.lobby import LobbyScene
from ui.widgets.info_mark import InfoMark
from ui.widgets.label import TextLabel


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "host", seats=4)


def show_lobby(app: AppDriver, client: LobbyGuest, *, is_hosted_here: bool = False) -> LobbyScene:
    """Show the lobby of a guest over the main menu."""
    app.context.scenes.push(MainMenuScene(app.context))
    app.advance_frame()
    return app.show_over(LobbyScene(app.context, client.as_client, is_hosted_here=is_hosted_here))


def press_tile(app: AppDriver, widget_id: str) -> None:
    """Press a tile by mouse, and run the frame in which its event is handled."""
    app.click_widget(widget_id)


def test_guest_says_ready_and_takes_it_back(app: AppDriver, host: Host) -> None:
    LobbyGuest(host, "Ann", is_owner=True)
    bob = LobbyGuest(host, "Bob")
    scene = show_lobby(app, bob)
    assert not scene.is_owner and "start" not in app.widget_ids and "copy-invitation" not in app.widget_ids
    app.click_button("ready")
    app.advance_frame()
    assert scene.own_seat.is_ready
    app.click_button("ready")
    app.advance_frame()
    assert not scene.own_seat.is_ready


def test_own_seat_is_marked_and_an_empty_lobby_says_so(app: AppDriver, host: Host) -> None:
    scene = show_lobby(app, LobbyGuest(host, "Ann", is_owner=True))
    assert "Nobody has joined yet." in scene.status
    bob = LobbyGuest(host, "Bob")
    bob.be_ready()
    app.advance_frame()
    assert "Nobody" not in scene.status and app.get_widget("seat-0").name == "Ann (you)"
    assert app.get_widget("seat-1").name == "Bob"


def test_owner_starts_when_everybody_is_ready(app: AppDriver, host: Host) -> None:
    ann = LobbyGuest(host, "Ann", is_owner=True)
    bob = LobbyGuest(host, "Bob")
    scene = show_lobby(app, ann)
    assert not scene.can_start and not app.get_button("start").is_enabled
    bob.be_ready()
    app.advance_frame()
    assert scene.can_start
    app.click_button("start")
    host.update()


@pytest.mark.parametrize("is_hosted_here", [False, True])
def test_owner_copies_the_invitation_with_the_present_addresses(
    app: AppDriver, host: Host, is_hosted_here: bool
) -> None:
    show_lobby(app, LobbyGuest(host, "Ann", is_owner=True), is_hosted_here=is_hosted_here)
    with (
        patch("ui.services.invitations.list_own_addresses", return_value=("192.0.2.7", "127.0.0.1")),
        patch("ui.services.invitations.clipboard_copy") as copy,
    ):
        app.click_button("copy-invitation")
        app.advance_until(lambda: copy.called)
    addresses = ("192.0.2.7", "127.0.0.1") if is_hosted_here else INVITATION.addresses
    assert decode_invitation(copy.call_args.args[0]) == msgspec.structs.replace(INVITATION, addresses=addresses)


def test_owner_who_is_away_is_shown_and_awaited(app: AppDriver, host: Host, narration_log: FakeTextLog) -> None:
    ann = LobbyGuest(host, "Ann", is_owner=True)
    bob = LobbyGuest(host, "Bob")
    scene = show_lobby(app, bob)
    bob.be_ready()
    app.advance_frame()
    before = scene.status
    narration_log.take_lines()
    host.leave(ann.guest)
    app.advance_frame()
    assert scene.lobby.seats[0].is_away and "host is away" in scene.status
    assert any("Ann" in line and "Away" in line for line in narration_log.take_lines())
    LobbyGuest(host, "Ann", is_owner=True)
    app.advance_frame()
    assert not scene.lobby.seats[0].is_away and scene.status == before


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_hint_names_the_command_for_a_public_computer(app: AppDriver, host: Host, language: str) -> None:
    with use_language(language):
        show_lobby(app, LobbyGuest(host, "Ann", is_owner=True))
        texts = [" ".join(widget.lines) for widget in app.list_widgets() if isinstance(widget, TextLabel)]
        explanation = app.context.scenes.top.focus.find("info-invitation")
    assert isinstance(explanation, InfoMark) and "tavoloverde host" in explanation.text
    assert not any("tavoloverde host" in text for text in texts)


def test_lobby_marks_the_partners_and_opens_the_rules_of_the_table(app: AppDriver, host: Host) -> None:
    LobbyGuest(host, "Ann", is_owner=True)
    show_lobby(app, LobbyGuest(host, "Bob"))
    texts = [app.get_widget(f"seat-{seat}").value_text for seat in range(4)]
    own_side = [seat for seat, text in enumerate(texts) if "your side" in text]
    assert own_side == [1, 3] and all("the other side" in texts[seat] for seat in (0, 2))
    assert [seat for seat, text in enumerate(texts) if "Your partner" in text] == [3]
    app.click_button("rules")
    app.expect_scene(HelpScene)


def test_menu_of_a_seat_names_the_players_beside_it(app: AppDriver, tmp_path: Path) -> None:
    host = Host(tmp_path / "host", seats=2)
    ann = LobbyGuest(host, "Ann", is_owner=True)
    LobbyGuest(host, "Bob")
    scene = show_lobby(app, ann)
    press_tile(app, "seat-0")
    assert "seat-before" not in app.widget_ids and "Bob" in app.get_button("seat-after").text
    app.click_button("seat-after")
    app.advance_frame()
    assert [seat.name for seat in scene.lobby.seats] == ["Bob", "Ann"]


def test_owner_moves_fills_and_removes(app: AppDriver, host: Host) -> None:
    ann = LobbyGuest(host, "Ann", is_owner=True)
    bob = LobbyGuest(host, "Bob")
    scene = show_lobby(app, ann)
    press_tile(app, "seat-1")
    app.click_button("seat-after")
    app.advance_frame()
    assert [seat.name for seat in scene.lobby.seats] == ["Ann", "", "Bob", ""]
    press_tile(app, "seat-1")
    app.click_button("level-club")
    app.advance_frame()
    assert scene.lobby.seats[1].kind == "club"
    press_tile(app, "seat-1")
    app.click_button("empty-seat")
    app.advance_frame()
    assert not scene.lobby.seats[1].kind
    press_tile(app, "seat-2")
    app.click_button("remove-guest")
    app.advance_frame()
    assert not scene.lobby.seats[2].kind
    bob.notice_refusal()
    assert bob.refusal == "removed"


def test_guest_cannot_change_seats(app: AppDriver, host: Host) -> None:
    LobbyGuest(host, "Ann", is_owner=True)
    show_lobby(app, LobbyGuest(host, "Bob"))
    before = app.widget_ids
    press_tile(app, "seat-0")
    assert app.widget_ids == before


def test_removed_guest_goes_back_and_reads_why(app: AppDriver, host: Host) -> None:
    LobbyGuest(host, "Ann", is_owner=True)
    bob = LobbyGuest(host, "Bob")
    show_lobby(app, bob)
    host.table.end()
    bob.notice_refusal()
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert "ended the table" in app.toast_text and bob.is_closed


def test_changes_are_narrated(app: AppDriver, host: Host, narration_log: FakeTextLog) -> None:
    ann = LobbyGuest(host, "Ann", is_owner=True)
    show_lobby(app, ann)
    opening = narration_log.take_lines()
    assert any("Bar Sport" in line for line in opening) and any("Ann" in line for line in opening)
    bob = LobbyGuest(host, "Bob")
    app.advance_frame()
    assert any("Bob" in line for line in narration_log.take_lines())
    bob.be_ready()
    app.advance_frame()
    assert [line for line in narration_log.take_lines() if "Bob" in line]


def test_lost_connection_shows_and_nothing_can_be_started(app: AppDriver, host: Host) -> None:
    ann = LobbyGuest(host, "Ann", is_owner=True)
    scene = show_lobby(app, ann)
    ann.state = ConnectionState.LOST
    app.advance_frame()
    assert not app.get_button("start").is_enabled and "No connection" in scene.status
    ann.state = ConnectionState.CONNECTED
    app.advance_frame()
    assert app.get_button("start").is_enabled


def test_guest_leaves_by_escape(app: AppDriver, host: Host) -> None:
    LobbyGuest(host, "Ann", is_owner=True)
    bob = LobbyGuest(host, "Bob")
    show_lobby(app, bob)
    app.press_key(pygame.K_ESCAPE)
    assert isinstance(app.context.scenes.top, MainMenuScene) and bob.is_closed


def test_owner_who_leaves_keeps_the_table_open_or_ends_it(app: AppDriver, host: Host) -> None:
    ann = LobbyGuest(host, "Ann", is_owner=True)
    scene = show_lobby(app, ann)
    app.click_button("leave")
    app.expect_scene(CloseTableDialog)
    app.press_key(pygame.K_ESCAPE)
    assert app.expect_scene(LobbyScene) is scene
    app.click_button("leave")
    app.click_button("end-table")
    app.advance_frame()
    assert host.table.is_ended and isinstance(app.context.scenes.top, MainMenuScene)


@pytest.mark.parametrize(("answer", "is_ended"), [("keep-open", False), ("end-table", True)])
def test_closing_the_window_of_the_owner_asks(app: AppDriver, host: Host, answer: str, is_ended: bool) -> None:
    show_lobby(app, LobbyGuest(host, "Ann", is_owner=True))
    app.post_event(pygame.QUIT)
    app.post_event(pygame.QUIT)
    assert app.context.is_running and isinstance(app.context.scenes.top, CloseTableDialog)
    app.click_button(answer)
    if app.context.is_running:
        app.advance_frame()
    assert not app.context.is_running and host.table.is_ended is is_ended


def test_closing_the_window_of_a_guest_asks_nothing(app: AppDriver, host: Host) -> None:
    LobbyGuest(host, "Ann", is_owner=True)
    show_lobby(app, LobbyGuest(host, "Bob"))
    app.post_event(pygame.QUIT)
    assert not app.context.is_running
