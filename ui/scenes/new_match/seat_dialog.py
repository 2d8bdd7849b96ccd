"""The dialog for a seat of a new match: name and level."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pygame

from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import MAX_NAME_CHARACTERS, NewMatchForm
from ui.widgets.base import Place
from ui.widgets.label import LineLabel
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width
from ui.widgets.text_input import TextInput
from ui.widgets.tile import CAPTION_TEXT_SIZE

DIALOG_WIDTH: Final = 720
ROW_HEIGHT: Final = 40
LINE_HEIGHT: Final = 24
ROW_GAP: Final = 16
LABEL_GAP: Final = 24
MAX_NAME_WIDTH: Final = 320


class SeatDialog(DialogBox):
    """Changes the player at a seat of ``form``; each change is passed to ``on_change``.

    ``people``: the names of the people on this computer, the likeliest first.
    """

    question_face = "serif"

    def __init__(
        self, context: AppContext, scene_below: Scene, seat: int, form: NewMatchForm, people: tuple[str, ...],
        on_change: Callable[[NewMatchForm], object],
    ) -> None:  # fmt: skip
        super().__init__(context, scene_below, _("Player {number}").format(number=seat + 1))
        self.seat = seat
        self.form = form
        self._people = people
        self._on_change = on_change
        self._name_input: TextInput | None = None
        self._error_line: LineLabel | None = None
        self._kind_line: LineLabel | None = None
        self._persona_line: LineLabel | None = None

    def compose(self) -> None:
        px, manager, player = self.context.px, self.context.ui_manager, self.form.players[self.seat]
        space = 2 * ROW_HEIGHT + 3 * LINE_HEIGHT + 3 * ROW_GAP
        top = self.layout_box(DIALOG_WIDTH, space) + px(ROW_GAP)
        inner = self.inner_rect
        texts, label_size = (_("Name"), _("Played by")), px(theme.BODY_TEXT_SIZE)
        label_width = max(theme.load_font("sans", label_size).size(text)[0] for text in texts) + px(2)
        left = inner.left + label_width + px(LABEL_GAP)
        width = inner.right - left
        name_rect = pygame.Rect(left, top, min(px(MAX_NAME_WIDTH), width), px(ROW_HEIGHT))
        kind_top = name_rect.bottom + px(LINE_HEIGHT + ROW_GAP)
        for text, row_top in zip(texts, (top, kind_top), strict=True):
            label_rect = pygame.Rect(inner.left, row_top, label_width, px(ROW_HEIGHT))
            LineLabel(text, label_rect, self.context.place, size=theme.BODY_TEXT_SIZE, color=theme.CREAM)
        self._name_input = TextInput(player.name, name_rect, self.context.place, max_length=MAX_NAME_CHARACTERS)
        label = _("Name at seat {seat}").format(seat=self.seat + 1)
        self.bind_text(f"name-{self.seat}", self._name_input, self._set_name, label)
        self._error_line = self._add_line(name_rect.bottomleft, theme.RED_LIGHT)
        kinds = forms.list_player_kinds(self.form.game)
        labels = [format_player_kind(kind) for kind in kinds]
        kind_width = compute_row_width(labels, self.context.ui_scale)
        if kind_width > width:
            kind_width = min(compute_cycle_width(labels, self.context.ui_scale), width)
        kind_rect = pygame.Rect(left, kind_top, kind_width, px(ROW_HEIGHT))
        choice = SegmentedControl(kinds, labels, player.kind, kind_rect, Place(manager, self.context.ui_scale))
        self.bind_value(
            f"kind-{self.seat}", choice, self._set_kind, _("Player at seat {seat}").format(seat=self.seat + 1)
        )
        self._kind_line = self._add_line(kind_rect.bottomleft, theme.MUTED)
        self._persona_line = self._add_line((left, kind_rect.bottom + px(LINE_HEIGHT)), theme.MUTED)
        self.add_button("done", _("Done"), self.get_button_rect(1), self.on_escape, style="#primary")
        self._update_lines()

    def _add_line(self, position: tuple[int, int], color: theme.Color) -> LineLabel:
        px, (left, top) = self.context.px, position
        rect = pygame.Rect(left, top + px(2), self.inner_rect.right - left, px(LINE_HEIGHT))
        return LineLabel("", rect, self.context.place, size=CAPTION_TEXT_SIZE, color=color)

    def _update_lines(self) -> None:
        assert self._error_line and self._kind_line and self._persona_line
        player = self.form.players[self.seat]
        self._error_line.set_text(forms.find_seats_error(self.form))
        self._kind_line.set_text(forms.describe_kind(player.kind))
        self._persona_line.set_text(forms.describe_persona(player, self.form.game))

    def _set_form(self, form: NewMatchForm) -> None:
        self.form = form
        self._on_change(form)
        self._update_lines()

    def _set_name(self, name: str) -> None:
        player = msgspec.structs.replace(self.form.players[self.seat], name=name)
        self._set_form(forms.with_player(self.form, self.seat, player))

    def _set_kind(self, kind: str) -> None:
        form = forms.with_kind(self.form, self.seat, kind, self._people)
        name = form.players[self.seat].name
        if self._name_input is not None and name != self.form.players[self.seat].name:
            self._name_input.set_text(name)
        self._set_form(form)
