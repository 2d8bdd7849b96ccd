"""Parts of the table at the seats: portraits, name plates, speech bubbles, announcements and badges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.core.cards import DeckStyle
from game.core.phase import Board
from game.core.sanitizer import capitalize_first
from game.core.trick_taking import AllTricksPlayedPhase, TrickPhase
from game.match.observation import Observation
from game.text.gettext import _
from game.text.player_names import abbreviate_name
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.avatars import AvatarMap, choose_portraits, choose_ring_colors
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import CORNER_SUPERSAMPLING, draw_panel, make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.table.hud.markers import get_side_mark, make_dashed_rect, make_side_arcs, make_side_badge, make_turn_arrow
from ui.table.hud.score_panel import has_score_rows
from ui.table.layout.cards import compute_spare_pose
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import PILE_LABEL_HEIGHT, SeatLayout, TableLayout

PLATE_LINE_HEIGHT_RATIO: Final = 0.86
"""The distance of lines on a name plate, in line heights."""
PLATE_HEIGHT_RATIO: Final = 0.84
"""The height of a name plate, in portrait sizes."""
MAX_PILE_LABEL_OVERHANG: Final = 24
"""The design pixels by which the label of a pile may be wider than the pile."""
NAME_TEXT_SIZE: Final = theme.ROW_TITLE_TEXT_SIZE
CAPTION_TEXT_SIZE: Final = 16
"""The sizes of the name and of the line below it, in design pixels."""
MIN_NAME_RATIO: Final = 0.8
"""The smallest size of a name in a single line, as a share of its normal size."""
MAX_NEAR_BUBBLE_LINES: Final = 3
MAX_BUBBLE_LINES: Final = 6
"""The most lines of a speech bubble beside the portrait, and of one over the parts of its seat."""
WIDE_BUBBLE_WIDTH: Final = 300
"""The width of the bubble of a text that needs more lines, in design pixels."""
ARC_SPAN_DEGREES: Final = 100.0
"""The length of all parts of the oval before the seats, half of it on each side of them, in degrees."""
MIN_TRICK_PORTRAIT_SIZE: Final = 26
TRICK_PORTRAIT_RATIO: Final = 0.4
TRICK_PORTRAIT_INSET_RATIO: Final = 0.2
"""The least size of a portrait on a card of the trick in design pixels, its size in card widths, and the distance of
its middle from the upper edge of the card in its own sizes."""
SITTING_OUT_BRIGHTNESS: Final = 110
"""The brightness of the portrait of a player who sits out the deal, 0 to 255."""


class PlateCaption(NamedTuple):
    """The line below the name on a plate: a role or a call, and the score if no panel has it.

    ``is_emphasized``: it is in gold; ``is_optional``: the role is left out if the name or the score needs its place.
    """

    role: str
    standing: str = ""
    is_emphasized: bool = False
    is_optional: bool = False


def draw_seats(
    canvas: Canvas,
    context: AppContext,
    presentation: GamePresentation,
    observation: Observation,
    names: Sequence[str],
    levels: Sequence[str],
    notes: Mapping[int, str],
    avatars: AvatarMap,
    layout: TableLayout,
    speaking_seats: frozenset[int],
    turn: int | None,
    dealer: int | None,
) -> None:
    """Draw the portrait and the name plate of each seat.

    ``turn``: the seat in the frame, None if there is none. ``dealer``: None until the draw is seen. ``levels``: by
    seat, or () if they are not shown.
    ``notes``: lines that replace those on plates, by seat. The name plates of ``speaking_seats`` are left out if their
    speech bubbles are there.
    """
    sitting_out_seats, portrait_numbers = (
        presentation.find_sitting_out_seats(observation),
        choose_portraits(names, avatars),
    )
    ring_colors = choose_ring_colors(observation.sides, names, avatars)
    deck = context.scenes.top.deck
    for seat in range(observation.seats):
        mark, is_on_turn = get_side_mark(layout, seat), seat == turn
        if seat not in speaking_seats or not covers_plate(layout.get_seat_layout(seat)):
            _draw_name_plate(
                canvas,
                context.theme,
                layout,
                seat,
                names[seat],
                make_plate_caption(
                    presentation,
                    observation,
                    layout,
                    seat,
                    deck,
                    levels[seat] if levels else "",
                    notes.get(seat, ""),
                    is_dealer=seat == dealer,
                ),
                is_on_turn=is_on_turn,
                is_out=seat in sitting_out_seats,
            )
        _draw_portrait(
            canvas,
            context,
            seat,
            portrait_numbers[seat],
            theme.GOLD if is_on_turn else ring_colors[seat] if mark is None else mark.color,
            layout,
            is_dealer=seat == dealer,
            is_out=seat in sitting_out_seats,
        )


def make_plate_caption(
    presentation: GamePresentation,
    observation: Observation,
    layout: TableLayout,
    seat: int,
    deck: DeckStyle,
    level: str = "",
    note: str = "",
    *,
    is_dealer: bool | None = None,
) -> PlateCaption:
    """Return the line below the name of a seat.

    ``level``: of a computer player, which is of the least importance, after the word for the dealer; ``note``: a line
    that matters more, or ""; ``is_dealer``: None if it follows from the observation.
    """
    announcement = presentation.list_announcements(observation, deck).get(seat)
    standing = "" if has_score_rows(observation) else presentation.describe_standing(observation, seat)
    if note:
        return PlateCaption(note, standing, is_emphasized=True)
    if announcement is not None:
        return PlateCaption(capitalize_first(announcement.text), standing, not announcement.is_out)
    secret = presentation.describe_secret(observation, deck) if seat == observation.seat == layout.bottom_seat else ""
    if secret:
        return PlateCaption(secret, standing, is_emphasized=True)
    if seat != layout.bottom_seat and layout.is_own_side(seat):
        return PlateCaption(_("Your partner"), standing)
    is_dealer = seat == observation.dealer if is_dealer is None else is_dealer
    return PlateCaption(_("Dealer") if is_dealer else level, standing, is_optional=True)


def _draw_name_plate(
    canvas: Canvas,
    table_theme: theme.Theme,
    layout: TableLayout,
    seat: int,
    name: str,
    caption: PlateCaption,
    *,
    is_on_turn: bool,
    is_out: bool,
) -> None:
    """Draw the name and the caption beside the portrait; the border repeats the side and whose turn it is."""
    px, seat_layout, mark = layout.px, layout.get_seat_layout(seat), get_side_mark(layout, seat)
    rect = compute_plate_rect(layout, seat)
    alpha = theme.INACTIVE_PLATE_ALPHA if is_out else 232
    plain_color = table_theme.panel_line_color if table_theme.is_high_contrast else table_theme.panel_color
    line_color = theme.GOLD if is_on_turn else plain_color if mark is None else mark.color
    line_width = max(1, px(3 if is_on_turn else 2))
    make_plate = make_dashed_rect if mark is not None and mark.is_dashed else make_rounded_rect
    canvas.blit(make_plate(rect.size, px(12), table_theme.panel_color, alpha, line_color, line_width), rect)
    if is_on_turn:
        icon = make_turn_arrow(px(15))
        x = rect.left + px(20) if seat_layout.is_mirrored else rect.right - px(20)
        canvas.blit(icon, icon.get_rect(midtop=(x, rect.top)))
    text_rect = compute_plate_text_rect(layout, seat)
    is_muted = mark is None or caption.is_optional
    caption_color = theme.GOLD if caption.is_emphasized else theme.MUTED if is_muted else theme.CREAM
    line_images = render_plate_lines(
        name, caption, text_rect.size, layout.ui_scale, theme.MUTED if is_out else theme.CREAM, caption_color
    )
    line_steps = [round(line_image.get_height() * PLATE_LINE_HEIGHT_RATIO) for line_image in line_images]
    y = text_rect.centery - sum(line_steps) // 2
    for line_image, line_step in zip(line_images, line_steps, strict=True):
        line_rect = line_image.get_rect(midleft=(text_rect.left, y + line_step // 2))
        if seat_layout.is_mirrored:
            line_rect.right = text_rect.right
        canvas.blit(line_image, line_rect)
        y += line_step


def compute_plate_rect(layout: TableLayout, seat: int) -> pygame.Rect:
    """Return the visible name plate, which begins below the middle of the portrait, in pixels."""
    seat_layout = layout.get_seat_layout(seat)
    rect = seat_layout.plate_rect.copy()
    rect.height = round(rect.height * PLATE_HEIGHT_RATIO)
    rect.width -= seat_layout.portrait_rect.width // 2
    rect.center = seat_layout.plate_rect.center
    rect.left = seat_layout.plate_rect.left if seat_layout.is_mirrored else seat_layout.portrait_rect.centerx
    return rect


def compute_plate_text_rect(layout: TableLayout, seat: int) -> pygame.Rect:
    """Return the place of the text on a name plate, in pixels."""
    plate_rect, portrait_rect = compute_plate_rect(layout, seat), layout.get_seat_layout(seat).portrait_rect
    gap = layout.px(8)
    if layout.get_seat_layout(seat).is_mirrored:
        left, right = plate_rect.left + gap + layout.px(4), portrait_rect.left - gap
    else:
        left, right = portrait_rect.right + gap, plate_rect.right - gap - layout.px(4)
    return pygame.Rect(left, plate_rect.top + layout.px(2), right - left, plate_rect.height - layout.px(4))


def render_plate_lines(
    name: str,
    caption: PlateCaption,
    max_size: tuple[int, int],
    ui_scale: float,
    color: theme.Color,
    caption_color: theme.Color = theme.MUTED,
) -> list[pygame.Surface]:
    """Return a name and its caption as images of lines that fit.

    ``max_size``: width and height in pixels. The name takes a line, or two smaller ones if it would be hard to read;
    without room for them it is shortened. The caption has the role or, if that is optional, the score if there is no
    room for both.
    """
    max_width, max_height = max_size
    name_size, caption_size = round(NAME_TEXT_SIZE * ui_scale), round(CAPTION_TEXT_SIZE * ui_scale)
    is_long_name = theme.load_font("serif", round(name_size * MIN_NAME_RATIO)).size(name)[0] > max_width
    text = " · ".join(filter(None, (caption.role, caption.standing)))
    is_too_wide = theme.load_font("sans", round(caption_size * MIN_NAME_RATIO)).size(text)[0] > max_width
    if caption.role and (is_too_wide or (is_long_name and caption.is_optional)):
        text = caption.standing if caption.is_optional else caption.role
    text = capitalize_first(text)
    caption_lines = [theme.render_fitted_text(text, "sans", caption_size, caption_color, max_width)] if text else []
    shown_name = shorten_name(name, name_size, max_width) if is_long_name else name
    name_lines = [theme.render_fitted_text(shown_name, "serif", name_size, color, max_width)]
    if is_long_name:
        rows = _split_name(name, caption_size, max_width)
        widest = max(theme.load_font("serif", caption_size).size(row)[0] for row in rows)
        row_size = int(caption_size * max(theme.MIN_TEXT_SIZE_RATIO, min(1.0, max_width / widest)))
        two_lines = [theme.render_fitted_text(row, "serif", row_size, color, max_width, 1.0) for row in rows]
        height = sum(line.get_height() for line in (*two_lines, *caption_lines)) * PLATE_LINE_HEIGHT_RATIO
        name_lines = two_lines if height <= max_height else name_lines
    return [*name_lines, *caption_lines]


def shorten_name(name: str, size: int, max_width: int) -> str:
    """Return a name as it fits a line of a plate: whole, with an initial, or its first word and an ellipsis.

    ``size``: of its text, ``max_width``: pixels. A first word that does not fit either is returned as well.
    """
    measure = theme.load_font("serif", int(size * theme.MIN_TEXT_SIZE_RATIO)).size
    first_word, *other_words = name.split() or [name]
    candidates = (name, abbreviate_name(name))
    cut_name = f"{first_word}…" if other_words else name
    return next((candidate for candidate in candidates if measure(candidate)[0] <= max_width), cut_name)


def _split_name(name: str, size: int, max_width: int) -> Sequence[str]:
    """Return two lines of nearly the same width; a single word is broken where the first line is full."""
    words, measure = name.split(), theme.load_font("serif", size).size
    if len(words) > 1:
        splits = ((" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words)))
        return min(splits, key=lambda rows: max(measure(row)[0] for row in rows))
    first_line = theme.wrap_text(name, "serif", size, max_width)[0]
    return tuple(filter(None, (first_line, name[len(first_line) :])))


def _draw_portrait(
    canvas: Canvas,
    context: AppContext,
    seat: int,
    portrait_number: int,
    ring_color: str,
    layout: TableLayout,
    *,
    is_dealer: bool,
    is_out: bool,
) -> None:
    px, seat_layout = layout.px, layout.get_seat_layout(seat)
    rect = seat_layout.portrait_rect
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
    outer_x = rect.right if seat_layout.is_mirrored else rect.left
    if is_dealer:
        dealer_rect = pygame.Rect(0, 0, px(26), px(26))
        dealer_rect.center = outer_x + px(-8 if seat_layout.is_mirrored else 8), rect.top + px(10)
        canvas.blit(make_disc(dealer_rect.width, theme.CREAM), dealer_rect)
        symbol = render_symbol("dealer", px(18), theme.INK)
        canvas.blit(symbol, symbol.get_rect(center=dealer_rect.center))
    mark = get_side_mark(layout, seat)
    if mark is not None:
        badge = make_side_badge(mark, px(30), context.theme.panel_color)
        center = outer_x + px(-12 if seat_layout.is_mirrored else 12), rect.bottom - px(12)
        canvas.blit(badge, badge.get_rect(center=center))


def draw_trick_portraits(
    canvas: Canvas, context: AppContext, board: Board, names: Sequence[str], avatars: AvatarMap, layout: TableLayout
) -> None:
    """Draw the portrait of its player on the upper edge of each card of a trick that is side by side above a panel."""
    portrait_numbers = choose_portraits(names, avatars)
    size = max(layout.px(MIN_TRICK_PORTRAIT_SIZE), round(layout.trick_card_width * TRICK_PORTRAIT_RATIO))
    for seat, _card in board.trick:
        x, y = layout.get_seat_layout(seat).trick_center
        top = y - layout.trick_card_width * CARD_ASPECT_RATIO / 2
        portrait = context.scene_card_images.get_portrait(portrait_numbers[seat], size)
        canvas.blit(portrait, portrait.get_rect(center=(round(x), round(top + size * TRICK_PORTRAIT_INSET_RATIO))))


def get_portrait_rect(layout: TableLayout, seat: int) -> pygame.Rect:
    """Return the place of a seat's portrait, within its ring, in pixels."""
    return layout.get_seat_layout(seat).portrait_rect.inflate(-layout.px(6), -layout.px(6))


@lru_cache(maxsize=64)
def make_disc(size: int, color: theme.Color) -> pygame.Surface:
    """Return a disc with a smooth edge, ``size`` pixels across."""
    large_image = pygame.Surface((size * CORNER_SUPERSAMPLING, size * CORNER_SUPERSAMPLING), pygame.SRCALPHA)
    large_image.fill((*pygame.Color(color)[:3], 0))
    pygame.draw.circle(large_image, color, large_image.get_rect().center, size * CORNER_SUPERSAMPLING // 2)
    return pygame.transform.smoothscale(large_image, (size, size))


def draw_side_arcs(canvas: Canvas, table_theme: theme.Theme, layout: TableLayout) -> None:
    """Draw the parts of the oval before the seats in the colors and lines of their sides, where these are public."""
    if not layout.sides:
        return
    ring, seats = layout.trick_ring_rect, len(layout.seat_layouts)
    marks = (get_side_mark(layout, seat) for seat in range(seats))
    arcs = tuple(
        (_compute_ring_angle(layout, seat), ARC_SPAN_DEGREES / seats, mark)
        for seat, mark in enumerate(marks)
        if mark is not None
    )
    line_width = table_theme.compute_line_width(max(3, layout.px(4)))
    image = make_side_arcs(ring.size, arcs, line_width)
    canvas.blit(image, image.get_rect(center=ring.center))


def _compute_ring_angle(layout: TableLayout, seat: int) -> float:
    """Return the direction of a seat from the middle of the oval in degrees; the viewer is at 270."""
    step = 360 / len(layout.seat_layouts)
    seats_away = (seat - layout.bottom_seat) % len(layout.seat_layouts)
    is_clockwise = layout.get_seat_layout((layout.bottom_seat + 1) % len(layout.seat_layouts)).plate_rect.centerx < (
        layout.window_size[0] // 2
    )
    return round((270 + (-step if is_clockwise else step) * seats_away) % 360, 1)


def draw_pile_labels(
    canvas: Canvas,
    table_theme: theme.Theme,
    presentation: GamePresentation,
    observation: Observation,
    board: Board,
    layout: TableLayout,
) -> None:
    """Draw the number of tricks on the pile of each side, or of each seat where everybody plays alone."""
    trick_size, points = _count_trick_cards(presentation, observation), count_shown_points(observation, board)
    for pile_seat in sorted({layout.get_pile_seat(seat) for seat in range(observation.seats)}):
        members = tuple(seat for seat in range(observation.seats) if layout.get_pile_seat(seat) == pile_seat)
        trick_count = sum(board.pile_sizes[seat] for seat in members) // trick_size
        text = presentation.describe_tricks(observation, members, trick_count, sum(points[seat] for seat in members))
        if text:
            _draw_pile_label(canvas, table_theme, layout, pile_seat, text)


def count_shown_points(observation: Observation, board: Board) -> tuple[int, ...]:
    """Return what each seat has taken by the board as it is shown: a trick may be on its pile before it is observed."""
    points, phase, winner = list(observation.points), observation.phase, board.last_trick_winner
    if winner is not None and sum(board.pile_sizes) > sum(observation.board.pile_sizes):
        values = phase.card_points if isinstance(phase, TrickPhase) else {}
        points[winner] += sum(values.get(card.rank, 0) for _seat, card in board.last_trick) if values else 1
    return tuple(points)


def _count_trick_cards(presentation: GamePresentation, observation: Observation) -> int:
    """Return the number of cards in a trick of the deal; at its end the phase no longer has the seats that sit out."""
    phase = observation.phase
    if isinstance(phase, AllTricksPlayedPhase) and phase.completed_tricks:
        return len(phase.completed_tricks[0].trick.cards)
    return max(1, observation.seats - len(presentation.find_sitting_out_seats(observation)))


def _draw_pile_label(canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, seat: int, text: str) -> None:
    px, seat_layout, mark = layout.px, layout.get_seat_layout(seat), get_side_mark(layout, seat)
    pile_rect, fan_rect, plate_rect = seat_layout.pile_rect, seat_layout.fan_rect, seat_layout.plate_rect
    symbol = None if mark is None else render_symbol(mark.symbol, px(15), mark.color)
    symbol_width = 0 if symbol is None else symbol.get_width() + px(5)
    largest_width = pile_rect.width + px(MAX_PILE_LABEL_OVERHANG)
    max_width = largest_width - px(10) - symbol_width
    text_image = theme.render_fitted_text(text, "bold", px(CAPTION_TEXT_SIZE), theme.CREAM, max_width)
    rect = pygame.Rect(0, 0, min(largest_width, text_image.get_width() + symbol_width + px(18)), px(PILE_LABEL_HEIGHT))
    rect.midbottom = pile_rect.midbottom
    if rect.width > pile_rect.width and fan_rect.width:  # over the covered cards, not over the middle of the table
        rect.left = pile_rect.left if fan_rect.left > pile_rect.left else pile_rect.right - rect.width
    if plate_rect.left < pile_rect.centerx < plate_rect.right:
        rect.left = max(min(rect.left, plate_rect.right - rect.width), plate_rect.left)
    canvas.blit(make_rounded_rect(rect.size, rect.height // 2, table_theme.panel_color, 240), rect)
    left = rect.centerx - (text_image.get_width() + symbol_width) // 2
    if symbol is not None:
        canvas.blit(symbol, symbol.get_rect(midleft=(left, rect.centery)))
    canvas.blit(text_image, text_image.get_rect(midleft=(left + symbol_width, rect.centery)))


def draw_tray(canvas: Canvas, table_theme: theme.Theme, layout: TableLayout, rect: pygame.Rect) -> None:
    """Draw the ground of the buttons at the hand."""
    canvas.blit(make_rounded_rect(rect.size, layout.px(16), table_theme.panel_color, 232), rect)


def covers_plate(seat_layout: SeatLayout) -> bool:
    """Return whether the speech bubble of a seat takes the place of its plate."""
    return seat_layout.speech_rect.colliderect(seat_layout.plate_rect)


def draw_speech_bubble(canvas: Canvas, context: AppContext, text: str, seat: int, layout: TableLayout) -> None:
    """Draw the speech of a seat.

    The bubble covers the seat's cards, or its plate where the cards are face up; a long text makes it larger, and ends
    with an ellipsis if it is too long.
    """
    px, seat_layout = layout.px, layout.get_seat_layout(seat)
    speech_rect, is_mirrored = seat_layout.speech_rect, seat_layout.is_mirrored
    is_over_plate = covers_plate(seat_layout)
    near_width = seat_layout.plate_rect.width - seat_layout.portrait_rect.width - px(4)
    size = px(theme.SMALL_TEXT_SIZE)
    line_step = round(size * 1.14)
    widths = [(near_width, MAX_NEAR_BUBBLE_LINES), (speech_rect.width, MAX_BUBBLE_LINES)]
    if seat != layout.bottom_seat:
        widths.append((max(speech_rect.width, px(WIDE_BUBBLE_WIDTH)), MAX_BUBBLE_LINES))
    for width, max_lines in widths:
        lines = theme.wrap_text(text, "bold", size, width - px(18))
        if len(lines) <= max_lines:
            break
    if len(lines) > max_lines:
        lines = [*lines[: max_lines - 1], lines[max_lines - 1] + "…"]
    line_images = [theme.render_fitted_text(line, "bold", size, theme.INK, width - px(16), 1.0) for line in lines]
    height = line_step * len(line_images) + px(12)
    rect = pygame.Rect(0, 0, width, max(px(44), min(speech_rect.height, height)))
    if is_over_plate:
        rect.centery = seat_layout.plate_rect.centery
    else:
        rect.top = speech_rect.top
    rect.left = speech_rect.right - rect.width if is_mirrored else speech_rect.left
    rect.clamp_ip(speech_rect.inflate(2 * max(0, rect.width - speech_rect.width), 0))
    rect.inflate_ip(0, max(0, height - rect.height))
    rect.top = rect.top if is_over_plate else speech_rect.top
    rect.clamp_ip(pygame.Rect((0, 0), layout.window_size).inflate(0, -2 * px(4)))
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
