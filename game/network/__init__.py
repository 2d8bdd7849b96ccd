"""Tables over the network: a host process, and the sessions of people at other machines (docs/protocol.md)."""
