"""Hosts of a game and their guests.

- `host`: a host and guests in the process of the test, which controls clock, disk and computer players. A guest sends
  messages without a program. `start_match` returns both in the middle of a match.
- `programs`: the program of a guest at such a host; `checked_match`: two of them, and a host that may lie.
- `clients`: a host that listens in the process of the test, and programs of guests that reach it over a socket.
- `processes`: a host as a process, and a bad line; `people` and `hostile_guest` play there.

`person.Person` has what people can do, in every one of them.
"""
