"""The events that can be subscribed to: what the areas declare, and what the vendor's document adds.

An event without an entry in `WIRE_KEYS` (wire-api §14) is published under its own name, so that new events
can be subscribed to at once. `added` are the vendor's own everywhere, as the configuration has them.
"""

from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID, uuid5

from gatehouse.connectivity.events import EventTriggered
from gatehouse.kit.events import Event, list_event_names
from gatehouse.vendor.events import VendorEvent

PREFIX = "frontegg."
OWN_PREFIX = "gatehouse."

# By the event's name. Where the events of a user and of a tenant differ, the user's has the suffix `:person`.
WIRE_KEYS = {
    "api_token.created": "tenantApiToken.created",
    "api_token.created:person": "userApiToken.created",
    "api_token.deleted": "tenantApiToken.deleted",
    "api_token.deleted:person": "userApiToken.deleted",
    "application.assigned": "user.app.assigned",
    "application.given": "tenant.app.assigned",
    "application.taken": "tenant.app.unassigned",
    "application.unassigned": "user.app.unassigned",
    "directory_group.created": "scim.group.created",
    "directory_group.deleted": "scim.group.deleted",
    "directory_group.updated": "scim.group.updated",
    "directory_user.deleted": "scim.user.deleted",
    "directory_user.updated": "scim.user.updated",
    "domain_restriction.created": "account.security.domain.restricted",
    "entitlement.granted": "tenant.plan.assigned",
    "entitlement.granted:person": "user.plan.assigned",
    "entitlement.revoked": "tenant.plan.unassigned",
    "entitlement.revoked:person": "user.plan.unassigned",
    "group.created": "group.created",
    "group.deleted": "group.deleted",
    "group.roles_changed": "group.roles.updated",
    "group.updated": "group.updated",
    "group.users_added": "group.users.added",
    "group.users_removed": "group.users.removed",
    "sub_account.created": "tenant.created",
    "sub_account.deleted": "tenant.deleted",
    "tenant.abandoned_deleted": "tenant.deleted",
    "tenant.created": "tenant.created",
    "tenant.created_by_vendor": "tenant.created",
    "tenant.deleted": "tenant.deleted",
    "tenant.updated": "tenant.updated",
    "user.activated": "user.activated",
    "user.authenticated": "user.authenticated",
    "user.authenticated_with_saml": "user.authenticatedWithSAML",
    "user.authenticated_with_sso": "user.authenticatedWithSSO",
    "user.created": "user.created",
    "user.deleted": "user.deleted",
    "user.failed_authentication": "user.failedAuthentication",
    "user.invited": "user.invitedToTenant",
    "user.joined_by_link": "user.joinedTenantUsingInvitationLink",
    "user.made_permanent": "user.temporary.access.temporary.to.permanentd",
    "user.mfa_disabled": "user.disabledMFA",
    "user.mfa_enrolled": "user.enrolledMFA",
    "user.password_changed": "user.changedPassword",
    "user.password_reset_requested": "user.forgotPassword",
    "user.provisioned": "scim.user.created",
    "user.left": "user.removedFromTenant",
    "user.removed": "user.removedFromTenant",
    "user.signed_up": "user.signedUp",
    "user.temporary_access_changed": "user.temporary.access.edited",
    "user.temporary_access_given": "user.temporary.access.given",
    "user.updated": "user.updated",
}

# By the part of an event's name before the dot.
CATEGORIES = {
    "api_token": "API tokens",
    "directory_group": "Groups",
    "directory_user": "People",
    "event_subscription": "Connectivity",
    "group": "Groups",
    "license": "Licenses",
    "organization": "Licenses",
    "role": "Roles",
    "session": "Sign-in and sessions",
    "slack": "Connectivity",
    "oauth": "Sign-in and sessions",
    "sub_account": "Accounts",
    "tenant": "Accounts",
    "user": "People",
    "webhook": "Webhooks",
}
SIGN_IN = {
    "user.authenticated",
    "user.authenticated_with_saml",
    "user.authenticated_with_sso",
    "user.failed_authentication",
    "user.locked_out",
    "user.signed_out",
}
REST = "Security"

# The first would cause itself without end; the second is published under the key that it carries.
NOT_TOLD = {"webhook.disabled", "event.triggered"}
# Published under the keys of other events, and listed under those in the catalogue.
ALSO = {
    "sub_account.created",
    "sub_account.deleted",
    "tenant.abandoned_deleted",
    "tenant.created_by_vendor",
    "user.left",
}
# The vendor's own matters.
NOT_TOLD_OF = {"vendor"}


def categorize_event(event_name: str) -> str:
    if event_name in SIGN_IN:
        return CATEGORIES["session"]
    return CATEGORIES.get(event_name.partition(".")[0], REST)


# How they are written, by how they stand in names.
WRITTEN = {
    "Api": "API",
    "api": "API",
    "Ip": "IP",
    "Mfa": "MFA",
    "mfa": "MFA",
    "Oauth": "OAuth",
    "Saml": "SAML",
    "saml": "SAML",
    "Sso": "SSO",
    "sso": "SSO",
    "Tenant": "Account",
}


def format_event_name(event_name: str) -> str:
    """`user.roles_changed` is "User roles changed"."""
    name = event_name.replace("sub_account", "sub-account").replace(".", " ").replace("_", " ")
    return " ".join(WRITTEN.get(word, word) for word in name.capitalize().split())


# The ids of entries follow from their names, so that they are the same in every process and version.
NAMESPACE = UUID("5f1a7a7e-6b0e-4d9b-9d5c-8a2f2f7b4c11")
PERSON = ":person"
Added = tuple[VendorEvent, ...]


@dataclass(frozen=True, slots=True)
class CatalogCategory:
    name: str

    @property
    def id(self) -> UUID:
        return uuid5(NAMESPACE, f"category {self.name}")


@dataclass(frozen=True, slots=True)
class EventEntry:
    """One event under its key on the wire."""

    key: str
    display_name: str
    category: CatalogCategory
    description: str = ""

    @property
    def id(self) -> UUID:
        return uuid5(NAMESPACE, f"event {self.key}")


def find_event_key(event: Event) -> str | None:
    """The event's key on the wire; None for an event that is not published."""
    if isinstance(event, EventTriggered):
        return event.event_key
    name = event.event_name
    if event.tenant_id is None or not _is_published(name):
        return None
    is_persons = name + PERSON in WIRE_KEYS and getattr(event, "user_id", None) is not None
    return _build_event_key(name + PERSON if is_persons else name)


def _build_event_key(name: str) -> str:
    wire = WIRE_KEYS.get(name)
    return PREFIX + wire if wire else OWN_PREFIX + name.removesuffix(PERSON)


def _is_published(name: str) -> bool:
    return name not in NOT_TOLD and name.partition(".")[0] not in NOT_TOLD_OF


@lru_cache(maxsize=4)
def list_event_entries(added: Added) -> tuple[EventEntry, ...]:
    """By category, then by name."""
    names = {name for name in list_event_names() if _is_published(name)} - ALSO
    found = [_build_event_entry(name) for name in names]
    found += [_build_event_entry(name + PERSON) for name in names if name + PERSON in WIRE_KEYS]
    found += [
        EventEntry(one.key, one.name, CatalogCategory(one.category), one.description)
        for one in added
    ]
    return tuple(sorted(found, key=lambda entry: (entry.category.name, entry.display_name)))


def _build_event_entry(name: str) -> EventEntry:
    plain = name.removesuffix(PERSON)
    words = format_event_name(f"personal {plain}" if name.endswith(PERSON) else plain)
    return EventEntry(
        _build_event_key(name), words, CatalogCategory(categorize_event(plain)), words
    )


@lru_cache(maxsize=4)
def group_entries_by_category(added: Added) -> dict[CatalogCategory, tuple[EventEntry, ...]]:
    found: dict[CatalogCategory, list[EventEntry]] = {}
    for entry in list_event_entries(added):
        found.setdefault(entry.category, []).append(entry)
    return {category: tuple(of_it) for category, of_it in found.items()}


@lru_cache(maxsize=4)
def index_entries_by_key(added: Added) -> dict[str, EventEntry]:
    return {entry.key: entry for entry in list_event_entries(added)}


def find_category_id(key: str, added: Added) -> str | None:
    """The id of the event's category; None for an event that no longer exists."""
    entry = index_entries_by_key(added).get(key)
    return str(entry.category.id) if entry else None


def resolve_category_pattern(key: str, added: Added) -> str:
    """The id of the category for its name and `.*`; any other key as it is."""
    ids = {f"{category.name}.*": str(category.id) for category in group_entries_by_category(added)}
    return ids.get(key, key)


def list_subscribable_keys(added: Added) -> frozenset[str]:
    """All that a webhook may name: keys of events, and ids of categories for all in them."""
    return frozenset(index_entries_by_key(added)) | {
        str(category.id) for category in group_entries_by_category(added)
    }
