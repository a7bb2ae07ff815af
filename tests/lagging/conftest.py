"""An installation whose lists may be answered by a standby."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from gatehouse.settings import Settings
from tests.lagging.site import SECRET_KEY, Site, opened
from tests.standby import Pair, streaming


@pytest.fixture(scope="module")
async def pair(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pair]:
    async with streaming(tmp_path_factory.mktemp("pair")) as made:
        yield made


@pytest.fixture(scope="module")
def lagging_settings(tmp_path_factory: pytest.TempPathFactory, pair: Pair) -> Settings:
    """The copy may be as far behind as may be: what a test writes while replay stands is not in it."""
    return Settings(
        env="test",
        data_dir=tmp_path_factory.mktemp("site"),
        secret_key=SecretStr(SECRET_KEY),
        public_url="http://localhost:8000",
        database_url=pair.primary_url,
        database_standby_url=pair.copy_url,
        database_standby_lag_seconds=60,
        database_patience_seconds=60,
    )


@pytest.fixture(scope="module")
async def shared_site(pair: Pair, lagging_settings: Settings) -> AsyncIterator[Site]:
    async with opened(pair, lagging_settings, pair.copy_url) as made:
        yield made


@pytest.fixture
async def site(shared_site: Site, pair: Pair) -> Site:
    await pair.caught_up()
    await shared_site.in_use()
    return shared_site
