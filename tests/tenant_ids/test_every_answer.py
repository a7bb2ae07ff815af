"""The inner id of a tenant that the vendor has named never leaves: every route that reads is asked."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import unquote
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit.db import Db
from gatehouse.kit.tenant_ids import MARK, inner_id
from tests.backend import new_backend
from tests.security.routes import Operation, operations
from tests.security.tenant_rows import ids_of
from tests.security.test_foreign_ids import of_its_kind, tenant_with_every_row
from tests.world import Person, World

# Says of a whole process, not of a tenant.
NOT_WALKED = {"GET /metrics"}


@dataclass(frozen=True)
class Named:
    """A tenant with a row of every kind, called `text`; `mark` is how its inner id begins."""

    text: str
    admin: Person
    ids: dict[str, str]

    @property
    def inner(self) -> str:
        return str(self.admin.tenant_id)

    def check(self, name: str, answer: httpx.Response) -> None:
        said = f"{unquote(answer.text)} {unquote(str(answer.headers))}"
        place = said.find(self.inner)
        assert place < 0, f"{name}: {said[max(0, place - 80) : place + 40]}"


@pytest.fixture
async def named(world: World, db: Db, database_url: str) -> AsyncIterator[Named]:
    text = f'example tenant "1" & <b> {uuid4().hex[:6]}'
    backend = (await new_backend(world)).http
    made = await backend.post(
        "/tenants/resources/tenants/v1", json={"tenantId": text, "name": "Example"}
    )
    assert made.status_code == 201
    async with tenant_with_every_row(world, db, database_url, inner_id(text)) as admin:
        await world.tenant("Below", parent=admin.tenant_id)
        yield Named(text, admin, await ids_of(db, admin.tenant_id))


async def walk(
    named: Named, browser: httpx.AsyncClient, asked_of: list[Operation]
) -> tuple[set[str], set[str]]:
    """The routes that answered, and those that named the tenant. Some rows hold what cannot be read, as a
    sealed text that is none."""
    answered, naming = set(), set()
    for one in asked_of:
        kinds = {**of_its_kind(one, named.ids), "text": named.text}
        kinds.pop("tenant_id", None)
        for identifier in dict.fromkeys(kinds.values()):
            answer = await one.call(browser, identifier)
            named.check(f"{one} {identifier}", answer)
            if answer.is_success:
                answered.add(str(one))
            if named.text in answer.text.replace('\\"', '"'):
                naming.add(str(one))
    return answered, naming


READING = [one for one in operations() if not one.writes and str(one) not in NOT_WALKED]


async def test_what_an_administrator_reads(named: Named):
    asked_of = [one for one in READING if not one.for_vendor]
    answered, naming = await walk(named, named.admin.browser, asked_of)
    assert len(answered) > 90
    assert len(naming) > 12, naming


async def test_what_the_vendor_reads(named: Named, world: World):
    backend = (await new_backend(world)).http
    asked_of = [one for one in READING if "SCIM" not in one.document.get("tags", [])]
    vendors = [one for one in asked_of if one.for_vendor]
    answered, naming = await walk(named, backend, vendors)
    assert len(answered) > 60
    assert len(naming) > 15, naming
    backend.headers["frontegg-tenant-id"] = named.text
    answered, naming = await walk(named, backend, [one for one in asked_of if not one.for_vendor])
    assert len(answered) > 40
    assert len(naming) > 5, naming


async def test_the_walk_would_find_it(named: Named, monkeypatch):
    """Without the replacement, the walk fails."""
    from gatehouse.kit import request_middleware as edge

    async def as_it_is(*_):
        return None

    monkeypatch.setattr(edge, "_replace_tenant_ids", as_it_is)
    with pytest.raises(AssertionError):
        await walk(named, named.admin.browser, READING)
    assert MARK in named.inner


async def test_ids_that_stand_in_many_answers(named: Named):
    me = await named.admin.browser.get("/identity/resources/users/v2/me")
    assert me.json()["tenantId"] == named.text
    audits = await named.admin.browser.get("/audits")
    assert {one["tenantId"] for one in audits.json()["data"]} == {named.text}
