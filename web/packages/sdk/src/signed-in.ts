import { decodeToken } from './jwt'
import type { LoginAnswer } from './user'

export type SignedIn = LoginAnswer & { accessToken: string }

export function hasToken(answer: LoginAnswer): answer is SignedIn {
  return typeof answer.accessToken === 'string' && answer.accessToken !== ''
}

export function withoutRefreshToken({ refreshToken: _, ...answer }: SignedIn): SignedIn {
  return answer
}

/** Whether both tokens have the same user, tenant and rights, and differ only in their times. */
export function saysTheSame(one: SignedIn, other: SignedIn): boolean {
  const facts = ({ accessToken }: SignedIn) => {
    // A token that is too long for its lists has a digest of them in its claim sources.
    const { sub, tenantId, roles, permissions, _claim_sources } = decodeToken(accessToken)
    return JSON.stringify([sub, tenantId, roles, permissions, _claim_sources])
  }
  return facts(one) === facts(other)
}
