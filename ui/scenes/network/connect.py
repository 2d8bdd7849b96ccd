"""The dialog while the program connects to a table over the network, until its lobby or its match is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Final

from game.match.setup import SEED_BITS
from game.network.host_faults import FAULT_MESSAGES
from game.network.host_launcher import HostLaunch
from game.network.invitation import Invitation, decode_invitation
from game.network.messages import LetWatch
from game.network.refusals import describe_refusal
from game.network.table_files import open_seat_keys
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.network.lobby import LobbyScene
from ui.scenes.network.person_form import GuestName, list_launched_ways
from ui.services.wake_up import wake_window
from ui.widgets.fields import Action
from ui.widgets.nodes import Node, Space

if TYPE_CHECKING:
    from game.network.guest_client import GuestClient
    from game.network.known_tables import KnownTable
    from game.network.nearby import KnockAttempt

UNREACHABLE: Final = "unreachable"
"""The code of a host that does not answer; the others are those of a refusal or of a host that did not start."""
PASSING_CODES: Final = frozenset(
    {"wrong_host", "bad_host", "guest_older", "guest_newer", "guest_rules_older", "guest_rules_newer", "barred"}
)
"""The refusals after which a known table can be there another time; after all others, a guest has no seat there."""


class ConnectDialog(DialogBox):
    """Connects ``person`` to a table: that of ``launch``, ``invitation`` or ``knock``, or ``known_table``.

    ``on_failed`` gets the code and the line of the reason after the dialog has closed. A known table of another machine
    is tried until the person gives up; one of this machine is started if its host does not run. A reason that may pass
    is shown in the dialog, and the table can be forgotten there: then it calls ``on_forget``. ``is_screen_table``: the
    owner takes no seat, because the screen is the table.
    """

    panel_width = 640

    def __init__(
        self, context: AppContext, scene_below: Scene, person: GuestName, *, on_failed: Callable[[str, str], object],
        launch: HostLaunch | None = None, invitation: Invitation | None = None, owner_key: str = "",
        known_table: KnownTable | None = None, on_forget: Callable[[], object] | None = None,
        knock: KnockAttempt | None = None, is_screen_table: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(context, scene_below, _("Opening the table…") if launch else _("Connecting to the table…"))
        self._person = person
        self._on_failed = on_failed
        self._launch = launch
        self._invitation = invitation if known_table is None else known_table.invitation
        self._owner_key = owner_key if known_table is None else known_table.owner_key
        self._known_table = known_table
        self._knock = knock
        self._is_screen_table = is_screen_table
        self._on_forget = on_forget
        self._client: GuestClient | None = None
        self._network: ModuleType | None = None
        self._reason = ""
        """Why a known table cannot be opened now."""
        loading = context.storage.submit(_load_network)
        context.tasks.submit(loading, self._keep_network, owner=self)

    # -- widgets

    def list_answers(self) -> Sequence[Node]:
        can_forget = self._on_forget is not None and bool(
            self._reason or (self.is_unreachable and not self._is_hosted_here)
        )
        text = _("Back") if self._reason else _("Cancel")
        cancel = Action("cancel", text, self.on_escape, style="#menu", grow=1)
        forget = Action("forget", _("Forget table"), self._forget, style="#danger", grow=1)
        return (cancel, forget) if can_forget else (Space(grow=1), cancel)

    def _set_question(self, text: str) -> None:
        if text != self.question:
            self.question = text
            self.recompose("panel")
            self.narrate_change()

    # -- the connection

    @property
    def is_busy(self) -> bool:
        return not self._reason

    def _keep_network(self, network: ModuleType) -> None:
        self._network = network

    def update(self, seconds: float) -> None:
        if self._reason:
            return
        if self._client is not None:
            self._watch(self._client)
        elif self._network is not None:
            self._prepare(self._network)

    def _prepare(self, network: ModuleType) -> None:
        """Start the client, after the host if it has to be started."""
        launch = self._launch
        if launch is not None:
            if not launch.is_done:
                return
            if launch.error:
                self._fail(launch.fault, launch.error)
                return
            self._invitation, self._owner_key = decode_invitation(launch.invitation), launch.owner_key
        knock = self._knock
        if knock is not None:
            if not knock.is_done:
                return
            if knock.invitation is None:
                self._fail(knock.refusal, _describe_failure(knock.refusal))
                return
            self._invitation = knock.invitation
        assert self._invitation is not None
        person, context = self._person, self.context
        self._client = network.GuestClient(
            self._invitation,
            network.Person(person.name, person.color, person.avatar_number),
            clock=context.clock,
            rng=Random(context.seed_rng.getrandbits(SEED_BITS)),
            owner_key=self._owner_key,
            seat_keys=open_seat_keys(context.folders),
        )
        self._client.on_news = wake_window
        self._client.start()
        self._set_question(_("Connecting to the table…"))

    @property
    def _is_hosted_here(self) -> bool:
        """Whether the host is at this machine."""
        return self._launch is not None or (self._known_table is not None and self._known_table.is_hosted)

    @property
    def is_unreachable(self) -> bool:
        """Whether no address of the host has answered yet."""
        client = self._client
        return client is not None and client.lost_at is not None and not client.has_answered

    def _watch(self, client: GuestClient) -> None:
        """Open the scene of the table, or show why that is not possible."""
        from ui.scenes.network.open_table import open_network_table  # loaded by `_load_network`

        if client.has_match:
            self._client = None
            open_network_table(self.context, client, is_hosted_here=self._is_hosted_here)
        elif client.refusal and client.state.value == "ended":
            is_owner = bool(self._owner_key)
            self._fail(client.refusal, describe_refusal(client.refusal, client.refused_minutes, is_owner=is_owner))
        elif client.lobby is not None:
            self._client = None
            if self._is_screen_table:
                client.send(LetWatch(name=self._person.name))
            self.context.scenes.replace_top(LobbyScene(self.context, client, is_hosted_here=self._is_hosted_here))
        elif client.welcome is not None and client.welcome.state == "waiting":
            self._set_question(_("Waiting for the host to let you in…"))
        elif self.is_unreachable:
            self._handle_silence(client)

    def _handle_silence(self, client: GuestClient) -> None:
        table = self._known_table
        if table is None:
            self._fail(UNREACHABLE, _describe_failure(UNREACHABLE))
        elif table.is_hosted and self._launch is None:
            self._close_client()
            ways = list_launched_ways(self.context)._replace(phones=table.has_phones)
            self._launch = HostLaunch(table.name, None, 0, ways)
            self._set_question(_("Opening the table…"))
        else:
            self._set_question(_("The host isn't answering. Trying again…"))

    def _may_pass(self, code: str) -> bool:
        """Return whether the known table can be there another time."""
        if self._is_hosted_here:
            return code != "no_table" and (code in PASSING_CODES or code in FAULT_MESSAGES or code == "match_over")
        return code in PASSING_CODES

    def _fail(self, code: str, text: str) -> None:
        if self._on_forget is not None and self._may_pass(code):
            self._close_client()
            self._reason = text
            self._set_question(text)
            return
        self.context.scenes.pop()
        self._on_failed(code, text)

    def _forget(self) -> None:
        self.context.scenes.pop()
        if self._on_forget is not None:
            self._on_forget()

    def _close_client(self) -> None:
        if self._client is not None:
            self._client.close(0.0)
            self._client = None

    def on_exit(self) -> None:
        self._close_client()


def _describe_failure(code: str) -> str:
    if code == UNREACHABLE:
        return _("The host isn't answering. Ask if the table is open, and check your connection.")
    return describe_refusal(code)


def _load_network() -> ModuleType:
    """Import the client and what it needs, which takes longer than a frame."""
    from game.network import guest_client
    from ui.scenes.network import open_table

    assert open_table
    return guest_client
