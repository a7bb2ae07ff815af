from uuid import UUID

from gatehouse.kit.events import Event


class PasskeyAdded(Event):
    event_name = "user.passkey_added"
    severity = "Medium"
    text = "Added a passkey"
    user_id: UUID


class PasskeyRemoved(Event):
    event_name = "user.passkey_removed"
    severity = "Medium"
    text = "Removed a passkey"
    user_id: UUID
    passkey_id: UUID
