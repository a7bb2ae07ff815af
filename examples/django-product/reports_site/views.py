import json
from collections import defaultdict
from datetime import timedelta

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views import View

from gatehouse_sdk.django import public
from reports_site.guard import guard

# By account: no account sees those of another.
reports: defaultdict[str, list[str]] = defaultdict(list)


@public
def health(_: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def me(request: HttpRequest) -> JsonResponse:
    """The middleware has asked for a token."""
    return JsonResponse({"id": request.caller.id, "tenantId": request.caller.tenant_id})


class Reports(View):
    @method_decorator(guard(permissions=["reports.read"]))
    def get(self, request: HttpRequest) -> JsonResponse:
        return JsonResponse(reports[request.caller.tenant_id], safe=False)

    @method_decorator(guard(permissions=["reports.write"]))
    def post(self, request: HttpRequest) -> JsonResponse:
        title = _title(request.body)
        if title is None:
            return JsonResponse({"detail": "A report has a title"}, status=400)
        reports[request.caller.tenant_id].append(title)
        return JsonResponse({"title": title}, status=201)

    # Who showed a second factor in the last ten minutes.
    @method_decorator(guard(permissions=["reports.write"], stepped_up=timedelta(minutes=10)))
    def delete(self, request: HttpRequest) -> HttpResponse:
        reports.pop(request.caller.tenant_id, None)
        return HttpResponse(status=204)


# What their plan has to have.
@guard(permissions=["reports.read"], features=["exports"])
def export_reports(request: HttpRequest) -> HttpResponse:
    lines = ["title", *reports[request.caller.tenant_id]]
    return HttpResponse("\n".join(lines), content_type="text/csv")


def _title(body: bytes) -> str | None:
    try:
        title = json.loads(body)["title"]
    except (ValueError, KeyError, TypeError):
        return None
    return title if isinstance(title, str) and 1 <= len(title) <= 100 else None
