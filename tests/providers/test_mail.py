"""Mail as it arrives: over SMTP, as a file, and made from templates."""

import re
import socket
import ssl
from base64 import b64decode
from datetime import timedelta
from email.headerregistry import Address
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import aiosmtplib
import orjson
import pytest
from jinja2 import UndefinedError
from pydantic import SecretStr

from gatehouse.kit import clock
from gatehouse.providers.files import FileMailer
from gatehouse.providers.mail import render as rendering
from gatehouse.providers.mail import services, smtp
from gatehouse.providers.mail.port import Mail, MailRefused, build_message
from gatehouse.providers.mail.render import render_mail
from gatehouse.providers.mail.smtp import SmtpMailer
from gatehouse.providers.settings import SmtpMail
from tests.providers.smtp_server import SmtpServer

SENDER = "Gatehouse <no-reply@id.test>"
MAIL = Mail("pat@example.test", "Grüße — hello", "Text ä\n.\nline", "<p>HTML ä</p>")
ID = "0199-id"


def mailer(server: SmtpServer, **settings: Any) -> SmtpMailer:
    values = {"host": "localhost", "security": "none", "timeout_seconds": 5, **settings}
    return SmtpMailer(SmtpMail(kind="smtp", port=server.port, **values), SENDER)


async def test_a_mail_arrives_whole():
    with SmtpServer() as server:
        await mailer(server).send(MAIL, ID)
    [received] = server.received
    assert (received.sender, received.to) == ("no-reply@id.test", ["pat@example.test"])
    message = received.message
    assert message["From"] == SENDER
    assert message["To"] == "pat@example.test"
    assert message["Subject"] == "Grüße — hello"
    assert message["Message-ID"] == "<0199-id@id.test>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"].datetime - clock.now() < timedelta(minutes=1)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text
    assert html
    assert text.get_content().splitlines() == ["Text ä", ".", "line"]
    assert html.get_content().strip() == "<p>HTML ä</p>"
    assert received.content.isascii()


async def test_a_file_holds_the_same_mail(tmp_path):
    files = FileMailer(tmp_path / "mail", SENDER)
    await files.send(MAIL, ID)
    clock.advance_clock(timedelta(seconds=1))
    await files.send(MAIL, ID)
    first, second = (path.read_bytes() for path in sorted((tmp_path / "mail").iterdir()))
    assert re.sub(rb"Date: .*", b"", first) != first
    strip = re.compile(rb"Date: .*|={3,}\d+=*")
    assert strip.sub(b"", first) == strip.sub(b"", second)
    assert b"Message-ID: <0199-id@id.test>" in first
    assert all(path.suffix == ".eml" for path in (tmp_path / "mail").iterdir())


async def test_starttls_needs_a_certificate_that_is_trusted(monkeypatch):
    with SmtpServer(tls=True) as server:
        with pytest.raises(ssl.SSLCertVerificationError):
            await mailer(server, security="starttls").send(MAIL, ID)
        assert server.received == []
        monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
        await mailer(server, security="starttls").send(MAIL, ID)
    assert [received.encrypted for received in server.received] == [True]


async def test_without_starttls_nothing_is_sent_in_the_open():
    """An attacker on the way may take the offer out."""
    with SmtpServer(tls=False, login=("us", "right")) as server:
        careful = mailer(server, security="starttls", username="us", password=SecretStr("right"))
        with pytest.raises(aiosmtplib.SMTPException, match="STARTTLS"):
            await careful.send(MAIL, ID)
    assert server.received == []


async def test_where_encryption_is_turned_off_none_is_asked_for():
    with SmtpServer(tls=True) as server:
        await mailer(server, security="none").send(MAIL, ID)
    assert [received.encrypted for received in server.received] == [False]


async def test_a_server_that_begins_with_the_handshake_gets_it(monkeypatch):
    """Implicit TLS, as on port 465: it says nothing before, and does not offer STARTTLS."""
    with SmtpServer(implicit_tls=True, login=("us", "right")) as server:
        monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
        login = {"username": "us", "password": SecretStr("right")}
        await mailer(server, security="tls", **login).send(MAIL, ID)
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(aiosmtplib.SMTPConnectError, match="CERTIFICATE_VERIFY_FAILED"):
            await mailer(server, security="tls", **login).send(MAIL, ID)
    assert [(received.encrypted, received.login) for received in server.received] == [(True, "us")]


@pytest.mark.parametrize("security", ["starttls", "none"])
async def test_a_relay_that_wants_no_login_is_offered_none(monkeypatch, security):
    """It knows its senders by their address, and offers no AUTH."""
    with SmtpServer(tls=security == "starttls", answers={"AUTH": "503 no AUTH"}) as server:
        monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
        await mailer(server, security=security).send(MAIL, ID)
    [received] = server.received
    assert (received.encrypted, received.login) == (security == "starttls", None)


async def test_a_login_is_used_and_its_refusal_heard():
    with SmtpServer(login=("us", "right")) as server:
        await mailer(server, username="us", password=SecretStr("right")).send(MAIL, ID)
        with pytest.raises(aiosmtplib.SMTPAuthenticationError, match="wrong login"):
            await mailer(server, username="us", password=SecretStr("wrong")).send(MAIL, ID)
    assert [received.login for received in server.received] == ["us"]


@pytest.mark.parametrize("verb", ["EHLO", "MAIL", "RCPT", "DATA"])
async def test_every_refusal_is_heard(verb):
    with SmtpServer(answers={verb: "550 not you"}) as server:
        if verb == "EHLO":
            server.answers["HELO"] = "550 not you"
        with pytest.raises(aiosmtplib.SMTPException, match="not you"):
            await mailer(server).send(MAIL, ID)
    assert server.received == []


async def test_a_server_that_says_nothing_does_not_keep_the_sender():
    quick = pytest.raises((TimeoutError, aiosmtplib.SMTPTimeoutError))
    with SmtpServer(silent=True) as server, quick:
        await mailer(server, timeout_seconds=0.2).send(MAIL, ID)


async def test_a_server_that_says_little_at_a_time_does_not_keep_the_sender_either():
    """The limit is for the whole sending: a transaction waits for it. It ends between two answers, as Python
    3.11 forgets a limit that ends with one."""
    with SmtpServer(pause=1) as server, pytest.raises(TimeoutError):
        await mailer(server, timeout_seconds=1.5).send(MAIL, ID)
    assert server.received == []


async def test_a_server_that_is_given_up_is_not_waited_for_at_the_end_either():
    with SmtpServer(unanswered="MAIL") as server, pytest.raises(TimeoutError):
        await mailer(server, timeout_seconds=1).send(MAIL, ID)
    assert "QUIT" not in server.heard


@pytest.mark.parametrize("settings", [{"unanswered": "QUIT"}, {"answers": {"QUIT": "421 no"}}])
async def test_mail_that_was_taken_is_sent_whatever_the_server_says_to_quit(monkeypatch, settings):
    """As a failure it would be sent again."""
    monkeypatch.setattr(smtp, "QUIT_SECONDS", 0.2)
    with SmtpServer(**settings) as server:
        await mailer(server).send(MAIL, ID)
    assert len(server.received) == 1


async def test_a_server_that_is_away_is_an_error():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        away = SmtpServer(port=taken.getsockname()[1])
        with pytest.raises(aiosmtplib.SMTPConnectError):
            await mailer(away, host="127.0.0.1").send(MAIL, ID)


@pytest.mark.parametrize(
    "changes",
    [
        {"to": "pat@example.test\r\nBcc: all@example.test"},
        {"to": "pat@example.test\nBcc: all@example.test"},
        {"subject": "Hello\r\nBcc: all@example.test"},
        {"subject": "Hello\r\n\r\n<script>"},
    ],
)
def test_a_header_cannot_be_smuggled_in(changes):
    fields = {"to": MAIL.to, "subject": MAIL.subject, "text": "", "html": ""} | changes
    with pytest.raises(ValueError, match=r"linefeed|carriage return|invalid"):
        build_message(Mail(**fields), SENDER, ID)


@pytest.mark.parametrize(
    ("to", "recipient"),
    [
        ("jörg@example.test", "jörg@example.test"),
        # A server needs no extension for a domain that travels as ASCII (RFC 5891).
        ("pat@exämple.test", "pat@xn--exmple-cua.test"),
        ('"a b"@example.test', '"a b"@example.test'),
    ],
)
async def test_unusual_addresses_reach_the_server(to, recipient):
    with SmtpServer() as server:
        await mailer(server).send(Mail(to, "s", "t", "h"), ID)
    [received] = server.received
    assert received.to == [recipient]
    assert received.content.isascii() == recipient.isascii()


def test_an_address_beyond_ascii_stands_in_the_header_as_it_is():
    """An encoded word must not be in an address (RFC 2047 §5); it is UTF-8 there (RFC 6532)."""
    mail = Mail("jürgen@example.com", "Grüße", "Text ä", "<p>ä</p>", reply_to="øre@example.com")
    raw = build_message(mail, SENDER, ID).as_bytes()
    assert "To: jürgen@example.com\r\n".encode() in raw
    assert "Reply-To: øre@example.com\r\n".encode() in raw
    head = raw.partition(b"\r\n\r\n")[0]
    assert b"=?" not in head
    assert b"To: pat@example.test\r\n" in build_message(MAIL, SENDER, ID).as_bytes()
    assert build_message(MAIL, SENDER, ID).as_bytes().isascii()


@pytest.mark.parametrize("reply_to", [None, "øre@example.com"])
async def test_a_server_without_smtputf8_gets_the_domain_in_ascii(reply_to):
    """A Reply-To that it cannot take is left out; the mail itself arrives."""
    with SmtpServer(smtputf8=False) as server:
        await mailer(server).send(Mail("pat@MÜNCHEN.test", "s", "t", "h", reply_to=reply_to), ID)
    [received] = server.received
    assert received.to == ["pat@xn--mnchen-3ya.test"]
    assert received.content.isascii()
    assert received.message["Reply-To"] is None


async def test_an_answer_goes_to_an_address_beyond_ascii_where_the_server_takes_it():
    with SmtpServer() as server:
        await mailer(server).send(Mail("pat@a.test", "s", "t", "h", reply_to="øre@b.test"), ID)
    [received] = server.received
    assert "Reply-To: øre@b.test\r\n".encode() in received.content


async def test_an_address_that_the_server_cannot_take_is_refused_with_the_cause():
    refused = pytest.raises(MailRefused, match="mail server localhost does not support SMTPUTF8")
    with SmtpServer(smtputf8=False) as server, refused:
        await mailer(server).send(Mail("jürgen@example.com", "s", "t", "h"), ID)
    assert server.received == []


@pytest.mark.parametrize("domain", ["exa\u2488mple.test", "\u0301x.test", "ä" * 70 + ".test"])
def test_a_domain_that_has_no_form_in_ascii_is_refused(domain):
    with pytest.raises(MailRefused, match="cannot be written in ASCII"):
        build_message(Mail(f"pat@{domain}", "s", "t", "h"), SENDER, ID)


async def test_ses_gets_addresses_in_ascii_or_none(monkeypatch):
    """It does not support SMTPUTF8."""
    posted: list[bytes] = []

    async def post(_: str, *, content: bytes, **__: Any) -> None:
        posted.append(b64decode(orjson.loads(content)["Content"]["Raw"]["Data"]))

    monkeypatch.setattr(services, "post_to_mail_service", post)
    service = services.SesMailer("secret", SENDER, key_id="AKIA", region="eu-central-1")
    await service.send(Mail("pat@exämple.test", "Grüße", "ä", "ä", reply_to="øre@b.test"), ID)
    with pytest.raises(MailRefused, match="Amazon SES does not support SMTPUTF8"):
        await service.send(Mail("jürgen@example.com", "s", "t", "h"), ID)
    [message] = posted
    assert message.isascii()
    assert b"To: pat@xn--exmple-cua.test\r\n" in message
    assert b"Reply-To" not in message


@pytest.mark.parametrize(
    "to",
    [
        "=?utf-8?q?pat=40evil.test?=@example.test",
        "=?utf-8?q?=22x=22=20=3cpat=40evil.test=3e?=@example.test",
        "=?utf-8?q?x?=@example.test",
        "a@example.test, b@example.test",
        "Pat <pat@example.test>",
    ],
)
def test_a_mail_goes_to_the_address_as_written_or_nowhere(to):
    """An encoded word (RFC 2047) in an address decodes to the address of another user."""
    with pytest.raises(ValueError, match="address"):
        build_message(Mail(to, "s", "t", "h"), SENDER, ID)


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


TEMPLATES = sorted(path.stem for path in rendering.FOLDER.glob("*.txt"))
EVIL = "<img src=x onerror=alert(1)> & \"Co\" 'é' {{ 7 * 7 }} </mj-text><script>"
LINK = "https://id.test/account?a=1&token=x_y-z"
# Everything that any template asks for.
VALUES: dict[str, Any] = {
    "name": EVIL, "vendor": EVIL, "hours": 3, "minutes": 3, "lasts": "3 minutes",
    "link": LINK, "reset_link": LINK, "code": "012345",
    "organization": EVIL, "writer": EVIL, "subject_line": EVIL, "message": EVIL, "who": EVIL,
    "change": EVIL, "webhook": EVIL, "only_here": True, "provider": EVIL, "domain": EVIL,
    "title": EVIL, "text": EVIL, "at": "now", "until": "now", "period": "now",
    "figures": [("People", "7")], "lines": [EVIL],
    "country": EVIL, "place": EVIL, "device": EVIL, "address": "203.0.113.7",
    "goes": EVIL, "stays": EVIL, "days": 7, "flow": EVIL, "ended": "was rejected", "day": "2026-12-24",
    "logo": "", "accent": "#c2410c", "ink": "#ffffff",
}  # fmt: skip


def test_every_template_has_both_parts():
    html = {path.stem for path in rendering.FOLDER.glob("*.mjml")} - {"layout"}
    assert html == set(TEMPLATES)
    assert len(TEMPLATES) >= 5


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_fills_both_parts_and_escapes(template):
    mail = render_mail(template, "pat@example.test", VALUES)
    assert mail.subject
    assert not mail.text.startswith("Subject")
    assert mail.text.endswith("\n")
    shown = Tags(mail.html)
    assert "script" not in shown.names
    assert "img" not in shown.names
    assert not any("javascript" in link for link in shown.links)
    assert EVIL in " ".join(shown.texts)
    assert EVIL in mail.text + mail.subject
    if LINK in mail.text:
        assert LINK in shown.links
    assert not any(name.startswith("mj") for name in shown.names)
    build_message(mail, SENDER, ID)


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_misses_what_it_is_not_given(template):
    used = [name for name in VALUES if re.search(rf"\b{name}\b", source(template))]
    assert used
    for name in used:
        rest = {key: value for key, value in VALUES.items() if key != name}
        with pytest.raises(UndefinedError, match=name):
            render_mail(template, "pat@example.test", rest)


def source(template: str) -> str:
    texts = (rendering.FOLDER / f"{template}.{kind}" for kind in ("txt", "mjml"))
    return " ".join(
        found for text in texts for found in re.findall(r"{{(.*?)}}", Path(text).read_text())
    )


def test_characters_that_mail_cannot_carry_are_left_out():
    vendor = "A" + "".join(map(chr, (*range(9), *range(11, 13), *range(14, 32)))) + "\ufffe\uffffB"
    mail = render_mail("invite", "pat@example.test", VALUES | {"vendor": vendor})
    assert mail.subject == "You have been invited to AB"
    assert "AB" in mail.html


@pytest.mark.parametrize("name", ["A\r\nBcc: all@example.test", "A\nBcc: x", "A\x0bB\x85C\u2028D"])
def test_a_vendor_with_line_breaks_stays_out_of_the_headers(name):
    mail = render_mail("invite", "pat@example.test", VALUES | {"vendor": name})
    message = build_message(mail, SENDER, ID)
    assert "Bcc" not in message
    assert len(mail.subject.splitlines()) == 1
    assert message["To"].addresses == (Address("", "pat", "example.test"),)
