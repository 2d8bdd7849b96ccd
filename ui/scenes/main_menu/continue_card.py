"""The card of the main menu with the match that Continue resumes: its table, players and score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.core.cards import HIDDEN_CARD, Card
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation
from game.match.setup import PlayerInfo
from game.rules import GAMES
from game.storage.archive import MatchListEntry
from game.text.formatting import (
    format_change,
    format_date,
    format_number,
    format_score_pair,
    format_time_of_day,
    join_with_commas,
)
from game.text.gettext import _
from game.text.player_names import format_player_names, get_default_person_name
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.avatars import AvatarMap, choose_portraits, filter_human_avatars
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import make_rounded_rect
from ui.widgets.base import Place
from ui.widgets.tile import CAPTION_TEXT_SIZE, TILE_RADIUS, PictureWidget, PlacedCard, render_felt

PICTURE_MIN_WIDTH: Final = 640
PICTURE_MIN_HEIGHT: Final = 200
"""Design pixels of the card from which it has a picture."""
FULL_WIDTH: Final = 848
FULL_HEIGHT: Final = 312
"""The size of the card in a window and at a text of the size of the design."""
PICTURE_WIDTH_RATIO: Final = 0.444
PLAYERS_MIN_HEIGHT: Final = 196
"""Design pixels of height from which the players have a row of their own."""
BUTTON_HEIGHT: Final = 56
BUTTON_WIDTH_RATIO: Final = 0.48
"""The share of a low card that the button takes."""
PADDING: Final = 40
LOW_PADDING: Final = 16
"""Design pixels between the edge and the text, in a card with and without a row of players."""
PORTRAIT_SIZE: Final = 64
SMALL_PORTRAIT_SIZE: Final = 48
HAND_CARD_RATIO: Final = 0.273
"""The width of a card of the hand, as a share of the height of the picture."""
TRICK_CARD_RATIO: Final = 0.234
STOCK_CARD_RATIO: Final = 0.22
RESULT_TEXT_RATIO: Final = 0.48
RESULT_CARDS_CENTER_RATIO: Final = 0.73
"""The height of the text of a result, and the middle of the cards below it, as shares of the height of the picture."""
COLUMN_GAP: Final = 16
"""Design pixels at least between the columns of the players and of the score."""
MAX_GOAL_RATIO: Final = 0.3
"""The largest width of the goal of the match below the score, as a share of the row of the players."""
MAX_GOAL_LINES: Final = 2
DAY_S: Final = 86_400


class ContinueCard(PictureWidget):
    """The card; the button is placed over it, at ``button_rect`` in pixels of the window.

    ``now``: the present time, as from `time.time`.
    """

    def __init__(
        self, match: MatchListEntry, avatars: AvatarMap, now: float, images: CardImages, rect: pygame.Rect, place: Place
    ) -> None:
        self.match = match
        self.title = format_game_title(match)
        self.names = format_player_names(match.names)
        seat = match.observation.seat if match.observation is not None else None
        self.shown_names = tuple(
            _("{name} (you)").format(name=name) if index == seat and name != get_default_person_name() else name
            for index, name in enumerate(self.names)
        )
        self.saved_text = format_saved_time(match.updated_at, now)
        self._observation: Observation | None = match.observation
        height, width = rect.height / place.scale, rect.width / place.scale
        self.has_player_row = height >= PLAYERS_MIN_HEIGHT
        has_picture = self.has_player_row and width >= PICTURE_MIN_WIDTH and height >= PICTURE_MIN_HEIGHT
        self._picture_rect = pygame.Rect(
            0, 0, round(rect.width * PICTURE_WIDTH_RATIO) if has_picture else 0, rect.height
        )
        is_between_deals = self._observation is not None and self._observation.result is not None
        self.result_texts = self._list_result_texts() if has_picture and is_between_deals else ()
        self._table_cards = self._place_cards() if has_picture else []
        self.cards = {(placed.card, placed.width): None for placed in self._table_cards}.keys()
        self._sides = self._list_sides()
        is_duel = len(self._sides) == 2 and len(self.names) == 2
        portrait_scale = max(place.scale, min(rect.height / FULL_HEIGHT, rect.width / FULL_WIDTH))
        self._portrait_size = round((PORTRAIT_SIZE if is_duel else SMALL_PORTRAIT_SIZE) * portrait_scale)
        players = tuple(map(PlayerInfo, match.names, match.player_kinds))
        self._portrait_numbers = choose_portraits(match.names, filter_human_avatars(players, avatars))
        if self.has_player_row:
            self.portraits = tuple((number, self._portrait_size) for number in self._portrait_numbers)
        self.button_rect = self._compute_button_rect(rect, place.scale)
        super().__init__(images, rect, place)

    def _list_sides(self) -> tuple[tuple[int, ...], ...]:
        return (
            self._observation.sides
            if self._observation is not None
            else tuple((seat,) for seat in range(len(self.names)))
        )

    def _compute_button_rect(self, rect: pygame.Rect, ui_scale: float) -> pygame.Rect:
        padding = round((PADDING if self.has_player_row else LOW_PADDING) * ui_scale)
        button_height = min(round(BUTTON_HEIGHT * ui_scale), rect.height - 2 * round(LOW_PADDING * ui_scale))
        left = rect.left + self._picture_rect.width + padding
        if self.has_player_row:
            bottom_padding = min(padding, round(rect.height * 0.11))
            return pygame.Rect(
                left, rect.bottom - bottom_padding - button_height, rect.right - padding - left, button_height
            )
        width = round((rect.width - 3 * padding) * BUTTON_WIDTH_RATIO)
        return pygame.Rect(rect.right - padding - width, rect.centery - button_height // 2, width, button_height)

    # -- the picture

    def _list_result_texts(self) -> tuple[str, ...]:
        """Return the result of the last deal for the picture: the deal, its winners, and its figures."""
        observation, presentation = self._observation, get_presentation(self.match.game_id)
        if observation is None or observation.result is None:
            return ()
        sides = presentation.summarize_sides(observation)
        figures = ""
        if len(sides) == 2:
            figures = format_score_pair(sides[0].score_text, sides[1].score_text)
        elif observation.seat is not None:
            change = format_change(observation.result.scores[observation.seat])
            figures = _("Your score: {change}, total {total}").format(
                change=change, total=format_number(observation.totals[observation.seat])
            )
        headline = presentation.format_headline(observation, self.names, observation.seat)
        return (presentation.describe_deal(observation), headline, figures)

    def _place_cards(self) -> list[PlacedCard]:
        """Return the cards of the table as the picture shows them, the lowest first."""
        rect, observation = self._picture_rect, self._observation
        board = observation.board if observation is not None and observation.phase is not None else None
        hand_width, trick_width, stock_width = (
            round(rect.height * ratio) for ratio in (HAND_CARD_RATIO, TRICK_CARD_RATIO, STOCK_CARD_RATIO)
        )
        if board is None or observation is None:
            return self._place_hand(get_presentation(self.match.game_id).tile_cards, hand_width, rect.centery)
        if self.result_texts:
            last_cards = (
                tuple(card for _seat, card in board.last_trick) or get_presentation(self.match.game_id).tile_cards
            )
            return self._place_hand(last_cards, trick_width, rect.top + rect.height * RESULT_CARDS_CENTER_RATIO)
        seat = observation.seat
        hand = board.hands[seat] if seat is not None else (HIDDEN_CARD,) * max(map(len, board.hands))
        trick = [HIDDEN_CARD if owner in board.face_down_seats else card for owner, card in board.trick]
        has_upper_row = bool(trick or board.stock_size)
        upper_y = rect.top + rect.height * 0.27
        placed: list[PlacedCard] = []
        if board.stock_size:
            x = rect.left + rect.width * (0.225 if trick else 0.42)
            if board.turned_card is not None:
                placed.append(PlacedCard(board.turned_card, stock_width, (x + stock_width * 0.72, upper_y), 90.0))
            if board.stock_size > 1 or board.turned_card is None:
                placed += [PlacedCard(HIDDEN_CARD, stock_width, (x + step, upper_y + step), 0.0) for step in (2, 0)]
        left, right = rect.width * (0.5 if board.stock_size else 0.12), rect.width * 0.94
        step = min(trick_width * 1.12, (right - left - trick_width) / max(1, len(trick) - 1))
        middle_x = rect.left + (left + right) / 2
        for index, card in enumerate(trick):
            x = middle_x + (index - (len(trick) - 1) / 2) * step
            placed.append(PlacedCard(card, trick_width, (x, upper_y), (-4.0, 3.0, -2.0)[index % 3]))
        return placed + self._place_hand(hand, hand_width, rect.top + rect.height * (0.735 if has_upper_row else 0.5))

    def _place_hand(self, hand: Sequence[Card], width: int, center_y: float) -> list[PlacedCard]:
        """Return a hand in a slight fan."""
        rect = self._picture_rect
        step = min(width * 0.95, (rect.width * 0.86 - width) / max(1, len(hand) - 1))
        middle = (len(hand) - 1) / 2
        lean = min(4.0, 14.0 / max(1.0, middle))
        return [
            PlacedCard(
                card,
                width,
                (
                    rect.centerx + (index - middle) * step,
                    center_y + ((index - middle) / max(1.0, middle)) ** 2 * width * CARD_ASPECT_RATIO * 0.03,
                ),
                (middle - index) * lean,
            )
            for index, card in enumerate(hand)
        ]

    # -- painting

    def paint(self, canvas: Canvas) -> None:
        radius, line_width = self.px(TILE_RADIUS), self.theme.compute_line_width(2 * self.ui_scale)
        inner = canvas.rect.inflate(-2 * line_width, -2 * line_width)
        canvas.blit(make_rounded_rect(canvas.size, radius, theme.GOLD), (0, 0))
        canvas.blit(make_rounded_rect(inner.size, radius - line_width, self.theme.panel_color), inner)
        if self._picture_rect.width:
            felt = render_felt((self._picture_rect.width + radius, inner.height), self.theme, radius - line_width)
            picture = pygame.Rect(inner.left, inner.top, self._picture_rect.width - line_width, inner.height)
            canvas.blit(felt, picture, pygame.Rect((0, 0), picture.size))
            if self.has_pictures:
                with canvas.clipped_to(picture):
                    self.draw_cards(canvas, self._table_cards)
            self._paint_result(canvas, picture)
        if self.has_player_row:
            self._paint_rows(canvas)
        else:
            self._paint_lines(canvas)

    def _paint_result(self, canvas: Canvas, picture: pygame.Rect) -> None:
        """Paint the result of the last deal above its last trick, the winners larger than the lines around them."""
        px, width = self.px, picture.width - 2 * self.px(LOW_PADDING)
        sizes = (CAPTION_TEXT_SIZE, theme.SECTION_TEXT_SIZE, theme.BODY_TEXT_SIZE)
        faces: tuple[theme.FontFace, ...] = ("sans", "serif", "bold")
        images = [
            theme.render_fitted_text(text, face, px(size), theme.CREAM, width)
            for text, face, size in zip(self.result_texts, faces, sizes, strict=False)
            if text
        ]
        room = round(picture.height * RESULT_TEXT_RATIO)
        y = picture.top + max(px(6), (room - sum(image.get_height() for image in images)) // 2)
        for image in images:
            canvas.blit(image, image.get_rect(midtop=(picture.centerx, y)))
            y += image.get_height()

    def _paint_rows(self, canvas: Canvas) -> None:
        px, button = self.px, self.button_rect.move(-self.rect.x, -self.rect.y)
        top = min(px(32), round(canvas.height * 0.1))
        saved = theme.render_fitted_text(self.saved_text, "sans", px(CAPTION_TEXT_SIZE), theme.MUTED, button.width)
        title = theme.render_fitted_text(self.title, "serif", px(theme.TITLE_TEXT_SIZE), theme.CREAM, button.width)
        canvas.blit(saved, (button.left, top))
        canvas.blit(title, (button.left, top + saved.get_height()))
        row_top = top + saved.get_height() + title.get_height()
        self._paint_players(canvas, pygame.Rect(button.left, row_top, button.width, button.top - row_top - px(6)))

    def _paint_lines(self, canvas: Canvas) -> None:
        """Paint the name of the game beside the button, and below it as many lines as have room."""
        px, button = self.px, self.button_rect.move(-self.rect.x, -self.rect.y)
        width = button.left - 2 * px(LOW_PADDING)
        title = theme.render_fitted_text(self.title, "serif", px(theme.SECTION_TEXT_SIZE), theme.CREAM, width)
        images = [
            title,
            *(
                theme.render_fitted_text(text, "sans", px(CAPTION_TEXT_SIZE), theme.MUTED, width)
                for text in self._list_captions(width)
            ),
        ]
        while len(images) > 2 and sum(image.get_height() for image in images) > canvas.height:
            images.pop()
        y = (canvas.height - sum(image.get_height() for image in images)) // 2
        for image in images:
            canvas.blit(image, (px(LOW_PADDING), y))
            y += image.get_height()

    def _list_captions(self, width: int) -> list[str]:
        """Return the lines of a low card: the result of the last deal, the score and the players."""
        names, score, observation = join_with_commas(self.shown_names), self._score_text, self._observation
        if len(self._sides) > 2 and observation is not None and observation.seat is not None and score:
            standing = get_presentation(self.match.game_id).describe_standing(observation, observation.seat)
            score = capitalize_first(standing)
        if observation is not None and observation.result is not None:
            headline = get_presentation(self.match.game_id).format_headline(observation, self.names, observation.seat)
            return [" · ".join(filter(None, (headline, score))), names]
        line = " · ".join(filter(None, (names, score)))
        is_fitting = theme.load_font("sans", self.px(CAPTION_TEXT_SIZE)).size(line)[0] <= width
        return [line] if is_fitting or not score else [names, score]

    @property
    def _score_text(self) -> str:
        totals = self.match.totals
        if not totals:
            return ""
        scores = [format_number(totals[side[0]]) for side in self._sides]
        return format_score_pair(scores[0], scores[1]) if len(scores) == 2 else " – ".join(scores)

    def _paint_players(self, canvas: Canvas, rect: pygame.Rect) -> None:
        gap = self.px(COLUMN_GAP)
        if len(self.names) == 2:
            self._paint_duel(canvas, rect)
        elif len(self._sides) == 2:
            score_width = self._paint_score(canvas, rect, theme.TITLE_TEXT_SIZE)
            width = (rect.width - score_width) // 2 - gap
            names = self._list_side_names(width)
            for index, left in enumerate((rect.left, rect.right - width)):
                side_rect = pygame.Rect(left, rect.top, width, rect.height)
                self._paint_side(canvas, side_rect, self._sides[index], names[index])
        else:
            width = (rect.width + gap) // len(self._sides) - gap
            names, totals = self._list_side_names(width), self._format_standings(width)
            for index, side in enumerate(self._sides):
                left = rect.left + (rect.width + gap) * index // len(self._sides)
                side_rect = pygame.Rect(left, rect.top, width, rect.height)
                self._paint_side(canvas, side_rect, side, names[index], totals[index])

    def _list_side_names(self, width: int) -> list[str]:
        """Return the names of each side, with "you" only if they all fit in their size."""
        measure = theme.load_font("sans", self.px(CAPTION_TEXT_SIZE)).size
        full_texts, short_texts = (
            [join_with_commas([names[seat] for seat in side]) for side in self._sides]
            for names in (self.shown_names, self.names)
        )
        return full_texts if all(measure(text)[0] <= width for text in full_texts) else short_texts

    def _format_standings(self, width: int) -> list[str]:
        """Return the score of each side with its unit, without it if it does not fit; "" if it is not known."""
        if not self.match.totals:
            return [""] * len(self._sides)
        figures = [format_number(self.match.totals[side[0]]) for side in self._sides]
        if self._observation is None:
            return figures
        presentation = get_presentation(self.match.game_id)
        texts = [capitalize_first(presentation.describe_standing(self._observation, side[0])) for side in self._sides]
        measure = theme.load_font("bold", self.px(theme.ROW_TITLE_TEXT_SIZE)).size
        if all(measure(text)[0] <= width for text in texts):
            return texts
        return [presentation.format_total(self._observation, side[0]) for side in self._sides]

    def _paint_score(self, canvas: Canvas, rect: pygame.Rect, text_size: int) -> int:
        """Paint the score of two sides and below it the goal of the match; return the width of both."""
        px = self.px
        score = theme.render_text(self._score_text or "–", "serif", px(text_size), theme.CREAM)
        score_rect = score.get_rect(center=rect.center)
        width = score.get_width()
        if self._observation is not None:
            goal = get_presentation(self.match.game_id).describe_match_length(self._observation.options)
            max_width = max(width, round(rect.width * MAX_GOAL_RATIO))
            lines = theme.wrap_text(goal, "sans", px(CAPTION_TEXT_SIZE), max_width) if goal else []
            lines = [*lines[: MAX_GOAL_LINES - 1], " ".join(lines[MAX_GOAL_LINES - 1 :])]
            images = [
                theme.render_fitted_text(line, "sans", px(CAPTION_TEXT_SIZE), theme.MUTED, max_width)
                for line in filter(None, lines)
            ]
            height = sum(image.get_height() for image in images)
            score_rect.bottom = min(score_rect.bottom, rect.bottom - height + px(8))
            y = score_rect.bottom - px(8)
            for image in images:
                canvas.blit(image, image.get_rect(midtop=(rect.centerx, y)))
                y += image.get_height()
            width = max(width, *(image.get_width() for image in images)) if images else width
        canvas.blit(score, score_rect)
        return width

    def _paint_duel(self, canvas: Canvas, rect: pygame.Rect) -> None:
        px, size = self.px, self._portrait_size
        score_width = self._paint_score(canvas, rect, theme.OUTCOME_TEXT_SIZE)
        name_width = (rect.width - score_width) // 2 - size - px(12) - px(COLUMN_GAP)
        for seat, is_right in ((0, False), (1, True)):
            face_rect = pygame.Rect(rect.right - size if is_right else rect.left, rect.centery - size // 2, size, size)
            self._paint_portrait(canvas, seat, face_rect)
            name = theme.render_fitted_text(
                self.names[seat], "bold", px(theme.ROW_TITLE_TEXT_SIZE), theme.CREAM, name_width
            )
            x = face_rect.left - px(12) if is_right else face_rect.right + px(12)
            name_rect = (
                name.get_rect(midright=(x, rect.centery)) if is_right else name.get_rect(midleft=(x, rect.centery))
            )
            canvas.blit(name, name_rect)
            if self.shown_names[seat] != self.names[seat]:
                you = theme.render_fitted_text(
                    get_default_person_name(), "sans", px(CAPTION_TEXT_SIZE), theme.MUTED, name_width
                )
                canvas.blit(you, you.get_rect(topright=name_rect.bottomright) if is_right else name_rect.bottomleft)

    def _paint_side(
        self, canvas: Canvas, rect: pygame.Rect, side: tuple[int, ...], names: str, total: str = ""
    ) -> None:  # fmt: skip
        """Paint the portraits of a side, its names below them, and below these its total."""
        px, size = self.px, min(self._portrait_size, rect.width)
        lines: list[tuple[str, theme.FontFace, int, theme.Color]] = [(names, "sans", CAPTION_TEXT_SIZE, theme.MUTED)]
        if total:
            lines.append((total, "bold", theme.ROW_TITLE_TEXT_SIZE, theme.CREAM))
        images = [
            theme.render_fitted_text(text, face, px(text_size), color, rect.width)
            for text, face, text_size, color in lines
        ]
        height = size + sum(image.get_height() for image in images)
        top = rect.centery - height // 2
        step = min(size * 0.75, (rect.width - size) / max(1, len(side) - 1))
        for index, seat in enumerate(side):
            x = rect.centerx + (index - (len(side) - 1) / 2) * step
            self._paint_portrait(canvas, seat, pygame.Rect(round(x - size / 2), top, size, size))
        y = top + size
        for image in images:
            canvas.blit(image, image.get_rect(midtop=(rect.centerx, y)))
            y += image.get_height()

    def _paint_portrait(self, canvas: Canvas, seat: int, rect: pygame.Rect) -> None:
        if self.has_pictures:
            canvas.blit(self.images.get_portrait(self._portrait_numbers[seat], self._portrait_size), rect)


def format_game_title(match: MatchListEntry) -> str:
    """Return the name of the game of a saved match, as far as it is known."""
    game = GAMES.get(match.game_id)
    return _(game.title) if game else match.game_id or _("Unknown game")


def format_saved_time(timestamp: float, now: float) -> str:
    """Return when a match was saved, in words; both arguments are as from `time.time`."""
    date, time_of_day = format_date(timestamp), format_time_of_day(timestamp)
    if date == format_date(now):
        return _("Saved today, {time}").format(time=time_of_day)
    if date == format_date(now - DAY_S):
        return _("Saved yesterday, {time}").format(time=time_of_day)
    return _("Saved on {date}").format(date=date)
