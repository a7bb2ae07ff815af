"""How an empty installation gets its first owner: by an address that the server prints when it starts."""
