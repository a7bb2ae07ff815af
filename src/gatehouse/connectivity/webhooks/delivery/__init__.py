"""From an event to the receiver's answer: queued with the event, sent by a job for each webhook."""
