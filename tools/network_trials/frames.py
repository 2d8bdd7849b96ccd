"""`python -m tools.network_trials.frames`: from a click in one window to the moving card in the other, and frames.

Two windows without a screen, each in its own process, play at a host; then one of them plays alone.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import pygame

from game.core.events import CardPlayed
from game.match.house_rules import RuleSet
from game.network.invitation import decode_invitation
from game.network.messages import StartMatch
from game.session.messages import Command, Ready
from tests.fakes import make_match_setup
from tests.network.processes import HostProcess
from tests.ui.table_driver import get_card_center
from tools.benchmarks.frames import FrameTimes, MeasuredApp, measure_frame, open_window, print_frame_times
from tools.text_tables import get_percentile, print_header
from ui.app.match_launcher import start_match
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.network.join import JoinDialog
from ui.scenes.network.lobby import LobbyScene
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene
from ui.table.state import TableState

NAMES: Final = ("Ann", "Bob")
SIZE: Final = (1280, 720)
ONE_DEAL: Final = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1})
MATCH_COUNT: Final = 2
"""The matches at each kind of table: 40 cards each."""
CLICK_DELAYS_S: Final = (0.3, 0.6)
"""The time that a person takes before a click, in which the window goes to sleep."""


class WindowTimes(NamedTuple):
    """The moments of the own clicks and those at which cards of others began to move, in seconds; the frames."""

    clicks: list[float]
    moves: list[float]
    frames: list[FrameTimes]


def play_deal(app: MeasuredApp, seed: str) -> WindowTimes:
    """Play a deal by mouse, from the lobby or the table on, always the first legal card."""
    app.can_sleep = True
    rng, times, last_step, has_asked, has_clicked = Random(seed), WindowTimes([], [], []), None, False, False
    while not isinstance(app.context.scenes.top, ResultOverlay):
        frame_times = measure_frame(app)
        now, scene = time.monotonic(), app.context.scenes.top
        if isinstance(scene, LobbyScene) and not has_asked and all(seat.kind for seat in scene.lobby.seats):
            has_asked = scene.can_start if scene.is_owner else True
            if has_asked:
                scene.client.send(StartMatch() if scene.is_owner else Command(Ready()))
        if not isinstance(scene, TableScene):
            continue
        if frame_times.was_painted:
            times.frames.append(frame_times)
        step, own_seat = scene.playback.current_step, scene.session.observation.seat
        if step is not None and step is not last_step and isinstance(step.event, CardPlayed):
            if step.event.seat != own_seat:
                times.moves.append(now)
            else:
                has_clicked = False
        last_step = step
        if scene.state is TableState.YOUR_TURN and not has_clicked:
            has_clicked = True
            position = get_card_center(scene, scene.hand[0])
            threading.Timer(rng.uniform(*CLICK_DELAYS_S), click, (position, times.clicks)).start()
    return times


def click(position: tuple[float, float], clicks: list[float]) -> None:
    """Click at a position, and note when."""
    pos = round(position[0]), round(position[1])
    clicks.append(time.monotonic())
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=pos, button=1, touch=False))


def play_in_network(index: int, invitation: str, owner_key: str) -> WindowTimes:
    """Play a deal at a table over the network, in a window of its own."""
    with open_window(SIZE) as app:
        menu = MainMenuScene(app.context)
        app.context.scenes.push(menu)
        app.context.scenes.push(
            JoinDialog(
                app.context, menu, invitation=decode_invitation(invitation),
                owner_key=owner_key if index == 0 else "", name=NAMES[index], joins_at_once=True,
            )
        )  # fmt: skip
        return play_deal(app, NAMES[index])


def play_here() -> WindowTimes:
    """Play a deal at a table without a network, in a window of its own."""
    with open_window(SIZE) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        start_match(app.context, make_match_setup("you novice", deals_to_win=1))
        return play_deal(app, NAMES[0])


def main() -> None:
    """Play matches at both kinds of tables and print the figures."""
    argparse.ArgumentParser(prog="python -m tools.network_trials.frames", description=main.__doc__).parse_args()
    latencies, network_frames, local_frames = list[float](), list[FrameTimes](), list[FrameTimes]()
    context: Any = multiprocessing.get_context("spawn")
    for _match in range(MATCH_COUNT):
        with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(len(NAMES), mp_context=context) as windows:
            host = HostProcess(Path(folder), ONE_DEAL, len(NAMES))
            try:
                playing = [
                    windows.submit(play_in_network, index, host.invitation, host.owner_key)
                    for index in range(len(NAMES))
                ]
                ann, bob = (window.result() for window in playing)
            finally:
                host.stop()
            for own, other in ((ann, bob), (bob, ann)):
                pairs = zip(own.clicks, other.moves, strict=True)
                latencies += [(moved_at - clicked_at) * 1000 for clicked_at, moved_at in pairs]
            network_frames += ann.frames + bob.frames
            local_frames += windows.submit(play_here).result().frames
    p99 = get_percentile(latencies, 0.99)
    print(f"from a click to the moving card in the other window: median {median(latencies):.0f} ms, p99 {p99:.0f} ms")
    print(f"{len(latencies)} cards, {min(latencies):.0f} to {max(latencies):.0f} ms")
    print_header("frames that paint: ms", "median", "p99", "most", "cpu median", "cpu p99", "cpu most", "frames")
    print_frame_times("at a table over the network", network_frames)
    print_frame_times("at a table here", local_frames)


if __name__ == "__main__":
    main()
