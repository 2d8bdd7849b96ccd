"""A client for a table over the network, written from protocol.md: it plays the first legal action at every turn.

``python docs/example_client.py INVITATION NAME [OWNER_KEY]`` needs only msgspec and websockets. With the owner's key it
starts the match when there is a person at every seat and all are ready.
"""

import base64
import hashlib
import secrets
import socket
import ssl
import sys

import msgspec
from websockets.sync.client import connect

VERBS = {"Play": "play", "Sign": "sign", "Swap": "swap"}  # those of Briscola
TOTALS, LEGAL_ACTIONS = 8, 19  # the places of these fields in an observation, after the name of the class


def open_connection(addresses, port, fingerprint):
    """Return a connection to the host that has the certificate of the invitation."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for address in addresses:
        try:
            tls = context.wrap_socket(socket.create_connection((address, port), 3.0))
        except OSError:
            continue
        if hashlib.sha256(tls.getpeercert(True)).digest() == fingerprint:
            tls.settimeout(None)
            return connect("ws://table/", sock=tls, compression=None, proxy=None)
    raise SystemExit("the host does not answer")


def contribute(send, shuffle, seat, words):
    """Commit to a word for the shuffle of the next deal; open it once the commitments of all are shown."""
    place = {"deal": shuffle["deal"], "round": len(shuffle["rounds"])}
    shown = shuffle["rounds"][-1]
    if seat not in [word["seat"] for word in shown]:
        return
    if all("commitment" in word for word in shown):
        send("open", **place, word=words[tuple(place.values())])
        return
    word = words.setdefault(tuple(place.values()), secrets.token_hex(32))
    lines = {"match": shuffle["match"], "deal": shuffle["deal"], "seal": shuffle["seal"], "seat": seat, "word": word}
    text = "tavoloverde word 2\n" + "".join(f"{name}: {value}\n" for name, value in lines.items())
    send("commit", **place, commitment=hashlib.sha256(text.encode()).hexdigest())


def play(invitation, name, owner_key=""):
    """Join the table, play until the match is over, and print the totals."""
    body = "".join(invitation.split()).removeprefix("tv1.")
    data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    if hashlib.sha256(b"invitation" + data[:-4]).digest()[:4] != data[-4:]:
        raise SystemExit("the invitation is damaged")
    *way, secret = msgspec.msgpack.decode(data[:-4])
    with open_connection(*way) as host:

        def send(kind, **keys):
            host.send(msgspec.msgpack.encode({"type": kind, **keys}))

        send("hello", program="example 1", protocol=2, rules={"briscola": 1}, token=secret.hex())
        send("enter", name=name, run=secrets.token_hex(16), owner_key=owner_key)
        send("ready")
        number, is_answered, own_seat, own_words = 0, True, None, {}
        observation, turn = None, None
        for data in host:
            message = msgspec.msgpack.decode(data)
            kind, value = message["type"], message.get("message", [None])
            if kind == "refused":
                raise SystemExit(f"refused: {message['code']}")
            if kind == "lobby" and owner_key and all(seat["is_ready"] for seat in message["seats"]):
                send("start")
            elif kind == "record" and message["is_last"]:
                send("record_received")
                print("totals:", *observation[TOTALS][1:])
                return
            elif kind == "step":
                observation, turn = message["observation"], message["turn"]
                send("shown", revision=message["revision"])
            elif kind == "shuffle":
                contribute(send, message, own_seat, own_words)
            elif value[0] == "FirstMessage":
                _kind, _info, revision, (_list, *turn), (_list, view), *_rest = value
                own_seat, observation = view[1], view[2]
                send("shown", revision=revision)
            elif value[0] == "MatchStatus" and value[4]:
                send("ready")
            elif value[0] == "Answer":
                if value[2] is not None:
                    raise SystemExit(f"not accepted: {value[2]}")
                is_answered = True
            if observation is not None and len(observation[LEGAL_ACTIONS]) > 1 and is_answered:
                verb, seat, *fields = observation[LEGAL_ACTIONS][1]
                words = [field[1] if isinstance(field, list) else field for field in fields if field is not None]
                number, is_answered = number + 1, False
                send("act", number=number, turn=turn, action=" ".join(map(str, [seat, VERBS[verb], *words])))


if __name__ == "__main__":
    play(*sys.argv[1:])
