"""What happened, who did it, and from where: appended, never edited."""
