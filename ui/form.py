"""The choices for a new match: a value, changed by pure functions. The scene only draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from game import house_rules
from game.ai.characters import CHARACTERS, character_of
from game.ai.levels import levels_for
from game.deal_code import CodedDeal, CodeError, coded
from game.engine.options import Rule, Value, deviations
from game.house_rules import RuleBook, RuleSet, preset_rules
from game.i18n import N_, _
from game.rules import GAMES
from game.seating import PERSON, WORD_LENGTH, Player, Seating
from game.text import clean, reads_as
from game.words import preset_words
from ui.settings import Settings

replace = msgspec.structs.replace

COMPANY: Final = ("Bruno", "Carla", "Nonna Pia", "Dino", "Zio Gino")
"""Who sits at the other seats at first: characters."""
MOST_SEATS: Final = max(max(game.seats) for game in GAMES.values())
OPPONENT: Final = "club"
"""The level proposed for a computer player."""
NAME_LENGTH: Final = 24
"""The longest name that a seat's plate on the table has room for."""

NO_RULES: Final = RuleBook()
"""A house that has agreed on nothing plays by the presets."""

KINDS: Final[Mapping[str, str]] = {
    PERSON: N_("Person"),
    "random": N_("Beginner"),
    "novice": N_("Casual"),
    "club": N_("Strong"),
    "expert": N_("Expert"),
    "master": N_("Master"),
}
"""Who may sit at a seat, in words; the levels in rising strength."""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen so far. ``players``: one for each seat there could ever be, the first ``seats`` of them play.

    ``agreed``: what the rules chosen change of the preset, those of the house or of the ``table`` that has a name;
    ``changes``: what differs from them in this match. ``word``: the players' own, which the packs follow from too;
    ``code``: the deal code that the first deal comes from, as it was typed.
    """

    game: str
    preset: str
    seats: int
    players: tuple[Player, ...]
    agreed: dict[str, Value] = {}
    table: str = ""
    changes: dict[str, Value] = {}
    word: str = ""
    code: str = ""


def first_form(name: str, book: RuleBook = NO_RULES) -> Form:
    """The choices before anything was chosen: ``name`` against the computer."""
    game = next(iter(GAMES.values()))
    players = (Player(name, PERSON), *(Player(one, OPPONENT) for one in COMPANY[: MOST_SEATS - 1]))
    form = Form(game=game.name, preset=next(iter(game.presets)), seats=game.proposed_seats, players=players)
    return against_computer(with_rules(form, book.house_of(game.name)), name)


def rules_chosen(form: Form) -> RuleSet:
    """The house rules that were chosen before anything was changed for this match."""
    return RuleSet(game=form.game, preset=form.preset, changes=form.agreed, name=form.table)


def rules_now(form: Form, name: str = "") -> RuleSet:
    """The house rules of this match, to be kept under a name."""
    return RuleSet(game=form.game, preset=form.preset, changes={**form.agreed, **form.changes}, name=name)


def different(form: Form) -> frozenset[str]:
    """The rules that are not as the preset has them, or not as they were chosen."""
    return frozenset((*rules_now(form).changes, *form.changes))


def rules_words(rules: RuleSet) -> str:
    """What house rules are called: by their name, by their preset if they are that, else ours."""
    return rules.name or (_("Ours") if rules.changes else preset_words(rules.preset))


def rules_of(form: Form) -> tuple[Rule, ...]:
    """The house rules that matter at so many seats."""
    return tuple(one for one in rules_chosen(form).declared if one.matters_at(form.seats))


def kinds_for(game: str) -> tuple[str, ...]:
    """Who may sit at a seat of this game."""
    return (PERSON, *levels_for(game))


def kind_words(kind: str) -> str:
    """A kind of player in words."""
    return _(KINDS.get(kind, kind.capitalize()))


def with_game(form: Form, game: str, book: RuleBook = NO_RULES) -> Form:
    """Another game, by the rules of the house, with as many seats as it is mostly played at; who plays stays."""
    players = tuple(replace(one, kind=_nearest_kind(one.kind, game)) for one in form.players)
    return with_rules(replace(form, game=game, seats=GAMES[game].proposed_seats, players=players), book.house_of(game))


def _nearest_kind(kind: str, game: str) -> str:
    """The kind, or the strongest below it that this game has; for a kind that nobody knows the one proposed."""
    kinds = kinds_for(game)
    if kind in kinds or kind not in KINDS:
        return kind if kind in kinds else OPPONENT
    order = list(KINDS)
    return next(one for one in reversed(order[: order.index(kind)]) if one in kinds)


def about(player: Player) -> str:
    """The line on the character that the computer plays at a seat; empty for a person and for other names."""
    return "" if player.is_person else _(character_of(player.name.strip()).about)


def with_rules(form: Form, rules: RuleSet) -> Form:
    """Other rules of the same game; what was changed for this match is gone."""
    return replace(form, preset=rules.preset, agreed=rules.changes, table=rules.name, changes={})


def with_seats(form: Form, seats: int) -> Form:
    """Another number of seats; names and rules stay, also those that do not matter at this number."""
    return replace(form, seats=seats)


def with_player(form: Form, seat: int, player: Player) -> Form:
    """Someone else at a seat."""
    return replace(form, players=(*form.players[:seat], player, *form.players[seat + 1 :]))


def with_kind(form: Form, seat: int, kind: str, people: Sequence[str] = ()) -> Form:
    """Another kind of player at a seat; a person gets a person's name there, a computer player a character's.

    ``people``: the names of this computer's people, the likeliest first. A name that was typed stays.
    """
    before = form.players[seat]
    name, taken = before.name, {reads_as(one.name) for at, one in enumerate(form.players) if at != seat}
    person = _("Player {number}").format(number=seat + 1)
    if kind == PERSON and not before.is_person and name in COMPANY:
        free = (one for one in (*people, person) if one not in COMPANY and reads_as(one) not in taken)
        name = next(free, name)
    elif kind != PERSON and before.is_person and reads_as(name) in map(reads_as, (*people, person)):
        own = COMPANY[seat - 1] if seat else ""
        name = own if own and reads_as(own) not in taken else _free_name(taken)
    return with_player(form, seat, Player(name, kind))


def with_new_name(form: Form, name: str, new: str) -> Form:
    """Whoever was called ``name`` at a seat that a person plays is called ``new`` there."""
    old = reads_as(name)
    players = (replace(one, name=new) if one.is_person and reads_as(one.name) == old else one for one in form.players)
    return replace(form, players=tuple(players))


def with_rule(form: Form, name: str, value: Value) -> Form:
    """A house rule has another value. RulesError if it has no such value."""
    chosen = rules_chosen(form)
    house_rules.with_rule(chosen, name, value)
    changes = {**form.changes, name: value}
    if value == chosen.value(name):
        del changes[name]
    return replace(form, changes=changes)


def with_code(form: Form, code: str) -> Form:
    """A deal code as it is typed; one that is right brings its game, its rules and its seats with it."""
    form = replace(form, code=code)
    try:
        deal = coded(code)
    except CodeError:
        return form
    rules = preset_rules(deal.game, deal.preset)
    changes = deviations(deal.options, rules.options)
    return replace(with_seats(with_rules(with_game(form, deal.game), rules), deal.seats), changes=changes)


def _coded(form: Form) -> CodedDeal | str | None:
    """The deal that the code means, or the line that says what is wrong with it; None if there is no code."""
    if not form.code.strip():
        return None
    try:
        deal = coded(form.code)
    except CodeError as error:
        return _("Deal code: {fault}.").format(fault=error)
    if (deal.game, deal.options, deal.seats) != (form.game, rules_now(form).options, form.seats):
        return _("The deal code is for another game, other rules or seats: take it away, or type it again.")
    return deal


def without_changes(form: Form) -> Form:
    """The house rules as they were chosen."""
    return replace(form, changes={})


def against_computer(form: Form, name: str, people: Sequence[str] = ()) -> Form:
    """``name`` at the first seat, the computer at all others; ``people`` as in `with_kind`."""
    level = _nearest_kind(OPPONENT, form.game)
    for seat, player in enumerate(form.players[1:], 1):
        form = with_kind(form, seat, level if player.is_person else player.kind, people)
    computers = tuple(one.kind for one in form.players[1:])
    taken = {reads_as(name)}
    players = [Player(name, PERSON)]
    for at, kind in enumerate(computers, 1):
        called = form.players[at].name.strip() or COMPANY[at - 1]
        players.append(Player(called if reads_as(called) not in taken else _free_name(taken), kind))
        taken.add(reads_as(players[-1].name))
    return replace(form, players=tuple(players))


def only_people(form: Form, people: Sequence[str] = ()) -> Form:
    """A person at every seat; they take turns at the screen. ``people`` as in `with_kind`."""
    for seat in range(len(form.players)):
        form = with_kind(form, seat, PERSON, people)
    return form


def _free_name(taken: set[str]) -> str:
    return next(one for one in CHARACTERS if reads_as(one) not in taken)


def fault(form: Form) -> str:
    """What keeps the match from beginning, in one line; empty if nothing does."""
    return seats_fault(form) or code_fault(form)


def code_fault(form: Form) -> str:
    """What is wrong with the deal code, in one line; empty if nothing is."""
    deal = _coded(form)
    return deal if isinstance(deal, str) else ""


def seats_fault(form: Form) -> str:
    """What is wrong with the names at the seats, in one line; empty if nothing is."""
    seen: set[str] = set()
    for seat, player in enumerate(form.players[: form.seats], 1):
        name = clean(player.name, len(player.name))
        if not player.name.strip():
            return _("Seat {seat} has no name.").format(seat=seat)
        if not name:
            return _("The name at seat {seat} has nothing in it that can be shown.").format(seat=seat)
        if len(name) > NAME_LENGTH:
            return _("The name at seat {seat} is longer than {most} letters.").format(seat=seat, most=NAME_LENGTH)
        if reads_as(name) in seen:
            return _("Two seats are called {name}: every name may be there only once.").format(name=name)
        seen.add(reads_as(name))
    return ""


def seating(form: Form) -> Seating | str:
    """The match as agreed on, or `fault`."""
    words = fault(form)
    if words:
        return words
    players = tuple(Player(clean(one.name, NAME_LENGTH), one.kind) for one in form.players[: form.seats])
    deal, agreed = _coded(form), rules_now(form)
    dealer, key = (deal.dealer, deal.key) if isinstance(deal, CodedDeal) else (None, "")
    word = clean(form.word, WORD_LENGTH)
    return Seating(form.game, form.preset, agreed.options, players, dealer, word, key, aids=agreed.aids)


def mended(form: Form, name: str, book: RuleBook = NO_RULES) -> Form:
    """Who played what on an earlier day as far as it still fits the games there are, by the rules of the house.

    ``name``: whose the first seat is where it has none. If the rest does not fit, the first form.
    """
    game = GAMES.get(form.game)
    if game is None or form.seats not in game.seats or len(form.players) != MOST_SEATS:
        return first_form(name, book)
    names = [clean(one.name, NAME_LENGTH) for one in form.players]
    kinds = [_nearest_kind(one.kind, form.game) for one in form.players]
    players = tuple(map(Player, (names[0] or name, *names[1:]), kinds))
    return with_rules(replace(form, players=players, code=""), book.house_of(form.game))


def to_remember(form: Form, settings: Settings) -> Form:
    """The choices as they are kept: who has given no name is called as the language of another day has it."""
    first = form.players[0]
    nameless = not settings.name and first.name == settings.called
    return with_player(form, 0, replace(first, name="")) if nameless else form
