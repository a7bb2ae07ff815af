"""Writing to the vendor: where it goes, who is answered, and what happens without a mailbox."""

from email import message_from_bytes, policy

import pytest

from gatehouse.kit.deployment import Deployment
from gatehouse.licensing.settings import PortalSettings

PREPARE, SEND = "/api/v1/organization/prepare-contact", "/api/v1/organization/contact"
WRITTEN = {"subject": "Seats", "message": "May we\nhave more? <b>"}


@pytest.fixture
def mailbox(resources):
    usual = resources[PortalSettings]
    changes = {
        "support_email": "help@vendor.test",
        "support_name": "Nora",
        "support_answer_hours": 24,
    }
    resources.add(PortalSettings, usual.model_copy(update=changes))
    yield "help@vendor.test"
    resources.add(PortalSettings, usual)


async def test_a_contact_message_reaches_the_vendor_with_the_users_reply_address(
    shop, mailbox, resources, run_jobs
):
    said = (await shop.admin.browser.post(PREPARE)).json()
    assert said == {"email": mailbox, "person": "Nora", "answerHours": 24}
    assert (await shop.admin.browser.post(SEND, json=WRITTEN)).status_code == 204
    await run_jobs()
    files = (resources[Deployment].data_dir / "mail").glob("*.eml")
    mails = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    [mail] = [one for one in mails if one["Reply-To"] == shop.admin.email]
    assert mail["To"] == mailbox
    assert mail["Subject"].endswith("] Seats")
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert "May we\nhave more? <b>" in plain.get_content().replace("\r\n", "\n")
    assert "&lt;b&gt;" in html.get_content()


async def test_without_a_mailbox_nothing_is_taken(shop):
    assert (await shop.admin.browser.post(PREPARE)).json() == {}
    assert (await shop.admin.browser.post(SEND, json=WRITTEN)).status_code == 409


async def test_bad_messages_and_too_many(shop, mailbox):
    for wrong in (
        {},
        {"subject": "x"},
        {**WRITTEN, "message": "x" * 2001},
        {**WRITTEN, "subject": " "},
    ):
        assert (await shop.admin.browser.post(SEND, json=wrong)).status_code == 400
    answers = [(await shop.admin.browser.post(SEND, json=WRITTEN)).status_code for _ in range(11)]
    assert answers == [204] * 10 + [429]


async def test_contact_messages_need_permission(shop, mailbox, world, client):
    nobody = await world.person(tenant_id=shop.admin.tenant_id)
    for path, body in ((PREPARE, None), (SEND, WRITTEN)):
        assert (await client.post(path, json=body)).status_code == 401
        assert (await nobody.browser.post(path, json=body)).status_code == 403
