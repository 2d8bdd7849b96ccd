"""The choices for a new match: a value, changed by pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from game.ai.levels import list_offered_levels
from game.ai.personas import PERSONAS, Persona
from game.core.messages import N_, InputError
from game.core.options import OptionSpec, OptionValue, find_changed_options
from game.core.sanitizer import capitalize_first, name_key, sanitize_line
from game.match import house_rules
from game.match.house_rules import NO_HOUSE_RULES, HouseRules, RuleSet, make_preset_rule_set
from game.match.setup import MAX_SHUFFLE_WORD_CHARACTERS, PERSON_KIND, MatchSetup, PlayerInfo
from game.rules import GAMES
from game.rules.game import Sides
from game.shuffling.deal_codes import DealCodeError, DealSpec, decode_deal
from game.text.errors import describe_error
from game.text.gettext import _, ngettext
from game.text.player_names import (
    PLAYER_KIND_LABELS,
    format_person_number,
    get_first_person_name,
    is_default_person_name,
)
from ui.app.settings import Settings
from ui.games import get_presentation

replace_fields = msgspec.structs.replace

DEFAULT_OPPONENT_NAMES: Final = ("Bruno", "Carla", "Nonna Pia", "Dino", "Zio Gino")
"""The default names at the other seats, which are those of characters."""
MAX_SEATS: Final = max(max(game.seat_counts) for game in GAMES.values())
MAX_NAME_CHARACTERS: Final = 24
"""The largest length of a name on a name plate."""


PLACES: Final = (
    (N_("your seat"), N_("Who plays here?")),
    (N_("your partner"), N_("Who is your partner?")),
    (N_("your opponent"), N_("Who is your opponent?")),
    (N_("on your left"), N_("Who sits on your left?")),
    (N_("on your right"), N_("Who sits on your right?")),
    (N_("across from you"), N_("Who sits across from you?")),
)
"""The places at a table as the first person sees them, and the questions who sits there."""


class NewMatchForm(msgspec.Struct, frozen=True, kw_only=True):
    """The choices for a new match.

    ``players``: a player for each possible seat, of whom the first ``seats`` play; ``agreed``: the changes of the
    chosen rules from the preset; ``table``: the name of the chosen rule set, empty if it has none; ``changes``: the
    changes from the chosen rules in this match; ``word``: the players' own word, on which the shuffles depend;
    ``code``: the deal code of the first deal, as typed.
    """

    game: str
    preset: str
    seats: int
    players: tuple[PlayerInfo, ...]
    agreed: dict[str, OptionValue] = {}
    table: str = ""
    changes: dict[str, OptionValue] = {}
    word: str = ""
    code: str = ""


def make_default_form(name: str, house_rules: HouseRules = NO_HOUSE_RULES) -> NewMatchForm:
    """Return the initial form: ``name`` against computer players of the first level."""
    game = next(iter(GAMES.values()))
    players = (
        PlayerInfo(name, PERSON_KIND),
        *(
            PlayerInfo(opponent_name, list_offered_levels(game.id)[0])
            for opponent_name in DEFAULT_OPPONENT_NAMES[: MAX_SEATS - 1]
        ),
    )
    form = NewMatchForm(game=game.id, preset=next(iter(game.presets)), seats=game.proposed_seat_count, players=players)
    return with_computer_opponents(with_rules(form, house_rules.get_default_rule_set(game.id)), name)


def get_chosen_rule_set(form: NewMatchForm) -> RuleSet:
    """Return the chosen house rules, without the changes for this match."""
    return RuleSet(game=form.game, preset=form.preset, changes=form.agreed, name=form.table)


def get_current_rule_set(form: NewMatchForm, name: str = "") -> RuleSet:
    """Return the house rules of this match, as a rule set called ``name``."""
    return RuleSet(game=form.game, preset=form.preset, changes={**form.agreed, **form.changes}, name=name)


def list_seat_counts(form: NewMatchForm) -> tuple[int, ...]:
    """Return the numbers of seats that the chosen rules allow."""
    return GAMES[form.game].get_seat_counts(form.preset)


def list_relevant_rules(form: NewMatchForm) -> tuple[OptionSpec, ...]:
    """Return the house rules that have an effect in this match."""
    return tuple(spec for spec in get_current_rule_set(form).effective_option_specs if spec.is_relevant_at(form.seats))


def list_player_kinds(game: str) -> tuple[str, ...]:
    """Return the kinds of players that can be at a seat of this game."""
    return (PERSON_KIND, *list_offered_levels(game))


def with_game(form: NewMatchForm, game: str, house_rules: HouseRules = NO_HOUSE_RULES) -> NewMatchForm:
    """Return the form with another game, its default rules and its usual seats.

    The names stay; the kinds of players become those nearest to them in the game.
    """
    players = tuple(replace_fields(player, kind=_find_nearest_kind(player.kind, game)) for player in form.players)
    return with_rules(
        replace_fields(form, game=game, seats=GAMES[game].proposed_seat_count, players=players),
        house_rules.get_default_rule_set(game),
    )


def _find_nearest_kind(kind: str, game: str) -> str:
    """Return the kind, or the strongest weaker one of this game.

    It is the first level for an unknown kind, and for one that is weaker than all.
    """
    kinds, order = list_player_kinds(game), list(PLAYER_KIND_LABELS)
    if kind in kinds:
        return kind
    weaker_levels = order[1 : order.index(kind)] if kind in order else []
    return next((level for level in reversed(weaker_levels) if level in kinds), kinds[1])


def split_description(persona: Persona) -> tuple[str, str]:
    """Return the trade of a character and the temperament, both in the player's language."""
    trade, _colon, temperament = _(persona.description).partition(":")
    return trade.strip(), capitalize_first(temperament.strip())


def list_free_characters(form: NewMatchForm) -> list[str]:
    """Return the names of the characters who have no seat in the match."""
    taken = {name_key(player.name) for player in form.players[: form.seats]}
    return [name for name in PERSONAS if name_key(name) not in taken]


def _find_place(form: NewMatchForm, seat: int) -> int:
    """Return the place of a seat in `PLACES`."""
    own_seat = next((index for index, player in enumerate(form.players[: form.seats]) if player.is_person), 0)
    distance = (seat - own_seat) % form.seats
    if any({seat, own_seat} <= set(side) for side in list_public_sides(form)) and distance:
        return 1
    if not distance or form.seats == 2:
        return 2 if distance else 0
    if distance in (1, form.seats - 1):
        return 3 if (distance == 1) == GAMES[form.game].is_clockwise else 4
    return 5


def describe_place(form: NewMatchForm, seat: int) -> str:
    """Return where a seat is, seen from the first person, such as "at your left"."""
    return _(PLACES[_find_place(form, seat)][0])


def ask_for_place(form: NewMatchForm, seat: int) -> str:
    """Return the question who plays at a seat."""
    return _(PLACES[_find_place(form, seat)][1])


def with_rules(form: NewMatchForm, rule_set: RuleSet) -> NewMatchForm:
    """Return the form with other rules of the same game, without changes, and with seats that these allow."""
    counts = GAMES[rule_set.game].get_seat_counts(rule_set.preset)
    return replace_fields(
        form, preset=rule_set.preset, agreed=rule_set.changes, table=rule_set.name, changes={},
        seats=form.seats if form.seats in counts else counts[0],
    )  # fmt: skip


def with_seats(form: NewMatchForm, seats: int) -> NewMatchForm:
    """Return the form with another number of seats; names and rules stay."""
    return replace_fields(form, seats=seats)


def with_player(form: NewMatchForm, seat: int, player: PlayerInfo) -> NewMatchForm:
    """Return the form with another player at a seat."""
    return replace_fields(form, players=(*form.players[:seat], player, *form.players[seat + 1 :]))


def with_kind(form: NewMatchForm, seat: int, kind: str, people: Sequence[str] = ()) -> NewMatchForm:
    """Return the form with another kind of player at a seat, and a suitable name.

    A person gets the name of a person, a computer player that of a character; a name that was typed stays. ``people``:
    the names of this computer's people, the likeliest first.
    """
    before = form.players[seat]
    name, taken = before.name, {name_key(player.name) for index, player in enumerate(form.players) if index != seat}
    numbered_names = [format_person_number(number) for number in range(2, MAX_SEATS + 2)]
    if kind == PERSON_KIND and not before.is_person and name in DEFAULT_OPPONENT_NAMES:
        free_names = (
            person_name
            for person_name in (*people, *numbered_names[max(0, seat - 1) :])
            if person_name not in DEFAULT_OPPONENT_NAMES and name_key(person_name) not in taken
        )
        name = next(free_names, name)
    elif kind != PERSON_KIND and before.is_person and name_key(name) in map(name_key, (*people, *numbered_names)):
        own = DEFAULT_OPPONENT_NAMES[seat - 1] if seat else ""
        name = own if own and name_key(own) not in taken else _choose_free_name(taken)
    return with_player(form, seat, PlayerInfo(name, kind))


def list_players(form: NewMatchForm) -> tuple[PlayerInfo, ...]:
    """Return the players of the match as they are called: nobody is "You" among several people."""
    players = form.players[: form.seats]
    if count_people(form) < 2:
        return players
    return tuple(
        replace_fields(player, name=get_first_person_name())
        if player.is_person and is_default_person_name(player.name)
        else player
        for player in players
    )


def with_character(form: NewMatchForm, seat: int, name: str, level: str) -> NewMatchForm:
    """Return the form with a character at a seat; where it has another seat, the two players swap seats."""
    other = next((index for index, player in enumerate(form.players) if player.name == name), seat)
    form = with_player(form, other, form.players[seat])
    return with_player(form, seat, PlayerInfo(name, level))


def with_level(form: NewMatchForm, level: str) -> NewMatchForm:
    """Return the form with all computer players at a level, or at the nearest that the game has."""
    kind = _find_nearest_kind(level, form.game)
    players = (player if player.is_person else replace_fields(player, kind=kind) for player in form.players)
    return replace_fields(form, players=tuple(players))


def get_level(form: NewMatchForm) -> str:
    """Return the level of all computer players of the match; "" if they differ, or if only people play."""
    levels = {player.kind for player in form.players[: form.seats] if not player.is_person}
    return levels.pop() if len(levels) == 1 else ""


def rename_player(form: NewMatchForm, name: str, new_name: str) -> NewMatchForm:
    """Return the form with a person's new name at their seats."""
    old_key = name_key(name)
    players = (
        replace_fields(player, name=new_name) if player.is_person and name_key(player.name) == old_key else player
        for player in form.players
    )
    return replace_fields(form, players=tuple(players))


def with_rule(form: NewMatchForm, name: str, value: OptionValue) -> NewMatchForm:
    """Return the form with another value of a house rule; raise InputError if invalid."""
    rule_set = get_chosen_rule_set(form)
    house_rules.change_rule(rule_set, name, value)
    changes = {**form.changes, name: value}
    if value == rule_set.get_value(name):
        del changes[name]
    return replace_fields(form, changes=changes)


def with_code(form: NewMatchForm, code: str) -> NewMatchForm:
    """Return the form with a deal code; a valid code sets game, rules and seats."""
    form = replace_fields(form, code=code)
    try:
        deal_spec = decode_deal(code)
    except DealCodeError:
        return form
    rule_set = make_preset_rule_set(deal_spec.game_id, deal_spec.preset)
    changes = find_changed_options(deal_spec.options, rule_set.options)
    return replace_fields(
        with_seats(with_rules(with_game(form, deal_spec.game_id), rule_set), deal_spec.seats), changes=changes
    )


def _decode_deal(form: NewMatchForm) -> DealSpec | str | None:
    """Return the deal of the code, or the error in a line; None without a code."""
    if not form.code.strip():
        return None
    try:
        deal_spec = decode_deal(form.code)
    except DealCodeError as error:
        return capitalize_first(f"{describe_error(error)}.")
    if (deal_spec.game_id, deal_spec.options, deal_spec.seats) != (
        form.game,
        get_current_rule_set(form).options,
        form.seats,
    ):
        return _("This code doesn't match the game, the rules or the number of players.")
    return deal_spec


def without_changes(form: NewMatchForm) -> NewMatchForm:
    """Return the form with the house rules as they were chosen."""
    return replace_fields(form, changes={})


def with_computer_opponents(form: NewMatchForm, name: str, people: Sequence[str] = ()) -> NewMatchForm:
    """Return the form with ``name`` at the first seat, the computer at all others.

    ``people``: as in `with_kind`.
    """
    level = get_level(form) or list_offered_levels(form.game)[0]
    for seat, player in enumerate(form.players[1:], 1):
        if player.is_person:
            form = with_kind(form, seat, level, people)
    computers = tuple(player.kind for player in form.players[1:])
    taken_names = {name_key(name)}
    players = [PlayerInfo(name, PERSON_KIND)]
    for index, kind in enumerate(computers, 1):
        player_name = form.players[index].name.strip() or DEFAULT_OPPONENT_NAMES[index - 1]
        players.append(
            PlayerInfo(
                player_name if name_key(player_name) not in taken_names else _choose_free_name(taken_names), kind
            )
        )
        taken_names.add(name_key(players[-1].name))
    return replace_fields(form, players=tuple(players))


def count_people(form: NewMatchForm) -> int:
    """Return the number of people who play."""
    return sum(player.is_person for player in form.players[: form.seats])


def with_only_people(form: NewMatchForm, people: Sequence[str] = ()) -> NewMatchForm:
    """Return the form with a person at every seat. ``people``: as in `with_kind`."""
    for seat in range(len(form.players)):
        form = with_kind(form, seat, PERSON_KIND, people)
    return form


def _choose_free_name(taken_names: set[str]) -> str:
    return next(name for name in PERSONAS if name_key(name) not in taken_names)


def find_error(form: NewMatchForm) -> str:
    """Return what keeps the match from starting, in one line, or ""."""
    code_error = find_code_error(form)
    return find_seats_error(form) or (_("Deal code: {fault}").format(fault=code_error) if code_error else "")


def find_code_error(form: NewMatchForm) -> str:
    """Return what is wrong with the deal code, in one line, or ""."""
    deal = _decode_deal(form)
    return deal if isinstance(deal, str) else ""


def find_seats_error(form: NewMatchForm) -> str:
    """Return the error in the names, in a line; empty if there is none."""
    seen: set[str] = set()
    for seat, player in enumerate(form.players[: form.seats], 1):
        name = sanitize_line(player.name, len(player.name))
        if not player.name.strip():
            return _("Enter a name for seat {seat}.").format(seat=seat)
        if not name:
            return _("The name for seat {seat} can't be shown. Enter another one.").format(seat=seat)
        if len(name) > MAX_NAME_CHARACTERS:
            return _("The name for seat {seat} is longer than {most} characters.").format(
                seat=seat, most=MAX_NAME_CHARACTERS
            )
        if name_key(name) in seen:
            return _("Two players are named {name}. Change one of the names.").format(name=name)
        seen.add(name_key(name))
    return ""


def make_match_setup(form: NewMatchForm) -> MatchSetup | str:
    """Return the set-up of the match, or `find_error`."""
    error_text = find_error(form)
    if error_text:
        return error_text
    players = tuple(
        PlayerInfo(sanitize_line(player.name, MAX_NAME_CHARACTERS), player.kind) for player in list_players(form)
    )
    deal_spec, rule_set = _decode_deal(form), get_current_rule_set(form)
    dealer, key = (deal_spec.dealer, deal_spec.key) if isinstance(deal_spec, DealSpec) else (None, "")
    word = sanitize_line(form.word, MAX_SHUFFLE_WORD_CHARACTERS)
    return MatchSetup(
        form.game, form.preset, rule_set.options, players, dealer, word, key, assistance=rule_set.assistance
    )


def repair_form(form: NewMatchForm, name: str, house_rules: HouseRules = NO_HOUSE_RULES) -> NewMatchForm:
    """Return a stored form adapted to the games and the default rules of now.

    Its preset stays if the game has no house rules. ``name``: the name at the first seat if it
    has none. If the form does not fit, return the default form.
    """
    game = GAMES.get(form.game)
    if game is None or form.seats not in game.seat_counts or len(form.players) != MAX_SEATS:
        return make_default_form(name, house_rules)
    names = [sanitize_line(player.name, MAX_NAME_CHARACTERS) for player in form.players]
    kinds = [_find_nearest_kind(player.kind, form.game) for player in form.players]
    players = tuple(map(PlayerInfo, (names[0] or name, *names[1:]), kinds))
    rule_set = house_rules.get_default_rule_set(form.game)
    if rule_set == make_preset_rule_set(form.game) and form.preset in game.presets:
        rule_set = make_preset_rule_set(form.game, form.preset)
    return with_rules(replace_fields(form, players=players, code=""), rule_set)


def repeat_form(form: NewMatchForm, name: str, house_rules: HouseRules = NO_HOUSE_RULES) -> NewMatchForm:
    """Return the choices of an earlier match with its rules, if the game still has them; else as `repair_form`."""
    repaired = repair_form(form, name, house_rules)
    if repaired.game != form.game:
        return repaired
    try:
        get_current_rule_set(form)
    except InputError:
        return repaired
    return replace_fields(repaired, preset=form.preset, agreed=form.agreed, table=form.table, changes=form.changes)


def list_public_sides(form: NewMatchForm) -> Sides:
    """Return the sides, yours first, if players win together and everybody knows with whom; else ()."""
    sides = GAMES[form.game].get_sides(get_current_rule_set(form).options, form.seats)
    own_seat = next((seat for seat, player in enumerate(form.players[: form.seats]) if player.is_person), 0)
    return sort_public_sides(sides, own_seat)


def sort_public_sides(sides: Sides, own_seat: int) -> Sides:
    """Return the sides, that of ``own_seat`` first, if players win together; else ()."""
    has_partners = any(len(side) > 1 for side in sides)
    return tuple(sorted(sides, key=lambda side: own_seat not in side)) if has_partners else ()


def summarize_players(form: NewMatchForm) -> str:
    """Return the number of players and their sides in a few words: "4 players, in pairs"."""
    text = ngettext("{count} player", "{count} players", form.seats).format(count=form.seats)
    sides = GAMES[form.game].get_sides(get_current_rule_set(form).options, form.seats)
    return ", ".join(filter(None, (text, get_presentation(form.game).describe_sides(sides))))


def prepare_for_storage(form: NewMatchForm, settings: Settings) -> NewMatchForm:
    """Return the form to store, without a default name, which depends on the language."""
    first = form.players[0]
    has_default_name = not settings.name and first.name == settings.display_name
    return with_player(form, 0, replace_fields(first, name="")) if has_default_name else form
