"""The profiles of this computer with portrait, color and name: a tab of the settings."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.storage.matches import MatchRepository
from game.storage.profiles import Profile
from game.text.formatting import format_time_of_day
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.settings import MAX_NAME_CHARACTERS
from ui.graphics import theme
from ui.graphics.avatars import AVATAR_COLOR_NAMES, AVATAR_COLORS, choose_portraits, choose_profile_colors
from ui.graphics.card_images import PORTRAIT_COUNT
from ui.graphics.theme import SMALL_TEXT_SIZE as HINT_TEXT_SIZE
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.scenes.new_match.last_choices import rename_in_last_choices
from ui.scenes.page import Page
from ui.scenes.settings.tabs import add_settings_tabs
from ui.widgets.avatar_picker import PORTRAIT_SIZE, ColorPicker, PortraitPicker
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import TextLabel
from ui.widgets.popup_menu import MenuEntry

MIN_NAME_WIDTH: Final = 180
"""The least width of a name beside the colors, in design pixels; with less they go below it."""
ITEM_GAP: Final = 18
PROFILE_GAP: Final = 12
"""Design pixels between the parts of a row, and between two rows."""


class ProfilesScene(Page):
    """A row for each profile, that of the person in the settings first. Each change is stored at once."""

    title = N_("Settings")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        context.reload_profiles(on_loaded=self._show_profiles)

    def compose(self) -> None:
        board = add_settings_tabs(self, "profiles")
        column = FormLayout(self.begin_scroll_area("people", board))
        self.compose_rows("people", column, self._add_profiles)
        column.add_text(_("Players get a profile with their first match."),
                     size=HINT_TEXT_SIZE, color=theme.MUTED)  # fmt: skip
        self.end_scroll_area("people", column.next_y)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_profiles(self, column: FormLayout) -> None:
        for profile in self.context.profiles:
            self._add_profile_row(column, profile)

    def _add_profile_row(self, column: FormLayout, profile: Profile) -> None:
        """Add the portrait between arrows, the name, the colors and a menu; the colors below where it is narrow."""
        px, ui_scale = self.context.px, self.context.ui_scale
        name, scroll_area = profile.display_name, column.scroll_area
        portrait, color = self._get_avatar(name)
        portrait_rect = column.make_row_rect(PortraitPicker.compute_width(ui_scale), PORTRAIT_SIZE)
        portrait_picker = PortraitPicker(
            PORTRAIT_COUNT,
            portrait,
            color,
            self.context.scene_card_images.get_portrait,
            portrait_rect,
            scroll_area.place,
        )
        self.bind_value(
            f"portrait-{name}", portrait_picker,
            lambda number: self._save_avatar(profile, number, self._get_avatar(name)[1]),
            _("Portrait for {name}").format(name=name), scroll_area,
        )  # fmt: skip
        left = portrait_rect.right + px(ITEM_GAP)
        menu_rect = pygame.Rect(0, 0, px(CONTROL_HEIGHT), px(CONTROL_HEIGHT))
        menu_rect.midright = column.width, portrait_rect.centery
        colors_rect = pygame.Rect(0, 0, ColorPicker.compute_width(AVATAR_COLORS, ui_scale), px(CONTROL_HEIGHT))
        colors_rect.midright = menu_rect.left - px(ITEM_GAP), portrait_rect.centery
        are_colors_below = colors_rect.left - left < px(MIN_NAME_WIDTH)
        text_right = (menu_rect if are_colors_below else colors_rect).left - px(ITEM_GAP)
        text_rect = pygame.Rect(left, portrait_rect.top, text_right - left, portrait_rect.height)
        text_bottom = self._add_name(column, profile, text_rect)
        if are_colors_below:
            colors_rect.width = min(colors_rect.width, column.width)
            colors_rect.topleft = 0, max(portrait_rect.bottom, text_bottom) + px(4)
        swatches = ColorPicker(
            AVATAR_COLORS, [_(color_name) for color_name in AVATAR_COLOR_NAMES], color, colors_rect, scroll_area.place
        )
        self.bind_value(
            f"color-{name}", swatches,
            lambda chosen_color: self._save_avatar(profile, self._get_avatar(name)[0], chosen_color),
            _("Color for {name}").format(name=name), scroll_area,
        )  # fmt: skip
        menu_button = self.add_button(
            f"profile-menu-{name}", "", menu_rect, lambda: self._open_profile_menu(menu_button, profile),
            style="#small", symbol="dots", label=_("More options for {name}").format(name=name),
            scroll_area=scroll_area,
        )  # fmt: skip
        column.next_y = max(portrait_rect.bottom, colors_rect.bottom, text_bottom)
        column.add_gap(PROFILE_GAP)

    def _add_name(self, column: FormLayout, profile: Profile, rect: pygame.Rect) -> int:
        """Add the name and the note of a profile in the middle of ``rect``, and return their bottom in pixels."""
        name_label = TextLabel(
            profile.display_name,
            rect.topleft,
            rect.width,
            column.scroll_area.place,
            face="serif",
            size=theme.ROW_TITLE_TEXT_SIZE,
        )
        labels, note = [name_label], self._format_note(profile)
        if note:
            labels.append(
                TextLabel(
                    note, rect.topleft, rect.width, column.scroll_area.place, size=HINT_TEXT_SIZE, color=theme.MUTED
                )
            )
        top = rect.top + max(0, rect.height - int(sum(label.rect.height for label in labels))) // 2
        for label in labels:
            label.set_relative_position((rect.left, top))
            top += int(label.rect.height)
        return top

    def _open_profile_menu(self, button: UIButton, profile: Profile) -> None:
        name = profile.display_name
        entries = [
            MenuEntry(f"rename-{name}", _("Rename…"), partial(self._ask_rename, profile), "people"),
            MenuEntry(f"remove-{name}", _("Delete…"), partial(self._confirm_remove, profile), "trash", True),
        ]
        self.open_menu(self.focus.get_widget_id(button), entries)

    def _format_note(self, profile: Profile) -> str:
        notes = [_("Active profile")] if profile.id == self.context.own_profile.id else []
        if profile.blocked_until is not None and profile.blocked_until > self.context.now():
            time = format_time_of_day(profile.blocked_until)
            text = _("May not play any match until {time}: left one with a turn timer, or ran out of time")
            notes.append(text.format(time=time))
        return " · ".join(notes)

    def _get_avatar(self, name: str) -> tuple[int, str]:
        """Return the portrait and the color of a person."""
        names = [profile.display_name for profile in self.context.profiles]
        color = choose_profile_colors(names, self.context.avatars)[names.index(name)]
        return choose_portraits((name,), self.context.avatars)[0], color

    # -- actions

    def _show_profiles(self) -> None:
        """Show the current profiles."""
        self.recompose("people")

    def _save_avatar(self, profile: Profile, portrait: int, color: str) -> None:
        saving = self.context.storage.call(MatchRepository.save_avatar, profile.id, color, portrait)
        self.context.reload_profiles(saving, self._show_profiles)

    def _ask_rename(self, profile: Profile) -> None:
        context, name = self.context, profile.display_name

        def finish_rename(new_name: str) -> None:
            if profile.id == context.own_profile.id:
                context.apply_settings(msgspec.structs.replace(context.settings, name=new_name))
            context.reload_profiles(
                context.storage.submit(rename_in_last_choices, context.folders, name, new_name), self._show_profiles
            )

        def rename(text: str) -> str:
            new_name = sanitize_line(text, MAX_NAME_CHARACTERS)
            context.storage.get_repository().rename_profile(profile.id, new_name)
            return new_name

        context.scenes.push(
            TextPrompt(
                context,
                self,
                _("New name for {name}").format(name=name),
                name,
                _("Rename"),
                lambda text: context.storage.submit(rename, text),
                finish_rename,
                max_length=MAX_NAME_CHARACTERS,
            )
        )

    def _confirm_remove(self, profile: Profile) -> None:
        question = _("Delete the profile {name}? Its matches are kept.").format(name=profile.display_name)
        self.context.router.confirm(question, _("Delete"), partial(self._remove, profile), _("Keep"))

    def _remove(self, profile: Profile) -> None:
        removing = self.context.storage.call(MatchRepository.remove_profile, profile.id)

        def finish_removal() -> None:
            if removing.exception() is None:
                self.context.notify(_("Profile {name} deleted.").format(name=profile.display_name))
            self._show_profiles()

        self.context.reload_profiles(removing, finish_removal)
