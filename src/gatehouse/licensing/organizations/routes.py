"""Routes of an organization: itself, messages to the vendor, bills, checkout, and what the portal boots with
(spec 000 §3, §7)."""

from typing import Annotated

from fastapi import Path, Query

from gatehouse.access.guard import CurrentCall, Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.router import without_nulls
from gatehouse.licensing.organizations import billing, billing_email, checkout, schemas, service
from gatehouse.licensing.organizations.queries import Organization
from gatehouse.licensing.settings import PortalSettings
from gatehouse.providers.payments.port import DiscountFact, Payments
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/api/v1/organization", tags=["Licensing"])
billing_router = Router(prefix="/api/v1/paddle", tags=["Licensing"])
configuration_router = Router(prefix="/api/v1/frontegg", tags=["Licensing"])

READ_LICENSES = Permission.LICENSING_READ_LICENSES
WRITE_BILLING = Permission.LICENSING_WRITE_BILLING

PortalConfiguration = Annotated[PortalSettings, resource(PortalSettings)]
Provider = Annotated[Payments, resource(Payments)]
ProviderId = Annotated[str, Path(max_length=100)]


@router.get("", permission=READ_LICENSES, response_model=schemas.OrganizationOut)
async def get_organization(db: Transaction, caller: Caller) -> Organization:
    """The organization of the caller's tenant; 404 before it was made."""
    return await service.get_organization(db, caller.tenant_id)


@router.post(
    "",
    permission=Permission.LICENSING_WRITE_LICENSES,
    response_model=schemas.OrganizationOut,
    status_code=201,
)
async def create_organization(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.OrganizationCreate
) -> Organization:
    """Make the organization and its trial license. 400 without a name.

    409 when it exists already: read it again.
    """
    return await service.create_organization(db, resources, caller, data)


@router.post("/prepare-contact", permission=READ_LICENSES, **without_nulls(schemas.ContactOut))
async def prepare_contact(settings: PortalConfiguration) -> schemas.ContactOut:
    """Who is written to, and when they answer. Empty when the vendor has named no address. No body."""
    if settings.support_email is None:
        return schemas.ContactOut()
    return schemas.ContactOut(
        email=settings.support_email,
        person=settings.support_name,
        answer_hours=settings.support_answer_hours,
    )


@router.post(
    "/contact",
    # The vendor replies by mail, so the caller must be a signed-in user with an address.
    permission=require(READ_LICENSES, signed_in=True),
    status_code=204,
)
async def contact_vendor(
    caller: Caller, call: CurrentCall, resources: AllResources, data: schemas.ContactMessage
) -> None:
    """Mail the vendor; an answer goes to the caller. 409 when the vendor has named no address, 429 after
    ten an hour."""
    await service.contact_vendor(call, resources, caller, data)


@configuration_router.get("", **without_nulls(schemas.LoginProviderConfig))
async def get_login_provider_config(
    settings: PortalConfiguration,
    deployment: Annotated[Deployment, resource(Deployment)],
    configuration: CurrentConfiguration,
    payments: Provider,
) -> schemas.LoginProviderConfig:
    """Where to sign in and what surrounds the portal. Needs no session."""
    origin, key = deployment.public_url, settings.analytics_key
    analytics = schemas.Analytics(key=key, host=settings.analytics_host) if key else None
    return schemas.LoginProviderConfig(
        base_url=origin,
        client_id=configuration.default.client_id,
        login_url=f"{origin}/account/login",
        logout_url=f"{origin}/account/logout",
        portal_url=f"{origin}/oauth/portal",
        sells_licenses=payments.is_configured,
        analytics=analytics,
        links=schemas.Links(
            docs=settings.docs_url,
            book_a_demo=settings.book_a_demo_url,
            slack=settings.slack_url,
            github=settings.github_url,
            legal=settings.legal_url,
        ),
    )


@billing_router.get(
    "/billing-information", permission=WRITE_BILLING, **without_nulls(schemas.BillingInformation)
)
async def get_billing_information(
    caller: Caller, call: CurrentCall, payments: Provider
) -> schemas.BillingInformation:
    """Who is billed, how they pay, and the bills. 404 without an organization; 503 when the provider does not
    answer."""
    organization, method, bills = await billing.read_billing_information(call, payments, caller)
    return schemas.BillingInformation(
        name=organization.name,
        billing_email=organization.billing_email,
        payment_method=schemas.PaymentMethodOut.model_validate(method) if method else None,
        bills=bills,
    )


@billing_router.get(
    "/invoices/{bill_id}", permission=WRITE_BILLING, response_model=schemas.InvoiceLink
)
async def get_invoice_link(
    caller: Caller,
    call: CurrentCall,
    payments: Provider,
    bill_id: ProviderId,
) -> schemas.InvoiceLink:
    """Where the invoice of a bill can be downloaded. 404 when there is none (yet)."""
    return schemas.InvoiceLink(
        url=await billing.get_invoice_link_of_caller(call, payments, caller, bill_id)
    )


@billing_router.patch(
    "/billing-email", permission=WRITE_BILLING, **without_nulls(schemas.BillingEmail)
)
async def change_billing_email(
    caller: Caller, call: CurrentCall, resources: AllResources, data: schemas.BillingEmailChange
) -> schemas.BillingEmail:
    """Mail a link to the new address; it counts once that was opened. 429 after five an hour."""
    now, pending = await billing_email.request_billing_email(
        call, resources, caller, data.billing_email
    )
    return schemas.BillingEmail(billing_email=now, pending_billing_email=pending)


@billing_router.post(
    "/billing-email/confirm", permission=WRITE_BILLING, **without_nulls(schemas.BillingEmail)
)
async def confirm_billing_email(
    caller: Caller,
    call: CurrentCall,
    resources: AllResources,
    data: schemas.BillingEmailConfirmation,
) -> schemas.BillingEmail:
    """Bill the address that the link was mailed to. 400 when the link is too old, another tenant's, or the
    address was changed since; 409 when the address is another customer's at the provider."""
    address = await billing_email.confirm_billing_email(call, resources, caller, data.token)
    return schemas.BillingEmail(billing_email=address)


@billing_router.get("/config", permission=WRITE_BILLING, response_model=schemas.PaymentsConfig)
async def get_payments_config(payments: Provider) -> schemas.PaymentsConfig:
    """The provider's client token, its environment, and the address of its script. Requires the permission
    to pay."""
    return schemas.PaymentsConfig.model_validate(payments.browser)


@billing_router.get(
    "/checkout-config", permission=WRITE_BILLING, response_model=schemas.CheckoutConfig
)
async def get_checkout_config(
    caller: Caller, call: CurrentCall, payments: Provider
) -> schemas.CheckoutConfig:
    """The organization's customer at the provider, made at the first call, and the price ids.

    When the billing email belongs to another customer there, ours gets the same address with a tag.
    404 without an organization; 503 when the provider does not answer.
    """
    customer_id = await checkout.get_or_create_customer(call, payments, caller)
    return schemas.CheckoutConfig(customer_id=customer_id, prices=list(payments.price_ids))


@billing_router.get("/discounts", permission=WRITE_BILLING, **without_nulls(schemas.DiscountOut))
async def find_discount(
    caller: Caller,
    payments: Provider,
    limiter: Annotated[RateLimiter, resource(RateLimiter)],
    code: Annotated[str, Query(max_length=100)] = "",
    price: Annotated[str, Query(max_length=100)] = "",
) -> DiscountFact:
    """The discount that a code gives on a price; letter case does not matter.

    404 when the code is unknown, used up, expired, or not for this price. 429 after 30 tries a minute.
    """
    return await checkout.find_discount(payments, limiter, str(caller.tenant_id), code, price)


@billing_router.get(
    "/transactions/{transaction_id}",
    permission=WRITE_BILLING,
    response_model=schemas.TransactionOut,
)
async def get_checkout_transaction(
    caller: Caller,
    call: CurrentCall,
    payments: Provider,
    transaction_id: ProviderId,
) -> schemas.TransactionOut:
    """Whether a transaction (`_ptxn` of a payment link) is the caller's to pay, and its status."""
    transaction = await checkout.get_transaction(call, payments, caller, transaction_id)
    return schemas.TransactionOut(transaction_id=transaction.id, status=transaction.status)
