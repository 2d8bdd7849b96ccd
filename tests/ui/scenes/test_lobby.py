"""The lobby of a table over the network, without sockets: who is there, what the owner does, what is narrated."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import msgspec
import pygame
import pytest

from game.match.setup import PERSON_KIND
from game.network.guest_client import ConnectionState
from game.network.invitation import decode_invitation
from tests.fakes import FakeTextLog
from tests.network.host import Host
from tests.ui.app_driver import AppDriver
from tests.ui.lobby_guest import INVITATION, LobbyGuest
from tests.ui.match_driver import run_settling_frames
from ui.scenes.help.scene import HelpScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.close_table import CloseTableDialog
from ui.scenes.network.lobby import LobbyScene


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "host", seats=4)


def show_lobby(app: AppDriver, client: LobbyGuest, *, is_hosted_here: bool = False) -> LobbyScene:
    """Show the lobby of a guest over the main menu."""
    return app.show_over(LobbyScene(app.context, client.as_client, is_hosted_here=is_hosted_here))


@pytest.fixture
def ann(host: Host) -> LobbyGuest:
    """Return the owner of the table."""
    return LobbyGuest(host, "Ann", is_owner=True)


@pytest.fixture
def bob(host: Host, ann: LobbyGuest) -> LobbyGuest:
    """Return another guest of the table."""
    return LobbyGuest(host, "Bob")


def test_guest_says_ready_takes_it_back_and_leaves(app: AppDriver, bob: LobbyGuest) -> None:
    scene = show_lobby(app, bob)
    assert not scene.is_owner and "start" not in app.widget_ids and "copy-invitation" not in app.widget_ids
    before = app.widget_ids
    app.click_widget("seat-0")
    assert app.widget_ids == before, "a guest cannot change seats"
    for is_ready in (True, False):
        app.click_button("ready")
        app.advance_frame()
        assert scene.own_seat.is_ready == is_ready
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(MainMenuScene)
    assert bob.is_closed
    app.post_event(pygame.QUIT)
    assert not app.context.is_running


def test_owner_starts_when_everybody_is_ready(app: AppDriver, host: Host, ann: LobbyGuest) -> None:
    scene = show_lobby(app, ann)
    assert "Nobody has joined yet." in scene.status
    bob = LobbyGuest(host, "Bob")
    app.advance_frame()
    assert not scene.can_start and not app.get_button("start").is_enabled
    bob.be_ready()
    app.advance_frame()
    assert scene.can_start and app.get_widget("seat-0").name == "Ann (you)"
    for state in (ConnectionState.LOST, ConnectionState.CONNECTED):
        ann.state = state
        app.advance_frame()
        assert app.get_button("start").is_enabled == (state is ConnectionState.CONNECTED)
        assert ("No connection" in scene.status) == (state is ConnectionState.LOST)
    app.click_button("start")
    host.update()
    assert host.table.match is not None


@pytest.mark.parametrize("is_hosted_here", [False, True])
def test_owner_copies_the_invitation_with_the_present_addresses(
    app: AppDriver, ann: LobbyGuest, is_hosted_here: bool
) -> None:
    show_lobby(app, ann, is_hosted_here=is_hosted_here)
    with (
        patch("ui.services.invitations.list_own_addresses", return_value=("192.0.2.7", "127.0.0.1")),
        patch("ui.services.invitations.clipboard_copy") as copy,
    ):
        app.click_button("copy-invitation")
        app.advance_until(lambda: copy.called)
    addresses = ("192.0.2.7", "127.0.0.1") if is_hosted_here else INVITATION.addresses
    assert decode_invitation(copy.call_args.args[0]) == msgspec.structs.replace(INVITATION, addresses=addresses)


def test_owner_who_is_away_is_shown_and_awaited(
    app: AppDriver, host: Host, ann: LobbyGuest, bob: LobbyGuest, narration_log: FakeTextLog
) -> None:
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


def test_lobby_marks_the_partners_and_opens_the_rules_of_the_table(app: AppDriver, bob: LobbyGuest) -> None:
    show_lobby(app, bob)
    texts = [app.get_widget(f"seat-{seat}").value_text for seat in range(4)]
    own_side = [seat for seat, text in enumerate(texts) if "your side" in text]
    assert own_side == [1, 3] and all("the other side" in texts[seat] for seat in (0, 2))
    assert [seat for seat, text in enumerate(texts) if "Your partner" in text] == [3]
    app.click_button("rules")
    app.expect_scene(HelpScene)


def test_owner_moves_fills_and_removes(app: AppDriver, ann: LobbyGuest, bob: LobbyGuest) -> None:
    scene = show_lobby(app, ann)
    for seat, entry, names, kinds in (
        (0, "seat-after", ["Bob", "Ann", "", ""], ["you", "you", "", ""]),
        (1, "seat-before", ["Ann", "Bob", "", ""], ["you", "you", "", ""]),
        (1, "seat-after", ["Ann", "", "Bob", ""], ["you", "", "you", ""]),
        (1, "level-club", ["Ann", "", "Bob", ""], ["you", "club", "you", ""]),
        (1, "empty-seat", ["Ann", "", "Bob", ""], ["you", "", "you", ""]),
        (2, "remove-guest", ["Ann", "", "", ""], ["you", "", "", ""]),
    ):
        app.click_widget(f"seat-{seat}")
        app.click_button(entry)
        app.advance_frame()
        assert [player.kind for player in scene.lobby.seats] == kinds
        assert [player.name * (player.kind == PERSON_KIND) for player in scene.lobby.seats] == names
    bob.notice_refusal()
    assert bob.refusal == "removed"


def test_removed_guest_goes_back_and_reads_why(app: AppDriver, host: Host, bob: LobbyGuest) -> None:
    show_lobby(app, bob)
    host.table.end()
    bob.notice_refusal()
    run_settling_frames(app)
    app.expect_scene(MainMenuScene)
    assert "ended the table" in app.toast_text and bob.is_closed


def test_changes_are_narrated(app: AppDriver, host: Host, ann: LobbyGuest, narration_log: FakeTextLog) -> None:
    show_lobby(app, ann)
    opening = narration_log.take_lines()
    assert any("Bar Sport" in line for line in opening) and any("Ann" in line for line in opening)
    bob = LobbyGuest(host, "Bob")
    app.advance_frame()
    assert any("Bob" in line for line in narration_log.take_lines())
    bob.be_ready()
    app.advance_frame()
    assert [line for line in narration_log.take_lines() if "Bob" in line]


def test_owner_who_leaves_keeps_the_table_open_or_ends_it(app: AppDriver, host: Host, ann: LobbyGuest) -> None:
    scene = show_lobby(app, ann)
    app.click_button("leave")
    app.expect_scene(CloseTableDialog)
    app.press_key(pygame.K_ESCAPE)
    assert app.expect_scene(LobbyScene) is scene
    app.click_button("leave")
    app.click_button("end-table")
    app.advance_frame()
    app.expect_scene(MainMenuScene)
    assert host.table.is_ended


@pytest.mark.parametrize(("answer", "is_ended"), [("keep-open", False), ("end-table", True)])
def test_closing_the_window_of_the_owner_asks(
    app: AppDriver, host: Host, ann: LobbyGuest, answer: str, is_ended: bool
) -> None:
    show_lobby(app, ann)
    app.post_event(pygame.QUIT)
    app.post_event(pygame.QUIT)
    app.expect_scene(CloseTableDialog)
    assert app.context.is_running
    app.click_button(answer)
    if app.context.is_running:
        app.advance_frame()
    assert not app.context.is_running and host.table.is_ended is is_ended
