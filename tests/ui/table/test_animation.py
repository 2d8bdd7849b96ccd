"""Animations follow the rules: the board after all events is that of the observation, and animations join layouts."""

from __future__ import annotations

import pytest

import ui.games  # noqa: F401 - each game registers the animations of its events
from game.core.cards import HIDDEN_CARD, Card
from game.core.events import CardDrawn, CardPlayed, CardsDealt, DealerDrawn, TrumpCardTurned, TurnedCardSwapped
from game.match.observation import Transition, observe
from game.rules import GAMES
from game.rules.muscio.events import FaceDownCardsShown
from game.shuffling.shuffle import derive_random
from tests.fakes import make_match_setup
from tests.helpers import PlayoutMoment, TableSetup, make_match, play_random_actions
from tests.lanes import choose_sample, long_test
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import play_deals
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_table
from tests.ui.match_driver import play_until_event
from ui.table.animation.events import animate_event
from ui.table.animation.motion import compute_shown_poses
from ui.table.animation.playback import EventStep, split_transition
from ui.table.animation.tween import Animation
from ui.table.layout.cards import compute_card_poses, make_hand_key
from ui.table.layout.pose import CardPose
from ui.table.layout.search import compute_table_layout
from ui.table.layout.seats import TableLayout

WINDOW_SIZE = (1280, 720)


def list_steps(table: TableSetup) -> list[PlayoutMoment]:
    """Return a deal at this table with all verbs that occur; two deals for the options of a preset."""
    deals = play_deals(table).deals
    return [moment for deal in deals[: 1 if table.changes else 2] for moment in deal]


def list_viewers(table: TableSetup) -> tuple[int | None, ...]:
    """Return two viewers, chosen by the name of the table."""
    return tuple(derive_random(0, str(table)).sample((*range(table.seats), None), 2))


def make_transition(moment: PlayoutMoment, viewer: int | None) -> Transition:
    seen = tuple(event.seen_by(viewer) for event in moment.events)
    return Transition(observe(moment.match_before, viewer), observe(moment.match, viewer), seen)


def make_table_layout(table: TableSetup, viewer: int | None) -> TableLayout:
    return compute_table_layout(WINDOW_SIZE, table.seats, viewer or 0, GAMES[table.game].is_clockwise)


@long_test
@check_rows("table", choose_sample(PAIRWISE_TABLES, 9))
def test_animation_joins_the_layouts_before_and_after_it_and_shows_no_hidden_card(table: TableSetup) -> None:
    """Check also that the viewer's observations and events name each face that is drawn, once, on the way."""
    first_viewer, _other = viewers = list_viewers(table)
    for viewer in viewers:
        known: set[object] = set()
        place = make_table_layout(table, viewer)
        for moment in list_steps(table):
            seen = make_transition(moment, viewer)
            if any(isinstance(event, CardsDealt) for event in seen.events):
                known = set()
            known |= list_named_cards(seen)
            beats = split_transition(seen)
            assert not beats or beats[-1].board_after == seen.after.board, f"seat {viewer}, {moment.action}"
            for beat in beats:
                shown = animate_event(beat.event, beat.board_before, beat.board_after, place)
                shares = (0.0, 0.3, 0.6, 0.9) if viewer == first_viewer else (0.0, 0.6)
                poses = [get_drawn_poses(beat, shown, shown.duration * share, place) for share in shares]
                check_beginning(beat, poses[0], place)
                last_poses = get_drawn_poses(beat, shown, shown.duration + 1e-6, place)
                assert last_poses == compute_card_poses(beat.board_after, place), beat.event
                for drawn in poses:
                    check_faces(beat, drawn, known)


def check_beginning(beat: EventStep, poses: dict[str, CardPose], place: TableLayout) -> None:
    """Check that an animation begins with the cards where they were, and no others.

    Cards from the hands of the dealer and the layers of piles and stock are left out.
    """
    if isinstance(beat.event, CardsDealt):
        return
    begin, before = get_card_positions(poses), get_card_positions(compute_card_poses(beat.board_before, place))
    if isinstance(beat.event, (CardDrawn, TrumpCardTurned, TurnedCardSwapped, FaceDownCardsShown)):
        assert before <= begin, beat.event
    else:
        assert begin == before, beat.event


def check_faces(beat: EventStep, poses: dict[str, CardPose], known: set[object]) -> None:
    """Check that no card is face up twice, or without being ``known``."""
    faces = [pose.card for pose in poses.values() if pose.card is not HIDDEN_CARD]
    assert len(faces) == len(set(faces)) and set(faces) <= known, beat.event


def test_seat_that_is_out_of_the_dealer_draw_keeps_a_card_face_down() -> None:
    king, other_king, two, seven, six = map(Card, ("Kd", "Kc", "2d", "7d", "6c"))
    event = DealerDrawn((((0, king), (1, other_king), (2, two)), ((0, seven), (1, six))), 0)
    place, board = compute_table_layout(WINDOW_SIZE, 3, 0, False), observe(make_match(seats=3), 0).board
    shown = animate_event(event, board, board, place)

    def list_cards(share: float) -> list[Card]:
        cards = (pose.card for pose in shown.compute_poses(shown.duration * share).values() if pose is not None)
        return sorted(cards, key=str)

    assert list_cards(0.45) == sorted((king, other_king, two, HIDDEN_CARD, HIDDEN_CARD), key=str)
    assert list_cards(0.95) == sorted((seven, six, HIDDEN_CARD), key=str)
    assert set(list_cards(0.0)) == {HIDDEN_CARD} and list_cards(1.0) == []


@check_rows("seats", [3, 4, 5, 6])
def test_hand_dealt_cards_are_not_dealt_again(seats: int) -> None:
    """Check that only the dealer's cards move, and that the viewer's are turned over."""
    table = next(
        candidate
        for candidate in PAIRWISE_TABLES
        if candidate.game == "muscio" and candidate.seats == seats and "hand_dealing" in str(candidate)
    )
    tries = (play_random_actions(table.create_match(), f"by hand {seed}", 1) for seed in range(9))
    moment = next(
        candidate
        for steps in tries
        for candidate in steps
        if any(isinstance(event, CardsDealt) for event in candidate.events)
    )
    for viewer in (*range(seats), None):
        place = make_table_layout(table, viewer)
        beat = next(
            candidate
            for candidate in split_transition(make_transition(moment, viewer))
            if isinstance(candidate.event, CardsDealt)
        )
        shown = animate_event(beat.event, beat.board_before, beat.board_after, place)
        for seat in set(range(seats)) - {moment.match_before.dealer}:
            hand = {make_hand_key(seat, index, card) for index, card in enumerate(beat.board_after.hands[seat])}
            begin, end = get_drawn_poses(beat, shown, 0.0, place), compute_card_poses(beat.board_after, place)
            assert {key: turn_face_down(begin[key]) for key in hand} == {key: turn_face_down(end[key]) for key in hand}


def list_named_cards(transition: Transition) -> set[object]:
    """Return the cards that a transition names to the viewer, by observations and events."""
    cards: set[object] = set()
    for view in (transition.before, transition.after):
        board = view.board
        cards |= {card for hand in board.hands for card in hand}
        cards |= {card for _seat, card in (*board.trick, *board.last_trick)} | {board.turned_card}
    for event in transition.events:
        if isinstance(event, (CardPlayed, CardDrawn)):
            cards.add(event.card)
        if isinstance(event, FaceDownCardsShown):
            cards |= set(event.cards)
    return cards - {None}


def turn_face_down(pose: CardPose) -> CardPose:
    """Return the same place with the back of a card."""
    return pose._replace(card=HIDDEN_CARD)


def get_drawn_poses(step: EventStep, animation: Animation, seconds: float, place: TableLayout) -> dict[str, CardPose]:
    """Return the poses that the table draws at this time of an animation."""
    poses: dict[str, CardPose | None] = {
        **compute_card_poses(step.board_after, place),
        **animation.compute_poses(seconds),
    }
    return {key: pose for key, pose in poses.items() if pose is not None}


def get_card_positions(poses: dict[str, CardPose]) -> set[tuple[object, ...]]:
    """Return the places of cards, without their names and layers."""
    return {
        (pose.card, round(pose.x, 3), round(pose.y, 3), round(pose.width, 3), round(pose.angle, 3) % 360)
        for key, pose in poses.items()
        if not key.startswith(("pile", "stock"))
    }


@pytest.mark.parametrize("change", ["size", "reduced motion"])
def test_cards_in_flight_follow_a_change_of_the_window_or_the_settings(app: AppDriver, change: str) -> None:
    """Compare with the poses when nothing is kept of the step before the change."""
    app.skips_painting = True
    scene = open_table(app, make_match_setup("club club"))
    play_until_event(app, CardPlayed, 0.5)
    before = scene.card_poses
    if change == "size":
        app.resize((960, 540))
    else:
        app.context.apply_settings(make_settings(reduced_motion=True))
    after = compute_shown_poses(scene)
    app.context.kept.clear()
    assert before != after == compute_shown_poses(scene)
