"""The program as something to download: no Python, no libraries, nothing to install."""
