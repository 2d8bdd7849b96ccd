"""What is shown at the end of a deal and of a match: it fits every window, and tells nobody what he may not know."""

from __future__ import annotations

from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.events import DealerDrawn
from game.engine.phases import Reason
from game.match import Match
from game.record import Record
from game.rules import GAMES
from game.seating import Player, Seating, swapped
from game.view import look
from tests.fakes import seating
from tests.helpers import NAMES, Table, tables
from tests.twins import long_deal, seats_of, twins_of
from tests.ui.driving import forward, found, stand
from tests.ui.ink import looking
from tests.ui.moments import MOMENTS, before, begin, shown, shown_for
from tests.ui.stage import AppByHand, at_table, opened, settings
from ui import theme, timings
from ui.games import face_of
from ui.scenes.menu import Menu
from ui.table.banner import ground_of
from ui.table.pace import on_button
from ui.table.pad import Pad
from ui.table.pause import Pause
from ui.table.podium import apart, ranks
from ui.table.result import Result
from ui.table.scene import TableScene

LONG = (
    "Massimiliano Bartolomeis", "Wolfeschlegelsteinhausen", "MMMMMMMMMMMMMMMMMMMMMMMM", "Maria Antonietta di Savo",
    "Gioacchino della Rovere!", "Bartholomäus Müllerßßßßß",
)  # fmt: skip
WINDOWS = [((960, 540), 0.75), ((960, 540), 1.0), ((960, 540), 2.0), ((1280, 720), 1.0), ((1280, 720), 2.0),
           ((1920, 1080), 0.75), ((3840, 2160), 2.0)]  # fmt: skip
PRESETS = [table for table in tables() if not table.changes]


def named(record: Record) -> Record:
    return msgspec.structs.replace(record, names=LONG[: len(record.names)])


def ended(match: Match) -> bool:
    return match.phase is not None and match.phase.result is not None and match.phase.result.state == "scored"


@cache
def ending(game: str, seats: int, *, of_match: bool) -> Record:
    """A match at its end, or at that of a deal that was played."""
    return found(game, seats, (lambda match: match.over) if of_match else ended, deals=300)


def overlaps(rects: list[pygame.Rect]) -> bool:
    return any(one.colliderect(two) for at, one in enumerate(rects) for two in rects[at + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), WINDOWS, ids=str)
def test_the_result_and_the_pad_fit_every_window_with_the_longest_names(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    turn = WINDOWS.index((size, scale))
    tables = [(game.name, seats) for game in GAMES.values() for seats in sorted({game.seats[0], game.seats[-1]})]
    with opened(tmp_path, size=size, settings=settings(scale=scale)) as app:
        for at, (game, seats) in enumerate(tables):
            table = stand(app, named(ending(game, seats, of_match=(at + turn) % 2 == 0)))
            result = app.stage.scene
            assert isinstance(result, Result)
            fits(app, result)
            app.stage.push(Pad(app.stage, table, table.face))
            page = app.stage.scene
            assert isinstance(page, Pad)
            fits(app, page)


def fits(app: AppByHand, page: Result | Pad) -> None:
    """Buttons stand apart in the box, below the sheet; all of the sheet can be scrolled to."""
    app.draw()
    window = pygame.Rect((0, 0), app.stage.size)
    rects = [pygame.Rect(button.get_abs_rect()) for button in page.focus.widgets]
    assert window.contains(page.box) and all(page.box.contains(rect) for rect in rects)
    assert not overlaps(rects)
    (scroll,) = page.scrolls.values()
    assert scroll.window.height >= app.stage.px(100), "there is room to read"
    assert all(scroll.window.bottom <= rect.top for rect in rects)
    assert page.sheet is not None
    scroll.move_to(scroll.most)
    app.draw()
    assert scroll.top + page.sheet.height <= scroll.window.bottom


@given(st.lists(st.floats(0, 300), min_size=2, max_size=6))
def test_names_at_the_ends_of_lines_never_overlap(wanted: list[float]) -> None:
    places = sorted(apart(wanted, 20, 0, 300))
    assert all(two - one >= 19.99 for one, two in pairwise(places))
    assert places[0] >= -0.01 and places[-1] <= 300.01


@pytest.mark.slow
@pytest.mark.parametrize("table", PRESETS, ids=str)
def test_on_the_podium_winners_come_first_and_who_is_level_shares_a_step(table: Table) -> None:
    game, seats = table.game, table.seats
    match = ending(game, seats, of_match=True).replay()
    view, down = look(match, 0), GAMES[game].counts_down
    steps = ranks(view, down)
    assert steps[0] == view.winners
    assert sorted(seat for step in steps for seat in step) == list(range(seats))
    levels = [{view.totals[seat] for seat in step} for step in steps[1:]]
    assert all(len(level) == 1 for level in levels)
    order = [next(iter(level)) for level in levels]
    assert order == sorted(order, reverse=not down)


@pytest.mark.parametrize("table", PRESETS, ids=str)
def test_the_end_of_a_deal_tells_a_seat_the_same_in_twin_deals(table: Table) -> None:
    """The line above, who took what, the moments: nothing of it turns on cards that the seat may not know."""
    face, rng = face_of(table.game), Random(3)
    moments = long_deal(table)
    names = NAMES[: moments[0].match.seats]
    for seat in seats_of(moments[0].match):
        for until in (len(moments) // 2, len(moments) - 1):
            for ours, theirs in zip(moments, twins_of(moments, seat, until, rng), strict=False):
                told = []
                for one in (ours, theirs):
                    earlier, after = look(one.before, seat), look(one.match, seat)
                    seen = [event.seen_by(seat) for event in one.events]
                    large = [face.moment(event, earlier, after.result, names, seat) for event in seen]
                    told.append((face.headline(after, names), face.parties(after), large))
                assert told[0] == told[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_is_shown_large_and_a_key_goes_on(app: AppByHand, name: str) -> None:
    scene = begin(app, MOMENTS[name])
    app.steps(lambda: shown(scene))
    app.draw()
    app.key(pygame.K_SPACE)
    assert not scene.beats


@pytest.mark.parametrize("name", ["solo", "in-hand", "annulled", "gatta"])
def test_who_is_alone_at_the_screen_is_spoken_to_in_a_moment_of_his_own(name: str) -> None:
    """A person who has given no name is called "You", and a sentence about somebody would turn that wrongly."""
    moment, told = before(MOMENTS[name])[1], 0
    face, names = face_of(MOMENTS[name].game), NAMES[: MOMENTS[name].seats]
    for you in range(len(names)):
        view, result = look(moment.before, you), look(moment.match, you).result
        for event in (one.seen_by(you) for one in moment.events):
            large, to_all = (face.moment(event, view, result, names, seat) for seat in (you, None))
            if large is None or large.seats != (you,):
                assert large == to_all
                continue
            told += 1
            assert "You" in large.words and names[you] not in large.words
            assert to_all is not None and names[you] in to_all.words
    assert told


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_has_its_time_even_for_who_has_passed(app: AppByHand, name: str) -> None:
    """What the others do without a person goes quicker; a line that stands over the whole table is there to be read."""
    scene = begin(app, MOMENTS[name])
    app.steps(lambda: shown(scene))
    for _frame in range(round(timings.MOMENT_SHOWN * 0.9 / 0.05)):
        app.step(0.05)
    assert shown(scene)
    app.steps(lambda: not shown(scene))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), [((960, 540), 0.75), ((1280, 720), 1.0), ((3840, 2160), 1.25)], ids=str)
def test_a_moment_lies_over_no_prompt_and_not_over_the_button_that_plays_on(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    with opened(tmp_path, size=size, settings=settings(scale=scale)) as app:
        for wanted in MOMENTS.values():
            scene = begin(app, wanted)
            app.steps(partial(shown, scene))
            assert scene.beat is not None
            moment = scene.motion.moment(scene.beat)
            assert moment is not None
            room = pygame.Rect((0, 0), size)
            ground = ground_of(room, app.stage, scene.glance.spot, moment)
            assert room.contains(ground)
            assert not ground.colliderect(scene.spot.prompt) and not ground.colliderect(on_button(scene.spot))


def test_with_no_time_for_pictures_no_moment_is_shown(tmp_path: Path) -> None:
    with opened(tmp_path, settings=settings(speed=0.0)) as app:
        scene = begin(app, MOMENTS["gatta"])
        app.step()
        assert not scene.beats


@pytest.mark.slow
def test_with_reduced_motion_a_moment_is_there_at_once(tmp_path: Path) -> None:
    pictures = []
    for reduced in (False, True):
        with opened(tmp_path / str(reduced), settings=settings(reduced_motion=reduced)) as app:
            scene = begin(app, MOMENTS["solo"])
            app.steps(partial(shown, scene))
            app.draw()
            first = app.surface.copy()
            app.steps(partial(shown_for, scene, 1.0))
            app.draw()
            middle = (640, 330)
            pictures.append(first.get_at(middle) == app.surface.get_at(middle))
    assert pictures == [False, True]


@pytest.mark.slow
def test_going_on_with_a_match_between_deals_shows_no_moment_again(app: AppByHand) -> None:
    record = found("muscio", 4, lambda match: ended(match) and any("gatta" in one.code for one in why(match)), deals=3)
    scene = stand(app, record)
    assert isinstance(app.stage.scene, Result) and not scene.beats


def why(match: Match) -> tuple[Reason, ...]:
    return match.phase.result.why if match.phase is not None and match.phase.result is not None else ()


# -- once more -------------------------------------------------------------------------------------


def finished(app: AppByHand) -> TableScene:
    scene = at_table(app, seating("you club club", deals_to_win=1))
    forward(app, lambda _table: isinstance(app.stage.scene, Result) and app.table.table.over)
    return scene


@pytest.mark.slow
def test_once_more_is_a_new_match_at_the_same_seats_and_the_next_one_deals(app: AppByHand) -> None:
    old = finished(app)
    before = app.storage.saved()
    app.press("play-again")
    app.steps(lambda: app.stage.scene is not old and isinstance(app.stage.scene, TableScene))
    new = app.table
    assert new is not old and new.table.names == old.table.names and new.table.players == old.table.players
    assert new.view.options == old.view.options and not new.view.results
    app.steps(lambda: new.view.phase is not None)
    assert new.view.dealer == (before.deals[-1].dealer + 1) % 3
    assert app.storage.saved(2).names == before.names
    assert not any(isinstance(beat.event, DealerDrawn) for beat in new.beats), "nobody draws for the deal"


@pytest.mark.slow
def test_a_new_match_is_kept_before_its_table_plays(app: AppByHand) -> None:
    finished(app)
    app.storage.holding = True
    app.press("play-again")
    for _frame in range(20):
        app.step()
    tables_open = [scene for scene in app.stage.scenes if isinstance(scene, TableScene)]
    assert all(scene.view.over or scene.view.phase is None for scene in tables_open)


@pytest.mark.slow
def test_with_swapped_seats_the_same_people_sit_elsewhere_and_draw_for_the_deal(app: AppByHand) -> None:
    old = finished(app)
    app.press("swap-seats")
    app.steps(lambda: app.stage.scene is not old and isinstance(app.stage.scene, TableScene))
    new = app.table
    assert sorted(new.table.players, key=str) == sorted(old.table.players, key=str)
    assert new.table.names != old.table.names
    app.steps(lambda: bool(new.beats))
    assert isinstance(new.beats[0].event, DealerDrawn)


@pytest.mark.parametrize("seats", range(2, 7))
def test_swapped_again_and_again_everybody_sits_opposite_everybody(seats: int) -> None:
    players = tuple(Player(name, "you") for name in NAMES[:seats])
    one = Seating("briscola", "classic", GAMES["briscola"].presets["classic"], players, dealer=1)
    neighbours = set()
    for _time in range(seats):
        one = swapped(one)
        assert one.dealer is None and sorted(one.players, key=str) == sorted(players, key=str)
        at = one.players.index(players[0])
        neighbours.add(one.players[(at + 1) % seats].name)
    assert neighbours == {player.name for player in players[1:]}


@pytest.mark.slow
def test_esc_on_the_result_of_a_deal_pauses_the_match(app: AppByHand) -> None:
    at_table(app, seating("you club club", deals_to_win=3))
    forward(app, lambda _table: isinstance(app.stage.scene, Result))
    app.key(pygame.K_ESCAPE)
    app.shows(Pause)
    app.key(pygame.K_ESCAPE)
    app.shows(Result)


@pytest.mark.slow
def test_esc_on_the_result_of_a_match_leads_to_the_menu(app: AppByHand) -> None:
    finished(app)
    app.key(pygame.K_ESCAPE)
    app.shows(Menu)


def edge(app: AppByHand, y: int, result: Result) -> int:
    """How many colors a row of pixels of the sheet has."""
    (scroll,) = result.scrolls.values()
    row = app.surface.subsurface((scroll.window.left, y, scroll.width, 1))
    return len({tuple(row.get_at((x, 0))) for x in range(row.get_width())})


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_a_result_that_scrolls_cuts_no_card_without_a_sign(tmp_path: Path, scale: float) -> None:
    with opened(tmp_path, size=(960, 540), settings=settings(scale=scale)) as app:
        stand(app, ending("chiamata", 5, of_match=True))
        result = app.shows(Result)
        (scroll,) = result.scrolls.values()
        assert scroll.most > 60
        for offset in range(0, scroll.most, max(1, scroll.most // 7)):
            scroll.move_to(offset)
            app.draw()
            assert edge(app, scroll.window.bottom - 1, result) == 1
            assert offset == 0 or edge(app, scroll.window.top, result) == 1
            arrow = app.surface.subsurface(scroll.window).subsurface(
                (scroll.width // 2 - 20, scroll.window.height - app.stage.px(20), 40, app.stage.px(20)))  # fmt: skip
            assert pygame.mask.from_threshold(arrow, pygame.Color(theme.GOLD), (8, 8, 8, 255)).count() > 10


@pytest.mark.slow
@pytest.mark.parametrize("game, seats", [("briscola", 4), ("spades", 4), ("chiamata", 5)])
def test_the_small_words_of_a_result_grow_with_the_scale(tmp_path: Path, game: str, seats: int) -> None:
    heights = []
    for scale in (1.0, 2.0):
        with opened(tmp_path / str(scale), settings=settings(scale=scale)) as app:
            stand(app, ending(game, seats, of_match=True))
            with looking() as ink:
                app.shows(Result)
                app.stage.rebuild()
                (scroll,) = app.shows(Result).scrolls.values()
                for offset in range(0, scroll.most + 1, 100):
                    scroll.move_to(offset)
                    app.draw()
            heights.append({words: picture.get_height() for picture, words in ink.pictures.values()})
    for words in ("Deal", "deals"):
        assert heights[1][words] >= 1.75 * heights[0][words], words
