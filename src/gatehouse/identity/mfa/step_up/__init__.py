"""The second factor once more, for what is sensitive: a new session takes the place of the old one."""
