"""The narrator: the screen in lines of text, for a person who does not see it.

It narrates each scene that opens, the focus and the notices. The table narrates its events and the choices of the
viewer itself (`ui.table.narration`).
"""

from __future__ import annotations

from game.text.gettext import _
from game.text.narration import make_sentence
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.page import Page
from ui.services.text_log import TextLog
from ui.widgets.focus import FocusDescription


class Narrator:
    """A `ui.app.context.BackgroundService` that narrates the top scene after each frame.

    It sets ``context.narrate`` until it is closed.
    """

    is_busy = False

    def __init__(self, context: AppContext, output: TextLog) -> None:
        self._context = context
        self._output = output
        self._scene: Scene | None = None
        self._default_button_text = ""
        self._focus_description: FocusDescription | None = None
        self._has_reported_error = False
        context.narrate = self._write

    def _write(self, text: str) -> None:
        for line in text.splitlines():
            self._output.say(line)

    def update(self) -> None:
        """Narrate what changed since the last frame: scene, focus and default button."""
        scene = self._context.scenes.top
        if scene is not self._scene:
            if self._scene is not None:
                self._scene.narrated_lines = None
            self._scene, self._default_button_text, self._focus_description = scene, "", None
            scene.narrated_lines = scene.narration
            for line in scene.narrated_lines:
                self._write(make_sentence(line))
        if isinstance(scene, Page) and not scene.ignores_presses:
            self._narrate_default_button(scene)
        self._narrate_focus(scene)
        error_text = self._output.error
        if error_text and not self._has_reported_error:
            self._has_reported_error = True
            self._context.notify(error_text)

    def _narrate_focus(self, scene: Scene) -> None:
        """Narrate the focused widget and its keys; if only its value has changed, only the value."""
        description, previous = scene.focus.description, self._focus_description
        self._focus_description = description
        if description is None or description == previous:
            return
        self._write(make_sentence(description.text))
        if previous is None or description.widget_id != previous.widget_id:
            self._write(make_sentence(description.key_help))

    def _narrate_default_button(self, page: Page) -> None:
        """Narrate the button that Enter presses on a page, when it changes."""
        default_button = page.focus.default_button
        text = default_button.text if default_button is not None else ""
        if text and text != self._default_button_text:
            self._write(_("Enter: {button}. Tab: other buttons.").format(button=text))
        self._default_button_text = text

    def close(self) -> None:
        """Stop narrating."""
        self._context.narrate = None
