"""In-app notifications of users (the bell)."""
