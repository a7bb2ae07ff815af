"""What a public client needs before anybody has signed in (wire reference §5)."""

import pytest

from tests.compat.public_client import (
    CONFIGURATIONS,
    IDENTITY,
    PRODUCT,
    PublicClient,
    Refused,
)


async def test_nothing_that_a_start_asks_for_is_missing(public_client: PublicClient):
    answers = await public_client.boot()
    shown = answers[f"{CONFIGURATIONS}/public"]
    assert (shown["authStrategy"], shown["allowSignups"]) == ("EmailAndPassword", True)
    assert answers["/vendors/public"]["name"]
    assert set(answers["/team/resources/sso/v2/configurations/public"]) == {"isActive"}
    strategies = answers.get(f"{CONFIGURATIONS}/auth/strategies/public")
    assert strategies is None or strategies["secondaryAuthStrategies"] == []
    assert answers.get(f"{IDENTITY}/sso/v2", []) == []
    assert (await public_client.get(f"{CONFIGURATIONS}/captcha-policy/public"))["enabled"] is False


async def test_metadata_has_a_row_to_read(public_client: PublicClient):
    """Without a row the client asks three times, half a second apart, before it goes on."""
    for entity in ("adminBox", "saml"):
        (row,) = (await public_client.get(f"/metadata?entityName={entity}"))["rows"]
        assert isinstance(row["configuration"], dict)


async def test_the_portal_opens_on_what_is_there(public_client: PublicClient):
    """The client lays this over its own entries, some of which hang on a flag that we have not."""
    (row,) = (await public_client.get("/metadata?entityName=adminBox"))["rows"]
    client_says = {"visibility": "hidden", "featureFlag": "msp-all-accounts-new"}
    accounts = {**client_says, **row["configuration"]["navigation"]["allAccounts"]}
    assert accounts["visibility"] == "byPermissions"
    assert not accounts["featureFlag"]


async def test_no_session_is_a_refusal(public_client: PublicClient):
    with pytest.raises(Refused, match="Session not found"):
        await public_client.renew()


@pytest.mark.parametrize("own", ["", ",x-product-build"], ids=["", "own-header"])
async def test_a_page_of_the_product_may_call(public_client: PublicClient, own: str):
    """Also with headers that the product adds."""
    asked = ",".join(["authorization", "content-type", *public_client.generation.headers]) + own
    answer = await public_client.browser.options(
        f"/frontegg{IDENTITY}/users/v2/me",
        headers={"access-control-request-method": "PUT", "access-control-request-headers": asked},
    )
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == PRODUCT
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert "PUT" in answer.headers["access-control-allow-methods"]
    allowed = answer.headers["access-control-allow-headers"].lower().split(",")
    assert {name.strip() for name in allowed} >= set(asked.split(","))
