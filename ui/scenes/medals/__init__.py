"""The medals of a person."""
