"""Every permission that a route can ask for, with the same keys as in the catalogue, and the parts of
statements that read a member's permissions in a tenant."""

from enum import StrEnum
from typing import LiteralString

# An impersonated session may use the permission. Without this mark it may not: permissions that give lasting
# access, decide about access, spend the tenant's money, or share its data are the user's own.
IMPERSONATED = True


class Permission(StrEnum):
    while_impersonating: bool

    def __new__(cls, key: str, while_impersonating: bool = False) -> "Permission":
        member = str.__new__(cls, key)
        member._value_ = key
        member.while_impersonating = while_impersonating
        return member

    ACCOUNT_HIERARCHY_DELETE_SUB_ACCOUNT = "fe.account-hierarchy.delete.subAccount"
    ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT = "fe.account-hierarchy.read.subAccount", IMPERSONATED
    ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT = "fe.account-hierarchy.write.subAccount", IMPERSONATED
    ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS = "fe.account-hierarchy.write.subAccountAccess"
    ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_MANAGEMENT = (
        "fe.account-hierarchy.write.subAccountManagement"
    )
    ACCOUNT_SETTINGS_DELETE_ACCOUNT = "fe.account-settings.delete.account"
    ACCOUNT_SETTINGS_READ_APP = "fe.account-settings.read.app", IMPERSONATED
    ACCOUNT_SETTINGS_WRITE_CUSTOM_LOGIN_BOX = "fe.account-settings.write.custom-login-box"
    DELETE_BELL_NOTIFICATIONS = "fe.connectivity.delete.bellNotifications", IMPERSONATED
    DELETE_EMAIL_CONFIG = "fe.connectivity.delete.emailConfig"
    DELETE_SLACK_APP_REGISTRATION = "fe.connectivity.delete.slackAppRegistration"
    DELETE_SLACK_SUBSCRIPTION_EVENT = "fe.connectivity.delete.slackSubscriptionEvent"
    DELETE_SLACK_SUBSCRIPTIONS = "fe.connectivity.delete.slackSubscriptions"
    DELETE_SMS_CONFIG = "fe.connectivity.delete.smsConfig"
    DELETE_WEBHOOK = "fe.connectivity.delete.webhook"
    READ_EMAIL_CONFIG = "fe.connectivity.read.emailConfig", IMPERSONATED
    READ_EVENT_CATEGORIES = "fe.connectivity.read.eventCategories", IMPERSONATED
    READ_EVENTS = "fe.connectivity.read.events", IMPERSONATED
    READ_SLACK_APP = "fe.connectivity.read.slackApp", IMPERSONATED
    READ_SLACK_CHANNELS = "fe.connectivity.read.slackChannels", IMPERSONATED
    READ_SLACK_SUBSCRIPTIONS = "fe.connectivity.read.slackSubscriptions", IMPERSONATED
    READ_SLACK_USERS = "fe.connectivity.read.slackUsers", IMPERSONATED
    READ_SMS_CONFIG = "fe.connectivity.read.smsConfig", IMPERSONATED
    READ_USER_BELL_NOTIFICATIONS = "fe.connectivity.read.userBellNotifications", IMPERSONATED
    READ_WEBHOOK_LOGS = "fe.connectivity.read.webhookLogs", IMPERSONATED
    READ_WEBHOOKS = "fe.connectivity.read.webhooks", IMPERSONATED
    WRITE_EMAIL_CONFIG = "fe.connectivity.write.emailConfig"
    WRITE_SEND_WEBPUSH_NOTIFICATION = "fe.connectivity.write.sendWebpushNotification"
    WRITE_SLACK_APP_REGISTRATION = "fe.connectivity.write.slackAppRegistration"
    WRITE_SLACK_SUBSCRIPTIONS = "fe.connectivity.write.slackSubscriptions"
    WRITE_SMS_CONFIG = "fe.connectivity.write.smsConfig"
    WRITE_SUBSCRIBE_WEBPUSH = "fe.connectivity.write.subscribeWebpush"
    WRITE_TRIGGER_EVENT = "fe.connectivity.write.triggerEvent"
    WRITE_UPDATE_SLACK_SUBSCRIPTION = "fe.connectivity.write.updateSlackSubscription"
    WRITE_UPDATE_USER_BELL_NOTIFICATION = (
        "fe.connectivity.write.updateUserBellNotification",
        IMPERSONATED,
    )
    WRITE_WEBHOOK = "fe.connectivity.write.webhook"
    DELETE_APPS_USERS = "fe.secure.delete.appsUsers"
    DELETE_EMAIL_DOMAIN_RESTRICTIONS = "fe.secure.delete.emailDomainRestrictions"
    DELETE_GROUPS = "fe.secure.delete.groups"
    DELETE_GROUPS_USERS = "fe.secure.delete.groupsUsers"
    DELETE_IP_RESTRICTIONS = "fe.secure.delete.ipRestrictions"
    DELETE_PROVISIONING_CONFIGURATION = "fe.secure.delete.provisioningConfiguration"
    DELETE_ROLE = "fe.secure.delete.role"
    DELETE_SAML_CONFIGURATION = "fe.secure.delete.samlConfiguration"
    DELETE_SECURITY_POLICY = "fe.secure.delete.securityPolicy"
    DELETE_SESSIONS = "fe.secure.delete.sessions"
    DELETE_TENANT_API_TOKENS = "fe.secure.delete.tenantApiTokens"
    DELETE_TENANT_INVITES = "fe.secure.delete.tenantInvites"
    DELETE_USER_API_TOKENS = "fe.secure.delete.userApiTokens"
    DELETE_USERS = "fe.secure.delete.users"
    DELETE_USERS_ROLES = "fe.secure.delete.usersRoles"
    READ_ACCOUNT_SETTINGS = "fe.secure.read.accountSettings", IMPERSONATED
    READ_AUDITS = "fe.secure.read.audits", IMPERSONATED
    READ_COUNTRY_RESTRICTIONS = "fe.secure.read.countryRestrictions", IMPERSONATED
    READ_EMAIL_DOMAIN_RESTRICTIONS = "fe.secure.read.emailDomainRestrictions", IMPERSONATED
    READ_GROUPS = "fe.secure.read.groups", IMPERSONATED
    READ_IP_RESTRICTIONS = "fe.secure.read.ipRestrictions", IMPERSONATED
    READ_PASSWORD_EXPIRATION_CONFIGURATION = (
        "fe.secure.read.passwordExpirationConfiguration",
        IMPERSONATED,
    )
    READ_PERMISSIONS = "fe.secure.read.permissions", IMPERSONATED
    READ_PROVISIONING_CONFIGURATION = "fe.secure.read.provisioningConfiguration", IMPERSONATED
    READ_ROLES = "fe.secure.read.roles", IMPERSONATED
    READ_SAML_CONFIGURATION = "fe.secure.read.samlConfiguration", IMPERSONATED
    READ_SECURITY_POLICY = "fe.secure.read.securityPolicy", IMPERSONATED
    READ_TENANT_API_TOKENS = "fe.secure.read.tenantApiTokens", IMPERSONATED
    READ_USER_API_TOKENS = "fe.secure.read.userApiTokens", IMPERSONATED
    READ_USER_SUB_TENANTS = "fe.secure.read.userSubTenants", IMPERSONATED
    READ_USERS = "fe.secure.read.users", IMPERSONATED
    WRITE_ACCOUNT_SETTINGS = "fe.secure.write.accountSettings"
    WRITE_APPS_USERS = "fe.secure.write.appsUsers"
    WRITE_COUNTRY_RESTRICTIONS = "fe.secure.write.countryRestrictions"
    WRITE_EMAIL_DOMAIN_RESTRICTIONS = "fe.secure.write.emailDomainRestrictions"
    WRITE_ENABLE_DISABLE = "fe.secure.write.enableDisable"
    WRITE_GROUPS = "fe.secure.write.groups", IMPERSONATED
    WRITE_GROUPS_ROLES = "fe.secure.write.groupsRoles"
    WRITE_GROUPS_USERS = "fe.secure.write.groupsUsers"
    WRITE_IP_RESTRICTIONS = "fe.secure.write.ipRestrictions"
    WRITE_PASSWORD_EXPIRATION_CONFIGURATION = "fe.secure.write.passwordExpirationConfiguration"
    WRITE_PROVISIONING_CONFIGURATION = "fe.secure.write.provisioningConfiguration"
    WRITE_RESEND_ACTIVATION_EMAIL = "fe.secure.write.resendActivationEmail", IMPERSONATED
    WRITE_ROLES = "fe.secure.write.roles"
    WRITE_SAML_CONFIGURATION = "fe.secure.write.samlConfiguration"
    WRITE_SECURITY_POLICY = "fe.secure.write.securityPolicy"
    WRITE_TENANT_API_TOKENS = "fe.secure.write.tenantApiTokens"
    WRITE_TENANT_INVITES = "fe.secure.write.tenantInvites"
    WRITE_UPDATE_ROLE = "fe.secure.write.updateRole"
    WRITE_UPDATE_USER = "fe.secure.write.updateUser"
    WRITE_USER_API_TOKENS = "fe.secure.write.userApiTokens"
    WRITE_USER_SUB_TENANTS = "fe.secure.write.userSubTenants"
    WRITE_USERS = "fe.secure.write.users"
    WRITE_USERS_ROLES = "fe.secure.write.usersRoles"
    READ_BILLING = "fe.subscriptions.read.billing", IMPERSONATED
    WRITE_BILLING = "fe.subscriptions.write.billing"
    USAGE_READ = "fe.usage.read", IMPERSONATED
    LICENSING_READ_KEYS = "licensing.read.keys"
    LICENSING_READ_LICENSES = "licensing.read.licenses", IMPERSONATED
    LICENSING_WRITE_BILLING = "licensing.write.billing"
    LICENSING_WRITE_LICENSES = "licensing.write.licenses", IMPERSONATED
    IMPERSONATE_USERS = "support.impersonate.users"


def grants_permission(held: str, wanted: str) -> bool:
    """`fe.secure.*` grants `fe.secure.read.roles`: a dot is literal, a star is anything."""
    if "*" not in held:
        return held == wanted
    parts = held.split("*")
    if not wanted.startswith(parts[0]) or not wanted.endswith(parts[-1]):
        return False
    place = len(parts[0])
    for part in parts[1:-1]:
        found = wanted.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return place <= len(wanted) - len(parts[-1])


_HELD: LiteralString = """
  from effective_roles e where e.tenant_id = m.tenant_id and e.user_id = m.user_id
"""

PERMISSION_KEYS: LiteralString = """
  array(
    select distinct p.key from effective_roles e
    join role_permissions rp on rp.role_id = e.role_id
    join permissions p on p.id = rp.permission_id
    where e.tenant_id = m.tenant_id and e.user_id = m.user_id
    order by p.key
  )
"""

ROLE_KEYS: LiteralString = f"""
  array(
    select r.key from roles r where r.id = any (array(select e.role_id {_HELD}))
    order by r.level, r.key
  )
"""

# A lower number ranks higher; a member without a role ranks lowest.
LEVEL: LiteralString = f"""
  coalesce((
    select min(r.level) from roles r where r.id = any (array(select e.role_id {_HELD}))
  ), 1000)
"""
