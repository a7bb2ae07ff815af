"""The demo's paid license, bought as a customer would: signed in, through the checkout, by card.

A job, so that it waits for the server to listen and goes on after an interruption.
"""

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import httpx

from gatehouse.demo import queries
from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from gatehouse.demo.sample_tool import use_sample_tool
from gatehouse.demo.usage import add_held_seats, report_demo_usage
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.licensing.licenses.identifiers import generate_fingerprint, generate_license_key
from gatehouse.licensing.organizations.service import compute_trial_end
from gatehouse.providers.simulators import load_checkout_plugin

if TYPE_CHECKING:
    from gatehouse.providers.simulators import CheckoutPlugin

SEATS = 10
TRIAL = "Acme Labs"
TRIAL_DAYS_LEFT = 2
CARD = {
    "number": "4242 4242 4242 4242",
    "expiry_month": 12,
    "expiry_year": 2040,
    "security_code": "123",
    "name": "Ada Admin",
}


async def enqueue_demo_purchase(database: Database) -> None:
    async with database.transaction(Scope.system()) as db:
        await enqueue(db, "demo.buy", once="demo.buy")


@job("demo.buy", max_attempts=20)
async def buy_demo_license(context: JobContext) -> None:
    """Buy if nothing was bought yet, and use it; then fill the seats once the license is paid."""
    deployment = context.resources[Deployment]
    port = deployment.port
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20) as http:
        tenant_id = await _sign_in_administrator(http)
        if (await http.get("/api/v1/organization")).status_code == 404:
            (await http.post("/api/v1/organization", json={"name": "Acme"})).raise_for_status()
        licenses = (await http.get("/api/v1/licenses")).json()
        if all(listed["isTrial"] for listed in licenses):
            await _pay_checkout(http, load_checkout_plugin(deployment), licenses[0]["fingerprint"])
        main = next(listed for listed in licenses if listed["name"] != TRIAL)
        await report_demo_usage(http, main["key"])
        await http.post("/identity/resources/auth/v1/logout")
    async with context.database.transaction(Scope.tenant(tenant_id)) as db:
        await _fill_seats(db, tenant_id)
    await use_sample_tool(context.resources, main["key"])


async def _sign_in_administrator(http: httpx.AsyncClient) -> UUID:
    credentials = {"email": ADMINISTRATOR, "password": PASSWORD}
    answer = await http.post("/identity/resources/auth/v1/user", json=credentials)
    http.headers["authorization"] = f"Bearer {answer.raise_for_status().json()['accessToken']}"
    profile = await http.get("/identity/resources/users/v2/me")
    return UUID(profile.raise_for_status().json()["tenantId"])


async def _pay_checkout(
    http: httpx.AsyncClient, provider: "type[CheckoutPlugin]", fingerprint: str
) -> None:
    config = (await http.get("/api/v1/paddle/checkout-config")).raise_for_status().json()
    headers = {"authorization": f"Bearer {provider.client_token}"}
    opened = await http.post(
        f"{provider.mount_path}/client/checkouts",
        headers=headers,
        json={
            "items": [{"price_id": provider.monthly_price_id, "quantity": SEATS}],
            "customer": {"id": config["customerId"]},
            "address": {"country_code": "US", "postal_code": "10001"},
            "custom_data": {"overwrite": fingerprint},
        },
    )
    checkout = opened.raise_for_status().json()["data"]["checkout"]
    paid = await http.post(
        f"{provider.mount_path}/client/checkouts/{checkout['id']}/pay",
        headers=headers,
        json={"card": CARD},
    )
    paid.raise_for_status()


async def _fill_seats(db: Db, tenant_id: UUID) -> None:
    """Seats in use, and a second license whose trial is nearly over."""
    paid = await queries.PAID_LICENSE.first(db, tenant_id)
    if paid is None:
        raise LookupError("the purchase has not arrived yet")
    now = clock.now()
    await add_held_seats(db, tenant_id, paid.id)
    if not await queries.HAS_TRIAL.one(db, tenant_id, TRIAL):
        await queries.ADD_TRIAL.run(
            db, new_id(), tenant_id, paid.organization_id, TRIAL, 5, generate_license_key(),
            generate_fingerprint(), compute_trial_end(now, TRIAL_DAYS_LEFT), now - timedelta(days=12),
        )  # fmt: skip
