from uuid import UUID

from gatehouse.kit.events import Event


class UsernameChosen(Event):
    event_name = "user.username_added"
    severity = "Medium"
    text = "Chose the user name {username}"
    user_id: UUID
    username: str


class UsernameDeleted(Event):
    event_name = "user.username_deleted"
    severity = "Medium"
    text = "Deleted the user name {username}"
    user_id: UUID
    username: str
