"""The panels of a lobby for its owner: how others come in, and who can reach the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.core.messages import N_
from game.network.messages import Reach
from game.text.gettext import _, ngettext
from ui.graphics import theme
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Layers, Row, make_panel
from ui.widgets.nodes import Line, Node, Rule, Space, Text, make_disc, make_symbol
from ui.widgets.qr_code import Matrix, QrCodeButton, make_qr_code

QR_SIZE: Final = 152
PHONES_QR_SIZES: Final = (320, 272, 224, 176)
"""The widths of the code for phones in design pixels; the largest for which there is room is taken."""
STEP_DISC_SIZE: Final = 28
MAX_TRIES: Final = 5
ROUTER_HINTS: Final = {
    "": N_("To invite other homes, let the router open a port or use a relay when you open a table (docs/relay.md)."),
    "private_address": N_("Your router is behind another router. A relay helps (docs/relay.md)."),
    "carrier_address": N_("Your provider shares one address among many homes. A relay helps (docs/relay.md)."),
    "no_router": N_("The router opens no port. Allow UPnP in its settings, or use a relay (docs/relay.md)."),
    "refused": N_("The router refuses to open a port. A relay helps (docs/relay.md)."),
}
"""The reasons for which nobody from another home can come in, with what helps, by `Reach.router`."""
RELAY_HINTS: Final = {
    "no": N_("The relay isn't answering. Check its address and your connection."),
    "no_place": N_("The relay has no room for another table. Try again later."),
    "too_often": N_("The relay asks you to wait. The program tries again."),
    "word_wrong": N_("The relay wants another word. Ask its owner for it."),
}
"""The same for a relay, by `Reach.relay`."""


def describe_invite(reach: Reach, matrix: Matrix, renew: Action, *actions: Action | None) -> Node:
    """Return the panel with the ways in; ``matrix``: the QR code of the link, () while it is not known."""
    code = make_qr_code(matrix, QR_SIZE) if matrix else Space(QR_SIZE)
    words = Column(*_list_words(reach, renew), gap=theme.SMALL_GAP, grow=1)
    return make_panel(
        Column(
            Text(_("Invite"), face="serif", size=theme.SECTION_TEXT_SIZE),
            Row(code, words, gap=theme.LARGE_GAP),
            Row(*actions, gap=theme.SMALL_GAP),
            gap=theme.GAP,
        ),
        grow=1,
    )


def describe_phones(matrix: Matrix, size: float, enlarge: Callable[[], object], copy: Action, others: Action) -> Node:
    """Return the panel with the way in for phones.

    ``matrix``: the QR code of their link, () while it is not known; ``size``: its width in design pixels; ``enlarge``:
    shows it as high as the window; ``copy``: of the link, for the browser of a computer; ``others``: shows the ways of
    other programs.
    """
    code: Node = Space(size)
    if matrix:
        code = Widget(QrCodeButton, (matrix,), id="phone-code", label=_("Code for phones"), width=size)
        code.on_change = lambda _value: enlarge()
    steps = (_("Join the Wi-Fi of this house"), _("Point the camera here"), _("Type your name and sit down"))
    rows = (_describe_step(number, text) for number, text in enumerate(steps, 1))
    beside, below = Row(copy, others, gap=theme.SMALL_GAP), Column(copy, others, gap=theme.SMALL_GAP)
    title = _("Join with your phone")
    return make_panel(
        Column(
            Line(title, face="serif", size=theme.SECTION_TEXT_SIZE, align="centre"),
            Row(Space(grow=1), code, Space(grow=1)),
            *rows,
            Alternatives(beside, below),
            gap=theme.SMALL_GAP,
        ),
        top=theme.GAP,
    )


def _describe_step(number: int, text: str) -> Node:
    figure = Line(str(number), face="serif", align="centre")
    return Row(Layers(make_disc(STEP_DISC_SIZE), figure), Text(text, grow=1), gap=theme.GAP, align="middle")


def _list_words(reach: Reach, renew: Action) -> list[Node]:
    if not reach.is_nearby:
        text = _("Send the link. Your friends choose With friends, and paste it there.")
        return [Text(text, size=theme.SMALL_TEXT_SIZE)]
    if not reach.nearby_code:
        text = _("Wrong numbers were entered too often. Show a new one.")
        return [Text(text, size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT), Row(renew)]
    tries = ngettext("{count} try is left.", "{count} tries are left.", reach.nearby_tries)
    warning = tries.format(count=reach.nearby_tries) if reach.nearby_tries < MAX_TRIES else ""
    return [
        Text(_("Friends on this network choose With friends, and enter"), size=theme.SMALL_TEXT_SIZE),
        Line(format_digits(reach.nearby_code), id="digits", face="serif", size=theme.TITLE_TEXT_SIZE * 0.7),
        Text(_("All others get the link."), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED),
        *([Text(warning, size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT)] if warning else []),
    ]


def format_digits(digits: str) -> str:
    """Return six digits as they are read aloud, in two parts."""
    return f"{digits[:3]}\u00a0{digits[3:]}"


def describe_reach(reach: Reach) -> Node:
    """Return the panel that says who can reach the table, and what helps where somebody cannot."""
    symbol, word, hint = find_outer_reach(reach)
    near = ("check", _("Yes")) if reach.is_nearby else ("info", _("By the link"))
    return make_panel(
        Column(
            Text(_("Reachable from"), face="serif", size=theme.SECTION_TEXT_SIZE),
            _describe_row("wifi", _("This network"), *near),
            Rule(),
            _describe_row("globe", _("Other homes"), symbol, word),
            Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED) if hint else None,
            gap=theme.SMALL_GAP,
        )
    )


def list_reach_lines(reach: Reach) -> tuple[str, ...]:
    """Return the lines of both panels that are narrated."""
    digits = _("Number for this network: {digits}").format(digits=format_digits(reach.nearby_code))
    _symbol, word, hint = find_outer_reach(reach)
    others = _("Other homes: {answer}").format(answer=word)
    phones = [_("Phones can scan the code on this screen.")] if reach.phones else []
    return (*phones, *([digits] if reach.nearby_code else []), f"{others}. {hint}".rstrip())


def _describe_row(symbol: str, name: str, mark: str, word: str) -> Node:
    return Row(
        make_symbol(symbol, theme.LARGE_TEXT_SIZE, theme.CREAM),
        Text(name, face="bold", grow=1),
        make_symbol(mark, theme.BODY_TEXT_SIZE, theme.OWN_SIDE_COLOR if mark == "check" else theme.MUTED),
        Line(word),
        gap=theme.GAP,
        align="middle",
    )


def find_outer_reach(reach: Reach) -> tuple[str, str, str]:
    """Return whether people in other homes can reach the table: a symbol, a word, and what helps or ""."""
    if reach.relay == "yes" or reach.probe == "yes" or reach.is_reached:
        return "check", _("Yes"), ""
    if reach.router == "asking" or reach.relay == "connecting":
        return "info", _("Checking…"), ""
    if reach.router == "probably" and reach.probe != "no":
        return "info", _("Probably"), _("The router has opened a port. You'll know for sure when a friend comes in.")
    hint = RELAY_HINTS.get(reach.relay) or ROUTER_HINTS.get(reach.router, ROUTER_HINTS["refused"])
    return "close", _("No"), _(hint)
