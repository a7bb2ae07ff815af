"""Guards for Django's views, with and without asyncio."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.module_loading import import_string

from gatehouse_sdk.caller import Caller
from gatehouse_sdk.needs import Needs, Refused, bearer_of, refusals
from gatehouse_sdk.sync import SyncTokens

View = Callable[..., Any]
# On a view: its permission has been declared.
DECIDED = "gatehouse_decided"
ANYBODY_SIGNED_IN = Needs()


class Guard:
    """`guard = Guard(SyncTokens(…))`, then `@guard(permissions=["docs.read"])` above a view. It finds the
    `Caller` as `request.caller`. Above a class: `@method_decorator(guard(…), name="dispatch")`."""

    def __init__(self, tokens: SyncTokens) -> None:
        self._tokens = tokens

    def __call__(
        self,
        *,
        permissions: Sequence[str] = (),
        roles: Sequence[str] = (),
        features: Sequence[str] = (),
        stepped_up: timedelta | float | None = None,
    ) -> Callable[[View], View]:
        """What is asked, and how it is refused, says `Needs`."""
        needs = Needs(permissions, roles, features, stepped_up)
        return lambda view: self._guarded(view, needs)

    def refusal(
        self, request: HttpRequest, needs: Needs = ANYBODY_SIGNED_IN
    ) -> HttpResponse | None:
        """The answer to who may not; else None, and `request.caller` is set."""
        try:
            request.caller = self._admit(bearer_of(request.headers.get("authorization")), needs)
        except Refused as refused:
            answer = {"detail": str(refused)}
            return JsonResponse(answer, status=refused.status, headers=refused.headers)
        return None

    def _admit(self, token: str, needs: Needs) -> Caller:
        with refusals():
            caller = self._tokens.verify(token)
            needs.check_rights(caller)
            if needs.features:
                needs.check_features(self._tokens.entitlements(token, caller.claims))
            needs.check_step_up(caller)
            return caller

    def _guarded(self, view: View, needs: Needs) -> View:
        if iscoroutinefunction(view):
            # The keys may have to be read: that is waited for beside the event loop.
            refusal = sync_to_async(self.refusal, thread_sensitive=False)

            @wraps(view)
            async def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> Any:
                return await refusal(request, needs) or await view(request, *arguments, **named)

        else:

            @wraps(view)
            def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> Any:
                return self.refusal(request, needs) or view(request, *arguments, **named)

        setattr(guarded, DECIDED, True)
        # No browser sends a bearer token by itself, so no other page can make it.
        guarded.csrf_exempt = True  # type: ignore[attr-defined]
        return guarded


def public(view: View) -> View:
    """A view that anybody may call, below `GuardMiddleware`."""
    setattr(view, DECIDED, True)
    return view


class GuardMiddleware(MiddlewareMixin):
    """Every view takes a token, but those that say something else. `GATEHOUSE_GUARD` of the settings is the
    dotted name of the `Guard`."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self._guard: Guard = import_string(settings.GATEHOUSE_GUARD)

    def process_view(self, request: HttpRequest, view: View, *_: object) -> HttpResponse | None:
        return None if hasattr(view, DECIDED) else self._guard.refusal(request)
