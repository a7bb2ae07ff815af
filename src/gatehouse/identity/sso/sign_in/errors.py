from typing import Literal, Self

from gatehouse.identity.external.linking import LinkDecision
from gatehouse.kit.errors import DomainError, Forbidden, NotFound, Unauthenticated


class SsoDomainNotFound(NotFound):
    """No connection for this domain. Clients recognize the error by its text and continue with the usual
    sign-in."""

    code = "sso.domain_not_found"


class SsoFailed(Unauthenticated):
    """The provider did not authenticate the user. The audit log records the reason."""

    code = "sso.failed"
    keeps_writes = True


Refusal = LinkDecision | Literal["removed", "former_domain"]
RELEASE = "Ask an administrator of your organization to release it in the single sign-on settings."
TEXTS: dict[Refusal, str] = {
    LinkDecision.PROVIDER_OFF: "This single sign-on connection is switched off",
    LinkDecision.NOT_VERIFIED: "The identity provider does not say that the email address is yours",
    LinkDecision.REASSIGNED: "Another account of the identity provider is linked to this email address. "
    + RELEASE,
    "removed": "You were removed from this organization. Ask its administrators to invite you",
    "former_domain": "Your account here still has an email address of another domain. " + RELEASE,
}
OTHERWISE = "This single sign-on connection is not for your email address"


class SsoRefused(Forbidden):
    """The user is authenticated, but this connection may not open their account. The audit log records the
    reason."""

    code = "sso.refused"
    keeps_writes = True
    reason: Refusal = LinkDecision.NOT_TRUSTED

    @classmethod
    def because(cls, reason: Refusal) -> Self:
        refused = cls(TEXTS.get(reason, OTHERWISE))
        refused.reason = reason
        return refused


class ProviderSilent(DomainError):
    """The provider cannot be reached at the moment."""

    status = 503
    code = "sso.provider_silent"
