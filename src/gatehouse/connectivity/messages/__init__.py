"""Messages about events: one for each recipient, each sent by its own job."""
