"""The help: pages to read, to search, and to navigate by their headings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

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
from ui.scenes.help.content import SHORTCUTS_PAGE, HelpParagraph, get_page, list_pages, read_pages
from ui.scenes.help.diagrams import list_shown_cards
from ui.scenes.help.search import (
    HelpIndex,
    HelpPlace,
    build_index,
    find_index_on_marked_page,
    list_headings,
    search,
    split_context,
)
from ui.scenes.help.text_layout import BULLET_INDENT, LaidOutLine, PageLayout, get_page_layout
from ui.scenes.page import Page
from ui.scenes.settings.deck_preview import PreviewImages
from ui.widgets.base import set_visible
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.scroll_area import ScrollArea
from ui.widgets.segmented import SegmentedControl, compute_cycle_width
from ui.widgets.text_input import TextInput
from ui.widgets.virtual_list import VirtualList

MAX_TEXT_WIDTH: Final = 860
"""The largest width of the text, in design pixels, for easy reading."""
RESULT_ROW_HEIGHT: Final = 62
HEADING_ROW_HEIGHT: Final = 40
MARK_GAP: Final = 12
"""The distance between the text and the bar beside a match, in design pixels."""
MAX_QUERY_CHARACTERS: Final = 60
"""The longest query."""
PARAGRAPHS_PER_FRAME: Final = 6
"""The number of paragraphs laid out in a frame, which takes about a millisecond."""
PLACE_LIST_NAME: Final = "places"
"""The id of the list that replaces the text."""
DEFAULT_TOPIC: Final = HelpTopic()
KEY_DIRECTIONS: Final = {pygame.K_DOWN: 1, pygame.K_UP: -1}


class HelpTexts:
    """The texts of the help, and their index for the search."""

    def __init__(self, pages: Mapping[str, tuple[HelpParagraph, ...]]) -> None:
        self.pages = pages
        self.index: HelpIndex = build_index(pages)


def load_help_texts(key_map: KeyMap) -> HelpTexts:
    """Return all texts of the help in the current language."""
    return _load_help_texts(get_language(), tuple(key_map.overrides.items()))


@lru_cache(maxsize=1)
def _load_help_texts(_language_code: str, key_overrides: tuple[tuple[str, int], ...]) -> HelpTexts:
    """Return all texts of the help; a help that is opened again does not wait for the index."""
    return HelpTexts(read_pages(KeyMap(dict(key_overrides))))


class HelpScene(Page):
    """The help, with a page for each game and general pages.

    The text is painted as it scrolls, because a whole page would be a very large picture. ``topic``: the page and
    section to show first. A list of places, from a search or of headings, can replace the text.
    """

    title = N_("Help")

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
        self._page_layout: PageLayout | None = None
        self._place_list: VirtualList | None = None
        self._page_choice: SegmentedControl | None = None
        self._search_entry: TextInput | None = None
        self._change_keys_button: UIButton | None = None
        self._board = pygame.Rect(0, 0, 0, 0)
        self.samples = PreviewImages()
        self._help_texts: HelpTexts | None = None
        self._needs_scroll_to_topic = True
        loading = context.storage.submit(load_help_texts, context.key_map)
        context.tasks.submit(loading, self._show_help_texts, self.close_with_error, owner=self)

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
    def lines(self) -> tuple[LaidOutLine, ...]:
        return tuple(self._page_layout.lines) if self._page_layout is not None else ()

    @property
    def example_deck(self) -> DeckStyle:
        """The deck of the examples: French if the settings say so, else the game's.

        Pages that are not about a game use the Italian deck.
        """
        default_deck = GAMES[self.page_name].deck if self.page_name in GAMES else "italian"
        return self.context.get_deck(default_deck)

    @property
    def is_ready(self) -> bool:
        return self._place_list is not None or self.page_name in self.scroll_areas

    @property
    def is_busy(self) -> bool:
        return not self.is_ready or (
            any(line.drawing is not None for line in self.lines) and self._get_ready_images() is None
        )

    def on_exit(self) -> None:
        self.samples.stop()

    # -- the text, which comes from the disk and is set some paragraphs a frame

    def _show_help_texts(self, help_texts: HelpTexts) -> None:
        self._help_texts, self.paragraphs = (
            help_texts,
            get_page(self.page_name, self._rule_sets_in_force.get(self.page_name), key_map=self.context.key_map),
        )
        self.recompose("text")
        self._narrate_page()

    def update(self, seconds: float) -> None:
        if self._page_layout is not None and not self._page_layout.is_done:
            self._page_layout.layout_more(PARAGRAPHS_PER_FRAME)
            if self._page_layout.is_done:
                self.recompose("text")

    def _narrate_page(self) -> None:
        if self.context.narrate is not None:
            for line in self._narration_lines:
                self.context.narrate(line)

    # -- widgets

    def compose(self) -> None:
        body = self.body
        self._board = body.copy()
        self._add_header(self._board)
        self.add_board(self._board)
        self.compose_part("text", self._compose_text)
        self.add_footer_button("back", _("Back"), self.on_escape)
        self._change_keys_button = self.add_footer_button(
            "change-keys", _("Change keys"), self.context.router.open_shortcuts, is_right=True
        )
        self._update_state()

    def _compose_text(self) -> None:
        """Add the page, or the list of places that replaces it."""
        self._place_list = self._make_place_list(self._board, self.places) if self.places is not None else None
        if self._place_list is None:
            self._add_text(self._board)

    def _show_text(self) -> None:
        self.recompose("text")
        self._update_state()

    def _update_state(self) -> None:
        if self._page_choice is not None:
            self._page_choice.set_value(self.page_name)
        if self._search_entry is not None and self._search_entry.get_text() != self.query:
            self._search_entry.set_text(self.query)
        if self._change_keys_button is not None:
            set_visible(self._change_keys_button, is_visible=self.page_name == SHORTCUTS_PAGE)

    def _add_text(self, board: pygame.Rect) -> None:
        """Add the part of the page that is laid out."""
        scroll_area = self.begin_scroll_area(self.page_name, board)
        self._page_layout = (
            get_page_layout(
                self.paragraphs, min(scroll_area.width, self.context.px(MAX_TEXT_WIDTH)), self.context.ui_scale
            )
            if self._help_texts is not None
            else None
        )
        if self._page_layout is not None and self.context.scenes.top is not self:
            self._page_layout.layout_more(len(self.paragraphs) + 1)  # the next frames do not update it
        if self._page_layout is None or not self._page_layout.is_done:
            del self._part.scroll_areas[self.page_name]  # an empty area has no offset to keep
            return
        self.end_scroll_area(self.page_name, self._page_layout.height)
        if self._needs_scroll_to_topic:
            self._needs_scroll_to_topic = False
            if self.number is not None:
                scroll_area.move_to(
                    next(line.y for line in self.lines if line.paragraph_index >= self.number) - scroll_area.padding
                )
            elif self._section:
                scroll_area.move_to(next((line.y for line in self.lines if line.section == self._section), 0))

    def _add_header(self, board: pygame.Rect) -> None:
        """Add the choice of the page, the search and the contents; shrink the board below."""
        px, ui_scale = self.context.px, self.context.ui_scale
        labels, gap = [_(title) for title in list_pages().values()], px(10)
        rect = pygame.Rect(
            board.left, board.top, min(compute_cycle_width(labels, ui_scale), board.width // 2), px(CONTROL_HEIGHT)
        )
        self._page_choice = SegmentedControl(list(list_pages()), labels, self.page_name, rect, self.context.place)
        self.bind_value("page", self._page_choice, self.show_page, _("Page"))
        contents_label = _("On this page")
        button_width = self.measure_button_width(contents_label) - px(20)
        entry_rect = pygame.Rect(
            rect.right + gap, rect.top, board.right - button_width - rect.right - 2 * gap, rect.height
        )
        self._search_entry = TextInput(
            self.query,
            entry_rect,
            self.context.place,
            max_length=MAX_QUERY_CHARACTERS,
            sends_on_enter=True,
            placeholder=_("Search"),
        )
        self.bind_text("search", self._search_entry, self._search_pages, _("Search all pages"))
        button_rect = pygame.Rect(board.right - button_width, rect.top, button_width, rect.height)
        self.add_button("contents", contents_label, button_rect, self._toggle_contents, style="#small")
        board.top, board.height = board.top + px(CONTROL_HEIGHT + 12), board.height - px(CONTROL_HEIGHT + 12)

    def _make_place_list(self, board: pygame.Rect, places: tuple[HelpPlace, ...]) -> VirtualList:
        row_height = RESULT_ROW_HEIGHT if self.query else HEADING_ROW_HEIGHT
        place_list = VirtualList(
            board.inflate(-self.context.px(20), -self.context.px(16)),
            self.context.place,
            row_height=row_height,
            row_count=len(places),
            describe_row=self._narrate_row,
            paint_row=self._paint_row,
            on_chosen=self._open_selected_place,
            is_chosen_by_click=True,
        )
        self.bind_value(PLACE_LIST_NAME, place_list, lambda _index: None, _("Results"))
        return place_list

    def _narrate_row(self, index: int) -> str:
        return self.places[index].narration if self.places else ""

    # -- where to read

    def show_page(self, game: str) -> None:
        """Show a page from its start."""
        self.read_from(game, None)

    def read_from(self, game: str, number: int | None) -> None:
        """Show a page, from a paragraph if ``number`` is not None."""
        self.page_name, self._section, self.query, self.places = game, "", "", None
        self.paragraphs = get_page(game, self._rule_sets_in_force.get(game), key_map=self.context.key_map)
        self.number = None if number is None else find_index_on_marked_page(self.paragraphs, number)
        self._needs_scroll_to_topic = self.number is not None
        self._show_text()
        self._narrate_page()

    def _search_pages(self, query: str) -> None:
        """Show the places that match a query; without a query, the text."""
        if self._help_texts is None:
            return
        is_refined = self._place_list is not None and bool(self.query)
        self.query = query
        self.places = search(self._help_texts.index, query, self.page_name) if query.strip() else None
        if self.context.narrate is not None and self.places is not None:
            template = ngettext("{count} result", "{count} results", len(self.places))
            self.context.narrate(template.format(count=len(self.places)))
        if is_refined and self.places is not None and self._place_list is not None:
            self._place_list.set_count(len(self.places))
        else:
            self._show_text()

    def _toggle_contents(self) -> None:
        """Show the headings of the page, or the text again."""
        if self._help_texts is None:
            return
        is_shown = self.places is not None and not self.query
        self.query, self.places = (
            "",
            None if is_shown else list_headings(self.page_name, self._help_texts.pages[self.page_name]),
        )
        self._show_text()
        if self._place_list is not None:
            self.focus.focus_widget(self._place_list)

    def _open_selected_place(self) -> None:
        """Show the text at the selected place."""
        if self._place_list is not None and self.places:
            place = self.places[self._place_list.selected_index]
            self.read_from(place.page, place.paragraph_index)

    def on_escape(self) -> None:
        if self.places is None:
            super().on_escape()
            return
        self.query, self.places = "", None
        self._show_text()

    # -- events

    def capture_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in SEARCH_HELP.default_keys:
            self._focus_widget("search")
        elif event.type == pygame.KEYDOWN and event.key in TOGGLE_CONTENTS.default_keys:
            self._toggle_contents()
        else:
            return False
        return True

    def _focus_widget(self, widget_id: str) -> None:
        widget: UIElement | None = self.focus.find(widget_id)
        if widget is not None:
            self.focus.focus_widget(widget)

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED:
            self._open_selected_place()
        elif event.type == pygame.KEYDOWN and event.key in KEY_DIRECTIONS and self._place_list is not None:
            self._place_list.select(self._place_list.selected_index + KEY_DIRECTIONS[event.key])
        elif event.type == pygame.KEYDOWN and event.key in KEY_DIRECTIONS and self.page_name in self.scroll_areas:
            scroll_area = self.scroll_areas[self.page_name]
            scroll_area.move_to(scroll_area.offset + KEY_DIRECTIONS[event.key] * self.context.px(48))
        else:
            super().handle_event(event)

    # -- the picture

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self._place_list is not None:
            self._place_list.draw(canvas)
            if not self.places:
                text, size = _("No results"), self.context.px(theme.BODY_TEXT_SIZE)
                image = theme.render_fitted_text(text, "sans", size, theme.MUTED, self._place_list.width)
                canvas.blit(image, image.get_rect(center=self._place_list.viewport.center))
        elif self.page_name in self.scroll_areas:
            self._draw_text(canvas, self.scroll_areas[self.page_name])

    def _draw_text(self, canvas: Canvas, scroll_area: ScrollArea) -> None:
        window = scroll_area.viewport
        with canvas.clipped_to(window.inflate(2 * self.context.px(MARK_GAP), 0)):
            for line in self.lines:
                top = scroll_area.content_top + line.y
                if line.drawing is not None:
                    if window.top - line.drawing.height < top < window.bottom:
                        line.drawing.paint(
                            canvas,
                            self.context.theme,
                            (window.left + line.x, top),
                            self._get_ready_images(),
                            self.example_deck,
                        )
                elif window.top - 2 * self.context.px(line.style.size) < top < window.bottom:
                    self._draw_line(canvas, line, (window.left + line.x, top))

    def _draw_line(self, canvas: Canvas, line: LaidOutLine, position: tuple[int, int]) -> None:
        px = self.context.px
        image = theme.render_text(line.text, line.style.face, px(line.style.size), line.style.color)
        canvas.blit(image, position)
        if line.has_bullet:
            bullet_position = (position[0] - line.x + px(BULLET_INDENT // 2 - 2), position[1] + image.get_height() // 2)
            canvas.draw_aacircle(theme.GOLD, bullet_position, max(2, px(3)))
        if line.paragraph_index == self.number:
            mark_rect = pygame.Rect(position[0] - line.x - px(MARK_GAP), position[1], px(3), image.get_height())
            canvas.draw_rect(theme.GOLD, mark_rect)

    def _paint_row(self, index: int, canvas: Canvas) -> None:
        """Paint a place: a heading, or a heading above the match and its context."""
        if self.places is None:
            return
        px, place, side_padding = self.context.px, self.places[index], self.context.px(14)
        width = canvas.width - 2 * side_padding
        if not place.match_end:
            title_image = theme.render_fitted_text(place.text, "serif", px(theme.BODY_TEXT_SIZE), theme.CREAM, width)
            canvas.blit(title_image, title_image.get_rect(midleft=(side_padding, canvas.height // 2)))
            return
        heading_image = theme.render_fitted_text(place.heading, "sans", px(theme.SMALL_TEXT_SIZE), theme.MUTED, width)
        canvas.blit(heading_image, (side_padding, px(8)))
        x, y = side_padding, px(30)
        for text, color in zip(split_context(place), (theme.CREAM, theme.GOLD, theme.CREAM), strict=True):
            available_width = canvas.width - side_padding - x
            if text and available_width > 0:
                face: theme.FontFace = "bold" if color == theme.GOLD else "sans"
                text_image = theme.render_fitted_text(text, face, px(theme.BODY_TEXT_SIZE), color, available_width, 1.0)
                canvas.blit(text_image, (x, y))
                x += text_image.get_width()

    def _get_ready_images(self) -> CardImages | None:
        """Return the images of this page's examples once they are ready; else None."""
        drawings = [line.drawing for line in self.lines if line.drawing is not None]
        settings, examples = self.context.settings, [drawing.example for drawing in drawings]
        deck = settings.french_deck if self.example_deck == "french" else settings.italian_card_folder
        return self.samples.get_ready_images(deck, settings.back, list_shown_cards(examples), drawings[0].card_width)
