"""An incoming logout message: its parsing, and the verification of its signature."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.saml import signature, xml
from gatehouse.identity.sso.saml.logout import LOGOUT_REQUEST, LOGOUT_RESPONSE, check_structure
from gatehouse.identity.sso.saml.query import QueryRefused, SignedQuery, check_query, read_query
from gatehouse.identity.sso.saml.response import read_message
from gatehouse.identity.sso.saml.sending import REQUEST
from gatehouse.identity.sso.saml.trace import CheckName, CheckTrace
from gatehouse.identity.sso.saml.xml import Element

SEND_ANEW = "Sign out anew."


@dataclass(frozen=True, slots=True)
class IncomingLogout:
    """`query` is set for messages in a redirect address, where the query is signed instead of the XML."""

    kind: str
    root: Element
    relay_state: str
    query: SignedQuery | None

    @property
    def named_issuer(self) -> str | None:
        """The issuer that the message names; not verified."""
        return xml.value_of(xml.find_element(self.root, "saml:Issuer"))

    @property
    def is_request(self) -> bool:
        return self.kind == REQUEST


def from_query(text: bytes) -> IncomingLogout:
    """Parse a logout message from a query. Raises `SamlRefused` when it cannot be read."""
    try:
        query = read_query(text)
        root = xml.parse_xml(query.text)
    except (QueryRefused, xml.XmlRefused) as refused:
        raise CheckTrace().refusal(CheckName.MESSAGE, str(refused), mend=SEND_ANEW) from None
    return _check_complete(IncomingLogout(query.kind, root, query.relay_state, query))


def from_form(kind: str, message: str, relay_state: str) -> IncomingLogout:
    """Parse a logout message from a form. Raises `SamlRefused` when it cannot be read."""
    return _check_complete(
        IncomingLogout(kind, read_message(message, CheckTrace()), relay_state, None)
    )


def _check_complete(found: IncomingLogout) -> IncomingLogout:
    name = LOGOUT_REQUEST if found.is_request else LOGOUT_RESPONSE
    check_structure(found.root, name, CheckTrace())
    return found


async def verify_incoming(
    found: IncomingLogout, connection: SsoConnection, now: datetime, trace: CheckTrace
) -> Element:
    """Return the element that the connection's provider signed. Raises `SamlRefused` when the signature is
    not valid."""
    pinned = [
        x509.load_pem_x509_certificate(one["pem"].encode()) for one in connection.certificates
    ]
    return await asyncio.to_thread(_verify_signature, found, pinned, now, trace)


def _verify_signature(
    found: IncomingLogout, pinned: list[x509.Certificate], now: datetime, trace: CheckTrace
) -> Element:
    if found.query is not None:
        check_query(found.query, pinned, now, trace)
        return found.root
    if signature.signature_of(found.root) is None:
        raise trace.refusal(CheckName.SIGNATURE, "The message is not signed", mend=SEND_ANEW)
    return signature.verify_signature(found.root, pinned, now, trace)
