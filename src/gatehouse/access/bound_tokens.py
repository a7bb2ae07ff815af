"""A token that is bound to a key counts only with a proof of the key (RFC 9449 §7)."""

from datetime import datetime

from starlette.requests import Request

from gatehouse.access.dpop import AHEAD, LASTS, BadProof, DpopProof, read_proof
from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken
from gatehouse.kit import clock
from gatehouse.kit.db import Command, Database, Db, Query
from gatehouse.kit.headers import first_headers
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

SCHEME = b"dpop "
CHALLENGE = {"www-authenticate": 'DPoP error="invalid_dpop_proof", algs="ES256 RS256"'}

# Returns a row when the proof is used for the first time; of two concurrent uses only one is the first.
FIRST_USE = Query(
    bool,
    "insert into dpop_proofs (proof_hash, expires_at) values ($1, $2)"
    " on conflict do nothing returning true as first",
)
FORGET = Command(
    "delete from dpop_proofs where proof_hash in ("
    "select proof_hash from dpop_proofs where expires_at < $1 order by expires_at limit $2)"
)
OLDEST_TO_FORGET = Query(datetime, "select min(expires_at) as expired_at from dpop_proofs")
OVER = Purge("dpop_proofs", LASTS * 0, FORGET, OLDEST_TO_FORGET)


def is_shown_with_key(request: Request) -> bool:
    shown = first_headers(request.scope).get(b"authorization", b"")
    return shown[: len(SCHEME)].lower() == SCHEME


async def check_key(request: Request, claims: Claims, token: str) -> None:
    """Raises `InvalidToken` for a key-bound token without a proof, and for a proof with a token that has no
    key."""
    if "cnf" not in claims:
        if is_shown_with_key(request):
            raise _invalid_token("the token is bound to no key")
        return
    bound = claims["cnf"].get("jkt")
    if not is_shown_with_key(request):
        raise _invalid_token("the token is bound to a key: send it as DPoP")
    resources = request.app.state.resources
    try:
        proof = read_proof(request, resources[AccessTokens].issuer, token=token)
    except BadProof as error:
        raise _invalid_token(str(error)) from None
    if proof is None or proof.thumbprint != bound:
        raise _invalid_token("the proof is none of the token's key")
    async with resources[Database].one_statement() as db:
        if not await first_use(db, proof):
            raise _invalid_token("it was used before")


def _invalid_token(why: str) -> InvalidToken:
    return InvalidToken(f"DPoP: {why}", headers=CHALLENGE)


async def first_use(db: Db, proof: DpopProof) -> bool:
    """Remembers the proof for as long as it could count again. Needs the system scope."""
    until = clock.now() + LASTS + AHEAD
    return bool(await FIRST_USE.first(db, proof.id_hash, until))


@scheduled_job("access.forget_proofs", "*/10 * * * *")
async def forget_proofs(context: JobContext) -> None:
    """Delete proofs that are too old to count."""
    await OVER.run(context)
