"""The mails and text messages that the vendor writes itself, and the service that sends its mail."""

import json
from base64 import b64decode
from email import message_from_bytes
from email.message import EmailMessage
from time import process_time
from typing import Literal
from uuid import uuid4

import pytest

from gatehouse.providers.mail import services
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.messages import text_of
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.providers.mail_service import MailService
from tests.stored import row_contains

MAIL = "/identity/resources/mail/v1/configs"
SMS = "/identity/resources/configurations/v1/sms/templates"
V1, V2 = (f"/identity/resources/mail/{version}/configurations" for version in ("v1", "v2"))
RESET = "/identity/resources/users/v1/passwords/reset"
HTML = (
    '<p>Dear {{ name }},</p><p><a href="{{link}}">New password</a> for {{vendor}}, {{hours}} h.</p>'
)


@pytest.fixture
async def backend(world, db):
    yield (await new_backend(world)).http
    for table in ("mail_templates", "sms_templates", "mail_configurations"):
        await db.connection.execute(f"delete from {table}")
    await world.resources[VendorConfiguration].load()


@pytest.fixture
def in_force(world):
    return world.resources[VendorConfiguration].load


def part(mail: EmailMessage, kind: Literal["plain", "html"]) -> str:
    found = mail.get_body((kind,))
    assert found
    text: str = found.get_content()
    return text


async def asked_to_reset(client, world, run_jobs, person) -> list[EmailMessage]:
    answer = await client.post(RESET, json={"email": person.email})
    assert answer.status_code in (200, 201), answer.text
    await run_jobs()
    found: list[EmailMessage] = world.mails(person.email)
    return found


async def test_what_the_vendor_writes_is_what_is_sent(
    backend, client, world, run_jobs, in_force, db
):
    person = await world.person("Admin")
    await backend.put(f"/identity/resources/users/v1/{person.id}", json={"name": "Ann O'Neil"})
    body = {
        "type": "ResetPassword",
        "subject": "{{vendor}}: choose anew",
        "htmlTemplate": HTML,
        "senderEmail": "Care@acme.test",
        "fromName": "Acme care",
    }
    saved = await backend.post(f"{MAIL}/templates", json=body)
    assert saved.status_code == 201, saved.text
    [shown] = (await backend.get(f"{MAIL}/templates", params={"type": "ResetPassword"})).json()
    assert (shown["htmlTemplate"], shown["subject"]) == (HTML, "{{vendor}}: choose anew")
    assert (shown["senderEmail"], shown["fromName"]) == ("care@acme.test", "Acme care")
    assert (shown["active"], "redirectURL" in shown) == (True, True)
    await in_force()
    [mail] = await asked_to_reset(client, world, run_jobs, person)
    assert mail["From"] == "Acme care <care@acme.test>"
    assert mail["Subject"].endswith(": choose anew")
    html = part(mail, "html")
    assert "Dear Ann O&#x27;Neil," in html
    assert "{{" not in html
    text = part(mail, "plain")
    assert "Dear Ann O'Neil," in text
    assert "/account/reset-password?userId=" in text
    assert "<" not in text
    # Saved again it is the same one; deleted, it is the default's turn.
    await backend.post(f"{MAIL}/templates", json={**body, "fromName": "Other"})
    [again] = (await backend.get(f"{MAIL}/templates")).json()
    assert (again["id"], again["fromName"]) == (shown["id"], "Other")
    deleted = await backend.delete(f"{MAIL}/templates/{shown['id']}")
    assert deleted.status_code == 200
    assert (await backend.get(f"{MAIL}/templates")).json() == []
    gone = await backend.delete(f"{MAIL}/templates/{shown['id']}")
    assert refusal(gone) == (404, "mail_templates.not_found")
    await in_force()
    mails = await asked_to_reset(client, world, run_jobs, person)
    assert "Dear" not in part(mails[-1], "plain")
    told = "select count(*) from audits where action like 'vendor.mail_template_%'"
    assert await db.connection.fetchval(told) >= 3


async def test_a_sender_is_written_as_headers_have_it(
    backend, client, world, run_jobs, in_force, db
):
    """Of a domain in any letters; and one that no header holds stops no mail."""
    person = await world.person("Admin")
    body = {
        "type": "ResetPassword",
        "senderEmail": "post@m\u00fcller.test",
        "fromName": "M\u00fcller",
    }
    assert (await backend.post(f"{MAIL}/templates", json=body)).status_code == 201
    await in_force()
    [mail] = await asked_to_reset(client, world, run_jobs, person)
    assert mail["From"].addresses[0].addr_spec == "post@xn--mller-kva.test"
    for count, held in enumerate(["m\u00fcller@acme.test", "post@\u0301x.test"], 2):
        await db.connection.execute("update mail_templates set sender_email = $1", held)
        await in_force()
        mails = await asked_to_reset(client, world, run_jobs, person)
        assert len(mails) == count
        assert mails[-1]["From"].addresses[0].addr_spec == "no-reply@localhost"


async def test_a_mail_that_is_switched_off_is_not_sent(backend, client, world, run_jobs, in_force):
    person = await world.person("Admin")
    body = {"type": "ResetPassword", "active": False}
    assert (await backend.post(f"{MAIL}/templates", json=body)).status_code == 201
    await in_force()
    assert await asked_to_reset(client, world, run_jobs, person) == []
    notice = await backend.post(
        f"{MAIL}/templates", json={"type": "RemoveMFAMethod", "active": False}
    )
    assert refusal(notice) == (400, "mail_templates.always_sent")


async def test_each_default_can_be_written_as_it_is(backend):
    from gatehouse.identity.mails.kinds import KINDS

    for kind in KINDS:
        default = await backend.get(f"{MAIL}/{kind}/default")
        assert default.status_code == 200, default.text
        saved = await backend.post(f"{MAIL}/templates", json=default.json())
        assert saved.status_code == 201, (kind, saved.text)
    never = await backend.get(f"{MAIL}/SuspiciousIP/default")
    assert refusal(never) == (400, "mail_templates.never_sent")
    assert (await backend.get(f"{MAIL}/Nothing/default")).status_code == 400


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"htmlTemplate": "<p>{{link}} {{password}}</p>"}, "templates.refused"),
        ({"htmlTemplate": "<p>{{link}} {{ ''.__class__ }}</p>"}, "templates.refused"),
        ({"htmlTemplate": "<p>{{link}} {{link|upper}}</p>"}, "templates.refused"),
        ({"htmlTemplate": "<p>{{link}} {% for a in b %}</p>"}, "templates.refused"),
        ({"htmlTemplate": "<p>{{link}} {{#if a}}</p>"}, "templates.refused"),
        ({"htmlTemplate": "<p>{{link}} {{{name}}}</p>"}, "templates.refused"),
        ({"htmlTemplate": "<p>no link</p>"}, "templates.refused"),
        ({"subject": "{{nobody}}"}, "templates.refused"),
        ({"type": "SuspiciousIP"}, "mail_templates.never_sent"),
        ({"senderEmail": "nobody"}, "users.email_invalid"),
        ({"senderEmail": "j\u00fcrgen@acme.test"}, "templates.refused"),
        ({"subject": "a\r\nBcc: b@evil.test"}, None),
        ({"fromName": "a\nb"}, None),
        ({"type": "Nothing"}, None),
        ({"htmlTemplate": "x" * 100_001}, None),
    ],
)
async def test_invalid_templates_are_refused(backend, wrong, code):
    answer = await backend.post(f"{MAIL}/templates", json={"type": "ResetPassword", **wrong})
    assert answer.status_code == 400, answer.text
    if code:
        assert answer.json()["errorCode"] == code
    assert (await backend.get(f"{MAIL}/templates")).json() == []


async def test_text_messages_are_as_the_vendor_writes_them(backend, world, in_force):
    from gatehouse.identity.text_messages.service import compose_code_text

    defaults = (await backend.get(f"{SMS}/default/all")).json()
    assert [one["type"] for one in defaults] == ["OTC", "MFAOTC"]
    default = (await backend.get(f"{SMS}/OTC/default")).json()
    assert default == defaults[0]
    assert (await backend.get(f"{SMS}/OTC")).json() == default
    body = {"template": "{{ code }} - {{vendor}}"}
    saved = await backend.post(f"{SMS}/OTC", json=body)
    assert (saved.status_code, saved.json()) == (201, {"type": "OTC", **body})
    assert (await backend.get(SMS)).json() == [saved.json()]
    assert (await backend.get(f"{SMS}/OTC")).json() == saved.json()
    await in_force()
    assert compose_code_text(world.resources, "OTC", "123456").startswith("123456 - ")
    assert "your code is 123456" in compose_code_text(world.resources, "MFAOTC", "123456")
    for wrong in ("no code", "{{code}} {{name}}", "{{code}} {% if %}", "", "{{code}}" + "x" * 300):
        assert (await backend.post(f"{SMS}/OTC", json={"template": wrong})).status_code == 400
    assert (await backend.get(f"{SMS}/Nothing")).status_code == 400
    assert (await backend.delete(f"{SMS}/OTC")).status_code == 200
    gone = await backend.delete(f"{SMS}/OTC")
    assert refusal(gone) == (404, "sms_templates.not_found")


SENDGRID = {"provider": "sendgrid", "secret": "SG.very-secret"}
MAILGUN = {
    "provider": "mailgun",
    "secret": "key-very-secret",
    "domain": "mg.acme.test",
    "region": "eu",
}
SES = {
    "provider": "ses",
    "secret": "ses-very-secret",
    "id": "AKIAEXAMPLE",
    "region": "eu-central-1",
}


async def test_mail_goes_through_sendgrid(backend, client, world, run_jobs, in_force, monkeypatch):
    await run_jobs()  # what other tests have left to send
    person = await world.person("Admin")
    assert (await backend.post(V1, json={"secret": "SG.very-secret"})).status_code == 201
    await in_force()
    with MailService() as service:
        monkeypatch.setattr(services, "SENDGRID_URL", f"{service.url}/v3/mail/send")
        assert await asked_to_reset(client, world, run_jobs, person) == []
    [sent] = service.received
    assert (sent.path, sent.headers["authorization"]) == ("/v3/mail/send", "Bearer SG.very-secret")
    body = json.loads(sent.body)
    assert body["personalizations"] == [{"to": [{"email": person.email}]}]
    assert [part["type"] for part in body["content"]] == ["text/plain", "text/html"]
    assert "/account/reset-password?" in body["content"][0]["value"]
    assert body["tracking_settings"]["click_tracking"]["enable"] is False


async def test_mail_goes_through_mailgun(backend, client, world, run_jobs, in_force, monkeypatch):
    await run_jobs()  # what other tests have left to send
    person = await world.person("Admin")
    assert (await backend.post(V2, json={"payload": MAILGUN})).status_code == 201
    await in_force()
    with MailService() as service:
        monkeypatch.setitem(services.MAILGUN_URLS, "eu", f"{service.url}/v3")
        await asked_to_reset(client, world, run_jobs, person)
    [sent] = service.received
    assert sent.path == "/v3/mg.acme.test/messages.mime"
    login = b64decode(sent.headers["authorization"].split()[1]).decode()
    assert login == "api:key-very-secret"
    assert f"To: {person.email}".encode() in sent.body


async def test_mail_goes_through_ses(backend, client, world, run_jobs, in_force, monkeypatch):
    await run_jobs()  # what other tests have left to send
    person = await world.person("Admin")
    assert (await backend.post(V2, json={"payload": SES})).status_code == 201
    await in_force()
    with MailService() as service:
        monkeypatch.setattr(
            services, "SES_URL", service.url + "/v2/email/outbound-emails?r={region}"
        )
        await asked_to_reset(client, world, run_jobs, person)
    [sent] = service.received
    assert "Credential=AKIAEXAMPLE/" in sent.headers["authorization"]
    assert "/eu-central-1/ses/aws4_request" in sent.headers["authorization"]
    raw = b64decode(json.loads(sent.body)["Content"]["Raw"]["Data"])
    assert message_from_bytes(raw)["To"] == person.email


async def test_the_secret_of_a_mail_service_never_shows(backend, db):
    missing = await backend.get(V1)
    assert refusal(missing) == (404, "mail_configurations.missing")
    for payload, extension in (
        (SENDGRID, []),
        (MAILGUN, [{"domain": "mg.acme.test", "region": "eu"}]),
        (SES, [{"id": "AKIAEXAMPLE", "region": "eu-central-1"}]),
    ):
        assert (await backend.post(V2, json={"payload": payload})).status_code == 201
        shown = await backend.get(V1)
        assert (shown.json()["provider"], shown.json()["extension"]) == (
            payload["provider"],
            extension,
        )
        assert payload["secret"] not in shown.text
        row = await db.connection.fetchval("select c::text from mail_configurations c")
        assert not row_contains(row, payload["secret"])
    assert (await backend.delete(V1)).status_code == 200
    assert refusal(await backend.delete(V1)) == (404, "mail_configurations.missing")


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"provider": "ses-role", "secret": "arn:aws:iam", "region": "eu-central-1"},
        {"provider": "sendgrid", "secret": "a\r\nb: c"},
        {**SES, "region": "evil.test/#"},
        {**SES, "id": None},
        {**MAILGUN, "domain": "evil.test/../x"},
        {**MAILGUN, "region": "mars"},
    ],
)
async def test_invalid_mail_services_are_refused(backend, wrong):
    assert (await backend.post(V2, json={"payload": wrong})).status_code == 400
    assert (await backend.get(V1)).status_code == 404


async def test_templates_need_the_right_to_the_configuration(world, backend):
    reader = (await new_backend(world, ["vendor.read.configuration"])).http
    assert (await reader.get(f"{MAIL}/templates")).status_code == 200
    assert (await reader.get(SMS)).status_code == 200
    body = {"type": "ResetPassword", "htmlTemplate": HTML}
    assert (await reader.post(f"{MAIL}/templates", json=body)).status_code == 403
    assert (await reader.delete(f"{MAIL}/templates/{uuid4()}")).status_code == 403
    assert (await reader.post(V2, json={"payload": SENDGRID})).status_code == 403


@pytest.mark.parametrize(
    "broken",
    [
        "<a ",
        "<!--",
        "</",
        "<![CDATA[",
        "<a href='",
        '<a x="<" ',
        "<script>",
        "<![>",
        "<!",
        "<![x]>",
    ],
)
def test_html_that_never_ends_is_read_at_once(broken):
    """Its text goes with each mail: the author of a template could stop the server, or the mail."""
    began = process_time()
    text_of(broken * (100_000 // len(broken)))
    text_of(broken)
    assert process_time() - began < 3


def test_what_is_read_without_html():
    html = (
        "<!doctype html><style>p{}</style><!--[if mso]>no<![endif]--><p>Ada &lt; Bo, 1 < 2</p>"
        "<![if !mso]><p>a</p><![endif]><a title='>' href='https://a.test/?b=1&amp;c=2'>go</a>"
    )
    assert text_of(html) == "Ada < Bo, 1 < 2\n\na\ngo\nhttps://a.test/?b=1&c=2\n"
