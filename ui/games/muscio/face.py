"""How Muscio looks and speaks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from game.conventions import change as signed
from game.engine.actions import Pass, Swap
from game.engine.cards import Deck
from game.engine.events import Event
from game.engine.phases import DealResult, Rung
from game.i18n import N_, _, ngettext, pgettext
from game.rules.muscio.actions import Blinde, Forfeit, In, Keep, Lay, Misdeal, Stand
from game.rules.muscio.declaring import DealByHand, Declaring
from game.rules.muscio.events import BlindeTaken, Declared, Forfeited, Gatta, Kept, Misdealt, Stood
from game.rules.muscio.play import Exchange, MuscioTricks, Standing
from game.view import View
from ui.games.muscio import moves as moves
from ui.table.choices import ChoicePanel, Offer, Question
from ui.table.desk import Desk
from ui.table.face import Face, Saying, score
from ui.table.outcome import Moment, Party
from ui.table.panel import Panel

SPOKEN: Final[Mapping[type[Event], str]] = {
    Declared: N_("I play"),
    BlindeTaken: N_("I play with the blinde"),
    Kept: N_("The turned card stays"),
    Forfeited: N_("I forfeit"),
    Stood: N_("I stand"),
    Misdealt: N_("Misdeal: the blinde was forgotten"),
}
"""What a seat says while such an event is shown."""


PASSED: Final = frozenset({"line_passers", "rung_passed"})
"""The steps of sums that only who passed has."""


class MuscioFace(Face):
    """Scores that fall; who plays, who passed, who has the blinde."""

    game = "muscio"
    sorts_hands = True

    def goal(self, view: View) -> str:
        return _("down to 0")

    def standing(self, view: View, seat: int) -> str:
        phase, words = view.phase, score(view.totals[seat])
        if not isinstance(phase, MuscioTricks) or seat not in phase.players:
            return words
        taken = view.points[seat]
        return ngettext("{count} trick", "{count} tricks", taken).format(count=taken) + f"\n{words}"

    def is_good(self, change: int) -> bool:
        return change < 0

    def legend(self, view: View) -> tuple[str, ...]:
        return (_("−1: what the deal took off, on the way down to 0"), super().legend(view)[-1])

    def moment(
        self, event: Event, view: View, result: DealResult | None, names: tuple[str, ...], you: int | None = None
    ) -> Moment | None:
        if not isinstance(event, Gatta):
            return super().moment(event, view, result, names, you)
        yours = _("You take off {points}, and nobody plays a card")
        words = yours if event.seat == you else _("{name} takes off {points}, and nobody plays a card")
        words = words.format(name=names[event.seat], points=event.points)
        return Moment(_("Gatta!"), words, (event.seat,), True, event.cards)

    def parties(self, view: View) -> tuple[Party, ...]:
        result = view.result
        if result is None or result.state != "scored":
            return ()
        out = {seat for one in result.why if one.code in PASSED and isinstance(one, Rung) for seat in one.seats}
        return tuple(_party(result, seat, seat in out) for seat in range(view.seats))

    def sits_out(self, view: View) -> frozenset[int]:
        declared = _declaring(view)
        return frozenset(one.seat for one in declared.said if isinstance(one, Pass)) if declared else frozenset()

    def sayings(self, view: View, deck: Deck) -> Mapping[int, Saying]:
        declared = _declaring(view)
        if declared is None:
            return {}
        if isinstance(view.phase, MuscioTricks):
            return {said.seat: _said(said) for said in declared.said if isinstance(said, Blinde)}
        return {said.seat: _said(said) for said in declared.said}

    def spoken(self, event: Event, deck: Deck) -> tuple[int, str] | None:
        if isinstance(event, Gatta):
            return event.seat, _("Gatta! {points}").format(points=event.points)
        if isinstance(event, (Declared, BlindeTaken, Kept, Forfeited, Stood, Misdealt)):
            return event.seat, _(SPOKEN[type(event)])
        return super().spoken(event, deck)

    def spare(self) -> str:
        return _("blinde")

    def panel(self, desk: Desk) -> Panel:
        asked = question(desk.view)
        return ChoicePanel(desk, asked) if asked is not None else Panel(desk)


def _declaring(view: View) -> Declaring | MuscioTricks | None:
    """The phase that knows what everybody has declared, None before and after."""
    phase = view.phase.tricks if isinstance(view.phase, (Exchange, Standing)) else view.phase
    return phase if isinstance(phase, (Declaring, MuscioTricks)) else None


def _party(result: DealResult, seat: int, out: bool) -> Party:
    took, change = result.points[seat], result.scores[seat]
    words = ngettext("{count} trick", "{count} tricks", took).format(count=took) if took else _("no trick")
    played = any(result.points) and not out
    role = words if played else _("passed") if out else ""
    good = None if not change else change < 0
    return Party((seat,), role, signed(change), good, tricks=(took, 1) if played else None)


def _said(said: object) -> Saying:
    if isinstance(said, Pass):
        return Saying(pgettext("said", "pass"), True)
    return Saying(_("plays the blinde") if isinstance(said, Blinde) else _("plays"))


def question(view: View) -> Question | None:
    """What is asked in this phase, None where cards are played."""
    phase = view.phase
    if isinstance(phase, DealByHand):
        seat = phase.to_act
        offers = (
            Offer("lay", Lay(seat), _("Five for the blinde")),
            Offer("misdeal", Misdeal(seat), _("My own five")),
        )
        return Question(_("You deal: everybody else has five cards. What comes next?"), offers)
    if isinstance(phase, Declaring):
        seat = phase.to_act
        blinde = Offer("blinde", Blinde(seat), _("Play with the blinde"))
        play, give_up = Offer("play", In(seat), _("Play"), True), Offer("pass", Pass(seat), _("Pass"))
        return Question(_("Do you play?"), (play, blinde, give_up))
    if isinstance(phase, Exchange):
        title = _("Take the turned trump: click the card you give for it")
        keep = Offer("keep", Keep(phase.to_act), _("Keep my five"), True)
        return Question(title, (keep,), card=partial(Swap, phase.to_act))
    if isinstance(phase, Standing):
        seat = phase.to_act
        stand = Offer("stand", Stand(seat), _("Play on"), True)
        forfeit = Offer("forfeit", Forfeit(seat), _("Forfeit"))
        return Question(_("Two are left: play on, or forfeit the deal?"), (stand, forfeit))
    return None
