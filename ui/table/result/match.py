"""The result of a match: the winners, the score and the deals, with a short celebration of a win."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final

import pygame

from game.core.sanitizer import capitalize_first
from game.match.setup import MatchSetup, rotate_seats
from game.session.match_info import make_rematch_setup
from game.statistics.level_suggestions import LevelSuggestion, find_new_suggestion
from game.text.formatting import format_number, format_score_pair, join_with_and
from game.text.gettext import _
from game.text.player_names import format_player_kind
from game.text.results import SideResult, compute_ranks, format_match_headline
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import render_table_background
from ui.table.result.celebration import Celebration
from ui.table.result.costliest_choice import CostliestChoice, make_panel
from ui.table.result.details import DetailsOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.screen_seats import get_your_seat
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Framed, Padded, Rest, Row, Sized
from ui.widgets.nodes import Headline, Line, Node, Section, Space, Text, iter_leaves
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.portraits import PortraitRow

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PORTRAIT_SIZES: Final = (216, 184, 152, 120, 88, 56, 0)
"""The sizes of the portraits of the winners, in design pixels; the largest for which there is room is taken."""
OUTCOME_TEXT_SIZES: Final = (72, 56, 44, 36, 30, 24)
SCORE_TEXT_SIZE: Final = 56
NAME_TEXT_SIZES: Final = (22, 20, 18, 16, 14)
CARD_WIDTHS: Final = (216, 168)
MAX_SHORT_TITLE: Final = 20
"""The widths of cards with long and with short titles, in design pixels, and the characters of a short title."""
PANEL_WIDTH: Final = 512
PANEL_HEIGHT: Final = 104
"""In design pixels; a panel below the result has its size before there is anything to say."""
MAX_DEAL_CARDS: Final = 6
"""The largest number of deals that are shown as cards."""


class MatchResultOverlay(ResultOverlay):
    """The result of a match on an empty table."""

    max_scale = 1.25
    button_widths = (208, 208)
    go_on_id = "play-again"

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        observation, your_seat = table.observation, get_your_seat(table.session)
        self._costliest_choice = CostliestChoice(self)
        self._suggestion: LevelSuggestion | None = None
        self._is_suggestion_new = False
        self._look_for_suggestion()
        self._is_won = your_seat in observation.winners
        self._celebration = Celebration(self.deck)
        if self.context.settings.reduced_motion or not self._is_won:
            self._celebration.finish()
        if table.session.observation.seat is not None and observation.winners:
            self.context.audio.play("win" if table.session.observation.seat in observation.winners else "lose")

    @property
    def is_busy(self) -> bool:
        return self.is_moving or super().is_busy

    @property
    def is_moving(self) -> bool:
        return not self._celebration.is_over

    def list_taken_rects(self) -> list[pygame.Rect]:
        return self._taken_rects

    @property
    def title_text(self) -> str:
        return format_match_headline(self.table.observation, self.names, get_your_seat(self.table.session))

    @property
    def side_results(self) -> list[SideResult]:
        your_seat, observation = get_your_seat(self.table.session), self.table.observation
        return sorted(
            self.presentation.summarize_sides(observation),
            key=lambda side: (your_seat not in side.seats, not set(side.seats) <= set(observation.winners)),
        )

    @property
    def score_text(self) -> str:
        """The totals of two sides that stay together, or the share of the winners, or ""."""
        totals = self.get_side_totals(self._fixed_sides)
        return format_score_pair(*totals) if totals else ""

    @property
    def _fixed_sides(self) -> list[tuple[int, ...]]:
        """The sides of the match, that of the viewer or of the winners first."""
        your_seat, observation = get_your_seat(self.table.session), self.table.observation
        return sorted(observation.sides, key=lambda side: (your_seat not in side, side[0] not in observation.winners))

    @property
    def cards(self) -> list[tuple[str, str, bool]]:
        """A card for each deal of a short match between two sides, none for a longer one, else one for each player.

        Each has its title, its figure, and whether the deal or the player has won.
        """
        observation, sides = self.table.observation, self._fixed_sides
        results, cards = observation.results, list[tuple[str, str, bool]]()
        if len(sides) == 2 and self.score_text and len(results) > MAX_DEAL_CARDS:
            return []
        if len(sides) == 2 and results and self.score_text:
            is_lower_better = self.table.session.info.game.is_lower_total_better
            for number, result in enumerate(results, 1):
                scores = [result.scores[side[0]] for side in sides]
                figures = [self.presentation.format_deal_figure(result, side) for side in sides]
                is_won = (scores[0] > scores[1]) != is_lower_better and scores[0] != scores[1]
                text = format_score_pair(figures[0], figures[1])
                figure = text if result.state == "scored" else "–"
                cards.append((_("Deal {number}").format(number=number), figure, is_won))
            return cards
        ranks = compute_ranks(observation, self.table.session.info.game.is_lower_total_better)
        for seat in (seat for rank in ranks for seat in rank):
            total = self.presentation.describe_total(observation.totals[seat], format_number(observation.totals[seat]))
            cards.append((self.names[seat], capitalize_first(total), seat in observation.winners))
        return cards

    @property
    def _lines(self) -> list[str]:
        """The lines below the cards: why the match is over, the share of the winners, and penalties."""
        observation = self.table.observation
        has_payout = bool(observation.payout and observation.winners)
        ending = self.presentation.describe_ending(observation) if observation.winners else ""
        return [
            *([ending] if ending else []),
            *([self.subtitle] if has_payout else []),
            *(f"{line}." for line in self.penalty_lines),
        ]

    def list_menu_entries(self) -> list[MenuEntry]:
        return [
            MenuEntry("show-details", _("Details"), partial(self.table.open_overlay, DetailsOverlay), "info"),
            *super().list_menu_entries(),
            *(
                [MenuEntry("swap-seats", _("Swap seats"), self._swap_seats, "people")]
                if self.table.network is None
                else []
            ),
        ]

    @property
    def _play_again_text(self) -> str:
        """The text of the button for another match, or how many people it waits for; "" without the button."""
        network = self.table.network
        if network is not None and not network.can_play_again:
            return ""
        return _("Play again") if network is None or not network.has_asked_for_match else network.waiting_text

    @property
    def _rematch_setup(self) -> MatchSetup:
        return make_rematch_setup(self.table.session.info, self.table.session.observation)

    def go_on(self) -> None:
        network = self.table.network
        if network is None:
            self.context.router.start_match(self._rematch_setup)
        elif not network.has_asked_for_match:
            network.play_again()

    def _swap_seats(self) -> None:
        """Start a new match of the same people at other seats."""
        self.context.router.start_match(rotate_seats(self._rematch_setup))

    # -- a level that suits better

    def _look_for_suggestion(self) -> None:
        """Look in the background for a level that suits the only person of a match better."""
        table, context = self.table, self.context
        is_mine = get_your_seat(table.session) is not None and table.match_id is not None and table.network is None
        people = [player for player in table.session.info.players if player.is_person]
        if is_mine and len(people) == 1 and not table.session.status.is_assisted:
            finding = partial(
                find_new_suggestion, profile_id=context.own_profile.id, game_id=table.session.info.game.id
            )
            context.tasks.submit(context.storage.submit_to_archive(finding), self._set_suggestion, owner=self)

    def _set_suggestion(self, suggestion: LevelSuggestion | None) -> None:
        self._suggestion, self._is_suggestion_new = suggestion, suggestion is not None
        if suggestion is not None:
            self.table.narrate(_format_question(suggestion))

    def _describe_suggestion(self, suggestion: LevelSuggestion) -> Node:
        level, before = (format_player_kind(kind) for kind in (suggestion.level, suggestion.played_level))
        text = _("You won {won} of your last {count} matches at {level}.")
        won = format_number(round(suggestion.won))
        told = Text(text.format(won=won, count=suggestion.played, level=before), size=theme.SMALL_TEXT_SIZE)
        told.color = theme.MUTED
        start = partial(self.context.router.start_match_at_level, self._rematch_setup, suggestion.level)
        play = Action("suggested-level", _("Play at {level}").format(level=level), start, style="#menu")
        return make_panel(self, told, Text(_format_question(suggestion), face="bold"), action=play)

    # -- the page

    def compose(self) -> None:
        self.panel_rect = self.context.window_rect
        node, frame = self.describe(), self.frame
        leaves = list(iter_leaves(node, frame, self.panel_rect))
        self._text_rects = [rect for leaf, rect in leaves if isinstance(leaf, Headline | Line)]
        portraits = [(leaf, rect) for leaf, rect in leaves if isinstance(leaf, PortraitRow)]
        self._taken_rects = [
            *self._text_rects,
            *(rect.inflate(leaf.measure_width(frame, rect.width) - rect.width, 0) for leaf, rect in portraits),
            *(rect for leaf, rect in leaves if isinstance(leaf, Section)),
        ]
        self._rays_center = (*(rect for _portrait, rect in portraits), self.panel_rect)[0].center
        node.make(frame, self.panel_rect)
        self.compose_part("medal-toast", self.medal_toast.compose)

    def describe(self) -> Node:
        pages = [self._describe_page(size) for size in PORTRAIT_SIZES]
        margin = theme.MARGIN if self.context.ui_scale > self.context.window_scale else 2 * theme.MARGIN
        return Column(
            Space(theme.LARGE_MARGIN),
            Padded(Alternatives(*pages), padding=theme.LARGE_MARGIN, top=0, grow=1),
            Section("next-steps", self._describe_next_steps),
            Space(theme.SECTION_GAP),
            Section("buttons", self._describe_buttons),
            Space(margin),
        )

    def _describe_next_steps(self) -> Node:
        """Return the costliest choice and the level that suits better, side by side."""
        self._is_suggestion_new = False
        suggestion = None if self._suggestion is None else self._describe_suggestion(self._suggestion)
        panels = [node for node in (self._costliest_choice.describe(), suggestion) if node is not None]
        if not panels:
            return Space()
        sized = [Sized(panel, width=PANEL_WIDTH, height=PANEL_HEIGHT) for panel in panels]
        beside = Row(Space(grow=1), *sized, Space(grow=1), gap=theme.LARGE_GAP)
        steps = Alternatives(beside, Column(*panels, gap=theme.GAP))
        return Padded(steps, padding=theme.LARGE_MARGIN, top=0)

    def _describe_buttons(self) -> Node:
        self._shown_again_text = text = self._play_again_text
        leave, analyze, again = self.make_buttons(text, is_waiting=text != _("Play again"))
        more = Action("more", "", self.open_more_menu, symbol="dots", label=_("More"), style="#menu")
        return _center(leave, again if text else None, analyze, more)

    def _describe_page(self, portrait_size: int) -> Node:
        """Return the winners, the outcome, the score and the cards; ``portrait_size``: 0 for no portraits."""
        images, winners, score = self.context.scene_card_images, self.table.observation.winners, self.score_text
        numbers = [self.portrait_numbers[seat] for seat in winners]
        return Column(
            Space(grow=1),
            PortraitRow(images, numbers, portrait_size, has_rings=True) if numbers and portrait_size else None,
            Space(theme.GAP),
            _center(Headline(self.title_text, OUTCOME_TEXT_SIZES, has_shadow=True)),
            self._describe_score(score) if score else None,
            Space(theme.GAP),
            self._describe_cards(),
            *(Text(line, size=theme.ROW_TITLE_TEXT_SIZE, align="centre") for line in self._lines),
            Space(grow=1),
        )

    def _describe_score(self, score: str) -> Node:
        """Return the score in the middle, between the names of the two sides."""
        first, second = (join_with_and([self.names[seat] for seat in side]) for side in self._fixed_sides)
        return Row(
            Rest(Headline(first, NAME_TEXT_SIZES, face="bold", align="right"), 0),
            Headline(score, (SCORE_TEXT_SIZE,), has_shadow=True),
            Rest(Headline(second, NAME_TEXT_SIZES, face="bold", align="left"), 0),
            gap=theme.SECTION_GAP,
            align="middle",
        )

    def _describe_cards(self) -> Node:
        """Return the cards in rows, wide ones for long names."""
        cards = self.cards
        widths = (
            CARD_WIDTHS if any(len(title) > MAX_SHORT_TITLE for title, _figure, _is_won in cards) else CARD_WIDTHS[-1:]
        )
        arrangements = list[Node]()
        for width, row_count in product(widths, (1, 2, 3)):
            count = max(1, -(-len(cards) // row_count))
            rows = (cards[start : start + count] for start in range(0, len(cards), count))
            lines = (_center(*(Sized(_make_card(*card), width=width) for card in row)) for row in rows)
            arrangements.append(Column(*lines, gap=theme.LARGE_GAP))
        return Alternatives(*arrangements)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._celebration.advance(seconds)
        if self._play_again_text != self._shown_again_text:
            self.recompose("buttons")
        self._costliest_choice.update(seconds)
        if self._is_suggestion_new or self._costliest_choice.has_news:
            self.recompose("next-steps")

    def capture_event(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._celebration.finish()
        return super().capture_event(event)

    def draw(self, canvas: Canvas) -> None:
        context = self.context
        if self._is_won:
            self._celebration.draw(canvas, context, self._rays_center, self._text_rects)
        else:
            canvas.blit(render_table_background(context.size, context.theme), (0, 0))


def _format_question(suggestion: LevelSuggestion) -> str:
    question = _("Ready for {level}?") if suggestion.is_harder else _("An easier level?")
    return question.format(level=format_player_kind(suggestion.level))


def _center(*nodes: Node | None) -> Node:
    return Row(Space(grow=1), *nodes, Space(grow=1), gap=theme.LARGE_GAP)


def _make_card(title: str, figure: str, is_won: bool) -> Framed:
    """Return a small card of the result: a deal with its score, or a player with the total."""
    title_line = Line(title, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre")
    lines = Column(title_line, Line(figure, face="serif", size=28, align="centre"))
    return Framed(lines, padding=theme.SMALL_GAP, top=theme.GAP, line_color=theme.GOLD if is_won else None)
