"""The table of a match in words, as one seat or a watcher may know it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.core.cards import HIDDEN_CARD, Card, DeckStyle
from game.core.events import CardDrawn, Event, ShuffleCommitted
from game.core.messages import Reason
from game.core.phase import DEAL_OVER_REASON, Board, Phase
from game.core.sanitizer import capitalize_first
from game.core.trick_taking import TrickPhase
from game.match.card_memory import filter_reviewable_events
from game.match.hand_order import CardOrder, get_suit_order, sort_for_display
from game.match.observation import Observation
from game.network.described import (
    Check,
    Described,
    DescribedChoice,
    DescribedSeat,
    Fact,
    HandCard,
    LogEntry,
    Phrase,
)
from game.network.description.choices import list_choices
from game.network.description.faces import Face, list_faces
from game.network.description.lobby import get_deck_folder
from game.network.description.result import describe_result
from game.network.description.table_news import TableNews
from game.session.messages import Say
from game.session.session import Session
from game.text.card_names import format_card_name, format_card_names, format_suit_name
from game.text.chat import CHAT_PHRASES, format_speaker
from game.text.games import get_words
from game.text.games.game_words import Announcement, GameWords
from game.text.games.question import Question
from game.text.gettext import _, get_language, ngettext
from game.text.messages import format_reason
from game.text.narration import make_sentence, narrate_event
from game.text.table_people import (
    describe_absence,
    describe_absence_to_others,
    describe_rematch_offer,
    describe_waiting,
)
from game.text.trick_status import describe_other_turn, describe_own_turn, describe_trick_taken, find_winning_seat

MAX_LOG_ENTRIES: Final = 60
MAX_CHAT_ENTRIES: Final = 30


class Reader(NamedTuple):
    """A guest, and all that it knows. ``seat``: its own seat, None for a watcher; ``names``, ``faces``: by seat.

    ``board``: the cards that the guest sees; ``is_trick_taken``: see `Described`.
    """

    session: Session
    news: TableNews
    words: GameWords
    deck: DeckStyle
    seat: int | None
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    board: Board
    announcements: Mapping[int, Announcement]
    is_trick_taken: bool

    @property
    def observation(self) -> Observation:
        """The present observation of the guest."""
        return self.session.observation


def describe_match(session: Session, news: TableNews) -> Described:
    """Return the table in words, as the guest with ``session`` sees it, in a message that has no number yet."""
    observation, info = session.observation, session.info
    words, deck, names = get_words(info.game_id), info.game.deck, info.names
    faces = list_faces(news.people, info.players, names, observation.sides)
    board, announcements = observation.board, words.list_announcements(observation, deck)
    is_trick_taken = _is_trick_taken(observation.phase, board)
    reader = Reader(session, news, words, deck, observation.seat, names, faces, board, announcements, is_trick_taken)
    question = words.ask(observation, names, deck) if session.is_your_turn else Question()
    hand = _sort_hand(reader)
    choices = list_choices(session, news, question, hand)
    is_over = session.status.is_between_deals or observation.is_over
    refusal = "" if news.refusal is None else _make_refusal(reader, news)
    return Described(
        number=0,
        turn=session.turn,
        place="result" if is_over else "table",
        language=get_language(),
        title=_(info.game.title),
        subtitle=_describe_progress(reader),
        deck=get_deck_folder(deck),
        facts=tuple(_iter_facts(reader)),
        seats=_list_seats(reader),
        status=_describe_status(reader),
        is_your_turn=session.is_your_turn,
        is_trick_taken=is_trick_taken,
        hand=_describe_hand(reader, hand, choices),
        question=question.title,
        explanation=(question.hint,) if question.hint else (),
        choices=choices,
        result=describe_result(session, words, names, faces) if is_over else None,
        log=_list_log(reader),
        phrases=_list_phrases(session),
        may_write=observation.options.talk == "free" and session.chat_refusal_reason is None,
        seconds_left=session.turn_seconds_left,
        notice=_describe_notice(reader),
        refusal=refusal,
        checks=_list_checks(),
    )


def _make_refusal(reader: Reader, news: TableNews) -> str:
    assert news.refusal is not None
    return make_sentence(format_reason(news.refusal, reader.names, reader.deck))


# -- above the cards -------------------------------------------------------------------------------


def _describe_progress(reader: Reader) -> str:
    """Return the number of the deal, and that of the trick where cards are played."""
    observation = reader.observation
    phase, deal = observation.phase, reader.words.describe_deal(observation)
    if not isinstance(phase, TrickPhase) or observation.result is not None:
        return deal
    number = min(len(phase.completed_tricks) + 1, _count_tricks(phase))
    if phase.cards_to_draw:
        return _("{deal} · trick {number}").format(deal=deal, number=number)
    text = _("{deal} · trick {number} of {count}")
    return text.format(deal=deal, number=number, count=_count_tricks(phase))


def _count_tricks(phase: TrickPhase) -> int:
    """Return the number of tricks of the deal, if no more cards are drawn."""
    return len(phase.completed_tricks) + max(
        len(phase.hands[seat]) + (index < len(phase.trick.cards)) for index, seat in enumerate(phase.trick.seats)
    )


def _iter_facts(reader: Reader) -> Iterator[Fact]:
    observation, words, deck = reader.observation, reader.words, reader.deck
    board, called = reader.board, words.find_called_card(observation)
    if called is not None:
        name = capitalize_first(format(format_card_name(called, deck)))
        yield Fact(text=name, label=words.describe_called_card(observation), card=called.name)
    if board.trump is not None:
        turned = "" if board.turned_card is None else board.turned_card.name
        yield Fact(
            text=_("Trump: {suit}").format(suit=format_suit_name(board.trump, deck)),
            label=_describe_stock(reader),
            card=turned,
            suit=board.trump,
        )
    for line in words.describe_contract(observation, reader.names, deck):
        yield Fact(text=line)
    for side in sorted(observation.public_sides, key=lambda side: not _is_own_side(reader, side[0])):
        label = _("Your side") if _is_own_side(reader, side[0]) else _("The other side")
        contract = words.describe_side(observation, side)
        score = words.describe_score(observation, side[0])
        text = " · ".join(filter(None, (score, contract)))
        yield Fact(text=text, label=label, side=_find_side(reader, side[0]))
    if board.spare_card_count:
        cards = (HIDDEN_CARD,) * board.spare_card_count
        yield Fact(text=format_card_names(cards, deck), label=words.get_spare_hand_label())


def _describe_stock(reader: Reader) -> str:
    """Return how many cards are left in a stock that players draw from, or ""."""
    phase = reader.observation.phase
    count = reader.board.stock_size if isinstance(phase, TrickPhase) and phase.cards_to_draw else 0
    return ngettext("{count} card left", "{count} cards left", count).format(count=count) if count else ""


def _is_own_side(reader: Reader, seat: int) -> bool:
    """Return whether a seat is on the side of the guest; that of a watcher is the one of seat 0."""
    own_seat = reader.seat or 0
    return any(seat in side and own_seat in side for side in reader.observation.public_sides)


def _find_side(reader: Reader, seat: int) -> str:
    if not reader.observation.public_sides:
        return ""
    return "us" if _is_own_side(reader, seat) else "them"


# -- the seats -------------------------------------------------------------------------------------


def _is_trick_taken(phase: Phase | None, board: Board) -> bool:
    """Return whether the table still shows the last trick, because nobody has played to the next one."""
    return bool(phase is not None and phase.is_card_play and not board.trick and board.last_trick)


def _list_seats(reader: Reader) -> tuple[DescribedSeat, ...]:
    """Return the seats in order of play, the guest's own last."""
    count = reader.observation.seats
    own_seat = reader.seat or 0
    return tuple(_describe_seat(reader, (own_seat + step) % count) for step in range(1, count + 1))


def _describe_seat(reader: Reader, seat: int) -> DescribedSeat:
    observation, words, names = reader.observation, reader.words, reader.names
    board, is_taken = reader.board, reader.is_trick_taken
    winner = board.last_trick_winner if is_taken else find_winning_seat(board, observation.phase)
    card = dict(board.last_trick if is_taken else board.trick).get(seat)
    is_face_down = seat in (board.last_trick_face_down_seats if is_taken else board.face_down_seats)
    announcement = reader.announcements.get(seat)
    role = capitalize_first(announcement.text) if announcement is not None and announcement.is_role else ""
    if seat == reader.seat:
        role = role or words.describe_secret(observation, reader.deck)
    is_own_side = seat != reader.seat and _is_own_side(reader, seat)
    return DescribedSeat(
        seat=seat,
        name=names[seat],
        portrait=reader.faces[seat].portrait,
        color=reader.faces[seat].color,
        state=_describe_seat_state(reader, seat),
        role=role,
        side=_find_side(reader, seat),
        card="" if card is None else "??" if is_face_down or card is HIDDEN_CARD else card.name,
        card_name=_name_card(card, reader.deck, is_face_down=is_face_down),
        is_you=seat == reader.seat,
        is_turn=seat == observation.turn,
        is_winning=card is not None and seat == winner,
        is_leading=announcement is not None and announcement.is_highest,
        is_call=announcement is not None and not announcement.is_role and seat not in reader.news.away_seats,
        is_away=seat in reader.news.away_seats,
        is_partner=is_own_side,
    )


def _name_card(card: Card | None, deck: DeckStyle, *, is_face_down: bool) -> str:
    if card is None:
        return ""
    if is_face_down or card is HIDDEN_CARD:
        return format_card_names((HIDDEN_CARD,), deck)
    return capitalize_first(format(format_card_name(card, deck)))


def _describe_seat_state(reader: Reader, seat: int) -> str:
    """Return the call, bid or tricks of a seat, and its score if no fact has it; or who plays for it."""
    observation, words, news = reader.observation, reader.words, reader.news
    if seat in news.substituted_seats:
        return _("computer plays")
    if seat in news.away_seats:
        return _("Away")
    announcement = reader.announcements.get(seat)
    said = announcement is not None and not announcement.is_role
    parts = [announcement.text] if announcement is not None and said else []
    if not said:
        parts += [_("Dealer")] if _is_dealer_named(observation, seat) else []
        tricks = _count_seat_tricks(observation, seat)
        parts += [words.describe_tricks(observation, (seat,), tricks, observation.points[seat])]
    if not observation.public_sides:
        parts += [words.describe_standing(observation, seat)]
    return capitalize_first(" · ".join(filter(None, parts)))


def _is_dealer_named(observation: Observation, seat: int) -> bool:
    phase = observation.phase
    return seat == observation.dealer and phase is not None and not phase.is_card_play and observation.result is None


def _count_seat_tricks(observation: Observation, seat: int) -> int:
    phase = observation.phase
    if not isinstance(phase, TrickPhase):
        return 0
    return sum(completed.winner == seat for completed in phase.completed_tricks)


# -- the turn --------------------------------------------------------------------------------------


def _describe_status(reader: Reader) -> str:
    session, observation, names = reader.session, reader.observation, reader.names
    if session.status.is_between_deals or observation.is_over:
        return _describe_pause(session, reader.news, names)
    turn = observation.turn
    if turn is None:
        return _("Shuffling the cards…")
    winner = reader.board.last_trick_winner
    if reader.is_trick_taken and winner is not None:
        taken = describe_trick_taken(names[winner], is_you=winner == reader.seat)
        text = _("Your turn") if session.is_your_turn else _("{name} is thinking…").format(name=names[turn])
        return f"{taken} · {text}"
    if session.is_your_turn:
        text = describe_own_turn(observation, names, reader.words.describe_duty(observation, names))
        return " · ".join(filter(None, (_narrate_own_sign(reader), text)))
    is_awaited = turn in reader.news.away_seats and turn not in reader.news.substituted_seats
    return describe_other_turn(observation, names, is_awaited=is_awaited)


def _narrate_own_sign(reader: Reader) -> str:
    """Return the guest's own sign if nothing has happened since, else ""."""
    match reader.session.view.events[-1:]:
        case [event] if reader.words.is_own_sign(event, reader.seat):
            return _narrate(get_language(), event, reader.names, reader.deck, reader.seat).removesuffix(".")
    return ""


def _describe_pause(session: Session, news: TableNews, names: Sequence[str]) -> str:
    """Return the line about the awaited people, for a person who is ready; "" for others."""
    if {*session.info.seats}.isdisjoint(news.ready_seats):
        return ""
    people = () if news.presence is None else news.presence.people
    others = {*news.away_seats, *session.observation.departed_seats, *news.ready_seats, *session.info.seats}
    return describe_waiting([names[person.seat] for person in people if person.seat not in others])


def _describe_notice(reader: Reader) -> str:
    """Return what goes wrong, who is away, who asks for another match, and that the guest watches."""
    session, news, names = reader.session, reader.news, reader.names
    lines = [session.error]
    for seat in news.away_seats:
        if seat in news.removed_seats:
            continue
        if seat in news.substituted_seats:
            lines.append(describe_absence(names[seat], is_substituted=True))
        elif seat not in reader.observation.departed_seats:
            lines.append(_describe_absence(reader, seat))
    if reader.observation.is_over and news.ready_seats and {*session.info.seats}.isdisjoint(news.ready_seats):
        lines.append(describe_rematch_offer(names[news.ready_seats[0]]))
    if reader.seat is None:
        lines.append(_("You're watching."))
    return " ".join(filter(None, lines))


def _describe_absence(reader: Reader, seat: int) -> str:
    """Return what happens while a person is away."""
    observation, names = reader.observation, reader.names
    owner = next((person.name for person in reader.news.people if person.is_owner), "")
    owner_seat = names.index(owner) if owner in names else None
    is_there = owner_seat is not None and owner_seat not in {*reader.news.away_seats, *observation.departed_seats}
    return describe_absence_to_others(observation, names[seat], owner, is_owner_there=is_there)


# -- the hand --------------------------------------------------------------------------------------


def _sort_hand(reader: Reader) -> tuple[Card, ...]:
    """Return the guest's hand in the order in which the window shows it by default."""
    observation = reader.observation
    if observation.seat is None:
        return ()
    suits = reader.words.get_suit_order(reader.deck) or get_suit_order(reader.deck)
    order = CardOrder(suits, reader.session.info.game.ranking, "suit", True, reader.session.notes.hand)
    return sort_for_display(reader.board.hands[observation.seat], order)


def _describe_hand(reader: Reader, hand: Sequence[Card], choices: Sequence[DescribedChoice]) -> tuple[HandCard, ...]:
    indexes = {choice.card: index for index, choice in enumerate(choices) if choice.kind == "card"}
    reasons = dict(reader.observation.illegal_cards)
    is_on_turn = reader.observation.turn == reader.seat
    other_reason = Reason("being_saved") if is_on_turn else DEAL_OVER_REASON
    cards = list[HandCard]()
    for card in hand:
        index, reason = indexes.get(card.name), reasons.get(card, other_reason)
        refusal = "" if index is not None else format_reason(reason, reader.names, reader.deck)
        name = _name_card(card, reader.deck, is_face_down=False)
        cards.append(HandCard(card=card.name, name=name, choice=index, refusal=make_sentence(refusal)))
    return tuple(cards)


# -- what was said ---------------------------------------------------------------------------------


def _list_log(reader: Reader) -> tuple[LogEntry, ...]:
    """Return the events of the deal as far as the guest may look back, and the chat, the oldest first.

    That others draw a card, which nobody else sees, goes without saying.
    """
    session, log = reader.session, list[LogEntry]()
    shown = filter_reviewable_events(reader.observation, session.view.events, session.info.assistance.memory)
    events, chat = deque(shown), deque(_list_chat(reader))
    for moment, event in enumerate(session.view.events):
        while chat and chat[0][0] <= moment:
            log.append(chat.popleft()[1])
        if events and event is events[0]:
            events.popleft()
            is_hidden_draw = isinstance(event, CardDrawn) and event.card is HIDDEN_CARD
            if not (isinstance(event, ShuffleCommitted) or is_hidden_draw):
                text = _narrate(get_language(), event, reader.names, reader.deck, reader.seat)
                log.append(LogEntry(text=text))
    log += [entry for _moment, entry in chat]
    return tuple(log[-MAX_LOG_ENTRIES:])


@lru_cache(maxsize=4096)
def _narrate(_language: str, event: Event, names: tuple[str, ...], deck: DeckStyle, seat: int | None) -> str:
    return narrate_event(event, names, deck, seat)


def _list_chat(reader: Reader) -> Iterator[tuple[int, LogEntry]]:
    """Yield the last chat messages, each with the number of events of the deal before it; 0 if that is not known."""
    messages, moments = reader.session.chat_messages[-MAX_CHAT_ENTRIES:], reader.news.chat_moments
    unknown = (0,) * (len(messages) - len(moments))
    for moment, message in zip((*unknown, *moments[-len(messages) :]), messages, strict=True):
        is_own = message.seat is not None and message.seat == reader.seat
        yield (
            moment,
            LogEntry(
                text=message.text,
                kind="own_chat" if is_own else "chat",
                name=format_speaker(message, reader.names),
                portrait="" if message.seat is None else reader.faces[message.seat].portrait,
            ),
        )


def _list_phrases(session: Session) -> tuple[Phrase, ...]:
    """Return the ready-made messages, if the guest may send one now."""
    if session.chat_refusal_reason is not None:
        return ()
    return tuple(Phrase(text=_(phrase), request=Say(phrase)) for phrase in CHAT_PHRASES)


def _list_checks() -> tuple[Check, ...]:
    """Return what a guest can check of its host, and what it cannot, without knowing the rules."""
    return (
        Check(id="seal", text=_("The cards were sealed before anyone saw them.")),
        Check(id="word", text=_("Your own random word is part of the shuffle.")),
        Check(id="pack", text=_("The seal and everyone's words determine the order of the pack.")),
        Check(id="cards", text=_("Here you can't check that your cards come from that pack.")),
    )
