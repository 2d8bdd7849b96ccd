"""Assistance for a person on turn: undo, hint and claim, and display of the hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pygame

from game.ai.estimates import ExplainedEstimate
from game.core.actions import Action, Play
from game.core.cards import Card
from game.core.messages import Reason
from game.match.claims import Claim, find_claim
from game.match.observation import Observation
from game.text.gettext import _
from game.text.messages import format_reason
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.input.key_map import CLAIM_REST, TOGGLE_HINT, UNDO
from ui.table.controls import ASSISTANCE_IDS, make_tray_button
from ui.table.hud import prompt_line
from ui.table.hud.frame import make_table_frame
from ui.table.hud.hint_view import (
    MIN_TEXT_WIDTH,
    PLATE_GAP,
    PLATE_HEIGHT,
    HintBar,
    describe_button_mark,
    describe_card_mark,
    describe_hint_measure,
    format_hint_narration,
    format_hint_sentences,
    make_hint_bars,
)
from ui.table.layout.buttons import compute_tray_button_rects, list_extra_button_rects
from ui.table.layout.hands import compute_hand_poses, compute_visible_rects
from ui.table.layout.pose import CardPose
from ui.table.layout.seats import TableLayout
from ui.table.overlays.claim import ClaimOverlay
from ui.table.state import TableState
from ui.table.view_model import compute_shown_layout
from ui.widgets.base import get_window_rect, set_visible
from ui.widgets.button import Button

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class TableAssistance:
    """The assistance of one table.

    ``available_claim``: the claim that the viewer can make now, None if there is none.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.available_claim: Claim | None = None
        self.buttons: dict[str, Button] = {}
        self._claim_observation: Observation | None = None
        self._narrated_hint: tuple[ExplainedEstimate, ...] | None = None
        self._pointed_card_name: str | None = None

    # -- what there is

    @property
    def can_claim(self) -> bool:
        """Whether the viewer can claim the rest of the deal at this moment."""
        session = self.table.session
        return self.table.is_idle and not session.error and session.is_your_turn and self.available_claim is not None

    @property
    def is_busy(self) -> bool:
        """Whether a hint is being computed."""
        return self.table.session.hint.is_pending

    @property
    def _hint(self) -> tuple[ExplainedEstimate, ...] | None:
        return self.table.session.hint.estimates

    def _list_refused_ids(self) -> frozenset[str]:
        """Return the ids of the buttons that would be refused now, or that a result covers.

        A hint is also useless while others move.
        """
        status, state = self.table.session.status, self.table.state
        is_covered = state is TableState.DEAL_OVER
        is_refused = {
            "undo": is_covered or status.undo_refusal_reason is not None,
            "hint": is_covered or state is TableState.ANIMATING or status.hint_refusal_reason is not None,
        }
        return frozenset(name for name in is_refused if is_refused[name])

    @property
    def _refusal_texts(self) -> dict[str, str]:
        """The reasons against an undo and a hint now, as sentences, by widget id."""
        status = self.table.session.status
        reasons = {"undo": status.undo_refusal_reason, "hint": status.hint_refusal_reason}
        return {name: self.table.format_refusal(reason) for name, reason in reasons.items() if reason is not None}

    def update_claim(self) -> None:
        """Find the claim that the viewer can make now.

        Called when nothing moves on the table. The search runs only after the observation has changed.
        """
        session = self.table.session
        observation = self.table.observation if session.is_your_turn and session.can_claim else None
        if observation != self._claim_observation:
            self._claim_observation = observation
            self.available_claim = find_claim(observation) if observation is not None else None

    def update_buttons(self) -> None:
        """Show the buttons that can be pressed now, the others dimmed or not at all."""
        is_hand_over, is_claim_shown = self.table.state is TableState.HAND_OVER, self.can_claim
        refused_ids, reasons = self._list_refused_ids(), self._refusal_texts
        for name, button in self.buttons.items():
            is_shown = name != "claim" or is_claim_shown
            set_visible(button, is_visible=is_shown and not is_hand_over)
            button.set_dimmed(is_dimmed=name in refused_ids, reason=reasons.get(name, ""))
        if is_claim_shown:
            rect = list_extra_button_rects(self.table.layout)[self.table.controls.panel.extra_button_count]
            self.buttons["claim"].set_relative_position(rect.topleft)

    def update(self, card_name: str | None) -> None:
        """Update the buttons, and narrate and mark a new hint, once per frame.

        ``card_name``: the card under the pointer or the keyboard selection, None if there is none.
        """
        self._pointed_card_name = card_name
        self.update_buttons()
        hint = self._hint
        best_action = hint[0].action if hint else None
        if best_action != self.table.controls.panel.recommended_action:
            self.table.controls.panel.recommend(best_action)
        if hint is not None and hint != self._narrated_hint:
            table, game_id = self.table, self.table.observation.game_id
            suggestion = "" if best_action is None else table.controls.panel.describe_action(best_action)
            table.narrate(*format_hint_narration(hint, suggestion, table.session.info.names, table.deck, game_id))
            self._tell_first_assistance()
        self._narrated_hint = hint

    # -- the buttons

    def build(self) -> None:
        """Make the buttons in the tray, and that of a claim beside the buttons of the panel."""
        table, self.buttons = self.table, {}
        rects = compute_tray_button_rects(table.layout, self.table.controls.tray_ids)
        for name in ASSISTANCE_IDS:
            if name in rects:
                self.buttons[name] = make_tray_button(table, name, rects[name], self.table.controls.tray_ids)
        if table.session.can_claim:
            claim_rect = list_extra_button_rects(table.layout)[0]
            text, size = _("Finish deal…"), table.layout.px(theme.BODY_TEXT_SIZE)
            if theme.load_font(theme.BUTTON_FACE, size).size(text)[0] + 2 * size > claim_rect.width:  # with the symbol
                text = _("Finish…")
            self.buttons["claim"] = Button(claim_rect, text, table.context.place, symbol="check")
        handlers = {"undo": self.undo, "hint": self.toggle_hint, "claim": self.offer_claim}
        for name, button in self.buttons.items():
            table.focus.add(button, name, handler=handlers[name])
        table.focus.sort_by_position()
        self.update(None)

    def handle_key(self, key: int) -> bool:
        """Perform the assistance of a key, and return whether the key has one."""
        key_map = self.table.context.key_map
        if key in key_map.keys(UNDO):
            self.undo()
        elif key in key_map.keys(TOGGLE_HINT):
            self.toggle_hint()
        elif key in key_map.keys(CLAIM_REST) and self.available_claim is not None:
            self.offer_claim()
        else:
            return False
        return True

    def close(self) -> bool:
        """Discard the hint, or the request for it, and return whether there was either."""
        was_shown = self.is_busy or self._hint is not None
        if was_shown:
            self.table.session.discard_hint()
        return was_shown

    # -- what they do

    def undo(self) -> None:
        """Take back the last choice, or show the reason why that is refused."""
        self.table.skip_animations()
        self._show_reason(self.table.session.undo())

    def announce_undo(self) -> None:
        """Show a message that the last choice has been taken back."""
        self.table.show_message(_("Move undone."))
        self._tell_first_assistance()

    def toggle_hint(self) -> None:
        """Request a hint or discard the current one; show the reason if there can be none."""
        if not self.close():
            self._show_reason(self.table.session.request_hint())

    def _tell_first_assistance(self) -> None:
        """Tell the person at the screen, once in the life of their profile, what their help means for the match."""
        session = self.table.session
        if session.status.is_assisted and session.observation.seat is not None:
            self.table.context.tell_once(session.info.names[session.observation.seat], "assistance")

    def offer_claim(self) -> None:
        """Show why the rest of the deal is certain, and offer to finish it."""
        table, claim = self.table, self.available_claim
        if claim is not None and table.is_idle:
            table.session.discard_hint()
            table.open_overlay(ClaimOverlay, claim)

    def _show_reason(self, reason: Reason | None) -> None:
        if reason is not None:
            self.table.show_message(format_reason(reason, self.table.session.info.names, self.table.deck))

    # -- the hint

    def _find_card_action(self, card: Card) -> Action | None:
        """Return the action of a click on a card of the hand; None without a viewer."""
        seat = self.table.session.observation.seat
        if seat is None:
            return None
        return self.table.find_panel_action(card) or Play(seat, card)

    @property
    def has_hint_text(self) -> bool:
        """Whether `get_hint_text` has a text to show."""
        return self.is_busy or (self._hint is not None and self.table.is_idle)

    def get_hint_text(self, area: pygame.Rect) -> str:
        """Return the text of the hint, with as many reasons as fit in ``area``, and what the bars measure.

        A reason is more important than the measure. The text is about the card under the pointer or the keyboard
        selection, else about the best choice. While the hint is being computed, or if there is none, it says so.
        """
        session, hint = self.table.session, self._hint
        if self.is_busy or hint is None:
            return _("Looking for a hint… Esc cancels.")
        if not hint:
            return _("No hint is available here.")
        pointed_card = next(
            (candidate for candidate in self.table.hand if candidate.name == self._pointed_card_name), None
        )
        action = self._find_card_action(pointed_card) if pointed_card is not None else None
        estimate = next((candidate for candidate in hint if candidate.action == action), hint[0])
        suggestion = self.table.controls.panel.describe_action(estimate.action) if estimate is hint[0] else ""
        sentences = format_hint_sentences(estimate, suggestion, session.info.names, self.table.deck)
        game_id = session.observation.game_id
        measure, bars = describe_hint_measure(hint, game_id), make_hint_bars(hint, game_id)
        if bars[estimate.action].text:
            measure = _("{measure}: {percent}").format(measure=measure, percent=bars[estimate.action].text)
        cards, buttons = self.find_marked_places(bars)
        has_bars = len(cards) + len(buttons) > 1 and len({bar.share for bar in bars.values()}) > 1
        texts = [
            text
            for group in (sentences[:-2], sentences[-2:])  # with the first reason, without it
            for text in (*(f"{sentence}\n{measure}" for sentence in group if has_bars), *group)
        ]
        layout = self.table.layout
        fitting = (candidate for candidate in texts if prompt_line.can_fit_message(layout, candidate, area))
        return next(fitting, sentences[-1])

    def draw(self, canvas: Canvas) -> None:
        """Draw a plate above each card and on each button that the hint compares, that of the best with a star."""
        hint, table = self._hint, self.table
        if not hint or not table.is_idle:
            return
        frame, bars = make_table_frame(table.context, table.layout), make_hint_bars(hint, table.observation.game_id)
        on_cards, on_buttons = self.find_marked_places(bars)
        text_size = table.layout.px(theme.ROW_TITLE_TEXT_SIZE)
        has_bars, tops = len(on_cards) + len(on_buttons) > 1, [rect.top for _bar, rect in on_cards]
        for bar, rect in on_cards:
            row_top = min(top for top in tops if rect.top - top < table.layout.px(PLATE_HEIGHT))
            rect.move_ip(0, row_top - rect.top)  # the tilted cards of a small hand have plates in line
            mark = describe_card_mark(
                bar, rect.width / frame.place.scale, has_bar=has_bars, is_above=not table.offered_actions
            )
            mark.paint(frame, canvas, rect)
        for bar, button in on_buttons:
            rect, scale = get_window_rect(button), frame.place.scale
            text_width = theme.load_font(theme.BUTTON_FACE, text_size).size(button.text)[0]
            mark = describe_button_mark(
                bar, rect.width / scale, rect.height / scale, text_width / scale, has_bar=has_bars
            )
            mark.paint(frame, canvas, rect)

    @property
    def text_area(self) -> pygame.Rect:
        """The place of the text of the hint: above the plates of the cards, and beside what is to be read there."""
        hint, table, layout = self._hint, self.table, compute_shown_layout(self.table)
        area = prompt_line.compute_message_area(layout)
        if hint and not table.offered_actions:
            on_cards, _on_buttons = self.find_marked_places(make_hint_bars(hint, table.observation.game_id))
            highest = min((rect.top for _bar, rect in on_cards), default=layout.window_size[1])
            area.bottom = min(area.bottom, highest - layout.px(PLATE_HEIGHT + 2 * PLATE_GAP))
        trick = layout.list_trick_rects(seat for seat, _card in table.board.trick)
        for rect in trick:
            rect.inflate_ip(0, -2 * layout.px(theme.SMALL_GAP))  # its edge may be covered
        parts = (*layout.list_parts(range(len(layout.seat_layouts))), *trick, *table.list_note_rects())
        covered = [rect.inflate(2 * layout.px(PLATE_GAP), 0) for rect in parts if rect.colliderect(area)]
        left = max([area.left, *(rect.right for rect in covered if rect.centerx < area.centerx)])
        right = min([area.right, *(rect.left for rect in covered if rect.centerx >= area.centerx)])
        half_width = min(area.centerx - left, right - area.centerx)
        for start, end in ((area.centerx - half_width, area.centerx + half_width), (left, right)):
            if end - start >= layout.px(MIN_TEXT_WIDTH):
                return area.move_to(left=start, width=end - start)
        return area

    def find_marked_places(
        self, bars: Mapping[Action, HintBar]
    ) -> tuple[list[tuple[HintBar, pygame.Rect]], list[tuple[HintBar, Button]]]:
        """Return the bars on the visible parts of cards, with the places, and those on buttons, with the buttons.

        A button that only leads to a choice is marked if the choice is the best.
        """
        shown = self.poses(self.table.layout, self.table.hand)
        actions = [self._find_card_action(card) for card, _pose in shown]
        rects = compute_visible_rects([pose for _card, pose in shown])
        pairs = zip(actions, rects, strict=True)
        on_cards = [(bars[action], rect) for action, rect in pairs if action is not None and action in bars]
        panel, bar_by_button = self.table.controls.panel, dict[Button, HintBar]()
        for action, bar in bars.items():
            button = panel.find_button(action)
            if button is None or not button.visible:
                continue
            if bar.is_best or panel.actions_by_button.get(button) == action:
                bar_by_button[button] = bar
        return on_cards, [(bar, button) for button, bar in bar_by_button.items()]

    def poses(self, spot: TableLayout, hand: tuple[Card, ...]) -> list[tuple[Card, CardPose]]:
        """Return the cards of the hand with their poses at rest, from left to right."""
        held = self.table.board.hands[spot.bottom_seat]
        poses = dict(zip(held, compute_hand_poses(spot, spot.bottom_seat, held), strict=True))
        return [(card, poses[card]) for card in hand if card in poses]
