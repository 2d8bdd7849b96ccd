"""The pause over a table: go on, settings, back to the menu. The match is saved all the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pygame_gui

from game.i18n import _
from ui import theme
from ui.backdrop import veil
from ui.hud import panel
from ui.scene import Scene, Stage

if TYPE_CHECKING:
    from ui.scenes.table import TableScene


class Pause(Scene):
    """Lies over ``table``, which is drawn without anybody's cards."""

    def __init__(self, stage: Stage, table: TableScene) -> None:
        super().__init__(stage)
        self.table = table
        self.chosen: dict[pygame_gui.elements.UIButton, str] = {}

    def build(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        self.chosen = {}
        words = (("on", _("Go on")), ("settings", _("Settings")), ("menu", _("Save and leave the table")))
        top = high // 2 - px(70)
        for row, (what, label) in enumerate(words):
            rect = pygame.Rect(wide // 2 - px(160), top + row * px(60), px(320), px(48))
            name = "#primary" if what == "on" else "#menu"
            button = pygame_gui.elements.UIButton(rect, label, self.stage.manager, object_id=name)
            self.chosen[button] = what
            self.focus.add(button)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.stage.back()
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            self._choose(self.chosen.get(event.ui_element, ""))

    def _choose(self, what: str) -> None:
        from ui.scenes.menu import Menu
        from ui.scenes.settings import SettingsScene

        if what == "on":
            self.stage.back()
        elif what == "settings":
            self.stage.push(SettingsScene(self.stage))
        elif what == "menu":
            self.stage.go(Menu(self.stage))

    def draw(self, surface: pygame.Surface) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        self.table.draw_table(surface, cards=False)
        surface.blit(veil(self.stage.size), (0, 0))
        rect = pygame.Rect(0, 0, px(420), px(340))
        rect.center = (wide // 2, high // 2)
        panel(surface, rect, theme.GOLD, 250)
        title = theme.text(_("Pause"), "serif", px(theme.TITLE), theme.CREAM)
        surface.blit(title, title.get_rect(midtop=(wide // 2, rect.y + px(24))))
