"""The tasks of the trainer at the table: cards in the middle, and a question where the hand would be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import msgspec
import pygame

from game.core.cards import Card, DeckStyle
from game.core.events import TrickTaken
from game.rules import GAMES
from game.text.card_names import format_card_names
from game.text.gettext import _
from game.text.player_names import get_person_key
from game.trainer.model import AnyTask, CallTask, CountTask, OutTask, TaskAnswer, TrickTask
from game.trainer.offered_points import list_offered_points
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
from ui.graphics import theme
from ui.graphics.avatars import choose_portraits
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO
from ui.graphics.shapes import draw_panel
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.scenes.page import Page
from ui.scenes.trainer import table_painting
from ui.scenes.trainer.bidding_drill import BiddingDrillScene
from ui.scenes.trainer.card_picker import CARD_GAP, CardPicker, PickerCard
from ui.scenes.trainer.points_row import MAX_COLUMNS, PointsRow, compute_row_size
from ui.scenes.trainer.points_stepper import POINTS_STEPPER_SIZE, PointsStepper
from ui.scenes.trainer.seat_picker import FACE_RING, FACE_SIZE, SEAT_PICKER_HEIGHT, Face, SeatPicker
from ui.scenes.trainer.session import TrainerSession
from ui.scenes.trainer.table_layout import TrainerLayout, compute_picked_card_width, compute_trainer_layout
from ui.table.layout.pose import CardPose, contains_point
from ui.widgets.base import Place
from ui.widgets.label import TextLabel

PANEL_SIZE: Final = (800, 200)
"""The least size of the panel with the question, in design pixels."""
PANEL_MARGIN: Final = 24
PANEL_PADDING: Final = 32
QUESTION_GAP: Final = 12
"""The distance between the question and what is below it, in design pixels."""
CONTENT_BOTTOM: Final = 16
FACE_CELL_WIDTH: Final = 84
CONTENT_GAP: Final = 24
BUTTON_SIZE: Final = (136, 56)
JUMP_BUTTON_WIDTH: Final = 72
MAX_POINTS: Final = 120
POINTS_JUMP: Final = 10
"""The step of the jump buttons beside the stepper, in points."""
POINTS_COLUMNS: Final = 4
"""The columns of the row of points where it has no room in a line."""
HAND_CARD_WIDTH: Final = 52
HAND_GAP: Final = 28
"""The distance between the groups of the viewer's cards, in design pixels."""
MIN_GROUP_WIDTH: Final = 88
CAPTION_HEIGHT: Final = 26
"""The least width of a group, and the height of its caption, in design pixels."""
MAX_TABLE_CARD_WIDTH: Final = 96
MAX_TABLE_SCALE: Final = 1.2
"""The largest scale of the table; the question can be larger."""
MIN_SCORE_WIDTH: Final = 248
"""The room for the score, in design pixels, so that players stay in their places when it changes."""


class DrillScene(Page):
    """The tasks of a training session, one after the other.

    ``trick_index``: the trick that is shown before the question, from 0, None if none is; ``is_right``: whether the
    answer is right, None before it is given; ``stepper``, ``seat_picker``, ``card_picker``: the inputs of the answer,
    None if they are not asked for.
    """

    max_scale = 1.5

    def __init__(self, context: AppContext, training: TrainerSession) -> None:
        super().__init__(context)
        self.training = training
        self.title = get_kind_texts(training.game, training.kind)[0]
        self.trick_index: int | None = None
        self.answer = TaskAnswer()
        self.is_right: bool | None = None
        self.stepper: PointsStepper | PointsRow | None = None
        self.seat_picker: SeatPicker | None = None
        self.card_picker: CardPicker | None = None
        self._needs_answer_focus = False
        self._started_task: AnyTask | None = None
        self._shown_error = ""
        self._card_widths: frozenset[tuple[Card, int]] = frozenset()

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
        images = self.context.scene_card_images
        return not images.has_urgent_work and (
            not images.is_busy or all(images.is_ready(*pair) for pair in self._card_widths)
        )

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
    def _shown_trick(self) -> TrickTaken | None:
        """The trick on the table."""
        task = self.task
        if isinstance(task, TrickTask):
            return task.trick
        return task.tricks[self.trick_index] if isinstance(task, OutTask) and self.trick_index is not None else None

    @property
    def _is_winner_shown(self) -> bool:
        return self.is_right is not None or isinstance(self.task, OutTask)

    # -- where things are

    @property
    def _table_scale(self) -> float:
        window_scale = max(0.75, self.context.window_scale)
        return min(max(self.context.ui_scale, window_scale), window_scale * MAX_TABLE_SCALE)

    @property
    def layout(self) -> TrainerLayout:
        """The layout of the table around the question."""
        task, game = self.task, GAMES[self.training.game]
        score_width = max(
            round(MIN_SCORE_WIDTH * self._table_scale), table_painting.measure_score(self._table_scale, *self._score)
        )
        return compute_trainer_layout(
            self.context.size,
            game.proposed_seat_count if task is None else task.seats,
            0 if task is None else task.seat,
            (self._panel_width, self._compute_panel_height()),
            self._table_scale,
            score_width,
            is_clockwise=game.is_clockwise,
        )

    @property
    def _panel_width(self) -> int:
        px, task = self.context.px, self.task
        width = px(PANEL_SIZE[0])
        if isinstance(task, TrickTask):
            points_width = 0 if task.trick.points is None else compute_row_size(POINTS_COLUMNS)[0] + CONTENT_GAP
            faces_width = FACE_CELL_WIDTH * len(task.trick.seats)
            width = max(width, px(2 * PANEL_PADDING + faces_width + points_width + CONTENT_GAP + BUTTON_SIZE[0]))
        return min(width, self.context.size[0] - 2 * px(PANEL_MARGIN))

    def _compute_panel_height(self) -> int:
        px = self.context.px
        content_height = PANEL_MARGIN
        if self.is_right is None and self.task is not None:
            content_height = QUESTION_GAP + SEAT_PICKER_HEIGHT + CONTENT_BOTTOM
        return max(px(PANEL_SIZE[1]), self._text_height + px(PANEL_MARGIN + content_height))

    @property
    def _text_height(self) -> int:
        """The height of the texts in the panel, in pixels."""
        return sum(
            len(theme.wrap_text(text, face, size, self._text_width)) * round(size * LINE_HEIGHT_RATIO)
            for text, face, size, _color in self._iter_texts()
        )

    @property
    def _text_width(self) -> int:
        """The width of the texts in the panel: a verdict is beside the button, a question above it."""
        px, width = self.context.px, self._panel_width - 2 * self.context.px(PANEL_PADDING)
        return width if self.is_right is None else width - px(BUTTON_SIZE[0] + CONTENT_GAP)

    def _iter_texts(self) -> Iterator[tuple[str, theme.FontFace, int, theme.Color]]:
        """Yield the texts of the panel, from above, with face, size in pixels and color."""
        px, task, names = self.context.px, self.task, self.training.player_names
        title_size, text_size = px(theme.SECTION_TEXT_SIZE), px(theme.BODY_TEXT_SIZE)
        if task is None or isinstance(task, CallTask):
            yield self.training.error or _("Preparing an exercise…"), "serif", title_size, theme.CREAM
        elif self.is_right is not None:
            color = theme.CREAM if self.is_right else theme.OTHER_SIDE_COLOR
            yield self._verdict_text, "serif", title_size, color
            for line in explain_answer(task, self.answer, names, self.deck):
                yield line, "sans", text_size, theme.CREAM
        elif self.trick_index is not None and isinstance(task, OutTask):
            text = _("Remember trick {number} of {count}")
            values = {"number": self.trick_index + 1, "count": len(task.tricks)}
            yield text.format(**values), "serif", title_size, theme.CREAM
        else:
            yield format_question(task, names, self.deck), "serif", title_size, theme.CREAM

    @property
    def _score(self) -> tuple[str, str]:
        """The score and the streak in words; either may be empty."""
        return format_score(self.training.score), format_streak(self.training.score)

    # -- widgets

    def compose(self) -> None:
        layout = self.layout
        self.compose_part("task", self._compose_task)
        self.add_button("back", _("Leave"), layout.button_rect, self.on_escape, style="#small", symbol="leave")

    def _compose_task(self) -> None:
        layout, px = self.layout, self.context.px
        self.stepper, self.seat_picker, self.card_picker = None, None, None
        self.add_board(layout.panel_rect)
        y = layout.panel_rect.top + px(PANEL_MARGIN)
        if self.is_right is not None or self.task is None:
            y = layout.panel_rect.centery - self._text_height // 2
        for text, face, size, color in self._iter_texts():
            label = TextLabel(
                text,
                (layout.panel_rect.left + px(PANEL_PADDING), y),
                self._text_width,
                Place(self.context.ui_manager),
                face=face,
                size=size,
                color=color,
                align="left" if self.is_right is not None else "centre",
            )
            y += label.rect.height
        content = layout.panel_rect.inflate(-2 * px(PANEL_PADDING), 0)
        content.height = px(SEAT_PICKER_HEIGHT)
        content.bottom = layout.panel_rect.bottom - px(CONTENT_BOTTOM)
        if self.is_right is None:
            self._compose_answer(layout, content)
        elif isinstance(self.task, OutTask):
            self._compose_cards(layout, self.task)
        self._compose_button(layout)
        self._prepare_images(layout)

    def _compose_answer(self, layout: TrainerLayout, content: pygame.Rect) -> None:
        px, task = self.context.px, self.task
        inputs = content.copy()
        inputs.width -= px(CONTENT_GAP + BUTTON_SIZE[0])
        if isinstance(task, TrickTask):
            self._compose_faces(inputs, task)
        elif isinstance(task, CountTask):
            self._compose_points(inputs.center)
        elif isinstance(task, OutTask) and self.trick_index is None:
            self._compose_cards(layout, task)
        first_input = self.seat_picker or self.card_picker or self.stepper
        if self._needs_answer_focus and first_input is not None:
            self._needs_answer_focus = False
            self.focus.focus_widget(first_input)

    def _compose_faces(self, area: pygame.Rect, task: TrickTask) -> None:
        px, context, names = self.context.px, self.context, self.training.player_names
        count, portraits = len(task.trick.seats), self._portrait_numbers
        columns = MAX_COLUMNS
        if px(FACE_CELL_WIDTH * count + CONTENT_GAP + compute_row_size(columns)[0]) > area.width:
            columns = POINTS_COLUMNS
        points_width = 0 if task.trick.points is None else px(compute_row_size(columns)[0] + CONTENT_GAP)
        rect = pygame.Rect(0, area.top, min(area.width - points_width, px(FACE_CELL_WIDTH + 8) * count), area.height)
        rect.left = area.left + (area.width - points_width - rect.width) // 2
        self.seat_picker = SeatPicker(
            [Face(names[seat], portraits[seat]) for seat in task.trick.seats],
            context.scene_card_images,
            rect,
            context.place,
            next(iter(self.answer.marked_places), None),
            takes_digits=not points_width,
        )
        self.bind_value("seats", self.seat_picker, self._choose_place, _("Trick winner"))
        if points_width:
            row_rect = pygame.Rect(0, 0, *map(px, compute_row_size(columns)))
            row_rect.midleft = rect.right + px(CONTENT_GAP), area.top + px(11) + px(FACE_SIZE) // 2
            row_rect.bottom = min(row_rect.bottom, area.bottom)
            self.stepper = PointsRow(
                self.answer.number or 0, (0, MAX_POINTS), list_offered_points(task), columns, row_rect, context.place
            )
            self.bind_value("points", self.stepper, self._set_points, _("Points"))

    def _compose_points(self, center: tuple[int, int]) -> None:
        px, context = self.context.px, self.context
        rect = pygame.Rect(0, 0, *map(px, POINTS_STEPPER_SIZE))
        rect.center = center
        self.stepper = PointsStepper(self.answer.number or 0, (0, MAX_POINTS), (), rect, context.place)
        self.bind_value("points", self.stepper, self._set_points, _("Points"))
        for points in (-POINTS_JUMP, POINTS_JUMP):
            widget_id, text = (f"add-{points}", f"+{points}") if points > 0 else (f"subtract-{-points}", f"−{-points}")
            button_rect = pygame.Rect(0, rect.top, px(JUMP_BUTTON_WIDTH), rect.height)
            button_rect.left = rect.right + px(8) if points > 0 else rect.left - px(8) - button_rect.width
            self.add_button(widget_id, text, button_rect, partial(self._change_points, points))

    def _compose_cards(self, layout: TrainerLayout, task: OutTask) -> None:
        context, answer = self.context, self.answer
        marks = {
            index: card in task.unseen_cards
            for index, card in enumerate(task.suit_cards)
            if card in task.unseen_cards or index in answer.marked_places
        }
        width, columns = self._compute_table_cards(layout, len(task.suit_cards))
        self.card_picker = CardPicker(
            [PickerCard(card, format_card_names((card,), self.deck)) for card in task.suit_cards],
            context.scene_card_images,
            width,
            columns,
            layout.free_rect.center,
            Place(context.ui_manager, layout.scale),
            value=answer.marked_places,
            marks=None if self.is_right is None else marks,
        )
        if self.is_right is None:
            self.bind_value("cards", self.card_picker, self._set_marked, _("The cards"))

    def _compose_button(self, layout: TrainerLayout) -> None:
        button = self._next_button
        if button is None:
            return
        px = self.context.px
        rect = pygame.Rect(0, 0, *map(px, BUTTON_SIZE))
        rect.right = layout.panel_rect.right - px(PANEL_PADDING)
        rect.centery = layout.panel_rect.bottom - px(CONTENT_BOTTOM + SEAT_PICKER_HEIGHT - FACE_SIZE // 2 - 11)
        self.add_button(*button[:2], rect, button[2], style="#primary")

    @property
    def _next_button(self) -> tuple[str, str, Callable[[], None]] | None:
        """The id, text and action of the button to go on; None if there is none."""
        task = self.task
        if task is None or isinstance(task, CallTask):
            return ("try-again", _("Try again"), self._next_task) if self.training.error else None
        if self.is_right is not None:
            return "next-task", _("Next"), self._next_task
        if self.trick_index is not None and isinstance(task, OutTask):
            is_last = self.trick_index + 1 >= len(task.tricks)
            return "to-question" if is_last else "next-trick", _("Next"), self._show_next_trick
        return "check", _("Check"), self.check

    def _compute_table_cards(self, layout: TrainerLayout, count: int) -> tuple[int, int]:
        """Return the width of cards in rows in the middle of the table, and the cards in a row."""
        gap, frame = layout.px(CARD_GAP), layout.px(CARD_GAP)
        size = layout.free_rect.width - 2 * frame, layout.free_rect.height - 2 * frame
        return compute_picked_card_width(count, size, gap, layout.px(MAX_TABLE_CARD_WIDTH))

    # -- pictures

    @property
    def _portrait_numbers(self) -> list[int]:
        own_key = get_person_key(self.context.settings.display_name)
        avatars = {key: avatar for key, avatar in self.context.avatars.items() if key == own_key}
        return choose_portraits(self.training.player_names, avatars)

    def _iter_card_widths(self, layout: TrainerLayout) -> Iterator[tuple[Card, int]]:
        """Yield the cards that the task shows with their widths in pixels."""
        task, trick = self.task, self._shown_trick
        if trick is not None:
            yield from ((card, layout.trick_card_width) for card in trick.cards)
        if isinstance(task, CountTask):
            width, _columns = self._compute_table_cards(layout, len(task.cards))
            yield from ((card, width) for card in task.cards)
        elif isinstance(task, OutTask):
            width, _columns = self._compute_table_cards(layout, len(task.suit_cards))
            yield from ((card, width) for card in task.suit_cards)
            yield from ((card, self.context.px(HAND_CARD_WIDTH)) for cards, _text in self._own_cards for card in cards)

    def _prepare_images(self, layout: TrainerLayout) -> None:
        context, images = self.context, self.context.scene_card_images
        pairs = self._card_widths = frozenset(self._iter_card_widths(layout))
        face_size = context.px(FACE_SIZE) - 2 * context.px(FACE_RING)
        portrait_sizes = (table_painting.get_portrait_size(layout), face_size)
        jobs: list[Callable[[], object]] = [
            partial(context.table_tops.paint_ahead, context.size, context.theme, tuple(layout.oval_rect))
        ]
        jobs += [
            partial(images.paint_portrait, number, size) for number in self._portrait_numbers for size in portrait_sizes
        ]
        images.prepare(
            dict.fromkeys(card for card, _width in pairs), dict.fromkeys(width for _card, width in pairs), jobs
        )

    @property
    def _own_cards(self) -> tuple[tuple[tuple[Card, ...], str], ...]:
        """The groups of the viewer's cards and of the turned card, with their captions."""
        task = self.task
        if not isinstance(task, OutTask):
            return ()
        turned_up = () if task.turned_up_card is None else (task.turned_up_card,)
        groups = (task.hand, _("Your hand, seen too")), (task.put_away, _("Put away")), (turned_up, _("Turned up"))
        return tuple(group for group in groups if group[0])

    def draw(self, canvas: Canvas) -> None:
        context, layout, task = self.context, self.layout, self.task
        canvas.blit(context.table_tops.get(context.size, context.theme, tuple(layout.oval_rect)), (0, 0))
        caption = _("{game}, exercise {number}").format(
            game=_(GAMES[self.training.game].title), number=self.training.task_number
        )
        table_painting.draw_header(canvas, context, layout, _("Trainer"), caption)
        trump = task.trump if isinstance(task, TrickTask | OutTask) else None
        if trump is not None:
            table_painting.draw_trump(canvas, context, layout, trump, self.deck)
        if self._score[0]:
            table_painting.draw_score(canvas, context, layout, *self._score)
        if task is not None and not isinstance(task, CallTask):
            table_painting.draw_plates(canvas, context, layout, tuple(self._iter_plates(task)))
            self._draw_table_cards(canvas, layout, task)
        for rect in self.boards:
            draw_panel(canvas, context.theme, rect)
        if self.is_right is None:
            self._draw_own_cards(canvas, layout)

    def _iter_plates(self, task: TrickTask | CountTask | OutTask) -> Iterator[table_painting.Plate]:
        names, numbers, trick = self.training.player_names, self._portrait_numbers, self._shown_trick
        for seat in range(task.seats):
            is_winner = trick is not None and self._is_winner_shown and trick.winner == seat
            caption = ""
            if trick is not None:
                caption = _("Takes the trick") if is_winner else _("Leads") if seat == trick.seats[0] else ""
            elif isinstance(task, CountTask) and seat in task.takers:
                caption = _("Took these cards")
            yield table_painting.Plate(names[seat], numbers[seat], caption, is_winner)

    def _draw_table_cards(self, canvas: Canvas, layout: TrainerLayout, task: AnyTask) -> None:
        trick = self._shown_trick
        if trick is not None:
            winning_index = trick.seats.index(trick.winner) if self._is_winner_shown else None
            table_painting.draw_trick_cards(canvas, self.context, self._compute_trick_poses(layout), winning_index)
            names = [self.training.player_names[seat] for seat in trick.seats]
            table_painting.draw_card_names(canvas, self.context, layout, self._compute_trick_poses(layout), names)
        elif isinstance(task, CountTask):
            width, columns = self._compute_table_cards(layout, len(task.cards))
            height, gap = round(width * CARD_ASPECT_RATIO), layout.px(CARD_GAP)
            rows = -(-len(task.cards) // columns)
            top = layout.free_rect.centery - (rows * (height + gap) - gap) // 2
            for index, card in enumerate(task.cards):
                row, column = divmod(index, columns)
                in_row = min(columns, len(task.cards) - row * columns)
                left = layout.free_rect.centerx - (in_row * (width + gap) - gap) // 2
                image = self.context.scene_card_images.get_card(card, width)
                canvas.blit(image, (left + column * (width + gap), top + row * (height + gap)))

    def _compute_trick_poses(self, layout: TrainerLayout) -> list[CardPose]:
        trick = self._shown_trick
        assert trick is not None, "there is a trick on the table"
        return [
            CardPose(card, *layout.trick_centers[seat], layout.trick_card_width, (seat * 37 + index * 11) % 7 - 3)
            for index, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True))
        ]

    def _draw_own_cards(self, canvas: Canvas, layout: TrainerLayout) -> None:
        """Draw the viewer's cards in the panel, left of the button."""
        groups, px = self._own_cards, self.context.px
        if not groups:
            return
        card_width = px(HAND_CARD_WIDTH)
        other_widths = [max(px(MIN_GROUP_WIDTH), self._measure_group(cards)) for cards, _text in groups[1:]]
        width = layout.panel_rect.width - px(2 * PANEL_PADDING + BUTTON_SIZE[0] + CONTENT_GAP)
        width -= sum(other_widths) + len(other_widths) * px(HAND_GAP)
        own_width = max(px(MIN_GROUP_WIDTH), min(width, self._measure_group(groups[0][0])))
        rect = pygame.Rect(0, 0, 0, round(card_width * CARD_ASPECT_RATIO) + px(CAPTION_HEIGHT))
        rect.bottomleft = layout.panel_rect.left + px(PANEL_PADDING), layout.panel_rect.bottom - px(12)
        for (cards, text), group_width in zip(groups, (own_width, *other_widths), strict=True):
            rect.width = group_width
            table_painting.draw_card_group(canvas, self.context, cards, text, rect, card_width)
            rect.left += group_width + px(HAND_GAP)

    def _measure_group(self, cards: tuple[Card, ...]) -> int:
        """Return the width of a group of cards, in pixels."""
        width = self.context.px(HAND_CARD_WIDTH)
        return width + round((len(cards) - 1) * width * table_painting.MAX_HAND_STEP_RATIO)

    # -- what is done

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.seat_picker is not None:
            poses = self._compute_trick_poses(self.layout)
            for index in reversed(range(len(poses))):
                if contains_point(poses[index], event.pos):
                    self.seat_picker.choose(index)
                    return
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
        if isinstance(task, TrickTask) and not self.answer.marked_places:
            self.context.notify(_("Choose the player who takes the trick."))
            return
        if isinstance(task, OutTask) and not self.answer.marked_places:
            self.context.notify(_("Mark a card first."))
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
        if self.task is not self._started_task:
            self._start_task()
        elif self.training.error != self._shown_error:
            self._shown_error = self.training.error
            self._refresh()
