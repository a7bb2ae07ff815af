"""Forms and queries are read as the library reads them."""

from urllib.parse import parse_qsl

import pytest

from gatehouse.kit.forms import parse_form_pairs


@pytest.mark.parametrize(
    "text",
    [
        "", "&", "a", "a=", "=b", "=", "a=b=c", "a=b&a=c", "&&a=b&", "a+b=c+d", "a%20b=%2B+%26", "a=%C3%A9",
        "a=%ff", "a=%c3", "a=%", "a=%zz", "é=ü", "a;b=c;d", "a=%00", "a=\n", "%61=%62",
    ],
)  # fmt: skip
def test_read_as_by_the_library(text: str):
    assert parse_form_pairs(text) == parse_qsl(text, keep_blank_values=True)
