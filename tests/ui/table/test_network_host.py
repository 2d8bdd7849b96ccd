"""The window at the table of a real host process on the loopback address."""

from __future__ import annotations

import time

import pygame
import pytest

from game.network.host_launcher import HostLaunch
from game.network.remote_session import RemoteSession
from tests.network.clients import start_match, wait_until
from tests.network.host import ONE_DEAL
from tests.network.people import choose_action
from tests.ui.app_driver import AppDriver
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.open_table import open_network_table
from ui.table.result.match import MatchResultOverlay

MAX_SECONDS = 60.0


@pytest.mark.slow
def test_match_is_played_at_a_real_host_and_stored_here(app: AppDriver) -> None:
    launch = HostLaunch("Bar Sport", ONE_DEAL, 2)
    wait_until(lambda: launch.is_done)
    assert not launch.error
    ann, bob = start_match(launch.invitation, launch.owner_key)
    open_network_table(app.context, ann, is_hosted_here=True)
    app.skips_painting = True
    table, other = app.table_scene, RemoteSession(bob, time.monotonic)
    deadline = time.monotonic() + MAX_SECONDS
    while not isinstance(app.context.scenes.top, MatchResultOverlay):
        assert time.monotonic() < deadline
        app.advance_frame()
        table.skip_animations()
        if table.session.is_your_turn and not table.pending_steps:
            app.press_key(pygame.K_1)
        other.update(is_idle=True)
        if other.is_your_turn:
            other.act(choose_action(other.observation, len(other.events)))
        time.sleep(0.002)

    def is_stored() -> bool:
        app.advance_frame()
        return bool(app.storage.submit_to_archive(lambda archive: archive.list_entries()).result())

    wait_until(is_stored)
    app.click_button("to-menu")

    def is_menu_open() -> bool:
        app.advance_frame()
        return isinstance(app.context.scenes.top, MainMenuScene)

    wait_until(is_menu_open)
    wait_until(lambda: bob.refusal == "ended")
    bob.close()
