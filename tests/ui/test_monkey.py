"""A monkey at the window: 20,000 random events, and nothing breaks and nothing illegal happens."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pygame
import pytest

from game.engine.cards import HIDDEN, Card
from game.local_table import LocalTable
from tests.fakes import seating
from tests.ui.stage import AppByHand, opened, settings, whole_record
from ui.art import RATIO, Art
from ui.matches import begin
from ui.scenes.menu import Menu
from ui.table.scene import TableScene

pytestmark = pytest.mark.slow

EVENTS = 20_000
PER_FRAME = 10
SIZES = ((960, 540), (1280, 720), (1000, 900), (1600, 600), (400, 300))
KEYS = (
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN) * 3,
    *(pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_9, pygame.K_l, pygame.K_a, pygame.K_BACKSPACE, pygame.K_ESCAPE),
    pygame.K_m, pygame.K_DELETE, pygame.K_HOME, pygame.K_END, pygame.K_PAGEDOWN, pygame.K_KP_ENTER, pygame.K_x,
)  # fmt: skip


class Monkey:
    """Throws events; ``seen`` counts the scenes that it was in."""

    def __init__(self, app: AppByHand, seed: int) -> None:
        self.app = app
        self.rng = Random(seed)
        self.seen: Counter[str] = Counter()
        self.at = (100, 100)

    def throw(self) -> None:
        """One event."""
        kind = self.rng.choices(
            (self.press, self.click, self.move, self.drag, self.wheel, self.resize, self.window),
            (30, 25, 30, 4, 5, 0.15, 2),
        )[0]  # fmt: skip
        kind()

    def point(self) -> tuple[int, int]:
        """Somewhere, most often on a widget or a card."""
        if self.rng.random() < 0.6 and (places := self.places()):
            return self.rng.choice(places)
        wide, high = self.app.stage.size
        return self.rng.randrange(wide), self.rng.randrange(high)

    def places(self) -> list[tuple[int, int]]:
        places = [one.get_abs_rect().center for one in self.app.widgets() if one.visible]
        scene = self.app.stage.scene
        if isinstance(scene, TableScene):
            places += [(round(pose.x), round(pose.y)) for pose in scene.sprites.values()]
        return places

    def post(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, values))

    def press(self) -> None:
        key = self.rng.choice(KEYS)
        mod = pygame.KMOD_SHIFT if self.rng.random() < 0.2 else 0
        text = chr(key) if 32 <= key < 127 else ""
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)
        if text:
            self.post(pygame.TEXTINPUT, text=text)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode=text, scancode=0)

    def click(self) -> None:
        self.move()
        button = self.rng.choices((1, 2, 3), (20, 1, 1))[0]
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.at, button=button, touch=False)
        if self.rng.random() < 0.95:
            self.post(pygame.MOUSEBUTTONUP, pos=self.at, button=button, touch=False)

    def move(self) -> None:
        self.at = self.point()
        self.app.stage.manager.mouse_position = self.at
        pygame.mouse.set_pos(self.at)
        self.post(pygame.MOUSEMOTION, pos=self.at, rel=(1, 1), buttons=(0, 0, 0), touch=False)

    def drag(self) -> None:
        self.move()
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.at, button=1, touch=False)
        self.at = self.point()
        self.post(pygame.MOUSEMOTION, pos=self.at, rel=(9, 9), buttons=(1, 0, 0), touch=False)
        self.post(pygame.MOUSEBUTTONUP, pos=self.at, button=1, touch=False)

    def wheel(self) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-3, -1, 1, 3)), flipped=False, which=0)

    def resize(self) -> None:
        size = self.rng.choice(SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])

    def window(self) -> None:
        kind = self.rng.choice(
            (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWLEAVE, pygame.WINDOWENTER)
        )
        self.post(kind)


class PlainArt(Art):
    """Cards without a picture: frames that cost little."""

    def prepare(self, cards: object, widths: object, before: object = ()) -> None:
        """Nothing is drawn beforehand."""

    def _card(self, card: Card, width: int) -> tuple[pygame.Surface, pygame.Surface]:
        key = (self.deck, card.name, width)
        if key not in self._flat:
            plain = pygame.Surface((width, round(width * RATIO)))
            plain.fill("white" if card is not HIDDEN else "brown")
            self._flat[key] = plain, plain
        return self._flat[key]


def test_twenty_thousand_random_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # it takes matches out into files of any name
    with opened(tmp_path, seed=3) as app:
        monkey = Monkey(app, seed=12)
        app.stage.arts = {deck: PlainArt(deck) for deck in ("italian", "french")}
        app.stage.push(Menu(app.stage))
        for at in range(EVENTS // PER_FRAME):
            if at % 500 == 250:  # computers that play at once: a result comes soon
                app.stage.apply(settings(speed=0.0))
                begin(app.stage, seating("club club"))
            for _event in range(PER_FRAME):
                monkey.throw()
            app.step(monkey.rng.choice((1 / 60, 1 / 60, 0.2)))
            if not app.stage.running:
                begin_again(app)
            monkey.seen[type(app.stage.scene).__name__] += 1
            if at % 100 == 0:
                check_matches(app)
        check_matches(app)
        assert {"Menu", "NewMatch", "SettingsScene", "Help", "TableScene", "Pause", "Result"} <= set(monkey.seen)


def begin_again(app: AppByHand) -> None:
    """It has pressed Quit: open the menu anew."""
    while app.stage.scenes:
        app.stage.scenes.pop().leave()
    app.stage.running = True
    app.stage.push(Menu(app.stage))


def check_matches(app: AppByHand) -> None:
    """Every saved match replays, and the one at the table is what the journal holds."""
    for match in app.storage.journal().unfinished():
        assert not match.fault, match.fault
    for scene in app.stage.scenes:
        table = scene.table if isinstance(scene, TableScene) else None
        if isinstance(table, LocalTable) and table.match_id is not None and not table.saving:
            record = whole_record(table)
            assert app.storage.saved(table.match_id) == record
            record.replay()
