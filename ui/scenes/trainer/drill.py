"""The tasks of the trainer on the table of a match; the answer is given where the hand or the trick would be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import msgspec
import pygame

from game.core.cards import DeckStyle
from game.core.events import TrickTaken
from game.rules import GAMES
from game.session.avatars import AvatarMap, choose_portraits
from game.text.gettext import _
from game.text.player_names import get_person_key
from game.trainer.model import AnyTask, CallTask, CountTask, OutTask, TaskAnswer, TrickTask
from game.trainer.text import (
    describe_task,
    describe_trick,
    explain_answer,
    format_question,
    format_score,
    format_streak,
    get_kind_texts,
)
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.scenes.page import Page
from ui.scenes.trainer.answers import (
    MAX_POINTS,
    CardPicker,
    PointsRow,
    PointsStepper,
    TrickPicker,
    center_node,
    describe_offered_points,
    describe_points,
    describe_sentences,
)
from ui.scenes.trainer.bidding_drill import BiddingDrillScene
from ui.scenes.trainer.position import TaskPosition, compute_answer_rect, find_picker_place
from ui.scenes.trainer.session import TrainerSession
from ui.table.hand.arrangement import make_card_order
from ui.table.image_preloader import preload_images
from ui.table.layout.search import compute_max_scale, compute_table_layout
from ui.table.layout.seats import TRAY_BUTTON_HEIGHT, TRAY_GAP, TableLayout
from ui.table.painting import paint_table
from ui.table.state import PromptLine, TableViewModel
from ui.widgets.base import Place
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Column, Padded
from ui.widgets.nodes import Frame, Line, Node, Space, make_paint_frame

SCORE_HEIGHT: Final = 28
"""The height of the line with the score, in design pixels."""
MIN_MARKED_CARD_WIDTH: Final = 56
"""The width from which the mark of a card has its full size, in design pixels."""


class DrillScene(Page):
    """The tasks of a training session, one after the other.

    ``trick_index``: the trick that is shown before the question, from 0, None if none is; ``is_right``: whether the
    answer is right, None before it is given.
    """

    def __init__(self, context: AppContext, training: TrainerSession) -> None:
        super().__init__(context)
        self.training = training
        self.title = get_kind_texts(training.game, training.kind)[0]
        self.trick_index: int | None = None
        self.answer = TaskAnswer()
        self.is_right: bool | None = None
        self._needs_answer_focus = False
        self._started_task: AnyTask | None = None
        self._shown_error = ""

    @property
    def stepper(self) -> PointsStepper | PointsRow | None:
        """The input of points while they are asked for."""
        stepper: PointsStepper | PointsRow | None = self.find("points")
        return stepper

    # -- what is asked

    @property
    def deck(self) -> DeckStyle:
        return self.training.deck

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

    @property
    def is_ready(self) -> bool:
        return not self.context.scene_card_images.has_urgent_work

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
            trick = task.tricks[self.trick_index]
            return (*task_lines, describe_trick(trick, task.trump, names, deck), self._format_winner(task, trick))
        return (*describe_task(task, names, deck), format_question(task, names, deck))

    def _format_winner(self, task: OutTask, trick: TrickTaken) -> str:
        is_you = trick.winner == task.seat
        name = self.training.player_names[trick.winner]
        return _("You take the trick") if is_you else _("{name} takes the trick").format(name=name)

    @property
    def _verdict_text(self) -> str:
        return _("Right!") if self.is_right else _("Not quite.")

    @property
    def _is_winner_shown(self) -> bool:
        return self.is_right is not None or isinstance(self.task, OutTask)

    # -- the table

    @property
    def max_scale(self) -> float:
        return compute_max_scale(self.context.size, self._seats, self._hand_size)

    @property
    def _seats(self) -> int:
        return GAMES[self.training.game].proposed_seat_count if self.task is None else self.task.seats

    @property
    def _hand_size(self) -> int:
        return 3 if self.task is None else get_presentation(self.training.game).get_hand_size(self.task.observation)

    @property
    def layout(self) -> TableLayout:
        task, settings, game = self.task, self.context.settings, GAMES[self.training.game]
        return compute_table_layout(
            self.context.size,
            self._seats,
            0 if task is None else task.seat,
            game.is_clockwise,
            settings.scale,
            make_card_order(get_presentation(game.id), self.deck, settings, game),
            self._hand_size,
            () if task is None else task.observation.public_sides,
        )

    @property
    def toast_rect(self) -> pygame.Rect:
        return self.layout.toast_rect

    @property
    def _avatars(self) -> AvatarMap:
        own_key = get_person_key(self.context.settings.display_name)
        return {key: avatar for key, avatar in self.context.avatars.items() if key == own_key}

    def _make_position(self, task: AnyTask, layout: TableLayout) -> TaskPosition:
        return TaskPosition(task, layout, self.trick_index, self.is_right is not None)

    def _make_view_model(self, position: TaskPosition) -> TableViewModel:
        task, layout, trick = position.task, position.layout, position.trick
        names, observation = self.training.player_names, task.observation
        title, number = _("{game}, exercise {number}"), self.training.task_number
        winner = trick.winner if trick is not None and self._is_winner_shown else None
        return TableViewModel(
            presentation=get_presentation(self.training.game),
            deck=self.deck,
            title=title.format(game=_(GAMES[self.training.game].title), number=number),
            short_title=_("Exercise {number}").format(number=number),
            names=names,
            avatars=self._avatars,
            observation=observation,
            board=position.board,
            layout=layout,
            card_poses=position.card_poses,
            winning_key=next((key for seat, key in position.trick_keys if seat == winner), None),
            prompt=PromptLine(self._prompt_text, is_emphasized=self.is_right is not False),
            dealer=observation.dealer,
            plate_notes=dict(self._iter_plate_notes(position)),
            tray_rect=self._compute_tray_rect(layout),
        )

    @property
    def _prompt_text(self) -> str:
        task, names = self.task, self.training.player_names
        assert task is not None, "there is a table"
        if self.is_right is not None:
            return self._verdict_text
        if self.trick_index is not None and isinstance(task, OutTask):
            text = _("Remember trick {number} of {count}")
            return text.format(number=self.trick_index + 1, count=len(task.tricks))
        return format_question(task, names, self.deck)

    def _iter_plate_notes(self, position: TaskPosition) -> Iterator[tuple[int, str]]:
        task, trick = position.task, position.trick
        if trick is not None:
            yield trick.seats[0], _("Leads")
            if self._is_winner_shown:
                yield trick.winner, _("Takes the trick")
        elif isinstance(task, CountTask):
            yield from ((seat, _("Took these cards")) for seat in task.takers)

    def draw(self, canvas: Canvas) -> None:
        task = self.task
        if task is None:
            super().draw(canvas)
            return
        view_model = self._make_view_model(self._make_position(task, self.layout))
        paint_table(canvas, self.context, view_model)
        for rect in self.boards:
            draw_panel(canvas, self.context.theme, rect)

    # -- widgets

    def compose(self) -> None:
        self.compose_part("task", self._compose_task)

    def _compose_task(self) -> None:
        layout, task = self.layout, self.task
        frame = self.frame._replace(place=self._make_place(layout))
        if task is None or isinstance(task, CallTask):
            text = self.training.error or _("Preparing an exercise…")
            describe_sentences((text,)).make(frame, layout.free_rect)
        else:
            position = self._make_position(task, layout)
            self._compose_trick(position)
            self._compose_answer(frame, layout, task)
            for _poses, caption, rect in position.iter_groups():
                Line(caption, size=16, align="centre").make(make_paint_frame(self._make_place(layout)), rect)
            self._prepare_images(position)
        first_input = self.find("seats") or self.find("cards") or self.stepper
        if self._needs_answer_focus and first_input is not None:
            self._needs_answer_focus = False
            self.focus.focus_widget(first_input)
        self._describe_tray().make(frame, layout.tray_rect)
        Action("back", _("Leave"), self.on_escape, symbol="leave").make(self.frame, layout.pause_rect)

    def _make_place(self, layout: TableLayout) -> Place:
        """Return the place of widgets that are as large as the table."""
        return Place(self.context.ui_manager, layout.ui_scale)

    def _compose_answer(self, frame: Frame, layout: TableLayout, task: AnyTask) -> None:
        """Make the inputs of the answer; once it is given, its explanation."""
        if isinstance(task, OutTask) and self.trick_index is None:
            self._compose_cards(layout, task)
        if self.is_right is not None:
            rect = layout.free_rect if isinstance(task, CountTask) else compute_answer_rect(layout)
            if isinstance(task, OutTask):
                rect = find_picker_place(layout, len(task.suit_cards)).other_rect
            lines = explain_answer(task, self.answer, self.training.player_names, self.deck)
            describe_sentences(lines).make(frame, rect)
        elif isinstance(task, TrickTask) and task.trick.points is not None:
            describe_offered_points(task, self.answer.number or 0, self._set_points).make(
                frame, compute_answer_rect(layout)
            )
        elif isinstance(task, CountTask):
            points = describe_points(layout, self.answer.number or 0, self._set_points, self._change_points)
            points.make(frame, layout.free_rect)

    def _compose_trick(self, position: TaskPosition) -> None:
        task, poses, names = position.task, position.card_poses, self.training.player_names
        if not position.trick_keys:
            return
        is_asked = isinstance(task, TrickTask) and self.is_right is None
        picker = TrickPicker(
            [poses[key] for _seat, key in position.trick_keys],
            [names[seat] for seat, _key in position.trick_keys],
            self._make_place(position.layout),
            next(iter(self.answer.marked_places), None) if is_asked else None,
            is_asked=is_asked,
            takes_digits=isinstance(task, TrickTask) and task.trick.points is None,
        )
        if is_asked:
            self.focus.add(picker, "seats", label=_("Trick winner"), handler=self._choose_place)

    def _compose_cards(self, layout: TableLayout, task: OutTask) -> None:
        right_indices = None
        if self.is_right is not None:
            right_indices = frozenset(index for index, card in enumerate(task.suit_cards) if card in task.unseen_cards)
        place = find_picker_place(layout, len(task.suit_cards))
        scale = min(layout.ui_scale, place.card_width / MIN_MARKED_CARD_WIDTH)
        picker = Widget(
            CardPicker,
            (task.suit_cards, self.deck, self.context.scene_card_images, place.card_width, place.columns),
            id="cards",
            label=_("The cards"),
            on_change=self._set_marked if self.is_right is None else None,
            options={"value": self.answer.marked_places, "right_indices": right_indices},
        )
        frame = self.frame._replace(place=Place(self.context.ui_manager, scale))
        center_node(picker).make(frame, place.rect)

    @property
    def _score_text(self) -> str:
        """The score and the streak in words, "" before the first answer."""
        score = self.training.score
        return " · ".join(filter(None, (format_score(score), format_streak(score))))

    def _compute_tray_rect(self, layout: TableLayout) -> pygame.Rect:
        """Return the ground of the button to go on, and of the score above it."""
        px, rect = layout.px, layout.tray_rect
        height = px(2 * TRAY_GAP + TRAY_BUTTON_HEIGHT + (SCORE_HEIGHT if self._score_text else 0))
        return pygame.Rect(rect.left, rect.bottom - height, rect.width, height)

    def _describe_tray(self) -> Node:
        """Return the button to go on where a match has its buttons, and the score above it."""
        score = Line(self._score_text, id="score", size=theme.SMALL_TEXT_SIZE, align="centre")
        return Padded(Column(Space(grow=1), score, self._make_next_button()), padding=TRAY_GAP)

    def _make_next_button(self) -> Node:
        """Return the button to go on, or its empty place."""
        task = self.task
        if task is None or isinstance(task, CallTask):
            button = Action("try-again", _("Try again"), self._next_task) if self.training.error else None
        elif self.is_right is not None:
            button = Action("next-task", _("Next"), self._next_task)
        elif self.trick_index is not None and isinstance(task, OutTask):
            is_last = self.trick_index + 1 >= len(task.tricks)
            button = Action("to-question" if is_last else "next-trick", _("Next"), self._show_next_trick)
        else:
            button = Action("check", _("Check"), self.check)
        if button is None:
            return Space(TRAY_BUTTON_HEIGHT)
        return replace(button, style="#primary", height=TRAY_BUTTON_HEIGHT)

    def _prepare_images(self, position: TaskPosition) -> None:
        """Request the images of the cards that the task shows."""
        task, layout, poses = position.task, position.layout, position.card_poses.values()
        cards, widths = {pose.card for pose in poses}, {pose.width for pose in poses}
        if isinstance(task, OutTask):
            cards |= {*task.suit_cards, *task.hand, *task.put_away}
            widths.add(find_picker_place(layout, len(task.suit_cards)).card_width)
        preload_images(
            self.context, layout, tuple(cards), choose_portraits(self.training.player_names, self._avatars), widths
        )

    # -- what is done

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and self.stepper is not None and event.unicode.isdecimal():
            self.stepper.handle_key(event)  # digits are points wherever the focus is
            return
        super().handle_event(event)

    def _choose_place(self, place: int) -> None:
        self._set_marked(frozenset((place,)))

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
        if isinstance(task, (TrickTask, OutTask)) and not self.answer.marked_places:
            is_trick = isinstance(task, TrickTask)
            self.context.notify(_("Choose the player who takes the trick.") if is_trick else _("Mark a card first."))
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
        self.recompose("task")
        self.narrate_change()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.find("score") is not None:
            self.find("score").set_text(self._score_text)
        if self.task is not self._started_task:
            self._start_task()
        elif self.training.error != self._shown_error:
            self._shown_error = self.training.error
            self._refresh()
