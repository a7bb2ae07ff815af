"""pysaml2 as a company's SAML provider. Its XML signatures and encryption are libxmlsec's, called in this
process instead of through the `xmlsec1` program that pysaml2 starts."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xmlsec
from lxml import etree
from saml2 import BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import CryptoBackend, RSACrypto
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

from tests.federation.saml_idp import DS, SAML, Pair

XENC = "http://www.w3.org/2001/04/xmlenc#"
TRIPLE_DES = f"{XENC}tripledes-cbc"
AES_GCM = "http://www.w3.org/2009/xmlenc11#aes256-gcm"
KEYS = {
    TRIPLE_DES: (xmlsec.constants.KeyDataDes, 192),
    AES_GCM: (xmlsec.constants.KeyDataAes, 256),
}
CLASS = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"


class LibXmlSec(CryptoBackend):
    """What pysaml2 asks of `xmlsec1`; `content` is how an assertion is encrypted."""

    version = "1.3.0"

    def __init__(self, content: str) -> None:
        self.content = content

    def sign_statement(self, statement: Any, node_name: str, key_file: str, node_id: str) -> str:
        root = _parsed(statement)
        target = root.xpath(f'//*[@ID="{node_id}"]')[0]
        context = xmlsec.SignatureContext()
        context.key = xmlsec.Key.from_file(key_file, xmlsec.constants.KeyDataFormatPem)
        context.sign(target.find(f"{{{DS}}}Signature"))
        return _written(root)

    def validate_signature(
        self, signedtext: Any, cert_file: str, cert_type: str, node_name: str, node_id: str
    ) -> bool:
        root = _parsed(signedtext)
        context = xmlsec.SignatureContext()
        context.key = xmlsec.Key.from_file(cert_file, xmlsec.constants.KeyDataFormatCertPem)
        try:
            context.verify(root.find(f"{{{DS}}}Signature"))
        except xmlsec.Error:
            return False
        return True

    def encrypt_assertion(
        self,
        statement: Any,
        enc_key: str,
        template: Any,
        key_type: str = "",
        node_xpath: str | None = None,
        node_id: str | None = None,
    ) -> str:
        root = _parsed(statement)
        assertion = root.find(f"{{{SAML}}}EncryptedAssertion/{{{SAML}}}Assertion")
        data = etree.fromstring(str(template).encode())
        data.find(f"{{{XENC}}}EncryptionMethod").set("Algorithm", self.content)
        assertion.getparent().append(data)
        manager = xmlsec.KeysManager()
        manager.add_key(xmlsec.Key.from_file(enc_key, xmlsec.constants.KeyDataFormatCertPem))
        context = xmlsec.EncryptionContext(manager)
        kind, bits = KEYS[self.content]
        context.key = xmlsec.Key.generate(kind, bits, xmlsec.constants.KeyDataTypeSession)
        context.encrypt_xml(data, assertion)
        return _written(root)


@dataclass
class Pysaml2:
    """`metadata` is what the administrator is given of it; `trust` gives it ours."""

    entity_id: str
    url: str
    key: Pair
    folder: Path
    content: str = AES_GCM

    def _server(self, sp_metadata: str | None) -> Server:
        pem, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        pem.write_bytes(self.key.private_pem)
        certificate.write_bytes(self.key.certificate_pem)
        config = IdPConfig().load(
            {
                "entityid": self.entity_id,
                "crypto_backend": "XMLSecurity",
                "key_file": str(pem),
                "cert_file": str(certificate),
                "metadata": {"inline": [sp_metadata] if sp_metadata else []},
                "service": {
                    "idp": {
                        "endpoints": {
                            "single_sign_on_service": [(f"{self.url}/sso", BINDING_HTTP_REDIRECT)],
                            "single_logout_service": [(f"{self.url}/slo", BINDING_HTTP_REDIRECT)],
                        },
                        "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                        "want_authn_requests_signed": True,
                        "policy": {"default": {"attribute_restrictions": None}},
                    }
                },
            }
        )
        server = Server(config=config)
        server.sec.crypto = LibXmlSec(self.content)
        server.sec.sec_backend = RSACrypto(self.key.private)
        return server

    def metadata(self) -> str:
        return str(entity_descriptor(self._server(None).config))

    def trust(self, sp_metadata: str) -> None:
        self.server = self._server(sp_metadata)

    def asked(self, query: Mapping[str, list[str]]) -> dict[str, Any]:
        """What our request asks for, as pysaml2 reads it; it checks our signature where one is there."""
        found = self.server.parse_authn_request(
            query["SAMLRequest"][0],
            BINDING_HTTP_REDIRECT,
            relay_state=query["RelayState"][0],
            sigalg=query.get("SigAlg", [None])[0],
            signature=query.get("Signature", [None])[0],
        )
        answer: dict[str, Any] = self.server.response_args(found.message)
        return answer

    def answer(self, email: str, asked: Mapping[str, Any], **how: Any) -> bytes:
        """Of who has this address. `how`: what `create_authn_response` takes, such as `sign_assertion`."""
        given = {
            "identity": {"mail": [email], "displayName": ["Ada Example"]},
            "userid": email,
            "name_id": NameID(format=NAMEID_FORMAT_PERSISTENT, text=f"id of {email}"),
            "authn": {"class_ref": CLASS, "authn_auth": self.url},
            "sign_alg": SIG_RSA_SHA256,
            "digest_alg": DIGEST_SHA256,
            **{name: value for name, value in asked.items() if name not in ("binding",)},
            **how,
        }
        return str(self.server.create_authn_response(**given)).encode()

    def unasked(self, email: str, sp_entity_id: str, acs_url: str, **how: Any) -> bytes:
        """The person began at the provider."""
        asked = {
            "in_response_to": None,
            "destination": acs_url,
            "sp_entity_id": sp_entity_id,
        }
        return self.answer(email, asked, **how)


def posted(message: bytes) -> str:
    return base64.b64encode(message).decode()


def _parsed(statement: Any) -> Any:
    text = statement if isinstance(statement, bytes) else str(statement).encode()
    root = etree.fromstring(text)
    xmlsec.tree.add_ids(root, ["ID"])
    return root


def _written(root: Any) -> str:
    text: bytes = etree.tostring(root)
    return text.decode()
