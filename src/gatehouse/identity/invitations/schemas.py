from uuid import UUID

from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.schemas import Wire


class Acceptance(Wire):
    user_id: UUID
    token: Token
