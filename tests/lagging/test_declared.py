"""Every route that is declared to be one that may lag: it changes nothing, and either database answers it the
same."""

from collections.abc import Iterator

import httpx
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from gatehouse.access import guard, replica_reads, vendor
from gatehouse.areas import AREAS
from gatehouse.audit import routes as audits
from gatehouse.kit import clock
from gatehouse.kit.router import api_routes
from tests.lagging.site import Site, as_page, reads, since
from tests.standby import Pair

UNITS = (replica_reads._replica_transaction, replica_reads._vendor_replica_transaction)
WRITING = {
    guard._current_transaction,
    guard._own_transaction,
    guard._boundless_transaction,
    guard._system_transaction,
    vendor._open_vendor_transaction,
}
# Plain routes have no dependencies: these read by `read_authorized_page` with `may_lag`.
PLAIN = {audits.list_audits, audits.list_audits_v2}

# What is asked for, by the staff and by an account.
OF_STAFF = {
    "/audits": "?",
    "/audits/resources/audits/v2": "?",
    "/audits/stats": "?",
    "/audits/resources/metrics/v1": "?from=1767225600000&to=1769904000000",
    "/identity/resources/users/v1/query/phrase": "?_phraseSearchContains=example",
    "/identity/resources/users/v1": "?",
    "/identity/resources/users/v3": "?",
    "/tenants/resources/tenants/v1": "?",
    "/tenants/resources/tenants/v2": "?",
    "/tenants/resources/deleted-tenants/v1": "?",
    "/tenants/resources/licenses/v1": "?",
    "/tenants/resources/payment-differences/v1": "?state=waiting",
    "/tenants/resources/payment-events/v1/stuck": "?",
    "/vendor/resources/audits/v1": "?",
    "/vendor/resources/audits/v1/chain": "?",
    "/vendor/resources/connections/v1": "?",
    "/vendor/resources/overview/v1": "?",
    "/vendor/resources/overview/v1/licenses": "?",
    "/vendor/resources/overview/v1/revenue": "?",
    "/vendor/resources/system/v1/jobs": "?",
    "/identity/resources/vendor-only/users/v1/erasures": "?",
    "/webhook/logs": "?id=",
    "/webhook/logs/": "?id=",
}
OF_PEOPLE = {
    "/audits": "?",
    "/audits/resources/audits/v2": "?",
    "/audits/stats": "?",
    "/audits/stats/days": "?",
    "/webhook/logs": "?id=",
    "/webhook/logs/": "?id=",
}
NAMES_TENANT = {"/audits", "/audits/resources/audits/v2", "/audits/stats"}


def _routes() -> Iterator[APIRoute]:
    for _, routers in AREAS:
        for router in routers:
            yield from api_routes(router.routes)


def _asks_for(dependant: Dependant, *units: object) -> bool:
    return any(one.call in units or _asks_for(one, *units) for one in dependant.dependencies)


def _declared() -> list[APIRoute]:
    return [one for one in _routes() if one.endpoint in PLAIN or _asks_for(one.dependant, *UNITS)]


def _of_staff(route: APIRoute) -> bool:
    return _asks_for(route.dependant, replica_reads._vendor_replica_transaction)


def test_only_reading_routes_are_declared_and_each_is_tried_here():
    declared = _declared()
    assert {method for one in declared for method in one.methods or ()} == {"GET"}
    assert {one.path for one in declared if _of_staff(one)} == OF_STAFF.keys()
    assert {one.path for one in declared if not _of_staff(one)} == OF_PEOPLE.keys()


def test_none_of_them_is_given_what_could_write_besides():
    for route in _declared():
        given = {one.call for one in route.dependant.dependencies}
        assert given.isdisjoint(WRITING), route.path


async def _webhook(browser: httpx.AsyncClient) -> str:
    made = await browser.post(
        "/webhook/custom",
        json={
            "displayName": "Our ERP", "description": "", "url": "https://example.com/hook",
            "secret": "a secret of ours", "eventKeys": ["frontegg.user.created"], "isActive": True,
        },
    )  # fmt: skip
    assert made.status_code == 201, made.text
    return str(made.json()["_id"])


async def _same_from_both(
    page: httpx.AsyncClient, program: httpx.AsyncClient, url: str, **headers: str
) -> None:
    before = reads()
    lagging_answer = await page.get(url, headers=headers)
    assert lagging_answer.status_code == 200, (url, lagging_answer.text)
    assert since(before).keys() == {"standby"}, url
    before = reads()
    answer = await program.get(url, headers=headers)
    assert since(before) == {}, url
    assert answer.json() == lagging_answer.json(), url


@pytest.fixture
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both answers are of it."""
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)


async def test_either_answers_the_staff_the_same(site: Site, pair: Pair, one_moment):
    staff, backend = await site.staff(), await site.backend()
    webhook = await _webhook(staff.browser)
    as_page(staff.browser)
    await pair.caught_up()
    await site.in_use()
    program = backend.http
    for path, query in OF_STAFF.items():
        url = f"{path}{query}{webhook if query == '?id=' else ''}"
        named = {"frontegg-tenant-id": str(staff.person.tenant_id)} if path in NAMES_TENANT else {}
        await _same_from_both(staff.browser, program, url, **named)


async def test_either_answers_an_account_the_same(site: Site, pair: Pair, one_moment):
    admin = await site.world.person("Admin")
    webhook = await _webhook(admin.browser)
    program = site.new_client()
    program.headers["authorization"] = admin.browser.headers["authorization"]
    as_page(admin.browser)
    await pair.caught_up()
    await site.in_use()
    for path, query in OF_PEOPLE.items():
        url = f"{path}{query}{webhook if query == '?id=' else ''}"
        await _same_from_both(admin.browser, program, url)
