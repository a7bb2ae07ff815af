"""At the code exchange alone, the key of a vendor's credential proves the default application, where the
vendor lets it do without PKCE: the hosted platform's packages for servers know one client id and one key."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest

from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.db import Database
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor_access.credentials import create_credential, revoke_credential
from tests.applications.conftest import CALLBACK as CONSOLE_CALLBACK
from tests.applications.conftest import Console
from tests.applications.test_credentials import by_header
from tests.applications.test_optional_pkce import in_body, set_up
from tests.backend import Backend, restored_backend
from tests.identity.browser import Browser, new_browser
from tests.identity.oauth_steps import CALLBACK, TOKEN, VERIFIER, authorize, challenge
from tests.world import World

CREDENTIALS = "/applications/resources/applications/v1/credentials"
NO_CHALLENGE = {"code_challenge": None, "code_challenge_method": None}
TRIES = 61


@dataclass(frozen=True)
class Default:
    """The default application, and the vendor's key."""

    world: World
    backend: Backend
    browser: Browser

    @property
    def client_id(self) -> str:
        return str(self.backend.credential.client_id)

    @property
    def key(self) -> str:
        return self.backend.credential.secret

    @property
    def id(self) -> str:
        return str(self.world.resources[VendorConfiguration].current.default.id)

    async def code(self, **changes: str | None) -> str:
        _, answer = await authorize(self.world, self.browser, **NO_CHALLENGE | changes)
        assert "code" in answer, answer
        return answer["code"]

    async def exchange(self, code: str, key: str, **more: str) -> httpx.Response:
        body = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK} | more
        headers = by_header(self.client_id, key)
        return await self.world.new_client().post(TOKEN, json=body, headers=headers)

    async def new_secret(self) -> str:
        """The application's own."""
        answer = await self.backend.http.post(f"{CREDENTIALS}/regenerate", json={"appId": self.id})
        assert answer.status_code == 201, answer.text
        await self.world.resources[VendorConfiguration].load()
        secret: str = answer.json()["clientSecret"]
        return secret


@pytest.fixture
async def default(world: World) -> AsyncIterator[Default]:
    async with restored_backend(world) as backend:
        await world.configure("update applications set pkce = 'optional' where is_default")
        yield Default(world, backend, await new_browser(world))
    await world.configure("update applications set pkce = 'required' where is_default")
    await world.configure("delete from application_secrets")


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


async def test_the_key_proves_the_default_application(default: Default):
    code = await default.code()
    answer = await default.exchange(code, default.key, state="s-1")
    assert answer.status_code == 200, answer.text
    assert answer.json().keys() >= {"access_token", "refresh_token"}
    again = await default.exchange(code, default.key)
    assert refusal(again) == (400, "invalid_grant")
    assert again.json()["errors"]


async def test_the_key_replaces_the_verifier_of_a_challenge(default: Default):
    challenged = {"code_challenge": challenge(VERIFIER), "code_challenge_method": "S256"}
    code = await default.code(**challenged)
    body = {"client_id": default.client_id, "client_secret": default.key}
    answer = await default.world.new_client().post(
        f"/frontegg{TOKEN}",
        json={"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK} | body,
    )
    assert answer.status_code == 200, answer.text
    wrong = await default.exchange(
        await default.code(**challenged), default.key, code_verifier="w" * 43
    )
    assert refusal(wrong) == (400, "invalid_grant")


async def test_key_and_own_secret_count_beside_each_other(default: Default):
    secret = await default.new_secret()
    for one in (default.key, secret):
        answer = await default.exchange(await default.code(), one)
        assert answer.status_code == 200, answer.text


async def test_the_use_of_a_key_is_on_record(default: Default, world: World):
    await world.configure("update vendor_credentials set last_used_at = null")
    assert (await default.exchange(await default.code(), default.key)).status_code == 200
    async with world.resources[Database].one_statement() as db:
        used = await db.connection.fetchval(
            "select last_used_at from vendor_credentials where id = $1",
            default.backend.credential.id,
        )
    assert used is not None


async def test_without_an_active_credential_the_challenge_is_needed(default: Default, world: World):
    await world.configure("update vendor_credentials set revoked_at = now()")
    _, answer = await authorize(world, default.browser, **NO_CHALLENGE)
    assert answer["error"] == "invalid_request"
    assert answer["error_description"] == "code_challenge_method: must be S256"


async def test_the_key_of_a_revoked_credential_proves_nothing(default: Default, world: World):
    """Also where this process has not heard of it yet."""
    database = world.resources[Database]
    revoked = await create_credential(database, "Old")
    code = await default.code()
    assert await revoke_credential(database, str(revoked.id))
    assert refusal(await default.exchange(code, revoked.secret)) == (401, "invalid_client")
    assert (await default.exchange(code, default.key)).status_code == 200


@pytest.mark.parametrize(
    "permissions",
    [
        ["vendor.read.*"],
        ["vendor.write.*"],
        [VendorPermission.IMPERSONATE_USERS, VendorPermission.WRITE_APPLICATIONS],
    ],
    ids=["reads", "writes", "other"],
)
async def test_a_credential_needs_the_permission(
    default: Default, world: World, permissions: list[str]
):
    weak = await create_credential(world.resources[Database], "Reports", permissions)
    code = await default.code()
    assert refusal(await default.exchange(code, weak.secret)) == (401, "invalid_client")
    await world.configure(
        "update vendor_credentials set revoked_at = now() where id <> $1", weak.id
    )
    _, answer = await authorize(world, default.browser, **NO_CHALLENGE)
    assert answer["error"] == "invalid_request"


async def test_a_credential_may_do_nothing_else(default: Default, world: World):
    narrow = await create_credential(
        world.resources[Database], "Sign-in", [VendorPermission.SIGN_IN_USERS]
    )
    assert (await default.exchange(await default.code(), narrow.secret)).status_code == 200
    login = {"clientId": default.client_id, "secret": narrow.secret}
    http = world.new_client()
    token = (await http.post("/auth/vendor", json=login)).json()["token"]
    refused = await http.get("/vendors/base-url", headers={"x-access-token": token})
    assert refused.status_code == 403


@pytest.mark.parametrize("has_secret", [False, True], ids=["no own secret", "own secret"])
async def test_a_wrong_key_is_refused_and_counted(default: Default, has_secret: bool):
    if has_secret:
        await default.new_secret()
    code = await default.code()
    answers = [await default.exchange(code, "x" * 43) for _ in range(TRIES)]
    assert refusal(answers[0]) == (401, "invalid_client")
    assert answers[0].headers["www-authenticate"] == 'Basic realm="applications"'
    assert answers[-1].status_code == 429
    assert (await default.exchange(code, default.key)).status_code == 200


async def test_a_code_needs_the_key(default: Default, world: World):
    body = {"grant_type": "authorization_code", "redirect_uri": CALLBACK}
    for more in ({}, {"client_id": default.client_id}):
        code = await default.code()
        answer = await world.new_client().post(TOKEN, json=body | {"code": code} | more)
        assert refusal(answer) == (400, "invalid_grant")


async def test_a_vendor_token_alone_proves_nothing(default: Default):
    body = {
        "grant_type": "authorization_code",
        "redirect_uri": CALLBACK,
        "client_id": default.client_id,
    }
    answer = await default.backend.http.post(TOKEN, json=body | {"code": await default.code()})
    assert refusal(answer) == (400, "invalid_grant")
    answer = await default.exchange(await default.code(), default.backend.token)
    assert refusal(answer) == (401, "invalid_client")


async def test_a_code_without_challenge_takes_no_verifier(default: Default):
    answer = await default.exchange(await default.code(), default.key, code_verifier=VERIFIER)
    assert refusal(answer) == (400, "invalid_grant")


async def test_where_pkce_is_required_the_key_is_worth_nothing(default: Default, world: World):
    await world.configure("update applications set pkce = 'required' where is_default")
    code = await default.code(code_challenge=challenge(VERIFIER), code_challenge_method="S256")
    assert refusal(await default.exchange(code, default.key)) == (400, "invalid_grant")
    await default.new_secret()
    code = await default.code(code_challenge=challenge(VERIFIER), code_challenge_method="S256")
    assert refusal(await default.exchange(code, default.key)) == (401, "invalid_client")


async def test_the_key_proves_no_other_application(
    default: Default, world: World, console: Console
):
    secret = await set_up(world, console, default.backend)
    own = {"client_id": str(console.client_id), "redirect_uri": CONSOLE_CALLBACK}
    _, told = await authorize(world, default.browser, **NO_CHALLENGE | own)
    # As the default application, its code.
    stolen = await default.exchange(told["code"], default.key, redirect_uri=own["redirect_uri"])
    assert refusal(stolen) == (400, "invalid_grant")
    # As itself.
    _, told = await authorize(world, default.browser, **NO_CHALLENGE | own)
    body = {"grant_type": "authorization_code", "redirect_uri": own["redirect_uri"]}
    http = world.new_client()
    answer = await http.post(
        TOKEN, json=body | {"code": told["code"]} | in_body(console, default.key)
    )
    assert refusal(answer) == (401, "invalid_client")
    answer = await http.post(TOKEN, json=body | {"code": told["code"]} | in_body(console, secret))
    assert answer.status_code == 200, answer.text


async def test_a_public_client_of_the_vendor_still_needs_pkce(
    default: Default, world: World, console: Console
):
    await console.add("FREE_ACCESS")
    await world.configure("update applications set pkce = 'optional' where id = $1", console.id)
    own = {"client_id": str(console.client_id), "redirect_uri": CONSOLE_CALLBACK}
    _, told = await authorize(world, default.browser, **NO_CHALLENGE | own)
    assert told["error"] == "invalid_request"
    challenged = {"code_challenge": challenge(VERIFIER), "code_challenge_method": "S256"}
    _, told = await authorize(world, default.browser, **challenged | own)
    body = {"grant_type": "authorization_code", "redirect_uri": own["redirect_uri"]}
    answer = await world.new_client().post(
        TOKEN, json=body | {"code": told["code"]} | in_body(console, default.key)
    )
    assert refusal(answer) == (400, "invalid_grant")


async def test_the_key_proves_nothing_at_other_calls(default: Default, world: World):
    signed_in = (await default.exchange(await default.code(), default.key)).json()
    await default.new_secret()
    headers = by_header(default.client_id, default.key)
    http = world.new_client()
    refresh = {"grant_type": "refresh_token", "refresh_token": signed_in["refresh_token"]}
    for path, body in (
        (TOKEN, refresh),
        (TOKEN, {"grant_type": "client_credentials"}),
        ("/oauth/introspect", {"token": signed_in["access_token"]}),
        ("/oauth/revoke", {"token": signed_in["refresh_token"]}),
        ("/oauth/par", {"response_type": "code", "redirect_uri": CALLBACK}),
    ):
        answer = await http.post(path, data=body, headers=headers)
        assert refusal(answer) == (401, "invalid_client"), path


async def test_without_an_own_secret_the_key_gives_no_token_of_the_application(
    default: Default, world: World
):
    signed_in = (await default.exchange(await default.code(), default.key)).json()
    headers = by_header(default.client_id, default.key)
    http = world.new_client()
    for path, body in (
        (TOKEN, {"grant_type": "client_credentials"}),
        ("/oauth/introspect", {"token": signed_in["access_token"]}),
    ):
        answer = await http.post(path, data=body, headers=headers)
        assert refusal(answer) == (401, "invalid_client"), path


async def test_a_browser_of_the_default_application_still_needs_its_verifier(
    default: Default, world: World
):
    code = await default.code(code_challenge=challenge(VERIFIER), code_challenge_method="S256")
    body = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code": code}
    http = world.new_client()
    named = {"client_id": default.client_id}
    wrong = await http.post(TOKEN, json=body | named | {"code_verifier": "w" * 43})
    assert refusal(wrong) == (400, "invalid_grant")
    code = await default.code(code_challenge=challenge(VERIFIER), code_challenge_method="S256")
    body["code"] = code
    right = await http.post(TOKEN, json=body | named | {"code_verifier": VERIFIER})
    assert right.status_code == 200, right.text
