"""What is announced of the migration of users."""

from uuid import UUID

from gatehouse.kit.events import Event


class UsersMigrated(Event):
    event_name = "tenant.users_migrated"
    severity = "High"
    text = "The people of an account moved to another one"
    source_id: UUID
    target_id: UUID
