"""The profiles of this computer with portrait, color and name: a tab of the settings."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
import pygame

from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.session.avatars import (
    AVATAR_COLOR_NAMES,
    AVATAR_COLORS,
    PORTRAIT_COUNT,
    choose_portraits,
    choose_profile_colors,
)
from game.storage.matches import MatchRepository
from game.storage.profiles import Profile
from game.text.formatting import format_time_of_day
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.app.settings import MAX_NAME_CHARACTERS
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.scenes.dialogs.prompts import TextPrompt
from ui.scenes.new_match.last_choices import rename_in_last_choices
from ui.scenes.page import Page
from ui.scenes.settings.tabs import describe_tab
from ui.widgets.base import Place
from ui.widgets.controls import CONTROL_HEIGHT, make_arrow
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Rest, Row
from ui.widgets.nodes import Frame, Node, Painter, Scroll, Section, Space, Text
from ui.widgets.picture_picker import PicturePicker
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.segmented import SegmentedControl

T = TypeVar("T")
SWATCH_SIZE: Final = 36
"""The side of a color that can be chosen, in design pixels."""
MIN_NAME_WIDTH: Final = 180
"""The least width of a name beside the colors, in design pixels; with less they go below it."""
PORTRAIT_SIZE: Final = 84
"""The side of a portrait, in design pixels."""
ARROW_WIDTH: Final = 30
ARROW_GAP: Final = 8
"""The space between the portrait and an arrow, in design pixels."""
RING_WIDTH: Final = 4


class ProfilesScene(Page):
    """A row for each profile, that of the person in the settings first. Each change is stored at once."""

    title = N_("Settings")
    help_topic = HelpTopic("playing", section="names")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        context.reload_profiles(on_loaded=self._show_profiles)

    def describe(self) -> Node:
        rows = Section(
            "people", lambda: Column(*map(self._describe_profile, self.context.profiles), gap=theme.SMALL_GAP)
        )
        note = _("Add others here, or they'll get a profile when they first play.")
        hint = Text(note, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, grow=1)
        add = Action("add-person", _("Add a person"), self._ask_new_person, symbol="plus")
        foot = Row(add, hint, gap=theme.LARGE_GAP, align="middle")
        return describe_tab(self.context, "profiles", Scroll("people", Column(rows, foot, gap=theme.SMALL_GAP)))

    def _describe_profile(self, profile: Profile) -> Node:
        """Return the portrait between arrows, the name, the colors and a menu; the colors below where it is narrow."""
        name = profile.display_name
        number, color = self._get_avatar(name)
        make_portrait = self.context.scene_card_images.get_portrait
        portrait = Widget(PortraitPicker, (PORTRAIT_COUNT, number, color, make_portrait), id=f"portrait-{name}")
        portrait.on_change = lambda chosen: self._save_avatar(profile, chosen, self._get_avatar(name)[1])
        portrait.label = _("Portrait for {name}").format(name=name)
        labels = [_(color_name) for color_name in AVATAR_COLOR_NAMES]
        colors = Widget(PicturePicker, (AVATAR_COLORS, labels, color, self._make_swatch), id=f"color-{name}")
        colors.width, colors.height = PicturePicker.get_width(len(labels), SWATCH_SIZE), SWATCH_SIZE
        colors.on_change = lambda chosen: self._save_avatar(profile, self._get_avatar(name)[0], chosen)
        colors.label = _("Color for {name}").format(name=name)
        menu = Action(f"profile-menu-{name}", "", partial(self._open_profile_menu, profile), symbol="dots")
        menu.label = _("More options for {name}").format(name=name)
        names = Column(
            Text(name, face="serif", size=theme.ROW_TITLE_TEXT_SIZE),
            Text(self._format_note(profile), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        )
        if not profile.name:
            names = Column(Action("choose-name", _("Choose a name"), partial(self._ask_rename, profile)))
        gap, texts = theme.LARGE_GAP, Rest(names, MIN_NAME_WIDTH)
        return Alternatives(
            Row(portrait, texts, colors, menu, gap=gap, align="middle"),
            Column(Row(portrait, texts, menu, gap=gap, align="middle"), Row(colors, Space(grow=1)), gap=theme.TINY_GAP),
        )

    def _open_profile_menu(self, profile: Profile) -> None:
        name = profile.display_name
        text = _("Rename…") if profile.name else _("Choose a name")
        entries = [
            MenuEntry(f"rename-{name}", text, partial(self._ask_rename, profile), "people"),
            MenuEntry(f"remove-{name}", _("Delete…"), partial(self._confirm_remove, profile), "trash", True),
        ]
        self.open_menu(f"profile-menu-{name}", entries)

    def _format_note(self, profile: Profile) -> str:
        notes = [_("Active profile")] if profile.id == self.context.own_profile.id else []
        if profile.blocked_until is not None and profile.blocked_until > self.context.now():
            time = format_time_of_day(profile.blocked_until)
            text = _("Blocked until {time} for leaving a timed match or running out of time")
            notes.append(text.format(time=time))
        return " · ".join(notes)

    def _make_swatch(self, color: str, size: tuple[int, int]) -> pygame.Surface:
        return make_rounded_rect(size, self.context.px(theme.BUTTON_CORNER_RADIUS), color)

    def _get_avatar(self, name: str) -> tuple[int, str]:
        """Return the portrait and the color of a person."""
        names = [profile.display_name for profile in self.context.profiles]
        color = choose_profile_colors(names, self.context.avatars)[names.index(name)]
        return choose_portraits((name,), self.context.avatars)[0], color

    # -- actions

    def _show_profiles(self) -> None:
        self.recompose("people")

    def _save_avatar(self, profile: Profile, portrait: int, color: str) -> None:
        saving = self.context.storage.call(MatchRepository.save_avatar, profile.id, color, portrait)
        self.context.reload_profiles(saving, self._show_profiles)

    def _ask_rename(self, profile: Profile) -> None:
        context, name = self.context, profile.display_name
        question, yes_label = _("Your name"), _("Save")
        if profile.name:
            question, yes_label = _("New name for {name}").format(name=name), _("Rename")

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

        self._ask_name(question, profile.name, yes_label, rename, finish_rename)

    def _ask_new_person(self) -> None:
        context = self.context

        def add(text: str) -> None:
            context.storage.get_repository().add_profile(sanitize_line(text, MAX_NAME_CHARACTERS))

        def show_person(_result: None) -> None:
            context.reload_profiles(on_loaded=self._show_profiles)

        self._ask_name(_("New person's name"), "", _("Add"), add, show_person)

    def _ask_name(
        self, question: str, text: str, yes_label: str, store: Callable[[str], T], on_done: Callable[[T], None]
    ) -> None:
        """Ask for a name, which ``store`` gets in the storage thread."""

        def submit(typed_text: str) -> Future[T]:
            return self.context.storage.submit(store, typed_text)

        arguments = self.context, question, text, yes_label, submit, on_done
        self.context.scenes.push(TextPrompt(*arguments, max_length=MAX_NAME_CHARACTERS))

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


class PortraitPicker(SegmentedControl):
    """A portrait between two arrows, in a ring of ``color``.

    ``make_portrait(number, size)`` returns the portrait with a number from 1, ``size`` pixels wide and high.
    """

    natural_size = (PORTRAIT_SIZE + 2 * (ARROW_WIDTH + ARROW_GAP), PORTRAIT_SIZE)

    def __init__(
        self,
        count: int,
        value: int,
        color: str,
        make_portrait: Callable[[int, int], pygame.Surface],
        rect: pygame.Rect,
        place: Place,
    ) -> None:
        self.color, self._make_portrait = color, make_portrait
        numbers = range(1, count + 1)
        super().__init__(numbers, [""] * count, value, rect, place)
        self.is_row = False

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        return place.px(cls.natural_size[0])

    def describe(self) -> Node:
        left, right = (
            self.make_box(part, make_arrow(direction), width=ARROW_WIDTH, height=CONTROL_HEIGHT)
            for part, direction in enumerate((-1, 1))
        )
        return Row(left, Painter(self._paint_portrait, height=PORTRAIT_SIZE, grow=1), right, align="middle")

    def _paint_portrait(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.draw_aacircle(self.color, rect.center, rect.height // 2)
        portrait = self._make_portrait(self.value, rect.height - 2 * frame.px(RING_WIDTH))
        canvas.blit(portrait, portrait.get_rect(center=rect.center))
