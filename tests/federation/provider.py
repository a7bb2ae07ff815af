"""An OpenID provider on this machine that does right, or wrong in the way that a test says.

Authorization code with PKCE, an id token, userinfo, discovery and keys; `faults` change what it says.
"""

import asyncio
import base64
import hmac
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode

import orjson
import uvicorn
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token

CLIENT_ID, SECRET = "gatehouse-at-the-provider", "s3cret of the client"


@dataclass
class Person:
    """A user as the provider knows them."""

    sub: str
    email: str | None
    email_verified: Any = True
    name: str | None = "Robin Roe"
    more: dict[str, Any] = field(default_factory=dict)

    def claims(self) -> dict[str, Any]:
        found = {
            "sub": self.sub,
            "email": self.email,
            "email_verified": self.email_verified,
            "name": self.name,
            **self.more,
        }
        return {name: value for name, value in found.items() if value is not None}


@dataclass
class Asked:
    """An authorization request and the code that answers it."""

    query: dict[str, str]
    person: Person


@cache
def first_key() -> Any:
    """One for the run: to make one takes as long as many requests."""
    return RSAKey.generate_key(2048, {"kid": "first"})


class FakeProvider:
    def __init__(self) -> None:
        self.url = ""
        self.person = Person("subject-1", "robin@example.test")
        self.key: Any = first_key()
        self.published: list[Any] = [self.key]
        self.algorithm = "RS256"
        self.header: dict[str, Any] = {}
        self.claims: dict[
            str, Any
        ] = {}  # beside, or in the place of, what is right; None takes away
        self.token_answer: Callable[[dict[str, Any]], Any] = lambda answer: answer
        self.userinfo_claims: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.in_id_token = True
        self.codes: dict[str, Asked] = {}
        self.tokens: dict[str, Person] = {}
        self.exchanges: list[dict[str, str]] = []
        self.key_requests = 0

    def rotate(self) -> None:
        """A new key signs; the old one is not published any more."""
        self.key = ECKey.generate_key("P-256", {"kid": "second"})
        self.algorithm = "ES256"
        self.published = [self.key]

    def authorize(self, query: dict[str, str]) -> str:
        """What the person's browser is told after they agreed: the code."""
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT_ID
        code = new_token()
        self.codes[code] = Asked(query, self.person)
        return code

    async def on_authorize(self, request: Request) -> Response:
        query = dict(request.query_params)
        answer = {"code": self.authorize(query), "state": query["state"]}
        return RedirectResponse(f"{query['redirect_uri']}?{urlencode(answer)}", 302)

    async def on_token(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        self.exchanges.append(form)
        asked = self.codes.pop(form.get("code", ""), None)
        if not self._is_our_client(request, form):
            return JSONResponse({"error": "invalid_client"}, 401)
        if asked is None or form["redirect_uri"] != asked.query["redirect_uri"]:
            return JSONResponse({"error": "invalid_grant"}, 400)
        challenge = asked.query.get("code_challenge")
        if challenge is not None and _hash(form.get("code_verifier", "")) != challenge:
            return JSONResponse({"error": "invalid_grant"}, 400)
        access_token = new_token()
        self.tokens[access_token] = asked.person
        answer = {
            "access_token": access_token,
            "token_type": "Bearer",
            "id_token": self.id_token(asked),
        }
        found = self.token_answer(answer)
        return found if isinstance(found, Response) else JSONResponse(found)

    def _is_our_client(self, request: Request, form: dict[str, str]) -> bool:
        basic = request.headers.get("authorization", "").removeprefix("Basic ")
        pair = base64.b64encode(f"{CLIENT_ID}:s3cret%20of%20the%20client".encode()).decode()
        return basic == pair or form.get("client_secret") == SECRET

    def id_token(self, asked: Asked) -> str:
        now = int(clock.now().timestamp())
        claims = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 300,
            "nonce": asked.query.get("nonce"),
            **(asked.person.claims() if self.in_id_token else {"sub": asked.person.sub}),
            **self.claims,
        }
        said = {name: value for name, value in claims.items() if value is not None}
        header = {"alg": self.algorithm, "kid": self.key.kid, "typ": "JWT", **self.header}
        if header["alg"] == "none":
            return f"{_part(header)}.{_part(said)}."
        if header["alg"] == "HS256":  # the confusion of a public key with a shared secret
            signed = f"{_part(header)}.{_part(said)}"
            secret = self.key.as_pem(private=False)
            digest = hmac.digest(secret, signed.encode(), "sha256")
            return f"{signed}.{base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"
        return jwt.encode(header, said, self.key, algorithms=[header["alg"]])

    async def on_userinfo(self, request: Request) -> Response:
        token = request.headers["authorization"].removeprefix("Bearer ")
        return JSONResponse({**self.tokens[token].claims(), **self.userinfo_claims})

    async def on_keys(self, _: Request) -> Response:
        self.key_requests += 1
        return JSONResponse({"keys": [key.as_dict(private=False) for key in self.published]})

    async def on_metadata(self, _: Request) -> Response:
        return JSONResponse(
            {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "userinfo_endpoint": f"{self.url}/userinfo",
                "jwks_uri": f"{self.url}/keys",
                **self.metadata,
            }
        )

    def app(self) -> Starlette:
        """Also in two realms, whose people it does not tell apart by itself."""
        called = [
            Route(f"{realm}{path}", handler, methods=methods)
            for realm in ("", "/realms/a", "/realms/b")
            for path, handler, methods in (
                ("/authorize", self.on_authorize, ["GET"]),
                ("/token", self.on_token, ["POST"]),
                ("/userinfo", self.on_userinfo, ["GET"]),
            )
        ]
        return Starlette(
            routes=[
                *called,
                Route("/keys", self.on_keys),
                Route("/.well-known/openid-configuration", self.on_metadata),
            ]
        )


class _Server(uvicorn.Server):
    def capture_signals(self):  # those are the test run's
        return nullcontext()


@asynccontextmanager
async def listening(app: Starlette, host: str = "127.0.0.1") -> AsyncIterator[str]:
    """On loopback, at a port of its own: the address."""
    bound = socket.socket()
    bound.bind((host, 0))
    server = _Server(uvicorn.Config(app, log_config=None, lifespan="off"))
    running = asyncio.create_task(server.serve(sockets=[bound]))
    bound.listen()
    try:
        yield f"http://{host}:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        bound.close()


@asynccontextmanager
async def served(provider: FakeProvider, host: str = "127.0.0.1") -> AsyncIterator[FakeProvider]:
    async with listening(provider.app(), host) as provider.url:
        yield provider


def _part(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(orjson.dumps(value)).rstrip(b"=").decode()


def _hash(verifier: str) -> str:
    return base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
