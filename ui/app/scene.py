"""Scene: a page, dialog or table that fills the window."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import DeckStyle
from game.text.narration import make_sentence
from ui.app.router import HelpTopic
from ui.graphics.canvas import Canvas
from ui.widgets.base import VisibleWidgets
from ui.widgets.focus import Focus

if TYPE_CHECKING:
    from ui.app.context import AppContext


TOAST_TOP: Final = 13
"""Below the frame of the table, in design pixels of the window."""
TOAST_HEIGHT: Final = 60
"""In design pixels: above the content of a page."""
TOAST_WIDTH_RATIO: Final = 0.6
"""The share of the window's width that toasts take."""


class Scene:
    """A page, dialog or table that fills the window. Subclasses make their widgets in ``build``."""

    def __init__(self, context: AppContext) -> None:
        self.context = context
        self.focus = Focus()
        self.narrated_lines: tuple[str, ...] | None = None
        """The `narration` when it was last narrated; None while it has not been, since the scene is on top."""
        self.widgets_below = VisibleWidgets()
        """The widgets that are seen below a scene that covers this one; `SceneStack` keeps them."""
        self.widgets_below_look: object = None
        """The look of the program and the viewer for which `widgets_below` were made."""

    @property
    def deck(self) -> DeckStyle:
        """The deck whose cards the scene shows; by default that of the Italian games."""
        return "italian"

    @property
    def viewer(self) -> int | None:
        """The seat for which the widgets are made, at a table that several people share; None if it is no table."""
        return None

    @property
    def scene_below(self) -> Scene | None:
        """The scene that is seen below this one; None for a scene that fills the window."""
        return None

    @property
    def narration(self) -> tuple[str, ...]:
        """The lines that are narrated when the scene opens, for a person who does not see it."""
        return ()

    def narrate_change(self, answer_line: int | None = None) -> None:
        """Narrate the lines of `narration` from the first one that has changed since they were narrated last.

        Do nothing before the scene is narrated, because all its lines will be. ``answer_line``: the index of a line
        that answers the person, who hears it even if it is the same again.
        """
        if self.context.narrate is None or self.narrated_lines is None:
            return
        old_lines, lines = self.narrated_lines, self.narration
        self.narrated_lines = lines
        pairs = enumerate(zip(old_lines, lines, strict=False))
        start = next((index for index, (old_line, line) in pairs if old_line != line), len(old_lines))
        for line in lines[start if answer_line is None else min(start, answer_line) :]:
            self.context.narrate(make_sentence(line))

    @property
    def open_match_id(self) -> int | None:
        """The id of the saved match that is played in the scene and can be continued, or None."""
        return None

    @property
    def help_topic(self) -> HelpTopic | None:
        """The place where the help opens while the scene is shown; None for that of the scene below."""
        return None

    @property
    def toast_rect(self) -> pygame.Rect:
        """The area of the toasts in pixels, at the top of the window; toasts below it cover parts of the scene."""
        width, top = round(self.context.size[0] * TOAST_WIDTH_RATIO), round(TOAST_TOP * self.context.window_scale)
        return pygame.Rect((self.context.size[0] - width) // 2, top, width, self.context.px(TOAST_HEIGHT))

    @property
    def max_scale(self) -> float:
        """The largest scale of text and buttons at which the scene fits the window."""
        return 3.0

    @property
    def min_scale(self) -> float:
        """The least scale of text and buttons, for a scene that is read from far away."""
        return 0.0

    @property
    def is_busy(self) -> bool:
        """Whether the scene moves or waits for a task, so that frames must follow without events."""
        return self.context.tasks.has_pending(self)

    @property
    def is_ready(self) -> bool:
        """Whether the scene can be painted; until then the window keeps the last picture."""
        return True

    @property
    def seconds_until_next_update(self) -> float:
        """The seconds until the scene changes by itself while it is not busy, as a clock does."""
        return inf

    @property
    def ignores_presses(self) -> bool:
        """Whether clicks and the keys of buttons do nothing yet, because the scene has just come under the pointer."""
        return False

    def build(self) -> None:
        """Make the widgets for the present window size; those of an earlier call are gone.

        By default there are none.
        """

    def capture_event(self, event: pygame.event.Event) -> bool:
        """Handle an event before all shortcuts, widgets and focus keys; return whether it was handled.

        By default no event is, and all go on to the shortcuts.
        """
        return False

    def handle_event(self, event: pygame.event.Event) -> None:
        """Handle an event that no widget and no focus key has handled; by default ignore it."""

    def update(self, seconds: float) -> None:
        """Update the scene after ``seconds`` in which it was shown; by default do nothing."""

    def update_in_background(self, seconds: float) -> None:
        """Update the scene after ``seconds`` in which another scene covered it; by default do nothing."""

    def draw(self, canvas: Canvas) -> None:
        """Paint the part of the scene below the widgets; by default nothing."""

    def draw_over_widgets(self, canvas: Canvas) -> None:
        """Paint the part of the scene above the widgets; by default nothing."""

    def draw_below(self, canvas: Canvas) -> None:
        """Paint the scene, which another one covers, with its widgets as they were."""
        self.draw(canvas)
        self.widgets_below.draw(canvas)
        self.draw_over_widgets(canvas)

    def may_quit(self) -> bool:
        """Return whether the program may end; a scene that has to ask first opens its question. By default True."""
        return True

    def on_exit(self) -> None:
        """Release what the scene holds; it is closed and is not shown again. By default do nothing."""
