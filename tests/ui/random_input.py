"""Random keys, clicks and changes of the window, and a restart of the program."""

from __future__ import annotations

from collections import Counter
from random import Random

import pygame

from tests.ui.app_driver import AppDriver
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.scene import TableScene

WINDOW_SIZES = ((960, 540), (1280, 720), (1000, 900), (1600, 600), (400, 300))

KEYS = (
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN) * 3,
    *(pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_9, pygame.K_l, pygame.K_a, pygame.K_BACKSPACE, pygame.K_ESCAPE),
    pygame.K_m, pygame.K_DELETE, pygame.K_HOME, pygame.K_END, pygame.K_PAGEDOWN, pygame.K_KP_ENTER, pygame.K_x,
)  # fmt: skip


class RandomInput:
    """A source of random events; ``scene_counts``: the frames in each scene."""

    def __init__(self, app: AppDriver, seed: int) -> None:
        self.app = app
        self.rng = Random(seed)
        self.scene_counts: Counter[str] = Counter()
        self.at = (100, 100)

    def post_random_event(self) -> None:
        """Post the events of a random input: a key, a click, a move, a drag, the wheel, or a change of the window."""
        kind = self.rng.choices(
            (self.press_key, self.click, self.move, self.drag, self.wheel, self.resize, self.send_window_event),
            (30, 25, 30, 4, 5, 0.15, 2),
        )[0]  # fmt: skip
        kind()

    def choose_point(self) -> tuple[int, int]:
        """Return a random point, most often on a widget or a card."""
        if self.rng.random() < 0.6 and (places := self.list_click_points()):
            return self.rng.choice(places)
        width, height = self.app.context.size
        return self.rng.randrange(width), self.rng.randrange(height)

    def list_click_points(self) -> list[tuple[int, int]]:
        places = [widget.get_abs_rect().center for widget in self.app.list_widgets() if widget.visible]
        scene = self.app.context.scenes.top
        if isinstance(scene, TableScene):
            places += [(round(pose.x), round(pose.y)) for pose in scene.card_poses.values()]
        return places

    def post_event(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, values))

    def press_key(self) -> None:
        key = self.rng.choice(KEYS)
        mod = pygame.KMOD_SHIFT if self.rng.random() < 0.2 else 0
        text = chr(key) if 32 <= key < 127 else ""
        self.post_event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)
        if text:
            self.post_event(pygame.TEXTINPUT, text=text)
        self.post_event(pygame.KEYUP, key=key, mod=mod, unicode=text, scancode=0)

    def click(self) -> None:
        self.move()
        button = self.rng.choices((1, 2, 3), (20, 1, 1))[0]
        self.post_event(pygame.MOUSEBUTTONDOWN, pos=self.at, button=button, touch=False)
        if self.rng.random() < 0.95:
            self.post_event(pygame.MOUSEBUTTONUP, pos=self.at, button=button, touch=False)

    def move(self) -> None:
        self.at = self.choose_point()
        self.app.context.ui_manager.mouse_position = self.at
        pygame.mouse.set_pos(self.at)
        self.post_event(pygame.MOUSEMOTION, pos=self.at, rel=(1, 1), buttons=(0, 0, 0), touch=False)

    def drag(self) -> None:
        self.move()
        self.post_event(pygame.MOUSEBUTTONDOWN, pos=self.at, button=1, touch=False)
        self.at = self.choose_point()
        self.post_event(pygame.MOUSEMOTION, pos=self.at, rel=(9, 9), buttons=(1, 0, 0), touch=False)
        self.post_event(pygame.MOUSEBUTTONUP, pos=self.at, button=1, touch=False)

    def wheel(self) -> None:
        self.post_event(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-3, -1, 1, 3)), flipped=False, which=0)

    def resize(self) -> None:
        size = self.rng.choice(WINDOW_SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.post_event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])

    def send_window_event(self) -> None:
        kind = self.rng.choice(
            (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWLEAVE, pygame.WINDOWENTER)
        )
        self.post_event(kind)


def restart_program(app: AppDriver) -> None:
    """Open the menu again after Quit was pressed."""
    app.context.scenes.close_all()
    app.context.has_quit = False
    app.context.scenes.push(MainMenuScene(app.context))
