"""`/subscriptions/resources/billing`: billing accounts, cards and invoices."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Response
from pydantic import StringConstraints

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router, VendorCaller
from gatehouse.access.vendor import SharedRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.billing import accounts, invoices, payment_methods, queries, schemas
from gatehouse.billing.plans import get_cards
from gatehouse.billing.provider.port import CardsChoice
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.current import CurrentConfiguration

STRIPE_NAME, IN_USE = "Stripe", "1"

BILLING = "/subscriptions/resources/billing"
STRIPE = f"{BILLING}/payment-providers/stripe"
CONFIGURATIONS = f"{BILLING}/tenant-configurations/v1"
METHODS = f"{BILLING}/payment-methods/v1"
INVOICES = f"{BILLING}/invoices/v1"

READ, WRITE = Permission.READ_BILLING, Permission.WRITE_BILLING

router = Router(tags=["Billing"])
shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)


@router.get("/subscriptions/resources/payment-providers/v1", permission=READ)
async def list_payment_providers(resources: AllResources) -> list[schemas.PaymentProvider]:
    """The card provider, or nothing."""
    if resources[CardsChoice].cards is None:
        return []
    return [schemas.PaymentProvider(name=STRIPE_NAME, status=IN_USE)]


@router.get(f"{STRIPE}/public-configurations/v1", permission=READ)
async def get_cards_configuration(
    resources: AllResources, configuration: CurrentConfiguration
) -> schemas.CardsConfiguration:
    """404 `billing.not_configured`."""
    cards = get_cards(resources)
    return schemas.CardsConfiguration(
        id=configuration.vendor.id,
        name=STRIPE_NAME,
        active=True,
        publishable_key=cards.publishable_key,
        script_url=cards.script_url,
    )


@router.get(f"{BILLING}/configurations/vendor-public-configurations/v1", permission=READ)
async def get_billing_rules(configuration: CurrentConfiguration) -> schemas.BillingRules:
    """What the vendor lets accounts do themselves."""
    return schemas.BillingRules.model_validate(configuration.vendor)


@router.post(f"{STRIPE}/customers/v1", permission=WRITE)
async def set_billing_customer(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.CustomerIn
) -> schemas.CustomerOut:
    """Set the customer to which bills are addressed; created when there is none. 404
    `billing.not_configured`; 409 `billing.externally_managed`; 503 `billing.provider_unavailable`."""
    customer = await accounts.set_billing_customer(db, resources, caller, data)
    return schemas.CustomerOut(stripe_customer_id=customer)


@router.get(f"{STRIPE}/customers/v1/{{tenant_id}}", permission=READ)
async def get_billing_customer(
    db: Transaction, caller: Caller, tenant_id: TenantId
) -> schemas.CustomerOut:
    """404 `billing.account_not_found`, also for another account."""
    return schemas.CustomerOut(
        stripe_customer_id=await accounts.get_customer_id(db, caller, tenant_id)
    )


@router.get(
    f"{BILLING}/summaries/v1/{{tenant_id}}", permission=READ, response_model_exclude_none=True
)
async def get_billing_summary(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration, tenant_id: TenantId
) -> schemas.BillingSummary:
    """404 `billing.account_not_found` for another account."""
    return await accounts.read_billing_summary(db, caller, configuration, tenant_id)


@router.post(CONFIGURATIONS, permission=WRITE)
async def create_billing_configuration(
    db: Transaction, caller: Caller, data: schemas.BillingConfigurationIn
) -> schemas.BillingConfigurationMade:
    """The account's own; the same again when there is one. 403 `billing.not_offered` to say that it is
    managed elsewhere, which the vendor alone does; 404 `billing.account_not_found` for another account."""
    return schemas.BillingConfigurationMade(
        id=await accounts.configure_own_billing(db, caller, data)
    )


@router.get(f"{CONFIGURATIONS}/{{tenant_id}}", permission=READ)
async def get_billing_configuration(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration, tenant_id: TenantId
) -> schemas.BillingConfigurationOut:
    """404 `billing.account_not_found`: there is none yet, or it is another account's."""
    own = await accounts.get_own_billing_account(db, caller, tenant_id)
    return schemas.BillingConfigurationOut.from_row(own, configuration.vendor.id)


@shared.post(
    CONFIGURATIONS,
    permission=VendorPermission.WRITE_TENANTS,
    name="set_billing_configuration_as_vendor",
)
async def set_billing_configuration(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    data: schemas.BillingConfigurationIn,
) -> schemas.BillingConfigurationMade:
    """Set the billing configuration of any account; absent fields get the defaults of a new one. 404
    `billing.account_not_found`, `billing.plan_not_found`."""
    made = await accounts.configure_billing_of_tenant(db, caller, configuration, data)
    return schemas.BillingConfigurationMade(id=made)


@shared.get(
    f"{CONFIGURATIONS}/{{tenant_id}}",
    permission=VendorPermission.READ_TENANTS,
    name="get_billing_configuration_as_vendor",
)
async def read_billing_configuration(
    db: VendorTransaction, configuration: CurrentConfiguration, tenant_id: TenantId
) -> schemas.BillingConfigurationOut:
    """Get the billing configuration of any account. 404 `billing.account_not_found`."""
    found = await accounts.get_billing_account(db, tenant_id)
    return schemas.BillingConfigurationOut.from_row(found, configuration.vendor.id)


@router.post(f"{BILLING}/payment-providers/stripe/setup-intents/v1", permission=WRITE)
async def create_setup_intent(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    data: schemas.SetupIntentIn | None = None,
) -> schemas.SetupIntentOut:
    """What a browser needs to add a card. 404 `billing.not_configured`, `billing.payment_method_not_found`;
    409 `billing.externally_managed`; 429 `rate.limited`; 503 `billing.provider_unavailable`."""
    asked = data or schemas.SetupIntentIn(payment_method_id=None)
    return await payment_methods.begin_card_setup(db, resources, caller, asked)


@router.get(METHODS, permission=READ)
async def list_payment_methods(db: Transaction, caller: Caller) -> list[schemas.PaymentMethodBody]:
    """The one that is charged first, then the newest; 100 at most."""
    found = await queries.METHODS.all(db, caller.tenant_id)
    return [schemas.PaymentMethodBody.from_row(one) for one in found]


@router.get(f"{METHODS}/{{payment_method_id}}", permission=READ)
async def get_payment_method(
    db: Transaction, caller: Caller, payment_method_id: UUID
) -> schemas.PaymentMethodBody:
    """404 `billing.payment_method_not_found`."""
    found = await payment_methods.get_payment_method(db, caller.tenant_id, payment_method_id)
    return schemas.PaymentMethodBody.from_row(found)


@router.patch(f"{METHODS}/{{payment_method_id}}/billing-details", permission=WRITE)
@router.put(
    f"{METHODS}/{{payment_method_id}}/billing-details", permission=WRITE, name="put_billing_details"
)
async def change_billing_details(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    payment_method_id: UUID,
    data: schemas.BillingDetailsIn,
) -> Response:
    """404 `billing.payment_method_not_found`; 409 `billing.externally_managed`, `billing.refused`; 503
    `billing.provider_unavailable`."""
    await payment_methods.change_billing_details(db, resources, caller, payment_method_id, data)
    return Response()


# Goes into a header.
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_ .()-]{1,100}$")]
CONTENT: dict[int | str, Any] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get(INVOICES, permission=READ)
async def list_billing_invoices(db: Transaction, caller: Caller) -> list[schemas.InvoiceOut]:
    """The newest first, 100 at most."""
    return await queries.INVOICES.all(db, caller.tenant_id)


@router.get(f"{INVOICES}/{{invoice_id}}", permission=READ)
async def get_billing_invoice(
    db: Transaction, caller: Caller, invoice_id: UUID
) -> schemas.InvoiceOut:
    """404 `billing.invoice_not_found`."""
    return await invoices.get_invoice(db, caller.tenant_id, invoice_id)


@router.get(
    f"{INVOICES}/{{invoice_id}}/pdf", permission=READ, response_class=Response, responses=CONTENT
)
async def get_billing_invoice_pdf(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    invoice_id: UUID,
    output_file_name: Annotated[FileName | None, Query(alias="outputFileName")] = None,
) -> Response:
    """404 `billing.invoice_not_found`, also where it has no file; 503 `billing.provider_unavailable`."""
    name, content = await invoices.download_invoice_pdf(db, resources, caller.tenant_id, invoice_id)
    name = output_file_name or name
    if not name.lower().endswith(".pdf"):
        name += ".pdf"
    return Response(
        content,
        media_type="application/pdf",
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "x-content-type-options": "nosniff",
        },
    )
