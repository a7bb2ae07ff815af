"""Sign-up, login, sessions, passwords and tokens."""
