"""Parts of the table at the seats: portraits, name plates, speech bubbles, announcements and badges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import pygame

from game.core.cards import DeckStyle
from game.core.phase import Board
from game.core.sanitizer import capitalize_first
from game.core.trick_taking import AllTricksPlayedPhase, TrickPhase
from game.match.observation import Observation
from game.session.avatars import choose_portraits, choose_ring_colors
from game.text.games.game_words import Announcement
from game.text.gettext import _
from game.text.player_names import abbreviate_name
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.table.hud.frame import HUD_ALPHA, TIGHT_LINE_RATIO, describe_label, make_table_frame
from ui.table.hud.markers import (
    SideMark,
    draw_side_arc,
    get_side_mark,
    make_dashed_rect,
    make_side_badge,
    make_turn_arrow,
)
from ui.table.hud.score_panel import has_score_rows
from ui.table.layout.cards import compute_spare_pose
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.layout.seats import PILE_LABEL_HEIGHT, TableLayout
from ui.table.state import SpeechBubble, TableViewModel
from ui.widgets.layout import Alternatives, Anchored, Column, Framed, Layers, Padded, Row
from ui.widgets.nodes import Align, Frame, Image, Line, Node, Space, Text, make_disc, make_symbol

Rects: TypeAlias = Sequence[pygame.Rect]
MAX_PILE_LABEL_OVERHANG: Final = 24
"""The design pixels by which the label of a pile may be wider than the pile."""
NAME_TEXT_SIZE: Final = theme.ROW_TITLE_TEXT_SIZE
CAPTION_TEXT_SIZE: Final = 16
FIGURE_TEXT_SIZES: Final = (30, 26, 22)
UNIT_TEXT_RATIO: Final = 0.62
"""The sizes of an announcement in design pixels, and that of the words beside its figure as a share of it."""
SYMBOL_RATIO: Final = 0.7
FIGURE_GAP: Final = 5
"""The size of a symbol as a share of the text, and the space between the words in design pixels."""
SCORE_FIGURE_SIZE: Final = 27
"""The size of the score at the end of a plate in design pixels."""
NAME_ROOM_RATIO: Final = 1.15
CAPTION_ROOM_RATIO: Final = 1.1
"""The sizes of the name and of the line below it in design pixels, and their heights in text sizes."""
MIN_NAME_RATIO: Final = 0.81
"""The smallest size of a name in a single line, as a share of its normal size."""
MAX_NEAR_BUBBLE_LINES: Final = 3
"""The most lines of a speech bubble on a name plate."""
SPEECH_PADDING: Final = 9
MIN_BUBBLE_HEIGHT: Final = 44
NEAR_BUBBLE_WIDTHS: Final = (220, 150)
"""The space beside the words of a bubble, its least height, and its widths around a name plate, in design pixels."""
ARC_SPAN_DEGREES: Final = 100.0
"""The length of all parts of the oval before the seats, half of it on each side of them, in degrees."""
MIN_TRICK_PORTRAIT_SIZE: Final = 26
TRICK_PORTRAIT_RATIO: Final = 0.4
TRICK_PORTRAIT_INSET_RATIO: Final = 0.2
"""The least size of a portrait on a card of the trick in design pixels, its size in card widths, and the distance of
its middle from the upper edge of the card in its own sizes."""
RING_WIDTH: Final = 3
"""The width of the ring around a portrait, in design pixels."""
SITTING_OUT_BRIGHTNESS: Final = 110
"""The brightness of the portrait of a player who sits out the deal, 0 to 255."""


class PlateCaption(NamedTuple):
    """The line below the name on a plate: a role or a call, and the score if no panel has it.

    ``is_emphasized``: it is in gold; ``is_optional``: the role is left out if the name or the score needs its place;
    ``announcement``: the role is this, as large as fits; ``is_partner``: the player openly plays with the viewer;
    ``figure``: the score at the end of the plate, as large as fits, or "".
    """

    role: str
    standing: str = ""
    is_emphasized: bool = False
    is_optional: bool = False
    announcement: Announcement | None = None
    is_partner: bool = False
    figure: str = ""


def draw_seats(canvas: Canvas, context: AppContext, view_model: TableViewModel, covered_seats: frozenset[int]) -> None:
    """Draw the portrait and the name plate of each seat.

    The speech bubbles of ``covered_seats`` take the place of their name plates.
    """
    observation, layout, names = view_model.observation, view_model.layout, view_model.names
    presentation = view_model.presentation
    frame, sitting_out_seats = make_table_frame(context, layout), presentation.find_sitting_out_seats(observation)
    portrait_numbers = choose_portraits(names, view_model.avatars)
    ring_colors = choose_ring_colors(observation.sides, names, view_model.avatars)
    for seat, seat_layout in enumerate(layout.seat_layouts):
        mark, is_on_turn, is_dealer = get_side_mark(layout, seat), seat == view_model.turn, seat == view_model.dealer
        is_out = seat in sitting_out_seats
        if seat not in covered_seats:
            level, note = view_model.levels[seat] if view_model.levels else "", view_model.plate_notes.get(seat, "")
            caption = make_plate_caption(
                presentation, observation, layout, seat, view_model.deck, level, note, is_dealer=is_dealer
            )  # fmt: skip
            if layout.is_television:
                caption = make_television_caption(view_model, seat, caption)
            plate = describe_plate(
                context.theme, layout, seat, names[seat], caption, is_on_turn=is_on_turn, is_out=is_out
            )
            plate.paint(frame, canvas, seat_layout.name_rect)
        ring_color = theme.GOLD if is_on_turn else ring_colors[seat] if mark is None else mark.color
        get_image = partial(context.scene_card_images.get_portrait, portrait_numbers[seat])
        if is_out:
            get_image = partial(_darken_portrait, context, portrait_numbers[seat])
        side = "right" if seat_layout.is_mirrored else "left"
        badges = [_describe_dealer_sign(side)] if is_dealer else []
        if mark is not None:
            badges.append(_describe_side_badge(mark, context.theme.panel_color, side))
        ring = make_disc(0, fill_color=ring_color, line_color=ring_color)
        Layers(ring, Padded(Image(get_image), padding=RING_WIDTH), *badges).paint(
            frame, canvas, seat_layout.portrait_rect
        )


def _describe_dealer_sign(side: str) -> Node:
    sign = Layers(make_disc(26, fill_color=theme.CREAM, line_color=theme.CREAM), make_symbol("dealer", 18, theme.INK))
    return Padded(Anchored(sign, f"top{side}"), padding=-5, top=-3)


def _describe_side_badge(mark: SideMark, ground_color: theme.Color, side: str) -> Node:
    badge = Image(lambda size: make_side_badge(mark, size, ground_color), 30)
    return Padded(Anchored(badge, f"bottom{side}"), padding=-3)


def _darken_portrait(context: AppContext, number: int, size: int) -> pygame.Surface:
    """Return the portrait of a player who sits out the deal."""
    portrait = context.scene_card_images.get_portrait(number, size).copy()
    portrait.fill((SITTING_OUT_BRIGHTNESS,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    return portrait


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
    is_partner = seat != observation.seat == layout.bottom_seat and layout.is_own_side(seat)
    if announcement is not None:
        role, is_active = capitalize_first(announcement.text), not announcement.is_out
        return PlateCaption(role, standing, is_active, announcement=announcement, is_partner=is_partner)
    secret = presentation.describe_secret(observation, deck) if seat == observation.seat == layout.bottom_seat else ""
    if secret:
        return PlateCaption(secret, standing, is_emphasized=True)
    if is_partner:
        return PlateCaption(_("Your partner"), standing)
    is_dealer = seat == observation.dealer if is_dealer is None else is_dealer
    return PlateCaption(_("Dealer") if is_dealer else level, standing, is_optional=True)


def make_television_caption(view_model: TableViewModel, seat: int, caption: PlateCaption) -> PlateCaption:
    """Return ``caption`` as all in the room read it: the tricks where there is no role, and the score as a figure."""
    observation = view_model.observation
    figure = "" if has_score_rows(observation) else view_model.presentation.format_total(observation, seat)
    role = describe_pile(view_model, seat) if caption.is_optional else caption.role
    return caption._replace(role=role, standing="", figure=figure, is_optional=False)


def describe_plate(
    table_theme: theme.Theme,
    layout: TableLayout,
    seat: int,
    name: str,
    caption: PlateCaption,
    *,
    is_on_turn: bool,
    is_out: bool,
) -> Node:
    """Return the name and the caption beside the portrait; the edge repeats the side and whose turn it is."""
    seat_layout, mark = layout.get_seat_layout(seat), get_side_mark(layout, seat)
    plain_color = table_theme.panel_line_color if table_theme.is_high_contrast else table_theme.panel_color
    is_muted = mark is None or caption.is_optional
    caption_color = theme.GOLD if caption.is_emphasized else theme.MUTED if is_muted else theme.CREAM
    align: Align = "right" if seat_layout.is_mirrored else "left"
    text = describe_name(name, caption, align, theme.MUTED if is_out else theme.CREAM, caption_color)
    covered_width = (seat_layout.portrait_rect.width + 1) // 2 / layout.ui_scale
    figure = Line(caption.figure, face="serif", size=SCORE_FIGURE_SIZE, align=align, min_ratio=1, room_ratio=1)
    figures = [Space(theme.SMALL_GAP), figure] if caption.figure else []
    parts = [Space(covered_width + theme.SMALL_GAP), text, *figures, Space(theme.SMALL_GAP + theme.TINY_GAP)]
    arrow = Anchored(Image(make_turn_arrow, 15), "topleft" if seat_layout.is_mirrored else "topright")
    plate = Plate(
        Row(*(reversed(parts) if seat_layout.is_mirrored else parts)),
        padding=0,
        top=2,
        line_color=theme.GOLD if is_on_turn else plain_color if mark is None else mark.color,
        line_width=3 if is_on_turn else 2,
        alpha=theme.INACTIVE_PLATE_ALPHA if is_out else HUD_ALPHA,
        is_dashed=mark is not None and mark.is_dashed,
    )
    return Layers(plate, Padded(arrow, padding=12.5, top=0)) if is_on_turn else plate


@dataclass(kw_only=True)
class Plate(Framed):
    """The ground of a name plate, with a dashed edge or a plain one."""

    is_dashed: bool = False

    def paint_ground(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        if self.is_dashed and self.line_color is not None:
            color, line_width = frame.place.manager.theme.panel_color, max(1, frame.px(self.line_width))
            look = color, self.alpha, self.line_color, line_width
            canvas.blit(make_dashed_rect(rect.size, frame.px(self.radius), *look), rect)
        else:
            super().paint_ground(frame, canvas, rect)


def describe_name(
    name: str, caption: PlateCaption, align: Align, color: theme.Color, caption_color: theme.Color
) -> Node:
    """Return a name with its caption, as they fit.

    The name takes a line, or two smaller ones if it would be hard to read; where these do not fit it is shortened. The
    caption leaves out an optional role, else the score, where only one of them fits. An announcement is below the name
    in a line, as large as fits.
    """
    make_line = partial(Line, face="serif", size=NAME_TEXT_SIZE, color=color, align=align, room_ratio=NAME_ROOM_RATIO)
    make_row = partial(make_line, size=CAPTION_TEXT_SIZE)
    first_word, *other_words = name.split() or [name]
    two_rows = [make_row(row) for row in _split_name(name)]
    make_short_line = partial(make_line, min_ratio=theme.MIN_TEXT_SIZE_RATIO)
    cut_name = make_line(f"{first_word}…" if other_words else name)
    short_name = Alternatives(make_short_line(name), make_short_line(abbreviate_name(name)), cut_name)

    def place(*lines: Node, is_long: bool) -> Node:
        return Anchored(
            Column(*lines, _describe_caption(caption, align, caption_color, is_long=is_long)), f"mid{align}"
        )

    large = (
        () if caption.announcement is None else _list_large_captions(name, caption, caption.announcement, align, color)
    )
    return Alternatives(
        *large,
        place(make_line(name, min_ratio=MIN_NAME_RATIO), is_long=False),
        place(*two_rows, is_long=True),
        place(short_name, is_long=True),
        grow=1,
    )


def _list_large_captions(
    name: str, caption: PlateCaption, announcement: Announcement, align: Align, color: theme.Color
) -> tuple[Node, ...]:
    """Return a name with an announcement below it, the largest first; the score is beside the name or behind it.

    The highest call of an auction leaves the score out before it is smaller.
    """
    make_small = partial(Line, size=CAPTION_TEXT_SIZE, color=theme.MUTED, room_ratio=CAPTION_ROOM_RATIO, min_ratio=1)
    make_name = partial(Line, face="serif", size=NAME_TEXT_SIZE, color=color, room_ratio=NAME_ROOM_RATIO)
    side_note = make_small(_("partner"), color=theme.OWN_SIDE_COLOR) if caption.is_partner else None
    figure_color = theme.CREAM if caption.is_emphasized else theme.MUTED
    before, figure, behind = announcement.split_text()

    def describe(size: float, standing_above: str, standing_behind: str) -> Node:
        make_unit = partial(make_small, size=max(CAPTION_TEXT_SIZE, size * UNIT_TEXT_RATIO))
        above = make_small(standing_above) if standing_above else None
        row = (
            make_symbol(announcement.symbol, size * SYMBOL_RATIO, figure_color) if announcement.symbol else None,
            make_unit(before) if before else None,
            make_small(figure, face="serif", size=size, color=figure_color, room_ratio=1),
            make_unit(behind) if behind else None,
            make_small(f"· {standing_behind}") if standing_behind else None,
        )
        head = Row(make_name(name, min_ratio=MIN_NAME_RATIO), above or side_note, gap=theme.SMALL_GAP, align="middle")
        figures = Row(*row, gap=FIGURE_GAP, align="middle")
        return Anchored(Column(Anchored(head, f"mid{align}"), Anchored(figures, f"mid{align}")), f"mid{align}")

    standings = [(caption.standing, ""), ("", caption.standing), *([("", "")] if announcement.is_highest else [])]
    return tuple(describe(size, *standing) for size, standing in product(FIGURE_TEXT_SIZES, standings))


def _describe_caption(caption: PlateCaption, align: Align, color: theme.Color, *, is_long: bool) -> Node | None:
    """Return the line below a name; ``is_long``: the name needs the room of an optional role."""
    whole = " · ".join(filter(None, (caption.role, caption.standing)))
    short = caption.standing if caption.is_optional or not caption.role else caption.role
    texts = (short,) if is_long and caption.is_optional else (whole, short)
    make_line = partial(Line, size=CAPTION_TEXT_SIZE, color=color, align=align, room_ratio=CAPTION_ROOM_RATIO)
    lines = [make_line(capitalize_first(text), min_ratio=MIN_NAME_RATIO) if text else Space() for text in texts]
    if texts[-1]:
        lines[-1] = make_line(capitalize_first(texts[-1]))
    return Alternatives(*lines)


def _split_name(name: str) -> tuple[str, ...]:
    """Return two lines of nearly the same width; a single word is divided in the middle."""
    words, measure = name.split(), theme.load_font("serif", NAME_TEXT_SIZE).size
    splits = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    middle = len(name) // 2
    return min(splits or [(name[:middle], name[middle:])], key=lambda rows: max(measure(row)[0] for row in rows))


def draw_trick_portraits(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Draw the portrait of its player on the upper edge of each card of a trick that is side by side above a panel."""
    layout, portrait_numbers = view_model.layout, choose_portraits(view_model.names, view_model.avatars)
    size = max(layout.px(MIN_TRICK_PORTRAIT_SIZE), round(layout.trick_card_width * TRICK_PORTRAIT_RATIO))
    for seat, _card in view_model.board.trick:
        x, y = layout.get_seat_layout(seat).trick_center
        top = y - layout.trick_card_width * CARD_ASPECT_RATIO / 2
        portrait = context.scene_card_images.get_portrait(portrait_numbers[seat], size)
        canvas.blit(portrait, portrait.get_rect(center=(round(x), round(top + size * TRICK_PORTRAIT_INSET_RATIO))))


def compute_portrait_size(layout: TableLayout, seat: int) -> int:
    """Return the size of a seat's portrait, within its ring, in pixels."""
    return layout.get_seat_layout(seat).portrait_rect.width - 2 * layout.px(RING_WIDTH)


def draw_side_arcs(canvas: Canvas, table_theme: theme.Theme, layout: TableLayout) -> None:
    """Draw the parts of the oval before the seats in the colors and lines of their sides, where these are public."""
    if not layout.sides:
        return
    ring, half_length = layout.trick_ring_rect, ARC_SPAN_DEGREES / len(layout.seat_layouts)
    line_width = table_theme.compute_line_width(max(3, layout.px(4)))
    for seat in range(len(layout.seat_layouts)):
        mark = get_side_mark(layout, seat)
        if mark is not None:
            angle = _compute_ring_angle(layout, seat)
            draw_side_arc(canvas, ring, angle, half_length, mark, line_width)


def _compute_ring_angle(layout: TableLayout, seat: int) -> float:
    """Return the direction of a seat from the middle of the oval in degrees; the viewer is at 270."""
    step = 360 / len(layout.seat_layouts)
    seats_away = (seat - layout.bottom_seat) % len(layout.seat_layouts)
    is_clockwise = layout.get_seat_layout((layout.bottom_seat + 1) % len(layout.seat_layouts)).plate_rect.centerx < (
        layout.window_size[0] // 2
    )
    return round((270 + (-step if is_clockwise else step) * seats_away) % 360, 1)


def draw_pile_labels(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Draw the number of tricks on the pile of each side, or of each seat where everybody plays alone."""
    layout, frame = view_model.layout, make_table_frame(context, view_model.layout)
    for pile_seat in range(view_model.observation.seats):
        text = describe_pile(view_model, pile_seat)
        if text:
            label = _describe_pile_label(text, get_side_mark(layout, pile_seat))
            room = layout.get_seat_layout(pile_seat).pile_rect.width + frame.px(MAX_PILE_LABEL_OVERHANG)
            rect = layout.get_seat_layout(pile_seat).place_pile_label(
                min(room, label.measure_width(frame, room)), label.measure_height(frame, room)
            )
            label.paint(frame, canvas, rect)


def describe_pile(view_model: TableViewModel, seat: int) -> str:
    """Return the number of tricks on the pile at a seat in words, "" if there is none."""
    observation, board, layout = view_model.observation, view_model.board, view_model.layout
    points = count_shown_points(observation, board)
    members = tuple(other for other in range(observation.seats) if layout.get_pile_seat(other) == seat)
    trick_count = sum(board.pile_sizes[other] for other in members) // _count_trick_cards(
        view_model.presentation, observation
    )
    if not members:
        return ""
    return view_model.presentation.describe_tricks(
        observation, members, trick_count, sum(points[other] for other in members)
    )


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


def _describe_pile_label(text: str, mark: SideMark | None) -> Node:
    symbol = None if mark is None else make_symbol(mark.symbol, 15, mark.color)
    words = Row(symbol, Line(text, face="bold", size=CAPTION_TEXT_SIZE), gap=5)
    return describe_label(words, PILE_LABEL_HEIGHT, 9)


def draw_tray(canvas: Canvas, context: AppContext, layout: TableLayout, rect: pygame.Rect) -> None:
    """Draw the ground of the buttons at the hand."""
    ground = Framed(Space(), alpha=HUD_ALPHA, line_width=0, radius=theme.LARGE_GAP)
    ground.paint(make_table_frame(context, layout), canvas, rect)


def draw_speech_bubbles(
    canvas: Canvas, context: AppContext, layout: TableLayout, bubbles: Sequence[SpeechBubble], taken_rects: Rects
) -> None:
    """Draw what the seats say, each in the place of `place_speech_bubble`."""
    frame = make_table_frame(context, layout)
    for seat, text in bubbles:
        bubble, rect = place_speech_bubble(frame, layout, seat, text, taken_rects)
        bubble.paint(frame, canvas, rect)


def find_covered_seats(
    context: AppContext, layout: TableLayout, bubbles: Sequence[SpeechBubble], taken_rects: Rects
) -> frozenset[int]:
    """Return the seats whose bubbles take the place of their name plates."""
    frame, places = make_table_frame(context, layout), layout.seat_layouts
    rects = ((seat, place_speech_bubble(frame, layout, seat, text, taken_rects)[1]) for seat, text in bubbles)
    return frozenset(seat for seat, rect in rects if rect.colliderect(places[seat].name_rect))


def place_speech_bubble(
    frame: Frame, layout: TableLayout, seat: int, text: str, taken_rects: Rects
) -> tuple[Node, pygame.Rect]:
    """Return the bubble of a seat and its place in pixels.

    A bubble is beside, above or below the name plate, where it covers no part, no card and none of ``taken_rects``.
    Without room there it takes the place of the name plate, where a text that is too long ends with an ellipsis.
    """
    seat_layout = layout.get_seat_layout(seat)
    window_rect = pygame.Rect((0, 0), layout.window_size).inflate(0, -2 * frame.px(theme.TINY_GAP))
    covered = [*layout.list_parts_besides_plate(seat), *taken_rects]
    near_width = seat_layout.speech_rect.width
    words = Text(
        text, face="bold", size=theme.SMALL_TEXT_SIZE, color=theme.INK, align="centre", line_ratio=TIGHT_LINE_RATIO
    )
    bubble = Framed(words, padding=SPEECH_PADDING, top=6, fill_color=theme.CREAM, line_width=0)
    gap = frame.px(theme.TINY_GAP)
    for width in map(frame.px, NEAR_BUBBLE_WIDTHS):
        size = bubble.measure_width(frame, width), bubble.measure_height(frame, width)
        for rect in seat_layout.list_speech_places(pygame.Rect((0, 0), size), gap):
            if window_rect.contains(rect) and rect.inflate(2 * gap, 2 * gap).collidelist(covered) < 0:
                return bubble, rect
    for words.max_lines in range(MAX_NEAR_BUBBLE_LINES, 0, -1):
        height = max(frame.px(MIN_BUBBLE_HEIGHT), bubble.measure_height(frame, near_width))
        rect = seat_layout.place_speech(near_width, height).clamp(window_rect)
        if rect.collidelist(covered) < 0:
            return bubble, rect
    return bubble, seat_layout.speech_rect


def draw_spare_hand(canvas: Canvas, context: AppContext, view_model: TableViewModel) -> None:
    """Draw the background of the hand that no player holds, and its label."""
    layout = view_model.layout
    if view_model.observation.board.spare_card_count:
        draw_panel(canvas, context.theme, layout.spare_rect)
        first_pose = compute_spare_pose(layout, 0)
        cards_width = layout.spare_rect.right - round(first_pose.x - first_pose.width / 2)
        label = Line(view_model.presentation.get_spare_hand_label(), face="bold", size=17, grow=1)
        row = Row(Space(theme.GAP), label, Space(cards_width / layout.ui_scale + 6))
        row.paint(make_table_frame(context, layout), canvas, layout.spare_rect)
