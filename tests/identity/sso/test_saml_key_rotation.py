"""Our own key for SAML changes while providers know both."""

import asyncio
import base64
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from cryptography import x509
from lxml import etree

from gatehouse.identity.sso import own_keys
from gatehouse.identity.sso.saml import certificates
from gatehouse.identity.sso.saml.certificates import OwnKey, generate_own_key
from gatehouse.kit.db import Database
from gatehouse.kit.db.locks import Lock
from gatehouse.kit.resources import Resources
from tests.federation import saml_idp
from tests.federation.saml_idp import DS, signed
from tests.federation.test_saml_metadata import MD
from tests.identity.browser import later
from tests.identity.sso.saml_steps import IDP, ask, bring, company, finish, me
from tests.identity.sso.steps import Names
from tests.lock_held import until_released
from tests.world import Db, Person, World


async def published(http: httpx.AsyncClient, use: str) -> list[x509.Certificate]:
    root: Any = etree.fromstring((await http.get("/auth/saml/metadata")).content)
    texts = [
        key.findtext(f".//{{{DS}}}X509Certificate")
        for key in root.iter(f"{MD}KeyDescriptor")
        if key.get("use") == use
    ]
    return [x509.load_der_x509_certificate(base64.b64decode(text)) for text in texts]


def shown(*found: x509.Certificate) -> list[str]:
    return [certificates.certificate_fingerprint(each) for each in found]


async def test_a_new_key_stands_beside_the_old_one_before_it_signs(
    admin: Person, names: Names, world: World, resources: Resources, db: Db
):
    acme = await company(admin, names, "rotating.example", signRequest=True)
    http = world.new_client()
    [old, *_] = await published(http, "signing")
    made, since = await own_keys.rotate_own_key(resources, timedelta(days=30))
    for use in ("signing", "encryption"):
        assert shown(*await published(http, use))[:2] == shown(old, made.certificate)

    async def comes_in(encrypted_for: x509.Certificate, who: str) -> None:
        browser = world.new_client()
        asked = await ask(browser, acme.at(who))
        message = saml_idp.encrypted(signed(acme.message(who, asked), IDP), encrypted_for)
        await me(browser, await finish(browser, await bring(browser, message, asked.state)))

    async def signs() -> str:
        """As an administrator reads who has just signed in: a token of thirty days ago has expired."""
        path = "/team/resources/sso/v1/saml/configurations/sp-certificate"
        answer = await (await world.person("Admin")).browser.get(path)
        return certificates.certificate_fingerprint(x509.load_pem_x509_certificate(answer.content))

    assert await signs() == certificates.certificate_fingerprint(old)
    await comes_in(old, "ada")
    await comes_in(made.certificate, "bob")
    later(days=30, seconds=1)
    assert await signs() == certificates.certificate_fingerprint(made.certificate)
    assert shown(*await published(http, "signing"))[:2] == shown(made.certificate, old)
    await db.connection.execute(
        "delete from saml_keys where coalesce(active_from, created_at) >= $1", since
    )


async def test_the_first_key_is_made_once_however_many_ask(
    world: World, db: Db, monkeypatch: pytest.MonkeyPatch
):
    made: list[x509.Certificate] = []

    def counted(host: str, now: datetime) -> OwnKey:
        key = generate_own_key(host, now)
        made.append(key.certificate)
        return key

    monkeypatch.setattr(own_keys, "generate_own_key", counted)
    columns = "id, certificate, sealed_private, created_at, active_from"
    before = await db.connection.fetch(f"delete from saml_keys returning {columns}")
    http = world.new_client()
    found = await asyncio.gather(*(published(http, "signing") for _ in range(20)))
    assert {tuple(shown(*each)) for each in found} == {tuple(shown(*made))}
    assert len(made) == 1
    await db.connection.execute("delete from saml_keys")
    await db.connection.executemany(
        f"insert into saml_keys ({columns}) values ($1, $2, $3, $4, $5)", map(tuple, before)
    )


async def test_no_more_are_kept_than_are_tried(resources: Resources, world: World, db: Db):
    before = {row["id"] for row in await db.connection.fetch("select id from saml_keys")}
    for _ in range(6):
        made, _ = await own_keys.rotate_own_key(resources, timedelta())
        later(seconds=1)
    found = await published(world.new_client(), "signing")
    assert len(found) == 5
    assert shown(found[0]) == shown(made.certificate)
    assert await db.connection.fetchval("select count(*) from saml_keys") <= 5
    await db.connection.execute("delete from saml_keys where id <> all ($1)", list(before))


async def test_keys_are_added_one_at_a_time(resources: Resources, database: Database, db: Db):
    before = {row["id"] for row in await db.connection.fetch("select id from saml_keys")}
    asked = own_keys.rotate_own_key(resources, timedelta())
    await until_released(database, Lock.SAML_KEYS, "", asked)
    await db.connection.execute("delete from saml_keys where id <> all ($1)", list(before))
