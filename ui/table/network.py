"""The table of a match whose host is another process: lost connections, absent people, and the owner's rights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from typing import Final

from game.core.sanitizer import name_key
from game.network.description.faces import make_network_avatars
from game.network.finished_matches import store_finished_match
from game.network.guest_client import ConnectionState
from game.network.messages import EndTable, Readmit, Rematch, RemoveGuest, SeatPresence, Substitute
from game.network.refusals import describe_refusal
from game.network.remote_transport import RemoteTransport
from game.session.session import Session
from game.text.chat import ChatMessage
from game.text.formatting import format_duration
from game.text.gettext import _
from game.text.host_faults import describe_host_fault
from game.text.narration import make_sentence
from game.text.table_people import (
    describe_absence,
    describe_absence_to_others,
    describe_rematch_offer,
    describe_waiting,
)
from ui.app.scene import Scene
from ui.services.invitations import copy_invitation
from ui.table.state import AbsenceNotice
from ui.table.watchers import is_screen_table, list_watcher_entries
from ui.widgets.popup_menu import MenuEntry

MAX_OWN_HOST_ABSENCE_S: Final = 5.0
"""The longest absence of a host at this machine that is not told as its end."""
OFFER_AFTER_S: Final = 15.0
"""The time for which a person is away before the table says what happens, and the owner can let the computer play."""


class TableNetwork:
    """The parts of a table over the network that are not of the match.

    ``session``, ``transport``: of the table; ``client``: its connection. ``open_match``: opens that of the next match.
    ``is_hosted_here``: whether the host is at this machine. ``avatars``: of the people as the lobby had them.
    ``match_id``: of the stored match, once it is stored here.
    """

    def __init__(
        self, table: Scene, session: Session, transport: RemoteTransport, open_match: Callable[[], None], *,
        is_hosted_here: bool,
    ) -> None:  # fmt: skip
        self.is_hosted_here = is_hosted_here
        self.avatars = make_network_avatars(transport.client.seat.people)
        self._table = table
        self._open_match = open_match
        self._is_rematch_told = False
        self._session = session
        self.client = transport.client
        self.match_id: int | None = None
        self._transport = transport
        self._is_ending = self._is_end_reported = False
        self._has_asked_for_match = False
        self._told_outage = ""
        self._told_absences: Mapping[int, bool] = {}
        self._told_waiting_names: tuple[str, ...] = ()
        self._told_watcher_names = self.client.watcher_names
        self._muted_watchers = frozenset[str]()
        self._told_late_words = self.client.check.late_words
        self._told_deals_without_word = self.client.check.deals_without_word
        self._is_fault_told = self._is_exclusion_told = False
        self._told_notice: AbsenceNotice | None = None
        self._told_removals = self.removed_seats

    # -- the connection

    @property
    def is_connected(self) -> bool:
        """Whether the host is there and knows the seat."""
        return self.client.is_connected and not self._is_seat_lost

    @property
    def is_screen_table(self) -> bool:
        """Whether the owner has no seat, because their screen is the table for all in the room."""
        return is_screen_table(self.client)

    @property
    def is_watching(self) -> bool:
        """Whether a person watches here without a seat."""
        return self._session.is_watching and not self.is_screen_table

    def open_code(self) -> None:
        """Show the code for phones as high as the window, at a table that has one."""
        if self.phones_link:
            self._table.context.router.open_phone_code(self.phones_link)

    @property
    def phones_link(self) -> str:
        """The link for phones; "" for everybody but the owner, and at a table without phones."""
        reach = self.client.reach
        return "" if reach is None else reach.phones

    @property
    def is_ended(self) -> bool:
        """Whether the connection has ended and is not tried again."""
        return self.client.state is ConnectionState.ENDED

    @property
    def _is_seat_lost(self) -> bool:
        welcome = self.client.welcome
        return welcome is not None and welcome.state == "waiting"

    @property
    def outage_text(self) -> str:
        """The line that is shown over the table while the match cannot go on; "" while it can."""
        seconds, text = self.client.lost_seconds, self._outage
        if seconds is None or not text or self._is_own_host_down:
            return text
        text = _("No connection to the host for {time}. Trying again…")
        if seconds >= OFFER_AFTER_S:
            text = _("No connection to the host for {time}.") + " " + self._long_outage
        return text.format(time=format_duration(seconds))

    @property
    def _long_outage(self) -> str:
        """What has probably happened to a host that is away for long, and what the person can do."""
        text = _(
            "The host's computer may be asleep or off. The match is kept: wait, or leave and choose "
            "“Continue” once it's back."
        )
        if self.client.is_host_missing:
            text = _(
                "The host's computer is asleep or off. The match is kept: wait, or leave and choose "
                "“Continue” once it's back."
            )
        return text

    @property
    def _outage(self) -> str:
        if self.is_connected or self._is_match_over or self._is_ending:
            return ""
        if self.is_ended:
            return self._refusal_text
        if self._is_own_host_down:
            return _("The table on this computer has stopped. Open the main menu, then choose “Continue”.")
        if self.client.lost_seconds is not None and self.client.lost_seconds >= OFFER_AFTER_S:
            return self._long_outage
        if self.client.lost_seconds is not None:
            return _("No connection to the host. Trying again…")
        return _("This table no longer recognizes you. Ask the host to let you in.")

    @property
    def _refusal_text(self) -> str:
        """The line about the refusal that has ended the connection."""
        client, welcome = self.client, self.client.welcome
        is_owner = welcome is not None and welcome.is_owner
        return describe_refusal(client.refusal, client.refused_minutes, is_owner=is_owner)

    @property
    def _is_own_host_down(self) -> bool:
        """Whether the host at this machine has probably been stopped."""
        seconds = self.client.lost_seconds
        return self.is_hosted_here and seconds is not None and seconds >= MAX_OWN_HOST_ABSENCE_S

    @property
    def _is_match_over(self) -> bool:
        return self._session.observation.is_over

    @property
    def is_shuffling(self) -> bool:
        """Whether the host collects the words for the next deal."""
        shuffle, observation = self.client.shuffle, self._session.observation
        return self.is_connected and shuffle is not None and shuffle.deal > observation.deal_number

    # -- the people

    @property
    def absences(self) -> dict[int, str]:
        """The lines at the plates of people who are away, by seat."""
        if not self.is_connected or self._is_match_over:
            return {}
        away, substituted = self.client.away_seconds, self.substituted_seats
        return {
            seat: _("computer plays")
            if seat in substituted
            else _("seen {time} ago").format(time=format_duration(seconds))
            for seat, seconds in away.items()
            if seat not in self._session.observation.departed_seats
        }

    @property
    def noticed_seat(self) -> int | None:
        """The seat of a person who is away for a while without a computer in their place: the one on turn first."""
        away, turn = self.client.away_seconds, self._session.observation.turn
        others = {*self.substituted_seats, *self.removed_seats}
        seats = [seat for seat in self.absences if seat not in others and away[seat] >= OFFER_AFTER_S]
        return turn if turn in seats else next(iter(seats), None)

    @property
    def absence_notice(self) -> AbsenceNotice | None:
        """What happens while a person is away, and whether this person can let the computer play; None without one.

        A watcher is told at other times that they watch. On a screen for all it is in the menu.
        """
        seat, names, observation = self.noticed_seat, self._session.info.names, self._session.observation
        if self.is_screen_table:
            return None
        if seat is None:
            return AbsenceNotice(_("You're watching.")) if self._session.is_watching else None
        owner = next((other for other, name in enumerate(names) if name == self._owner_name), None)
        if self.is_owner and not observation.options.has_turn_clock:
            text = _("{name} is away. You can let the computer play.").format(name=names[seat])
            return AbsenceNotice(text, _("Let the computer play"))
        is_owner_there = owner is not None and owner not in {*self.absences, *observation.departed_seats}
        return AbsenceNotice(
            describe_absence_to_others(observation, names[seat], self._owner_name, is_owner_there=is_owner_there)
        )

    def substitute_noticed(self) -> None:
        """Let the computer play for the person of the notice."""
        if self.noticed_seat is not None:
            self.substitute(self.noticed_seat)

    @property
    def _people(self) -> tuple[SeatPresence, ...]:
        return () if self.client.presence is None else self.client.presence.people

    @property
    def substituted_seats(self) -> tuple[int, ...]:
        """The seats of absent people that a computer plays."""
        return tuple(person.seat for person in self._people if person.is_substituted)

    @property
    def removed_seats(self) -> tuple[int, ...]:
        """The seats of removed people."""
        return tuple(person.seat for person in self._people if person.is_removed)

    @property
    def unready_names(self) -> tuple[str, ...]:
        """The other people who are there and have not asked for the next deal or match."""
        away, departed = self.client.away_seconds, self._session.observation.departed_seats
        other_seats = {*away, *departed, *self._ready_seats, *self._session.info.seats}
        return tuple(self._session.info.names[person.seat] for person in self._people if person.seat not in other_seats)

    @property
    def waiting_text(self) -> str:
        """The line for a person who has asked for the next deal or match."""
        return describe_waiting(self.unready_names)

    @property
    def _ready_seats(self) -> tuple[int, ...]:
        return () if self.client.presence is None else self.client.presence.ready_seats

    # -- another match

    @property
    def has_asked_for_match(self) -> bool:
        """Whether the person has asked for another match, and waits for the others."""
        has_asked = self.is_screen_table and self._is_rematch_asked
        return self._is_match_over and (has_asked or not {*self._session.info.seats}.isdisjoint(self._ready_seats))

    @property
    def can_play_again(self) -> bool:
        """Whether the person may ask for another match: the owner, or everybody once the owner has."""
        seats, observation = self._session.info.seats, self._session.observation
        takes_part = bool(seats) and {*seats}.isdisjoint({*self._barred_seats, *observation.departed_seats})
        takes_part = takes_part or self.is_screen_table
        return self.is_connected and self._is_match_over and takes_part and (self.is_owner or self._is_rematch_asked)

    @property
    def _is_rematch_asked(self) -> bool:
        """Whether the owner has asked for another match."""
        return self.client.presence is not None and self.client.presence.is_rematch_asked

    @property
    def _barred_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, _reason in self._session.status.penalty_reasons)

    @property
    def rematch_refusal(self) -> str:
        """The reason for which nobody can ask for another match: the owner is barred from tables; else ""."""
        barred_names = [self._session.info.names[seat] for seat in self._barred_seats]
        if not self._is_match_over or self._owner_name not in barred_names:
            return ""
        text = _("{name} is blocked and can't start another match here")
        if self.is_owner:
            text = _("You're blocked, so you can't start another match here")
        return text.format(name=self._owner_name)

    def play_again(self) -> None:
        """Ask for another match of the same people."""
        self._has_asked_for_match = True
        if self.is_owner:
            self.client.send(Rematch())
        else:
            self.client.report_ready()

    def _tell_rematch(self) -> None:
        """Tell once that the owner asks for another match."""
        is_offered = self.can_play_again and not self.is_owner and not self.has_asked_for_match
        if is_offered and not self._is_rematch_told:
            self._table.context.notify(describe_rematch_offer(self._owner_name))
        self._is_rematch_told = is_offered

    # -- what the owner may do

    @property
    def is_owner(self) -> bool:
        """Whether the person is the owner of the table, and the host is there."""
        welcome = self.client.welcome
        return self.is_connected and welcome is not None and welcome.is_owner

    @property
    def replaceable_seat(self) -> int | None:
        """The seat of an absent person for whom the owner may let the computer play: the one on turn before others."""
        observation = self._session.observation
        if not self.is_owner or observation.options.has_turn_clock:
            return None
        seats = [seat for seat in self.absences if seat not in self.substituted_seats]
        return observation.turn if observation.turn in seats else next(iter(seats), None)

    def substitute(self, seat: int) -> None:
        """Let the computer play at ``seat`` until its player is back."""
        self.client.send(Substitute(seat=seat))

    @property
    def removable_seats(self) -> tuple[int, ...]:
        """The seats whose people the owner may remove between two deals."""
        presence, observation = self.client.presence, self._session.observation
        if not self.is_owner or presence is None or observation.is_over:
            return ()
        other_seats = {*self.removed_seats, *observation.departed_seats, *self._session.info.seats}
        return tuple(person.seat for person in presence.people if person.seat not in other_seats)

    def remove(self, seat: int) -> None:
        """Remove the person at ``seat`` for the rest of the match."""
        self.client.send(RemoveGuest(seat=seat))

    @property
    def readmission(self) -> tuple[int, str] | None:
        """The seat that the owner may give to somebody who has lost its key, and their name.

        It is the seat of the same name, else that of the first person who is away.
        """
        absent_seats = tuple(seat for seat in self.absences if seat not in self.removed_seats)
        names = self.client.waiting_names
        if not self.is_owner or not names or not absent_seats:
            return None
        known_names = {name_key(self._session.info.names[seat]): seat for seat in absent_seats}
        return known_names.get(name_key(names[0]), absent_seats[0]), names[0]

    def ask_readmission(self, seat: int, name: str) -> None:
        """Ask the owner whether to give ``seat`` to the person who waits under ``name``."""
        player = self._session.info.names[seat]
        text = _("Give {player}'s seat to {name}?")
        if name_key(player) == name_key(name):
            text = _("{name} is back, but your computer can't tell whether it's really them. Let them in?")
        question = text.format(player=player, name=name)
        self._table.context.router.confirm(question, _("Let in"), partial(self.readmit, seat, name), _("Not now"))

    def readmit(self, seat: int, name: str) -> None:
        """Give ``seat`` to the person who waits under ``name``."""
        self.client.send(Readmit(seat=seat, name=name))

    def list_watcher_entries(self) -> list[MenuEntry]:
        """Return the entries of a menu for people who wait or watch."""
        return list_watcher_entries(self.client, self._session.info.names)

    @property
    def end_warning(self) -> str:
        """The line for an owner who is barred if they end the table now; "" if they are not."""
        observation, minutes = self._session.observation, self._session.observation.options.penalty_minutes
        has_left = {*self._session.info.seats} <= {*observation.departed_seats}
        if observation.is_over or has_left or not minutes:
            return ""
        return _("If you close the table, you'll be blocked for {minutes} min.").format(minutes=minutes)

    @property
    def is_followed(self) -> bool:
        """Whether another match has begun at the table."""
        return self._transport.is_followed

    # -- chat

    @property
    def mutable_people(self) -> tuple[int | str, ...]:
        """The people at other screens whose messages the person can mute, by their seat, or the name of a watcher."""
        info = self._session.info
        seats = (seat for seat, player in enumerate(info.players) if player.is_person and seat not in info.seats)
        return (*seats, *(name for name in self.client.watcher_names if name != self.client.person.name))

    @property
    def muted_people(self) -> frozenset[int | str]:
        """Those whose messages the person does not want to see; nobody else is told."""
        return self.client.seat.muted_seats | self._muted_watchers

    def is_muted(self, message: ChatMessage) -> bool:
        """Return whether the person does not want to see a message."""
        return (message.watcher if message.seat is None else message.seat) in self.muted_people

    def mute(self, person: int | str, *, is_muted: bool) -> None:
        """Mute a person until the end of the match, or show their messages again."""
        if isinstance(person, int):
            self.client.mute(person, is_muted)
        else:
            self._muted_watchers = self._muted_watchers | {person} if is_muted else self._muted_watchers - {person}

    def end_table(self) -> None:
        """End the table for everybody, and open the main menu once the host has ended."""
        self._is_ending = True
        self.client.send(EndTable())

    def copy_invitation(self) -> None:
        """Copy the invitation of the table."""
        copy_invitation(self._table.context, self.client.invitation)

    def leave(self) -> None:
        """Open the main menu; if the match is over, the table ends with its owner."""
        if self.is_owner and self._is_match_over:
            self.end_table()
        else:
            self._table.context.router.open_main_menu()

    # -- the frame

    @property
    def seconds_until_next_update(self) -> float:
        """The seconds until a time that is shown changes."""
        return 0.5 if self.outage_text or self.absences else inf

    def update(self) -> None:
        """Tell the person what has changed, and store the record once it has arrived; called once per frame."""
        self._tell_outage()
        self._tell_absences()
        self._tell_notice()
        self._tell_waiting_names()
        self._tell_watchers()
        self._tell_shuffles()
        self._tell_host_fault()
        self._tell_rematch()
        self._store_records()
        if self.is_followed:
            if self.client.has_match:
                if not self._has_asked_for_match:
                    self._tell_next_match()
                self._open_match()
        elif self._is_ending and (self.is_ended or (self.client.lost_seconds or 0.0) >= MAX_OWN_HOST_ABSENCE_S):
            self._table.context.router.open_main_menu()
        elif self.is_ended and not self._is_end_reported:
            self._is_end_reported = True
            self._report_end()

    def _tell_outage(self) -> None:
        outage = self._outage
        if outage == self._told_outage or self.is_ended:
            return
        self._told_outage = outage
        if outage and self._table.context.scenes.top is not self._table:
            self._table.context.notify(outage)
        else:
            self._narrate(outage or _("The host is back."))

    def _narrate(self, line: str) -> None:
        if self._table.context.narrate is not None:
            self._table.context.narrate(make_sentence(line))

    def _tell_absences(self) -> None:
        if not self.is_connected:
            return
        names, substituted, removed = self._session.info.names, self.substituted_seats, self.removed_seats
        absences = {seat: seat in substituted for seat in self.absences if seat not in removed}
        for seat in removed:
            if seat not in self._told_removals:
                text = _("The host has removed {name}. The computer takes over.")
                if self.is_owner:
                    text = _("You have removed {name}. The computer takes over.")
                self._table.context.notify(text.format(name=names[seat]))
        self._told_removals = removed
        self._told_absences = {seat: told for seat, told in self._told_absences.items() if seat not in removed}
        for seat in sorted({*absences, *self._told_absences}):
            if absences.get(seat) != self._told_absences.get(seat):
                self._tell_absence(names[seat], is_substituted=absences.get(seat))
        self._told_absences = absences

    def _tell_absence(self, name: str, *, is_substituted: bool | None) -> None:
        """Narrate that a person has gone or come back; show the line too if the computer plays for them now."""
        line = describe_absence(name, is_substituted=is_substituted)
        if is_substituted:
            self._table.context.notify(line)
        else:
            self._narrate(line)

    def _tell_notice(self) -> None:
        """Narrate the notice of a person who is away when it appears or changes."""
        notice = self.absence_notice
        if notice is not None and notice != self._told_notice:
            self._narrate(notice.text)
        self._told_notice = notice

    def _tell_waiting_names(self) -> None:
        for name in self.client.waiting_names if self.is_owner else ():
            if name not in self._told_waiting_names:
                absent_names = {name_key(self._session.info.names[seat]) for seat in self.absences}
                text = _("{name} is asking for a seat. Answer in the menu.")
                if name_key(name) in absent_names:
                    text = _("{name} is asking for their seat back. Answer in the menu.")
                self._table.context.notify(text.format(name=name))
        self._told_waiting_names = self.client.waiting_names

    def _tell_watchers(self) -> None:
        """Tell who begins to watch, and narrate who stops."""
        told, names = self._told_watcher_names, self.client.watcher_names
        if not self.is_connected or told == names:
            return
        for name in names:
            if name not in told and not self._session.is_watching:
                self._table.context.notify(_("{name} is watching.").format(name=name))
        for name in told:
            if name not in names:
                self._narrate(_("{name} is no longer watching.").format(name=name))
        self._told_watcher_names = names

    def _tell_shuffles(self) -> None:
        """Tell of words that were missing: a void round, and a shuffle without the person's own word."""
        late_words, deals = self.client.check.late_words, self.client.check.deals_without_word
        for _deal_number, seat in late_words[len(self._told_late_words) :]:
            text = _("{name} didn't take part in the shuffle, so the cards are being shuffled again.")
            self._table.context.notify(text.format(name=self._session.info.names[seat]))
        if len(deals) > len(self._told_deals_without_word):
            self._table.context.notify(self._describe_missing_word())
        self._told_late_words, self._told_deals_without_word = late_words, deals

    def _describe_missing_word(self) -> str:
        """Return why a deal was shuffled without the person's word; the first time that it is so until the end."""
        if not self.client.is_word_excluded or self._is_exclusion_told:
            return _("This deal was shuffled without you.")
        self._is_exclusion_told = True
        return _("Your shuffle word came too late: from now on, the cards in this match are shuffled without you.")

    def _tell_host_fault(self) -> None:
        """Tell what the host did against the rules, once; the way out is the default."""
        fault, router = self.client.check.fault, self._table.context.router
        if fault is None or self._is_fault_told:
            return
        self._is_fault_told = True
        welcome = self.client.welcome
        table = "" if welcome is None else welcome.table
        text = describe_host_fault(self._owner_name or table, fault)
        router.confirm(text, _("Leave the table"), router.open_main_menu, _("Stay"), is_recommended=True)

    @property
    def _owner_name(self) -> str:
        """The name of the table's owner as the lobby had it, "" if the lobby was not seen."""
        return next((person.name for person in self.client.seat.people if person.is_owner), "")

    def _store_records(self) -> None:
        """Store the matches whose records have arrived: this one, or one at whose end the person was away."""
        context, client = self._table.context, self.client
        while client.finished_matches:
            match = client.finished_matches.popleft()
            is_present_match = match.data is client.record and not self.is_followed
            store = partial(
                store_finished_match, data=match.data, info=match.info, profile_id=context.own_profile.id,
                now=context.now(),
            )  # fmt: skip
            on_stored = partial(self._note_stored, is_present_match)
            context.tasks.submit(context.storage.submit_to_archive(store), on_stored)
            if not is_present_match and not self.is_followed:
                self._tell_next_match()

    def _note_stored(self, is_present_match: bool, match_id: int) -> None:
        """Tell the session the id of the stored match, if it is the one on the screen."""
        if is_present_match:
            self.match_id = match_id

    def _tell_next_match(self) -> None:
        """Tell a person who has not asked for another match that it has begun."""
        self._table.context.notify(_("Another match has begun. The previous one is in your history."))

    def _report_end(self) -> None:
        router, is_deal_unopened = self._table.context.router, self.client.is_deal_unopened
        text = self._refusal_text
        if is_deal_unopened:
            text += " " + _("The host didn't show all the cards of the last deal, so you can't check the shuffle.")
        if is_deal_unopened or not self._is_match_over:
            router.confirm(text, _("Main menu"), router.open_main_menu, _("Look at the table"))
