"""Hostile documents and forms that an attacker may post to the SSO endpoints."""

import base64
import zlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from lxml import etree

from tests.federation.saml_idp import SAML, SAMLP, Message, Pair, encoded, response, signed
from tests.federation.saml_wrapping import ALL

FORM = "application/x-www-form-urlencoded"
HEAD = (
    f'<samlp:Response xmlns:samlp="{SAMLP}" xmlns:saml="{SAML}" ID="_r" Version="2.0">'
    "<saml:Issuer>https://idp.acme.example/saml</saml:Issuer>"
)
TAIL = "</samlp:Response>"


def _laughs() -> str:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE r [<!ENTITY l0 "ha">{entities}]>{HEAD}&l9;{TAIL}'


def _many(attribute: str, count: int) -> str:
    return " ".join(attribute.format(n) for n in range(count))


def _quadratic() -> str:
    return f'<!DOCTYPE r [<!ENTITY a "{"A" * 50_000}">]>{HEAD}{"&a;" * 5000}{TAIL}'


def xml(key: Pair) -> dict[str, bytes]:
    """Of a SAML response; some are signed by the connection's own provider."""
    good = etree.tostring(signed(Message(), key))
    texts = {
        "nothing": "",
        "no XML": "<",
        "another document": "<html><body/></html>",
        "deep": f"{HEAD}{'<a>' * 60_000}{'</a>' * 60_000}{TAIL}",
        "many elements": f"{HEAD}{'<a/>' * 90_000}{TAIL}",
        "many attributes": HEAD + "<a " + _many('a{0}="x"', 30_000) + "/>" + TAIL,
        "many namespaces": HEAD + "<a " + _many('xmlns:n{0}="u:{0}"', 20_000) + "/>" + TAIL,
        "a long name": f"{HEAD}<{'a' * 300_000}/>{TAIL}",
        "a long text": f"{HEAD}<a>{'a' * 500_000}</a>{TAIL}",
        "entities that grow": _laughs(),
        "a big entity, often": _quadratic(),
        "an entity of itself": f'<!DOCTYPE r [<!ENTITY a "&a;">]>{HEAD}&a;{TAIL}',
        "a file": f'<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>{HEAD}&f;{TAIL}',
        "an address": f'<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd">{HEAD}{TAIL}',
        "a parameter entity": f'<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/">%p;]>{HEAD}{TAIL}',
        "a style sheet": f'<?xml-stylesheet href="http://127.0.0.1:9/"?>{HEAD}{TAIL}',
        "XInclude": f'{HEAD}<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>{TAIL}',
        "many comments": f"{HEAD}{'<!--x-->' * 50_000}{TAIL}",
        "many instructions": f"{HEAD}{'<?x y?>' * 50_000}{TAIL}",
        "CDATA": f"{HEAD}<a><![CDATA[{'<' * 300_000}]]></a>{TAIL}",
        "unsigned": etree.tostring(response(Message())).decode(),
        "two issuers": HEAD + HEAD.partition(">")[2] + TAIL,
        "many signatures": f"{HEAD}{_empty_signature() * 3000}{TAIL}",
    }
    told = {name: text.encode() for name, text in texts.items()}
    told |= {one.__name__: etree.tostring(one(key)) for one in ALL}
    return told | {
        "huge": HEAD.encode() + b"A" * 600_000 + TAIL.encode(),
        "NUL": HEAD.encode() + b"\x00" + TAIL.encode(),
        "NUL in a name": good.replace(b"alice@acme", b"alice\x00@acme"),
        "no UTF-8": HEAD.encode() + b"\xff\xfe\x80" + TAIL.encode(),
        "an encoding that nobody knows": b'<?xml version="1.0" encoding="x-none"?>' + good,
        "UTF-7": b'<?xml version="1.0" encoding="utf-7"?>' + good,
        "UTF-16 with an entity": f'<!DOCTYPE r [<!ENTITY a "b">]>{HEAD}&a;{TAIL}'.encode("utf-16"),
        "UTF-32": (HEAD + TAIL).encode("utf-32"),
        "changed after it was signed": good.replace(b"alice@acme", b"alicf@acme"),
        "many references": _many_references(good),
        "a program as a transform": good.replace(
            b"http://www.w3.org/2000/09/xmldsig#enveloped-signature",
            b"http://www.w3.org/TR/1999/REC-xslt-19991116",
        ),
        "a keyed hash as a signature": good.replace(
            b"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            b"http://www.w3.org/2000/09/xmldsig#hmac-sha1",
        ),
        "pictures": b"\x89PNG\r\n\x1a\n" * 1000,
        "packed": zlib.compress(b"A" * 1_000_000),
    }


def _empty_signature() -> str:
    return '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'


def _many_references(good: bytes) -> bytes:
    start, end = (
        good.index(b"<ds:Reference"),
        good.index(b"</ds:Reference>") + len(b"</ds:Reference>"),
    )
    return good[:end] + good[start:end] * 200 + good[end:]


def forms(name: str, key: Pair) -> Iterator[tuple[str, str, bytes]]:
    """Bodies for a door that takes one message as `name`: what is wrong, the content type, the body."""
    message = quote(encoded(signed(Message(), key))).encode()
    field, state = name.encode(), b"&RelayState="
    whole = field + b"=" + message
    yield "no field", FORM, b""
    yield "an empty field", FORM, field + b"="
    yield "no base64", FORM, field + b"=%25%25%25"
    yield "no text", FORM, field + b"=%ff%fe%00"
    yield "twice", FORM, whole + b"&" + whole
    yield "a state of a megabyte", FORM, whole + state + b"x" * 1_000_000
    yield "a state twice", FORM, whole + state + b"a" + state + b"b"
    yield "NUL in the state", FORM, whole + state + b"%00"
    yield "a state that is no text", FORM, whole + state + b"%ff%c0%80"
    yield (
        "a state of another page",
        FORM,
        whole + state + b"https://evil.example/%0d%0aset-cookie:x=y",
    )
    yield "many fields", FORM, b"&".join(b"f%d=1" % n for n in range(20_000)) + b"&" + whole
    yield "a message of two megabytes", FORM, field + b"=" + b"QUFB" * 500_000
    yield "bytes", FORM, bytes(range(256)) * 200
    yield "text", "text/plain", whole
    yield "JSON", "application/json", b'{"%s": "x"}' % field
    yield "XML", "application/samlassertion+xml", b"<a/>"
    yield "no type", "", whole
    yield "a type that is none", ";;=", whole
    yield "another alphabet", f"{FORM}; charset=utf-16", whole.decode().encode("utf-16")
    yield "parts without a bound", "multipart/form-data", b"--x\r\n\r\n--x--"
    parts, part = "multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data"
    yield "parts that do not end", parts, part
    many = b"".join(part + b'; name="f%d"\r\n\r\n1\r\n' % n for n in range(5000))
    yield "many parts", parts, many + b"--x--\r\n"
    file = part + b'; name="%s"; filename="a"\r\n\r\n' % field
    yield "a file", parts, file + b"A" * 500_000 + b"\r\n--x--\r\n"


def json_bodies(*names: str) -> Iterator[tuple[str, str, bytes]]:
    """For a door that takes these texts as JSON."""
    kind = "application/json"
    yield "nothing", kind, b""
    yield "no JSON", kind, b"{"
    yield "deep", kind, b"[" * 100_000 + b"]" * 100_000
    yield "deep objects", kind, b'{"a":' * 50_000 + b"1" + b"}" * 50_000
    yield "a list", kind, b"[]"
    yield "a number", kind, b"1" * 100_000
    yield "bytes", kind, b"\xff\xfe\x00"
    yield "half a pair", kind, b'{"%s": "\\ud800"}' % names[0].encode()
    for value in (
        b"1",
        b"{}",
        b"[]",
        b"null",
        b"true",
        b'""',
        b'"\\u0000"',
        b'"' + b"x" * 1_000_000 + b'"',
    ):
        fields = b", ".join(b'"%s": %s' % (name.encode(), value) for name in names)
        yield f"all are {value[:12].decode()}", kind, b"{%s}" % fields
    twice = b'{"%s": "a", "%s": "b"}' % (names[0].encode(), names[0].encode())
    yield "twice", kind, twice
    yield "a form", FORM, b"&".join(b"%s=x" % name.encode() for name in names)


def queries(key: Pair) -> dict[str, str]:
    """Of an address at which messages come packed (SAML bindings §3.4.4.1)."""

    def packed(text: bytes) -> str:
        squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
        return quote(base64.b64encode(squeezed.compress(text) + squeezed.flush()).decode(), safe="")

    big: Any = packed(b"A" * 10_000_000)
    told = {
        f"{kind}, {name}": f"{kind}={packed(document)}"
        for kind in ("SAMLRequest", "SAMLResponse")
        for name, document in xml(key).items()
        if len(packed(document)) < 12_000
    }
    return told | {
        "ten megabytes, packed": f"SAMLRequest={big}",
        "not packed": f"SAMLRequest={quote(base64.b64encode(b'<a/>').decode())}",
        "cut off": f"SAMLRequest={packed(b'<a/>' * 100)[:20]}",
        "both": "SAMLRequest=x&SAMLResponse=y",
        "twice": "SAMLRequest=x&SAMLRequest=y",
        "nothing": "",
        "signed with nothing": f"SAMLRequest={packed(b'<a/>')}&SigAlg=&Signature=",
        "NUL": "SAMLRequest=%00&RelayState=%00",
        "no text": "SAMLRequest=%ff&RelayState=%ff",
        "a long state": f"SAMLRequest=x&RelayState={'x' * 20_000}",
    }
