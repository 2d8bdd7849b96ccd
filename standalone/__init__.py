"""The build of the program as a download that needs no Python and no installation."""
