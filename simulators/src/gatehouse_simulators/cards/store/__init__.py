"""The provider's own tables: entities as the API returns them, events, switches."""
