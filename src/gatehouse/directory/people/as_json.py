"""Members as JSON (wire-api §12: User, UserV3, TeamUser).

The database returns the columns of the members of a page, and each role, permission and group that they hold
once. `render_page` and `render_user` put these together: many members hold the same roles and permissions,
whose text is most of a page of a hundred. Values that are not set are missing. `roles` are those given to the
user directly, which can be changed there; `permissions` are all that they have, also through groups.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, LiteralString

import orjson

from gatehouse.directory.roles.queries import PERMISSION, ROLE, compose_permission_holders
from gatehouse.kit.db.as_json import compact_json

Row = dict[str, Any]

# Names on the wire, and the columns of `member`.
_PERSON: dict[str, LiteralString] = {
    "id": "id",
    "email": "email",
    "name": "name",
    "verified": "verified",
    "tenantId": "tenant_id",
    "activatedForTenant": "activated",
    "isDisabled": "is_disabled",
    "managedBy": "managed_by",
    "temporaryExpirationDate": "temporary_expires_at",
    "createdAt": "created_at",
    "joinedAt": "joined_at",
    "lastLogin": "last_login_at",
}
_USER_V3: dict[str, LiteralString] = {
    **_PERSON,
    "sub": "id",
    "mfaEnrolled": "mfa_enrolled",
    "phoneNumber": "phone_number",
    "profilePictureUrl": "profile_picture_url",
    "provider": "provider",
    "isLocked": "is_locked",
    "invisible": "invisible",
    "superUser": "is_super_user",
    "metadata": "metadata",
    "subAccountAccessAllowed": "sub_account_access_allowed",
}
_TEAM_USER: dict[str, LiteralString] = {
    **_PERSON,
    "phone": "phone_number",
    "profileImageUrl": "profile_picture_url",
    "vendorId": "vendor_id",
    "mfaEnabled": "mfa_enrolled",
}
# For each tenant in `tenants`.
_IN_TENANT: dict[str, LiteralString] = {
    "tenantId": "tenant_id",
    "isDisabled": "is_disabled",
    "temporaryExpirationDate": "temporary_expires_at",
}

_WHOLE_IN_TENANT: dict[str, LiteralString] = {
    **_IN_TENANT,
    "activated": "activated",
    "lastLogin": "last_login_at",
}

# Columns that are more than a name. Times go without a time zone, as those of UTC.
_INSTANTS = ("temporary_expires_at", "created_at", "joined_at", "last_login_at", "updated_at")
_COMPUTED: dict[str, LiteralString] = {
    "invisible": "nullif(m.invisible, false) as invisible",
    "is_super_user": "nullif(m.is_super_user, false) as is_super_user",
    "metadata": f"{compact_json('m.metadata')} as metadata",
    "vendor_id": "(select v.id from vendor v) as vendor_id",
    **{name: f"m.{name} at time zone 'UTC' as {name}" for name in _INSTANTS},
}


@dataclass(frozen=True, slots=True)
class UserShape:
    """`facts` and `in_tenant` are columns of the user and of each tenant by their names on the wire; `lists`
    and `lists_in_tenant` are the lists that `MemberPage` adds to them."""

    name: str
    facts: Mapping[str, LiteralString]
    lists: tuple[str, ...]
    in_tenant: Mapping[str, LiteralString] = field(default_factory=lambda: _IN_TENANT)
    lists_in_tenant: tuple[str, ...] = ("roles",)

    def shows(self, name: str) -> bool:
        return name in self.lists or name in self.lists_in_tenant


_HELD = ("roles", "roleIds", "rolesIds", "permissions", "groups")
USER = UserShape("user", _USER_V3, ("tenantIds", "tenants", *_HELD))
USER_V3 = UserShape("user_v3", _USER_V3, ("tenantIds", "tenants"))
USER_EVERYWHERE = UserShape(
    "user_everywhere",
    _USER_V3,
    ("tenantIds", "tenants"),
    _WHOLE_IN_TENANT,
    ("roles", "permissions"),
)
USER_ALONE = UserShape(
    "user_alone",
    {**_USER_V3, "vendorId": "vendor_id", "updatedAt": "updated_at"},
    ("tenantIds", "tenants", *_HELD, "deletedAt"),
)
TEAM_USER = UserShape("team_user", _TEAM_USER, ("tenants", "roles", "roleIds"))


def compose_member_columns(m: LiteralString, now: LiteralString) -> LiteralString:
    """The columns that both `Member` and the JSON have, of the membership `m` and its user `u`.

    A member who has not accepted yet is shown by the address and the values that this tenant gave when
    inviting, so that it does not learn whether an account exists. Whether an account is locked depends on
    `now`.
    """
    return f"""
      case when {m}.activated then u.email else coalesce({m}.invited_email, u.email) end as email,
      case when {m}.activated then u.name
        else coalesce({m}.invited_name, split_part(coalesce({m}.invited_email, u.email), '@', 1)) end as name,
      case when {m}.activated then u.phone_number else {m}.invited_phone_number end as phone_number,
      case when {m}.activated then u.profile_picture_url end as profile_picture_url,
      case when {m}.activated then u.metadata else '{{}}' end as metadata,
      {m}.activated and u.verified as verified, {m}.activated and u.mfa_enrolled as mfa_enrolled,
      {m}.activated and u.is_super_user as is_super_user, u.invisible,
      case when {m}.activated then u.provider else 'local' end as provider,
      {m}.activated and exists (
        select from password_locks p where p.user_id = u.id and p.locked_until > {now}
      ) or {m}.activated and u.locked_at is not null as is_locked,
      {m}.activated, {m}.is_disabled, {m}.managed_by, {m}.temporary_expires_at,
      {m}.sub_account_access_allowed, {m}.created_at as joined_at,
      case when {m}.activated then u.created_at else {m}.created_at end as created_at,
      case when {m}.activated then u.last_login_at end as last_login_at
    """


def compose_members(
    shape: UserShape,
    page: LiteralString,
    *,
    tenants: LiteralString,
    now: LiteralString,
    holding: LiteralString | None = None,
) -> LiteralString:
    """The query parts of a `with` that ends in `written`, one `text` for `MemberPage`: each user of `page`
    (tenant_id, user_id, key, total), who is shown as in that tenant, with every membership in `tenants`, an
    array.

    `now` as in `compose_member_columns`. `holding` replaces the statement of the roles that hold each
    permission, if `tenants` does not contain all tenants in scope. `offset 0` makes the planner look each
    member up by key, even if it expects a page to be most of the tenant.
    """
    names = dict.fromkeys(("id", "tenant_id", *shape.facts.values(), *shape.in_tenant.values()))
    columns: LiteralString = ", ".join(_COMPUTED.get(name, f"m.{name}") for name in names)
    no_ids: LiteralString = "'{}'::uuid[]"
    effective: LiteralString = (
        """array(
          select distinct e.role_id from effective_roles e
          where e.tenant_id = b.tenant_id and e.user_id = b.user_id
        )"""
        if shape.shows("permissions")
        else no_ids
    )
    group_ids: LiteralString = (
        """array(
          select gm.group_id from group_members gm
          where gm.tenant_id = b.tenant_id and gm.user_id = b.user_id
        )"""
        if shape.shows("groups")
        else no_ids
    )
    return f"""
    page as materialized ({page}),
    belongs as materialized (
      select m.*, m.tenant_id = page.tenant_id as shown, page.key,
        array_position({tenants}, m.tenant_id) as place
      from page cross join lateral (
        select * from memberships m
        where m.user_id = page.user_id and m.tenant_id = any ({tenants}) offset 0
      ) m
    ),
    member as materialized (
      select u.id, b.tenant_id, b.shown, b.key, b.place, {compose_member_columns("b", now)},
        case when b.activated then u.updated_at else b.created_at end as updated_at,
        array(
          select mr.role_id from membership_roles mr
          where mr.tenant_id = b.tenant_id and mr.user_id = b.user_id
        ) as role_ids,
        {effective} as effective_role_ids, {group_ids} as group_ids
      from belongs b cross join lateral (select * from users u where u.id = b.user_id offset 0) u
    ),
    written as (
      select '{{"total":' || (select coalesce(max(total), 0) from page) || ',"members":' || (
          select coalesce(json_agg(one), '[]') from (
            select {columns}, m.shown, m.role_ids, m.effective_role_ids, m.group_ids
            from member m order by m.key, m.place
          ) one
        ) || ',"roles":[' || (
          select coalesce(string_agg({ROLE}, ',' order by r.level, r.id), '') from roles r
          where r.id = any (array(
              select distinct unnest(m.role_ids || m.effective_role_ids) from member m
            )) and (r.tenant_id = any ({tenants}) or r.tenant_id is null)
        ) || '],"permissions":[' || (
          select coalesce(string_agg({PERMISSION}, ',' order by p.key), '') from permissions p
          left join ({holding or compose_permission_holders(tenants)}) h on h.permission_id = p.id
          where p.id in (
            select rp.permission_id from role_permissions rp
            where rp.role_id = any (array(
              select distinct unnest(m.effective_role_ids) from member m
            ))
          )
        ) || '],"groups":' || (
          select coalesce(json_agg(json_strip_nulls(
            json_build_object('id', g.id, 'name', g.name, 'color', g.color)
          ) order by lower(g.name), g.id), '[]') from groups g
          where g.tenant_id = any ({tenants})
            and g.id = any (array(select distinct unnest(m.group_ids) from member m))
        ) || '}}' as text
    )
    """


class MemberPage:
    """The members that a statement of `compose_members` has returned."""

    def __init__(self, text: str) -> None:
        page = orjson.loads(text)
        self.total: int = page["total"]
        self._members: list[Row] = page["members"]
        for member in self._members:
            for name in _INSTANTS:
                if (instant := member.get(name)) is not None:
                    member[name] = _format_instant(instant)
        self._roles: dict[str, Row] = {role["id"]: role for role in page["roles"]}
        self._permissions: dict[str, Row] = {one["id"]: one for one in page["permissions"]}
        self._groups: dict[str, Row] = {group["id"]: group for group in page["groups"]}
        self._written: dict[tuple[str, frozenset[str]], orjson.Fragment] = {}

    def list_users(self, shape: UserShape) -> list[Row]:
        """The users in the order of the page, with values that `orjson` writes."""
        users = []
        for _, memberships in groupby(self._members, itemgetter("id")):
            found = list(memberships)
            users += [
                _select(shape.facts, one)
                | {name: self._build_list(name, one, found, shape) for name in shape.lists}
                for one in found
                if one["shown"]
            ]
        return users

    def _build_list(
        self, name: str, member: Row, memberships: Sequence[Row], shape: UserShape
    ) -> Any:
        match name:
            case "tenantIds":
                return [one["tenant_id"] for one in memberships]
            case "tenants":
                return [
                    _select(shape.in_tenant, one)
                    | {
                        listed: self._build_list(listed, one, (), shape)
                        for listed in shape.lists_in_tenant
                    }
                    for one in memberships
                ]
            case "roles":
                return self._write(name, self._roles, member["role_ids"])
            case "roleIds" | "rolesIds":
                held = set(member["role_ids"])
                return [one for one in self._roles if one in held]
            case "permissions":
                return self._write(name, self._permissions, self._list_granted(member))
            case "groups":
                return self._write(name, self._groups, member["group_ids"])
            case "deletedAt":
                return None
        raise ValueError(name)

    def _list_granted(self, member: Row) -> frozenset[str]:
        """The permissions of the member's roles, also of those through groups."""
        roles = (self._roles.get(one) for one in member["effective_role_ids"])
        return frozenset(granted for role in roles if role for granted in role["permissions"])

    def _write(
        self, name: str, entries: Mapping[str, Row], ids: Collection[str]
    ) -> orjson.Fragment:
        """The JSON of these entries, in the order of all."""
        key = (name, frozenset(ids))
        if key not in self._written:
            self._written[key] = orjson.Fragment(
                orjson.dumps([entry for one, entry in entries.items() if one in key[1]])
            )
        return self._written[key]


def _select(columns: Mapping[str, str], member: Row) -> Row:
    return {
        name: value for name, column in columns.items() if (value := member[column]) is not None
    }


def _format_instant(text: str) -> str:
    """A time of UTC as all answers have it: microseconds only where there are any."""
    seconds, _, fraction = text.partition(".")
    return f"{seconds}.{fraction:0<6}Z" if fraction else f"{seconds}Z"


def render_user(text: str, shape: UserShape) -> bytes:
    """The one user of a page."""
    [user] = MemberPage(text).list_users(shape)
    return orjson.dumps(user)


def render_page(text: str, shape: UserShape, limit: int) -> bytes:
    page = MemberPage(text)
    totals = {"totalItems": page.total, "totalPages": -(-page.total // limit)}
    about = totals if shape is TEAM_USER else {"_metadata": totals}
    return orjson.dumps({"items": page.list_users(shape), **about})
