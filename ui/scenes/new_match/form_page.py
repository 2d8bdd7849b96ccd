"""The base of pages on which a person chooses a game, the number of players and the rules."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.core.sanitizer import capitalize_first
from game.match.house_rules import HouseRules, RuleSet, make_preset_rule_set
from game.rules import GAMES
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
from ui.scenes.new_match.more_options import MoreOptionsSheet
from ui.scenes.new_match.tiles import PresetTile, RulesTile
from ui.scenes.page import Page
from ui.widgets.label import TextLabel
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.scroll_area import BAR_GAP, BAR_WIDTH, ScrollArea
from ui.widgets.segmented import SegmentedControl
from ui.widgets.tile import PictureWidget

SCROLL_PADDING: Final = 8
MAX_BAR_SPACE: Final = 36
"""The part of the right margin that a scroll bar may take, in design pixels of the window."""
TILE_GAP: Final = 24
LOW_TILE_GAP: Final = 12
"""Between tiles with and without a picture, in design pixels."""
ROW_TILE_MIN_WIDTH: Final = 200
"""Design pixels of a tile's width from which all tiles are in a row."""
MAX_TILE_RATIO: Final = 1.0
"""The largest height of a tile, as a share of its width."""
PLAYERS_HEIGHT: Final = 48
COUNT_WIDTH: Final = 64
SEAT_GAP: Final = 16
RULES_HEIGHT: Final = 56
BAND_GAP: Final = 28
LINE_GAP: Final = 16
"""In design pixels: the gaps below the tiles, and between the lines below."""
PRESET_WIDTH: Final = 380
"""Design pixels of a preset in a row with the line of the rules."""
RULES_MIN_WIDTH: Final = 300


class MatchFormPage(RulesImportPage):
    """A page of the form; all choices are in ``form``, which survives a rebuild.

    Subclasses add what is between the number of players and the rules (`measure_players`, `add_players`), and the
    buttons at the foot (`add_footer`).
    """

    has_only_rules = False
    """Whether the sheet of all options leaves out what does not belong to the rules."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.form = forms.make_default_form(context.settings.display_name, context.house_rules)
        reading = context.storage.submit_document(open_last_choices(context.folders).read)
        self._loading = context.tasks.submit(reading, self._restore_form, self._report_unread, owner=self)

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic(self.form.game, forms.get_current_rule_set(self.form))

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people on this computer, the person of the settings first."""
        return (
            self.context.settings.display_name,
            *(profile.name for profile in self.context.profiles[1:] if profile.name),
        )

    # -- for subclasses

    def measure_players(self, area: ScrollArea) -> int:
        """Return about the height of `add_players`, for which the games leave room, in pixels."""
        raise NotImplementedError

    def add_players(self, area: ScrollArea, top: int) -> tuple[list[PictureWidget], int]:
        """Add the widgets below the number of players; return those with pictures, and the top of the rules."""
        raise NotImplementedError

    def add_footer(self) -> None:
        """Add the buttons at the foot of the page."""
        raise NotImplementedError

    # -- what is stored

    def _restore_form(self, choices: LastChoices) -> None:
        self.form = choices.get_last_form(self.context)
        self.recompose("form")

    def _report_unread(self, error: BaseException) -> None:
        self.context.report(error)
        self.recompose("form")

    # -- changing the form

    def set_form(self, form: NewMatchForm) -> None:
        """Adopt other choices and show them."""
        self.form = form
        self._loading.cancel()
        self.recompose("form")
        self.narrate_change()

    def on_imported(self, rule_set: RuleSet) -> None:
        if rule_set.game == self.form.game:
            self.set_form(forms.with_rules(self.form, rule_set))

    def _choose_game(self, game: str) -> None:
        self.set_form(forms.with_game(self.form, game, self.context.house_rules))

    def _choose_seat_count(self, seats: int) -> None:
        self.set_form(forms.with_seats(self.form, seats))

    def open_more_options(self) -> None:
        """Open the sheet with all other choices."""
        self.context.scenes.push(
            MoreOptionsSheet(
                self.context, self, self.form, self.people, self.set_form, has_only_rules=self.has_only_rules
            )
        )

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

    # -- widgets

    def compose(self) -> None:
        self.compose_part("form", self._compose_form)

    def _compose_form(self) -> None:
        if self._loading.is_pending:  # it comes with the next frame or two
            return
        px, area = self.context.px, begin_body_area(self, "match")
        rules_height = self._measure_rules(area)
        lower_height = px(BAND_GAP + PLAYERS_HEIGHT) + self.measure_players(area) + rules_height
        _pictures, y = self._add_games(area, self.body.height - lower_height - px(8))
        y += px(BAND_GAP)
        self._add_seat_counts(area, y)
        y += px(PLAYERS_HEIGHT)
        _pictures, y = self.add_players(area, y)
        self._add_rules(area, y)
        self.end_scroll_area("match", y + rules_height)
        self.add_footer()

    def _add_games(self, area: ScrollArea, height: int) -> tuple[list[PictureWidget], int]:
        """Add the tiles of the games in ``height`` pixels; return them and their bottom."""
        context, px, games = self.context, self.context.px, list(GAMES)
        columns = 4 if area.width >= 4 * px(ROW_TILE_MIN_WIDTH) else 2
        rows = -(-len(games) // columns)
        gap = round(TILE_GAP * context.window_scale)
        width = (area.width + gap) // columns - gap
        tile_height = min((height + gap) // rows - gap, round(width * MAX_TILE_RATIO))
        if tile_height < px(CAPTION_HEIGHT + MIN_PICTURE_HEIGHT):
            tile_height, gap = px(LOW_TILE_HEIGHT), px(LOW_TILE_GAP)
        tiles: list[PictureWidget] = []
        for index, game in enumerate(games):
            row, column = divmod(index, columns)
            left, right = ((area.width + gap) * edge // columns for edge in (column, column + 1))
            tile = GameTile(
                game,
                format_seat_counts(GAMES[game].seat_counts),
                context.card_images[GAMES[game].deck],
                pygame.Rect(left, row * (tile_height + gap), right - gap - left, tile_height),
                area.place,
                is_selected=game == self.form.game,
            )
            self.bind_value(f"game-{game}", tile, self._choose_game, tile.title, area)
            tiles.append(tile)
        return tiles, rows * (tile_height + gap) - gap

    def measure_counts(self) -> int:
        """Return the width of the number of players and the space after it, in pixels."""
        px, seat_counts = self.context.px, forms.list_seat_counts(self.form)
        label_width = theme.load_font("bold", px(theme.ROW_TITLE_TEXT_SIZE)).size(self._counts_label)[0]
        counts = len(seat_counts) if len(seat_counts) > 1 else 0
        return label_width + (px(24) + counts * px(COUNT_WIDTH) if counts else 0) + px(32)

    @property
    def _counts_label(self) -> str:
        counts = forms.list_seat_counts(self.form)
        return _("Players") if len(counts) > 1 else format_seat_counts(counts)

    def _add_seat_counts(self, area: ScrollArea, top: int) -> None:
        px, counts = self.context.px, forms.list_seat_counts(self.form)
        width = theme.load_font("bold", px(theme.ROW_TITLE_TEXT_SIZE)).size(self._counts_label)[0] + px(4)
        label = TextLabel(self._counts_label, (0, top), width, area.place, face="bold", size=theme.ROW_TITLE_TEXT_SIZE)
        label.set_relative_position((0, top + (px(PLAYERS_HEIGHT) - label.rect.height) // 2))
        if len(counts) < 2:
            return
        left = width + px(20)
        rect = pygame.Rect(left, top, min(len(counts) * px(COUNT_WIDTH), area.width - left), px(PLAYERS_HEIGHT))
        texts = [str(count) for count in counts]
        choice = SegmentedControl(counts, texts, self.form.seats, rect, area.place)
        self.bind_value("seats", choice, self._choose_seat_count, _("Players"), area)

    def _is_preset_row_apart(self, area: ScrollArea) -> bool:
        """Return whether the presets are in a row above the line of the rules."""
        presets = list_described_presets(self.form.game)
        return bool(presets) and area.width < self.context.px(
            len(presets) * (PRESET_WIDTH + SEAT_GAP) + RULES_MIN_WIDTH
        )

    def _measure_rules(self, area: ScrollArea) -> int:
        """Return the height of the presets and the line of the rules, in pixels."""
        px = self.context.px
        return px(RULES_HEIGHT) + (px(RULES_HEIGHT + SEAT_GAP) if self._is_preset_row_apart(area) else 0)

    def _add_presets(self, area: ScrollArea, top: int) -> pygame.Rect:
        """Add the presets that are chosen without the menu, and return the place of the line of the rules."""
        context, px, presets = self.context, self.context.px, list_described_presets(self.form.game)
        row, gap, is_apart = (
            pygame.Rect(0, top, area.width, px(RULES_HEIGHT)),
            px(SEAT_GAP),
            self._is_preset_row_apart(area),
        )
        width = (area.width + gap) // len(presets) - gap if is_apart else px(PRESET_WIDTH)
        for index, (preset, detail) in enumerate(presets.items()):
            tile = PresetTile(
                preset,
                capitalize_first(format_preset_name(preset)),
                detail,
                preset == self.form.preset,
                context.card_images["italian"],
                pygame.Rect(index * (width + gap), top, width, row.height),
                area.place,
            )
            self.bind_value(f"preset-{preset}", tile, self._choose_preset, tile.name, area)
        if is_apart:
            return row.move(0, row.height + gap)
        left = len(presets) * (width + gap)
        return pygame.Rect(left, top, area.width - left, row.height)

    def _add_rules(self, area: ScrollArea, top: int) -> None:
        context = self.context
        rect = pygame.Rect(0, top, area.width, context.px(RULES_HEIGHT))
        name, detail = describe_rules(self.form, context.house_rules)
        if list_described_presets(self.form.game):
            rect = self._add_presets(area, top)
        tile = RulesTile(name, detail, context.card_images["italian"], rect, area.place)
        self.bind_value("rules", tile, lambda _value: self._change_rules(), _("Rules"), area)

    # -- the picture


def begin_body_area(page: Page, name: str) -> ScrollArea:
    """Begin a scroll area for the whole body of a page, without a board, and return it."""
    context, body = page.context, page.body
    padding = context.px(SCROLL_PADDING)
    bar_space = min(context.px(BAR_WIDTH + BAR_GAP), round(MAX_BAR_SPACE * context.window_scale))
    rect = pygame.Rect(body.left, body.top - padding, body.width + bar_space, body.height + 2 * padding)
    page.add_scroll_area(name, ScrollArea(rect, context.place, SCROLL_PADDING))
    return page.scroll_areas[name]


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
