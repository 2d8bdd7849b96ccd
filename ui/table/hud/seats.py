"""Parts of the table at the seats, and the lines above the viewer's hand.

At the seats are portraits, name plates, speech bubbles, announcements and badges.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD, Card
from game.core.phase import Board, Phase
from game.core.trick_taking import Trick, TrickPhase, find_trick_winner
from game.match.observation import Observation
from game.text.gettext import _, ngettext
from game.text.player_names import is_default_person_name
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.avatars import AvatarMap, choose_portraits, choose_ring_colors
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import CORNER_SUPERSAMPLING, draw_panel, draw_pill, make_rounded_rect
from ui.table.hud.markers import make_side_badge, make_turn_arrow
from ui.table.layout.cards import compute_spare_pose
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import TableLayout

NORMAL_PLATE_HEIGHT: Final = 74
"""The height of a name plate with text of normal size, in design pixels.

A higher plate has slightly larger text.
"""
PLATE_LINE_HEIGHT_RATIO: Final = 0.86
"""The distance of lines on a name plate, in line heights."""
MAX_MESSAGE_LINES: Final = 2
SITTING_OUT_BRIGHTNESS: Final = 110
"""The brightness of the portrait of a player who sits out the deal, 0 to 255."""


def draw_seats(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    observation: Observation,
    names: Sequence[str],
    avatars: AvatarMap,
    layout: TableLayout,
    speaking_seats: frozenset[int],
) -> None:
    """Draw the portrait and the name plate of each seat.

    The name plates of ``speaking_seats`` are left out, because their speech bubbles are there.
    """
    sitting_out_seats, portrait_numbers = (
        presentation.find_sitting_out_seats(observation),
        choose_portraits(names, avatars),
    )
    ring_colors = choose_ring_colors(observation.sides, names, avatars)
    for seat in range(observation.seats):
        if seat not in speaking_seats:
            standing = presentation.describe_standing(observation, seat)
            _draw_name_plate(
                canvas,
                context.theme,
                layout,
                seat,
                names[seat],
                standing,
                is_on_turn=observation.turn == seat,
                is_out=seat in sitting_out_seats,
            )
        ring_color = theme.GOLD if observation.turn == seat else ring_colors[seat]
        _draw_portrait(
            canvas,
            context,
            observation,
            seat,
            portrait_numbers[seat],
            ring_color,
            layout,
            is_out=seat in sitting_out_seats,
        )


def _draw_name_plate(
    canvas: Canvas,
    table_theme: theme.Theme,
    layout: TableLayout,
    seat: int,
    name: str,
    standing: str,
    *,
    is_on_turn: bool,
    is_out: bool,
) -> None:
    """Draw the name and the standing beside the portrait, in several lines if needed."""
    px, seat_layout = layout.px, layout.get_seat_layout(seat)
    plate_rect = seat_layout.plate_rect.inflate(0, -px(8))
    is_mirrored = seat_layout.portrait_rect.x > seat_layout.plate_rect.x
    plate_rect.width, plate_rect.left = plate_rect.width - px(30), plate_rect.left + (0 if is_mirrored else px(30))
    line_color = theme.GOLD if is_on_turn else table_theme.panel_line_color
    canvas.blit(
        make_rounded_rect(
            plate_rect.size,
            px(12),
            table_theme.panel_color,
            theme.INACTIVE_PLATE_ALPHA if is_out else 232,
            line_color,
            table_theme.compute_line_width(px(2 if is_on_turn else 1)),
        ),
        plate_rect,
    )
    if is_on_turn:
        icon = make_turn_arrow(px(15))
        canvas.blit(
            icon,
            icon.get_rect(
                midtop=(plate_rect.left + px(22) if is_mirrored else plate_rect.right - px(22), plate_rect.top)
            ),
        )
    left, max_width = (
        seat_layout.portrait_rect.right + px(5),
        seat_layout.plate_rect.width - seat_layout.portrait_rect.width - px(14),
    )
    if is_mirrored:
        left = seat_layout.plate_rect.left + px(11)
    line_images = render_plate_lines(
        name, standing, (max_width, plate_rect.height), layout.ui_scale, theme.MUTED if is_out else theme.CREAM
    )
    line_steps = [round(line_image.get_height() * PLATE_LINE_HEIGHT_RATIO) for line_image in line_images]
    y = seat_layout.plate_rect.centery - sum(line_steps) // 2 - px(1)
    for line_image, line_step in zip(line_images, line_steps, strict=True):
        canvas.blit(line_image, line_image.get_rect(midleft=(left, y + line_step // 2)))
        y += line_step


def render_plate_lines(
    name: str, standing: str, max_size: tuple[int, int], ui_scale: float, color: theme.Color
) -> list[pygame.Surface]:
    """Return a name and the standing of its seat as images of lines that fit.

    ``max_size``: width and height in pixels. The name takes a line, or two smaller ones if it would be hard to read;
    the standing is shortened, but keeps its first line.
    """
    max_width, max_height = max_size
    scale = min(max(max_height / ui_scale / NORMAL_PLATE_HEIGHT, 1.0), 1.15)
    large_size, normal_size, small_size = (
        round(19 * scale * ui_scale),
        round(14.5 * scale * ui_scale),
        round(14.5 * ui_scale),
    )
    if theme.load_font("serif", round(large_size * 0.8)).size(name)[0] <= max_width:
        lines = [theme.render_fitted_text(name, "serif", large_size, color, max_width)]
    else:
        first_line = theme.wrap_text(name, "serif", small_size, max_width)[0]
        rest_of_name = name[len(first_line) :].strip()
        lines = [
            theme.render_fitted_text(row, "serif", small_size, color, max_width)
            for row in (first_line, rest_of_name)
            if row
        ]
    parts = standing.split("\n")
    rows = [row for part in parts for row in theme.wrap_text(part, "sans", normal_size, max_width)]
    free_lines = int(
        (max_height - sum(line.get_height() for line in lines) * PLATE_LINE_HEIGHT_RATIO)
        / (theme.load_font("sans", normal_size).size("A")[1] * PLATE_LINE_HEIGHT_RATIO)
    )
    if len(rows) > free_lines:
        rows = parts[: max(free_lines, 1)]
    return [
        *lines,
        *(theme.render_fitted_text(row, "sans", normal_size, theme.MUTED, max_width) for row in rows if row),
    ]


def _draw_portrait(
    canvas: Canvas,
    context: AppContext,
    observation: Observation,
    seat: int,
    portrait_number: int,
    ring_color: str,
    layout: TableLayout,
    *,
    is_out: bool,
) -> None:
    px, rect = layout.px, layout.get_seat_layout(seat).portrait_rect
    canvas.blit(make_disc(rect.width, ring_color), rect)
    portrait_rect = get_portrait_rect(layout, seat)
    portrait = context.scene_card_images.get_portrait(portrait_number, portrait_rect.width)
    if is_out:
        portrait = portrait.copy()
        portrait.fill(
            (SITTING_OUT_BRIGHTNESS, SITTING_OUT_BRIGHTNESS, SITTING_OUT_BRIGHTNESS),
            special_flags=pygame.BLEND_RGB_MULT,
        )
    canvas.blit(portrait, portrait_rect)
    if observation.dealer == seat:
        dealer_rect = pygame.Rect(0, 0, px(24), px(24))
        dealer_rect.bottomright = rect.bottomright
        canvas.blit(make_disc(dealer_rect.width, theme.CREAM), dealer_rect)
        letter = theme.render_text(_("D"), "bold", px(15), theme.INK)
        canvas.blit(letter, letter.get_rect(center=dealer_rect.center))
    side_index = next(
        (index for index, side_seats in enumerate(observation.sides) if seat in side_seats and len(side_seats) > 1),
        None,
    )
    if side_index is not None:
        side_badge = make_side_badge(side_index, px(24))
        canvas.blit(side_badge, side_badge.get_rect(bottomleft=rect.bottomleft))


def get_portrait_rect(layout: TableLayout, seat: int) -> pygame.Rect:
    """Return the place of a seat's portrait, within its ring, in pixels."""
    return layout.get_seat_layout(seat).portrait_rect.inflate(-layout.px(8), -layout.px(8))


@lru_cache(maxsize=64)
def make_disc(size: int, color: theme.Color) -> pygame.Surface:
    """Return a disc with a smooth edge, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(color)[:3], 0))
    pygame.draw.circle(large_image, color, large_image.get_rect().center, size * CORNER_SUPERSAMPLING // 2)
    return pygame.transform.smoothscale(large_image, (size, size))


def draw_announcement_chips(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    observation: Observation,
    layout: TableLayout,
    speaking_seats: frozenset[int],
) -> None:
    """Draw chips with the announcements of the seats.

    A viewer without an announcement gets a chip with their secret role, if they have one.
    """
    announcements = presentation.list_announcements(observation, context.scenes.top.deck)
    for seat, announcement in announcements.items():
        if seat not in speaking_seats:
            _draw_chip(canvas, context.theme, layout, seat, announcement.text, is_out=announcement.is_out)
    secret = presentation.describe_secret(observation, context.scenes.top.deck)
    if (
        secret
        and observation.seat is not None
        and observation.seat == layout.bottom_seat
        and observation.seat not in announcements
    ):
        _draw_chip(
            canvas,
            context.theme,
            layout,
            observation.seat,
            secret,
            image=_make_small_card(context, presentation.find_called_card(observation), layout),
        )


def _make_small_card(context: AppContext, card: Card | None, layout: TableLayout) -> pygame.Surface | None:
    """Return the image of a card as high as a chip, None without a card."""
    return (
        None
        if card is None
        else context.scene_card_images.get_card(
            card, round((layout.get_seat_layout(layout.bottom_seat).row_rect.height - 2) / CARD_ASPECT_RATIO)
        )
    )


def _draw_chip(
    canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, seat: int, text: str, *,
    is_out: bool = False,
    image: pygame.Surface | None = None,
) -> None:  # fmt: skip
    """Draw a text at a seat's name plate, with ``image`` before it."""
    px, row_rect = layout.px, layout.get_seat_layout(seat).row_rect
    if image is not None:
        canvas.blit(image, image.get_rect(midleft=row_rect.midleft))
        row_rect = row_rect.move(image.get_width() + px(5), 0)
        row_rect.width -= image.get_width() + px(5)
    text_image = theme.render_fitted_text(
        text, "bold", px(16.5), theme.MUTED if is_out else theme.INK, row_rect.width - px(16)
    )
    rect = pygame.Rect(0, 0, min(row_rect.width, text_image.get_width() + px(22)), px(28))
    is_right_aligned = (
        layout.get_seat_layout(seat).pile_center[0] > row_rect.centerx
        or row_rect.right <= layout.get_seat_layout(seat).plate_rect.left
    )
    if is_right_aligned:
        rect.midright = row_rect.midright
    else:
        rect.midleft = row_rect.midleft
    if is_out:
        canvas.blit(make_rounded_rect(rect.size, rect.height // 2, table_theme.panel_color, 190), rect)
    else:
        draw_pill(canvas, rect, theme.GOLD)
    canvas.blit(text_image, text_image.get_rect(center=rect.center))


def draw_speech_bubble(canvas: Canvas, context: AppContext, text: str, seat: int, layout: TableLayout) -> None:
    """Draw the speech of a seat; text that does not fit ends with an ellipsis."""
    px, seat_layout = layout.px, layout.get_seat_layout(seat)
    speech_rect, is_mirrored = seat_layout.speech_rect, seat_layout.portrait_rect.x > seat_layout.plate_rect.x
    near_width = seat_layout.plate_rect.width - seat_layout.portrait_rect.width - px(4)
    for size, width in ((px(16.5), near_width), (px(16.5), speech_rect.width), (px(13.5), speech_rect.width)):
        lines, line_step = theme.wrap_text(text, "bold", size, width - px(18)), round(size * 1.14)
        max_lines = max(1, (speech_rect.height - px(8)) // line_step)
        if len(lines) <= max_lines:
            break
    if len(lines) > max_lines:
        lines = [*lines[: max_lines - 1], lines[max_lines - 1] + "…"]
    line_images = [theme.render_fitted_text(line, "bold", size, theme.INK, width - px(16)) for line in lines]
    rect = pygame.Rect(0, 0, width, max(px(44), min(speech_rect.height, line_step * len(line_images) + px(12))))
    rect.midright = speech_rect.midright
    if not is_mirrored:
        rect.midleft = speech_rect.midleft
    canvas.blit(make_rounded_rect(rect.size, px(12), theme.CREAM), rect)
    y = rect.centery - line_step * len(line_images) // 2
    for row, line in enumerate(line_images):
        canvas.blit(line, line.get_rect(center=(rect.centerx, y + row * line_step + line_step // 2)))


def draw_spare_hand(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    observation: Observation,
    layout: TableLayout,
) -> None:
    """Draw the background of the hand that no player holds, and its label."""
    if observation.board.spare_card_count:
        draw_panel(canvas, context.theme, layout.spare_rect)
        left, first_pose = layout.spare_rect.left + layout.px(12), compute_spare_pose(layout, 0)
        max_width = round(first_pose.x - first_pose.width / 2) - left - layout.px(6)
        text_image = theme.render_fitted_text(
            presentation.get_spare_hand_label(), "bold", layout.px(17), theme.CREAM, max_width
        )
        canvas.blit(text_image, text_image.get_rect(midleft=(left, layout.spare_rect.centery)))


# -- the lines above the hand


def find_winning_seat(board: Board, phase: Phase | None) -> int | None:
    """Return the seat whose card wins the trick so far.

    None if no card has been played, or if the winner is not known.
    """
    tricks = phase if isinstance(phase, TrickPhase) else getattr(phase, "trick_phase", None)
    open_cards = [
        (seat, card) for seat, card in board.trick if seat not in board.face_down_seats and card is not HIDDEN_CARD
    ]
    if not isinstance(tricks, TrickPhase) or not open_cards or board.trick[0] != open_cards[0]:
        return None
    seats, cards = zip(*open_cards, strict=True)
    return find_trick_winner(Trick(seats, cards), tricks.ranking, board.trump)


def describe_current_trick(observation: Observation, names: Sequence[str]) -> str:
    """Return who is winning the trick and what it is worth, or who leads to it.

    Empty if no trick is being played.
    """
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
    if values and points:
        text = ngettext("{name} is winning {count} point", "{name} is winning {count} points", points)
        if is_viewer_winning:
            text = ngettext("you are winning {count} point", "you are winning {count} points", points)
        elif is_default_person_name(names[winning_seat]):
            text = ngettext("ahead so far: {name}, {count} point", "ahead so far: {name}, {count} points", points)
        return text.format(name=names[winning_seat], count=points)
    if is_viewer_winning:
        return _("you are winning")
    text = _("ahead so far: {name}") if is_default_person_name(names[winning_seat]) else _("{name} is winning")
    return text.format(name=names[winning_seat])


def draw_prompt(
    canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, text: str, *, is_emphasized: bool
) -> None:
    """Draw the line above the viewer's hand; ``is_emphasized``: the person has to act."""
    px, prompt_rect = layout.px, layout.prompt_rect
    color = theme.INK if is_emphasized else theme.CREAM
    text_image = theme.render_fitted_text(
        text, "bold" if is_emphasized else "sans", px(theme.BODY_TEXT_SIZE), color, prompt_rect.width - px(28)
    )
    rect = pygame.Rect(0, 0, text_image.get_width() + px(30), px(32))
    rect.center = prompt_rect.center
    if is_emphasized:
        draw_pill(canvas, rect, theme.GOLD)
    else:
        canvas.blit(make_rounded_rect(rect.size, rect.height // 2, table_theme.panel_color, 190), rect)
    canvas.blit(text_image, text_image.get_rect(center=rect.center))


def can_fit_message(layout: TableLayout, text: str) -> bool:
    """Return whether a message fits in its lines."""
    return (
        len(theme.wrap_text(text, "bold", layout.px(theme.SMALL_TEXT_SIZE), layout.prompt_rect.width - layout.px(40)))
        <= MAX_MESSAGE_LINES
    )


def draw_status_message(canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, text: str) -> None:
    """Draw a message to the person in the place of the prompt."""
    px, prompt_rect = layout.px, layout.prompt_rect
    size = px(theme.BODY_TEXT_SIZE)
    lines = theme.wrap_text(text, "bold", size, prompt_rect.width - px(40))
    if len(lines) > 1:
        size = px(theme.SMALL_TEXT_SIZE)
        lines = theme.wrap_text(text, "bold", size, prompt_rect.width - px(40))[:MAX_MESSAGE_LINES]
    line_images = [
        theme.render_fitted_text(line, "bold", size, theme.CREAM, prompt_rect.width - px(36)) for line in lines
    ]
    line_step = round(size * 1.2)
    rect = pygame.Rect(
        0,
        0,
        max(line_image.get_width() for line_image in line_images) + px(34),
        min(prompt_rect.height, line_step * len(line_images) + px(10)),
    )
    rect.center = prompt_rect.center
    canvas.blit(make_rounded_rect(rect.size, px(12), table_theme.panel_color, 250, theme.GOLD, max(1, px(2))), rect)
    for row, line_image in enumerate(line_images):
        y = rect.centery + round((row - (len(line_images) - 1) / 2) * line_step)
        canvas.blit(line_image, line_image.get_rect(center=(rect.centerx, y)))
