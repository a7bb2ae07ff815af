"""Templates are checked when they are saved, so that every stored one can be rendered and has its
required placeholders."""

from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.configuration.service import lock_configuration
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.mails.kinds import (
    KINDS,
    MailKind,
    find_template_faults,
    format_header_address,
)
from gatehouse.identity.mails.schemas import MailTemplateIn, MailTemplateOut
from gatehouse.identity.mails.service import build_mail_link, build_mail_theme
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid, NotFound
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.chosen_mailer import parse_sender
from gatehouse.providers.mail.port import Mail
from gatehouse.providers.mail.render import render_mail
from gatehouse.vendor import messages


class MailTemplateNotFound(NotFound, code="mail_templates.not_found"): ...


class MailNeverSent(Invalid, code="mail_templates.never_sent"):
    """Gatehouse does not send this mail, so a template would never be used."""


class MailAlwaysSent(Invalid, code="mail_templates.always_sent"):
    """Notices about the user's account cannot be switched off."""


class TemplateRefused(Invalid, code="templates.refused"):
    """The template has an unknown placeholder, or lacks a required one."""


class MailTemplateChanged(Event):
    event_name = "vendor.mail_template_changed"
    severity = "High"
    text = "Changed the email {kind}"
    kind: str


class MailTemplateDeleted(Event):
    event_name = "vendor.mail_template_deleted"
    severity = "High"
    text = "Restored the default of the email {kind}"
    kind: str


async def list_mail_templates(
    db: Db, resources: Resources, kind: str | None
) -> list[MailTemplateOut]:
    """The vendor's templates, all or of one type."""
    name, address = parse_sender(resources)
    page = build_mail_link(resources, "/account")
    return [
        MailTemplateOut(
            id=one.id,
            type=one.type,
            html_template=one.html,
            sender_email=one.sender_email or address,
            from_name=one.from_name or name,
            subject=one.subject,
            redirectURL=page,
            success_redirect_url=one.success_redirect_url or "",
            redirectURLPattern=one.redirect_url,
            success_redirect_url_pattern=one.success_redirect_url,
            active=one.active,
        )
        for one in await messages.MAIL_TEMPLATES.all(db)
        if kind in (None, one.type)
    ]


def build_default_mail_template(resources: Resources, kind: str) -> MailTemplateOut:
    """The default template with its placeholders. Raises `MailNeverSent`."""
    mail = _render_default_mail(resources, _get_mail_kind(kind))
    name, address = parse_sender(resources)
    page = build_mail_link(resources, "/account")
    return MailTemplateOut(
        type=kind,
        html_template=mail.html,
        sender_email=address,
        from_name=name,
        subject=mail.subject,
        redirectURL=page,
        success_redirect_url=page,
        active=True,
    )


async def save_mail_template(db: Db, resources: Resources, by: Actor, data: MailTemplateIn) -> None:
    """Save a template. Raises `MailNeverSent`, `MailAlwaysSent`, `TemplateRefused` or `InvalidEmail`."""
    kind = _get_mail_kind(data.type)
    if kind.notice and not data.active:
        raise MailAlwaysSent("This email cannot be turned off")
    usual = _render_default_mail(resources, kind)
    subject, html = data.subject or usual.subject, data.html_template or usual.html
    _check_mail_template(kind, subject, html)
    sender = _normalize_own_sender(resources, data.sender_email)
    await lock_configuration(db)
    await messages.SAVE_MAIL_TEMPLATE.run(
        db, new_id(), data.type, subject, html, sender, data.from_name or None, data.active,
        clock.now(),
    )  # fmt: skip
    await messages.SAVE_ADDRESSES.run(db, data.type, data.redirect_url, data.success_redirect_url)
    await announce_event(db, MailTemplateChanged(None, data.type), by=by)


async def delete_mail_template(db: Db, by: Actor, template_id: UUID) -> None:
    """Delete a template. Raises `MailTemplateNotFound`."""
    await lock_configuration(db)
    kind = await messages.DELETE_MAIL_TEMPLATE.first(db, template_id)
    if kind is None:
        raise MailTemplateNotFound("The template was not found")
    await announce_event(db, MailTemplateDeleted(None, kind), by=by)


def _normalize_own_sender(resources: Resources, given: str | None) -> str | None:
    """The one of the settings is none of the template's own."""
    if not given or given == parse_sender(resources)[1]:
        return None
    address = normalize_email(given)
    if format_header_address(address) is None:
        raise TemplateRefused("senderEmail: only ASCII characters are allowed before the @")
    return address


def _get_mail_kind(kind: str) -> MailKind:
    found = KINDS.get(kind)
    if found is None:
        raise MailNeverSent(f"type: {kind} is unknown. Use one of {', '.join(KINDS)}")
    return found


def _render_default_mail(resources: Resources, kind: MailKind) -> Mail:
    blanks = {name: f"{{{{{name}}}}}" for name in kind.values}
    values = {**build_mail_theme(resources), "vendor": "{{vendor}}", "only_here": False, **blanks}
    return render_mail(kind.template, "nobody@localhost", values)


def _check_mail_template(kind: MailKind, subject: str, html: str) -> None:
    for place, said in find_template_faults(kind, subject, html):
        raise TemplateRefused(f"{'htmlTemplate' if place == 'html' else place}: {said}")
