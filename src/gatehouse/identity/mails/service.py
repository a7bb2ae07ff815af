"""Shared parts of all account mails.

The first mail to an address contains no name, neither a user's nor a company's: the sender of the request
chose both, and could use them to address strangers in the vendor's name. Later mails greet by name.
"""

import re
from email.utils import formataddr, parseaddr
from typing import Any, Protocol
from unicodedata import category
from urllib.parse import urlencode

from gatehouse.identity.mails.kinds import ALSO_CALLED, TYPES, format_header_address
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.chosen_mailer import format_sender
from gatehouse.providers.mail.port import Mail
from gatehouse.providers.outgoing import Outbox
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.messages import MailTemplate, fill_placeholders, text_of

LONGEST, MOST_WORDS = 60, 4
BETWEEN = " .'’-\u200c\u200d"
DOTTED = re.compile(r"\w\.\w{2}")  # mail programs would turn it into a link


async def send_mail(
    db: Db, resources: Resources, template: str, to: str, *, kind: str | None = None, **values: Any
) -> None:
    """Queue the mail in this transaction, in the theme of the pages that its links open. A `name` among
    the values is that of the account's owner. `kind` is the wire's name of the mail, where our template
    has several: the vendor may have a template for it."""
    if "name" in values:
        values["name"] = safe_greeting_name(values["name"])
    filled = {**build_mail_theme(resources), **values}
    written = configuration_of(resources).mail_templates.get(kind or TYPES.get(template, ""))
    if written is None:
        await resources[Outbox].queue_mail(db, template, to, **filled)
    elif written.active:
        sender = format_sender(resources)
        await resources[Outbox].queue_rendered_mail(
            db, render_custom_mail(written, to, filled, sender)
        )


def build_mail_theme(resources: Resources) -> dict[str, str]:
    """The theme values that every mail is filled with."""
    brand = brand_of(configuration_of(resources), "loginBox")
    return {
        "vendor": brand.name,
        "logo": brand.logo or "",
        "accent": brand.accent_hex,
        "ink": brand.ink_hex,
    }


def render_custom_mail(
    template: MailTemplate, to: str, values: dict[str, Any], sender: str
) -> Mail:
    """Fill the vendor's own template."""
    values = values | {also: values[name] for name, also in ALSO_CALLED.items() if name in values}
    subject = " ".join(fill_placeholders(template.subject, values, as_html=False).split())
    html = fill_placeholders(template.html, values, as_html=True)
    name, address = parseaddr(sender)
    whole = None
    if template.sender_email or template.from_name:
        whole = formataddr(
            (template.from_name or name, format_header_address(template.sender_email) or address)
        )
    return Mail(to, subject, text_of(html), html, sender=whole)


def safe_greeting_name(name: str) -> str:
    """The name if it is plain text, else a neutral greeting: the creator of the account may have chosen
    the name."""
    is_plain = all(letter in BETWEEN or category(letter)[0] in "LM" for letter in name)
    if not is_plain or len(name) > LONGEST or len(name.split()) > MOST_WORDS or DOTTED.search(name):
        return "there"
    return name


def build_mail_link(resources: Resources, path: str, **query: Any) -> str:
    """The URL of a page on the configured sign-in origin; hosts from requests are not used."""
    deployment = resources[Deployment]
    address = (deployment.application_url or deployment.public_url) + path
    return f"{address}?{urlencode(query)}" if query else address


class MailedUser(Protocol):
    @property
    def email(self) -> str: ...

    @property
    def name(self) -> str: ...


async def mail_security_change(
    db: Db,
    resources: Resources,
    template: str,
    user: MailedUser,
    change: str,
    kind: str | None = None,
) -> None:
    """Notify the user of a change of how they sign in, with a link to set a new password."""
    values = {"name": user.name, "change": change}
    link = build_mail_link(resources, "/account/forget-password")
    await send_mail(db, resources, template, user.email, kind=kind, link=link, **values)


async def mail_already_registered(db: Db, resources: Resources, email: str, name: str) -> None:
    await send_mail(
        db,
        resources,
        "already-registered",
        email,
        name=name,
        link=build_mail_link(resources, "/account/login"),
        reset_link=build_mail_link(resources, "/account/forget-password"),
    )
