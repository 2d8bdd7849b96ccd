"""The same cards compared, deal by deal and from any seat: what each who had them made of them, and the computer."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final, NamedTuple

import pygame

from game.ai.levels import levels_for
from game.conventions import change, clauses
from game.duplicate import Duplicate
from game.i18n import N_, _, ngettext
from game.review import Review
from game.same_cards import Comparison
from game.store.archive import LOOKED_AT, SIDE_LINE, Archive
from game.store.files import StorageError
from ui import theme
from ui.form import OPPONENT, kind_words
from ui.page import Page
from ui.scene import Stage
from ui.scenes.choices import Choices
from ui.scenes.replay import review_of
from ui.scenes.side_line import SideLine
from ui.table.sheet import Block, Lines, Pile, Sheet
from ui.widgets.grid import Grid

WIDE: Final = 1000
NOTHING: Final = "–"


class Compared(NamedTuple):
    """A match that is compared; ``looked_at``: its cards have been seen here, though somebody else played it."""

    review: Review
    comparison: Comparison
    looked_at: bool


def comparison_of(archive: Archive, match_id: int) -> Compared:
    """A match to be compared, and what is kept of its cards. StorageError."""
    kept, comparison = archive.compare(match_id)
    return Compared(review_of(kept), comparison, LOOKED_AT in kept.marks)


class SameCards(Page):
    """``asked`` gives the match and those that share its cards. Deals that nobody here has finished stay covered."""

    largest_scale = 1.6

    def __init__(self, stage: Stage, asked: Future[Compared]) -> None:
        super().__init__(stage)
        self.title = N_("The same cards")
        self.seat = 0
        self.rival: tuple[str, str] | None = None
        self.level = OPPONENT
        self.duplicate: Duplicate | None = None
        self._asked: Future[Compared] | None = asked
        self.compared: Compared | None = None
        self._sheet: Sheet | None = None
        self._told = 0
        self._opening: SideLine | None = None

    @property
    def busy(self) -> bool:
        playing = self.duplicate is not None and not self.duplicate.done
        return self._asked is not None or self._opening is not None or playing

    @property
    def told(self) -> tuple[str, ...]:
        if self.compared is None:
            return (_(self.title),)
        comparison = self.compared.comparison
        head, *rows = self.table(comparison)
        line = _("{title}: {figures}")
        named = [clauses([f"{name} {value}" for name, value in zip(head[1:], row[1:], strict=True)]) for row in rows]
        told = (line.format(title=row[0], figures=words) for row, words in zip(rows, named, strict=True))
        return (_(self.title), *told, *self._notes(comparison))

    # -- widgets

    def compose(self) -> None:
        self.foot_button("back", _("Back"), self.escape)
        if self.compared is None:
            return
        review, comparison, _looked_at = self.compared
        px, body = self.stage.px, self.body
        wide = min(body.width, px(WIDE))
        left = body.centerx - wide // 2
        choices = Choices(self, left, body.top, wide)
        choices.add("seat", _("Seat"), range(len(review.names)), list(review.names), self.seat, self.set_seat)
        rivals = comparison.rivals(self.seat)
        if len(rivals) > 1 and self.rival is not None:
            names = [who(*one) for one in rivals]
            choices.add("compared-with", _("Compared with"), rivals, names, self.rival, self._set_rival)
        levels = levels_for(review.game.name)
        words = [kind_words(one) for one in levels]
        choices.add("level", _("The computer plays"), levels, words, self.level, self._set_level)
        board = pygame.Rect(left, choices.bottom, wide, body.bottom - choices.bottom)
        self.board(board)
        scroll = self.scroll("compared", board)
        head, *rows = self.table(comparison)
        blocks: list[Block] = [Grid(self.stage.unit, head, rows, strong=frozenset({len(rows) - 1}))] if rows else []
        notes = self._notes(comparison)
        blocks += [Lines(self.stage, notes, colour=theme.CREAM)] if notes else []
        self._sheet = Sheet(Pile(self.stage, blocks), scroll)
        self.end_scroll("compared", self._sheet.height)
        self._offers(comparison)

    def _offers(self, comparison: Comparison) -> None:
        """What may be done with the cards: played, where nobody here knows them; else by the computer too."""
        covered = next((deal for deal in range(comparison.deals) if deal not in comparison.open), None)
        if covered is not None:
            words = _("Play deal {number}").format(number=covered + 1)
            self.foot_button("play-deal", words, lambda: self._play(covered), right=True)
        elif self.duplicate is None and comparison.open:
            self.foot_button("let-computer-play", _("Let the computer play them"), self._let_play, right=True)

    def table(self, comparison: Comparison) -> list[tuple[str, ...]]:
        """The head and a row for each deal that may be told, then their sums."""
        mine = {deal: each[self.seat] for deal, each in comparison.one.scores.items()}
        columns = [mine]
        head = ["", who(*comparison.one.who(self.seat))]
        if self.rival is not None:
            columns.append(comparison.scores(self.seat, self.rival))
            head += [who(*self.rival), _("difference")]
        if self.duplicate is not None:
            columns.append({one.deal: one.computers for one in self.duplicate.compared})
            head += [_("the computer"), _("difference")]
        rows = [tuple(head)]
        for deal in comparison.open:
            rows.append((_("Deal {number}").format(number=deal + 1), *_figures(columns, (deal,))))
        if comparison.open:
            rows.append((_("In all"), *_figures(columns, comparison.open)))
        return rows

    def _notes(self, comparison: Comparison) -> list[str]:
        """What the table does not say."""
        lines = []
        covered = comparison.deals - len(comparison.open)
        if covered:
            lines.append(ngettext(
                "{count} deal has not been played to its end here. What others made of it is told after that.",
                "{count} deals have not been played to their end here. What others made of them is told after that.",
                covered).format(count=covered))  # fmt: skip
            if self.compared is not None and self.compared.looked_at:
                lines.append(_("This match has been gone through here: whoever plays its cards now plays a side line."))
        elif self.rival is None:
            lines.append(_("Nobody else has had these cards. Who gets this match as a file can play them without having"
                           " seen them; import the match that comes back, and it stands here."))  # fmt: skip
        if self.rival is not None and not set(comparison.open) <= set(comparison.scores(self.seat, self.rival)):
            lines.append(_("A sum is of the deals that have been played; a difference of those that both have."))
        if self.duplicate is not None and not self.duplicate.done:
            count = len(self.duplicate.compared)
            lines.append(_("{count} of {all} deals…").format(count=count, all=len(comparison.open)))
        return lines

    # -- what is done

    def set_seat(self, seat: int) -> None:
        self.seat = seat
        self._forget()

    def _set_rival(self, rival: tuple[str, str]) -> None:
        self.rival = rival
        self._show()

    def _set_level(self, level: str) -> None:
        self.level = level
        self._forget()

    def _forget(self) -> None:
        """What the computer played was another seat, or another player."""
        if self.duplicate is not None:
            self.duplicate.close()
            self.duplicate = None
        self._choose_rival()
        self._show()

    def _choose_rival(self) -> None:
        rivals = self.compared.comparison.rivals(self.seat) if self.compared is not None else ()
        if self.rival not in rivals:
            self.rival = rivals[0] if rivals else None

    def _show(self) -> None:
        if self.stage.narrate is not None:
            self.stage.narrate("\n".join(self.told))
        self.stage.rebuild()

    def _let_play(self) -> None:
        if self.compared is not None:
            review, comparison, _looked_at = self.compared
            seed, self._told = self.stage.seeds.getrandbits(63), 0
            self.duplicate = Duplicate(review, self.seat, self.level, self.stage.thinker, seed, comparison.open)
            self.stage.rebuild()

    def _play(self, deal: int) -> None:
        """Cards that nobody here knows: that counts as any match does. Those that have been looked at: a side line."""
        if self.compared is not None and self._opening is None:
            line = self.compared.review.same_deal(deal, self.seat, self.level, self.stage.settings.called)
            self._opening = SideLine(self.stage, line, {SIDE_LINE: True} if self.compared.looked_at else {})

    def update(self, seconds: float) -> None:
        if self._asked is not None and self._asked.done():
            self._answered(self._asked)
        if self._opening is not None and self._opening.update():
            self._opening = None
        elif self.duplicate is not None and not (self.duplicate.done and self._told == len(self.duplicate.compared)):
            self.duplicate.update()
            if len(self.duplicate.compared) != self._told:
                self._told = len(self.duplicate.compared)
                if self.duplicate.done:
                    self._show()
                else:
                    self.stage.rebuild()

    def _answered(self, asked: Future[Compared]) -> None:
        self._asked = None
        error = asked.exception()
        if isinstance(error, StorageError):
            self.stage.back()
            self.stage.notify(str(error))
            return
        review, comparison, _looked_at = self.compared = asked.result()
        if not comparison.deals:
            self.stage.back()
            self.stage.notify(_("There is no finished deal in this match yet."))
            return
        self.seat = review.person
        levels = levels_for(review.game.name)
        self.level = OPPONENT if OPPONENT in levels else levels[0]
        self._choose_rival()
        self._show()

    def leave(self) -> None:
        if self.duplicate is not None:
            self.duplicate.close()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self._sheet is not None:
            self._sheet.draw(surface)


def who(name: str, level: str) -> str:
    """Who sat there; of a computer player its level too."""
    return _("{name} ({level})").format(name=name, level=kind_words(level)) if level else name


def _figures(columns: list[dict[int, float]], deals: tuple[int, ...]) -> list[str]:
    """What each made of these deals, each after the first with the difference from it."""
    mine, *others = columns
    cells = [_sum(mine, deals)]
    for other in others:
        both = [deal for deal in deals if deal in mine and deal in other]
        apart = {deal: mine[deal] - other[deal] for deal in both}
        cells += [_sum(other, deals), _sum(apart, deals)]
    return cells


def _sum(scores: dict[int, float], deals: tuple[int, ...]) -> str:
    known = [scores[deal] for deal in deals if deal in scores]
    return change(sum(known)) if known else NOTHING
