"""Refusals of single sign-on."""

from typing import Literal, Self

from gatehouse.identity.external.linking import LinkDecision
from gatehouse.kit import errors


class ExcludedEmailNotFound(errors.NotFound, code="sso.not_excluded"): ...


class SsoConnectionNotFound(errors.NotFound, code="sso.not_found"): ...


class TooManySsoConnections(errors.Conflict, code="sso.too_many"): ...


class ConnectionIncomplete(errors.Invalid, code="sso.incomplete"):
    """The connection cannot be enabled: `missing` names the fields."""


class SsoConnectionOutranksYou(errors.Forbidden, code="sso.outranks_you"):
    """The connection grants a role that the caller may not assign."""


class BadCertificate(errors.Invalid, code="sso.bad_certificate"): ...


class OidcOff(errors.Conflict, code="sso.oidc_off"):
    """The vendor offers SAML only."""


class PlainHttp(errors.Invalid, code="sso.plain_http"):
    """Plain HTTP would expose the requests and responses of a sign-in on the network."""


class DomainNotFound(errors.NotFound, code="sso.unknown_domain"): ...


class DomainExists(errors.Conflict, code="sso.domain_exists"): ...


class DomainTaken(errors.Conflict, code="sso.domain_taken"):
    """Another account has already verified this domain."""


class DomainAmbiguous(errors.Conflict, code="sso.domain_ambiguous"):
    """The vendor verifies the domain, and several accounts have added it."""


class DomainCodeWrong(errors.Invalid, code="sso.domain_code_wrong", keeps_writes=True):
    """The code is wrong, has expired, or was tried too often."""


class DomainPublic(errors.Invalid, code="sso.domain_public"):
    """The domain belongs to a public email provider."""


class TooManyDomains(errors.Conflict, code="sso.too_many_domains"): ...


class RecordMissing(errors.Invalid, code="sso.record_missing"): ...


class ServerSilent(errors.DomainError, status=503): ...


class NameServersSilent(ServerSilent, code="sso.name_servers_silent"):
    """No name server answered the query for the record. Try again later."""


class SsoGroupNotFound(errors.NotFound, code="sso.group_not_found"): ...


class SsoGroupExists(errors.Conflict, code="sso.group_exists"): ...


class TooManySsoGroups(errors.Conflict, code="sso.too_many_groups"): ...


class SsoLinkNotFound(errors.NotFound, code="sso.link_not_found"): ...


class BadMetadata(errors.Invalid, code="sso.bad_metadata"): ...


class MetadataUnreachable(errors.Invalid, code="sso.metadata_unreachable"): ...


class SsoDomainNotFound(errors.NotFound, code="sso.domain_not_found"):
    """No connection for this domain. Clients recognize the error by its text and continue with the usual
    sign-in."""


class SsoFailed(errors.Unauthenticated, code="sso.failed", keeps_writes=True):
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


class SsoRefused(errors.Forbidden):
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


class LogoutRefused(errors.Invalid, code="sso.logout_refused"):
    """The logout message failed verification. The audit log records which check failed."""


class TestLoginNotFound(errors.NotFound, code="sso.test_not_found"):
    """The test login does not exist, belongs to another session, or has expired."""


class TestLoginOver(errors.Conflict, code="sso.tested", keeps_writes=True):
    """The browser came back from a test login, so there is no session to fetch."""


def build_test_login_over() -> TestLoginOver:
    return TestLoginOver("The test is complete. See the result in the window where you started it.")
