"""The result of a deal with its sums, and the end of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import pygame

from game.conventions import listed
from game.engine.phases import Rung, Turning
from game.i18n import _, ngettext
from game.names import cards_named
from game.narration import ended
from game.seating import swapped
from game.text import capital
from game.words import say
from ui import theme
from ui.looks import portraits
from ui.scene import Stage
from ui.table.desk import Desk, spoken_to
from ui.table.face import Face
from ui.table.glance import titled
from ui.table.ladder import ladders, sums
from ui.table.notices import barred_lines
from ui.table.outcome import Party, shown_hands, tricks_of, turnings
from ui.table.overlay import EDGE, Overlay
from ui.table.pause import Pause
from ui.table.podium import Curve, Podium
from ui.table.scores import Scores, told_scores
from ui.table.sheet import Beside, Block, Lines, Pile, Titled
from ui.table.taken import PartyRow, Shown, Turned, told_party

LEAST: Final = 480
"""A column narrower than so many design pixels goes below the other."""
WIDE: Final = 1200
BUTTON: Final = 48
BESIDE: Final = 6
"""So many deals have room in a column."""


def fraction(share: Fraction) -> str:
    """An exact number, its whole part first: ``17 1/2``."""
    whole, rest = divmod(abs(share.numerator), share.denominator)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest}/{share.denominator}"] if rest else []
    return ("−" if share < 0 else "") + " ".join(parts)


class Result(Overlay):
    """Lies over the table when a deal is over: who took what, the sums as ladders, where the match stands."""

    veil = 150
    largest_scale = 1.5

    def __init__(self, stage: Stage, desk: Desk, face: Face) -> None:
        super().__init__(stage, desk)
        self.face = face
        viewer, view = desk.table.viewer, desk.view
        if viewer is not None and view.over and view.winners:
            stage.sounds.play("win" if viewer in view.winners else "lose")

    @property
    def _people(self) -> list[int]:
        """The portraits of those at the table."""
        return portraits(self.desk.table.names, self.desk.looks)

    # -- what is said

    @property
    def ending(self) -> str:
        """How the deal or the match ended, in a line."""
        view, names = self.desk.view, self.desk.table.names
        if not view.over:
            return self._headline
        if view.winners:
            if view.winners == (spoken_to(self.desk.table),):
                return _("You win the match")
            words = ngettext("{names} wins the match", "{names} win the match", len(view.winners))
            return words.format(names=listed([names[seat] for seat in view.winners]))
        if view.expired is not None:
            words = _("The clock of {name} ran out: the match ends without a winner")
            if view.expired == spoken_to(self.desk.table):
                words = _("Your clock ran out: the match ends without a winner")
            return words.format(name=names[view.expired])
        if view.votes:
            words = ngettext("{count} vote ended the match", "{count} votes ended the match", len(view.votes))
            return words.format(count=len(view.votes))
        return _("The match ended without a winner")

    @property
    def _headline(self) -> str:
        view = self.desk.view
        if view.result is None:
            return _("Deal {number}").format(number=view.deal_number)
        return self.face.headline(view, self.desk.table.names, spoken_to(self.desk.table))

    @property
    def _below_title(self) -> str:
        """Which deal it was, or of how many, or what the winners share, to the last fraction, where a game has that."""
        view, game = self.desk.view, titled(self.desk.table)
        if not view.over:
            return _("{game} · deal {number}").format(game=game, number=view.deal_number)
        if not view.payout or not view.winners:
            words = ngettext("{game} · {count} deal", "{game} · {count} deals", len(view.results))
            return words.format(game=game, count=len(view.results))
        share = fraction(view.payout[view.winners[0]])
        if view.winners == (spoken_to(self.desk.table),):
            return _("You take {share}").format(share=share)
        words = ngettext("{names} takes {share}", "{names} take {share} each", len(view.winners))
        names = listed([self.desk.table.names[seat] for seat in view.winners])
        return words.format(names=names, share=share)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said in words besides the sums."""
        result, names = self.desk.view.result, self.desk.table.names
        plain = [one for one in result.why if not isinstance(one, (Rung, Turning))] if result else []
        said = [say(reason, names, self.deck) for reason in plain]
        return tuple(capital(words) for words in said)

    @property
    def barred(self) -> tuple[str, ...]:
        """Who may not sit down now that the match is over, and why."""
        return barred_lines(self.desk.table) if self.desk.table.over else ()

    @property
    def told(self) -> tuple[str, ...]:
        view, names = self.desk.view, self.desk.table.names
        parties = (told_party(one, names, self.deck) for one in self._parties)
        shown = (_("{name} shows {cards}").format(name=names[seat], cards=cards_named(hand, self.deck))
                 for seat, hand in shown_hands(view))  # fmt: skip
        turned = (say(one, names, self.deck) for one in (turnings(view.result) if view.result else ()))
        return (self.ending, self._below_title, *parties, *shown, *turned, *ended(view, names, self.deck),
                *told_scores(self.face, view, names), *self.barred, *self.elsewhere)  # fmt: skip

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The code of the deal that is over, in a line; none where nothing proves how its pack came about."""
        view = self.desk.view
        code = self.desk.table.proof(view.deal_number).code if view.deal_number else ""
        return (_("Play this one too. Its deal code: {code}").format(code=code),) if code else ()

    @property
    def _parties(self) -> Sequence[Party]:
        """The sides, those first that did well."""
        return sorted(self.face.parties(self.desk.view), key=lambda party: party.good is not True)

    # -- the blocks

    @property
    def blocks(self) -> Block:
        """All there is to read."""
        stage, view, names = self.stage, self.desk.view, self.desk.table.names
        blocks = list[Block]()
        if self.barred:
            blocks.append(Lines(stage, self.barred, colour=theme.RED_LIGHT))
        if view.over and view.results:
            ends: list[Block] = [Titled(stage, _("The match, deal by deal"), Curve(stage, view, names))]
            if view.winners:
                ends.insert(0, Podium(stage, view, names, self._people, self.desk.table.game.counts_down))
            blocks.append(Beside(stage, ends, LEAST))
        if view.over and view.result is not None:
            blocks.append(Lines(stage, (self._headline,), face="serif", size=theme.LARGE, colour=theme.CREAM))
        columns = (self._taken(), Pile(stage, self._read()))
        blocks.append(Beside(stage, [one for one in columns if one is not None], LEAST))
        if not self._short:
            blocks.append(self._scores())
        return Pile(stage, blocks)

    @property
    def _short(self) -> bool:
        """Whether the table of the match is so short that it stands beside what was taken."""
        return not self.desk.view.over and len(self.desk.view.results) <= BESIDE

    def _scores(self) -> Block:
        view = self.desk.view
        title = _("All deals") if view.over else _("The match so far")
        return Titled(self.stage, title, Scores(self.stage, self.face, view, self.desk.table.names))

    def _read(self) -> list[Block]:
        """The sums, the table of the match, and the rest in words."""
        stage, view, blocks = self.stage, self.desk.view, list[Block]()
        if view.result is not None and sums(view.result):
            names = self.desk.table.names
            blocks.append(Titled(stage, _("The sum"), ladders(stage, self.face, view.result, names, self.deck)))
        if self._short:
            blocks.append(self._scores())
        if self.notes:
            blocks.append(Titled(stage, _("How it went"), Lines(stage, self.notes)))
        if self.elsewhere:
            blocks.append(Lines(stage, self.elsewhere, size=theme.SMALL))
        return blocks

    def _taken(self) -> Block | None:
        """What each side took, the hands that decided, the tricks that it turned on."""
        stage, view, names = self.stage, self.desk.view, self.desk.table.names
        blocks: list[Block] = [PartyRow(stage, one, names, self._people) for one in self._parties]
        blocks += [Shown(stage, seat, hand, names) for seat, hand in shown_hands(view)]
        done = tricks_of(view)
        if view.result is not None and done:
            blocks += [Turned(stage, one, done[one.trick], names, self.deck) for one in turnings(view.result)]
        return Pile(stage, blocks, 14) if blocks else None

    # -- the page

    def compose(self) -> None:
        px, block = self.stage.px, self.blocks
        rows = self._button_rows(min(px(WIDE), self.stage.size[0] - px(16)) - 2 * px(EDGE))
        head, foot = px(92), px(20) + (px(BUTTON) + px(10)) * len(rows)
        self.place_box(px(WIDE), head + foot + self.sheet_height(block, px(WIDE)))
        self.place_sheet("sheet", block, head, foot)
        self._place_buttons(rows)

    def _buttons(self) -> tuple[tuple[str, str, Callable[[], object]], ...]:
        """The ways on, the likeliest last."""
        if not self.desk.table.over:
            return (
                ("to-menu", _("Save and leave"), self.stage.doors.menu), ("more", _("More…"), self._more),
                ("next-deal", _("Next deal"), self.go_on),
            )  # fmt: skip
        return (
            ("to-menu", _("Back to the menu"), self.stage.doors.menu), ("more", _("More…"), self._more),
            ("analyze", _("Analyse"), self.analyse), ("swap-seats", _("Swap seats"), self.swap_seats),
            ("play-again", _("Once more"), self.once_more),
        )  # fmt: skip

    def _button_rows(self, room: int) -> list[list[tuple[str, str, Callable[[], object], int]]]:
        """The buttons with their widths, in as many rows as they need; the likeliest in the last."""
        px, gap = self.stage.px, self.stage.px(12)
        rows: list[list[tuple[str, str, Callable[[], object], int]]] = [[]]
        for widget_id, words, act in self._buttons():
            wide = min(room, max(px(130), self.button_width(words)))
            if rows[-1] and sum(one[3] + gap for one in rows[-1]) + wide > room:
                rows.append([])
            rows[-1].append((widget_id, words, act, wide))
        return rows

    def _place_buttons(self, rows: list[list[tuple[str, str, Callable[[], object], int]]]) -> None:
        """From the left, the last one at the right."""
        px, last = self.stage.px, self._buttons()[-1][0]
        top = self.box.bottom - px(14) - (px(BUTTON) + px(10)) * len(rows) + px(10)
        for row in rows:
            left = self.box.x + px(EDGE)
            for widget_id, words, act, wide in row:
                where = pygame.Rect(left, top, wide, px(BUTTON))
                if widget_id == last:
                    free = self.box.right - px(EDGE) - left
                    where.width = min(free, max(wide, px(260)))
                    where.right = self.box.right - px(EDGE)
                self.button(widget_id, words, where, act, style="#primary" if widget_id == last else "#menu")
                left = where.right + px(12)
            top += px(BUTTON) + px(10)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and not self.desk.table.over:
            self.go_on()
        else:
            super().handle(event)

    def escape(self) -> None:
        """Between two deals Esc pauses as at the table; a match that is over is kept whole, so Esc leaves it."""
        if self.desk.table.over:
            self.stage.doors.menu()
        else:
            self._more()

    def _more(self) -> None:
        """Talk, vote, leave: what the pause has, is there between deals too."""
        self.stage.push(Pause(self.stage, self.desk))

    def go_on(self) -> None:
        """On with the next deal."""
        self.desk.table.next_deal()
        self.stage.back()

    def once_more(self) -> None:
        """A new match at the same seats; the next one deals."""
        self.stage.doors.begin(self.desk.table.again)

    def analyse(self) -> None:
        """What each choice of the match was worth."""
        match_id = self.desk.table.match_id
        if match_id is not None:
            self.stage.doors.analysis(match_id)

    def swap_seats(self) -> None:
        """A new match of the same people, at other seats."""
        self.stage.doors.begin(swapped(self.desk.table.again))

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px, view = self.stage.px, self.desk.view
        self.draw_title(surface, self.ending, 10, theme.GOLD if view.over else theme.CREAM)
        line = theme.fitted(self._below_title, "sans", px(theme.BODY), theme.MUTED, self.box.width - px(48))
        surface.blit(line, line.get_rect(midtop=(self.box.centerx, self.box.y + px(56))))
        y = self.box.y + px(90)
        pygame.draw.line(surface, theme.PANEL_LINE, (self.box.x + px(EDGE), y), (self.box.right - px(EDGE), y))
