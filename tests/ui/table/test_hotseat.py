"""Several people at one screen: only who said that he is there sees his cards, and he sees what he missed."""

from __future__ import annotations

from collections.abc import Iterator, Set
from random import Random

import pygame
import pytest

from game.engine.actions import Play
from game.engine.cards import HIDDEN, Card
from game.engine.events import Dealt, Played, TrickTaken
from game.engine.phases import Over
from game.record import Record
from game.rules import GAMES
from game.rules.briscola.actions import Sign
from game.rules.briscola.events import Signed
from tests.fakes import seating
from tests.helpers import Table, recorded, tables
from tests.twins import long_deal, twins_of
from tests.ui.driving import stand
from tests.ui.stage import AppByHand, at_table, match_at, settings
from ui.settings import Settings
from ui.table.cover import cover_box, ready_button
from ui.table.picture import Picture
from ui.table.places import spot
from ui.table.result import Result
from ui.table.scene import TableScene

TABLES = [(game.name, seats, people) for game in GAMES.values() for seats in game.seats for people in {2, seats}]
"""As few people as can be, among computers, and people alone."""


@pytest.fixture
def app_settings() -> Settings:
    return settings(speed=2.0)


def kinds(seats: int, people: int) -> str:
    """So many people among computers, spread over the table."""
    places = {round(at * seats / people) for at in range(people)}
    return " ".join("you" if seat in places else "random" for seat in range(seats))


def owners(scene: TableScene) -> dict[Card, int]:
    """Whose hand each card is in now; hands that lie open for all are nobody's."""
    match = match_at(scene)
    phase = match.phase
    if phase is None:
        return {}
    public = phase.shown if isinstance(phase, Over) else ()
    hands = phase.board().hands
    return {card: seat for seat, hand in enumerate(hands) for card in hand if seat not in public}


def open_hands(scene: TableScene, known: Set[Card | None] = frozenset()) -> set[int]:
    """The seats of whose hand a card can be read on the screen; cards that are ``known`` to all do not count."""
    whose = owners(scene)
    sprites = scene.glance.public.sprites if scene.covered else scene.sprites
    faces = {pose.card for pose in sprites.values()} - {HIDDEN, *known}
    return {whose[card] for card in faces if card in whose}


class Watch:
    """Plays by chance, and at every frame asks whose cards are face up."""

    def __init__(self, app: AppByHand, scene: TableScene, seed: object) -> None:
        self.app = app
        self.scene = scene
        self.rng = Random(str(seed))
        self.there: int | None = None
        """Who said that he is there, until another is asked for or the deal is over."""
        self.turned: set[Card | None] = set()
        """Cards that lay face up for all, whoever has them now."""

    def frame(self) -> None:
        scene, table = self.scene, self.scene.table
        if scene.covered:
            self.there = None
            if self.rng.random() < 0.5:
                self.there = table.cover
                scene.uncover()
        elif table.your_turn and not scene.beats:
            scene.act(self.rng.choice(scene.view.choices))
        self.turned.add(scene.table.view.board.turned)
        self.app.step(self.rng.choice((1 / 60, 0.5, 1.0)))
        if isinstance(self.app.stage.scene, Result):
            self.there = None
        self.turned.add(scene.table.view.board.turned)
        assert open_hands(scene, self.turned) <= {self.there}

    def until_result(self) -> None:
        for _frame in range(6000):
            if isinstance(self.app.stage.scene, Result):
                return
            self.frame()
        raise AssertionError("the deal never ended")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "people"), TABLES, ids=lambda value: str(value))
def test_no_hand_is_open_but_that_of_who_said_he_is_there(app: AppByHand, game: str, seats: int, people: int) -> None:
    app.unseen = True
    scene = at_table(app, seating(kinds(seats, people), game=game))
    watch = Watch(app, scene, (game, seats, people))
    watch.until_result()
    assert not open_hands(scene), "behind the result"
    result = app.stage.scene
    assert isinstance(result, Result)
    if not scene.table.over and people in (2, seats):
        result.go_on()
        watch.until_result()


def test_the_pause_and_going_on_with_a_match_open_no_hand(app: AppByHand) -> None:
    scene = at_table(app, seating("you you", game="briscola"))
    app.to_cover()
    scene.uncover()
    app.steps(lambda: not scene.beats)
    assert open_hands(scene)
    app.stage.doors.menu()
    app.steps(lambda: bool(app.stage.scene.saved))  # type: ignore[attr-defined]
    app.press("continue")
    app.steps(lambda: isinstance(app.stage.scene, TableScene))
    for _frame in range(20):
        app.step()
        assert not open_hands(app.table)
    assert app.table.covered


def seen_by_next(scene: TableScene, app: AppByHand) -> list[type]:
    """What is shown again to the person who now says that he is there."""
    app.to_cover()
    scene.uncover()
    return [type(beat.event) for beat in scene.beats]


def test_who_comes_back_is_shown_what_was_played_since(app: AppByHand) -> None:
    scene = at_table(app, seating("you you you", game="briscola"))
    assert not [kind for kind in seen_by_next(scene, app) if kind is Dealt], "cards lie there by then"
    for played in ([Played], [Played, Played]):
        app.steps(lambda: scene.table.your_turn and not scene.beats)
        scene.act(next(one for one in scene.view.choices if isinstance(one, Play)))
        app.steps(lambda: not scene.table.saving)
        assert seen_by_next(scene, app) == played


def test_a_click_skips_what_was_missed(app: AppByHand) -> None:
    scene = at_table(app, seating("you you", game="briscola"))
    seen_by_next(scene, app)
    app.steps(lambda: scene.table.your_turn and not scene.beats)
    scene.act(next(one for one in scene.view.choices if isinstance(one, Play)))
    assert seen_by_next(scene, app) == [Played]
    app.click((640, 300))
    assert not scene.beats and scene.table.your_turn


@pytest.mark.slow
def test_a_sign_reaches_the_partner_at_the_same_screen(app: AppByHand) -> None:
    scene, rng = at_table(app, seating("you you you you", game="briscola")), Random(2)
    signed: int | None = None
    for _turn in range(40):
        app.to_cover()
        scene.uncover()
        viewer = scene.table.viewer
        late = [beat.event for beat in scene.beats if isinstance(beat.event, Signed)]
        if signed is not None and viewer == (signed + 2) % 4:
            assert [(one.seat, one.sign) for one in late] == [(signed, "asso")]
            return
        assert all(one.sign is None for one in late)
        app.steps(lambda: scene.table.your_turn and not scene.beats)
        sign = next((one for one in scene.view.choices if isinstance(one, Sign)), None)
        if sign is not None and signed is None:
            signed = sign.seat
            scene.act(sign)
            app.steps(lambda: scene.table.your_turn and not scene.beats)
        scene.act(rng.choice([one for one in scene.view.choices if isinstance(one, Play)]))
        app.steps(lambda: not scene.table.saving)
    raise AssertionError("nobody could make a sign")


@pytest.mark.slow
def test_a_trick_that_was_taken_meanwhile_is_seen_going(app: AppByHand) -> None:
    scene, rng = at_table(app, seating("you you you", game="briscola")), Random(5)
    for _turn in range(12):
        kinds_seen = seen_by_next(scene, app)
        if TrickTaken in kinds_seen:
            return
        app.steps(lambda: scene.table.your_turn and not scene.beats)
        scene.act(rng.choice([one for one in scene.view.choices if isinstance(one, Play)]))
        app.steps(lambda: not scene.table.saving)
    raise AssertionError("nobody was away while a trick was taken")


# -- the cover -------------------------------------------------------------------------------------


def covered(app: AppByHand, record: Record) -> Picture:
    """What is seen under the cover when people go on with this match at every seat."""
    scene = stand(app, record, tuple(range(len(record.names))))
    app.to_cover()
    assert scene.covered
    return scene.glance.public


def twin_records(table: Table) -> Iterator[tuple[Record, Record]]:
    """A deal and its twin, alike for everybody who only watches, at some of its moments."""
    moments, rng = long_deal(table), Random(str(table))
    waiting = [at for at, moment in enumerate(moments) if moment.match.to_act is not None]
    for until in (waiting[0], waiting[len(waiting) // 2], waiting[-1]):
        twins = twins_of(moments, None, until, rng)
        if len(twins) > until and moments[0].action != twins[0].action:
            both = (recorded(moments[0].before, some, table.preset) for some in (moments[: until + 1], twins))
            yield next(both), next(both)


PLAIN = [table for table in tables() if not table.changes]


@pytest.mark.slow
@pytest.mark.parametrize("table", PLAIN, ids=str)
def test_the_cover_shows_the_same_in_deals_that_are_alike_for_all(app: AppByHand, table: Table) -> None:
    app.unseen, twins = True, list(twin_records(table))
    assert twins
    for ours, theirs in twins:
        assert covered(app, ours) == covered(app, theirs)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_cover_is_painted_alike_to_the_last_pixel(app: AppByHand, game: str) -> None:
    painted = []
    for record in next(twin_records(next(table for table in PLAIN if table.game == game))):
        covered(app, record)
        app.drawn()
        app.draw()
        painted.append(pygame.image.tobytes(app.surface, "RGB"))
    assert painted[0] == painted[1]


def test_under_the_cover_lies_what_everybody_sees(app: AppByHand) -> None:
    scene = at_table(app, seating("you you you", game="briscola"))
    for lying in range(3):
        app.to_cover()
        shown = scene.glance.public
        assert shown.view.seat is None
        assert [pose.card for pose in shown.sprites.values() if pose.z >= 100] == [
            card for _seat, card in scene.table.view.board.trick
        ]
        assert len(scene.table.view.board.trick) == lying
        assert all(HIDDEN in hand for hand in shown.view.board.hands)
        before, asked = shown.spot, scene.table.cover
        assert before.bottom == asked, "the table has turned already"
        app.key(pygame.K_RETURN)
        assert (scene.table.viewer, scene.spot.places) == (asked, before.places), "and does not turn again"
        app.steps(lambda: scene.table.your_turn and not scene.beats)
        scene.act(next(one for one in scene.view.choices if isinstance(one, Play)))


def test_what_is_dragged_when_the_cover_comes_is_let_go(app: AppByHand) -> None:
    scene = at_table(app, seating("you you", game="briscola"))
    app.to_cover()
    scene.uncover()
    app.steps(lambda: scene.table.your_turn and not scene.beats)
    card, other = scene.hand[0], scene.hand[1]
    scene.act(Play(scene.table.viewer or 0, card))
    app.steps(lambda: not scene.table.saving)
    scene.skip()
    pose = scene.sprites[other.name]
    start = round(pose.x), round(pose.y)
    app.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False)
    app.post(pygame.MOUSEMOTION, pos=(500, 300), rel=(1, 1), buttons=(1, 0, 0), touch=False)
    app.to_cover()
    assert other not in {pose.card for pose in scene.glance.public.sprites.values()}
    scene.uncover()
    app.steps(lambda: not scene.beats)
    assert not scene.hold.dragging


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_the_box_covers_the_hand_alone_and_has_room_for_its_words(size: tuple[int, int], scale: float) -> None:
    pygame.font.init()
    for seats in (2, 3, 4, 5, 6):
        place = spot(size, seats, 0, False, scale)
        box, ready = cover_box(place), ready_button(place)
        assert place.hand.contains(box)
        assert box.contains(ready)
        assert ready.left - box.left > place.px(180)
