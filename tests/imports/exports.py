"""Exports of other systems, as their documentation shows them, with people who all have the same password."""

import base64
import csv
import hashlib
import io
import json
from typing import Any
from uuid import UUID, uuid4

import bcrypt
from argon2.low_level import Type, hash_secret_raw

from tests.identity.signup_steps import GOOD, new_address
from tests.kit.test_foreign_hashes import FIREBASE, FIREBASE_HASH

SALT = b"sixteen bytes ok"
BCRYPT = bcrypt.hashpw(GOOD.encode(), bcrypt.gensalt(4)).decode()


def b64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def auth0() -> tuple[str, list[str]]:
    """One person for each way in which a hash comes; one who is blocked, one with MD5."""
    derived = hashlib.pbkdf2_hmac("sha256", GOOD.encode(), SALT, 1000)
    phc = f"$pbkdf2-sha256$i=1000,l=32${b64(SALT).rstrip('=')}${b64(derived).rstrip('=')}"
    scrypted = hashlib.scrypt(GOOD.encode(), salt=SALT, n=1024, r=8, p=1, dklen=64)
    ways: list[dict[str, Any]] = [
        {"passwordHash": BCRYPT, "_id": {"$oid": "5f0c"}, "connection": "Users", "tenant": "acme"},
        {"password_hash": BCRYPT, "user_id": "auth0|2"},
        {"custom_password_hash": {"algorithm": "pbkdf2", "hash": {"value": phc, "encoding": "utf8"}}},
        {
            "custom_password_hash": {
                "algorithm": "scrypt",
                "hash": {"value": scrypted.hex(), "encoding": "hex"},
                "salt": {"value": SALT.hex(), "encoding": "hex"},
                "keylen": 64, "cost": 1024, "blockSize": 8, "parallelization": 1,
            }
        },
        # A salt is text where nothing else is said.
        {
            "custom_password_hash": {
                "algorithm": "scrypt", "hash": {"value": scrypted.hex(), "encoding": "hex"},
                "salt": {"value": SALT.decode()}, "cost": 1024,
            }
        },
    ]  # fmt: skip
    people = [
        {
            "email": new_address(), "email_verified": True, "name": "Robin Roe",
            "app_metadata": {"plan": "gold"}, **way,
        }
        for way in ways
    ]  # fmt: skip
    md5 = {"algorithm": "md5", "hash": {"value": "x"}}
    bad = [
        {"email": new_address(), "blocked": True},
        {"email": new_address(), "custom_password_hash": md5},
    ]
    text = "\n".join(json.dumps(one) for one in (*people, *bad))
    return text, [str(one["email"]) for one in people]


def auth0_in_two_files(tenant_id: UUID, emails: list[str]) -> tuple[str, str]:
    """Three people without hashes, and the hashes of the same. Of these, one has an id that was given to
    it, and its address among `identifiers` alone; one belongs to a user who came in elsewhere."""
    plain, given, elsewhere = emails
    metadata = {"app_metadata": {"tenantId": str(tenant_id)}, "email_verified": True}
    linked = [
        {
            "user_id": "1",
            "provider": "google-oauth2",
            "connection": "google-oauth2",
            "isSocial": True,
        },
        {"user_id": "6f11", "provider": "auth0", "connection": "Users", "isSocial": False},
    ]
    users = [
        {"user_id": "auth0|5dea9f9c", "email": plain, "name": "Alex", **metadata},
        {"user_id": "auth0|euclid", "email": given, "name": "Robin", **metadata},
        {
            "user_id": "google-oauth2|1", "email": elsewhere, "name": "Sam", "identities": linked,
            **metadata,
        },
    ]  # fmt: skip
    said = [{"type": "email", "value": given, "verified": True}]
    hashes = [
        {"_id": {"$oid": "5dea9f9c"}, "email": plain, "email_verified": True, "passwordHash": BCRYPT},
        {
            "_id": {"$oid": "5dea9fa0"}, "alt_id": "euclid", "identifiers": said,
            "passwordHash": BCRYPT,
        },
        {"_id": {"$oid": "6f11"}, "email": new_address(), "passwordHash": BCRYPT},
    ]  # fmt: skip
    return tuple("\n".join(json.dumps(one) for one in rows) for rows in (users, hashes))  # type: ignore[return-value]


def keycloak_organizations(first: UUID, second: UUID) -> tuple[str, str, str]:
    """A user of two organizations and of a disabled one, and a user of none; the hash is of version 7."""
    derived = b64(hashlib.pbkdf2_hmac("sha256", GOOD.encode(), SALT, 1000, 64))
    how = {"hashIterations": 1000, "algorithm": "pbkdf2-sha256"}
    new = {
        "type": "password", "secretData": json.dumps({"value": derived, "salt": b64(SALT)}),
        "credentialData": json.dumps(how),
    }  # fmt: skip
    old = {"type": "password", "hashedSaltedValue": derived, "salt": b64(SALT), **how}
    users = [
        {
            "username": name, "email": new_address(), "emailVerified": True, "enabled": True,
            "credentials": [credential],
        }
        for name, credential in (("robin", new), ("sam", old))
    ]  # fmt: skip
    members = [{"username": "robin", "membershipType": "UNMANAGED"}]
    organizations = [
        {"id": str(first), "name": "Org One", "alias": "one", "enabled": True, "members": members},
        {"id": str(second), "name": "Org Two", "alias": "two", "enabled": True, "members": members},
        {"id": str(uuid4()), "name": "Old", "enabled": False, "members": members},
    ]
    realm = {"realm": "acme", "roles": {}, "users": users, "organizations": organizations}
    return json.dumps(realm), str(users[0]["email"]), str(users[1]["email"])


def keycloak(role: str) -> tuple[str, list[str]]:
    """One person each with PBKDF2 and with Argon2, in a group within a group; one who is disabled."""
    derived = hashlib.pbkdf2_hmac("sha512", GOOD.encode(), SALT, 1000, 64)
    argon = hash_secret_raw(GOOD.encode(), SALT, 5, 7168, 1, 32, Type.ID, 19)
    more = {
        "hashLength": ["32"], "memory": ["7168"], "type": ["id"], "version": ["1.3"],
        "parallelism": ["1"],
    }  # fmt: skip
    hashes: list[tuple[bytes, dict[str, Any]]] = [
        (
            derived,
            {"hashIterations": 1000, "algorithm": "pbkdf2-sha512", "additionalParameters": {}},
        ),
        (argon, {"hashIterations": 5, "algorithm": "argon2", "additionalParameters": more}),
    ]
    users = [
        {
            "id": f"f3b1-{place}", "username": (email := new_address()), "email": email,
            "emailVerified": True, "enabled": True, "firstName": "Robin", "lastName": "Roe",
            "attributes": {"color": ["blue"]}, "realmRoles": ["default-roles-acme", role],
            "groups": ["/Sales/North"],
            "credentials": [{
                "type": "password",
                "secretData": json.dumps({"value": b64(value), "salt": b64(SALT)}),
                "credentialData": json.dumps(how),
            }],
        }
        for place, (value, how) in enumerate(hashes)
    ]  # fmt: skip
    gone = {"username": "gone", "email": new_address(), "enabled": False}
    north = {"name": "North", "path": "/Sales/North", "realmRoles": [role], "subGroups": []}
    realm = {
        "realm": "acme",
        "roles": {"realm": [
            {"name": role, "description": "Reads", "composite": False},
            {"name": "default-roles-acme", "description": "${role_default-roles}", "composite": True},
            {"name": "offline_access"},
        ], "client": {}},
        "groups": [{"name": "Sales", "path": "/Sales", "realmRoles": [], "subGroups": [north]}],
        "users": [*users, gone],
    }  # fmt: skip
    return json.dumps(realm), [str(one["email"]) for one in users]


def firebase() -> tuple[str, str, str]:
    """The export, the parameters as the console shows them, and the address; the password is Google's own
    example."""
    given = json.loads(FIREBASE)
    email = new_address()
    user = {
        "localId": "abc", "email": email, "emailVerified": True, "displayName": "Robin Roe",
        "passwordHash": FIREBASE_HASH, "salt": given["salt"], "createdAt": "1486324170000",
        "providerUserInfo": [], "customAttributes": '{"plan":"gold"}',
    }  # fmt: skip
    by_phone = {"localId": "def", "phoneNumber": "+491700000000", "providerUserInfo": []}
    console = (
        "hash_config {\n  algorithm: SCRYPT,\n"
        f"  base64_signer_key: {given['signerKey']},\n"
        f"  base64_salt_separator: {given['saltSeparator']},\n"
        f"  rounds: {given['rounds']},\n  mem_cost: {given['memCost']},\n}}\n"
    )
    return json.dumps({"users": [user, by_phone]}), console, email


def cognito(tenant_id: UUID) -> tuple[str, str]:
    email = new_address()
    row = {
        "cognito:username": "robin", "name": "", "given_name": "Robin", "family_name": "Roe",
        "email": email, "email_verified": "TRUE", "phone_number": "+491700000000",
        "phone_number_verified": "FALSE", "cognito:mfa_enabled": "FALSE",
        "custom:tenant": str(tenant_id),
    }  # fmt: skip
    out = io.StringIO()
    writer = csv.DictWriter(out, list(row))
    writer.writeheader()
    writer.writerow(row)
    return out.getvalue(), email


def hosted_role_of_one_account(first: UUID, second: UUID, mark: str) -> tuple[str, str, str]:
    """Two people: one of two accounts, each of which has a role of its own with the same key, and one whose
    role stands beside the user alone. The vendor has a role with the key of another."""
    email, other = new_address(), new_address()
    analyst = {"id": "r1", "key": f"analyst-{mark}", "name": f"Analyst {mark}", "tenantId": None}
    own = [
        {
            "id": f"r{place}", "key": "own-role", "name": "Own role", "tenantId": str(tenant_id),
            "permissions": ["permission-1"], "level": 5,
        }
        for place, tenant_id in enumerate((first, second), 2)
    ]  # fmt: skip
    unlisted = {
        "id": "r9",
        "key": "Admin",
        "name": "Admin",
        "tenantId": str(first),
        "permissions": [],
    }
    shared = {"name": "Robin Roe", "verified": True, "tenantId": str(first)}
    users = [
        {**shared, "email": email, "tenants": [
            {"tenantId": str(first), "roles": [analyst, own[0]]},
            {"tenantId": str(second), "roles": [{"id": "r3"}]},
        ]},
        {**shared, "email": other, "tenants": [{"tenantId": str(first), "roles": [unlisted]}]},
    ]  # fmt: skip
    whole = {
        "tenants": [
            {"tenantId": str(first), "name": "First"}, {"tenantId": str(second), "name": "Second"},
        ],
        "permissions": [{"id": "permission-1", "key": f"reports.{mark}", "name": "Reports"}],
        "roles": [analyst, *own],
        "groups": [{
            "name": "Sales", "tenantId": str(second), "roles": [own[1]], "users": [{"email": email}],
        }],
        "users": users,
    }  # fmt: skip
    return json.dumps(whole), email, other


def hosted_who_is_kept_out(tenant_id: UUID) -> tuple[str, dict[str, str]]:
    """People who may not enter there: by name, the address of each."""
    shared = {
        "name": "Robin Roe", "verified": True, "provider": "local", "isLocked": False,
        "activatedForTenant": True, "tenantId": str(tenant_id), "tenantIds": [str(tenant_id)],
        "passwordHash": BCRYPT, "passwordHashType": "bcrypt",
        "tenants": [{"tenantId": str(tenant_id), "roles": []}],
    }  # fmt: skip
    kinds: dict[str, dict[str, object]] = {
        "disabled": {"isDisabled": True},
        "expired": {"temporaryExpirationDate": "2024-06-01T00:00:00.000Z"},
        "temporary": {"temporaryExpirationDate": "2099-06-01T00:00:00.000Z"},
        "locked": {"isLocked": True},
        "usual": {"isDisabled": False, "temporaryExpirationDate": None},
    }
    emails = {name: new_address() for name in kinds}
    users = [{**shared, "email": emails[name], **more} for name, more in kinds.items()]
    whole = {"tenants": [{"tenantId": str(tenant_id), "name": "Acme"}], "users": {"items": users}}
    return json.dumps(whole), emails


def hosted(first: UUID, second: UUID, mark: str) -> tuple[str, str]:
    """A person of two accounts, the second below the first, with a role and a permission of the vendor's."""
    email = new_address()
    role = {
        "id": "role-1", "key": f"Analyst-{mark}", "name": f"Analyst {mark}", "tenantId": None,
        "permissions": ["permission-1"], "level": 20, "isDefault": False,
    }  # fmt: skip
    user = {
        "id": "user-1", "email": email, "name": "Robin Roe", "verified": True, "provider": "local",
        "metadata": '{"a": 1}', "tenantId": str(second), "passwordHash": BCRYPT,
        "passwordHashType": "bcrypt",
        "tenants": [
            {"tenantId": str(first), "roles": [role]}, {"tenantId": str(second), "roles": []},
        ],
    }  # fmt: skip
    whole = {
        "tenants": {"items": [
            {"tenantId": str(second), "name": "Below", "parentTenantId": str(first)},
            {"tenantId": str(first), "name": "Above"},
        ]},
        "permissions": [{"id": "permission-1", "key": f"reports.{mark}", "name": "Reports"}],
        "roles": {"items": [role, {"id": "role-2", "key": "own", "tenantId": str(first)}]},
        "groups": [{
            "name": "Sales", "tenantId": str(first), "roles": [{"key": role["key"]}],
            "users": [{"id": "user-1", "email": email}],
        }],
        "users": {"items": [user], "_metadata": {"totalItems": 1}},
    }  # fmt: skip
    return json.dumps(whole), email
