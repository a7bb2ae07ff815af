from uuid import UUID

from gatehouse.kit.events import Event


class PasswordlessRequested(Event):
    """`kind` is `code`, `smscode` or `magiclink`."""

    event_name = "user.passwordless_requested"
    text = "Asked for a way in without a password"
    user_id: UUID
    kind: str
