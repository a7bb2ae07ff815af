"""`python -m benchmarks.portal_lists`: what the admin portal's lists cost a large account.

100,000 people with one to three roles of 500, 2,000 groups of up to 5,000 people, and 10,000 accounts
below: each list is asked as its screen asks, by an administrator. Bars: p95 50 ms at half load, and 5 ms of
database CPU, which depends less on what else the machine does.
"""

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks import portal_rows
from benchmarks.contestants import Place
from benchmarks.database import Cluster
from benchmarks.list_calls import HEAD, Installation
from benchmarks.ours import Gatehouse
from benchmarks.plan import bearer
from benchmarks.process import machine, split_cores
from benchmarks.rounds import say
from benchmarks.seed import prepare

PORT = 4193
USERS = "/identity/resources/users/v2?_limit=20&_includeSubTenants=false"
EVERYWHERE = "/identity/resources/sub-tenants/users/v1?_limit=20"
BELOW = "/identity/resources/users/v3?_limit=10&_sortBy=name&_order=DESC&_tenantId="
TEAM = "/team/resources/members/v1?pageSize=20"
GROUPS = "/identity/resources/groups"
ROLES = "/identity/resources/roles"
TREE = "/tenants/resources/hierarchy"
BY_NAME, BY_LOGIN = "&_sortBy=name&_order=DESC", "&_sortBy=lastLogin&_order=DESC"
ACTIVE = "&_status=active"
ASKED = {
    "users": f"{USERS}{BY_NAME}",
    "users, far behind": f"{USERS}{BY_NAME}&_offset=2500",
    "users, last page": f"{USERS}{BY_NAME}&_offset=4999",
    "users, by joining": f"{USERS}&_sortBy=joinedAt&_order=DESC",
    "users, by joining, far behind": f"{USERS}&_sortBy=joinedAt&_order=DESC&_offset=2500",
    "users, by last login": f"{USERS}{BY_LOGIN}",
    "users, by last login, longest ago": f"{USERS}&_sortBy=lastLogin&_order=ASC",
    "users, by address": f"{USERS}&_sortBy=email&_order=ASC",
    "users, locked first": f"{USERS}&_sortBy=isLocked&_order=DESC",
    "users, the beginning of a name": "/identity/resources/users/v3?_limit=20&_sortBy=name&_namePrefix=be",
    "searched, a frequent word": f"{USERS}{BY_NAME}&_filter=bauer",
    "searched, two words": f"{USERS}{BY_NAME}&_filter=bauer%2041",
    "searched, two letters": f"{USERS}{BY_NAME}&_filter=ba",
    "searched, one person": f"{USERS}{BY_NAME}&_filter=person7777@",
    "searched, no match": f"{USERS}{BY_NAME}&_filter=nowhere-at-all",
    "status active": f"{USERS}{BY_NAME}{ACTIVE}",
    "status active, far behind": f"{USERS}{BY_NAME}{ACTIVE}&_offset=400",
    "status active, by last login": f"{USERS}{BY_LOGIN}{ACTIVE}",
    "status pending": f"{USERS}{BY_NAME}&_status=pending",
    "status disabled": f"{USERS}{BY_NAME}&_status=disabled",
    "status ended": f"{USERS}{BY_NAME}&_status=ended",
    "role of all users": f"{USERS}{BY_NAME}&_roleIds={{all}}",
    "role of a tenth": f"{USERS}{BY_NAME}&_roleIds={{tenth}}",
    "role of a tenth, by last login": f"{USERS}{BY_LOGIN}&_roleIds={{tenth}}",
    "role of a hundredth": f"{USERS}{BY_NAME}&_roleIds={{hundredth}}",
    "role of no user": f"{USERS}{BY_NAME}&_roleIds={{none}}",
    "two roles": f"{USERS}{BY_NAME}&_roleIds={{tenth}},{{hundredth}}",
    "group of 5,000": f"{USERS}{BY_NAME}&_groupIds={{large}}",
    "group of 50": f"{USERS}{BY_NAME}&_groupIds={{small}}",
    "seen within a week": f"{USERS}{BY_NAME}&_seenWithinSeconds=604800",
    "seen within 90 days": f"{USERS}{BY_NAME}&_seenWithinSeconds=7776000",
    "not seen for 90 days": f"{USERS}{BY_NAME}&_notSeenForSeconds=7776000",
    "not seen for 90 days, by last login": f"{USERS}{BY_LOGIN}&_notSeenForSeconds=7776000",
    "never seen": f"{USERS}{BY_NAME}&_neverSeen=true",
    "never seen, by last login": f"{USERS}{BY_LOGIN}&_neverSeen=true",
    "with MFA": f"{USERS}{BY_NAME}&_mfaEnrolled=true",
    "without MFA": f"{USERS}{BY_NAME}&_mfaEnrolled=false",
    "managed by a directory": f"{USERS}{BY_NAME}&_managedBy=scim2",
    "managed here": f"{USERS}{BY_NAME}&_managedBy=frontegg",
    "active, without MFA": f"{USERS}{BY_NAME}{ACTIVE}&_mfaEnrolled=false",
    "active, and a frequent word": f"{USERS}{BY_NAME}{ACTIVE}&_filter=bauer",
    "a role and a group": f"{USERS}{BY_NAME}&_roleIds={{tenth}}&_groupIds={{large}}",
    "a role, a group, active, a directory": f"{USERS}{BY_NAME}&_roleIds={{tenth}}&_groupIds={{large}}"
    f"{ACTIVE}&_managedBy=scim2",
    "role of all users, seen within a week": f"{USERS}{BY_NAME}&_roleIds={{all}}"
    "&_seenWithinSeconds=604800",
    "no match: active, never seen, with MFA": f"{USERS}{BY_NAME}{ACTIVE}&_neverSeen=true"
    "&_mfaEnrolled=true&_managedBy=scim2",
    "no match: disabled, and a role of no user": f"{USERS}{BY_NAME}&_status=disabled&_roleIds={{none}}",
    "the older list": TEAM,
    "the older list, a frequent word": f"{TEAM}&searchFilter=bauer",
    "groups": f"{GROUPS}/v2?_limit=20&_sortBy=name&_groupsRelations=rolesAndUsers",
    "groups, far behind": f"{GROUPS}/v2?_limit=20&_offset=1900&_sortBy=name&_groupsRelations=rolesAndUsers",
    "groups, by text": f"{GROUPS}/v2?_limit=20&_sortBy=name&_filter=7&_groupsRelations=rolesAndUsers",
    "groups, to choose from": f"{GROUPS}/v1",
    "a group of 5,000": f"{GROUPS}/v1/{{large}}?_groupsRelations=rolesAndUsers",
    "roles": f"{ROLES}/v1",
    "roles, a page": f"{ROLES}/v2?_limit=20",
    "roles of the team page": "/team/resources/roles/v1",
    "permissions": "/identity/resources/permissions/v1",
    "tree, first level": f"{TREE}/v2?_limit=50&_offset=0",
    "tree, next page": f"{TREE}/v2?_limit=50&_offset=50",
    "tree, below one": f"{TREE}/v2?_limit=50&_offset=0&_subTenantId={{child}}",
    "tree, searched": f"{TREE}/v2?_limit=50&_offset=0&_filter=account%2077",
    "people of an account below": f"{BELOW}{{child}}",
    "people everywhere": f"{EVERYWHERE}&_sortBy=name&_order=DESC",
    "people everywhere, by joining": f"{EVERYWHERE}&_sortBy=joinedAt&_order=DESC",
    "people everywhere, far behind": f"{EVERYWHERE}&_sortBy=name&_order=DESC&_offset=100",
    "people everywhere, a frequent word": f"{EVERYWHERE}&_sortBy=name&_filter=bauer",
    "people everywhere, one": f"{EVERYWHERE}&_sortBy=name&_filter=person7777@",
}  # fmt: skip


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.portal_lists", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=100_000)
    add("--roles", type=int, default=500)
    add("--groups", type=int, default=2_000)
    add("--accounts", type=int, default=10_000, help="below the account")
    add("--seconds", type=float, default=2.0, help="for each sample, two of each call")
    add("--only", default="", help="calls whose name begins so")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-portal-")))
        server_cores, others = split_cores()
        cluster = Cluster(folder / "database", others)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        say(f"{options.people:,} people, {options.accounts:,} accounts below")
        seeded = prepare(url, people=options.people)
        filled = portal_rows.fill(
            url,
            seeded.tenant_id,
            roles=options.roles,
            groups=options.groups,
            accounts=options.accounts,
        )
        print(
            f"{machine()}; {options.people:,} people, {options.roles:,} roles, {options.groups:,} groups,"
            f" {options.accounts:,} accounts below"
        )
        gatehouse = Gatehouse(Place(url, PORT, server_cores, folder, 1), seeded)
        stack.callback(gatehouse.server.stop)
        ids = dict(zip(("all", "tenth", "hundredth", "none"), filled.roles, strict=True))
        ids |= dict(zip(("large", "small"), filled.groups, strict=True)) | {"child": filled.child}
        say("reading")
        print(HEAD)
        installation = Installation(PORT, gatehouse.server.pid, cluster.pid, server_cores)
        for name, path in ASKED.items():
            if name.startswith(options.only):
                # An access token lives five minutes.
                request = bearer(path.format(**ids), gatehouse.access_tokens()[0])
                installation.report(name, request, options.seconds)


if __name__ == "__main__":
    main()
