"""No cookies, no sessions and no users of its own: callers bring Gatehouse's tokens."""

import os

SECRET_KEY = os.environ["DJANGO_SECRET_KEY"]
ALLOWED_HOSTS = os.environ.get("DJANGO_ALLOWED_HOSTS", "localhost,127.0.0.1").split(",")
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Every view takes a token, but for those that are marked as public.
    "gatehouse_sdk.django.GuardMiddleware",
]
GATEHOUSE_GUARD = "reports_site.guard.guard"
ROOT_URLCONF = "reports_site.urls"
USE_TZ = True
