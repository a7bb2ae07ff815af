"""Where an answer differs from what was published, and why; and what no client can ask here."""

NOT_SET = "what is not set is left out"
NOT_THERE = "an account that pays for nothing has none of these, which clients know"
DEFAULTS = (
    "the vendor's rule is no account's row; a client that reads an id would change it by PATCH"
)
SEVERAL = "there may be several, and clients read them as a list"
_TENANT = "tenants[].roles[].tenantId"

# By address: the parts that differ, and the reason.
DIFFERENT: dict[str, tuple[set[str], str]] = {
    "/identity/resources/users/v1/email": (
        {".lastLogin", ".profilePictureUrl", f".{_TENANT}"}, NOT_SET),
    "/identity/resources/users/v1/query/phrase": (
        {".items[].lastLogin", ".items[].profilePictureUrl"}, NOT_SET),
    "/identity/resources/users/v3/me": (
        {".lastLogin", ".profilePictureUrl", f".{_TENANT}", ".vendorMetadata"},
        f"{NOT_SET}; what the vendor keeps of people is not theirs to read"),
    "/identity/resources/vendor-only/users/v1/{userId}": (
        {".lastLogin", ".profilePictureUrl", ".roles[].tenantId", f".{_TENANT}"}, NOT_SET),
    "/identity/resources/sub-tenants/users/v1": (
        {".items[].tenants[].lastLogin", f".items[].{_TENANT}"}, NOT_SET),
    "/identity/resources/usernames/v1/me": ({".userId", ".username"}, NOT_SET),
    "/identity/resources/roles/v2": ({".items[].tenantId"}, NOT_SET),
    "/entitlements/resources/features/v1": ({".items[].metadata"}, NOT_SET),
    "/vendors/public": ({".icon", ".logo"}, NOT_SET),
    "/webhook": ({"[].payload"}, "null until somebody asked for fields of their own"),
    "/identity/resources/groups/v2": (
        {".items[].roles", ".items[].users"}, "told when `_groupsRelations` asks for them"),
    "/entitlements/resources/entitlements/v2": (
        {".items[].plan"}, "told when `withRelations` asks for it"),
    "/identity/resources/tenants/users/v1/statuses": ({"all"}, SEVERAL),
    "/team/resources/members/v1": ({".items[].tenants"}, SEVERAL),
    "/entitlements/resources/plans/v1": ({".items[].features"}, SEVERAL),
    "/entitlements/resources/plans/v1/tenant/{tenantId}": ({".items[].features"}, SEVERAL),
    "/entitlements/resources/plans/v1/{id}": ({".features"}, SEVERAL),
    **{
        f"/identity/resources/configurations/v1/{policy}/vendor": (
            {".createdAt", ".id", ".updatedAt"}, DEFAULTS)
        for policy in ("lockout-policy", "mfa-policy", "password-history-policy")
    },
    "/subscriptions/resources/billing/summaries/v1/{tenantId}": (
        {".currentPlanId", ".defaultPlanId", ".paymentMethodId", ".subscriptionId",
         ".tenantConfigurationId"}, NOT_THERE),
    "/metadata/ip/{ip}": (
        {".latitude", ".longitude"}, "nobody knows where that is; zero would be a place at sea"),
    "/metadata/ipme": ({".latitude", ".longitude"}, "the same"),
    "/identity/resources/mail/v1/configs/{type}/default": ({".type"}, "its kind is a word"),
}  # fmt: skip

# By address: the status of the refusal, if it is refused. There is nothing of it until something else has
# happened.
REFUSED: dict[str, int] = {
    "/identity/resources/users/v1/activate/strategy": 404,  # needs the token of a mail
    "/identity/resources/configurations/v1/captcha-policy": 404,
    "/identity/resources/configurations/v1/jwt-template-targeting": 404,
    "/identity/resources/mail/v1/configurations": 404,
    "/integrations/resources/configurations/v1/slack/channels": 409,
    "/subscriptions/resources/billing/payment-providers/stripe/customers/v1/{tenantId}": 404,
    "/subscriptions/resources/billing/tenant-configurations/v1/{tenantId}": 404,
    "/identity/resources/approval-flows/v1/execution-data": 404,  # needs the link of a mail
}
# Addresses of one of those of which this account has none; their own tests read them.
NONE_THERE = {
    "/team/resources/sso/v1/configurations/{ssoConfigId}/groups",
    "/team/resources/sso/v1/configurations/{ssoConfigId}/roles",
    "/applications/application-clients/{id}",
    "/event/resources/triggers/v3/{eventId}/statuses",
    "/subscriptions/resources/billing/invoices/v1/{invoiceId}",
    "/subscriptions/resources/billing/payment-methods/v1/{paymentMethodId}",
    "/subscriptions/resources/billing/plans/v1/{planId}",
    "/subscriptions/resources/billing/subscriptions/v1/{subscriptionId}",
    "/subscriptions/resources/subscriptions/v1/{subscriptionId}",
    "/reports/resources/reports/v2/{id}/tenant-reports",
    "/identity/resources/approval-flows/v1/{id}",
    "/entitlements/resources/entity-types/v1/{key}",
    "/entitlements/resources/routes/v1/{id}",
    "/identity/resources/jwt-templates/v1/{id}",
    "/identity/resources/user-sources/v1/{id}",
    "/identity/resources/user-sources/v1/{id}/users",
    "/identity/resources/vendor-only/tenants/access-tokens/v1/{id}",
    "/identity/resources/vendor-only/users/access-tokens/v1/{id}",
    "/identity/resources/vendor-only/users/v1/bulk-roles/status/{taskId}",
}
