"""The people of this computer: their portraits, colors and names."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
import pygame

from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.storage.profiles import Profile
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.settings import MAX_NAME_CHARACTERS
from ui.graphics import theme
from ui.graphics.avatars import AVATAR_COLOR_NAMES, AVATAR_COLORS, choose_portraits, choose_ring_colors
from ui.graphics.card_images import PORTRAIT_COUNT
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.scenes.new_match.form_state import rename_in_last_choices
from ui.scenes.page import Page
from ui.widgets.avatar_picker import PORTRAIT_SIZE, ColorPicker, PortraitPicker
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import TextLabel

MIN_NAME_WIDTH: Final = 150
"""The least width of a name beside its buttons, in design pixels."""


class ProfilesScene(Page):
    """A row for each person, the one in the settings first.

    Each change is saved at once.
    """

    title = N_("People")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        context.reload_profiles(on_loaded=self._show_profiles)

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(900)), body.height)
        board.centerx = body.centerx
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("people", board), self.context.ui_manager)
        self.compose_rows("people", column, self._add_profiles)
        column.add_text(_("A profile is made when somebody sits down for the first time."),
                     size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)  # fmt: skip
        self.end_scroll_area("people", column.next_y)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _add_profiles(self, column: FormLayout) -> None:
        for profile in self.context.profiles:
            self._add_profile_row(column, profile)

    def _add_profile_row(self, column: FormLayout, profile: Profile) -> None:
        name = profile.display_name
        px, manager, ui_scale, scroll_area = (
            self.context.px,
            self.context.ui_manager,
            self.context.ui_scale,
            column.scroll_area,
        )
        portrait, color = self._get_avatar(name)
        portrait_rect = column.make_row_rect(PortraitPicker.compute_width(ui_scale), PORTRAIT_SIZE)
        portrait_picker = PortraitPicker(
            PORTRAIT_COUNT,
            portrait,
            color,
            self.context.scene_card_images.get_portrait,
            portrait_rect,
            manager,
            ui_scale,
            scroll_area.content,
        )
        self.bind_value(
            f"portrait-{name}",
            portrait_picker,
            lambda number: self._save_avatar(profile, number, self._get_avatar(name)[1]),
            _("Portrait of {name}").format(name=name),
            scroll_area,
        )
        left, top = portrait_rect.right + px(18), column.next_y
        button_specs = [
            (f"rename-{name}", _("Rename…"), partial(self._ask_rename, profile)),
            (f"remove-{name}", _("Remove…"), partial(self._confirm_remove, profile)),
        ]
        button_widths = [
            theme.load_font("sans", px(theme.BODY_TEXT_SIZE)).size(text)[0] + px(28)
            for _id, text, _on_press in button_specs
        ]
        buttons_width = sum(button_widths) + px(10) * len(button_widths)
        fits_beside = column.width - left - buttons_width >= px(MIN_NAME_WIDTH)
        name_width = column.width - left - (buttons_width if fits_beside else 0)
        name_label = TextLabel(
            name,
            (left, top),
            name_width,
            manager,
            face="serif",
            size=px(theme.LARGE_TEXT_SIZE),
            container=scroll_area.content,
        )
        y = top + name_label.rect.height
        note = self._format_note(profile)
        if note:
            note_label = TextLabel(
                note,
                (left, y),
                name_width,
                manager,
                size=px(theme.SMALL_TEXT_SIZE),
                color=theme.MUTED,
                container=scroll_area.content,
            )
            y += note_label.rect.height
        y = max(y + px(6), top + px(PORTRAIT_SIZE - CONTROL_HEIGHT))
        swatches_width = min(ColorPicker.compute_width(AVATAR_COLORS, ui_scale), column.width - left)
        swatches_rect = pygame.Rect(left - px(4), y, swatches_width, px(CONTROL_HEIGHT))
        swatches = ColorPicker(
            AVATAR_COLORS,
            [_(name_or_color) for name_or_color in AVATAR_COLOR_NAMES],
            color,
            swatches_rect,
            manager,
            ui_scale,
            scroll_area.content,
        )
        self.bind_value(
            f"color-{name}",
            swatches,
            lambda name_or_color: self._save_avatar(profile, self._get_avatar(name)[0], name_or_color),
            _("Colour of {name}").format(name=name),
            scroll_area,
        )
        column.next_y = max(swatches_rect.bottom, portrait_rect.bottom)
        if button_specs and not fits_beside:
            column.add_gap(8)
        x, button_y = (column.width - buttons_width + px(10), top) if fits_beside else (0, column.next_y)
        for (widget_id, text, on_press), width in zip(button_specs, button_widths, strict=True):
            button_rect = pygame.Rect(x, button_y, width, px(CONTROL_HEIGHT))
            self.add_button(
                widget_id, text, button_rect, on_press, style="#small", label=f"{text} {name}", scroll_area=scroll_area
            )
            x += width + px(10)
        if button_specs and not fits_beside:
            column.next_y += px(CONTROL_HEIGHT)
        column.add_gap(24)

    def _format_note(self, profile: Profile) -> str:
        if (profile.blocked_until or 0.0) > self.context.now():
            return _("barred from every table for now")
        return _("what you are called at a new table") if profile.id == self.context.own_profile.id else ""

    def _get_avatar(self, name: str) -> tuple[int, str]:
        """Return the portrait and the color of a person at a table of their own."""
        return choose_portraits((name,), self.context.avatars)[0], choose_ring_colors(
            ((0,),), (name,), self.context.avatars
        )[0]

    # -- what is done

    def _show_profiles(self) -> None:
        self.recompose("people")

    def _save_avatar(self, profile: Profile, portrait: int, color: str) -> None:
        saving = self.context.storage.save_avatar(profile.id, color, portrait)
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
                _("Another name for {name}").format(name=name),
                name,
                _("Rename"),
                lambda text: context.storage.submit(rename, text),
                finish_rename,
                max_length=MAX_NAME_CHARACTERS,
            )
        )

    def _confirm_remove(self, profile: Profile) -> None:
        question = _("Remove the profile {name}? Saved matches stay.").format(name=profile.display_name)
        self.context.router.confirm(question, _("Remove"), partial(self._remove, profile), _("Keep"))

    def _remove(self, profile: Profile) -> None:
        removing = self.context.storage.remove_profile(profile.id)

        def finish_removal() -> None:
            if removing.exception() is None:
                self.context.notify(_("The profile {name} is removed.").format(name=profile.display_name))
            self._show_profiles()

        self.context.reload_profiles(removing, finish_removal)
