"""The program with its window: main loop, context, router and settings."""
