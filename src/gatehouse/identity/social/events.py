from uuid import UUID

from gatehouse.kit.events import Event


class ExternalIdentityLinked(Event):
    """`provider` is the vendor's name for the provider; `subject` is the user's identifier there."""

    event_name = "user.external_identity_linked"
    severity = "Medium"
    text = "Linked an account at {provider}"
    user_id: UUID
    provider: str
    subject: str


class SocialProviderUnlinked(Event):
    """A custom provider was added, removed, or changed to another authority; `count` accounts were linked."""

    event_name = "vendor.social_provider_unlinked"
    severity = "High"
    text = "Accounts unlinked from {provider} because the provider has changed: {count}"
    provider: str
    count: int
