"""A tenant says from which countries people enter it, as far as a file tells where an address is."""

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.resources import Resources
from gatehouse.policies.country_restrictions.countries import (
    Countries,
    IpLocation,
    read_location_record,
)
from tests.policies.mmdb import write_countries, write_records
from tests.policies.places import COUNTRIES, behind_a_proxy, countries_of, move
from tests.world import Person, World

GERMAN, FRENCH, NOWHERE = "203.0.113.7", "198.51.100.7", "192.0.2.7"
SWISS = "2001:db8::7"
KNOWN = {"203.0.113.0/24": "DE", "198.51.100.0/24": "FR", "2001:db8::/32": "CH"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_countries(tmp_path / "countries.mmdb", KNOWN)


@pytest.fixture(autouse=True)
def a_proxy(resources: Resources) -> Iterator[None]:
    with behind_a_proxy(resources, "127.0.0.0/8"):
        yield


@pytest.fixture
async def admin(world: World) -> Person:
    who = await world.person("Admin")
    move(who.browser, GERMAN)
    return who


async def configure(who: Person, action: str, fail: str = "ALLOW", *, enabled: bool = True) -> int:
    body = {
        "enabled": enabled, "action": action, "failStrategy": fail, "shouldSendRestrictionEmail": False,
    }  # fmt: skip
    return (await who.browser.post(COUNTRIES, json=body)).status_code


async def choose(who: Person, *codes: str) -> int:
    body = {"countries": [{"countryCode": code} for code in codes]}
    return (await who.browser.post(f"{COUNTRIES}/countries", json=body)).status_code


async def test_without_a_file_nothing_can_be_switched_on(admin: Person):
    assert (await admin.browser.get(COUNTRIES)).json() == {
        "enabled": False, "action": "ALLOW", "failStrategy": "ALLOW",
        "shouldSendRestrictionEmail": False, "isAvailable": False, "ownCountry": None,
    }  # fmt: skip
    assert await configure(admin, "ALLOW") == 409
    assert await configure(admin, "ALLOW", enabled=False) == 201


async def test_a_list_of_countries_is_set_whole(resources: Resources, admin: Person, file: Path):
    with countries_of(resources, file):
        assert await choose(admin, "fr", "DE", "FR") == 201
        assert (await admin.browser.get(f"{COUNTRIES}/countries")).json() == [
            {"id": "DE", "countryCode": "DE"}, {"id": "FR", "countryCode": "FR"},
        ]  # fmt: skip
        seen = (await admin.browser.get(COUNTRIES)).json()
        assert (seen["isAvailable"], seen["ownCountry"]) == (True, "DE")
        own = (await admin.browser.get("/metadata/ipme")).json()
        assert (own["ip"], own["country_code"]) == (GERMAN, "DE")
    for code in ("D", "DEU", "ZZ", "EU", "uk", "1A", "", "ÄÖ", None, 7):
        body = {"countries": [{"countryCode": code}]}
        assert (await admin.browser.post(f"{COUNTRIES}/countries", json=body)).status_code == 400


async def test_an_administrator_cannot_lock_themselves_out_by_country(
    resources: Resources, admin: Person, file: Path
):
    with countries_of(resources, file):
        assert await choose(admin, "FR") == 201
        assert await configure(admin, "ALLOW") == 409
        assert await choose(admin, "FR", "DE") == 201
        assert await configure(admin, "ALLOW", "BLOCK") == 201
        assert await choose(admin, "FR") == 409
        assert await configure(admin, "BLOCK") == 409
        both = {"enabled": True, "action": "BLOCK", "failStrategy": "ALLOW"}
        swapped = {**both, "countries": [{"countryCode": "fr"}]}
        assert (await admin.browser.post(COUNTRIES, json=swapped)).status_code == 201
        (listed,) = (await admin.browser.get(f"{COUNTRIES}/countries")).json()
        assert listed["countryCode"] == "FR"
        assert await choose(admin, "DE") == 409
        both["countries"] = [{"countryCode": "DE"}]
        assert (await admin.browser.post(COUNTRIES, json={**both, "action": "ALLOW"})).is_success
        move(admin.browser, NOWHERE)
        assert await configure(admin, "ALLOW", "BLOCK") == 409
        assert await configure(admin, "ALLOW", "ALLOW") == 201


def test_the_file_says_where_an_address_is(file: Path):
    countries = Countries(file)
    found = {ip: countries.country_of(ip) for ip in (GERMAN, FRENCH, SWISS, NOWHERE, "", "x")}
    assert found == {GERMAN: "DE", FRENCH: "FR", SWISS: "CH", NOWHERE: None, "": None, "x": None}


async def test_where_an_address_is(resources: Resources, admin: Person, tmp_path: Path):
    bonn = {
        "country": {"iso_code": "DE", "names": {"en": "Germany"}},
        "city": {"names": {"en": "Bonn"}},
        "postal": {"code": "53113"},
        "location": {"latitude": 50.73, "longitude": 7.1},
    }
    file = write_records(tmp_path / "cities.mmdb", {"203.0.113.0/24": bonn})
    with countries_of(resources, file):
        assert (await admin.browser.get(f"/metadata/ip/{GERMAN}")).json() == {
            "ip": GERMAN, "country_code": "DE", "country_name": "Germany", "city": "Bonn",
            "zip": "53113", "latitude": 50.73, "longitude": 7.1,
            "location": {"country_flag_emoji": "🇩🇪"},
        }  # fmt: skip
        for address in (NOWHERE, "2001:db8::1"):
            unknown = (await admin.browser.get(f"/metadata/ip/{address}")).json()
            assert (unknown["ip"], unknown["city"]) == (address, None)
            assert unknown["location"] == {"country_flag_emoji": None}
        assert (await admin.browser.get("/metadata/ip/300.1.1.1")).status_code == 400
    admin.browser.headers.pop("authorization")
    assert (await admin.browser.get(f"/metadata/ip/{GERMAN}")).status_code == 401


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        "DE",
        {"country": "DE"},
        {"country": {"iso_code": 7}, "location": {"latitude": "x"}},
    ],
)
def test_a_record_of_another_shape_says_nothing(record: object):
    assert read_location_record(record) == IpLocation()


def test_a_newer_file_is_read_and_a_broken_one_is_not(file: Path):
    countries = Countries(file)
    write_countries(file, {**KNOWN, "192.0.2.0/24": "AT"})
    assert countries.country_of(NOWHERE) is None
    clock.advance_clock(timedelta(minutes=2))
    assert countries.country_of(NOWHERE) == "AT"
    file.write_bytes(b"nothing of the kind")
    clock.advance_clock(timedelta(minutes=2))
    assert countries.country_of(NOWHERE) == "AT"
    os.unlink(file)
    clock.advance_clock(timedelta(minutes=2))
    assert countries.country_of(GERMAN) == "DE"


def test_a_file_of_another_kind_does_not_start(tmp_path: Path):
    path = tmp_path / "countries.mmdb"
    path.write_text("country,network")
    with pytest.raises(ConfigurationError, match="GATEHOUSE_COUNTRY_FILE"):
        Countries(path)
