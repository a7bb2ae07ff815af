import { decodeToken } from './jwt'
import type { LoginAnswer } from './user'

export type TokenAnswer = LoginAnswer & { accessToken: string }

export function hasToken(answer: LoginAnswer): answer is TokenAnswer {
  return typeof answer.accessToken === 'string' && answer.accessToken !== ''
}

export function omitRefreshToken({ refreshToken: _, ...answer }: TokenAnswer): TokenAnswer {
  return answer
}

/** Whether both tokens have the same user, tenant and rights, and differ only in their times. */
export function hasSameClaims(one: TokenAnswer, other: TokenAnswer): boolean {
  const facts = ({ accessToken }: TokenAnswer) => {
    // A token that is too long for its lists has a digest of them in its claim sources.
    const { sub, tenantId, roles, permissions, _claim_sources } = decodeToken(accessToken)
    return JSON.stringify([sub, tenantId, roles, permissions, _claim_sources])
  }
  return facts(one) === facts(other)
}
