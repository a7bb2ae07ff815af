"""The provider's own tables: entities as the wire shows them, events, switches."""
