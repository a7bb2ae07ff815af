"""Two accounts of one person become one: support asks, both mailboxes agree."""
