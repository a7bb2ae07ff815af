"""The meter beside the field and the server agree: both are tested against the same lists."""

import json
from pathlib import Path

import pytest

from tests.identity.signup_steps import CHANGE, GOOD, new_address, sign_up_and_activate

CASES = json.loads(
    (Path(__file__).parents[2] / "web/packages/ui/src/password/strength-cases.json").read_text(
        encoding="utf-8"
    )
)


@pytest.fixture
async def change(asgi, world, run_jobs):
    """Changes the password of Kim Roe of Roe Works, who uses Gatehouse."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    person = await world.sign_in(user_id, tenant_id, address)
    return lambda new: person.browser.post(CHANGE, json={"password": GOOD, "newPassword": new})


@pytest.mark.parametrize("password", CASES["accepted"])
async def test_what_the_meter_does_not_call_weak_is_accepted(change, password):
    assert (await change(password)).status_code == 201


@pytest.mark.parametrize("password", CASES["refused"])
async def test_what_the_meter_calls_weak_is_refused(change, password):
    answer = await change(password)
    assert answer.status_code == 400
    assert answer.json()["errorCode"] in (
        "passwords.too_weak", "passwords.too_personal", "passwords.breached",
    )  # fmt: skip
