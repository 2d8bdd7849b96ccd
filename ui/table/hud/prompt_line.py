"""The line above the viewer's hand: who is winning the trick, what is asked, and messages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD
from game.core.phase import Board, Phase
from game.core.trick_taking import Trick, TrickPhase, find_trick_winner
from game.match.observation import Observation
from game.text.gettext import _, ngettext
from game.text.player_names import is_default_person_name
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import TIGHT_LINE_RATIO, describe_label, make_table_frame
from ui.table.layout.seats import PROMPT_HEIGHT, TableLayout
from ui.table.state import PromptLine
from ui.widgets.layout import Alternatives, Anchored, Framed, Sized
from ui.widgets.nodes import Line, Text

PROMPT_TEXT_SIZE: Final = 20
"""The text size of the prompt, in design pixels."""
PROMPT_PADDING: Final = 20
LOW_PROMPT_HEIGHT: Final = 34
"""The space beside the text, and the height of a line that asks nothing, in design pixels."""
PROMPT_ALPHA: Final = 190
"""The opacity of the ground of such a line, 0 to 255."""
MAX_MESSAGE_LINES: Final = 2
MESSAGE_OVERHANG: Final = 3
"""The design pixels by which a message may extend above and below the prompt line."""


def find_winning_seat(board: Board, phase: Phase | None) -> int | None:
    """Return the seat whose card wins the trick so far.

    None if no card has been played, or if the winner is not known.
    """
    tricks = _get_trick_phase(phase)
    open_cards = [
        (seat, card) for seat, card in board.trick if seat not in board.face_down_seats and card is not HIDDEN_CARD
    ]
    if tricks is None or not open_cards or board.trick[0] != open_cards[0]:
        return None
    if tricks.is_trump_awaited and board.trump is None:
        return None
    seats, cards = zip(*open_cards, strict=True)
    return find_trick_winner(Trick(seats, cards), tricks.ranking, board.trump)


def _get_trick_phase(phase: Phase | None) -> TrickPhase | None:
    """Return the play of a phase: the phase itself, or the play that follows it; None if there is none."""
    tricks = phase if isinstance(phase, TrickPhase) else getattr(phase, "trick_phase", None)
    return tricks if isinstance(tricks, TrickPhase) else None


def describe_current_trick(observation: Observation, names: Sequence[str], *, has_points: bool = True) -> str:
    """Return the player who is winning the trick and its points, or the player who leads to it.

    Before the trump is named it says that there is none. Empty if no trick is being played. ``has_points``: the text
    has the points.
    """
    tricks = _get_trick_phase(observation.phase)
    if tricks is observation.phase and tricks is not None and tricks.is_trump_awaited:
        return _("no trump yet")
    winning_seat, turn = find_winning_seat(observation.board, observation.phase), observation.turn
    if winning_seat is None:
        if observation.phase is None or not observation.phase.is_card_play or observation.board.trick or turn is None:
            return ""
        if turn == observation.seat:
            return _("you lead")
        text = _("to lead: {name}") if is_default_person_name(names[turn]) else _("{name} leads")
        return text.format(name=names[turn])
    phase, is_viewer_winning = observation.phase, winning_seat == observation.seat
    values = phase.card_points if isinstance(phase, TrickPhase) else {}
    points = sum(values.get(card.rank, 0) for _seat, card in observation.board.trick)
    if has_points and points:
        text = ngettext(
            "{name} is winning the trick: {count} point", "{name} is winning the trick: {count} points", points
        )
        if is_viewer_winning:
            text = ngettext("you're winning {count} point", "you're winning {count} points", points)
        elif is_default_person_name(names[winning_seat]):
            text = ngettext("winning so far: {name}, {count} point", "winning so far: {name}, {count} points", points)
        return text.format(name=names[winning_seat], count=points)
    if is_viewer_winning:
        return _("you're winning")
    if any(winning_seat in side and observation.seat in side for side in observation.sides):
        return _("your partner is winning")
    text = _("winning so far: {name}") if is_default_person_name(names[winning_seat]) else _("{name} is winning")
    return text.format(name=names[winning_seat])


def draw_prompt(canvas: Canvas, context: AppContext, layout: TableLayout, prompt: PromptLine) -> None:
    """Draw the line above the viewer's hand, in two lines if it is too long."""
    text, is_emphasized = prompt.text, prompt.is_emphasized
    color = theme.INK if is_emphasized else theme.CREAM
    face: theme.FontFace = "bold" if is_emphasized else "sans"
    make_label = partial(
        describe_label,
        padding=PROMPT_PADDING,
        color=theme.GOLD if is_emphasized else None,
        alpha=255 if is_emphasized else PROMPT_ALPHA,
    )
    line = Line(
        text, face=face, size=PROMPT_TEXT_SIZE, color=color, align="centre", min_ratio=theme.MIN_TEXT_SIZE_RATIO
    )
    lines = Text(
        text, face=face, size=theme.SMALL_TEXT_SIZE, color=color, align="centre", max_lines=2,
        line_ratio=TIGHT_LINE_RATIO,
    )  # fmt: skip
    height = PROMPT_HEIGHT if is_emphasized else LOW_PROMPT_HEIGHT
    label = Alternatives(make_label(line, height), make_label(Anchored(lines), PROMPT_HEIGHT))
    Anchored(label).paint(make_table_frame(context, layout), canvas, layout.prompt_rect)


def can_fit_message(layout: TableLayout, text: str) -> bool:
    """Return whether a message fits in its lines."""
    width = layout.prompt_rect.width - 2 * layout.px(PROMPT_PADDING)
    return len(theme.wrap_text(text, "bold", layout.px(theme.SMALL_TEXT_SIZE), width)) <= MAX_MESSAGE_LINES


def compute_message_area(layout: TableLayout) -> pygame.Rect:
    """Return the area of a message in pixels: the prompt line, and a little of the gaps above and below it."""
    return layout.prompt_rect.inflate(0, 2 * layout.px(MESSAGE_OVERHANG))


def draw_status_message(canvas: Canvas, context: AppContext, layout: TableLayout, text: str) -> None:
    """Draw a message to the person in the place of the prompt."""
    line = Line(text, face="bold", align="centre", min_ratio=1.0, room_ratio=theme.LINE_HEIGHT_RATIO)
    lines = Text(
        text, face="bold", size=theme.SMALL_TEXT_SIZE, align="centre", max_lines=MAX_MESSAGE_LINES,
        line_ratio=TIGHT_LINE_RATIO,
    )  # fmt: skip
    make_box = partial(Framed, padding=17, line_color=theme.GOLD, line_width=2, alpha=250)
    box = Sized(make_box(Anchored(lines), top=0), height=PROMPT_HEIGHT + 2 * MESSAGE_OVERHANG)
    message = box if "\n" in text else Alternatives(make_box(line, top=theme.TINY_GAP), box)
    Anchored(message).paint(make_table_frame(context, layout), canvas, compute_message_area(layout))
