"""A client for a table over the network, written from protocol.md: it plays the first legal action at every turn.

``python docs/example_client.py INVITATION NAME [OWNER_KEY]``. With the owner's key it starts when all are ready.
"""

import base64
import hashlib
import json
import secrets
import socket
import ssl
import sys

import msgspec
from websockets.sync.client import connect


def open_connection(addresses, port, fingerprint, outer):
    """Return a connection to the host that has the certificate of the invitation."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the fingerprint says who it is
    for endpoint in [*((address, port) for address in addresses), *map(tuple, outer)]:
        try:
            tls = context.wrap_socket(socket.create_connection(endpoint, 3.0))
        except OSError:
            continue
        if hashlib.sha256(tls.getpeercert(True)).digest() == fingerprint:
            tls.settimeout(None)
            return connect("ws://table/", sock=tls, proxy=None)
    raise SystemExit("the host does not answer")


def contribute(send, shuffle, seat, words):
    """Commit to a word for the shuffle of the next deal; open it once the commitments of all are shown."""
    place, shown = {"deal": shuffle["deal"], "round": len(shuffle["rounds"])}, shuffle["rounds"][-1]
    word = words.setdefault(tuple(place.values()), secrets.token_hex(32))
    lines = {"match": shuffle["match"], "deal": shuffle["deal"], "seal": shuffle["seal"], "seat": seat, "word": word}
    text = "tavoloverde word 2\n" + "".join(f"{name}: {value}\n" for name, value in lines.items())
    is_asked = seat in [entry["seat"] for entry in shown]
    if is_asked and all(entry["commitment"] for entry in shown):
        send("open", **place, word=word)
    elif is_asked:
        send("commit", **place, commitment=hashlib.sha256(text.encode()).hexdigest())


def play(invitation, name, owner_key=""):
    """Join the table, play until the match is over, and print the totals."""
    body = "".join(invitation.split()).removeprefix("tv2.")
    data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    if hashlib.sha256(b"invitation" + data[:-4]).digest()[:4] != data[-4:]:
        raise SystemExit("the invitation is damaged")
    addresses, port, fingerprint, secret, outer, _relay = msgspec.msgpack.decode(data[:-4])
    with open_connection(addresses, port, fingerprint, outer) as host:

        def send(kind, **fields):
            host.send(json.dumps({"type": kind, **fields}))

        send("hello", program="example 1", protocol=3, rules={"briscola": 1}, token=secret.hex())
        send("enter", name=name, run=secrets.token_hex(16), owner_key=owner_key)
        send("command", request={"type": "ready"})
        number, is_answered, own_words, observation = 0, True, {}, None
        for message in map(json.loads, host):
            kind = message["type"]
            if kind == "refused":
                raise SystemExit(f"refused: {message['code']}")
            if kind == "lobby" and owner_key and all(seat["is_ready"] for seat in message["seats"]):
                send("start")
            elif kind == "record" and message["is_last"]:
                print("totals:", *observation["totals"])
                return
            elif kind == "shuffle":
                contribute(send, message, observation["seat"], own_words)
            elif kind in ("first", "step"):
                observation, turn = message["views"][0]["observation"], message["turn"]
                send("command", request={"type": "shown", "revision": message["revision"]})
            elif kind == "status" and message["is_between_deals"]:
                send("command", request={"type": "ready"})
            elif kind == "answer" and message["number"] == number:
                if message["reason"] is not None:
                    raise SystemExit(f"not accepted: {message['reason']}")
                is_answered = True
            if observation is not None and observation["legal_actions"] and is_answered:
                number, is_answered, action = number + 1, False, observation["legal_actions"][0]
                send("command", number=number, turn=turn, request={"type": "act", "action": action})


if __name__ == "__main__":
    play(*sys.argv[1:])
