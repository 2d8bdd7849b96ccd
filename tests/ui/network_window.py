"""A window at a table over the network without sockets: the test plays for the other guests, and cuts the line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame

from game.match.house_rules import RuleSet
from game.network.table_files import SeatKeys
from game.session.avatars import AVATAR_COLORS
from game.storage.json_documents import JsonDocument
from tests.network.host import ONE_DEAL, Guest, Host
from tests.network.programs import GuestProgram
from tests.ui.app_driver import AppDriver
from ui.scenes.network.open_table import open_network_table
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene

LONG_NAMES: Final = ("Ann", "Massimiliano Della Torre", "Bartolomea Dell'Acquario", "Dino")
FOUR_ALONE: Final = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2, "teams": False})


class NetworkWindow:
    """The window of ``names[0]`` at a table, and the ``others`` by their names; `frame` advances all of them.

    ``is_owner``: whether the person at the window is the owner; else it is the first of the others. ``is_watching``:
    whether the person at the window has no seat. ``is_television``: the window is the owner's, who has no seat.
    """

    def __init__(
        self, app: AppDriver, home: Path, names: Sequence[str] = ("Ann", "Bob"), rules: RuleSet = ONE_DEAL, *,
        seats: int | None = None, is_owner: bool = True, seed: int = 5,
        seat_keys: JsonDocument[SeatKeys] | None = None, is_watching: bool = False, is_television: bool = False,
    ) -> None:  # fmt: skip
        self.app = app
        self.host = Host(
            home / "host", rules, seats or len(names) - (is_watching or is_television), seed, clock=app.clock
        )
        if not is_watching:
            self.client = GuestProgram(self.host, names[0], is_owner=is_owner, seat_keys=seat_keys)
        if is_television:
            self.client.let_watch(names[0])
        self.others = {
            name: self.host.join(
                name,
                is_owner=(is_watching or not is_owner) and number == 1,
                color=AVATAR_COLORS[number % len(AVATAR_COLORS)],
                avatar_number=number,
            )
            for number, name in enumerate(names)
            if number
        }
        for guest in self.others.values():
            guest.be_ready()
        owner = self.client if is_owner and not is_watching else self.others[names[1]]
        if is_watching:
            self.client = GuestProgram(self.host, names[0])
            owner.let_watch(names[0])
        self.client.be_ready()
        owner.start_match()
        while not self.client.has_match:
            self.host.update()
            self.client.receive()
        open_network_table(app.context, self.client)
        self.table = app.table_scene
        app.wait_for_card_images()
        self.frame()

    @property
    def bob(self) -> Guest:
        return self.others["Bob"]

    def frame(self, seconds: float = 1 / 60) -> None:
        """Advance the window, the host and the screens of the others by a frame."""
        self.host.update(count=1)
        self.client.receive()
        for guest in self.others.values():
            if self.host.table.match is not None and self.host.table.match.find_guest(guest.connection) is not None:
                guest.report_shown()
        self.app.advance_frame(seconds)
        if isinstance(self.app.context.scenes.top, TableScene):
            self.app.table_scene.skip_animations()

    def frames(self, count: int = 6, seconds: float = 1 / 60) -> None:
        """Advance by frames, of which only the last is painted."""
        with self.app.skip_painting():
            for _number in range(count - 1):
                self.frame(seconds)
        self.frame(seconds)

    def lose(self, name: str = "Bob", seconds: int = 0) -> Guest:
        """Let one of the others lose the connection, and let time pass; return that guest."""
        guest = self.others.pop(name)
        guest.lose_connection()
        self.frames(2)
        self.frames(seconds, seconds=1.0)
        return guest

    def bring_back(self, guest: Guest) -> None:
        """Let a guest who has lost the connection come back."""
        self.others[guest.name] = guest.connect_again()
        self.frames()

    def play_for_others(self, index: int = 0) -> None:
        """Let each of the others who is on turn take their legal action at ``index``, by default the first."""
        for guest in self.others.values():
            actions = guest.observation.legal_actions
            if actions:
                guest.act(actions[index])
                self.frames()

    def advance_to_own_turn(self) -> None:
        """Let the others play until the person at the window is on turn."""
        for _number in range(60):
            self.frames(3)
            if self.table.session.is_your_turn and not self.table.playback.pending_steps:
                return
            self.play_for_others()
        raise AssertionError("the turn never came")

    def play_first_card(self) -> None:
        self.table.act(self.table.session.observation.legal_actions[0])
        self.frames()

    def play_deal(self) -> None:
        """Play the deal to its end, always the first legal action; only the end is painted."""
        self.app.skips_painting = True
        for _number in range(200):
            self.frames(3)
            session = self.table.session
            if session.is_match and (session.status.is_between_deals or session.observation.is_over):
                self.app.skips_painting = False
                self.frames()
                return
            if session.is_your_turn and not self.table.playback.pending_steps:
                self.play_first_card()
            self.play_for_others()
        raise AssertionError("the deal does not end")


def count_actions(window: NetworkWindow) -> int:
    return len(window.host.match.record.deals[-1].actions)


def open_pause(window: NetworkWindow) -> list[str]:
    """Open the pause and return the ids of its rows."""
    window.app.press_key(pygame.K_ESCAPE)
    window.app.expect_scene(PauseOverlay)
    return window.app.widget_ids
