"""A public client of one generation, in a page of the product's own origin."""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

PRODUCT = "http://localhost:5173"
IDENTITY = "/identity/resources"
CONFIGURATIONS = f"{IDENTITY}/configurations/v1"
USERS = f"{IDENTITY}/users/v1"
REFRESH = f"{IDENTITY}/auth/v1/user/token/refresh"
LOGIN = f"{IDENTITY}/auth/v1/user"
LOGOUT = f"{IDENTITY}/auth/v1/logout"

BOOT = (
    "/metadata?entityName=adminBox",
    "/metadata?entityName=saml",
    f"{CONFIGURATIONS}/public",
    "/team/resources/sso/v2/configurations/public",
    "/vendors/public",
)
LATER_BOOT = (*BOOT, f"{CONFIGURATIONS}/auth/strategies/public", f"{IDENTITY}/sso/v2")
FLAGS_BOOT = (*LATER_BOOT, "/flags", f"{IDENTITY}/sso/custom/v1")
OLD_HEADERS = {"x-frontegg-source": "frontegg-react"}
EMPTY_TOKENS = {"recaptchaToken": "", "invitationToken": ""}


def _headers(package: str) -> dict[str, str]:
    return {"x-frontegg-sdk": package, "x-frontegg-framework": "react@18.3.1"}


@dataclass(frozen=True)
class Generation:
    """`refresh` is the body of a renewal; None sends none, though the content type says JSON."""

    version: str
    headers: dict[str, str]
    boot: tuple[str, ...]
    tenants: str
    refresh: dict[str, None] | None
    login: dict[str, str]

    def __str__(self) -> str:
        return self.version


ONE_TENANT_LIST = f"{IDENTITY}/users/v2/me/tenants"
WITH_ACTIVE_TENANT = f"{IDENTITY}/users/v3/me/tenants"
GENERATIONS = [
    Generation("4.42", OLD_HEADERS, BOOT, ONE_TENANT_LIST, None, EMPTY_TOKENS),
    Generation("5.79", {}, LATER_BOOT, ONE_TENANT_LIST, None, EMPTY_TOKENS),
    Generation(
        "6.138", _headers("@frontegg/react@5.0.50"), FLAGS_BOOT, WITH_ACTIVE_TENANT, None, {}
    ),
    Generation(
        "6.207",
        _headers("@frontegg/react@6.0.48"),
        FLAGS_BOOT,
        WITH_ACTIVE_TENANT,
        {"tenantId": None},
        {},
    ),
    Generation(
        "7.119",
        _headers("@frontegg/react@7.13.11"),
        (*FLAGS_BOOT, f"{CONFIGURATIONS}/sign-up/strategies"),
        WITH_ACTIVE_TENANT,
        {"tenantId": None},
        {},
    ),
]


class Refused(Exception):
    """What the client shows: the texts of `errors`."""


class PublicClient:
    """Calls below `/frontegg` with the browser's cookies, and reads answers as the client does."""

    def __init__(self, generation: Generation, browser: httpx.AsyncClient) -> None:
        self.generation = generation
        self.browser = browser
        self.browser.headers.update(generation.headers)
        self.browser.headers.update({"content-type": "application/json", "origin": PRODUCT})
        self.claims: dict[str, Any] = {}

    async def call(self, method: str, path: str, body: object = None) -> Any:
        """The answer; an empty one counts as `{}`."""
        content = None if body is None else json.dumps(body)
        answer = await self.browser.request(method, f"/frontegg{path}", content=content)
        assert answer.headers["access-control-allow-origin"] == PRODUCT
        assert answer.headers["access-control-allow-credentials"] == "true"
        assert answer.status_code < 500, answer.text
        if answer.is_success:
            return answer.json() if answer.content else {}
        raise Refused(", ".join(answer.json()["errors"]))

    async def get(self, path: str) -> Any:
        return await self.call("GET", path)

    async def boot(self) -> dict[str, Any]:
        """Everything that is asked for before anybody has signed in, by path."""
        return {path: await self.get(path) for path in self.generation.boot}

    async def renew(self) -> dict[str, Any]:
        """The session after a reload; `Refused` when there is none."""
        return await self.signed_in(await self.call("POST", REFRESH, self.generation.refresh))

    async def log_in(self, address: str, password: str) -> dict[str, Any]:
        body = {"email": address, "password": password, **self.generation.login}
        return await self.signed_in(await self.call("POST", LOGIN, body))

    async def activate(self, link: dict[str, str], password: str) -> dict[str, Any]:
        body = {"password": password, **link}
        return await self.signed_in(await self.call("POST", f"{USERS}/activate", body))

    async def log_out(self) -> None:
        await self.call("POST", LOGOUT)
        del self.browser.headers["authorization"]

    async def signed_in(self, answer: dict[str, Any]) -> dict[str, Any]:
        """The user as the client keeps it: the token's claims, then what `me` says."""
        header, claims, signature = answer["accessToken"].split(".")
        assert header
        assert signature
        assert answer["expiresIn"] > 0
        self.browser.headers["authorization"] = f"Bearer {answer['accessToken']}"
        self.claims = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        me = await self.get(f"{IDENTITY}/users/v2/me")
        user: dict[str, Any] = {**answer, **self.claims, **me, "tenants": await self._tenants()}
        return user

    async def _tenants(self) -> list[dict[str, Any]]:
        answer = await self.get(self.generation.tenants)
        tenants: list[dict[str, Any]] = (
            answer if self.generation.tenants == ONE_TENANT_LIST else answer["tenants"]
        )
        return tenants


NewPublicClient = Callable[[], PublicClient]
