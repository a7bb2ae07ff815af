"""What was or is to be sent to a webhook, and sending it again."""
