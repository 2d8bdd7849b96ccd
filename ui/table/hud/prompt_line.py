"""The line above the viewer's hand: who is winning the trick, what is asked, and messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD
from game.core.phase import Board, Phase
from game.core.trick_taking import Trick, TrickPhase, find_trick_winner
from game.match.observation import Observation
from game.text.gettext import _, ngettext
from game.text.player_names import is_default_person_name
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_pill, make_rounded_rect
from ui.table.layout.seats import TableLayout

PROMPT_TEXT_SIZE: Final = 20
"""The text size of the prompt, in design pixels."""
MAX_MESSAGE_LINES: Final = 2
MESSAGE_LINE_STEP_RATIO: Final = 1.12
"""The most lines of a message, and the distance of two lines, in text sizes."""
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
            text = ngettext("you are winning {count} point", "you are winning {count} points", points)
        elif is_default_person_name(names[winning_seat]):
            text = ngettext("winning so far: {name}, {count} point", "winning so far: {name}, {count} points", points)
        return text.format(name=names[winning_seat], count=points)
    if is_viewer_winning:
        return _("you are winning")
    if any(winning_seat in side and observation.seat in side for side in observation.sides):
        return _("your partner is winning")
    text = _("winning so far: {name}") if is_default_person_name(names[winning_seat]) else _("{name} is winning")
    return text.format(name=names[winning_seat])


def draw_prompt(
    canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, text: str, *, is_emphasized: bool
) -> None:
    """Draw the line above the viewer's hand, in two lines if it is too long.

    ``is_emphasized``: the person has to act.
    """
    px, prompt_rect, size = layout.px, layout.prompt_rect, layout.px(PROMPT_TEXT_SIZE)
    color = theme.INK if is_emphasized else theme.CREAM
    face: theme.FontFace = "bold" if is_emphasized else "sans"
    lines, width = [text], prompt_rect.width - px(40)
    if theme.load_font(face, int(size * theme.MIN_TEXT_SIZE_RATIO)).size(text)[0] > width:
        size = px(theme.SMALL_TEXT_SIZE)
        first_line, *other_lines = theme.wrap_text(text, face, size, width)
        lines = [first_line, " ".join(other_lines)]
    images = [theme.render_fitted_text(line, face, size, color, width) for line in lines]
    line_height = images[0].get_height()
    line_step = min(round(size * MESSAGE_LINE_STEP_RATIO), prompt_rect.height - line_height)
    height = prompt_rect.height if is_emphasized or len(lines) > 1 else px(34)
    rect = pygame.Rect(0, 0, max(image.get_width() for image in images) + px(40), height)
    rect.center = prompt_rect.center
    if is_emphasized:
        draw_pill(canvas, rect, theme.GOLD)
    else:
        canvas.blit(make_rounded_rect(rect.size, rect.height // 2, table_theme.panel_color, 190), rect)
    for row, image in enumerate(images):
        center_y = rect.centery + round((row - (len(images) - 1) / 2) * line_step)
        canvas.blit(image, image.get_rect(center=(rect.centerx, center_y)))


def can_fit_message(layout: TableLayout, text: str) -> bool:
    """Return whether a message fits in its lines."""
    return (
        len(theme.wrap_text(text, "bold", layout.px(theme.SMALL_TEXT_SIZE), layout.prompt_rect.width - layout.px(40)))
        <= MAX_MESSAGE_LINES
    )


def compute_message_area(layout: TableLayout) -> pygame.Rect:
    """Return the area of a message in pixels: the prompt line, and a little of the gaps above and below it."""
    return layout.prompt_rect.inflate(0, 2 * layout.px(MESSAGE_OVERHANG))


def draw_status_message(canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, text: str) -> None:
    """Draw a message to the person in the place of the prompt."""
    px, prompt_rect, area = layout.px, layout.prompt_rect, compute_message_area(layout)
    size = px(theme.BODY_TEXT_SIZE)
    lines = theme.wrap_text(text, "bold", size, prompt_rect.width - px(40))
    if len(lines) > 1:
        size = px(theme.SMALL_TEXT_SIZE)
        lines = theme.wrap_to_lines(text, "bold", size, prompt_rect.width - px(40), MAX_MESSAGE_LINES)
    line_images = [
        theme.render_fitted_text(line, "bold", size, theme.CREAM, prompt_rect.width - px(36)) for line in lines
    ]
    line_height = line_images[0].get_height()
    line_step = min(round(size * MESSAGE_LINE_STEP_RATIO), prompt_rect.height - line_height)
    rect = pygame.Rect(
        0,
        0,
        max(line_image.get_width() for line_image in line_images) + px(34),
        min(area.height, line_step * (len(line_images) - 1) + line_height + px(8)),
    )
    rect.center = prompt_rect.center
    canvas.blit(make_rounded_rect(rect.size, px(12), table_theme.panel_color, 250, theme.GOLD, max(1, px(2))), rect)
    for row, line_image in enumerate(line_images):
        top = rect.top + (rect.height - line_step * (len(line_images) - 1) - line_height) // 2 + row * line_step
        canvas.blit(line_image, line_image.get_rect(midtop=(rect.centerx, top)))
