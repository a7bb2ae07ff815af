"""Every operation of the vendor's API by staff of each role: allowed or refused by one table."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from gatehouse.access.permissions import grants_permission
from gatehouse.access.staff_role import StaffRole
from gatehouse.access.vendor_permissions import STAFF_PERMISSIONS, VendorPermission
from gatehouse.kit.db import Database
from tests.backend import restored_backend
from tests.security.routes import Operation, operations
from tests.staff import dismiss_all, hire
from tests.world import World

IDENTITY = "/identity/resources"

# Who reads everything else reads no bills.
BILLS, OF_BOOKS = "bills", {StaffRole.OWNER, StaffRole.FINANCE}

# What an operation is about, by the beginning of its path: the first that fits.
AREAS = [
    (f"{IDENTITY}/users/temporary/v1/configuration", "configuration"),
    (f"{IDENTITY}/user-sources/v1/{{source_id}}/users", "users"),
    (f"{IDENTITY}/vendor-only/users/access-tokens", "api-tokens"),
    (f"{IDENTITY}/vendor-only/tenants/access-tokens", "api-tokens"),
    (f"{IDENTITY}/vendor-only/users", "users"),
    (f"{IDENTITY}/vendor-only/merge-requests", "users"),
    (f"{IDENTITY}/approval-flows/v1/executions", "events"),
    (f"{IDENTITY}/approval-flows/v1/step-up/execute", "events"),
    (f"{IDENTITY}/approval-flows/v1/{{flow_id}}/execute", "events"),
    (f"{IDENTITY}/approval-flows", "configuration"),
    (f"{IDENTITY}/configurations", "configuration"),
    (f"{IDENTITY}/jwt-templates", "configuration"),
    (f"{IDENTITY}/mail", "configuration"),
    (f"{IDENTITY}/sso", "configuration"),
    (f"{IDENTITY}/user-sources", "configuration"),
    (f"{IDENTITY}/permissions", "roles"),
    (f"{IDENTITY}/roles", "roles"),
    (f"{IDENTITY}/applications", "users"),
    (f"{IDENTITY}/users", "users"),
    (f"{IDENTITY}/migrations", "users"),
    (f"{IDENTITY}/tenants/invites", "users"),
    ("/team/resources/sso/v2/configurations", "tenants"),
    ("/team/resources/sso", "configuration"),
    ("/metadata", "configuration"),
    ("/prehooks", "configuration"),
    ("/vendors", "configuration"),
    ("/oauth/resources/configurations", "applications"),
    ("/applications", "applications"),
    ("/entitlements", "entitlements"),
    ("/audits", "audits"),
    ("/event", "events"),
    ("/subscriptions/resources/billing/tenant-configurations", "tenants"),
    ("/tenants/resources/licenses", "licenses"),
    ("/tenants/resources/payment-differences", "licenses"),
    ("/tenants/resources/payment-events", "licenses"),
    ("/tenants/resources/tenants/v1/{tenant_id}/audit-retention", "configuration"),
    ("/tenants/resources/tenants/v1/{tenant_id}/bills", BILLS),
    ("/tenants", "tenants"),
    ("/vendor/resources/impersonation/v1/tenants", "tenants"),
    ("/vendor/resources/impersonation", "impersonation"),
    ("/vendor/resources/staff", "staff"),
    ("/vendor/resources/system", "system"),
    ("/vendor/resources/overview", "tenants"),
    ("/vendor/resources/connections", "tenants"),
    ("/vendor/resources/audits", "audits"),
    ("/vendor/resources/configuration", "configuration"),
    ("/vendor/resources/trial-messages", "configuration"),
]
# They ask, and change nothing.
ASKED_BY_POST = {
    "POST /entitlements/resources/relations/v1/check",
    "POST /entitlements/resources/routes/v1/check",
}
# Reaches beyond tenants.
OF_OWNERS = {
    f"PUT {IDENTITY}/users/v1/{{user_id}}/invisible",
    f"PUT {IDENTITY}/users/v1/{{user_id}}/superuser",
    f"POST {IDENTITY}/migrations/v1/auth0",
}

# What each role reads and writes; `*` is everything.
TABLE: dict[StaffRole, tuple[set[str], set[str]]] = {
    StaffRole.OWNER: ({"*"}, {"*"}),
    StaffRole.SUPPORT: ({"*"}, {"tenants", "users", "licenses", "impersonation"}),
    StaffRole.FINANCE: (
        {"tenants", "users", "entitlements", "licenses", "audits"},
        {"entitlements", "licenses"},
    ),
    StaffRole.READ_ONLY: ({"*"}, set()),
}


# What each role sees in the console; the others see all of it.
SCREENS = {
    StaffRole.FINANCE: {
        "overview", "tenants", "people", "connections", "licenses", "plans", "features", "flags",
        "entitlements", "audits",
    },
}  # fmt: skip
CONSOLE = Path(__file__).parents[2] / "web" / "apps" / "console" / "src"
SECTION = re.compile(
    r"Section: Section = \{\s*path: '([^']+)',.*?permissions: \['([^']+)'\]", re.DOTALL
)


def may(role: StaffRole, one: Operation) -> bool:
    if str(one) in OF_OWNERS:
        return role == StaffRole.OWNER
    reading, writing = TABLE[role]
    area = next((area for path, area in AREAS if one.path.startswith(path)), None)
    assert area, f"{one} is about nothing that the table knows"
    if area == BILLS:
        return role in OF_BOOKS
    allowed = writing if one.writes and str(one) not in ASKED_BY_POST else reading
    return not allowed.isdisjoint({"*", area})


@pytest.fixture(autouse=True)
async def as_before(world: World, database: Database) -> AsyncIterator[None]:
    """Owners may change what the other tests count on."""
    await dismiss_all(database)
    async with restored_backend(world):
        yield
    await dismiss_all(database)


@pytest.fixture
def of_vendor() -> list[Operation]:
    return [
        one
        for one in operations()
        if one.for_vendor and one.path != "/auth/vendor" and "/scim/" not in one.path
    ]


@pytest.mark.parametrize("role", StaffRole)
async def test_each_role_calls_what_is_its_own(
    world: World, of_vendor: list[Operation], role: StaffRole
):
    """With ids that do not exist, and a body that no call accepts."""
    member = await hire(world, role)
    assert len(of_vendor) > 200
    for one in of_vendor:
        request = one.request(member.browser, str(uuid4()))
        answer = await member.browser.request(
            request.method,
            request.url,
            headers={"content-type": "application/json"},
            content=b"0" if one.body("") is not None else b"",
        )
        # What the vendor has switched off is refused too, in words of its own.
        is_refused = "access.missing_permission" in answer.text
        assert is_refused != may(role, one), f"{one}: {answer.text[:200]}"
        assert answer.status_code == 403 or not is_refused
        assert answer.status_code < 500, f"{one}: {answer.text[:200]}"


@pytest.mark.parametrize("role", StaffRole)
def test_each_role_sees_the_screens_of_what_it_may_read(role: StaffRole):
    """As the files of the sections say: what a section asks for is a permission of the calls."""
    sections = {
        found[1]: VendorPermission(found[2])
        for path in CONSOLE.glob("*/*.section.ts")
        if (found := SECTION.search(path.read_text()))
    }
    assert len(sections) == len(list(CONSOLE.glob("*/*.section.ts"))) >= 18
    held = STAFF_PERMISSIONS[role]
    seen = {
        path
        for path, asked in sections.items()
        if any(grants_permission(one, asked) for one in held)
    }
    assert seen == SCREENS.get(role, set(sections))
    reading, _ = TABLE[role]
    for path, asked in sections.items():
        assert (path in seen) == (not reading.isdisjoint({"*", asked.rpartition(".")[2]}))
