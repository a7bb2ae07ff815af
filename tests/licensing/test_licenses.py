import re

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id


async def test_a_trial_has_every_field(shop, settings):
    [trial] = await shop.licenses()
    assert {**trial, "id": "", "validTo": ""} == {
        "id": "",
        "name": "Acme",
        "licenseType": "trial",
        "isTrial": True,
        "maxSeats": settings.trial_seats,
        "usedSeats": 0,
        "key": trial["key"],
        "fingerprint": trial["fingerprint"],
        "validTo": "",
        "daysLeft": settings.trial_days,
        "isOver": False,
    }
    assert re.fullmatch(r"GH(-[A-Z2-7]{8}){4}", trial["key"])
    assert re.fullmatch(r"[0-9a-f]{32}", trial["fingerprint"])


async def test_no_two_licenses_share_a_name_outside(open_shop):
    first, second = await open_shop(), await open_shop()
    [one], [other] = await first.licenses(), await second.licenses()
    assert one["key"] != other["key"]
    assert one["fingerprint"] != other["fingerprint"]


async def test_without_an_organization_no_licenses_are_listed(world):
    admin = await world.person("Admin")
    assert (await admin.browser.get("/api/v1/licenses")).json() == []


async def test_seats_are_counted(shop, open_shop, db):
    other = await open_shop()
    for tenant_id, count in [(shop.admin.tenant_id, 3), (other.admin.tenant_id, 1)]:
        await db.connection.executemany(
            "insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)"
            " select $1, $2, id, $3, $4, $4 from licenses where tenant_id = $2",
            [(new_id(), tenant_id, f"person-{n}", clock.now()) for n in range(count)],
        )
    assert (await shop.licenses())[0]["usedSeats"] == 3
    assert (await other.licenses())[0]["usedSeats"] == 1


async def test_the_list_shows_keys_only_with_permission(shop, world):
    reader = await world.person("ReadOnly", tenant_id=shop.admin.tenant_id)
    [seen] = (await reader.browser.get("/api/v1/licenses")).json()
    assert "key" not in seen
    editor = await world.person("Editor", tenant_id=shop.admin.tenant_id)
    [seen] = (await editor.browser.get("/api/v1/licenses")).json()
    assert seen["key"].startswith("GH-")


async def test_listing_licenses_needs_permission(client, world):
    assert (await client.get("/api/v1/licenses")).status_code == 401
    nobody = await world.person()
    assert (await nobody.browser.get("/api/v1/licenses")).status_code == 403


async def test_a_billed_license_is_written_as_documented(shop, world, db):
    """Times in UTC, microseconds only where there are any, and nothing that is missing."""
    [license_id] = await db.connection.fetchrow(
        """
        update licenses set name = $2, license_type = 'pro', is_trial = false, max_seats = 5,
          fingerprint = 'f', valid_to = '2030-01-02 03:04:05+02',
          extended_until = '2030-01-02 03:04:05.120000+00',
          suspended_at = now(), billing_status = 'past_due', status_at = '2029-12-31 23:59:59+00',
          deactivation_at = '2030-02-01', pauses_at = '2030-03-01', cycle = 'month', is_past_due = true,
          next_payment_at = '2030-01-15', next_seats = 3, next_seats_at = '2030-01-16'
        where tenant_id = $1 returning id
        """,
        shop.admin.tenant_id,
        'Müller "& Co"\n🚀',
    )
    reader = await world.person("ReadOnly", tenant_id=shop.admin.tenant_id)
    assert (await reader.browser.get("/api/v1/licenses")).text == (
        f'[{{"id":"{license_id}","name":"Müller \\"& Co\\"\\n🚀","licenseType":"pro","isTrial":false,'
        '"maxSeats":5,"usedSeats":0,"fingerprint":"f","validTo":"2030-01-02T03:04:05.120000Z","isOver":false,'
        '"standing":"suspended","billing":{"cycle":"month","status":{"type":"past_due",'
        '"at":"2029-12-31T23:59:59Z","deactivationAt":"2030-02-01T00:00:00Z","pauseAt":"2030-03-01T00:00:00Z"},'
        '"nextPayment":"2030-01-15T00:00:00Z","isPastDue":true,'
        '"scheduledSeats":{"maxSeats":3,"at":"2030-01-16T00:00:00Z"}}}]'
    )
