"""A company's SAML provider as a site on this machine, which answers at once: one of our own, and pysaml2."""

import base64
import html
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs
from uuid import uuid4

from lxml import etree
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tests.federation.provider import listening
from tests.federation.pysaml2_idp import Pysaml2, posted
from tests.federation.saml_idp import EMAIL_CLAIM, SAML, Message, Pair, encoded, pair, signed

PAGE = """<!doctype html><title>Acme</title><link rel="icon" href="data:,">
<form method="post" action="{acs}"><input type="hidden" name="SAMLResponse" value="{response}">
<input type="hidden" name="RelayState" value="{state}"></form><script>document.forms[0].submit()</script>"""


@dataclass
class SamlSite:
    """`email` is whose browser comes next."""

    email: str = ""
    url: str = ""
    key: Pair = field(default_factory=lambda: pair("company"))

    @property
    def sign_in_url(self) -> str:
        return f"{self.url}/sso"

    @property
    def entity_id(self) -> str:
        return f"{self.url}/metadata"

    async def on_sign_in(self, request: Request) -> HTMLResponse:
        packed = base64.b64decode(request.query_params["SAMLRequest"])
        asked = etree.fromstring(zlib.decompress(packed, -15))
        acs = asked.get("AssertionConsumerServiceURL")
        message = Message(
            entity_id=self.entity_id,
            acs_url=acs,
            audience=asked.findtext(f"{{{SAML}}}Issuer"),
            name_id=f"id of {self.email}",
            request_id=asked.get("ID"),
            now=datetime.now(UTC),
            response_id=f"_{uuid4().hex}",
            assertion_id=f"_{uuid4().hex}",
            attributes={EMAIL_CLAIM: [self.email], "displayName": ["Ada Example"]},
        )
        filled = PAGE.format(
            acs=html.escape(acs),
            response=encoded(signed(message, self.key)),
            state=html.escape(request.query_params.get("RelayState", "")),
        )
        return HTMLResponse(filled)


@asynccontextmanager
async def pysaml2_site(key: Pair, folder: Path, email: str) -> AsyncIterator[tuple[str, str]]:
    """Where it is, and where people sign in, whose browser is always this person's. `PUT /trust` gives it our
    metadata."""
    there: Pysaml2

    async def on_trust(request: Request) -> Response:
        there.trust((await request.body()).decode())
        return Response()

    async def on_sign_in(request: Request) -> HTMLResponse:
        query = parse_qs(request.url.query)
        asked = there.asked(query)
        message = there.answer(email, asked, sign_response=True, sign_assertion=True)
        filled = PAGE.format(
            acs=html.escape(asked["destination"]),
            response=posted(message),
            state=html.escape(query["RelayState"][0]),
        )
        return HTMLResponse(filled)

    routes = [Route("/trust", on_trust, methods=["PUT"]), Route("/sso", on_sign_in)]
    async with listening(Starlette(routes=routes), "localhost") as url:
        there = Pysaml2(f"{url}/metadata", url, key, folder)
        yield url, f"{url}/sso"


@asynccontextmanager
async def saml_site(host: str = "localhost") -> AsyncIterator[SamlSite]:
    """By this name, or as `127.0.0.1` of another site than ours; browsers ask for no others."""
    site = SamlSite()
    app = Starlette(routes=[Route("/sso", site.on_sign_in)])
    async with listening(app, host) as site.url:
        yield site
