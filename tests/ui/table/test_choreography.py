"""Pictures follow the rules: folded over the events the board becomes the view's, and animations join layouts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import ui.games  # noqa: F401 - each game registers how its own events look
from game.engine.cards import HIDDEN
from game.engine.events import DealerDrawn, Dealt, Drew, Played, Swapped, TrickTaken, Turned
from game.fairness import draw_dealer, stream
from game.rules import GAMES
from game.rules.briscola.events import HandShown, Signed
from game.rules.muscio.events import Uncovered
from game.table import Happening
from game.view import look
from tests.helpers import Moment, Table, fresh, playout
from tests.pairs import PAIRED
from ui.table.animation import Animation
from ui.table.choreography import animate
from ui.table.layout import hand_key, layout
from ui.table.places import Spot, spot
from ui.table.pose import Pose
from ui.table.showing import Beat, beats_of

SIZE = (1280, 720)


@cache
def moments(table: Table) -> tuple[Moment, ...]:
    """A deal at this table, with every verb that comes up; two deals where the house rules are the preset's."""
    return tuple(playout(table.match(), seed=str(table), deals=1 if table.changes else 2, curious=True))


def viewers(table: Table) -> tuple[int | None, ...]:
    """Everyone where the house rules are the preset's, else two of them, chosen by the name of the table."""
    everyone = (*range(table.seats), None)
    return tuple(stream(0, str(table)).sample(everyone, 2)) if table.changes else everyone


def happening(moment: Moment, viewer: int | None) -> Happening:
    seen = tuple(event.seen_by(viewer) for event in moment.events)
    return Happening(look(moment.before, viewer), look(moment.match, viewer), seen)


def beats(table: Table, viewer: int | None) -> Iterator[Beat]:
    for moment in moments(table):
        yield from beats_of(happening(moment, viewer))


def place_of(table: Table, viewer: int | None) -> Spot:
    return spot(SIZE, table.seats, viewer or 0, GAMES[table.game].clockwise)


@pytest.mark.slow
@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_the_board_after_the_events_is_the_board_of_the_view(table: Table) -> None:
    for viewer in viewers(table):
        for moment in moments(table):
            seen = happening(moment, viewer)
            shown = beats_of(seen)
            last = shown[-1].after if shown else seen.after.board
            assert last == seen.after.board, f"seat {viewer}, {moment.action}"


@pytest.mark.slow
@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_an_animation_ends_where_the_layout_after_it_is(table: Table) -> None:
    for viewer in viewers(table):
        place = place_of(table, viewer)
        for beat in beats(table, viewer):
            shown = animate(beat.event, beat.before, beat.after, place)
            assert drawn(beat, shown, shown.length + 1e-6, place) == layout(beat.after, place), beat.event


@pytest.mark.slow
@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_an_animation_begins_where_the_layout_before_it_is(table: Table) -> None:
    """But for the cards that come out of the dealer's hands, and the layers of piles and stock, which are no cards."""
    for viewer in viewers(table):
        place = place_of(table, viewer)
        for beat in beats(table, viewer):
            if isinstance(beat.event, Dealt):
                continue
            shown = animate(beat.event, beat.before, beat.after, place)
            begin, before = lying(drawn(beat, shown, 0.0, place)), lying(layout(beat.before, place))
            if isinstance(beat.event, (Drew, Turned, Swapped, Uncovered)):
                assert before <= begin, beat.event
            else:
                assert begin == before, beat.event


@pytest.mark.slow
@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_no_card_is_drawn_twice_at_any_time(table: Table) -> None:
    viewer = viewers(table)[0]
    place = place_of(table, viewer)
    for beat in beats(table, viewer):
        shown = animate(beat.event, beat.before, beat.after, place)
        for part in (0.0, 0.3, 0.6, 0.9):
            poses = drawn(beat, shown, shown.length * part, place)
            known = [pose.card for pose in poses.values() if pose.card is not HIDDEN]
            assert len(known) == len(set(known)), beat.event


@pytest.mark.slow
def test_every_kind_of_event_that_moves_cards_has_been_seen() -> None:
    seen = {type(beat.event) for table in PAIRED for beat in beats(table, 0)}
    assert {Dealt, Turned, Played, TrickTaken, Drew, Signed, Swapped, HandShown} <= seen


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_cards_drawn_for_the_first_deal_come_and_go(seats: int) -> None:
    match = fresh(seats=seats)
    event = draw_dealer(match.pack, seats, match.game.draw_ranking, stream(0, "draw", seats))
    assert isinstance(event, DealerDrawn)
    place, board = spot(SIZE, seats, 0, False), look(match, 0).board
    shown = animate(event, board, board, place)
    assert shown.length > 0
    assert all(pose is None for pose in shown.at(shown.length).values())
    assert {pose.card for pose in shown.at(0.0).values() if pose} == {HIDDEN}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_what_a_viewer_may_not_know_is_never_a_picture(seats: int) -> None:
    """At every moment of every animation: a face is a card that the viewer's own views and events have named."""
    for table in (one for one in PAIRED if one.seats == seats):
        for viewer in viewers(table):
            known: set[object] = set()
            place = place_of(table, viewer)
            for moment in moments(table):
                seen = happening(moment, viewer)
                if any(isinstance(event, Dealt) for event in seen.events):
                    known = set()
                known |= named(seen)
                for beat in beats_of(seen):
                    shown = animate(beat.event, beat.before, beat.after, place)
                    for part in (0.01, 0.5, 0.8):
                        poses = drawn(beat, shown, shown.length * part, place)
                        assert {pose.card for pose in poses.values()} <= known | {HIDDEN}, beat.event


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_card_that_the_dealer_of_muscio_gives_goes_away_face_down(seats: int) -> None:
    """Only he sees which it is, and only until it has turned over; then it is gone, and nothing lies face up."""
    table = next(one for one in PAIRED if one.game == "muscio" and one.seats == seats and not one.changes)
    tries = (playout(table.match(), f"gift {seed}", 1) for seed in range(99))
    moment = next(one for some in tries for one in some if any(isinstance(event, Swapped) for event in one.events))
    (swap,) = moment.events
    assert isinstance(swap, Swapped)
    for viewer in viewers(table):
        place = place_of(table, viewer)
        (beat,) = beats_of(happening(moment, viewer))
        shown = animate(beat.event, beat.before, beat.after, place)
        faces = [
            [pose.card for pose in drawn(beat, shown, shown.length * part, place).values() if pose.card is not HIDDEN]
            for part in (0.1, 0.6, 1.0)
        ]
        assert (swap.given in faces[0]) == (viewer == swap.seat)
        assert swap.given not in faces[1] and swap.given not in faces[2]
        assert swap.taken in faces[0], "all have seen which card was turned"
        assert shown.at(shown.length)["aside"] is None
        assert beat.after.turned is None and beat.after.trump == swap.taken.suit


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_who_was_dealt_his_cards_by_hand_is_not_dealt_them_again(seats: int) -> None:
    """They lie at the seats already: only the dealer's own still come, and the viewer's are turned over."""
    table = next(one for one in PAIRED if one.game == "muscio" and one.seats == seats and "hand_dealing" in str(one))
    tries = (playout(table.match(), f"by hand {seed}", 1) for seed in range(9))
    moment = next(one for some in tries for one in some if any(isinstance(event, Dealt) for event in one.events))
    for viewer in (*range(seats), None):
        place = place_of(table, viewer)
        beat = next(one for one in beats_of(happening(moment, viewer)) if isinstance(one.event, Dealt))
        shown = animate(beat.event, beat.before, beat.after, place)
        for seat in set(range(seats)) - {moment.before.dealer}:
            hand = {hand_key(seat, at, card) for at, card in enumerate(beat.after.hands[seat])}
            begin, end = drawn(beat, shown, 0.0, place), layout(beat.after, place)
            assert {key: face_down(begin[key]) for key in hand} == {key: face_down(end[key]) for key in hand}


def named(seen: Happening) -> set[object]:
    """The cards that a happening names to the viewer, read from the views and events, not from boards."""
    cards: set[object] = set()
    for view in (seen.before, seen.after):
        board = view.board
        cards |= {card for hand in board.hands for card in hand}
        cards |= {card for _seat, card in (*board.trick, *board.last)} | {board.turned}
    for event in seen.events:
        if isinstance(event, (Played, Drew)):
            cards.add(event.card)
        if isinstance(event, Uncovered):
            cards |= set(event.cards)
    return cards - {None}


def face_down(pose: Pose) -> Pose:
    """The same place with the back of a card. The method of a named tuple has an underscore, and is public."""
    return pose._replace(card=HIDDEN)


def drawn(beat: Beat, shown: Animation, seconds: float, place: Spot) -> dict[str, Pose]:
    """The pictures that the table's scene draws at this moment."""
    poses: dict[str, Pose | None] = {**layout(beat.after, place), **shown.at(seconds)}
    return {key: pose for key, pose in poses.items() if pose is not None}


def lying(poses: dict[str, Pose]) -> set[tuple[object, ...]]:
    """Where cards lie, whatever they are called and however high."""
    return {
        (pose.card, round(pose.x, 3), round(pose.y, 3), round(pose.width, 3), round(pose.angle, 3) % 360)
        for key, pose in poses.items()
        if not key.startswith(("pile", "stock"))
    }
