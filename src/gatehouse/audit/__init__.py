"""The audit log: what happened, who did it, and from where. Append-only."""
