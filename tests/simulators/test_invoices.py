"""Invoices of the checkout simulator, read back from the PDF document."""

import pytest
from paddle_billing.Entities.Shared import CurrencyCode  # type: ignore[import-untyped]
from paddle_billing.Resources.Customers.Operations import (  # type: ignore[import-untyped]
    UpdateCustomer,
)
from paddle_billing.Resources.Transactions.Operations import (  # type: ignore[import-untyped]
    CreateTransaction,
)
from paddle_billing.Resources.Transactions.Operations.Create import (  # type: ignore[import-untyped]
    TransactionCreateItem,
)

from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.shared.pdf import LAYOUT, render_text_pdf
from tests.pdf import read_pages

ARABIC = "شركة الاختبار"
NAMES = [
    ("株式会社テスト", "株式会社テスト"),
    ("有限公司测试", "有限公司测试"),
    ("Žluťoučký kůň s.r.o.", "Žluťoučký kůň s.r.o."),
    ("Łódź za 12 zł, 12 ₺ and 12 ₩", "Łódź za 12 zł, 12 ₺ and 12 ₩"),
    ("ООО «Пример»", "ООО «Пример»"),
    ("Εταιρεία Δοκιμής", "Εταιρεία Δοκιμής"),
    (ARABIC, ARABIC[::-1]),  # the document has its letters from left to right
    ("O'Neil (Bob) \\ Sons", "O'Neil (Bob) \\ Sons"),
]


@pytest.fixture
def pay_in_euros(paddle, buyer):
    """A paid transaction in euros, and the id of its customer."""

    async def pay() -> tuple[str, str]:
        customer = (await buyer.open())["customer"]
        made = await paddle(
            lambda sdk: sdk.transactions.create(
                CreateTransaction(
                    items=[TransactionCreateItem(fixtures.MONTHLY_PRICE_ID, 2)],
                    customer_id=customer["id"],
                    address_id=customer["address"]["id"],
                    currency_code=CurrencyCode("EUR"),
                )
            )
        )
        await buyer.buy(transaction_id=made.id)
        return made.id, customer["id"]

    return pay


async def test_an_invoice_of_the_checkout_shows_names_and_amounts_of_any_language(
    paddle, client, pay_in_euros
):
    transaction_id, customer_id = await pay_in_euros()
    for name, shown in NAMES:
        renamed = UpdateCustomer(name=name)
        await paddle(lambda sdk, by=renamed: sdk.customers.update(customer_id, by))
        link = await paddle(lambda sdk: sdk.transactions.get_invoice_pdf(transaction_id))
        [lines] = read_pages((await client.get(link.url)).content)
        [billed_to] = [line for line in lines if line.startswith("Billed to: ")]
        assert billed_to.startswith(f"Billed to: {shown} <")
        assert "Subtotal: €73.60" in lines


def test_long_lines_and_long_invoices_stay_on_their_pages():
    lines = [f"Line {number} of {'株x' * 70}" for number in range(40)]
    pages = read_pages(render_text_pdf("Invoice 1", lines))
    assert len(pages) > 1
    assert {page[0] for page in pages} == {"Invoice 1"}
    shown = [line for page in pages for line in page[1:]]
    assert "".join(shown) == "".join(lines)
    assert max(len(page) for page in pages) < LAYOUT.lines_per_page
    widths = [sum(2 if letter == "株" else 1 for letter in line) for line in shown]
    assert max(widths) <= LAYOUT.letters_per_line
