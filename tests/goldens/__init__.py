"""Pictures of the program as it should look, small: ``python -m tests.goldens`` makes them anew; look at each."""
