"""A user without access cannot sign in by a social account either."""

import pytest

from gatehouse.kit import clock
from tests.federation.social_steps import Social, codes_of
from tests.identity.test_shut_out import LOCKED, SHUT
from tests.world import World


@pytest.mark.parametrize("shut", SHUT)
async def test_a_user_without_access_cannot_sign_in(social: Social, world: World, shut: str):
    known = await social.sign_in()
    assert known.status_code == 200, known.text
    await world.configure(SHUT[shut], known.json()["userId"], clock.now())
    browser = social.browser()
    answer = await social.sign_in(browser)
    code = LOCKED if shut == "locked by the vendor" else "login.no_access"
    assert (answer.status_code, codes_of(answer)) == (403, [code])
    assert not any(name.startswith("fe_refresh") for name in browser.cookies)
