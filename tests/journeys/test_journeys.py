"""Journeys through a real window: whole deals by mouse and by keyboard, killed and gone on with, two at once."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from game.engine.cards import ITALIAN_PACK
from game.match import Match
from tests.journeys.mirror import need_everything, press, stable
from tests.journeys.reader import Reader
from tests.journeys.screen import SIZE, Eye, Screen, begins_with, screen, wait_for
from tests.ui.stage import opened
from ui.scenes.menu import Menu
from ui.scenes.new_match import NewMatch
from ui.table.fans import hand_pose
from ui.table.places import spot

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def _tools() -> None:
    need_everything()


@pytest.fixture
def eye(tmp_path: Path) -> Iterator[Eye]:
    (tmp_path / "home" / "data").mkdir(parents=True)
    one = Eye(tmp_path / "home")
    yield one
    one.close()


def places(home: Path, tmp_path: Path, *, elsewhere: bool = False) -> dict[str, tuple[int, int]]:
    """Where the buttons of the menu and of a new match are, by their ids: the same program, drawn without a display.

    ``elsewhere``: the saved matches are played in another window, so that there is no Continue.
    """
    copy = Path(tempfile.mkdtemp(dir=tmp_path)) / "copy"
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("locks"))
    nothing = patch.object(Menu, "latest", None) if elsewhere else nullcontext()
    with nothing, opened(copy, size=SIZE) as app:
        app.stage.push(Menu(app.stage))
        for _frame in range(5):
            app.step()
        found = {one: app.widget(one).get_abs_rect().center for one in app.ids}
        app.stage.push(NewMatch(app.stage))
        for _frame in range(5):
            app.step()
        found["play"] = app.button("play").get_abs_rect().center
    return found


def at_menu(window: Screen, golden: str = "") -> Reader:
    """Start the program and wait for its menu, with this button for Enter; gives who hears what the window says."""
    said = window.home / f"said{window.display}.txt"
    said.unlink(missing_ok=True)
    window.open(f"--narrate={said}")
    reader = Reader(window, said)
    reader.to(f"Enter: {golden}")
    return reader


def new_match(window: Screen, eye: Eye, tmp_path: Path, match_id: int = 1) -> None:
    """From the start of the program to the table, with the mouse."""
    reader = at_menu(window)
    where = places(window.home, tmp_path, elsewhere=match_id > 1)
    press(window, where["new-match"], stable(window), lambda: reader.comes("Enter: Play"))
    press(window, where["play"], stable(window), lambda: eye.record(match_id))
    wait_for(lambda: (match := eye.match(match_id)) is not None and match.deal_open)


def by_mouse(window: Screen, match: Match) -> None:
    """A click on one of the cards in hand (or it skips what still moves)."""
    held = len(match.phase.board().hands[0]) if match.phase else 0
    pose = hand_pose(spot(SIZE, match.seats, 0, False), 0, random.randrange(held), ITALIAN_PACK[:held])
    window.click((pose.x, pose.y))


def by_keyboard(window: Screen, match: Match) -> None:
    """A digit, or the arrows and Enter."""
    held = len(match.phase.board().hands[0]) if match.phase else 0
    if random.random() < 0.5:
        window.key(str(random.randint(1, held)))
    else:
        window.key(*["Right"] * random.randint(1, held), "Return")


def play(window: Screen, eye: Eye, how: object, *, deals: int = 0, actions: int = 0, match_id: int = 1) -> None:
    """Take every turn of seat 0 until so many deals are over, or so many actions are saved."""
    act = by_mouse if how == "mouse" else by_keyboard
    random.seed(5)

    def there(seen: int) -> bool:
        match = eye.match(match_id)
        assert match is not None and window.runs
        if (deals and len(match.results) >= deals) or (actions and eye.actions(match_id) >= actions):
            return True
        if match.to_act == 0:
            act(window, match)
            time.sleep(0.05)
        return eye.actions(match_id) > seen

    seen = -1
    while (now := eye.actions(match_id)) > seen:
        seen = now
        wait_for(partial(there, now))


def gone_on(window: Screen, eye: Eye, tmp_path: Path) -> None:
    """Start the program, go on with the match that its menu offers, and with the mouse take a turn of it."""
    reader, before = at_menu(window, "Continue"), eye.actions()
    where = places(window.home, tmp_path)["continue"]
    press(window, where, stable(window), lambda: reader.comes("Your hand: "))
    play(window, eye, "mouse", actions=before + 1)


@pytest.mark.slow
def test_a_deal_by_mouse_and_the_next_by_keyboard(tmp_path: Path, eye: Eye) -> None:
    with screen(tmp_path / "home") as window:
        new_match(window, eye, tmp_path)
        play(window, eye, "mouse", deals=1)
        first = eye.record()
        assert first is not None

        def next_deal() -> bool:
            window.key("Return")
            time.sleep(0.3)
            record = eye.record()
            return record is not None and len(record.deals) == 2

        wait_for(next_deal)
        play(window, eye, "keyboard", deals=2)
        record = eye.record()
        assert record is not None and begins_with(record, first)
        match = record.replay()
        assert [sum(result.points) for result in match.results] == [120, 120]
        assert window.runs


@pytest.mark.slow
def test_killed_at_any_moment_the_menu_offers_the_match_and_it_goes_on_there(tmp_path: Path, eye: Eye) -> None:
    with screen(tmp_path / "home") as window:
        new_match(window, eye, tmp_path)
        rng = random.Random(8)
        for actions in (1, 7, 14, 21):
            play(window, eye, "mouse", actions=actions)
            time.sleep(rng.random() * 0.4)
            accepted = eye.record()
            window.kill()
            left = eye.record()
            assert accepted is not None and left is not None and begins_with(left, accepted)
            gone_on(window, eye, tmp_path)
            record = eye.record()
            assert record is not None and begins_with(record, left)
        play(window, eye, "mouse", deals=1)
        record = eye.record()
        assert record is not None and record.replay().results


@pytest.mark.slow
def test_two_copies_at_once_play_two_matches(tmp_path: Path, eye: Eye) -> None:
    home = tmp_path / "home"
    with screen(home) as one, screen(home) as other:
        new_match(one, eye, tmp_path)
        new_match(other, eye, tmp_path, match_id=2)
        play(one, eye, "mouse", actions=6)
        play(other, eye, "keyboard", actions=6, match_id=2)
        play(one, eye, "keyboard", actions=12)
        first, second = eye.record(1), eye.record(2)
        assert first is not None and second is not None
        assert first.deals[0].pack != second.deals[0].pack
        assert one.runs and other.runs
        assert {match.id for match in eye.journal.unfinished() if match.elsewhere} == {1, 2}


@pytest.mark.slow
def test_a_match_left_by_the_menu_is_free_to_go_on_with(tmp_path: Path, eye: Eye) -> None:
    with screen(tmp_path / "home") as window:
        window.open("play", "briscola", "--seats", "3", "--players", "you,club,novice", "--seed", "3")
        wait_for(lambda: (match := eye.match()) is not None and match.deal_open)
        play(window, eye, "keyboard", actions=5)

        def quits() -> bool:
            window.key("Escape", "Shift+Tab", "Return")  # the last button of the pause: save and leave
            time.sleep(0.3)
            window.key("Shift+Tab", "Return")  # the last button of the menu: quit
            time.sleep(0.3)
            return not window.runs

        wait_for(quits)
        assert window.program is not None and window.program.returncode == 0
        assert [match.id for match in eye.journal.unfinished() if not match.elsewhere] == [1]
