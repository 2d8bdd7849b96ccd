"""A process that runs tasks, for everything that would take longer than a frame."""
