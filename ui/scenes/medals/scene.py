"""The medals of the person of the settings: all of them, the chosen one, and those that are almost won."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Final

import pygame

from game.core.messages import N_
from game.medals.finder import EarnedMedal, MedalOverview, read_medals
from game.medals.medals import MEDALS, Medal
from game.rules import GAMES
from game.text.dates import format_day
from game.text.formatting import format_number, join_with_and
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_names
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.card_images import CardImages
from ui.scenes.page import Page
from ui.services.background_count import MedalSearch
from ui.widgets.base import Place
from ui.widgets.controls import ProgressBar
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Grid, Layers, Padded, Panel, Row, Sized
from ui.widgets.medal import make_medal
from ui.widgets.nodes import Ground, Line, Node, Scroll, Section, Space, Text
from ui.widgets.tile import TILE_RADIUS, Tile

COLUMNS: Final = 6
TILE_MIN_WIDTH: Final = 116
SIDE_WIDTH: Final = 320
"""The width of the explanations beside the medals, in design pixels."""
MIN_SIDE_HEIGHT: Final = 440
"""The height of the page from which there is room for two panels, in design pixels."""
PICTURE_SIZES: Final = (96, 72, 48)
"""The heights of the chosen medal, in design pixels; the first is taken for which there is room."""
SMALL_PICTURE_SIZE: Final = 40
BAR_SIZE: Final = (240, 12)
SMALL_BAR_HEIGHT: Final = 8
MAX_ALMOST_WON: Final = 2
PICTURE_SIZE: Final = 56
LOCKED_ALPHA: Final = 130
"""The opacity of the ground of a medal that is not won, 0 to 255."""


class MedalsScene(Page):
    """A page with all medals, of which one is explained; the medals are searched and loaded when the page opens."""

    title = N_("Medals")
    max_scale = 1.25

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.overview = MedalOverview()
        self.chosen_id = next(iter(MEDALS))
        self._is_chosen_by_person = False
        self._search = MedalSearch(context, self, lambda _new: self._load())
        self._search.start()
        self._load()

    def _load(self) -> None:
        storage, context, profile_id = self.context.storage, self.context, self.context.own_profile.id
        loading = storage.submit_document(
            lambda: read_medals(storage.get_repository(), profile_id, context.now(), context.zone)
        )
        context.tasks.submit(loading, self._show_overview, owner=self)

    def _show_overview(self, overview: MedalOverview) -> None:
        if overview.earned and not self._is_chosen_by_person:
            self.chosen_id = max(overview.earned.values(), key=lambda earned: (earned.date, earned.match)).medal
        self.overview = overview
        self.recompose("body", "head", "foot")
        self.narrate_change()

    @property
    def narration(self) -> tuple[str, ...]:
        medal = MEDALS[self.chosen_id]
        almost = [f"{each.name_text}: {self._format_count(each)}" for each in self.almost]
        return (f"{_(self.title)}: {self.count_text}", medal.name_text, medal.purpose_text, *self._facts, *almost)

    @property
    def count_text(self) -> str:
        """The number of medals that the person has."""
        return _format_share(len(self.overview.earned), len(MEDALS))

    @property
    def almost(self) -> list[Medal]:
        """The medals for which most is done of what can be counted, of those that are not won."""
        begun = [
            medal
            for medal in MEDALS.values()
            if medal.id not in self.overview.earned and 0 < self.overview.counts.get(medal.id, 0) < medal.goal
        ]
        return sorted(begun, key=lambda medal: self.overview.counts[medal.id] / medal.goal, reverse=True)[
            :MAX_ALMOST_WON
        ]

    def _format_count(self, medal: Medal) -> str:
        return _format_share(self.overview.counts[medal.id], medal.goal)

    @property
    def _earned(self) -> EarnedMedal | None:
        """The chosen medal as the person won it."""
        return self.overview.earned.get(self.chosen_id)

    @property
    def _facts(self) -> tuple[str, ...]:
        """When and in which match the chosen medal was won, or what does not count for it."""
        medal, earned = MEDALS[self.chosen_id], self._earned
        if earned is None:
            is_refused = medal.is_earned_in is not None and medal.needs_skill
            return (_("Not earned yet"), *((_("Assisted matches don't count."),) if is_refused else ()))
        day, entry = date.fromisoformat(earned.date), self.overview.matches.get(earned.match)
        text = format_day(day) if earned.date[:4] == self.context.daily_date[:4] else f"{format_day(day)} {day.year}"
        if entry is None or entry.game_id not in GAMES:
            return (text,)
        names = format_player_names(entry.names)
        others = [
            name
            for name, profile in zip(names, entry.seat_profiles, strict=False)
            if profile != self.context.own_profile.id
        ]
        game = _(GAMES[entry.game_id].title)
        return (_("{date}, {game} with {names}").format(date=text, game=game, names=join_with_and(others)),)

    # -- what is on the page

    def list_header(self) -> Sequence[Node]:
        remaining = self._search.remaining_count
        text = ngettext("Checking {count} match…", "Checking {count} matches…", remaining).format(count=remaining)
        share, (width, height) = len(self.overview.earned) / len(MEDALS), BAR_SIZE
        bar = Widget(ProgressBar, (share,), width=width, height=height, options={"color": theme.CREAM})
        count = Line(text if remaining else self.count_text, id="count", face="bold")
        return (Row(count, bar, gap=theme.LARGE_GAP, align="middle"),)

    def list_footer(self) -> Sequence[Node]:
        earned = self._earned
        edit = Action("edit-profile", _("Edit profile"), partial(self.context.router.open_settings, "profiles"))
        edit.style, edit.height = "#menu", theme.BUTTON_HEIGHT
        if earned is None or earned.match not in self.overview.matches:
            return self.make_back(), edit
        see = Action("see-match", _("See the match"), partial(self.context.router.open_replay, earned.match))
        see.style, see.symbol, see.min_width, see.height = "#menu", "play", SIDE_WIDTH, theme.BUTTON_HEIGHT
        return self.make_back(), edit, Space(grow=1), see

    def describe(self) -> Node:
        tiles = Grid(list(map(self._describe_tile, MEDALS.values())), TILE_MIN_WIDTH, theme.GAP, COLUMNS, grow=1)
        side = Sized(self._describe_side(), width=SIDE_WIDTH)
        return Row(Column(Scroll("medals", tiles, padding=0), grow=1), side, gap=theme.SMALL_GAP)

    def _describe_side(self) -> Node:
        """Return the chosen medal above those that are almost won; where the page is low, in one panel that scrolls."""
        almost = self._describe_almost() if self.almost else None
        if self.body.height >= self.context.px(MIN_SIDE_HEIGHT):
            chosen = Section("medal", lambda: Alternatives(*map(self._describe_medal, PICTURE_SIZES)), grow=1)
            return Column(Panel(chosen, grow=1), Panel(almost) if almost is not None else None, gap=theme.LARGE_GAP)
        rows = Section("medal", lambda: self._describe_medal(PICTURE_SIZES[-1]))
        return Panel(Scroll("side", Column(rows, almost, gap=theme.SECTION_GAP), padding=0))

    def _describe_tile(self, medal: Medal) -> Node:
        options = {"is_earned": medal.id in self.overview.earned, "is_chosen": medal.id == self.chosen_id}
        return Widget(
            MedalTile,
            (medal, self.context.scene_card_images),
            id=f"medal-{medal.id}",
            label=medal.name_text,
            on_change=self.choose,
            options=options,
        )

    def _describe_medal(self, picture_size: int) -> Node:
        """Return the chosen medal with what it is for; ``picture_size``: in design pixels."""
        medal = MEDALS[self.chosen_id]
        picture = make_medal(medal, picture_size, is_earned=self._earned is not None)
        facts = [
            Text(text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre", is_even=True)
            for text in self._facts
        ]
        return Column(
            Space(grow=1),
            Row(Space(grow=1), picture, Space(grow=1)),
            Text(medal.name_text, face="serif", size=theme.SECTION_TEXT_SIZE, align="centre"),
            Text(medal.purpose_text, align="centre", is_even=True),
            *facts,
            Space(grow=1),
            gap=theme.SMALL_GAP,
        )

    def _describe_almost(self) -> Node:
        title = Text(_("Almost there"), face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        return Column(title, *map(self._describe_progress, self.almost), gap=theme.GAP)

    def _describe_progress(self, medal: Medal) -> Node:
        share = self.overview.counts[medal.id] / medal.goal
        options = {"color": theme.OWN_SIDE_COLOR}
        bar = Widget(ProgressBar, (share,), height=SMALL_BAR_HEIGHT, options=options)
        count = Line(self._format_count(medal), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        name = Text(medal.name_text, size=theme.SMALL_TEXT_SIZE, face="bold", grow=1)
        rows = Column(Row(name, count, gap=theme.SMALL_GAP), bar, gap=theme.TINY_GAP, grow=1)
        return Row(make_medal(medal, SMALL_PICTURE_SIZE, is_earned=False), rows, gap=theme.GAP, align="middle")

    # -- what is done

    def choose(self, medal_id: str) -> None:
        """Explain another medal."""
        for each_id, is_chosen in ((self.chosen_id, False), (medal_id, True)):
            self.find(f"medal-{each_id}").set_chosen(is_chosen=is_chosen)
        self.chosen_id, self._is_chosen_by_person = medal_id, True
        self.recompose("medal", "foot")
        self.narrate_change()


def _format_share(number: int, count: int) -> str:
    return _("{number} of {count}").format(number=format_number(number), count=format_number(count))


class MedalTile(Tile):
    """A medal with its name; ``value`` is its id. ``is_chosen`` marks it in gold."""

    natural_size = (128, 104)

    def __init__(
        self, medal: Medal, images: CardImages, rect: pygame.Rect, place: Place, *, is_earned: bool, is_chosen: bool
    ) -> None:
        self.value = medal.id
        self._medal, self._is_earned, self._is_chosen = medal, is_earned, is_chosen
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        return _("Earned") if self._is_earned else _("Not earned yet")

    def set_chosen(self, *, is_chosen: bool) -> None:
        """Show the medal as chosen, or as one of the others."""
        if is_chosen != self._is_chosen:
            self._is_chosen = is_chosen
            self.repaint()

    def describe(self) -> Node:
        colors, is_bright = self.theme, self._is_earned or self._is_chosen
        line_color = theme.CREAM if self.hovered_part is not None else colors.panel_line_color
        ground = Ground(
            colors.hovered_button_color if self._is_chosen else colors.panel_color,
            theme.GOLD if self._is_chosen else line_color,
            line_width=2 if self._is_chosen else 1,
            has_contrast_line=True,
            alpha=255 if is_bright or colors.is_high_contrast else LOCKED_ALPHA,
            radius=TILE_RADIUS,
        )
        name = Text(
            self._medal.name_text,
            is_even=True,
            size=theme.SMALL_TEXT_SIZE,
            face="bold" if self._is_earned else "sans",
            color=theme.CREAM if is_bright else theme.MUTED,
            align="centre",
        )
        picture = make_medal(self._medal, PICTURE_SIZE, is_earned=self._is_earned)
        content = Column(Space(grow=1), picture, Space(grow=1), name)
        return Layers(ground, Padded(content, padding=theme.TINY_GAP, top=theme.SMALL_GAP))
