"""Every table of the vendor's document; an area that adds one is named here."""

from gatehouse.configuration.registry import register_sections
from gatehouse.directory.catalogue.sections import CATEGORIES, PERMISSIONS, ROLES
from gatehouse.identity.mails.section import MAILS
from gatehouse.identity.social.authority import CUSTOM_SOCIAL
from gatehouse.identity.text_messages.section import TEXT_MESSAGES
from gatehouse.vendor.application_section import APPLICATIONS
from gatehouse.vendor.client.sections import FLAGS, PORTAL
from gatehouse.vendor.configuration.sections import (
    BILLING,
    BRAND,
    POLICIES,
    SECOND_FACTORS,
    SIGN_IN,
    SINGLE_SIGN_ON,
    WORKSPACE,
)
from gatehouse.vendor.events import EVENTS
from gatehouse.vendor.features import FEATURES
from gatehouse.vendor.mobile_apps import MOBILE_APPS
from gatehouse.vendor.plans import PLANS
from gatehouse.vendor.prehooks import PREHOOKS
from gatehouse.vendor.social_providers import SOCIAL

# In the order in which they are shown and written.
SECTIONS = (
    BRAND,
    SIGN_IN,
    SECOND_FACTORS,
    SOCIAL,
    CUSTOM_SOCIAL,
    SINGLE_SIGN_ON,
    POLICIES,
    APPLICATIONS,
    CATEGORIES,
    PERMISSIONS,
    ROLES,
    FEATURES,
    PLANS,
    BILLING,
    EVENTS,
    MAILS,
    TEXT_MESSAGES,
    PORTAL,
    FLAGS,
    MOBILE_APPS,
    PREHOOKS,
    WORKSPACE,
)

register_sections(SECTIONS)
