"""What identity providers send in their own ways: groups left out, elsewhere, or under other names."""

from typing import Any

import httpx
import pytest

from gatehouse.kit.outbound import OutboundResponse
from tests.audit_log import audit_entries
from tests.conftest import NewClient
from tests.federation.saml_idp import EMAIL_CLAIM
from tests.identity.sso.company import Company
from tests.identity.sso.either import AnyCompany, SamlCompany, set_up
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.saml_steps import me
from tests.identity.sso.steps import Names
from tests.identity.sso.test_decision import run_test
from tests.world import Person, World

LINK = "http://schemas.microsoft.com/claims/groups.link"
GRAPH = "https://graph.microsoft.com/v1.0/users/2222/getMemberObjects"
OVERAGE: dict[str, dict[str, Any]] = {
    "distributed claims": {
        "_claim_names": {"groups": "src1"},
        "_claim_sources": {"src1": {"endpoint": GRAPH}},
    },
    "hasgroups": {"hasgroups": True},
}


@pytest.fixture
async def saml(admin: Person, names: Names, provider: CompanyProvider) -> SamlCompany:
    found = await set_up("saml", admin, names, provider)
    assert isinstance(found, SamlCompany)
    return found


async def give(company: AnyCompany, group: str, key: str = "Admin") -> None:
    """The group gives a role; users of the connection can read."""
    http = company.admin.browser
    roles = {
        role["key"]: role["id"] for role in (await http.get("/identity/resources/roles/v1")).json()
    }
    await http.put(f"{company.path}/roles", json={"roleIds": [roles["ReadOnly"]]})
    made = await http.post(f"{company.path}/groups", json={"group": group, "roleIds": [roles[key]]})
    assert made.status_code == 201, made.text


async def change(company: AnyCompany, **body: object) -> None:
    answer = await company.admin.browser.patch(company.path, json=body)
    assert answer.status_code == 200, answer.text


async def roles_of(browser: httpx.AsyncClient, answer: httpx.Response) -> set[str]:
    return {role["key"] for role in (await me(browser, answer))["roles"]}


async def sign_in(company: AnyCompany, browser: httpx.AsyncClient, **more: Any) -> set[str]:
    answer = await company.come(browser, f"ada@{company.domain}", **more)
    return await roles_of(browser, answer)


async def left_out(world: World, company: AnyCompany) -> int:
    return len(await audit_entries(world, company.admin.tenant_id, "user.sso_groups_left_out"))


@pytest.mark.parametrize("case", OVERAGE)
async def test_groups_that_openid_connect_leaves_out_take_no_role_away(
    company: Company, new_client: NewClient, world: World, case: str
):
    await give(company, "staff")
    browser = new_client()
    assert await sign_in(company, browser, groups=["staff"]) == {"Admin", "ReadOnly"}
    assert await sign_in(company, browser, **OVERAGE[case]) == {"Admin", "ReadOnly"}
    assert await left_out(world, company) == 1
    test = await run_test(company, f"ada@{company.domain}", **OVERAGE[case])
    [groups] = [check for check in test["checks"] if check["name"] == "groups"]
    assert groups["says"] == "The identity provider omitted groups, so no roles are removed"
    assert "group filter" in groups["mend"]
    assert groups["code"] == "groups_left_out"
    # Who is in no group, as before.
    assert await sign_in(company, browser, groups=[]) == {"ReadOnly"}


async def test_groups_that_saml_leaves_out_take_no_role_away(
    saml: SamlCompany, new_client: NewClient, world: World
):
    await give(saml, "staff")
    browser = new_client()
    known: dict[str, Any] = {"attributes": {"groups": ["staff"]}}
    assert await sign_in(saml, browser, **known) == {"Admin", "ReadOnly"}
    overage: dict[str, Any] = {"attributes": {LINK: [GRAPH]}}
    assert await sign_in(saml, browser, **overage) == {"Admin", "ReadOnly"}
    assert await left_out(world, saml) == 1
    test = await run_test(saml, f"ada@{saml.domain}", **overage)
    [groups] = [check for check in test["checks"] if check["name"] == "groups"]
    assert "group filter" in groups["mend"]
    assert groups["code"] == "groups_left_out"
    assert await sign_in(saml, browser, attributes={}) == {"ReadOnly"}


@pytest.mark.parametrize("case", OVERAGE)
async def test_only_claims_that_are_missing_are_left_out(
    company: Company, new_client: NewClient, case: str
):
    """Other groups may be left out than those that give roles, and groups that came count."""
    await give(company, "staff")
    browser = new_client()
    assert await sign_in(company, browser, groups=["staff"]) == {"Admin", "ReadOnly"}
    assert await sign_in(company, browser, groups=["other"], **OVERAGE[case]) == {"ReadOnly"}
    assert await sign_in(company, browser, groups=["staff"]) == {"Admin", "ReadOnly"}
    await change(company, groupsClaims=["roles"])
    assert await sign_in(company, browser, roles=[], **OVERAGE[case]) == {"ReadOnly"}


async def test_a_link_in_place_of_groups_leaves_out_no_other_attribute(
    saml: SamlCompany, new_client: NewClient
):
    await give(saml, "staff")
    await change(saml, groupsClaims=["Department"])
    browser = new_client()
    known: dict[str, Any] = {"attributes": {"Department": ["staff"]}}
    assert await sign_in(saml, browser, **known) == {"Admin", "ReadOnly"}
    assert await sign_in(saml, browser, attributes={LINK: [GRAPH]}) == {"ReadOnly"}


async def test_who_is_new_gets_no_role_of_groups_that_were_left_out(
    company: Company, new_client: NewClient
):
    await give(company, "staff")
    assert await sign_in(company, new_client(), **OVERAGE["hasgroups"]) == {"ReadOnly"}


async def test_groups_that_only_userinfo_has(company: Company, new_client: NewClient):
    await give(company, "staff")
    email = f"ada@{company.domain}"
    company.provider.userinfo = {"sub": "person-1", "email": email, "groups": ["staff"]}
    assert await sign_in(company, new_client()) == {"Admin", "ReadOnly"}
    assert company.provider.userinfo_requests == 1
    # Those of the id token are enough.
    assert await sign_in(company, new_client(), groups=["other"]) == {"ReadOnly"}
    assert company.provider.userinfo_requests == 1


async def test_userinfo_is_asked_only_where_groups_give_roles(
    company: Company, new_client: NewClient
):
    company.provider.userinfo = {"sub": "person-1", "groups": ["staff"]}
    await sign_in(company, new_client())
    assert company.provider.userinfo_requests == 0


async def test_the_userinfo_of_another_subject_is_refused(company: Company, new_client: NewClient):
    await give(company, "staff")
    company.provider.userinfo = {"sub": "person-2", "groups": ["staff"]}
    answer = await company.come(new_client(), f"ada@{company.domain}")
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "sso.failed")


async def test_a_userinfo_endpoint_that_fails_takes_no_role_away(
    company: Company, new_client: NewClient, world: World
):
    await give(company, "staff")
    company.provider.userinfo = {"sub": "person-1"}
    browser = new_client()
    assert await sign_in(company, browser, groups=["staff"]) == {"Admin", "ReadOnly"}
    company.provider.userinfo = "<html>Not now</html>"
    assert await sign_in(company, browser) == {"Admin", "ReadOnly"}
    assert await left_out(world, company) == 1


async def test_userinfo_as_a_signed_token(company: Company, new_client: NewClient):
    email = f"ada@{company.domain}"
    provider = company.provider
    claims = {"sub": "person-1", "email": email, "iss": provider.issuer, "aud": provider.client_id}
    provider.userinfo = provider.signed(claims)
    browser = new_client()
    answer = await company.come(browser, "")
    assert (await me(browser, answer))["email"] == email
    for wrong in ({"aud": "another"}, {"iss": "https://another.example"}):
        provider.userinfo = provider.signed(claims | wrong)
        answer = await company.come(new_client(), "")
        assert (answer.status_code, answer.json()["errorCode"]) == (401, "sso.failed"), wrong
    provider.userinfo = CompanyProvider(provider.issuer).signed(claims)
    answer = await company.come(new_client(), "")
    assert answer.status_code == 401
    provider.userinfo = "<html>Not now</html>"
    test = await run_test(company, "")
    assert [check["name"] for check in test["checks"] if not check["passed"]] == ["userinfo"]


NAMES: list[tuple[dict[str, object], dict[str, Any]]] = [
    ({"groupsClaims": ["roles"]}, {"roles": ["staff"]}),
    ({"groupsClaims": ["realm_access.roles"]}, {"realm_access": {"roles": ["staff", "other"]}}),
    ({"groupsClaims": ["cognito:groups"]}, {"cognito:groups": ["staff"]}),
    ({"groupsClaims": ["https://acme.example/groups"]}, {"https://acme.example/groups": ["staff"]}),
    ({"groupsClaims": ["a.b.roles"]}, {"a.b": {"roles": "staff"}}),
    ({"groupsClaims": ["urn:zitadel:iam:org:project:roles"]},
     {"urn:zitadel:iam:org:project:roles": {"staff": {"1": "acme.example"}}}),
    ({"groupsClaims": ["groups", "roles"]}, {"groups": ["other"], "roles": "staff"}),
    ({"groupsSeparator": ";"}, {"groups": "other; staff"}),
]  # fmt: skip


@pytest.mark.parametrize(("configured", "claims"), NAMES)
async def test_groups_by_the_names_of_a_connection(
    company: Company, new_client: NewClient, configured: dict[str, object], claims: dict[str, Any]
):
    await give(company, "staff")
    assert await sign_in(company, new_client(), **claims) == {"ReadOnly"}
    await change(company, **configured)
    assert await sign_in(company, new_client(), **claims) == {"Admin", "ReadOnly"}


@pytest.mark.parametrize(
    ("configured", "attributes"),
    [
        (
            {"groupsClaims": ["http://schemas.microsoft.com/ws/2008/06/identity/claims/role"]},
            {"http://schemas.microsoft.com/ws/2008/06/identity/claims/role": ["staff"]},
        ),
        ({"groupsClaims": ["Department"]}, {"department": ["other", "staff"]}),
        ({"groupsSeparator": ";"}, {"groups": ["other;staff"]}),
    ],
)
async def test_attributes_by_the_names_of_a_connection(
    saml: SamlCompany,
    new_client: NewClient,
    configured: dict[str, object],
    attributes: dict[str, list[str]],
):
    await give(saml, "staff")
    assert await sign_in(saml, new_client(), attributes=attributes) == {"ReadOnly"}
    await change(saml, **configured)
    assert await sign_in(saml, new_client(), attributes=attributes) == {"Admin", "ReadOnly"}


async def test_an_address_by_another_name(company: Company, new_client: NewClient):
    await change(company, emailClaim="upn")
    browser, email = new_client(), f"ada@{company.domain}"
    more = {"upn": email, "email_verified": False}
    answer = await company.come(browser, "ada@mail.example", **more)
    assert (await me(browser, answer))["email"] == email


async def test_an_address_by_another_name_that_only_userinfo_has(
    company: Company, new_client: NewClient
):
    await change(company, emailClaim="work.email")
    email = f"ada@{company.domain}"
    company.provider.userinfo = {"sub": "person-1", "work": {"email": email}}
    browser = new_client()
    answer = await company.come(browser, "ada@mail.example")
    assert (await me(browser, answer))["email"] == email


@pytest.mark.parametrize("claim", ["email", "work_email"])
async def test_only_the_named_claim_counts(company: Company, new_client: NewClient, claim: str):
    """Users of some providers edit the claim `email` themselves, and those say that it is not verified."""
    await change(company, emailClaim=claim)
    more = {"email_verified": False} if claim == "email" else {}
    answer = await company.come(new_client(), f"boss@{company.domain}", **more)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused")


@pytest.mark.parametrize("sent", [{"contact": ["eve@private.example"]}, {}])
async def test_only_the_named_attribute_counts(
    saml: SamlCompany, new_client: NewClient, sent: dict[str, list[str]]
):
    await change(saml, emailClaim="Contact")
    boss = f"boss@{saml.domain}"
    answer = await saml.come(new_client(), boss, attributes={EMAIL_CLAIM: [boss], **sent})
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused")


@pytest.mark.parametrize(
    ("configured", "attributes"),
    [
        ({}, {EMAIL_CLAIM: ["ada@old.example", "OWN"]}),
        (
            {},
            {EMAIL_CLAIM: [], "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn": ["OWN"]},
        ),
        ({"emailClaim": "Contact"}, {EMAIL_CLAIM: [], "contact": ["OWN"]}),
    ],
)
async def test_an_address_among_aliases_and_under_other_names(
    saml: SamlCompany,
    new_client: NewClient,
    configured: dict[str, object],
    attributes: dict[str, list[str]],
):
    await change(saml, **configured)
    own = f"ada@{saml.domain}"
    sent = {
        name: [own if each == "OWN" else each for each in all_] for name, all_ in attributes.items()
    }
    browser = new_client()
    answer = await saml.come(browser, own, attributes=sent)
    assert (await me(browser, answer))["email"] == own


async def test_the_names_of_what_came_are_shown_where_there_is_no_address(saml: SamlCompany):
    attributes = {EMAIL_CLAIM: [], "Contact": ["ada"], "Department": ["x"]}
    test = await run_test(saml, f"ada@{saml.domain}", attributes=attributes)
    [email] = [check for check in test["checks"] if check["name"] == "email"]
    assert email["passed"] is False
    assert "Contact" in email["came"]
    assert "Department" in email["came"]


async def test_scopes_of_a_connection_are_requested(company: Company, new_client: NewClient):
    await give(company, "staff")
    company.provider.metadata = {"scopes_supported": ["openid", "email", "profile", "groups"]}
    test = await run_test(company, f"ada@{company.domain}")
    [groups] = [check for check in test["checks"] if check["name"] == "groups"]
    assert "add it to the scopes" in groups["mend"]
    await change(company, oidcScopes=["groups", "openid", "api://acme/read"])
    address = await company.send(new_client(), f"ada@{company.domain}")
    assert httpx.URL(address).params["scope"] == "openid email profile groups api://acme/read"


@pytest.mark.parametrize(
    "body",
    [
        {"oidcScopes": ["two scopes"]}, {"oidcScopes": [""]}, {"groupsClaims": [""]},
        {"groupsClaims": ["x"] * 11}, {"emailClaim": "x" * 301}, {"groupsSeparator": "123456"},
    ],
)  # fmt: skip
async def test_what_is_no_name_is_refused(company: Company, body: dict[str, object]):
    answer = await company.admin.browser.patch(company.path, json=body)
    assert answer.status_code == 400, answer.text


@pytest.mark.parametrize("value", ["True", "TRUE", "1", 1, None, ""])
async def test_a_verified_address_in_the_words_of_a_provider(
    company: Company, new_client: NewClient, value: object
):
    answer = await company.come(new_client(), f"ada@{company.domain}", email_verified=value)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("value", [False, "false", "0", 0, "no"])
async def test_an_unverified_address_in_the_words_of_a_provider(
    company: Company, new_client: NewClient, value: object
):
    answer = await company.come(new_client(), f"ada@{company.domain}", email_verified=value)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused")


async def test_the_issuer_is_taken_over_as_the_document_spells_it(
    company: Company, new_client: NewClient, provider: CompanyProvider
):
    """Typed without the last slash, as the form and the address of the document suggest."""
    provider.issuer += "/"
    provider.metadata = {
        "authorization_endpoint": f"{provider.issuer[:-1]}/authorize",
        "token_endpoint": f"{provider.issuer}token", "jwks_uri": f"{provider.issuer}keys",
    }  # fmt: skip
    address = await company.send(new_client(), f"ada@{company.domain}")
    browser = new_client()
    address = await company.send(browser, f"ada@{company.domain}")
    provider.issuer = provider.issuer[:-1]
    back = provider.sign_in(address, email=f"ada@{company.domain}")
    provider.issuer += "/"
    answer = await browser.post(
        "/identity/resources/auth/v2/user/oidc/postlogin",
        json={"code": back["code"], "RelayState": back["state"], "iss": provider.issuer},
    )
    assert answer.status_code == 200, answer.text


async def test_a_secret_that_the_header_does_not_bring_goes_in_the_body(
    company: Company, new_client: NewClient
):
    provider = company.provider
    secret = "a~b/c+d=e"
    await change(company, oidcSecret=secret)
    provider.metadata = {
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]
    }

    def refuse(form: dict[str, str], headers: Any) -> OutboundResponse | None:
        is_right = form.get("client_secret") == secret
        return None if is_right else OutboundResponse(401, '{"error":"invalid_client"}')

    provider.refuse_token = refuse
    answer = await company.come(new_client(), f"ada@{company.domain}")
    assert answer.status_code == 200, answer.text
    assert ["authorization" in headers for _, headers in provider.token_requests] == [True, False]


async def test_the_providers_own_words_are_in_the_trace(company: Company):
    error = (
        '{"error":"invalid_client","error_description":"AADSTS7000222: The secret has expired."}'
    )
    company.provider.refuse_token = lambda form, headers: OutboundResponse(401, error)
    test = await run_test(company, f"ada@{company.domain}")
    [tokens] = [check for check in test["checks"] if not check["passed"]]
    assert tokens["name"] == "tokens"
    assert "AADSTS7000222: The secret has expired." in tokens["came"]
    # Where only the header is offered, the secret goes nowhere else.
    assert [form.get("client_secret") for form, _ in company.provider.token_requests] == [None]
