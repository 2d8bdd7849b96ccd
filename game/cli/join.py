"""The command ``join``: take a seat at a table over the network, in text (docs/protocol.md)."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING, Final

from game.core.messages import InputError
from game.storage.files import StorageError, get_default_folders
from game.text.errors import describe_error
from game.text.gettext import _
from game.text.messages import format_event, format_match_outcome, format_reason
from game.text.output import print_error, print_output

if TYPE_CHECKING:
    from game.network.guest_client import GuestClient
    from game.network.invitation import Invitation
    from game.network.remote_session import RemoteSession

FRAME_S: Final = 0.02
OWNER_KEY_VARIABLE: Final = "TAVOLOVERDE_OWNER_KEY"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("invitation", metavar=_("INVITATION"), help=_("invitation; - reads it from standard input"))
    parser.add_argument("--name", metavar=_("NAME"), required=True, help=_("your name at the table"))
    parser.epilog = _("The owner of the table has the owner's key in the variable {variable}.").format(
        variable=OWNER_KEY_VARIABLE
    )


def read_invitation(text: str) -> Invitation:
    """Return the invitation of the argument ``text``, or of the first line of standard input if that is "-".

    Raise InputError.
    """
    from game.network.invitation import decode_invitation

    return decode_invitation(sys.stdin.readline() if text == "-" else text)


def run(args: argparse.Namespace) -> int:
    """Play at the table until the match is over, and return the exit status: 0, or 2 after a fault in one line."""
    from game.network.guest_client import ConnectionState, GuestClient, Person
    from game.network.messages import Ready, StartMatch
    from game.network.refusals import describe_refusal
    from game.network.remote_session import RemoteSession
    from game.network.table_files import open_seat_keys

    try:
        folders = get_default_folders()
        folders.prepare()
        invitation = read_invitation(args.invitation)
    except InputError as error:
        print_error(f"tavoloverde join: {describe_error(error)}")
        return 2
    except StorageError as error:
        print_error(f"tavoloverde join: {error}")
        return 2
    owner_key = os.environ.get(OWNER_KEY_VARIABLE, "").strip()
    client = GuestClient(
        invitation, Person(args.name), clock=time.monotonic, owner_key=owner_key, seat_keys=open_seat_keys(folders)
    )
    client.start()
    try:
        is_ready = False
        while not client.has_match and client.state is not ConnectionState.ENDED:
            if client.lobby is not None and not is_ready:
                is_ready = True
                client.send(Ready())
                print_output(_("You are at the table. The match starts when its owner starts it."))
                if owner_key:
                    print_output(_("Press Enter to start the match."))
                    sys.stdin.readline()
                    client.send(StartMatch())
            time.sleep(FRAME_S)
        if client.has_match:
            _play(RemoteSession(client, time.monotonic), client)
        if client.refusal:
            print_error(f"tavoloverde join: {describe_refusal(client.refusal)}")
            return 2
    finally:
        client.close()
    return 0


def _play(session: RemoteSession, client: GuestClient) -> None:
    """Print everything that happens, and ask for each action of the person."""
    names = session.info.names
    while not session.observation.is_over and not client.refusal:
        for transition in session.update(is_idle=True):
            for event in transition.events:
                print_output(format_event(event, names))
        if session.course.is_between_deals:
            session.course.start_next_deal()
        if session.is_your_turn:
            actions = session.observation.legal_actions
            print_output("  ".join(f"{number} {action.text_without_seat}" for number, action in enumerate(actions, 1)))
            answer = sys.stdin.readline().strip()
            if not answer.isdecimal() or not 1 <= int(answer) <= len(actions):
                print_output(_("Type the number of a choice."))
                continue
            reason = session.act(actions[int(answer) - 1])
            if reason is not None:
                print_output(format_reason(reason, names))
        time.sleep(FRAME_S)
    for line in format_match_outcome(session.observation, names) if session.observation.is_over else ():
        print_output(line)
