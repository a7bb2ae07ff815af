"""The wire names of Gatehouse's events (wire-api §14), and their categories.

An event without an entry here is published under its own name, so that new events can be subscribed to at
once.
"""

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


def category_of(event_name: str) -> str:
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


def in_words(event_name: str) -> str:
    """`user.roles_changed` is "User roles changed"."""
    name = event_name.replace("sub_account", "sub-account").replace(".", " ").replace("_", " ")
    return " ".join(WRITTEN.get(word, word) for word in name.capitalize().split())
