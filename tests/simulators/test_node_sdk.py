"""The provider's official SDK for Node.js, unmodified, on the address of a real server."""

import asyncio
import json
from pathlib import Path

from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER

HERE = Path(__file__).parent / "clients" / "paddle-node-sdk.mjs"
MODULES = Path(__file__).parents[2] / "web" / "node_modules"


async def test_it_reads_every_answer(address, buyer, paddle, receiver, run_jobs):
    paid = await buyer.buy()
    trial = await buyer.buy(
        items=[{"price_id": fixtures.TRIAL_PRICE_ID, "quantity": 1}],
        customer={"email": f"trial-{buyer.email}"},
        address={"country_code": "US", "postal_code": "10021"},
    )
    on_trial = await paddle(lambda sdk: sdk.transactions.get(trial["transaction_id"]))
    await run_jobs()
    given = {
        "api": f"{address}{fixtures.API_PATH}",
        "modules": str(MODULES),
        "key": PROVIDER.api_key,
        "email": buyer.email,
        "customerId": paid["customer"]["id"],
        "transactionId": paid["transaction_id"],
        "trial": on_trial.subscription_id,
        "prices": {"monthly": fixtures.MONTHLY_PRICE_ID, "once": fixtures.ONE_OFF_PRICE_ID},
    }
    run = await asyncio.create_subprocess_exec(
        "node", str(HERE), json.dumps(given),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    async with asyncio.timeout(60):
        told, _ = await run.communicate()
    assert run.returncode == 0, told.decode()
    assert len(told.splitlines()) == 47, told.decode()
