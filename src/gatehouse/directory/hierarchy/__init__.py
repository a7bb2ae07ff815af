"""The tree of accounts below one: pages of children, search, parents, counts."""
