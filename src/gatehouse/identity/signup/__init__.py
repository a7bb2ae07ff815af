"""Public sign-up: create a user and their company, and mail a link that verifies the address."""
