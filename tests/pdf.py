"""Reads PDF documents back by the rules of the format (ISO 32000-1), as a reader that copies text does."""

import re
import zlib


def read_pages(document: bytes) -> list[list[str]]:
    """The lines of each page, found by way of the table of offsets at the document's end."""
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", document)[1])  # type: ignore[index]
    table, trailer = document[start:].split(b"trailer")
    places = [int(one) for one in re.findall(rb"(\d{10}) 00000 n \n", table)]
    objects = {
        number: document[place:].split(b"\nendobj", 1)[0].removeprefix(b"%d 0 obj\n" % number)
        for number, place in enumerate(places, 1)
    }
    root = objects[_number(trailer, b"Root")]
    tree = objects[_number(root, b"Pages")]
    kids = [int(one) for one in re.findall(rb"(\d+) 0 R", tree.split(b"[")[1].split(b"]")[0])]
    assert f"/Count {len(kids)} ".encode() in tree
    fonts = _fonts(objects, objects[_number(objects[kids[0]], b"Font")])
    return [_lines(objects[_number(objects[kid], b"Contents")], fonts) for kid in kids]


def _number(content: bytes, name: bytes) -> int:
    return int(re.search(rb"/%b (\d+) 0 R" % name, content)[1])  # type: ignore[index]


def _unpack(content: bytes) -> bytes:
    head, _, packed = content.partition(b"\nstream\n")
    length = int(re.search(rb"/Length (\d+)", head)[1])  # type: ignore[index]
    return zlib.decompress(packed[:length])


def _fonts(objects: dict[int, bytes], named: bytes) -> dict[str, dict[int, str]]:
    """What the codes of each font mean, as a reader that copies text gets it."""
    found = {}
    for name, mapping in re.findall(rb"/(F\d) << [^>]*/ToUnicode (\d+) 0 R", named):
        meant = found[name.decode()] = dict[int, str]()
        ranges = re.findall(rb"<(\w{4})> <(\w{4})> <(\w+)>\n", _unpack(objects[int(mapping)]))
        for first, last, text in ranges:
            start = bytes.fromhex(text.decode()).decode("utf-16-be")
            for step, code in enumerate(range(int(first, 16), int(last, 16) + 1)):
                meant[code] = start[:-1] + chr(ord(start[-1]) + step)
    return found


def _lines(content: bytes, fonts: dict[str, dict[int, str]]) -> list[str]:
    text = _unpack(content).decode("cp1252")
    shown = re.compile(r"\((.*)\) Tj$|/(F\d) [\d.]+ Tf [\d.]+ Tc <(\w+)> Tj")
    lines = []
    for line in text.partition(" Td\n")[2].split("T*"):
        parts = []
        for found in filter(None, map(shown.match, line.splitlines())):
            western, font, codes = found.groups()
            meant = [fonts[font][int(one, 16)] for one in re.findall("....", codes or "")]
            parts.append("".join(meant) or re.sub(r"\\(.)", r"\1", western))
        lines.append("".join(parts))
    return [line for line in lines if line]
