"""A site made with Django whose views are guarded. `guard` is set by the test."""

from typing import Any

import django
from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils.decorators import method_decorator
from django.views import View

from gatehouse_sdk.django import Guard, public
from tests.sdk.issuer import Issuer

if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=["*"],
        DATABASES={},
        GATEHOUSE_GUARD=f"{__name__}.guard",
        LOGGING_CONFIG=None,
        MIDDLEWARE=[
            "django.middleware.csrf.CsrfViewMiddleware",
            "gatehouse_sdk.django.GuardMiddleware",
        ],
        ROOT_URLCONF=__name__,
        SECRET_KEY="of no use",
        USE_TZ=True,
    )
    django.setup()

guard = Guard(Issuer().sync_tokens())


def answer(request: Any) -> JsonResponse:
    return JsonResponse({"id": request.caller.id, "tenant": request.caller.tenant_id})


def me(request: HttpRequest) -> JsonResponse:
    """Guarded by the middleware alone."""
    return answer(request)


@public
def welcome(_: HttpRequest) -> JsonResponse:
    return JsonResponse({"id": "anybody"})


@guard(permissions=["docs.read", "docs.all"])
async def docs(request: HttpRequest) -> JsonResponse:
    return answer(request)


@guard(roles=["Admin"])
def admin(request: HttpRequest) -> JsonResponse:
    return answer(request)


@guard(features=["exports", "reports"])
def exports(request: HttpRequest) -> JsonResponse:
    return answer(request)


@method_decorator(guard(permissions=["docs.write"], stepped_up=600), name="dispatch")
class Danger(View):
    def get(self, request: HttpRequest) -> JsonResponse:
        return answer(request)

    post = get


urlpatterns = [
    path("me", me),
    path("welcome", welcome),
    path("docs", docs),
    path("admin", admin),
    path("exports", exports),
    path("danger", Danger.as_view()),
]
