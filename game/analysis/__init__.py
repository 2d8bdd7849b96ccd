"""Going through matches that were played: what each choice was worth, by what could be known when it was made."""
