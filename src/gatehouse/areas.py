"""Every area's routes, and the shape in which each refuses: the first that takes an address answers."""

from fastapi import APIRouter

from gatehouse import vendor_sections as _sections  # noqa: F401  registers them
from gatehouse.account_merge import routes as account_merge
from gatehouse.applications import routes as vendor_applications
from gatehouse.audit import routes as audits
from gatehouse.audit import vendor_routes as vendor_audits
from gatehouse.billing import routes as billing
from gatehouse.billing import subscription_routes as billing_subscriptions
from gatehouse.configuration import metadata_routes as vendor_portal
from gatehouse.configuration import routes as vendor_document
from gatehouse.connectivity import catalogue_routes as event_catalogue
from gatehouse.connectivity.notifications import routes as notifications
from gatehouse.connectivity.slack import routes as event_slack
from gatehouse.connectivity.subscriptions import routes as event_subscriptions
from gatehouse.connectivity.triggers import routes as event_triggers
from gatehouse.connectivity.webhooks import routes as webhooks
from gatehouse.connectivity.webhooks import vendor_routes as vendor_webhooks
from gatehouse.directory.api_tokens import routes as api_tokens
from gatehouse.directory.api_tokens import vendor_routes as vendor_access_tokens
from gatehouse.directory.applications import routes as applications
from gatehouse.directory.applications import vendor_routes as vendor_application_tenants
from gatehouse.directory.catalogue import vendor_routes as vendor_catalogue
from gatehouse.directory.groups import routes as groups
from gatehouse.directory.people import routes as people
from gatehouse.directory.people.invite_links import routes as invite_links
from gatehouse.directory.people.invite_links import vendor_routes as vendor_invite_links
from gatehouse.directory.roles import routes as roles
from gatehouse.directory.sub_accounts import routes as sub_accounts
from gatehouse.directory.tenants import routes as tenants
from gatehouse.directory.tenants import vendor_routes as vendor_tenants
from gatehouse.entitlements import routes as entitlements
from gatehouse.entitlements import vendor_routes as vendor_entitlements
from gatehouse.entitlements.api_routes import routes as api_routes
from gatehouse.entitlements.catalog import routes as catalog
from gatehouse.entitlements.relations import routes as vendor_relations
from gatehouse.erasure import routes as person_erasure
from gatehouse.exports import routes as exports
from gatehouse.identity import default_policies_routes as default_policies
from gatehouse.identity import jwks_routes as jwks
from gatehouse.identity.activation import routes as activation
from gatehouse.identity.api_tokens import routes as exchange_api_tokens
from gatehouse.identity.approvals import routes as approvals
from gatehouse.identity.captcha import routes as captcha
from gatehouse.identity.email_addresses import routes as email_addresses
from gatehouse.identity.impersonation import routes as impersonation
from gatehouse.identity.impersonation import vendor_routes as vendor_impersonation
from gatehouse.identity.mails import routes as mails
from gatehouse.identity.mfa import login_routes as mfa_login
from gatehouse.identity.mfa import own_routes as own_mfa
from gatehouse.identity.mfa import routes as mfa
from gatehouse.identity.oauth import client_routes as oauth_clients
from gatehouse.identity.oauth import logout_routes as oauth_logout
from gatehouse.identity.oauth import native_routes as oauth_native
from gatehouse.identity.oauth import postlogin_routes as oauth_postlogin
from gatehouse.identity.oauth import routes as oauth
from gatehouse.identity.oauth.consents import routes as oauth_consents
from gatehouse.identity.passkeys import routes as passkeys
from gatehouse.identity.passwordless import routes as passwordless
from gatehouse.identity.passwords import routes as passwords
from gatehouse.identity.phone_numbers import routes as phone_numbers
from gatehouse.identity.phone_reset import routes as phone_reset
from gatehouse.identity.profile import routes as profile
from gatehouse.identity.sessions import routes as sessions
from gatehouse.identity.sign_in import routes as sign_in
from gatehouse.identity.sign_in_rules import routes as vendor_policy
from gatehouse.identity.sign_out import routes as sign_out
from gatehouse.identity.signup import routes as signup
from gatehouse.identity.social import routes as social
from gatehouse.identity.social import vendor_routes as vendor_social
from gatehouse.identity.sso import own_key_routes as sso_own_key
from gatehouse.identity.sso import vendor_routes as vendor_sso
from gatehouse.identity.sso.connections import legacy_routes as sso_legacy
from gatehouse.identity.sso.connections import routes as sso_connections
from gatehouse.identity.sso.connections import vendor_routes as tenant_sso
from gatehouse.identity.sso.domains import routes as sso_domains
from gatehouse.identity.sso.logout import routes as sso_logout
from gatehouse.identity.sso.sign_in import routes as sso_sign_in
from gatehouse.identity.sso.test_login import routes as sso_test_login
from gatehouse.identity.tenant_suspension import routes as tenant_standing
from gatehouse.identity.text_messages import routes as text_messages
from gatehouse.identity.token_templates import routes as token_templates
from gatehouse.identity.trial_messages import routes as trial_messages
from gatehouse.identity.user_sources import routes as user_sources
from gatehouse.identity.usernames import routes as usernames
from gatehouse.identity.users import routes as vendor_users
from gatehouse.identity.users import vendor_only_routes as vendor_only
from gatehouse.identity.webauthn import apps as webauthn_apps
from gatehouse.imports import routes as imports
from gatehouse.kit.error_formats import LICENSE, OAUTH, PLAIN_TEXT, PLATFORM, SCIM, ErrorFormat
from gatehouse.licensing.license_api import routes as machine
from gatehouse.licensing.licenses import routes as licenses
from gatehouse.licensing.licenses import vendor_routes as vendor_licenses
from gatehouse.licensing.organizations import routes as organizations
from gatehouse.licensing.organizations import vendor_routes as tenant_bills
from gatehouse.licensing.purchases import routes as purchases
from gatehouse.licensing.reconciliation import vendor_routes as reconciliation
from gatehouse.licensing.subscriptions import routes as subscriptions
from gatehouse.overview import routes as overview
from gatehouse.policies import routes as policies
from gatehouse.policies.country_restrictions import routes as country_restrictions
from gatehouse.policies.domain_restrictions import routes as domain_restrictions
from gatehouse.policies.ip_restrictions import routes as ip_restrictions
from gatehouse.prehooks import vendor_routes as prehooks
from gatehouse.probes import routes as probes
from gatehouse.reports import routes as reports
from gatehouse.scim import routes as scim
from gatehouse.scim.connections import routes as scim_connections
from gatehouse.security_center import routes as security_center
from gatehouse.system import routes as vendor_system
from gatehouse.usage import routes as usage
from gatehouse.user_migration import routes as user_migration
from gatehouse.vendor.client import routes as vendor_client
from gatehouse.vendor.configuration import routes as vendor_configuration
from gatehouse.vendor_access import routes as vendor_access

# The most frequent calls come first.
PLATFORM_AREAS = (
    profile.hot,
    sessions.hot,
    sign_in.hot,
    # The vendor's routes of a path before the users' routes.
    vendor_policy.shared,
    vendor_policy.of_everybody,
    default_policies.shared,
    vendor_catalogue.shared,
    vendor_catalogue.of_everybody,
    vendor_users.of_everybody,
    event_catalogue.of_everybody,
    vendor_webhooks.of_everybody,
    person_erasure.of_everybody,
    vendor_users.in_account,
    vendor_audits.shared,
    vendor_audits.router,
    vendor_applications.shared,
    vendor_application_tenants.shared,
    vendor_application_tenants.shared_users,
    billing.shared,
    vendor_portal.shared,
    vendor_sso.shared,
    tenant_sso.shared,
    approvals.router,
    approvals.vendor_router,
    vendor_users.router,
    user_migration.router,
    vendor_access.credential_routes,
    email_addresses.vendor_router,
    phone_numbers.vendor_router,
    vendor_tenants.tree_router,
    vendor_invite_links.router,
    vendor_catalogue.role_tenant_router,
    imports.user_router,
    imports.auth0_router,
    user_sources.router,
    user_sources.kind_router,
    vendor_policy.router,
    captcha.vendor_router,
    vendor_access.entrance,
    vendor_access.first_owner_routes,
    vendor_access.staff_routes,
    overview.router,
    vendor_audits.all_tenants,
    vendor_system.router,
    vendor_document.router,
    text_messages.router,
    vendor_application_tenants.router,
    vendor_applications.client_routes,
    vendor_applications.credential_routes,
    vendor_applications.router,
    vendor_application_tenants.named,
    catalog.router,
    vendor_relations.router,
    api_routes.router,
    vendor_entitlements.router,
    vendor_catalogue.router,
    vendor_portal.router,
    vendor_social.custom,
    vendor_sso.router,
    vendor_document.workspace_routes,
    vendor_document.hosted_login_routes,
    vendor_applications.mobile_app_routes,
    prehooks.router,
    tenant_sso.router,
    vendor_tenants.router,
    tenant_standing.router,
    vendor_tenants.audit_retention_router,
    tenant_bills.router,
    overview.tenant_connections_router,
    exports.router,
    imports.tenant_router,
    vendor_licenses.router,
    reconciliation.router,
    reconciliation.events_router,
    vendor_users.bulk_invite_router,
    mails.template_router,
    mails.router,
    trial_messages.router,
    text_messages.template_router,
    token_templates.router,
    token_templates.targeting_router,
    overview.connections_router,
    vendor_impersonation.router,
    vendor_only.security_router,
    person_erasure.router,
    exports.user_router,
    account_merge.router,
    account_merge.link_router,
    vendor_only.router,
    vendor_access_tokens.router,
    people.hot,
    roles.hot,
    audits.hot,
    groups.hot,
    probes.router,
    vendor_configuration.router,
    vendor_client.router,
    jwks.router,
    webauthn_apps.router,
    policies.general,
    mfa.router,
    own_mfa.router,
    mfa_login.router,
    mfa.recovery_router,
    mfa.step_up_router,
    passkeys.router,
    captcha.router,
    social.router,
    vendor_social.router,
    sso_sign_in.public,
    sso_connections.router,
    sso_domains.router,
    sso_legacy.router,
    sso_logout.router,
    sso_own_key.router,
    sso_sign_in.router,
    sso_test_login.router,
    policies.lockout,
    mfa.policy,
    policies.impersonation,
    ip_restrictions.router,
    domain_restrictions.router,
    country_restrictions.router,
    country_restrictions.locations,
    security_center.router,
    reports.router,
    usage.router,
    profile.router,
    sessions.router,
    sign_out.router,
    signup.router,
    activation.router,
    activation.invitation_router,
    impersonation.router,
    passwords.router,
    sign_in.router,
    sessions.new_location_router,
    passwordless.router,
    phone_numbers.router,
    phone_reset.router,
    email_addresses.router,
    usernames.router,
    policies.passwords,
    policies.password_history,
    policies.password_rotation,
    # Behind every plain path that an id would fit too.
    vendor_users.by_id,
    vendor_users.shared,
    people.router,
    invite_links.router,
    roles.router,
    groups.router,
    applications.router,
    tenants.router,
    tenants.login_box_router,
    audits.stats,
    audits.export,
    exchange_api_tokens.router,
    api_tokens.router,
    sub_accounts.tree_router,
    sub_accounts.own_tree_router,
    sub_accounts.router,
    sub_accounts.members_router,
    event_catalogue.router,
    event_subscriptions.emails,
    event_subscriptions.text_messages,
    event_slack.router,
    notifications.router,
    event_triggers.router,
    webhooks.router,
    webhooks.logs,
    entitlements.router,
    entitlements.backends,
    billing.router,
    billing_subscriptions.router,
    scim_connections.router,
    oauth_consents.router,
)
SCIM_AREAS = (scim.router,)
LICENSING_AREAS = (
    licenses.hot,
    organizations.router,
    organizations.billing_router,
    purchases.router,
    organizations.configuration_router,
    subscriptions.router,
    licenses.router,
)
OAUTH_AREAS = (
    oauth.hot,
    oauth.router,
    vendor_applications.registration_routes,
    oauth_clients.hot,
    oauth_clients.router,
    oauth_logout.router,
    oauth_native.router,
    oauth_postlogin.router,
)
MACHINE_AREAS = (machine.hot, machine.router, machine.public)

AREAS: tuple[tuple[ErrorFormat, tuple[APIRouter, ...]], ...] = (
    (PLATFORM, PLATFORM_AREAS),
    (OAUTH, OAUTH_AREAS),
    (SCIM, SCIM_AREAS),
    (LICENSE, MACHINE_AREAS),
    (PLAIN_TEXT, LICENSING_AREAS),
)
