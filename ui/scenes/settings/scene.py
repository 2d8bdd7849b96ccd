"""Settings of this computer in tabs: each one takes effect as it is changed."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import msgspec
import pygame

from game.core.cards import HIDDEN_CARD, ITALIAN_PACK, Suit
from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.session.avatars import choose_portraits, choose_profile_colors
from game.text.card_names import format_suit_name
from game.text.formatting import format_percent
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import SettingsTab
from ui.app.settings import (
    INDEXED_DECKS,
    MAX_NAME_CHARACTERS,
    SETTING_SPECS,
    Settings,
    SettingSpec,
    TableThemeName,
)
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import render_felt
from ui.scenes.page import Page, to_widget_id
from ui.scenes.settings.deck_preview import DeckPreview, PreviewImages
from ui.scenes.settings.tabs import TAB_TITLES, describe_tab
from ui.widgets.base import Place, get_window_rect, set_enabled
from ui.widgets.controls import Slider, Switch
from ui.widgets.described import DescribedWidget
from ui.widgets.fields import Action, Field, Input, Widget, make_choice
from ui.widgets.layout import Column, Layers, Padded, Row, Sized
from ui.widgets.nodes import Frame, Line, Node, Painter, Scroll, Space
from ui.widgets.picture_picker import PictureMaker, PicturePicker
from ui.widgets.tile import PictureWidget, paint_felt

HIGH_CONTRAST: Final[TableThemeName] = "contrast"
OWN_TABS: Final[tuple[SettingsTab, ...]] = ("general", "cards", "sound", "accessibility")
"""The tabs of this scene; the others are scenes of their own."""

ROW_GAPS: Final = (theme.COLUMN_GAP, theme.SECTION_GAP, theme.SMALL_GAP)
"""The gaps between rows: the largest with which they fit."""
SWATCH_SIZE: Final = 48
BACK_SIZE: Final = (54, 78)
"""The size of a table color and of a card back with its ring, in design pixels."""
PREVIEW_SIZE: Final = (376, 451)
"""The width and the largest height of the preview, in design pixels of the window, whatever the scale of the text."""
NAME_WIDTH: Final = 280
RING_RATIO: Final = 0.7
"""The size of the ring, as a share of the smaller side of the room above the name."""
RING_WIDTH: Final = 5
"""The width of the ring around the portrait, in design pixels."""
NAME_HEIGHT: Final = 48
LEGEND_HEIGHT: Final = 66
"""The height of a legend with the gap above it, in design pixels."""
ICON_SIZE: Final = 22
ICON_GAP: Final = 5
TOP_GAP: Final = 10


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
        self._is_dragging = False
        self.samples = PreviewImages()
        self._portrait_images = CardImages("italian")
        """Apart from those of the `AppContext`, so that the portrait delays no image of another scene."""
        self._plain_felt: TableThemeName = "green" if context.settings.felt == HIGH_CONTRAST else context.settings.felt
        """The table that returns when high contrast is switched off."""
        self._scale_y = 0
        """The place of the size control in pixels when it was first used, where it stays at every size."""
        self._top_gap = 0.0
        """The space above the rows that keeps the size control below the pointer, in design pixels."""

    @property
    def narration(self) -> tuple[str, ...]:
        return (_(self.title), _(TAB_TITLES[self.tab]))

    @property
    def is_busy(self) -> bool:
        pictures = filter(None, map(self.find, ("deck-preview", "card-back")))
        is_complete = all(picture.is_complete for picture in pictures)
        return super().is_busy or not is_complete or self._portrait_images.is_busy

    def update(self, seconds: float) -> None:
        super().update(seconds)
        for preview in filter(None, map(self.find, ("deck-preview", "card-legend"))):
            preview.refresh(self.context.settings)
        picker = self.find("card-back")
        if picker is not None:
            picker.refresh()

    def on_exit(self) -> None:
        if self._is_dragging:
            self.context.apply_settings(self.context.settings)
        self.samples.stop()
        self.context.reload_profiles()

    def show_tab(self, tab: SettingsTab) -> None:
        """Open another tab of this scene."""
        self.tab, self._top_gap = tab, 0.0
        self.scroll_areas["settings"].move_to(0)
        self.recompose("body")
        self.context.speak(_(TAB_TITLES[tab]))

    # -- what is on the page

    def describe(self) -> Node:
        rows = self._list_rows()
        columns = (Column(Space(self._top_gap), Column(*rows, gap=gap)) for gap in ROW_GAPS)
        preview = Sized(Column(*self._list_side(), gap=theme.SMALL_GAP), height=PREVIEW_SIZE[1], grow=1)
        side = Padded(Column(preview), padding=0, top=theme.LARGE_MARGIN)
        scaled_side = Sized(side, width=PREVIEW_SIZE[0], scale=self.context.window_scale)
        return describe_tab(self.context, self.tab, Scroll("settings", *columns), Space(theme.MARGIN), scaled_side)

    def _list_rows(self) -> list[Node]:
        rows: list[Node] = [self._make_field(spec) for spec in SETTING_SPECS[self.tab]]
        if self.tab == "general":
            options = {"placeholder": "" if self.context.settings.name else self.context.settings.display_name}
            name = Input(self.name, self.set_name, MAX_NAME_CHARACTERS, id="name", width=NAME_WIDTH, options=options)
            error = Line(id="name-error", size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT)
            rows.insert(0, Field(_("Your name"), name, error))
        if self.tab == "accessibility":
            is_on = self.context.settings.felt == HIGH_CONTRAST
            contrast = Widget(Switch, (is_on,), id="high-contrast", on_change=self._set_contrast)
            rows.insert(0, Field(_("High contrast"), contrast, _("A black table with white lines and symbols.")))
            shortcuts = Action("shortcuts", _("Change…"), self.context.router.open_shortcuts)
            rows.append(Field(_("Keyboard shortcuts"), shortcuts))
        return rows

    def _make_field(self, spec: SettingSpec) -> Field:
        hint = _(spec.hint) if spec.hint else ""
        if spec.shortcut is not None:
            hint = hint.format(key=self.context.key_map.label(spec.shortcut))
        return Field(_(spec.label), self._make_control(spec), hint)

    def _make_control(self, spec: SettingSpec) -> Widget:
        settings = self.context.settings
        value = getattr(settings, spec.name)
        bound: dict[str, Any] = {"id": to_setting_widget_id(spec.name)}
        bound["on_change"] = self._set_volume if spec.name == "volume" else partial(self.set_setting, spec.name)
        if spec.name == "felt":
            return self._make_picture_choice(spec, (SWATCH_SIZE, SWATCH_SIZE), self._make_swatch, 0, **bound)
        if spec.name == "back":
            return self._make_picture_choice(spec, BACK_SIZE, self._make_back, self.context.px(6), **bound)
        if spec.name == "volume":
            return Widget(Slider, (value,), is_enabled=settings.sound, **bound)
        if spec.name == "corner_indices":
            return Widget(Switch, (value,), is_enabled=settings.deck in INDEXED_DECKS, **bound)
        if spec.labels:
            labels = {key: _(label) if label else format_percent(key) for key, label in spec.labels.items()}
            return make_choice(labels, value if value in labels else next(iter(labels)), **bound)
        return Widget(Switch, (value,), **bound)

    def _make_picture_choice(
        self, spec: SettingSpec, size: tuple[int, int], make_picture: PictureMaker, padding: int, **bound: Any
    ) -> Widget:
        values, labels = tuple(spec.labels), [_(label) for label in spec.labels.values()]
        arguments = (values, labels, getattr(self.context.settings, spec.name), make_picture)
        width = PicturePicker.get_width(len(values), size[0])
        return Widget(PicturePicker, arguments, width=width, height=size[1], options={"padding": padding}, **bound)

    def _list_side(self) -> list[Node]:
        """Return what is beside the rows: the person, or a preview of the table."""
        context, settings = self.context, self.context.settings
        if self.tab == "general":
            name = settings.display_name
            names = [profile.display_name for profile in context.profiles]
            portrait, color = choose_portraits((name,), context.avatars), choose_profile_colors(names, context.avatars)
            plate = Widget(OwnPlate, (name, portrait[0], color[0], self._portrait_images), id="own-plate", grow=1)
            button = Action("edit-profile", _("Edit profile"), partial(context.router.open_settings, "profiles"))
            return [plate, Sized(Row(Space(grow=1), button, Space(grow=1)), scale=context.ui_scale)]
        preview = Widget(DeckPreview, (self.samples, settings), id="deck-preview", grow=1)
        if self.tab != "cards":
            return [preview]
        return [preview, Widget(CardLegend, (settings, context.scene_card_images), id="card-legend")]

    def _make_swatch(self, name: TableThemeName, size: tuple[int, int]) -> pygame.Surface:
        return render_felt(size, theme.TABLE_THEMES[name], self.context.px(theme.BUTTON_CORNER_RADIUS))

    def _make_back(self, back: str, size: tuple[int, int]) -> pygame.Surface | None:
        width = min(size[0], int(size[1] / CARD_ASPECT_RATIO))
        card_images = self.samples.get_ready_images(self.context.settings.french_deck, back, (), width)
        return None if card_images is None else card_images.get_card(HIDDEN_CARD, width)

    # -- changes

    def _set_contrast(self, is_on: bool) -> None:
        """Choose the table in high contrast, or the one before it."""
        self.set_setting("felt", HIGH_CONTRAST if is_on else self._plain_felt)

    def _set_volume(self, volume: int) -> None:
        self._is_dragging = self.find("volume").held_part is not None
        settings = msgspec.structs.replace(self.context.settings, volume=volume)
        self.context.apply_settings(settings, is_final=not self._is_dragging)

    def set_setting(self, name: str, value: Any) -> None:
        """Change a setting."""
        if name == "felt" and value != HIGH_CONTRAST:
            self._plain_felt = value
        old_widget = self.focus.find(to_setting_widget_id(name))
        old_rect = get_window_rect(old_widget) if old_widget is not None else None
        self.context.apply_settings(msgspec.structs.replace(self.context.settings, **{name: value}))
        volume = self.focus.find("volume")
        if name == "sound" and volume is not None:
            set_enabled(volume, is_enabled=value)
        if name == "deck" and self.tab == "cards":
            self.recompose("body")
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
        distance = get_window_rect(widget).centery - y + area.offset
        if distance < 0:
            self._top_gap = -distance / self.context.ui_scale
            self.recompose("body")
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
        shown_name = self.context.settings.display_name
        self.find("own-plate").set_value(shown_name)
        is_refused = not kept and bool(name or self.context.settings.name)
        words = _("Enter a name. Your name is still {name}.").format(name=shown_name) if is_refused else ""
        self.find("name-error").set_text(words)


class OwnPlate(PictureWidget):
    """A piece of the table with a portrait in a ring of ``color`` above a name, which is ``value``."""

    def __init__(
        self, name: str, portrait_number: int, color: str, images: CardImages, rect: pygame.Rect, place: Place
    ) -> None:
        self.value = name
        self._portrait_number, self._color = portrait_number, color
        self._ring_size = round(min(rect.width, rect.height - place.px(NAME_HEIGHT)) * RING_RATIO)
        self._portrait_size = self._ring_size - 2 * place.px(RING_WIDTH)
        self.portraits = [(portrait_number, self._portrait_size / place.scale)]
        super().__init__(images, rect, place)

    def describe(self) -> Node:
        name = Line(self.value, face="serif", size=theme.SECTION_TEXT_SIZE, align="centre")
        portrait = Painter(self._paint_portrait, grow=1)
        return Layers(Painter(paint_felt), Padded(Column(portrait, name), padding=theme.GAP))

    def _paint_portrait(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.draw_aacircle(self._color, rect.center, self._ring_size // 2)
        if self.has_pictures:
            portrait = self.images.get_portrait(self._portrait_number, self._portrait_size)
            canvas.blit(portrait, portrait.get_rect(center=rect.center))


class CardLegend(DescribedWidget):
    """The four suits with their names, and the letters in the corners if the cards of ``settings`` have them."""

    natural_size = (0, LEGEND_HEIGHT)

    def __init__(self, settings: Settings, card_images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self._settings = settings
        self._card_images = card_images
        super().__init__(rect, place)

    def refresh(self, settings: Settings) -> None:
        """Show the legend for these settings."""
        if settings != self._settings:
            self._settings = settings
            self.repaint()

    def describe(self) -> Node:
        if self._settings.deck == "french":
            return Space()
        suits = dict.fromkeys(card.suit for card in ITALIAN_PACK)
        letters = _("R: king (re) · C: knight (cavallo) · F: jack (fante)")
        if self._settings.deck in INDEXED_DECKS:
            letters = _("K: king · N: knight · J: jack") if self._settings.corner_indices else ""
        line = Line(letters, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre", grow=1)
        return Column(Space(TOP_GAP), Row(*map(self._describe_suit, suits), grow=1), line)

    def _describe_suit(self, suit: Suit) -> Node:
        def paint(_frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
            icon = self._card_images.get_icon(f"italian_{suit}", rect.width)
            canvas.blit(icon, icon.get_rect(center=rect.center))

        name = Line(format_suit_name(suit), size=theme.SMALL_TEXT_SIZE)
        return Row(Space(grow=1), Painter(paint, width=ICON_SIZE), name, Space(grow=1), gap=ICON_GAP, grow=1)
