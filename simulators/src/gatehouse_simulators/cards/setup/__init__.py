"""Setup intents: a card that is saved for later."""
