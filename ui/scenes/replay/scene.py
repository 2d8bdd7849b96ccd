"""The replay of a match, card by card, on its table."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Final

import pygame

from game.core.cards import DeckStyle
from game.match.archived_match import ArchivedMatch
from game.match.replay import Replay
from game.session.avatars import choose_portraits
from game.storage.files import StorageError
from game.storage.thread import StorageThread
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.graphics import theme
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
from ui.table.layout.search import compute_max_scale
from ui.table.painting import paint_table
from ui.widgets.button import Button
from ui.widgets.fields import Action, Widget, make_choice
from ui.widgets.focus import Focus
from ui.widgets.info_mark import draw_explanation
from ui.widgets.layout import Column, Flow, Padded, Panel, Row
from ui.widgets.nodes import Node, Space
from ui.widgets.playback import PlaybackControls, PlaybackStep, Timeline
from ui.widgets.segmented import compute_cycle_width

ROW_HEIGHT: Final = 44
"""The height of a row in the strip below the table, in design pixels."""
RIM_WIDTH: Final = 16
"""The part of the edge of the window that the strip leaves free, in design pixels of the window."""


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
        return _("Replay"), _format_deal(self.cursor.replay, self.cursor.deal), self.cursor.event_text

    @property
    def toast_rect(self) -> pygame.Rect:
        return super().toast_rect if self.cursor is None else self.cursor.compute_layout(self.table_size).toast_rect

    # -- widgets

    def compose(self) -> None:
        self.compose_part("strip", self._compose_strip)

    def _compose_strip(self) -> None:
        if self.cursor is not None:
            (width, height), strip, frame = self.context.size, self._describe_strip(self.cursor), self.frame
            self._strip_height = strip.measure_height(frame, width)
            strip.make(frame, pygame.Rect(0, height - self._strip_height, width, self._strip_height))
            self._prepare_images(self.cursor)

    def _describe_strip(self, cursor: ReplayCursor) -> Node:
        """Return the timeline and the buttons below the table, inside its rim."""

        def show_seat(seat: int) -> None:
            self._show_hands(cursor, seat, has_open_hands=cursor.has_open_hands)

        replay, hands_texts = cursor.replay, (_("Show hands"), _("Hide hands"))
        hands_widths = (Button.compute_width(self.context.place, text, "#small") for text in hands_texts)
        seat_texts = [_("{name}'s view").format(name=name) for name in replay.names]
        deal_texts = [_format_deal(replay, deal) for deal in range(replay.deal_count)]
        trick_ends = replay.list_trick_end_moments(cursor.deal)
        rim = RIM_WIDTH * self.context.window_scale / self.context.ui_scale
        timeline = Widget(
            Timeline,
            (cursor.moment, cursor.last_moment, trick_ends),
            id="moment",
            label=_("Position in the deal"),
            on_change=partial(self._jump_to, cursor),
            height=ROW_HEIGHT,
            grow=1,
        )
        controls = Widget(PlaybackControls, (partial(self._run_step, cursor),), id="playback", height=ROW_HEIGHT)
        buttons = (
            Action("back", _("Back"), self.on_escape, height=ROW_HEIGHT),
            self._describe_choice("deal", _("Deal"), deal_texts, cursor.deal, partial(self._jump_to, cursor, 0)),
            self._describe_choice("seen-by", _("Point of view"), seat_texts, cursor.seat, show_seat),
            Action(
                "hands",
                hands_texts[cursor.has_open_hands],
                partial(self._toggle_hands, cursor),
                label=_("Hands"),
                min_width=max(hands_widths) / self.context.ui_scale,
                height=ROW_HEIGHT,
            ),
            Action("play-again", _("Play it yourself…"), partial(self._open_play_again, cursor), height=ROW_HEIGHT),
        )
        position = Row(controls, timeline, gap=theme.LARGE_GAP)
        rows = Column(position, Flow(*buttons, gap=theme.SMALL_GAP, is_centered=True), gap=theme.SMALL_GAP)
        panel = Panel(rows, padding=theme.LARGE_GAP, top=theme.SMALL_GAP)
        return Column(Padded(panel, padding=rim, top=0), Space(rim))

    def _describe_choice(
        self, widget_id: str, label: str, labels: list[str], value: int, on_change: Callable[[int], None]
    ) -> Node:
        """Return a choice that is always a label between two arrows."""
        choice = make_choice(dict(enumerate(labels)), value, id=widget_id, label=label, on_change=on_change)
        choice.height = ROW_HEIGHT
        choice.width = compute_cycle_width(labels, 1) + 2 * (ROW_HEIGHT - theme.CONTROL_HEIGHT)
        return choice

    def _prepare_images(self, cursor: ReplayCursor) -> None:
        table_layout = cursor.compute_layout(self.table_size)
        key = get_images_key(self.context, table_layout), cursor.has_open_hands
        if key != self._prepared_layout:
            self._prepared_layout = key
            preload_images(
                self.context, table_layout, cursor.replay.pack, choose_portraits(cursor.names, cursor.avatars)
            )

    @property
    def table_size(self) -> tuple[int, int]:
        """The size of the table, above the strip, in pixels."""
        return self.context.size[0], self.context.size[1] - self._strip_height

    # -- what is done

    def _jump_to(self, cursor: ReplayCursor, moment: int, deal: int | None = None) -> None:
        is_other_deal = deal is not None and deal != cursor.deal
        cursor.is_playing = False
        cursor.jump_to(moment, deal)
        self._update_widgets(cursor, is_other_deal=is_other_deal)

    def _show_hands(self, cursor: ReplayCursor, seat: int, *, has_open_hands: bool) -> None:
        """Show the match from a seat, with all hands open or only its own."""
        cursor.set_viewpoint(seat, has_open_hands=has_open_hands)
        self._prepare_images(cursor)
        self.find("hands").set_text(_("Hide hands") if has_open_hands else _("Show hands"))

    def _toggle_hands(self, cursor: ReplayCursor) -> None:
        self._show_hands(cursor, cursor.seat, has_open_hands=not cursor.has_open_hands)

    def _run_step(self, cursor: ReplayCursor, step: PlaybackStep) -> None:
        is_playing, cursor.is_playing = cursor.is_playing, False
        if step == "play":
            if not is_playing and cursor.moment == cursor.last_moment:
                cursor.jump_to(0)
            cursor.is_playing = not is_playing
        elif step == "on":
            if cursor.playback.current_step is not None:
                cursor.jump_to(cursor.moment)
            elif not cursor.step_forward() and cursor.deal + 1 < cursor.replay.deal_count:
                self._jump_to(cursor, 0, cursor.deal + 1)
                return
        elif step == "back":
            cursor.jump_to(cursor.moment - 1)
        elif step in ("trick back", "trick on"):
            cursor.jump_to_trick(-1 if step == "trick back" else 1)
        else:
            cursor.jump_to(0 if step == "first" else cursor.last_moment)
        self._update_widgets(cursor)

    def _update_widgets(self, cursor: ReplayCursor, *, is_other_deal: bool = False) -> None:
        """Show the position of the replay in the widgets."""
        timeline = self.find("moment")
        if timeline is None:
            return
        if is_other_deal:
            self.find("deal").set_value(cursor.deal)
            timeline.set_range(cursor.last_moment, cursor.replay.list_trick_end_moments(cursor.deal))
        timeline.set_value(cursor.moment)
        self.find("playback").set_playing(cursor.is_playing)
        if not cursor.is_playing:
            self.context.speak(cursor.event_text)

    def _open_play_again(self, cursor: ReplayCursor) -> None:
        cursor.is_playing = False
        self._update_widgets(cursor)
        self.context.scenes.push(PlayAgainDialog(self.context, cursor, self._open_comparison))

    def handle_event(self, event: pygame.event.Event) -> None:
        step = _get_steps_by_key(self.context.key_map).get(event.key) if event.type == pygame.KEYDOWN else None
        if self.cursor is None or event.type != pygame.KEYDOWN:
            super().handle_event(event)
        elif step is not None:
            self._run_step(self.cursor, step)
        elif event.key in STEP_DEAL.default_keys:
            self._jump_to(self.cursor, 0, self.cursor.deal + (1 if event.key == STEP_DEAL.default_keys[1] else -1))
        elif event.key in self.context.key_map.keys(TOGGLE_HANDS):
            self._toggle_hands(self.cursor)
        else:
            super().handle_event(event)

    # -- time

    def update(self, seconds: float) -> None:
        if self.cursor is not None:
            old_state = self.cursor.moment, self.cursor.is_playing
            self.cursor.update(seconds)
            if old_state != (self.cursor.moment, self.cursor.is_playing):
                self._update_widgets(self.cursor)

    def _show_replay(self, replay: Replay) -> None:
        if not replay.deal_count:
            self.context.scenes.pop()
            self.context.notify(_("No deal in this match is finished yet."))
            return
        self.cursor = ReplayCursor(self.context, replay, get_presentation(replay.game.id))
        self.context.speak("\n".join(self.narration))
        self.recompose("strip")

    # -- the picture

    def draw(self, canvas: Canvas) -> None:
        if self.cursor is None:
            super().draw(canvas)
            return
        table_layout = self.cursor.compute_layout(self.table_size)
        paint_table(canvas, self.context, self.cursor.make_view_model(table_layout))
        for board in self.boards:
            draw_panel(canvas, self.context.theme, board, self.context.theme.panel_line_color, 240)

    def draw_over_widgets(self, canvas: Canvas) -> None:
        controls = self.find("playback")
        if controls is not None and controls.hovered_part is not None:
            anchor = controls.part_rects[controls.hovered_part].move(controls.get_abs_rect().topleft)
            draw_explanation(canvas, self.context.place, controls.hovered_text, anchor)
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


def _format_deal(replay: Replay, deal: int) -> str:
    return _("Deal {number} of {count}").format(number=deal + 1, count=replay.deal_count)


def _get_steps_by_key(key_map: KeyMap) -> dict[int, PlaybackStep]:
    """Return the playback step of each key in the current key map."""
    keys = (*STEP_CARD.default_keys, *STEP_TRICK.default_keys, *JUMP_TO_ENDS.default_keys)
    steps: tuple[PlaybackStep, ...] = "back", "on", "trick back", "trick on", "first", "last"
    play_keys = (*key_map.keys(TOGGLE_PLAYBACK), *ACTIVATE.default_keys)
    return {**dict(zip(keys, steps, strict=True)), **dict.fromkeys(play_keys, "play")}
