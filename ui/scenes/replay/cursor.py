"""The position of a replay: a moment of a deal, and the animation towards it."""

from __future__ import annotations

from typing import Final

from game.core.cards import DeckStyle
from game.core.events import TrickTaken
from game.core.sanitizer import capitalize_first
from game.match.observation import Observation, Transition
from game.match.replay import Replay
from game.match.setup import PlayerInfo
from game.session.avatars import AvatarMap, filter_human_avatars
from game.text.gettext import _
from game.text.narration import narrate_dealer, narrate_event
from game.text.player_names import format_player_names
from ui.app.context import AppContext
from ui.games.presentation import GamePresentation
from ui.graphics import timings
from ui.table.animation.events import animate_event
from ui.table.animation.playback import EventPlayback, EventStep
from ui.table.animation.tween import Animation, find_moving_keys, remove_motion
from ui.table.hand.arrangement import make_card_order
from ui.table.hud.banner import Banner
from ui.table.layout.cards import compute_card_poses
from ui.table.layout.pose import CardPose
from ui.table.layout.search import compute_table_layout
from ui.table.layout.seats import TableLayout
from ui.table.state import PromptLine, SpeechBubble, TableViewModel
from ui.table.view_model import find_winning_key

MOMENT_PAUSE_S: Final = 0.5
"""The pause at a moment while the replay runs, in seconds."""


class ReplayCursor:
    """A moment in a deal of a replay, seen from a seat or with all hands open.

    A step forward is animated; every other change of the moment is immediate.
    """

    def __init__(self, context: AppContext, replay: Replay, presentation: GamePresentation) -> None:
        self.replay, self.presentation = replay, presentation
        self.seat, self.has_open_hands = replay.person_seat, False
        self.deal, self.moment = 0, 0
        self.is_playing = False
        self._context = context
        self._seconds_still = 0.0
        self.playback = EventPlayback(self.observation.board)

    @property
    def _deck(self) -> DeckStyle:
        return self._context.get_deck(self.replay.game.deck)

    # -- where it is

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats as they are shown."""
        return format_player_names(self.replay.names)

    @property
    def last_moment(self) -> int:
        """The last moment of the deal."""
        return self.replay.last_moment(self.deal)

    @property
    def observation(self) -> Observation:
        """The observation at the moment."""
        return self.replay.observe(self.deal, self.moment, self.seat, show_all_hands=self.has_open_hands)

    @property
    def event_text(self) -> str:
        """The events that led to the moment, in a line."""
        events, seat = self._transition.events[:2], self.replay.addressed_seat
        return " ".join(narrate_event(event, self.names, self._deck, seat) for event in events)

    @property
    def _transition(self) -> Transition:
        """The transition that led to the moment."""
        return self.replay.get_transition(self.deal, self.moment, self.seat, show_all_hands=self.has_open_hands)

    @property
    def caption(self) -> str:
        """The line above the hand: `event_text`; at the start of a deal, the dealer."""
        if self.moment:
            return self.event_text
        return capitalize_first(narrate_dealer(self.observation.dealer, self.names, self.replay.addressed_seat))

    @property
    def is_moving(self) -> bool:
        """Whether the replay is running or an animation is being shown."""
        return self.is_playing or self.playback.current_step is not None

    def jump_to(self, moment: int, deal: int | None = None) -> None:
        """Go to a moment, of another deal if ``deal`` is not None, without animation.

        Both are limited to those that exist.
        """
        self.deal = self.deal if deal is None else min(max(0, deal), self.replay.deal_count - 1)
        self.moment = min(max(0, moment), self.last_moment)
        self._stop_animation()

    def set_viewpoint(self, seat: int, *, has_open_hands: bool) -> None:
        """Change the seat that the replay is seen from, or open the hands."""
        self.seat, self.has_open_hands = seat, has_open_hands
        self._stop_animation()

    def _stop_animation(self) -> None:
        self.playback, self._seconds_still = EventPlayback(self.observation.board), 0.0

    def step_forward(self) -> bool:
        """Go to the next moment with its animation, and return whether there is one."""
        if self.moment >= self.last_moment:
            return False
        self.playback.skip_all(_ignore_step)
        self.moment, self._seconds_still = self.moment + 1, 0.0
        self.playback.add_transition(self._transition)
        return True

    def jump_to_trick(self, direction: int) -> None:
        """Go to the end of the previous (-1) or next (1) trick, or to the end of the deal."""
        ends = (0, *self.replay.list_trick_end_moments(self.deal), self.last_moment)
        if direction < 0:
            self.jump_to(max((end for end in ends if end < self.moment), default=0))
        else:
            self.jump_to(min((end for end in ends if end > self.moment), default=self.last_moment))

    def update(self, seconds: float) -> None:
        """Advance the animation and the playback by ``seconds``."""
        speed = self._context.settings.speed
        if self.playback.current_step is not None:
            animation_seconds = seconds * speed if speed else float("inf")
            self.playback.advance(animation_seconds, self._compute_step_seconds, _ignore_step)
        elif self.is_playing:
            self._seconds_still += seconds
            if self._seconds_still >= MOMENT_PAUSE_S / (speed or 1.0):
                self.is_playing = self.step_forward()
        if self.playback.current_step is None:
            self.playback.board = self.observation.board

    # -- what is seen

    def _make_animation(self, step: EventStep) -> Animation:
        animation = animate_event(step.event, step.board_before, step.board_after, self._table_layout)
        return remove_motion(animation) if self._context.settings.reduced_motion else animation

    def _compute_step_seconds(self, step: EventStep) -> float:
        banner_seconds = timings.BANNER_SHOWN_S if self.find_banner(step) is not None else 0.0
        return max(self._make_animation(step).duration, banner_seconds)

    def find_banner(self, step: EventStep) -> Banner | None:
        """Return the banner of a step, None if it has none."""
        return self.presentation.make_banner(step, self.names, self.replay.addressed_seat)

    def compute_layout(self, size: tuple[int, int]) -> TableLayout:
        """Return the layout of the table in a part of the window; ``size``: its pixels."""
        game, settings = self.replay.game, self._context.settings
        hand_order = make_card_order(
            self.presentation, self._deck, settings, game, dealt=self.replay.get_deal(self.deal).pack
        )
        self._table_layout = compute_table_layout(
            size,
            len(self.names),
            self.seat,
            game.is_clockwise,
            settings.scale,
            hand_order,
            self.hand_size,
            self.observation.public_sides,
            has_open_hands=self.has_open_hands,
        )
        return self._table_layout

    @property
    def hand_size(self) -> int:
        """The number of cards of the largest hand of a deal."""
        return self.presentation.get_hand_size(self.observation)

    @property
    def avatars(self) -> AvatarMap:
        """The avatars of the people in the match."""
        players = (PlayerInfo(name, player.kind) for name, player in zip(self.names, self.replay.players, strict=True))
        return filter_human_avatars(players, self._context.avatars)

    def make_view_model(self, table_layout: TableLayout) -> TableViewModel:
        """Return everything that the table shows now."""
        step = self.playback.current_step
        observation = step.observation if step is not None else self.observation
        board = self.playback.board
        poses: dict[str, CardPose | None] = dict(
            compute_card_poses(board if step is None else step.board_after, table_layout)
        )
        trick_board, bubble, highlighted_keys = board, None, frozenset[str]()
        if step is not None:
            animation = self._make_animation(step)
            poses.update(animation.compute_poses(self.playback.elapsed_seconds))
            if self._context.settings.reduced_motion:
                highlighted_keys = find_moving_keys(animation)
            if isinstance(step.event, TrickTaken):
                trick_board = step.board_before
            bubble = self.presentation.describe_speech(step.event, self._deck)
        return TableViewModel(
            presentation=self.presentation,
            deck=self._deck,
            title=_(self.replay.game.title),
            names=self.names,
            avatars=self.avatars,
            observation=observation,
            board=board,
            layout=table_layout,
            dealer=observation.dealer,
            card_poses={key: pose for key, pose in poses.items() if pose is not None},
            highlighted_keys=highlighted_keys,
            winning_key=find_winning_key(trick_board, observation.phase),
            bubbles=() if bubble is None else (SpeechBubble(*bubble),),
            prompt=PromptLine(self.caption, False),
            turn=self.playback.find_turn(observation),
        )


def _ignore_step(_step: EventStep) -> None:
    """Do nothing; steps of a replay are silent.

    The line above the hand describes them.
    """
