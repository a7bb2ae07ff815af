"""What nobody may do in another's name: what is the person's alone, what opens a way in that lasts or decides
who gets in and how, and what the account pays for, gives away, or tells to others."""

from typing import LiteralString
from uuid import UUID

from gatehouse.access.errors import Impersonated
from gatehouse.access.permissions import Permission

FORBIDDEN = frozenset(
    {
        Permission.ACCOUNT_HIERARCHY_DELETE_SUB_ACCOUNT,
        Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS,
        Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_MANAGEMENT,
        Permission.ACCOUNT_SETTINGS_DELETE_ACCOUNT,
        Permission.DELETE_EMAIL_DOMAIN_RESTRICTIONS,
        Permission.DELETE_GROUPS,
        Permission.DELETE_GROUPS_USERS,
        Permission.DELETE_IP_RESTRICTIONS,
        Permission.DELETE_PROVISIONING_CONFIGURATION,
        Permission.DELETE_ROLE,
        Permission.DELETE_SAML_CONFIGURATION,
        Permission.DELETE_SECURITY_POLICY,
        Permission.DELETE_TENANT_API_TOKENS,
        Permission.DELETE_USER_API_TOKENS,
        Permission.DELETE_USERS,
        Permission.DELETE_USERS_ROLES,
        Permission.IMPERSONATE_USERS,
        Permission.LICENSING_READ_KEYS,
        Permission.LICENSING_WRITE_BILLING,
        Permission.WRITE_APPS_USERS,
        Permission.WRITE_BILLING,
        Permission.WRITE_COUNTRY_RESTRICTIONS,
        Permission.WRITE_EMAIL_CONFIG,
        Permission.WRITE_EMAIL_DOMAIN_RESTRICTIONS,
        Permission.WRITE_ENABLE_DISABLE,
        Permission.WRITE_GROUPS_ROLES,
        Permission.WRITE_GROUPS_USERS,
        Permission.WRITE_IP_RESTRICTIONS,
        Permission.WRITE_PASSWORD_EXPIRATION_CONFIGURATION,
        Permission.WRITE_PROVISIONING_CONFIGURATION,
        Permission.WRITE_ROLES,
        Permission.WRITE_SAML_CONFIGURATION,
        Permission.WRITE_SECURITY_POLICY,
        Permission.WRITE_SLACK_APP_REGISTRATION,
        Permission.WRITE_SLACK_SUBSCRIPTIONS,
        Permission.WRITE_SMS_CONFIG,
        Permission.WRITE_TENANT_API_TOKENS,
        Permission.WRITE_TENANT_INVITES,
        Permission.WRITE_UPDATE_ROLE,
        Permission.WRITE_UPDATE_SLACK_SUBSCRIPTION,
        Permission.WRITE_USER_API_TOKENS,
        Permission.WRITE_USER_SUB_TENANTS,
        Permission.WRITE_USERS,
        Permission.WRITE_USERS_ROLES,
        Permission.WRITE_WEBHOOK,
    }
)


def may_still_impersonate(now: LiteralString) -> LiteralString:
    """Whether whoever acts in session `s` for its person may go on in the tenant of `r`: they belong there
    and access was not taken from them since, or are of the vendor's staff, whose sessions end when they are
    no more; and neither the tenant nor the vendor has forbidden it. True of a person's own."""
    return f"""
      (s.impersonator_id is null or (
        (s.impersonator_is_staff or exists (
          select from memberships_in_force i
          where i.tenant_id = r.tenant_id and i.user_id = s.impersonator_id and i.until > {now}
            and (i.sessions_from is null or s.auth_time > i.sessions_from)))
        and not exists (
          select from impersonation_policies f where f.tenant_id = r.tenant_id and not f.enabled)
        and not exists (select from vendor v where not v.delegation_enabled)
      ))
    """


def refuse_impersonated(impersonator_id: UUID | None, permission: Permission | None = None) -> None:
    """`Impersonated` where somebody acts in the person's name: always, or for this permission."""
    if impersonator_id is not None and (permission is None or permission in FORBIDDEN):
        raise Impersonated("Only the person themselves can do this")
