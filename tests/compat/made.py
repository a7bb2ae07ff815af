"""One of everything that there can be in an account, made by published calls."""

from typing import Any

import httpx

from tests.backend import Backend
from tests.world import Person

IDENTITY = "/identity/resources"


async def _post(http: httpx.AsyncClient, path: str, **body: object) -> dict[str, Any]:
    answer = await http.post(path, json=body)
    assert answer.is_success, f"{path} {answer.status_code} {answer.text}"
    made: dict[str, Any] = answer.json() if answer.content else {}
    return made


async def make_everything(admin: Person, backend: Backend) -> dict[str, str]:
    """Values that calls are asked with, by the name of a query parameter; those of addresses in braces,
    or with the address up to there."""
    own, vendors = admin.browser, backend.http
    role = await _post(own, f"{IDENTITY}/roles/v1", key="walker", name="Walker", permissions=[])
    group = await _post(own, f"{IDENTITY}/groups/v1", name="Walkers", color="#123456")
    await _post(own, f"{IDENTITY}/groups/v1/{group['id']}/users", userIds=[str(admin.id)])
    await _post(own, f"{IDENTITY}/groups/v1/{group['id']}/roles", roleIds=[role["id"]])
    for tokens in ("tenants/api-tokens/v2", "users/api-tokens/v1"):
        await _post(
            own, f"{IDENTITY}/{tokens}", description="Walks", roleIds=[], expiresInMinutes=60
        )
    events = (await own.get("/event/resources/configurations/v1/categories")).json()
    hook = await _post(
        own, "/webhook/custom", displayName="Walk", url="https://hooks.example.test/",
        secret="long-enough-1", eventKeys=[events[0]["events"][0]["key"]], description="", isActive=False,
    )  # fmt: skip
    restrictions = f"{IDENTITY}/configurations/v1/restrictions/ip"
    await _post(
        own, restrictions, ip="203.0.113.9", strategy="BLOCK", isActive=False, description=""
    )
    domains = f"{IDENTITY}/configurations/restrictions/v1/email-domain"
    await _post(own, domains, domain="spam.example", type="BLOCK")
    await _post(own, "/tenants/resources/sub-tenants/v1", name="Below")
    directory = await _post(own, "/directory/resources/v1/configurations/scim2", source="okta")
    await _post(
        own, f"{IDENTITY}/tenants/invites/v1/user", expiresInMinutes=60, shouldSendEmail=False
    )
    await _post(own, f"{IDENTITY}/users/phone-numbers/v1", phoneNumber="+31201234567")
    for policy, body in (
        ("lockout-policy", {"enabled": True, "maxAttempts": 5}),
        ("mfa-policy", {"enforceMFAType": "DontForce"}),
        ("password-history-policy", {"enabled": True, "historySize": 3}),
    ):
        await _post(own, f"{IDENTITY}/configurations/v1/{policy}", **body)
    resources = "/entitlements/resources"
    feature = await _post(vendors, f"{resources}/features/v1", key="walk", name="Walk")
    flag = {"name": "W", "on": True, "offTreatment": "false", "defaultTreatment": "true"}
    await _post(vendors, f"{resources}/feature-flags/v1", **flag, featureId=feature["id"])
    plan = await _post(vendors, f"{resources}/plans/v1", name="Walk", featureKeys=["walk"])
    await _post(
        vendors, f"{resources}/entitlements/v2", planId=plan["id"], tenantId=str(admin.tenant_id)
    )
    ids = str(admin.id)
    apps = (await vendors.get("/applications/resources/applications/v1")).json()
    return {
        "/directory/resources/scim/temp/{id}": directory["id"],
        "{userId}": ids, "{tenantId}": str(admin.tenant_id), "{ip}": "203.0.113.9",
        "{appId}": apps[0]["id"], "{type}": "OTC", "userId": ids, "userIds": ids, "ids": ids,
        "_tenantIds": str(admin.tenant_id), "appIds": apps[0]["id"], "email": admin.email,
        "id": hook["_id"], "offset": "0", "limit": "10", "count": "10", "sortBy": "createdAt",
        "sortDirection": "desc", "pageOffset": "0", "pageSize": "10", "_offset": "0",
        "_limit": "10", "_order": "ASC", "_sortBy": "name", "_filter": "", "channels": "email",
        "_phraseSearchContains": admin.email,
        "entityName": "audits", "_includeFreeAccess": "true", "params": "{}",
        "/identity/resources/configurations/v1/restrictions/ip _filter": "BLOCK",
        "mfaToken": "none", "token": "none",
        "approvalFlowExecutionId": ids, "approvalFlowStepId": ids, "approverId": ids,
    }  # fmt: skip
