"""Refusals of single sign-on."""

from typing import Literal, Self

from gatehouse.identity.external.linking import LinkDecision
from gatehouse.kit.errors import (
    Conflict,
    DomainError,
    Forbidden,
    Invalid,
    NotFound,
    Unauthenticated,
)


class ExcludedEmailNotFound(NotFound, code="sso.not_excluded"): ...


class SsoConnectionNotFound(NotFound, code="sso.not_found"): ...


class TooManySsoConnections(Conflict, code="sso.too_many"): ...


class ConnectionIncomplete(Invalid, code="sso.incomplete"):
    """The connection cannot be enabled: `missing` names the fields."""


class SsoConnectionOutranksYou(Forbidden, code="sso.outranks_you"):
    """The connection grants a role that the caller may not assign."""


class BadCertificate(Invalid, code="sso.bad_certificate"): ...


class OidcOff(Conflict, code="sso.oidc_off"):
    """The vendor offers SAML only."""


class PlainHttp(Invalid, code="sso.plain_http"):
    """Plain HTTP would expose the requests and responses of a sign-in on the network."""


class DomainNotFound(NotFound, code="sso.unknown_domain"): ...


class DomainExists(Conflict, code="sso.domain_exists"): ...


class DomainTaken(Conflict, code="sso.domain_taken"):
    """Another account has already verified this domain."""


class DomainAmbiguous(Conflict, code="sso.domain_ambiguous"):
    """The vendor verifies the domain, and several accounts have added it."""


class DomainCodeWrong(Invalid, code="sso.domain_code_wrong", keeps_writes=True):
    """The code is wrong, has expired, or was tried too often."""


class DomainPublic(Invalid, code="sso.domain_public"):
    """The domain belongs to a public email provider."""


class TooManyDomains(Conflict, code="sso.too_many_domains"): ...


class RecordMissing(Invalid, code="sso.record_missing"): ...


class ServerSilent(DomainError, status=503): ...


class NameServersSilent(ServerSilent, code="sso.name_servers_silent"):
    """No name server answered the query for the record. Try again later."""


class SsoGroupNotFound(NotFound, code="sso.group_not_found"): ...


class SsoGroupExists(Conflict, code="sso.group_exists"): ...


class TooManySsoGroups(Conflict, code="sso.too_many_groups"): ...


class SsoLinkNotFound(NotFound, code="sso.link_not_found"): ...


class BadMetadata(Invalid, code="sso.bad_metadata"): ...


class MetadataUnreachable(Invalid, code="sso.metadata_unreachable"): ...


class SsoDomainNotFound(NotFound, code="sso.domain_not_found"):
    """No connection for this domain. Clients recognize the error by its text and continue with the usual
    sign-in."""


class SsoFailed(Unauthenticated, code="sso.failed", keeps_writes=True):
    """The provider did not authenticate the user. The audit log records the reason."""


Refusal = LinkDecision | Literal["removed", "former_domain"]
RELEASE_HINT = (
    "Ask an administrator of your organization to unlink it in the single sign-on settings."
)
REFUSAL_TEXTS: dict[Refusal, str] = {
    LinkDecision.PROVIDER_OFF: "This single sign-on connection is turned off",
    LinkDecision.NOT_VERIFIED: "The identity provider has not verified your email address",
    LinkDecision.REASSIGNED: "Another account at the identity provider is linked to this email address. "
    + RELEASE_HINT,
    "removed": "You were removed from this organization. Ask an administrator to invite you again.",
    "former_domain": "Your account still has an email address in another domain. " + RELEASE_HINT,
}
OTHER_REFUSAL = "This single sign-on connection does not cover your email address"


class SsoRefused(Forbidden):
    """The user is authenticated, but this connection may not open their account. The audit log records the
    reason."""

    code = "sso.refused"
    keeps_writes = True
    reason: Refusal = LinkDecision.NOT_TRUSTED

    @classmethod
    def for_reason(cls, reason: Refusal) -> Self:
        refused = cls(REFUSAL_TEXTS.get(reason, OTHER_REFUSAL))
        refused.reason = reason
        return refused


class ProviderSilent(ServerSilent, code="sso.provider_silent"):
    """The provider cannot be reached at the moment."""


class LogoutRefused(Invalid, code="sso.logout_refused"):
    """The logout message failed verification. The audit log records which check failed."""


class TestLoginNotFound(NotFound, code="sso.test_not_found"):
    """The test login does not exist, belongs to another session, or has expired."""


class TestLoginOver(Conflict, code="sso.tested", keeps_writes=True):
    """The browser came back from a test login, so there is no session to fetch."""


def build_test_login_over() -> TestLoginOver:
    return TestLoginOver("The test is complete. See the result in the window where you started it.")
