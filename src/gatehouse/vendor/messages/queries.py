from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.messages.models import MailConfiguration, MailTemplate, SmsTemplate

SECRET = SealedColumn("mail_configurations", "sealed_secret")

MAIL_TEMPLATES = Query(MailTemplate, "select * from mail_templates order by type")
SAVE_MAIL_TEMPLATE = Command(
    """
    insert into mail_templates (id, type, subject, html, sender_email, from_name, active, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (type) do update set subject = $3, html = $4, sender_email = $5, from_name = $6,
      active = $7, updated_at = $8
    """
)
SAVE_ADDRESSES = Command(
    "update mail_templates set redirect_url = $2, success_redirect_url = $3 where type = $1"
)
DELETE_MAIL_TEMPLATES = Command("delete from mail_templates where type = any ($1::text[])")
DELETE_MAIL_TEMPLATE = Query(str, "delete from mail_templates where id = $1 returning type")

SMS_TEMPLATES = Query(SmsTemplate, "select * from sms_templates order by type")
SAVE_SMS_TEMPLATE = Query(
    SmsTemplate,
    """
    insert into sms_templates (id, type, template, created_at, updated_at) values ($1, $2, $3, $4, $4)
    on conflict (type) do update set template = $3, updated_at = $4 returning *
    """,
)
DELETE_SMS_TEMPLATE = Query(UUID, "delete from sms_templates where type = $1 returning id")

MAIL_CONFIGURATION = Query(MailConfiguration, "select * from mail_configurations")
# Its id stays, since the secret is bound to it.
SAVE_MAIL_CONFIGURATION = Command(
    """
    insert into mail_configurations (id, provider, settings, sealed_secret, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5)
    on conflict (id) do update set provider = $2, settings = $3, sealed_secret = $4, updated_at = $5
    """
)
DELETE_MAIL_CONFIGURATION = Query(UUID, "delete from mail_configurations returning id")

# A mail needs a sender that can be written to: the one of the settings.
CLEAR_SENDER = Command(
    """
    update mail_templates set sender_email = null
    where lower(sender_email) = any ($1::text[]) and created_at < $2
    """
)
