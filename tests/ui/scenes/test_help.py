"""F1 opens the help at the topic of the scene, and all of it is narrated too."""

from __future__ import annotations

from functools import partial
from itertools import pairwise, product
from pathlib import Path
from random import Random

import msgspec
import pygame
import pytest

from game.core.actions import Deal
from game.core.cards import HIDDEN_CARD, Hand, make_hidden_cards
from game.core.options import COMMON_OPTION_NAMES, list_option_specs
from game.core.phase import DealOverPhase
from game.core.trick_taking import CompletedTrick, Trick, TrickPhase
from game.match.assistance import ASSISTANCE_OPTION_NAMES as AIDS
from game.match.assistance import AssistanceOptions
from game.match.house_rules import RuleSet, make_preset_rule_set
from game.match.match import Match
from game.rules import GAMES
from game.rules.chiamata.actions import Call
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.options import ChiamataOptions
from game.text import gettext
from game.text.gettext import LANGUAGE_NAMES, set_language, use_language
from tests.fakes import make_match_setup
from tests.helpers import list_legal_phrases, make_match, play
from tests.lanes import choose_sample
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, make_settings, open_table, open_test_app
from tests.ui.match_driver import play_until
from tests.ui.table_driver import open_pause
from ui.app.router import HelpTopic
from ui.graphics.theme import load_font, wrap_text
from ui.scenes.help.content import (
    HELP_FOLDER,
    HelpParagraph,
    describe_house_rules,
    get_page,
    list_examples,
    list_pages,
    list_text_pages,
    parse_paragraphs,
    read_text_page,
)
from ui.scenes.help.diagrams import MARK_SIZE, HelpExample, describe_example, parse_example
from ui.scenes.help.scene import HelpScene
from ui.scenes.help.search import build_index, search
from ui.scenes.help.text_layout import INDENT, MARGIN_WIDTH, compute_page_card_width, describe_page
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene
from ui.widgets.nodes import Text, iter_leaves, make_paint_frame


def is_persons_turn_at(table: TableScene, *, play: bool) -> bool:
    """Return whether the person is on turn, during the play or before it."""
    phase = table.observation.phase
    return table.session.is_your_turn and phase is not None and phase.is_card_play == play


def press_help_key(app: AppDriver) -> HelpScene:
    """Press F1 and return the help."""
    app.press_key(pygame.K_F1)
    shown = app.expect_scene(HelpScene)
    app.advance_until(lambda: shown.is_ready)
    return shown


def get_first_visible_heading(page: HelpScene) -> str:
    scroll = page.scroll_areas[page.page_name]
    tops = zip(page.paragraphs, page.paragraph_tops, strict=True)
    return next(shown.text for shown, top in tops if shown.section and top >= scroll.offset - scroll.padding)


@pytest.mark.slow
@pytest.mark.parametrize("people, game, headings", [
    ("you club", "briscola", ("Play", "Winning a deal")),
    ("you club club club", "spades", ("Bidding", "Play")),
    ("you club club club club", "chiamata", ("The auction", "Play")), ("you club club", "muscio", ("Declaring",)),
])  # fmt: skip
def test_f1_at_a_table_opens_the_current_section_with_rules_marked(
    app: AppDriver, people: str, game: str, headings: tuple[str, ...]
) -> None:
    scene = open_table(app, make_match_setup(people, game=game))
    for words in headings:
        is_turn = partial(is_persons_turn_at, play=words == "Play")
        play_until(app, is_deal_over if words == "Winning a deal" else is_turn, prefers_other_actions=True)
        below = app.context.scenes.top
        page = press_help_key(app)
        assert (page.page_name, get_first_visible_heading(page)) == (game, words)
        assert page.narration[1] == words
        assert any(shown.text.startswith("At this table: ") for shown in page.paragraphs)
        app.press_key(pygame.K_ESCAPE)
        assert app.context.scenes.top is below
    if app.context.scenes.top is scene:
        pause = open_pause(app)
        assert get_first_visible_heading(press_help_key(app)) == headings[-1]
        app.press_key(pygame.K_F1)
        assert app.expect_scene(PauseOverlay) is pause


def is_deal_over(table: TableScene) -> bool:
    return isinstance(table.observation.phase, DealOverPhase)


# -- search


@check_rows("language, words, hit", [
    ("fr", "regles", "règles"), ("fr", "coeur", "cœur"), ("fr", "ÉPÉES", "épées"), ("it", "perche", "perché"),
    ("en", "two  players", "two players"),
])  # fmt: skip
def test_search_ignores_accents_and_case(language: str, words: str, hit: str) -> None:
    page = (HelpParagraph("text", f"Ah, {hit.capitalize()} là: œ œ."),)
    with use_language(language):
        places = search(build_index({"briscola": page}), words, "")
    assert [(place.text[place.match_start : place.match_end]) for place in places] == [hit.capitalize()]


@pytest.mark.nightly
@check_rows(
    "name, width, ui_scale",
    [
        (name, *look)
        for name, look in choose_sample(
            [*product(list_text_pages(), [(400, 0.75), (560, 2.0), (838, 1.0), (2400, 3.0)])], 5
        )
    ],
)
def test_lines_cells_and_diagrams_of_a_page_have_room(app: AppDriver, name: str, width: int, ui_scale: float) -> None:
    frame = make_paint_frame(app.context.place._replace(scale=ui_scale))
    for language in LANGUAGE_NAMES:
        page = describe_page(read_text_page(name, language, HELP_FOLDER), width, ui_scale)
        while not page.is_done:
            page.layout_more(frame, width)
        bounds, placed = pygame.Rect(0, 0, width, page.measure_height(frame, width)), list[pygame.Rect]()
        rows = zip(page.rows, page.places, strict=True)
        for leaf, rect in (pair for (_space, row), place in rows for pair in iter_leaves(row, frame, place)):
            assert bounds.contains(rect) and rect.collidelist(placed) < 0
            if isinstance(leaf, Text):
                font = load_font(leaf.face, frame.px(leaf.size))
                assert all(font.size(line)[0] <= rect.width for line in leaf.wrap(frame, rect.width))
                assert rect.height >= leaf.measure_height(frame, rect.width)
            placed.append(rect)


def test_help_text_is_loaded_in_background_and_laid_out_in_steps(app: AppDriver) -> None:
    app.storage.is_paused = True
    page = HelpScene(app.context, HelpTopic("chiamata"))
    wrap_text.cache_clear()
    app.context.scenes.push(page)
    app.advance_frame()
    assert not page.is_ready and not page.paragraphs
    app.storage.run_waiting_calls()
    wrapped_counts = [wrap_text.cache_info().misses]
    while not page.is_ready:
        app.advance_frame()
        wrapped_counts.append(wrap_text.cache_info().misses)
    assert len(wrapped_counts) > 7 and all(later - earlier < 20 for earlier, later in pairwise(wrapped_counts))


# -- pages


def open_help(app: AppDriver, page_name: str = "") -> HelpScene:
    page = app.show_over(HelpScene(app.context, HelpTopic(page_name)))
    app.advance_until(lambda: page.is_ready)
    return page


def test_all_pages_are_listed_and_open_by_keys_and_clicks(app: AppDriver) -> None:
    page, names, titles = open_help(app), tuple(list_pages()), tuple(list_pages().values())
    row_list = app.get_widget("page")
    for name, title in zip(names, titles, strict=True):
        assert (page.page_name, row_list.value_text) == (name, title)
        app.press_on("page", pygame.K_DOWN)
        app.advance_until(lambda: page.is_ready)
    app.click((row_list.rect.left + 10, row_list.rect.top + row_list.row_height // 2))
    app.advance_until(lambda: page.is_ready)
    assert page.page_name == names[0]


def test_click_on_the_page_of_a_search_shows_its_text_again(app: AppDriver) -> None:
    page, row_list = open_help(app), app.get_widget("page")
    app.press_key(pygame.K_F3)
    app.type_text("a")
    assert page.places is not None
    app.click((row_list.rect.left + 10, row_list.rect.top + row_list.row_height // 2))
    app.advance_until(lambda: page.is_ready)
    assert page.places is None and page.page_name == next(iter(list_pages()))


def test_list_follows_the_page_that_a_search_opens(app: AppDriver) -> None:
    page = open_help(app)
    page.show_page("muscio")
    assert app.get_widget("page").value_text == "Muscio"


def test_contents_list_all_pages_where_the_text_leaves_no_room_beside_it(tmp_path: Path) -> None:
    with open_test_app(tmp_path, size=(960, 540), settings=make_settings(scale=2.0)) as app:
        page = open_help(app, "muscio")
        app.press_key(pygame.K_F2)
        listed = [place.page for place in page.places or () if not place.paragraph_index]
        headings = {place.page for place in page.places or () if place.paragraph_index}
        assert listed == [*list_pages()] and headings == {"muscio"}
        assert app.get_widget("places").value_text == "Muscio", "the page that is read is selected"
        app.press_on("places", pygame.K_END, pygame.K_RETURN)
        app.advance_until(lambda: page.is_ready)
        assert page.page_name == listed[-1]
        app.resize((1920, 1080))
        app.context.apply_settings(make_settings(scale=1.0))
        app.advance_frame()
        app.press_key(pygame.K_F2)
        assert {place.page for place in page.places or ()} == {page.page_name}


@check_rows("name", list_text_pages())
@check_rows("width, ui_scale", [(650, 0.75), (854, 1.0), (1270, 1.5)])
def test_cards_of_an_example_have_one_row_and_no_empty_line_below(
    app: AppDriver, name: str, width: int, ui_scale: float
) -> None:
    frame = make_paint_frame(app.context.place._replace(scale=ui_scale))
    paragraphs = read_text_page(name, "en", HELP_FOLDER)
    card_width = compute_page_card_width(paragraphs, width, ui_scale)
    for example in list_examples(paragraphs):
        node = describe_example(example, card_width / ui_scale, lambda: None, "italian")
        row = pygame.Rect(0, 0, width - frame.px(MARGIN_WIDTH + INDENT), node.measure_height(frame, width))
        cards = [rect for _leaf, rect in iter_leaves(node, frame, row) if rect.height > card_width]
        assert len({card.top for card in cards}) == 1
        has_marks = bool(example.values or example.takes or example.may)
        assert (row.bottom - cards[0].bottom > frame.px(MARK_SIZE)) == has_marks


def test_row_of_a_table_is_read_with_the_names_of_its_columns() -> None:
    table = "| Contract | Caller |\n|---|---|\n| 61 | +2 |\n| in mano | +4 |\n\n| Bid |\n|---|\n| 7 |"
    assert [(row.kind, row.text, row.cells) for row in parse_paragraphs(table)] == [
        ("columns", "", ("Contract", "Caller")),
        ("row", "Contract: 61, Caller: +2", ("61", "+2")),
        ("row", "Contract: in mano, Caller: +4", ("in mano", "+4")),
        ("columns", "", ("Bid",)),
        ("row", "Bid: 7", ("7",)),
    ]


# -- the pages agree with the rules


@check_rows("game", GAMES)
def test_help_names_every_house_rule_with_its_label(game: str) -> None:
    text = [paragraph.text for paragraph in get_page(game)]
    for preset in GAMES[game].presets.values():
        for rule in (*list_option_specs(type(preset)), *list_option_specs(AssistanceOptions)):
            assert rule.label in text and rule.help in text
    rules = make_preset_rule_set(game, next(iter(GAMES[game].presets)))
    own = {rule.name for rule in rules.option_specs} - COMMON_OPTION_NAMES - AIDS
    for language in LANGUAGE_NAMES:
        page = read_text_page(game, language, HELP_FOLDER)
        named = {name for paragraph in page for name in paragraph.rule_names}
        assert own <= named <= {rule.name for rule in rules.option_specs}
        assert not any("{" in paragraph.text for paragraph in page)


@check_rows("game, line", [
    ("briscola", "Choices: 1, 2, 3, 5, 7. Default: 2."),
    ("briscola", "Choices: off, on. For 4 players. Default: on."),
    ("briscola", "Choices: 0 to 3600. Default: off."),
    ("chiamata", "Choices: off, on. Traditional: off. Online: on."),
    ("chiamata", "Choices: 0 to 3600. Traditional: off. Online: 90."),
])  # fmt: skip
def test_help_names_choices_and_values_of_the_presets(game: str, line: str) -> None:
    assert line in [paragraph.text for paragraph in describe_house_rules(game)]


def test_help_at_a_table_marks_the_rules_in_force(app: AppDriver) -> None:
    table = RuleSet(game="chiamata", preset="regolamento", changes={"solo": True, "match_deals": 20})
    marked = [paragraph.text for paragraph in describe_house_rules("chiamata", table) if paragraph.kind == "in force"]
    assert len(marked) == len(table.option_specs)
    assert "At this table: on." in marked and "At this table: 20." in marked
    page = app.show_over(HelpScene(app.context, HelpTopic("chiamata", table)))
    app.advance_until(lambda: page.is_ready)
    assert "At this table: 20." in [shown.text for shown in page.paragraphs]
    page.show_page("muscio")
    app.advance_until(lambda: page.is_ready)
    assert not any(shown.text.startswith("At this table: ") for shown in page.paragraphs)
    table = RuleSet(game="briscola", preset="classic", changes={"deal_winner": "over_60"})
    paragraphs = get_page("briscola", table)
    index = next(index for index, paragraph in enumerate(paragraphs) if paragraph.rule_names == ("deal_winner",))
    mark = "Deal winner at this table: more than 60."
    assert (paragraphs[index + 1].kind, paragraphs[index + 1].text) == ("mark", mark)
    assert not [paragraph for paragraph in get_page("briscola") if paragraph.kind == "mark"]


def test_help_is_in_the_current_language_or_in_english(tmp_path: Path) -> None:
    (tmp_path / "glossary.en.md").write_text("# Words", encoding="utf-8")
    (tmp_path / "playing.en.md").write_text("# Controls\n\nA *game*.\n## Cards\n- ace\n", encoding="utf-8")
    (tmp_path / "glossary.fr.md").write_text("# Les mots", encoding="utf-8")
    gettext.set_language("fr")
    assert get_page("glossary", folder=tmp_path)[0].text == "Les mots"
    assert [(paragraph.kind, paragraph.text) for paragraph in get_page("playing", folder=tmp_path)] == [
        ("title", "Controls"), ("text", "A game."), ("heading", "Cards"), ("bullet", "ace"),
    ]  # fmt: skip


@pytest.mark.slow
def test_help_scrolls_by_keys_to_its_end(app: AppDriver) -> None:
    page = app.show_over(HelpScene(app.context))
    app.advance_until(lambda: page.is_ready)
    for _key in range(250):
        app.press_key(pygame.K_DOWN)
    scroll = page.scroll_areas[page.page_name]
    assert scroll.offset == scroll.max_offset > 0
    app.resize((1920, 1080))
    app.advance_until(lambda: page.is_ready)
    assert page.scroll_areas[page.page_name].offset > 0


# -- diagrams


replace = msgspec.structs.replace


def start_trick_phase(game: str, players: int) -> TrickPhase:
    """Return the first trick of a deal for this number of players, before its first card."""
    seats = max(players, min(GAMES[game].seat_counts))
    match: Match = make_match(game, seats=seats)
    pack = list(match.pack)
    Random(7).shuffle(pack)
    match = match.apply(Deal(tuple(pack))).match
    joined = 0
    while not isinstance(phase := match.phase, TrickPhase):
        words = list_legal_phrases(match)
        wished = ("in" if joined < players else "pass", "keep", "stand", "pass" if joined else "call A", "bid 1")
        chosen = next((player_count for player_count in wished if player_count in words), words[0])
        joined += chosen in ("in", "call A")
        match = play(match, f"{match.turn} {chosen}")
    return phase


def set_up_example(game: str, example: HelpExample) -> TrickPhase:
    """Return the phase of the example, with its hand at the seat on turn."""
    players = example.players or len(example.trick)
    phase = start_trick_phase(game, players)
    seats = phase.trick.seats
    assert len(seats) == players
    down = tuple(seat for seat, card in zip(seats, example.trick, strict=False) if card is HIDDEN_CARD)
    trick = Trick(seats, example.trick, down)
    done = tuple(
        CompletedTrick(Trick(seats, make_hidden_cards(players)), seats[0], 0) for _earlier in range(example.number - 1)
    )
    hands = [*phase.hands]
    if example.hand:
        hands[trick.next_seat] = example.hand
    return replace(phase, hands=tuple(hands), trick=trick, trump=example.trump, completed_tricks=done)


def find_error(game: str, example: HelpExample) -> str:
    """Return the contradiction between an example and the rules, or ""."""
    if example.order:
        return describe_wrong_order(game, example)
    if example.called:
        return describe_difference(example.may, list_callable_ranks(example))
    phase = set_up_example(game, example)
    if example.takes is None:
        refused = phase.illegal_cards(phase.trick.next_seat)
        return describe_difference(example.may, tuple(card for card in example.hand if card not in refused))
    taken = phase.complete_trick().phase
    assert isinstance(taken, TrickPhase)
    last = taken.completed_tricks[-1]
    winner = last.trick.cards[last.trick.seats.index(last.winner)]
    return "" if (winner, last.points) == (example.takes, example.points) else f"{winner} takes {last.points}"


def describe_wrong_order(game: str, example: HelpExample) -> str:
    """Return the contradiction between an order of cards and the rules, or ""."""
    rules = GAMES[game]
    ranks = tuple(card.rank for card in example.order)
    points = tuple(str(rules.card_points.get(rank, 0)) for rank in ranks) if rules.card_points else ()
    return "" if (ranks, example.values) == (rules.ranking, points) else f"{rules.ranking} {points}"


def describe_difference(shown: Hand, expected: Hand) -> str:
    return "" if shown == expected else f"allowed are {' '.join(map(str, expected))}"


def list_callable_ranks(example: HelpExample) -> Hand:
    """Return the ranks in the example that can be called after its calls."""
    calls = tuple(Call(seat, card.rank) for seat, card in enumerate(example.called))
    options = GAMES["chiamata"].presets["regolamento"]
    assert isinstance(options, ChiamataOptions)
    auction = AuctionPhase(
        options=options, seats=5, dealer=4, hands=(make_hidden_cards(8),) * 5, calling_seat=len(calls), calls=calls
    )
    return tuple(card for card in example.hand if auction.illegal_reason(Call(len(calls), card.rank)) is None)


@check_rows("block", ["trumps d", "trump x", "trick 7h Zz", "takes 7h Kh", "points many", ""])
def test_unknown_line_in_an_example_is_an_error(block: str) -> None:
    with pytest.raises(ValueError):
        parse_example([block])


def test_page_in_another_language_has_the_same_diagrams(tmp_path: Path) -> None:
    example = "```example\ntrick 7h Kh\ntakes Kh\npoints 4\n```"
    (tmp_path / "briscola.en.md").write_text(f"# Briscola\nOne.\n{example}\n- Two.\n", encoding="utf-8")
    (tmp_path / "briscola.it.md").write_text("# Briscola\nUno.\n- Due.\n", encoding="utf-8")
    set_language("it")
    kinds = [(paragraph.kind, paragraph.text) for paragraph in get_page("briscola", folder=tmp_path)][:4]
    assert kinds == [("title", "Briscola"), ("text", "Uno."), ("example", ""), ("bullet", "Due.")]
    translated = tmp_path / "other"
    translated.mkdir()
    (translated / "briscola.en.md").write_text(f"# Briscola\nOne.\n{example}\n- Two.\n", encoding="utf-8")
    (translated / "briscola.it.md").write_text("# Briscola\nUno.\n", encoding="utf-8")
    assert list_examples(get_page("briscola", folder=translated)) == (), (
        "other paragraphs: nobody knows where it belongs"
    )


@check_rows("path", sorted(HELP_FOLDER.glob("*.md")))
def test_examples_of_a_page_are_correct(path: Path) -> None:
    game = path.name.split(".")[0]
    examples = list_examples(parse_paragraphs(path.read_text(encoding="utf-8")))
    assert [error for example in examples if (error := find_error(game, example))] == []


@check_rows("game", GAMES)
def test_every_game_shows_the_order_of_the_cards_then_a_trick_and_playable_cards(game: str) -> None:
    examples = list_examples(get_page(game))
    assert [bool(example.order) for example in examples] == [True, *[False] * (len(examples) - 1)]
    assert any(example.takes for example in examples) and any(example.may for example in examples)
    for language in LANGUAGE_NAMES:
        assert [paragraph.kind for paragraph in read_text_page(game, language, HELP_FOLDER)] == [
            paragraph.kind for paragraph in read_text_page(game, "en", HELP_FOLDER)
        ]
