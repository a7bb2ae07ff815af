"""Who is told of which event by mail or text message: the same rules for both."""
