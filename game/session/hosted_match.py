"""The state of a match in its host: the match with hidden cards, and services."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Final, NamedTuple, NotRequired, Protocol, TypedDict, Unpack

import msgspec

from game.ai.client import AIClient
from game.ai.personas import Persona, get_persona
from game.core.events import Event, ShuffleCommitted
from game.match.assistance import read_assistance
from game.match.claims import Claim
from game.match.observation import observe
from game.match.record import Record
from game.match.setup import PlayerInfo
from game.session.annotations import DealMarks, HandOrders
from game.session.chat import HostChat
from game.session.computer_seats import ComputerSeats
from game.session.hints import HintRequest
from game.session.match_info import MatchInfo
from game.session.messages import ChatLine, HostMessage
from game.session.penalties import ChatMessage, can_computer_players_chat
from game.session.pending_write import LossReporter, PendingWrite
from game.session.turn_clock import TurnClock
from game.session.undo import find_undo_points
from game.shuffling.commitments import get_commitment, get_shuffle_word, is_joint_match, reveal_secrets
from game.shuffling.shuffle import WordRound, derive_random
from game.storage.thread import StorageThread
from game.text.gettext import _

ASSISTED_FLAG: Final = "assisted"
"""The key of the flag for undo or hints used, among the notes of a match and at the top level of a record."""
COMPUTER_RETRY_S: Final = 10.0
"""The time after which a computer player that failed is asked again."""


class HostServices(TypedDict):
    """The services of a host.

    ``clock``: returns seconds and never goes back. ``characters``: returns the persona of a computer player by its
    name. ``find_profile``: returns the id of the profile that penalties of a seat block; without it they block the
    profile that was stored for the seat. ``find_words``: returns the rounds of words that people contribute to the
    shuffle of a deal, by its number, None until they are complete; without it the host shuffles alone.
    """

    storage: StorageThread
    ai_client: AIClient
    clock: Callable[[], float]
    characters: NotRequired[Callable[[str], Persona]]
    find_profile: NotRequired[Callable[[int], str]]
    find_words: NotRequired[Callable[[int], tuple[WordRound, ...] | None]]


class Listener(Protocol):
    """A receiver of the match's news, for one session."""

    def tell(self, message: HostMessage) -> None:
        """Send a message that every session may see."""
        ...

    def tell_events(self, events: tuple[Event, ...], event_count: int) -> None:
        """Send the transition to the present match; see `HostConnection.tell_events`."""
        ...

    def tell_undo(self, event_count: int) -> None:
        """Send the transition back to the first ``event_count`` events of the deal."""
        ...


class ActiveClaim(NamedTuple):
    """A claim that is being played out; ``action_count``: of the deal before it."""

    seat: int
    claim: Claim
    action_count: int


class HostedMatch:
    """The state of a `MatchHost`, which its commands and steps change.

    It stays in the host: a session receives only messages.
    """

    def __init__(
        self, record: Record, players: tuple[PlayerInfo, ...], seed: int, **services: Unpack[HostServices]
    ) -> None:
        storage, ai_client, clock = services["storage"], services["ai_client"], services["clock"]
        self.record = record
        self.match = record.replay()
        self.players = players
        self.seed = seed
        self.storage = storage
        self.clock = clock
        self.original_human_seats = tuple(seat for seat, player in enumerate(players) if player.is_person)
        self.assistance = read_assistance(record.extra)
        self.events: tuple[Event, ...] = (*build_commitment_events(record), *record.list_last_deal_events())
        self.undo_points = find_undo_points(record, self.original_human_seats, len(build_commitment_events(record)))
        self.revision = self.turn_revision = 0
        self.min_thinking_s = 0.6
        self.match_id: int | None = None
        self.turn_clock = TurnClock(clock)
        self.chat = HostChat(storage, clock)
        self.hints = HintRequest(ai_client)
        self.marks = DealMarks()
        self.hand_orders = HandOrders()
        self.active_claim: ActiveClaim | None = None
        self.is_assisted = self.is_closed = self.is_giving_up = self.is_given_up = self.is_abandoning = False
        self.is_deal_requested = not record.deals
        self.pending_write = PendingWrite()
        self.losses = LossReporter(storage)
        self.computer_seats = ComputerSeats(ai_client, players, services.get("characters", get_persona))
        self.computer_retry_at: float | None = None
        self.find_profile = services.get("find_profile")
        self.find_words = services.get("find_words") if is_joint_match(record) else None
        self.listeners: list[Listener] = []
        self.substituted_seats: frozenset[int] = frozenset()
        self.creation: Future[int] | None = None
        self.is_give_up_told = self.is_dealer_drawn = False
        self.ending_seat: int | None = None
        self.shuffle_key = ""
        self.daily_date = ""

    def tell(self, message: HostMessage) -> None:
        """Send the same message to every session."""
        for listener in self.listeners:
            listener.tell(message)

    def tell_events(self, events: tuple[Event, ...], event_count: int) -> None:
        """Count a transition and send it to every session.

        ``event_count``: see `TransitionMessage`.
        """
        self.revision += 1
        for listener in self.listeners:
            listener.tell_events(events, event_count)

    def export_record(self) -> Record:
        """Return the record as a player may have it.

        The deal in progress is left out unless the match was given up; the other deals contain their seeds.
        """
        record = reveal_secrets(
            self.record if self.is_given_up else self.record.without_deal_in_progress(self.match), self.seed
        )  # fmt: skip
        extra = {**record.extra, ASSISTED_FLAG: True} if self.is_assisted else record.extra
        return msgspec.structs.replace(record, extra=extra)

    @property
    def human_seats(self) -> tuple[int, ...]:
        """The seats of people who have not left."""
        return tuple(seat for seat in self.original_human_seats if seat not in self.match.departed_seats)

    @property
    def present_human_seats(self) -> tuple[int, ...]:
        """The seats of people for whom no computer plays at the moment."""
        return tuple(seat for seat in self.human_seats if seat not in self.substituted_seats)

    @property
    def is_saving(self) -> bool:
        """Whether a write is pending that must finish before the next step."""
        return self.pending_write.is_busy

    @property
    def error(self) -> str:
        """The error of a failed write in the player's language, or ""; see `retry`."""
        error = self.pending_write.error or self.chat.writes.error
        return (
            _("The match is not abandoned yet. {fault}").format(fault=error) if error and self.is_giving_up else error
        )

    @property
    def is_between_deals(self) -> bool:
        """Whether the match waits for a session to request the next deal."""
        return self.match.needs_deal and not self.is_deal_requested

    @property
    def is_person_clocked(self) -> bool:
        """Whether a person is on turn and their turn clock is running."""
        match = self.match
        is_persons_turn = match.turn in self.present_human_seats and match.auto_play_seat is None
        return bool(match.options.turn_seconds) and is_persons_turn

    @property
    def turn_seconds_left(self) -> float | None:
        """The seconds left to the person on turn, or None without a clock."""
        if not self.is_person_clocked:
            return None
        return max(0.0, self.match.options.turn_seconds - self.turn_clock.elapsed_seconds)

    def list_status_values(self) -> tuple[object, ...]:
        """Return the values that `MatchStatus` depends on, which is built again only when they change."""
        return (
            self.revision, self.match_id, self.is_saving, self.error, self.computer_seats.has_failed,
            self.is_between_deals, self.is_giving_up, self.is_given_up, self.is_assisted,
            self.active_claim and self.active_claim.seat, len(self.undo_points),
        )  # fmt: skip

    def make_info(self, seats: tuple[int, ...]) -> MatchInfo:
        """Return the data of the match for a session that acts for ``seats``."""
        match = self.match
        return MatchInfo(
            game_id=match.game_id, preset=self.record.preset, options=match.options, players=self.players,
            assistance=self.assistance, shuffle_word=get_shuffle_word(self.record), pack=match.pack,
            votes_needed=match.votes_to_end_needed, seats=seats,
        )  # fmt: skip

    def make_rng(self, purpose: str, *parts: object) -> Random:
        """Return a random generator for this moment of the match.

        Equal seed, number of deals, number of actions, ``purpose`` and ``parts`` give an equal generator.
        """
        deals = self.record.deals
        return derive_random(self.seed, purpose, len(deals), len(deals[-1].actions), *parts)

    def request_computer_action(self, seat: int) -> None:
        self.computer_seats.request_action(observe(self.match, seat), seat, self.make_rng("ai"))

    def stop_thinking(self) -> None:
        """Cancel the requests to the computer players and for a hint."""
        self.computer_seats.cancel()
        self.hints.cancel()

    def start_claim(self, seat: int, claim: Claim) -> None:
        """Play the cards of ``seat`` from now on in the order of its claim."""
        self.hints.cancel()
        self.active_claim = ActiveClaim(seat, claim, len(self.record.deals[-1].actions))

    def retry(self) -> None:
        """Start the failed writes again, and ask a computer player again that failed."""
        self.pending_write.retry()
        self.chat.writes.retry()
        self.computer_seats.retry()

    def retry_computer_action(self) -> None:
        """Ask a computer player again that failed, `COMPUTER_RETRY_S` after its failure. Called in each frame."""
        if not self.computer_seats.has_failed or self.computer_seats.is_thinking:
            self.computer_retry_at = None
        elif self.computer_retry_at is None:
            self.computer_retry_at = self.clock() + COMPUTER_RETRY_S
        elif self.clock() >= self.computer_retry_at:
            self.computer_seats.retry()

    # -- chat of the computer players

    def choose_remark(self, seat: int, events: tuple[Event, ...]) -> str | None:
        if not self.can_computers_chat:
            return None
        return self.computer_seats.choose_remark(self.match.game_id, seat, events, self.make_rng("talk"))

    @property
    def can_computers_chat(self) -> bool:
        return self.chat.is_computer_chat_enabled and can_computer_players_chat(self.match)

    def show_message(self, message: ChatMessage) -> None:
        """Show a stored message of a person, and schedule a reply if there is one."""
        self.tell(ChatLine(message))
        if self.chat.is_computer_chat_enabled and self.record.deals:
            rng = self.make_rng("talk", len(self.chat.messages), message.text)
            self.chat.schedule_reply(self.computer_seats.choose_reply(message, observe(self.match, None), rng))

    def say_computer_line(self, message: ChatMessage) -> None:
        if self.match_id is not None:
            self.chat.add_computer_line(self.match_id, message)
            self.tell(ChatLine(message))


def build_commitment_events(record: Record) -> tuple[ShuffleCommitted, ...]:
    """Return the events of the last deal before its cards: its seal, or () if it has none."""
    commitment = get_commitment(record.deals[-1]) if record.deals else None
    return () if commitment is None else (ShuffleCommitted(len(record.deals), commitment),)
