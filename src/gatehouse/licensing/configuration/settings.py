from pydantic import Field

from gatehouse.kit.configuration import LinkTarget, SettingsSection, WebAddress


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
