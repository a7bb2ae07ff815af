"""Every advisory lock of the product is in one file, where what it locks is said."""

import re
from pathlib import Path

import gatehouse
from gatehouse.kit.db.locks import Lock

SOURCE = Path(gatehouse.__path__[0])
ADVISORY = re.compile(r"pg_(?:try_)?advisory_\w*lock")
# As older versions have them, which run beside this one during an upgrade.
VALUES = {
    "MIGRATION": 1734440037,
    "CONFIGURATION": 1685021557,
    "SIGNING_KEYS": 1801812339,
    "LICENSE_SIGNING_KEYS": 1818846067,
    "SAML_KEYS": 7203085,
    "AUDIT_CHAIN": 1635083369,
    "USER_SOURCES": 1970500195,
    "RELATIONS": 1919249516,
    "API_ROUTES": 1919905908,
    "APPROVAL_FLOWS": "approval flows",
    "TOKEN_TEMPLATES": "jwt_templates",
    "TENANT_TREE": "tree:",
    "WRITER": "standing:",
    "EMAIL_ADDRESS": "",
    "PHONE_NUMBER": "phone_number:",
    "ACTION_LINKS": "action_tokens:",
    "PINNED_NOTIFICATIONS": "pinned ",
    "WEBHOOKS": "webhooks ",
    "SUBSCRIPTION": "subscription:",
}


def test_no_other_file_takes_an_advisory_lock():
    users = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if "simulators" not in path.parts and ADVISORY.search(path.read_text())
    }
    assert users == {"kit/db/locks.py"}


def test_what_a_kind_locks_never_changes():
    assert {lock.name: lock.value for lock in Lock} == VALUES
