"""A page: a scene made of widgets, which it wires to what they do. Menu, forms and help are pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

from game.i18n import _
from ui import theme
from ui.backdrop import backdrop, panel
from ui.scene import Scene, Stage
from ui.widgets.button import Button
from ui.widgets.drawn import CHANGED, Drawn
from ui.widgets.focus import ENTER, Focus, press
from ui.widgets.scroll import Scroll

MARGIN: Final = 30
"""Design pixels between the edge of the window and what stands on the felt."""
SIDE: Final = 22
"""Design pixels between the side of a board and what stands on it."""
BAR: Final = 52
"""Height of the row of buttons at the foot of a page, in design pixels."""


def to_widget_id(name: str) -> str:
    """Return a name from the code as the id of a widget: of ``table_talk`` that is ``table-talk``."""
    return name.replace("_", "-")


class Page(Scene):
    """Subclasses make their widgets in `compose` with `button`, `on_value` and `scroll`; Esc leads back.

    The offsets of scroll areas and the place of the focus survive a rebuild.
    """

    title = ""
    """In English; it is translated where it is shown."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.focus = Focus(vertical=True)
        self.scrolls: dict[str, Scroll] = {}
        self.boards: list[pygame.Rect] = []
        self._offsets: dict[str, int] = {}
        self._presses: dict[UIElement, Callable[[], object]] = {}
        self._values: dict[UIElement, Callable[[Any], None]] = {}

    @property
    def told(self) -> tuple[str, ...]:
        return (_(self.title),) if self.title else ()

    @property
    def to_be_read(self) -> tuple[pygame.Rect, ...]:
        return (*self.boards, self.title_place) if self.title else tuple(self.boards)

    @property
    def title_place(self) -> pygame.Rect:
        """Where the title stands."""
        wide, high = theme.font("serif", self.stage.px(theme.TITLE)).size(_(self.title))
        area = self.area
        return pygame.Rect(area.left, area.top - self.stage.px(4), min(wide, area.width), high)

    # -- for subclasses

    def compose(self) -> None:
        """Make the widgets for the stage's size."""
        raise NotImplementedError

    def escape(self) -> None:
        """Esc was pressed."""
        self.stage.back()

    @property
    def area(self) -> pygame.Rect:
        """The window without the margin."""
        margin = self.stage.px(MARGIN)
        return pygame.Rect((0, 0), self.stage.size).inflate(-2 * margin, -2 * margin)

    @property
    def body(self) -> pygame.Rect:
        """What is left between the title and the row of buttons at the foot."""
        px, area = self.stage.px, self.area
        top, foot = px(theme.TITLE * 1.45), px(BAR + 12)
        return pygame.Rect(area.left, area.top + top, area.width, area.height - top - foot)

    def button(
        self, widget_id: str, words: str, rect: pygame.Rect, act: Callable[[], object], *, style: str = "#menu",
        label: str = "", into: Scroll | None = None,
    ) -> UIButton:  # fmt: skip
        """A button that does ``act``; ``label``: what it is called where read out, if not by its words."""
        container = into.inside if into else None
        widget = Button(rect, words, self.stage.manager, container=container, object_id=style)
        self._presses[widget] = act
        self.focus.add(widget, widget_id, into, label)
        return widget

    def foot_button(self, widget_id: str, words: str, act: Callable[[], object], *, right: bool = False) -> UIButton:
        """A button at the foot of the page: the way back on the left, the way on on the right."""
        px, area = self.stage.px, self.area
        wide = max(px(170), self.button_width(words))
        rect = pygame.Rect(area.right - wide if right else area.left, area.bottom - px(BAR), wide, px(BAR))
        return self.button(widget_id, words, rect, act, style="#primary" if right else "#menu")

    def button_width(self, words: str) -> int:
        """The width that a button with these words needs."""
        return theme.font("sans", self.stage.px(theme.LARGE)).size(words)[0] + self.stage.px(48)

    def on_value(
        self, widget_id: str, widget: Drawn, act: Callable[[Any], None], label: str, into: Scroll | None = None
    ) -> None:
        """``act`` gets the widget's value when a person changes it; ``label``: what it is called where read out."""
        self._values[widget] = act
        self.focus.add(widget, widget_id, into, label)

    def on_text(
        self, widget_id: str, widget: UIElement, act: Callable[[str], None], label: str, into: Scroll | None = None
    ) -> None:
        """``act`` gets the text of an entry line whenever it changes; ``label`` as in `on_value`."""
        self._values[widget] = act
        self.focus.add(widget, widget_id, into, label)

    def scroll(self, name: str, board: pygame.Rect) -> Scroll:
        """A scroll area on a board, to be ended with `end_scroll`."""
        rect = board.inflate(-2 * self.stage.px(SIDE), -2 * self.stage.px(2))
        self.scrolls[name] = Scroll(rect, self.stage.manager, self.stage.unit)
        return self.scrolls[name]

    def end_scroll(self, name: str, height: int) -> None:
        """All is in the scroll area: show it where it was before the rebuild."""
        self.scrolls[name].finish(height, round(self._offsets.get(name, 0) * self.stage.unit))

    def board(self, rect: pygame.Rect) -> None:
        """A dark board under what stands in ``rect``."""
        self.boards.append(rect)

    # -- the scene

    def build(self) -> None:
        self._offsets |= {name: round(one.offset / one.unit) for name, one in self.scrolls.items()}
        self.scrolls, self.boards = {}, []
        self._presses, self._values = {}, {}
        self.compose()
        self.focus.reveal()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == CHANGED and event.ui_element in self._values:
            self._values[event.ui_element](event.ui_element.value)
        elif event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED and event.ui_element in self._values:
            # All that stands there by now: what follows in the same frame has no line of its own once it is rebuilt.
            self._values[event.ui_element](event.ui_element.get_text())
        elif event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._presses:
            self._presses[event.ui_element]()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.escape()
        elif event.type == pygame.KEYDOWN and event.key in ENTER and self.focus.golden is not None:
            press(self.focus.golden)
        else:
            any(scroll.handle(event) for scroll in self.scrolls.values())

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.stage.size, self.stage.settings.felt), (0, 0))
        for rect in self.boards:
            panel(surface, rect)
        if self.title:
            words = theme.fitted(_(self.title), "serif", self.stage.px(theme.TITLE), theme.CREAM, self.area.width)
            surface.blit(words, self.title_place)
