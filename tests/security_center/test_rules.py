"""Which facts lead to which recommendations and insights, and to which score."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from gatehouse.security_center.models import InsightCode, RecommendationCode, SecurityFacts
from gatehouse.security_center.recommendations import (
    COUNTRIES,
    RULES,
    compute_security_score,
    list_insights,
    list_recommendations,
)

BEST = SecurityFacts(
    people=10, enrolled=10, breached=0, inactive=0, enforce_mfa_type="Force", lockout_enabled=True,
    lockout_max_attempts=5, history_enabled=True, history_size=5, relogin_active=True,
    relogin_seconds=86_400, concurrent_active=True, concurrent_max=5, idle_active=True,
    idle_seconds=1800, ip_active=True, ip_strategy="ALLOW", ips=1, domain_active=True,
    domain_strategy="ALLOW", domains=1, country_active=True, has_sso=True,
)  # fmt: skip
# Every code, the least that leads to it, and the points that it costs.
RECOMMENDED: list[tuple[RecommendationCode, dict[str, Any], int]] = [
    ("FORCE_MFA", {"enforce_mfa_type": "DontForce"}, 30),
    ("BREACHED_PASSWORDS_EXIST", {"breached": 1}, 20),
    ("ENABLE_USER_LOCKOUT", {"lockout_enabled": False}, 10),
    ("STRENGTHEN_USER_LOCKOUT", {"lockout_max_attempts": 6}, 4),
    ("ENABLE_PASSWORD_HISTORY", {"history_enabled": False}, 6),
    ("STRENGTHEN_PASSWORD_HISTORY", {"history_size": 4}, 3),
    ("ENABLE_FORCE_RELOGIN", {"relogin_active": False}, 6),
    ("SET_FORCE_RELOGIN", {"relogin_seconds": 86_401}, 3),
    ("ENABLE_SESSION_CONCURRENCY", {"concurrent_active": False}, 5),
    ("SET_SESSION_CONCURRENCY", {"concurrent_max": 6}, 2),
    ("ENABLE_IDLE_SESSION", {"idle_active": False}, 6),
    ("SET_IDLE_SESSION", {"idle_seconds": 1801}, 3),
    ("ENABLE_IP_RESTRICTIONS", {"ip_active": False}, 5),
    ("CHANGE_IP_TO_ALLOWLIST", {"ip_strategy": "BLOCK"}, 2),
    ("ENABLE_DOMAIN_RESTRICTIONS", {"domain_active": False}, 4),
    ("CHANGE_DOMAIN_TO_ALLOWLIST", {"domain_strategy": "BLOCK"}, 2),
    ("ENABLE_COUNTRY_RESTRICTIONS", {"country_active": False}, 2),
    ("CONFIGURE_SSO", {"has_sso": False}, 6),
]
NOTHING: dict[str, Any] = {
    "enforce_mfa_type": "DontForce", "breached": 3, "lockout_enabled": False,
    "history_enabled": False, "relogin_active": False, "concurrent_active": False,
    "idle_active": False, "ip_active": False, "domain_active": False, "country_active": False,
    "has_sso": False,
}  # fmt: skip
# Every code and the least that leads to it.
SEEN: list[tuple[InsightCode, dict[str, Any]]] = [
    ("MFA_FORCED", {}),
    ("PARTIALLY_FORCED_MFA", {"enforce_mfa_type": "ForceExceptSAML"}),
    ("PARTIAL_MFA_USAGE", {"enforce_mfa_type": "DontForce", "enrolled": 9}),
    ("FULL_MFA_USAGE", {"enforce_mfa_type": "DontForce"}),
    ("BREACHED_PASSWORD_USERS_EXIST", {"breached": 1}),
    ("IMPROVE_LOCKOUT_POLICY", {"lockout_enabled": False}),
    ("IMPROVE_LOCKOUT_POLICY", {"lockout_max_attempts": 6}),
    ("IMPROVE_PASSWORD_HISTORY_POLICY", {"history_enabled": False}),
    ("IMPROVE_PASSWORD_HISTORY_POLICY", {"history_size": 4}),
    ("FULL_PASSWORD_SETTINGS", {}),
    ("NO_SESSION_SETTINGS", {"relogin_active": False, "concurrent_active": False, "idle_active": False}),
    ("PARTIAL_SESSION_SETTINGS", {"relogin_active": False}),
    ("FULL_SESSION_SETTINGS", {}),
    ("NO_IP_RESTRICTIONS", {"ip_active": False, "ip_strategy": "BLOCK"}),
    ("IP_ALLOWLIST", {}),
    ("IP_DENYLIST", {"ip_strategy": "BLOCK"}),
    ("NO_DOMAIN_RESTRICTIONS", {"domain_active": False, "domain_strategy": "BLOCK"}),
    ("DOMAIN_ALLOWLIST", {}),
    ("DOMAIN_DENYLIST", {"domain_strategy": "BLOCK"}),
]  # fmt: skip


def test_each_code_of_the_wire_has_a_rule():
    assert {rule[0].code for rule in (*RULES, COUNTRIES)} == set(get_args(RecommendationCode))
    assert {code for code, _, _ in RECOMMENDED} == set(get_args(RecommendationCode))
    assert {code for code, _ in SEEN} == set(get_args(InsightCode))


def test_where_all_is_well_nothing_is_recommended():
    assert list_recommendations(BEST, knows_countries=True) == []
    assert compute_security_score([]) == 100


@pytest.mark.parametrize(("code", "change", "points"), RECOMMENDED)
def test_each_is_recommended_alone_and_costs_its_points(
    code: str, change: dict[str, Any], points: int
):
    found = list_recommendations(replace(BEST, **change), knows_countries=True)
    assert [one.code for one in found] == [code]
    assert compute_security_score(found) == 100 - points


def test_without_any_policy_there_are_no_points_and_severe_recommendations_come_first():
    found = list_recommendations(replace(BEST, **NOTHING), knows_countries=True)
    assert compute_security_score(found) == 0
    assert [one.code for one in found[:3]] == [
        "FORCE_MFA", "BREACHED_PASSWORDS_EXIST", "ENABLE_USER_LOCKOUT",
    ]  # fmt: skip
    severities = [one.severity for one in found]
    assert severities == sorted(severities, key=["SEVERE", "WARNING", "INFO"].index)


def test_a_setting_that_is_unavailable_is_not_recommended():
    assert list_recommendations(replace(BEST, country_active=False), knows_countries=False) == []


@pytest.mark.parametrize(("code", "change"), SEEN)
def test_each_insight_is_seen(code: str, change: dict[str, Any]):
    assert code in [one.code for one in list_insights(replace(BEST, **change))]


def test_of_each_category_one_thing_is_true_and_of_passwords_several():
    assert [one.code for one in list_insights(BEST)] == [
        "MFA_FORCED", "FULL_PASSWORD_SETTINGS", "FULL_SESSION_SETTINGS", "IP_ALLOWLIST",
        "DOMAIN_ALLOWLIST",
    ]  # fmt: skip
    nobody = replace(BEST, enforce_mfa_type="DontForce", people=0, enrolled=0)
    assert list_insights(nobody)[0].code == "PARTIAL_MFA_USAGE"
