"""Drills of the trainer: cards, a question, and the explanation after the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
import pygame

from game.core.cards import Card, Suit
from game.core.events import TrickTaken
from game.text.card_names import format_card_names, format_suit_name
from game.text.gettext import _
from game.text.narration import make_sentence
from game.trainer.model import AnyTask, CallTask, CountTask, OutTask, TaskAnswer, TrickTask
from game.trainer.text import KIND_TITLES, describe_task, describe_trick, explain_answer, format_question
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.scenes.page import Page
from ui.scenes.trainer.bidding_drill import BiddingDrillScene
from ui.scenes.trainer.card_picker import MAX_CARD_WIDTH, CardPicker, PickerCard, compute_card_width
from ui.scenes.trainer.session import TrainerSession
from ui.widgets.controls import CONTROL_HEIGHT, STEPPER_WIDTH, Stepper
from ui.widgets.form_layout import FormLayout

BOARD_WIDTH: Final = 1120
MAX_POINTS: Final = 120
SMALL_CARD_WIDTH: Final = 68
TRICK_CARD_WIDTH: Final = 88
"""The widths of cards: the viewer's own beside others, and those of a trick.

They are in design pixels.
"""
MAX_CARD_HEIGHT_RATIO: Final = 0.34
MAX_SMALL_CARD_HEIGHT_RATIO: Final = 0.22
"""The largest heights of asked cards and of the viewer's cards beside them.

They are shares of the board's height.
"""
POINTS_JUMP: Final = 10
"""The step of the jump buttons beside the stepper, in points."""


class DrillScene(Page):
    """The tasks of a training session, one after the other.

    ``trick_index``: the trick that is shown before the question, from 0, None if none is; ``is_right``: whether the
    answer is right, None before it is given; ``card_rows``: the shown cards; ``stepper``: the input of a number, None
    if none is asked for.
    """

    max_scale = 1.5

    def __init__(self, context: AppContext, training: TrainerSession) -> None:
        super().__init__(context)
        self.training = training
        self.deck = training.deck
        self.title = KIND_TITLES[training.kind]
        self.trick_index: int | None = None
        self.answer = TaskAnswer()
        self.is_right: bool | None = None
        self._needs_answer_focus = False
        self.card_rows: list[CardPicker] = []
        self.stepper: Stepper | None = None
        self._is_waiting_for_images = False
        self._started_task: AnyTask | None = None
        self._shown_error = ""
        self._shown_score_text = ""

    # -- what is asked

    @property
    def task(self) -> AnyTask | None:
        """The current task, None while it is not ready."""
        return self.training.task

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic(self.training.game, section="speak" if self.training.kind == "call" else "play")

    @property
    def is_busy(self) -> bool:
        return (self.task is None and not self.training.error) or self.training.score_recorder.is_busy

    def on_exit(self) -> None:
        self.training.close()

    @property
    def narration(self) -> tuple[str, ...]:
        return (_(self.title), *self._narration_lines)

    @property
    def _narration_lines(self) -> tuple[str, ...]:
        task = self.task
        if task is None or isinstance(task, CallTask):
            return (self.training.error,) if self.training.error else ()
        names, deck = self.training.player_names, self.deck
        if self.is_right is not None:
            return (self._verdict_text, *explain_answer(task, self.answer, names, deck))
        if self.trick_index is not None and isinstance(task, OutTask):
            task_lines = describe_task(task, names, deck) if not self.trick_index else ()
            return (*task_lines, describe_trick(task.tricks[self.trick_index], task.trump, names, deck))
        return (*describe_task(task, names, deck), format_question(task, names, deck))

    @property
    def _verdict_text(self) -> str:
        return _("That is right.") if self.is_right else _("That is not right.")

    # -- widgets

    def compose(self) -> None:
        px, body = self.context.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(BOARD_WIDTH)), body.height)
        board.centerx = body.centerx
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("drill", board), self.context.ui_manager)
        self.compose_rows("score", column, self._add_score)
        column.add_gap(6)
        self.compose_rows("task", column, self._add_task)
        self.end_scroll_area("drill", column.next_y)
        self.compose_part("next", self._compose_next_button)
        self.add_footer_button("back", _("Back"), self.on_escape)

    def _compose_next_button(self) -> None:
        if self._next_button is not None:
            self.add_footer_button(*self._next_button, is_right=True)

    @property
    def _next_button(self) -> tuple[str, str, Callable[[], None]] | None:
        """The id, text and action of the button to go on; None if there is none."""
        task = self.task
        if task is None or isinstance(task, CallTask):
            return ("try-again", _("Try again"), self._next_task) if self.training.error else None
        if self.is_right is not None:
            return "next-task", _("Next task"), self._next_task
        if self.trick_index is not None and isinstance(task, OutTask):
            is_last = self.trick_index + 1 >= len(task.tricks)
            on = ("to-question", _("To the question")) if is_last else ("next-trick", _("Next trick"))
            return *on, self._show_next_trick
        return "check", _("Check"), self.check

    def _add_score(self, column: FormLayout) -> None:
        self._shown_score_text = self.training.score_text
        column.add_text(self._shown_score_text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)

    def _add_task(self, column: FormLayout) -> None:
        task = self.task
        self.card_rows, self.stepper = [], None
        if task is None or isinstance(task, CallTask):
            column.add_text(self.training.error or _("The computer plays a deal…"))
        elif self.trick_index is not None and isinstance(task, OutTask):
            self._add_trick(column, task, self.trick_index)
        else:
            self._add_question(column, task)
        self._prepare_images()

    def _add_trick(self, column: FormLayout, task: OutTask, trick_index: int) -> None:
        template = _("Trick {number} of {count}: remember what falls")
        column.add_heading(template.format(number=trick_index + 1, count=len(task.tricks)))
        self._add_trump(column, task.trump)
        self._add_cards(column, self._make_trick_cards(column, task.tricks[trick_index]), max_width=TRICK_CARD_WIDTH)
        self._add_own_cards(column, task)

    def _add_question(self, column: FormLayout, task: TrickTask | CountTask | OutTask) -> None:
        column.add_heading(format_question(task, self.training.player_names, self.deck))
        if self.is_right is not None:
            color = theme.GOLD if self.is_right else theme.RED_LIGHT
            column.add_text(self._verdict_text, face="bold", color=color)
            for line in explain_answer(task, self.answer, self.training.player_names, self.deck):
                column.add_text(line)
            column.add_gap()
        if isinstance(task, CountTask):
            self._add_cards(column, [self._make_picker_card(card) for card in task.cards])
            self._add_points_stepper(column)
        elif isinstance(task, OutTask):
            self._add_trump(column, task.trump)
            marks = {index: card in task.unseen_cards for index, card in enumerate(task.suit_cards)
                     if card in task.unseen_cards or index in self.answer.marked_places}  # fmt: skip
            self._add_cards(
                column, [self._make_picker_card(card) for card in task.suit_cards], is_asked=True, marks=marks
            )
            self._add_own_cards(column, task)
        else:
            self._add_trump(column, task.trump)
            marks = {**dict.fromkeys(self.answer.marked_places, False), task.winning_place: True}
            self._add_cards(
                column, self._make_trick_cards(column, task.trick), is_asked=True, is_single=True, marks=marks
            )
            if task.trick.points is not None:
                self._add_points_stepper(column)
        if self._needs_answer_focus and self.is_right is None:
            self._needs_answer_focus = False
            self.focus.focus_widget(
                self.card_rows[0] if self.card_rows[0].is_asked or self.stepper is None else self.stepper
            )

    def _add_trump(self, column: FormLayout, trump: Suit | None) -> None:
        if trump is not None:
            text = _("Trump: {suit}").format(suit=format_suit_name(trump, self.deck))
            column.add_text(text, face="bold", color=theme.GOLD)
            column.add_gap(6)

    def _add_own_cards(self, column: FormLayout, task: OutTask) -> None:
        """Add the cards of the viewer beside the trick."""
        column.add_text(_("Your hand"), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        column.add_gap(6)
        discarded = [self._make_picker_card(card, _("put away")) for card in task.put_away]
        turned_up = (
            [self._make_picker_card(task.turned_up_card, _("turned up"))] if task.turned_up_card is not None else []
        )
        self._add_cards(
            column, [*map(self._make_picker_card, task.hand), *discarded, *turned_up], max_width=SMALL_CARD_WIDTH
        )

    def _make_picker_card(self, card: Card, caption: str = "") -> PickerCard:
        return PickerCard(card, format_card_names((card,), self.deck), caption)

    def _make_trick_cards(self, column: FormLayout, trick: TrickTaken) -> list[PickerCard]:
        """Return the cards of a trick, each with the name of its player."""
        names = self.training.player_names
        column.add_text(_("From the left, as it was played."), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        column.add_gap(6)
        return [self._make_picker_card(card, names[seat]) for seat, card in zip(trick.seats, trick.cards, strict=True)]

    def _add_cards(
        self, column: FormLayout, cards: Sequence[PickerCard], *, is_asked: bool = False, is_single: bool = False,
        marks: Mapping[int, bool] | None = None, max_width: int = MAX_CARD_WIDTH,
    ) -> None:  # fmt: skip
        """Add cards in as few rows as their least size allows.

        ``marks``: ticks and crosses to show after the answer.
        """
        max_height = round(
            self.body.height * (MAX_SMALL_CARD_HEIGHT_RATIO if max_width == SMALL_CARD_WIDTH else MAX_CARD_HEIGHT_RATIO)
        )
        max_width_px = min(column.px(max_width), round(max_height / CARD_ASPECT_RATIO))
        width = compute_card_width(len(cards), column.width - column.px(10), column.ui_scale, max_width_px)
        row = CardPicker(
            cards,
            lambda: self._ready_images,
            width,
            (0, column.next_y),
            column.width,
            self.context.ui_manager,
            self.context.ui_scale,
            column.scroll_area.content,
            is_asked=is_asked,
            is_single=is_single,
            value=self.answer.marked_places if is_asked else frozenset(),
            marks=marks if self.is_right is not None else None,
        )
        self.card_rows.append(row)
        if row.is_asked:
            self.bind_value("cards", row, self._set_marked, _("The cards"), column.scroll_area)
        column.next_y += row.rect.height
        column.add_gap()

    def _add_points_stepper(self, column: FormLayout) -> None:
        """Add a stepper for points, with jump buttons beside it."""
        if self.is_right is not None:
            return
        px, scroll, manager = self.context.px, column.scroll_area, self.context.ui_manager
        column.add_text(_("Points"), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        column.add_gap(4)
        jump_width, width, gap = px(64), px(STEPPER_WIDTH), px(8)
        rect = column.make_row_rect(width, CONTROL_HEIGHT, jump_width + gap)
        self.stepper = Stepper(
            self.answer.number or 0, (0, MAX_POINTS), (), rect, manager, column.ui_scale, scroll.content
        )  # fmt: skip
        self.bind_value("points", self.stepper, self._set_points, _("Points"), scroll)
        for points, left in ((-POINTS_JUMP, 0), (POINTS_JUMP, rect.right + gap)):
            widget_id, text = (f"add-{points}", f"+{points}") if points > 0 else (f"subtract-{-points}", f"−{-points}")
            rect = column.make_row_rect(jump_width, CONTROL_HEIGHT, left)
            self.add_button(
                widget_id, text, rect, partial(self._change_points, points), style="#small", scroll_area=scroll
            )
        column.next_y += px(CONTROL_HEIGHT)
        column.add_gap()

    # -- pictures

    @property
    def _ready_images(self) -> CardImages | None:
        """The card images once all shown cards are ready; None before."""
        card_images = self.context.scene_card_images
        is_ready = all(card_images.is_ready(card.card, row.card_width) for row in self.card_rows for card in row.cards)
        return card_images if is_ready else None

    def _prepare_images(self) -> None:
        self._is_waiting_for_images = self._ready_images is None
        if self._is_waiting_for_images:
            cards = dict.fromkeys(card.card for row in self.card_rows for card in row.cards)
            self.context.scene_card_images.prepare(cards, dict.fromkeys(row.card_width for row in self.card_rows))

    def _show_ready_images(self) -> None:
        if self._is_waiting_for_images and self._ready_images is not None:
            self._is_waiting_for_images = False
            for row in self.card_rows:
                row.repaint()

    # -- what is done

    def _set_marked(self, indices: frozenset[int]) -> None:
        self.answer = msgspec.structs.replace(self.answer, marked_places=indices)

    def _set_points(self, points: int) -> None:
        self.answer = msgspec.structs.replace(self.answer, number=points)

    def _change_points(self, points: int) -> None:
        number = min(max((self.answer.number or 0) + points, 0), MAX_POINTS)
        self._set_points(number)
        if self.stepper is not None:
            self.stepper.set_value(number)

    def check(self) -> None:
        """Check the answer; show a message if there is none yet."""
        task = self.task
        assert task is not None, "there is something to check"
        if not isinstance(task, CountTask) and not self.answer.marked_places:
            self.context.notify(_("Mark a card first: click on it, or go to it with the arrows and press Enter."))
            return
        if self.stepper is not None and self.answer.number is None:
            self._set_points(self.stepper.value)
        self.is_right = self.training.record_answer(self.answer)
        self._refresh()

    def _show_next_trick(self) -> None:
        assert isinstance(self.task, OutTask) and self.trick_index is not None, "a trick is looked at"
        self.trick_index = self.trick_index + 1 if self.trick_index + 1 < len(self.task.tricks) else None
        self._needs_answer_focus = self.trick_index is None
        self._refresh()

    def _next_task(self) -> None:
        self.training.next_task()
        self._start_task()

    def _start_task(self) -> None:
        """Start a task that has come, or the wait for it."""
        self.answer, self.is_right, self.trick_index = TaskAnswer(), None, None
        task = self._started_task = self.task
        if isinstance(task, CallTask):
            self.context.scenes.push(BiddingDrillScene(self.context, self.training, task))
            return
        if isinstance(task, OutTask):
            self.trick_index = 0
        self._needs_answer_focus = task is not None and self.trick_index is None
        self._refresh()

    def _refresh(self) -> None:
        """Show the new state of the task; Enter presses the default button again."""
        self.focus.reset()
        self.scroll_areas["drill"].move_to(0)
        self.recompose("task")
        self.recompose("next")
        if self.context.narrate is not None:
            for line in self._narration_lines:
                self.context.narrate(make_sentence(line))

    def update(self, seconds: float) -> None:
        if self.training.score_text != self._shown_score_text:
            self.recompose("score")
        self._show_ready_images()
        if self.task is not self._started_task:
            self._start_task()
        elif self.training.error != self._shown_error:
            self._shown_error = self.training.error
            self._refresh()
