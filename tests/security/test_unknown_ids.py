"""A GET for an id that nothing has is refused, on every route of the document that takes one."""

import pytest

from tests.backend import new_backend
from tests.security.routes import Operation
from tests.world import World

# Spellings that clients send for an id that they do not have.
NOT_IDS = ("undefined", "null", "0", "no-such-thing")

# Answers with a success, as the reference says or published clients need.
ALLOWED = {
    # A list by the wire; the Terraform provider takes an empty one for an account that is gone.
    "GET /tenants/resources/tenants/v1/{tenant_id}": "[]",
    # Published clients ask for the plan of an account without one, and give up its summary at an error.
    "GET /subscriptions/resources/billing/plans/v1/{plan_id}": "",
}


@pytest.mark.parametrize("identifier", ["00000000-0000-4000-8000-000000000000", *NOT_IDS])
async def test_an_unknown_id_is_refused(document: list[Operation], world: World, identifier: str):
    admin = (await world.person("Admin")).browser
    backend = (await new_backend(world)).http
    asked = [one for one in document if not one.writes and one.in_path]
    assert len(asked) > 90
    for one in asked:
        answer = await one.call(backend if one.for_vendor else admin, identifier)
        story = f"{one} {identifier}: {answer.status_code} {answer.text[:200]}"
        if answer.is_success:
            assert answer.text == ALLOWED.get(str(one)), story
        else:
            assert 300 <= answer.status_code < 500 or answer.status_code == 503, story


def test_what_is_allowed_is_a_route(document: list[Operation]):
    assert {str(one) for one in document} >= set(ALLOWED)


def test_no_route_says_that_it_may_answer_null(document: list[Operation]):
    """Neither for one thing nor for many: what is not there is refused, or left out."""

    def may_be_null(one: Operation) -> bool:
        answers = one.document["responses"]
        return any(
            {"type": "null"} in content.get("schema", {}).get("anyOf", [content.get("schema")])
            for answer in answers.values()
            for content in answer.get("content", {}).values()
        )

    assert [str(one) for one in document if may_be_null(one)] == []
