"""The sheet over a new match with everything beyond game, players and rule set."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.core.options import CLOCK_OPTION_NAMES, COMMON_OPTION_NAMES, OptionSpec
from game.match.assistance import ASSISTANCE_OPTION_NAMES
from game.match.setup import MAX_SHUFFLE_WORD_CHARACTERS
from game.text.gettext import _
from game.text.narration import make_sentence
from game.text.rule_sets import format_rule_set
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.house_rules.option_rows import SECTION_GAP, add_explained_row, add_option_row, add_section_heading
from ui.scenes.house_rules.scene import save_rule_set_as
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm
from ui.widgets.base import set_enabled, set_visible
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import LineLabel
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, ScrollArea
from ui.widgets.segmented import SegmentedControl, compute_row_width
from ui.widgets.text_input import TextInput

AddRows: TypeAlias = Callable[[FormLayout], None]
SheetSection = Literal["rules", "match"]
SECTION_TITLES: Final[Mapping[SheetSection, str]] = {"rules": N_("Rules"), "match": N_("This match")}
MAX_RULES_BESIDE_MATCH: Final = 5
"""The number of house rules up to which a single section fits a page, also with a turn timer."""
MAX_RULES_ABOVE: Final = 9
"""The number of house rules in the first column of a sheet that has only rules."""
SHEET_SIZE: Final = (1040, 672)
EDGE: Final = 24
"""The least space between the sheet and the window, in design pixels of the window."""
SIDE_PADDING: Final = 40
TOAST_GAP: Final = 8
TITLE_TEXT_SIZE: Final = 32
HEAD_HEIGHT: Final = 72
LOW_HEAD_HEIGHT: Final = 60
FOOT_HEIGHT: Final = 88
LOW_FOOT_HEIGHT: Final = 68
FOOT_SIDE_SPACE: Final = 36
"""The space left and right of the text of a button at the foot together, in design pixels."""
BUTTON_HEIGHT: Final = 56
LOW_BUTTON_HEIGHT: Final = 48
COLUMN_GAP: Final = 72
ROW_GAP: Final = 8
SECTION_ROW_GAP: Final = 18
"""Design pixels between the rows of a sheet with a single section, and of one with several."""
SECTION_TOP_GAP: Final = 12
TWO_COLUMNS_MIN_WIDTH: Final = 860
"""Design pixels of width from which there are two columns."""
SCROLL_PADDING: Final = 6
LINE_HEIGHT: Final = 22
"""The height of a line below a field, in design pixels."""
FIELD_WIDTH: Final = 240
MAX_CODE_CHARACTERS: Final = 120
"""The longest deal code that can be typed: with many changed rules, and spaces."""


class MoreOptionsSheet(DialogBox):
    """Changes house rules, turn timer, assistance and the deal of ``form``; each change is passed to ``on_change``.

    ``people``: the names of the people on this computer, the likeliest first. ``has_only_rules``: whether the sheet has
    neither assistance nor deal nor seats, for a table over the network.
    """

    def __init__(
        self, context: AppContext, scene_below: Scene, form: NewMatchForm, people: tuple[str, ...],
        on_change: Callable[[NewMatchForm], object], *, has_only_rules: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(context, scene_below, _("More options"))
        self._has_only_rules = has_only_rules
        self.form = form
        self._people = people
        self._on_change = on_change
        self._code_input: TextInput | None = None
        self._code_fault: LineLabel | None = None
        self._reset_button: UIButton | None = None
        self._save_button: UIButton | None = None
        self._done_button: UIButton | None = None
        self._done_reason: LineLabel | None = None
        self._section: SheetSection = "match" if form.code else "rules"
        self._section_choice: SegmentedControl | None = None
        self._parts: list[str] = []
        """The names of the parts with rows of rules."""
        self._divider = pygame.Rect(0, 0, 0, 0)

    @property
    def _is_large(self) -> bool:
        """Whether the sheet has its full size, and not a small window or a large text."""
        return self.context.size[0] >= self.context.px(SHEET_SIZE[0])

    @property
    def _side_padding(self) -> int:
        return self.context.px(SIDE_PADDING if self._is_large else SIDE_PADDING // 2)

    @property
    def _head_height(self) -> int:
        return self.context.px(HEAD_HEIGHT if self._is_large else LOW_HEAD_HEIGHT)

    @property
    def toast_rect(self) -> pygame.Rect:
        """The area between the title and the control beside it."""
        gap, button = self.context.px(TOAST_GAP), self.focus.find("section") or self.focus.find("close")
        right = self.panel_rect.right if button is None else pygame.Rect(button.get_abs_rect()).left
        left = self.title_rect.right + gap
        return pygame.Rect(left, self.panel_rect.top + gap, max(1, right - gap - left), self._head_height - gap)

    @property
    def title_rect(self) -> pygame.Rect:
        rect = pygame.Rect((0, 0), theme.load_font("serif", self.context.px(TITLE_TEXT_SIZE)).size(self.question))
        rect.midleft = self.panel_rect.left + self._side_padding, self.panel_rect.top + self._head_height * 4 // 7
        return rect

    # -- widgets

    def compose(self) -> None:
        px, window_scale, (width, height) = self.context.px, self.context.window_scale, self.context.size
        edge = round(2 * EDGE * window_scale)
        self.panel_rect = pygame.Rect(0, 0, min(px(SHEET_SIZE[0]), width - edge), min(px(SHEET_SIZE[1]), height - edge))
        self.panel_rect.center = (width // 2, height // 2)
        inner = self.panel_rect.inflate(-2 * self._side_padding, 0)
        foot_height = px(FOOT_HEIGHT if self._is_large else LOW_FOOT_HEIGHT)
        body = pygame.Rect(
            inner.left, inner.top + self._head_height, inner.width, inner.height - self._head_height - foot_height
        )
        close_rect = pygame.Rect(0, 0, px(44), px(44))
        close_rect.midright = inner.right + px(12), inner.top + self._head_height * 4 // 7
        self.compose_part("body", partial(self._compose_body, body, close_rect))
        self._add_footer(inner)
        self.add_button("close", "", close_rect, self.on_escape, style="#menu_entry", symbol="close", label=_("Close"))
        self._update_state()

    def _compose_body(self, body: pygame.Rect, close_rect: pygame.Rect) -> None:
        """Add the rows, in two columns if these have room: all of them, or those of the chosen section."""
        self._parts, self._code_input, self._code_fault = [], None, None
        px, count, title = self.context.px, len(self._list_rules()), _("House rules")
        all_rules = self._make_rules(slice(None), title)
        match_rows: list[AddRows] = [self._add_deal, self._add_players]
        if body.width < px(TWO_COLUMNS_MIN_WIDTH):
            self._divider = pygame.Rect(0, 0, 0, 0)
            rows: list[AddRows] = [] if self._has_only_rules else [self._add_assistance, *match_rows]
            self._add_column("rules", body, all_rules, self._add_time_and_messages, *rows)
            return
        left = pygame.Rect(body.left, body.top, (body.width - px(COLUMN_GAP)) // 2, body.height)
        right = left.move(body.width - left.width, 0)
        self._divider = pygame.Rect(body.centerx + px(10), body.top + px(8), max(1, px(1)), body.height - px(8))
        if self._has_only_rules:
            self._add_column("rules", left, self._make_rules(slice(MAX_RULES_ABOVE), title))
            rows = [self._make_rules(slice(MAX_RULES_ABOVE, None), title)] if count > MAX_RULES_ABOVE else []
            self._add_column("more-rules", right, *rows, self._add_time_and_messages)
        elif count <= MAX_RULES_BESIDE_MATCH:
            self._add_column("rules", left, all_rules, self._add_time_and_messages)
            self._add_column("deal", right, self._add_assistance, *match_rows)
        else:
            self._add_section_choice(close_rect)
            for column in (left, right):
                column.height -= px(SECTION_TOP_GAP)
                column.top += px(SECTION_TOP_GAP)
            if self._section == "rules":
                self._add_column("rules", left, self._make_rules(slice((count + 1) // 2)))
                self._add_column("more-rules", right, self._make_rules(slice((count + 1) // 2, None)))
            else:
                self._add_column("rules", left, self._add_assistance, self._add_time_and_messages)
                self._add_column("deal", right, *match_rows)

    def _add_section_choice(self, close_rect: pygame.Rect) -> None:
        labels = [_(title) for title in SECTION_TITLES.values()]
        rect = pygame.Rect(0, 0, compute_row_width(labels, self.context.ui_scale), self.context.px(40))
        rect.midright = close_rect.left - self.context.px(20), close_rect.centery
        choice = SegmentedControl(list(SECTION_TITLES), labels, self._section, rect, self.context.place)
        self.bind_value("section", choice, self._show_section, _("Section"))

    def _show_section(self, section: SheetSection) -> None:
        self._section = section
        self.recompose("body")
        self._update_state()

    def _add_column(self, name: str, rect: pygame.Rect, *add_sections: AddRows) -> None:
        bar_space = min(self.context.px(BAR_WIDTH + BAR_GAP), self._side_padding - self.context.px(4))
        area_rect = pygame.Rect(rect.left, rect.top, rect.width + bar_space, rect.height)
        area = ScrollArea(area_rect, self.context.place, SCROLL_PADDING)
        self.add_scroll_area(name, area)
        has_sections = self.focus.find("section") is not None
        column = FormLayout(area, row_gap=SECTION_ROW_GAP if has_sections else ROW_GAP)
        for number, add_section in enumerate(add_sections):
            if number:
                column.add_gap(SECTION_GAP)
            if add_section == self._add_deal:  # its fields are never made again while a text is typed
                add_section(column)
            else:
                self._parts.append(f"{name}-{number}")
                self.compose_rows(self._parts[-1], column, add_section)
        self.end_scroll_area(name, column.next_y)

    def _add_footer(self, inner: pygame.Rect) -> None:
        px = self.context.px
        height = px(BUTTON_HEIGHT if self._is_large else LOW_BUTTON_HEIGHT)
        top = self.panel_rect.bottom - px(EDGE if self._is_large else EDGE // 2) - height
        done_width = max(px(192 if self._is_large else 96), self.measure_button_width(_("Done")))
        name = format_rule_set(forms.get_chosen_rule_set(self.form), self.context.house_rules)
        texts = (_("Reset to {name}").format(name=name), _("Save rules…"))
        left, space = inner.left - px(12), inner.width - done_width
        face = theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE))
        widths = [face.size(text)[0] + px(FOOT_SIDE_SPACE) for text in texts]
        widths[0] = min(widths[0], space - widths[1])
        rects = [
            pygame.Rect(left, top, widths[0], height),
            pygame.Rect(left + widths[0], top, widths[1], height),
        ]
        self._reset_button = self.add_button("reset-rules", texts[0], rects[0], self._reset_rules, style="#menu_entry")
        self._save_button = self.add_button("keep-rules", texts[1], rects[1], self._save_rules, style="#menu_entry")
        done_rect = pygame.Rect(inner.right - done_width, top, done_width, height)
        self._done_button = self.add_button("done", _("Done"), done_rect, self.on_escape, style="#primary")
        reason_rect = pygame.Rect(rects[1].right, top, max(1, done_rect.left - px(16) - rects[1].right), height)
        self._done_reason = LineLabel(
            "", reason_rect, self.context.place, size=16, color=theme.RED_LIGHT, align="right"
        )

    def _list_rules(self) -> list[OptionSpec]:
        """Return the house rules that matter at this number of seats."""
        other_names = COMMON_OPTION_NAMES | ASSISTANCE_OPTION_NAMES
        return [spec for spec in forms.list_relevant_rules(self.form) if spec.name not in other_names]

    def _make_rules(self, rows: slice, title: str = "") -> AddRows:
        """Return what adds some of the house rules, below a title."""

        def add_rules(column: FormLayout) -> None:
            if title:
                add_section_heading(column, title)
            for spec in self._list_rules()[rows]:
                self._add_option(column, spec)

        return add_rules

    def _add_time_and_messages(self, column: FormLayout) -> None:
        add_section_heading(column, _("Time and messages"))
        has_clock = forms.get_current_rule_set(self.form).options.has_turn_clock
        self._add_options(column, COMMON_OPTION_NAMES - {"talk"} - (set() if has_clock else CLOCK_OPTION_NAMES))
        self._add_options(column, {"talk"})

    def _add_assistance(self, column: FormLayout) -> None:
        add_section_heading(column, _("Assistance"))
        self._add_options(column, ASSISTANCE_OPTION_NAMES)

    def _add_options(self, column: FormLayout, names: Container[str]) -> None:
        for spec in forms.list_relevant_rules(self.form):
            if spec.name in names:
                self._add_option(column, spec)

    def _add_option(self, column: FormLayout, spec: OptionSpec) -> None:
        value: Any = forms.get_current_rule_set(self.form).get_value(spec.name)
        add_option_row(self, column, spec, value, partial(self._set_rule, spec.name))

    def _add_deal(self, column: FormLayout) -> None:
        add_section_heading(column, _("Deal"))
        self._add_field(
            column, "word", _("Shuffle text"),
            _("This text and a secret number give the order of the cards. After a deal, Verify shuffle checks it."),
            self.form.word, MAX_SHUFFLE_WORD_CHARACTERS, self._set_word, _("Any words"),
        )  # fmt: skip
        self._add_line(column, _("Your words are mixed in, so nobody can prepare the cards."), theme.MUTED)
        self._code_input = self._add_field(
            column, "code", _("Deal code"),
            _("Play the same deal as someone else. The code sets the game and its rules."),
            self.form.code, MAX_CODE_CHARACTERS, self._set_code, _("Optional"), width=column.width,
        )  # fmt: skip
        self._code_fault = self._add_line(column, "", theme.RED_LIGHT)

    def _add_line(self, column: FormLayout, text: str, color: theme.Color) -> LineLabel:
        """Add a line below the last field, and return it."""
        column.next_y -= column.px(column.row_gap - 2)
        rect = column.make_row_rect(column.width, LINE_HEIGHT)
        label = LineLabel(text, rect, column.scroll_area.place, size=16, color=color, align="right")
        column.next_y += rect.height + column.px(10)
        return label

    def _add_field(
        self, column: FormLayout, name: str, label: str, help_text: str, text: str, max_length: int,
        on_change: Callable[[str], None], placeholder: str, *, width: int = 0,
    ) -> TextInput:  # fmt: skip
        """Add a row with a field and return it; ``width``: of the field in pixels, 0 for `FIELD_WIDTH`."""

        def make_field(rect: pygame.Rect) -> TextInput:
            return TextInput(text, rect, column.scroll_area.place, max_length=max_length, placeholder=placeholder)

        def bind_field(field: TextInput) -> None:
            self.bind_text(name, field, on_change, label, column.scroll_area)
            fields.append(field)

        fields: list[TextInput] = []
        width = width or column.px(FIELD_WIDTH)
        add_explained_row(self, column, name, label, help_text, width, make_field, bind_field)
        return fields[0]

    def _add_players(self, column: FormLayout) -> None:
        """Add the buttons that seat people or computer players at all seats."""
        px, left = column.px, 0
        add_section_heading(column, _("Seats"))
        for widget_id, text, symbol, on_press in (
            ("against-computer", _("Fill with computers"), "computer", self._seat_computer),
            ("only-people", _("People here"), "people", self._seat_people),
        ):
            width = theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE)).size(text)[0] + px(62)
            if left and left + width > column.width:
                left, column.next_y = 0, column.next_y + px(48)
            rect = column.make_row_rect(width, 40, left)
            self.add_button(
                widget_id, text, rect, on_press, style="#small", symbol=symbol, scroll_area=column.scroll_area
            )
            left = rect.right + px(12)
        column.next_y += px(40)

    # -- changes

    def _set_form(self, form: NewMatchForm) -> None:
        """Adopt a form. The rows are made again if it has other rules to choose from."""
        old_form, self.form = self.form, form
        self._on_change(form)
        old_clock, new_clock = (forms.get_current_rule_set(each).options.has_turn_clock for each in (old_form, form))
        if (old_form.game, old_form.seats, old_clock) != (form.game, form.seats, new_clock):
            self._recompose_rules()
        self._update_state()

    def _recompose_rules(self) -> None:
        for part in self._parts:
            self.recompose(part)

    def _update_state(self) -> None:
        assert self._done_button and self._reset_button and self._save_button
        fault = "" if self._has_only_rules else forms.find_code_error(self.form)
        if self._code_fault and self._code_input:
            self._code_fault.set_text(fault)
            self._code_input.set_invalid(is_invalid=bool(fault))
        set_enabled(self._done_button, is_enabled=not fault)
        if self._done_reason is not None:
            text, size = _("Check the deal code."), self._done_reason.size
            has_room = theme.load_font("sans", size).size(text)[0] <= self._done_reason.rect.width
            self._done_reason.set_text(text if fault and has_room else "")
        for button in (self._reset_button, self._save_button):
            set_visible(button, is_visible=bool(self.form.changes))

    def _set_rule(self, name: str, value: Any) -> None:
        self._set_form(forms.with_rule(self.form, name, value))

    def _set_word(self, word: str) -> None:
        self._set_form(forms.replace_fields(self.form, word=word))

    def _set_code(self, code: str) -> None:
        old_form, form = self.form, forms.with_code(self.form, code)
        old_fault = "" if self._code_fault is None else self._code_fault.text
        self._set_form(form)
        if form != forms.replace_fields(old_form, code=code):
            self._recompose_rules()
            self._update_state()
        if self._code_fault is not None and self._code_fault.text:
            area = self.scroll_areas.get("deal", self.scroll_areas["rules"])
            area.reveal(self._code_fault)
            if not old_fault and self.context.narrate is not None:
                self.context.narrate(make_sentence(self._code_fault.text))

    def _reset_rules(self) -> None:
        self._set_form(forms.without_changes(self.form))
        self._recompose_rules()
        self._update_state()

    def _save_rules(self) -> None:
        save_rule_set_as(
            self.context,
            forms.get_current_rule_set(self.form),
            lambda rule_set: self._set_form(forms.with_rules(self.form, rule_set)),
        )

    def _seat_computer(self) -> None:
        name = self.context.settings.display_name
        self._set_form(forms.with_computer_opponents(self.form, name, self._people))

    def _seat_people(self) -> None:
        self._set_form(forms.with_only_people(self.form, self._people))

    # -- the picture

    def draw(self, canvas: Canvas) -> None:
        px, table_theme = self.context.px, self.context.theme
        super().draw(canvas)
        title = theme.render_text(self.question, "serif", px(TITLE_TEXT_SIZE), theme.CREAM)
        canvas.blit(title, self.title_rect)
        if self._divider.width:
            canvas.fill(table_theme.panel_line_color, self._divider)
