"""Scene: a page, dialog or table that fills the window."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import DeckStyle
from ui.app.router import HelpTopic
from ui.graphics.canvas import Canvas
from ui.widgets.focus import Focus

if TYPE_CHECKING:
    from ui.app.context import AppContext


TOAST_TOP: Final = 6
TOAST_HEIGHT: Final = 60
"""Design pixels: above the content of a page."""
TOAST_WIDTH_RATIO: Final = 0.6
"""Share of the width of the window."""


class Scene:
    """One thing that fills the window. Subclasses override what they need; ``build`` makes the widgets."""

    deck: DeckStyle = "italian"
    """Which of the two kinds of cards the scene shows."""

    def __init__(self, context: AppContext) -> None:
        self.context = context
        self.focus = Focus()

    @property
    def narration(self) -> tuple[str, ...]:
        """What is said of it in lines when it is entered, for who does not see it."""
        return ()

    @property
    def help_topic(self) -> HelpTopic | None:
        """What the help is opened at while it is shown; None: what the scene under it says."""
        return None

    @property
    def toast_rect(self) -> pygame.Rect:
        """The place of the toasts, at the top of the window: a stack that is higher covers parts of the scene."""
        width, top = round(self.context.size[0] * TOAST_WIDTH_RATIO), self.context.px(TOAST_TOP)
        return pygame.Rect((self.context.size[0] - width) // 2, top, width, self.context.px(TOAST_HEIGHT))

    @property
    def max_scale(self) -> float:
        """More than this the scene does not enlarge its text and buttons: it would not fit."""
        return 3.0

    @property
    def is_busy(self) -> bool:
        """Whether something moves or is waited for, so that frames must go on without events."""
        return self.context.tasks.has_pending(self)

    @property
    def is_ready(self) -> bool:
        """Whether its picture can be painted; as long as it cannot, the window keeps the one before."""
        return True

    @property
    def seconds_until_next_update(self) -> float:
        """Seconds until something of it changes by itself while it is not busy: a clock that is shown."""
        return inf

    def build(self) -> None:
        """Make the widgets for the size of the window; those of an earlier call are gone."""

    def capture_event(self, event: pygame.event.Event) -> bool:
        """Take an event before any shortcut, widget or focus key does. Whether it was taken."""
        return False

    def handle_event(self, event: pygame.event.Event) -> None:
        """An event that no widget and no focus key has taken."""

    def update(self, seconds: float) -> None:
        """Time passes while the scene is shown."""

    def update_in_background(self, seconds: float) -> None:
        """Time passes while another scene lies over this one."""

    def draw(self, canvas: Canvas) -> None:
        """What lies under the widgets."""

    def draw_over_widgets(self, canvas: Canvas) -> None:
        """What lies over the widgets."""

    def on_exit(self) -> None:
        """The scene is gone for good: let go of what it held."""
