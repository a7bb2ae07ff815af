"""What the login box and the own pages are refused is said in German, too: the code finds the words."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from gatehouse.kit.errors import DomainError
from tests.docs.test_german_refusals import BACKENDS_ONLY, DETAILED

WEB = Path(__file__).parents[2] / "web"
TEXTS = (
    WEB / "packages/ui/src/refusals.texts.de.ts",
    WEB / "apps/console/src/shared/refusals.texts.de.ts",  # the vendor's calls of these nouns
)
AREAS = ("identity", "access")
# Other pages have words of their own, or a program is told.
ELSEWHERE = ("sso", "oauth", "social", "user_sources", "external", "approvals", "api_tokens")
# What only a program or a backend is told.
NOT_OF_PEOPLE = {
    "access.account_needed",
    "access.missing_scope",
    "access.staff_protected",
    "captcha.no_challenge",
    "session.tenant_malformed",
    "users.being_erased",
}  # fmt: skip


def errors_of(area: str) -> set[str]:
    """The codes of the refusals that the nouns of an area declare."""
    package = f"gatehouse.{area}"
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    found, left = set(), [DomainError]
    while left:
        one = left.pop()
        left += one.__subclasses__()
        parts = one.__module__.split(".")
        if parts[:2] == ["gatehouse", area] and parts[2] not in ELSEWHERE:
            found.add(one.code)
    return found


def test_each_has_words_of_its_own():
    codes = set().union(*map(errors_of, AREAS)) - NOT_OF_PEOPLE
    assert len(codes) > 60
    texts = "\n".join(file.read_text() for file in TEXTS)
    known = set(re.findall(r"^  '?([\w.-]+)'?:", texts, re.MULTILINE))
    assert {
        code for code in codes - known if not code.startswith(BACKENDS_ONLY)
    } - DETAILED == set()
