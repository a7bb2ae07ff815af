"""Every permission that a route can ask for; the same keys as in the catalogue."""

from enum import StrEnum


class Permission(StrEnum):
    ACCOUNT_HIERARCHY_DELETE_SUB_ACCOUNT = "fe.account-hierarchy.delete.subAccount"
    ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT = "fe.account-hierarchy.read.subAccount"
    ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT = "fe.account-hierarchy.write.subAccount"
    ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_ACCESS = "fe.account-hierarchy.write.subAccountAccess"
    ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT_MANAGEMENT = (
        "fe.account-hierarchy.write.subAccountManagement"
    )
    ACCOUNT_SETTINGS_DELETE_ACCOUNT = "fe.account-settings.delete.account"
    ACCOUNT_SETTINGS_READ_APP = "fe.account-settings.read.app"
    ACCOUNT_SETTINGS_WRITE_CUSTOM_LOGIN_BOX = "fe.account-settings.write.custom-login-box"
    DELETE_BELL_NOTIFICATIONS = "fe.connectivity.delete.bellNotifications"
    DELETE_EMAIL_CONFIG = "fe.connectivity.delete.emailConfig"
    DELETE_SLACK_APP_REGISTRATION = "fe.connectivity.delete.slackAppRegistration"
    DELETE_SLACK_SUBSCRIPTION_EVENT = "fe.connectivity.delete.slackSubscriptionEvent"
    DELETE_SLACK_SUBSCRIPTIONS = "fe.connectivity.delete.slackSubscriptions"
    DELETE_SMS_CONFIG = "fe.connectivity.delete.smsConfig"
    DELETE_WEBHOOK = "fe.connectivity.delete.webhook"
    READ_EMAIL_CONFIG = "fe.connectivity.read.emailConfig"
    READ_EVENT_CATEGORIES = "fe.connectivity.read.eventCategories"
    READ_EVENTS = "fe.connectivity.read.events"
    READ_SLACK_APP = "fe.connectivity.read.slackApp"
    READ_SLACK_CHANNELS = "fe.connectivity.read.slackChannels"
    READ_SLACK_SUBSCRIPTIONS = "fe.connectivity.read.slackSubscriptions"
    READ_SLACK_USERS = "fe.connectivity.read.slackUsers"
    READ_SMS_CONFIG = "fe.connectivity.read.smsConfig"
    READ_USER_BELL_NOTIFICATIONS = "fe.connectivity.read.userBellNotifications"
    READ_WEBHOOK_LOGS = "fe.connectivity.read.webhookLogs"
    READ_WEBHOOKS = "fe.connectivity.read.webhooks"
    WRITE_EMAIL_CONFIG = "fe.connectivity.write.emailConfig"
    WRITE_SEND_WEBPUSH_NOTIFICATION = "fe.connectivity.write.sendWebpushNotification"
    WRITE_SLACK_APP_REGISTRATION = "fe.connectivity.write.slackAppRegistration"
    WRITE_SLACK_SUBSCRIPTIONS = "fe.connectivity.write.slackSubscriptions"
    WRITE_SMS_CONFIG = "fe.connectivity.write.smsConfig"
    WRITE_SUBSCRIBE_WEBPUSH = "fe.connectivity.write.subscribeWebpush"
    WRITE_TRIGGER_EVENT = "fe.connectivity.write.triggerEvent"
    WRITE_UPDATE_SLACK_SUBSCRIPTION = "fe.connectivity.write.updateSlackSubscription"
    WRITE_UPDATE_USER_BELL_NOTIFICATION = "fe.connectivity.write.updateUserBellNotification"
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
    READ_ACCOUNT_SETTINGS = "fe.secure.read.accountSettings"
    READ_AUDITS = "fe.secure.read.audits"
    READ_COUNTRY_RESTRICTIONS = "fe.secure.read.countryRestrictions"
    READ_EMAIL_DOMAIN_RESTRICTIONS = "fe.secure.read.emailDomainRestrictions"
    READ_GROUPS = "fe.secure.read.groups"
    READ_IP_RESTRICTIONS = "fe.secure.read.ipRestrictions"
    READ_PASSWORD_EXPIRATION_CONFIGURATION = "fe.secure.read.passwordExpirationConfiguration"
    READ_PERMISSIONS = "fe.secure.read.permissions"
    READ_PROVISIONING_CONFIGURATION = "fe.secure.read.provisioningConfiguration"
    READ_ROLES = "fe.secure.read.roles"
    READ_SAML_CONFIGURATION = "fe.secure.read.samlConfiguration"
    READ_SECURITY_POLICY = "fe.secure.read.securityPolicy"
    READ_TENANT_API_TOKENS = "fe.secure.read.tenantApiTokens"
    READ_USER_API_TOKENS = "fe.secure.read.userApiTokens"
    READ_USER_SUB_TENANTS = "fe.secure.read.userSubTenants"
    READ_USERS = "fe.secure.read.users"
    WRITE_ACCOUNT_SETTINGS = "fe.secure.write.accountSettings"
    WRITE_APPS_USERS = "fe.secure.write.appsUsers"
    WRITE_COUNTRY_RESTRICTIONS = "fe.secure.write.countryRestrictions"
    WRITE_EMAIL_DOMAIN_RESTRICTIONS = "fe.secure.write.emailDomainRestrictions"
    WRITE_ENABLE_DISABLE = "fe.secure.write.enableDisable"
    WRITE_GROUPS = "fe.secure.write.groups"
    WRITE_GROUPS_ROLES = "fe.secure.write.groupsRoles"
    WRITE_GROUPS_USERS = "fe.secure.write.groupsUsers"
    WRITE_IP_RESTRICTIONS = "fe.secure.write.ipRestrictions"
    WRITE_PASSWORD_EXPIRATION_CONFIGURATION = "fe.secure.write.passwordExpirationConfiguration"
    WRITE_PROVISIONING_CONFIGURATION = "fe.secure.write.provisioningConfiguration"
    WRITE_RESEND_ACTIVATION_EMAIL = "fe.secure.write.resendActivationEmail"
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
    READ_BILLING = "fe.subscriptions.read.billing"
    WRITE_BILLING = "fe.subscriptions.write.billing"
    USAGE_READ = "fe.usage.read"
    LICENSING_READ_KEYS = "licensing.read.keys"
    LICENSING_READ_LICENSES = "licensing.read.licenses"
    LICENSING_WRITE_BILLING = "licensing.write.billing"
    LICENSING_WRITE_LICENSES = "licensing.write.licenses"
    IMPERSONATE_USERS = "support.impersonate.users"


# A permission that is missing here is refused to impersonated sessions: a new one is closed until reviewed.
# Left out is what outlasts the session or takes something away: credentials, security settings, members and
# their rights, integrations, sessions, account settings and payment.
USABLE_IN_IMPERSONATION = frozenset(
    {
        Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT,
        Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT,
        Permission.ACCOUNT_SETTINGS_READ_APP,
        Permission.DELETE_BELL_NOTIFICATIONS,
        Permission.LICENSING_READ_LICENSES,
        Permission.LICENSING_WRITE_LICENSES,
        Permission.READ_ACCOUNT_SETTINGS,
        Permission.READ_AUDITS,
        Permission.READ_BILLING,
        Permission.READ_COUNTRY_RESTRICTIONS,
        Permission.READ_EMAIL_CONFIG,
        Permission.READ_EMAIL_DOMAIN_RESTRICTIONS,
        Permission.READ_EVENTS,
        Permission.READ_EVENT_CATEGORIES,
        Permission.READ_GROUPS,
        Permission.READ_IP_RESTRICTIONS,
        Permission.READ_PASSWORD_EXPIRATION_CONFIGURATION,
        Permission.READ_PERMISSIONS,
        Permission.READ_PROVISIONING_CONFIGURATION,
        Permission.READ_ROLES,
        Permission.READ_SAML_CONFIGURATION,
        Permission.READ_SECURITY_POLICY,
        Permission.READ_SLACK_APP,
        Permission.READ_SLACK_CHANNELS,
        Permission.READ_SLACK_SUBSCRIPTIONS,
        Permission.READ_SLACK_USERS,
        Permission.READ_SMS_CONFIG,
        Permission.READ_TENANT_API_TOKENS,
        Permission.READ_USERS,
        Permission.READ_USER_API_TOKENS,
        Permission.READ_USER_BELL_NOTIFICATIONS,
        Permission.READ_USER_SUB_TENANTS,
        Permission.READ_WEBHOOKS,
        Permission.READ_WEBHOOK_LOGS,
        Permission.USAGE_READ,
        Permission.WRITE_GROUPS,
        Permission.WRITE_RESEND_ACTIVATION_EMAIL,
        Permission.WRITE_UPDATE_USER_BELL_NOTIFICATION,
    }
)


def grants(held: str, wanted: str) -> bool:
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
