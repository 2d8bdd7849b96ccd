"""A table in words tells a guest that knows no game all that its seat may know and do, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from game.core.actions import Deal, LeaveMatch, VoteToEnd
from game.core.events import Event
from game.core.messages import Reason
from game.match.assistance import AssistanceOptions
from game.match.match import Match
from game.match.observation import observe
from game.match.setup import PERSON_KIND, PlayerInfo
from game.network.described import Described, DescribedChoice
from game.network.description import TableNews, describe_lobby, describe_match, describe_waiting
from game.network.messages import Lobby, LobbySeat, Presence, SeatPresence
from game.rules import GAMES
from game.rules.briscola.events import SignMade
from game.session.encoding import encode_message
from game.session.match_info import MatchInfo
from game.session.messages import (
    Command,
    FirstMessage,
    HostMessage,
    MatchStatus,
    Ready,
    SeatView,
    Sit,
    TakeAction,
)
from game.session.session import Session
from game.session.transport import Transport
from game.text.chat import ChatMessage
from game.text.gettext import LANGUAGE_NAMES, use_language
from tests.helpers import (
    PLAYER_NAMES,
    PlayoutMoment,
    deal_briscola,
    deal_chiamata,
    get_last_events,
    make_match,
    play,
    play_random_actions,
)
from tests.lanes import choose_sample, long_test
from tests.pairwise_tables import make_pairwise_tables
from tests.rows import check_rows
from tests.toy_game import TOY, register_temporarily
from tests.twin_deals import list_observers, make_twin_moments, play_long_deal

MAX_BYTES: Final = 64 * 1024
NEWS: Final = TableNews(table="Rosa's table")
DEALT: Final = deal_briscola("5d", "Ad 3h 4c", "2s 6h 7c")
PLACEHOLDER: Final = re.compile(r"[{}]")


class ToldTransport(Transport):
    """A way from a host that has told all that it will tell."""

    is_match = is_remote = True

    def __init__(self, *messages: HostMessage) -> None:
        self._messages = [*messages]

    def send(self, command: Command) -> None:
        """Drop the command."""

    def receive(self) -> list[HostMessage]:
        messages, self._messages = self._messages, []
        return messages


def make_session(
    match: Match, seat: int | None, events: Sequence[Event] = (), chat: tuple[ChatMessage, ...] = ()
) -> Session:
    """Return the session of a guest at ``seat``; ``events``: those of the deal."""
    names = PLAYER_NAMES[: match.seats]
    info = MatchInfo(
        game_id=match.game_id,
        preset=next(iter(match.game.presets)),
        options=match.options,
        players=tuple(PlayerInfo(name, PERSON_KIND) for name in names),
        assistance=AssistanceOptions(),
        shuffle_word="",
        pack=match.pack,
        votes_needed=2,
        seats=() if seat is None else (seat,),
    )
    observation = msgspec.structs.replace(observe(match, seat), results=())
    view = SeatView(seat, observation, tuple(event.seen_by(seat) for event in events), ())
    first = FirstMessage(info=info, revision=1, turn=(1, 1), views=(view,), results=match.results, chat_messages=chat)
    is_deal_over = match.phase is not None and match.phase.result is not None
    seats = tuple(range(match.seats))
    status = MatchStatus(is_between_deals=is_deal_over and not match.is_over, leaving_seats=seats, voting_seats=seats)
    return Session(ToldTransport(first, status), lambda: 0.0)


def describe(match: Match, seat: int | None, events: Sequence[Event] = (), **news: Any) -> Described:
    return describe_match(make_session(match, seat, events), msgspec.structs.replace(NEWS, **news))


def iter_descriptions(moments: Sequence[PlayoutMoment]) -> Iterator[tuple[Match, Described]]:
    """Yield each state with its words for the seat on turn, else for seat 0."""
    events = list[Event]()
    for moment in moments:
        events = [*([] if isinstance(moment.action, Deal) else events), *moment.events]
        yield moment.match, describe(moment.match, moment.match.turn or 0, events)


def iter_texts(value: object) -> Iterator[str]:
    """Yield each text in a plain value, also the keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from iter_texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from iter_texts(item)


def find_choice(described: Described, label: str) -> DescribedChoice:
    (choice,) = [choice for choice in described.choices if choice.label == label]
    return choice


def check_description(match: Match, described: Described) -> None:
    """Check that each legal action is one choice, and that every card and every text is there."""
    seat = match.turn or 0
    enabled = [choice for choice in described.choices if choice.is_enabled]
    actions = [choice.request.action for choice in enabled if isinstance(choice.request, TakeAction)]
    on_turn = [action for action in actions if not isinstance(action, (LeaveMatch, VoteToEnd))]
    legal = match.legal_actions() if match.turn is not None else ()
    assert sorted(map(str, on_turn)) == sorted(map(str, legal))
    hand = match.phase.seen_by(seat).board().hands[seat] if match.phase is not None else ()
    assert sorted(card.card for card in described.hand) == sorted(card.name for card in hand)
    for card in described.hand:
        assert (card.choice is None) == bool(card.refusal)
        if card.choice is not None:
            choice = described.choices[card.choice]
            assert (choice.kind, choice.card) == ("card", card.card)
    for choice in described.choices:
        assert choice.label and (choice.kind != "number" or (choice.figure and choice.meaning))
        assert choice.is_enabled or choice.refusal
    assert described.title and described.subtitle and all(seat.name for seat in described.seats)
    assert [seat.seat for seat in described.seats][-1] == seat
    data = encode_message(described)
    assert len(data) <= MAX_BYTES
    texts = [*iter_texts(msgspec.json.decode(data))]
    assert not [text for text in texts if PLACEHOLDER.search(text)]


@long_test
@check_rows("game", GAMES)
def test_every_legal_action_is_one_choice_and_every_card_is_in_the_hand(game: str) -> None:
    languages = [*LANGUAGE_NAMES]
    for index, table in enumerate(choose_sample(make_pairwise_tables(game), 9)):
        with use_language(languages[index % len(languages)]):
            moments = [*play_random_actions(table.create_match(), str(table), 2, prefers_new_verbs=index % 2 == 0)]
            for match, described in iter_descriptions(moments):
                check_description(match, described)


@register_temporarily()
def test_toy_game_is_described_without_words_of_its_own() -> None:
    moments = [*play_random_actions(make_match(TOY.id, seats=3), "toy", 2)]
    *_, (match, described) = iter_descriptions(moments)
    for each in iter_descriptions(moments):
        check_description(*each)
    assert match.is_over and described.place == "result" and described.result is not None
    assert len(described.result.rows) == 3 and described.result.title


@long_test
@check_rows("game", GAMES)
def test_twin_deals_have_equal_words(game: str) -> None:
    rng = Random(game)
    for table in choose_sample(make_pairwise_tables(game), 12):
        moments = play_long_deal(table)
        for seat in list_observers(moments[0].match):
            last = rng.randrange(len(moments))
            twins = make_twin_moments(moments, seat, last, rng)
            own, other = ([moment.events for moment in each] for each in (moments[: len(twins)], twins))
            pair = [
                describe(each[-1].match, seat, [event for events in listed for event in events])
                for each, listed in ((moments[: len(twins)], own), (twins, other))
            ]
            assert pair[0] == pair[1] or not twins, f"{table}: seat {seat}"


def test_card_of_the_trick_stays_until_the_next_one() -> None:
    match = play(DEALT, "0 play 3h", "1 play 2s")
    described = describe(match, 0)
    assert described.is_trick_taken
    assert [(seat.card, seat.is_winning) for seat in described.seats] == [("2s", False), ("3h", True)]
    assert described.status == "You take the trick · Your turn"
    described = describe(play(match, "0 play 4c"), 1)
    assert not described.is_trick_taken and [seat.card for seat in described.seats] == ["4c", ""]


def test_secret_partner_is_told_only_their_own_seat() -> None:
    hands = ("Kd 2d 4d 5d 6d 7d Jd Qd", "Kh 2h 4h 5h 6h 7h Jh Qh")
    match = play(deal_chiamata(*hands), "0 call K", "1 pass", "2 pass", "3 pass", "4 pass", "0 name h")
    roles = [{seat.name: seat.role for seat in describe(match, seat).seats if seat.role} for seat in range(5)]
    assert roles[1] == {"Anna": "Caller", "Bruno": "Secret partner"}
    assert all(role == {"Anna": "Caller"} for role in (roles[0], *roles[2:]))


def test_rank_to_call_has_a_figure_and_its_stakes() -> None:
    described = describe(play(deal_chiamata(), "0 call 7"), 1)
    assert described.question == "Will you call lower than the seven?"
    choice = find_choice(described, "Call the five")
    assert (choice.kind, choice.figure, choice.small) == ("number", "5", "Five")
    assert choice.meaning == (
        "Together you need 61 of the 120 points.",
        "You win 2 and your partner 1, or you each lose that much.",
    )
    with use_language("it"):
        assert find_choice(describe(deal_chiamata(), 0), "Chiama il re").figure == "R"


def test_bid_says_what_the_side_then_needs() -> None:
    match = play(make_dealt("spades", "partners", 4), "1 bid 3", "2 bid 2", "3 bid 4")
    assert find_choice(describe(match, 0), "Bid 5").meaning == (
        "Your side needs 7 tricks.",
        "Made: +70 points. Missed: −70.",
    )


def make_dealt(game: str, preset: str, seats: int) -> Match:
    match = make_match(game, preset, seats=seats)
    return match.apply(Deal(match.pack)).match


def test_leaving_is_asked_before_it_is_done() -> None:
    choice = find_choice(describe(DEALT, 0), "Leave match")
    assert (choice.kind, choice.request) == ("menu", TakeAction(LeaveMatch(0)))
    assert choice.confirmation == "Leave the match? The computer will play on in your place."


def test_watcher_sees_the_table_without_hand_and_choices() -> None:
    described = describe(DEALT, None)
    assert (described.hand, described.choices, described.notice) == ((), (), "You're watching.")
    assert [seat.seat for seat in described.seats] == [1, 0]


def test_readiness_for_the_next_deal_is_a_choice_once() -> None:
    *_moments, last = play_random_actions(make_match(), "end of a deal")
    ready = Presence(people=(SeatPresence(0), SeatPresence(1)), ready_seats=(0,))
    assert find_choice(describe(last.match, 0), "Next deal").request == Ready()
    waiting = describe(last.match, 0, presence=ready)
    assert waiting.status == "Waiting for Bruno…"
    assert not any(choice.label == "Next deal" for choice in waiting.choices)


def test_somebody_who_is_away_and_a_refusal_are_told() -> None:
    away = Presence(people=(SeatPresence(0), SeatPresence(1, away_seconds=3.0)))
    match = play(DEALT, "0 play 3h")
    described = describe(match, 0, presence=away, refusal=Reason("not_your_turn", {"seat": 1}))
    assert (
        described.notice.startswith("Bruno is away, and the match is waiting")
        and described.refusal == "It's Bruno's turn."
    )
    assert described.seats[0].is_away and described.status == "Waiting for Bruno… · you're winning"


def test_own_sign_is_told_once_in_the_status() -> None:
    match = make_dealt("briscola", "classic", 4)
    assert match.turn is not None
    sign = SignMade(match.turn, "niente", ((match.turn + 2) % 4,))
    assert describe(match, match.turn, (sign,)).status.startswith("You give a sign: nothing good · Your turn")
    assert describe(match, match.turn).status.startswith("Your turn")


def test_chat_is_between_the_events_where_it_was_said() -> None:
    events = get_last_events(DEALT, "0 play 3h")[:1]
    chat = (ChatMessage(1, "Good luck!"), ChatMessage(0, "Thanks"))
    session = make_session(DEALT, 0, (*events, *events), chat)
    log = describe_match(session, msgspec.structs.replace(NEWS, chat_moments=(1, 2))).log
    assert [entry.kind for entry in log] == ["event", "chat", "event", "own_chat"]
    assert log[1].name == "Bruno" and log[1].portrait


def test_log_tells_the_own_draw_and_not_that_others_draw() -> None:
    moves = "0 play 3h", "1 play 6h"
    events = tuple(event.seen_by(0) for event in get_last_events(DEALT, *moves))
    log = [entry.text for entry in describe(play(DEALT, *moves), 0, events).log]
    assert len(events) - len(log) == 1 and log[-1] == "You draw the two of coins."


def test_lobby_offers_readiness_and_the_empty_seats() -> None:
    seats = (LobbySeat("you", "Rosa", is_owner=True), LobbySeat("you", "Ada"), LobbySeat(), LobbySeat("expert", "Leo"))
    lobby = Lobby(game="spades", preset="partners", changes={}, seats=seats, your_seat=1, level="club")
    described = describe_lobby(msgspec.structs.replace(NEWS, lobby=lobby))
    assert (described.place, described.title) == ("lobby", "Rosa's table")
    assert described.subtitle == "Spades · Partners · 4 players · first to 500 points"
    assert [(seat.name, seat.state, seat.side) for seat in described.seats] == [
        ("Rosa", "Host", "them"),
        ("Ada", "Not ready", "us"),
        ("Free", "", "them"),
        ("Leo", "Expert", "us"),
    ]
    assert [seat.is_you for seat in described.seats] == [False, True, False, False]
    assert described.status == "Not ready yet: Ada (you)"
    assert find_choice(described, "I'm ready").request == Ready()
    sit = find_choice(described, "Sit here")
    assert (sit.request, sit.seat) == (Sit(seat=2), 2)
    assert describe_waiting(NEWS).status == "Waiting for the host to let you in…"
