"""Social sign-in of the box of 4.42, which builds the provider's address itself and checks nothing when the
user comes back."""

from datetime import timedelta

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from tests.compat.public_client import OLD_HEADERS, PRODUCT, REFRESH
from tests.conftest import ORIGIN
from tests.federation.provider import FakeProvider, Person
from tests.federation.social_steps import AUTH, PAGE, Social, an_address, codes_of, query_of

STATE = '{"provider":"partner","action":"login"}'


class OldestBox(Social):
    """The page at `PAGE`, as the box there calls."""

    async def post(self, browser: httpx.AsyncClient, code: str, **body: object) -> httpx.Response:
        page = body.pop("page", PAGE)
        return await browser.post(
            f"/frontegg{AUTH}/v1/user/sso/{self.name}/postlogin",
            params={"code": code, "redirectUri": page},  # type: ignore[dict-item]
            json=body,
            headers=OLD_HEADERS,
        )

    async def sent_again(
        self, browser: httpx.AsyncClient, answer: httpx.Response
    ) -> dict[str, str]:
        """By way of this server, and back; what the page is given."""
        assert (answer.status_code, answer.headers.get("location")) == (302, None)
        assert answer.headers["content-type"].startswith("text/plain")
        address = answer.text
        assert address.startswith(f"{ORIGIN}{AUTH}/v2/user/sso/custom/partner/prelogin?")
        begun = await browser.get(address)
        assert begun.headers["location"].startswith(self.provider.url)
        asked = query_of(begun.headers["location"])
        return await self.back(browser, asked, self.provider.authorize(asked))

    async def sign_in(
        self, browser: httpx.AsyncClient | None = None, **body: object
    ) -> httpx.Response:
        browser = browser or self.browser()
        own = await self.post(browser, new_token(), **body)
        given = await self.sent_again(browser, own)
        assert given["state"] == STATE
        return await self.post(browser, given["code"])


@pytest.fixture
async def box(resources, provider: FakeProvider, asgi):
    provider.person = Person(new_token(8), an_address())
    made = OldestBox(resources, provider, asgi)
    await made.offer()
    yield made
    clock.reset_clock()  # the change is of now
    await made.apply('[remove]\ncustom_social = ["partner"]')


async def renew(browser: httpx.AsyncClient) -> httpx.Response:
    return await browser.post(f"/frontegg{REFRESH}", headers=OLD_HEADERS)


async def test_an_unknown_code_leads_to_the_provider_once_more(box: OldestBox):
    browser = box.browser()
    entered = await box.sign_in(browser)
    assert (entered.status_code, entered.json()["email"]) == (200, box.provider.person.email)
    assert (await renew(browser)).status_code == 201
    # The box's own code was not handed out.
    assert len(box.provider.exchanges) == 1


async def test_a_planted_code_starts_no_session(box: OldestBox):
    """Mallory's own, from the provider's page that leads to the product."""
    mallory, ada = box.browser(), box.browser()
    planted = new_token()
    assert (await box.post(ada, planted)).status_code == 302
    assert (await renew(ada)).status_code == 401
    # And one that came back over us, to Mallory.
    asked = await box.go(mallory)
    given = await box.back(mallory, asked, box.provider.authorize(asked))
    answer = await box.post(ada, given["code"])
    assert (answer.status_code, codes_of(answer)) == (401, ["ER-01049"])
    assert (await renew(ada)).status_code == 401
    assert (await box.post(mallory, given["code"])).status_code == 200


async def test_a_product_that_passes_the_calls_on_has_the_cookie_at_its_own_address(
    box: OldestBox,
):
    headers = {**OLD_HEADERS, "origin": PRODUCT, "sec-fetch-site": "same-origin"}
    answer = await box.browser().post(
        f"/frontegg{AUTH}/v1/user/sso/partner/postlogin",
        params={"code": new_token(), "redirectUri": f"{PRODUCT}/account/social/success"},
        headers=headers,
    )
    start = f"{PRODUCT}/frontegg{AUTH}/v2/user/sso/custom/partner/prelogin?"
    assert (answer.status_code, answer.text.startswith(start)) == (302, True)


async def test_it_leads_to_no_page_that_may_not_call(box: OldestBox):
    answer = await box.post(box.browser(), new_token(), page="https://evil.example/")
    assert (answer.status_code, codes_of(answer)) == (400, ["social.page_refused"])


async def test_no_code_and_none_of_a_provider_that_is_offered(box: OldestBox):
    answer = await box.post(box.browser(), "")
    assert (answer.status_code, codes_of(answer)) == (401, ["ER-01049"])
    box.name = "github"
    answer = await box.post(box.browser(), new_token())
    assert (answer.status_code, codes_of(answer)) == (404, ["social.not_offered"])
    box.name = "partner"


async def test_a_code_that_came_back_too_late_leads_nowhere(box: OldestBox):
    browser = box.browser()
    own = await box.post(browser, new_token())
    given = await box.sent_again(browser, own)
    clock.advance_clock(timedelta(minutes=16))
    answer = await box.post(browser, given["code"])
    assert (answer.status_code, codes_of(answer)) == (401, ["ER-01049"])


async def test_the_invitation_that_the_box_has_forgotten_by_then(box: OldestBox, world):
    admin = await world.person("Admin")
    made = await admin.browser.post(
        "/identity/resources/tenants/invites/v1/user", json={"shouldSendEmail": False}
    )
    token = made.json()["token"]
    browser = box.browser()
    own = await box.post(browser, new_token(), invitationToken=token)
    assert token not in own.text
    given = await box.sent_again(browser, own)
    body = (await box.post(browser, given["code"])).json()
    assert (body["tenantId"], body["isNewUser"]) == (str(admin.tenant_id), True)
    # The next user of this browser has none.
    box.provider.person = Person(new_token(8), an_address())
    assert (await box.sign_in(browser)).json()["tenantId"] != str(admin.tenant_id)


async def test_a_second_factor_is_asked_for_when_the_box_renews(box: OldestBox, db):
    first = (await box.sign_in()).json()
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", first["userId"]
    )
    browser = box.browser()
    assert (await box.sign_in(browser)).json()["mfaRequired"] is True
    asked = await renew(browser)
    assert (asked.status_code, asked.json()["mfaRequired"]) == (201, True)
    assert asked.json()["mfaToken"]
    assert (await renew(browser)).status_code == 401


@pytest.mark.parametrize(
    ("prefix", "headers"),
    [("/frontegg", {}), ("/frontegg", {**OLD_HEADERS, "x-frontegg-sdk": "x"}), ("", OLD_HEADERS)],
)
async def test_other_clients_are_told_that_it_failed(
    box: OldestBox, prefix: str, headers: dict[str, str]
):
    answer = await box.browser().post(
        f"{prefix}{AUTH}/v1/user/sso/partner/postlogin",
        params={"code": new_token(), "redirectUri": PAGE},
        headers=headers,
    )
    assert (answer.status_code, codes_of(answer)) == (401, ["ER-01049"])
