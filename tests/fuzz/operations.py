"""Every operation of the API description, and requests that a client might send to it."""

import re
from typing import Any

import httpx
import orjson
import requests
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as tuned
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, openapi

from gatehouse.pages.api_description import DOCUMENT
from tests.conftest import ORIGIN
from tests.sample import Sample

# As it was written, which takes no time; that it is what the routes say now is a test of its own.
OPERATIONS: dict[str, Any] = {}
for result in openapi.from_dict(orjson.loads(DOCUMENT.read_bytes())).get_all_operations():
    found: Any = result  # a wrong description fails at the next line
    OPERATIONS[found.ok().label] = found.ok()

# Those that say which parameters their query has.
WITH_QUERIES = {
    label
    for label, operation in OPERATIONS.items()
    if any(one["in"] == "query" for one in operation.definition.raw.get("parameters", []))
}
# What only the generator says of itself.
OWN_HEADERS = ("User-Agent", "X-Schemathesis-TestCaseId")
EACH = 12
SAMPLED = 4
LONGEST_ADDRESS = 60_000  # what a web server still reads


def generated(label: str, mode: GenerationMode, chosen: Sample) -> list[Any]:
    """The same cases for a seed: allowed ones, or ones that break a rule of the description."""
    cases: list[Any] = []

    @seed(chosen.random(f"{label} {mode}").getrandbits(32))
    @tuned(
        max_examples=SAMPLED if chosen.seed else EACH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def collect(case: Any) -> None:
        cases.append(case)

    try:
        collect()
    except Unsatisfiable:  # nothing can be wrong with a request that has nothing in it
        return []
    return [case for case in cases if len(str(_prepared(case).url)) < LONGEST_ADDRESS]


async def send(client: httpx.AsyncClient, case: Any) -> httpx.Response:
    ready = _prepared(case)
    headers: Any = dict(ready.headers)
    body: Any = ready.body
    return await client.request(str(ready.method), str(ready.url), headers=headers, content=body)


def _prepared(case: Any) -> requests.PreparedRequest:
    keywords = case.as_transport_kwargs(base_url=ORIGIN)
    for name in OWN_HEADERS:
        keywords["headers"].pop(name, None)
    return requests.Request(**keywords).prepare()


def path_of(label: str, value: str) -> str:
    """The operation's path with this value in all its places."""
    return re.sub(r"\{.*?\}", lambda _: value, OPERATIONS[label].path)


def media_type(label: str) -> str:
    return str(OPERATIONS[label].body[0].media_type)


def fields(label: str) -> list[str]:
    """Names of the body's fields, of every variant."""
    names: dict[str, None] = {}
    todo = [part.definition.get("schema", {}) for part in OPERATIONS[label].body]
    while todo:
        schema = todo.pop()
        names |= dict.fromkeys(schema.get("properties", {}))
        for kind in ("anyOf", "oneOf", "allOf"):
            todo += schema.get(kind, [])
        todo += [schema["items"]] if "items" in schema else []
    return list(names)
