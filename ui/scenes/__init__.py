"""The scenes of the program, a package for each."""
