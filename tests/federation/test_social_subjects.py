"""Which user a subject is, when the vendor points a provider at another server or realm."""

from datetime import datetime
from typing import Any

import pytest

from gatehouse.identity.social import service
from gatehouse.identity.social.authority import get_provider_authority
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.audit_log import LOG
from tests.backend import new_backend
from tests.federation.provider import SECRET, FakeProvider, Person
from tests.federation.social_steps import Social, an_address, codes_of
from tests.world import World

LISTS = "/identity/resources/sso"


async def test_a_provider_at_another_server_knows_other_people_by_the_same_subject(
    social: Social, db
):
    victim = (await social.sign_in()).json()
    await db.connection.execute(
        "update external_identities set issuer = 'https://before.test' where user_id = $1",
        victim["userId"],
    )
    social.provider.person = Person(social.provider.person.sub, an_address())
    assert (await social.sign_in()).json()["userId"] != victim["userId"]


def in_realm(provider: FakeProvider, realm: str) -> dict[str, str]:
    """A plain OAuth 2 server, in one of its realms."""
    return {
        "issuer": "",
        **{f"{name}_url": f"{provider.url}/realms/{realm}/{path}" for name, path in (
            ("authorization", "authorize"), ("token", "token"), ("userinfo", "userinfo"),
        )},
    }  # fmt: skip


async def read_unlinkings(world: World, since: datetime) -> list[dict[str, Any]]:
    """What the audit says of accounts that were unlinked."""
    backend = (await new_backend(world, ["vendor.read.audits"])).http
    query = {"action": "vendor.social_provider_unlinked", "created_from": since.isoformat()}
    answer = await backend.get(LOG, params=query)
    assert answer.status_code == 200, answer.text
    return [entry["json"] for entry in answer.json()["data"]]


@pytest.fixture
async def other_realm(social: Social, world):
    """Ways to point the provider at the realm b."""
    there = in_realm(social.provider, "b")

    async def by_document() -> None:
        await social.offer(**there)

    async def by_backend() -> None:
        backend = (await new_backend(world)).http
        body = {"authorizationUrl": there["authorization_url"], "tokenUrl": there["token_url"],
                "userInfoUrl": there["userinfo_url"], "secret": SECRET}  # fmt: skip
        answer = await backend.patch(f"{LISTS}/custom/v1/partner", json=body)
        assert answer.status_code == 200, answer.text
        await social.resources[VendorConfiguration].load()

    async def by_table() -> None:
        backend = (await new_backend(world)).http
        answer = await backend.patch(
            "/vendor/resources/configuration/v1/custom_social",
            json={"values": {"partner": {**there, "client_secret": SECRET}}},
        )
        assert answer.status_code == 200, answer.text
        await social.resources[VendorConfiguration].load()

    async def made_anew() -> None:
        await social.apply('[remove]\ncustom_social = ["partner"]')
        await social.offer(**there)

    return {"document": by_document, "backend": by_backend, "table": by_table, "anew": made_anew}


@pytest.mark.parametrize("way", ["document", "backend", "table", "anew"])
async def test_another_realm_of_the_same_host_opens_no_account_of_the_first(
    social: Social, world, other_realm, way: str
):
    await social.offer(**in_realm(social.provider, "a"))
    victim = (await social.sign_in()).json()
    assert (await social.sign_in()).json()["userId"] == victim["userId"]
    since = clock.now()
    await other_realm[way]()
    [event] = await read_unlinkings(world, since)
    assert (event["provider"], event["count"]) == ("partner", 1)
    # Another user with the same number, as a server counts them in each realm.
    social.provider.person = Person(social.provider.person.sub, an_address())
    assert (await social.sign_in()).json()["userId"] != victim["userId"]
    # The user of before is linked again by the address.
    social.provider.person = Person(new_token(8), victim["email"])
    assert (await social.sign_in()).json()["userId"] == victim["userId"]


async def test_a_change_of_other_fields_unlinks_no_user(social: Social, world):
    await social.offer(**in_realm(social.provider, "a"))
    first = (await social.sign_in()).json()
    since = clock.now()
    await social.offer(**in_realm(social.provider, "a"), scopes=["email"], trusts_addresses=True)
    assert await read_unlinkings(world, since) == []
    social.provider.person = Person(social.provider.person.sub, an_address())
    assert (await social.sign_in()).json()["userId"] == first["userId"]


async def test_a_sign_in_that_is_under_way_links_nothing_to_the_provider_of_afterwards(
    social: Social, db, monkeypatch
):
    await social.offer(**in_realm(social.provider, "a"))
    ask = service._fetch_identity

    async def ask_slowly(*given):
        """The provider has answered, and is another one before its answer counts."""
        identity = await ask(*given)
        await social.offer(**in_realm(social.provider, "b"))
        return identity

    with monkeypatch.context() as patch:
        patch.setattr(service, "_fetch_identity", ask_slowly)
        refused = await social.sign_in()
    assert (refused.status_code, codes_of(refused)) == (401, ["ER-01049"])
    linked = "select count(*) from external_identities where subject = $1"
    assert await db.connection.fetchval(linked, social.provider.person.sub) == 0
    assert (await social.sign_in()).status_code == 200


def test_what_decides_which_user_a_subject_is():
    plain = {
        "issuer": "", "client_id": "one", "authorization_url": "https://a.test/a/authorize",
        "token_url": "https://a.test/a/token", "userinfo_url": "https://a.test/a/userinfo",
    }  # fmt: skip
    for name in ("client_id", "authorization_url", "token_url", "userinfo_url"):
        assert get_provider_authority(
            {**plain, name: "https://a.test/b"}
        ) != get_provider_authority(plain)
    issuer = {**plain, "issuer": "https://a.test"}
    assert get_provider_authority({**issuer, "client_id": "two"}) == get_provider_authority(issuer)
    assert get_provider_authority(
        {**issuer, "issuer": "https://a.test/"}
    ) == get_provider_authority(issuer)
    assert get_provider_authority(
        {**issuer, "issuer": "https://a.test/b"}
    ) != get_provider_authority(issuer)
