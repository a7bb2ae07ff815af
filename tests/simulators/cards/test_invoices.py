"""Invoices of the card simulator, read back from the PDF document."""

from tests.pdf import read_pages
from tests.simulators.test_invoices import NAMES


async def test_an_invoice_of_the_card_provider_shows_names_of_any_language(
    provider, account, client
):
    await account.save_card()
    email = (await account.read()).email
    for name, shown in NAMES:
        await account.change(name=name)
        subscription = await account.subscribe()
        by = {"customer": account.id, "subscription": subscription.id}
        [invoice] = (await provider(lambda stripe, by=by: stripe.v1.invoices.list(by))).data
        [lines] = read_pages((await client.get(invoice.invoice_pdf)).content)
        assert f"Billed to: {shown} <{email}>" in lines
