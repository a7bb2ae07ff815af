from uuid import UUID

from gatehouse.kit.events import Event


class Auth0MigrationBegun(Event):
    event_name = "vendor.auth0_migration_begun"
    severity = "High"
    text = "Began to fetch everybody from {domain}"
    migration_id: UUID
    domain: str
