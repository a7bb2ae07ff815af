"""What the console's calls refuse is said in German, too: the server itself speaks English."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import gatehouse
from gatehouse.kit.errors import DomainError

WEB = Path(__file__).parents[2] / "web"
WORDS = (
    WEB / "packages/ui/src/refusals.texts.de.ts",
    WEB / "apps/console/src/shared/refusals.texts.de.ts",
)
# Whose refusals a user may meet in the console.
AREAS = tuple(
    f"gatehouse.{area}."
    for area in (
        "user_merge", "applications", "audit.list", "configuration", "directory.applications",
        "directory.people.errors", "directory.roles.errors", "directory.sub_accounts", "directory.tenants",
        "entitlements", "erasure", "exports", "identity.approvals", "identity.captcha",
        "identity.impersonation", "identity.mails", "identity.social", "identity.sso.errors",
        "identity.text_messages", "identity.token_templates", "identity.trial_messages",
        "identity.user_sources", "identity.users", "imports", "licensing.issued", "prehooks", "system",
        "tasks", "vendor_access",
    )
)  # fmt: skip
# Their words name what is wrong where, which no sentence of ours could.
DETAILED = {
    "vendor.document_refused",
    "templates.refused",
    "mail_templates.never_sent",
    "sms_configuration.incomplete",
    "trial_messages.not_sent",
    "licenses.unreadable_line",
    "licenses.unreadable_table",
}
# Calls that no page of the console makes.
BACKENDS_ONLY = (
    "api_routes.",
    "applications.not_of_tenant",
    "applications.not_yours",
    "captcha.no_challenge",
    "prehooks.blocked",
    "social.app_refused",
    "social.page_refused",
    "applications.redirect_uri_",
    "approvals.",
    "client_registration.",
    "invites.maker_needed",
    "jwt_targeting.",
    "jwt_templates.",
    "mobile_apps.",
    "relations.",
    "social.provider_",
    "sso.logout_refused",
    "tasks.",
    "user_imports.",
    "user_sources.",
    "users.email_needed",
    "vendor.custom_domain_not_found",
    "vendor.invalid_credentials",
    "vendor.no_custom_domains",
    "idempotency.",
    "access_denied",
    "invalid_",
    "temporarily_unavailable",
)


def declared() -> Iterator[str]:
    """The codes of all refusals of these areas."""
    for module in pkgutil.walk_packages(gatehouse.__path__, "gatehouse."):
        if module.name.endswith((".errors", ".service")) and f"{module.name}.".startswith(AREAS):
            importlib.import_module(module.name)
    waiting = [DomainError]
    while waiting:
        found = waiting.pop()
        waiting += found.__subclasses__()
        if f"{found.__module__}.".startswith(AREAS):
            yield found.code


def translated() -> set[str]:
    return {
        code
        for file in WORDS
        for code in re.findall(r"^ {2}'?([\w.-]+)'?:", file.read_text(), re.MULTILINE)
    }


def test_every_refusal_of_the_console_has_german_words() -> None:
    codes = {code for code in declared() if not code.startswith(BACKENDS_ONLY)} - DETAILED
    assert len(codes) > 40
    assert codes - translated() == set()


def test_no_german_words_are_for_a_code_that_is_gone() -> None:
    source = "\n".join(file.read_text() for file in Path(gatehouse.__path__[0]).rglob("*.py"))
    known = set(re.findall(r'"([\w-]+\.[\w.-]+)"', source))
    console = re.findall(r"^ {2}'([\w-]+\.[\w.-]+)':", WORDS[1].read_text(), re.MULTILINE)
    assert set(console) - known == set()
