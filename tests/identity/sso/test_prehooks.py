"""The vendor's service is asked before a company's sign-on creates a user, and before each sign-in."""

from collections.abc import Mapping
from ipaddress import ip_network

from gatehouse.kit.outbound import Outbound, OutboundResponse
from gatehouse.kit.resources import Resources
from tests.conftest import NewClient
from tests.identity.sso.company import Company
from tests.identity.sso.provider import CompanyProvider
from tests.prehooks.conftest import ALLOW, Service, blocked
from tests.prehooks.conftest import loopback_is_allowed as loopback_is_allowed
from tests.prehooks.conftest import service as service
from tests.vendor_view import address_exists
from tests.world import World


class Both(Outbound):
    """The company's provider, and what listens on this machine."""

    def __init__(self, provider: CompanyProvider, real: Outbound) -> None:
        super().__init__()
        self._provider, self._real = provider, real

    def refuse_private(self, url: str) -> None:
        self._real.refuse_private(url)

    async def post(
        self, url: str, content: bytes, headers: Mapping[str, str], *, most: int = 1024
    ) -> OutboundResponse:
        to = self._real if "127.0.0.1" in url else self._provider
        return await to.post(url, content, headers, most=most)

    async def get(
        self, url: str, headers: Mapping[str, str] | None = None, *, most: int = 1024
    ) -> OutboundResponse:
        return await self._provider.get(url, headers, most=most)


async def test_a_new_user_and_their_sign_in_are_both_decided(
    service: Service, company: Company, resources: Resources, new_client: NewClient, world: World
):
    real = Outbound([ip_network("127.0.0.0/8")])
    resources.add(Outbound, Both(company.provider, real))
    await service.hook("SIGN_UP", "SIGN_IN")
    email = f"ann@{company.domain}"
    service.replies(blocked("Your company has no seat left."))
    refused = await company.come(new_client(), email)
    assert refused.status_code == 403
    assert refused.json()["errorCode"] == "prehooks.blocked"
    assert not await address_exists(world, email)
    service.replies(ALLOW)
    answer = await company.come(new_client(), email)
    assert answer.status_code == 200, answer.text
    [_, came] = service.asked("SIGN_UP")
    assert came["data"]["method"] == "sso"
    assert came["prehookContext"]["tenantId"] == str(company.admin.tenant_id)
    [entered] = service.asked("SIGN_IN")
    assert entered["data"]["amr"] == ["sso"]
    assert (await company.come(new_client(), email)).status_code == 200
    assert (len(service.asked("SIGN_UP")), len(service.asked("SIGN_IN"))) == (2, 2)
