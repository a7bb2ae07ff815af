"""The second lock is open for few: each place that sees every tenant is here, with its reason."""

import re
from pathlib import Path

import gatehouse
import gatehouse_simulators

FOLDERS = [Path(gatehouse.__file__).parent, Path(gatehouse_simulators.__file__).parent]

# `context.database` is a job's: its arguments name the tenant or user that it works for.
OPENS = re.compile(
    r"(?<!context\.database\.transaction\()Scope\.system\(\)"
    r"|one_(?:key_)?statement\((?:confirms=True)?\)"
    r"|: (?:System|Boundless)Transaction\b|: PublicCall\b"
)

# By module or folder.
SEES_EVERYTHING = {
    "user_merge": "the user who opens a mailed link is found by it, and two users are merged in every tenant",
    "applications.routes": "a client that registers itself is no tenant's",
    "configuration.service": "commands of the vendor, about its own configuration",
    "directory.api_tokens.jobs": "names the token that was verified",
    "exports": "all that is kept of a tenant, or of a user in every tenant",
    "imports.users.file": "a command of the vendor: users of many tenants",
    "vendor_access": "the vendor's staff, credentials and first owner are no tenant's",
    "access.backend": "names the credential, the account and the person",
    "access.dpop": "proofs are no tenant's",
    "access.guard": "who calls: names the session or token, the person and the tenant",
    "access.signing_keys": "the keys are no tenant's",
    "access.vendor": "the vendor's backends act for no tenant",
    "audit.chain": "a job and a command: the blocks of every tenant",
    "audit.stream": "a job: what is sent to the operator's collector is of every tenant",
    "commands.backup": "a command: what is in a database that was restored",
    "billing.subscription_routes": "a signed event of the card provider, whose account is not known yet",
    "connectivity.webhooks.models": "a job: staff are told of the vendor's webhooks, which are no tenant's",
    "demo": "makes its own tenants",
    "directory.tenants.routes": "an account's public part, by its id or alias, for who has not signed in",
    "directory.people.manage": "a job: ends memberships of all tenants; and whether the caller is staff",
    "identity.activation": "the user is found by a mailed link or by address",
    "identity.approvals.routes": "the user who opens a mailed link is found by it",
    "identity.api_tokens": "signing in: a token is found by its id and secret",
    "identity.captcha.service": "for who has not signed in: the policy and what was solved are no tenant's",
    "identity.email_addresses.routes": "voids what was mailed to the old address, in any tenant",
    "identity.impersonation.routes": "signing in: what was permitted is found by its token",
    "identity.mfa": "signing in: what waits is found by its token",
    "identity.oauth": "signing in: codes, tokens and clients are found by themselves",
    "identity.passkeys": "signing in: a person is found by their key",
    "identity.passwordless": "finds a person by address, number or link",
    "identity.passwords": "finds a person by address or mailed link",
    "identity.phone_reset": "finds a person by address",
    "identity.profile": "the own profile in one statement, which names session and person; entering a tenant",
    "identity.sessions": "signing in again; sessions end in one tenant and act in others",
    "identity.signup": "finds a person by address, and opens a tenant",
    "identity.social.routes": "signing in: who is under way is found by state and cookie",
    "identity.social.service": "signing in: whether a code is of somebody who is under way",
    "identity.sso.domains.routes": "a domain may be another tenant's",
    "identity.sso.connections.legacy_routes": "a domain may be another tenant's",
    "identity.sso.logout": "a provider's message or token names its connection, a browser its state",
    "identity.sign_in.flow": "signing in: the tenant to enter is found among all of the user's",
    "identity.sign_in.ip_location": "where somebody signs in from, asked before it is known who it is",
    "identity.sign_in.legacy_login_box_v5": "signing in: what waits is found by its token",
    "identity.sign_in.password": "finds a person by address or user name",
    "identity.sign_in.prehook_result": "whether the account that the vendor's service names is the person's",
    "identity.sign_in.public_call": "calls without a session: each route that takes one has a reason here",
    "identity.sign_in.routes": "the user who opens a mailed link is found by it",
    "identity.sign_out": "whoever signs out has been anywhere; a state names the provider",
    "identity.sso.own_keys": "the keys are no tenant's",
    "kit.external_ids": "the texts by which tenants are called, of which a caller may know any",
    "kit.units": "jobs: what is due in every tenant",
    "identity.sso.test_login": "who comes back from a test is found by state",
    "identity.sso.sign_in": "signing in: a connection is found by domain, who is under way by state",
    "identity.user_sources.client": "what is asked before anybody is known; whose system fell silent",
    "kit.db.database": "says what it is",
    "kit.db.standby": "how far the log is, is no tenant's",
    "kit.worker": "whether jobs wait; a job that waits for a newer version is enqueued again",
    "kit.tenant_cleanup": "a job: what one deleted account has left, which it names",
    "kit.sealed": "seals what every tenant has with another key",
    "licensing.license_api.service": "a license is found by its key, which is the scope from then on",
    "licensing.license_api.routes": "a statement that narrows its own scope to the key's tenant",
    "licensing.license_api.signing": "the keys are no tenant's",
    "kit.maintenance_runs": "when a backup was made is no tenant's",
    "licensing.purchases": "a signed event of the payment provider, whose buyer is not known yet",
    "prehooks.client": "what came of a question is the vendor's, and no account's; whose service fell silent",
    "probes.figures": "counts for the metrics, of all tenants",
    "scim.caller": "a connection is found by its token, and its tenant is the scope from then on",
    "scim.connections.jobs": "a job: removes what a connection left, in the tenant that it names",
    "commands.runtime": "asks whether the roles are apart, and reads no row",
    "commands.process": "whether the installation has any user yet",
    "commands.staff": "a command: the vendor's own people are no tenant's",
    "commands.database": "commands of the vendor, about any account",
    "vendor.client.service": "an account's sign-in pages, by its id or alias, before sign-in",
    "vendor.configuration.live": "the configuration is no tenant's",
    "usage.api_calls": "writes down what every account has called",
}


def _modules() -> set[str]:
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for folder in FOLDERS
        for path in folder.rglob("*.py")
        if OPENS.search(path.read_text())
    }


def _reason(module: str) -> str | None:
    """The name under which a module's reason is."""
    parts = module.split(".")
    names = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return next((name for name in names if name in SEES_EVERYTHING), None)


def test_each_place_that_sees_every_tenant_has_a_reason():
    modules = _modules()
    assert {module for module in modules if _reason(module) is None} == set()
    assert {_reason(module) for module in modules} == set(SEES_EVERYTHING)
