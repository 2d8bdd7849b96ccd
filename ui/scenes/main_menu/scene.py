"""The main menu: continue or start a match, learn, settings, help."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.core.cards import Card, parse_cards
from game.lessons.progress import is_new_player, store_lessons_offered
from game.rules import GAMES
from game.storage.unfinished_matches import UnfinishedMatch
from game.text.formatting import join_with_commas
from game.text.gettext import _
from game.text.player_names import format_player_names
from game.version import PROGRAM_NAME
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO
from ui.scenes.page import Page
from ui.services.tasks import Task

FAN_CARDS: Final[tuple[Card, ...]] = parse_cards("3s Qh Kd Ac Ad")
"""The cards in the fan, from the left."""
FAN_STEP_DEGREES: Final = 13.0
"""The angle between two cards of the fan."""
MAX_BUTTON_SIZE: Final = (330, 52)
BUTTON_GAP: Final = 12
BOX_PADDING: Final = 28
CAPTION_HEIGHT: Final = 30
TITLE_HEIGHT: Final = 84
"""The height that the title needs above the buttons, in design pixels."""
SIDE_BY_SIDE_MIN_WIDTH: Final = 900
"""The width from which the cards are beside the buttons, in design pixels."""


class MainMenuScene(Page):
    """The first scene of the program."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._prepared_fan: tuple[object, int] | None = None
        self.saved_matches: tuple[UnfinishedMatch, ...] = ()
        if not context.storage.opening.done():
            context.tasks.submit(context.storage.preview, self._show_matches, owner=self)
        self._opening: Task | None = None
        self.is_new_player = False
        context.reload_profiles()
        name, profile_id = context.settings.name, context.settings.profile

        def check_new_player() -> bool:
            repository = context.storage.get_repository()
            own_id = repository.load_profiles(name, profile_id)[0].id
            return is_new_player(context.folders, repository.archive, own_id)

        self._new_player_check = context.tasks.submit(
            context.storage.submit(check_new_player),
            self._set_new_player,
            lambda _error: self._set_new_player(False),
            owner=self,
        )
        self._box_rect = pygame.Rect(0, 0, 0, 0)
        self._caption_rect: pygame.Rect | None = None
        self.read_matches()

    @property
    def latest_match(self) -> UnfinishedMatch | None:
        """The match that the button "Continue" opens, None if there is none."""
        return next((match for match in self.saved_matches if not match.error and not match.is_open_elsewhere), None)

    @property
    def can_offer_lessons(self) -> bool:
        """Whether lessons are offered to a new player, who has no match to continue."""
        return self.is_new_player and self.latest_match is None

    @property
    def continue_text(self) -> str:
        """A description of the match to continue; empty if there is none."""
        return (
            f"{_format_game_title(self.latest_match)} · {_format_match_caption(self.latest_match)}"
            if self.latest_match
            else ""
        )

    # -- widgets

    def compose(self) -> None:
        self.compose_part("buttons", self._compose_buttons)

    def _compose_buttons(self) -> None:
        px, buttons = self.context.px, self._list_buttons()
        columns = 1 if self._is_wide else 2
        rows = -(-len(buttons) // columns)
        border, gap, caption_height = (
            px(BOX_PADDING / columns),
            px(BUTTON_GAP / columns),
            px(CAPTION_HEIGHT) if self.continue_text else 0,
        )
        width = min(px(MAX_BUTTON_SIZE[0]), (self.area.width - 2 * border - gap) // columns)
        available_height = self.area.height - (0 if self._is_wide else px(TITLE_HEIGHT))
        height = min(px(MAX_BUTTON_SIZE[1]), (available_height - 2 * border - caption_height) // rows - gap)
        self._layout_box(
            columns * (width + gap) - gap + 2 * border, rows * (height + gap) - gap + caption_height + 2 * border
        )
        x, y = self._box_rect.left + border, self._box_rect.top + border
        self._caption_rect = pygame.Rect(x, y + height, width, caption_height) if caption_height else None
        for index, (widget_id, text, on_press) in enumerate(buttons):
            column, row = divmod(index, rows)
            top = y + row * (height + gap) + (caption_height if row else 0)
            rect = pygame.Rect(x + column * (width + gap), top, width, height)
            style = "#primary" if index == self._default_index else "#menu"
            self.add_button(widget_id, text, rect, partial(self._run_choice, on_press), style=style)

    def _layout_box(self, width: int, height: int) -> None:
        """Place the board of the buttons, beside the cards or below the title."""
        area = self.area
        self._box_rect = pygame.Rect(0, 0, width, height)
        if self._is_wide:
            self._box_rect.center = (area.left + round(area.width * 0.76), area.centery)
        else:
            self._box_rect.midbottom = (area.centerx, area.bottom)
        self.add_board(self._box_rect)

    @property
    def _is_wide(self) -> bool:
        return self.context.size[0] >= SIDE_BY_SIDE_MIN_WIDTH * self.context.ui_scale

    def _list_buttons(self) -> list[tuple[str, str, Callable[[], None]]]:
        router = self.context.router
        learn_label = _("New here? Learn by playing") if self.can_offer_lessons else _("Learn by playing")
        return [
            *([("continue", _("Continue"), self._continue_match)] if self.latest_match else []),
            ("new-match", _("New match"), router.open_new_match),
            ("learn", learn_label, router.open_lessons),
            ("daily-deal", _("Daily deal"), router.open_daily_deal),
            ("history", _("History"), partial(router.open_history, self.read_matches)),
            ("settings", _("Settings"), router.open_settings),
            ("help", _("Help"), partial(router.open_help, HelpTopic())),
            ("quit", _("Quit"), self._quit),
        ]

    @property
    def _default_index(self) -> int:
        """The index of the default button, -1 if it is not known yet.

        It is the button for lessons if they are offered, else the first.
        """
        if self._new_player_check.is_pending and self.latest_match is None:
            return -1
        return 1 if self.can_offer_lessons else 0

    # -- what the buttons do

    def _run_choice(self, on_press: Callable[[], None]) -> None:
        """Run a choice, and note that lessons were offered, so that they are not again."""
        if self.can_offer_lessons:
            self.is_new_player = False
            self.context.storage.submit(store_lessons_offered, self.context.folders, self.context.own_profile.id)
        if self._opening is not None:
            self._opening.cancel()
        on_press()

    def _continue_match(self) -> None:
        if self.latest_match:
            opening = self.context.storage.open_match(self.latest_match.id)
            self._opening = self.context.router.open_match(opening, self)

    def _quit(self) -> None:
        self.context.has_quit = True

    def on_escape(self) -> None:
        """Do nothing, because there is no scene to go back to."""

    # -- saved matches

    def read_matches(self) -> None:
        """Request the saved matches again; they arrive in a later frame."""
        self.context.tasks.submit(self.context.storage.list_unfinished_matches(), self._show_matches, owner=self)

    def _show_matches(self, matches: tuple[UnfinishedMatch, ...]) -> None:
        self.saved_matches = tuple(match for match in matches if not match.is_abandoned_by_all)
        self.recompose("buttons")

    def _set_new_player(self, is_new_player: bool) -> None:
        self.is_new_player = is_new_player
        self.recompose("buttons")

    # -- the picture

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self._is_wide:
            center = self.area.left + round(self.area.width * 0.325)
            self._draw_fan(canvas, (center, self.area.top + round(self.area.height * 0.63)))
            self._draw_title(
                canvas, center, self.area.top + round(self.area.height * 0.06), theme.DISPLAY_TEXT_SIZE * 1.3
            )
        else:
            room = self._box_rect.top - self.area.top
            size = min(theme.DISPLAY_TEXT_SIZE, room / self.context.ui_scale / 1.9)
            top = self.area.top + (room - self.context.px(size * 1.85)) // 2
            self._draw_title(canvas, self.area.centerx, max(self.area.top, top), size)
        self._draw_caption(canvas)

    def _draw_title(self, canvas: Canvas, center: int, top: int, size: float) -> None:
        """Draw the name of the program, and the subtitle below it.

        ``center``, ``top``: pixels; ``size``: design pixels.
        """
        px = self.context.px
        name_image = theme.render_text(PROGRAM_NAME, "serif", px(size), theme.CREAM)
        shadow_image = theme.render_text(PROGRAM_NAME, "serif", px(size), theme.WOOD_DARK)
        name_rect = name_image.get_rect(midtop=(center, top))
        canvas.blit(shadow_image, name_rect.move(0, px(3)))
        canvas.blit(name_image, name_rect)
        subtitle_image = theme.render_text(
            _("Card games of the Italian table"), "sans", px(max(size * 0.3, theme.SMALL_TEXT_SIZE)), theme.CREAM
        )
        subtitle_rect = subtitle_image.get_rect(midtop=(center, name_rect.bottom + px(2)))
        canvas.blit(subtitle_image, subtitle_rect)

    def _draw_fan(self, canvas: Canvas, center: tuple[int, int]) -> None:
        """Draw the cards in a fan, rotated around a point below."""
        width = round(self.area.height * 0.27)
        reach = width * CARD_ASPECT_RATIO * 1.35
        pivot = pygame.Vector2(center[0], center[1] + reach)
        card_images = self.context.scene_card_images
        if not all(card_images.is_ready(card, width) for card in FAN_CARDS):
            self._prepare_fan(width)
            return
        for index, card in enumerate(FAN_CARDS):
            angle = (index - (len(FAN_CARDS) - 1) / 2) * FAN_STEP_DEGREES
            position = pivot + pygame.Vector2(0, -reach).rotate(angle)
            image = card_images.get_posed_card(card, width, -angle, 1.0)
            canvas.blit(image, image.get_rect(center=(round(position.x), round(position.y))))

    def _prepare_fan(self, width: int) -> None:
        """Request the images of the fan, so that the first frame does not wait for them."""
        if self._prepared_fan != (self.context.scene_card_images, width):
            self._prepared_fan = (self.context.scene_card_images, width)
            self.context.scene_card_images.prepare(FAN_CARDS, [width])

    def _draw_caption(self, canvas: Canvas) -> None:
        if self._caption_rect is None:
            return
        px, rect = self.context.px, self._caption_rect
        image = theme.render_fitted_text(self.continue_text, "sans", px(theme.SMALL_TEXT_SIZE), theme.MUTED, rect.width)
        canvas.blit(image, image.get_rect(midtop=(rect.centerx, rect.top + px(4))))


def _format_game_title(match: UnfinishedMatch) -> str:
    game = GAMES.get(match.game_id)
    return _(game.title) if game else match.game_id or _("Unknown game")


def _format_match_caption(match: UnfinishedMatch) -> str:
    """Return the players of a saved match and how far it is."""
    deal = _("deal {number}").format(number=match.finished_deals + 1)
    return " · ".join(part for part in (join_with_commas(format_player_names(match.names)), deal) if part)
