"""A connection from what its provider publishes about itself."""

from collections.abc import Iterator, Mapping

import pytest

from gatehouse.kit.outbound import Answer, Outbound
from gatehouse.kit.resources import Resources
from tests.identity.sso.steps import CONFIGURATIONS, certificate, listed, make
from tests.world import Person

SAML = "/team/resources/sso/v1/saml/configurations"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"


def metadata(pem: str, *, entity_id: str = "https://idp.example/entity") -> str:
    body = "".join(pem.splitlines()[1:-1])
    return f"""<?xml version="1.0"?>
      <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{entity_id}">
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"
            WantAuthnRequestsSigned="true">
          <KeyDescriptor use="signing">
            <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
              <X509Certificate>{body}</X509Certificate>
            </X509Data></KeyInfo>
          </KeyDescriptor>
          <SingleSignOnService Binding="{REDIRECT}" Location="https://idp.example/sso"/>
        </IDPSSODescriptor>
      </EntityDescriptor>"""


class Published(Outbound):
    """One document, at any address; without one, the real client."""

    text: str | None = None

    async def get(
        self, url: str, headers: Mapping[str, str] | None = None, *, most: int = 1024
    ) -> Answer:
        if self.text is None:
            return await super().get(url, headers, most=most)
        return Answer(200, self.text[:most])


@pytest.fixture
def published(resources: Resources) -> Iterator[Published]:
    before, ours = resources[Outbound], Published()
    resources.add(Outbound, ours)
    yield ours
    resources.add(Outbound, before)


async def test_a_document_fills_in_the_form(admin: Person):
    pem = certificate()
    answer = await admin.browser.post(
        f"{CONFIGURATIONS}/metadata", json={"metadata": metadata(pem)}
    )
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["publicCertificate"] == pem
    assert {name: made[name] for name in ("ssoEndpoint", "idpEntityId", "signRequest")} == {
        "ssoEndpoint": "https://idp.example/sso",
        "idpEntityId": "https://idp.example/entity",
        "signRequest": True,
    }
    assert (made["type"], made["enabled"], made["metadataSource"]) == ("saml", False, "file")


async def test_a_later_document_replaces_what_it_speaks_of(admin: Person):
    made = await make(admin.browser, type="okta", publicCertificate=certificate())
    pem = certificate()
    answer = await admin.browser.put(
        f"{CONFIGURATIONS}/{made['id']}/metadata", json={"metadata": metadata(pem)}
    )
    assert answer.status_code == 200, answer.text
    assert (answer.json()["type"], answer.json()["publicCertificate"]) == ("okta", pem)


async def test_it_is_fetched_from_its_address(admin: Person, published: Published):
    published.text = metadata(certificate())
    url = "https://idp.example/metadata"
    answer = await admin.browser.post(f"{CONFIGURATIONS}/metadata-url", json={"url": url})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["metadataSource"], made["metadataUrl"]) == ("url", url)
    published.text = metadata(certificate(), entity_id="https://idp.example/other")
    path = f"{CONFIGURATIONS}/{made['id']}/metadata-url"
    changed = await admin.browser.put(path, json={"url": url, "configMetadata": {}})
    assert changed.json()["idpEntityId"] == "https://idp.example/other"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/metadata", "http://169.254.169.254/", "http://[::ffff:10.0.0.1]/"]
)
async def test_nothing_inside_is_fetched(admin: Person, published: Published, url: str):
    answer = await admin.browser.post(f"{CONFIGURATIONS}/metadata-url", json={"url": url})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.metadata_unreachable")
    assert await listed(admin.browser) == []


@pytest.mark.parametrize(
    "text",
    [
        "no xml",
        "<a/>",
        '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        metadata("-----\nAAAA\n-----"),
    ],
)
async def test_what_is_no_metadata_changes_nothing(admin: Person, text: str):
    answer = await admin.browser.post(f"{CONFIGURATIONS}/metadata", json={"metadata": text})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.bad_metadata")
    assert await listed(admin.browser) == []


async def test_older_clients_have_one_connection(admin: Person):
    for entity_id in ("https://idp.example/one", "https://idp.example/two"):
        text = metadata(certificate(), entity_id=entity_id)
        answer = await admin.browser.put(f"{SAML}/metadata", json={"metadata": text})
        assert answer.json()["ssoEndpoint"] == "https://idp.example/sso"
    (row,) = await listed(admin.browser)
    assert row["idpEntityId"] == "https://idp.example/two"
