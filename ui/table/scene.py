"""The scene of a match: clicks and keys become actions, events become animations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Final

import pygame

from game.core.actions import Action, Play
from game.core.cards import HIDDEN_CARD, Card, DeckStyle
from game.core.events import Event
from game.core.messages import Reason
from game.core.phase import Board, DealOverPhase
from game.core.sanitizer import capitalize_first
from game.match.hand_order import sort_for_display
from game.match.observation import Observation
from game.session.avatars import AvatarMap, choose_portraits, filter_human_avatars
from game.session.match_info import is_left_by_all, make_rematch_setup
from game.session.session import Session
from game.text.first_notices import SECRET_NOTICES
from game.text.gettext import _
from game.text.leaving import describe_status_event
from game.text.messages import format_reason
from game.text.narration import make_sentence
from game.text.results import list_penalty_lines
from ui.app.context import AppContext
from ui.app.router import HelpSection, HelpTopic
from ui.app.scene import Scene
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.graphics.canvas import Canvas
from ui.input.key_map import SHOW_LOG
from ui.table.animation.motion import compute_shown_poses, get_duration, get_speed_factor, make_banner
from ui.table.animation.playback import EventPlayback, EventStep
from ui.table.animation.tempo import compute_thinking_seconds
from ui.table.assistance import TableAssistance
from ui.table.audio import TableAudio
from ui.table.check_note import CheckNote
from ui.table.controls import TableControls
from ui.table.hand.arrangement import HandArrangement
from ui.table.hand.inspector import CardInspector
from ui.table.hand.interaction import AutoPlayLastCard, HandInteraction, find_card_at
from ui.table.hud import prompt_line
from ui.table.hud.absence_notice import place_notice
from ui.table.hud.banner import draw_banner
from ui.table.image_preloader import TableImagePreloader
from ui.table.input import TableInput
from ui.table.layout.hands import compute_hand_poses
from ui.table.layout.pose import CardPose
from ui.table.layout.search import compute_max_scale, compute_table_layout
from ui.table.layout.seats import PanelSizes, TableLayout
from ui.table.layout.television import TELEVISION_SCALE, compute_television_layout
from ui.table.narration import TableNarrator
from ui.table.overlays.card_memory import CardMemoryOverlay
from ui.table.overlays.log import LogOverlay
from ui.table.overlays.pause import PauseOverlay
from ui.table.painting import paint_cards_over, paint_hand_over, paint_public_table, paint_table
from ui.table.result.overlay import ResultOverlay
from ui.table.screen_seats import get_awaited_seat, get_human_seats, get_your_seat
from ui.table.side_chat import SideChat
from ui.table.state import AbsenceNotice, TableState, TableViewModel, compute_table_state, is_deal_over
from ui.table.view_model import (
    compute_shown_layout,
    find_refused_cards,
    find_shown_dealer,
    make_public_view_model,
    make_view_model,
)
from ui.widgets.base import get_window_rect
from ui.widgets.toasts import draw_message, layout_toasts

if TYPE_CHECKING:
    from ui.table.network import TableNetwork

INSTANT_S: Final = 1e9
"""A time step that finishes every animation, in seconds."""
FRAME_VALUES: Final = ("state", "layout", "hand", "card_poses")
"""The values of a table that are computed once in a frame."""


class TableScene(Scene):
    """The scene of one `Session`, which its parts use.

    When nothing moves, `card_poses` is the layout of the session's observation.
    """

    has_pause = True
    """Whether the table has a pause menu; where it has none, its button leaves the table."""
    can_skip_choice = False
    network: TableNetwork | None = None
    """The table over the network; None if the host is in this process."""

    def __init__(self, context: AppContext, session: Session, presentation: GamePresentation) -> None:
        super().__init__(context)
        self.session = session
        self.presentation = presentation
        self.observation: Observation = session.observation
        """The match as it is shown: the observation of the session whenever nothing moves."""
        self.offered_actions: tuple[Action, ...] = ()
        """The actions of the person at the screen besides playing a card."""
        self.question = ""
        """The line over the hand on the turn of the viewer, where it is not "Your turn"."""
        self.message = ""
        self.message_seconds_left = 0.0
        self.is_playing_on = False
        """Whether everything is shown quickly until a person has to act or to read."""
        self.min_thinking_s = 0.0
        """Seconds that computer players take at least."""
        self._bottom_seat = 0
        self._is_settled = self._is_result_shown = False
        self._hand_over_seconds = 0.0
        self.playback = EventPlayback(self.observation.board)
        self.hand_interaction = HandInteraction()
        self.hand_arrangement = HandArrangement(self)
        self.auto_play = AutoPlayLastCard(self)
        self.inspector = CardInspector(self)
        self.controls = TableControls(self)
        self.assistance = TableAssistance(self)
        self.check_note = CheckNote(self)
        self.side_chat = SideChat(self)
        self.input = TableInput(self)
        self.narrator = TableNarrator(self)
        self.audio = TableAudio(self)
        self.image_preloader = TableImagePreloader(self)

    # -- who plays

    @property
    def viewer(self) -> int | None:
        return self.session.observation.seat

    def forget_frame(self) -> None:
        """Compute the values of the frame anew, because the match, the animation or the window has changed."""
        for name in FRAME_VALUES:
            self.__dict__.pop(name, None)

    @property
    def deck(self) -> DeckStyle:
        return self.context.get_deck(self.session.info.game.deck)

    @property
    def match_id(self) -> int | None:
        """The id of the stored match, None until it is stored; a table over the network has it at the end."""
        return self.session.status.match_id if self.network is None else self.network.match_id

    @property
    def open_match_id(self) -> int | None:
        is_open = self.network is None and self.session.is_match and not self.session.observation.is_over
        return self.match_id if is_open else None

    @property
    def is_saved(self) -> bool:
        """Whether the match is on the disk, or at a host over the network; a lesson or a task is no match."""
        is_match_here = self.network is None and self.session.is_match
        return self.context.storage.has_file or not is_match_here

    @property
    def leave_label(self) -> str:
        """The name of the button that leaves the table for the main menu."""
        if self.network is not None and self.network.is_watching:
            return _("Stop watching")
        is_lost = not self.is_saved if self.network is None else self.network.is_ended
        if self.session.observation.is_over or is_lost:
            return _("Main menu")
        return _("Save and leave") if self.network is None else _("Leave for now")

    @property
    def named_card(self) -> Card | None:
        """The card whose digit the screen names now, and which that digit plays at once; None without one."""
        return None

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's hand from left to right; empty if nobody may see one."""
        seat = self.session.observation.seat
        cards = () if seat is None else self.board.hands[seat]
        return () if HIDDEN_CARD in cards else sort_for_display(cards, self.layout.card_order)

    @property
    def avatars(self) -> AvatarMap:
        """The avatars of the people at the table; over the network as they come from each person's machine."""
        avatars = self.context.avatars if self.network is None else self.network.avatars
        return filter_human_avatars(self.session.info.players, avatars)

    @property
    def absence_notice(self) -> AbsenceNotice | None:
        """The notice of a person who is away; None without one, and while its place is needed for the viewer's choice.

        The match does not wait for that person then. A result, which covers the place, has the notice itself.
        """
        notice = None if self.network is None else self.network.absence_notice
        if notice is None or self.state is TableState.DEAL_OVER:
            return None
        rect, prompt_rect = self.layout.notice_rect, self.layout.prompt_rect
        has_choice = bool(self.offered_actions) and rect.collidelist([self.layout.free_rect, prompt_rect]) >= 0
        return None if has_choice or (self.can_play_on and rect.colliderect(prompt_rect)) else notice

    # -- where things are

    @property
    def help_topic(self) -> HelpTopic:
        phase = self.observation.phase
        part: HelpSection = ""
        if phase is not None:
            part = "score" if isinstance(phase, DealOverPhase) else "play" if phase.is_card_play else "speak"
        setup = make_rematch_setup(self.session.info, self.session.observation)
        return HelpTopic(setup.game_id, setup.rule_set, part)

    @property
    def is_busy(self) -> bool:
        is_text_shown = self.message_seconds_left > 0 or self.audio.message_seconds_left > 0
        is_waiting_for_host = self.is_waiting_for_others or self.session.is_saving
        if self.network is not None and not self.network.is_connected:
            is_waiting_for_host = False
        return (
            bool(self.playback.pending_steps)
            or is_waiting_for_host
            or self.auto_play.is_waiting
            or self.assistance.is_busy
            or self.context.scene_card_images.has_urgent_work
            or self.hand_interaction.is_animating
            or is_text_shown
            or self.ignores_presses
        )

    @property
    def ignores_presses(self) -> bool:
        is_hand_over = self.state is TableState.HAND_OVER and self.is_top_scene
        return is_hand_over and self._hand_over_seconds < timings.PRESSES_IGNORED_S

    @property
    def seconds_until_next_update(self) -> float:
        seconds_left = self.session.turn_seconds_left
        next_clock_second = inf if seconds_left is None else seconds_left % 1.0 + 0.001
        return min(
            self.inspector.seconds_until_next_update,
            self.input.seconds_until_next_update,
            self.session.seconds_until_next_update,
            inf if self.network is None else self.network.seconds_until_next_update,
            next_clock_second,
        )

    @property
    def board(self) -> Board:
        """The cards on the table and in the hands, as they are shown."""
        return self.playback.board

    @property
    def shown_events(self) -> tuple[Event, ...]:
        """The events of this deal that have been shown as the viewer saw them, the oldest first."""
        events = self.session.view.events
        return events[: max(0, len(events) - len(self.playback.pending_steps))]

    @cached_property
    def state(self) -> TableState:
        """The state of the table, computed from the session and the pending events."""
        return compute_table_state(
            has_pending_steps=bool(self.playback.pending_steps),
            error=self.session.error,
            awaited_seat=get_awaited_seat(self.session),
            is_deal_over=is_deal_over(self.session),
            is_your_turn=self.session.is_your_turn,
        )

    @property
    def is_television(self) -> bool:
        """Whether the screen is the table for all in the room: its owner has no seat, and it shows no hand."""
        return self.network is not None and self.network.is_screen_table

    @property
    def size(self) -> tuple[int, int]:
        """The size of the table, which begins at the upper left corner of the window."""
        return self.context.size

    @property
    def scale(self) -> float:
        """The wanted scale of text and buttons."""
        return self.context.settings.scale

    @property
    def min_scale(self) -> float:
        return TELEVISION_SCALE if self.is_television else super().min_scale

    @property
    def max_scale(self) -> float:
        if self.is_television:
            return TELEVISION_SCALE
        return compute_max_scale(self.size, self.observation.seats, self.hand_size)

    @cached_property
    def layout(self) -> TableLayout:
        """The layout of the table, with the viewer or the awaited person at the bottom."""
        return self.compute_layout(has_chat=self.side_chat.is_wanted)

    def compute_layout(self, *, has_chat: bool) -> TableLayout:
        """Return the layout of the table, with the chat beside it or not."""
        is_clockwise, sides = self.session.info.game.is_clockwise, self.observation.public_sides
        if self.is_television:
            return compute_television_layout(self.size, self.observation.seats, is_clockwise=is_clockwise, sides=sides)
        viewer = self.session.observation.seat
        bottom_seat = viewer if viewer is not None else get_awaited_seat(self.session)
        self._bottom_seat = self._bottom_seat if bottom_seat is None else bottom_seat
        return compute_table_layout(
            self.size,
            self.observation.seats,
            self._bottom_seat,
            is_clockwise,
            self.scale,
            self.hand_arrangement.card_order,
            self.hand_size,
            sides,
            has_chat=has_chat,
            panel_sizes=self.panel_sizes,
        )

    @property
    def hand_size(self) -> int:
        """The number of cards of the largest hand of a deal."""
        return self.presentation.get_hand_size(self.observation)

    @property
    def panel_sizes(self) -> PanelSizes:
        """The sizes of the panel below the trick; () if no panel keeps clear of a trick."""
        has_panel = bool(self.offered_actions) and self.playback.current_step is None
        return self.controls.panel.sizes_below_trick if has_panel and self.board.trick else ()

    @property
    def toast_rect(self) -> pygame.Rect:
        return self.layout.find_toast_rect([*self.list_note_rects(), *self._list_hint_rects()])

    def list_note_rects(self) -> list[pygame.Rect]:
        """Return the places of the choices and the notes; what comes by itself leaves them free if it can."""
        layout, notice, panel = self.layout, self.absence_notice, self.controls.panel
        rects = [self.check_note.rect] if self.check_note.is_shown else []
        rects += [panel.rect] if self.offered_actions and self.playback.current_step is None else []
        return rects if notice is None else [*rects, place_notice(self.context, layout, notice)]

    def _list_hint_rects(self) -> list[pygame.Rect]:
        """Return the place of the hint, which leaves choices and notes free; toasts leave it free as well."""
        return [self.assistance.text_area] if self.assistance.has_hint_text else []

    def list_taken_rects(self) -> list[pygame.Rect]:
        """Return the places that speech bubbles leave free besides the parts: choices, notes, hint and toasts."""
        toasts = layout_toasts(self.context, self.context.shown_notices) if self.is_top_scene else []
        return [*self.list_note_rects(), *self._list_hint_rects(), *(toast.rect for toast in toasts)]

    def find_card_at(self, point: tuple[int, int]) -> Card | None:
        """Return the card of the viewer's hand at a point of the window."""
        seat, hand = self.layout.bottom_seat, self.hand
        poses = zip(hand, compute_hand_poses(self.layout, seat, hand), strict=True)
        return find_card_at(hand, {card.name: pose for card, pose in poses}, point)

    @cached_property
    def card_poses(self) -> dict[str, CardPose]:
        """The pose of every card picture, as it is drawn now."""
        return compute_shown_poses(self)

    # -- time

    def update(self, seconds: float) -> None:
        session = self.session
        self.forget_frame()
        is_running = not session.is_saving and not session.observation.is_over
        if is_running and is_left_by_all(session.info, session.observation):
            self._end_left_match()
            return
        speed = self.context.settings.speed
        pace = self.context.settings.pace / speed if speed else 0.0
        self.min_thinking_s = (
            compute_thinking_seconds(self.observation) * pace / get_speed_factor(self, self.observation)
        )
        settings = self.context.settings
        session.set_computer_play(
            self.min_thinking_s, is_chat_enabled=settings.table_talk, checks_plays=settings.check_plays
        )
        for transition in session.update(is_idle=not self.playback.pending_steps):
            self.message_seconds_left = 0.0
            self.playback.add_transition(transition)
            self._is_settled = False
            if transition.is_undo:
                self.assistance.announce_undo()
            self.hand_interaction.cancel_press()
            self.forget_frame()
        self._show_late_refusal()
        if self.network is None and session.status.is_given_up:
            self.context.router.open_main_menu()
            return
        if not self.image_preloader.is_ready:
            self.image_preloader.waited_seconds += seconds
        elif self.playback.pending_steps:
            self.playback.advance(seconds * speed if speed else INSTANT_S, partial(get_duration, self), self.begin_beat)
            self.forget_frame()
        if find_shown_dealer(self) is not None:
            self.narrator.narrate_dealer_draw()
        self._hand_over_seconds = self._hand_over_seconds + seconds if self.state is TableState.HAND_OVER else 0.0
        self.message_seconds_left = max(0.0, self.message_seconds_left - seconds)
        pointed_card_name = self._find_pointed_card_name()
        self.hand_interaction.update_lift(pointed_card_name, seconds)
        self.hand_arrangement.update()
        self.inspector.update()
        self.audio.update(seconds)
        self.narrator.narrate_selection()
        if not self.playback.pending_steps:
            self.settle()
        self.auto_play.update(seconds)
        self.assistance.update(pointed_card_name)
        self.check_note.update()
        self.side_chat.update()
        self.input.update()
        self.controls.update()
        if self.network is not None:
            self.network.update()  # it can close the table

    def _show_late_refusal(self) -> None:
        """Show why an action or a chat message was refused after it was sent."""
        reason = self.session.take_refusal()
        if reason is None:
            return
        self.hand_interaction.dropped_card = None
        text = format_reason(reason, self.session.info.names, self.deck)
        if self.is_top_scene:
            self.show_message(text)
        else:
            self.context.notify(capitalize_first(text))

    def update_in_background(self, seconds: float) -> None:
        self.update(seconds)

    def begin_beat(self, beat: EventStep) -> None:
        """Narrate an event that begins to be shown, play its sound and show its line."""
        self._narrate_and_explain(beat)
        self.audio.play_event_sound(beat.event)
        said = describe_status_event(beat.event, self.session.info.names, get_your_seat(self.session))
        if said:
            self.say(said)

    def _narrate_and_explain(self, beat: EventStep) -> None:
        """Narrate an event, and explain it to a person who sees its kind for the first time."""
        self.narrator.narrate_step(beat)
        notice = self.presentation.find_first_notice(beat.event, beat.observation)
        seat = get_your_seat(self.session) if notice in SECRET_NOTICES else self.session.observation.seat
        if notice is not None and seat is not None and self.session.is_match:
            self.context.tell_once(self.session.info.names[seat], notice)

    def settle(self) -> None:
        """Show the match as it is now; called when no event is left to show."""
        if not self.session.is_saving:
            self.hand_interaction.dropped_card = None
        self.narrator.narrate_dealer_draw()
        if not self._is_settled or self.observation is not self.session.observation:
            self._is_settled = True
            self.observation = self.session.observation
            self.playback.board = self.observation.board
            self.forget_frame()
        self.audio.play_turn_sound()
        self.assistance.update_claim()
        self.is_playing_on = self.is_playing_on and self.state is TableState.WAITING
        self._update_choices()
        self.narrator.narrate_turn(is_top_scene=self.is_top_scene)
        self._show_result()

    def _update_choices(self) -> None:
        actions = self.observation.legal_actions if self.session.is_your_turn else ()
        offered_actions = tuple(action for action in actions if not isinstance(action, Play))
        marks = self.controls.seat_marks
        if self.state is TableState.HAND_OVER or offered_actions != self.offered_actions:
            self.hand_interaction.selected_index = -1
        if offered_actions != self.offered_actions:
            self.offered_actions = offered_actions
            self.controls.replace_panel()
            self.forget_frame()
            self.recompose_choices()
        elif marks.is_available != bool(marks.buttons):
            self.recompose_choices()

    def _end_left_match(self) -> None:
        """Leave a match that all people have left; it is finished without being shown."""
        session = self.session
        for line in list_penalty_lines(session.status.penalty_reasons, session.observation, session.info.names):
            self.context.notify(f"{line}.")
        self.context.router.open_main_menu()
        self.context.router.left_matches.finish_left_matches()

    def _show_result(self) -> None:
        """Open the result once when the deal or the match is over."""
        if not is_deal_over(self.session):
            self._is_result_shown = False
        elif self.is_top_scene and not self._is_result_shown and not self.session.is_saving:
            self._is_result_shown = True
            self.audio.message_seconds_left = 0.0
            self.assistance.update_buttons()  # as they are seen below the result
            self.controls.update()
            self.open_overlay(ResultOverlay)

    def _find_pointed_card_name(self) -> str | None:
        """Return the name of the selected card, else of the card under the pointer.

        None if there is neither.
        """
        if not self.is_idle:
            return None
        if 0 <= self.hand_interaction.selected_index < len(self.hand) and not self.focus.is_ring_shown:
            return self.hand[self.hand_interaction.selected_index].name
        card = self.find_card_at(self.context.ui_manager.get_mouse_position()) if pygame.mouse.get_focused() else None
        return card.name if card else None

    @property
    def is_top_scene(self) -> bool:
        """Whether no other scene is over the table."""
        return self.context.scenes.top is self

    @property
    def is_idle(self) -> bool:
        """Whether nothing moves, and no overlay or hand-over screen is over the table."""
        return self.state not in (TableState.ANIMATING, TableState.HAND_OVER) and self.is_top_scene

    # -- what the person does

    def capture_event(self, event: pygame.event.Event) -> bool:
        return self.controls.seat_marks.capture_event(event)

    def handle_event(self, event: pygame.event.Event) -> None:
        if self.is_television:
            self.input.handle_television_event(event)
            return
        if self.side_chat.handle_event(event):
            return
        if (
            event.type == pygame.KEYDOWN
            and event.key in self.context.key_map.keys(SHOW_LOG)
            and self.state is not TableState.HAND_OVER
        ):
            self.open_overlay(LogOverlay)
        else:
            self.input.handle_event(event)

    def skip_animations(self) -> bool:
        """Jump to the end of everything that moves. Return whether anything did."""
        was_skipped = self.playback.skip_all(self._narrate_and_explain)
        self.forget_frame()
        if was_skipped and not self.playback.pending_steps:
            self.settle()
        return was_skipped

    def confirm_hand_over(self) -> None:
        """Show the awaited person their cards."""
        if self.session.hot_seat is not None:
            self.session.hot_seat.confirm_ready()
        self.update(0.0)

    def play_on(self) -> bool:
        """Show everything quickly until a person has to act or to read.

        Return whether there is anything to show.
        """
        self.is_playing_on = self.is_waiting_for_others
        return self.is_playing_on

    @property
    def is_waiting_for_others(self) -> bool:
        """Whether an event is being shown or a computer player is on turn."""
        turn = self.observation.turn
        is_computer_turn = turn is not None and turn not in get_human_seats(self.session)
        return self.state is TableState.ANIMATING or (
            self.state is TableState.WAITING and (is_computer_turn or self.session.has_claimed)
        )

    @property
    def can_play_on(self) -> bool:
        """Whether the viewer may let the others play quickly until their next turn."""
        is_possible = self.is_waiting_for_others and not self.session.check.is_in_time
        return is_possible and not self.is_playing_on and self.session.observation.seat is not None

    def act(self, action: Action) -> None:
        """Do an action of the person at the screen, or show why it is refused."""
        reason = self.session.act(action)
        self.forget_frame()
        if reason is None:
            self.hand_interaction.selected_index = -1
        else:
            self.hand_interaction.dropped_card = None
            self.show_message(format_reason(reason, self.session.info.names, self.deck))

    def find_panel_action(self, card: Card) -> Action | None:
        """Return the action of a click on a card of the hand in the panel; None if the click plays the card."""
        return self.controls.panel.get_card_action(card) if self.offered_actions else None

    def skip_choice(self) -> None:
        """Go on without a choice, at a table that permits it; by default do nothing."""

    def leave(self) -> None:
        """Open the main menu; the match stays stored, here or at the host of a table over the network."""
        if self.network is None:
            self.context.router.open_main_menu()
        else:
            self.network.leave()

    def open_pause(self) -> None:
        """Open the pause, or leave a table that has none."""
        if self.has_pause:
            self.open_overlay(PauseOverlay)
        else:
            self.leave_table()

    def leave_table(self) -> None:
        """Leave a table without a pause at once."""
        self.context.scenes.pop()

    def open_overlay(self, kind: Callable[..., Scene], *arguments: object) -> None:
        """Open an overlay over the table; ``arguments``: besides the table."""
        self.context.scenes.push(kind(self, *arguments))

    def open_card_memory(self) -> None:
        """Open the card memory, or show a message if the match allows none."""
        if self.session.info.assistance.memory == "off":
            self.show_message(_("Played cards aren't shown here."))
        else:
            self.open_overlay(CardMemoryOverlay)

    def recompose_choices(self) -> None:
        """Make the widgets of the panel and of the marks anew; the others stay."""
        if self.is_top_scene:
            self.controls.recompose_choices()

    def format_refusal(self, reason: Reason) -> str:
        """Return the sentence that says why something is refused."""
        return make_sentence(format_reason(reason, self.session.info.names, self.deck))

    def describe_refused_card(self, card: Card) -> str:
        """Return the sentence that says why a card of the hand may not be played now, "" if it may."""
        reason = find_refused_cards(self).get(card)
        return "" if reason is None else self.format_refusal(reason)

    def narrate(self, *lines: str) -> None:
        """Narrate these lines, without the empty ones."""
        self.context.speak(*map(make_sentence, filter(None, lines)))

    def show_message(self, text: str) -> None:
        """Show a line to the person at the screen, and narrate it."""
        self.say(text)
        self.narrator.narrate_message(self.message)

    def say(self, words: str) -> None:
        """Show a line to the person for a while, without narrating it."""
        self.message, self.message_seconds_left = capitalize_first(words), timings.MESSAGE_SHOWN_S

    # -- widgets

    def build(self) -> None:
        self.forget_frame()
        self.image_preloader.request_images()
        self.controls.build_buttons()
        self.assistance.build()
        self.controls.build_choices()
        self.check_note.build()
        self.side_chat.build()

    # -- pictures

    @property
    def view_model(self) -> TableViewModel:
        """Everything that the table shows at this moment, as the viewer may see it."""
        return make_view_model(self)

    def draw(self, canvas: Canvas) -> None:
        self.draw_table(canvas)
        self.check_note.draw(canvas)
        self.side_chat.draw(canvas)

    def draw_table(self, canvas: Canvas, *, show_cards: bool = True) -> None:
        """Draw the table; without cards, only what everybody may see."""
        awaited_seat = get_awaited_seat(self.session)
        if self.state is TableState.HAND_OVER and awaited_seat is not None:
            name = self.session.info.names[awaited_seat]
            paint_hand_over(canvas, self.context, make_public_view_model(self), name)
        else:
            (paint_table if show_cards else paint_public_table)(canvas, self.context, self.view_model)

    def draw_over_widgets(self, canvas: Canvas) -> None:
        play_on_button, step = self.controls.buttons.get("play-on"), self.playback.current_step
        if step is not None and play_on_button is not None and play_on_button.visible:
            paint_cards_over(canvas, self.context, self.card_poses, get_window_rect(play_on_button))
        banner = None if step is None else make_banner(self, step)
        if banner is not None:
            portrait_numbers = choose_portraits(self.session.info.names, self.avatars)
            layout, seconds = compute_shown_layout(self), self.playback.elapsed_seconds
            draw_banner(canvas, self.context, layout, banner, portrait_numbers, seconds)
        self.check_note.draw_marks(canvas)
        self.assistance.draw(canvas)
        self.inspector.draw(canvas)
        outage_text = "" if self.network is None else self.network.outage_text or self.session.error
        if outage_text:
            prompt_line.draw_status_message(canvas, self.context, compute_shown_layout(self), outage_text)
        elif self.session.error:
            hint = (
                _("Click or press a key to try again. If that doesn't help, restart the program.")
                if self.session.has_computer_failed
                else _("Click or press a key to save it now, or choose “Export match” under “Pause”.")
            )
            text = f"{self.session.error}\n{hint}"
            draw_message(canvas, self.context, text, self.layout.prompt_rect.bottom)
        elif self.message_seconds_left > 0:
            prompt_line.draw_status_message(canvas, self.context, compute_shown_layout(self), self.message)
        elif self.assistance.has_hint_text:
            layout, assistance = compute_shown_layout(self), self.assistance
            area = assistance.text_area
            text = assistance.get_hint_text(area)
            prompt_line.draw_status_message(canvas, self.context, layout, text, area)

    def on_exit(self) -> None:
        self.session.close()
