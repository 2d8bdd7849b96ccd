"""The help: pages to read, to search, and to navigate by their headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

import pygame
import pygame_gui

from game.core.cards import DeckStyle
from game.core.messages import N_
from game.rules import GAMES
from game.text.gettext import _, get_language, ngettext
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.input.key_map import SEARCH_HELP, TOGGLE_CONTENTS, KeyMap
from ui.scenes.help.content import SHORTCUTS_PAGE, HelpParagraph, get_page, list_examples, list_pages, read_pages
from ui.scenes.help.diagrams import list_shown_cards
from ui.scenes.help.search import (
    HelpPlace,
    build_index,
    find_index_on_marked_page,
    list_contents,
    list_headings,
    search,
    split_context,
)
from ui.scenes.help.text_layout import MARGIN_WIDTH, PageText, compute_page_card_width, describe_page
from ui.scenes.page import Page
from ui.scenes.settings.deck_preview import PreviewImages
from ui.widgets.fields import Action, Input, RowList, make_choice
from ui.widgets.layout import Alternatives, Column, Padded, Panel, Row, Sized
from ui.widgets.nodes import Frame, Line, Node, Painter, Section, Sheet, Space
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH
from ui.widgets.segmented import compute_cycle_width
from ui.widgets.virtual_list import VirtualList

MAX_TEXT_WIDTH: Final = 860 + MARGIN_WIDTH
"""The largest width of the text, in design pixels, for easy reading."""
MIN_TEXT_SHARE: Final = 0.5
"""The share of `MAX_TEXT_WIDTH` that the text needs beside the list of pages; with less there is no list."""
HEADING_INDENT: Final = 24
"""By how much the headings of a page are to the right of its title in a list, in design pixels."""
RESULT_ROW_HEIGHT: Final = 62
HEADING_ROW_HEIGHT: Final = 40
CONTEXT_HEIGHT: Final = 26
TEXT_MARGIN: Final = 2 * theme.MARGIN + BAR_WIDTH + BAR_GAP
"""The space at the sides of the text, in design pixels."""
SEARCH_WIDTH: Final = 320
MIN_SEARCH_WIDTH: Final = 96
MAX_QUERY_CHARACTERS: Final = 60
"""The longest query."""
PLACE_LIST_NAME: Final = "places"
"""The id of the list that replaces the text."""
DEFAULT_TOPIC: Final = HelpTopic()
KEY_DIRECTIONS: Final = {pygame.K_DOWN: 1, pygame.K_UP: -1}


@lru_cache(maxsize=1)
def load_index(_language_code: str, key_overrides: tuple[tuple[str, int], ...]) -> tuple[HelpPlace, ...]:
    """Return the index of all texts in the current language; a help that is opened again does not wait for it."""
    return build_index(read_pages(KeyMap(dict(key_overrides))))


class HelpScene(Page):
    """The help, with a page for each game and general pages.

    The text is painted as it scrolls, because a whole page would be a very large picture. ``topic``: the page and
    section to show first. A list of places, from a search or of headings, can replace the text. The pages are listed
    beside the text; where that has no room, a control at the top names one, and the headings are listed with all pages.
    """

    title = N_("Help")
    max_scale = 1.6
    """That of the controls; the text itself is as large as a person wants it."""

    def __init__(self, context: AppContext, topic: HelpTopic = DEFAULT_TOPIC) -> None:
        super().__init__(context)
        self.focus.has_vertical_arrows = False
        self.page_name = topic.page or next(iter(GAMES))
        self.query = ""
        self.places: tuple[HelpPlace, ...] | None = None
        self._rule_sets_in_force = {self.page_name: topic.rule_set}
        self._section = topic.section
        self.number: int | None = None
        self.paragraphs: tuple[HelpParagraph, ...] = ()
        self._text: PageText | None = None
        self._text_look: object = None
        """All that the text depends on."""
        self._painted_images: CardImages | None = None
        """The images with which the examples were painted, None while they were not ready."""
        self.samples = PreviewImages()
        self._index: tuple[HelpPlace, ...] | None = None
        self._needs_scroll_to_topic = True
        loading = context.storage.submit(load_index, get_language(), tuple(context.key_map.overrides.items()))
        context.tasks.submit(loading, self._show_index, self.close_with_error, owner=self)

    @property
    def narration(self) -> tuple[str, ...]:
        return (_(self.title), *self._narration_lines)

    @property
    def _narration_lines(self) -> tuple[str, ...]:
        """The page in lines from the section at which it was opened, without examples."""
        first_index = next(
            (
                index
                for index, paragraph in enumerate(self.paragraphs)
                if paragraph.section and paragraph.section == self._section
            ),
            0,
        )
        return tuple(paragraph.text for paragraph in self.paragraphs[self.number or first_index :] if paragraph.text)

    @property
    def example_deck(self) -> DeckStyle:
        """The deck of the examples: French if the settings say so, else the game's.

        Pages that are not about a game use the Italian deck.
        """
        default_deck = GAMES[self.page_name].deck if self.page_name in GAMES else "italian"
        return self.context.get_deck(default_deck)

    @property
    def _place_list(self) -> VirtualList | None:
        places: VirtualList | None = self.find(PLACE_LIST_NAME)
        return places

    @property
    def is_ready(self) -> bool:
        return self._place_list is not None or self.page_name in self.scroll_areas

    @property
    def is_busy(self) -> bool:
        return not self.is_ready or self._has_missing_images

    @property
    def _has_missing_images(self) -> bool:
        return self._painted_images is None and bool(list_examples(self.paragraphs))

    def on_exit(self) -> None:
        self.samples.stop()

    # -- the text, which comes from the disk and is set some paragraphs a frame

    def _show_index(self, index: tuple[HelpPlace, ...]) -> None:
        self._index, self.paragraphs = index, self._get_page(self.page_name)
        self._show_text()
        self._narrate_page()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._text is not None and not self._text.is_done:
            self._text.layout_more(self._text_frame, self._text_width)
            if self._text.is_done:
                self._show_text()
        elif self._has_missing_images and self._get_ready_images() is not None:
            self.recompose("text")

    def update_in_background(self, seconds: float) -> None:
        """Have a page that is seen below a question made again once its cards are ready."""
        if self._has_missing_images and self._get_ready_images() is not None:
            self.widgets_below_look = None

    def _get_page(self, name: str) -> tuple[HelpParagraph, ...]:
        return get_page(name, self._rule_sets_in_force.get(name), key_map=self.context.key_map)

    def _narrate_page(self) -> None:
        self.context.speak(*self._narration_lines)

    # -- what is on the page

    def compose(self) -> None:
        super().compose()
        self._scroll_to_topic()

    def list_footer(self) -> Sequence[Node]:
        if self.page_name != SHORTCUTS_PAGE:
            return super().list_footer()
        open_shortcuts = self.context.router.open_shortcuts
        change_keys = Action("change-keys", _("Change keys"), open_shortcuts, style="#primary")
        return (*super().list_footer(), Space(grow=1), change_keys)

    def list_header(self) -> Sequence[Node]:
        titles, choice = self._titles, None
        if not self._page_list_width:
            choice = make_choice(dict(enumerate(titles)), self._page_index, id="page", label=_("Page"))
            choice.on_change, choice.width = self._open_page, compute_cycle_width(titles, 1)
        options = {"sends_on_enter": True, "placeholder": _("Search")}
        search = Input(self.query, self._search_pages, MAX_QUERY_CHARACTERS, id="search", options=options)
        search.label = _("Search all pages")
        contents = Action("contents", _("Contents"), self._toggle_contents)
        searches = replace(search, width=SEARCH_WIDTH), replace(search, width=MIN_SEARCH_WIDTH, grow=1)
        rows = (Row(choice, search, contents, gap=theme.GAP, align="middle") for search in searches)
        return (Alternatives(*rows),)

    def describe(self) -> Node:
        text = Panel(Section("text", self._describe_text, grow=1), top=2, grow=1)
        return Row(self._describe_page_list(), text) if self._page_list_width else text

    @property
    def _titles(self) -> tuple[str, ...]:
        return tuple(_(title) for title in list_pages().values())

    @property
    def _page_index(self) -> int:
        return tuple(list_pages()).index(self.page_name)

    def _describe_page_list(self) -> Node:
        """Return the list of all pages, as wide as the longest title, and the gap beside it."""
        titles = self._titles
        pages = RowList(id="page", label=_("Page"), on_change=self._open_page)
        pages.options = {
            "row_height": HEADING_ROW_HEIGHT,
            "row_count": len(titles),
            "narrate_row": titles.__getitem__,
            "describe_row": lambda index: _describe_title(titles[index]),
            "on_chosen": lambda: self._open_page(self.find("page").value),
            "selected_index": self._page_index,
            "is_chosen_by_click": True,
        }
        longest = Row(Column(*map(_describe_title, titles)), Space(BAR_WIDTH + BAR_GAP))
        pages.width = longest.measure_width(self.frame, self.body.width) / self.context.ui_scale
        return Row(Panel(pages, padding=theme.SMALL_GAP), Space(theme.GAP))

    @property
    def _page_list_width(self) -> int:
        """The width of the list of pages with its gap, in pixels; 0 where the text has no room beside it."""
        width = self._describe_page_list().measure_width(self.frame, self.body.width)
        return width if self._compute_text_room(width) >= MIN_TEXT_SHARE * self._max_text_width else 0

    def _describe_text(self) -> Node:
        """Return the page once it is laid out, or the list of places that replaces it."""
        if self.places is not None:
            return self._describe_places(len(self.places))
        if self._index is None:
            return Space()
        frame, width = self._text_frame, self._text_width
        scale, self._painted_images = frame.place.scale, self._get_ready_images()
        look = self.paragraphs, width, scale, self.number, self.example_deck
        if self._text is None or self._text_look != look:
            self._text_look, self._text = look, describe_page(*look, get_images=lambda: self._painted_images)
        text = self._text
        text.layout_more(frame, width)
        while not text.is_done and self.context.scenes.top is not self:  # the next frames do not update it
            text.layout_more(frame, width)
        row = Row(Sized(text, width=width / scale), Space(grow=1))
        return Sheet(self.page_name, Sized(row, scale=scale), has_fades=False) if text.is_done else Space()

    @property
    def _text_frame(self) -> Frame:
        """The frame of the text, whose scale nothing limits."""
        scale = self.context.window_scale * self.context.settings.scale
        return self.frame._replace(place=self.context.place._replace(scale=scale))

    @property
    def _text_width(self) -> int:
        return min(self._compute_text_room(self._page_list_width), self._max_text_width)

    @property
    def _max_text_width(self) -> int:
        return self._text_frame.px(MAX_TEXT_WIDTH)

    def _compute_text_room(self, page_list_width: int) -> int:
        """Return the width that the text can have beside a list of pages, in pixels."""
        width: int = self.body.width - page_list_width - self.context.px(TEXT_MARGIN)
        return width

    @property
    def paragraph_tops(self) -> list[int]:
        """The tops of the paragraphs in the text, in pixels."""
        return [place.top for place in self._text.places] if self._text is not None else []

    def _describe_places(self, count: int) -> Node:
        options = {
            "row_height": RESULT_ROW_HEIGHT if self.query else HEADING_ROW_HEIGHT,
            "row_count": count,
            "narrate_row": self._narrate_row,
            "describe_row": self._describe_row,
            "on_chosen": self._open_selected_place,
            "is_chosen_by_click": True,
            "describe_empty": lambda: _("No results"),
        }
        places = RowList(id=PLACE_LIST_NAME, label=_("Results"), on_change=lambda _index: None, options=options)
        return Padded(places, padding=0, top=theme.SMALL_GAP, grow=1)

    def _show_text(self) -> None:
        self.recompose("text", "foot")
        if self._place_list is not None:
            self._place_list.move_to(0)
        self.find("page").set_value(self._page_index)
        if self.find("search").get_text() != self.query:
            self.find("search").set_text(self.query)
        self._scroll_to_topic()

    def _scroll_to_topic(self) -> None:
        """Scroll to the paragraph or section to read, when the text is first shown."""
        area = self.scroll_areas.get(self.page_name)
        if area is None or not self._needs_scroll_to_topic:
            return
        self._needs_scroll_to_topic = False
        if self.number is not None:
            area.move_to(self.paragraph_tops[self.number] - area.padding)
        elif self._section:
            tops = zip(self.paragraphs, self.paragraph_tops, strict=True)
            area.move_to(next((top for paragraph, top in tops if paragraph.section == self._section), 0))

    def _narrate_row(self, index: int) -> str:
        return self.places[index].narration if self.places else ""

    # -- where to read

    def _open_page(self, index: int) -> None:
        """Show the page with this index, unless its text is shown."""
        name = tuple(list_pages())[index]
        if name != self.page_name or self.places is not None:
            self.show_page(name)

    def show_page(self, name: str, number: int | None = None) -> None:
        """Show a page, from a paragraph if ``number`` is not None."""
        self.page_name, self._section, self.query, self.places = name, "", "", None
        self.paragraphs = self._get_page(name)
        self.number = None if number is None else find_index_on_marked_page(self.paragraphs, number)
        self._needs_scroll_to_topic = self.number is not None
        self._show_text()
        self._narrate_page()

    def _search_pages(self, query: str) -> None:
        """Show the places that match a query; without a query, the text."""
        if self._index is None:
            return
        is_refined = self._place_list is not None and bool(self.query)
        self.query = query
        self.places = search(self._index, query, self.page_name) if query.strip() else None
        if self.places is not None:
            template = ngettext("{count} result", "{count} results", len(self.places))
            self.context.speak(template.format(count=len(self.places)))
        if is_refined and self.places is not None and self._place_list is not None:
            self._place_list.set_count(len(self.places))
        else:
            self._show_text()

    def _toggle_contents(self) -> None:
        """Show the headings of the page, with all pages if they are listed nowhere else, or the text again."""
        if self._index is None:
            return
        is_shown = self.places is not None and not self.query
        page = get_page(self.page_name, key_map=self.context.key_map)
        list_places = list_headings if self._page_list_width else list_contents
        self.query, self.places = "", None if is_shown else list_places(self.page_name, page)
        self._show_text()
        if self._place_list is not None and self.places:
            self._place_list.select([place.page for place in self.places].index(self.page_name))
            self.focus.focus_widget(self._place_list)

    def _open_selected_place(self) -> None:
        """Show the text at the selected place."""
        if self._place_list is not None and self.places:
            place = self.places[self._place_list.value]
            self.show_page(place.page, place.paragraph_index)

    def on_escape(self) -> None:
        if self.places is None:
            super().on_escape()
            return
        self.query, self.places = "", None
        self._show_text()

    # -- events

    def capture_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in SEARCH_HELP.default_keys:
            self.focus.focus_widget(self.find("search"))
        elif event.type == pygame.KEYDOWN and event.key in TOGGLE_CONTENTS.default_keys:
            self._toggle_contents()
        else:
            return False
        return True

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self._open_selected_place()
        elif event.type == pygame.KEYDOWN and event.key in KEY_DIRECTIONS and self._place_list is not None:
            self._place_list.select(self._place_list.value + KEY_DIRECTIONS[event.key])
        elif event.type == pygame.KEYDOWN and event.key in KEY_DIRECTIONS and self.page_name in self.scroll_areas:
            scroll_area = self.scroll_areas[self.page_name]
            scroll_area.move_to(scroll_area.offset + KEY_DIRECTIONS[event.key] * self.context.px(48))
        else:
            super().handle_event(event)

    # -- the picture

    def _describe_row(self, index: int) -> Node:
        """Return a heading, or a match with the text around it below the heading."""
        if self.places is None:
            return Space()
        place = self.places[index]
        if not place.match_end:
            return _describe_title(place.text, HEADING_INDENT if place.paragraph_index else 0)
        heading = Line(place.heading, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        text = Painter(partial(_paint_context, place), height=CONTEXT_HEIGHT)
        return Padded(Column(heading, text), padding=theme.GAP, top=theme.SMALL_GAP)

    def _get_ready_images(self) -> CardImages | None:
        """Return the images of this page's examples once they are ready; else None."""
        examples, scale = list_examples(self.paragraphs), self._text_frame.place.scale
        if not examples:
            return None
        settings, width = self.context.settings, compute_page_card_width(self.paragraphs, self._text_width, scale)
        deck = settings.french_deck if self.example_deck == "french" else settings.italian_card_folder
        return self.samples.get_ready_images(deck, settings.back, list_shown_cards(examples), width)


def _describe_title(text: str, indent: float = 0) -> Node:
    """Return a title or a heading in the row of a list."""
    return Padded(Row(Space(indent), Line(text, face="serif")), padding=theme.GAP, top=0)


def _paint_context(place: HelpPlace, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint a match in gold between the text before and after it, which is cut at the end of the row."""
    left, size = rect.left, frame.px(theme.BODY_TEXT_SIZE)
    for text, color in zip(split_context(place), (theme.CREAM, theme.GOLD, theme.CREAM), strict=True):
        if text and left < rect.right:
            face: theme.FontFace = "bold" if color == theme.GOLD else "sans"
            image = theme.render_fitted_text(text, face, size, color, rect.right - left, 1.0)
            canvas.blit(image, (left, rect.top))
            left += image.get_width()
