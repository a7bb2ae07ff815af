"""Addresses that only look alike, or fold to the same letters, belong to different people."""

from uuid import uuid4

import pytest

from tests.identity.signup_steps import (
    RESET,
    SIGN_UP,
    form,
    sign_up_and_activate,
    stranger,
)
from tests.vendor_view import get_user_by_email

KELVIN_SIGN, LONG_S, DOTLESS_I = "\u212a", "\u017f", "\u0131"


@pytest.mark.parametrize(
    ("letter", "lookalike", "folds"),
    [("k", KELVIN_SIGN, True), ("s", LONG_S, True), ("i", DOTLESS_I, False)],
)
async def test_a_reset_for_a_lookalike_address_sends_nothing_to_it(
    asgi, world, run_jobs, letter: str, lookalike: str, folds: bool
):
    name = uuid4().hex[:12]
    address = f"mi{letter}e.{name}@example.test"
    spoofed = f"mi{lookalike}e.{name}@example.test"
    await sign_up_and_activate(asgi, world, run_jobs, address)
    before = len(world.mails(address))
    async with stranger(asgi) as browser:
        answer = await browser.post(RESET, json={"email": spoofed})
    await run_jobs()
    assert answer.status_code == 201
    # A letter that folds means the same user: the link goes to the address on file, never to the typed one.
    assert world.mails(spoofed) == []
    assert len(world.mails(address)) - before == folds


async def test_a_sign_up_with_a_lookalike_domain_is_another_account(asgi, world, run_jobs):
    name = uuid4().hex[:12]
    address = f"mike@{name}i.test"
    spoofed = f"mike@{name}{DOTLESS_I}.test"
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    before = len(world.mails(address))
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(spoofed))
    await run_jobs()
    assert len(world.mails(address)) == before
    assert (await get_user_by_email(world, address))["id"] == str(user_id)
