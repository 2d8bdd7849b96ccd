"""The analysis of a match: what each choice of the people at this screen was worth."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from typing import Final

import pygame

from game.ai.levels import room_of
from game.analysis.telling import because, percent, priced, promise, suspicion, verdict, where
from game.analysis.values import JUDGE, Finding, MatchAnalysis, Option, accuracy, judgements, mean_loss
from game.conventions import change, decimal
from game.engine.cards import Deck
from game.i18n import _, ngettext
from game.narration import sentence
from game.rules import GAMES
from game.store.figures import KeptFigures
from game.text import reads_as
from ui import theme
from ui.page import Page
from ui.scene import Stage
from ui.widgets.chart import Chart, Point, Tick
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT
from ui.widgets.passages import Passages
from ui.widgets.register import Entry, Register

TWO: Final = 940
"""A page that is so many design pixels wide has room for two boards."""
CHART: Final = 200
TREND: Final = 130
AIR: Final = 6
"""Design pixels around what gets the ring of the keys."""
FEWEST: Final = 2
"""So many matches make a trend."""


class Analysis(Page):
    """One page for all people of the match: ``seat`` is whose choices are shown, ``at`` which of them is looked at."""

    largest_scale = 1.5

    def __init__(self, stage: Stage, found: MatchAnalysis) -> None:
        super().__init__(stage)
        self.title = _("Analysis")
        self.deck = "french" if stage.settings.deck == "french" else GAMES[found.game].deck
        self.analysis = found
        self._reading: Future[tuple[KeptFigures, ...]] | None = stage.storage.figures()
        self._kept: tuple[KeptFigures, ...] = ()
        self._places: list[int] = []
        self._chart: Chart | None = None
        self._register: Register | None = None
        self._passages: Passages | None = None
        self._look_at(found.seats[0] if found.seats else 0)

    # -- what is shown

    @property
    def busy(self) -> bool:
        return self._reading is not None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found of whose choices are shown."""
        return self.analysis.of(self.seat)

    @property
    def chosen(self) -> Finding | None:
        """The choice that is looked at."""
        found = self.findings
        return found[self.at] if self.at < len(found) else None

    @property
    def told(self) -> tuple[str, ...]:
        costly = (self._costly(task.finding) for task in self.analysis.tasks_of(self.seat))
        return (self.title, promise(), self._summary(self.analysis), *costly)

    def _look_at(self, seat: int) -> None:
        """Show the choices of a seat, from the costliest on."""
        self.seat, self._places = seat, []
        tasks = self.analysis.tasks_of(seat)
        self.at = self.findings.index(tasks[0].finding) if tasks else 0

    def update(self, seconds: float) -> None:
        if self._reading is not None and self._reading.done():
            reading, self._reading = self._reading, None
            if reading.exception() is None:
                self._kept = reading.result()
                self.stage.rebuild()

    def _narrate(self, *lines: str) -> None:
        if self.stage.narrate is not None:
            for line in lines:
                self.stage.narrate(sentence(line))

    # -- the page

    def compose(self) -> None:
        px, body, found = self.stage.px, self.body, self.analysis
        self.foot_button("back", _("Back"), self.escape)
        if body.width < px(TWO):
            self.board(body)
            column = Column(self.scroll("all", body), self.stage.manager)
            self._people(column, found)
            self._whole(column, found)
            self._course(column, found)
            self.end_scroll("all", column.y)
        else:
            left = pygame.Rect(body.topleft, (round(body.width * 0.6), body.height))
            right = pygame.Rect(left.right + px(14), body.y, body.right - left.right - px(14), body.height)
            for name, board, parts in (
                ("course", left, (self._course,)), ("whole", right, (self._people, self._whole)),
            ):  # fmt: skip
                self.board(board)
                column = Column(self.scroll(name, board), self.stage.manager)
                for part in parts:
                    part(column, found)
                self.end_scroll(name, column.y)
        if found.tasks_of(self.seat):
            self.foot_button("learn", _("Learn from it"), partial(self.learn, 0), right=True)

    def _people(self, column: Column, found: MatchAnalysis) -> None:
        """Whose choices are shown, where several people played."""
        if len(found.seats) < 2:
            return
        names = [found.names[seat] for seat in found.seats]
        unit = self.stage.unit
        wide = row_width(names, unit)
        rect = column.place(wide if wide <= column.width else cycle_width(names, unit))
        who = Choice(found.seats, names, self.seat, rect, self.stage.manager, unit, column.scroll.inside)
        self.on_value("person", who, self.set_seat, _("Whose choices"), column.scroll)
        column.y = rect.bottom
        column.gap()

    def set_seat(self, seat: int) -> None:
        self._look_at(seat)
        self.stage.rebuild()
        self._narrate(self._summary(self.analysis))

    # -- the whole match

    def _summary(self, found: MatchAnalysis) -> str:
        """How much of what was to be had was got, in a sentence."""
        judged = len(judgements(self.findings))
        if not judged:
            return _("There was nothing to choose in this match that could be judged.")
        words = ngettext("{name} got {accuracy} of what was to be had in {count} choice.",
                         "{name} got {accuracy} of what was to be had in {count} choices.", judged)  # fmt: skip
        return words.format(name=found.names[self.seat], accuracy=percent(accuracy(self.findings)), count=judged)

    def _whole(self, column: Column, found: MatchAnalysis) -> None:
        column.heading(_("The whole match"))
        column.words(self._summary(found))
        if judgements(self.findings):
            mean = _(room_of(found.game).costs).format(loss=decimal(mean_loss(self.findings), 2))
            column.words(_("A choice {costs} on average.").format(costs=mean), colour=theme.MUTED)
        column.words(promise(), size=theme.SMALL, colour=theme.MUTED)
        column.gap()
        self._costliest(column, found)
        self._trend(column, found)

    def _costliest(self, column: Column, found: MatchAnalysis) -> None:
        tasks = found.tasks_of(self.seat)
        column.heading(_("What cost most"))
        if not tasks:
            column.words(_("Nothing: every choice was the best, or as good as can be told."), colour=theme.MUTED)
            column.gap()
        for number, task in enumerate(tasks):
            judged = task.finding.judgement
            if judged is None:
                continue
            column.words(self._costly(task.finding))
            for one in (judged.made, judged.best):
                column.words(self._because(one), size=theme.SMALL, colour=theme.MUTED)
            column.gap(6)
            self._task_buttons(column, number, task.finding)
            column.gap()

    def _costly(self, finding: Finding) -> str:
        """A choice that cost something, in a line."""
        if finding.judgement is None:
            return ""
        words = _("{where}. {verdict}.")
        said = verdict(self.analysis.game, finding.judgement, self.deck)
        return words.format(where=where(finding.place), verdict=sentence(said).rstrip("."))

    def _because(self, option: Option) -> str:
        """Why an option is worth what it is."""
        return sentence(because(option, self.analysis.names, self.deck))

    def _task_buttons(self, column: Column, number: int, finding: Finding) -> None:
        px, left = self.stage.px, 0
        for widget_id, words, act in (
            ("try-again", _("Try again"), partial(self.learn, number)),
            ("show", _("Show"), partial(self._show, finding)),
        ):  # fmt: skip
            wide = theme.font("sans", px(theme.BODY)).size(words)[0] + px(28)
            rect = column.place(wide, HEIGHT, left)
            self.button(f"{widget_id}-{number + 1}", words, rect, act, style="#small", label=f"{words} {number + 1}",
                        into=column.scroll)  # fmt: skip
            left = rect.right + px(10)
        column.y += px(HEIGHT)

    def learn(self, number: int) -> None:
        self.stage.doors.learn(self.analysis.tasks_of(self.seat), self.analysis.names, number)

    def _show(self, finding: Finding) -> None:
        self._choose(self.findings.index(finding))

    def _trend(self, column: Column, found: MatchAnalysis) -> None:
        """How this person did in this and earlier matches of the game."""
        shares = tuple(self._shares(found))
        if len(shares) < FEWEST:
            return
        column.heading(_("Accuracy, match by match"))
        points = [Point(share) for share in shares]
        columns = [Tick(at, str(at + 1)) for at in range(len(shares))]
        rect = column.place(column.width, TREND)
        Chart(points, 0.0, 1.0, share_ticks(), columns, rect, self.stage.manager, self.stage.unit, column.scroll.inside)
        column.y = rect.bottom
        column.gap()

    def _shares(self, found: MatchAnalysis) -> Iterator[float]:
        name = reads_as(found.names[self.seat])
        for kept in self._kept:
            if kept.game == found.game and kept.figures.judge == JUDGE:
                for one in kept.figures.seats:
                    if reads_as(one.name) == name and one.accuracy is not None:
                        yield one.accuracy

    # -- choice by choice

    def _course(self, column: Column, found: MatchAnalysis) -> None:
        """The curve, the choice that is looked at, and its deal."""
        column.heading(_(room_of(found.game).hopes))
        column.gap(AIR)
        rect = column.place(column.width - 2 * self.stage.px(AIR), CHART, self.stage.px(AIR))
        chart = Chart(
            self._points(), 0.0, 1.0, share_ticks(), self._deal_ticks(), rect, self.stage.manager, self.stage.unit,
            column.scroll.inside, value=self.at,
        )  # fmt: skip
        self.on_value("course", chart, self._choose, _("The course of the match"), column.scroll)
        column.y = rect.bottom
        column.gap(AIR)
        column.words(_("The arrows go from choice to choice; what cost something is marked."),
                     size=theme.SMALL, colour=theme.MUTED)  # fmt: skip
        column.gap()
        self._chart = chart
        if self.chosen is not None:
            self._deal(column, self.chosen.place.deal, found)

    def _points(self) -> list[Point]:
        deals = [one.place.deal for one in self.findings]
        return [
            Point(one.chance, bool(one.judgement and one.judgement.lost), at > 0 and deals[at - 1] != deals[at])
            for at, one in enumerate(self.findings)
        ]

    def _deal_ticks(self) -> list[Tick]:
        """The number of each deal, where it begins."""
        deals = [one.place.deal for one in self.findings]
        begun = [at for at, deal in enumerate(deals) if not at or deals[at - 1] != deal]
        return [Tick(at, _("Deal {deal}").format(deal=deals[at]) if not at else str(deals[at])) for at in begun]

    def _details(self, finding: Finding, found: MatchAnalysis) -> tuple[str, ...]:
        """All that there is to say of a choice."""
        judged = finding.judgement
        if judged is None:
            words = _("{where}. There was nothing to choose, or nothing to judge it by.")
            lines = [words.format(where=where(finding.place))]
        else:
            lines = [self._costly(finding), self._because(judged.made)]
            lines += [self._because(judged.best)] if judged.made is not judged.best else []
        suspected = suspicion(finding, found.names)
        if suspected:
            lines.append(sentence(_("Suspected as partner: {names}").format(names=suspected)))
        return tuple(lines)

    def _deal(self, column: Column, number: int, found: MatchAnalysis) -> None:
        """All there is to say of the choice that is looked at, and the choices of its deal in rows."""
        self._places = [at for at, one in enumerate(self.findings) if one.place.deal == number]
        shown = [self.findings[at] for at in self._places]
        here, inside = self._places.index(self.at), column.scroll.inside
        look = (column.width, self.stage.manager, self.stage.unit, inside)
        self._passages = Passages([self._details(one, found) for one in shown], here, (0, column.y), *look)
        column.y += self._passages.rect.height
        column.gap()
        score = change(found.deals[number - 1].scores[self.seat])
        column.heading(_("Deal {deal}: {score}").format(deal=number, score=score))
        self._register = Register([entry(one, found.game, self.deck) for one in shown], here, (0, column.y), *look)
        self._values[self._register] = lambda at: self._choose(self._places[at])
        column.y += self._register.rect.height
        column.gap()
        self._suspected(column, shown, found)

    def _suspected(self, column: Column, findings: list[Finding], found: MatchAnalysis) -> None:
        """Whom the computer would have taken for the partner, trick by trick."""
        lines = [(one.place.trick, suspicion(one, found.names)) for one in findings]
        lines = [(trick, words) for trick, words in lines if words]
        if not lines:
            return
        column.heading(_("Whom the computer suspected"))
        column.words(_("By what {name} could know, how likely each was the caller's partner; the caller: that he plays "
                       "alone.").format(name=found.names[self.seat]), size=theme.SMALL, colour=theme.MUTED)  # fmt: skip
        for trick, words in lines:
            column.words(_("Trick {trick}: {names}").format(trick=trick, names=words), size=theme.SMALL)
        column.gap()

    def _choose(self, at: int) -> None:
        """Look at another choice; of another deal the page shows other rows."""
        self.at = at
        if at in self._places and self._register is not None and self._passages is not None and self._chart is not None:
            here = self._places.index(at)
            self._chart.choose(at)
            self._register.choose(here)
            self._passages.choose(here)
        else:
            self.stage.rebuild()
        if self.chosen is not None:
            self._narrate(*self._details(self.chosen, self.analysis))


def share_ticks() -> tuple[Tick, ...]:
    """The rows of a chart of chances."""
    return tuple(Tick(at, percent(at)) for at in (0.0, 0.5, 1.0))


def entry(finding: Finding, game: str, deck: Deck) -> Entry:
    """A choice as a row of its deal."""
    name = _("Trick {trick}").format(trick=finding.place.trick) if finding.place.trick else _("Before")
    judged = finding.judgement
    if judged is None:
        return Entry(name, _("nothing to choose"), theme.MUTED)
    words = priced(game, judged.best, judged.made, deck)
    return Entry(name, words, theme.RED_LIGHT if judged.lost else theme.CREAM)
