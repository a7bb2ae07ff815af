from typing import Any
from uuid import UUID

from gatehouse.kit.events import Event


class PolicyUpdated(Event):
    """Each policy declares its own."""

    severity = "Medium"
    changes: dict[str, Any]

    @property
    def description(self) -> str:
        policy = self.event_name.removesuffix(".updated").replace("_", " ").replace("mfa", "MFA")
        return f"Changed the {policy}"


class MfaPolicyUpdated(PolicyUpdated):
    event_name = "mfa_policy.updated"


class LockoutPolicyUpdated(PolicyUpdated):
    event_name = "lockout_policy.updated"


class ImpersonationPolicyUpdated(PolicyUpdated):
    event_name = "impersonation_policy.updated"


class PasswordHistoryPolicyUpdated(PolicyUpdated):
    event_name = "password_history_policy.updated"


class PasswordRotationUpdated(PolicyUpdated):
    event_name = "password_rotation.updated"


class RestrictionEvent(Event):
    severity = "Medium"


class CountryRestrictionsUpdated(RestrictionEvent):
    event_name = "country_restrictions.updated"
    text = "Changed the country restrictions"
    is_active: bool
    strategy: str
    unknown: str
    countries: list[str]


class DomainRestrictionsUpdated(RestrictionEvent):
    event_name = "domain_restrictions.updated"
    text = "Changed the email domain restrictions"
    is_active: bool
    strategy: str
    block_public_domains: bool


class DomainRestrictionsReplaced(RestrictionEvent):
    event_name = "domain_restrictions.replaced"
    text = "Replaced the list of email domains"
    strategy: str
    count: int


class DomainRestrictionEvent(RestrictionEvent):
    restriction_id: UUID
    domain: str
    strategy: str


class DomainRestrictionCreated(DomainRestrictionEvent):
    event_name = "domain_restriction.created"
    text = "Added the email domain {domain}"


class DomainRestrictionDeleted(DomainRestrictionEvent):
    event_name = "domain_restriction.deleted"
    text = "Removed the email domain {domain}"


class IpRestrictionsUpdated(RestrictionEvent):
    event_name = "ip_restrictions.updated"
    text = "Changed the IP restrictions"
    is_active: bool
    strategy: str


class IpRestrictionEvent(RestrictionEvent):
    restriction_id: UUID
    ip: str
    strategy: str


class IpRestrictionCreated(IpRestrictionEvent):
    event_name = "ip_restriction.created"
    text = "Added the IP restriction {ip}"


class IpRestrictionDeleted(IpRestrictionEvent):
    event_name = "ip_restriction.deleted"
    text = "Removed the IP restriction {ip}"
