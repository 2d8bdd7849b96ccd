"""The guided first deals."""
