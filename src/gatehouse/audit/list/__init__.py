"""The list of what happened: filter, sort, page."""
