"""All games at full speed through the real window, its storage and its thinking process, while things go wrong."""
