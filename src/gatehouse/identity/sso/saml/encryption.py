"""An EncryptedAssertion becomes the assertion in it."""

import base64
import binascii
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import quoteattr

from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

from gatehouse.identity.sso.saml import xml
from gatehouse.identity.sso.saml.xml import Element

OAEP_SHA1_MASK: Final = f"{xml.XENC}rsa-oaep-mgf1p"
OAEP_ANY_MASK: Final = f"{xml.XENC11}rsa-oaep"
GCM: Final = {f"{xml.XENC11}aes{bits}-gcm": bits // 8 for bits in (128, 192, 256)}
WITHOUT_TAG: Final = {f"{xml.XENC}aes{bits}-cbc": bits // 8 for bits in (128, 192, 256)}
# Collisions, the weakness of SHA-1, do not matter to OAEP, and most identity providers know only this one.
DIGESTS: Final[dict[str, hashes.HashAlgorithm]] = {
    f"{xml.DS}sha1": hashes.SHA1(),  # noqa: S303
    f"{xml.XENC}sha256": hashes.SHA256(),
    "http://www.w3.org/2001/04/xmldsig-more#sha384": hashes.SHA384(),
    f"{xml.XENC}sha512": hashes.SHA512(),
}
MASKS: Final[dict[str, hashes.HashAlgorithm]] = {
    f"{xml.XENC11}mgf1sha1": hashes.SHA1(),  # noqa: S303
    f"{xml.XENC11}mgf1sha256": hashes.SHA256(),
    f"{xml.XENC11}mgf1sha384": hashes.SHA384(),
    f"{xml.XENC11}mgf1sha512": hashes.SHA512(),
}
MOST_KEYS = 4  # one message may be encrypted for several recipients
BLOCK = 16


class NotAccepted(Exception):
    """The algorithm is none that is accepted; `algorithm` is its name."""

    def __init__(self, algorithm: str) -> None:
        super().__init__(algorithm)
        self.algorithm = algorithm


class NotDecrypted(Exception):
    """One answer for all that can go wrong: a sender who learns where it failed can, by sending changed
    messages, read what AES-CBC hides."""


def is_unauthenticated_encryption(encrypted: Element) -> bool:
    """Whether the encryption itself does not notice changes."""
    return _read_algorithm(xml.find_element(encrypted, "xenc:EncryptedData")) in WITHOUT_TAG


def decrypt_assertion(encrypted: Element, keys: Sequence[RSAPrivateKey]) -> Element:
    """The assertion, parsed as strictly as the message; `NotAccepted`, `NotDecrypted`."""
    data = xml.find_element(encrypted, "xenc:EncryptedData")
    algorithm = _read_algorithm(data)
    key_bytes = GCM.get(algorithm) or WITHOUT_TAG.get(algorithm)
    if key_bytes is None:
        raise NotAccepted(algorithm)
    # The key stands in the data, or beside it with a reference between them.
    wrapped = xml.find_in_tree(encrypted, xml.qualified_name(xml.XENC, "EncryptedKey"))[:MOST_KEYS]
    for each in wrapped:
        _parse_padding(each)  # what is refused is refused before a key is used
    sealed = _decode_base64(xml.find_element(data, "xenc:CipherData/xenc:CipherValue"))
    for each in wrapped:
        for key in keys:
            content_key = _unwrap_key(each, key)
            if content_key is not None and len(content_key) == key_bytes:
                plain = (_decrypt_gcm if algorithm in GCM else _decrypt_cbc)(content_key, sealed)
                return _parse_assertion(plain, encrypted)
    raise NotDecrypted


def _unwrap_key(wrapped: Element, key: RSAPrivateKey) -> bytes | None:
    try:
        value = _decode_base64(xml.find_element(wrapped, "xenc:CipherData/xenc:CipherValue"))
        return key.decrypt(value, _parse_padding(wrapped))
    except (ValueError, NotDecrypted, UnsupportedAlgorithm):
        return None


def _parse_padding(wrapped: Element) -> OAEP:
    method = xml.find_element(wrapped, "xenc:EncryptionMethod")
    algorithm = _read_algorithm(wrapped)
    if method is None or algorithm not in (OAEP_SHA1_MASK, OAEP_ANY_MASK):
        raise NotAccepted(algorithm)
    digest = _parse_hash(method, "ds:DigestMethod", DIGESTS)
    mask = _parse_hash(method, "xenc11:MGF", MASKS) if algorithm == OAEP_ANY_MASK else hashes.SHA1()  # noqa: S303
    label = xml.find_element(method, "xenc:OAEPparams")
    return OAEP(MGF1(mask), digest, _decode_base64(label) if label is not None else None)


def _parse_hash(
    method: Element, path: str, known: dict[str, hashes.HashAlgorithm]
) -> hashes.HashAlgorithm:
    """SHA-1 where none is named, as XML Encryption has it."""
    element = xml.find_element(method, path)
    if element is None:
        return hashes.SHA1()  # noqa: S303
    if element.get("Algorithm") not in known:
        raise NotAccepted(element.get("Algorithm", ""))
    return known[element.get("Algorithm")]


def _decrypt_gcm(key: bytes, sealed: bytes) -> bytes:
    try:
        return AESGCM(key).decrypt(sealed[:12], sealed[12:], None)
    except (InvalidTag, ValueError):
        raise NotDecrypted from None


def _decrypt_cbc(key: bytes, sealed: bytes) -> bytes:
    if len(sealed) < 2 * BLOCK or len(sealed) % BLOCK:
        raise NotDecrypted
    reader = Cipher(AES(key), CBC(sealed[:BLOCK])).decryptor()
    plain = reader.update(sealed[BLOCK:]) + reader.finalize()
    # Only the last byte of this padding is defined (XML Encryption §5.2).
    if not 1 <= plain[-1] <= BLOCK:
        raise NotDecrypted
    return plain[: -plain[-1]]


def _parse_assertion(plain: bytes, encrypted: Element) -> Element:
    """In the namespaces of the place that it was taken from: they may be declared only there."""
    names = "".join(
        f" xmlns{f':{prefix}' if prefix else ''}={quoteattr(name)}"
        for prefix, name in encrypted.nsmap.items()
    )
    try:
        around = xml.parse_xml(f"<around{names}>".encode() + plain + b"</around>")
    except xml.XmlRefused:
        raise NotDecrypted from None
    if len(around) != 1 or around[0].tag != xml.qualified_name(xml.SAML, "Assertion"):
        raise NotDecrypted
    return xml.parse_xml(xml.serialize_element(around[0]))


def _read_algorithm(element: Element | None) -> str:
    method = xml.find_element(element, "xenc:EncryptionMethod") if element is not None else None
    return str(method.get("Algorithm", "")) if method is not None else ""


def _decode_base64(element: Element | None) -> bytes:
    text = xml.read_element_text(element)
    try:
        return base64.b64decode("".join((text or "").split()), validate=True)
    except (binascii.Error, ValueError):
        raise NotDecrypted from None
