"""A relay: leases the seats of one license to tools that cannot reach the server, from a file that the
vendor signed for it. It runs at the customer's, with a store of its own, without PostgreSQL and without the
vendor."""
