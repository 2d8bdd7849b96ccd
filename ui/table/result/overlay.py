"""The result of a deal in a panel over the table, or of a match on an empty table, and the actions that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final

import pygame
from pygame_gui.core.utility import clipboard_copy

from game.match.setup import MatchSetup, rotate_seats
from game.session.avatars import choose_portraits
from game.session.match_info import make_rematch_setup
from game.statistics.level_suggestions import LevelSuggestion, find_new_suggestion
from game.text.card_names import format_card_names
from game.text.formatting import format_number
from game.text.gettext import _, pgettext
from game.text.messages import format_reason
from game.text.narration import narrate_deal_end
from game.text.player_names import format_player_kind
from game.text.results import list_decisive_tricks, list_notes, list_penalty_lines, list_shown_hands
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import render_table_background
from ui.graphics.timings import PRESSES_IGNORED_S
from ui.table.overlays.base import Overlay, pad_scroll, pad_sides
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.score_table import format_score_narration
from ui.table.overlays.shuffle_proof import ShuffleProofOverlay
from ui.table.result.captured_cards import describe_story, format_side_narration
from ui.table.result.celebration import draw_celebration
from ui.table.result.costliest_choice import CostliestChoice
from ui.table.result.details import DetailsOverlay, describe_details
from ui.table.result.medal_toast import MedalToast
from ui.table.result.scores import describe_players, describe_two_sides
from ui.table.result.sheet import describe_result
from ui.table.screen_seats import get_screen_seats, get_your_seat
from ui.table.state import is_deal_over
from ui.widgets.described import Box
from ui.widgets.fields import Action
from ui.widgets.layout import Alternatives, Column, Framed, Layers, Padded, Rest, Row, Sized
from ui.widgets.nodes import Headline, Line, Node, Rule, Section, Sheet, Space, Text, iter_leaves
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.portraits import PortraitRow
from ui.widgets.toasts import layout_toasts

if TYPE_CHECKING:
    from ui.table.scene import TableScene

DEAL_TEXT_SIZES: Final = (theme.OUTCOME_TEXT_SIZE, 40, 34, 28)
MATCH_TEXT_SIZES: Final = (72, 56, 44, 36, 30, 24)
NAME_TEXT_SIZES: Final = (22, 20, 18, 16, 14)
SCORE_TEXT_SIZE: Final = 56
"""The sizes of the outcome of a deal and of a match, and of the names and the score of two sides below it."""
TRICK_CARD_WIDTHS: Final = (96, 84, 72)
"""The widths of a card of the deciding trick, in design pixels; the largest for which there is room is taken."""
PORTRAIT_SIZES: Final = (216, 184, 152, 120, 88, 56, 0)
"""The sizes of the portraits of the winners, in design pixels; the largest for which there is room is taken."""
CARD_WIDTHS: Final = (216, 168)
MAX_SHORT_TITLE: Final = 20
"""The widths of cards with long and with short titles, in design pixels, and the characters of a short title."""
STEP_WIDTH: Final = 512
STEP_HEIGHT: Final = 104
"""The size of a panel below the result of a match, before there is anything to say too, in design pixels."""


class ResultOverlay(Overlay):
    """The result of a deal or of a match, as its `sheet` says.

    What can change while it is shown is described again: the button to go on, absences, and the next steps, which are
    the costliest choice and, after a match, a level that suits better.
    """

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.sheet = sheet = describe_result(table)
        self.panel_width = sheet.panel_width
        self._seconds_shown = 0.0
        self._motion_s = 0.0 if self.context.settings.reduced_motion else sheet.motion_s
        self._is_open = False
        self._is_next_deal_requested = table.session.is_watching
        self._shown_words = self._changing_words
        self._toast_space = 0
        self._costliest_choice = CostliestChoice(self, sheet.deal)
        self._suggestion: LevelSuggestion | None = None
        self.medal_toast = MedalToast(self, lambda: self.is_moving and not self.sheet.deal, self.list_taken_rects)
        if sheet.deal is None:
            self._look_for_suggestion()
        if sheet.sound:
            self.context.audio.play(sheet.sound)

    @property
    def max_scale(self) -> float:
        return self.sheet.max_scale

    @property
    def is_busy(self) -> bool:
        is_waiting = self.is_moving or self.ignores_presses or self._toast_space != self._compute_toast_space()
        return is_waiting or super().is_busy or self.medal_toast.is_busy

    @property
    def ignores_presses(self) -> bool:
        return self._seconds_shown < PRESSES_IGNORED_S

    @property
    def is_moving(self) -> bool:
        """Whether the rays around a winner's portrait grow, or the pieces of a celebration fall."""
        return self._motion_s > 0

    def _get_motion(self) -> float:
        """Return how far the motion is, 0 to 1."""
        return 1 - self._motion_s / self.sheet.motion_s

    def list_taken_rects(self) -> list[pygame.Rect]:
        """Return the places that the toast with new medals leaves free."""
        return [self.panel_rect] if self.sheet.deal is not None else self._taken_rects

    @property
    def portrait_numbers(self) -> list[int]:
        """The portraits of the players, by seat."""
        return choose_portraits(self.table.session.info.names, self.table.avatars)

    # -- what is said

    @property
    def title_text(self) -> str:
        return self.sheet.headline

    @property
    def penalty_lines(self) -> tuple[str, ...]:
        """Lines about players who are barred from tables, and what follows for this one, once the match is over."""
        session, network = self.table.session, self.table.network
        if not session.observation.is_over:
            return ()
        rematch_line = "" if network is None else network.rematch_refusal
        lines = list_penalty_lines(session.status.penalty_reasons, session.observation, self.names)
        return (*lines, *([rematch_line] if rematch_line else []))

    @property
    def narration(self) -> tuple[str, ...]:
        observation, names = self.table.observation, self.names
        side_lines = (format_side_narration(item, names, self.deck) for item in self.sheet.sides)
        hand_lines = (_("Shown by {name}: {cards}").format(name=names[seat], cards=format_card_names(hand, self.deck))
                 for seat, hand in list_shown_hands(observation))  # fmt: skip
        trick_lines = (
            format_reason(item, names, self.deck, get_your_seat(self.table.session))
            for item in (list_decisive_tricks(observation.result) if observation.result else ())
        )
        return (
            self.title_text,
            self.sheet.subtitle,
            *side_lines,
            *hand_lines,
            *trick_lines,
            *narrate_deal_end(observation, names, self.deck),
            *format_score_narration(self.presentation, observation, names),
            *self.penalty_lines,
            *self.deal_code_lines,
        )

    @property
    def deal_code(self) -> str:
        """The code of the finished deal, or "" if it has none."""
        number = self.table.observation.deal_number
        return self.table.session.get_proof(number).deal_code if number else ""

    @property
    def deal_code_lines(self) -> tuple[str, ...]:
        """The line with the code of the finished deal; empty if the deal has no code."""
        code = self.deal_code
        return (_("Deal code: {code}").format(code=code),) if code else ()

    @property
    def _changing_words(self) -> tuple[str, str]:
        """The text of the button to go on, "" without it, and the notice of a person who is away, "" without one."""
        network, sheet = self.table.network, self.sheet
        if network is None:
            return sheet.go_on_text, ""
        notice = network.absence_notice if sheet.deal is not None else None
        text = network.waiting_text if self._is_waiting else sheet.go_on_text
        if sheet.deal is None and not network.can_play_again:
            text = ""
        return text, notice.text if notice is not None else ""

    # -- the actions

    def _list_menu_entries(self) -> list[MenuEntry]:
        """Return the entries of the menu behind the three dots."""
        entries, table, router = list[MenuEntry](), self.table, self.context.router
        if self.sheet.deal is None:
            entries.append(MenuEntry("show-details", _("Details"), partial(table.open_overlay, DetailsOverlay), "info"))
        if table.match_id is not None and table.observation.results:
            entries.append(MenuEntry("replay", _("Watch replay"), partial(router.open_replay, table.match_id), "play"))
        if self.deal_code:
            entries.append(MenuEntry("copy-code", _("Copy deal code"), self._copy_deal_code, "copy"))
        proof = MenuEntry("proof", _("Verify shuffle"), partial(table.open_overlay, ShuffleProofOverlay), "shield")
        entries += [proof, MenuEntry("log", _("Log"), partial(table.open_overlay, LogOverlay), "rules")]
        if self.sheet.deal is not None:  # the pause between deals has chat, votes and leaving
            text, symbol = (_("Pause"), "pause") if table.network is None else (_("Menu"), "dots")
            entries.append(MenuEntry("pause", text, table.open_pause, symbol))
        elif table.session.observation.options.talk != "none" and get_screen_seats(table.session):
            entries.append(MenuEntry("talk", pgettext("button", "Chat"), self._open_chat, "chat"))
        if self.sheet.deal is None and table.network is None:
            entries.append(MenuEntry("swap-seats", _("Swap seats"), self._swap_seats, "people"))
        return entries

    def _open_chat(self) -> None:
        self.table.open_overlay(ChatOverlay, get_screen_seats(self.table.session)[0])

    def _open_more_menu(self) -> None:
        self.open_menu("more", self._list_menu_entries())

    def _copy_deal_code(self) -> None:
        clipboard_copy(self.deal_code)
        self.context.notify(_("Deal code copied."))

    def on_escape(self) -> None:
        """Ask whether to leave the table."""
        table, network = self.table, self.table.network
        has_no_way_back = network is not None and (network.is_ended or network.is_watching)
        if table.session.observation.is_over or has_no_way_back:
            question = _("Return to the main menu?")
        elif network is not None:
            question = _("Leave the table? You can come back.")
        elif table.is_saved:
            question = _("Leave the table? The match is saved.")
        else:
            question = _("Leave the table? The match isn't saved: it'll be lost when you quit.")
        self.context.router.confirm(question, table.leave_label, table.leave, _("Stay"))

    def _leave(self) -> None:
        """Leave the table; at a table for all, which somebody in the room may do by mistake, ask first."""
        if self.table.is_television:
            self.on_escape()
        else:
            self.table.leave()

    @property
    def _is_waiting(self) -> bool:
        """Whether other people are awaited who want to go on too."""
        if self.sheet.deal is not None:
            return self._is_next_deal_requested
        return self.table.network is not None and self.table.network.has_asked_for_match

    def go_on(self) -> None:
        """Start the next deal or, after a match, another one at the same seats with the next dealer."""
        network = self.table.network
        if self.sheet.deal is None:
            if network is None:
                self.context.router.start_match(self._rematch_setup)
            elif not self._is_waiting:
                network.play_again()
        elif network is None or not self._is_waiting:
            self._is_next_deal_requested = True
            self.table.session.start_next_deal()
            if network is None:
                self.context.scenes.pop()

    @property
    def _rematch_setup(self) -> MatchSetup:
        return make_rematch_setup(self.table.session.info, self.table.session.observation)

    def _swap_seats(self) -> None:
        """Start a new match of the same people at other seats."""
        self.context.router.start_match(rotate_seats(self._rematch_setup))

    def _toggle_details(self) -> None:
        self._is_open = not self._is_open
        self.recompose("panel")
        if self._is_open:
            self.scroll_areas["result"].move_to(self.find("details").relative_rect.top)
            for line in list_notes(self.table.observation, self.names, self.deck):
                self.table.narrate(line)

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
        if suggestion is not None:
            self._suggestion = suggestion
            self.table.narrate(_format_question(suggestion))
            self.recompose("next-steps")

    def _describe_suggestion(self, suggestion: LevelSuggestion) -> Node:
        level, before = (format_player_kind(kind) for kind in (suggestion.level, suggestion.played_level))
        text = _("You won {won} of your last {count} matches at {level}.")
        text = text.format(won=format_number(round(suggestion.won)), count=suggestion.played, level=before)
        start = partial(self.context.router.start_match_at_level, self._rematch_setup, suggestion.level)
        play = Action("suggested-level", _("Play at {level}").format(level=level), start, style="#menu")
        return _describe_step((text, _format_question(suggestion)), play)

    # -- the page

    def compose(self) -> None:
        if self.panel_width:
            super().compose()
        else:
            self._compose_page()
        self.compose_part("medal-toast", self.medal_toast.compose)

    def _compose_page(self) -> None:
        self.panel_rect = self.context.window_rect
        node, frame = self._describe_page(), self.frame
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

    def describe_title(self) -> Node:
        return Headline(self.title_text, DEAL_TEXT_SIZES, grow=1) if self.panel_width else super().describe_title()

    def list_corner_actions(self) -> tuple[Action, ...]:
        return (self.make_corner_action("more", "dots", _("More"), self._open_more_menu),)

    def _describe_buttons(self) -> Node:
        """Return the buttons at the foot, in a panel as wide as it."""
        table, (leave_width, go_on_width) = self.table, self.sheet.button_widths
        self._shown_words = text, _absence = self._changing_words
        style = "#menu" if text else "#primary"
        leave = Action("to-menu", table.leave_label, self._leave, style=style, min_width=leave_width)
        go_on = Action(self.sheet.go_on_id, text, self.go_on, height=theme.BUTTON_HEIGHT, min_width=go_on_width)
        go_on.style = "#off" if self._is_waiting else "#primary"
        analyze: Action | None = None
        if table.match_id is not None and table.observation.results:
            open_analysis = partial(self.context.router.open_analysis, table.match_id)
            analyze = Action("analyze", _("Analyze"), open_analysis, style="#menu", symbol="analysis")
        if not self.panel_width:
            more = Action("more", "", self._open_more_menu, symbol="dots", label=_("More"), style="#menu")
            return _center(leave, go_on if text else None, analyze, more)
        if table.is_television:  # nobody in the room leaves the table by mistake
            return Row(Space(grow=1), go_on, Space(grow=1))
        wide = Row(leave, Space(grow=1), analyze, go_on, gap=theme.LARGE_GAP)
        leave, go_on = (replace(action, min_width=0, grow=1) for action in (leave, go_on))
        symbol = analyze and replace(analyze, text="", label=analyze.text)
        return Alternatives(wide, *(Row(leave, middle, go_on, gap=theme.GAP) for middle in (analyze, symbol)))

    # -- the panel of a deal

    def describe(self) -> Node:
        card_widths = TRICK_CARD_WIDTHS[-1:] if self._is_open else TRICK_CARD_WIDTHS
        return self.arrange(
            Space(self._toast_space / self.context.ui_scale),
            pad_scroll(Sheet("result", *map(self._describe_sheet, card_widths))),
            Space(theme.GAP),
            pad_sides(self._describe_buttons()),
        )

    def _describe_sheet(self, card_width: int) -> Node:
        """Return the scores, the story and the details; ``card_width``: of the deciding trick, in design pixels."""
        sides, names, numbers = self.sheet.sides, self.names, self.portrait_numbers
        images, absence_text = self.context.scene_card_images, self._changing_words[1]
        scores: Node | None = None
        get_rays = self._get_motion if self.sheet.is_won else None
        if len(sides) == 2:
            scores = describe_two_sides(sides, names, numbers, images, get_rays)
        elif sides:
            totals, winners = self.table.observation.totals, self.sheet.winners
            scores = describe_players(
                sides, names, numbers, images, totals=totals, winners=winners, heading=self.sheet.lines[0],
                get_rays=get_rays,
            )  # fmt: skip
        story = describe_story(self, card_width)
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
            *(Text(line, align="centre") for line in self.sheet.lines if len(sides) <= 2),
            Text(absence_text, align="centre", color=theme.GOLD) if absence_text else None,
            *((Rule(), story) if story is not None else ()),
            *(() if self.table.is_television else more),
            gap=theme.GAP,
        )

    def _compute_toast_space(self) -> int:
        """Return the pixels below the outcome of a deal that toasts need which have no room beside the panel."""
        notices = self.context.shown_notices if self.panel_width else ()
        if not notices or not self.toast_rect.colliderect(self.panel_rect):
            return 0
        return layout_toasts(self.context, notices)[-1].rect.bottom - self.toast_rect.top

    # -- the page of a match

    def _describe_page(self) -> Node:
        pages = [self._describe_outcome(size) for size in PORTRAIT_SIZES]
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
        choice, steps = self._costliest_choice, list[Node]()
        if choice.texts:
            steps.append(_describe_step(choice.texts, choice.make_retry()))
        if self._suggestion is not None:
            steps.append(self._describe_suggestion(self._suggestion))
        panels = [Layers(Box(fill_color=self.context.theme.panel_color), step) for step in steps]
        beside = _center(*(Sized(panel, width=STEP_WIDTH, height=STEP_HEIGHT) for panel in panels))
        return Padded(Alternatives(beside, Column(*panels, gap=theme.GAP)), padding=theme.LARGE_MARGIN, top=0)

    def _describe_outcome(self, portrait_size: int) -> Node:
        """Return the winners, the outcome, the score and the cards; ``portrait_size``: 0 for no portraits."""
        sheet, images = self.sheet, self.context.scene_card_images
        numbers = [self.portrait_numbers[seat] for seat in sheet.winners]
        lines = (*sheet.lines, *(f"{line}." for line in self.penalty_lines))
        return Column(
            Space(grow=1),
            PortraitRow(images, numbers, portrait_size, has_rings=True) if numbers and portrait_size else None,
            Space(theme.GAP),
            _center(Headline(sheet.headline, MATCH_TEXT_SIZES, has_shadow=True)),
            self._describe_score(*sheet.side_names) if sheet.score else None,
            Space(theme.GAP),
            self._describe_cards(),
            *(Text(line, size=theme.ROW_TITLE_TEXT_SIZE, align="centre") for line in lines),
            Space(grow=1),
        )

    def _describe_score(self, first: str, second: str) -> Node:
        """Return the score in the middle, between the names of the two sides."""
        return Row(
            Rest(Headline(first, NAME_TEXT_SIZES, face="bold", align="right"), 0),
            Headline(self.sheet.score, (SCORE_TEXT_SIZE,), has_shadow=True),
            Rest(Headline(second, NAME_TEXT_SIZES, face="bold", align="left"), 0),
            gap=theme.SECTION_GAP,
            align="middle",
        )

    def _describe_cards(self) -> Node:
        """Return the cards in rows, wide ones for long names."""
        cards, arrangements = self.sheet.cards, list[Node]()
        has_long_title = any(len(title) > MAX_SHORT_TITLE for title, _figure, _is_won in cards)
        for width, row_count in product(CARD_WIDTHS if has_long_title else CARD_WIDTHS[-1:], (1, 2, 3)):
            count = max(1, -(-len(cards) // row_count))
            rows = (cards[start : start + count] for start in range(0, len(cards), count))
            lines = (_center(*(Sized(_make_card(*card), width=width) for card in row)) for row in rows)
            arrangements.append(Column(*lines, gap=theme.LARGE_GAP))
        return Alternatives(*arrangements)

    # -- the scene

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._seconds_shown += seconds
        self.medal_toast.update(seconds)
        if self.is_moving:
            self._motion_s = max(0.0, self._motion_s - seconds)
            for sheet in (sheet for part in self._whole.iter_parts() for sheet in part.sheets):
                sheet.invalidate()
        has_news, session = self._costliest_choice.update(seconds), self.table.session
        is_match_over = session.observation.is_over and self.table.observation.is_over
        if self.sheet.deal is not None and (is_match_over or not is_deal_over(session)):
            self.context.scenes.pop()
            if is_match_over:
                self.table.open_overlay(ResultOverlay)
        elif has_news or self._shown_words != self._changing_words or self._toast_space != self._compute_toast_space():
            if self._shown_words[0] != self._changing_words[0]:
                self.table.narrate(self._changing_words[0])
            self._toast_space = self._compute_toast_space()
            self.recompose(*(("panel",) if self.panel_width else ("next-steps", "buttons")))

    def on_exit(self) -> None:
        """Cancel the analysis of the deal, so that it takes no time from the next one."""
        if self.sheet.deal is not None:
            self._costliest_choice.cancel()
        super().on_exit()

    def capture_event(self, event: pygame.event.Event) -> bool:
        if not self.panel_width and event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._motion_s = 0.0
        return super().capture_event(event)

    def handle_event(self, event: pygame.event.Event) -> None:
        if self.sheet.deal is not None and event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.go_on()
        else:
            super().handle_event(event)

    def draw(self, canvas: Canvas) -> None:
        context = self.context
        if self.panel_width:
            super().draw(canvas)
        elif self.sheet.is_won:
            draw_celebration(canvas, context, self.deck, self._get_motion(), self._rays_center, self._text_rects)
        else:
            canvas.blit(render_table_background(context.size, context.theme), (0, 0))


def _format_question(suggestion: LevelSuggestion) -> str:
    question = _("Ready for {level}?") if suggestion.is_harder else _("An easier level?")
    return question.format(level=format_player_kind(suggestion.level))


def _describe_step(texts: Sequence[str], action: Action | None) -> Node:
    """Return a text, or a small and a bold one, beside what can be done now."""
    lines = [Text(texts[0], color=theme.MUTED)]
    if len(texts) > 1:
        small = Text(texts[0], size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        lines = [small, *(Text(text, face="bold") for text in texts[1:])]
    words = Column(Space(grow=1), *lines, Space(grow=1), gap=theme.TINY_GAP, grow=1)
    row = Row(words, action, gap=theme.SECTION_GAP, align="middle")
    return Padded(row, padding=theme.SECTION_GAP, top=theme.GAP)


def _center(*nodes: Node | None) -> Node:
    return Row(Space(grow=1), *nodes, Space(grow=1), gap=theme.LARGE_GAP)


def _make_card(title: str, figure: str, is_won: bool) -> Framed:
    """Return a small card of the result: a deal with its score, or a player with the total."""
    title_line = Line(title, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre")
    lines = Column(title_line, Line(figure, face="serif", size=28, align="centre"))
    return Framed(lines, padding=theme.SMALL_GAP, top=theme.GAP, line_color=theme.GOLD if is_won else None)
