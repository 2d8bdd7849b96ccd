"""What a person has done at a game: charts, the tables behind them, and all of it as a file."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Final

import pygame

from game.conventions import clauses
from game.i18n import N_, _
from game.rules import GAMES
from game.seating import is_nameless
from game.statistics import Statistics, statistics
from game.store.files import StorageError, documents_folder, shown
from game.store.sheets import ENDING, export_csv
from game.text import reads_as
from ui import theme
from ui.dialogs import saving
from ui.page import Page
from ui.scene import Stage
from ui.scenes.choices import Choices
from ui.scenes.counting import Counting
from ui.scenes.figures import Table, bars, cells, head, rows, tables
from ui.scenes.files import FilePrompt
from ui.table.sheet import Beside, Block, Lines, Pile, Sheet, Titled
from ui.widgets.bars import Bars, Columns
from ui.widgets.grid import Grid

WIDE: Final = 1160
LEAST: Final = 500
"""A chart narrower than so many design pixels stands below the other, not beside it."""


class StatisticsScene(Page):
    """Whose, at what game, drawn or as tables; made of what the archive has counted."""

    largest_scale = 1.6

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.title = N_("Statistics")
        self.people = _people(stage)
        self.person = self.people[0]
        self.game = next(iter(GAMES))
        self.as_tables = False
        self.found: tuple[Table, ...] = ()
        self._sheet: Sheet | None = None
        self._asked: Future[Statistics] | None = None
        self._counting = Counting(stage)
        self._counting.begin()
        self._ask()

    @property
    def busy(self) -> bool:
        return self._asked is not None or self._counting.busy

    @property
    def told(self) -> tuple[str, ...]:
        lines = (
            _("{title}: {figures}").format(
                title=table.title, figures=clauses([f"{bar.label} {bar.words}" for bar in bars(table)])
            )
            for table in self.found
        )
        about = _("{title}: {name}, {game}")
        return (about.format(title=_(self.title), name=self.person, game=_(GAMES[self.game].title)), *lines)

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        wide = min(body.width, px(WIDE))
        left = body.centerx - wide // 2
        y = self._choices(left, body.top, wide)
        board = pygame.Rect(left, y, wide, body.bottom - y)
        self.board(board)
        scroll = self.scroll("figures", board)
        self._sheet = Sheet(self._block(), scroll)
        self.end_scroll("figures", self._sheet.height)
        self.foot_button("back", _("Back"), self.escape)
        if self.found:
            self.foot_button("export-csv", _("Export as CSV…"), self._export, right=True)

    def _choices(self, left: int, top: int, wide: int) -> int:
        """Whose, which game, charts or tables; gives where the board may begin."""
        choices = Choices(self, left, top, wide)
        choices.add("person", _("Person"), self.people, list(self.people), self.person, self.set_person)
        games = [_(one.title) for one in GAMES.values()]
        choices.add("game", _("Game"), tuple(GAMES), games, self.game, self.set_game)
        ways = [_("Charts"), _("Tables")]
        choices.add("shown-as", _("Shown as"), (False, True), ways, self.as_tables, self.set_tables)
        return choices.bottom

    def _block(self) -> Block:
        """All there is to see."""
        stage = self.stage
        if not self.found:
            waits = self._counting.words if self._counting.left else _("The matches are read…")
            return Lines(stage, (waits if self.busy else self.nothing, "", counted()), colour=theme.CREAM)
        blocks = [Titled(stage, table.title, self._table(table) if self.as_tables else self._chart(table))
                  for table in self.found]  # fmt: skip
        notes = [counted()]
        if not self.as_tables:
            notes.insert(0, _("The thin line shows between what bounds a share lies with 95% certainty; the red notch "
                              "is what chance would give."))  # fmt: skip
        shown: Block = Pile(stage, blocks) if self.as_tables else Beside(stage, blocks, LEAST)
        return Pile(stage, [shown, Lines(stage, notes, size=theme.SMALL)])

    @property
    def nothing(self) -> str:
        """The sentence for a person without a match that counts."""
        if is_nameless(self.person):
            return _("You have not finished a match of this game that counts here.")
        return _("{name} has not finished a match of this game that counts here.").format(name=self.person)

    def _table(self, table: Table) -> Block:
        strong = frozenset(at for at, figure in enumerate(table.figures) if figure.total)
        return Grid(self.stage.unit, head(table), cells(table), strong=strong)

    def _chart(self, table: Table) -> Block:
        stage, chart = self.stage, Columns if table.in_time else Bars
        means = table.won if not table.value else _("{won}; ø {value}").format(won=table.won, value=table.value)
        return Pile(stage, [Lines(stage, (means,), size=theme.SMALL), chart(stage.unit, bars(table))], gap=4)

    # -- what is done

    def set_person(self, person: str) -> None:
        self.person = person
        self._ask()

    def set_game(self, game: str) -> None:
        self.game = game
        self._ask()

    def set_tables(self, tables: bool) -> None:
        self.as_tables = tables
        self.stage.rebuild()

    def _ask(self) -> None:
        person, game = self.person, self.game
        self._asked = self.stage.storage.archive(
            lambda archive: statistics(game, archive.played(person, game), archive.judged(person, game))
        )

    def update(self, seconds: float) -> None:
        if self._counting.update():
            self._ask()
        if self._asked is None or not self._asked.done():
            return
        asked, self._asked = self._asked, None
        error = asked.exception()
        if isinstance(error, StorageError):
            self.stage.notify(str(error))
            return
        self.found = tables(asked.result())
        if self.stage.narrate is not None:
            self.stage.narrate("\n".join(self.told))
        self.stage.rebuild()

    def _export(self) -> None:
        stage, found = self.stage, rows(self.found)
        game = _(GAMES[self.game].title)
        words = _("Statistics of {name}, {game}").format(name=self.person, game=game)
        name = "".join(sign if sign.isalnum() or sign in " -," else "_" for sign in words)
        file, question = documents_folder() / (name + ENDING), _("Export these statistics to the file")

        def export(paths: tuple[Path, ...]) -> Future[Path]:
            return stage.storage.run(export_csv, found, paths[0])

        def told(path: Path) -> None:
            stage.notify(_("The statistics are in {file}.").format(file=shown(path)))

        command = saving(question, file)
        stage.push(FilePrompt(stage, self, question, str(file), _("Export"), export, told, command))

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self._sheet is not None:
            self._sheet.draw(surface)


def counted() -> str:
    """What is counted and what is not."""
    return _("Counted are matches played to their end here; not those with help, side lines or imported ones.")


def _people(stage: Stage) -> tuple[str, ...]:
    """Who may be asked for: the person of the settings first, then who else has a profile."""
    names = {reads_as(name): name for name in (*(one.name for one in stage.profiles), stage.settings.called)}
    own = names.pop(reads_as(stage.settings.called))
    return (own, *names.values())
