"""Conditions of a tenant for a session that enters it, beyond those met at sign-in."""

from typing import LiteralString

from gatehouse.kit.db import Query


# Whether users with this email must use SSO. The vendor may exempt users.
def sso_required(address: LiteralString) -> LiteralString:
    return f"""
      exists (
        select from sso_domains s
        join sso_connections c on c.tenant_id = s.tenant_id and c.id = s.connection_id
        where s.domain = split_part({address}, '@', 2) and s.validated_at is not null
          and c.enabled and c.enforced
      ) and not exists (select from vendor where {address} = any (sso_excluded_emails))
    """


# Whether session `s` lacks the MFA that the tenant requires; `p` is its policy, `v` the vendor's. A
# remembered browser counts where the tenant allows it, and while `is_too_old` does not hold. An impersonator
# has no remembered browser, and the user who set the rule continues, including in applications opened from
# the session. The rarest condition comes first.
def lacks_second_factor(tenant: LiteralString, is_too_old: LiteralString) -> LiteralString:
    return f"""
      (not s.amr @> '{{mfa}}' and s.impersonator_id is null and case when s.amr @> '{{remembered}}'
        then not coalesce(p.allow_remember_my_device, v.mfa_remember_device) or {is_too_old}
        else case coalesce(p.enforce_mfa_type, v.mfa_enforcement)
          when 'Force' then true
          when 'ForceExceptSAML' then not s.amr && '{{sso,saml}}'
          else false
        end
      end and not (select u.mfa_bypass from users u where u.id = s.user_id) and not exists (
        select from session_tenants e
        where e.session_id in (s.id, s.parent_id) and e.tenant_id = {tenant} and e.mfa_excused
      ))
    """


# Whether the session lacks the MFA that tenant `x`, which it has entered, requires. The age of a remembered
# browser is not checked, because the session's right there already expires.
INSIDE_LACKS_SECOND_FACTOR: LiteralString = f"""
  (select {lacks_second_factor("x.tenant_id", "false")}
  from vendor v left join mfa_policies p on p.tenant_id = x.tenant_id)
"""

# What tenant $2 requires that session $1 lacks at time $3, by the sign-in rules: SSO, MFA, or a password that
# has not expired. The age of a remembered browser and of the password is checked only when the session is new
# there ($4). Null: nothing.
_REMEMBERED_TOO_LONG_AGO: LiteralString = """
  $4::bool and coalesce(s.remembered_at, s.created_at) + make_interval(
    secs => coalesce(p.mfa_device_expiration, v.mfa_device_seconds)) <= $3
"""
LACKING = Query(
    str,
    f"""
    select case
        when not s.amr && '{{sso,saml}}' and {sso_required("u.email")} then 'sso'
        when {lacks_second_factor("$2", _REMEMBERED_TOO_LONG_AGO)} then 'second_factor'
        when $4::bool and s.amr @> '{{pwd}}' and exists (
          select from password_rotation_policies r join passwords w on w.user_id = s.user_id
          where r.tenant_id = $2 and r.is_active
            and w.changed_at + make_interval(mins => r.rotation_period) <= $3
        ) then 'password'
      end as lacking
    from sessions s join users u on u.id = s.user_id
    cross join vendor v left join mfa_policies p on p.tenant_id = $2
    where s.id = $1
    """,
)
