"""One module for each kind of user source: how it is queried, and how its user data is read."""
