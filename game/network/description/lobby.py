"""The lobby in words."""

from __future__ import annotations

from game.core.cards import DeckStyle
from game.core.messages import InputError
from game.core.options import change_options
from game.core.sanitizer import sanitize_line
from game.match.setup import PERSON_KIND
from game.network.described import Described, DescribedChoice, DescribedSeat
from game.network.description.faces import make_lobby_avatars
from game.network.description.table_news import TableNews
from game.network.messages import MAX_NAME_CHARACTERS, Lobby, LobbySeat
from game.rules import GAMES
from game.session.avatars import choose_portraits
from game.session.messages import Ready, Sit
from game.text.formatting import join_with_commas
from game.text.games import get_words
from game.text.gettext import _, get_language, ngettext, pgettext
from game.text.messages import format_preset_name, format_reason
from game.text.narration import make_sentence
from game.text.player_names import PLAYER_KIND_LABELS, format_player_kind


def get_deck_folder(deck: DeckStyle) -> str:
    """Return the folder of the cards' pictures for guests that have no settings, with letters of their language."""
    return f"napoletane_index_{get_language()}" if deck == "italian" else "french_jumbo"


def describe_lobby(news: TableNews) -> Described:
    """Return the lobby in words, as the guest sees it, in a message that has no number yet."""
    lobby = news.lobby
    assert lobby is not None
    return Described(
        number=0,
        turn=(0, 0),
        place="lobby",
        language=get_language(),
        title=news.table,
        subtitle=_describe_rules(lobby),
        seats=_list_seats(lobby),
        status=_describe_status(news, lobby),
        choices=_list_choices(lobby),
        notice=_describe_watchers(news),
        refusal="" if news.refusal is None else make_sentence(format_reason(news.refusal, _list_names(lobby))),
    )


def describe_waiting(news: TableNews) -> Described:
    """Return what a guest sees who has found no seat."""
    return Described(
        number=0,
        turn=(0, 0),
        place="waiting",
        language=get_language(),
        title=news.table,
        status=_("Waiting for the host to let you in…"),
    )


# -- words that the window has too -----------------------------------------------------------------


def describe_seat_state(seat: LobbySeat, lobby: Lobby) -> str:
    """Return the level of a computer player, also of one that may come, or whether a person is ready, in a word."""
    if seat.kind != PERSON_KIND:
        level = seat.kind or lobby.level
        return format_player_kind(level) if level in PLAYER_KIND_LABELS else ""
    if seat.is_owner:
        return _("Away") if seat.is_away else pgettext("a player", "Host")
    return pgettext("a player before the match", "Ready") if seat.is_ready else _("Not ready")


def is_awaited(seat: LobbySeat) -> bool:
    """Return whether the match cannot start because of the person at a seat."""
    return seat.kind == PERSON_KIND and not seat.is_ready and not seat.is_owner


def describe_lobby_status(lobby: Lobby, *, is_owner: bool) -> str:
    """Return the line about the people that the table waits for, or that the match can start."""
    own_seat = None if lobby.your_seat is None else lobby.seats[lobby.your_seat]
    waiting = [format_seat_name(seat, is_you=seat is own_seat) for seat in lobby.seats if is_awaited(seat)]
    if waiting:
        return _("Not ready yet: {names}").format(names=join_with_commas(waiting))
    if any(seat.is_away for seat in lobby.seats):
        return _("The host is away. The match can start once they're back.")
    if not is_owner:
        return _("Everyone's ready. The host can start now.")
    if all(seat.kind for seat in lobby.seats):
        return _("Everyone's ready.")
    if own_seat is not None and not any(seat.kind == PERSON_KIND for seat in lobby.seats if seat is not own_seat):
        return _("Nobody has joined yet. Computer players will take the empty seats.")
    return _("Computer players will take the empty seats.")


def get_seat_name(seat: LobbySeat) -> str:
    """Return the name of a seat, which comes from another machine."""
    return sanitize_line(seat.name, MAX_NAME_CHARACTERS) if seat.kind else _("Empty seat")


def format_seat_name(seat: LobbySeat, *, is_you: bool) -> str:
    """Return the name of a seat, with a mark if it is that of the reader."""
    name = get_seat_name(seat)
    return _("{name} (you)").format(name=name) if is_you else name


# -- the page --------------------------------------------------------------------------------------


def _list_names(lobby: Lobby) -> list[str]:
    return [get_seat_name(seat) for seat in lobby.seats]


def _describe_rules(lobby: Lobby) -> str:
    """Return the game, the rules, the number of players and the length of a match."""
    game = GAMES.get(lobby.game)
    if game is None:
        return lobby.game
    count = len(lobby.seats)
    players = ngettext("{count} player", "{count} players", count).format(count=count)
    try:
        options = change_options(game.presets[lobby.preset], lobby.changes)
    except (InputError, LookupError):
        return " · ".join((_(game.title), players))
    length = get_words(game.id).describe_match_length(options)
    preset = format_preset_name(lobby.preset) if len(game.presets) > 1 else ""
    return " · ".join(filter(None, (_(game.title), preset, players, length)))


def _describe_status(news: TableNews, lobby: Lobby) -> str:
    return describe_lobby_status(lobby, is_owner=news.is_owner)


def _describe_watchers(news: TableNews) -> str:
    owner = news.watching_owner
    host = _("Host: {name}").format(name=owner) if owner else ""
    names = [name for name in news.watcher_names if name != owner]
    watching = _("Watching: {names}").format(names=join_with_commas(names)) if names else ""
    return " · ".join(filter(None, (host, watching)))


def _list_seats(lobby: Lobby) -> tuple[DescribedSeat, ...]:
    """Return the seats in the order of the lobby, from the first."""
    names = _list_names(lobby)
    portraits = choose_portraits(names, make_lobby_avatars(lobby.seats, names))
    partners = _list_partners(lobby)
    return tuple(
        DescribedSeat(
            seat=number,
            name=names[number] if seat.kind else pgettext("a seat", "Free"),
            portrait=f"{portraits[number]:02d}" if seat.kind else "",
            color=seat.color,
            state=describe_seat_state(seat, lobby) if seat.kind else "",
            side="" if not partners else "us" if number in partners else "them",
            is_you=number == lobby.your_seat,
            is_away=seat.is_away,
            is_free=not seat.kind,
        )
        for number, seat in enumerate(lobby.seats)
    )


def _list_partners(lobby: Lobby) -> tuple[int, ...]:
    """Return the side of the guest, or of seat 0 for a watcher; () in a game without sides that everybody knows."""
    game, own_seat = GAMES.get(lobby.game), lobby.your_seat or 0
    if game is None:
        return ()
    try:
        sides = game.get_sides(change_options(game.presets[lobby.preset], lobby.changes), len(lobby.seats))
    except (InputError, LookupError):
        return ()
    return next((side for side in sides if own_seat in side and len(side) > 1), ())


def _list_choices(lobby: Lobby) -> tuple[DescribedChoice, ...]:
    """Return readiness and the empty seats for a person with a seat, nothing for a watcher."""
    if lobby.your_seat is None:
        return ()
    own_seat = lobby.seats[lobby.your_seat]
    text = _("Wait for me") if own_seat.is_ready else _("I'm ready")
    ready = DescribedChoice(
        kind="button", label=text, request=Ready(not own_seat.is_ready), is_primary=not own_seat.is_ready
    )
    sit = (
        DescribedChoice(kind="button", label=_("Sit here"), request=Sit(seat=number), seat=number)
        for number, seat in enumerate(lobby.seats)
        if not seat.kind
    )
    return (*sit, *(() if own_seat.is_owner else (ready,)))
