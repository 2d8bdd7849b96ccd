"""The main menu: the match that waits, the four games, and the ways to all pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.lessons import LESSONS
from game.lessons.progress import LessonProgressList, is_new_player, open_lesson_progress
from game.lessons.text import format_lesson_offer
from game.match.setup import PERSON_KIND, PlayerInfo
from game.medals.finder import StoredMedals, open_medals
from game.rules import GAMES
from game.session.avatars import choose_portraits, filter_human_avatars
from game.statistics.daily_deals import open_daily_results
from game.storage.archive import Archive, MatchListEntry
from game.storage.files import StorageError, StorageNotice
from game.storage.matches import MatchRepository
from game.text.formatting import join_with_commas
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_names
from game.version import LINK_SCHEME, PROGRAM_NAME
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.games import get_presentation
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.game_tile import GameTile
from ui.scenes.main_menu.continue_card import (
    MatchCard,
    describe_lesson_offer,
    describe_low_table,
    describe_table,
    format_game_title,
    make_table_card,
)
from ui.scenes.main_menu.profile_line import ProfileLine
from ui.scenes.network.stored_tables import KnownTablesPage
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.last_choices import LastChoices, open_last_choices, start_match
from ui.services.tasks import Task
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Grid, Panel, Rest, Row, Sized
from ui.widgets.nodes import LINE_ROOM_RATIO, Frame, Line, Node, Painter, Rule, Space, draw_fitted_text

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

LIST_WIDTH: Final = 272
MAX_LIST_WIDTH_RATIO: Final = 0.4
"""The width of the list in design pixels, and at most as a share of the page."""
MAX_TITLE_SCALE: Final = 1.125
"""The largest scale of the name of the program, as a multiple of that of the window."""
SHADOW_OFFSET: Final = 3
CARD_SHARE: Final = 0.574
"""The share of the card of the match that waits in the height that it and the tiles fill."""
MIN_TILE_WIDTH: Final = 184
"""Design pixels of a tile's width, with the gap beside it, from which all tiles are in a row."""
MIN_STREAK: Final = 2
"""The number of days from which a streak is shown."""


def paint_program_name(frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint the name of the program with a hard shadow."""
    size = frame.px(theme.OUTCOME_TEXT_SIZE)
    for color, drop in ((theme.DIM_COLOR, frame.px(SHADOW_OFFSET)), (theme.CREAM, 0)):
        draw_fitted_text(canvas, PROGRAM_NAME, "serif", size, color, rect.move(0, drop))


class MainMenuScene(KnownTablesPage):
    """The first scene of the program."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.saved_matches: tuple[MatchListEntry, ...] = ()
        self.last_choices = LastChoices()
        self.lesson_progress = LessonProgressList()
        self.medals = StoredMedals()
        self.streak = 0
        self._streak_date = ""
        self.is_new_player: bool | None = None
        """Whether the person has neither played nor begun a lesson; None while it is not known."""
        self._opening: Task | None = None
        context.reload_profiles()
        name, profile_id = context.settings.name, context.settings.profile

        def check_new_player() -> bool:
            try:
                repository = context.storage.get_repository()
                own_id = repository.load_profiles(name, profile_id)[0].id
                return is_new_player(context.folders, repository.archive, own_id)
            except StorageError:  # the list of matches reports it
                return False

        self._read_streak()
        self.load("is_new_player", context.storage.submit(check_new_player))
        self.load("last_choices", context.storage.submit_document(open_last_choices(context.folders).read))
        self.read_matches()

    @property
    def latest_match(self) -> MatchListEntry | None:
        """The match that Continue resumes, or None."""
        return next(iter(self._list_waiting_matches()), None)

    def _list_waiting_matches(self) -> list[MatchListEntry]:
        """Return the saved matches that can be continued here, the latest first."""
        return [match for match in self.saved_matches if not match.error and not match.is_open_elsewhere]

    @property
    def latest_table(self) -> KnownTable | None:
        """The table over the network that Continue goes back to, None if a match at this screen is newer."""
        match, table = self.latest_match, next(iter(self.known_tables), None)
        return table if table is not None and (match is None or table.updated_at > match.updated_at) else None

    @property
    def own_table(self) -> KnownTable | None:
        """The table whose host runs on this computer, None if there is none or if Continue goes back to it."""
        table = next((table for table in self.known_tables if table.is_running), None)
        return None if table is self.latest_table else table

    @property
    def waiting_match_count(self) -> int:
        """The number of matches that can be continued, here or at a table; 0 if the card shows the only one."""
        table, table_count = self.latest_table, sum(table.view is not None for table in self.known_tables)
        count = len(self._list_waiting_matches()) + table_count
        return 0 if count == 1 and (table is None or table.view is not None) else count

    @property
    def continue_text(self) -> str:
        """The match that Continue resumes, in words; "" if there is none."""
        match, table = self.latest_match, self.latest_table
        if table is not None:
            return table.name
        return f"{format_game_title(match)} · {join_with_commas(format_player_names(match.names))}" if match else ""

    @property
    def can_offer_lessons(self) -> bool:
        """Whether the lessons are offered: the player is new, and no match waits."""
        return bool(self.is_new_player) and not self.continue_text

    # -- what is on the page

    def list_footer(self) -> Sequence[Node]:
        return ()

    def describe(self) -> Node:
        scale = self.context.settings.scale
        width = min(LIST_WIDTH, MAX_LIST_WIDTH_RATIO * self.area.width / self.context.ui_scale)
        pages, gap = Sized(self._describe_list(), width=width), theme.COLUMN_GAP / scale
        return Row(pages, self._describe_matches(), gap=gap, is_right_first=True)

    def _describe_list(self) -> Node:
        """Return the name of the program and the ways to all pages, which are lower if there is little room."""
        subtitle = Line(_("Italian card games and Spades"), size=theme.ROW_TITLE_TEXT_SIZE)
        scale = min(self.context.ui_scale, MAX_TITLE_SCALE * self.context.window_scale)
        name = Painter(paint_program_name, height=theme.OUTCOME_TEXT_SIZE * LINE_ROOM_RATIO)
        title = Sized(Column(name, subtitle), scale=scale)
        entries = Panel(self._describe_entries(), padding=theme.SMALL_GAP)
        with_profile = Column(title, Space(grow=1), self._describe_profile(), Space(grow=1), entries)
        roomy = Column(title, Space(grow=1), Panel(self._describe_entries(), padding=theme.SMALL_GAP))
        low_entries = self._describe_entries(grow=1)
        low = Column(
            title, Panel(low_entries, padding=theme.SMALL_GAP, top=theme.TINY_GAP, grow=1), gap=theme.SMALL_GAP
        )
        return Alternatives(with_profile, roomy, low)

    def _describe_profile(self) -> Node:
        """Return the way to the person's profile, or to their medals once they have one."""
        context, name = self.context, self.context.settings.display_name
        on_press: Callable[[], None] = partial(context.router.open_settings, "profiles")
        (number,) = choose_portraits([name], filter_human_avatars([PlayerInfo(name, PERSON_KIND)], context.avatars))
        text = _("Your profile") if context.settings.name else _("Pick a name and portrait")
        medal_count = len(self.medals.find_medals(context.own_profile.id))
        if medal_count:
            text = ngettext("{count} medal", "{count} medals", medal_count).format(count=medal_count)
            on_press = context.router.open_medals
        line = Widget(ProfileLine, (name, text, number, context.card_images["italian"]), id="profile", label=name)
        line.on_change = lambda _value: self._run_choice(on_press)
        return line

    def _describe_entries(self, grow: float = 0) -> Node:
        """Return the ways to all pages, with lines between them except beside the golden one."""
        first, *others = entries = self._list_entries(grow)
        nodes: list[Node] = [first]
        for upper, lower in zip(entries, others, strict=False):
            nodes += [lower] if "#primary" in (upper.style, lower.style) else [Rule(), lower]
        return Column(*nodes, grow=grow)

    def _list_entries(self, grow: float) -> list[Action]:
        router = self.context.router
        daily_deal = Action("daily-deal", _("Daily deal"), router.open_daily_deal, symbol="calendar")
        if self.streak >= MIN_STREAK:
            daily_deal.note = ngettext("{count} day", "{count} days", self.streak).format(count=self.streak)
            daily_deal.note_symbol = "flame"
        history = Action("history", _("History"), partial(router.open_history, self.read_matches), symbol="rules")
        if self.waiting_match_count:
            text = ngettext("{count} to finish", "{count} to finish", self.waiting_match_count)
            history.note = text.format(count=self.waiting_match_count)
        entries = [
            Action("new-match", _("Play"), router.open_new_match, symbol="play"),
            Action("with-friends", _("With friends"), router.open_friends, symbol="people"),
            Action("learn", _("Learn"), router.open_lessons, symbol="learn"),
            daily_deal,
            history,
            Action("settings", _("Settings"), router.open_settings, symbol="gear"),
            Action("help", _("Help"), partial(router.open_help, HelpTopic()), symbol="book"),
            Action("quit", _("Quit"), self._quit, symbol="leave"),
        ]
        return [
            replace(
                entry,
                on_press=partial(self._run_choice, entry.on_press),
                style="#primary" if entry.id == self._default_id else "#list_entry",
                align="left",
                height=theme.LARGE_CONTROL_HEIGHT,
                grow=grow,
            )
            for entry in entries
        ]

    @property
    def _default_id(self) -> str:
        """The id of the golden entry: Play, or "" if a card has a golden button, or may get one."""
        is_plain = not self.continue_text and not self.can_offer_lessons and self.is_new_player is not None
        return "new-match" if is_plain else ""

    def _describe_matches(self) -> Node:
        """Return the match that waits, and a tile of each game."""
        title = _("Play right away")
        if self.can_offer_lessons:
            title = _("Or play right away: you can stop and resume whenever you like")
        heading = Line(title, face="bold")
        tiles = [self._describe_tile(game) for game in GAMES]
        squares = Grid(tiles, 0, theme.GAP, max_columns=2, grow=1)
        if not self.continue_text and not self.can_offer_lessons:
            return Column(*self._list_ways_on(), heading, squares, gap=theme.GAP, grow=1)
        row = Grid(tiles, 0, theme.LARGE_GAP, grow=1 - CARD_SHARE)
        ways_on = self._list_ways_on()
        wide = Column(self._describe_card(is_low=False), *ways_on, heading, row, gap=theme.GAP)
        low = Column(self._describe_card(is_low=True), *ways_on[:1], heading, squares, gap=theme.GAP)
        return Alternatives(Rest(wide, len(tiles) * MIN_TILE_WIDTH), low, grow=1)

    def _list_ways_on(self) -> list[Node | None]:
        """Return the ways back to the table that is open and to the next lesson, None for each that is not there."""
        return [self._describe_own_table(), self._describe_next_lesson()]

    def _describe_own_table(self) -> Node | None:
        table = self.own_table
        if table is None:
            return None
        on_press = partial(self._run_choice, partial(self.context.router.continue_network_table, table))
        label = _("Your table is open: {name}").format(name=table.name)
        text = _("Your table is open")
        return Action("own-table", text, on_press, style="#menu", symbol="people", align="left", label=label)

    def _describe_next_lesson(self) -> Node | None:
        """Return the way to the next lesson of a person who has begun to learn; None if the card offers it."""
        context = self.context
        lesson = self.lesson_progress.find_next_lesson(context.own_profile.id)
        has_learnt = any(progress.profile == context.own_profile.id for progress in self.lesson_progress.learnt)
        if self.can_offer_lessons or not lesson or not has_learnt:
            return None
        progress = self.lesson_progress.find_progress(context.own_profile.id, lesson)
        on_press = partial(self._run_choice, partial(context.router.open_lesson, lesson, progress))
        action = Action("next-lesson", format_lesson_offer(progress), on_press, style="#menu", symbol="learn")
        action.align = "left"
        return action

    def _describe_lesson_offer(self, *, is_low: bool) -> Node:
        lesson_id, lesson = next(iter(LESSONS.items()))
        images = self.context.card_images[GAMES[lesson.game_id].deck]
        progress = self.lesson_progress.find_progress(self.context.own_profile.id, lesson_id)
        on_start = partial(self._run_choice, partial(self.context.router.open_lesson, lesson_id, progress))
        start = Action("start-lesson", format_lesson_offer(progress), on_start, style="#primary", symbol="play")
        if is_low:
            return Row(replace(start, grow=1))
        return describe_lesson_offer(lesson, images, start, CARD_SHARE)

    def _describe_card(self, *, is_low: bool) -> Node:
        if self.can_offer_lessons:
            return self._describe_lesson_offer(is_low=is_low)
        context, match, table = self.context, self.latest_match, self.latest_table
        button = Action(
            "continue",
            _("Continue"),
            partial(self._run_choice, self._continue_match),
            style="#primary",
            symbol="play",
            label=self.continue_text,
        )
        if table is not None:
            button.on_press = partial(self._run_choice, partial(context.router.continue_network_table, table))
            card = make_table_card(table, context.card_images)
            if card is None:
                return describe_low_table(table, button) if is_low else describe_table(table, button, CARD_SHARE)
        else:
            assert match is not None
            game = GAMES.get(match.game_id)
            card = MatchCard(match, context.avatars, context.card_images[game.deck if game is not None else "italian"])
        return card.describe_low(button) if is_low else card.describe(button, context.now(), CARD_SHARE)

    def _describe_tile(self, game: str) -> Node:
        form = self.last_choices.get_form(game, self.context)
        arguments = (game, forms.summarize_players(form), self.context.card_images[GAMES[game].deck])
        tile = Widget(GameTile, arguments, id=f"start-{game}", label=_(GAMES[game].title), on_change=self._press_tile)
        level = forms.get_level(form)
        tile.options = {"about": _(get_presentation(game).about), "level": level}
        if not level:
            tile.options["note"] = _("different levels")
        return tile

    # -- what the buttons do

    def _run_choice(self, on_press: Callable[[], object]) -> None:
        """Run a choice, in place of one whose match is still being opened."""
        if self._opening is not None:
            self._opening.cancel()
        on_press()

    def may_quit(self) -> bool:
        """Return whether no table of this machine stays open; else ask whether to quit."""
        own_tables = [table for table in self.known_tables if table.is_running or (table.is_hosted and table.others)]
        question = _("Quit? Your table stays open, and you'll find it here when you come back.")
        if any(table.others for table in own_tables):
            question = _("Quit? Your table stays open, but your guests will have to wait whenever it's your turn.")
        scenes = self.context.scenes
        if own_tables and not (isinstance(scenes.top, ConfirmDialog) and scenes.top.question == question):
            self.context.router.confirm(question, _("Quit"), self.context.router.quit, _("Stay"))
        return not own_tables

    def _quit(self) -> None:
        if self.may_quit():
            self.context.router.quit()

    def _continue_match(self) -> None:
        if self.latest_match:
            opening = self.context.storage.call(MatchRepository.open_match, self.latest_match.id)
            self._opening = self.context.router.open_match(opening, self)

    def _press_tile(self, game: str) -> None:
        self._run_choice(partial(self._start_match, game))

    def _start_match(self, game: str) -> None:
        """Start a match as it was last played, with the choices that are stored now."""

        def start(choices: LastChoices) -> None:
            start_match(self.context, choices.get_form(game, self.context), self.context.notify)

        reading = self.context.storage.submit_document(open_last_choices(self.context.folders).read)
        self._opening = self.context.tasks.submit(reading, start, owner=self)

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE and event.file.startswith(f"{LINK_SCHEME}:"):  # as macOS opens a link
            self.context.router.open_friends(event.file)
        else:
            super().handle_event(event)

    def on_escape(self) -> None:
        """Do nothing: there is no page to go back to."""

    # -- what is stored

    def read_matches(self) -> None:
        """Load the saved matches again; they are shown in a later frame."""
        self.load("saved_matches", self.context.storage.submit_to_archive(_list_saved_matches))

    def _read_streak(self) -> None:
        """Read the streak of today from disk."""
        context, self._streak_date = self.context, self.context.daily_date
        name, profile_id, today = context.settings.name, context.settings.profile, self._streak_date

        def count_streak() -> tuple[int, StorageNotice | None]:
            own_id = context.storage.get_repository().load_profiles(name, profile_id)[0].id
            results, notice = open_daily_results(context.folders).read()
            return results.count_streak(today, own_id), notice

        self.load("streak", context.storage.submit_document(count_streak))

    # -- the scene

    def build(self) -> None:
        super().build()
        storage, folders = self.context.storage, self.context.folders
        self.load("lesson_progress", storage.submit_document(open_lesson_progress(folders).read))
        self.load("medals", storage.submit_document(open_medals(folders).read))

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._streak_date != self.context.daily_date:
            self._read_streak()


def _list_saved_matches(archive: Archive) -> tuple[MatchListEntry, ...]:
    """Return the unfinished matches that a person can go back to."""
    return tuple(match for match in archive.list_unfinished_matches() if not match.is_left_by_all)
