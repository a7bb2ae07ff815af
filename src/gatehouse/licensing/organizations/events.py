from uuid import UUID

from gatehouse.kit.events import Event


class OrganizationCreated(Event):
    event_name = "organization.created"
    text = "{name} was created with a trial of {trial_days} days"
    organization_id: UUID
    name: str
    trial_days: int
