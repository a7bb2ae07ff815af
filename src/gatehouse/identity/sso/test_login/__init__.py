"""An administrator goes through a connection to see whether it works: what came is checked as at a sign-in,
kept as a trace for the session that began it, and signs nobody in."""
