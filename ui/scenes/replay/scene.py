"""The replay of a match, card by card, on its table."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Final

import pygame
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

from game.core.cards import DeckStyle
from game.match.archived_match import ArchivedMatch
from game.match.replay import Replay
from game.storage.files import StorageError
from game.storage.thread import StorageThread
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.graphics.avatars import choose_portraits
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.input.key_map import (
    ACTIVATE,
    JUMP_TO_ENDS,
    STEP_CARD,
    STEP_DEAL,
    STEP_TRICK,
    TOGGLE_HANDS,
    TOGGLE_PLAYBACK,
    KeyMap,
)
from ui.scenes.page import Page
from ui.scenes.replay.cursor import ReplayCursor
from ui.scenes.replay.play_again_dialog import PlayAgainDialog
from ui.table.hud.banner import draw_banner
from ui.table.image_preloader import get_images_key, preload_images
from ui.table.layout.seats import compute_max_scale
from ui.table.painting import paint_table
from ui.widgets.focus import Focus
from ui.widgets.info_mark import draw_explanation
from ui.widgets.playback import PLAYBACK_STEPS, PlaybackControls, PlaybackStep, Timeline
from ui.widgets.segmented import SegmentedControl, compute_cycle_width

STRIP_ROW_HEIGHT: Final = 44
"""The height of a row in the strip below the table, in design pixels."""
STRIP_GAP: Final = 8
RIM_WIDTH: Final = 16
"""The part of the edge of the window that the strip leaves free, in design pixels of the window."""
PLAYBACK_BUTTON_WIDTH: Final = 46
"""The width of a playback button, in design pixels."""


def make_replay(archived_match: ArchivedMatch) -> Replay:
    """Return the replay of a match from the archive or a file."""
    return Replay(archived_match.record, archived_match.player_kinds)


def make_replay_of_file(storage: StorageThread, archived_match: ArchivedMatch) -> Replay:
    """Return the replay of a match from a file.

    Raise StorageError if its cards are being played here; without an archive none are.
    """
    try:
        archive = storage.get_repository().archive
    except StorageError:
        return make_replay(archived_match)
    archive.ensure_finished(archived_match.record)
    return make_replay(archived_match)


class ReplayScene(Page):
    """The replay of a match: the table above a strip with timeline and buttons.

    ``loading``: the future of the replay; the table is empty before. ``open_comparison``: opens the comparison of the
    match; None if it is not stored.
    """

    def __init__(
        self, context: AppContext, loading: Future[Replay], open_comparison: Callable[[], None] | None = None
    ) -> None:
        super().__init__(context)
        self._open_comparison = open_comparison
        self.focus = Focus()  # the arrow keys go through the match
        self.cursor: ReplayCursor | None = None
        context.tasks.submit(loading, self._show_replay, self.close_with_error, owner=self)
        self._strip_height = 0
        self._timeline: Timeline | None = None
        self._deal_choice: SegmentedControl | None = None
        self._playback_controls: PlaybackControls | None = None
        self._hands_button: UIButton | None = None
        self._prepared_layout: tuple[object, bool] | None = None

    @property
    def deck(self) -> DeckStyle:
        return super().deck if self.cursor is None else self.context.get_deck(self.cursor.replay.game.deck)

    @property
    def max_scale(self) -> float:
        if self.cursor is None:
            return 1.35
        return min(1.35, compute_max_scale(self.context.size, len(self.cursor.names), self.cursor.hand_size))

    @property
    def is_busy(self) -> bool:
        return super().is_busy or (self.cursor is not None and self.cursor.is_moving)

    @property
    def narration(self) -> tuple[str, ...]:
        if self.cursor is None:
            return (_("Replay"),)
        return _("Replay"), self._format_deal(self.cursor.deal), self.cursor.event_text

    @property
    def toast_rect(self) -> pygame.Rect:
        return super().toast_rect if self.cursor is None else self.cursor.compute_layout(self.table_size).toast_rect

    # -- widgets

    def compose(self) -> None:
        self.compose_part("strip", self._compose_strip)

    def _compose_strip(self) -> None:
        cursor = self.cursor
        if cursor is None:
            return
        px, (window_width, window_height) = self.context.px, self.context.size
        rows = self._make_strip_rows(cursor)
        self._strip_height = px(STRIP_GAP) + (len(rows) + 1) * px(STRIP_ROW_HEIGHT + STRIP_GAP) + self._rim_width
        top = window_height - self._strip_height + px(STRIP_GAP)
        strip_left, strip_width = self._rim_width + px(16), window_width - 2 * (self._rim_width + px(16))
        rect = pygame.Rect(strip_left, top, strip_width, px(STRIP_ROW_HEIGHT))
        trick_ends = cursor.replay.list_trick_end_moments(cursor.deal)
        self._timeline = Timeline(cursor.moment, cursor.last_moment, trick_ends, rect, self.context.place)
        self.bind_value("moment", self._timeline, lambda moment: self._jump_to(moment), _("Position in the deal"))
        for row_number, row in enumerate(rows, 1):
            x = (
                strip_left
                + (strip_width - sum(widget_spec[0] for widget_spec in row) - px(STRIP_GAP) * (len(row) - 1)) // 2
            )
            for width, make_widget in row:
                make_widget(
                    pygame.Rect(x, top + row_number * px(STRIP_ROW_HEIGHT + STRIP_GAP), width, px(STRIP_ROW_HEIGHT))
                )
                x += width + px(STRIP_GAP)
        self._prepare_images(cursor)

    def _make_strip_rows(self, cursor: ReplayCursor) -> list[list[tuple[int, Callable[[pygame.Rect], UIElement]]]]:
        """Return the widgets of the strip in rows, each with its width and its maker."""
        px, ui_scale = self.context.px, self.context.ui_scale
        replay = cursor.replay
        deal_labels = [self._format_deal(deal) for deal in range(replay.deal_count)]
        seat_labels = [_("Seen by {name}").format(name=name) for name in replay.names]
        back_label, again_label = _("Back"), _("Play it yourself…")
        self._hands_labels = (_("Show hands"), _("Hide hands"))
        hands_width = max(map(self.measure_button_width, self._hands_labels)) - px(24)
        widget_specs: list[tuple[int, Callable[[pygame.Rect], UIElement]]] = [
            (
                self.measure_button_width(back_label),
                lambda rect: self.add_button("back", back_label, rect, self.on_escape, style="#small"),
            ),
            (
                compute_cycle_width(deal_labels, ui_scale),
                partial(self._add_deal_choice, deal_labels, cursor.deal),
            ),
            (px(PLAYBACK_BUTTON_WIDTH) * len(PLAYBACK_STEPS), self._add_playback_controls),
            (
                compute_cycle_width(seat_labels, ui_scale),
                lambda rect: self._add_choice(
                    "seen-by",
                    seat_labels,
                    cursor.seat,
                    rect,
                    lambda seat: self.show_hands_of(seat, open_=cursor.has_open_hands),
                    _("Seen by"),
                ),
            ),
            (hands_width, self._add_hands_button),
            (
                self.measure_button_width(again_label),
                lambda rect: self.add_button("play-again", again_label, rect, self._open_play_again, style="#small"),
            ),
        ]
        rows: list[list[tuple[int, Callable[[pygame.Rect], UIElement]]]] = [[]]
        for widget_spec in widget_specs:
            if rows[-1] and sum(placed_spec[0] + px(STRIP_GAP) for placed_spec in rows[-1]) + widget_spec[
                0
            ] > self.context.size[0] - 2 * (self._rim_width + px(16)):
                rows.append([])
            rows[-1].append(widget_spec)
        return rows

    def _add_deal_choice(self, labels: list[str], deal: int, rect: pygame.Rect) -> UIElement:
        self._deal_choice = self._add_choice(
            "deal", labels, deal, rect, lambda other_deal: self._jump_to(0, other_deal), _("Deal")
        )
        return self._deal_choice

    def _add_choice(
        self,
        widget_id: str,
        labels: list[str],
        value: int,
        rect: pygame.Rect,
        on_change: Callable[[int], None],
        label: str,
    ) -> SegmentedControl:
        widget = SegmentedControl(range(len(labels)), labels, value, rect, self.context.place)
        self.bind_value(widget_id, widget, on_change, label)
        return widget

    def _add_playback_controls(self, rect: pygame.Rect) -> UIElement:
        self._playback_controls = PlaybackControls(self._run_step, rect, self.context.place)
        return self._playback_controls

    def _add_hands_button(self, rect: pygame.Rect) -> UIElement:
        assert self.cursor is not None
        self._hands_button = self.add_button(
            "hands",
            self._hands_labels[self.cursor.has_open_hands],
            rect,
            self._toggle_hands,
            style="#small",
            label=_("Hands"),
        )
        return self._hands_button

    def _format_deal(self, deal: int) -> str:
        assert self.cursor is not None
        return _("Deal {number} of {count}").format(number=deal + 1, count=self.cursor.replay.deal_count)

    def _prepare_images(self, cursor: ReplayCursor) -> None:
        table_layout = cursor.compute_layout(self.table_size)
        key = get_images_key(self.context, table_layout), cursor.has_open_hands
        if key != self._prepared_layout:
            self._prepared_layout = key
            preload_images(
                self.context, table_layout, cursor.replay.pack, choose_portraits(cursor.names, cursor.avatars)
            )

    @property
    def _rim_width(self) -> int:
        """The width of the wooden rim of the table with a gap, which the strip leaves free, in pixels."""
        return round(RIM_WIDTH * self.context.window_scale)

    @property
    def table_size(self) -> tuple[int, int]:
        """The size of the table, above the strip, in pixels."""
        return self.context.size[0], self.context.size[1] - self._strip_height

    # -- what is done

    def _jump_to(self, moment: int, deal: int | None = None) -> None:
        cursor = self._pause()
        if cursor is not None:
            is_other_deal = deal is not None and deal != cursor.deal
            cursor.jump_to(moment, deal)
            self._update_widgets(is_other_deal=is_other_deal)

    def show_hands_of(self, seat: int, *, open_: bool) -> None:
        """Show the match from a seat, with all hands open or only its own."""
        if self.cursor is not None:
            self.cursor.set_viewpoint(seat, has_open_hands=open_)
            self._prepare_images(self.cursor)
            if self._hands_button is not None:
                self._hands_button.set_text(self._hands_labels[open_])

    def _toggle_hands(self) -> None:
        if self.cursor is not None:
            self.show_hands_of(self.cursor.seat, open_=not self.cursor.has_open_hands)

    def _pause(self) -> ReplayCursor | None:
        if self.cursor is not None:
            self.cursor.is_playing = False
        return self.cursor

    def _run_step(self, step: PlaybackStep) -> None:
        cursor = self.cursor
        if cursor is None:
            return
        if step == "play":
            if not cursor.is_playing and cursor.moment == cursor.last_moment:
                cursor.jump_to(0)
            cursor.is_playing = not cursor.is_playing
            self._update_widgets()
            return
        cursor.is_playing = False
        if step == "on":
            if cursor.playback.current_step is not None:
                cursor.jump_to(cursor.moment)
            elif not cursor.step_forward() and cursor.deal + 1 < cursor.replay.deal_count:
                self._jump_to(0, cursor.deal + 1)
                return
        elif step == "back":
            cursor.jump_to(cursor.moment - 1)
        elif step in ("trick back", "trick on"):
            cursor.jump_to_trick(-1 if step == "trick back" else 1)
        else:
            cursor.jump_to(0 if step == "first" else cursor.last_moment)
        self._update_widgets()

    def _update_widgets(self, *, is_other_deal: bool = False) -> None:
        """Show the position of the replay in the widgets."""
        if self.cursor is None or self._timeline is None or self._playback_controls is None:
            return
        if is_other_deal and self._deal_choice is not None:
            self._deal_choice.set_value(self.cursor.deal)
            trick_ends = self.cursor.replay.list_trick_end_moments(self.cursor.deal)
            self._timeline.set_range(self.cursor.last_moment, trick_ends)
        self._timeline.show_position(self.cursor.moment)
        self._playback_controls.set_playing(self.cursor.is_playing)
        if self.context.narrate is not None and not self.cursor.is_playing:
            self.context.narrate(self.cursor.event_text)

    def _open_play_again(self) -> None:
        cursor = self._pause()
        if cursor is not None:
            self._update_widgets()
            self.context.scenes.push(PlayAgainDialog(self.context, cursor, self._open_comparison))

    def handle_event(self, event: pygame.event.Event) -> None:
        step = _get_steps_by_key(self.context.key_map).get(event.key) if event.type == pygame.KEYDOWN else None
        if self.cursor is None or event.type != pygame.KEYDOWN:
            super().handle_event(event)
        elif step is not None:
            self._run_step(step)
        elif event.key in STEP_DEAL.default_keys:
            self._jump_to(0, self.cursor.deal + (1 if event.key == STEP_DEAL.default_keys[1] else -1))
        elif event.key in self.context.key_map.keys(TOGGLE_HANDS):
            self._toggle_hands()
        else:
            super().handle_event(event)

    # -- time

    def update(self, seconds: float) -> None:
        if self.cursor is not None:
            old_state = self.cursor.moment, self.cursor.is_playing
            self.cursor.update(seconds)
            if old_state != (self.cursor.moment, self.cursor.is_playing):
                self._update_widgets()

    def _show_replay(self, replay: Replay) -> None:
        if not replay.deal_count:
            self.context.scenes.pop()
            self.context.notify(_("No deal of this match is finished yet."))
            return
        game = replay.game
        self.cursor = ReplayCursor(self.context, replay, get_presentation(game.id))
        if self.context.narrate is not None:
            self.context.narrate("\n".join(self.narration))
        self.recompose("strip")

    # -- the picture

    def draw(self, canvas: Canvas) -> None:
        if self.cursor is None:
            super().draw(canvas)
            return
        table_layout = self.cursor.compute_layout(self.table_size)
        paint_table(canvas, self.context, self.cursor.presentation, self.cursor.make_view_model(table_layout))
        (width, height), rim_width = self.context.size, self._rim_width
        draw_panel(
            canvas,
            self.context.theme,
            pygame.Rect(rim_width, height - self._strip_height, width - 2 * rim_width, self._strip_height - rim_width),
            self.context.theme.panel_line_color,
            240,
        )

    def draw_over_widgets(self, canvas: Canvas) -> None:
        controls = self._playback_controls
        if controls is not None and controls.hovered_part is not None:
            anchor = controls.list_button_rects()[controls.hovered_part].move(controls.get_abs_rect().topleft)
            draw_explanation(canvas, self.context.theme, controls.hovered_text, anchor, self.context.ui_scale)
        if self.cursor is None or self.cursor.playback.current_step is None:
            return
        banner_content = self.cursor.find_banner(self.cursor.playback.current_step)
        if banner_content is not None:
            portrait_numbers = choose_portraits(self.cursor.names, self.cursor.avatars)
            table_layout = self.cursor.compute_layout(self.table_size)
            draw_banner(
                canvas,
                self.context,
                table_layout,
                banner_content,
                portrait_numbers,
                self.cursor.playback.elapsed_seconds,
            )


def _get_steps_by_key(key_map: KeyMap) -> dict[int, PlaybackStep]:
    """Return the playback step of each key in the current key map."""
    return {
        STEP_CARD.default_keys[0]: "back",
        STEP_CARD.default_keys[1]: "on",
        STEP_TRICK.default_keys[0]: "trick back",
        STEP_TRICK.default_keys[1]: "trick on",
        JUMP_TO_ENDS.default_keys[0]: "first",
        JUMP_TO_ENDS.default_keys[1]: "last",
        **dict.fromkeys((*key_map.keys(TOGGLE_PLAYBACK), *ACTIVATE.default_keys), "play"),
    }
