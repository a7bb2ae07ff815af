"""Two accounts of one user become one: support asks, and both mailboxes agree."""
