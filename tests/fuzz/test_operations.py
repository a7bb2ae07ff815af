"""Requests made from the API description: those that it allows, and those that break its rules. To make them
takes longer than to send them, so `make test` does it for one route in twelve."""

from typing import Any
from uuid import uuid4

import pytest
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.fuzz.answers import check
from tests.fuzz.operations import OPERATIONS, generated, send
from tests.sample import Sample
from tests.world import Person

EACH_OF = 12
CHECKS = [not_a_server_error, response_schema_conformance]


@pytest.mark.routes(OPERATIONS, part=EACH_OF)
async def test_any_request_gets_a_documented_answer(
    label: str, administrator: Person, stranger, chosen: Sample
):
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        for case in generated(label, mode, chosen):
            for client in (administrator.browser, stranger):
                answer = await send(client, case)
                check(answer)
                if answer.is_success:
                    case.validate_response(answer, checks=CHECKS)


@pytest.mark.routes(OPERATIONS, part=EACH_OF)
async def test_a_likely_request_gets_a_documented_answer(
    label: str, administrator: Person, chosen: Sample
):
    """With values that exist it goes deeper than with unknown ones."""
    answer = await administrator.browser.post("/api/v1/organization", json={"name": "Acme"})
    [license_id] = [
        one["id"] for one in (await administrator.browser.get("/api/v1/licenses")).json()
    ]
    assert answer.is_success
    own = (administrator.id, administrator.tenant_id, administrator.session_id, license_id)
    for case in generated(label, GenerationMode.POSITIVE, chosen):
        for value in own if "{" in label else own[:1]:
            case.path_parameters = dict.fromkeys(case.path_parameters, str(value))
            case.body = likely(case.body, administrator)
            answer = await send(administrator.browser, case)
            check(answer)
            if answer.is_success:
                case.validate_response(answer, checks=CHECKS)


def likely(body: Any, person: Person) -> Any:
    """What a client would send there, by the name of the field."""
    if isinstance(body, list):
        return [likely(one, person) for one in body]
    if not isinstance(body, dict):
        return body
    known = {
        "email": f"{uuid4().hex}@example.test",
        "name": "Pat Doe",
        "companyName": "Acme",
        "password": "Seventeen-quiet-otters",
        "userId": str(person.id),
        "id": str(person.id),
        "tenantId": str(person.tenant_id),
    }
    return {name: known.get(name, likely(value, person)) for name, value in body.items()}
