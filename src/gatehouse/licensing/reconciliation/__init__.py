"""Where the payment provider and the stored billing state differ, and events that could not be applied."""
