"""The messages of a match's host in the form in which a guest gets them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from game.core.phase import DealResult
from game.match.observation import Observation
from game.match.record import encode_record
from game.network.messages import (
    MAX_CHAT_LINES,
    ChatLines,
    FinishedDeal,
    MatchNews,
    NetworkMessage,
    Results,
    Step,
)
from game.session.host import MatchHost
from game.session.messages import FirstMessage, HintMessage, HostMessage, MatchStatus, ProofMessage, TransitionMessage
from game.session.wire import to_plain

RESULTS_PER_MESSAGE: Final = 20
STORAGE_ERROR: Final = "host_storage"
"""The error that guests get for a failed write, whose text could name a file of the host."""


def translate_message(message: HostMessage, host: MatchHost) -> Iterator[NetworkMessage]:
    """Yield what a guest gets for a message of the ``host`` to the session of its seat."""
    match message:
        case HintMessage():
            return
        case ProofMessage(proof=proof) if not proof.is_in_progress:
            yield MatchNews(message=to_plain(message))
            data = encode_record(host.export_deal(proof.deal_number))
            yield FinishedDeal(number=proof.deal_number, data=data)
        case FirstMessage(views=(view,)):
            yield from _split_results(0, view.observation.results)
            lines = host.chat.messages[-MAX_CHAT_LINES:]
            yield ChatLines(lines=tuple((line.seat, line.text) for line in lines))
            views = (msgspec.structs.replace(view, observation=_strip_results(view.observation)),)
            message = msgspec.structs.replace(message, views=views, chat_messages=())
            yield MatchNews(message=to_plain(message))
        case TransitionMessage(transitions=(transition,), dealt=(dealt,)):
            before, after = transition.before.results, transition.after.results
            yield from _split_results(len(before), after[len(before) :])
            yield Step(
                revision=message.revision, turn=message.turn, event_count=message.event_count,
                events=to_plain(transition.events), observation=to_plain(_strip_results(transition.after)),
                dealt=to_plain(dealt),
            )  # fmt: skip
        case MatchStatus(error=error):
            status = msgspec.structs.replace(
                message, match_id=None, is_saving=False, error=STORAGE_ERROR if error else "",
                is_between_deals=message.is_between_deals and not message.is_saving,
            )  # fmt: skip
            yield MatchNews(message=to_plain(status))
        case _:
            yield MatchNews(message=to_plain(message))


def _strip_results(observation: Observation) -> Observation:
    return msgspec.structs.replace(observation, results=())


def _split_results(first: int, results: tuple[DealResult, ...]) -> Iterator[Results]:
    for start in range(0, len(results), RESULTS_PER_MESSAGE):
        part: Any = [to_plain(result) for result in results[start : start + RESULTS_PER_MESSAGE]]
        yield Results(first=first + start, results=part)
