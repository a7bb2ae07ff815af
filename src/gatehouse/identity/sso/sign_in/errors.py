from gatehouse.kit.errors import DomainError, Forbidden, NotFound, Unauthenticated


class SsoDomainNotFound(NotFound):
    """Known to clients by its text: they go on with the usual way in."""

    code = "sso.domain_not_found"


class SsoFailed(Unauthenticated):
    """The provider did not show who somebody is. What exactly is on record."""

    code = "sso.failed"
    keeps_writes = True


class SsoRefused(Forbidden):
    """It is them, and this connection does not open their account. What exactly is on record."""

    code = "sso.refused"
    keeps_writes = True


class ProviderSilent(DomainError):
    """Nobody can be sent to the provider at the moment."""

    status = 503
    code = "sso.provider_silent"
