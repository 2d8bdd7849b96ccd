"""Play all games at full speed in the real window, with its storage and worker process, while faults happen."""
