"""What only the demo, development and the tests have: demo data, the outbox page, the clock."""
