"""Who may enter, case by case: addresses, email domains, countries, and all of them together."""

from dataclasses import replace

import pytest

from gatehouse.policies.admission.decide import (
    allows_country,
    allows_email,
    allows_ip_address,
    find_refusal_reason,
)
from gatehouse.policies.domain_restrictions.schemas import DomainRestrictionIn
from gatehouse.policies.ip_restrictions.networks import display_network, parse_network
from gatehouse.policies.models import EntryRules


@pytest.mark.parametrize(
    ("listed", "address", "is_listed"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.7/32", "203.0.113.7", True),
        ("203.0.113.0/24", "203.0.113.0", True),
        ("203.0.113.0/24", "203.0.113.255", True),
        ("203.0.113.0/24", "203.0.112.255", False),
        ("203.0.113.0/24", "203.0.114.0", False),
        ("203.0.113.200/24", "203.0.113.1", True),
        ("203.0.113.6/31", "203.0.113.7", True),
        ("203.0.113.6/31", "203.0.113.8", False),
        ("10.0.0.0/8", "10.255.255.255", True),
        ("10.0.0.0/8", "11.0.0.0", False),
        ("0.0.0.0/0", "198.51.100.1", True),
        ("0.0.0.0/0", "2001:db8::1", False),
        ("::/0", "198.51.100.1", False),
        ("::/0", "2001:db8::1", True),
        ("2001:db8::1", "2001:db8::1", True),
        ("2001:db8::1", "2001:0DB8:0:0::0001", True),
        ("2001:db8::/32", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", True),
        ("2001:db8::/32", "2001:db9::", False),
        ("2001:db8:0:8000::/49", "2001:db8:0:7fff::1", False),
        ("2001:db8:0:8000::/49", "2001:db8:0:8000::1", True),
        # An IPv4 address that is written as IPv6 is IPv4, in the list and outside it.
        ("203.0.113.0/24", "::ffff:203.0.113.9", True),
        ("203.0.113.0/24", "::ffff:cb00:7109", True),
        ("::ffff:203.0.113.0/120", "203.0.113.9", True),
        ("::ffff:203.0.113.0/120", "203.0.114.9", False),
        ("::ffff:203.0.113.9", "203.0.113.9", True),
        ("::ffff:0:0/96", "198.51.100.1", True),
        # Not mapped, though it looks alike (RFC 4291 §2.5.5.1, deprecated).
        ("203.0.113.9", "::203.0.113.9", False),
    ],
)
def test_an_address_is_in_a_network_or_not(listed: str, address: str, is_listed: bool):
    networks = [str(parse_network(listed)), "192.0.2.250"]
    allow = EntryRules(ip_active=True, ip_strategy="ALLOW", networks=networks)
    assert allows_ip_address(allow, address) is is_listed
    assert allows_ip_address(replace(allow, ip_strategy="BLOCK"), address) is not is_listed
    assert allows_ip_address(replace(allow, ip_active=False), address)


@pytest.mark.parametrize(
    "address", ["", "unknown", "203.0.113.7:443", "fe80::1%eth0", "203.0.113.7, 10.0.0.1", "1.2.3"]
)
def test_what_is_no_address_is_let_in_by_no_list(address: str):
    for strategy in ("ALLOW", "BLOCK"):
        rules = EntryRules(ip_active=True, ip_strategy=strategy, networks=["0.0.0.0/0", "::/0"])
        assert not allows_ip_address(rules, address)


def test_a_list_without_entries_is_not_in_force():
    for strategy in ("ALLOW", "BLOCK"):
        rules = EntryRules(
            ip_active=True, ip_strategy=strategy, domain_active=True, domain_strategy=strategy,
            country_active=True, country_strategy=strategy, country_unknown="BLOCK",
        )  # fmt: skip
        assert allows_ip_address(rules, "203.0.113.7")
        assert allows_email(rules, "pat@example.com")
        assert allows_country(rules, None)


@pytest.mark.parametrize(
    "text",
    [
        "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0", "10.0.0.0/0.0.0.255", "10.0.0.0/255.0.0.0",
        "010.0.0.1", "1.2.3.4/", "::1/129", "::1%eth0", "fe80::1%1/64", "::g", "example.com", "10.0.0.1 ",
        "１０.0.0.1", "10.0.0.0/8/8", "0x0a000001", "167772161",
    ],
)  # fmt: skip
def test_what_is_no_network_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011  each in its own words
        parse_network(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7/32", "203.0.113.7"),
        ("203.0.113.7/24", "203.0.113.0/24"),
        ("2001:0DB8::0/128", "2001:db8::"),
        ("2001:DB8::1/32", "2001:db8::/32"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
    ],
)
def test_a_network_has_one_spelling(text: str, shown: str):
    assert display_network(str(parse_network(text))) == shown


@pytest.mark.parametrize(
    ("listed", "email", "is_listed"),
    [
        ("example.com", "pat@example.com", True),
        ("Example.COM", "pat@example.com", True),
        ("example.com", "pat@EXAMPLE.com", True),
        ("example.com", "pat@eu.example.com", True),
        ("example.com", "pat@a.b.example.com", True),
        ("eu.example.com", "pat@example.com", False),
        ("example.com", "pat@notexample.com", False),
        ("example.com", "pat@example.com.evil.org", False),
        ("example.com", "pat@example.org", False),
        ("example.com", "example.com@evil.org", False),
        ("example.com", '"x@example.com"@evil.org', False),
        ("bücher.example", "pat@bücher.example", True),
        ("bücher.example", "pat@xn--bcher-kva.example", True),
        ("xn--bcher-kva.example", "pat@bücher.example", True),
        ("BÜCHER.example", "pat@Bücher.example", True),
        ("bücher.example", "pat@bucher.example", False),
        ("example.com", "pat@еxample.com", False),  # a Cyrillic е
        ("例え.jp", "pat@sub.例え.jp", True),
    ],
)
def test_an_email_address_is_at_a_domain_or_not(listed: str, email: str, is_listed: bool):
    domain = DomainRestrictionIn.model_validate({"domain": listed, "type": "ALLOW"}).domain
    allow = EntryRules(domain_active=True, domains=[domain, "other.example"])
    assert allows_email(allow, email) is is_listed
    assert allows_email(replace(allow, domain_strategy="BLOCK"), email) is not is_listed
    assert allows_email(replace(allow, domain_active=False), email)


def test_public_domains_are_refused_listed_or_not():
    rules = EntryRules(
        domain_active=True, block_public_domains=True, domains=["gmail.com", "example.com"]
    )
    assert not allows_email(rules, "pat@gmail.com")
    assert not allows_email(rules, "pat@GMAIL.com")
    assert allows_email(rules, "pat@example.com")
    assert not allows_email(replace(rules, domains=[]), "pat@web.de")
    assert allows_email(replace(rules, domains=[]), "pat@example.org")
    assert allows_email(replace(rules, block_public_domains=False), "pat@gmail.com")


@pytest.mark.parametrize(
    ("strategy", "unknown", "country", "enters"),
    [
        ("ALLOW", "BLOCK", "DE", True),
        ("ALLOW", "BLOCK", "FR", False),
        ("ALLOW", "BLOCK", None, False),
        ("ALLOW", "ALLOW", None, True),
        ("BLOCK", "ALLOW", "DE", False),
        ("BLOCK", "ALLOW", "FR", True),
        ("BLOCK", "ALLOW", None, True),
        ("BLOCK", "BLOCK", None, False),
    ],
)
def test_a_country_is_let_in_or_not(strategy, unknown, country, enters):
    rules = EntryRules(
        country_active=True,
        country_strategy=strategy,
        country_unknown=unknown,
        countries=["AT", "DE"],
    )
    assert allows_country(rules, country) is enters
    assert allows_country(replace(rules, country_active=False), country)


ALL = EntryRules(
    ip_active=True, ip_strategy="ALLOW", networks=["203.0.113.0/24"],
    domain_active=True, domain_strategy="ALLOW", block_public_domains=False, domains=["example.com"],
    country_active=True, country_strategy="BLOCK", country_unknown="ALLOW", countries=["KP"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("address", "email", "country", "reason"),
    [
        ("203.0.113.7", "pat@example.com", "DE", None),
        ("203.0.113.7", "pat@example.com", None, None),
        ("198.51.100.7", "pat@example.com", "DE", "address"),
        ("203.0.113.7", "pat@example.org", "DE", "domain"),
        ("203.0.113.7", "pat@example.com", "KP", "country"),
        ("198.51.100.7", "pat@example.org", "KP", "domain"),
        # A user who is invited has no address yet.
        (None, "pat@example.com", None, None),
        (None, "pat@example.org", None, "domain"),
    ],
)
def test_all_restrictions_together(address, email, country, reason):
    assert find_refusal_reason(ALL, address=address, email=email, country=country) == reason
