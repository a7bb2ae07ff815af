"""`/subscriptions/resources`: how an account is billed (wire-api §16.19)."""

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router, VendorCaller
from gatehouse.access.vendor import (
    SharedRoute,
    VendorPermission,
    VendorTransaction,
)
from gatehouse.billing.accounts import service
from gatehouse.billing.accounts.schemas import (
    BillingConfigurationIn,
    BillingConfigurationMade,
    BillingConfigurationOut,
    BillingRules,
    BillingSummary,
    CardsConfiguration,
    CustomerIn,
    CustomerOut,
    PaymentProvider,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.current import CurrentConfiguration

BILLING = "/subscriptions/resources/billing"
STRIPE = f"{BILLING}/payment-providers/stripe"
CONFIGURATIONS = f"{BILLING}/tenant-configurations/v1"

router = Router(tags=["Billing"])
shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)


@router.get("/subscriptions/resources/payment-providers/v1", permission=Permission.READ_BILLING)
async def list_payment_providers(resources: AllResources) -> list[PaymentProvider]:
    """The card provider, or nothing."""
    return service.list_payment_providers(resources)


@router.get(f"{STRIPE}/public-configurations/v1", permission=Permission.READ_BILLING)
async def get_cards_configuration(
    resources: AllResources, configuration: CurrentConfiguration
) -> CardsConfiguration:
    """404 `billing.not_configured`."""
    return service.cards_configuration(resources, configuration)


@router.get(
    f"{BILLING}/configurations/vendor-public-configurations/v1", permission=Permission.READ_BILLING
)
async def get_billing_rules(configuration: CurrentConfiguration) -> BillingRules:
    """What the vendor lets accounts do themselves."""
    return BillingRules.model_validate(configuration.vendor)


@router.post(f"{STRIPE}/customers/v1", permission=Permission.WRITE_BILLING)
async def set_billing_customer(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: CustomerIn,
) -> CustomerOut:
    """Set the customer to which bills are addressed; created when there is none. 404
    `billing.not_configured`; 409 `billing.externally_managed`; 503 `billing.provider_unavailable`."""
    customer = await service.set_customer(db, resources, caller, client, data)
    return CustomerOut(stripe_customer_id=customer)


@router.get(f"{STRIPE}/customers/v1/{{tenant_id}}", permission=Permission.READ_BILLING)
async def get_billing_customer(db: Transaction, caller: Caller, tenant_id: TenantId) -> CustomerOut:
    """404 `billing.account_not_found`, also for another account."""
    return CustomerOut(stripe_customer_id=await service.customer_of(db, caller, tenant_id))


@router.get(
    f"{BILLING}/summaries/v1/{{tenant_id}}",
    permission=Permission.READ_BILLING,
    response_model_exclude_none=True,
)
async def get_billing_summary(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration, tenant_id: TenantId
) -> BillingSummary:
    """404 `billing.account_not_found` for another account."""
    return await service.read_billing_summary(db, caller, configuration, tenant_id)


@router.post(CONFIGURATIONS, permission=Permission.WRITE_BILLING)
async def create_billing_configuration(
    db: Transaction, caller: Caller, data: BillingConfigurationIn
) -> BillingConfigurationMade:
    """The account's own; the same again when there is one. 403 `billing.not_offered` to say that it is
    managed elsewhere, which the vendor alone does; 404 `billing.account_not_found` for another account."""
    return BillingConfigurationMade(id=await service.configure_own(db, caller, data))


@router.get(f"{CONFIGURATIONS}/{{tenant_id}}", permission=Permission.READ_BILLING)
async def get_billing_configuration(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration, tenant_id: TenantId
) -> BillingConfigurationOut:
    """404 `billing.account_not_found`: there is none yet, or it is another account's."""
    own = await service.own_account(db, caller, tenant_id)
    return BillingConfigurationOut.of(own, configuration.vendor.id)


@shared.post(
    CONFIGURATIONS,
    permission=VendorPermission.WRITE_TENANTS,
    name="set_billing_configuration_as_vendor",
)
async def set_billing_configuration(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    data: BillingConfigurationIn,
) -> BillingConfigurationMade:
    """Set the billing configuration of any account; absent fields get the defaults of a new one. 404
    `billing.account_not_found`, `billing.plan_not_found`."""
    made = await service.configure_billing(db, caller, client, configuration, data)
    return BillingConfigurationMade(id=made)


@shared.get(
    f"{CONFIGURATIONS}/{{tenant_id}}",
    permission=VendorPermission.READ_TENANTS,
    name="get_billing_configuration_as_vendor",
)
async def read_billing_configuration(
    db: VendorTransaction, configuration: CurrentConfiguration, tenant_id: TenantId
) -> BillingConfigurationOut:
    """Get the billing configuration of any account. 404 `billing.account_not_found`."""
    found = await service.account_of(db, tenant_id)
    return BillingConfigurationOut.of(found, configuration.vendor.id)
