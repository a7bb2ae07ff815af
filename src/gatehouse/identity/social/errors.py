from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated


class ProviderNotOffered(NotFound):
    code = "social.not_offered"


class PageRefused(Invalid):
    """People are sent only to pages that may call the API."""

    code = "social.page_refused"


class AppRefused(Invalid):
    """It could not come back for the session, or anybody else could."""

    code = "social.app_refused"


class SocialFailed(Unauthenticated):
    """Known to clients by its code (wire reference §3). What exactly is on record."""

    code = "ER-01049"
    keeps_writes = True


class ProviderEmailNotVerified(Forbidden):
    code = "social.email_not_verified"
    keeps_writes = True


class AccountExists(Forbidden):
    """Somebody has the address, and another account of the provider opens theirs."""

    code = "social.account_exists"
    keeps_writes = True


class ProviderNotFound(NotFound):
    code = "social.provider_not_found"


class ProviderExists(Conflict):
    code = "social.provider_exists"
