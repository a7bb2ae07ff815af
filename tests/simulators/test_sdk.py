"""Every call that the licensing adapter may make, through the provider's official SDK.

The SDK raises on a missing key or a wrong shape, so an answer that it reads is one that the real
provider could have given.
"""

import asyncio
from datetime import timedelta

import httpx
import pytest
from paddle_billing.Entities.Events import EventTypeName  # type: ignore[import-untyped]
from paddle_billing.Entities.NotificationSettings import (  # type: ignore[import-untyped]
    NotificationSettingType,
)
from paddle_billing.Entities.PricingPreviews import (  # type: ignore[import-untyped]
    PricePreviewItem,
)
from paddle_billing.Entities.Shared import (  # type: ignore[import-untyped]
    AddressPreview,
    CountryCode,
    CurrencyCode,
    CustomData,
    Status,
    TransactionStatus,
)
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from paddle_billing.Resources.Addresses.Operations import (  # type: ignore[import-untyped]
    CreateAddress,
)
from paddle_billing.Resources.CustomerPortalSessions.Operations import (  # type: ignore[import-untyped]
    CreateCustomerPortalSession,
)
from paddle_billing.Resources.Customers.Operations import (  # type: ignore[import-untyped]
    CreateCustomer,
    ListCustomers,
    UpdateCustomer,
)
from paddle_billing.Resources.Discounts.Operations import (  # type: ignore[import-untyped]
    ListDiscounts,
)
from paddle_billing.Resources.Events.Operations import ListEvents  # type: ignore[import-untyped]
from paddle_billing.Resources.NotificationSettings.Operations import (  # type: ignore[import-untyped]
    CreateNotificationSetting,
)
from paddle_billing.Resources.Prices.Operations import (  # type: ignore[import-untyped]
    ListPrices,
    PriceIncludes,
)
from paddle_billing.Resources.PricingPreviews.Operations import (  # type: ignore[import-untyped]
    PreviewPrice,
)
from paddle_billing.Resources.Shared.Operations import Pager  # type: ignore[import-untyped]
from paddle_billing.Resources.Transactions.Operations import (  # type: ignore[import-untyped]
    CreateTransaction,
    ListTransactions,
    PreviewTransactionByAddress,
    TransactionIncludes,
)
from paddle_billing.Resources.Transactions.Operations.Create import (  # type: ignore[import-untyped]
    TransactionCreateItem,
)
from paddle_billing.Resources.Transactions.Operations.Preview import (  # type: ignore[import-untyped]
    TransactionItemPreviewWithPriceId,
)

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER
from tests.pdf import read_pages

MONTHLY, YEARLY = fixtures.MONTHLY_PRICE_ID, fixtures.YEARLY_PRICE_ID


async def test_a_customer_is_created_once_and_found_by_email(paddle, buyer):
    made = await paddle(lambda client: client.customers.create(CreateCustomer(buyer.email, "Pat")))
    with pytest.raises(ApiError) as taken:
        await paddle(
            lambda client: client.customers.create(CreateCustomer(buyer.email.upper(), "Pat"))
        )
    assert taken.value.error_code == "customer_already_exists"
    assert made.id in taken.value.detail
    found = await paddle(
        lambda client: list(client.customers.list(ListCustomers(emails=[buyer.email])))
    )
    assert [customer.id for customer in found] == [made.id]
    moved = await paddle(
        lambda client: client.customers.update(made.id, UpdateCustomer(email=f"new-{buyer.email}"))
    )
    assert (moved.email, moved.name) == (f"new-{buyer.email}", "Pat")
    with pytest.raises(ApiError) as unknown:
        await paddle(lambda client: client.customers.get("ctm_00000000000000000000000000"))
    assert unknown.value.detail == "Entity ctm_00000000000000000000000000 not found"


async def test_of_many_who_create_a_customer_at_once_all_learn_its_id(
    client: httpx.AsyncClient, buyer
):
    key = {"authorization": f"Bearer {PROVIDER.api_key}"}
    answers = await asyncio.gather(
        *[
            client.post("/sim/checkout/api/customers", json={"email": buyer.email}, headers=key)
            for _ in range(4)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    made = next(answer for answer in answers if answer.status_code == 201).json()["data"]["id"]
    for answer in answers:
        if answer.status_code == 409:
            error = answer.json()["error"]
            assert (error["code"], made in error["detail"]) == ("customer_already_exists", True)


async def test_archived_customers_are_listed_only_when_asked_for(paddle, buyer):
    made = await paddle(
        lambda client: client.customers.create(CreateCustomer(buyer.email, "Quill & Ink"))
    )
    tail = made.id[-10:]

    async def found(**wanted) -> list[str]:
        listed = await paddle(lambda client: list(client.customers.list(ListCustomers(**wanted))))
        return [customer.id for customer in listed]

    assert await found(emails=[buyer.email.upper()]) == [made.id]
    assert await found(search=tail) == [made.id]
    assert await found(emails=[buyer.email], ids=[made.id]) == [made.id]
    await paddle(lambda client: client.customers.archive(made.id))
    assert await found(emails=[buyer.email]) == []
    assert await found(emails=[buyer.email], statuses=[Status.Archived]) == [made.id]


async def test_an_address_of_another_customer_is_not_found(paddle, buyer):
    theirs = (await buyer.open())["customer"]["address"]["id"]
    mine = await paddle(lambda client: client.customers.create(CreateCustomer(f"x{buyer.email}")))
    wanted = CreateTransaction(
        items=[TransactionCreateItem(MONTHLY, 2)], customer_id=mine.id, address_id=theirs
    )
    with pytest.raises(ApiError) as refused:
        await paddle(lambda client: client.transactions.create(wanted))
    assert refused.value.error_code == "not_found"


async def test_prices_carry_their_product_when_asked(paddle):
    prices = await paddle(
        lambda client: list(
            client.prices.list(ListPrices(ids=fixtures.PRICE_IDS, includes=[PriceIncludes.Product]))
        )
    )
    shown = {
        (price.id, price.unit_price.amount, price.billing_cycle.interval.value, price.product.name)
        for price in prices
    }
    assert shown == {
        (MONTHLY, "4000", "month", "Team license"),
        (YEARLY, "40000", "year", "Team license"),
    }
    assert (prices[0].quantity.minimum, prices[0].quantity.maximum) == (1, 1000)


async def test_currencies_say_by_how_many_decimals_amounts_are_divided(paddle):
    listed = await paddle(lambda client: list(client.currencies.list()))
    places = {str(one.code): one.decimal_places for one in listed}
    assert places.keys() == {name for name in vars(CurrencyCode) if name.isupper()}
    assert {code for code, digits in places.items() if digits == 0} == {"CLP", "JPY", "KRW", "VND"}
    assert (places["HUF"], places["COP"], places["TWD"]) == (2, 2, 2)
    [dollar] = [one for one in listed if one.code == "USD"]
    assert (dollar.minimum_payment_amount, dollar.can_be_balance) == ("70", True)
    assert {"US"} <= {str(one) for one in dollar.applicable_countries}


async def test_a_price_preview_taxes_each_line_from_its_own_subtotal(paddle):
    """Unit tax times quantity would give 355 × 50 = 17750 (reference part A8)."""
    preview = await paddle(
        lambda client: client.pricing_previews.preview_prices(
            PreviewPrice(
                items=[PricePreviewItem(MONTHLY, 50)],
                address=AddressPreview("10021", CountryCode("US")),
            )
        )
    )
    line = preview.details.line_items[0]
    assert (line.unit_totals.tax, line.totals.tax, line.tax_rate) == ("355", "17750", "0.08875")
    assert line.formatted_totals.total == "$2,177.50"
    odd = await paddle(
        lambda client: client.pricing_previews.preview_prices(
            PreviewPrice(
                items=[PricePreviewItem(MONTHLY, 3)],
                address=AddressPreview("10115", CountryCode("DE")),
                discount_id=fixtures.FLAT_DISCOUNT_ID,
            )
        )
    )
    line = odd.details.line_items[0]
    assert (line.totals.subtotal, line.totals.discount, line.totals.tax, line.totals.total) == (
        "12000", "1000", "2090", "13090",
    )  # fmt: skip
    assert line.discounts[0].total == "1000"


async def test_a_transaction_preview_has_grand_totals(paddle):
    preview = await paddle(
        lambda client: client.transactions.preview(
            PreviewTransactionByAddress(
                address=AddressPreview("10021", CountryCode("US")),
                items=[
                    TransactionItemPreviewWithPriceId(MONTHLY, 10, include_in_totals=True),
                    TransactionItemPreviewWithPriceId(MONTHLY, 5, include_in_totals=False),
                ],
            )
        )
    )
    assert (preview.details.totals.grand_total, len(preview.items)) == ("43550", 2)


async def test_discounts_are_found_by_code_in_any_case_and_unknown_ones_are_nothing(paddle):
    async def ids(*codes: str) -> list[str]:
        found = await paddle(lambda client: client.discounts.list(ListDiscounts(codes=list(codes))))
        return [discount.id for discount in found]

    assert await ids("welcome20") == [fixtures.PERCENT_DISCOUNT_ID]
    assert await ids("nope") == []


async def test_a_transaction_is_a_draft_until_customer_and_address_are_known(paddle, buyer):
    customer = await paddle(lambda client: client.customers.create(CreateCustomer(buyer.email)))
    address = await paddle(
        lambda client: client.addresses.create(
            customer.id, CreateAddress(CountryCode("US"), postal_code="10021")
        )
    )

    async def create(**known: str):
        return await paddle(
            lambda client: client.transactions.create(
                CreateTransaction(
                    items=[TransactionCreateItem(MONTHLY, 2)],
                    custom_data=CustomData({"note": "x"}),
                    **known,
                ),
                includes=[
                    TransactionIncludes.Customer,
                    TransactionIncludes.Address,
                    TransactionIncludes.Business,
                    TransactionIncludes.Discount,
                    TransactionIncludes.Adjustment,
                    TransactionIncludes.AdjustmentsTotals,
                    TransactionIncludes.AvailablePaymentMethods,
                ],
            )
        )

    draft = await create(customer_id=customer.id)
    assert (draft.status, draft.customer.email, draft.address) == ("draft", buyer.email, None)
    ready = await create(customer_id=customer.id, address_id=address.id)
    assert (ready.status, ready.details.totals.total) == ("ready", "8710")
    assert ready.checkout.url == f"http://localhost:8000/billing/checkout?_ptxn={ready.id}"
    mine = await paddle(
        lambda client: client.transactions.list(
            ListTransactions(customer_ids=[customer.id], statuses=[TransactionStatus.Ready])
        )
    )
    assert [transaction.id for transaction in mine] == [ready.id]


async def test_lists_are_read_page_by_page(paddle, buyer):
    for number in range(5):
        await paddle(
            lambda client, name=f"Page {number}": client.customers.create(
                CreateCustomer(f"{name[-1]}-{buyer.email}", name)
            )
        )
    ids: list[str] = []
    names: list[str | None] = []

    def read(client):
        for customer in client.customers.list(ListCustomers(pager=Pager(per_page=2))):
            ids.append(customer.id)
            names.append(customer.name)

    await paddle(read)
    assert names[-5:] == [f"Page {number}" for number in range(5)]
    assert len(ids) == len(set(ids))


async def test_an_invoice_is_a_pdf_behind_a_link_that_ends_after_an_hour(
    paddle, buyer, client: httpx.AsyncClient
):
    paid = await buyer.buy()
    link = await paddle(lambda sdk: sdk.transactions.get_invoice_pdf(paid["transaction_id"]))
    answer = await client.get(link.url)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    assert "Total: $435.50" in read_pages(answer.content)[0]
    assert (await client.get(link.url.replace("attachment", "inline"))).status_code == 404
    clock.advance_clock(timedelta(minutes=61))
    assert (await client.get(link.url)).status_code == 404
    unpaid = await buyer.open()
    with pytest.raises(ApiError):
        await paddle(lambda sdk: sdk.transactions.get_invoice_pdf(unpaid["transaction_id"]))


async def test_what_a_customer_has_stored_is_listed(paddle, buyer):
    paid = await buyer.buy()
    customer_id = paid["customer"]["id"]
    methods = await paddle(lambda client: list(client.payment_methods.list(customer_id)))
    assert [(method.type, method.card.last4) for method in methods] == [("card", "4242")]
    balances = await paddle(lambda client: list(client.customers.credit_balances(customer_id)))
    assert balances == []
    addresses = await paddle(lambda client: list(client.addresses.list(customer_id)))
    assert [address.postal_code for address in addresses] == ["10021"]
    session = await paddle(
        lambda client: client.customer_portal_sessions.create(
            customer_id, CreateCustomerPortalSession([])
        )
    )
    assert session.urls.general.overview == "http://localhost:8000/billing"


async def test_destinations_events_and_the_delivery_log_deserialize(
    paddle, buyer, receiver, run_jobs
):
    await buyer.buy()
    await run_jobs()
    made = await paddle(
        lambda client: client.notification_settings.create(
            CreateNotificationSetting(
                "Second",
                "https://example.com/hook",
                [EventTypeName("price.created")],
                NotificationSettingType("url"),
                include_sensitive_fields=False,
            )
        )
    )
    assert made.endpoint_secret_key.startswith(f"pdl_{made.id}_")
    settings = await paddle(lambda client: list(client.notification_settings.list()))
    assert {setting.id for setting in settings} >= {made.id, fixtures.DESTINATION_ID}
    await paddle(lambda client: client.notification_settings.delete(made.id))
    events = await paddle(
        lambda client: list(
            client.events.list(ListEvents(event_types=[EventTypeName("transaction.completed")]))
        )
    )
    assert {str(event.event_type) for event in events} == {"transaction.completed"}
    types = await paddle(lambda client: list(client.event_types.list()))
    assert "subscription.updated" in {str(kind.name) for kind in types}
    log = await paddle(lambda client: list(client.notifications.list()))
    delivered = next(row for row in log if row.status == "delivered")
    attempts = await paddle(lambda client: list(client.notification_logs.list(delivered.id)))
    assert [(row.response_code, row.response_body) for row in attempts] == [(200, "")]


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        (None, 401, "authentication_missing"),
        ("Token x", 401, "authentication_malformed"),
        ("Bearer wrong", 403, "forbidden"),
    ],
)
async def test_a_call_without_the_api_key_is_refused(
    client: httpx.AsyncClient, header, status, code
):
    headers = {"authorization": header} if header else {}
    answer = await client.get("/sim/checkout/api/prices", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["type"] == "request_error"
    assert answer.json()["meta"]["request_id"]


@pytest.mark.parametrize(
    "query",
    ["per_page=0", "per_page=x", "order_by=secret[ASC]", "created_at[GT]=soon", "after=%00"],
)
async def test_odd_list_parameters_are_never_an_error_of_the_server(
    client: httpx.AsyncClient, query
):
    key = {"authorization": f"Bearer {PROVIDER.api_key}"}
    answer = await client.get(f"/sim/checkout/api/transactions?{query}", headers=key)
    assert answer.status_code == (200 if query.startswith("after") else 400)


async def test_a_failure_can_be_asked_for(paddle, control):
    await control(switch="api.error", value="429")
    with pytest.raises(ApiError) as limited:
        await paddle(lambda client: client.prices.list())
    assert (limited.value.error_code, limited.value.retry_after) == ("too_many_requests", 1)
    assert len(await paddle(lambda client: list(client.prices.list()))) == 4
