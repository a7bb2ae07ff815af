"""The license file is verified without the server, by what docs/reference/license-file.md says alone."""

import base64
import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gatehouse.kit import clock
from tests.licensing.provider import Purchase, stamp


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def published(client) -> dict[str, Ed25519PublicKey]:
    answer = await client.get("/.well-known/gatehouse-license-keys.json")
    assert answer.status_code == 200
    keys = answer.json()["keys"]
    assert {key["crv"] for key in keys} == {"Ed25519"}
    assert not any("d" in key for key in keys)
    return {key["kid"]: Ed25519PublicKey.from_public_bytes(raw(key["x"])) for key in keys}


def verify(keys: dict[str, Ed25519PublicKey], signed: dict[str, Any]) -> None:
    content = signed["license"]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    keys[content["keyId"]].verify(raw(signed["signature"]), text.encode())


async def test_a_license_file_names_license_subject_and_validity(tool, shop, client, settings):
    answer = await tool.file()
    assert answer.status_code == 200
    signed = answer.json()
    assert signed["algorithm"] == "Ed25519"
    verify(await published(client), signed)
    content, [trial] = signed["license"], await shop.licenses()
    issued = datetime.fromisoformat(content["issuedAt"])
    assert abs(issued - clock.now()) < timedelta(minutes=1)
    assert datetime.fromisoformat(content["refreshAt"]) - issued == timedelta(days=1)
    end = datetime.fromisoformat(trial["validTo"]).replace(microsecond=0)
    assert datetime.fromisoformat(content["expiresAt"]) == end
    assert datetime.fromisoformat(content["validTo"]) == end
    plain = {
        key: content[key]
        for key in ("version", "customer", "fingerprint", "name", "licenseType", "isTrial", "maxSeats",
                    "subject", "entitlements")
    }  # fmt: skip
    assert plain == {
        "version": 1,
        "customer": "Acme",
        "fingerprint": shop.fingerprint,
        "name": "Acme",
        "licenseType": "trial",
        "isTrial": True,
        "maxSeats": settings.trial_seats,
        "subject": None,
        "entitlements": ["trial"],
    }


async def test_a_running_license_works_offline_for_a_while(tool, shop, report, settings):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    content = (await tool.file()).json()["license"]
    issued, expires = (datetime.fromisoformat(content[name]) for name in ("issuedAt", "expiresAt"))
    assert expires - issued == timedelta(days=settings.license_file_days)
    assert content["validTo"] is None


@pytest.mark.parametrize("action", ["cancel", "pause"])
async def test_an_end_ahead_ends_the_file_too(tool, shop, report, action):
    """Else a tool would work on without the server after what was paid."""
    now = clock.now().replace(microsecond=0)
    purchase = Purchase(
        shop.customer_id, custom_data={"overwrite": shop.fingerprint}, start=now - timedelta(days=9)
    )
    await report(*purchase.sequence())
    end = now + timedelta(days=3)
    ahead = {"action": action, "effective_at": stamp(end), "resume_at": None}
    await report(purchase.changed(60, scheduled_change=ahead))
    content = (await tool.file()).json()["license"]
    assert datetime.fromisoformat(content["expiresAt"]) == end
    assert content["validTo"] is None
    # Its news is late: the tool asks again within a day.
    clock.advance_clock(timedelta(days=4))
    content = (await tool.file()).json()["license"]
    issued, expires = (datetime.fromisoformat(content[name]) for name in ("issuedAt", "expiresAt"))
    assert expires - issued == timedelta(days=1)


@pytest.mark.parametrize(
    ("name", "value"),
    [("maxSeats", 500), ("expiresAt", "2999-01-01T00:00:00Z"), ("customer", "Acme "), ("extra", 1)],
)
async def test_a_changed_file_does_not_verify(tool, client, name, value):
    signed, keys = (await tool.file()).json(), await published(client)
    with pytest.raises(InvalidSignature):
        verify(keys, {**signed, "license": {**signed["license"], name: value}})


async def test_names_of_any_letters_are_signed_as_they_are(tool, shop, client):
    name = 'Ünïcödé "北京" 🚀 \\ /'
    path = f"/api/v1/licenses/{shop.fingerprint}"
    assert (await shop.admin.browser.patch(path, json={"name": name})).status_code == 200
    signed = (await tool.file()).json()
    assert signed["license"]["name"] == name
    verify(await published(client), signed)


async def test_a_subject_is_named_when_it_holds_a_seat(tool):
    refused = await tool.file("ann")
    assert (refused.status_code, refused.json()["code"]) == (409, "NO_SEAT")
    await tool.claim("ann")
    assert (await tool.file("ann")).json()["license"]["subject"] == "ann"


async def test_no_file_for_what_is_over(tool, shop):
    clock.advance_clock(timedelta(days=40))
    refused = await tool.file()
    assert (refused.status_code, refused.json()["code"]) == (409, "EXPIRED")


async def test_the_key_is_kept_sealed_and_the_same(tool, client, db):
    first, again = (await tool.file()).json(), (await tool.file()).json()
    assert first["license"]["keyId"] == again["license"]["keyId"]
    assert list(await published(client)) == [first["license"]["keyId"]]
    assert await db.connection.fetchval("select count(*) from license_signing_keys") == 1
