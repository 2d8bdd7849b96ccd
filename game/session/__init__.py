"""Live matches: host, sessions, computer seats, chat, turn clock and penalties."""
