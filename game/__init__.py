"""Games without a window: rules, matches, records, computer players and storage.

``import game`` is the public API for scripts and bots (docs/bots.md). A name loads its module when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.ai.computer_player import create_player as create_player
    from game.ai.levels import list_levels as list_levels
    from game.core.actions import Action as Action
    from game.core.actions import Deal as Deal
    from game.core.actions import LeaveMatch as LeaveMatch
    from game.core.actions import Pass as Pass
    from game.core.actions import Play as Play
    from game.core.actions import Swap as Swap
    from game.core.actions import Timeout as Timeout
    from game.core.actions import VoteToEnd as VoteToEnd
    from game.core.cards import HIDDEN_CARD as HIDDEN_CARD
    from game.core.cards import Card as Card
    from game.core.cards import parse_cards as parse_cards
    from game.core.events import Event as Event
    from game.core.messages import InputError as InputError
    from game.core.messages import Reason as Reason
    from game.core.phase import Board as Board
    from game.core.phase import DealResult as DealResult
    from game.core.phase import IllegalActionError as IllegalActionError
    from game.core.phase import Phase as Phase
    from game.core.trick_taking import Trick as Trick
    from game.core.trick_taking import TrickPhase as TrickPhase
    from game.core.trick_taking import find_trick_winner as find_trick_winner
    from game.exchange.record_files import load_record as load_record
    from game.exchange.record_files import save_record as save_record
    from game.match.match import Match as Match
    from game.match.observation import Observation as Observation
    from game.match.observation import find_outstanding_cards as find_outstanding_cards
    from game.match.observation import list_unseen_cards as list_unseen_cards
    from game.match.record import DealRecord as DealRecord
    from game.match.record import Record as Record
    from game.match.record import RecordError as RecordError
    from game.rules import GAMES as GAMES
    from game.rules.briscola.actions import Sign as Sign
    from game.rules.chiamata.actions import Call as Call
    from game.rules.chiamata.actions import NameSuit as NameSuit
    from game.rules.chiamata.actions import Solo as Solo
    from game.rules.game import Game as Game
    from game.rules.muscio.actions import Forfeit as Forfeit
    from game.rules.muscio.actions import KeepTurnedCard as KeepTurnedCard
    from game.rules.muscio.actions import LayBlinde as LayBlinde
    from game.rules.muscio.actions import Misdeal as Misdeal
    from game.rules.muscio.actions import PlayDeal as PlayDeal
    from game.rules.muscio.actions import Stand as Stand
    from game.rules.muscio.actions import TakeBlinde as TakeBlinde
    from game.rules.spades.actions import Bid as Bid
    from game.rules.spades.actions import BidBlindNil as BidBlindNil
    from game.rules.spades.actions import LookAtHand as LookAtHand
    from game.simulation.bots import Player as Player
    from game.simulation.match_runner import MatchRunner as MatchRunner
    from game.text.messages import format_event as format_event
    from game.text.messages import format_reason as format_reason

_NAMES_BY_MODULE: Final = {
    "game.ai.computer_player": ("create_player",),
    "game.ai.levels": ("list_levels",),
    "game.core.actions": ("Action", "Deal", "LeaveMatch", "Pass", "Play", "Swap", "Timeout", "VoteToEnd"),
    "game.core.cards": ("HIDDEN_CARD", "Card", "parse_cards"),
    "game.core.events": ("Event",),
    "game.core.messages": ("InputError", "Reason"),
    "game.core.phase": ("Board", "DealResult", "IllegalActionError", "Phase"),
    "game.core.trick_taking": ("Trick", "TrickPhase", "find_trick_winner"),
    "game.match.match": ("Match",),
    "game.match.observation": ("Observation", "find_outstanding_cards", "list_unseen_cards"),
    "game.match.record": ("DealRecord", "Record", "RecordError"),
    "game.rules": ("GAMES",),
    "game.rules.briscola.actions": ("Sign",),
    "game.rules.chiamata.actions": ("Call", "NameSuit", "Solo"),
    "game.rules.game": ("Game",),
    "game.rules.muscio.actions": (
        "Forfeit", "KeepTurnedCard", "LayBlinde", "Misdeal", "PlayDeal", "Stand", "TakeBlinde",
    ),
    "game.rules.spades.actions": ("Bid", "BidBlindNil", "LookAtHand"),
    "game.simulation.bots": ("Player",),
    "game.simulation.match_runner": ("MatchRunner",),
    "game.exchange.record_files": ("load_record", "save_record"),
    "game.text.messages": ("format_event", "format_reason"),
}  # fmt: skip
_MODULES_BY_NAME: Final = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names}

__all__ = sorted(_MODULES_BY_NAME)


if not TYPE_CHECKING:  # so that a type checker reports unknown names

    def __getattr__(name: str) -> object:
        """Return a name of the public API, and load the module that has it. Raise AttributeError."""
        module = _MODULES_BY_NAME.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(module), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
