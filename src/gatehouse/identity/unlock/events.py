from uuid import UUID

from gatehouse.kit.events import Event


class UserUnlocked(Event):
    event_name = "user.unlocked"
    severity = "Medium"
    text = "Ended the lock after too many wrong passwords"
    user_id: UUID
