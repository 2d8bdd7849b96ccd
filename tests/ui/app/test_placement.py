"""The window opens with its title bar on a screen, and as it was, whatever happened to it in between."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.rows import check_rows
from ui.app.placement import (
    MIN_VISIBLE_TITLE_PX,
    SETTLE_S,
    Frame,
    Geometry,
    Screen,
    WindowState,
    fit_placement,
)
from ui.app.settings import MAX_WINDOW_SIDE_PX, MIN_WINDOW_SIZE, WindowPlacement
from ui.graphics.viewport import MIN_PICTURE_SIZE

LARGE_SCREEN, SMALL_SCREEN = Screen(0, 0, 1920, 1080), Screen(0, 0, 1366, 768)
SAVED = WindowPlacement(size=(1500, 900), place=(300, 80))
FRAMES = st.builds(Frame, *[st.integers(0, 60)] * 4)
SCREENS = st.lists(
    st.builds(
        Screen, st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(320, 5000), st.integers(240, 3000)
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


def is_title_bar_on_screen(placement: WindowPlacement, screens: list[Screen], frame: Frame) -> bool:
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
    saved: WindowPlacement | None, screens: list[Screen], frame: Frame
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
    saved: WindowPlacement | None, screens: list[Screen], frame: Frame
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
        ((-1900, 50), [LARGE_SCREEN, Screen(-1920, 0, 1920, 1080)], True),
        ((1000, 80), [LARGE_SCREEN], True),  # hangs off on the right, as it was left
        ((700, 80), [Screen(0, 0, 1200, 1080), Screen(1200, 0, 1200, 1080)], True),  # across two screens
        ((-1900, 50), [LARGE_SCREEN, Screen(1920, 0, 1920, 1080)], False),  # the second screen is on the other side
        ((100, -600), [LARGE_SCREEN], False),
        ((100, 10), [LARGE_SCREEN], False),  # the title bar is above the screen
        ((1900, 80), [LARGE_SCREEN], False),
        ((-3000, -2000), [LARGE_SCREEN], False),
        ((100, 1080), [LARGE_SCREEN], False),
    ],
)
def test_window_reopens_as_it_was_left_or_in_the_center_if_it_could_not_be_reached(
    place: tuple[int, int], screens: list[Screen], is_kept: bool
) -> None:
    saved = WindowPlacement(size=(1500, 900), place=place)
    placement = fit_placement(saved, screens, Frame(20, 1, 5, 1))
    assert placement == msgspec.structs.replace(saved, place=place if is_kept else (210, 97))


def test_window_fits_a_smaller_screen_and_has_no_place_without_known_screens() -> None:
    assert fit_placement(SAVED, [SMALL_SCREEN]) == WindowPlacement(size=(1366, 768), place=(0, 0))
    assert fit_placement(SAVED, []) == WindowPlacement(size=SAVED.size)


@check_rows("screen", [(800, 600), (800, 480), (640, 480), SMALL_SCREEN[2:], (3840, 2160), (1080, 1920)])
def test_first_window_leaves_room_unless_the_screen_is_small(screen: tuple[int, int]) -> None:
    size = fit_placement(None, [Screen(0, 0, *screen)], Frame(20, 1, 5, 1)).size
    for side, screen_side, needed_side in zip(size, screen, MIN_PICTURE_SIZE, strict=True):
        assert side <= max(screen_side * 0.86, min(needed_side, screen_side))


EVENT_GAP_S = 1 / 128
"""The seconds between two events of one change, a binary fraction, so that sums of them are exact."""


class WindowEvents(RuleBasedStateMachine):
    """A person and a window manager that moves, resizes and maximizes the window, in any order of events."""

    @initialize()
    def open(self) -> None:
        """Open a window."""
        self.now = 0.0
        self.expected = self.shown = Geometry((1000, 600), (100, 80))
        self.state = WindowState(self.expected, self.expected)
        self.is_maximized = self.is_minimized = self.is_full_screen = False

    def wait(self) -> None:
        """Let time pass, as it does between two actions of a person."""
        self.now += SETTLE_S

    def show(self, geometry: Geometry) -> None:
        """Tell the program where the window is now."""
        self.shown = geometry
        self.state = self.state.change(geometry, self.now)

    @rule(side=st.integers(480, 4000), x=st.integers(-500, 3000), is_move=st.booleans())
    def drag(self, side: int, x: int, is_move: bool) -> None:
        """Move or resize the window by hand."""
        if self.is_maximized or self.is_minimized or self.is_full_screen:
            return
        self.wait()
        for step in range(3):  # a drag sends many events
            size, place = self.expected
            assert place is not None
            self.expected = Geometry(size, (x + step, place[1])) if is_move else Geometry((side + step, 600), place)
            self.show(self.expected)
            self.now += EVENT_GAP_S

    @rule(is_size_told_first=st.booleans())
    def maximize(self, is_size_told_first: bool) -> None:
        """Maximize the window by its title bar."""
        if self.is_maximized or self.is_minimized or self.is_full_screen:
            return
        self.wait()
        self.is_maximized = True
        self.tell_maximized(is_size_told_first)

    def tell_maximized(self, is_size_told_first: bool) -> None:
        """Tell the program, in either order, that the window is maximized and where it is."""
        if is_size_told_first:
            self.show(Geometry((1280, 781), (0, 19)))
        self.now += EVENT_GAP_S
        self.state = self.state.maximize(self.now)
        if not is_size_told_first:
            self.show(Geometry((1280, 781), (0, 19)))

    @rule(is_size_told_first=st.booleans())
    def restore(self, is_size_told_first: bool) -> None:
        """Make a maximized window an ordinary one by its title bar."""
        if not self.is_maximized or self.is_minimized or self.is_full_screen:
            return
        self.wait()
        self.is_maximized = False
        if is_size_told_first:
            self.show(self.expected)
        self.state = self.state.restore(self.now)
        self.show(self.shown)
        self.now += EVENT_GAP_S
        self.show(self.expected)

    @rule(is_told_twice=st.booleans())
    def minimize_and_return(self, is_told_twice: bool) -> None:
        """Minimize the window and click it in the panel."""
        if self.is_full_screen:
            return
        self.wait()
        self.state = self.state.minimize(self.now)
        self.show(self.shown)
        self.wait()
        self.state = self.state.restore(self.now)
        if self.is_maximized:
            self.state = self.state.maximize(self.now)
        if is_told_twice:
            self.state = self.state.restore(self.now)
        self.show(self.shown)

    @rule(is_slow=st.booleans())
    def toggle_full_screen(self, is_slow: bool) -> None:
        """Press F11, soon or some time after the last press."""
        if is_slow:
            self.wait()
        if not self.is_full_screen:
            self.is_full_screen = True
            self.state = self.state.enter_full_screen().restore(self.now)
            self.show(Geometry((1280, 800), (0, 0)))
            return
        self.is_full_screen = False
        self.state = self.state.leave_full_screen(self.now)
        self.now += EVENT_GAP_S
        self.show(Geometry((1280, 800), (0, 0)))  # an old event
        self.state = self.state.restore(self.now)
        if self.is_maximized:
            self.tell_maximized(is_size_told_first=False)
        else:
            self.show(self.expected)

    @invariant()
    def placement_is_that_of_the_ordinary_window(self) -> None:
        """Check what a program that ends now would store."""
        size, place = self.expected
        assert self.state.placement == WindowPlacement(size=size, place=place, maximised=self.is_maximized)


TestWindowEvents = WindowEvents.TestCase
