"""Filters: an independent reader agrees on what they mean, and the database with what is in memory."""

import random
from typing import Any
from uuid import uuid4

import pytest
from scim2_filter_parser import ast
from scim2_filter_parser.lexer import SCIMLexer
from scim2_filter_parser.parser import SCIMParser

from gatehouse.scim.errors import InvalidFilter
from gatehouse.scim.protocol.attributes import COMMON, ResourceKind
from gatehouse.scim.protocol.filter import (
    DEEPEST,
    LONGEST,
    OPERATORS,
    And,
    AttributeName,
    Compare,
    Filter,
    Not,
    Or,
    Present,
    ValuePath,
    parse_filter,
)
from gatehouse.scim.protocol.match import matches_filter
from gatehouse.scim.protocol.schemas import GROUP, USER
from tests.scim.directory import ENTERPRISE, Body, Directory
from tests.scim.directory import USER as USER_URN

NAMES = ["userName", "name.familyName", "title", "meta.lastModified", f"{USER_URN}:userName"]
PARTS = ["value", "type", "display"]
# No escapes: the other reader knows none.
OPERANDS = ['"a b"', '"2011-05-13T04:42:34Z"', "true", "false", "null", '""']


def made(chance: random.Random, depth: int = 0, *, inside: bool = False) -> str:
    """A filter as the grammar of RFC 7644 has it, with any case and spacing."""
    kind = chance.random()
    if depth < 4 and kind < 0.35:
        word = cased(chance, chance.choice(["and", "or"]))
        # In brackets: the other reader lets neither word bind closer.
        left, right = (f"({made(chance, depth + 1, inside=inside)})" for _ in range(2))
        return f"{left} {word} {right}"
    if depth < 4 and kind < 0.5:
        sign = cased(chance, "not") + " " if chance.random() < 0.5 else ""
        return f"{sign}({made(chance, depth + 1, inside=inside)})"
    if not inside and kind < 0.6:
        return f"{chance.choice(['emails', 'phoneNumbers'])}[{made(chance, 3, inside=True)}]"
    name = chance.choice(PARTS if inside else NAMES)
    if kind < 0.7:
        return f"{name} {cased(chance, 'pr')}"
    return f"{name} {cased(chance, chance.choice(OPERATORS))} {chance.choice(OPERANDS)}"


def cased(chance: random.Random, word: str) -> str:
    return chance.choice([word, word.upper(), word.title()])


def ours(found: Filter) -> Any:
    match found:
        case Or(left, right):
            return ("or", ours(left), ours(right))
        case And(left, right):
            return ("and", ours(left), ours(right))
        case Not(inner):
            return ("not", ours(inner))
        case ValuePath(name, inner):
            return ("within", spelled(name), ours(inner))
        case Present(name):
            return ("pr", spelled(name))
        case Compare(name, operator, operand):
            return (operator, spelled(name), operand)


def spelled(name: AttributeName) -> tuple[str, str, str]:
    return (name.urn.lower(), name.attribute.lower(), name.part.lower())


def theirs(found: Any) -> Any:
    """The other reader's tree, in the same words."""
    match found:
        case ast.Filter(expr=inner, negated=negated, namespace=namespace):
            tree = theirs(inner)
            if namespace is not None:
                tree = ("within", attribute(namespace), tree)
            return ("not", tree) if negated else tree
        case ast.LogExpr(op=word, expr1=left, expr2=right):
            return (word.lower(), theirs(left), theirs(right))
        case ast.AttrExpr(value=word, attr_path=path, comp_value=value):
            if word.lower() == "pr":
                return ("pr", attribute(path))
            return (word.lower(), attribute(path), operand(value))
    raise AssertionError(found)


def attribute(path: Any) -> tuple[str, str, str]:
    part = path.sub_attr.value if path.sub_attr else ""
    return ((path.uri or "").lower().rstrip(":"), path.attr_name.lower(), part.lower())


def operand(value: Any) -> Any:
    known = {"true": True, "false": False, "null": None}
    text = value.value
    if isinstance(text, str) and text.lower() in known:
        return known[text.lower()]
    return text


def test_not_binds_closest_then_and_then_or():
    found = ours(parse_filter("not (title pr) and title pr or title pr and title pr"))
    one = ("pr", ("", "title", ""))
    assert found == ("or", ("and", ("not", one), one), ("and", one, one))


def test_an_independent_reader_agrees_on_a_thousand_filters():
    chance = random.Random(7)  # noqa: S311
    for _ in range(1000):
        text = made(chance)
        tree = SCIMParser().parse(SCIMLexer().tokenize(text))
        assert ours(parse_filter(text)) == theirs(tree), text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "userName", "userName eq", 'userName is "x"', 'eq "x"', "userName eq x", "(title pr",
        "title pr)", "title pr title pr", 'emails[type eq "work"', "emails[]", "emails[name[a pr]]",
        'userName eq "x', 'userName eq "\\q"', 'user..Name eq "x"', "not title pr", "title pr and",
        'a:b eq "x"', 'urn:x:1.0:2 eq "x"', 'name.a.b eq "x"', 'userName eq "\\u0000"', "1 pr",
        "(" * (DEEPEST + 1) + "title pr" + ")" * (DEEPEST + 1), 'title eq "' + "x" * LONGEST + '"',
    ],
)  # fmt: skip
def test_what_is_no_filter_is_refused(text: str):
    with pytest.raises(InvalidFilter):
        parse_filter(text)


TITLES = ["Chief", "chief of staff", "Engineer", "", None, 'the "first"', "100%_\\", "Über"]
OPERATIONS = [f"{{}} {word} {{}}" for word in OPERATORS]


def any_user(chance: random.Random, number: int) -> Body:
    body: Body = {
        "schemas": [USER_URN],
        "userName": f"user-{number}-{uuid4().hex[:8]}",
        "externalId": f"Ext-{number}",
        "title": chance.choice(TITLES),
        "active": chance.random() < 0.7,
        "name": {"familyName": chance.choice(["Hopper", "hopper", "Lovelace"])},
        "emails": [{"value": f"{uuid4().hex[:10]}@example.test", "type": "work", "primary": True}],
        "phoneNumbers": [
            {"value": f"+49 {chance.randint(1, 4)}", "type": chance.choice(["work", "home"])}
            for _ in range(chance.randint(0, 3))
        ],
        ENTERPRISE: {"department": chance.choice(["Sales", "R&D", None])},
    }
    return body


def asked(chance: random.Random, depth: int = 0) -> str:
    """A filter on what those users have."""
    kind = chance.random()
    if depth < 3 and kind < 0.4:
        return (
            f"{asked(chance, depth + 1)} {chance.choice(['and', 'or'])} {asked(chance, depth + 1)}"
        )
    if depth < 3 and kind < 0.55:
        return f"not ({asked(chance, depth + 1)})"
    if kind < 0.65:
        number = chance.randint(1, 4)
        return f'phoneNumbers[type eq "work" and not (value ew "{number}")]'
    text = chance.choice(
        ["chief", "Chief", "e", "", "hopper", "%", "_", "\\\\", '\\"first\\"', "ü"]
    )
    name = chance.choice(
        ["title", "name.familyName", f"{ENTERPRISE}:department", "phoneNumbers.type", "externalId"]
    )
    plain = [
        f"{name} pr", f'{name} {chance.choice(OPERATORS)} "{text}"', "active eq true",
        'active ne "False"', f"{name} eq null", f"{name} ne null", 'meta.created gt "2020-01-01"',
        "phoneNumbers pr", "addresses pr", "name pr", 'id co "a"', 'phoneNumbers eq "+49 1"',
    ]  # fmt: skip
    return chance.choice(plain)


async def test_the_database_finds_what_matches_in_memory(directory: Directory):
    chance = random.Random(11)  # noqa: S311
    users = [await directory.user(**any_user(chance, number)) for number in range(25)]
    everybody = [await directory.read(one) for one in users]
    for _ in range(250):
        text = asked(chance)
        found = await directory.found("Users", text)
        tree = parse_filter(text)
        expected = {one["id"] for one in everybody if matches_filter(USER, tree, one)}
        assert {one["id"] for one in found} == expected, text


def names_of(kind: ResourceKind) -> list[str]:
    """All that a resource may have, by the names that filters use."""
    schemas = [("", (*COMMON, *kind.schema.attributes))]
    schemas += [(f"{one.urn}:", one.attributes) for one in kind.extensions]
    return [
        f"{start}{name}"
        for start, attributes in schemas
        for one in attributes
        for name in (one.name, *(f"{one.name}.{part.name}" for part in one.parts))
    ]


@pytest.mark.parametrize("kind", [USER, GROUP], ids=lambda kind: kind.name)
async def test_whatever_there_is_may_be_asked_for(directory: Directory, kind: ResourceKind):
    """An answer or a refusal, never a fault."""
    await directory.group("Sales", await directory.user(title="Chief"))
    for name in names_of(kind):
        asked = [{"filter": f'{name} {word} "a"'} for word in OPERATORS]
        asked += [{"filter": f"{name} pr"}, {"filter": f"{name} eq null"}, {"sortBy": name}]
        for query in asked:
            answer = await directory.http.get(kind.endpoint, params=query)
            assert answer.status_code in (200, 400), (query, answer.text)


async def test_resources_are_found_by_what_they_are(directory: Directory):
    user = await directory.user(**{ENTERPRISE: {"department": "Sales"}})
    other = await directory.user()
    group = await directory.group("Sales")
    everybody = await directory.found("Users", f'schemas eq "{USER_URN}"')
    assert {one["id"] for one in everybody} == {user["id"], other["id"]}
    extended = await directory.found("Users", f'schemas eq "{ENTERPRISE}"')
    assert [one["id"] for one in extended] == [user["id"]]
    found = await directory.found("Groups", f'schemas eq "{GROUP.schema.urn}"')
    assert [one["id"] for one in found] == [group["id"]]


@pytest.mark.parametrize(
    ("filter_", "code"),
    [
        ('meta.created gt 20261128', "invalidFilter"), ("active gt true", "invalidFilter"),
        ("active eq 1", "invalidFilter"), ("title eq 007", "invalidFilter"),
        ('name eq "x"', "invalidFilter"), ("title co null", "invalidFilter"),
        ('meta.created gt "yesterday"', "invalidFilter"), ('shoeSize eq "44"', "invalidFilter"),
        ('urn:x:y:title eq "x"', "invalidFilter"), ('emails[shoe eq "44"]', "invalidFilter"),
        ('name.shoe eq "44"', "invalidFilter"), ('not (shoeSize pr)', "invalidFilter"),
        ('active eq "perhaps"', "invalidFilter"), ("title eq", "invalidFilter"),
        ("x" * 3000, "invalidFilter"), ('title eq "\';drop table users;--" or', "invalidFilter"),
    ],
)  # fmt: skip
async def test_what_cannot_be_asked_is_told_in_the_protocols_shape(
    directory: Directory, filter_: str, code: str
):
    answer = await directory.http.get("/Users", params={"filter": filter_})
    assert (answer.status_code, answer.json()["scimType"]) == (400, code), answer.text
    assert answer.headers["content-type"] == "application/scim+json"


async def test_a_number_is_compared_as_the_text_that_is_kept(directory: Directory):
    user = await directory.user(**{ENTERPRISE: {"employeeNumber": 701984}})
    await directory.user(**{ENTERPRISE: {"employeeNumber": "701985"}})
    for number in ("701984", '"701984"'):
        found = await directory.found("Users", f"{ENTERPRISE}:employeeNumber eq {number}")
        assert [one["id"] for one in found] == [user["id"]], number
