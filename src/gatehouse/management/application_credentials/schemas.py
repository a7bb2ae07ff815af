from uuid import UUID

from gatehouse.kit.schemas import Wire


class ApplicationCredentials(Wire):
    """`clientSecret` is shown whole only in the answer that made it; afterwards the last letters, or nothing
    where there is none."""

    client_secret: str


class ApplicationCredentialsOf(Wire):
    app_id: UUID
