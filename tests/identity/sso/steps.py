"""What an administrator does with single sign-on, and what name servers say."""

import datetime
from typing import Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from gatehouse.kit import clock
from gatehouse.kit.names import NameServers, NoAnswer

CONFIGURATIONS = "/team/resources/sso/v1/configurations"
HIDDEN = "••••••••"


class Names(NameServers):
    """Says of each domain what a test has set."""

    def __init__(self) -> None:
        self.records: dict[str, list[str]] = {}
        self.silent = False

    async def read_txt_records(self, domain: str) -> list[str]:
        if self.silent:
            raise NoAnswer("Timeout")
        return self.records.get(domain, [])


def certificate(*, bits: int | None = None, days: int = 365) -> str:
    """In PEM, of a new key: RSA with so many bits, or of an elliptic curve."""
    key = rsa.generate_private_key(65537, bits) if bits else ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "idp.example")])
    now = clock.now()
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=days))
        .sign(key, SHA256())
    )
    return made.public_bytes(Encoding.PEM).decode()


async def make(http: httpx.AsyncClient, **body: object) -> dict[str, Any]:
    answer = await http.post(CONFIGURATIONS, json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def listed(http: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await http.get(CONFIGURATIONS)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def add_domain(http: httpx.AsyncClient, connection_id: str, domain: str) -> dict[str, Any]:
    answer = await http.post(f"{CONFIGURATIONS}/{connection_id}/domains", json={"domain": domain})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def validate(http: httpx.AsyncClient, connection_id: str, domain_id: str) -> httpx.Response:
    path = f"/team/resources/sso/v2/configurations/{connection_id}/domains/{domain_id}/validate"
    return await http.put(path)


async def own_domain(
    http: httpx.AsyncClient, names: Names, connection_id: str, domain: str
) -> dict[str, Any]:
    """Added, shown by the name servers, and validated."""
    added = await add_domain(http, connection_id, domain)
    names.records[domain] = [added["txtRecord"]]
    answer = await validate(http, connection_id, added["id"])
    assert answer.status_code == 200, answer.text
    return added
