"""The vendor's document: shown, applied, refused; and the command that operators type."""

import re
import subprocess
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gatehouse.configuration.service import apply_document, show_document
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Scope
from gatehouse.vendor.document.plan import DocumentRefused, render_document
from gatehouse.vendor.document.reference import render_reference
from gatehouse.vendor_sections import SECTIONS
from tests.databases import own_database
from tests.process.server import GATEHOUSE, environment
from tests.stored import row_contains

SECRET = "a-key-for-tests-that-is-long-enough"


class Vendor:
    """A database of its own, for what would disturb the others."""

    def __init__(self, url: str, database: Database) -> None:
        self.url = url
        self.database = database

    async def apply(self, document: str, *, dry_run: bool = False) -> list[str]:
        return await apply_document(self.database, document, box=Box([SECRET]), dry_run=dry_run)

    async def show(self) -> str:
        return await show_document(self.database)

    async def shown(self) -> dict[str, Any]:
        return tomllib.loads(await self.show())

    async def ask(self, statement: str) -> Any:
        async with self.database.transaction(Scope.system()) as db:
            return await (await db.open()).fetchval(statement)


@pytest.fixture
async def vendor(server_url: str) -> AsyncIterator[Vendor]:
    async with own_database(server_url) as url:
        database = await Database.connect(url, connections=2)
        yield Vendor(url, database)
        await database.close()


FULL = """
[brand]
name = "Umbrella"
logo_url = "https://umbrella.test/logo.svg"
accent_color = "#aa0011"

[sign_in]
allow_signups = false

[policies]
cookie_same_site = "NONE"
password_min_length = 20
lockout_max_attempts = 7

[applications.console]
name = "Console"
redirect_uris = ["https://console.umbrella.test/callback", "com.umbrella.app:/callback"]
allowed_origins = ["https://Console.umbrella.test"]
signing_algorithm = "RS256"
access_token_seconds = 60

[permission_categories]
Reports = "What the product \\"finds\\""

[permissions]
"reports.read" = { name = "View reports", category = "Reports" }
"reports.write" = { name = "Write reports", category = "Reports", assignment = "NEVER" }

[roles."Lab analyst"]
name = "Lab analyst"
level = 15
permissions = ["reports.write", "reports.read", "reports.read"]

[mails.ResetPassword]
subject = "A new password for {{vendor}}"
html = "<p><a href='{{link}}'>Choose a new password</a></p>"
from_name = "Umbrella"

[text_messages]
OTC = "{{code}} is your code"

[portal.adminBox.configuration.navigation.audits]
visibility = "byPermissions"

[flags]
beta = true
"""


async def test_a_document_is_shown_applied_and_shown_again_without_a_difference(vendor: Vendor):
    first = await vendor.show()
    assert await vendor.apply(first) == []
    lines = await vendor.apply(FULL, dry_run=True)
    assert '~ brand.name: "Gatehouse" -> "Umbrella"' in lines
    assert "+ flags.beta = true" in lines
    assert (
        '~ portal.adminBox.configuration.navigation.audits.visibility: "always" -> "byPermissions"'
        in lines
    )
    assert await vendor.show() == first
    assert await vendor.apply(FULL) == lines
    assert await vendor.apply(FULL) == []
    second = await vendor.show()
    assert await vendor.apply(second) == []
    now = tomllib.loads(second)
    assert now["brand"] == {
        "name": "Umbrella",
        "logo_url": "https://umbrella.test/logo.svg",
        "accent_color": "#aa0011",
        "white_label": True,
    }
    assert now["applications"]["console"]["allowed_origins"] == ["https://console.umbrella.test"]
    assert now["applications"]["default"]["is_default"] is True
    assert now["permission_categories"]["Reports"] == 'What the product "finds"'
    assert now["roles"]["Lab analyst"]["permissions"] == ["reports.read", "reports.write"]
    navigation = now["portal"]["adminBox"]["configuration"]["navigation"]
    assert (navigation["audits"], navigation["users"]) == (
        {"visibility": "byPermissions"},
        {"visibility": "always"},
    )
    assert len(now["permissions"]) > 90
    row = "select count(*) from audits where action = 'vendor.configuration_changed'"
    assert await vendor.ask(row) == 1


def test_any_text_and_any_nesting_reads_back_as_it_was():
    (portal,) = (section for section in SECTIONS if section.name == "portal")
    values = {
        'a "quoted".key': {"text": 'tab\t line\r\n \\ " \x7f \x1b \u2028 ü 😀', "empty": {}},
        "lists": {"nested": [[1, 2.5], [{"deep": {"list": [{"x": True}]}}]], "none": []},
        "tables": {"several": [{"x": "long " * 30}, {}]},
    }
    document = render_document({"portal": values}, [portal])
    assert document.startswith("# From what the client builds its portal")
    assert tomllib.loads(document) == {"portal": values}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('[mails.Nobody]\nsubject = "A"\nhtml = "B"', "mails.Nobody: is unknown"),
        ('[mails.OTC]\nsubject = "A"\nhtml = "B"', "mails.OTC.html: must contain {{code}}"),
        (
            '[mails.OTC]\nsubject = "{{link}}"\nhtml = "{{code}}"',
            "mails.OTC.subject: {{link}} is no",
        ),
        (
            '[mails.EmailAddressChanged]\nsubject = "A"\nhtml = "B"\nactive = false',
            "this email cannot be turned off",
        ),
        ('[text_messages]\nOTC = "Hello"', "text_messages.OTC: must contain {{code}}"),
        ('[text_messages]\nHELLO = "{{code}}"', "text_messages.HELLO: is unknown"),
    ],
)
async def test_a_message_that_would_be_of_no_use_is_refused(
    database: Database, wrong: str, said: str
):
    with pytest.raises(DocumentRefused) as refused:
        await apply_document(database, wrong, dry_run=True)
    assert any(said in problem for problem in refused.value.problems)


async def test_removals_are_listed(vendor: Vendor):
    await vendor.apply(FULL)
    gone = """
    [remove]
    brand = ["accent_color", "logo_url"]
    policies = ["password_min_length"]
    applications = ["console"]
    roles = ["Lab analyst"]
    permissions = ["reports.read", "reports.write"]
    permission_categories = ["Reports"]
    portal = ["adminBox"]
    flags = ["beta"]
    """
    lines = await vendor.apply(gone)
    assert "- applications.console" in lines
    assert "- brand.accent_color" in lines
    assert await vendor.apply(gone) == []
    now = await vendor.shown()
    assert set(now["applications"]) == {"default"}
    assert now["flags"] == {}
    assert set(now["roles"]) == {"Admin", "Editor", "ReadOnly"}
    assert "reports.read" not in now["permissions"]
    assert "Reports" not in now["permission_categories"]
    assert "accent_color" not in now["brand"]
    audits = now["portal"]["adminBox"]["configuration"]["navigation"]["audits"]
    assert audits == {"visibility": "always"}
    assert await vendor.ask("select count(*) from metadata") == 0


async def test_everything_that_is_wrong_is_said_at_once_and_nothing_changes(vendor: Vendor):
    before = await vendor.show()
    wrong = """
    colour = "red"
    [brand]
    name = "Umbrella"
    accent_color = "crimson"
    slogan = "x"
    logo_url = "javascript:alert(1)"
    [brnad]
    name = "x"
    [policies]
    password_min_length = "20"
    lockout_max_attempts = 2
    [applications.shop]
    redirect_uris = ["https://*.shop.test/", "http://shop.test/", "https://shop.test/#x",
      'https://evil.test\\.shop.test/', "https://sh%6fp.test/"]
    allowed_origins = ["*"]
    signing_algorithm = "HS256"
    [flags]
    beta = "on"
    [roles."Line\\nbreak"]
    name = "x"
    [remove]
    brand = ["nothing"]
    flgs = ["beta"]
    """
    with pytest.raises(DocumentRefused) as refused:
        await vendor.apply(wrong)
    said = refused.value.problems
    for place in [
        "colour: there is no such table",
        "brand.accent_color:",
        "brand.slogan: this field does not exist",
        "brand.logo_url:",
        "brnad: there is no such table; did you mean brand?",
        "policies.password_min_length:",
        "policies.lockout_max_attempts:",
        "applications.shop.name:",
        "applications.shop.redirect_uris.0:",
        "applications.shop.redirect_uris.1:",
        "applications.shop.redirect_uris.2:",
        "applications.shop.redirect_uris.3:",
        "applications.shop.redirect_uris.4:",
        "applications.shop.allowed_origins.0:",
        "applications.shop.signing_algorithm:",
        "flags.beta:",
        'roles."Line\\nbreak":',
        "brand.nothing:",
        "remove.flgs: there is no such table; did you mean flags?",
    ]:
        assert any(line.startswith(place) for line in said), place
    assert len(said) == 19
    assert await vendor.show() == before
    assert await vendor.ask("select count(*) from audits") == 0


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("[brand", "not valid TOML"),
        ("brand = 1", "brand: must be a table"),
        ("remove = 1", "remove: must be a table"),
        (
            '[remove]\nroles = ["Admin"]',
            "roles.Admin: every account must have at least one administrator",
        ),
        ("[roles.Admin]\nfirst_user_role = false", "must have a role: set first_user_role"),
        ('[roles.Editor]\npermissions = ["nope"]', "the permission 'nope' does not exist"),
        ('[roles.Editor]\nname = "admin"', "2 roles are named 'admin'"),
        ('[remove]\npermissions = ["fe.secure.read.users"]', "is required by Gatehouse"),
        ('[remove]\npermission_categories = ["Groups"]', "the category 'Groups' does not exist"),
        (
            '[remove]\napplications = ["default"]',
            "exactly one application must be the default, not 0",
        ),
        (
            '[applications.b]\nname = "B"\nis_default = true',
            "exactly one application must be the default, not 2",
        ),
        (
            '[applications.b]\nname = "B"\ntype = "oauth"\nredirect_uris = ["https://b.test/#/in"]',
            "only first-party applications may use `#`",
        ),
        (
            '[applications.b]\nname = "B"\nredirect_uris = ["https://b.test/#/in#out"]',
            "without a fragment",
        ),
        ("[applications.default]\nis_active = false", "the default application must be active"),
        (
            '[flags]\na = true\n[remove]\nflags = ["a"]',
            "flags.a: cannot be set and removed at the same time",
        ),
    ],
)
async def test_what_would_not_fit_together_is_refused(
    database: Database, document: str, problem: str
):
    before = await show_document(database)
    with pytest.raises(DocumentRefused, match=re.escape(problem)):
        await apply_document(database, document)
    assert await show_document(database) == before


async def test_a_tracking_id_is_gtm_and_letters_or_digits(database: Database):
    """Clients put it into the address of a script."""
    tracker = "[[portal.adminBox.configuration.integrations.gtm]]\nenabled = true\nid = "
    for wrong in ("GTM-", "UA-12345", "GTM-A_1", "GTM-A1 ", "gtm-A1", ""):
        with pytest.raises(DocumentRefused, match="gtm: each ID must consist of GTM-"):
            await apply_document(database, f'{tracker}"{wrong}"', dry_run=True)
    assert await apply_document(database, f'{tracker}"GTM-A1b2"', dry_run=True)


async def test_the_examples_of_the_reference_can_be_applied(vendor: Vendor):
    examples = "".join(section.example for section in SECTIONS)
    assert len(await vendor.apply(examples, dry_run=True)) >= 6
    page = render_reference(SECTIONS)
    for section in SECTIONS:
        assert f"[{section.name}" in page


async def test_a_page_of_ones_own_may_have_its_route_behind_a_hash(vendor: Vendor):
    back = "https://b.test/#/oauth/callback"
    await vendor.apply(f'[applications.b]\nname = "B"\nredirect_uris = ["{back}"]')
    assert back in await vendor.show()


async def test_another_application_can_become_the_default(vendor: Vendor):
    await vendor.apply(
        '[applications.default]\nis_default = false\n[applications.new]\nname = "New"\nis_default = true\n'
        'client_id = "11111111-2222-4333-8444-555555555555"'
    )
    now = (await vendor.shown())["applications"]
    assert (now["new"]["is_default"], now["default"]["is_default"]) == (True, False)
    # Also for the version before, which reads it there.
    assert str(await vendor.ask("select client_id from vendor")).startswith("11111111")


def run(url: str, folder: Path, *arguments: str, document: str = "", status: int = 0) -> str:
    done = subprocess.run(
        [GATEHOUSE, "vendor", *arguments],
        env=environment(database_url=url, data_dir=str(folder), env="test", secret_key=SECRET),
        input=document,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


async def test_the_command_applies_a_document(vendor: Vendor, tmp_path: Path):
    shown = run(vendor.url, tmp_path, "show")
    assert shown == await vendor.show()
    fragment = run(vendor.url, tmp_path, "show", "portal", "brand")
    assert list(tomllib.loads(fragment)) == ["brand", "portal"]
    assert "does not have this section" in run(vendor.url, tmp_path, "show", "nothing", status=1)
    document = tmp_path / "vendor.toml"
    changed = shown.replace('name = "Gatehouse"', 'name = "Umbrella"', 1)
    document.write_text(changed, "utf-8-sig")  # as editors on Windows do
    dry = run(vendor.url, tmp_path, "apply", str(document), "--dry-run")
    difference = '~ brand.name: "Gatehouse" -> "Umbrella"\n'
    assert dry == difference + "Nothing was changed: this was a dry run.\n"
    assert await vendor.show() == shown
    assert run(vendor.url, tmp_path, "diff", str(document), status=1) == difference
    said = run(vendor.url, tmp_path, "apply", "-", document=changed)
    assert said == difference + "In force.\n"
    assert run(vendor.url, tmp_path, "diff", str(document)) == ""
    wrong = run(vendor.url, tmp_path, "apply", "-", document="[brand]\nslogan = 1", status=1)
    assert wrong == (
        "gatehouse: brand.slogan: this field does not exist\ngatehouse: Nothing was changed.\n"
    )
    missing = run(vendor.url, tmp_path, "apply", "nowhere.toml", status=1)
    assert "nowhere.toml cannot be read" in missing


async def test_credentials_are_made_listed_and_revoked(vendor: Vendor, tmp_path: Path):
    said = run(
        vendor.url, tmp_path, "credentials", "create", "Billing", "--permission", "vendor.read.*"
    )
    made = dict(line.rsplit(maxsplit=1) for line in said.splitlines() if "  " in line)
    assert len(made["secret"]) >= 43
    listed = run(vendor.url, tmp_path, "credentials")
    assert made["id"] in listed
    assert "Billing  vendor.read.*  last used never" in listed
    stored = await vendor.ask("select vendor_credentials::text from vendor_credentials")
    assert not row_contains(listed + stored, made["secret"])
    assert run(vendor.url, tmp_path, "credentials", "revoke", made["id"]) == "Revoked.\n"
    again = run(vendor.url, tmp_path, "credentials", "revoke", made["id"], status=1)
    assert "no such credential" in again
    typed = ("credentials", "create", "Billing", "--permission", "vendor.red.*")
    assert "vendor.red.* permits nothing" in run(vendor.url, tmp_path, *typed, status=1)
