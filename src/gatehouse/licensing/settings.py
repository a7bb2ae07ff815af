from pydantic import Field

from gatehouse.kit.configuration import LinkTarget, SettingsSection, WebAddress


class LicensingSettings(SettingsSection):
    past_due_grace_days: int = Field(
        14,
        ge=0,
        le=90,
        description="How long a license still works after the start of a period that was not paid.",
    )
    seat_lease_seconds: int = Field(
        900,
        ge=60,
        le=86_400,
        description="How long a seat is held after its tool was last heard of. Tools send a heartbeat "
        "about every third of this.",
    )
    ci_sessions: int = Field(
        50,
        ge=0,
        le=100_000,
        description="How many runs in CI a license allows at once; they take no seat.",
    )
    license_file_days: int = Field(
        30, ge=1, le=366, description="How long a license file works without the server."
    )
    trial_days: int = Field(14, ge=1, le=365, description="Length of a new organization's trial.")
    trial_seats: int = Field(5, ge=1, le=10_000, description="Seats of a trial license.")


class PortalSettings(SettingsSection):
    """What the licensing portal loads and links to."""

    analytics_key: str | None = Field(
        None, description="Public key of the product-analytics service. Without it none is loaded."
    )
    analytics_host: WebAddress = Field(
        "https://us.i.posthog.com", description="Address of the product-analytics service."
    )
    docs_url: LinkTarget = Field("/docs", description="Target of the portal's Docs button.")
    book_a_demo_url: LinkTarget = Field("/contact", description="Target of the Book a Demo button.")
    slack_url: LinkTarget = Field(
        "https://slack.com", description="Target of the Community menu's Slack."
    )
    github_url: LinkTarget = Field(
        "https://github.com", description="Target of the Community menu's GitHub."
    )
    support_email: str | None = Field(
        None,
        max_length=320,
        description="Where messages of the portal's Contact page go. Without it the page names the other "
        "ways of contact.",
    )
    support_name: str | None = Field(
        None, max_length=100, description="Who answers them, as the Contact page says."
    )
    support_answer_hours: int | None = Field(
        None, ge=1, le=720, description="How long an answer takes, as the Contact page says."
    )
    legal_url: LinkTarget = Field("/legal", description="Target of the footer's Legal link.")
