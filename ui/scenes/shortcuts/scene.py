"""The page of all shortcuts, on which some keys can be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
import pygame

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_bindings import explain_key_refusal, with_override
from ui.input.key_map import ALL_SHORTCUTS, GO_BACK, SHORTCUT_GROUPS, Shortcut
from ui.scenes.page import Page
from ui.widgets.described import Box
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Panel, Rest, Row
from ui.widgets.nodes import Frame, Line, Node, Painter, Scroll, Text, draw_lines

KEY_COLUMN_WIDTH: Final = 180
"""The width of the keys, in design pixels."""
TWO_COLUMNS_MIN_WIDTH: Final = 1000
"""The width from which the shortcuts are in two columns, in design pixels."""
LEFT_GROUP_COUNT: Final = 2
"""The number of groups in the left column, of about half the shortcuts."""


def paint_key_cap(text: str, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint keys that cannot be changed, which look like those that can."""
    Box(fill_color=frame.place.manager.theme.button_color).paint(frame, canvas, rect)
    full_size, width = frame.px(theme.BODY_TEXT_SIZE), rect.width - 2 * frame.px(theme.SMALL_GAP)
    sizes = range(full_size, full_size // 2, -1)
    size, lines = theme.wrap_to_height(text, "sans", sizes, width, rect.height, theme.LINE_HEIGHT_RATIO)
    rect.top += (rect.height - round(size * theme.LINE_HEIGHT_RATIO) * len(lines)) // 2
    draw_lines(canvas, lines, "sans", size, theme.CREAM, rect, "centre")


class ShortcutsScene(Page):
    """The shortcuts: keys on the left, actions on the right.

    A key with a pencil can be changed: the next key after its press replaces it. ``pending_shortcut``: the shortcut
    that waits for a key, None if none does.
    """

    title = N_("Shortcuts")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.pending_shortcut: Shortcut | None = None
        self._status_text = ""
        self._refusal: tuple[Shortcut, str] | None = None
        """The shortcut for which a key was refused, and why."""

    @property
    def narration(self) -> tuple[str, ...]:
        template = _("{key}: {does}")
        lines = (
            template.format(key=self.context.key_map.label(shortcut), does=_(shortcut.description))
            for shortcut in ALL_SHORTCUTS
        )
        return (_(self.title), *lines, self._intro_text)

    @property
    def _intro_text(self) -> str:
        return _("You can change keys marked with a pencil: choose one, then press the new key.")

    def list_header(self) -> Sequence[Node]:
        has_changes = bool(self.context.settings.keys)
        return (Action("usual-keys", _("Reset all"), self._restore_defaults, is_enabled=has_changes),)

    def list_footer(self) -> Sequence[Node]:
        return self.make_back(), Line(self._status_text, id="status", grow=1)

    def describe(self) -> Node:
        groups = [self._describe_group(_(title), shortcuts) for title, shortcuts in SHORTCUT_GROUPS]
        left, right = groups[:LEFT_GROUP_COUNT], groups[LEFT_GROUP_COUNT:]
        columns = (Column(*group, gap=theme.SECTION_GAP, grow=1) for group in (left, right))
        two_columns = Rest(Row(*columns, gap=theme.COLUMN_GAP), TWO_COLUMNS_MIN_WIDTH, grow=0)
        shortcuts = Alternatives(two_columns, Column(*groups, gap=theme.SECTION_GAP))
        intro = Text(self._intro_text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        return Panel(Scroll("shortcuts", Column(intro, shortcuts, gap=theme.LARGE_GAP)), top=2)

    def _describe_group(self, title: str, shortcuts: Sequence[Shortcut]) -> Node:
        heading = Text(title, face="serif", size=theme.SECTION_TEXT_SIZE)
        return Column(heading, *map(self._describe_shortcut, shortcuts), gap=theme.SMALL_GAP)

    def _describe_shortcut(self, shortcut: Shortcut) -> Node:
        """Return the keys of a shortcut beside what it does, or beside why a key for it is refused."""
        key_text, description = self.context.key_map.label(shortcut), _(shortcut.description)
        keys: Node = Painter(partial(paint_key_cap, key_text), width=KEY_COLUMN_WIDTH, height=theme.CONTROL_HEIGHT)
        if shortcut.name:
            ask = partial(self._ask_for_key, shortcut)
            keys = Action(f"key-{shortcut.name}", key_text, ask, symbol="edit", is_symbol_last=True, label=description)
            keys.width = KEY_COLUMN_WIDTH
        text: Node = Text(description, grow=1)
        if self._refusal is not None and self._refusal[0] is shortcut:
            text = Line(self._refusal[1], color=theme.RED_LIGHT, grow=1)
        return Row(keys, text, gap=theme.LARGE_GAP, align="middle")

    def _ask_for_key(self, shortcut: Shortcut) -> None:
        self.pending_shortcut = shortcut
        self._show_status(_("Press the new key for “{does}”. Esc cancels.").format(does=_(shortcut.description)))

    def _show_status(self, text: str, refusal: tuple[Shortcut, str] | None = None) -> None:
        """Show and narrate a status, or the refusal of a key for a shortcut."""
        self._status_text, self._refusal = text, refusal
        self.recompose("body")
        self.recompose("head")
        self.find("status").set_text(text)
        words = text or (refusal[1] if refusal is not None else "")
        if words:
            self.context.speak(words)

    def _restore_defaults(self) -> None:
        self._save_keys({})
        self._show_status(_("All keys reset."))

    def _save_keys(self, key_names: Mapping[str, str]) -> None:
        self.context.apply_settings(msgspec.structs.replace(self.context.settings, keys=dict(key_names)))

    def capture_event(self, event: pygame.event.Event) -> bool:
        """Take the next key for a pending shortcut; a click cancels it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.pending_shortcut = None
        if self.pending_shortcut is None or event.type != pygame.KEYDOWN:
            return False
        self._assign_key(self.pending_shortcut, event.key)
        return True

    def _assign_key(self, shortcut: Shortcut, key: int) -> None:
        refusal_text = explain_key_refusal(shortcut, key, self.context.key_map)
        if key in GO_BACK.default_keys:
            self._show_status("")
        elif refusal_text:
            self._show_status("", (shortcut, refusal_text))
            return
        else:
            self._save_keys(with_override(self.context.settings.keys, shortcut, key))
            self._show_status(
                _("{key}: {does}").format(key=self.context.key_map.label(shortcut), does=_(shortcut.description))
            )
        self.pending_shortcut = None
