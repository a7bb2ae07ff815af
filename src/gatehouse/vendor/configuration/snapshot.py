"""The vendor's whole configuration at one moment; nothing in it ever changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.configuration_version import READ_VERSION
from gatehouse.vendor.applications import (
    APPLICATIONS,
    SECRETS,
    SHARED_SECRETS,
    Application,
    UnknownApplication,
)
from gatehouse.vendor.captcha import POLICY as CAPTCHA_POLICY
from gatehouse.vendor.captcha import CaptchaPolicy
from gatehouse.vendor.client.queries import ALL_METADATA, FLAGS
from gatehouse.vendor.client.schemas import MetadataRow
from gatehouse.vendor.configuration.models import Vendor
from gatehouse.vendor.configuration.queries import CREDENTIAL_PERMISSIONS, VENDOR
from gatehouse.vendor.events import READ_EVENTS, VendorEvent
from gatehouse.vendor.features import READ_FEATURES, Feature
from gatehouse.vendor.messages import (
    MAIL_CONFIGURATION,
    MAIL_TEMPLATES,
    SMS_TEMPLATES,
    MailConfiguration,
    MailTemplate,
    SmsTemplate,
)
from gatehouse.vendor.mobile_apps import READ_MOBILE_APPS, MobileApp
from gatehouse.vendor.plans import READ_PLANS, VendorPlan
from gatehouse.vendor.prehooks import READ_PREHOOKS, EventKey, Prehook
from gatehouse.vendor.social_providers import PROVIDERS, SocialProvider
from gatehouse.vendor.token_templates import TARGETING as JWT_TARGETING
from gatehouse.vendor.token_templates import TEMPLATES as JWT_TEMPLATES
from gatehouse.vendor.token_templates import JwtTargeting, JwtTemplate

RS256 = "RS256"
CONFIGURATION_VERSION = Query(int, READ_VERSION)


@dataclass(frozen=True)
class Snapshot:
    """`version` was read before everything else: a change meanwhile leaves an older version, so that it is
    read again. `flags` as clients read them: only exactly `on` counts. `secrets` and `shared_secrets` are
    those of applications, hashed; `credential_permissions` what any active credential of the vendor permits.
    """

    version: int
    vendor: Vendor
    applications: tuple[Application, ...]
    metadata: Mapping[str, MetadataRow]
    flags: Mapping[str, str]
    features: tuple[Feature, ...]
    plans: tuple[VendorPlan, ...]
    social_providers: tuple[SocialProvider, ...] = ()
    captcha: CaptchaPolicy | None = None
    mail_templates: Mapping[str, MailTemplate] = field(default_factory=dict)
    sms_templates: Mapping[str, SmsTemplate] = field(default_factory=dict)
    mail_configuration: MailConfiguration | None = None
    jwt_templates: Mapping[str, JwtTemplate] = field(default_factory=dict)
    jwt_targeting: JwtTargeting | None = None
    events: tuple[VendorEvent, ...] = ()
    mobile_apps: tuple[MobileApp, ...] = ()
    prehooks: tuple[Prehook, ...] = ()
    secrets: Mapping[UUID, bytes] = field(default_factory=dict, repr=False)
    shared_secrets: Mapping[UUID, bytes] = field(default_factory=dict, repr=False)
    credential_permissions: frozenset[str] = frozenset()

    @cached_property
    def default(self) -> Application:
        """The default application, used when the caller names none."""
        return next(one for one in self.applications if one.is_default)

    @cached_property
    def audiences(self) -> frozenset[str]:
        """Audiences of the tokens that this server accepts."""
        return frozenset(one.audience for one in self.applications if one.is_active)

    @cached_property
    def origins(self) -> frozenset[str]:
        """Origins that may call this server."""
        return frozenset(
            origin for one in self.applications if one.is_active for origin in one.allowed_origins
        )

    @cached_property
    def signing_algorithms(self) -> tuple[str, ...]:
        """In use by active applications. RS256 first: the published server packages read only the
        first published key, and can do nothing else."""
        asked = {one.signing_algorithm for one in self.applications if one.is_active}
        return tuple(sorted(asked, key=lambda name: name != RS256))

    def find_application(self, name: str) -> Application | None:
        """The application in use with this id or client id."""
        return self._applications_by_name.get(name)

    @cached_property
    def _applications_by_name(self) -> dict[str, Application]:
        usable = [one for one in self.applications if one.is_active]
        return {str(name): one for one in usable for name in (one.id, one.client_id)}

    def find_prehook(self, event: EventKey) -> Prehook | None:
        """The prehook that is called before the event."""
        return self._prehooks_by_event.get(event)

    @cached_property
    def _prehooks_by_event(self) -> dict[EventKey, Prehook]:
        return {event: one for one in self.prehooks if one.is_active for event in one.event_keys}

    def get_first_party_application(self, asked: str | None) -> Application:
        """The vendor's own application that the caller names by its id or client id, or the default one.

        Raises `UnknownApplication`; users reach other applications through OAuth, and machine clients are not
        for users.
        """
        if not asked:
            return self.default
        found = self.find_application(asked.lower())
        if found is None or found.type != "first-party":
            raise UnknownApplication("The application was not found or is inactive")
        return found


async def read_snapshot(db: Db) -> Snapshot:
    version = await CONFIGURATION_VERSION.one(db)
    flags = {flag.name: "on" if flag.is_on else "off" for flag in await FLAGS.all(db)}
    return Snapshot(
        version=version,
        vendor=await VENDOR.one(db),
        applications=tuple(await APPLICATIONS.all(db)),
        metadata={row.entity_name: row for row in await ALL_METADATA.all(db)},
        flags=flags,
        features=tuple(await READ_FEATURES.all(db)),
        plans=tuple(await READ_PLANS.all(db)),
        social_providers=tuple(await PROVIDERS.all(db)),
        captcha=await CAPTCHA_POLICY.first(db),
        mail_templates={one.type: one for one in await MAIL_TEMPLATES.all(db)},
        sms_templates={one.type: one for one in await SMS_TEMPLATES.all(db)},
        mail_configuration=await MAIL_CONFIGURATION.first(db),
        jwt_templates={one.key: one for one in await JWT_TEMPLATES.all(db)},
        jwt_targeting=await JWT_TARGETING.first(db),
        events=tuple(await READ_EVENTS.all(db)),
        mobile_apps=tuple(await READ_MOBILE_APPS.all(db)),
        prehooks=tuple(await READ_PREHOOKS.all(db)),
        secrets={one.application_id: one.secret_hash for one in await SECRETS.all(db)},
        shared_secrets={
            one.application_id: one.secret_hash for one in await SHARED_SECRETS.all(db)
        },
        credential_permissions=frozenset(await CREDENTIAL_PERMISSIONS.all(db)),
    )
