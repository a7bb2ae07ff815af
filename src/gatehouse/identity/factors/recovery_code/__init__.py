"""Recovery code for a user without access to any MFA factor: one per user, valid once."""
