"""An impersonator changes nothing that outlasts the impersonation, or belongs to the user alone: every
operation that writes is called while impersonating an administrator. A new one is refused or listed here."""

from gatehouse.access.permissions import Permission
from tests.identity.browser import sign_in
from tests.identity.test_impersonation import IMPERSONATE, act
from tests.security.routes import Operation
from tests.security.test_every_route import NOBODY, READS, closed
from tests.world import World

# `key/rotate` and the roles of `members/v1` are refused further in, as those calls' own tests have it.
ALLOWED = {
    "DELETE /api/v1/licenses/{license_id}/seats/{seat_id}",
    "PATCH /identity/resources/groups/v1/{group_id}",
    "PATCH /tenants/resources/sub-tenants/v1/{tenant_id}",
    "POST /api/v1/licenses/{license_id}/key/rotate",
    "POST /api/v1/organization",
    "POST /identity/resources/groups/v1",
    "POST /identity/resources/users/v1/invitation/reset/all",
    "POST /team/resources/members/v1/{user_id}/resendActivationEmail",
    "POST /tenants/resources/sub-tenants/v1",
}


async def test_an_impersonator_reaches_these_routes_and_no_others(
    world: World, document: list[Operation]
):
    support = await world.person("Admin", permissions=(IMPERSONATE,))
    user_id, _ = await world.member(support.tenant_id, "Admin")
    await world.grant(support.tenant_id, user_id, *(one for one in Permission if "*" not in one))
    browser = await act(world, support, await sign_in(world, user_id, support.tenant_id))
    reached = set()
    for one in closed(document):
        if one.writes and not one.for_vendor and str(one) not in READS:
            answer = await one.call(browser, NOBODY)
            assert answer.status_code not in (401, 500), f"{one}: {answer.text[:200]}"
            if answer.status_code != 403 or b"Only the user can do this" not in answer.content:
                reached.add(str(one))
    assert reached == ALLOWED
