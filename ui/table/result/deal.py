"""The result of a deal: outcome, score and deciding trick, with folded details."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame

from game.core.sanitizer import capitalize_first
from game.text.formatting import format_change, format_number, format_score_pair
from game.text.gettext import _
from game.text.messages import format_reason
from game.text.results import describe_trick_taker, list_completed_tricks, list_decisive_tricks, list_shown_hands
from ui.graphics import theme
from ui.table.overlays.base import pad_scroll, pad_sides
from ui.table.result.captured_cards import TiltedCards, describe_cards
from ui.table.result.costliest_choice import CostliestChoice
from ui.table.result.details import describe_details
from ui.table.result.match import MatchResultOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.result.scores import describe_players, describe_two_sides
from ui.table.screen_seats import get_your_seat
from ui.table.state import is_deal_over
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Row
from ui.widgets.nodes import Headline, Node, Rule, Sheet, Space, Text
from ui.widgets.toasts import layout_toasts

if TYPE_CHECKING:
    from ui.table.scene import TableScene

OUTCOME_TEXT_SIZES: Final = (theme.OUTCOME_TEXT_SIZE, 40, 34, 28)
TRICK_CARD_WIDTHS: Final = (96, 84, 72)
"""The widths of a card of the deciding trick, in design pixels; the largest for which there is room is taken."""
HAND_CARD_RATIO: Final = 0.75
"""The width of a card of a hand that decided the deal, as a share of that of a trick."""
MAX_STORY_LINES: Final = 3
FLOURISH_S: Final = 0.5
"""The time in which the rays around the winner's portrait grow, in seconds."""


class DealResultOverlay(ResultOverlay):
    """The result of a deal over the table."""

    panel_width = 720
    button_widths = (168, 240)
    go_on_id = "next-deal"

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self._is_open = False
        self._is_next_deal_requested = table.session.is_watching
        self._next_text = self.next_text
        self._shown_absence_text = self._absence_text
        self._toast_space = 0
        self._costliest_choice = CostliestChoice(self, table.observation.deal_number)
        is_won = get_your_seat(table.session) in self.presentation.find_deal_winners(table.observation)
        has_movement = is_won and not self.context.settings.reduced_motion
        self._is_won = is_won
        self._flourish_s = 0.0 if has_movement else FLOURISH_S
        if is_won and not table.observation.is_over:
            self.context.audio.play("win")

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self.is_flourishing or self._toast_space != self._compute_toast_space()

    @property
    def is_flourishing(self) -> bool:
        """Whether the rays around the winner's portrait are growing."""
        return self._flourish_s < FLOURISH_S

    def _advance_flourish(self, seconds: float) -> None:
        """Let the rays grow."""
        if self.is_flourishing:
            self._flourish_s = min(FLOURISH_S, self._flourish_s + seconds)
            for part in self._whole.iter_parts():
                for sheet in part.sheets:
                    sheet.invalidate()

    @property
    def title_text(self) -> str:
        observation = self.table.observation
        if observation.result is None:
            return _("Deal {number}").format(number=observation.deal_number)
        return self.presentation.format_headline(observation, self.names, get_your_seat(self.table.session))

    @property
    def standing_text(self) -> str:
        """The standing of the match after the deal, in a line."""
        observation = self.table.observation
        goal, totals = (
            self.presentation.describe_goal(observation),
            self.get_side_totals([side.seats for side in self.side_results]),
        )
        if totals:
            if totals == tuple(side.score_text.removeprefix("+") for side in self.side_results):
                return self.presentation.describe_deal(observation)
            text = _("Match: {score}, {goal}") if goal else _("Match: {score}")
            return text.format(score=format_score_pair(*totals), goal=goal)
        your_seat = get_your_seat(self.table.session)
        if len(self.side_results) != 2 or your_seat is None or observation.result is None:
            return self.presentation.describe_deal(observation)
        return _("Your score: {change}, total {total}").format(
            change=format_change(observation.result.scores[your_seat]),
            total=format_number(observation.totals[your_seat]),
        )

    # -- the sheet

    def describe_title(self) -> Node:
        return Headline(self.title_text, OUTCOME_TEXT_SIZES, grow=1)

    def list_corner_actions(self) -> tuple[Action, ...]:
        return (self.make_corner_action("more", "dots", _("More"), self.open_more_menu),)

    def describe(self) -> Node:
        card_widths = TRICK_CARD_WIDTHS[-1:] if self._is_open else TRICK_CARD_WIDTHS
        quit_action, analyze, next_action = self.make_buttons(self.next_text, is_waiting=self._is_next_deal_requested)
        wide = Row(quit_action, Space(grow=1), analyze, next_action, gap=theme.LARGE_GAP)
        leave, go_on = (replace(action, min_width=0, grow=1) for action in (quit_action, next_action))
        symbol = analyze and replace(analyze, text="", label=analyze.text)
        narrow = (Row(leave, middle, go_on, gap=theme.GAP) for middle in (analyze, symbol))
        buttons: Node = Alternatives(wide, *narrow)
        if self.table.is_television:  # nobody in the room leaves the table by mistake
            buttons = Row(Space(grow=1), next_action, Space(grow=1))
        return self.arrange(
            Space(self._toast_space / self.context.ui_scale),
            pad_scroll(Sheet("result", *map(self._describe_sheet, card_widths))),
            Space(theme.GAP),
            pad_sides(buttons),
        )

    def _describe_sheet(self, card_width: int) -> Node:
        """Return the scores, the story and the details; ``card_width``: of the deciding trick, in design pixels."""
        sides, observation, images = self.side_results, self.table.observation, self.context.scene_card_images
        scores: Node | None = None
        get_rays = (lambda: self._flourish_s / FLOURISH_S) if self._is_won else None
        if len(sides) == 2:
            scores = describe_two_sides(sides, self.names, self.portrait_numbers, images, get_rays)
        elif sides:
            scores = describe_players(
                sides,
                self.names,
                self.portrait_numbers,
                images,
                totals=observation.totals,
                winners=self.presentation.find_deal_winners(observation),
                heading=self.standing_text,
                get_rays=get_rays,
            )
        story = self._describe_story(card_width)
        details = Action(
            "details",
            _("Details"),
            self._toggle_details,
            style="#menu_entry",
            symbol="down" if self._is_open else "next",
            align="left",
            height=theme.LARGE_CONTROL_HEIGHT,
        )
        more = (
            Rule(),
            Row(details, self._costliest_choice.describe_line(theme.LARGE_CONTROL_HEIGHT), gap=theme.GAP),
            describe_details(self) if self._is_open else None,
        )
        return Column(
            scores,
            Text(self.standing_text, align="centre") if len(sides) <= 2 else None,
            Text(self._absence_text, align="centre", color=theme.GOLD) if self._absence_text else None,
            *((Rule(), story) if story is not None else ()),
            *(() if self.table.is_television else more),
            gap=theme.GAP,
        )

    def _describe_story(self, card_width: int) -> Node | None:
        """Return the trick, the hand or the reason that decided the deal, or None."""
        images, observation = self.context.scene_card_images, self.table.observation
        your_seat = get_your_seat(self.table.session)
        completed_tricks, hands = list_completed_tricks(observation), list_shown_hands(observation)
        decisive_tricks = list_decisive_tricks(observation.result) if observation.result is not None else ()
        if decisive_tricks and completed_tricks:
            decisive, trick = decisive_tricks[-1], completed_tricks[decisive_tricks[-1].trick_index]
            reason = capitalize_first(format_reason(decisive, self.names, self.deck, your_seat))
            taker = describe_trick_taker(observation, decisive.trick_index, self.names, self.deck, your_seat)
            seats, cards = zip(*trick.trick.list_plays(), strict=True)
            trick_cards = TiltedCards(images, cards, card_width, winning_index=seats.index(trick.winner))
            return describe_cards(trick_cards, _("Deciding trick"), (taker, f"{reason}."))
        result, lines = observation.result, tuple(f"{note}." for note in self.notes[:MAX_STORY_LINES])
        is_scored = result is not None and result.state == "scored"
        if result is not None and is_scored:
            lines = self.presentation.describe_shown_hand(result) if hands else ()
        if hands:
            seat, hand = hands[0]
            title = _("Annulled!") if not is_scored else _("Your hand") if seat == your_seat else self.names[seat]
            shown_cards = self.presentation.list_shown_cards(observation, seat, hand)
            shown = TiltedCards(images, shown_cards, card_width * HAND_CARD_RATIO)
            return describe_cards(shown, title, lines or (_("These cards decided the deal."),))
        return Text("\n".join(lines)) if lines else None

    # -- the next deal

    @property
    def _absence_text(self) -> str:
        """The notice of a person who is away from a table over the network, "" without one."""
        notice = None if self.table.network is None else self.table.network.absence_notice
        return notice.text if notice is not None else ""

    @property
    def next_text(self) -> str:
        """The text of the button for the next deal, or for whom it waits."""
        network = self.table.network
        if not self._is_next_deal_requested or network is None:
            return self.presentation.describe_next_deal(self.table.observation)
        return network.waiting_text

    def go_on(self) -> None:
        if self.table.network is None:
            self.table.session.start_next_deal()
            self.context.scenes.pop()
        elif not self._is_next_deal_requested:
            self._is_next_deal_requested = True
            self.table.session.start_next_deal()

    # -- the page

    def _compute_toast_space(self) -> int:
        """Return the pixels below the outcome that the toasts need which have no room beside the panel."""
        if not self.context.shown_notices or not self.toast_rect.colliderect(self.panel_rect):
            return 0
        return layout_toasts(self.context, self.context.shown_notices)[-1].rect.bottom - self.toast_rect.top

    def _toggle_details(self) -> None:
        self._is_open = not self._is_open
        self.recompose("panel")
        if self._is_open:
            self.scroll_areas["result"].move_to(self.find("details").relative_rect.top)
            for line in self.notes:
                self.table.narrate(line)

    def update(self, seconds: float) -> None:
        self._advance_flourish(seconds)
        self._costliest_choice.update(seconds)
        super().update(seconds)
        if self.table.session.observation.is_over and self.table.observation.is_over:
            self.context.scenes.pop()
            self.table.open_overlay(MatchResultOverlay)
        elif not is_deal_over(self.table.session):
            self.context.scenes.pop()
        elif self.next_text != self._next_text:
            self._next_text = self.next_text
            self.recompose("panel")
            self.table.narrate(self.next_text)
        elif self._absence_text != self._shown_absence_text:
            self._shown_absence_text = self._absence_text
            self.recompose("panel")
        elif self._toast_space != self._compute_toast_space():
            self._toast_space = self._compute_toast_space()
            self.recompose("panel")
        elif self._costliest_choice.has_news:
            self.recompose("panel")

    def on_exit(self) -> None:
        """Cancel the analysis of the deal, so that it takes no time from the next one."""
        self._costliest_choice.cancel()
        super().on_exit()

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.go_on()
        else:
            super().handle_event(event)
