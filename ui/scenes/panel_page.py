"""Pages that are a panel in the middle of the window, mostly over a scene that is seen below them."""

from __future__ import annotations

from game.core.cards import DeckStyle
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel, draw_scrim
from ui.scenes.page import Page
from ui.widgets.layout import Anchored, Sized


class PanelPage(Page):
    """A page that is a panel in the middle of the window; `recompose` with "panel" describes it again.

    Subclasses `describe` what is on it.
    """

    panel_width: float = 560
    """The usual width of the panel in design pixels; 0: that of its contents."""
    first_focus_id = ""
    """The id of the widget that has the focus at first; "" for none."""

    def __init__(self, context: AppContext, scene_below: Scene | None = None) -> None:
        super().__init__(context)
        self.panel_rect = context.window_rect
        self._scene_below = scene_below

    @property
    def deck(self) -> DeckStyle:
        return super().deck if self._scene_below is None else self._scene_below.deck

    @property
    def scene_below(self) -> Scene | None:
        return self._scene_below

    def compose(self) -> None:
        self.compose_part("panel", self._compose_panel)

    def _compose_panel(self) -> None:
        node, window = self.describe(), self.context.window_rect
        panel = Anchored(Sized(node, width=self.panel_width or None), margin=theme.SMALL_GAP)
        self.panel_rect = panel.place(self.frame, window)
        node.make(self.frame, self.panel_rect)
        first = self.focus.find(self.first_focus_id)
        if first is not None and not self.focus.focused_id:
            self.focus.focus_widget(first)

    def draw_background(self, canvas: Canvas) -> None:
        """Draw the dimmed scene below with its widgets, or the ground of a page."""
        if self._scene_below is None:
            super().draw(canvas)
            return
        self.draw_scene_below(canvas, self._scene_below)
        draw_scrim(canvas)

    def draw_scene_below(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the scene below with its widgets."""
        with self.context.scenes.as_current(scene):
            scene.draw_below(canvas)

    def draw(self, canvas: Canvas) -> None:
        self.draw_background(canvas)
        draw_panel(canvas, self.context.theme, self.panel_rect, theme.GOLD, 255)
        self.draw_painted_nodes(canvas)
