"""Crafted messages: each proves nothing, and the refusal names the check that stopped it."""

import random
import zlib
from typing import Any

import pytest
from lxml import etree

from gatehouse.identity.sso.saml.response import verify_response
from gatehouse.identity.sso.saml.signature import verify_signature
from gatehouse.identity.sso.saml.trace import CheckTrace, SamlRefused
from tests.federation import saml_idp as idp
from tests.federation import saml_wrapping as wrapping
from tests.federation.saml_idp import (
    DS,
    NOW,
    SAML,
    SAMLP,
    Message,
    assertion_of,
    encoded,
    signed,
)
from tests.federation.saml_reading import EXPECTED, IDP, MALLORY, OURS, refused, text_of

# Signature wrapping


@pytest.mark.parametrize("attack", wrapping.ALL, ids=lambda each: each.__name__)
def test_a_wrapped_signature(attack):
    assert refused(attack(IDP)) == "structure"


@pytest.mark.parametrize("attack", wrapping.HOLDING, ids=lambda each: each.__name__)
def test_a_wrapped_signature_would_convince_who_only_asks_whether_it_holds(attack):
    """So that the attacks above are real ones."""
    root = attack(IDP)
    assert idp.signature_holds(root, IDP)
    assert wrapping.EVIL.encode() in text_of(root)


@pytest.mark.parametrize("attack", wrapping.NESTED, ids=lambda each: each.__name__)
def test_a_wrapped_signature_in_an_encrypted_assertion(attack):
    """The decrypted part brings the second assertion along."""
    assert refused(idp.encrypted(attack(IDP), OURS.certificate)) == "structure"


@pytest.mark.parametrize("attack", wrapping.ALL, ids=lambda each: each.__name__)
def test_a_wrapped_signature_holds_for_nothing_that_is_forged(attack):
    """The second lock, where the count of assertions were missing: only what was signed is returned."""
    for element in attack(IDP).iter(f"{{{SAMLP}}}Response", f"{{{SAML}}}Assertion"):
        if wrapping.signature_of(element) is None:
            continue
        try:
            found = verify_signature(element, [IDP.certificate], NOW, CheckTrace())
        except SamlRefused:
            continue
        assert wrapping.EVIL.encode() not in text_of(found)


# More assertions than one, and unsigned assertions


def test_an_assertion_is_injected_beside_the_signed_one():
    root = signed(Message(), IDP)
    root.append(assertion_of(idp.response(Message(assertion_id="_2", name_id=wrapping.EVIL))))
    assert refused(root) == "structure"


def test_the_signed_assertion_comes_twice():
    root = signed(Message(), IDP)
    root.append(etree.fromstring(text_of(assertion_of(root))))
    assert refused(root) == "structure"


def test_two_signed_assertions():
    root = signed(Message(), IDP)
    other = signed(Message(assertion_id="_assertion2"), IDP)
    root.append(assertion_of(other))
    assert refused(root) == "structure"


def test_an_encrypted_assertion_beside_a_signed_one():
    """Every client that has our public certificate can encrypt."""
    root = signed(Message(), IDP)
    forged = idp.response(Message(assertion_id="_2", name_id=wrapping.EVIL))
    root.append(idp.encrypted(forged, OURS.certificate).find(f"{{{SAML}}}EncryptedAssertion"))
    assert refused(root) == "structure"


def test_an_assertion_in_the_advice_of_the_signed_one():
    forged = text_of(assertion_of(idp.response(Message(assertion_id="_2")))).decode()
    message = Message().changed(
        "</saml:Conditions>", f"</saml:Conditions><saml:Advice>{forged}</saml:Advice>"
    )
    assert refused(signed(message, IDP)) == "structure"


def test_the_same_id_on_another_element():
    root = signed(Message(), IDP)
    root[0].set("Id", "_assertion1")
    assert refused(root) == "structure"


def test_an_id_in_another_namespace_is_not_what_a_signature_means():
    root = signed(Message(), IDP, "Response")
    root[1].set("{urn:other}ID", "_response1")
    assert refused(root) in ("signature", "structure")


def test_nothing_is_signed():
    assert refused(idp.response(Message())) == "signature"


def test_an_encrypted_unsigned_assertion_is_refused():
    assert refused(idp.encrypted(idp.response(Message()), OURS.certificate)) == "signature"


def test_the_signature_is_taken_out():
    root = signed(Message(), IDP)
    assertion = assertion_of(root)
    assertion.remove(wrapping.signature_of(assertion))
    assert refused(root) == "signature"


def test_a_signature_that_stands_for_another_element():
    """The response carries the assertion's signature."""
    root = signed(Message(), IDP)
    root.insert(1, wrapping.signature_of(assertion_of(root)))
    assert refused(root) == "signature"


def test_a_signature_over_the_whole_document_by_an_empty_reference():
    root = signed(Message(), IDP)
    next(root.iter(f"{{{DS}}}Reference")).set("URI", "")
    assert refused(root) == "signature"


def test_a_signature_with_two_references():
    root = signed(Message(), IDP)
    reference = next(root.iter(f"{{{DS}}}Reference"))
    reference.addnext(etree.fromstring(text_of(reference)))
    assert refused(root) == "signature"


def test_two_signatures_in_one_place():
    root = signed(Message(), IDP)
    signature = wrapping.signature_of(assertion_of(root))
    signature.addnext(etree.fromstring(text_of(signature)))
    assert refused(root) == "structure"


def test_a_good_assertion_in_a_response_with_a_foreign_signature():
    root = signed(Message(), IDP)
    idp.sign(root, MALLORY)
    assert refused(root) == "certificate"


def test_a_forged_assertion_with_a_foreign_signature_in_a_signed_response():
    """Both signatures must hold, not one of them."""
    root = signed(Message(), MALLORY)
    idp.sign(root, IDP)
    assert refused(root) == "certificate"


@pytest.mark.parametrize(
    "transform",
    [
        "http://www.w3.org/TR/1999/REC-xslt-19991116",
        "http://www.w3.org/TR/1999/REC-xpath-19991116",
        "http://www.w3.org/2000/09/xmldsig#base64",
        "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
    ],
)
def test_transforms_that_change_what_is_signed(transform):
    root = signed(Message(), IDP)
    list(root.iter(f"{{{DS}}}Transform"))[1].set("Algorithm", transform)
    assert refused(root) == "signature"


# What is between the characters


def test_a_comment_cuts_the_name_id_short():
    """Signed as alice@acme.example.mallory.example; readers that stop at the comment see alice."""
    name_id = "alice@acme.example<!---->.mallory.example"
    root = signed(Message(name_id=name_id), IDP)
    assert idp.signature_holds(root, IDP)
    assert refused(root) == "message"


@pytest.mark.parametrize(
    "name_id",
    [
        "<?x?>alice@acme.example",
        "alice@acme.example<?php echo 1?>.mallory.example",
        "alice@acme.example<!-- --><!-- -->",
    ],
)
def test_instructions_and_comments_in_values(name_id):
    assert refused(signed(Message(name_id=name_id), IDP)) == "message"


def test_a_comment_in_a_signed_message_that_was_put_in_on_the_way():
    """The signature still holds: comments are not part of what is signed."""
    text = text_of(signed(Message(), IDP)).replace(b"alice@acme", b"alice<!-- -->@acme")
    assert idp.signature_holds(etree.fromstring(text), IDP)
    assert refused(text) == "message"


def test_a_comment_in_an_encrypted_assertion():
    root = signed(Message(name_id="alice@acme.example<!---->.mallory.example"), IDP)
    assert refused(idp.encrypted(root, OURS.certificate)) == "encryption"


@pytest.mark.parametrize("around", [b"<!-- -->%s", b"%s<!-- -->", b"<?x y?>%s", b"%s<?x y?>"])
def test_comments_around_the_message(around):
    assert refused(around % text_of(signed(Message(), IDP))) == "message"


def test_elements_in_the_name_id():
    root = signed(Message(name_id="alice@acme.example<saml:X>.mallory.example</saml:X>"), IDP)
    assert refused(root) == "subject"


def test_sections_of_character_data_are_text_like_any_other():
    text = text_of(signed(Message(), IDP))
    wrapped = text.replace(
        b">alice@acme.example</saml:NameID>", b"><![CDATA[alice@acme]]>.example</saml:NameID>"
    )
    assert wrapped != text
    found = verify_response(encoded(wrapped), EXPECTED, CheckTrace())
    assert found.name_id == "alice@acme.example"


# Definitions and entities


BOMB = b"""<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]><r>&d;</r>"""
DEFINITIONS = {
    "expansion": BOMB,
    "file": b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r>&x;</r>',
    "address": b'<!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]><r>&x;</r>',
    "parameter": b'<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x">%x;]><r/>',
    "external subset": b'<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd"><r/>',
    "empty": b"<!DOCTYPE r><r/>",
    "ids by definition": b'<!DOCTYPE r [<!ATTLIST r ID ID "_response1">]><r/>',
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_definitions_of_a_document_type(name):
    assert refused(DEFINITIONS[name]) == "message"


def test_definitions_before_a_signed_message():
    text = text_of(signed(Message(), IDP))
    before = b'<!DOCTYPE x [<!ENTITY e "alice">]>'
    assert refused(before + text) == "message"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-7", "cp037"])
def test_definitions_in_an_encoding_that_hides_them(encoding):
    text = DEFINITIONS["file"].decode()
    declared = f'<?xml version="1.0" encoding="{encoding}"?>{text}'
    assert refused(declared.encode(encoding)) == "message"
    assert refused(text.encode(encoding)) == "message"


@pytest.mark.parametrize("encoding", ["utf-7", "utf-16", "iso-8859-1", "cp037", "shift_jis"])
def test_a_declared_encoding_that_is_not_what_is_read(encoding):
    text = b'<?xml version="1.0" encoding="%s"?>' % encoding.encode() + text_of(
        signed(Message(), IDP)
    )
    assert refused(text) == "message"


def test_an_undefined_entity_is_refused():
    text = text_of(signed(Message(), IDP)).replace(b">alice@", b">&who;alice@")
    assert refused(text) == "message"


# Size


@pytest.mark.parametrize(
    "text",
    [
        b"<a>" * 60 + b"</a>" * 60,
        b"<a>" + b"<b/>" * 20_001 + b"</a>",
        b"<a " + b" ".join(b'a%d="1"' % each for each in range(20_001)) + b"/>",
        b"<a " + b" ".join(b'xmlns:a%d="u:%d"' % (each, each) for each in range(8_001)) + b"/>",
        b"<a>" + b"x" * 600_000 + b"</a>",
        b"<a>" * 100_000,
        b"",
        b"not XML",
        b"<a>",
        b"\x00",
        b"<a/><b/>",
    ],
    ids=lambda text: f"{text[:12]!r} {len(text)}",
)
def test_messages_that_are_too_much_or_too_little(text):
    assert refused(text) == "message"


@pytest.mark.parametrize("field", ["", "%%%", "PHNhbWw", "ÄÖÜ", "PHNhbWw_-w=="])
def test_fields_that_are_not_base64(field):
    with pytest.raises(SamlRefused) as found:
        verify_response(field, EXPECTED, CheckTrace())
    assert found.value.check.name == "message"


def test_a_field_that_is_packed_is_not_unpacked():
    packed = zlib.compress(text_of(signed(Message(), IDP)))[2:-4]
    assert refused(packed) == "message"


# By chance


def test_damaged_messages_are_refused_and_break_nothing():
    """Each has one part changed by chance: another name, another value, moved, doubled or taken out."""
    chance = random.Random(42)  # noqa: S311
    whole = text_of(signed(Message(), IDP, "Assertion", "Response"))
    whole_identity = verify_response(encoded(whole), EXPECTED, CheckTrace())
    for _ in range(400):
        root = etree.fromstring(whole)
        element = chance.choice(list(root.iter())[1:])
        before, namespace = etree.tostring(root, method="c14n"), etree.QName(element).namespace
        _damage(root, element, chance)
        if etree.tostring(root, method="c14n") == before:
            continue
        try:
            found = verify_response(encoded(root), EXPECTED, CheckTrace())
        except SamlRefused:
            continue
        # Only the certificate in the message is not signed, and it is not trusted.
        assert found == whole_identity
        assert namespace == DS


def test_damaged_bytes_are_refused_or_mean_the_same():
    chance = random.Random(43)  # noqa: S311
    whole = text_of(signed(Message(), IDP))
    for _ in range(400):
        text = bytearray(whole)
        text[chance.randrange(len(text))] = chance.randrange(256)
        try:
            found = verify_response(encoded(bytes(text)), EXPECTED, CheckTrace())
        except SamlRefused:
            continue
        assert (found.name_id, found.email) == ("alice@acme.example", "alice@acme.example")


def _damage(root: Any, element: Any, chance: random.Random) -> None:
    kind = chance.choice(["name", "text", "attribute", "move", "double", "drop"])
    if kind == "name":
        element.tag = chance.choice(["{urn:x}y", f"{{{SAML}}}Assertion", f"{{{SAML}}}NameID"])
    elif kind == "text":
        element.text = chance.choice(["", "x", wrapping.EVIL])
    elif kind == "attribute" and element.attrib:
        element.set(chance.choice(list(element.attrib)), chance.choice(["", "x", "_assertion1"]))
    elif kind == "move":
        others = [each for each in root.iter() if element not in each.iterancestors()]
        chance.choice([each for each in others if each is not element]).append(element)
    elif kind == "double":
        element.addnext(etree.fromstring(text_of(element).strip()))
    else:
        element.getparent().remove(element)
