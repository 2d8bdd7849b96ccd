"""A lesson: the table on the left, and beside it the text, step by step."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Final

import pygame

from game.core.actions import Action
from game.core.cards import Card
from game.lessons import LESSONS
from game.lessons.host import LessonHost
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.progress import LessonProgress, store_lesson_progress
from game.lessons.runner import (
    TRICK_HELD_REASON,
    LessonChangedError,
    LessonState,
    WrongAnswer,
    find_wrong_answer,
    resume_lesson,
    start_lesson,
)
from game.lessons.text import (
    find_named_card,
    format_step_text,
    format_trick_text,
    format_wrong_answer,
    get_lesson_title,
)
from game.session.session import Session
from game.storage.files import StorageError
from game.text.gettext import _
from ui.app.context import AppContext
from ui.games import get_presentation
from ui.graphics import theme, timings
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.scenes.lessons.ending import LessonEndOverlay
from ui.table.hand.interaction import DRAGGED_CARD_Z
from ui.table.layout.cards import MAX_STOCK_LAYERS, compute_card_poses
from ui.table.layout.pose import CardPose, compute_bounds
from ui.table.layout.sizes import compute_base_unit
from ui.table.narration import TableNarrator
from ui.table.scene import TableScene
from ui.table.state import TableState, TableViewModel
from ui.widgets import fields
from ui.widgets.base import Place
from ui.widgets.controls import ProgressBar
from ui.widgets.layout import Cells, Column, Padded, make_fitting
from ui.widgets.nodes import Frame, Line, Node, Space, Text
from ui.widgets.part import Part

TEXT_COLUMN_WIDTH_RATIO: Final = 0.28
"""The share of the window's width for the panel beside the table."""
MAX_TEXT_SIZE: Final = 26
MIN_TEXT_SIZE: Final = 14
"""The largest and smallest sizes of the text, in design pixels."""
PANEL_MARGIN: Final = 10
"""The distance from the window's edge to the panel, in design pixels."""
MAX_TEXT_SCALE: Final = 1.5
"""The largest scale of the text in the panel."""
HIGHLIGHT_LIFT_RATIO: Final = 0.07
"""The height by which a highlighted card is above the hand, in card widths."""


class LessonNarrator(TableNarrator):
    """Narrates the text of a step, and the turn only if an action is expected."""

    def __init__(self, scene: LessonScene) -> None:
        super().__init__(scene)
        self._scene = scene

    @property
    def turn_lines(self) -> tuple[str, ...]:
        lesson, session = self._scene.lesson, self._scene.session
        if session.error or (lesson.is_showing_events and not self._scene.is_trick_held):
            return super().turn_lines if session.error else ()
        if session.is_your_turn and not self._scene.is_trick_held:
            return self._scene.lesson_title, self._scene.lesson_text, *super().turn_lines
        next_label = _("Finish") if lesson.lesson_state.is_last else _("Next")
        keys = _("Enter: {button}. Tab: other buttons.").format(button=next_label)
        return self._scene.lesson_title, self._scene.lesson_text, keys


class LessonScene(TableScene):
    """The lesson of a game, which starts where ``progress`` ends.

    Progress is saved before it is shown.
    """

    def __init__(self, context: AppContext, game: str, progress: LessonProgress) -> None:
        name = context.settings.display_name

        def save_progress(state: LessonState) -> Future[Any]:
            new_progress = LessonProgress(
                profile=context.own_profile.id, game=game, answers=state.answers, done=state.is_last
            )

            def store() -> None:
                try:
                    store_lesson_progress(context.folders, new_progress)
                except StorageError:
                    if context.storage.has_file:  # else the person has chosen to go on without saving
                        raise

            return context.storage.submit(store)

        self.lesson = LessonHost(get_lesson_progress(game, progress), name, save_progress, lambda: context.clock())
        session = Session(self.lesson, lambda: context.clock())
        super().__init__(context, session, get_presentation(LESSONS[game].game_id))
        self.narrator = LessonNarrator(self)
        self.feedback_text = ""
        self._read_state: LessonState | None = None
        self._is_trick_read = False
        self.playback.holds_event = lambda event: event == self.lesson.lesson_state.explained_trick

    # -- where things are

    @property
    def size(self) -> tuple[int, int]:
        return compute_text_column(self.context.size).left, self.context.size[1]

    @property
    def scale(self) -> float:
        return self.context.settings.scale * self._scale_compensation

    @property
    def max_scale(self) -> float:
        return super().max_scale / self._scale_compensation

    @property
    def _scale_compensation(self) -> float:
        """The ratio of a design pixel in the whole window to one in the table's part.

        The scale is multiplied by it, so that text keeps its size.
        """
        return compute_base_unit(self.context.size) / compute_base_unit(self.size)

    @property
    def view_model(self) -> TableViewModel:
        """The view model, with the cards of the step marked and lifted."""
        view_model = super().view_model
        if self.playback.current_step is None and not self.session.is_your_turn:
            view_model = view_model._replace(prompt=None)
        if not self.is_step_readable or self.is_trick_held:
            return view_model
        highlighted = frozenset(card.name for card in self.lesson.lesson_state.step.highlights.cards)
        lifted_poses = self._lift_hand_cards(highlighted, view_model)
        return view_model._replace(marked_keys=highlighted, card_poses={**view_model.card_poses, **lifted_poses})

    def _lift_hand_cards(self, highlighted: frozenset[str], view_model: TableViewModel) -> dict[str, CardPose]:
        """Return the poses of the highlighted cards of the viewer's hand, lifted."""
        card_layout = compute_card_poses(self.board, view_model.layout)
        hand_names = (card.name for card in self.board.hands[LEARNER_SEAT] if card.name in highlighted)
        lifted_poses = (
            (name, view_model.card_poses[name], card_layout[name].y - HIGHLIGHT_LIFT_RATIO * card_layout[name].width)
            for name in hand_names
        )
        return {name: pose._replace(y=min(pose.y, top)) for name, pose, top in lifted_poses if pose.z < DRAGGED_CARD_Z}

    @property
    def panel_place(self) -> Place:
        """The place of the widgets beside the table; the text can be larger than at the table."""
        scale = compute_base_unit(self.context.size) * min(self.context.settings.scale, MAX_TEXT_SCALE)
        return self.context.place._replace(scale=scale)

    @property
    def panel_rect(self) -> pygame.Rect:
        """The place of the panel, in pixels."""
        edge = self.panel_place.px(PANEL_MARGIN)
        return compute_text_column(self.context.size).inflate(-2 * edge, -2 * edge).move(-edge // 2, 0)

    # -- what is said

    @property
    def lesson_title(self) -> str:
        """The game, and the number of the page, which readers know as a step."""
        text, lesson = _("{game}: step {number} of {count}"), self._shown_state.lesson
        return text.format(game=get_lesson_title(lesson), number=self._page_number, count=lesson.count_pages())

    @property
    def _page_number(self) -> int:
        return self._shown_state.find_page_number(is_trick_held=self.is_trick_held)

    @property
    def _shown_state(self) -> LessonState:
        """The state whose text is read; while events are shown, the one before."""
        is_next_hidden = self.lesson.is_showing_events and not self.is_trick_held
        return (self._read_state if is_next_hidden else None) or self.lesson.lesson_state

    @property
    def lesson_text(self) -> str:
        """The text of the page."""
        if self.is_trick_held:
            return format_trick_text(self._shown_state, self.deck)
        return format_step_text(self._shown_state, self.deck, self.hand)

    @property
    def named_card(self) -> Card | None:
        return find_named_card(self.lesson.lesson_state)

    @property
    def is_step_readable(self) -> bool:
        """Whether the step can be read: all events before it have been shown, or wait with the trick."""
        return self.is_trick_held or not (self.lesson.is_showing_events or self.playback.pending_steps)

    @property
    def is_trick_held(self) -> bool:
        """Whether the trick that the step explains stays on the table until the learner goes on."""
        return self.playback.is_held

    @property
    def is_waiting_for_others(self) -> bool:
        return not self.is_trick_held and (self.state is TableState.ANIMATING or self.lesson.is_showing_events)

    # -- what is done

    def act(self, action: Action) -> None:
        lesson = self.lesson
        mistake = (
            WrongAnswer(TRICK_HELD_REASON) if self.is_trick_held else find_wrong_answer(lesson.lesson_state, action)
        )
        if mistake is None or (lesson.is_showing_events and not self.is_trick_held):
            super().act(action)
            return
        self.hand_interaction.dropped_card = None
        self.feedback_text = format_wrong_answer(
            lesson.lesson_state, action, mistake, self.session.info.names, self.deck
        )
        self.narrator.narrate_message(self.feedback_text)
        self._recompose_panel()

    def open_pause(self) -> None:
        self.leave_table()

    def finish(self) -> None:
        """Show what was learned in the lesson, and what can follow."""
        self.open_overlay(LessonEndOverlay, self.lesson.lesson_state.lesson)

    def advance(self) -> None:
        """Take the explained trick from the table, and go to the next step unless an action is expected."""
        self.hand_interaction.selected_index = -1
        if self.is_trick_held:
            self.playback.release(timings.TRICK_SHOWN_S)
            self._recompose_panel()
        self.lesson.go_to_next_step()

    def go_back(self) -> None:
        """Go to the previous page."""
        self.hand_interaction.selected_index = -1
        is_trick_held = self.is_trick_held
        if is_trick_held:
            self.playback.release(timings.TRICK_SHOWN_S)
        self.skip_animations()
        self.lesson.go_to_previous_page(is_trick_held=is_trick_held)

    # -- the scene

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.is_trick_held:
            self._show_step()
            self.narrator.narrate_turn(is_top_scene=self.is_top_scene)

    def settle(self) -> None:
        super().settle()
        if self.is_step_readable:
            self._show_step()

    def _show_step(self) -> None:
        """Show a step that can be read in the panel: once with the trick that it explains, and once without."""
        if self._read_state is not self.lesson.lesson_state or self._is_trick_read is not self.is_trick_held:
            self._read_state, self._is_trick_read = self.lesson.lesson_state, self.is_trick_held
            self.feedback_text = ""
            self.focus.hide_ring()  # so that Enter presses the default button again
            self._recompose_panel()

    def build(self) -> None:
        super().build()
        self._panel = Part("lesson", self.context.ui_manager, self.focus, self._make_panel)
        self._panel.compose()

    def _recompose_panel(self) -> None:
        """Make the widgets of the panel again; those of the table stay."""
        if self.is_top_scene:
            self._panel.compose()

    def _make_panel(self) -> None:
        panel = self.describe_panel(self.lesson_text, self.feedback_text)
        panel.make(Frame(self._panel, self.panel_place), self.panel_rect)

    def describe_panel(self, text: str, feedback: str) -> Node:
        """Return the title, the progress, the texts and the buttons beside the table."""
        state, height, color = self.lesson.lesson_state, theme.LARGE_CONTROL_HEIGHT, theme.MUTED
        next_button: Node = Space(height)
        if self.is_step_readable:
            color = theme.CREAM
            if self.is_trick_held or not state.step.expected_actions:
                names = ("finish", _("Finish"), self.finish) if state.is_last else ("next", _("Next"), self.advance)
                next_button = fields.Action(*names, style="#primary", height=height)
        back_buttons = [fields.Action("leave", _("Leave"), self.leave_table, style="#menu", height=height)]
        if state.step_index:
            back_buttons.append(fields.Action("back", _("Previous"), self.go_back, style="#menu", height=height))
        progress = self._page_number / state.lesson.count_pages()

        def describe_texts(size: int) -> Node:
            answer = Text(feedback, face="bold", size=size, color=theme.GOLD) if feedback else None
            return Column(Text(text, size=size, color=color), answer, gap=theme.LARGE_GAP)

        column = Column(
            Line(self.lesson_title, color=theme.MUTED),
            fields.Widget(ProgressBar, (progress,), height=theme.SMALL_GAP),
            make_fitting(describe_texts, MAX_TEXT_SIZE, MIN_TEXT_SIZE, grow=1),
            next_button,
            Cells(back_buttons, 2, theme.SMALL_GAP),
            gap=theme.SMALL_GAP,
        )
        return Padded(column, padding=theme.LARGE_GAP, top=theme.SMALL_GAP)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        draw_panel(canvas, self.context.theme, self.panel_rect)
        if self.is_step_readable:
            self._draw_highlights(canvas)

    @property
    def _deck_rect(self) -> pygame.Rect:
        """The place of the stock and the turned card, as they lie on the table."""
        stock_keys = {f"stock.{layer}" for layer in range(MAX_STOCK_LAYERS)}
        turned_card = self.board.turned_card
        keys = stock_keys | ({turned_card.name} if turned_card is not None else set())
        rects = [compute_bounds(pose) for key, pose in self.card_poses.items() if key in keys]
        return rects[0].unionall(rects[1:]) if rects else self.layout.deck_rect

    @property
    def ring_rects(self) -> list[pygame.Rect]:
        """The places that the step is about, besides its cards."""
        table_layout, highlights = self.layout, self.lesson.lesson_state.step.highlights
        rects = [table_layout.get_seat_layout(seat).plate_rect for seat in highlights.seats]
        rects += [self._deck_rect] if highlights.has_deck else []
        rects += [table_layout.spare_rect] if highlights.has_spare_hand else []
        return rects

    def _draw_highlights(self, canvas: Canvas) -> None:
        """Draw a golden frame around the places that the step is about."""
        line_width = max(2, self.context.px(3))
        for rect in self.ring_rects:
            canvas.draw_rect(theme.GOLD, rect.inflate(2 * line_width, 2 * line_width), line_width, 3 * line_width)


def compute_text_column(window_size: tuple[int, int]) -> pygame.Rect:
    """Return the part of the window beside the table, for the text, in pixels."""
    width, height = window_size
    column_width = round(width * TEXT_COLUMN_WIDTH_RATIO)
    return pygame.Rect(width - column_width, 0, column_width, height)


def get_lesson_progress(game: str, progress: LessonProgress) -> LessonState:
    """Return the state at which a lesson continues.

    It is the start if the lesson was completed or has changed since.
    """
    try:
        state = resume_lesson(LESSONS[game], progress.answers)
    except LessonChangedError:
        return start_lesson(LESSONS[game])
    return start_lesson(LESSONS[game]) if state.is_last else state
