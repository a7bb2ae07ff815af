"""Setup intents: saving a card for later."""
