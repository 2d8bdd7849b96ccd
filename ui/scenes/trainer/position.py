"""The position of a task on the table of a match: its board, its cards, and the places of the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec
import pygame

from game.core.events import TrickTaken
from game.core.phase import Board
from game.text.gettext import _
from game.trainer.model import AnyTask, CountTask, OutTask, TrickTask
from ui.scenes.trainer.answers import CARD_GAP, compute_picked_card_width
from ui.table.layout.cards import compute_card_poses, make_trick_key
from ui.table.layout.pose import CARD_ASPECT_RATIO, CardPose
from ui.table.layout.seats import TableLayout

MAX_PICKED_CARD_WIDTH: Final = 96
"""The largest width of a card to be marked, in design pixels."""
GROUP_GAP: Final = 28
CAPTION_HEIGHT: Final = 26
"""The distance between the groups of the viewer's cards, and the height of their captions, in design pixels."""
MAX_GROUP_STEP_RATIO: Final = 0.8
"""The largest distance of two cards of a group, in card widths."""


def compute_answer_rect(layout: TableLayout) -> pygame.Rect:
    """Return the place of the hand, which ends with the buttons beside it."""
    rect = layout.hand_rect
    return rect.move_to(height=layout.tray_rect.bottom - rect.top)


class PickerPlace(NamedTuple):
    """The place of cards to be marked, and the area that is left for the viewer's cards.

    ``card_width``: in pixels; ``columns``: the cards in a row.
    """

    card_width: int
    columns: int
    rect: pygame.Rect
    other_rect: pygame.Rect


def find_picker_place(layout: TableLayout, count: int) -> PickerPlace:
    """Return the larger place for ``count`` cards: that of the hand, or the middle of the table."""
    gap, max_width = layout.px(CARD_GAP), layout.px(MAX_PICKED_CARD_WIDTH)
    rects = compute_answer_rect(layout), layout.free_rect
    places = [
        PickerPlace(*compute_picked_card_width(count, rect.inflate(-gap, -gap).size, gap, max_width), rect, other_rect)
        for rect, other_rect in (rects, rects[::-1])
    ]
    return max(places, key=lambda place: place.card_width)


@dataclass(frozen=True)
class TaskPosition:
    """A task on a table.

    ``trick_index``: of the trick that is shown before the question, or None; ``is_answered``: whether the answer is
    given.
    """

    task: AnyTask
    layout: TableLayout
    trick_index: int | None
    is_answered: bool

    @property
    def trick(self) -> TrickTaken | None:
        """The trick on the table."""
        task = self.task
        if isinstance(task, TrickTask):
            return task.trick
        return task.tricks[self.trick_index] if isinstance(task, OutTask) and self.trick_index is not None else None

    @property
    def trick_keys(self) -> list[tuple[int, str]]:
        """The seats that played to the trick on the table, with the keys of their cards."""
        trick = self.trick
        plays = () if trick is None else zip(trick.seats, trick.cards, strict=True)
        return [(seat, make_trick_key(seat, card, is_face_down=False)) for seat, card in plays]

    @property
    def board(self) -> Board:
        """The cards of the position: a trick as it was taken, and a pile to be counted in place of the hand.

        A card that the viewer played face down is face up, since the task asks what the viewer has seen.
        """
        task, trick = self.task, self.trick
        board = task.observation.board
        hands = list(board.hands)
        if isinstance(task, TrickTask):
            hands[task.trick.seats[-1]] = hands[task.trick.seats[-1]][1:]
        if isinstance(task, CountTask):
            hands[task.seat] = task.cards
        elif trick is None or isinstance(task, TrickTask):
            hands[task.seat] = ()
        plays = () if trick is None else tuple(zip(trick.seats, trick.cards, strict=True))
        return msgspec.structs.replace(board, hands=tuple(hands), trick=plays, face_down_seats=())

    @property
    def card_poses(self) -> dict[str, CardPose]:
        """The poses of all cards by their keys."""
        poses = compute_card_poses(self.board, self.layout)
        return poses | {pose.card.name: pose for group in self.iter_groups() for pose in group[0]}

    def iter_groups(self) -> Iterator[tuple[list[CardPose], str, pygame.Rect]]:
        """Yield the groups of the viewer's cards beside those to be marked, with captions and the places of these."""
        task, layout, gap = self.task, self.layout, self.layout.px(GROUP_GAP)
        if not isinstance(task, OutTask) or self.trick_index is not None or self.is_answered:
            return
        area = find_picker_place(layout, len(task.suit_cards)).other_rect
        groups = [(task.hand, _("Your hand, already seen"))] + (
            [(task.put_away, _("Put away"))] if task.put_away else []
        )
        caption_height, part_count = layout.px(CAPTION_HEIGHT), sum(len(cards) + 2 for cards, _caption in groups)
        width = int(min(layout.trick_card_width, (area.height - caption_height) / CARD_ASPECT_RATIO))
        height, left = round(width * CARD_ASPECT_RATIO), area.left
        for cards, caption in groups:
            group_width = (area.width - gap * (len(groups) - 1)) * (len(cards) + 2) // part_count
            rect = pygame.Rect(left, area.centery - (height + caption_height) // 2, group_width, height)
            step = min(width * MAX_GROUP_STEP_RATIO, (group_width - width) / max(1, len(cards) - 1))
            first_x = rect.centerx - step * (len(cards) - 1) / 2
            poses = [
                CardPose(card, first_x + index * step, rect.centery, width, z=index) for index, card in enumerate(cards)
            ]
            yield poses, caption, pygame.Rect(left, rect.bottom, group_width, caption_height)
            left += group_width + gap
