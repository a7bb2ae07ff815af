"""Opens what a process runs on: database, keys, ports. Web processes, workers and commands use it."""

import contextlib
import os
import secrets
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from gatehouse.access.answer_cache import AnswerCache
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import AccessTokens, TokenUse
from gatehouse.billing.provider.port import Cards, CardsChoice
from gatehouse.commands.start_steps import START
from gatehouse.directory.api_tokens.jobs import StoredTokenUse
from gatehouse.identity.oauth.binding import DpopNonces
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Query, Scope, SingleStatements
from gatehouse.kit.db.pools import explain_database_error
from gatehouse.kit.db.standby import Standby
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.rate_limit import DEMO_FACTOR, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.subprocess_pool import SubprocessPools
from gatehouse.kit.tracing.statements import record_statement_span
from gatehouse.policies.country_restrictions.countries import Countries
from gatehouse.providers.files import FileMailer, FileSlack, FileSmsSender
from gatehouse.providers.mail.port import Mailer
from gatehouse.providers.outgoing import Outbox
from gatehouse.providers.payments.none import NoPayments
from gatehouse.providers.payments.paddle import API_URLS, PaddleAccount, PaddleAdapter
from gatehouse.providers.payments.port import BrowserSetup, Payments
from gatehouse.providers.settings import StripeCards
from gatehouse.providers.simulators import load_card_plugin, load_checkout_plugin
from gatehouse.providers.slack import SlackChoice, SlackWebApi
from gatehouse.providers.sms import SmsSender, TwilioSmsSender
from gatehouse.settings import Settings, add_settings
from gatehouse.usage.api_calls import ApiCalls
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.configuration.snapshot import Snapshot

if TYPE_CHECKING:
    from gatehouse.providers.simulators import CardPlugin, CheckoutPlugin


INHERITS_SYSTEM_ROLE = Query(
    bool, "select pg_has_role('gatehouse_app', 'gatehouse_system', 'usage') as is_inherited"
)
SEPARATE_ROLES = (
    "grant gatehouse_system to gatehouse_app with inherit false "
    "(PostgreSQL 15: alter role gatehouse_app noinherit)."
)


@asynccontextmanager
async def open_resources(
    settings: Settings,
    database_url: str,
    connections: int,
    *,
    pooler_url: str | None = None,
    standby_url: str | None = None,
) -> AsyncIterator[Resources]:
    """Open and load all resources, and close them at the end. Requests use the pooler if there is one, and
    the standby for reads that may lag."""
    database = await connect_database(settings, database_url, connections, pooler_url)
    beside = _open_single_statements(settings, database_url) if pooler_url else None
    side_processes = SubprocessPools()
    try:
        resources = Resources()
        add_settings(resources, settings)
        resources.add(Database, database)
        box = Box(secret_keys(settings))
        resources.add(Box, box)
        # Tokens are issued in open transactions. Behind a pooler, a second connection might never come.
        external_ids = ExternalIds(beside or database)
        resources.add(ExternalIds, external_ids)
        keys = KeyRing(database, box)
        START.note_step("connections")
        await keys.load()
        START.note_step("keys")
        resources.add(KeyRing, keys)
        resources.add(
            AccessTokens,
            AccessTokens(
                keys,
                settings.public_url,
                settings.access_token_seconds,
                external_ids,
                settings.access_token_length,
            ),
        )
        resources.add(AnswerCache, AnswerCache())
        resources.add(TokenUse, StoredTokenUse(database))
        resources.add(ApiCalls, ApiCalls(database))
        configuration = VendorConfiguration(database)
        resources.add(VendorConfiguration, configuration)

        async def prepare(snapshot: Snapshot) -> None:
            await keys.have(snapshot.signing_algorithms)

        await configuration.load(prepare)
        resources.add(RefreshTokens, RefreshTokens(secret_keys(settings)))
        resources.add(DpopNonces, DpopNonces(secret_keys(settings)))
        resources.add(RateLimiter, rate_limiter(settings))
        resources.add(SubprocessPools, side_processes)
        resources.add(Countries, Countries(settings.country_file))
        resources.add(Outbox, Outbox(box))
        resources.add(Outbound, Outbound(settings.outgoing_networks))
        resources.add(Mailer, build_mailer(settings))
        resources.add(SmsSender, build_sms_sender(settings))
        resources.add(SlackChoice, build_slack(settings, resources[Outbound]))
        resources.add(Payments, build_payments(settings))
        resources.add(CardsChoice, build_cards(settings, resources[Outbound]))
        async with (
            configuration.follow_in_background(database_url),
            _connect_standby(settings, database, connections, standby_url),
            open_simulators(settings, database_url, resources),
        ):
            yield resources
    finally:
        await side_processes.close()
        if beside is not None:
            await beside.close()
        await database.close()


def _open_single_statements(settings: Settings, database_url: str) -> SingleStatements:
    watch = record_statement_span if settings.traces_url else None
    return SingleStatements(database_url, patience=settings.database_patience_seconds, watch=watch)


async def connect_database(
    settings: Settings, database_url: str, connections: int, pooler_url: str | None = None
) -> Database:
    """Raises `ConfigurationError`, which says what to change."""
    connect = Database.connect_behind_pooler if pooler_url else Database.connect
    patience = settings.database_patience_seconds
    try:
        database = await connect(
            pooler_url or database_url,
            connections=connections,
            patience=patience,
            watch=record_statement_span if settings.traces_url else None,
        )
        await _require_separate_roles(database)
    except asyncpg.InsufficientPrivilegeError as error:
        raise ConfigurationError(
            f"The database cannot be used: {error}. As the owner of the schema, run: "
            "grant gatehouse_app to the login of GATEHOUSE_DATABASE_URL; "
            f"{SEPARATE_ROLES}"
        ) from None
    except (OSError, asyncpg.PostgresError) as error:
        if pooler_url:
            why = str(error) or "it does not answer"
            raise ConfigurationError(
                f"The pooler cannot be used: {why}. Check GATEHOUSE_DATABASE_POOLER_URL."
            ) from None
        raise ConfigurationError(explain_database_error(error)) from None
    return database


async def _require_separate_roles(database: Database) -> None:
    """`ConfigurationError` when row-level security would not bind the role of tenants' work."""
    async with database.transaction(Scope.system()) as db:
        is_inherited = await INHERITS_SYSTEM_ROLE.one(db)
    if is_inherited:
        raise ConfigurationError(
            "The role gatehouse_app inherits gatehouse_system, which sees every row. As the owner of the "
            f"schema, run: {SEPARATE_ROLES}"
        )


@asynccontextmanager
async def _connect_standby(
    settings: Settings, database: Database, connections: int, url: str | None
) -> AsyncIterator[None]:
    """With half as many connections; looked at while there is one."""
    if url is None:
        yield
        return
    standby = await Standby.create(
        database,
        url,
        connections=max(1, connections // 2),
        limit=settings.database_standby_lag_seconds,
        patience=settings.database_patience_seconds,
        watch=record_statement_span if settings.traces_url else None,
    )
    async with standby.follow_in_background():
        database.standby = standby
        yield
    database.standby = None


@asynccontextmanager
async def open_simulators(
    settings: Settings, database_url: str, resources: Resources
) -> AsyncIterator[None]:
    """Open the payment simulators that the settings ask for; the others are not loaded."""
    patience = settings.database_patience_seconds
    async with contextlib.AsyncExitStack() as opened:
        if settings.simulates_checkout:
            checkout = build_checkout_plugin(settings)
            await opened.enter_async_context(checkout.add_to(resources, database_url, patience))
        if settings.simulates_cards:
            cards = build_card_plugin(settings)
            await opened.enter_async_context(cards.add_to(resources, database_url, patience))
        yield


def rate_limiter(settings: Settings) -> RateLimiter:
    factor = DEMO_FACTOR if settings.env == "demo" else 1
    return RateLimiter(factor=factor, redis_url=settings.redis_url)


def build_mailer(settings: Settings) -> Mailer:
    if settings.mail.kind == "smtp":
        from gatehouse.providers.mail.smtp import SmtpMailer

        return SmtpMailer(settings.mail, settings.mail_from)
    return FileMailer(settings.data_dir / "mail", settings.mail_from)


def build_sms_sender(settings: Settings) -> SmsSender:
    if settings.sms.kind == "twilio":
        return TwilioSmsSender(settings.sms)
    return FileSmsSender(settings.data_dir / "sms")


def build_slack(settings: Settings, outbound: Outbound) -> SlackChoice:
    if settings.slack.kind == "app":
        return SlackChoice(SlackWebApi(settings.slack, outbound))
    if settings.simulated:
        return_url = f"{settings.public_url}/oauth/portal/connectivity/slack"
        return SlackChoice(FileSlack(settings.data_dir / "slack", return_url))
    return SlackChoice(None)


def build_payments(settings: Settings) -> Payments:
    tolerance = settings.payment_webhook_tolerance_seconds
    if not settings.sells_licenses:
        return NoPayments()
    if settings.payments.kind != "paddle":
        simulated = build_checkout_plugin(settings)
        return PaddleAdapter(
            PaddleAccount(
                api_url=simulated.api_url,
                api_key=simulated.secrets.api_key,
                browser=BrowserSetup(
                    simulated.client_token, simulated.environment, simulated.script_path
                ),
                price_ids=simulated.price_ids,
                webhook_secrets=[simulated.secrets.webhook_secret],
                webhook_tolerance_seconds=tolerance,
            )
        )
    paddle = settings.payments
    browser = BrowserSetup(paddle.client_token, paddle.environment, paddle.script_url)
    return PaddleAdapter(
        PaddleAccount(
            api_url=API_URLS[paddle.environment],
            api_key=paddle.api_key.get_secret_value(),
            browser=browser,
            price_ids=tuple(paddle.price_ids),
            webhook_secrets=[secret.get_secret_value() for secret in paddle.webhook_secrets],
            webhook_tolerance_seconds=tolerance,
        )
    )


def build_cards(settings: Settings, outbound: Outbound) -> CardsChoice:
    if settings.cards.kind == "stripe":
        return CardsChoice(partial(_build_stripe, settings.cards, outbound))
    if settings.simulates_cards:
        return CardsChoice(partial(_build_simulated_cards, settings, outbound))
    return CardsChoice(None)


def _build_stripe(cards: StripeCards, outbound: Outbound) -> Cards:
    from gatehouse.billing.provider.stripe_adapter import CardAccount, StripeAdapter

    account = CardAccount(
        api_base=cards.api_base,
        secret_key=cards.secret_key.get_secret_value(),
        publishable_key=cards.publishable_key,
        webhook_secret=cards.webhook_secret.get_secret_value(),
        script_url=cards.script_url,
    )
    return StripeAdapter(account, outbound)


def _build_simulated_cards(settings: Settings, outbound: Outbound) -> Cards:
    from gatehouse.billing.provider.stripe_adapter import CardAccount, StripeAdapter

    simulated = build_card_plugin(settings)
    account = CardAccount(
        api_base=simulated.api_url,
        secret_key=simulated.secrets.secret_key,
        publishable_key=simulated.secrets.publishable_key,
        webhook_secret=simulated.secrets.webhook_secret,
        script_url=simulated.script_path,
        pages=f"{settings.public_url}{simulated.mount_path}",
    )
    return StripeAdapter(account, outbound)


def build_checkout_plugin(settings: Settings) -> "CheckoutPlugin":
    return load_checkout_plugin(settings)(settings, secret_keys(settings)[0])


def build_card_plugin(settings: Settings) -> "CardPlugin":
    return load_card_plugin(settings)(settings, secret_keys(settings)[0])


def secret_keys(settings: Settings) -> list[str]:
    """The configured keys; outside production, one made at first start and kept in the data folder."""
    if settings.secret_key:
        keys = [settings.secret_key, *settings.previous_secret_keys]
        return [key.get_secret_value() for key in keys]
    return [_read_or_create_key(settings.data_dir / "secret.key")]


def _read_or_create_key(path: Path) -> str:
    """Made whole beside its place, so that of two processes that start at once one wins."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=path.parent) as made:  # readable by us alone
                made.write(secrets.token_urlsafe(48))
                made.flush()
                with contextlib.suppress(FileExistsError):
                    os.link(made.name, path)
        return path.read_text().strip()
    except OSError as error:
        raise ConfigurationError(
            f"The secret key {path} cannot be kept ({error.strerror}). Set GATEHOUSE_SECRET_KEY, or "
            "GATEHOUSE_DATA_DIR to a folder of yours."
        ) from None
