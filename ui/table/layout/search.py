"""The search for the largest sizes of a table at which its parts do not overlap.

The scale asks for larger text and buttons; it is limited to what fits with the smallest sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import product
from typing import Final

from game.match.hand_order import DEALT_ORDER, CardOrder
from ui.table.layout.placing import TablePlacing
from ui.table.layout.seats import PanelSizes, Sides, TableLayout
from ui.table.layout.sizes import MAX_SIZES, compute_base_unit, get_min_sizes

OPEN_HAND_SHARES: Final = (1.0, 0.9, 0.8, 0.7)
"""The sizes of the viewer's hand beside open hands, as shares of its usual size."""
MAX_OPEN_FAN_CARD_WIDTH: Final = 112
"""The largest width of a card of an open hand, in design pixels."""
MAX_SCALE: Final = 3.0
MIN_SIZE_GAIN: Final = 0.15
"""The gain in size, of 1, from which stock and trump are below the score."""
DECK_PLACES_BY_SEATS: Final[Mapping[int, tuple[bool, ...]]] = {
    2: (False, True), 3: (False, True), 4: (False, True), 5: (True,), 6: (False, True),
}  # fmt: skip
"""Whether stock and trump may be below the score, by number of seats; the preferred place is first."""
BISECTION_STEPS: Final = 7
"""The number of steps in the search for the largest sizes."""


@lru_cache(maxsize=64)
def compute_max_scale(window_size: tuple[int, int], seats: int, hand_size: int = 3) -> float:
    """Return the largest scale at which a table fits in a window.

    ``window_size``: pixels; ``seats``: the number of seats, limited to 2 to 6; ``hand_size``: the largest hand.
    """
    seats, base_unit = min(max(seats, 2), 6), compute_base_unit(window_size)

    def is_feasible(scale: float) -> bool:
        place = partial(TablePlacing, window_size, seats, hand_size, base_unit * scale, get_min_sizes(seats))
        return any(place(is_deck_below=is_deck_below).is_feasible for is_deck_below in DECK_PLACES_BY_SEATS[seats])

    return _bisect_max(1.0, MAX_SCALE, is_feasible)


@lru_cache(maxsize=64)
def compute_table_layout(
    window_size: tuple[int, int],
    seats: int,
    bottom_seat: int,
    is_clockwise: bool,
    scale: float = 1.0,
    card_order: CardOrder = DEALT_ORDER,
    hand_size: int = 3,
    sides: Sides = (),
    *,
    has_open_hands: bool = False,
    has_chat: bool = False,
    panel_sizes: PanelSizes = (),
) -> TableLayout:
    """Return the layout of a table.

    ``window_size``: pixels; ``seats``: the number of seats; ``bottom_seat``: the seat at the lower edge; ``scale``: the
    wanted scale of text and buttons; ``hand_size``: the number of cards of the largest hand of a deal; ``sides``: the
    seats that play together, where everybody knows it; ``has_open_hands``: all hands are face up and as large as fits,
    and the table has no buttons; ``has_chat``: the chat is beside the table if there is room; ``panel_sizes``: of the
    panel that is kept below a smaller trick, () if there is none.
    """
    if has_open_hands:
        placing = _place_open_hands(window_size, seats, hand_size, scale)
    else:
        placing = _place_largest(window_size, seats, hand_size, scale, has_chat=has_chat)
    return placing.make_table_layout(bottom_seat, is_clockwise, card_order, sides, panel_sizes)


@lru_cache(maxsize=64)
def _place_largest(
    window_size: tuple[int, int], seats: int, hand_size: int, scale: float, *, has_chat: bool = False
) -> TablePlacing:
    """Return the parts in the largest sizes that fit, without the chat if none fit beside it.

    Stock and trump are beside the score, or below it if that allows much larger sizes.
    """
    ui_scale = compute_base_unit(window_size) * min(scale, compute_max_scale(window_size, seats, hand_size))

    def place(is_deck_below: bool, ratio: float) -> TablePlacing:
        sizes = get_min_sizes(seats).interpolate(MAX_SIZES, ratio)
        options = partial(TablePlacing, is_deck_below=is_deck_below, has_chat=has_chat)
        largest_hand = sizes._replace(hand_ratio=MAX_SIZES.hand_ratio)
        placing = options(window_size, seats, hand_size, ui_scale, largest_hand)
        return placing if placing.is_feasible else options(window_size, seats, hand_size, ui_scale, sizes)

    def is_feasible(is_deck_below: bool, ratio: float) -> bool:
        return place(is_deck_below, ratio).is_feasible

    best, best_ratio = None, -1.0
    for is_deck_below in DECK_PLACES_BY_SEATS[seats]:
        least_ratio = best_ratio + MIN_SIZE_GAIN
        if best_ratio >= 0 and (least_ratio > 1 or not is_feasible(is_deck_below, least_ratio)):
            continue  # the sizes would not be much larger
        ratio = _bisect_max(0.0, 1.0, partial(is_feasible, is_deck_below))
        placing = place(is_deck_below, ratio)
        if best is None or (placing.is_feasible and ratio > best_ratio + MIN_SIZE_GAIN):
            best, best_ratio = placing, ratio if placing.is_feasible else -1.0
    assert best is not None
    is_chat_too_much = has_chat and not best.is_feasible
    return _place_largest(window_size, seats, hand_size, scale) if is_chat_too_much else best


@lru_cache(maxsize=64)
def _place_open_hands(window_size: tuple[int, int], seats: int, hand_size: int, scale: float) -> TablePlacing:
    """Return the parts with open hands: the largest fans that fit, at most as large as the cards of the trick.

    The viewer's hand is smaller, and stock and trump are moved, so that the fans can be larger.
    """
    best = closed = _place_largest(window_size, seats, hand_size, scale)

    def place(is_deck_below: bool, share: float, width: float) -> TablePlacing:
        sizes = closed.sizes._replace(hand_ratio=closed.sizes.hand_ratio * share, fan_card_width=width)
        return TablePlacing(
            window_size, seats, hand_size, closed.ui_scale, sizes, is_deck_below=is_deck_below, has_open_hands=True
        )

    def is_feasible(is_deck_below: bool, share: float, width: float) -> bool:
        placing = place(is_deck_below, share, width)
        return placing.is_feasible and width * placing.ui_scale <= placing.trick_card_width

    for choice in product(DECK_PLACES_BY_SEATS[seats], OPEN_HAND_SHARES):
        if is_feasible(*choice, best.sizes.fan_card_width + (best is not closed)):
            width = _bisect_max(best.sizes.fan_card_width, MAX_OPEN_FAN_CARD_WIDTH, partial(is_feasible, *choice))
            best = place(*choice, width)
    return best


def _bisect_max(lower: float, upper: float, is_feasible: Callable[[float], bool]) -> float:
    """Return about the largest feasible number between two, ``lower`` if none is."""
    if is_feasible(upper):
        return upper
    for _step in range(BISECTION_STEPS):
        midpoint = (lower + upper) / 2
        lower, upper = (midpoint, upper) if is_feasible(midpoint) else (lower, midpoint)
    return lower
