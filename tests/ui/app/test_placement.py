"""The window opens with its title bar on a screen, and as it was, whatever happened to it in between."""

from __future__ import annotations

import msgspec
import pygame
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import check_rows
from ui.app.placement import MIN_VISIBLE_TITLE_PX, SETTLE_S, Frame, WindowState, fit_placement
from ui.app.settings import MAX_WINDOW_SIDE_PX, MIN_WINDOW_SIZE, WindowPlacement
from ui.graphics.viewport import MIN_PICTURE_SIZE

LARGE_SCREEN, SMALL_SCREEN = pygame.Rect(0, 0, 1920, 1080), pygame.Rect(0, 0, 1366, 768)
SAVED = WindowPlacement(size=(1500, 900), place=(300, 80))
FRAMES = st.builds(Frame, *[st.integers(0, 60)] * 4)
SCREENS = st.lists(
    st.builds(
        pygame.Rect, st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(320, 5000), st.integers(240, 3000)
    ),
    min_size=1,
    max_size=4,
)
SIDES = st.integers(1, MAX_WINDOW_SIDE_PX)
PLACES = st.tuples(st.integers(-65536, 65536), st.integers(-65536, 65536)) | st.tuples(
    st.integers(-2000, 2000), st.integers(-2000, 2000)
)
PLACEMENTS = st.none() | st.builds(
    WindowPlacement, size=st.tuples(SIDES, SIDES), place=st.none() | PLACES, maximised=st.booleans()
)


def is_title_bar_on_screen(placement: WindowPlacement, screens: list[pygame.Rect], frame: Frame) -> bool:
    """Return whether a whole piece of the title bar that can be dragged is on one of the screens."""
    assert placement.place is not None
    x, y = placement.place
    return any(
        min(x + placement.size[0], screen.x + screen.width) - max(x, screen.x)
        >= min(MIN_VISIBLE_TITLE_PX, placement.size[0])
        and screen.y + frame.top <= y < screen.y + screen.height
        for screen in screens
    )


@given(PLACEMENTS, SCREENS, FRAMES)
def test_title_bar_is_on_a_screen_whatever_was_stored(
    saved: WindowPlacement | None, screens: list[pygame.Rect], frame: Frame
) -> None:
    placement = fit_placement(saved, screens, frame)
    assert fit_placement(placement, screens, frame) == placement, "it stays where it is when it is opened again"
    assert is_title_bar_on_screen(placement, screens, frame)
    assert placement.maximised == (saved is not None and saved.maximised)
    assert all(
        side >= min(min_side, *(screen[axis + 2] - frame[1 - axis] - frame[3 - axis] for screen in screens))
        for axis, (side, min_side) in enumerate(zip(placement.size, MIN_WINDOW_SIZE, strict=True))
    )


@given(st.none() | st.builds(WindowPlacement, size=st.tuples(SIDES, SIDES)), SCREENS, FRAMES)
def test_window_without_a_place_fits_the_first_screen(
    saved: WindowPlacement | None, screens: list[pygame.Rect], frame: Frame
) -> None:
    placement = fit_placement(saved, screens, frame)
    assert placement.place is not None
    (x, y), (width, height), screen = placement.place, placement.size, screens[0]
    assert x - frame.left >= screen.x and x + width + frame.right <= screen.x + screen.width
    assert y - frame.top >= screen.y and y + height + frame.bottom <= screen.y + screen.height


@check_rows(
    ("place", "screens", "is_kept"),
    [
        ((300, 80), [LARGE_SCREEN], True),
        ((-1900, 50), [LARGE_SCREEN, pygame.Rect(-1920, 0, 1920, 1080)], True),
        ((1000, 80), [LARGE_SCREEN], True),  # hangs off on the right, as it was left
        ((700, 80), [pygame.Rect(0, 0, 1200, 1080), pygame.Rect(1200, 0, 1200, 1080)], True),  # across two screens
        (
            (-1900, 50),
            [LARGE_SCREEN, pygame.Rect(1920, 0, 1920, 1080)],
            False,
        ),  # the second screen is on the other side
        ((100, -600), [LARGE_SCREEN], False),
        ((100, 10), [LARGE_SCREEN], False),  # the title bar is above the screen
        ((1900, 80), [LARGE_SCREEN], False),
        ((-3000, -2000), [LARGE_SCREEN], False),
        ((100, 1080), [LARGE_SCREEN], False),
    ],
)
def test_window_reopens_as_it_was_left_or_in_the_center_if_it_could_not_be_reached(
    place: tuple[int, int], screens: list[pygame.Rect], is_kept: bool
) -> None:
    saved = WindowPlacement(size=(1500, 900), place=place)
    placement = fit_placement(saved, screens, Frame(20, 1, 5, 1))
    assert placement == msgspec.structs.replace(saved, place=place if is_kept else (210, 97))


def test_window_fits_a_smaller_screen_and_has_no_place_without_known_screens() -> None:
    assert fit_placement(SAVED, [SMALL_SCREEN]) == WindowPlacement(size=(1366, 768), place=(0, 0))
    assert fit_placement(SAVED, []) == WindowPlacement(size=SAVED.size)


@check_rows("screen", [(800, 600), (800, 480), (640, 480), SMALL_SCREEN[2:], (3840, 2160), (1080, 1920)])
def test_first_window_leaves_room_unless_the_screen_is_small(screen: tuple[int, int]) -> None:
    size = fit_placement(None, [pygame.Rect(0, 0, *screen)], Frame(20, 1, 5, 1)).size
    for side, screen_side, needed_side in zip(size, screen, MIN_PICTURE_SIZE, strict=True):
        assert side <= max(screen_side * 0.86, min(needed_side, screen_side))


ORDINARY = WindowPlacement(size=(900, 560), place=(300, 90))
LARGE, FULL = WindowPlacement(size=(1280, 781), place=(0, 19)), WindowPlacement(size=(1280, 800), place=(0, 0))
"""The window as a person has placed it, maximized, and in full screen."""


@check_rows(("events", "is_maximized"), [
    ("", False), ("full restore screen", False), ("full maximize", False),
    ("minimize large", False), ("large minimize", False), ("full wait leave_full_screen large minimize", False),
    ("large maximize", True), ("maximize large", True), ("large maximize wait full restore screen", True),
    ("large maximize wait ordinary restore ordinary", False), ("maximize large wait restore large ordinary", False),
    ("minimize ordinary wait restore ordinary", False), ("minimize ordinary wait restore restore ordinary", False),
    ("large maximize wait minimize large wait restore maximize large", True),
    ("large maximize wait minimize large wait restore maximize restore large", True),
    ("full restore screen wait leave_full_screen screen restore ordinary", False),
    ("large maximize wait full restore screen wait leave_full_screen screen restore", True),
    ("large maximize wait full screen leave_full_screen screen restore maximize large", True),
])  # fmt: skip
def test_placement_is_that_of_the_ordinary_window_in_any_order_of_events(events: str, is_maximized: bool) -> None:
    """Let a person and a window manager change the window; some time passes only at "wait"."""
    geometries = {"ordinary": ORDINARY, "large": LARGE, "screen": FULL}
    moved = msgspec.structs.replace(ORDINARY, place=(400, 90))
    now, state = 0.0, WindowState(moved, moved)
    for event in ["wait", "ordinary", "wait", *events.split()]:
        now += SETTLE_S if event == "wait" else 1 / 128
        if event in geometries:
            state = state.change(geometries[event], now)
        elif event == "full":
            state = state.enter_full_screen()
        elif event != "wait":
            state = getattr(state, event)(now)
    assert state.placement == WindowPlacement(size=ORDINARY.size, place=ORDINARY.place, maximised=is_maximized)
