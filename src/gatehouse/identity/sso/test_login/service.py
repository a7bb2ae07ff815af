"""Starts test logins and stores their results for a day."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, LiteralString
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.client import build_authorization_address
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.sso.connections import queries as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.service import (
    get_connection,
    get_oidc_redirect_uri,
    get_service_provider_addresses,
)
from gatehouse.identity.sso.errors import ConnectionIncomplete, TestLoginNotFound
from gatehouse.identity.sso.events import SsoConnectionTested
from gatehouse.identity.sso.saml.trace import CheckTrace
from gatehouse.identity.sso.sign_in.oidc import load_oidc_provider
from gatehouse.identity.sso.sign_in.saml import build_request_address
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

_COLUMNS: LiteralString = "id, tenant_id, connection_id, checks, passed"
KEPT = timedelta(days=1)
TESTS_PER_TENANT = RateLimit("sso.test.tenant", 30, 5)


@dataclass(frozen=True, slots=True)
class TestLogin:
    """`passed` is None until the provider's response arrives. `checks` are `CheckedValue` objects of
    the traces as JSON, in the order in which they ran."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    checks: list[dict[str, Any]]
    passed: bool | None


ADD = Command(
    """
    insert into sso_tests (id, tenant_id, connection_id, session_id, checks, created_at, expires_at)
    values ($2, $1, $3, $4, '[]', $5, $6)
    """
)
# Only for the session that started the test.
ONE = Query(
    TestLogin,
    f"""
    select {_COLUMNS} from sso_tests
    where tenant_id = $1 and connection_id = $2 and id = $3 and session_id = $4 and expires_at > $5
    """,
)
# The state names the test, so a response is matched by the id of the test.
BY_ID = Query(TestLogin, f"select {_COLUMNS} from sso_tests where id = $1 and passed is null")
FINISH = Command(
    """
    update sso_tests set checks = $3, passed = $4 where tenant_id = $1 and id = $2 and passed is null
    """
)


declare_purge("sso_tests", timedelta(), job="sso.forget_tests", cron="43 * * * *")


async def begin_test_login(
    db: Db, resources: Resources, caller: Principal, connection_id: UUID, browser: str
) -> tuple[TestLogin, str | None]:
    """Start a test login; returns it with the address for the browser. If the provider cannot be reached, the
    test has failed and there is no address. The connection may be disabled. Raises `SsoConnectionNotFound`,
    and `ConnectionIncomplete` when required fields are missing."""
    connection = await get_connection(db, caller.tenant_id, connection_id)
    if missing := connection.missing_fields:
        raise ConnectionIncomplete(
            f"The connection cannot be tested without {', '.join(missing)}", missing=missing
        )
    await db.pause()
    await resources[RateLimiter].hit(TESTS_PER_TENANT, str(caller.tenant_id))
    test_id, now = new_id(), clock.now()
    await ADD.run(db, caller.tenant_id, test_id, connection_id, caller.session_id, now, now + KEPT)
    event = SsoConnectionTested(caller.tenant_id, connection_id, connection.type)
    await announce_event(db, event, by=caller.actor)
    await db.pause()
    test = TestLogin(test_id, caller.tenant_id, connection_id, [], None)
    return await _build_test_request(resources, connection, test, browser)


async def _build_test_request(
    resources: Resources, connection: SsoConnection, test: TestLogin, browser: str
) -> tuple[TestLogin, str | None]:
    if not connection.is_oidc:
        back = get_service_provider_addresses(resources).acs_url
        async with resources[Database].transaction(Scope.system()) as db:
            begun = await sign_ins.begin_external_sign_in(
                db, kind="saml_test", provider=str(test.id), browser=browser, redirect_uri=back
            )
        return test, await build_request_address(resources, connection, begun.state)
    try:
        provider = await load_oidc_provider(resources, connection)
    except ProviderFault as fault:
        return await store_test_result(
            resources, test, record_discovery_failure(CheckTrace(), fault)
        ), None
    back = get_oidc_redirect_uri(resources)
    async with resources[Database].transaction(Scope.system()) as db:
        begun = await sign_ins.begin_external_sign_in(
            db, kind="oidc_test", provider=str(test.id), browser=browser, redirect_uri=back
        )
    return test, build_authorization_address(provider, begun, back)


def record_discovery_failure(trace: CheckTrace, fault: ProviderFault) -> CheckTrace:
    """Record that the provider's discovery document could not be read."""
    trace.record_failed(
        "discovery",
        "The discovery document could not be read",
        came=fault.detail,
        mend="Set the issuer to the address before /.well-known/openid-configuration. It has to be reachable "
        "from the internet.",
    )
    return trace


async def get_test_login(
    db: Db, caller: Principal, connection_id: UUID, test_id: UUID
) -> TestLogin:
    """Raises `TestLoginNotFound` when the test does not exist, has expired, or belongs to another session."""
    found = await ONE.first(
        db, caller.tenant_id, connection_id, test_id, caller.session_id, clock.now()
    )
    if found is None:
        raise TestLoginNotFound("The test sign-in was not found or has expired")
    return found


async def store_test_result(resources: Resources, test: TestLogin, trace: CheckTrace) -> TestLogin:
    """Store the result of a test login. Only the first result is stored."""
    checks = [asdict(check) for check in trace.checks]
    is_passed = all(check.passed for check in trace.checks)
    async with resources[Database].transaction(Scope.system()) as db:
        await FINISH.run(db, test.tenant_id, test.id, checks, is_passed)
    return TestLogin(test.id, test.tenant_id, test.connection_id, checks, is_passed)


async def find_pending_test(db: Db, test_id: str) -> tuple[TestLogin, SsoConnection] | None:
    """The pending test login and its connection. Needs the system scope."""
    test = await BY_ID.first(db, UUID(test_id))
    connection = (
        await connections.ONE.first(db, test.tenant_id, test.connection_id) if test else None
    )
    return (test, connection) if test and connection else None
