from uuid import UUID

from gatehouse.kit.schemas import Wire


class MadeClientSecret(Wire):
    """Shown whole in this answer only."""

    client_secret: str


class MadeSharedSecret(Wire):
    """Shown whole in this answer only."""

    shared_secret: str


class ApplicationCredentials(Wire):
    """The last letters of each, or nothing where there is none."""

    client_secret: str
    shared_secret: str


class ApplicationCredentialsOf(Wire):
    app_id: UUID
