"""The card of the main menu that Continue resumes: a match with its table, players and score, or a network table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.cards import HIDDEN_CARD, Card, DeckStyle
from game.core.sanitizer import capitalize_first
from game.lessons.lesson import Lesson
from game.lessons.text import get_lesson_title
from game.match.setup import PlayerInfo
from game.rules import GAMES
from game.session.avatars import AvatarMap, choose_portraits, filter_human_avatars
from game.storage.archive import MatchListEntry
from game.text.formatting import (
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
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Layers, Padded, Rest, Row
from ui.widgets.nodes import Frame, Line, Node, Painter, Space, Text, make_symbol
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import CardsPicture, PlacedCard, paint_edged_felt

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

PICTURE_SHARE: Final = 0.444
"""The share of the picture in the width of a card."""
SYMBOL_SIZE: Final = 152
PORTRAIT_SIZE: Final = 48
PORTRAIT_STEP: Final = 0.75
MIN_LOW_TEXT_WIDTH: Final = 130
"""Sizes in design pixels; the last is the least width of the text of a low card."""
HAND_CARD_RATIO: Final = 0.226
MAX_HAND_CARD_RATIO: Final = 0.45
"""The width of a card of the hand, as a share of the width of the picture, and at most of its height."""
DAY_S: Final = 86_400


class MatchCard:
    """The card of a saved match; ``images``: of its deck; ``place``: where it is played, "" for at this screen."""

    def __init__(self, match: MatchListEntry, avatars: AvatarMap, images: CardImages, place: str = "") -> None:
        self._match, self._images, self._observation, self._place = match, images, match.observation, place
        self._names = format_player_names(match.names)
        seat = match.observation.seat if match.observation is not None else None
        self._marked_names = [
            _("{name} (you)").format(name=name) if index == seat and name != get_default_person_name() else name
            for index, name in enumerate(self._names)
        ]
        players = tuple(map(PlayerInfo, match.names, match.player_kinds))
        self._portraits = choose_portraits(match.names, filter_human_avatars(players, avatars))
        alone = tuple((seat,) for seat in range(len(match.names)))
        self._sides = match.observation.sides if match.observation is not None else alone

    def describe(self, button: Action, now: float, grow: float) -> Node:
        """Return the card with a picture of the table; ``now``: the present time, as from `time.time`."""
        picture = Widget(CardsPicture, (partial(place_cards, self._match), self._images), grow=1)
        players = Alternatives(self._describe_players(), self._describe_players(is_short=True), grow=1)
        caption = self._place or format_saved_time(self._match.updated_at, now)
        return make_card(
            [*self._list_result_lines(), picture],
            Line(caption, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
            Line(format_game_title(self._match), size=theme.TITLE_TEXT_SIZE, face="serif"),
            players,
            replace(button, text=self._button_text),
            grow=grow,
        )

    @property
    def _button_text(self) -> str:
        """The deal with which the match goes on, in words."""
        observation = self._observation
        if observation is None:
            return _("Continue")
        number = max(1, observation.deal_number + (observation.result is not None))
        return _("Continue with deal {number}").format(number=number)

    def describe_low(self, button: Action) -> Node:
        """Return a low card: the game, the result of the last deal, the score and the players."""
        names, score, observation = join_with_commas(self._marked_names), self._format_score(), self._observation
        presentation = get_presentation(self._match.game_id)
        if len(self._sides) > 2 and observation is not None and observation.seat is not None and score:
            score = capitalize_first(presentation.describe_standing(observation, observation.seat))
        if observation is not None and observation.result is not None:
            headline = presentation.format_headline(observation, self._names, observation.seat)
            score = " · ".join(filter(None, (headline, score)))
        lines = [Line(text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) for text in (score, names) if text]
        title, faces = format_game_title(self._match), self._make_faces(range(len(self._names)))
        next_deal = replace(button, text=self._button_text)
        with_faces = [*lines[:-1], Space(theme.TINY_GAP), Row(faces)]
        faces_width = PORTRAIT_SIZE * (1 + (len(self._names) - 1) * PORTRAIT_STEP)
        return Alternatives(
            make_low_card(title, lines, next_deal, faces),
            make_low_card(title, with_faces, next_deal, min_text_width=faces_width),
            make_low_card(title, with_faces, button, min_text_width=faces_width),
            make_low_card(title, lines, button),
        )

    def _make_faces(self, seats: Iterable[int]) -> PortraitRow:
        """Return the portraits of some seats, which overlap."""
        numbers = [self._portraits[seat] for seat in seats]
        return PortraitRow(self._images, numbers, PORTRAIT_SIZE, PORTRAIT_STEP, waits=True)

    def _list_result_lines(self) -> list[Node]:
        """Return the result of the last deal, if it was played to its end: the deal, its winners, and its figures."""
        observation = self._observation
        if observation is None or observation.result is None:
            return []
        presentation = get_presentation(self._match.game_id)
        headline = presentation.format_headline(observation, self._names, observation.seat)
        return [
            Space(theme.SECTION_GAP),
            Line(presentation.describe_deal(observation), size=theme.SMALL_TEXT_SIZE, align="centre"),
            Line(headline, size=theme.SECTION_TEXT_SIZE, face="serif", align="centre"),
            Line(presentation.format_deal_figures(observation), face="bold", align="centre"),
        ]

    def _format_score(self) -> str:
        if not self._match.totals:
            return ""
        scores = [format_number(self._match.totals[side[0]]) for side in self._sides]
        return format_score_pair(scores[0], scores[1]) if len(scores) == 2 else " – ".join(scores)

    def _describe_players(self, *, is_short: bool = False) -> Node:
        """Return the sides with the score between two, or below each of several; ``is_short``: in fewer words."""
        names, nodes = self._names if is_short else self._marked_names, list[Node]()
        for side in self._sides:
            faces = Row(Space(grow=1), self._make_faces(side), Space(grow=1))
            name = Line(join_with_commas([names[seat] for seat in side]), size=theme.SMALL_TEXT_SIZE, align="centre")
            name.color = theme.MUTED
            standing = Line(self._format_standing(side[0], is_short=is_short), face="bold", align="centre")
            nodes.append(Column(faces, name, None if len(self._sides) == 2 else standing, grow=1))
        if len(nodes) == 2:
            nodes.insert(1, self._describe_score())
        return Row(*nodes, gap=theme.SMALL_GAP, align="middle")

    def _describe_score(self) -> Node:
        """Return the score of two sides above the goal of the match."""
        score = Line(self._format_score() or "–", size=theme.TITLE_TEXT_SIZE, face="serif", align="centre")
        if self._observation is None:
            return score
        goal = get_presentation(self._match.game_id).describe_match_length(self._observation.options)
        return Column(score, Text(goal, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre"), grow=1)

    def _format_standing(self, seat: int, *, is_short: bool) -> str:
        """Return the score of a seat with its unit, or without it; "" if it is not known."""
        if not self._match.totals:
            return ""
        if self._observation is None:
            return format_number(self._match.totals[seat])
        presentation = get_presentation(self._match.game_id)
        if is_short:
            return presentation.format_total(self._observation, seat)
        return capitalize_first(presentation.describe_standing(self._observation, seat))


def make_table_card(table: KnownTable, images_by_deck: Mapping[DeckStyle, CardImages]) -> MatchCard | None:
    """Return the card of a table over the network with its match, None if that is not known."""
    match = table.make_entry()
    if match is None:
        return None
    from game.network.description.faces import make_network_avatars  # only a table over the network loads it

    place = _("Over the network: {table}").format(table=table.name)
    return MatchCard(match, make_network_avatars(table.people), images_by_deck[GAMES[match.game_id].deck], place)


def describe_lesson_offer(lesson: Lesson, images: CardImages, start: Action, grow: float) -> Node:
    """Return the card for somebody new: a first lesson."""
    picture = Widget(CardsPicture, (partial(place_fan, get_presentation(lesson.game_id).tile_cards), images), grow=1)
    return make_card(
        [picture],
        Line(_("New here?"), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        Line(_("Learn {game}").format(game=get_lesson_title(lesson)), size=theme.TITLE_TEXT_SIZE, face="serif"),
        Text(_("Play your first deal with someone who explains every card. It takes five minutes."), grow=1),
        Row(start, Space(grow=1)),
        grow=grow,
    )


def describe_table(table: KnownTable, button: Action, grow: float) -> Node:
    """Return the card of a table over the network."""
    return make_card(
        [Space(grow=1), make_symbol("people", SYMBOL_SIZE), Space(grow=1)],
        Line(_("Network table"), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        Line(table.name, size=theme.TITLE_TEXT_SIZE, face="serif"),
        Text(table.describe(), grow=1),
        button,
        grow=grow,
    )


def describe_low_table(table: KnownTable, button: Action) -> Node:
    """Return the low card of a table over the network."""
    description = Text(table.describe(), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
    return make_low_card(table.name, [description], button)


def make_card(pictures: Sequence[Node], *nodes: Node, grow: float) -> Node:
    """Return a card with nodes one below the other on felt, and others at their right."""
    picture = Column(*pictures, grow=PICTURE_SHARE)
    text = Padded(Column(*nodes), padding=theme.COLUMN_GAP, top=theme.MARGIN, grow=1 - PICTURE_SHARE)
    return Layers(make_golden_ground(PICTURE_SHARE), Row(picture, text), grow=grow)


def make_low_card(
    title: str,
    captions: Iterable[Node],
    button: Action,
    picture: Node | None = None,
    min_text_width: float = MIN_LOW_TEXT_WIDTH,
) -> Node:
    """Return a card with its title above captions, a small picture before them and a button behind them."""
    text = Column(Line(title, size=theme.SECTION_TEXT_SIZE, face="serif"), *captions)
    row = Row(picture, Rest(text, min_text_width), button, gap=theme.LARGE_GAP, align="middle")
    return Layers(make_golden_ground(), Padded(row, padding=theme.LARGE_GAP, top=theme.SMALL_GAP))


def make_golden_ground(felt_share: float = 0) -> Node:
    """Return the ground of a card: a golden edge, and felt on the left share of its width."""

    def paint(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        line_width = frame.place.manager.theme.compute_line_width(2 * frame.place.scale)
        felt_width = round((rect.width - 2 * line_width) * felt_share)
        paint_edged_felt(frame, canvas, rect, theme.GOLD, line_width, (felt_width, rect.height - 2 * line_width))

    return Painter(paint)


def place_fan(cards: Sequence[Card], size: tuple[int, int]) -> list[PlacedCard]:
    """Return a hand in the middle of a picture of a size in pixels."""
    width, height = size
    return place_hand(cards, round(min(width * HAND_CARD_RATIO, height * MAX_HAND_CARD_RATIO)), width, height / 2)


def place_cards(match: MatchListEntry, size: tuple[int, int]) -> list[PlacedCard]:
    """Return the cards of the table of a match in a picture of a size in pixels, the lowest first.

    Between two deals these are the cards of the last trick.
    """
    observation, (width, height) = match.observation, size
    hand_width = round(min(width * HAND_CARD_RATIO, height * MAX_HAND_CARD_RATIO))
    tile_cards = get_presentation(match.game_id).tile_cards
    if observation is None or observation.phase is None:
        return place_hand(tile_cards, hand_width, width, height / 2)
    board = observation.board
    if observation.result is not None:
        last_trick = tuple(card for _seat, card in board.last_trick)
        return place_hand(last_trick or tile_cards, hand_width, width, height / 2)
    seat = observation.seat
    hand = board.hands[seat] if seat is not None else (HIDDEN_CARD,) * max(map(len, board.hands))
    trick = [HIDDEN_CARD if owner in board.face_down_seats else card for owner, card in board.trick]
    trick_width, stock_width, upper_y = round(hand_width * 0.86), round(hand_width * 0.8), height * 0.27
    placed: list[PlacedCard] = []
    if board.stock_size:
        x = width * (0.225 if trick else 0.42)
        if board.turned_card is not None:
            placed.append(PlacedCard(board.turned_card, stock_width, (x + stock_width * 0.72, upper_y), 90.0))
        if board.stock_size > 1 or board.turned_card is None:
            placed += [PlacedCard(HIDDEN_CARD, stock_width, (x + step, upper_y + step), 0.0) for step in (2, 0)]
    left, right = width * (0.5 if board.stock_size else 0.12), width * 0.94
    step = min(trick_width * 1.12, (right - left - trick_width) / max(1, len(trick) - 1))
    for index, card in enumerate(trick):
        x = (left + right) / 2 + (index - (len(trick) - 1) / 2) * step
        placed.append(PlacedCard(card, trick_width, (x, upper_y), (-4.0, 3.0, -2.0)[index % 3]))
    return placed + place_hand(hand, hand_width, width, height * (0.735 if placed else 0.5))


def place_hand(hand: Sequence[Card], card_width: int, width: int, center_y: float) -> list[PlacedCard]:
    """Return a hand in a slight fan, in a picture of a width in pixels."""
    step = min(card_width * 0.95, (width * 0.86 - card_width) / max(1, len(hand) - 1))
    middle = (len(hand) - 1) / 2
    lean, bow = min(4.0, 14.0 / max(1.0, middle)), card_width * CARD_ASPECT_RATIO * 0.03
    offsets = [index - middle for index in range(len(hand))]
    return [
        PlacedCard(
            card, card_width, (width / 2 + offset * step, center_y + (offset / max(1.0, middle)) ** 2 * bow),
            -offset * lean,
        )
        for card, offset in zip(hand, offsets, strict=True)
    ]  # fmt: skip


def format_game_title(match: MatchListEntry) -> str:
    """Return the name of the game of a saved match, as far as it is known."""
    game = GAMES.get(match.game_id)
    title = _(game.title) if game else match.game_id or _("Unknown game")
    return _("{game} · daily deal").format(game=title) if match.is_daily else title


def format_saved_time(timestamp: float, now: float) -> str:
    """Return when a match was saved, in words; both arguments are as from `time.time`."""
    date, time_of_day = format_date(timestamp), format_time_of_day(timestamp)
    if date == format_date(now):
        return _("Saved today, {time}").format(time=time_of_day)
    if date == format_date(now - DAY_S):
        return _("Saved yesterday, {time}").format(time=time_of_day)
    return _("Saved on {date}").format(date=date)
