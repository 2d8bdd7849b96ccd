"""What a journey knows of the window: the same table drawn once more without a display, and pictures of the screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from game.engine.actions import Action, Play, Swap
from game.engine.cards import Card
from game.local_table import LocalTable
from game.match import Match
from game.record import Record
from game.seating import Player
from game.words import say
from tests.journeys.screen import PATIENCE, SIZE, Eye, Screen, came, need_tools, put_settings, screen, wait_for
from tests.ui.stage import AppByHand, opened, settings, turn_screen
from ui.matches import scene_of
from ui.table.hold import card_at
from ui.table.layout import layout
from ui.table.pose import corners
from ui.table.scene import TableScene

GRAB = "import"
"""ImageMagick's program that takes a picture of a screen."""
AWAY = (640, 3)
"""A place for the pointer where nothing answers to it."""
AGAIN = 3.0
"""Seconds after which a click that did nothing is made again: the first may only hurry what still moves."""


def need_everything() -> None:
    """Skip where a journey with pictures cannot run; on the CI that is a failure."""
    need_tools()
    if shutil.which(GRAB) is None:
        words = "needs ImageMagick"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(words)


class Mirror:
    """A table of the program by hand, put into the state of any record; it never plays on."""

    def __init__(self, app: AppByHand) -> None:
        self.app = app
        app.mind.thinking = True

    def show(
        self, record: Record, players: tuple[str, ...], viewer: int | None, cover: int | None = None
    ) -> TableScene:
        """The table of ``record`` as ``viewer`` sees it, or covered for ``cover``."""
        stage = self.app.stage
        people = tuple(Player(name, kind) for name, kind in zip(record.names, players, strict=True))
        table = LocalTable(record, people, 0, storage=stage.storage, thinker=stage.thinker, clock=self.app.clock)
        turn_screen(table, viewer, cover)
        scene = scene_of(stage, table)
        stage.go(scene)
        for _frame in range(4):
            self.app.step()
        return scene

    def picture(self) -> bytes:
        """What it shows once all is drawn, as `grab` gives it."""
        for art in self.app.stage.arts.values():
            art.wait()
        self.app.draw()
        return pygame.image.tobytes(self.app.surface, "RGB")


class Person:
    """The people at the window: they look at the journal to know whose turn it is, and click."""

    def __init__(self, window: Screen, eye: Eye, mirror: Mirror, players: tuple[str, ...], match_id: int = 1) -> None:
        self.window = window
        self.eye = eye
        self.mirror = mirror
        self.players = players
        self.match_id = match_id

    @property
    def record(self) -> Record:
        record = self.eye.record(self.match_id)
        assert record is not None
        return record

    @property
    def match(self) -> Match:
        return self.record.replay()

    def turn(self) -> Match:
        """Wait until a person has to act, or the deal is over."""

        def due() -> bool:
            assert self.window.runs
            match = self.eye.match(self.match_id)
            return match is not None and (self._asked(match) or (bool(match.results) and not match.deal_open))

        wait_for(due)
        return self.match

    def _asked(self, match: Match) -> bool:
        return match.to_act is not None and self.players[match.to_act] == "you"

    def scene(self) -> TableScene:
        """The mirror's table, as whoever must act sees it."""
        record = self.record
        seat = record.replay().to_act
        return self.mirror.show(record, self.players, self.players.index("you") if seat is None else seat)

    def press(self, *widget_ids: str) -> None:
        """Click buttons of the table, one after the other; the last one's action must come to be saved."""
        self.scene()
        for widget_id in widget_ids[:-1]:
            self.mirror.app.press(widget_id)
            click(self.window, self.mirror.app.button(widget_id).get_abs_rect().center)
            time.sleep(0.1)
        self._until_saved(self.mirror.app.button(widget_ids[-1]).get_abs_rect().center)

    def act(self, action: Action) -> None:
        """Click what stands for the action: a card, or the button of the panel."""
        if isinstance(action, Play):
            self._until_saved(self.place_of(action.card))
        elif isinstance(action, Swap):
            assert action.card is not None
            self._until_saved(self.place_of(action.card))
        else:
            buttons = getattr(self.scene().panel, "actions", {})
            self._until_saved(next(one for one, what in buttons.items() if what == action).get_abs_rect().center)
        assert self._last_actions(action.seat)[0] == action

    def next_deal(self) -> None:
        """Click on from the result."""
        deals = len(self.record.deals)
        self.scene()
        where = self.mirror.app.button("next-deal").get_abs_rect().center

        def dealt() -> bool:
            click(self.window, where)
            time.sleep(0.3)
            return len(self.record.deals) > deals

        wait_for(dealt)

    def _last_actions(self, seat: int) -> list[Action]:
        return [one for one in reversed(self.record.deals[-1].actions) if one.seat == seat]

    def place_of(self, card: Card) -> tuple[int, int]:
        """A point where the card lies uppermost in the hand."""
        scene = self.scene()
        poses, hand = layout(scene.board, scene.spot), scene.hand
        (left, top), _right, (right, bottom), _left = corners(poses[card.name])
        shares = (0.5, 0.25, 0.75, 0.12, 0.88)
        points = [(round(left + (right - left) * x), round(top + (bottom - top) * y)) for y in shares for x in shares]
        return next(point for point in points if card_at(hand, poses, point) == card)

    def refused(self, card: Card) -> None:
        """Click a card that the rules refuse: a line says why, nothing is saved."""
        before, scene = self.eye.actions(self.match_id), self.scene()
        reason = next(reason for one, reason in scene.view.refused if one == card)
        where = self.place_of(card)
        self.mirror.app.table.say(say(reason, self.record.names))
        self.mirror.app.step()
        rect = pygame.Rect(0, 0, SIZE[0] // 3, 26)
        rect.center = (SIZE[0] // 2, round(SIZE[1] * 0.60))
        wanted = cut(self.mirror.picture(), rect)

        def said() -> bool:
            click(self.window, where)
            time.sleep(0.2)
            return cut(grab(self.window), rect) == wanted

        wait_for(said)
        assert self.eye.actions(self.match_id) == before

    def _until_saved(self, where: tuple[float, float]) -> None:
        """Click there until the journal has something new."""
        before = self.eye.actions(self.match_id)

        def saved() -> bool:
            click(self.window, where)
            return came(lambda: self.eye.actions(self.match_id) > before, AGAIN)

        wait_for(saved)


def click(window: Screen, where: tuple[float, float]) -> None:
    """Move there, wait a frame or two, press: a button wants to see the pointer before it is pressed."""
    window.tell("mousemove", str(round(where[0])), str(round(where[1])), "sleep", "0.06", "click", "1")


def press(window: Screen, where: tuple[float, float], shown: bytes, done: Callable[[], object]) -> None:
    """Move to a button of the picture that is shown, wait until it lights up, press it, and wait for what it does.

    It is pressed again when nothing has come of it for so long that nothing will.
    """

    def pressed() -> bool:
        window.tell("mousemove", str(round(where[0])), str(round(where[1])))
        wait_for(lambda: grab(window) != shown)
        window.tell("click", "1")
        point_away(window)
        return came(done, PATIENCE / 4)

    wait_for(pressed)


def point_away(window: Screen) -> None:
    """Take the pointer off everything that lights up under it."""
    window.tell("mousemove", *map(str, AWAY))


def grab(window: Screen) -> bytes:
    """What the display shows: three bytes a pixel."""
    command = [GRAB, "-display", window.display, "-window", "root", "-depth", "8", "rgb:-"]
    picture = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True).stdout
    assert len(picture) == SIZE[0] * SIZE[1] * 3
    return picture


def stable(window: Screen) -> bytes:
    """The display once nothing moves on it, the pointer away."""
    point_away(window)
    pictures = [b"", b"-"]

    def still() -> bool:
        time.sleep(0.25)
        pictures[:] = [pictures[1], grab(window)]
        return pictures[0] == pictures[1]

    wait_for(still)
    return pictures[1]


def wait_shown(window: Screen, picture: bytes) -> None:
    """Wait until the display shows this picture, to the last pixel."""
    wait_for(lambda: grab(window) == picture)


def cut(picture: bytes, rect: pygame.Rect) -> bytes:
    """A part of a picture."""
    surface = pygame.image.frombytes(picture, SIZE, "RGB")
    return pygame.image.tobytes(surface.subsurface(rect), "RGB")


def differing(one: bytes, other: bytes) -> int:
    """How many rows of pixels differ between two pictures."""
    row = SIZE[0] * 3
    return sum(one[at : at + row] != other[at : at + row] for at in range(0, len(one), row))


@contextmanager
def sitting(folder: Path, speed: float = 0.0) -> Iterator[tuple[Screen, Eye, Mirror]]:
    """A display, the journal of the program that will run on it, and a mirror; pictures come at once."""
    need_everything()
    home = folder / "home"
    (home / "data").mkdir(parents=True)
    eye = Eye(home)
    try:
        with opened(folder / "mirror", size=SIZE, settings=settings(speed=0.0)) as app, screen(home) as window:
            put_settings(home, speed)
            yield window, eye, Mirror(app)
    finally:
        eye.close()
