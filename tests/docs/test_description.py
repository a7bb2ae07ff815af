"""The description of the API, from which clients are made."""

from collections import Counter

import orjson

from gatehouse.pages.api_description import DOCUMENT


def test_every_operation_has_a_name_of_its_own():
    """A client has one function, and one type, of each name."""
    paths = orjson.loads(DOCUMENT.read_bytes())["paths"]
    names = Counter(one["operationId"] for path in paths.values() for one in path.values())
    assert [name for name, count in names.items() if count > 1] == []
