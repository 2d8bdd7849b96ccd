"""Settings of this computer in tabs: each one takes effect as it is changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import pygame

from game.core.cards import HIDDEN_CARD
from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.text.formatting import format_percent
from game.text.gettext import LANGUAGE_NAMES as LANGUAGE_NAMES
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import SettingsTab
from ui.app.settings import (
    ANIMATION_SPEEDS,
    CARD_BACKS,
    COMPUTER_PACES,
    FRENCH_DECKS,
    HAND_SORTINGS,
    INDEXED_DECKS,
    ITALIAN_DECKS,
    LANGUAGES,
    MAX_NAME_CHARACTERS,
    TABLE_THEME_NAMES,
    UI_SCALES,
    TableThemeName,
)
from ui.graphics import theme
from ui.graphics.avatars import choose_portraits, choose_profile_colors
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import render_felt
from ui.input.key_map import PLAY_ON, TOGGLE_FULL_SCREEN
from ui.scenes.page import Page, to_widget_id
from ui.scenes.picture_loader import PictureLoader
from ui.scenes.settings.card_legend import LEGEND_HEIGHT, CardLegend
from ui.scenes.settings.deck_preview import DeckPreview, PreviewImages
from ui.scenes.settings.own_plate import OwnPlate
from ui.scenes.settings.tabs import TAB_TITLES, add_settings_tabs
from ui.widgets.base import Place, set_enabled
from ui.widgets.controls import SLIDER_WIDTH, SWITCH_WIDTH, Slider, Switch
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import LineLabel
from ui.widgets.picture_picker import PicturePicker
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width
from ui.widgets.text_input import TextInput

SPEED_LABELS: Final = {0.5: N_("Slow"), 1.0: N_("Normal"), 2.0: N_("Fast"), 0.0: N_("Instant")}
PACE_LABELS: Final = {0.0: N_("No delay"), 0.5: N_("Quick"), 1.0: N_("Natural"), 2.0: N_("Relaxed")}
DECK_LABELS: Final = {"napoletane": N_("Napoletane"), "trevisane": N_("Trevisane"), "french": N_("French")}
FRENCH_DECK_LABELS: Final = {
    "french": N_("Two colors"),
    "french4": N_("Four colors"),
    "french_jumbo": N_("Large print"),
}
HAND_SORTING_LABELS: Final = {"dealt": N_("As dealt"), "suit": N_("By suit"), "strength": N_("By strength")}
CARD_BACK_LABELS: Final = {"classic": N_("Classic"), "maiolica": N_("Maiolica"), "notte": N_("Night")}
TABLE_THEME_LABELS: Final = {"green": N_("Green"), "blue": N_("Blue"), "wine": N_("Wine"), "slate": N_("Slate"),
                     "contrast": N_("High contrast")}  # fmt: skip
HIGH_CONTRAST: Final[TableThemeName] = "contrast"
OWN_TABS: Final[tuple[SettingsTab, ...]] = ("general", "cards", "sound", "accessibility")
"""The tabs of this scene; the others are scenes of their own."""

CONTROL_HEIGHT: Final = 40
HINT_TEXT_SIZE: Final = 16
ROW_GAP: Final = 8
MIN_ROW_HEIGHT: Final = 45
"""The height of a row with a hint, in design pixels, so that all rows are at the same distance."""
SPARSE_TABS: Final = ("sound", "accessibility")
SPARSE_ROW_COUNT: Final = 4
MAX_SPARSE_ROW_GAP: Final = 40
"""The tabs with few rows, how many these are, and the largest gap between them, in design pixels."""
NAME_ENTRY_WIDTH: Final = 280
SWATCH_SIZE: Final = 48
BACK_SIZE: Final = (54, 78)
"""The size of a table color and of a card back with its ring, in design pixels."""
BACK_PADDING: Final = 6
"""The space between a card back and its ring, in design pixels."""
PREVIEW_WIDTH: Final = 376
"""The width of the preview, in design pixels, whatever the scale of the text."""
PANEL_PADDING: Final = 32
"""The space between the edge of the panel and the preview, in design pixels, whatever the scale of the text."""
MAX_PREVIEW_RATIO: Final = 1.2
"""The largest height of the preview, of its width."""


def to_setting_widget_id(name: str) -> str:
    """Return the widget id of a setting.

    It is the name of the setting, except for ``back`` (of the cards), which is the id of the button "Back".
    """
    return "card-back" if name == "back" else to_widget_id(name)


class SettingsScene(Page):
    """The settings of a tab on the left; on the right a preview of the table, or the person.

    ``tab`` is the open tab, one of `OWN_TABS`.
    """

    title = N_("Settings")

    def __init__(self, context: AppContext, tab: SettingsTab = "general") -> None:
        super().__init__(context)
        self.tab = tab
        self.name = context.settings.name
        self._error_line: LineLabel | None = None
        self._is_dragging = False
        self.samples = PreviewImages()
        self.deck_preview: DeckPreview | None = None
        self._card_legend: CardLegend | None = None
        self._back_picker: PicturePicker | None = None
        self._own_plate: OwnPlate | None = None
        self._portrait_images = CardImages("italian")
        """Apart from those of the `AppContext`, so that the portrait delays no image of another scene."""
        self._pictures = PictureLoader()
        self._plain_felt: TableThemeName = "green" if context.settings.felt == HIGH_CONTRAST else context.settings.felt
        """The table that returns when high contrast is switched off."""
        self._scale_y = 0
        """The place of the size control in pixels when it was first used, where it stays at every size."""
        self._top_gap_px = 0
        """The space above the rows that keeps the size control below the pointer."""

    @property
    def narration(self) -> tuple[str, ...]:
        return (_(self.title), _(TAB_TITLES[self.tab]))

    @property
    def is_busy(self) -> bool:
        is_preview_complete = self.deck_preview is None or self.deck_preview.is_complete
        is_picker_complete = self._back_picker is None or self._back_picker.is_complete
        has_portrait = not self._portrait_images.is_busy and not self._pictures.is_busy
        return not (is_preview_complete and is_picker_complete and has_portrait)

    def update(self, seconds: float) -> None:
        if self.deck_preview is not None:
            self.deck_preview.refresh(self.context.settings)
        if self._card_legend is not None:
            self._card_legend.refresh(self.context.settings)
        if self._back_picker is not None:
            self._back_picker.refresh()
        self._pictures.update()

    def on_exit(self) -> None:
        if self._is_dragging:
            self.context.apply_settings(self.context.settings)
        self.samples.stop()
        self.context.reload_profiles()

    def show_tab(self, tab: SettingsTab) -> None:
        """Open another tab of this scene."""
        self.tab, self._top_gap_px = tab, 0
        self.scroll_areas["settings"].move_to(0)
        self.recompose("tab")
        if self.context.narrate is not None:
            self.context.narrate(_(TAB_TITLES[tab]))

    # -- widgets

    def compose(self) -> None:
        self._top_gap_px = 0
        self.compose_part("tab", self._compose_tab)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _compose_tab(self) -> None:
        self._error_line = self.deck_preview = self._card_legend = self._back_picker = self._own_plate = None
        board = add_settings_tabs(self, self.tab)
        scale = self.context.window_scale
        width, padding = round(PREVIEW_WIDTH * scale), round(PANEL_PADDING * scale)
        height = min(board.height - 2 * padding, round(width * MAX_PREVIEW_RATIO))
        preview_rect = pygame.Rect(board.right - padding - width, board.top + padding, width, height)
        rows_rect = pygame.Rect(
            board.left + padding // 4, board.top, preview_rect.left - board.left - padding // 2, board.height
        )
        row_gap = ROW_GAP
        if self.tab in SPARSE_TABS:
            spare_height = rows_rect.height / self.context.ui_scale / SPARSE_ROW_COUNT - MIN_ROW_HEIGHT - ROW_GAP
            row_gap = min(max(ROW_GAP, round(spare_height)), MAX_SPARSE_ROW_GAP)
        column = FormLayout(
            self.begin_scroll_area("settings", rows_rect),
            control_height=CONTROL_HEIGHT,
            hint_text_size=HINT_TEXT_SIZE,
            row_gap=row_gap,
            min_row_height=MIN_ROW_HEIGHT,
        )
        column.next_y += self._top_gap_px + column.px(row_gap - ROW_GAP) // 2
        add_rows: dict[str, Callable[[FormLayout], None]] = {
            "general": self._add_general_rows,
            "cards": self._add_card_rows,
            "sound": self._add_sound_rows,
            "accessibility": self._add_accessibility_rows,
        }
        add_rows[self.tab](column)
        self.end_scroll_area("settings", column.next_y - column.px(row_gap))
        if self.tab == "general":
            self._add_own_plate(preview_rect)
        else:
            if self.tab == "cards":
                legend_rect = pygame.Rect(preview_rect.left, 0, width, round(LEGEND_HEIGHT * scale))
                legend_rect.bottom = preview_rect.bottom
                preview_rect.height -= legend_rect.height
                self._card_legend = CardLegend(
                    self.context.settings,
                    self.context.scene_card_images,
                    legend_rect,
                    Place(self.context.ui_manager, scale),
                )
            self.deck_preview = DeckPreview(
                self.samples, self.context.settings, preview_rect, Place(self.context.ui_manager, scale)
            )

    def _add_general_rows(self, column: FormLayout) -> None:
        self._add_name_row(column)
        languages = [_("System default"), *(LANGUAGE_NAMES[value] for value in LANGUAGES[1:])]
        self._add_choice(column, _("Language"), "language", LANGUAGES, languages)
        self._add_switch(
            column,
            _("Full screen"),
            "full_screen",
            _("Press {key} at any time.").format(key=self.context.key_map.label(TOGGLE_FULL_SCREEN)),
        )
        self._add_switch(column, _("Computer chat"), "table_talk", _("Computer players comment and answer you."))
        self._add_switch(column, _("Play the last card"), "plays_last", _("Your last card is played automatically."))

    def _add_card_rows(self, column: FormLayout) -> None:
        self._add_pictures(
            column,
            _("Table"),
            "felt",
            TABLE_THEME_NAMES,
            [_(TABLE_THEME_LABELS[value]) for value in TABLE_THEME_NAMES],
            (SWATCH_SIZE, SWATCH_SIZE),
            self._make_swatch,
        )
        self._add_choice(
            column, _("Italian games"), "deck", ITALIAN_DECKS, [_(DECK_LABELS[value]) for value in ITALIAN_DECKS]
        )
        corner_switch = self._add_switch(
            column, _("Corner indices"), "corner_indices", _("A letter and a suit symbol in the corner of each card.")
        )
        set_enabled(corner_switch, is_enabled=self.context.settings.deck in INDEXED_DECKS)
        french_labels = [_(FRENCH_DECK_LABELS[value]) for value in FRENCH_DECKS]
        self._add_choice(column, _("French cards"), "french_deck", FRENCH_DECKS, french_labels)
        sorting_labels = [_(HAND_SORTING_LABELS[value]) for value in HAND_SORTINGS]
        self._add_choice(column, _("Hand order"), "hand_order", HAND_SORTINGS, sorting_labels)
        self._add_switch(column, _("Strongest on the left"), "strongest_first")
        self._back_picker = self._add_pictures(
            column,
            _("Card back"),
            "back",
            CARD_BACKS,
            [_(CARD_BACK_LABELS[value]) for value in CARD_BACKS],
            BACK_SIZE,
            self._make_back,
            padding=column.px(BACK_PADDING),
        )

    def _add_sound_rows(self, column: FormLayout) -> None:
        self._add_switch(column, _("Sound"), "sound")
        self._add_volume(column)
        self._add_choice(
            column, _("Card speed"), "speed", ANIMATION_SPEEDS, [_(SPEED_LABELS[value]) for value in ANIMATION_SPEEDS]
        )
        self._add_choice(
            column,
            _("Computer players"),
            "pace",
            COMPUTER_PACES,
            [_(PACE_LABELS[value]) for value in COMPUTER_PACES],
            _("Press {key} to skip to your turn.").format(key=self.context.key_map.label(PLAY_ON)),
        )

    def _add_accessibility_rows(self, column: FormLayout) -> None:
        self._add_contrast_switch(column)
        self._add_switch(column, _("Reduced motion"), "reduced_motion", _("Cards light up instead of moving."))
        self._add_choice(
            column, _("Text and buttons"), "scale", UI_SCALES, [format_percent(value) for value in UI_SCALES]
        )
        text = _("Change…")
        width = theme.load_font(theme.BUTTON_FACE, column.px(theme.BODY_TEXT_SIZE)).size(text)[0] + column.px(40)
        column.add_row(
            _("Keyboard shortcuts"),
            "",
            width,
            lambda rect: self.add_button(
                "shortcuts",
                text,
                rect,
                self.context.router.open_shortcuts,
                style="#small",
                label=_("Keyboard shortcuts"),
                scroll_area=column.scroll_area,
            ),
        )

    def _add_own_plate(self, rect: pygame.Rect) -> None:
        """Add the portrait and the name of the person, and the way to their profile."""
        context, px = self.context, self.context.px
        name = context.settings.display_name
        text = _("Edit profile")
        button_rect = pygame.Rect(0, 0, min(rect.width, self.measure_button_width(text)), px(CONTROL_HEIGHT))
        button_rect.midbottom = rect.midbottom
        plate_rect = pygame.Rect(rect.left, rect.top, rect.width, button_rect.top - px(ROW_GAP) - rect.top)
        self._own_plate = OwnPlate(
            name,
            choose_portraits((name,), context.avatars)[0],
            choose_profile_colors([profile.display_name for profile in context.profiles], context.avatars)[0],
            self._portrait_images,
            plate_rect,
            context.place,
        )
        self._pictures.request([self._own_plate])
        self.add_button(
            "edit-profile",
            text,
            button_rect,
            partial(context.router.open_settings, "profiles"),
            style="#small",
        )

    def _add_name_row(self, column: FormLayout) -> None:
        def make_entry(rect: pygame.Rect) -> TextInput:
            hint = "" if self.context.settings.name else self.context.settings.display_name
            return TextInput(
                self.name, rect, column.scroll_area.place, max_length=MAX_NAME_CHARACTERS, placeholder=hint
            )

        _label, widget = column.add_row(_("Your name"), "", column.px(NAME_ENTRY_WIDTH), make_entry)
        self.bind_text("name", widget, self.set_name, _("Your name"), column.scroll_area)
        rect = column.make_row_rect(column.width, HINT_TEXT_SIZE * 1.4)
        rect.top -= column.px(ROW_GAP + MIN_ROW_HEIGHT - CONTROL_HEIGHT)  # right below the row
        self._error_line = LineLabel(
            "", rect, column.scroll_area.place, size=HINT_TEXT_SIZE, color=theme.RED_LIGHT, align="right"
        )
        column.next_y = max(column.next_y, rect.bottom)

    def _add_choice(
        self, column: FormLayout, label: str, name: str, values: Sequence[Any], labels: Sequence[str], hint: str = ""
    ) -> None:
        current = getattr(self.context.settings, name)
        nearest = current if current in values else values[0]

        def make_choice(rect: pygame.Rect) -> SegmentedControl:
            return SegmentedControl(values, labels, nearest, rect, column.scroll_area.place)

        width = compute_row_width(labels, self.context.ui_scale)
        if width > column.width:
            width = compute_cycle_width(labels, self.context.ui_scale)
        _label, widget = column.add_row(label, hint, width, make_choice)
        self.bind_value(to_setting_widget_id(name), widget, partial(self.set_setting, name), label, column.scroll_area)

    def _add_pictures(
        self, column: FormLayout, label: str, name: str, values: Sequence[Any], labels: Sequence[str],
        size: tuple[int, int], make_picture: Callable[[Any, tuple[int, int]], pygame.Surface | None], *,
        padding: int = 0,
    ) -> PicturePicker:  # fmt: skip
        def make_picker(rect: pygame.Rect) -> PicturePicker:
            value = getattr(self.context.settings, name)
            return PicturePicker(
                values,
                labels,
                value,
                make_picture,
                rect,
                column.scroll_area.place,
                padding=padding,
            )

        width = PicturePicker.compute_width(len(values), size[0], self.context.ui_scale)
        _label, widget = column.add_row(label, "", width, make_picker, height=size[1])
        self.bind_value(to_setting_widget_id(name), widget, partial(self.set_setting, name), label, column.scroll_area)
        return widget

    def _make_swatch(self, name: TableThemeName, size: tuple[int, int]) -> pygame.Surface:
        return render_felt(size, theme.TABLE_THEMES[name], self.context.px(theme.BUTTON_CORNER_RADIUS))

    def _make_back(self, back: str, size: tuple[int, int]) -> pygame.Surface | None:
        width = min(size[0], int(size[1] / CARD_ASPECT_RATIO))
        card_images = self.samples.get_ready_images(self.context.settings.french_deck, back, (), width)
        return None if card_images is None else card_images.get_card(HIDDEN_CARD, width)

    def _add_switch(self, column: FormLayout, label: str, name: str, hint: str = "") -> Switch:
        value = (
            self.context.settings.has_corner_indices
            if name == "corner_indices"
            else getattr(self.context.settings, name)
        )
        widget = self._make_switch_row(column, label, value, hint)
        self.bind_value(to_setting_widget_id(name), widget, partial(self.set_setting, name), label, column.scroll_area)
        return widget

    def _make_switch_row(self, column: FormLayout, label: str, value: bool, hint: str = "") -> Switch:
        def make_switch(rect: pygame.Rect) -> Switch:
            return Switch(value, rect, column.scroll_area.place)

        return column.add_row(label, hint, column.px(SWITCH_WIDTH), make_switch)[1]

    def _add_contrast_switch(self, column: FormLayout) -> None:
        """Add a switch between the table in high contrast and the table before it."""
        felt = self.context.settings.felt
        widget = self._make_switch_row(
            column, _("High contrast"), felt == HIGH_CONTRAST, _("A black table with white lines and symbols.")
        )

        def set_contrast(is_on: bool) -> None:
            self.set_setting("felt", HIGH_CONTRAST if is_on else self._plain_felt)

        self.bind_value("high-contrast", widget, set_contrast, _("High contrast"), column.scroll_area)

    def _add_volume(self, column: FormLayout) -> None:
        def make_slider(rect: pygame.Rect) -> Slider:
            value = self.context.settings.volume
            return Slider(value, rect, column.scroll_area.place)

        width = min(column.px(SLIDER_WIDTH), column.width)
        _label, widget = column.add_row(_("Volume"), "", width, make_slider)

        def put(volume: int) -> None:
            self._is_dragging = widget.held_part is not None
            settings = msgspec.structs.replace(self.context.settings, volume=volume)
            self.context.apply_settings(settings, is_final=not self._is_dragging)

        self.bind_value("volume", widget, put, _("Volume"), column.scroll_area)
        set_enabled(widget, is_enabled=self.context.settings.sound)

    # -- changes

    def set_setting(self, name: str, value: Any) -> None:
        """Change a setting."""
        if name == "felt" and value != HIGH_CONTRAST:
            self._plain_felt = value
        old_widget = self.focus.find(to_setting_widget_id(name))
        old_rect = pygame.Rect(old_widget.get_abs_rect()) if old_widget is not None else None
        self.context.apply_settings(msgspec.structs.replace(self.context.settings, **{name: value}))
        volume = self.focus.find("volume")
        if name == "sound" and volume is not None:
            set_enabled(volume, is_enabled=value)
        if name == "deck" and self.tab == "cards":
            self.recompose("tab")
        if name == "scale" and old_rect is not None:
            if not old_rect.top < self._scale_y < old_rect.bottom:
                self._scale_y = old_rect.centery
            self._keep_at(to_setting_widget_id(name), self._scale_y)

    def _keep_at(self, widget_id: str, y: int) -> None:
        """Scroll so that the middle of a widget is at ``y`` again, or as near to it as the rows can be seen."""
        widget, area = self.focus.find(widget_id), self.scroll_areas["settings"]
        assert widget is not None
        half_height = int(widget.rect.height) // 2
        y = min(max(y, area.viewport.top + half_height), area.viewport.bottom - half_height)
        distance = pygame.Rect(widget.get_abs_rect()).centery - y + area.offset
        if distance < 0:
            self._top_gap_px = -distance
            self.recompose("tab")
        elif distance > area.max_offset:
            area.set_height(area.viewport.height - 2 * area.padding + distance)
        area.move_to(distance)

    def set_name(self, name: str) -> None:
        """Take the name that a person enters, if it is a name."""
        self.name = name
        kept = sanitize_line(name, MAX_NAME_CHARACTERS)
        if kept:
            # A changed name belongs to another profile, unless it is the first name.
            self.context.apply_settings(msgspec.structs.replace(self.context.settings, name=kept, profile=""))
        if self._own_plate is not None:
            self._own_plate.set_name(self.context.settings.display_name)
        if self._error_line is not None:
            words = "" if kept or not (name or self.context.settings.name) else _(
                "Enter a name. Your name is still {name}.")  # fmt: skip
            self._error_line.set_text(words.format(name=self.context.settings.display_name))
