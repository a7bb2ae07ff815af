"""The published Terraform provider applies a configuration, finds nothing left to change, applies another
one, and takes everything away again."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.compat.test_infrastructure_code_sso import PEM, in_base64
from tests.process.server import GATEHOUSE, Server, environment

CONFIGURATIONS = Path(__file__).with_name("infrastructure")
# Secrets are compared with what was given, so they are told again to this credential.
PERMISSIONS = ["--permission", "vendor.*", "--permission", "vendor.see.secrets"]
AFTERWARDS = "# Afterwards.\n"  # what stands behind it is applied second
PROVIDER = """
terraform {{
  required_providers {{
    frontegg = {{ source = "frontegg/frontegg" }}
  }}
}}
provider "frontegg" {{
  api_base_url    = "{url}"
  portal_base_url = "{url}"
  client_id       = "{client_id}"
  secret_key      = "{secret}"
}}
"""
# The provider comes from a folder of this machine instead of its registry.
OVERRIDE = """
provider_installation {{
  dev_overrides {{ "registry.terraform.io/frontegg/frontegg" = "{folder}" }}
  direct {{}}
}}
"""


@dataclass(frozen=True)
class Started:
    """`variables` are what configurations may ask for: an account, a role, a certificate."""

    heading: str
    variables: dict[str, str]


class Terraform:
    def __init__(self, folder: Path, provider: str, started: Started) -> None:
        self._folder = folder
        self._heading = started.heading
        settings = folder / "terraform.rc"
        settings.write_text(OVERRIDE.format(folder=Path(provider).resolve()))
        variables = {f"TF_VAR_{name}": value for name, value in started.variables.items()}
        self._environment = (
            os.environ
            | variables
            | {
                "TF_CLI_CONFIG_FILE": str(settings),
                "TF_IN_AUTOMATION": "1",
            }
        )

    def write(self, configuration: str) -> None:
        (self._folder / "main.tf").write_text(self._heading + configuration)

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            ["terraform", *arguments, "-no-color"],
            cwd=self._folder, env=self._environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def apply(self) -> None:
        self.run("apply", "-auto-approve")
        # 2 would be: something is left to change.
        self.run("plan", "-detailed-exitcode")


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    server = Server(tmp_path_factory.mktemp("infrastructure") / "data", env="demo")
    try:
        server.start()
        made = subprocess.run(
            [GATEHOUSE, "vendor", "credentials", "create", "terraform", *PERMISSIONS],
            env=environment(**server.settings), capture_output=True, text=True, check=True,
        )  # fmt: skip
        client_id, secret = re.findall(r"^(?:client id|secret) +(\S+)$", made.stdout, re.MULTILINE)
        heading = PROVIDER.format(url=server.url, client_id=client_id, secret=secret)
        yield Started(heading, variables(server.url, client_id, secret))
    finally:
        server.clean_up()


def variables(url: str, client_id: str, secret: str) -> dict[str, str]:
    with httpx.Client(base_url=url) as http:
        answer = http.post("/auth/vendor", json={"clientId": client_id, "secret": secret})
        http.headers["authorization"] = f"Bearer {answer.json()['token']}"
        tenant = http.post("/tenants/resources/tenants/v1", json={"name": "Umbrella"}).json()
        [role, *_] = http.get("/identity/resources/roles/v1").json()
    return {"tenant_id": tenant["id"], "role_id": role["id"], "certificate": in_base64(PEM)}


@pytest.mark.parametrize("name", sorted(one.stem for one in CONFIGURATIONS.glob("*.tf")))
def test_a_configuration_is_applied_changed_and_destroyed(
    request: pytest.FixtureRequest, started: Started, tmp_path: Path, name: str
):
    terraform = Terraform(tmp_path, request.config.getoption("--terraform-provider"), started)
    text = (CONFIGURATIONS / f"{name}.tf").read_text()
    text = text.replace("@N@", uuid4().hex[:8])
    for configuration in text.split(AFTERWARDS):
        terraform.write(configuration)
        terraform.apply()
    terraform.run("destroy", "-auto-approve")
    assert json.loads(terraform.run("show", "-json")).get("values") is None
