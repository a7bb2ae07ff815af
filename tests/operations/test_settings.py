"""Where settings come from, and what is said when they cannot be used."""

import json
import os
from pathlib import Path

import pytest

from gatehouse.commands.settings_reference import build_settings_reference
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.settings import Settings, load_settings

COMPLETE = {
    "GATEHOUSE_ENV": "production",
    "GATEHOUSE_SECRET_KEY": "x" * 32,
    "GATEHOUSE_DATABASE_URL": "postgresql://db/gatehouse",
    "GATEHOUSE_PUBLIC_URL": "https://id.test",
    "GATEHOUSE_MAIL__KIND": "smtp",
    "GATEHOUSE_MAIL__HOST": "mail.test",
    "GATEHOUSE_PAYMENTS__KIND": "paddle",
    "GATEHOUSE_PAYMENTS__ENVIRONMENT": "production",
    "GATEHOUSE_PAYMENTS__API_KEY": "key",
    "GATEHOUSE_PAYMENTS__CLIENT_TOKEN": "live_1",
    "GATEHOUSE_PAYMENTS__WEBHOOK_SECRETS": '["secret"]',
    "GATEHOUSE_PAYMENTS__PRICE_IDS": '["pri_1"]',
}


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder, where a test may put its file."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch):
    def with_variables(**variables: str) -> Settings:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return load_settings()

    return with_variables


@pytest.fixture
def refusal(load):
    def lines(**variables: str) -> list[str]:
        with pytest.raises(ConfigurationError) as refused:
            load(**variables)
        return str(refused.value).splitlines()

    return lines


def test_without_any_setting_it_runs_for_development(load):
    settings = load()
    assert (settings.env, settings.simulated, settings.simulates_checkout) == (
        "development",
        False,
        False,
    )
    assert (settings.mail.kind, settings.database_url, settings.port) == ("file", None, 8000)


def test_origins_are_kept_as_browsers_write_them(load):
    settings = load(
        GATEHOUSE_PUBLIC_URL="https://ID.test:8443/",
        GATEHOUSE_ALLOWED_ORIGINS='["https://App.test/", "http://localhost:5173", "https://b\u00fccher.test"]',
    )
    assert settings.public_url == "https://id.test:8443"
    assert settings.allowed_origins == [
        "https://app.test", "http://localhost:5173", "https://xn--bcher-kva.test",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "id.test", "*", "null", "javascript:alert(1)", "https://", "https://id.test/app", "https://id.test?a=1",
        "https://id.test; script-src *", "https://me@id.test", "https://*.id.test", "ftp://id.test",
        "https://id.test:x", "https://id.test:99999",
    ],
)  # fmt: skip
def test_what_is_no_origin_is_refused(refusal, text):
    """It would never match what browsers send, or say more in a policy than it should."""
    [line] = refusal(GATEHOUSE_PUBLIC_URL=text)
    assert line.startswith("GATEHOUSE_PUBLIC_URL: ")
    assert "https://id.example.com" in line
    own = "https://id.test"
    [line] = refusal(GATEHOUSE_PUBLIC_URL=own, GATEHOUSE_ALLOWED_ORIGINS=json.dumps([text]))
    assert line.startswith("GATEHOUSE_ALLOWED_ORIGINS")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("https://App.test/", "https://app.test"), ("https://app.test:443/in/", "https://app.test/in"),
        ("http://localhost:3000", "http://localhost:3000"),
    ],
)  # fmt: skip
def test_the_applications_address_may_have_a_path(load, text, kept):
    assert load(GATEHOUSE_APPLICATION_URL=text).application_url == kept


@pytest.mark.parametrize(
    "text",
    ["app.test", "javascript:alert(1)", "https://app.test/?a=1", "https://app.test/#in", "https://me@app.test",
     "https://app.test/a b", 'https://app.test/"><b'],
)  # fmt: skip
def test_what_no_link_can_start_with_is_refused(refusal, text):
    [line] = refusal(GATEHOUSE_APPLICATION_URL=text)
    assert line.startswith("GATEHOUSE_APPLICATION_URL: must be an address")


def test_links_of_production_do_not_start_with_http(refusal):
    [line] = refusal(**COMPLETE, GATEHOUSE_APPLICATION_URL="http://app.test")
    assert "GATEHOUSE_APPLICATION_URL (https)" in line


@pytest.mark.parametrize(
    ("domain", "hosts"),
    [
        ("other.example", {}),
        ("d.test", {}),  # an end of the text, and no domain above it
        ("test", {}),
        ("in.id.test", {}),
        ("other.example", {"GATEHOUSE_APPLICATION_URL": "https://app.example"}),
    ],
)
def test_keys_of_a_domain_that_no_page_has_are_refused(refusal, domain, hosts):
    [line] = refusal(**COMPLETE | hosts | {"GATEHOUSE_WEBAUTHN_DOMAIN": domain})
    assert line.startswith("GATEHOUSE_WEBAUTHN_DOMAIN must be the host of GATEHOUSE_PUBLIC_URL")


@pytest.mark.parametrize("domain", ["id.umbrella.example", "umbrella.example", "shop.example"])
def test_keys_may_be_of_a_domain_above_the_pages(load, domain):
    settings = load(
        GATEHOUSE_PUBLIC_URL="https://id.umbrella.example",
        GATEHOUSE_APPLICATION_URL="https://my.shop.example/app",
        GATEHOUSE_WEBAUTHN_DOMAIN=domain,
    )
    assert settings.key_domain == domain


def test_the_public_address_has_the_port_unless_it_is_given(load):
    assert load(GATEHOUSE_PORT="9002").public_url == "http://localhost:9002"
    given = load(GATEHOUSE_PORT="9002", GATEHOUSE_PUBLIC_URL="https://id.test")
    assert given.public_url == "https://id.test"


@pytest.mark.parametrize("name", ["GATEHOUSE_DATABASE_URL", "GATEHOUSE_MIGRATION_DATABASE_URL"])
@pytest.mark.parametrize("password", ["sesame/x", "sesame#x", "sesame?x", "ses@me/x"])
def test_a_password_that_breaks_the_database_url_is_not_repeated(refusal, load, name, password):
    """The driver's own refusal quotes what it takes for a port."""
    [line] = refusal(**{name: f"postgresql://us:{password}@db.test/gatehouse"})
    assert line.startswith(f"{name}: ")
    assert "%2F" in line
    assert "ses" not in line
    for good in ("postgresql://us:ses%2Fme@a.test:1,b.test:2/x", "postgres:///x?host=/run/pg"):
        assert load(**{name: good})


def test_the_file_is_read_and_the_environment_wins(load, tmp_path):
    (tmp_path / "gatehouse.toml").write_text(
        'port = 9001\npublic_url = "http://file.test"\n'
        '[mail]\nkind = "smtp"\nhost = "file.test"\nport = 25\n'
    )
    settings = load(GATEHOUSE_PORT="9002", GATEHOUSE_MAIL__HOST="environment.test")
    assert (settings.port, settings.public_url) == (9002, "http://file.test")
    assert settings.mail.model_dump(include={"kind", "host", "port"}) == {
        "kind": "smtp", "host": "environment.test", "port": 25,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("port = ", "gatehouse.toml is not valid TOML"),
        ("prot = 9000\n", "GATEHOUSE_PROT: Extra inputs are not permitted"),
        ('port = "many"\n', "GATEHOUSE_PORT: Input should be a valid integer"),
    ],
)
def test_a_faulty_file_is_named(refusal, tmp_path, content, says):
    (tmp_path / "gatehouse.toml").write_text(content)
    [line] = refusal()
    assert says in line


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("GATEHOUSE_COLOUR", "blue", "GATEHOUSE_COLOUR is not a setting"),
        ("GATEHOUSE_DATABSE_URL", "x", "did you mean GATEHOUSE_DATABASE_URL?"),
        ("gatehouse_prot", "1", "gatehouse_prot is not a setting; did you mean GATEHOUSE_PORT?"),
        ("GATEHOUSE_MAIL_HOST", "x", "GATEHOUSE_MAIL_HOST is not a setting"),
        ("GATEHOUSE_PORT__X", "1", "GATEHOUSE_PORT__X is not a setting; did you mean GATEHOUSE_PORT?"),
        ("GATEHOUSE_ENV", "prod", "GATEHOUSE_ENV: Input should be 'production', 'development'"),
        ("GATEHOUSE_PORT", "65536", "GATEHOUSE_PORT: Input should be less than or equal to 65535"),
        ("GATEHOUSE_SECRET_KEY", "x" * 31, "secret_key must have at least 32 characters"),
        ("GATEHOUSE_MAIL__KIND", "smpt", "GATEHOUSE_MAIL: Input tag 'smpt'"),
        ("GATEHOUSE_MAIL__KIND", "smtp", "GATEHOUSE_MAIL__HOST: Field required"),
        ("GATEHOUSE_MAIL__HOST", "x", "GATEHOUSE_MAIL: set its __KIND too"),
        ("GATEHOUSE_ALLOWED_ORIGINS", "https://a.test", "GATEHOUSE_ALLOWED_ORIGINS is not valid JSON"),
        ("GATEHOUSE_TRUSTED_PROXIES", '["10.0.0.1/8"]', "GATEHOUSE_TRUSTED_PROXIES: Input is not a valid"),
        ("GATEHOUSE_PASSWORD_MIN_LENGTH", "7", "GATEHOUSE_PASSWORD_MIN_LENGTH: Input should be greater"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_named(refusal, name, value, says):
    line, *_ = refusal(**{name: value})
    assert says in line


def test_half_a_section_names_each_missing_part_by_its_variable(refusal):
    lines = refusal(GATEHOUSE_PAYMENTS__KIND="paddle", GATEHOUSE_PAYMENTS__PRICE_IDS="[]")
    assert {line.split(":")[0] for line in lines} == {
        "GATEHOUSE_PAYMENTS__ENVIRONMENT", "GATEHOUSE_PAYMENTS__API_KEY",
        "GATEHOUSE_PAYMENTS__CLIENT_TOKEN", "GATEHOUSE_PAYMENTS__WEBHOOK_SECRETS",
        "GATEHOUSE_PAYMENTS__PRICE_IDS",
    }  # fmt: skip


def test_a_misspelt_part_of_a_section_is_named(refusal):
    [line] = refusal(
        GATEHOUSE_MAIL__KIND="smtp", GATEHOUSE_MAIL__HOST="x", GATEHOUSE_MAIL__PROT="25"
    )
    assert line == "GATEHOUSE_MAIL__PROT: Extra inputs are not permitted"


@pytest.mark.parametrize(
    ("environment", "token"), [("sandbox", "live_1"), ("production", "test_1")]
)
def test_a_token_of_the_other_environment_is_refused(refusal, environment, token):
    """Real money must not meet the sandbox's prices, nor the other way round."""
    [line] = refusal(**COMPLETE | {
        "GATEHOUSE_PAYMENTS__ENVIRONMENT": environment,
        "GATEHOUSE_PAYMENTS__CLIENT_TOKEN": token,
    })  # fmt: skip
    assert line.startswith("GATEHOUSE_PAYMENTS: client_token must start with")


CARDS = {
    "GATEHOUSE_CARDS__KIND": "stripe",
    "GATEHOUSE_CARDS__SECRET_KEY": "sk_live_1",
    "GATEHOUSE_CARDS__PUBLISHABLE_KEY": "pk_live_1",
    "GATEHOUSE_CARDS__WEBHOOK_SECRET": "whsec_1",
}


def test_live_card_keys_belong_to_production(load, refusal):
    settings = load(**COMPLETE | CARDS)
    assert settings.cards.kind == "stripe"
    assert (settings.cards.is_live, settings.simulates_cards) == (True, False)
    for env in ("demo", "development", "test"):
        [line] = refusal(**CARDS | {"GATEHOUSE_ENV": env})
        assert line.startswith(
            "GATEHOUSE_CARDS__SECRET_KEY and __PUBLISHABLE_KEY must be test keys"
        )


def test_test_card_keys_belong_elsewhere(load, refusal):
    test = {name: value.replace("_live_", "_test_") for name, value in CARDS.items()}
    assert not load(**test | {"GATEHOUSE_ENV": "demo"}).simulates_cards
    [line] = refusal(**COMPLETE | test)
    assert line.startswith("GATEHOUSE_CARDS__SECRET_KEY and __PUBLISHABLE_KEY must be live keys")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SECRET_KEY", "pk_test_1", "GATEHOUSE_CARDS__SECRET_KEY: must begin with sk_live_"),
        ("SECRET_KEY", "sk_test_1", "GATEHOUSE_CARDS: secret_key and publishable_key must both"),
        ("PUBLISHABLE_KEY", "sk_live_1", "GATEHOUSE_CARDS__PUBLISHABLE_KEY: String should match"),
        ("API_BASE", "https://api.test/", "GATEHOUSE_CARDS__API_BASE: String should match"),
        ("SCRIPT_URL", "javascript:x", "GATEHOUSE_CARDS__SCRIPT_URL: String should match"),
    ],
)
def test_what_is_no_card_key_is_refused(refusal, name, value, said):
    [line] = refusal(**COMPLETE | CARDS | {f"GATEHOUSE_CARDS__{name}": value})
    assert line.startswith(said)


def test_cards_are_simulated_in_demo_and_test_alone(load):
    assert load(GATEHOUSE_ENV="demo").simulates_cards
    assert not load(GATEHOUSE_ENV="development").simulates_cards
    assert not load(**COMPLETE).simulates_cards


def test_production_says_everything_that_is_missing_at_once(refusal):
    [line] = refusal(GATEHOUSE_ENV="production")
    assert line == (
        "production needs GATEHOUSE_SECRET_KEY, GATEHOUSE_DATABASE_URL, GATEHOUSE_PUBLIC_URL (https), "
        "GATEHOUSE_MAIL__KIND=smtp, GATEHOUSE_PAYMENTS__KIND=paddle or none"
    )


def test_production_without_a_payment_provider_needs_no_values_of_one(load, refusal):
    kept = {name: value for name, value in COMPLETE.items() if "PAYMENTS" not in name}
    [line] = refusal(**kept)
    assert line == "production needs GATEHOUSE_PAYMENTS__KIND=paddle or none"
    settings = load(**kept | {"GATEHOUSE_PAYMENTS__KIND": "none"})
    assert (settings.sells_licenses, settings.simulates_checkout) == (False, False)


def test_a_complete_production_starts_without_stand_ins(load):
    settings = load(**COMPLETE)
    assert (settings.simulated, settings.simulates_checkout) == (False, False)


@pytest.mark.parametrize("name", ["GATEHOUSE_SECRET_KEY", "GATEHOUSE_DATABASE_URL"])
def test_empty_is_missing(refusal, load, name, tmp_path):
    """As container files leave variables that were not filled in."""
    [line] = refusal(**COMPLETE | {name: ""})
    assert line == f"production needs {name}"
    os.environ.pop(name)
    key = name.removeprefix("GATEHOUSE_").lower()
    (tmp_path / "gatehouse.toml").write_text(f'{key} = ""\n')
    with pytest.raises(ConfigurationError):
        load()
    assert (
        load(GATEHOUSE_ENV="development", GATEHOUSE_SECRET_KEY="y" * 32, GATEHOUSE_PORT="").port
        == 8000
    )


def test_secrets_do_not_show_in_what_is_printed(load):
    settings = load(**COMPLETE | {"GATEHOUSE_SECRET_KEY": "s3cret" * 6})
    assert "s3cret" not in repr(settings)
    assert "s3cret" not in str(settings)


def test_the_reference_page_is_fresh_and_names_every_setting():
    page = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"
    assert page.read_text() == build_settings_reference(), "run `make docs`"
    for name in Settings.model_fields:
        assert f"`GATEHOUSE_{name}`".upper() in page.read_text()
    for variable in COMPLETE:
        assert variable.replace("__KIND", "") in page.read_text()
