"""The base of pages on which a person chooses a game, the number of players and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.core.sanitizer import capitalize_first
from game.match.house_rules import HouseRules, RuleSet, make_preset_rule_set
from game.rules import GAMES
from game.statistics.level_suggestions import list_fitting_levels
from game.text.gettext import _, ngettext
from game.text.messages import format_preset_name
from game.text.rule_sets import format_rule_set
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.games import get_presentation
from ui.graphics import theme
from ui.scenes.game_tile import CAPTION_HEIGHT, LOW_TILE_HEIGHT, MIN_PICTURE_HEIGHT, GameTile
from ui.scenes.house_rules.rules_import import RulesImportPage
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices
from ui.scenes.new_match.more_options import MoreOptionsSheet, SheetSection
from ui.scenes.new_match.tiles import make_preset_tile, make_rules_tile
from ui.widgets.fields import Widget, make_choice
from ui.widgets.layout import Alternatives, Column, Grid, Row, Sized
from ui.widgets.nodes import Node, Scroll, Space, Text
from ui.widgets.popup_menu import MenuEntry

TILE_MIN_WIDTH: Final = 200
MIN_TILE_HEIGHT: Final = CAPTION_HEIGHT + MIN_PICTURE_HEIGHT
"""The least width and height of a tile with a picture, in design pixels."""
COUNT_WIDTH: Final = 64
CHOICE_LABEL_WIDTH: Final = 160


class MatchFormPage(RulesImportPage):
    """A page of the form; all choices are in ``form``, which survives a rebuild.

    Subclasses add the players (`list_players`) and the buttons at the foot.
    """

    has_only_rules = False
    """Whether the sheet of all options leaves out what does not belong to the rules."""
    is_of_people = False
    """Whether the form begins with several people."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.form = forms.make_default_form(context.settings.display_name, context.house_rules)
        self._last_choices = LastChoices()
        reading = context.storage.submit_document(open_last_choices(context.folders).read)
        self.fitting_levels: dict[str, str] = {}
        listing = context.storage.submit_to_archive(partial(list_fitting_levels, profile_id=context.own_profile.id))
        self.load("fitting_levels", listing)
        self._loading = context.tasks.submit(reading, self._restore_form, self._report_unread, owner=self)

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic(self.form.game, forms.get_current_rule_set(self.form))

    # -- for subclasses

    def list_players(self) -> Sequence[Node]:
        """Return what is between the games and the rules, from the number of players."""
        raise NotImplementedError

    def find_fitting_level(self) -> str:
        """Return the level that suits the person in the chosen game: that of the last match if nothing tells more."""
        return self.fitting_levels.get(self.form.game) or self._last_choices.get_level(self.form.game)

    # -- what is stored

    def _restore_form(self, choices: LastChoices) -> None:
        self._last_choices = choices
        self.form = choices.get_last_form(self.context, is_of_people=self.is_of_people)
        self.recompose("body")

    def _report_unread(self, error: BaseException) -> None:
        self.context.report(error)
        self.recompose("body")

    # -- changing the form

    def set_form(self, form: NewMatchForm) -> None:
        """Adopt other choices and show them."""
        self.form = form
        self._loading.cancel()
        self.recompose("body")
        self.narrate_change()

    def on_imported(self, rule_set: RuleSet) -> None:
        if rule_set.game == self.form.game:
            self.set_form(forms.with_rules(self.form, rule_set))

    def _choose_game(self, game: str) -> None:
        form = forms.with_game(self.form, game, self.context.house_rules)
        self.set_form(forms.with_level(form, self._last_choices.get_level(game)))

    def _choose_seat_count(self, seats: int) -> None:
        self.set_form(forms.with_seats(self.form, seats))

    def open_more_options(self, section: SheetSection = "rules") -> None:
        """Open the sheet with all other choices at a section."""
        self.context.scenes.push(
            MoreOptionsSheet(
                self.context, self, self.form, self.context.people, self.set_form, has_only_rules=self.has_only_rules,
                section=section,
            )
        )  # fmt: skip

    def _change_rules(self) -> None:
        """Open a menu of rule sets, or the sheet if there is only one."""
        rule_sets = self.context.house_rules.list_offered_rule_sets(self.form.game)
        if len(rule_sets) < 2:
            self.open_more_options()
            return
        current = forms.get_current_rule_set(self.form)
        entries = [
            MenuEntry(
                f"preset-{number}", format_rule_set(rule_set, self.context.house_rules),
                partial(self._choose_rule_set, rule_set), "check" if rule_set.has_same_rules(current) else "rules",
            )
            for number, rule_set in enumerate(rule_sets, 1)
        ]  # fmt: skip
        self.open_menu("rules", [*entries, MenuEntry("all-rules", _("All rules…"), self.open_more_options, "gear")])

    def _choose_preset(self, preset: str) -> None:
        default = self.context.house_rules.get_default_rule_set(self.form.game)
        is_default = default.preset == preset
        self._choose_rule_set(default if is_default else make_preset_rule_set(self.form.game, preset))

    def _choose_rule_set(self, rule_set: RuleSet) -> None:
        self.set_form(forms.with_rules(self.form, rule_set))

    # -- what is on the page

    def describe(self) -> Node:
        if self._loading.is_pending:  # it comes with the next frame or two
            return Space()
        rest = (*self.list_players(), self._describe_rules())
        games = (self._list_games(), self._list_games(MIN_TILE_HEIGHT, grow=1), self._list_games(LOW_TILE_HEIGHT))
        pages = (Column(tiles, *rest, gap=theme.LARGE_GAP) for tiles in games)
        return Scroll("match", *pages, padding=theme.SMALL_GAP, is_page=True)

    def _list_games(self, height: float = 0, grow: float = 0) -> Node:
        """Return the tiles of the games: by default square, else at least of a height in design pixels."""
        tiles = [
            Widget(
                GameTile,
                (name, format_seat_counts(game.seat_counts), self.context.card_images[game.deck]),
                id=f"game-{name}",
                label=_(game.title),
                on_change=self._choose_game,
                height=height,
                options={"is_selected": name == self.form.game},
            )
            for name, game in GAMES.items()
        ]
        return Grid(tiles, min_width=TILE_MIN_WIDTH, grow=grow)

    def describe_counts(self) -> Node:
        """Return the number of players, and the choice of it."""
        counts, size = forms.list_seat_counts(self.form), theme.ROW_TITLE_TEXT_SIZE
        if len(counts) < 2:
            number = Text(str(counts[0]), face="bold", size=size)
            return Row(make_choice_label(_("Players")), number, gap=theme.SECTION_GAP, align="middle")
        labels = {count: str(count) for count in counts}
        height, width = theme.LARGE_CONTROL_HEIGHT, len(counts) * COUNT_WIDTH
        choice = make_choice(labels, self.form.seats, id="seats", label=_("Players"), width=width, height=height)
        choice.on_change = self._choose_seat_count
        return Row(
            make_choice_label(_("Players")), choice, Space(theme.SMALL_GAP), gap=theme.SECTION_GAP, align="middle"
        )

    def _describe_rules(self) -> Node:
        """Return the presets that are chosen without the menu, and the line of the rules."""
        rules = make_rules_tile(*describe_rules(self.form, self.context.house_rules))
        rules.on_change = lambda _value: self._change_rules()
        presets = []
        for preset, detail in list_described_presets(self.form.game).items():
            name = capitalize_first(format_preset_name(preset))
            tile = make_preset_tile(preset, name, detail, is_selected=preset == self.form.preset)
            tile.on_change = self._choose_preset
            presets.append(tile)
        grown = [replace(tile, grow=1) for tile in presets]
        row = Row(*presets, rules, gap=theme.LARGE_GAP)
        return Alternatives(row, Column(Row(*grown, gap=theme.LARGE_GAP), Row(rules), gap=theme.LARGE_GAP))


def make_choice_label(text: str) -> Node:
    """Return the label of a choice, as wide as those in the other rows where there is room."""
    label = Text(text, face="bold", size=theme.ROW_TITLE_TEXT_SIZE)
    return Sized(label, width=CHOICE_LABEL_WIDTH)


def format_seat_counts(counts: tuple[int, ...]) -> str:
    """Return the possible numbers of players in words: "2 to 6 players"."""
    if len(counts) == 1:
        return ngettext("{count} player", "{count} players", counts[0]).format(count=counts[0])
    return _("{low} to {high} players").format(low=min(counts), high=max(counts))


def describe_rules(form: NewMatchForm, house_rules: HouseRules) -> tuple[str, str]:
    """Return the name of the rules of a match, and in a few words what ends it.

    The name is left out for a preset that is chosen beside it.
    """
    rule_set = forms.get_current_rule_set(form)
    length = get_presentation(form.game).describe_match_length(rule_set.options)
    is_preset = not rule_set.changes and house_rules.find_named(rule_set) is None
    if list_described_presets(form.game) and is_preset:
        return capitalize_first(length), ""
    return format_rule_set(rule_set, house_rules), length


def list_described_presets(game: str) -> dict[str, str]:
    """Return the presets that the page offers as a choice of its own, with what they are in a few words."""
    presentation = get_presentation(game)
    descriptions = {preset: presentation.describe_preset(preset) for preset in GAMES[game].presets}
    return {preset: description for preset, description in descriptions.items() if description}
