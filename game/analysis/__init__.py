"""Analysis of played matches: the value of each choice, given what the player could know at the time."""
