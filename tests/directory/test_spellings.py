"""The short way to the one spelling of an address leads where the long one does."""

import pytest

from gatehouse.directory.users import service
from gatehouse.directory.users.errors import InvalidEmail

NAMES = (
    "ada", "Ada.Lovelace", "a+b", "x_y-z", "-a", ".a", "a.", "a..b", "a'b", '"a"', " a", "a ", "é", "İ",
    "=?q", "K", "ſ", "k" * 64, "k" * 65, "",
)  # fmt: skip
DOMAINS = (
    "example.de", "EXAMPLE.De", "mail.example.de", "host.local", "lab.test", "x.invalid", "localhost", "de",
    "bücher.de", "xn--bcher-kva.de", "xn--zz.de", "ab--cd.de", "-x.de", "x-.de", "x..de", ".x.de", "x.de.",
    "x.de ", "[192.0.2.1]", "192.0.2.1", "x_y.de", "x.123", "a@b.de", "K.de", "x。de", "a" * 63 + ".de",
    "a" * 64 + ".de", ".".join(["abc"] * 61) + ".de", ".".join(["abc"] * 63) + ".de", "",
)  # fmt: skip


def spelled(text: str, *, long_way: bool) -> str | None:
    try:
        return service._normalize_any_email(text) if long_way else service.normalize_email(text)
    except InvalidEmail:
        return None


@pytest.mark.parametrize("domain", DOMAINS)
def test_an_address_has_one_spelling_whichever_way_it_is_read(domain):
    for name in NAMES:
        for text in (f"{name}@{domain}", f"{name}@{domain}\n", f"{name}＠{domain}", name + domain):
            assert spelled(text, long_way=False) == spelled(text, long_way=True), text
