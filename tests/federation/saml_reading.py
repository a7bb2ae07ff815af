"""What the tests hold messages against."""

from dataclasses import replace
from typing import Any

import pytest
from lxml import etree

from gatehouse.identity.sso.saml.models import ExpectedResponse
from gatehouse.identity.sso.saml.response import verify_response
from gatehouse.identity.sso.saml.trace import CheckedValue, CheckTrace, SamlRefused
from tests.federation.saml_idp import NOW, Message, encoded, pair

IDP = pair("idp")
OURS = pair("ours")
MALLORY = pair("mallory")
EXPECTED = ExpectedResponse(
    issuer=Message().entity_id,
    certificates=(IDP.certificate,),
    audience=Message().audience,
    acs_url=Message().acs_url,
    now=NOW,
    request_id="_request1",
    decryption_keys=(OURS.private,),
)


def expecting(**changes: Any) -> ExpectedResponse:
    return replace(EXPECTED, **changes)


def refused(root: Any, **changes: Any) -> str:
    """The name of the check that stopped it. `root` is an element, or bytes."""
    return str(refusal(root, **changes).name)


def refusal(root: Any, **changes: Any) -> CheckedValue:
    """The check that stopped it."""
    with pytest.raises(SamlRefused) as found:
        verify_response(encoded(root), expecting(**changes), CheckTrace())
    return found.value.check


def text_of(root: Any) -> bytes:
    text: bytes = etree.tostring(root)
    return text
