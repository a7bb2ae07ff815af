"""Receives the provider's response to a test login. No session begins."""

import asyncio

from gatehouse.access.client import Client
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.models import ExternalAttempt
from gatehouse.identity.sso.answers.service import answer_of
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.logout.saml_sessions import subject_of
from gatehouse.identity.sso.own_key.service import keys_to_open
from gatehouse.identity.sso.saml.models import ExpectedResponse, SamlIdentity
from gatehouse.identity.sso.saml.request import request_id_of
from gatehouse.identity.sso.saml.response import read_response
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from gatehouse.identity.sso.sign_in.saml import groups_of, identity_of
from gatehouse.identity.sso.sign_in.saml_answer import PendingSamlSignIn, expected_of
from gatehouse.identity.sso.test_login import oidc
from gatehouse.identity.sso.test_login.models import TestLogin
from gatehouse.identity.sso.test_login.person import Assertion, check_person
from gatehouse.identity.sso.test_login.service import find_waiting_test, store_test_result
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources


async def take_saml(resources: Resources, *, message: str, state: str, client: Client) -> bool:
    """Store the trace if the response belongs to a test login. Returns whether it does."""
    if not state:
        return False
    async with resources[Database].transaction(Scope.system()) as db:
        test_id = await sign_ins.provider_of(db, "saml_test", state)
        found = await find_waiting_test(db, test_id) if test_id else None
        if test_id is None or found is None:
            return False
        await sign_ins.turn_back(db, "saml_test", test_id, state)
        keys = await keys_to_open(db, resources)
    test, connection = found
    expected = expected_of(
        resources, connection, PendingSamlSignIn([connection], request_id_of(state), keys)
    )
    trace, identity = await asyncio.to_thread(_read_saml, message, expected)
    if identity is not None:
        answer, subject = answer_of(identity), subject_of(identity)
        told = Assertion(
            identity_of(connection.id, answer, subject), groups_of(answer), identity.attributes
        )
        await check_person(resources, connection, told, client, trace)
    await store_test_result(resources, test, trace)
    return True


async def take_oidc(
    resources: Resources,
    *,
    code: str,
    state: str,
    sender: str | None,
    browser: str,
    client: Client,
) -> bool:
    """Store the trace if the response belongs to a test login that began in this browser. Returns whether it
    does."""
    found = await _find_begun_test(resources, state, browser)
    if found is None:
        return False
    test, connection, attempt = found
    await store_test_result(
        resources,
        test,
        await oidc.trace_oidc_login(resources, connection, attempt, code, sender, client),
    )
    return True


async def take_refusal(
    resources: Resources, *, state: str, browser: str, error: str, description: str
) -> bool:
    found = await _find_begun_test(resources, state, browser)
    if found is None:
        return False
    await store_test_result(resources, found[0], oidc.fail_answer(error, description))
    return True


async def _find_begun_test(
    resources: Resources, state: str, browser: str
) -> tuple[TestLogin, SsoConnection, ExternalAttempt] | None:
    async with resources[Database].transaction(Scope.system()) as db:
        attempt = await sign_ins.use_by_state(db, "oidc_test", browser, state)
        found = await find_waiting_test(db, attempt.provider) if attempt else None
    return (*found, attempt) if found and attempt else None


def _read_saml(message: str, expected: ExpectedResponse) -> tuple[CheckTrace, SamlIdentity | None]:
    trace = CheckTrace()
    try:
        return trace, read_response(message, expected, trace)
    except SamlRefused:
        return trace, None
