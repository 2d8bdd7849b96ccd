"""The sounds, made from noise and sines: `python -m assets.synth` writes them to `assets/sounds`."""
