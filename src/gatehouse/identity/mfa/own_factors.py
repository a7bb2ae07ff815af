"""A call about MFA factors of a signed-in user, and the proof that a change requires."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from starlette.responses import Response

from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_be_stepped_up, must_have_recent_sign_in
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors.service import count_factor_attempt
from gatehouse.identity.mfa import changes, codes, schemas
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.mfa.codes import CodeRequest
from gatehouse.identity.mfa.errors import CodeRefused
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.errors import CodeExpired, WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, OneTimeCode
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy

RECENT = timedelta(hours=1)
ENROLLMENTS = RateLimit("mfa.enroll", 30, 15)
STRATEGY_OF: dict[str, MfaStrategy] = {
    "Platform": "WebAuthnPlatform",
    "CrossPlatform": "WebAuthnCrossPlatform",
}


@dataclass(frozen=True, slots=True)
class OwnFactorCall:
    """A call of a user about their own factors."""

    db: Db
    resources: Resources
    caller: Principal

    @property
    def user_id(self) -> UUID:
        return self.caller.user_id

    @property
    def owner(self) -> FactorOwner:
        caller, by = self.caller, self.caller.actor
        return FactorOwner(
            caller.user_id, caller.tenant_id, caller.email, caller.name, by, caller.session_id
        )

    async def require_recent_sign_in(self) -> None:
        """Raises `RecentSignInNeeded` when the sign-in is too old, and limits the calls; called before the
        first statement."""
        must_have_recent_sign_in(self.caller, RECENT)
        await self.resources[RateLimiter].hit(ENROLLMENTS, str(self.user_id))

    async def mail_code(self, purpose: CodePurpose) -> schemas.CodeSent:
        """Send a code to the caller's own address."""
        request = CodeRequest(self.user_id, self.caller.session_id, self.caller.client)
        email = self.caller.email
        token = await codes.mail_mfa_code(self.db, self.resources, purpose, email, request)
        return schemas.CodeSent(otc_token=token)

    async def text_code(
        self, purpose: CodePurpose, number: str, bound_to: UUID, shown: str
    ) -> schemas.TextSent:
        """Send a code to the number, which the answer has as `shown`."""
        request = CodeRequest(self.user_id, bound_to, self.caller.client)
        token = await codes.text_mfa_code(self.db, self.resources, purpose, number, request)
        return schemas.TextSent(otc_token=token, phone_number=shown)

    async def use_mfa_code(
        self, purpose: CodePurpose, data: schemas.SentCode, bound_to: UUID
    ) -> OneTimeCode:
        """Use a code that was sent. Raises `CodeRefused` for a wrong one."""
        async with count_wrong_codes(self.db, self.caller):
            return await one_time_codes.use_one_time_code(
                self.db, purpose, data.otc_token, data.code, bound_to=bound_to
            )

    async def verify_removal_code(
        self, data: schemas.OptionalSentCode | None, bound_to: UUID
    ) -> None:
        """Raises `CodeRefused` for a wrong code, and `StepUpNeeded` without a code and step-up."""
        if data is None or data.otc_token is None or data.code is None:
            must_be_stepped_up(self.caller, RECENT)
        else:
            sent = schemas.SentCode(otc_token=data.otc_token, code=data.code)
            await self.use_mfa_code(CodePurpose.DISABLE_FACTOR, sent, bound_to)

    async def verify_removal_by_authenticator(
        self, data: schemas.OptionalAppCode | None, device_id: UUID | None = None
    ) -> None:
        """Raises what `verify_removal_code` raises."""
        if data is None or data.token is None:
            must_be_stepped_up(self.caller, RECENT)
        else:
            async with count_wrong_codes(self.db, self.caller):
                await authenticators.check_authenticator_code(
                    self.db, self.resources, self.user_id, data.token, device_id
                )

    async def announce_enrollment(self, strategy: MfaStrategy) -> schemas.RecoveryCode:
        """The recovery code is given when the factor is the first one."""
        code = await changes.announce_enrollment(self.db, self.resources, self.owner, strategy)
        return schemas.RecoveryCode(recovery_code=code)

    async def announce_removal(self, strategy: MfaStrategy | None) -> Response:
        await changes.announce_removal(self.db, self.resources, self.owner, strategy)
        return Response(status_code=200)


@asynccontextmanager
async def count_wrong_codes(db: Db, caller: Principal) -> AsyncIterator[None]:
    """Count a failed check of a code or key for the user. Raises `CodeRefused` when the code is wrong or
    expired."""
    try:
        async with count_factor_attempt(db, caller.user_id):
            yield
    except (WrongCode, CodeExpired) as refused:
        raise CodeRefused(refused.message) from None
