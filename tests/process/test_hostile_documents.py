"""What strangers may post at the doors of single sign-on of a server that runs: each is refused in the
documented shape with little work, and afterwards it serves as before."""

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Awaitable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import asyncpg
import httpx
import pytest

from gatehouse.demo.names import PASSWORD
from tests.federation.saml_idp import EMAIL_CLAIM, Message, Pair, encoded, pair, signed
from tests.process.hostile import forms, json_bodies, queries, xml
from tests.process.server import Server

LOGIN = "/identity/resources/auth/v1/user"
CONNECTIONS = "/team/resources/sso/v1/configurations"
ACS, SLO = "/auth/saml/callback", "/auth/saml/logout"
OIDC, BACKCHANNEL = "/auth/oidc/callback", "/auth/oidc/backchannel-logout"
POSTLOGIN = {
    "/identity/resources/auth/v1/user/saml/postlogin": ("SAMLResponse", "RelayState"),
    "/identity/resources/auth/v1/user/oidc/postlogin": ("code", "state"),
    "/identity/resources/auth/v2/user/oidc/postlogin": ("code", "RelayState"),
    "/identity/resources/auth/v2/user/sso/prelogin": ("email", "tenantId"),
}
# Of the processor, for one document. Also on a machine that does much else.
MOST_SECONDS = 1.0


@dataclass
class Running:
    server: Server
    http: httpx.AsyncClient
    key: Pair
    connection: dict[str, str]
    admin: str

    async def post(self, path: str, kind: str, body: bytes) -> httpx.Response:
        headers = {"content-type": kind} if kind else {}
        return await self.cheap(self.http.post(path, content=body, headers=headers))

    async def cheap(self, asked: Awaitable[httpx.Response]) -> httpx.Response:
        assert self.server.process
        pid, before = self.server.process.pid, cpu(self.server.process.pid)
        answer = await asked
        assert cpu(pid) - before < MOST_SECONDS, answer.request.url.path
        return answer


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("hostile") / "data", env="demo")
    try:
        server.start()
        yield server
    finally:
        server.clean_up()


@pytest.fixture
async def running(server: Server) -> AsyncIterator[Running]:
    """With a provider of SAML whose people may begin there, and whose key we have."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        answer = await http.post(LOGIN, json={"email": "admin@acme.test", "password": PASSWORD})
        token = answer.raise_for_status().json()["accessToken"]
        headers, key = {"authorization": f"Bearer {token}"}, pair("hostile")
        body = {
            "type": "saml",
            "enabled": True,
            "idpInitiated": True,
            "ssoEndpoint": "https://idp.acme.example/sso",
            "sloEndpoint": "https://idp.acme.example/slo",
            "idpEntityId": f"https://{uuid4().hex}.example",
            "publicCertificate": key.certificate_pem.decode(),
        }
        made = await http.post(CONNECTIONS, json=body, headers=headers)
        assert made.status_code == 201, made.text
        yield Running(server, http, key, made.json(), token)
        path = f"{CONNECTIONS}/{made.json()['id']}"
        assert (await http.delete(path, headers=headers)).is_success
        # It lives, and whatever was sent, it met nothing that it did not expect.
        assert (await http.get("/readyz")).status_code == 200
    log = server.log.read_text()
    assert "Traceback" not in log, log[log.find("Traceback") :][:9000]


def refused(answer: httpx.Response, name: str) -> None:
    assert 400 <= answer.status_code < 500, (name, answer.status_code, answer.text[:300])
    body = answer.json()
    assert body["errors"], name
    assert body["errorCode"] in body["errorCodes"], name
    assert "/etc" not in answer.text, name


def refused_by_the_page(answer: httpx.Response, name: str) -> None:
    """Where the browser is, the page says that it did not succeed; it brings no code."""
    if answer.status_code != 303:
        refused(answer, name)
        return
    came = parse_qs(urlsplit(answer.headers["location"]).query)
    assert came["SAMLResponse"] == ["refused"], name


async def test_documents_at_the_assertion_consumer_service(running: Running):
    for name, document in xml(running.key).items():
        message = base64.b64encode(document).decode()
        form = {"SAMLResponse": message, "RelayState": "x"}
        refused_by_the_page(await running.cheap(running.http.post(ACS, data=form)), name)
        path = "/identity/resources/auth/v1/user/saml/postlogin"
        refused(await running.cheap(running.http.post(path, json=form)), name)


async def test_documents_at_the_logout(running: Running):
    for name, document in xml(running.key).items():
        for kind in ("SAMLRequest", "SAMLResponse"):
            form = {kind: base64.b64encode(document).decode(), "RelayState": "x"}
            refused_or_ignored(await running.cheap(running.http.post(SLO, data=form)), name)
    for name, query in queries(running.key).items():
        refused_or_ignored(await running.cheap(running.http.get(f"{SLO}?{query}")), name)


def refused_or_ignored(answer: httpx.Response, name: str) -> None:
    """A response to a sign-out that was never requested leads to the sign-in page, and ends nothing."""
    if answer.status_code == 303:
        assert urlsplit(answer.headers["location"]).path == "/oauth/account/login", name
    else:
        refused(answer, name)


@pytest.mark.parametrize(
    ("path", "name"),
    [(ACS, "SAMLResponse"), (SLO, "SAMLRequest"), (OIDC, "code"), (BACKCHANNEL, "logout_token")],
)
async def test_forms(running: Running, path: str, name: str):
    for what, kind, body in forms(name, running.key):
        refused_by_the_page(await running.post(path, kind, body), what)


@pytest.mark.parametrize("path", POSTLOGIN)
async def test_json(running: Running, path: str):
    for what, kind, body in json_bodies(*POSTLOGIN[path]):
        refused(await running.post(path, kind, body), what)


async def test_metadata_of_an_administrator(running: Running):
    """An administrator may upload it, and may be deceived."""
    headers = {"authorization": f"Bearer {running.admin}"}
    path = f"{CONNECTIONS}/{running.connection['id']}/metadata"
    for name, document in xml(running.key).items():
        body = {
            "metadata": document.decode("utf-8", "surrogateescape")
            .encode("utf-8", "replace")
            .decode()
        }
        asked = running.http.put(path, json=body, headers=headers)
        refused(await running.cheap(asked), name)


async def test_many_hostile_documents_at_once_delay_no_sign_in(running: Running):
    """The most expensive of them, while a user signs in."""
    documents = [xml(running.key)[name] for name in ("deep", "many elements", "many references")]
    forms_ = [{"SAMLResponse": base64.b64encode(one).decode()} for one in documents * 4]

    async def hostile(form: dict[str, str]) -> None:
        refused_by_the_page(await running.http.post(ACS, data=form), "at once")

    async def signs_in() -> None:
        body = {"email": "member@acme.test", "password": PASSWORD}
        answer = await running.http.post(LOGIN, json=body)
        assert answer.status_code == 200, answer.text

    await asyncio.gather(*map(hostile, forms_), signs_in())


async def test_a_right_message_still_comes_through(running: Running, server: Server):
    """Else the door would only be shut."""
    domain, connection = f"{uuid4().hex[:12]}.example", running.connection
    database = await asyncpg.connect(server.database_url)
    await database.execute(
        "insert into sso_domains (id, tenant_id, connection_id, domain, token, validated_at, created_at)"
        " select gen_random_uuid(), tenant_id, id, $2, '', now(), now() from sso_connections where id = $1",
        connection["id"],
        domain,
    )
    await database.close()
    message = Message(
        entity_id=connection["idpEntityId"],
        acs_url=connection["acsUrl"],
        audience=connection["spEntityId"],
        name_id=f"ada@{domain}",
        request_id=None,
        now=datetime.now(UTC),
        assertion_id=f"_{uuid4().hex}",
        attributes={EMAIL_CLAIM: [f"ada@{domain}"]},
    )
    answer = await running.http.post(
        ACS, data={"SAMLResponse": encoded(signed(message, running.key))}
    )
    code = parse_qs(urlsplit(answer.headers["location"]).query)["SAMLResponse"][0]
    assert code != "refused"
