from uuid import UUID

from gatehouse.kit.db import Command, Query

# Everything that opens the account besides its address, and the number at which its first user said to be.
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
    tokens_gone as (delete from api_tokens where owner_id = $1 or created_by = $1),
    identities_gone as (delete from external_identities where user_id in (select id from person)),
    links_gone as (delete from magic_links where user_id in (select id from person)),
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

DROP_NUMBER = Command(
    "update users set phone_number = null where id = $1 and phone_number is not null"
)
DROP_METADATA = Command(
    "update users set metadata = '{}', metadata_claimed = false where id = $1 and metadata_claimed"
)

# Nobody invited the person there: they opened it when they signed up.
ACTIVATE_OWN = Query(
    UUID,
    """
    update memberships m set activated = true
    where m.user_id = $1 and m.invited_by is null and not m.activated and not m.is_disabled
      and exists (select from tenants t where t.id = m.tenant_id and t.deleted_at is null)
    returning m.tenant_id
    """,
)
