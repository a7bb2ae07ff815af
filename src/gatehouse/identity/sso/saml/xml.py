"""The XML parser for SAML, and the namespaces of its messages."""

import re
from collections.abc import Iterator
from typing import Any, Final

from lxml import etree

Element = Any  # lxml has no types

SAMLP: Final = "urn:oasis:names:tc:SAML:2.0:protocol"
SAML: Final = "urn:oasis:names:tc:SAML:2.0:assertion"
MD: Final = "urn:oasis:names:tc:SAML:2.0:metadata"
DS: Final = "http://www.w3.org/2000/09/xmldsig#"
XENC: Final = "http://www.w3.org/2001/04/xmlenc#"
XENC11: Final = "http://www.w3.org/2009/xmlenc11#"
NAMES: Final = {
    "samlp": SAMLP,
    "saml": SAML,
    "md": MD,
    "ds": DS,
    "xenc": XENC,
    "xenc11": XENC11,
}

MOST_BYTES = 512 * 1024
MOST_NODES = 20_000
MOST_DEPTH = 48
MOST_NAMESPACES = 8_000

DECLARED_ENCODING = re.compile(r"""^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']""")
DECLARATION = re.compile(r"^<\?xml\s[^>]*\?>")
# Encodings of metadata. Only these: Python also has codecs that hide markup, such as UTF-7.
ENCODINGS: Final = {
    "utf-8": "utf-8",
    "us-ascii": "ascii",
    "ascii": "ascii",
    "iso-8859-1": "latin-1",
    "iso-8859-15": "iso-8859-15",
    "windows-1252": "cp1252",
}
# How a document begins that has a byte order mark, or is in UTF-16 without one (XML 1.0, appendix F).
BEGINNINGS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)
IDS = ("ID", "Id", "id", "{http://www.w3.org/XML/1998/namespace}id")


class XmlRefused(ValueError):
    """The XML is not accepted; the message says why."""


def parse_xml(text: bytes, *, comments: bool = False) -> Element:
    """Parse XML and return the root element. Raises `XmlRefused` for anything but plain elements, attributes
    and text in UTF-8.

    `comments` removes comments and processing instructions instead of refusing them; for metadata, whose
    signatures are not verified. In a message they would split values: the signature covers the text without
    them, and parsers differ in how they handle it.
    """
    if len(text) > MOST_BYTES:
        raise XmlRefused(f"The XML is larger than {MOST_BYTES // 1024} KiB")
    _refuse_active_content(text)
    try:
        root = etree.fromstring(text, parser=build_hardened_parser(remove=comments))
    except etree.XMLSyntaxError as error:
        raise XmlRefused(f"Not well-formed XML: {error.msg}") from None
    _refuse_extra_content(root)
    return root


def decode_xml(document: bytes) -> str:
    """Decode a document in UTF-8, UTF-16 or one of `ENCODINGS`, without its declaration. Raises `XmlRefused`
    when the encoding is another one or does not match."""
    if len(document) > MOST_BYTES:
        raise XmlRefused(f"The XML is larger than {MOST_BYTES // 1024} KiB")
    document = document.lstrip(b" \t\r\n")
    known = next((codec for mark, codec in BEGINNINGS if document.startswith(mark)), None)
    declared = DECLARED_ENCODING.match(document[:1000].decode("latin-1"))
    name = known or (declared[1] if declared else "utf-8")
    codec = known or ENCODINGS.get(name.lower())
    if codec is None:
        raise XmlRefused(
            f"The XML is in {name:.80}. UTF-8, UTF-16, ISO-8859-1 and Windows-1252 can be read."
        )
    try:
        return strip_declaration(document.decode(codec))
    except UnicodeDecodeError:
        raise XmlRefused(f"The XML is not in {name.removesuffix('-sig').upper()}") from None


def strip_declaration(text: str) -> str:
    """Remove the XML declaration, because its encoding no longer applies to decoded text."""
    return DECLARATION.sub("", text.strip().removeprefix("\ufeff"), count=1)


def build_hardened_parser(*, remove: bool = False) -> Any:
    """A parser without DTDs, entities, network access or huge texts; always UTF-8, regardless of the
    declaration."""
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        no_network=True,
        huge_tree=False,
        recover=False,
        remove_comments=remove,
        remove_pis=remove,
        # Sections of character data become text, so that a value is one string for every reader.
        strip_cdata=True,
    )


def _refuse_active_content(raw: bytes) -> None:
    """Reject document types before parsing, because any parser reads their definitions."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise XmlRefused("The XML is not in UTF-8") from None
    declared = DECLARED_ENCODING.match(text.removeprefix("\ufeff"))
    if declared and declared[1].lower() not in ("utf-8", "us-ascii", "ascii"):
        raise XmlRefused(f"The XML is in {declared[1]}; only UTF-8 is read")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise XmlRefused("The XML defines a document type or entities")
    if text.count("xmlns") > MOST_NAMESPACES:
        raise XmlRefused("The XML declares too many namespaces")


def _refuse_extra_content(root: Element) -> None:
    info = root.getroottree().docinfo
    if info.internalDTD is not None or info.externalDTD is not None or info.doctype:
        raise XmlRefused("The XML defines a document type")
    if root.getprevious() is not None or root.getnext() is not None:
        raise XmlRefused("The XML has comments or instructions around its root")
    if next(root.iter(etree.Comment, etree.ProcessingInstruction, etree.Entity), None) is not None:
        raise XmlRefused("The XML has comments or processing instructions")
    nodes = depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        nodes += 1 + len(element.attrib) if event == "start" else 0
        if depth > MOST_DEPTH or nodes > MOST_NODES:
            raise XmlRefused("The XML has too many elements, or they stand too deep")


def serialize_element(element: Element) -> bytes:
    """Serialize the element as its own document, with the namespaces in scope."""
    text: bytes = etree.tostring(element, with_tail=False)
    return text


def serialize_xml(root: Element) -> bytes:
    """Serialize a message for sending, without an XML declaration."""
    return bytes(etree.tostring(root, encoding="utf-8"))


def qualified_name(namespace: str, name: str) -> str:
    return f"{{{namespace}}}{name}"


def find_element(element: Element, path: str) -> Element:
    """The first element at the path; None if there is none."""
    return element.find(path, namespaces=NAMES)


def find_all(element: Element, path: str) -> list[Element]:
    return list(element.findall(path, namespaces=NAMES))


def find_in_tree(root: Element, *names: str) -> list[Element]:
    """All elements with these names, including the root itself."""
    return list(root.iter(*names))


def read_element_text(element: Element | None) -> str | None:
    """The text of an element without child elements; None for an element with children, because parsers
    differ in which part of the text they take."""
    if element is None or len(element):
        return None
    text = (element.text or "").strip()
    return text or None


def list_element_ids(root: Element) -> Iterator[str]:
    """All identifiers that a reference could resolve to."""
    for element in root.iter():
        for name in IDS:
            if name in element.attrib:
                yield element.attrib[name]
