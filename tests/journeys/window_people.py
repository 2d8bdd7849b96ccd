"""Tools of journeys with pictures: the same table drawn without a display, and screenshots."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.core.actions import Action, Play, Swap
from game.core.cards import Card
from game.core.options import OptionValue
from game.match.match import Match
from game.match.record import Record
from game.match.setup import PlayerInfo
from game.session.host import MatchHost
from game.session.hosted_match import HostedMatch
from game.session.local import LocalSession
from tests.fakes import make_folders
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import (
    PROGRAM_COMMAND,
    SCREEN_SIZE,
    TIMEOUT_S,
    ProgramScreen,
    StoredMatchReader,
    open_screen,
    skip_without_tools,
    wait_and_check,
    wait_for,
    write_settings,
)
from tests.ui.app_driver import AppDriver, make_settings, open_test_app
from ui.app.match_launcher import make_table_scene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices
from ui.scenes.new_match.scene import NewMatchScene
from ui.table.hand.interaction import find_card_at
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import compute_corners
from ui.table.scene import TableScene

SCREENSHOT_PROGRAM = "import"
"""The program of ImageMagick that takes a screenshot."""
POINTER_REST_POSITION = (640, 3)
"""A place for the pointer where nothing reacts to it."""
CLICK_RETRY_S = 3.0
"""The seconds after which a click without effect is repeated: the first may only skip an animation."""


class ReferenceTable:
    """A table of the program that is set to the state of any record and never plays on."""

    def __init__(self, app: AppDriver) -> None:
        self.app = app
        app.player_worker.is_paused = True

    def show(self, record: Record, players: tuple[str, ...]) -> TableScene:
        """Show ``record`` as the person among ``players`` sees it."""
        stage = self.app.context
        people = tuple(PlayerInfo(name, kind) for name, kind in zip(record.names, players, strict=True))
        hosted_match = HostedMatch(
            record, people, 0, storage=stage.storage, ai_client=stage.ai_client, clock=self.app.clock
        )
        scene = make_table_scene(stage, LocalSession(MatchHost(hosted_match), self.app.clock))
        stage.scenes.replace(scene)
        for _frame in range(4):
            self.app.advance_frame()
        return scene


class WindowPeople:
    """The people at the window, who read the stored match to find their turns, and click."""

    def __init__(
        self,
        window: ProgramScreen,
        store: StoredMatchReader,
        reference: ReferenceTable,
        players: tuple[str, ...],
    ) -> None:
        self.window = window
        self.store = store
        self.reference = reference
        self.players = players

    @property
    def record(self) -> Record:
        record = self.store.load_record()
        assert record is not None
        return record

    @property
    def match(self) -> Match:
        return self.record.replay()

    def wait_for_turn(self) -> Match:
        """Wait until a person must act or the deal is over, and return the match then.

        Raise AssertionError if that takes too long.
        """

        def is_reached() -> bool:
            assert self.window.is_running
            match = self.store.load_match()
            return match is not None and (
                self._is_persons_turn(match) or (bool(match.results) and not match.is_deal_in_progress)
            )

        wait_for(is_reached)
        return self.match

    def _is_persons_turn(self, match: Match) -> bool:
        return match.turn is not None and self.players[match.turn] == "you"

    def show_scene(self) -> TableScene:
        """Show the reference table as the person sees it."""
        return self.reference.show(self.record, self.players)

    def play_action(self, action: Action) -> None:
        """Click the card or the button of the action, and wait until it is saved. Raise AssertionError if it is not."""
        card = action.card if isinstance(action, (Play, Swap)) else None
        point = self.find_panel_points()[action] if card is None else self.find_visible_point(card)
        self._click_until_saved(point)
        assert self._list_actions_backwards(action.seat)[0] == action

    def find_panel_points(self) -> dict[Action, tuple[float, float]]:
        """Return the actions of the panel with buttons, each with the center of its button."""
        buttons = getattr(self.show_scene().controls.panel, "actions_by_button", {})
        return {action: button.get_abs_rect().center for button, action in buttons.items()}

    def go_to_next_deal(self) -> None:
        """Click the button for the next deal in the result."""
        deal_count = len(self.record.deals)
        self.show_scene()
        point = self.reference.app.get_button("next-deal").get_abs_rect().center

        def is_dealt() -> bool:
            click_slowly(self.window, point)
            return wait_and_check(lambda: len(self.record.deals) > deal_count, CLICK_RETRY_S)

        wait_for(is_dealt)

    def save_and_quit(self) -> None:
        """Click the buttons that open the pause and leave the table, and wait until its match is released."""
        app, points = self.reference.app, list[tuple[float, float]]()
        self.show_scene()
        for widget_id in ("menu", "to-menu"):
            points.append(app.get_button(widget_id).get_abs_rect().center)
            app.click_button(widget_id)
            app.advance_frame()

        def is_released() -> bool:
            (match,) = self.store.journal.list_unfinished_matches()
            return not match.is_open_elsewhere

        for point in points[:-1]:
            click_until_changed(self.window, point)
        click_slowly(self.window, points[-1])
        wait_for(is_released)

    def _list_actions_backwards(self, seat: int) -> list[Action]:
        return [action for action in reversed(self.record.deals[-1].actions) if action.seat == seat]

    def find_visible_point(self, card: Card) -> tuple[int, int]:
        """Return a point at which the card is the topmost of the hand."""
        scene = self.show_scene()
        poses, hand = compute_card_poses(scene.board, scene.layout), scene.hand
        (left, top), _right, (right, bottom), _left = compute_corners(poses[card.name])
        shares = (0.5, 0.25, 0.75, 0.12, 0.88)
        points = [(round(left + (right - left) * x), round(top + (bottom - top) * y)) for y in shares for x in shares]
        return next(point for point in points if find_card_at(hand, poses, point) == card)

    def _click_until_saved(self, point: tuple[float, float]) -> None:
        """Click a point until another action is saved. Raise AssertionError if that takes too long."""
        before = self.store.count_actions()

        def is_saved() -> bool:
            click_slowly(self.window, point)
            return wait_and_check(lambda: self.store.count_actions() > before, CLICK_RETRY_S)

        wait_for(is_saved)


def store_last_choices(home: Path, game: str, seats: int, **changes: OptionValue) -> None:
    """Store choices for a match as those of the last one. With many ``seats`` each has few cards."""
    form = forms.with_seats(forms.with_game(forms.make_default_form("Anna"), game), seats)
    choices = LastChoices(game=game, forms={game: forms.replace_fields(form, changes=changes)})
    open_last_choices(make_folders(home)).update(lambda _old: choices)


def find_button_positions(
    home: Path, tmp_path: Path, *, size: tuple[int, int] = SCREEN_SIZE
) -> dict[str, tuple[int, int]]:
    """Return the positions of the buttons of the menu and of the new match, by their ids, in a window of this size.

    The same program draws them without a display.
    """
    copy = Path(tempfile.mkdtemp(dir=tmp_path)) / "copy"
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("*.lock", "*.tmp"))
    with open_test_app(copy, size=size) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        for _frame in range(5):
            app.advance_frame()
        positions = {widget: app.get_widget(widget).get_abs_rect().center for widget in app.widget_ids}
        app.context.scenes.push(NewMatchScene(app.context))
        for _frame in range(5):
            app.advance_frame()
        positions["play"] = app.get_button("play").get_abs_rect().center
        viewport = app.window.viewport
    return {widget: viewport.map_to_window(pygame.Rect(place, (1, 1))).center for widget, place in positions.items()}


def start_to_menu(window: ProgramScreen, default_button: str = "") -> NarrationReader:
    """Start the program, wait for its menu with this default button, and return a reader of its narration."""
    narration_path = window.home / f"said{window.display}.txt"
    narration_path.unlink(missing_ok=True)
    window.start(f"--narrate={narration_path}")
    reader = NarrationReader(window, narration_path)
    reader.read_to(f"Enter: {default_button}")
    return reader


def click_slowly(window: ProgramScreen, point: tuple[float, float]) -> None:
    """Move to a point, wait for a frame or two, and press: a button must see the pointer before the press."""
    window.run_xdotool("mousemove", str(round(point[0])), str(round(point[1])), "sleep", "0.06", "click", "1")


def click_until(window: ProgramScreen, point: tuple[float, float], is_done: Callable[[], object]) -> None:
    """Click a point until ``is_done``; a click can come too early."""

    def is_done_after_click() -> bool:
        click_slowly(window, point)
        return wait_and_check(is_done, TIMEOUT_S / 4)

    wait_for(is_done_after_click)


def click_until_changed(window: ProgramScreen, point: tuple[float, float]) -> None:
    """Click a point once, and wait until the picture without the pointer is another."""
    before = take_stable_screenshot(window)
    click_slowly(window, point)
    move_pointer_away(window)
    wait_for(lambda: take_screenshot(window) != before)


def quit_from_menu(window: ProgramScreen, tmp_path: Path) -> None:
    """Click Quit in the main menu until the program has ended; the menu may not be up at the first click."""
    quit_position = find_button_positions(window.home, tmp_path)["quit"]

    def has_quit() -> bool:
        click_slowly(window, quit_position)
        return wait_and_check(lambda: not window.is_running, CLICK_RETRY_S)

    wait_for(has_quit)
    assert window.process is not None and window.process.returncode == 0


def move_pointer_away(window: ProgramScreen) -> None:
    """Move the pointer to a place where nothing is highlighted."""
    window.run_xdotool("mousemove", *map(str, POINTER_REST_POSITION))


def take_screenshot(window: ProgramScreen) -> bytes:
    """Return the picture of the display, with three bytes for each pixel."""
    command = [SCREENSHOT_PROGRAM, "-display", window.display, "-window", "root", "-depth", "8", "rgb:-"]
    picture = subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=True).stdout
    assert len(picture) == SCREEN_SIZE[0] * SCREEN_SIZE[1] * 3
    return picture


def take_stable_screenshot(window: ProgramScreen) -> bytes:
    """Return the picture of the display once nothing moves, with the pointer away."""
    move_pointer_away(window)
    pictures = [b"", b"-"]

    def is_unchanged() -> bool:
        time.sleep(0.25)  # what moves is at another place by then
        pictures[:] = [pictures[1], take_screenshot(window)]
        return pictures[0] == pictures[1]

    wait_for(is_unchanged)
    return pictures[1]


@contextmanager
def open_window_and_reference(
    folder: Path, command_to_run: tuple[str, ...] = PROGRAM_COMMAND
) -> Iterator[tuple[ProgramScreen, StoredMatchReader, ReferenceTable]]:
    """Return a context manager that gives its block a display, a reader of its matches, and a reference table.

    The program has no animations. ``command_to_run``: as in `open_screen`.
    """
    skip_without_tools(SCREENSHOT_PROGRAM)
    home = folder / "home"
    store = StoredMatchReader(home)
    try:
        with (
            open_test_app(folder / "mirror", size=SCREEN_SIZE, settings=make_settings(speed=0.0)) as app,
            open_screen(home, command_to_run) as window,
        ):
            write_settings(home, speed=0.0)
            yield window, store, ReferenceTable(app)
    finally:
        store.close()
