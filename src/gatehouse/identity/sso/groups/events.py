from uuid import UUID

from gatehouse.kit.events import Event


class SsoGroupEvent(Event):
    severity = "High"
    connection_id: UUID
    group_id: UUID
    name: str


class SsoGroupCreated(SsoGroupEvent):
    event_name = "sso_group.created"
    text = "Gave roles to the group {name} of single sign-on"
    role_ids: list[UUID]


class SsoGroupUpdated(SsoGroupEvent):
    event_name = "sso_group.updated"
    text = "Changed the roles of the group {name} of single sign-on"
    role_ids: list[UUID]


class SsoGroupDeleted(SsoGroupEvent):
    event_name = "sso_group.deleted"
    text = "Took away the roles of the group {name} of single sign-on"
