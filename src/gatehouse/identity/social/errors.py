from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated


class ProviderNotOffered(NotFound, code="social.not_offered"): ...


class PageRefused(Invalid, code="social.page_refused"):
    """Users are redirected only to pages whose origin may call the API."""


class AppRefused(Invalid, code="social.app_refused"):
    """The app could not return for the session, or another app could take it over."""


class SocialFailed(Unauthenticated, code="ER-01049", keeps_writes=True):
    """Clients recognize the error by its code (wire reference §3). The audit log records the reason."""


class SocialRefused(Forbidden, keeps_writes=True): ...


class ProviderEmailNotVerified(SocialRefused, code="social.email_not_verified"): ...


class AccountExists(SocialRefused, code="social.account_exists"):
    """The address belongs to an account that is already linked to another account of the provider."""


class ProviderNotFound(NotFound, code="social.provider_not_found"): ...


class ProviderExists(Conflict, code="social.provider_exists"): ...
