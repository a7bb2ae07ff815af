"""A connection from what its provider publishes about itself."""

from collections.abc import Iterator, Mapping

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256

from gatehouse.kit.outbound import Outbound, OutboundResponse
from gatehouse.kit.resources import Resources
from tests.identity.sso.steps import CONFIGURATIONS, certificate, listed, make
from tests.world import Person

SAML = "/team/resources/sso/v1/saml/configurations"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"


ORGANIZATION = "Zürich & Söhne".replace("&", "&amp;")


def metadata(
    *pems: str,
    entity_id: str = "https://idp.example/entity",
    encoding: str | None = None,
    valid_until: str | None = None,
) -> str:
    """Of an identity provider with these certificates."""
    declared = f' encoding="{encoding}"' if encoding else ""
    until = f'validUntil="{valid_until}"' if valid_until else ""
    keys = "".join(
        f"""<KeyDescriptor use="signing">
            <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
              <X509Certificate>{"".join(pem.splitlines()[1:-1])}</X509Certificate>
            </X509Data></KeyInfo>
          </KeyDescriptor>"""
        for pem in pems
    )
    return f"""<?xml version="1.0"{declared}?>
      <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{entity_id}" {until}>
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"
            WantAuthnRequestsSigned="true">
          {keys}
          <SingleSignOnService Binding="{REDIRECT}" Location="https://idp.example/sso"/>
        </IDPSSODescriptor>
        <Organization><OrganizationName>{ORGANIZATION}</OrganizationName></Organization>
      </EntityDescriptor>"""


class Published(Outbound):
    """One document, at any address; without one, the real client."""

    text: str | bytes | None = None

    async def get(
        self, url: str, headers: Mapping[str, str] | None = None, *, most: int = 1024
    ) -> OutboundResponse:
        if self.text is None:
            return await super().get(url, headers, most=most)
        content = self.text.encode() if isinstance(self.text, str) else self.text
        return OutboundResponse(200, content.decode(errors="replace"), content[:most])


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
        metadata(),
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


@pytest.mark.parametrize(
    "encoding",
    ["ISO-8859-1", "iso-8859-15", "windows-1252", "UTF-16", "UTF-16LE", "utf-8", "US-ASCII"],
)
async def test_a_published_document_may_be_in_another_encoding(
    admin: Person, published: Published, encoding: str
):
    text = metadata(certificate(), encoding=encoding)
    if encoding == "US-ASCII":
        text = text.replace(ORGANIZATION, "Zurich")
    published.text = text.encode(encoding)
    url = "https://idp.example/metadata"
    answer = await admin.browser.post(f"{CONFIGURATIONS}/metadata-url", json={"url": url})
    assert answer.status_code == 201, answer.text
    assert answer.json()["idpEntityId"] == "https://idp.example/entity"


async def test_a_document_in_an_unknown_encoding_is_refused_by_its_name(
    admin: Person, published: Published
):
    url = "https://idp.example/metadata"
    for encoding, content in (
        ("EBCDIC-CP-DE", metadata(certificate(), encoding="EBCDIC-CP-DE").encode()),
        ("UTF-8", metadata(certificate(), encoding="UTF-8").encode("latin-1")),
        ("UTF-16", metadata(certificate(), encoding="UTF-16").encode("utf-16")[:-1]),
    ):
        published.text = content
        answer = await admin.browser.post(f"{CONFIGURATIONS}/metadata-url", json={"url": url})
        assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.bad_metadata")
        assert encoding in answer.text


async def test_no_encoding_hides_a_document_type(admin: Person, published: Published):
    attack = '<!DOCTYPE a [<!ENTITY b "c">]>'
    url = "https://idp.example/metadata"
    for encoding in ("utf-16", "utf-16-be", "latin-1", "utf-7"):
        declared = "UTF-7" if encoding == "utf-7" else None
        text = metadata(certificate(), encoding=declared).replace("?>", f"?>{attack}", 1)
        published.text = text.encode(encoding)
        answer = await admin.browser.post(f"{CONFIGURATIONS}/metadata-url", json={"url": url})
        assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.bad_metadata")


async def test_a_file_was_decoded_before_it_came(admin: Person):
    for encoding in ("ISO-8859-1", "UTF-16", "windows-1252"):
        text = metadata(certificate(), encoding=encoding)
        answer = await admin.browser.post(f"{CONFIGURATIONS}/metadata", json={"metadata": text})
        assert answer.status_code == 201, answer.text


async def test_a_certificate_that_is_not_accepted_is_left_out_beside_a_good_one(admin: Person):
    good = certificate()
    for other in (certificate(bits=1024), "-----\nAAAA\n-----"):
        for pems in ((other, good), (good, other)):
            answer = await admin.browser.post(
                f"{CONFIGURATIONS}/metadata", json={"metadata": metadata(*pems)}
            )
            assert answer.status_code == 201, answer.text
            assert answer.json()["publicCertificate"] == good


async def test_certificates_that_are_all_too_weak_are_named(admin: Person):
    weak = certificate(bits=1024)
    answer = await admin.browser.post(
        f"{CONFIGURATIONS}/metadata", json={"metadata": metadata(weak)}
    )
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.bad_metadata")
    loaded = x509.load_pem_x509_certificate(weak.encode())
    assert loaded.fingerprint(SHA256()).hex(":").upper() in answer.text
    # By hand, beside a good one.
    answer = await admin.browser.post(
        CONFIGURATIONS, json={"type": "saml", "publicCertificate": certificate() + weak}
    )
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.bad_certificate")
    assert loaded.fingerprint(SHA256()).hex(":").upper() in answer.text


async def test_many_certificates_and_the_same_one_many_times(admin: Person):
    pems = [certificate() for _ in range(11)]
    path = f"{CONFIGURATIONS}/metadata"
    same = await admin.browser.post(path, json={"metadata": metadata(*pems[:1] * 12)})
    assert (same.status_code, len(same.json()["certificates"])) == (201, 1)
    six = await admin.browser.post(path, json={"metadata": metadata(*pems[:6])})
    assert (six.status_code, len(six.json()["certificates"])) == (201, 6)
    many = await admin.browser.post(path, json={"metadata": metadata(*pems)})
    assert (many.status_code, many.json()["errorCode"]) == (400, "sso.bad_certificate")
    assert "10" in many.text


async def test_how_long_metadata_may_be_used(admin: Person):
    path = f"{CONFIGURATIONS}/metadata"
    for until, status, says in (
        ("2031-01-01T00:00:00", 201, "2031"),
        ("2020-01-01T00:00:00", 400, "metadata has expired"),
        ("in May", 400, "malformed: in May"),
    ):
        text = metadata(certificate(), valid_until=until)
        answer = await admin.browser.post(path, json={"metadata": text})
        assert answer.status_code == status, answer.text
        assert status == 201 or says in answer.text
