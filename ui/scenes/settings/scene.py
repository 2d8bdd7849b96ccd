"""The settings of this computer, each of which takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.text.formatting import format_percent
from game.text.gettext import LANGUAGE_NAMES as LANGUAGE_NAMES
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.settings import (
    ANIMATION_SPEEDS,
    CARD_BACKS,
    COMPUTER_PACES,
    FRENCH_DECKS,
    HAND_SORTINGS,
    ITALIAN_DECKS,
    LANGUAGES,
    MAX_NAME_CHARACTERS,
    TABLE_THEME_NAMES,
    UI_SCALES,
)
from ui.graphics import theme
from ui.input.key_map import PLAY_ON, TOGGLE_FULL_SCREEN
from ui.scenes.page import Page, to_widget_id
from ui.scenes.settings.deck_preview import PREVIEW_HEIGHT, DeckPreview, PreviewImages
from ui.widgets.controls import SLIDER_WIDTH, SWITCH_WIDTH, Slider, Switch
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import LineLabel
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width
from ui.widgets.text_input import TextInput

SPEED_LABELS: Final = {0.0: N_("at once"), 0.5: N_("slow"), 1.0: N_("normal"), 2.0: N_("fast")}
PACE_LABELS: Final = {0.0: N_("at once"), 0.5: N_("quick"), 1.0: N_("natural"), 2.0: N_("calm")}
DECK_LABELS: Final = {
    "napoletane": N_("Neapolitan"),
    "napoletane_index": N_("with corner signs"),
    "trevisane": N_("Trevisan"),
    "french": N_("French"),
}
FRENCH_DECK_LABELS: Final = {
    "french": N_("two colours"),
    "french4": N_("four colours"),
    "french_jumbo": N_("large corners"),
}
HAND_SORTING_LABELS: Final = {"dealt": N_("as dealt"), "suit": N_("by suit"), "strength": N_("by strength")}
CARD_BACK_LABELS: Final = {"classic": N_("classic"), "maiolica": N_("maiolica"), "notte": N_("night")}
TABLE_THEME_LABELS: Final = {"green": N_("green"), "blue": N_("blue"), "wine": N_("wine"), "slate": N_("slate"),
                     "contrast": N_("high contrast")}  # fmt: skip
NAME_ENTRY_WIDTH: Final = 280


def to_setting_widget_id(name: str) -> str:
    """Return the widget id of a setting.

    It is the name of the setting, except for ``back`` (of the cards), which is the id of the button "Back".
    """
    return "card-back" if name == "back" else to_widget_id(name)


class SettingsScene(Page):
    """All settings in a column."""

    title = N_("Settings")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.name = context.settings.name
        self._error_line: LineLabel | None = None
        self._is_dragging = False
        self.samples = PreviewImages()
        self.deck_preview: DeckPreview | None = None

    @property
    def is_busy(self) -> bool:
        return self.deck_preview is not None and not self.deck_preview.is_complete

    def update(self, seconds: float) -> None:
        if self.deck_preview is not None:
            self.deck_preview.refresh(self.context.settings)

    def on_exit(self) -> None:
        if self._is_dragging:
            self.context.apply_settings(self.context.settings)
        self.samples.stop()
        self.context.reload_profiles()

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(820)), body.height)
        board.centerx = body.centerx
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("settings", board), self.context.ui_manager)
        self._add_name_row(column)
        self._add_house_rules_row(column)
        column.add_heading(_("Language"))
        languages = [_("the system's"), *(LANGUAGE_NAMES[value] for value in LANGUAGES[1:])]
        self._add_choice(column, _("Language"), "", "language", LANGUAGES, languages)
        column.add_heading(_("Pictures"))
        self._add_choice(column, _("Speed"), _("How fast cards move. At once: they do not move, they are there."),
                     "speed", ANIMATION_SPEEDS, [_(SPEED_LABELS[value]) for value in ANIMATION_SPEEDS])  # fmt: skip
        self._add_choice(column, _("Computer players"),
                     _("How long they take; for a bid longer than for a card. {key} plays on to your turn.").format(
                         key=self.context.key_map.label(PLAY_ON)),
                     "pace", COMPUTER_PACES, [_(PACE_LABELS[value]) for value in COMPUTER_PACES])  # fmt: skip
        self._add_switch(column, _("Talk of the computer players"),
                     _("They remark on what they bid, and answer you. The match is the same without."),
                     "table_talk")  # fmt: skip
        self._add_choice(
            column,
            _("Cards of the Italian games"),
            "",
            "deck",
            ITALIAN_DECKS,
            [_(DECK_LABELS[value]) for value in ITALIAN_DECKS],
        )
        french_labels = [_(FRENCH_DECK_LABELS[value]) for value in FRENCH_DECKS]
        self._add_choice(column, _("French cards"), "", "french_deck", FRENCH_DECKS, french_labels)
        self._add_preview(column)
        self._add_choice(
            column, _("Card backs"), "", "back", CARD_BACKS, [_(CARD_BACK_LABELS[value]) for value in CARD_BACKS]
        )
        theme_hint = _("High contrast: black and white, with strong outlines and signs.")
        self._add_choice(
            column,
            _("Table cloth"),
            theme_hint,
            "felt",
            TABLE_THEME_NAMES,
            [_(TABLE_THEME_LABELS[value]) for value in TABLE_THEME_NAMES],
        )
        motion_hint = _("Cards are there at once and light up, instead of travelling.")
        self._add_switch(column, _("Reduced motion"), motion_hint, "reduced_motion")
        self._add_switch(
            column,
            _("Full screen"),
            _("{key} does the same at any time.").format(key=self.context.key_map.label(TOGGLE_FULL_SCREEN)),
            "full_screen",
        )
        self._add_choice(
            column,
            _("Size of text and buttons"),
            "",
            "scale",
            UI_SCALES,
            [format_percent(value) for value in UI_SCALES],
        )
        self._add_hand_rows(column)
        column.add_heading(_("Sound"))
        self._add_switch(column, _("Sound"), "", "sound")
        self._add_volume(column)
        self.end_scroll_area("settings", column.next_y)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_name_row(self, column: FormLayout) -> None:
        column.add_heading(_("You"))

        def make_entry(rect: pygame.Rect) -> TextInput:
            hint = "" if self.context.settings.name else self.context.settings.display_name
            return TextInput(
                self.name,
                rect,
                self.context.ui_manager,
                max_length=MAX_NAME_CHARACTERS,
                container=column.scroll_area.content,
                placeholder=hint,
            )

        _label, widget = column.add_row(_("Your name"), _("What you are called at a new table."),
                                    column.px(NAME_ENTRY_WIDTH), make_entry)  # fmt: skip
        self.bind_text("name", widget, self.set_name, _("Your name"), column.scroll_area)
        rect = column.make_row_rect(column.width, theme.SMALL_TEXT_SIZE * 1.4)
        self._error_line = LineLabel(
            "",
            rect,
            self.context.ui_manager,
            size=column.px(theme.SMALL_TEXT_SIZE),
            color=theme.RED_LIGHT,
            align="right",
            container=column.scroll_area.content,
        )
        column.next_y += rect.height
        self._add_link_row("people", column, _("Portrait and colour"),
                   _("Everybody who plays at this computer, with name and picture."),
                   _("People…"), self.context.router.open_profiles)  # fmt: skip

    def _add_link_row(
        self,
        widget_id: str,
        column: FormLayout,
        label: str,
        hint: str,
        button_text: str,
        open_scene: Callable[[], None],
    ) -> None:
        """Add a row with a button that opens another page."""

        def make_button(rect: pygame.Rect) -> UIButton:
            return self.add_button(
                widget_id, button_text, rect, open_scene, style="#small", scroll_area=column.scroll_area
            )

        width = theme.load_font("sans", column.px(theme.BODY_TEXT_SIZE)).size(button_text)[0] + column.px(40)
        column.add_row(label, hint, width, make_button)

    def _add_house_rules_row(self, column: FormLayout) -> None:
        column.add_heading(_("House rules"))
        self._add_link_row("house-rules", column, _("The rules of every game"),
                   _("From which each new match starts; and tables with their own."),
                   _("Our rules…"), self.context.router.open_house_rules)  # fmt: skip

    def _add_hand_rows(self, column: FormLayout) -> None:
        column.add_heading(_("Your hand"))
        drag_hint = _("Drag a card to another place among the others to arrange them yourself, for the deal.")
        self._add_choice(
            column,
            _("Sorted"),
            drag_hint,
            "hand_order",
            HAND_SORTINGS,
            [_(HAND_SORTING_LABELS[value]) for value in HAND_SORTINGS],
        )
        self._add_switch(column, _("Strongest first"), _("When they are sorted: the strongest on the left."),
                     "strongest_first")  # fmt: skip
        self._add_switch(
            column, _("Play the last card by itself"), _("Where there is nothing else to do."), "plays_last"
        )

    def _add_preview(self, column: FormLayout) -> None:
        rect = column.make_row_rect(column.width, PREVIEW_HEIGHT)
        self.deck_preview = DeckPreview(
            self.samples,
            self.context.settings,
            rect,
            self.context.ui_manager,
            self.context.ui_scale,
            column.scroll_area.content,
        )
        column.next_y += rect.height
        column.add_gap()

    def _add_choice(
        self, column: FormLayout, label: str, hint: str, name: str, values: Sequence[Any], labels: Sequence[str]
    ) -> None:
        current = getattr(self.context.settings, name)
        nearest = current if current in values else values[0]

        def make_choice(rect: pygame.Rect) -> SegmentedControl:
            return SegmentedControl(
                values,
                labels,
                nearest,
                rect,
                self.context.ui_manager,
                self.context.ui_scale,
                column.scroll_area.content,
            )

        width = compute_row_width(labels, self.context.ui_scale)
        if width > column.width:
            width = compute_cycle_width(labels, self.context.ui_scale)
        _label, widget = column.add_row(label, hint, width, make_choice)
        self.bind_value(to_setting_widget_id(name), widget, partial(self.set_setting, name), label, column.scroll_area)

    def _add_switch(self, column: FormLayout, label: str, hint: str, name: str) -> None:
        def make_switch(rect: pygame.Rect) -> Switch:
            value = getattr(self.context.settings, name)
            return Switch(value, rect, self.context.ui_manager, self.context.ui_scale, column.scroll_area.content)

        _label, widget = column.add_row(label, hint, column.px(SWITCH_WIDTH), make_switch)
        self.bind_value(to_setting_widget_id(name), widget, partial(self.set_setting, name), label, column.scroll_area)

    def _add_volume(self, column: FormLayout) -> None:
        def make_slider(rect: pygame.Rect) -> Slider:
            value = self.context.settings.volume
            return Slider(value, rect, self.context.ui_manager, self.context.ui_scale, column.scroll_area.content)

        width = min(column.px(SLIDER_WIDTH), column.width)
        _label, widget = column.add_row(_("Volume"), "", width, make_slider)

        def put(volume: int) -> None:
            self._is_dragging = widget.held_part is not None
            settings = msgspec.structs.replace(self.context.settings, volume=volume)
            self.context.apply_settings(settings, is_final=not self._is_dragging)

        self.bind_value("volume", widget, put, _("Volume"), column.scroll_area)

    def set_setting(self, name: str, value: Any) -> None:
        """Set a setting to a value, and apply it."""
        self.context.apply_settings(msgspec.structs.replace(self.context.settings, **{name: value}))
        widget = self.focus.find(to_setting_widget_id(name))
        if name == "scale" and widget is not None:  # the rows above it have changed their height
            self.scroll_areas["settings"].reveal(widget)

    def set_name(self, name: str) -> None:
        """Set the person's name if it is valid, else show an error."""
        self.name = name
        kept = sanitize_line(name, MAX_NAME_CHARACTERS)
        if kept:
            # A changed name belongs to another profile, unless it is the first name.
            self.context.apply_settings(msgspec.structs.replace(self.context.settings, name=kept, profile=""))
        if self._error_line is not None:
            words = "" if kept or not (name or self.context.settings.name) else _(
                "This is no name: you are still called {name}.")  # fmt: skip
            self._error_line.set_text(words.format(name=self.context.settings.display_name))
