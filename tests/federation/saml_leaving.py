"""Messages that end sessions, as a provider sends them: signed by libxmlsec and by cryptography."""

import base64
import zlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import quote_plus

from cryptography.hazmat.primitives.asymmetric.padding import MGF1, PSS, PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from lxml import etree

from tests.federation.saml_idp import NOW, SAML, SAMLP, Pair, sign

RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
RSA_PSS_SHA256 = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
RSA_SHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success"


@dataclass(frozen=True)
class Leave:
    """What the provider says; each field can be made wrong on its own."""

    issuer: str = "https://idp.acme.example/saml"
    destination: str = "http://localhost:8000/auth/saml/logout"
    name_id: str = "id of ada"
    indexes: tuple[str, ...] = ()
    id: str = "_leave1"
    at: datetime = NOW
    more: str = ""
    changes: tuple[tuple[str, str], ...] = ()

    def but(self, **changes: Any) -> "Leave":
        return replace(self, **changes)

    def changed(self, old: str, new: str) -> "Leave":
        return replace(self, changes=(*self.changes, (old, new)))

    def element(self) -> Any:
        indexes = "".join(f"<samlp:SessionIndex>{one}</samlp:SessionIndex>" for one in self.indexes)
        text = (
            f"{self._begin('LogoutRequest')}<saml:NameID>{self.name_id}</saml:NameID>{indexes}{self.more}"
            "</samlp:LogoutRequest>"
        )
        for old, new in self.changes:
            assert old in text, old
            text = text.replace(old, new)
        return etree.fromstring(text)

    def answer(self, request_id: str, status: str = SUCCESS) -> Any:
        text = self._begin("LogoutResponse", f' InResponseTo="{request_id}"')
        return etree.fromstring(
            f'{text}<samlp:Status><samlp:StatusCode Value="{status}"/></samlp:Status>'
            "</samlp:LogoutResponse>"
        )

    def _begin(self, name: str, more: str = "") -> str:
        return (
            f'<samlp:{name} xmlns:samlp="{SAMLP}" xmlns:saml="{SAML}" ID="{self.id}" Version="2.0" '
            f'IssueInstant="{self.at:%Y-%m-%dT%H:%M:%SZ}" Destination="{self.destination}"{more}>'
            f"<saml:Issuer>{self.issuer}</saml:Issuer>"
        )


def by_query(
    element: Any,
    key: Pair | None,
    *,
    kind: str = "SAMLRequest",
    relay_state: str = "",
    algorithm: str = RSA_SHA256,
) -> str:
    """The query of the address that the browser is sent to."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(etree.tostring(element)) + packer.flush()
    query = f"{kind}={quote_plus(base64.b64encode(packed))}"
    if relay_state:
        query += f"&RelayState={quote_plus(relay_state)}"
    if key is None:
        return query
    query += f"&SigAlg={quote_plus(algorithm)}"
    digest = SHA1() if algorithm == RSA_SHA1 else SHA256()  # noqa: S303  what must be refused
    pss = PSS(mgf=MGF1(SHA256()), salt_length=SHA256.digest_size)
    padding = pss if algorithm == RSA_PSS_SHA256 else PKCS1v15()
    signature = key.private.sign(query.encode(), padding, digest)
    return f"{query}&Signature={quote_plus(base64.b64encode(signature))}"


def by_form(
    element: Any, key: Pair | None, *, kind: str = "SAMLRequest", relay_state: str = ""
) -> dict[str, str]:
    if key is not None:
        sign(element, key)
    message = base64.b64encode(etree.tostring(element)).decode()
    return {kind: message, "RelayState": relay_state}
