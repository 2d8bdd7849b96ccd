"""Generate the sounds from noise and sines: `python -m tools.art.sounds` writes them to `assets/sounds`."""
