"""A sign-in that waits goes on: a second factor is shown, or the first one enrolled."""
