"""The content security policy of a page."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from gatehouse.settings import Settings

PADDLE_HOSTS = ("https://cdn.paddle.com", "https://sandbox-cdn.paddle.com")
PADDLE_FRAMES = ("https://buy.paddle.com", "https://sandbox-buy.paddle.com")
PADDLE_CALLS = (
    "https://checkout-service.paddle.com",
    "https://sandbox-checkout-service.paddle.com",
)

STRIPE_SCRIPTS = ("https://js.stripe.com", "https://*.js.stripe.com")
STRIPE_FRAMES = (*STRIPE_SCRIPTS, "https://hooks.stripe.com")  # fields; the bank's question
STRIPE_CALLS = ("https://api.stripe.com",)


def build_content_security_policy(
    settings: Settings, *, embeddable: bool = False, script_hashes: Sequence[str] = ()
) -> str:
    """Scripts only from here and from the configured services; of inline scripts only those that the
    build wrote into the page, by their digest.

    `embeddable`: other origins that are configured may show the page in a frame.
    """
    scripts, calls, frames = ["'self'", *script_hashes], ["'self'"], ["'self'"]
    if settings.payments.kind == "paddle":
        scripts += PADDLE_HOSTS
        frames += PADDLE_FRAMES
        calls += PADDLE_CALLS
    if settings.cards.kind == "stripe":
        scripts += STRIPE_SCRIPTS
        frames += STRIPE_FRAMES
        calls += STRIPE_CALLS
    if settings.analytics_key:
        calls.append(_origin_of(settings.analytics_host))
    ancestors = " ".join(["'self'", *settings.allowed_origins]) if embeddable else "'none'"
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(scripts)}",
            # The component library and the checkout set style attributes and elements.
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob: https:",
            "font-src 'self' data:",
            f"connect-src {' '.join(calls)}",
            f"frame-src {' '.join(frames)}",
            f"frame-ancestors {ancestors}",
            "form-action 'self'",
            "base-uri 'none'",
            "manifest-src 'self'",
        ]
    )


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
