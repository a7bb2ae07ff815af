from uuid import UUID

from gatehouse.identity.ownership.models import SignUpRequest
from gatehouse.kit.db import Command, Query

# Everything that opens account $1 besides its address, and the number at which its first user said to be; $2:
# also tokens of tenants that this user has made.
FORGET_STRANGER = Command(
    """
    with person as (select id from users where id = $1),
    passwords_gone as (delete from passwords where user_id in (select id from person)),
    emails_gone as (delete from user_emails where user_id in (select id from person)),
    names_gone as (
      delete from usernames where user_id in (select id from person) and not is_vendors),
    numbers_gone as (delete from phone_numbers where user_id in (select id from person)),
    apps_gone as (delete from authenticators where user_id in (select id from person)),
    phones_gone as (delete from mfa_phones where user_id in (select id from person)),
    mails_gone as (delete from mfa_emails where user_id in (select id from person)),
    keys_gone as (delete from webauthn_credentials where user_id in (select id from person)),
    recovery_gone as (delete from recovery_codes where user_id in (select id from person)),
    tokens_gone as (delete from api_tokens where owner_id = $1 or $2 and created_by = $1),
    identities_gone as (delete from external_identities where user_id in (select id from person)),
    links_gone as (delete from magic_links where user_id in (select id from person)),
    picture_gone as (delete from profile_pictures where user_id in (select id from person)),
    consents_gone as (delete from oauth_consents where user_id in (select id from person)),
    sign_ins_gone as (delete from pending_sign_ins where user_id in (select id from person))
    delete from remembered_devices where user_id in (select id from person)
    """
)
# What may be the vendor's, or of whoever it let in before the person proved the address. Sessions of then
# ended when they did.
FORGET_BEFORE_PROOF = Command(
    """
    with person as (
      select id, proved_at as since from users where id = $1 and proved_at > vouched_at
    ),
    passwords_gone as (
      delete from passwords g using person p where g.user_id = p.id and g.changed_at < p.since),
    emails_gone as (
      delete from user_emails g using person p where g.user_id = p.id and g.created_at < p.since),
    numbers_gone as (
      delete from phone_numbers g using person p where g.user_id = p.id and g.created_at < p.since),
    apps_gone as (
      delete from authenticators g using person p where g.user_id = p.id and g.created_at < p.since),
    phones_gone as (
      delete from mfa_phones g using person p where g.user_id = p.id and g.created_at < p.since),
    keys_gone as (
      delete from webauthn_credentials g using person p
      where g.user_id = p.id and g.created_at < p.since),
    recovery_gone as (
      delete from recovery_codes g using person p where g.user_id = p.id and g.created_at < p.since),
    identities_gone as (
      delete from external_identities g using person p
      where g.user_id = p.id and g.created_at < p.since),
    sign_ins_gone as (
      delete from pending_sign_ins g using person p where g.user_id = p.id and g.created_at < p.since),
    links_over as (
      update action_tokens g set used_at = p.since from person p
      where g.user_id = p.id and g.created_at < p.since and g.used_at is null)
    delete from remembered_devices g using person p where g.user_id = p.id and g.created_at < p.since
    """
)

# The newest first. What a tenant has of changes is in its audit: whatever is not in $2 counts as one.
REQUESTS = Query(
    SignUpRequest,
    """
    select s.tenant_id, s.name, s.company_name, s.phone_number, s.metadata, s.opened_company,
      m.activated as is_entered,
      exists (select from memberships o where o.tenant_id = s.tenant_id and o.user_id <> $1)
      or m.activated and (
        s.created_at < $3
        or exists (
          select from audits a
          where a.tenant_id = s.tenant_id and a.actor_user_id is not null and a.action <> all ($2::text[]))
      ) as is_changed
    from sign_up_requests s
    join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    join tenants t on t.id = s.tenant_id and t.deleted_at is null
    where s.user_id = $1
    order by s.created_at desc, s.tenant_id
    """,
)

# Where sessions of account $1 may act; $2: also of one whose address is verified.
TENANTS_OF = Query(
    UUID,
    """
    select m.tenant_id from memberships m join users u on u.id = m.user_id
    where m.user_id = $1 and ($2 or not u.verified)
    """,
)

LOCK_TENANTS = Command(
    "select id from tenants where id = any ($1::uuid[]) order by id for no key update"
)

HAS_MEMBERS = Query(bool, "select exists (select from memberships where tenant_id = $1)")
