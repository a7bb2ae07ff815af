"""A message that ends sessions, as it came: which connections may have sent it, and whether they have."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from gatehouse.identity.sso.connections.models import Connection
from gatehouse.identity.sso.saml import signature, xml
from gatehouse.identity.sso.saml.logout import LOGOUT_REQUEST, LOGOUT_RESPONSE, check_structure
from gatehouse.identity.sso.saml.query import QueryRefused, SignedQuery, check_query, read_query
from gatehouse.identity.sso.saml.response import read_message
from gatehouse.identity.sso.saml.sending import REQUEST
from gatehouse.identity.sso.saml.trace import CheckName, Trace
from gatehouse.identity.sso.saml.xml import Element

SEND_ANEW = "Sign out anew."


@dataclass(frozen=True, slots=True)
class Incoming:
    """`query` where it came in an address, which is signed instead of the XML."""

    kind: str
    root: Element
    relay_state: str
    query: SignedQuery | None

    @property
    def issuer(self) -> str | None:
        """Whom it says that it is from; nothing is checked."""
        return xml.value_of(xml.find(self.root, "saml:Issuer"))

    @property
    def is_request(self) -> bool:
        return self.kind == REQUEST


def from_query(text: bytes) -> Incoming:
    """`SamlRefused` for what cannot be read."""
    try:
        query = read_query(text)
        root = xml.parse(query.text)
    except (QueryRefused, xml.XmlRefused) as refused:
        raise Trace().refusal(CheckName.MESSAGE, str(refused), mend=SEND_ANEW) from None
    return _whole(Incoming(query.kind, root, query.relay_state, query))


def from_form(kind: str, message: str, relay_state: str) -> Incoming:
    """`SamlRefused` for what cannot be read."""
    return _whole(Incoming(kind, read_message(message, Trace()), relay_state, None))


def _whole(found: Incoming) -> Incoming:
    name = LOGOUT_REQUEST if found.is_request else LOGOUT_RESPONSE
    check_structure(found.root, name, Trace())
    return found


async def believed(found: Incoming, connection: Connection, now: datetime, trace: Trace) -> Element:
    """The element that the connection's provider has signed; `SamlRefused`."""
    pinned = [
        x509.load_pem_x509_certificate(one["pem"].encode()) for one in connection.certificates
    ]
    return await asyncio.to_thread(_believed, found, pinned, now, trace)


def _believed(
    found: Incoming, pinned: list[x509.Certificate], now: datetime, trace: Trace
) -> Element:
    if found.query is not None:
        check_query(found.query, pinned, now, trace)
        return found.root
    if signature.signature_of(found.root) is None:
        raise trace.refusal(CheckName.SIGNATURE, "The message is not signed", mend=SEND_ANEW)
    return signature.verified(found.root, pinned, now, trace)
