"""Algorithms, certificates and encryption that are not accepted."""

import base64
import random

import pytest
import xmlsec
from cryptography.hazmat.primitives import hashes, hmac
from lxml import etree

from gatehouse.identity.sso.saml.response import verify_response
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from tests.federation import saml_idp as idp
from tests.federation import saml_wrapping as wrapping
from tests.federation.saml_idp import (
    DS,
    SAML,
    Message,
    encoded,
    pair,
    signed,
)
from tests.federation.saml_reading import EXPECTED, IDP, MALLORY, OURS, refused, text_of


@pytest.mark.parametrize(
    ("method", "digest"),
    [
        (xmlsec.constants.TransformRsaSha1, xmlsec.constants.TransformSha256),
        (xmlsec.constants.TransformRsaSha256, xmlsec.constants.TransformSha1),
        (xmlsec.constants.TransformRsaSha224, xmlsec.constants.TransformSha224),
    ],
)
def test_weak_algorithms(method, digest):
    """Properly signed with the right key."""
    root = signed(Message(), IDP, method=method, digest=digest)
    assert idp.signature_holds(root, IDP)
    assert refused(root) == "algorithm"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "none",
        "http://www.w3.org/2000/09/xmldsig#dsa-sha1",
        "http://www.w3.org/2001/04/xmldsig-more#rsa-md5",
    ],
)
def test_no_algorithm_and_old_ones(name):
    root = signed(Message(), IDP)
    next(root.iter(f"{{{DS}}}SignatureMethod")).set("Algorithm", name)
    assert refused(root) == "algorithm"


def test_the_public_certificate_is_no_secret_to_authenticate_with():
    """HMAC over the signed part, keyed with the public certificate."""
    root = signed(Message(name_id=wrapping.EVIL), MALLORY)
    info = next(root.iter(f"{{{DS}}}SignedInfo"))
    method = next(root.iter(f"{{{DS}}}SignatureMethod"))
    method.set("Algorithm", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")
    mac = hmac.HMAC(IDP.certificate_pem, hashes.SHA256())
    mac.update(etree.tostring(info, method="c14n", exclusive=True))
    value = base64.b64encode(mac.finalize()).decode()
    next(root.iter(f"{{{DS}}}SignatureValue")).text = value
    assert refused(root) == "algorithm"


def test_a_certificate_that_is_not_pinned():
    assert refused(signed(Message(), MALLORY)) == "certificate"


def test_the_pinned_certificate_is_shown_but_another_key_signed():
    root = signed(Message(), MALLORY)
    ours = next(signed(Message(), IDP).iter(f"{{{DS}}}X509Certificate")).text
    next(root.iter(f"{{{DS}}}X509Certificate")).text = ours
    assert refused(root) == "signature"


def test_a_certificate_that_names_the_same_subject():
    """Same name, other key."""
    assert refused(signed(Message(), pair("idp", days=3651))) == "certificate"


def test_a_certificate_whose_time_is_over():
    old = pair("old", days=10)
    assert refused(signed(Message(), old), certificates=(old.certificate,)) == "certificate"


def test_a_connection_without_a_certificate():
    assert refused(signed(Message(), IDP), certificates=()) == "certificate"


def test_a_signature_of_a_curve_read_with_a_certificate_of_rsa():
    curve = pair("curve", kind="ec")
    root = signed(Message(), curve, method=xmlsec.constants.TransformEcdsaSha256)
    assert refused(root) == "certificate"


def test_values_changed_after_signing():
    root = signed(Message(), IDP, "Assertion", "Response")
    for path in ("NameID", "AttributeValue", "Audience"):
        fresh = etree.fromstring(text_of(root))
        next(fresh.iter(f"{{{SAML}}}{path}")).text = wrapping.EVIL
        assert refused(fresh) == "signature"


# Encryption


def test_keys_wrapped_by_rsa_1_5():
    root = idp.encrypted(
        signed(Message(), IDP), OURS.certificate, wrap=xmlsec.constants.TransformRsaPkcs1
    )
    assert refused(root) == "encryption"


def test_content_by_triple_des():
    root = idp.encrypted(signed(Message(), IDP), OURS.certificate)
    path = ".//{http://www.w3.org/2001/04/xmlenc#}EncryptionMethod"
    root.find(path).set("Algorithm", "http://www.w3.org/2001/04/xmlenc#tripledes-cbc")
    assert refused(root) == "encryption"


def test_an_assertion_for_another_service_provider():
    assert refused(idp.encrypted(signed(Message(), IDP), MALLORY.certificate)) == "encryption"


def test_a_changed_ciphertext_tells_nothing_of_what_it_became():
    """Of AES-CBC without a signature around: whatever each change makes of it, the answer is one."""
    root = idp.encrypted(
        signed(Message(), IDP), OURS.certificate, content=xmlsec.constants.TransformAes256Cbc
    )
    path = "{http://www.w3.org/2001/04/xmlenc#}CipherValue"
    value = list(root.iter(path))[-1]
    sealed = base64.b64decode(value.text)
    answers = set()
    chance = random.Random(7)  # noqa: S311
    for _ in range(60):
        changed = bytearray(sealed)
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        value.text = base64.b64encode(changed).decode()
        with pytest.raises(SamlRefused) as found:
            verify_response(encoded(root), EXPECTED, CheckTrace())
        answers.add((found.value.check.name, found.value.check.says, found.value.check.came))
    assert len(answers) == 1


def test_a_forged_assertion_encrypted_without_a_tag():
    root = idp.encrypted(
        signed(Message(), MALLORY), OURS.certificate, content=xmlsec.constants.TransformAes256Cbc
    )
    assert refused(root) == "encryption"
