"""One file for each kind of system: how it is asked, and what it says of a person."""
