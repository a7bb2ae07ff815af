import { decodeToken } from './jwt'
import type { LoginAnswer } from './user'

export type SignedIn = LoginAnswer & { accessToken: string }

export function hasToken(answer: LoginAnswer): answer is SignedIn {
  return typeof answer.accessToken === 'string' && answer.accessToken !== ''
}

export function withoutRefreshToken({ refreshToken: _, ...answer }: SignedIn): SignedIn {
  return answer
}

/** Same person, same tenant, same rights: only the times differ. */
export function saysTheSame(one: SignedIn, other: SignedIn): boolean {
  const facts = ({ accessToken }: SignedIn) => {
    // A token that is too long for its lists has a digest of them among its sources.
    const { sub, tenantId, roles, permissions, _claim_sources } = decodeToken(accessToken)
    return JSON.stringify([sub, tenantId, roles, permissions, _claim_sources])
  }
  return facts(one) === facts(other)
}
