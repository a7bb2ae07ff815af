"""What a backend of the vendor may read, and the ways in which the console asks its lists."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import httpx
from starlette.types import ASGIApp

from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.vendor_access.credentials import create_credential

TENANTS = "/tenants/resources/tenants/v2"
PEOPLE = "/identity/resources/users/v1/query/phrase"
AUDITS = "/vendor/resources/audits/v1"
LICENSES = "/tenants/resources/licenses/v1"
CONNECTIONS = "/vendor/resources/connections/v1"
DIFFERENCES = "/tenants/resources/payment-differences/v1"


def console_lists(tenant_id: UUID) -> dict[str, str]:
    """What is asked for, and where."""
    return {
        "tenants": f"{TENANTS}?_limit=20",
        "tenants, far behind": f"{TENANTS}?_limit=20&_offset=400",
        "tenants, newest first": f"{TENANTS}?_limit=20&_sortBy=createdAt&_order=DESC",
        "tenants, by name": f"{TENANTS}?_limit=20&_filter=tenant",
        "tenants, by name, newest first": f"{TENANTS}?_limit=20&_filter=tenant&_sortBy=createdAt&_order=DESC",
        "tenants, by name, last": f"{TENANTS}?_limit=20&_filter=tenant&_offset=9980&_sortBy=tenantId",
        "tenants, found nowhere": f"{TENANTS}?_limit=20&_filter=nowhere-at-all",
        "people": f"{PEOPLE}?_limit=20&_offset=0",
        "people, far behind": f"{PEOPLE}?_limit=20&_offset=9000",
        "people, by address": f"{PEOPLE}?_limit=20&_sortBy=email&_order=ASC",
        "people, by verified": f"{PEOPLE}?_limit=20&_sortBy=verified&_order=DESC",
        "people, by provider": f"{PEOPLE}?_limit=20&_sortBy=provider",
        "people, by account": f"{PEOPLE}?_limit=20&_sortBy=tenantId",
        "people, by isLocked": f"{PEOPLE}?_limit=20&_sortBy=isLocked",
        "people, locked first": f"{PEOPLE}?_limit=20&_sortBy=isLocked&_order=DESC",
        "people, one": f"{PEOPLE}?_limit=20&_phraseSearchContains=p777@big.test",
        "people, found nowhere": f"{PEOPLE}?_limit=20&_phraseSearchContains=nowhere-at-all",
        "people of an account": f"{PEOPLE}?_limit=20&_tenantId={tenant_id}&_includeSubTenants=false",
        "log": f"{AUDITS}?count=20&offset=0",
        "log of an account": f"{AUDITS}?count=20&tenantId={tenant_id}",
        "log, severity": f"{AUDITS}?count=20&severity=Critical",
        "log, a word": f"{AUDITS}?count=20&filter=signed",
        "log of an account, a word": f"{AUDITS}?count=20&filter=signed&tenantId={tenant_id}",
        "licenses": f"{LICENSES}?_limit=20&_offset=0",
        "licenses, far behind": f"{LICENSES}?_limit=20&_offset=400",
        "licenses, ended": f"{LICENSES}?_limit=20&_state=EXPIRED",
        "licenses, suspended": f"{LICENSES}?_limit=20&_state=SUSPENDED",
        "licenses, revoked": f"{LICENSES}?_limit=20&_state=REVOKED",
        "licenses, paid": f"{LICENSES}?_limit=20&_source=paid",
        "licenses, words of all": f"{LICENSES}?_limit=20&_filter=tenant",
        "licenses, found nowhere": f"{LICENSES}?_limit=20&_filter=nowhere-at-all",
        "licenses of an account": f"{LICENSES}?_limit=20&_tenantId={tenant_id}",
        "differences": f"{DIFFERENCES}?state=waiting",
    }


@asynccontextmanager
async def backend(
    settings: Settings, app: ASGIApp, resources: Resources
) -> AsyncIterator[httpx.AsyncClient]:
    """One that may do everything."""
    made = await create_credential(resources[Database], "Of the plans", None)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=settings.public_url) as caller:
        body = {"clientId": str(made.client_id), "secret": made.secret}
        answer = await caller.post("/auth/vendor", json=body)
        caller.headers["x-access-token"] = answer.json()["token"]
        yield caller
