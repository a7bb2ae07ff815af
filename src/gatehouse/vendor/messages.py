"""Templates of the vendor: text with named placeholders, `{{ name }}`, and nothing that is executed."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from html import escape
from html.parser import HTMLParser
from typing import Any, Literal
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.sealed import SealedColumn

MailProvider = Literal["sendgrid", "ses", "mailgun"]


@dataclass(frozen=True, slots=True)
class MailTemplate:
    """Replaces the built-in mail of this type. When not `active`, the mail is not sent. The redirect
    addresses are stored as given and have no effect."""

    id: UUID
    type: str
    subject: str
    html: str
    sender_email: str | None
    from_name: str | None
    active: bool
    redirect_url: str | None
    success_redirect_url: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class SmsTemplate:
    id: UUID
    type: str
    template: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class MailConfiguration:
    """`settings` has what is no secret: id, region, domain."""

    id: UUID
    provider: MailProvider
    settings: dict[str, Any]
    sealed_secret: bytes
    created_at: datetime
    updated_at: datetime


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


PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")
# Syntax of other template languages, and unmatched braces.
FOREIGN = re.compile(r"\{\{|\{%")
BLOCKS = {"p", "div", "tr", "table", "h1", "h2", "h3", "h4", "li", "ul", "ol", "br", "section"}
UNSEEN = {"style", "script", "head", "title"}
# Comments, and such as a document type: nothing to read, and some of them Python's parser fails at.
COMMENT, COMMENT_ENDS = re.compile(r"<!--.*?-->", re.DOTALL), "-->"
DECLARATION = re.compile(r"<![^<>]*>")
# A sign that begins no tag: nothing ends it before the next one begins.
NO_TAG = re.compile(r"""<(?:(?=!)|(?![^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>))""")


def check_placeholders(text: str, known: Collection[str]) -> None:
    """Raises `ValueError` for an unknown placeholder, and for anything else in double braces."""
    for found in PLACEHOLDER.finditer(text):
        name = found[1].strip()
        if name not in known:
            placeholder, there_are = f"{{{{{name[:40]}}}}}", ", ".join(sorted(known))
            text = f"{placeholder} is not a valid placeholder here; use one of {there_are}"
            raise RefusedValue(text, "no_placeholder", placeholder=placeholder, known=there_are)
    if "{{{" in text or FOREIGN.search(PLACEHOLDER.sub("", text)):
        text = "double braces can only contain placeholders such as {{link}}"
        raise RefusedValue(text, "foreign_braces")


def list_placeholders(text: str) -> set[str]:
    return {found[1].strip() for found in PLACEHOLDER.finditer(text)}


def fill_placeholders(text: str, values: Mapping[str, Any], *, as_html: bool) -> str:
    """Replace placeholders once: a placeholder inside a value is not replaced. A missing value is empty."""

    def value(found: re.Match[str]) -> str:
        shown = str(values.get(found[1].strip(), ""))
        return escape(shown) if as_html else shown

    return PLACEHOLDER.sub(value, text)


class _TextReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0
        self._link: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in UNSEEN
        if tag in BLOCKS:
            self.parts.append("\n")
        if tag == "a":
            self._link = dict(attrs).get("href")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in UNSEEN and self._hidden > 0
        if tag in BLOCKS:
            self.parts.append("\n")
        if tag == "a" and self._link:
            self.parts.append(f"\n{self._link}\n")
            self._link = None

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))


def _close_open_tags(html: str) -> str:
    """Escape each `<` that starts no complete tag, and remove comments and declarations. Python's parser
    scans to the end of the text for each one: a minute for 16,000 of them, during which all other requests
    wait."""
    commented, end, rest = html.rpartition(COMMENT_ENDS)
    read = COMMENT.sub("", commented + end) + rest
    return NO_TAG.sub("&lt;", DECLARATION.sub("", read))


def text_of(html: str) -> str:
    """Plain text of an HTML mail, with the addresses of its links."""
    reader = _TextReader()
    reader.feed(_close_open_tags(html))
    reader.close()
    lines = [line.strip() for line in "".join(reader.parts).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
