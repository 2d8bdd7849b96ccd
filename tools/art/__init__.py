"""Programs that draw the pictures and generate the sounds in `assets/`."""
